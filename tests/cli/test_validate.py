"""`rulewright validate` around the compiler: which games, which options, which output, which exit code.

The compiler is replaced by one that reports what a test tells it to; what it really finds, and what is proved by
playing, have their own tests.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType

import pytest

from rulewright.language import game_files
from rulewright.proving.budget import Effort, Proof
from rulewright.source.diagnostics import Diagnostic, Report, Severity
from rulewright.source.limits import LIMITS, Limits
from rulewright.source.source import Source, Span
from tests.cli.conftest import Cli


@dataclass
class FakeCompiler:
    """Reports `found[name]` for a file of this name, and keeps a record of what it was asked."""

    found: dict[str, list[Diagnostic]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str] | None]] = field(default_factory=list)
    proved: list[Report] = field(default_factory=list)
    fails_on: str | None = None
    read: bytes | None = None

    def report(self, path: Path, options: Mapping[str, str] | None) -> Report:
        self.asked.append((str(path), None if options is None else dict(options)))
        if path.name == self.fails_on:
            raise RuntimeError("a fault of ours")
        report = Report()
        report.extend(self.found.get(path.name, []))
        return report


@dataclass
class FakePipeline:
    """Asked for everything that can be said, it is its own front end."""

    compiler: FakeCompiler
    path: Path
    options: Mapping[str, str]
    limits: Limits = LIMITS

    @property
    def front(self) -> FakePipeline:
        return self

    @cached_property
    def report(self) -> Report:
        return self.compiler.report(self.path, self.options or None)

    @property
    def rules(self) -> None:
        _ = self.report

    def validate(self) -> None:
        _ = self.report


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> FakeCompiler:
    fake = FakeCompiler()

    class Pipeline:
        @staticmethod
        def of_file(path: Path, options: Mapping[str, str], *, shown_as: str | None = None) -> FakePipeline:
            fake.read = path.read_bytes() if shown_as == "<stdin>" else None
            return FakePipeline(fake, path, options)

    def prove(game: FakePipeline, *_: object) -> None:
        fake.proved.append(game.report)

    module = ModuleType("rulewright.pipeline")
    vars(module).update(Pipeline=Pipeline)
    proving = ModuleType("rulewright.proving")
    vars(proving).update(prove=prove, Proof=Proof, Effort=Effort)
    monkeypatch.setitem(sys.modules, "rulewright.pipeline", module)
    monkeypatch.setitem(sys.modules, "rulewright.proving", proving)
    return fake


def error(file: str, sentence: str = "Wrong.", severity: Severity = Severity.ERROR) -> Diagnostic:
    """Made anew for every call, as two readings of one file are."""
    return Diagnostic("x-y", sentence, Span(Source(file, "turn: wlak\n"), 6, 10), severity=severity)


def test_clean(cli: Cli, compiler: FakeCompiler) -> None:
    shown = cli("validate", "a.yaml")
    assert (shown.code, shown.out, shown.err) == (0, "", "1 game, 0 errors, 0 warnings\n")
    assert compiler.asked == [("a.yaml", None)]


def test_quiet(cli: Cli, compiler: FakeCompiler) -> None:
    compiler.found["b.yaml"] = [error("b.yaml")]
    shown = cli("validate", "--quiet", "a.yaml", "b.yaml")
    assert shown.code == 1
    assert shown.out.startswith("b.yaml:1:7: error[x-y]: Wrong.\n")
    assert shown.err == ""


def test_warnings_are_no_failure(cli: Cli, compiler: FakeCompiler) -> None:
    compiler.found["a.yaml"] = [error("a.yaml", severity=Severity.WARNING)]
    shown = cli("validate", "a.yaml")
    assert shown.code == 0
    assert "warning[x-y]" in shown.out
    assert shown.err == "1 game, 0 errors, 1 warning\n"


def test_what_has_no_errors_is_played(cli: Cli, compiler: FakeCompiler) -> None:
    compiler.found["a.yaml"] = [error("a.yaml")]
    compiler.found["b.yaml"] = [error("b.yaml", severity=Severity.WARNING)]
    cli("validate", "a.yaml", "b.yaml")
    assert [len(report.warnings) for report in compiler.proved] == [1]
    cli("validate", "b.yaml", "--no-play")
    assert len(compiler.proved) == 1


def test_mutants_are_for_named_games(cli: Cli, compiler: FakeCompiler) -> None:
    assert cli("validate", "--all", "--mutate").code == 2
    assert cli("validate", "a.yaml", "--mutate", "--no-play").code == 2


def test_options_choose_one_combination(cli: Cli, compiler: FakeCompiler) -> None:
    cli("validate", "a.yaml", "--option", "size=9", "--option", "first=a=b")
    assert compiler.asked == [("a.yaml", {"size": "9", "first": "a=b"})]


def test_a_game_named_twice_is_checked_once(cli: Cli, compiler: FakeCompiler) -> None:
    assert cli("validate", "a.yaml", "a.yaml").err.startswith("1 game,")


def test_a_mistake_in_a_shared_parent_is_shown_once(cli: Cli, compiler: FakeCompiler) -> None:
    compiler.found["a.yaml"] = [error("parent.yaml")]
    compiler.found["b.yaml"] = [error("parent.yaml"), error("b.yaml")]
    shown = cli("validate", "a.yaml", "b.yaml")
    assert shown.out.count("parent.yaml:1:7") == 1
    assert shown.err == "2 games, 2 errors, 0 warnings\n"


def test_the_whole_library(cli: Cli, compiler: FakeCompiler, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    games = {name: tmp_path / "games" / f"{name}.yaml" for name in ("chess", "hex")}
    monkeypatch.setattr(game_files, "shipped", lambda: games)
    assert cli("validate", "--all").err == "2 games, 0 errors, 0 warnings\n"
    # Named from here, so that other tools can find the lines.
    assert [asked for asked, _ in compiler.asked] == [
        str(Path("games/chess.yaml")),
        str(Path("games/hex.yaml")),
    ]


def test_an_unknown_game_is_an_error_like_others(cli: Cli, compiler: FakeCompiler) -> None:
    shown = cli("validate", "no_such_game", "a.yaml")
    assert shown.code == 1
    assert shown.out.startswith("no_such_game: error[file-missing]: ")
    assert shown.err == "2 games, 1 error, 0 warnings\n"
    assert compiler.asked == [("a.yaml", None)]


@pytest.mark.parametrize("arguments", [[], ["--all", "a.yaml"]])
def test_wrong_usage(cli: Cli, compiler: FakeCompiler, arguments: list[str]) -> None:
    shown = cli("validate", *arguments)
    assert (shown.code, shown.out) == (2, "")
    assert compiler.asked == []


def test_formats(cli: Cli, compiler: FakeCompiler) -> None:
    compiler.found["a.yaml"] = [error("a.yaml")]
    data = json.loads(cli("validate", "--format", "json", "a.yaml", "b.yaml").out)
    assert data["summary"] == {"games": 2, "errors": 1, "warnings": 0}
    assert cli("validate", "--format", "github", "a.yaml").out.startswith("::error file=a.yaml,line=1,col=7,")
    assert json.loads(cli("validate", "--format", "sarif", "a.yaml").out)["version"] == "2.1.0"


def test_programs_get_a_document_from_a_clean_run_too(cli: Cli, compiler: FakeCompiler) -> None:
    assert json.loads(cli("validate", "--format", "json", "a.yaml").out)["diagnostics"] == []
    assert json.loads(cli("validate", "--format", "sarif", "a.yaml").out)["runs"][0]["results"] == []
    assert cli("validate", "--format", "github", "a.yaml").out == ""


def test_colours_are_for_text_only(cli: Cli, compiler: FakeCompiler, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler.found["a.yaml"] = [error("a.yaml")]
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in cli("validate", "a.yaml").out
    assert "\x1b[" not in cli("validate", "--format", "github", "a.yaml").out


def test_a_fault_of_ours_names_the_game(cli: Cli, compiler: FakeCompiler) -> None:
    compiler.fails_on = "b.yaml"
    shown = cli("validate", "a.yaml", "b.yaml")
    assert shown.code == 1
    assert 'while it checked "b.yaml"; please report it with the code RuntimeError-' in shown.err


@pytest.mark.parametrize("data", [b"game: A\r\n", b"", b"game: \xff\n", b"\x00"])
def test_standard_input_reaches_the_reader_as_it_is(
    cli: Cli, compiler: FakeCompiler, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert cli("validate", "-").err == "1 game, 0 errors, 0 warnings\n"
    assert compiler.read == data


def test_endless_standard_input_comes_to_an_end(
    cli: Cli, compiler: FakeCompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open("/dev/zero", encoding="utf-8") as endless:
        monkeypatch.setattr(sys, "stdin", endless)
        cli("validate", "-")
    assert compiler.read is not None
    assert len(compiler.read) == LIMITS.file_bytes.value + 1

"""Every diagnostic has a fixture with its exact text, and a page that explains it.

A fixture is `CODE.yaml` or `CODE.NAME.yaml` with the expected text in a `.txt` of the same name, or a folder of that
name with `game.yaml`, what it needs beside it, and `expected.txt`.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

import rulewright
from rulewright import diagnostic_pages
from rulewright.language.compilation import compile_game
from rulewright.pipeline import Pipeline
from rulewright.proving import CODES, Effort, Proof, prove
from rulewright.source.diagnostics import Report
from rulewright.source.limits import LIMITS
from rulewright.source.rendering import render

FOLDER = Path(__file__).parent
PACKAGE = Path(rulewright.__file__).parent
FIXTURES = sorted(path for path in FOLDER.iterdir() if path.suffix == ".yaml" or (path / "game.yaml").is_file())
# Raised where a game is loaded, and by a fault of ours: they have tests of their own.
ELSEWHERE = {"hook-permission", "play-fault"}


def _code(fixture: Path) -> str:
    return fixture.name.split(".")[0]


def _report(fixture: Path) -> Report:
    file = fixture / "game.yaml" if fixture.is_dir() else fixture
    pipeline = Pipeline.of_file(file, shown_as=file.name)
    pipeline.front.validate()
    if _code(fixture) in CODES:  # only playing shows it
        effort = Effort(play_seconds=None, perft_seconds=None, allow_hooks=_code(fixture) != "hook-unproved")
        prove(pipeline, effort, Proof(pipeline.report))
    return pipeline.report


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.name)
def test_exact_text(fixture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A game that is extended is shown with its way from here.
    monkeypatch.chdir(fixture if fixture.is_dir() else FOLDER)
    report = _report(fixture)
    assert [found.code for found in report] == [_code(fixture)]
    expected = fixture / "expected.txt" if fixture.is_dir() else fixture.with_suffix(".txt")
    assert render(list(report)).rstrip() == expected.read_text(encoding="utf-8").rstrip()


def test_a_file_that_is_none(tmp_path: Path) -> None:
    """Mistakes that need a folder, a pipe or sheer size."""
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "large.yaml").write_text("#" * (LIMITS.file_bytes.value + 1), encoding="utf-8")
    codes = {
        name: [found.code for found in compile_game(tmp_path / f"{name}.yaml").validate()]
        for name in ("folder", "pipe", "large", "missing")
    }
    assert codes == {
        "folder": ["file-directory"],
        "pipe": ["file-kind"],
        "large": ["file-size"],
        "missing": ["file-missing"],
    }


def _codes_in_the_source() -> set[str]:
    """Texts that look like codes, where diagnostics are made."""
    families = {code.split("-")[0] for code in diagnostic_pages.codes()}
    found = set()
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in ("error", "warning", "unused", "reject", "add", "Diagnostic", "BoardProblem", "problem"):
                continue
            first = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
            # Without a hyphen it may be any word: "path" is a family and a key.
            if isinstance(first, str) and "-" in first and " " not in first and first.split("-")[0] in families:
                found.add(first)
    return found


def test_every_code_is_explained() -> None:
    assert _codes_in_the_source() <= set(diagnostic_pages.codes())


def test_every_code_is_raised() -> None:
    built = {"file-directory", "file-kind", "file-size", "file-missing", "file-access"}
    raised = {_code(fixture) for fixture in FIXTURES} | built | ELSEWHERE
    assert set(diagnostic_pages.codes()) <= raised


def test_no_page_is_of_a_code_that_is_gone() -> None:
    named = {
        node.value
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    assert set(diagnostic_pages.codes()) <= named

"""Every example of the documentation does what the page says."""

from __future__ import annotations

import difflib
import re
import shlex
import shutil
from pathlib import Path

import pytest

from rulewright.language.compilation import compile_game
from rulewright.source.rendering import render
from tests.cli.conftest import Cli, cli
from tests.docs.pages import BASES, DOCS, Block, all_blocks, blocks, pages

__all__ = ["cli"]  # the fixture

# What a fragment may leave open: the rest of its game is not shown.
_OPEN = {"dead-name", "dead-action", "tests-none"}
_KINDS = {"game", "fragment", "broken", "hook", "console", "text", "sh", "python"}

_BLOCKS = all_blocks()


def _chosen(*kinds: str) -> list[object]:
    """Without those that are proved, in test_recipes.py."""
    return [pytest.param(block, id=str(block)) for block in _BLOCKS if block.kind in kinds and not block.proof]


def _lay_out(folder: Path, block: Block) -> Path:
    """Writes the bases and the files that the page has shown so far; gives the file of the block."""
    for base in BASES.iterdir():
        shutil.copy(base, folder)
    for shown in blocks(DOCS / block.page)[: block.number + 1]:
        if shown.is_game or shown.kind == "hook":
            (folder / shown.file).write_text(shown.whole, encoding="utf-8")
    return folder / block.file


def _next(block: Block) -> Block | None:
    following = blocks(DOCS / block.page)[block.number + 1 :]
    return following[0] if following else None


@pytest.mark.parametrize("block", _BLOCKS, ids=str)
def test_block_is_marked(block: Block) -> None:
    assert block.kind in _KINDS, "say what kind of block it is; see tests/docs/pages.py"
    assert (block.kind != "fragment") or block.base, "a fragment names its game: <!-- with: NAME -->"


@pytest.mark.parametrize("base", sorted(BASES.glob("*.yaml")), ids=lambda base: base.stem)
def test_base_is_valid(base: Path) -> None:
    assert render(list(compile_game(base, shown_as=base.name).validate())) == ""


@pytest.mark.parametrize("block", _chosen("game"))
def test_game(block: Block, tmp_path: Path) -> None:
    file = _lay_out(tmp_path, block)
    assert render(list(compile_game(file, shown_as=block.file).validate())) == ""


@pytest.mark.parametrize("block", _chosen("fragment"))
def test_fragment(block: Block, tmp_path: Path) -> None:
    file = _lay_out(tmp_path, block)
    found = [one for one in compile_game(file, shown_as=block.file).validate() if one.code not in _OPEN]
    assert render(found) == ""


@pytest.mark.parametrize("block", _chosen("broken"))
def test_broken(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake is shown with its real message."""
    monkeypatch.chdir(tmp_path)
    told = _next(block)
    assert told is not None
    assert told.kind in ("text", "console"), "a broken file is followed by what Rulewright says"
    file = _lay_out(tmp_path, block)
    found = [
        one for one in compile_game(file, shown_as=block.file).validate() if not block.base or one.code not in _OPEN
    ]
    assert found
    if told.kind == "text":
        assert told.text.rstrip("\n") == render(found).rstrip("\n")


_LEFT_OUT = re.compile(r"not run: |\d+ long (count|game)s? .*left out ")


@pytest.mark.parametrize("block", _chosen("console"))
def test_console(block: Block, cli: Cli, tmp_path: Path) -> None:
    """`cli` works in `tmp_path`."""
    _lay_out(tmp_path, block)
    for command, shown in _commands(block.text):
        program, *arguments = shlex.split(command)
        assert program == "rulewright"
        outcome = cli(*arguments)
        # Which tests of a file there was time for is the machine's business.
        lines = (outcome.out + outcome.err).splitlines()
        _compare(shown, [line for line in lines if not _LEFT_OUT.match(line)], command)


@pytest.mark.parametrize("block", _chosen("python"))
def test_python(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Together with the blocks before it on its page."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for shown in blocks(DOCS / block.page)[: block.number + 1]:
        if shown.kind == "python":
            exec(compile(shown.text, str(shown), "exec"), names)


def _commands(text: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def _compare(shown: list[str], real: list[str], command: str) -> None:
    """The lines shown are the real ones; "…" stands for any number of lines."""
    parts: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == "…":
            parts.append([])
        else:
            parts[-1].append(line)
    told = "\n".join(difflib.unified_diff(shown, real, "shown", command, lineterm=""))
    if len(parts) == 1:
        assert shown == real, told
    position = 0
    for number, part in enumerate(parts):
        last = number + 1 == len(parts)
        starts = range(position, len(real) - len(part) + 1)
        if number == 0:
            starts = range(0, 1)
        elif last:
            starts = range(max(position, len(real) - len(part)), len(real) - len(part) + 1)
        start = next((at for at in starts if real[at : at + len(part)] == part), None)
        assert start is not None, told
        position = start + len(part)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{target} is not there"

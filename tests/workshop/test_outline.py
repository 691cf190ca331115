"""The reading that never fails: it agrees with the strict one, and goes on where that one stops."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.language.document.nodes import Mapping, PlainTree, Scalar, plain
from rulewright.language.document.outline import outline
from rulewright.language.document.reader import read_document
from rulewright.language.game_files import shipped
from rulewright.language.reading import text_source
from rulewright.source.diagnostics import Report
from tests.workshop.cursor import GAME


def _words(node: PlainTree) -> object:
    """Without what the outline does not follow: line ends inside texts."""
    if isinstance(node, dict):
        return {key: _words(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_words(item) for item in node]
    return None if node is None else " ".join(str(node).split())


@pytest.mark.parametrize("path", shipped().values(), ids=lambda path: path.stem)
def test_it_reads_the_library_as_the_strict_reader_does(path: Path) -> None:
    text, report = path.read_text(encoding="utf-8"), Report()
    source = text_source(text, "game.yaml", report)
    assert source is not None
    document = read_document(source, report)
    assert document is not None
    assert _words(plain(outline(text))) == _words(plain(document.root))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("game: A\npie\nturn: go", {"game": "A", "pie": None, "turn": "go"}),
        ("actions:\n  walk: {move: my man, path: \nturn: walk", {
            "actions": {"walk": {"move": "my man", "path": None}}, "turn": "walk"}),
        ("end:\n  - win if\n  -\nturn: go", {"end": ["win if", None], "turn": "go"}),
        ("board: {tiling: square, si", {"board": {"tiling": "square", "si": None}}),
        ("pieces:\n  man:\n    le", {"pieces": {"man": {"le": None}}}),
        ('game: "no end\nturn: go', {"game": "no end", "turn": "go"}),
        ("tests:\n- perft: [1, 2\n- name: x", {"tests": [{"perft": [1, 2]}, {"name": "x"}]}),
        ("setup:\n  board: |\n    . x\n    o .\nturn: go", {"setup": {"board": "    . x\n    o ."}, "turn": "go"}),
    ],
)  # fmt: skip
def test_it_goes_on_in_broken_texts(text: str, found: PlainTree) -> None:
    assert plain(outline(text)) == found


@pytest.mark.parametrize("sign", ["\v", "\f", "\x1c", "\x85", "\xa0", "\u2028", "\u3000"])
def test_signs_that_only_python_takes_for_blanks_are_one_text(sign: str) -> None:
    """Each was an entry of its own, for which all the others were looked through."""
    assert plain(outline(f"turn: [{3 * sign}, go]")) == {"turn": [3 * sign, "go"]}
    found = outline(f"turn: {{{3 * sign}, go: on}}").get("turn")
    assert isinstance(found, Mapping)
    assert [entry.key.text for entry in found.entries] == [3 * sign, "go"]


def test_every_text_knows_its_place() -> None:
    walk = outline(GAME).get("actions")
    assert isinstance(walk, Mapping)
    path = walk.get("walk")
    assert isinstance(path, Mapping)
    scalar = path.get("path")
    assert isinstance(scalar, Scalar)
    assert scalar.part(5, 12).text == "forward"


_SIGNS = ["a", "é", *":{}[],-#|\"' \n", "  ", "- ", ": "]


@given(st.lists(st.sampled_from(_SIGNS)))
@settings(max_examples=300, deadline=None)
def test_it_never_fails(parts: list[str]) -> None:
    assert isinstance(outline("".join(parts)), Mapping)

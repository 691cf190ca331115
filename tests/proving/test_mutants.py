"""`--mutate`: changes of rules, and whether the tests of a file notice them."""

from __future__ import annotations

import pytest

from rulewright.language.diagnostics import Report
from rulewright.language.document import Scalar
from rulewright.language.parse import parse
from rulewright.language.pipeline import compile_text
from rulewright.language.printer import show
from rulewright.language.reading import text_source
from rulewright.language.yaml_reader import read_document
from rulewright.proving import Effort
from rulewright.proving.mutants import Survey, mutate
from rulewright.proving.mutations import mutants

GAME = """\
game: Line of Two
players: [white, black]
board: {tiling: square, size: 3x2}
pieces:
  stone: {letter: o}
actions:
  drop: {place: stone, to: empty}
turn: drop
stuck: draw
end:
  - win if line of 2 mine along orth
tests:
"""


def changed(text: str, entry: str) -> set[str]:
    report = Report()
    source = text_source(f"x: {text}", "x.yaml", report)
    assert source is not None
    document = read_document(source, report)
    assert document is not None
    scalar = document.root.get("x")
    assert isinstance(scalar, Scalar)
    tree = parse(scalar, entry, report)
    assert tree is not None
    return {show(mutant) for mutant in mutants(tree)}


@pytest.mark.parametrize(
    ("text", "entry", "some"),
    [
        ("count mine >= 3", "expr", {"count mine > 3", "count mine >= 4", "count mine >= 2", "count enemy >= 3"}),
        ("a or b", "expr", {"a and b", "a", "b"}),
        ("empty not in seen", "expr", {"piece not in seen", "empty in seen", "empty"}),
        ("step any to empty", "path", {"step orth to empty", "step diag to empty", "step any to piece"}),
        ("jump n over 1.. piece to empty", "path", {"jump n over 0.. piece to empty", "jump n over 1 piece to empty"}),
        ("a else b", "turn", {"a or b", "a", "b"}),
        ("may a then b", "turn", {"a then b", "may a", "b"}),
        ("may set it to lit if it is dark", "stmt", {"set it to lit if it is dark", "may set it to lit"}),
        ("win if no enemy", "rule", {"lose if no enemy", "win if some enemy", "win if no mine"}),
        ("line of 3 mine", "expr", {"line of 4 mine", "line of 2 mine", "line of exactly 3 mine"}),
    ],
)
def test_changes(text: str, entry: str, some: set[str]) -> None:
    assert some <= changed(text, entry)
    assert text not in changed(text, entry)


def survey(tests: str) -> Survey:
    return mutate(compile_text(GAME + tests), Effort(), {})


def test_weak_and_strong_tests() -> None:
    weak = survey("  - perft: [6]\n")
    lines = weak.lines("game")
    assert "not noticed" in lines[1]
    assert any("win if line of 2 mine along orth" in line for line in lines[1:])
    strong = survey(
        "  - perft: [6, 30]\n"
        "  - {play: [a1, c1, b1], result: white wins}\n"
        "  - {play: [a1, b1, a2], result: white wins}\n"
        "  - {play: [a1, a2, c1, c2, b1], result: white wins}\n"  # three in a row are two as well
        "  - {play: [a1, b1, b2], also: [a2, c1, c2], never: [a1]}\n"
        "  - {play: [a1, b1, c1, a2, b2, c2], result: draw}\n"
    )
    assert strong.rate == 1.0, strong.lines("game")
    assert strong.killed > weak.killed
    assert strong.survivors == []


def test_what_changes_nothing_does_not_count() -> None:
    text = GAME.replace("along orth", "along orth or ply > 90") + "  - perft: [6]\n"
    found = mutate(compile_text(text), Effort(), {})
    assert found.same > 0

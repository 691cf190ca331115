"""`--mutate`: changes of rules, and whether the tests of a file notice them."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rulewright.language.document.nodes import Scalar
from rulewright.language.document.reader import read_document
from rulewright.language.reading import text_source
from rulewright.language.syntax.parse import parse
from rulewright.language.syntax.printer import show
from rulewright.pipeline import Pipeline
from rulewright.proving import Effort
from rulewright.proving.cases import Cases
from rulewright.proving.meaning import mean_the_same
from rulewright.proving.mutants import Survey, _Laboratory, _TooLong, mutate
from rulewright.proving.mutations import mutants
from rulewright.rules.game import TestCase
from rulewright.source.diagnostics import Report

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
    return mutate(Pipeline.of_text(GAME + tests), Effort(), {})


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


def test_what_takes_too_long_to_compare_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was counted as noticed."""

    def slow(*_: object) -> bool:
        raise _TooLong

    noticed = survey("  - perft: [6]\n").killed
    monkeypatch.setattr(_Laboratory, "_plays_differently", slow)
    found = survey("  - perft: [6]\n")
    assert (found.killed, found.same, found.survivors) == (noticed, 0, [])
    first, *rest = found.lines("game")
    assert f"whether {len(found.undecided)} do was not decided" in first
    assert rest
    assert all("not decided: " in line for line in rest)


def test_a_mutant_that_takes_long_is_compiled() -> None:
    laboratory = _Laboratory(Pipeline.of_text(GAME + "  - perft: [6]\n"), Effort(), {}, lambda _: None)
    game = laboratory._game(laboratory.variants[0])
    assert game._engines.fast() is None
    game._engines.hurry()
    assert game._engines.fast() is not None


def test_what_changes_nothing_does_not_count() -> None:
    text = GAME.replace("along orth", "along orth or ply > 90") + "  - perft: [6]\n"
    found = mutate(Pipeline.of_text(text), Effort(), {})
    assert found.same > 0


def test_rules_that_mean_the_same_are_not_played() -> None:
    """On hexagons every direction is orthogonal, so an engine sees no difference."""
    text = """\
        game: Hexagons
        players: [white, black]
        board: {tiling: hex, shape: hexagon, size: 3}
        pieces: {stone: {letter: o}}
        setup: {white: [a1], black: [e5]}
        actions: {walk: {move: mine, path: step WAY to empty}}
        turn: walk
        stuck: lose
        tests: [{perft: [3]}]
        """
    rules = [Pipeline.of_text(dedent(text.replace("WAY", way))).rules for way in ("any", "orth", "ne")]
    assert rules[0] is not None
    assert rules[1] is not None
    assert rules[2] is not None
    assert mean_the_same(rules[0], rules[1])
    assert not mean_the_same(rules[0], rules[2])


def test_what_lies_on_the_board_is_behaviour_too() -> None:
    """A mark that no move depends on: whether it is left is seen all the same, and no test looks."""
    text = """\
        game: Marks
        players: [white, black]
        board: {tiling: square, size: 3x1}
        pieces:
          stone: {letter: o}
          mark: {owner: none, layer: ground, letter: "#"}
        setup: {white: [a1], black: [c1]}
        actions: {walk: {move: mine, path: step orth to empty, do: put mark at target}}
        turn: walk
        stuck: lose
        tests: [{perft: [1]}]
        """
    found = mutate(Pipeline.of_text(dedent(text)), Effort(), {})
    assert any("put mark at target" in str(change) for change in found.survivors)


def test_the_test_that_has_noticed_most_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    run_one = Cases.run_one

    def counted(self: Cases, case: TestCase) -> None:
        asked.append(case.name)
        run_one(self, case)

    monkeypatch.setattr(Cases, "run_one", counted)
    tests = "  - {name: little, also: [a1]}\n  - {name: much, play: [a1, c1], moves: [a2, b1, b2, c2]}\n"
    tests += "  - {name: the end, play: [a1, c1, b1], result: white wins}\n"
    survey = mutate(Pipeline.of_text(GAME + tests), Effort(), {})
    assert survey.killed > 3
    assert asked[0] == "little"
    assert asked.count("the end") > asked.count("little")

"""The tests of a file, run: what is told where, and what is left out."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.headless.perft import perft_while
from rulewright.pipeline import Pipeline
from rulewright.proving import Effort, Proof, prove
from rulewright.source.diagnostics import Diagnostic

GAME = """\
game: Corner Run
players: [white, black]
board: {tiling: square, size: 3x3}
pieces:
  man: {letter: m}
setup:
  white man: [a1]
  black man: [c3]
actions:
  walk: {move: mine, path: step $ways to empty}
turn: walk
stuck: lose
score: count mine in row 1
end:
  - win if mine in (a1 or c3) and ply > 2
limit: {turns: 40, result: draw}
options:
  ways: {default: orth, choices: [orth, any]}
tests:
"""
NO_PLAY = Effort(games=0)


def proved(tests: str, effort: Effort = NO_PLAY) -> Proof:
    compilation = Pipeline.of_text(GAME + tests)
    assert compilation.rules is not None, [found.message for found in compilation.report]
    return prove(compilation, effort)


def only(tests: str) -> Diagnostic:
    found = list(proved(tests).report)
    assert len(found) == 1, [one.message for one in found]
    return found[0]


@pytest.mark.parametrize(
    "test",
    [
        "{perft: [2, 4]}",
        "{moves: [a1-a2, a1-b1]}",
        "{moves: [A1-A2, 'a1-b1']}",
        "{also: [a1-a2], never: [a1-b2, c3-c2]}",
        "{position: {a1: white man, c1: white man, c3: black man}, from: c1, moves: [c1-b1, c1-c2]}",
        "{play: [a1-a2, c3-c2, a2-a1], result: white wins}",
        "{play: [a1-a2, c3-c2, a2-a1], moves: []}",
        "{to_move: black, ply: 4, moves: [c3-c2, c3-b3]}",
        "{score: {white: 1, black: 0}}",
        "{position: {a1: white man, b2: black man}, to_move: black, ply: 4, result: white wins}",
        "{options: {ways: any}, perft: [3]}",
    ],
)
def test_tests_that_hold(test: str) -> None:
    proof = proved(f"  - {test}\n")
    assert list(proof.report) == []
    assert proof.tests == 1


@pytest.mark.parametrize(
    ("test", "code", "marked"),
    [
        ("{perft: [2, 5]}", "test-perft", "5"),
        ("{moves: [a1-a2, a1-b2]}", "test-moves", "a1-b2"),
        ("{also: [a1-b2]}", "test-moves", "a1-b2"),
        ("{never: [a1-b1]}", "test-moves", "a1-b1"),
        ("{play: [a1-a2, a2-a3], also: [a1-a2]}", "test-play", "a2-a3"),
        ("{play: [a1-a2], result: draw}", "test-result", "draw"),
        ("{play: [a1-a2, c3-c2, a2-a1], result: black wins}", "test-result", "black wins"),
        ("{score: {white: 2}}", "test-score", "2"),
        ("{options: {ways: any}, perft: [2]}", "test-perft", "2"),
    ],
)
def test_tests_that_do_not(test: str, code: str, marked: str) -> None:
    if "a1-b2" in test:  # the other legal move is missing as well, or nothing else is said
        report = proved(f"  - {test}\n").report
        found = next(one for one in report if one.span and one.span.text == marked)
    else:
        found = only(f"  - {test}\n")
    assert found.code == code
    assert found.span is not None
    assert found.span.text == marked
    assert found.help


def test_a_legal_move_that_is_not_listed() -> None:
    found = only("  - moves: [a1-a2]\n")
    assert found.message == '"a1-b1" is legal too.'
    assert found.span is not None
    assert found.span.text == "moves"


def test_a_move_that_should_be_legal_gets_its_reason() -> None:
    found = only("  - also: [a1-b2]\n")
    assert found.help == 'walk a1-b2: "step $ways to empty" does not lead from a1 to b2'
    assert [note.span.text for note in found.notes] == ["step $ways to empty"]


def test_long_counts_are_left_out() -> None:
    tests = "  - perft: [2, 4, 1000000]\n"
    proof = proved(tests, Effort(games=0, leaves=100))
    assert list(proof.report) == []
    assert len(proof.skipped) == 1
    assert "from depth 3 on" in proof.skipped[0]
    assert proof.summary == "1 test, 0 random games, 0 moves; 1 long count left out (--deep runs them)"
    deep = proved(tests, Effort(games=0, leaves=None, perft_seconds=None))
    assert [found.code for found in deep.report] == ["test-perft"]
    assert deep.skipped == []


def test_counts_go_on_as_long_as_they_may() -> None:
    state = rulewright.load("tictactoe", engine="reference").start()
    assert perft_while(state, 3, lambda: True) == (504, True)
    asked = iter(range(20))
    found, whole = perft_while(state, 3, lambda: next(asked) < 5)
    assert not whole
    assert 0 < found < 504


@pytest.mark.parametrize(
    ("found", "told"), [(3, ""), (4, ""), (5, "4 ways to play 2 moves are expected, but there are more.")]
)
def test_a_file_that_expects_far_fewer_ways_than_there_are_takes_no_longer(
    found: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `perft: [25200, 1]` 635 million were counted: what there is to count was judged by what was expected."""
    monkeypatch.setattr("rulewright.proving.cases.perft_while", lambda *_: (found, False))
    proof = proved("  - perft: [2, 4, 5]\n")
    assert [one.message for one in proof.report] == ([told] if told else [])
    assert proof.skipped == ([] if told else ["game ways=orth: perft from depth 2 on"])


def test_a_file_with_mistakes_is_not_played() -> None:
    compilation = Pipeline.of_text("game: [")
    assert prove(compilation).summary == ""


def test_distinct_routes() -> None:
    text = """\
game: Two Ways Round
players: [white, black]
board: {tiling: square, size: 2x2}
pieces:
  man: {letter: m}
setup:
  white man: [a1]
actions:
  walk: {move: mine, path: step orth to empty}
turn: walk then walk
stuck: draw
limit: {turns: 4, result: draw}
tests:
  - perft: [1]
  - {distinct: route, perft: [2]}
"""
    # From a1 over a2 or over b1 to b2: one move, two routes. Back to a1 would change nothing.
    compilation = Pipeline.of_text(text)
    assert list(prove(compilation, NO_PLAY).report) == []

"""Turns that are counted without a trial: every sort of way that an attack can go, held against the list of moves."""

from __future__ import annotations

import pytest

from rulewright.game import Game, load
from rulewright.headless.perft import perft
from rulewright.native.compiler import Compiler
from tests.native.test_counting import differences

GAME = """\
game: Quiet
players: {{white: {{forward: n}}, black: {{forward: s}}}}
board: {{tiling: square, size: 5x6}}
pieces:
  king:    {{letter: k, move: step any to goal}}
  pawn:    {{letter: p, move: step forward to goal}}
  rover:   {{letter: x, move: "{path}"}}
  ranger:  {{letter: y, move: "{other}"}}
regions:
  last: {{white: row 6, black: row 1}}
  edge: columns 1..1
setup:
  board: |
    x . k x .
    p p . y .
    . . . . y
    . y . . .
    . P . Y P
    . X K . X
define:
  goal: empty or enemy
  other: piece not in rover
actions:
  move: {{move: mine, path: its move{do}}}
turn: move
must: {must}
stuck: draw
limit: {{turns: 300, result: draw}}
"""
SAFE = "no my king attacked by enemy"

WAYS = {
    "slides": "slide any to goal",
    "takes over one piece": "slide orth to empty | slide orth over 0.. empty + piece + 0.. empty to enemy",
    "over two pieces": "step diag to goal | slide any over 0.. empty + piece + 0.. empty + piece + 0.. empty to goal",
    "over all but its like": "step diag to empty | slide orth over 0.. empty + other + 0.. empty to goal",
    "over any number of enemies": "step any to empty | slide any over 0.. enemy to goal",
    "over whatever there is": "slide diag over 0.. anywhere to goal",
    "bent": "step orth as d to empty then step beside(d) to goal",
    "bent twice": "step orth as d to empty then step beside(d) as slant to empty then step slant to goal",
    "bent over pieces": "step any to empty | step orth as d to piece then step beside(d) to goal",
    "jumps over nothing": "step any to empty | jump any over empty to goal",
    "jumps over a piece": "step any to empty | jump any over piece to goal",
    "at least two apart": "step any to empty | slide any over 1.. empty to goal",
    "leaps": "leap 1x2 to goal",
    "only from the edge": "step any to empty | slide any to goal if origin in edge",
}


def game(path: str, other: str = "step diag to goal", must: str = SAFE, do: str = "") -> Game:
    return load(GAME.format(path=path, other=other, must=must, do=do))


def is_served(made: Game) -> bool:
    return "quiet_turns" in Compiler(made._engine).plan.strategies


@pytest.mark.parametrize("number", range(0, len(WAYS), 2))
def test_ways_of_attacks(number: int) -> None:
    """Two sorts in a game: as many as can be told from each other if they fail."""
    path, other = list(WAYS.values())[number : number + 2]
    made = game(path, other)
    assert is_served(made)
    assert not differences(made)


@pytest.mark.parametrize(
    ("do", "must"),
    [
        (", do: set it to rover if it is pawn in my last", SAFE),
        (", do: may set it to rover if it is pawn and (origin in edge or target in my last)", SAFE),
        (", do: set it to king or rover if it is pawn in my last", SAFE),
        ("", f"{SAFE} and no my pawn in my last"),
        ("", "no my rover in edge"),
    ],
)
def test_what_else_a_turn_can_do(do: str, must: str) -> None:
    made = game(WAYS["takes over one piece"], WAYS["slides"], must, do)
    assert is_served(made)
    assert not differences(made)


@pytest.mark.parametrize(
    ("path", "do", "must"),
    [
        (WAYS["slides"], ", do: set it to rover if it is pawn", "count my king <= 2"),
        (WAYS["slides"], ", do: remove my pawn next to target", SAFE),
        ("step any to goal | repeat 1..3 (step orth to empty) then step orth to goal", "", SAFE),
        ("slide any to goal if count piece < 9", "", SAFE),
    ],
)
def test_where_anything_may_matter_all_is_tried(path: str, do: str, must: str) -> None:
    made = game(path, must=must, do=do)
    assert not is_served(made)
    assert not differences(made)


@pytest.mark.parametrize(
    ("name", "depth", "published"),
    [("kiwipete", 3, 97862), ("position 3", 4, 43238), ("position 4", 4, 422333), ("position 5", 3, 62379)],
)
def test_pins_and_checks_of_chess(name: str, depth: int, published: int) -> None:
    """Numbers of chessprogramming.org, "Perft Results", deeper than the file of the game goes."""
    chess = load("chess")
    case = next(case for case in chess.rules.tests if (case.name or "").startswith(name))
    assert perft(chess._position_of(case), depth) == published

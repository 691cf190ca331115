"""Alpha-beta on both engines."""

from __future__ import annotations

from random import Random

import pytest

import rulewright
from rulewright.engine_choice import EngineName
from rulewright.players.alphabeta import AlphaBeta
from rulewright.players.player import Opinion
from tests.search.positions import ENGINES, played

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.usefixtures("hasty_judges")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_win_in_one_is_played(engine: str) -> None:
    opinion = AlphaBeta(depth=3).choose(played("connect_four", "a", "b", "a", "b", "a", "b", engine=engine), 1)
    assert (opinion.move.text, opinion.proof) == ("a", "win")
    assert opinion.values == (1.0, 0.0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_win_in_two_is_found(engine: str) -> None:
    # Two in the bottom row, open at both ends: a third beside them cannot be stopped any more.
    state = played("connect_four", "c", "c", "d", "d", engine=engine)
    opinion = AlphaBeta(depth=3).choose(state, 1)
    assert opinion.proof == "win"
    assert opinion.move.text in ("b", "e")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_loss_is_seen(engine: str) -> None:
    state = played("connect_four", "d", "d", "e", "e", "c", engine=engine)
    assert AlphaBeta(depth=2).choose(state, 1).proof == "loss"


TWELVE = """
game: Twelve
players: [white, black]
board: {tiling: square, size: 3x1}
pieces: {stone: {each: 2, letter: o}}
setup: {hand: all}
vars:
  rolled: {range: 0..12}
actions:
  put: {place: stone, to: empty}
  roll:
    with: {a: 1..6, b: 1..6}
    do: rolled = a + b
turn: put then chance roll
end:
  - lose if rolled = 12
  - win if rolled > 0
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_likely_is_not_proven(engine: EngineName) -> None:
    assert AlphaBeta(depth=3).choose(rulewright.load(TWELVE, engine=engine).start(), 1).proof is None
    certain = TWELVE.replace("lose if rolled = 12", "win if rolled = 12")
    assert AlphaBeta(depth=3).choose(rulewright.load(certain, engine=engine).start(), 1).proof == "win"


def test_tic_tac_toe_is_a_draw() -> None:
    opinion = AlphaBeta(depth=9).choose(played("tictactoe"), 1)
    assert opinion.values == (0.5, 0.5)
    assert len(opinion.line) == 9


def test_depth_gives_the_same_choice_again() -> None:
    state = played("breakthrough")
    player = AlphaBeta(depth=4)
    assert player.choose(state, 1).candidates == player.choose(state, 2).candidates


@pytest.mark.parametrize("game", ["backgammon", "ur", "abalone_for_three", "go", "hive", "kalah", "hex", "chess"])
def test_moves_are_legal(game: str) -> None:
    state = rulewright.load(game).start()
    player = AlphaBeta(depth=1 if game == "backgammon" else 2)
    for decision in range(5):
        if state.is_chance:
            state.push(state.legal_moves[decision % len(state.legal_moves)])
            continue
        opinion = player.choose(state, decision)
        assert opinion.move in state.legal_moves
        assert opinion.line[0] == opinion.move
        state.push(opinion.move)


def test_it_stops_when_it_is_told_to() -> None:
    heard: list[Opinion] = []
    opinion = AlphaBeta(time=600).choose(played("hex"), 1, lambda: True, heard.append)
    assert opinion.depth >= 1
    assert opinion.move in played("hex").legal_moves


@pytest.mark.parametrize(
    ("game", "plies", "depth"),
    [("amazons", 46, 2), ("english_draughts", 14, 3), ("tictactoe", 2, 3), ("tak", 14, 2), ("backgammon", 4, 2),
     ("dvonn", 70, 2), ("othello", 20, 3)],
)  # fmt: skip
def test_decisions_lead_to_the_same_values_as_turns(game: str, plies: int, depth: int) -> None:
    """Only whole turns are judged and cost depth, so what is best is worth as much, whatever is gone into first."""
    state, random = rulewright.load(game).start(), Random(plies)
    for _ in range(plies):
        state.push(random.choice(state.legal_moves))
    found = []
    for by in ("turns", "decisions"):
        player = AlphaBeta(depth=depth, by=by)
        opinion = player.choose(state, 1)
        assert player._search is not None
        assert player._search.by_decisions is (by == "decisions")
        found.append((player._search.value, opinion.proof, opinion.depth))
    assert found[0] == found[1]


@pytest.mark.rest
def test_a_root_with_very_many_moves() -> None:
    """Connect6 has 64,620 of them; what is found of each is not written over the list of moves."""
    state = rulewright.load("connect6").start("j10")
    assert len(state.legal_moves) > 1 << 14
    opinion = rulewright.player("alphabeta:depth=1").choose(state, seed=1)
    assert opinion.move in set(state.legal_moves)
    assert opinion.depth == 1

"""A position with too many turns: both engines say so in the same way, and are as they were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.errors import TooLarge
from rulewright.source.limits import LIMITS

from .engines import both

_GAME = """
game: Say a number
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: s}}
setup: {white stone: [a1]}
vars: {said: {range: 0..200}}
actions:
  say: {with: {number: 1..200}, if: me = black or number <= 5, do: said = number}
turn: say
"""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = replace(LIMITS, turns=replace(LIMITS.turns, value=100))
    for module in ("reference.exploring.LIMITS", "native.lower.movegen.MOST"):
        monkeypatch.setattr(f"rulewright.{module}", limits)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_both_engines_refuse_what_is_too_large(engine: int) -> None:
    game = both(_GAME)[engine]
    state = game.start()
    state.push(state.legal_moves[2])
    with pytest.raises(TooLarge, match="Say a number: in turn 2 there are more than 100 turns of one position"):
        len(state.legal_moves)
    with pytest.raises(TooLarge):
        state._node.turns()
    # What is left is a state like any other.
    assert state.player == "black"
    assert [move.text for move in state.history] == ["say:3"]
    state.pop()
    assert len(state.legal_moves) == 5


def test_without_the_bound_it_is_a_game_like_any_other() -> None:
    for game in both(_GAME):
        state = game.start()
        state.push(state.legal_moves[2])
        assert len(state.legal_moves) == 199  # what was said cannot be said again

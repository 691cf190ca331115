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


_ROUND = """
game: Round and round
players: [south, north]
board: {{sites: p1..p{sites}, tracks: {{ring: {{closed: yes, sites: p1..p{sites}}}}}}}
pieces: {{bean: {{owner: none, letter: b}}}}
stack: 25
setup: {{bean: {{{beans}}}}}
actions:
  sow: {{pick: p1, do: sow target along ring}}
  again: {{pick: last_sown, do: sow target along ring, say: ""}}
turn: sow then repeat (again) while (last_sown with height >= 2)
stuck: lose
"""


def _round(*beans: int) -> str:
    laid = ", ".join(f"p{number}: {amount}" for number, amount in enumerate(beans, 1) if amount)
    return _ROUND.format(sites=len(beans), beans=laid)


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_a_relay_without_end(engine: int) -> None:
    """A short one comes back to where it was, which is no way to end a turn (D66); a long one (12,672 laps) is told."""
    short = both(_round(2, 0, 1))[engine].start()
    assert not short.legal_moves
    assert str(short.outcome) == "north wins"
    state = both(_round(2, 5, 1, 5, 2, 5, 4, 1))[engine].start()
    with pytest.raises(TooLarge, match='more than 4,000 parts of one turn; most of it is done by the action "again"'):
        len(state.legal_moves)

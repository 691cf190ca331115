"""Decisions on the native engine alone: random games, stepping, and work that has an end."""

from __future__ import annotations

from contextlib import suppress

import pytest

from rulewright.errors import OutOfRoom
from rulewright.game import load_with
from rulewright.native.decisions.stepping import Stepping
from rulewright.native.engine import NativeEngine

FILL = """
game: Fill
players: [white, black]
board: {tiling: square, size: 12x1}
pieces: {stone: {letter: o}}
actions:
  drop: {place: my stone, to: empty}
turn: repeat 12 (drop)
stuck: draw
"""

RELAY = """
game: Relay
players: [south, north]
board:
  sites: p1..p16
  tracks: {ring: {closed: yes, sites: p1..p16}}
pieces:
  seed: {owner: none, letter: "."}
stack: 60
setup:
  seed: {p1: 4, p2: 1, p3: 2, p4: 3, p5: 4, p6: 12, p8: 1, p10: 8, p11: 11, p12: 6, p13: 1, p14: 4, p16: 3}
actions:
  sow: {pick: p14, do: sow target along ring}
  lap: {pick: last_sown, do: sow target along ring, say: ""}
turn: sow then repeat (lap) while (last_sown with height >= 2)
stuck: lose
"""


def native(game: str) -> NativeEngine:
    found = load_with(game, {}, engine="native")._engines.native()
    assert found is not None
    return found


def test_random_games_have_as_many_decisions_as_turns_ask_for() -> None:
    """Tic-tac-toe: five to nine turns of one decision each. Breakthrough: a piece, a place."""
    engine = native("tictactoe")
    decisions, plies, _ = engine.decisions.playouts(engine.snapshot(engine.engine.start()), 500, 1)
    assert decisions == plies
    assert 5 * 500 <= plies <= 9 * 500
    engine = native("breakthrough")
    decisions, plies, _ = engine.decisions.playouts(engine.snapshot(engine.engine.start()), 20, 1)
    assert decisions == 2 * plies


def test_random_games_by_decisions_are_those_of_the_block() -> None:
    """Stepping to the end by hand, everything that a game can be asked is there."""
    engine = native("othello")
    stepping, turns = Stepping(engine.decisions, engine.snapshot(engine.engine.start())), 0
    while stepping.numbers:
        turns += stepping.choose(stepping.numbers[turns % len(stepping.numbers)])
    assert stepping.is_over
    assert stepping.result is not None
    assert stepping.position.ply == turns + 1


def test_twelve_free_placements_are_decided_one_by_one() -> None:
    """There are 12! orders; each decision looks at what is left and no further."""
    engine = native(FILL)
    offer = engine.decisions.begin(engine.snapshot(engine.engine.start()))
    for left in range(12, 0, -1):
        assert len(offer.numbers) == left
        offer = engine.decisions.choose(offer, offer.numbers[left // 2])
    assert offer.played is not None


@pytest.mark.parametrize("text", [RELAY, FILL.replace("stuck", "must: (count my stone) = 13\nstuck")])
def test_work_has_an_end(text: str) -> None:
    """A turn that goes round and round, and one that no order makes legal: what was looked at so far tells nothing."""
    engine = native(text)
    with suppress(OutOfRoom):  # the reference engine takes over
        assert engine.decisions.begin(engine.snapshot(engine.engine.start())).numbers == ()


def test_what_is_not_offered_cannot_be_chosen() -> None:
    engine = native("tictactoe")
    offer = engine.decisions.begin(engine.snapshot(engine.engine.start()))
    with pytest.raises(ValueError, match="decision 99 is not offered"):
        engine.decisions.choose(offer, 99)

"""Players who come to positions that are too large come to an end: with a move, or with the error that says so.

A judge learned from random games, and played on for ever where nobody can: not even Ctrl-C ended it.
"""

from __future__ import annotations

from threading import Thread

import pytest

pytest.importorskip("llvmlite")

import rulewright
from rulewright.errors import TooLarge
from rulewright.game import Game
from rulewright.native.search import evaluation_store
from rulewright.players.spec import player

# The first turn is like any other, the second one asks each site about each other one.
_LATER = """
game: Later
players: [x, o]
board: {tiling: square, size: 30x30}
pieces: {mark: {letter: x}}
setup: {x mark: [a1], o mark: [b1]}
vars: {made: {range: 0..9}}
actions:
  lay: {place: my mark, to: c1 or d1 or e1, if: made < 1, do: made += 1}
  ask: {place: my mark, to: empty where (some (empty where (some (empty where (row(it) > 70))))), if: made > 0}
turn: lay else ask
stuck: draw
"""


_ONCE = "some (empty where (row(it) > 70))"


@pytest.fixture
def later() -> Game:
    return rulewright.load(_LATER, engine="native", limits={"steps": 100_000})


@pytest.mark.parametrize(
    "spec",
    [
        "mcts:playouts=20",
        "mcts:time=0.1",
        "alphabeta:depth=3",
        "greedy",
        pytest.param("mcts:playouts=20,by=decisions", marks=pytest.mark.rest),
    ],
)
def test_players_come_to_an_end(later: Game, spec: str) -> None:
    said: list[str] = []

    def choose() -> None:
        try:
            said.append(player(spec).choose(later.start(), 1).move.text)
        except TooLarge as error:
            said.append(error.why)

    thread = Thread(target=choose, daemon=True)
    thread.start()
    thread.join(120)
    assert len(said) == 1
    assert said[0] in ("c1", "d1", "e1") or "in turn 2 there are more than 100,000 steps" in said[0]


@pytest.mark.rest
def test_where_lists_are_dear_less_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of the second turn takes four million steps, and there would be a million and a half of them."""
    dear = _LATER.replace("30x30", "45x45").replace("some (empty where (some (empty where (row(it) > 70))))", _ONCE)
    native = rulewright.load(dear, engine="native")._engines.sampling()
    assert native is not None
    native.prepare_playouts()
    monkeypatch.setattr(evaluation_store, "_STEPS", 100_000_000)
    judge = evaluation_store.Judge(native)
    assert judge.learn_all(native, evaluation_store.Bound())
    assert judge.plies < 300

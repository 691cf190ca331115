"""Players who come to positions that are too large come to an end: with a move, or with the error that says so.

A judge learned from random games, and played on for ever where nobody can: not even Ctrl-C ended it.
"""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest

pytest.importorskip("llvmlite")

import rulewright
from rulewright.errors import TooLarge
from rulewright.game import Game
from rulewright.native.search import evaluation_store
from rulewright.native.search.arena import AT
from rulewright.native.search.tree import Tree
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
    monkeypatch.setattr(evaluation_store, "_STEPS_RANDOM", 50_000_000)
    monkeypatch.setattr(evaluation_store, "_STEPS", 100_000_000)
    judge = _learnt(rulewright.load(dear, engine="native"))
    assert judge.plies < 300


_WIDE = """
game: Wide
players: [x, o]
board: {tiling: square, size: 20x20}
pieces: {mark: {letter: x}}
actions:
  lay: {place: my mark, to: empty where (some (empty where (row(it) > 19)))}
turn: lay
stuck: draw
"""


def test_a_game_that_takes_too_many_steps_is_not_played_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who learns stops within a game: of a connection game on 60x60 one took ten seconds."""
    counting = 20_000_000
    monkeypatch.setattr(evaluation_store, "_STEPS_COUNTING", counting)
    monkeypatch.setattr(evaluation_store, "_STEPS_RANDOM", 2 * counting)
    monkeypatch.setattr(evaluation_store, "_STEPS", 3 * counting)
    taken: list[int] = []
    train = Tree.train

    def told(tree: Tree, *given: Any, **settings: Any) -> int:
        games = train(tree, *given, **settings)
        taken.append(tree.word(AT["steps"]))
        return games

    monkeypatch.setattr(Tree, "train", told)
    judge = _learnt(rulewright.load(_WIDE, engine="native"))
    assert judge.games == 0
    assert judge.horizon == 15
    a_look = 6 * 1_000_000  # plies and steps of a list; in the last lesson each ply has seventeen
    assert len(taken) == 3
    assert counting <= taken[0] < 2 * counting + a_look
    assert taken[1] < taken[0] + counting + a_look
    assert taken[2] < taken[1] + counting + 17 * a_look


def _learnt(game: Game) -> evaluation_store.Judge:
    native = game._engines.sampling()
    assert native is not None
    native.prepare_playouts()
    judge = evaluation_store.Judge(native)
    assert judge.learn_all(native, evaluation_store.Bound())
    return judge

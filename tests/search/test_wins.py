"""Every forced win in two moves is found, in positions that tools/make_wins.py has looked at to the end."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.game import Game
from rulewright.players.alphabeta import AlphaBeta
from rulewright.players.mcts import Mcts
from rulewright.players.player import Player
from rulewright.seats import seat_to_move
from rulewright.state import State
from tools.contests.wins import Lookout, after, wins_within
from tools.strength import SEVEN

pytest.importorskip("llvmlite")

WINS: dict[str, list[dict[str, Any]]] = {
    game: json.loads((Path(__file__).parent / "wins" / f"{game}.json").read_text(encoding="utf-8")) for game in SEVEN
}
CASES = [
    pytest.param(game, case, id=f"{game}-{number}") for game, cases in WINS.items() for number, case in enumerate(cases)
]


@cache
def _game(name: str) -> Game:
    return rulewright.load(name, engine="native")


def _state(game: str, case: dict[str, Any]) -> State:
    return _game(game).from_json(case["position"])


@pytest.mark.parametrize("game", SEVEN)
def test_there_are_eight_of_each_game(game: str) -> None:
    assert len({json.dumps(case["position"]) for case in WINS[game]}) >= 8


@pytest.mark.parametrize(("game", "case"), CASES)
def test_it_is_forced(game: str, case: dict[str, Any]) -> None:
    state, lookout = _state(game, case), Lookout()
    person = seat_to_move(state)
    assert lookout.wins_at_once(state, person) is None
    for text in case["wins"]:
        assert lookout.wins_next(after(state, state.parse(text)), person) is not None


@pytest.mark.parametrize("player", [AlphaBeta(depth=3), Mcts(playouts=1000)], ids=lambda player: player.spec)
@pytest.mark.parametrize(("game", "case"), CASES)
def test_it_is_found(player: Player, game: str, case: dict[str, Any]) -> None:
    state = _state(game, case)
    move = player.choose(state, 1).move
    # Some moves win too, but later: few enough to look at it all.
    assert move.text in case["wins"] or wins_within(after(state, move), seat_to_move(state), 2)


# The fourth ply is for games that end because somebody has no move: that is seen when the moves are looked for.
@pytest.mark.parametrize("player", [AlphaBeta(depth=4), Mcts(playouts=1000)], ids=lambda player: player.spec)
@pytest.mark.parametrize(("game", "case"), CASES)
def test_it_is_proven(player: Player, game: str, case: dict[str, Any]) -> None:
    assert player.choose(_state(game, case), 2).proof == "win"

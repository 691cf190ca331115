"""Games and positions that the tests of drawings share."""

from __future__ import annotations

from functools import cache

import pytest

import rulewright
from rulewright.analysis.pieces import NEUTRAL
from rulewright.game import Game
from rulewright.language.game_files import shipped
from rulewright.reference.game_flow import Result
from rulewright.reference.hashing import draw
from rulewright.state import State

LIBRARY = sorted(shipped())

# Each kind of board and of things on it: squares, hexagons, octagons, lines, tracks, no bounds, stacks, walls, hands.
_SAMPLE = {
    "abalone", "backgammon", "chess", "creeper", "go", "hive", "nine_mens_morris", "oware", "quoridor", "shogi",
    "surakarta", "surikata", "tak", "twixt", "zertz",
}  # fmt: skip
SAMPLE_OR_REST = [pytest.param(name, marks=[] if name in _SAMPLE else pytest.mark.rest) for name in LIBRARY]
# Names, and after how many turns: every game at the start, some of them later too, all of them later with -m rest.
AT_THE_START_AND_LATER = [
    *((name, 0) for name in LIBRARY),
    *(pytest.param(*game.values, 10, marks=game.marks) for game in SAMPLE_OR_REST),
]

# So many moves to choose from that ten turns would take the interpreter long.
FEWER_TURNS = {"quoridor": 1, "amazons": 3}


@cache
def game(name: str) -> Game:
    # Some have so many moves at the start that they are compiled sooner than those are found otherwise.
    return rulewright.load(name, engine="native" if name in FEWER_TURNS or name == "zertz" else None)


@cache
def played(name: str, turns: int) -> State:
    """A random game after so many turns (D109), the same for everybody: look, but do not touch."""
    state = game(name).start()
    for number in range(min(turns, FEWER_TURNS.get(name, turns))):
        moves = state.legal_moves
        if not len(moves):
            break
        state.push(moves[draw(1, 0, number, len(moves))])
    return state


def after(name: str, *moves: str) -> State:
    state = game(name).start()
    for move in moves:
        state.push(move)
    return state


def with_pieces(state: State, **placed: str) -> State:
    """The state with neutral pieces put on more sites (`wall="a1n b1n"`); called a draw, so that nobody seeks moves."""
    rules, position = state.game.rules, state.position.copy()
    for kind, names in placed.items():
        number = next(index for index, spec in enumerate(rules.kinds) if spec.name == kind)
        code = state.game._engine.codes.code(NEUTRAL, number, 0)
        for site in rules.board.read_sites(names):
            position.layers[rules.kinds[number].layer][site] = (code,)
    return State(state.game, position, Result(frozenset({0, 1}), True, None, None))


def sites(state: State, names: str) -> int:
    """A set of sites by their names."""
    found = 0
    for site in state.game.rules.board.read_sites(names):
        found |= 1 << site
    return found

"""Both engines play with a plain program of the same game, ply by ply: the same moves, the same ends."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import get_args

import pytest

from rulewright.engine_choice import EngineName
from rulewright.game import load_with
from rulewright.state import State
from tests.conformance.helpers import result
from tests.rulebooks.hive_positions import written
from tests.rulebooks.plain.abalone import Abalone
from tests.rulebooks.plain.common import Plain
from tests.rulebooks.plain.creeper import Creeper
from tests.rulebooks.plain.erleuchtung import Erleuchtung
from tests.rulebooks.plain.hive import Hive
from tests.rulebooks.plain.schleicher_und_huepfer import SchleicherUndHuepfer
from tests.rulebooks.plain.surikata import Surikata
from tests.rulebooks.plain.vier_kreise import VierKreise

# A game and its options, where it begins, how many games are played, and how long they may be. Half of them come in
# the normal run, the others with -m rest; the interpreter plays fewer, and half as far.
Case = tuple[str, dict[str, str], Callable[[], Plain], int, int]
GAMES: list[Case] = [
    ("abalone", {}, Abalone.start, 5, 300),
    ("creeper", {}, Creeper.start, 8, 150),
    ("erleuchtung", {}, Erleuchtung.start, 8, 200),
    ("hive", {}, Hive, 6, 80),
    ("hive", {"set": "base_mlp"}, Hive.with_pillbug, 6, 80),
    ("schleicher_und_huepfer", {}, SchleicherUndHuepfer.start, 20, 300),
    ("surikata", {}, Surikata, 40, 30),
    ("vier_kreise", {}, VierKreise, 6, 60),
]


def _texts(state: State) -> list[str]:
    """The legal moves by the sites they go over; Hive prints them otherwise, and a pass has no parts."""
    parts = written(state) if state.game.id == "hive" else []
    return parts or [move.text for move in state.legal_moves]


def _picked(moves: dict[str, Plain], eager: float, dice: random.Random) -> str:
    texts = sorted(moves)
    if dice.random() >= eager:
        return dice.choice(texts)
    best = max(moves[text].progress() for text in texts)
    return dice.choice([text for text in texts if moves[text].progress() == best])


def _play(state: State, plain: Plain, plies: int, eager: float, dice: random.Random) -> str | None:
    """One game by players who now and then do what looks best; how it ended."""
    seen = Counter([plain.key()])
    played: list[str] = []
    for _ in range(plies):
        expected = plain.result() or ("draw" if seen[plain.key()] == 3 else None)
        assert result(state) == expected, played
        if expected is not None:
            return expected
        moves = plain.moves()
        texts = _texts(state)
        assert sorted(texts) == sorted(moves), played
        assert state.player == plain.player, played
        text = _picked(moves, eager, dice)
        state.push(text)
        plain = moves[text]
        played.append(text)
        seen[plain.key()] += 1
    return None


CASES = [pytest.param(case, id="-".join([case[0], *case[1].values()])) for case in GAMES]


def _ends(case: Case, engine: EngineName, numbers: range) -> set[str | None]:
    name, options, begin, _, plies = case
    game = load_with(name, options, engine=engine)
    plies //= 2 if engine == "reference" else 1
    return {
        _play(game.start(), begin(), plies, (0.9, 0.0, 0.5)[number % 3], random.Random(f"{name} {number}"))
        for number in numbers
    }


def _first(games: int, engine: EngineName) -> int:
    """How many games are played in the normal run."""
    return max(1, games // 8) if engine == "reference" else games // 2 + 1


@pytest.mark.parametrize("engine", get_args(EngineName))
@pytest.mark.parametrize("case", CASES)
def test_the_same_game_is_played(case: Case, engine: EngineName) -> None:
    ends = _ends(case, engine, range(_first(case[3], engine)))
    assert engine == "reference" or ends != {None}, "no game came to an end"


@pytest.mark.rest
@pytest.mark.parametrize("engine", get_args(EngineName))
@pytest.mark.parametrize("case", CASES)
def test_the_same_games_are_played(case: Case, engine: EngineName) -> None:
    """More of them."""
    games = case[3] if engine == "native" else max(case[3] // 4, 2)
    _ends(case, engine, range(_first(case[3], engine), games))

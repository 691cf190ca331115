"""One game used by many threads that take turns after every few instructions, also through pickle and deepcopy."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Thread

import pytest

from rulewright import stepping
from rulewright.engine_choice import EngineName
from rulewright.game import Game, load
from rulewright.native.engine import NativeEngine

pytest.importorskip("llvmlite")

_THREADS, _LINES, _PLIES = 8, 20, 8
_WAYS: tuple[Callable[[Game], Game], ...] = (
    lambda game: game,
    copy.copy,
    copy.deepcopy,
    lambda game: pickle.loads(pickle.dumps(game)),
)


@pytest.fixture(autouse=True)
def restless() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def _line(game: Game, seed: int) -> list[tuple[str, ...]]:
    """The moves of a random game's first positions."""
    state, chance, seen = game.start(), Random(seed), list[tuple[str, ...]]()
    while state.outcome is None and len(seen) < _PLIES:
        seen.append(tuple(move.text for move in state.legal_moves))
        state.push(chance.choice(seen[-1]))
    return seen


@pytest.mark.rest
@pytest.mark.parametrize("name", ["breakthrough", "konane", "pentago", "tictactoe"])
@pytest.mark.parametrize(("engine", "games"), [("native", 1000), ("reference", 100)])
def test_threads_see_what_one_sees(name: str, engine: EngineName, games: int) -> None:
    game = load(name, engine=engine)
    alone = [_line(game, seed) for seed in range(_LINES)]

    def differs(number: int) -> bool:
        way, seed = _WAYS[number % len(_WAYS)], number % _LINES
        return _line(way(game), seed) != alone[seed]

    with ThreadPoolExecutor(_THREADS) as threads:
        assert not any(threads.map(differs, range(games)))


def test_what_nodes_have_the_address_of_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads came at the same time: what the first had made was gone, and its nodes pointed to nothing."""
    native = load("tictactoe", engine="native")._engines.native()
    assert native is not None
    made, found = list[stepping.Steps](), list[bytes | None]()
    other = Thread(target=lambda: found.append(stepping.steps_of(native)))

    class Slow(stepping.Steps):
        def __init__(self, native: NativeEngine) -> None:
            made.append(self)
            if len(made) == 1:
                other.start()
                other.join(0.3)  # it has to wait for us; without a lock it comes to its end
            super().__init__(native)

    monkeypatch.setattr(stepping, "Steps", Slow)
    native.fast_steps = None
    found.append(stepping.steps_of(native))
    other.join()
    assert len(made) == 1
    assert found[0] == found[1]

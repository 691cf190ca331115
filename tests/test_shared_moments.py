"""Copies of a state share its moments, also between threads: whatever one forgets, another may be reading just then."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

import pytest

import rulewright
from rulewright import node as moments
from rulewright.game import Game
from rulewright.state import State

ASKED: dict[str, Callable[[State], object]] = {
    "push a text": lambda state: state.push("b2"),
    "push a move": lambda state: state.push(state.legal_moves[4]),
    "moves": lambda state: [move.text for move in state.legal_moves],
    "one move": lambda state: state.legal_moves[4].text,
    "keys": lambda state: [move.key for move in state.legal_moves],
    "turns": lambda state: len(state._node.turns()),
    "matching": lambda state: [move.text for move in state.matching("B2")],
    "so far": lambda state: len(state._node.so_far()[1]),
    "weights": lambda state: state.weights,
}


OFTEN = 3


@pytest.fixture(scope="module", params=["reference", "native"])
def game(request: pytest.FixtureRequest) -> Game:
    if request.param == "native":
        pytest.importorskip("llvmlite")
    return rulewright.load("tictactoe", engine=request.param)


@contextmanager
def _between(step: int, act: Callable[[], object]) -> Iterator[list[int]]:
    """Does something just before one line of the module of moments is run, as another thread might.

    Each line counts so often, and not as often as there are moves.
    """
    steps = [0]
    seen: Counter[tuple[CodeType, int]] = Counter()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != moments.__file__:
            return None
        if event == "line":
            place = frame.f_code, frame.f_lineno
            seen[place] += 1
            if seen[place] <= OFTEN:
                if steps[0] == step:
                    act()
                steps[0] += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield steps
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("warm", [False, True])
def test_a_copy_plays_on_at_any_time(game: Game, what: str, warm: bool) -> None:
    """The moment of a state is forgotten before each line in turn; the answer is always the same."""
    ask, step, steps = ASKED[what], 0, [1]
    expected = ask(game.start())
    while step < steps[0]:
        state = game.start()
        if warm:
            _ = [(move.key, move.text) for move in state.legal_moves]
        with _between(step, state._node.forget) as steps:
            found = ask(state)
        assert found == expected, f"forgotten before line {step}"
        step += 1
    assert step > 1  # the module was traced


def test_blocks_are_borrowed_one_by_one() -> None:
    """Who finds the last spare block taken makes a new one."""
    pytest.importorskip("llvmlite")
    native = rulewright.load("tictactoe", engine="native")._engines.native()
    assert native is not None

    class Taken(list[Any]):
        def __bool__(self) -> bool:  # another thread has just taken it
            self.clear()
            return True

    native._spare = Taken([native.new_block()])
    assert native.borrow() is not None


def test_many_copies_in_threads(game: Game) -> None:
    start, problems = game.start(), []

    def play() -> None:
        try:
            for text in ("a1", "b2", "c3") * 20:
                start.copy().push(text)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems

"""A stepper beside turns of the reference engine: the same decisions, positions, chances and ends."""

from __future__ import annotations

import gc
import random
import sys

import pytest

import rulewright
from rulewright import stepping
from rulewright.language.game_files import shipped
from rulewright.native.codegen.stepper_calls import STEPPER
from rulewright.native.decisions.stepping import Stepping
from rulewright.stepper import Stepper

pytest.importorskip("llvmlite")

# One decision a turn; two; repetition; chance and segments; an unbounded board; forced passes; scores; long turns.
GAMES = ("connect_four", "breakthrough", "chess", "backgammon", "hive", "othello", "kalah", "amazons")


def followed(name: str, decisions: int, seed: int = 1) -> Stepper:
    """Random decisions on both engines, compared one by one."""
    game, numbers = rulewright.load(name, engine="reference"), random.Random(seed)
    state = game.start()
    turn = state.turn()
    stepper = rulewright.load(name, engine="native").start().stepper()
    for _ in range(decisions):
        assert stepper.numbers == turn.numbers
        assert stepper.is_over == (not turn.numbers)
        if stepper.is_over:
            break
        assert stepper.is_chance == state.is_chance
        assert stepper.weights == turn.weights
        assert stepper.path == turn._progress[-1].path
        chosen = numbers.choice(turn.numbers)
        turn.choose(chosen)
        stepper.choose(chosen)
        if turn.is_complete:
            state.push(turn)
            turn = state.turn()
            assert stepper.state == state
            assert stepper.player == state.player
    assert (stepper.outcome is None) == (state.outcome is None)
    if state.outcome is not None and stepper.outcome is not None:
        assert stepper.outcome.winners == state.outcome.winners
        assert stepper.outcome.scores == state.outcome.scores
    return stepper


@pytest.mark.parametrize("name", GAMES)
def test_a_stepper_decides_as_turns_do(name: str) -> None:
    assert isinstance(followed(name, 40)._inside, Stepping)


@pytest.mark.parametrize("seed", range(3))
def test_a_stepper_comes_to_the_end(seed: int) -> None:
    stepper = followed("tictactoe", 20, seed)
    assert stepper.is_over
    assert stepper.numbers == ()


@pytest.mark.rest
@pytest.mark.parametrize("name", shipped())
def test_a_stepper_of_every_game(name: str) -> None:
    followed(name, 12)


def test_it_begins_again() -> None:
    for name in ("connect_four", "chess"):  # chess remembers earlier positions
        game = rulewright.load(name, engine="native")
        begun = game.start()
        begun.push(begun.legal_moves[0])
        stepper = begun.stepper()
        first = stepper.numbers
        for _ in range(3):
            for _ in range(9):
                stepper.choose(stepper.numbers[0])
            stepper.reset()
            assert stepper.numbers == first
            assert stepper.state == begun


def test_what_is_not_offered_is_told() -> None:
    stepper = rulewright.load("tictactoe", engine="native").start().stepper()
    for wrong in (99, -1, 10**30, True, None, "b2", 1.0):
        with pytest.raises(rulewright.IllegalMove, match="cannot be decided here; there is 0, 1, 2, 3, 4, 5, 6, 7, …"):
            stepper.choose(wrong)  # type: ignore[arg-type]
    assert len(stepper.numbers) == 9
    while stepper.numbers:
        stepper.choose(stepper.numbers[0])
    with pytest.raises(rulewright.IllegalMove, match='"0" cannot be decided here; the game is over'):
        stepper.choose(0)
    assert repr(stepper) == "<Stepper of Tic-Tac-Toe, turn 8>"


def test_a_position_without_room_is_told_until_it_begins_again() -> None:
    stepper = rulewright.load("tictactoe", engine="native").start().stepper()
    assert isinstance(stepper._inside, Stepping)
    stepper._inside.words[STEPPER.index("over")] = 2  # as machine code says it
    for ask in (lambda: stepper.numbers, lambda: stepper.is_over, lambda: stepper.choose(0), lambda: stepper.outcome):
        with pytest.raises(OverflowError, match="more to decide than a stepper has room for: reset it"):
            ask()
    stepper.reset()
    assert len(stepper.numbers) == 9


def test_games_without_native_decisions_step_too() -> None:
    stepper = rulewright.load("tictactoe", engine="reference").start().stepper()
    assert not isinstance(stepper._inside, Stepping)
    while not stepper.is_over:
        stepper.choose(stepper.numbers[-1])
    assert stepper.outcome is not None
    stepper.reset()
    assert stepper.outcome is None
    with pytest.raises(rulewright.IllegalMove):
        stepper.choose(99)


@pytest.mark.skipif(not stepping.is_possible(), reason="this Python has no such methods")
def test_what_chance_decides_is_weighed_without_python() -> None:
    """A roll of two dice: 36 ways to begin, then each face as likely as the other."""
    stepper = rulewright.load("backgammon", engine="native").start().stepper()
    for name in ("is_chance", "weights"):
        assert type(Stepper.__dict__[name]).__name__ == "getset_descriptor"
    for _ in range(3):
        while not stepper.is_chance:
            stepper.choose(stepper.numbers[-1])
        numbers, weights = stepper.numbers, stepper.weights
        inside = stepper._inside
        assert isinstance(inside, Stepping)
        assert weights == inside.weights
        assert stepper.numbers == numbers == inside.numbers
        before = sys.getallocatedblocks(), sys.getrefcount(weights[0]), sys.getrefcount(True)
        for _ in range(1000):
            _ = stepper.weights, stepper.numbers, stepper.is_chance
        after = sys.getallocatedblocks(), sys.getrefcount(weights[0]), sys.getrefcount(True)
        assert all(abs(now - then) < 100 for now, then in zip(after, before, strict=True))
        stepper.choose(numbers[-1])


@pytest.mark.skipif(not stepping.is_possible(), reason="this Python has no such methods")
def test_nothing_is_leaked() -> None:
    stepper = rulewright.load("connect_four", engine="native").start().stepper()
    assert stepper._context is not None
    assert type(Stepper.__dict__["choose"]).__name__ == "method_descriptor"
    numbers = random.Random(1)

    def play() -> None:
        stepper.reset()
        while not stepper.is_over:
            stepper.choose(numbers.choice(stepper.numbers))

    play()
    gc.collect()
    before = sys.getrefcount(None), sys.getrefcount(False), sys.getrefcount(stepper), sys.getallocatedblocks()
    for _ in range(100):
        play()
    gc.collect()
    after = sys.getrefcount(None), sys.getrefcount(False), sys.getrefcount(stepper), sys.getallocatedblocks()
    assert all(abs(now - then) < 200 for now, then in zip(after, before, strict=True))

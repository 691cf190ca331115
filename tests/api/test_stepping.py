"""Built-in methods of states beside those in Python: the same moves, positions, hashes and ends."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import sys
import threading
import weakref

import pytest

import rulewright
from rulewright import stepping
from rulewright.language.game_files import shipped
from rulewright.moves import LegalMoves, Move
from rulewright.native.codegen.python_calls import CONTEXT
from rulewright.native.codegen.python_history import MOST_NOTED
from rulewright.native.engine import Snapshot
from rulewright.node import Node
from rulewright.state import State

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.skipif(not stepping.is_possible(), reason="this Python has no such methods")

# Decisions instead of lists; lists; repetition; chance and segments; an unbounded board; forced passes; scores.
GAMES = ("connect_four", "othello", "hex", "chess", "backgammon", "hive", "kalah")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Built-in methods from the first position on."""
    monkeypatch.setattr("rulewright.native.engine.MANY", 0)


def loaded(name: str) -> rulewright.Game:
    return rulewright.load(name, engine="native")


def is_built_in(state: State) -> bool:
    return state._node._steps is not None and type(State.__dict__["push"]).__name__ == "method_descriptor"


@pytest.mark.parametrize("name", GAMES)
def test_built_in_methods_play_as_the_interpreter_does(name: str) -> None:
    follow(name)


@pytest.mark.parametrize("name", ["breakthrough", "nine_mens_morris", "english_draughts"])
def test_moves_that_are_played_without_a_list_are_those_of_the_interpreter(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping, "OFTEN", 1)
    game = follow(name)
    steps = game._engines._native.fast_steps if game._engines._native is not None else None
    assert isinstance(steps, stepping.Steps)
    assert steps._words[CONTEXT.index("kth")]


def follow(name: str) -> rulewright.Game:
    """The reference engine follows move by move; states go back, and copies go their own way, on the way."""
    game, plain = loaded(name), rulewright.load(name, engine="reference")
    numbers, state, other = random.Random(1), game.start(), plain.start()
    kept: list[tuple[State, int]] = []
    for turn in range(14):
        if state.outcome is not None:
            break
        moves = state.legal_moves
        assert [move.key for move in moves[:]] == [move.key for move in other.legal_moves]
        assert (state.is_chance, state.weights) == (other.is_chance, other.weights)
        index = numbers.randrange(len(moves))
        kept.append((state.copy(), hash(state)))
        if turn % 3 == 0:
            state.push(moves[numbers.randrange(len(moves))])  # somewhere else, and back
            hash(state)
            state.pop()
        state.push(moves[index])
        other.push(other.legal_moves[index])
        assert turn < 2 or is_built_in(state)
        assert hash(state) == hash(other)
        assert _told(state.outcome) == _told(other.outcome)
        assert state.player == other.player
    assert state.position.exact() == other.position.exact()
    assert state.position.history == other.position.history
    assert [move.text for move in state.history] == [move.text for move in other.history]
    for before, hashed in kept:
        assert hash(before) == hashed
    return game


@pytest.mark.rest
@pytest.mark.parametrize("name", shipped())
def test_built_in_methods_of_every_game_lead_where_the_list_leads(name: str) -> None:
    state, numbers = loaded(name).start(), random.Random(5)
    for _ in range(25):
        if state.outcome is not None:
            break
        moves = state.legal_moves
        assert len(moves) == state._node._native_made().count(state._node._made_snapshot())[0]
        move = moves[numbers.randrange(len(moves))]
        there = State._at(state._node.after(move._index))
        state.push(move)
        assert (hash(state), state.outcome) == (hash(there), there.outcome)
        assert state.is_alike(there)


@pytest.mark.rest
def test_positions_of_long_play_are_remembered_where_they_must_not_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The filter of the history is made anew after a thousand positions, and holds those of a state one jumps to."""
    monkeypatch.setattr(stepping, "OFTEN", 1)
    game, numbers, kept = rulewright.load("go", engine="native", size=5), random.Random(6), list[State]()
    pushed = forbidden = 0
    while pushed < 2 * MOST_NOTED:
        state = game.start() if len(kept) < 5 else numbers.choice(kept).copy()
        while state.outcome is None and state.ply < 90:
            moves = state.legal_moves
            listed, _ = state._node._native_made().count(state._node._made_snapshot())
            assert len(moves) == listed
            if numbers.random() < 0.05:
                forbidden += 26 - len(state.pieces()) > listed
                kept = [*kept[-20:], state.copy()]
            state.push(moves[numbers.randrange(max(1, listed - 1))])  # nobody passes as long as there is another move
            pushed += 1
    assert len(kept) > 5
    assert forbidden > 10


def _told(outcome: rulewright.Outcome | None) -> object:
    return outcome and (outcome.winners, outcome.draw, outcome.scores, outcome.rule and outcome.rule.line)


@pytest.mark.parametrize("name", ["tictactoe", "english_draughts"])
def test_games_come_to_the_same_ends(name: str) -> None:
    game, plain, numbers = loaded(name), rulewright.load(name, engine="reference"), random.Random(2)
    for _ in range(3):
        state, other = game.start(), plain.start()
        for _ in range(60):
            if state.outcome is not None:
                break
            index = numbers.randrange(len(state.legal_moves))
            state.push(state.legal_moves[index])
            other.push(other.legal_moves[index])
        assert _told(state.outcome) == _told(other.outcome)


def test_what_is_unusual_is_as_in_python() -> None:
    state = warm()
    moves = state.legal_moves
    assert isinstance(moves, LegalMoves)
    with pytest.raises(IndexError, match="there are 9 legal moves"):
        _ = moves[9]
    assert moves[-1] == moves[len(moves) - 1] == moves[:][-1]
    with pytest.raises(TypeError):
        _ = moves["a"]  # type: ignore[call-overload]
    state.push("b2")
    assert state["b2"] is not None
    with pytest.raises(rulewright.IllegalMove):
        state.push(moves[4])  # b2, of the position before
    state.push(moves[0])  # a1, of the position before: an equal move
    assert [move.text for move in state.history] == ["b2", "a1"]
    assert state.pop().text == "a1"
    with pytest.raises(TypeError):
        state.push()  # type: ignore[call-arg]
    assert repr(state.legal_moves[0]) == "<Move a1>"
    assert moves[0] in moves
    again = pickle.loads(pickle.dumps(state))
    assert (again, hash(again)) == (state, hash(state))
    assert copy.deepcopy(state) == copy.copy(state) == state
    assert State.push.__doc__
    assert State.__dict__["outcome"].__doc__


def warm() -> State:
    game = loaded("tictactoe")
    for _ in range(2):
        state = game.start()
        state.push(state.legal_moves[0])
        assert state.outcome is None
    assert is_built_in(state)
    return game.start()


def test_nothing_is_leaked() -> None:
    """References: of what every step touches, and of what it makes."""
    game = loaded("chess")

    def play(seed: int) -> None:
        numbers, state = random.Random(seed), game.start()
        for _ in range(30):
            if state.outcome is not None:
                break
            state.push(numbers.choice(state.legal_moves))
            hash(state.copy())

    def owners() -> tuple[int, ...]:
        """Each object is an owner of its class, each node of its game."""
        gc.collect()
        return tuple(map(sys.getrefcount, (None, game, Node, Snapshot, Move, LegalMoves)))

    play(1)
    before = owners()
    for _ in range(20):
        play(1)
    none, *others = (now - then for now, then in zip(owners(), before, strict=True))
    assert abs(none) < 200  # 600 moves have touched it a dozen times each
    assert all(abs(each) <= 2 for each in others)


def test_what_is_part_of_a_circle_is_found_by_the_garbage_collector() -> None:
    state = warm()
    state.push(state.legal_moves[0])
    assert not gc.is_tracked(state._node)
    moves = list(state.legal_moves)  # they know their node, and it knows them
    assert gc.is_tracked(state._node)
    before = sys.getrefcount(Node)
    del state, moves
    gc.collect()
    assert sys.getrefcount(Node) < before


def test_an_engine_goes_with_its_game() -> None:
    state = warm()
    engine = weakref.ref(state._node._native_made())
    assert engine() is not None
    del state
    gc.collect()
    assert engine() is None


def test_long_games_go_at_once() -> None:
    """Neither positions nor what is in them go one inside the other: the stack would not do."""
    game = rulewright.load(_TO_AND_FRO, engine="native")
    state, before = game.start(), sys.getrefcount(Node)
    for turn in range(4990):
        assert state.outcome is None
        state.push(state.legal_moves[turn % len(state.legal_moves)])
    assert sys.getrefcount(Node) > before + 4980
    last = state._node._snapshot
    del state
    assert sys.getrefcount(Node) < before + 5
    assert last is not None
    del last


_TO_AND_FRO = """
game: To and fro
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {man: {letter: o}}
setup: {white man: [a1], black man: [c3]}
actions: {walk: {move: my man, path: step orth to empty}}
turn: walk
end: [win if count mine = 9]
"""


def test_moves_that_somebody_holds_are_not_used_again() -> None:
    """A move, and a list of them, that were let go serve once more; those that are held stay what they are."""
    state = warm()
    held, texts = [state.legal_moves[index] for index in range(4)], ["a1", "b1", "c1", "a2"]
    lists = [state.legal_moves for _ in range(3)]
    for _ in range(3):
        state.push(state.legal_moves[len(state.legal_moves) - 1])
    assert [move.text for move in held] == texts
    assert [len(each) for each in lists] == [9] * 3
    assert [move.text for move in state.history] == ["c3", "b3", "a3"]

    class Mine(Move):
        """Somebody's own class goes as any other object."""

    mine, before = Mine((), "x"), sys.getrefcount(Mine)
    assert mine.text == "x"
    del mine
    assert sys.getrefcount(Mine) == before - 1


def test_threads_play_side_by_side() -> None:
    game = loaded("othello")
    expected = _played(game, 3)
    found: list[list[str]] = []
    crew = [threading.Thread(target=lambda: found.append(_played(game, 3))) for _ in range(4)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    assert found == [expected] * 4


def _played(game: rulewright.Game, seed: int) -> list[str]:
    numbers, state = random.Random(seed), game.start()
    for _ in range(20):
        if state.outcome is not None:
            break
        state.push(numbers.choice(state.legal_moves))
    return [move.text for move in state.history]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_plays_on() -> None:
    game = loaded("connect_four")
    expected = _played(game, 4)
    child = os.fork()
    if child == 0:
        os._exit(0 if _played(game, 4) == expected else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert _played(game, 4) == expected


def test_no_move_has_such_a_number() -> None:
    for state in (rulewright.load("tictactoe", engine="native").start(), rulewright.load("tictactoe").start("a1")):
        for number in (9, -10, 2**31, 2**63, -(2**63) - 1, 10**30):
            with pytest.raises(IndexError, match="legal moves"):
                state.legal_moves[number]
        assert state.legal_moves[-1].text == "c3"

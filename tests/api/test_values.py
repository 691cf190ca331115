"""Games, states, moves, turns and errors as values: sent, copied, compared, printed, shared by threads."""

from __future__ import annotations

import copy
import os
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.errors import AmbiguousMove, IllegalMove, InvalidGame, InvalidMove, InvalidPosition, TooLarge
from rulewright.game import Game
from rulewright.headless.random_games import random_move
from rulewright.source.limits import LIMITS
from rulewright.state import State

GAMES = ("tictactoe", "hive", "ur")  # a board without an end, and chance


def _played(name: str, moves: int = 4) -> State:
    state = rulewright.load(name, engine="reference").start()
    for number in range(moves):
        if state.outcome is None:
            state.push(random_move(state, 3, 0, number))
    return state


def _sent(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("name", GAMES)
def test_states_and_turns_are_sent_with_their_past(name: str) -> None:
    state = _played(name)
    again = _sent(state)
    assert again == state
    assert again.to_json() == state.to_json()
    assert again.history == state.history
    assert again.legal_moves == state.legal_moves
    assert again.game is state.game
    turn = state.turn()
    if turn.decisions and not turn.is_complete:
        turn.choose(turn.decisions[0])
    for other in (_sent(turn), copy.deepcopy(turn), copy.copy(turn)):
        assert other == turn
        assert [each.number for each in other.decisions] == [each.number for each in turn.decisions]
    assert _sent(state.legal_moves) == state.legal_moves


def test_moves_of_equal_states_are_equal() -> None:
    one, other = _played("tictactoe", 2), _played("tictactoe", 2)
    assert one.legal_moves == other.legal_moves == list(one.legal_moves)
    assert one.legal_moves != one.legal_moves[1:]
    one.push(_sent(other.legal_moves[0]))


def test_games_are_equal_by_their_rules() -> None:
    plain, daisy = rulewright.load("abalone"), rulewright.load("abalone", layout="belgian_daisy")
    assert plain == rulewright.load("abalone", engine="reference")
    assert hash(plain) == hash(rulewright.load("abalone"))
    assert plain != daisy
    assert plain.start() != daisy.start()
    assert _sent(daisy) == daisy
    assert copy.deepcopy(daisy) is daisy


def test_games_from_texts_and_files_are_sent(tmp_path: Path) -> None:
    text = Path(rulewright.__file__).parents[2].joinpath("games", "tictactoe.yaml").read_text(encoding="utf-8")
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    for game in (rulewright.load(text), rulewright.load(file)):
        key = game.__reduce__()
        assert key[0](*key[1]) is game
        assert _sent(game.start("a1")) == game.start("a1")
    read = rulewright.load(file)
    again, key = read.__reduce__()
    del read
    file.write_text(text.replace("3x3", "4x4").replace("tests:", "display: {}\ntests:"), encoding="utf-8")
    with pytest.raises((ValueError, InvalidGame)):  # other rules by now
        again(*key)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_state_prints_gives_it_back(name: str) -> None:
    state = _played(name)
    again = eval(repr(state), {"load": rulewright.load})
    assert again == state
    assert again.history == state.history


@pytest.mark.parametrize(
    ("game", "keys"),
    [
        ("chess", {"fen": "4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 7"}),
        ("chess", {"fen": "4k3/8/8/8/3pP3/8/8/4K3 w - - 3 9", "play": ["e1-e2"]}),
        ("hive", {"position": {"0,0": "white queen", "1,0": ["black ant", "white beetle"]}, "ply": 5}),
        ("crazyhouse", {"position": {"e1": "white king", "e8": "black king"}, "hand": {"white": {"pawn": 2}}}),
        ("nine_mens_morris", {"position": {"a1": "white"}, "to_move": "black"}),
    ],
)
def test_what_a_position_prints_gives_it_back(game: str, keys: dict[str, Any]) -> None:
    state = rulewright.load(game, engine="reference").position(**keys)
    printed = repr(state)
    assert ".position(" in printed
    assert eval(printed, {"load": rulewright.load}) == state


def test_what_a_read_state_prints_gives_it_back() -> None:
    """Its past is not told by any position."""
    state = _played("ur", 5)
    read = state.game.from_json(state.to_json())
    printed = repr(read)
    assert ".from_json(" in printed
    assert eval(printed, {"load": rulewright.load}) == read


def test_what_a_turn_prints_gives_it_back() -> None:
    turn = rulewright.load("chess", engine="reference").start().turn("e2")
    assert repr(turn) == "load('chess').start().turn('site:e2')"
    assert eval(repr(turn), {"load": rulewright.load}) == turn


def _errors() -> list[Exception]:
    found: list[Exception] = []
    game = rulewright.load("chess", engine="reference")
    for ask in (
        lambda: rulewright.load("game: Nothing\nplayers: [a]\n"),
        lambda: game.position({"z9": "white king"}),
        lambda: game.start().push("e2-e5"),
        lambda: game.start().push("hello!"),
        lambda: game.start()["e9"],
        lambda: game.from_json({}),
        lambda: rulewright.player("nobody"),
    ):
        with pytest.raises((ValueError, KeyError)) as refused:
            ask()
        found.append(refused.value)
    span = game.rules.limit.span
    return [*found, TooLarge("Chess", 3, LIMITS.tests, "a move", span), AmbiguousMove("a", "b", "c")]


def test_what_no_turn_is_can_not_be_pushed() -> None:
    state = rulewright.load("tictactoe").start()
    with pytest.raises(TypeError, match=r"a Move, its text or a Turn is pushed, not 3: the number of a decision goes"):
        state.push(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"pushed, not null$"):
        state.push(None)  # type: ignore[arg-type]


def test_errors_are_sent() -> None:
    kinds = set()
    for error in _errors():
        again = _sent(error)
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert {*vars(again)} == {*vars(error)}
        kinds.add(type(error))
    assert {InvalidGame, InvalidPosition, IllegalMove, InvalidMove, TooLarge} <= kinds


def test_outcomes_are_sent() -> None:
    state = _played("tictactoe", 9)
    assert state.outcome is not None
    again = _sent(state.outcome)
    assert (again.winners, again.draw, again.scores) == (
        state.outcome.winners, state.outcome.draw, state.outcome.scores,
    )  # fmt: skip


def count_after(state: State) -> tuple[int, str]:
    """What a process does with a state that it was sent; it must be found by its name."""
    state.push(state.legal_moves[0])
    return len(state.legal_moves), repr(state)


@pytest.mark.parametrize("method", ["spawn", pytest.param("fork", marks=pytest.mark.skipif(
    sys.platform == "win32", reason="there is no fork"))])  # fmt: skip
def test_other_processes(method: str) -> None:
    pytest.importorskip("llvmlite")
    state = rulewright.load("tictactoe", engine="native").start("b2")
    assert len(state.legal_moves) == 8  # machine code is there before the fork
    with get_context(method).Pool(1) as pool:
        found = pool.apply(count_after, (state,))
    assert found == count_after(state.copy())


def test_a_lock_that_was_held_at_a_fork_is_free_in_the_child() -> None:
    if sys.platform == "win32":
        pytest.skip("there is no fork")
    game = rulewright.load("tictactoe")
    with game._engines._lock:
        process = get_context("fork").Process(target=_compile, args=(game,))
        process.start()
        process.join(60)
    assert process.exitcode == 0


def _compile(game: Game) -> None:
    with game._engines._lock:
        pass


def test_what_another_thread_computes_at_a_fork_is_computed_in_the_child() -> None:
    """Before Python 3.12 the properties that are computed once have a lock each, for all objects."""
    if sys.platform == "win32":
        pytest.skip("there is no fork")
    game, held, done = rulewright.load("tictactoe", engine="reference"), threading.Event(), threading.Event()
    computed = vars(type(game._engine))["vocabulary"]
    ours = computed.func

    def slow(engine: object) -> object:
        held.set()
        done.wait()
        return ours(engine)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(computed, "func", slow)
        other = threading.Thread(target=lambda: rulewright.load("hex", engine="reference").start().turn())
        other.start()
        held.wait()
        patch.setattr(computed, "func", ours)
        process = get_context("fork").Process(target=_decide, args=(game,))
        process.start()
        process.join(60)
        done.set()
        other.join()
    if process.exitcode is None:
        process.kill()
    assert process.exitcode == 0


def test_who_forks_waits_until_nobody_compiles() -> None:
    """A child that finds LLVM in the middle of something can neither wait for that nor use it."""
    if sys.platform == "win32":
        pytest.skip("there is no fork")
    pytest.importorskip("llvmlite")
    import llvmlite.binding as binding

    game, held, forking = rulewright.load("tictactoe", engine="native"), threading.Event(), threading.Event()
    assert len(game.start().legal_moves) == 9

    def compiles() -> None:
        with binding.ffi.lib._lock:
            held.set()
            forking.wait()
            for _ in range(300):  # it is forked meanwhile, unless the fork waits
                binding.parse_assembly("define void @f() { ret void }")

    os.register_at_fork(before=forking.set)
    other = threading.Thread(target=compiles)
    other.start()
    held.wait()
    process = get_context("fork").Process(target=_compile_another)
    process.start()
    process.join(120)
    other.join()
    if process.exitcode is None:
        process.kill()
    assert process.exitcode == 0


def _compile_another() -> None:
    assert rulewright.load("hex", size="5", engine="native")._engines.native() is not None


def _decide(game: Game) -> None:
    assert len(game.start().turn().numbers) == 9


def test_several_threads_play_from_one_state() -> None:
    state = rulewright.load("chess", engine="reference").start("e2-e4")

    def play(number: int) -> str:
        mine = state.copy()
        for _ in range(2):
            mine.push(mine.legal_moves[number % len(mine.legal_moves)])
        return mine.fen()

    alone = [play(number) for number in range(3)]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(play, range(3))) == alone
    assert state.history[-1].text == "e2-e4"

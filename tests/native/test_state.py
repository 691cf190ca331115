"""States on the native engine: lazy where nobody looks, and the same as on the reference interpreter."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
from time import monotonic, sleep
from typing import Any

import pytest

import rulewright
from rulewright.engine_choice import Engines
from rulewright.errors import IllegalMove
from rulewright.game import Game
from rulewright.headless.random_games import play_random, random_move, random_summary
from rulewright.moves import Move
from rulewright.native.compiler import Compiler
from rulewright.native.ir.program import Program
from rulewright.node import Node
from rulewright.reference.game_flow import LegalTurn
from rulewright.state import State

from .repeated_parts import KING

pytest.importorskip("llvmlite")


@pytest.fixture(scope="module")
def toe() -> Game:
    return rulewright.load("tictactoe", engine="native")


@pytest.fixture(scope="module")
def judge() -> Game:
    return rulewright.load("tictactoe", engine="reference")


# ---------------------------------------------------------------- which engine


def test_the_engine_is_a_choice(toe: Game, judge: Game) -> None:
    assert toe._engines.native() is not None
    assert judge._engines.native() is None
    assert judge._engines.fast() is None
    unknown: Any = "steam"
    with pytest.raises(ValueError, match="there is no engine"):
        rulewright.load("tictactoe", engine=unknown)


def test_the_environment_may_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_ENGINE", "reference")
    assert rulewright.load("tictactoe")._engines.native() is None
    monkeypatch.setenv("RULEWRIGHT_ENGINE", "nonsense")
    assert rulewright.load("tictactoe")._engines.chosen is None


def test_a_few_positions_are_not_worth_compiling() -> None:
    game = rulewright.load("tictactoe", engine=None)
    if game._engines.chosen is not None:
        pytest.skip("RULEWRIGHT_ENGINE is set")
    assert len(game.start().legal_moves) == 9
    assert game._engines.fast() is None
    game._engines.hurry()
    assert game._engines.fast() is not None


def test_commands_that_play_nothing_do_not_load_the_compiler() -> None:
    free = {name: value for name, value in os.environ.items() if name != "RULEWRIGHT_ENGINE"}
    for command in ("show", "validate --no-play", "moves", "perft"):
        words = command.split() + ["tictactoe"] + (["1"] if command == "perft" else [])
        code = f"import sys; from rulewright.cli.main import run; run({words!r}); sys.exit('llvmlite' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], env=free, capture_output=True, check=False)
        assert done.returncode == 0, command


def test_a_game_that_cannot_be_lowered_is_played_by_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object) -> None:
        raise NotImplementedError("a thing")

    monkeypatch.setattr("rulewright.native.compiler.Compiler.program", refuse)
    game = rulewright.load("tictactoe", engine="native")
    assert len(game.start().legal_moves) == 9
    assert game._engines.native() is None
    assert game._engines.failure == "the native engine does not know a thing"


def test_a_fault_of_the_compiler_only_shows_if_the_engine_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr("rulewright.native.compiler.Compiler.program", fail)
    with pytest.raises(KeyError):
        rulewright.load("tictactoe", engine="native").start().outcome  # noqa: B018
    game = rulewright.load("tictactoe")
    engines = Engines(game._pipeline, None)
    assert engines.native() is None
    assert engines.failure == "KeyError: 'oops'"


def test_without_llvmlite(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    game = rulewright.load("tictactoe", engine="native")
    assert game._engines.native() is None
    assert game._engines.failure == "llvmlite is not installed"
    assert len(game.start().legal_moves) == 9
    told = "llvmlite is not installed; Tic-Tac-Toe is played by the interpreter, which is far slower\n"
    assert capsys.readouterr().err == told  # once
    quiet = Engines(game._pipeline, None)  # nobody has asked for it, and this is no terminal
    assert quiet.native() is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("is_terminal", [True, False])
def test_compiling_that_takes_long_is_told_on_a_terminal(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return is_terminal

    def slow(self: Compiler) -> Program:
        until = monotonic() + (60 if is_terminal else 0.1)
        while not told.getvalue() and monotonic() < until:
            sleep(0.01)
        return self.unit.general

    told = Terminal()
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setattr("rulewright.engine_choice._TOLD_AFTER", 0.01)
    monkeypatch.setattr(Compiler, "program", slow)
    with pytest.raises(KeyError):  # nothing was lowered
        rulewright.load("tictactoe", engine="native").start().legal_moves[0]
    assert told.getvalue() == ("compiling Tic-Tac-Toe …\n" if is_terminal else "")


# ---------------------------------------------------------------- nothing is made that nobody asks for


def test_playing_by_number_writes_no_texts(toe: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: Node) -> list[object]:
        raise AssertionError("nobody has asked for this")

    start, another = toe.start(), hash(toe.start())
    assert len(start.legal_moves) == 9  # the start was given as a position
    monkeypatch.setattr(Node, "texts", never)
    monkeypatch.setattr(Node, "turns", never)
    monkeypatch.setattr(Node, "position", property(never))
    state = start.copy()
    state.push(state.legal_moves[4])
    state.push(state.legal_moves[-1])
    assert len(state.legal_moves) == 7
    assert state.player == "x"
    assert state.outcome is None
    assert state.weights == [1] * 7
    assert hash(state) != another
    copy = state.copy()
    state.pop()
    assert (len(state.legal_moves), len(copy.legal_moves)) == (8, 7)


def test_positions_are_made_when_asked_for(toe: Game, judge: Game) -> None:
    states = toe.start(), judge.start()
    for place in (4, 0, 3, 1, 2):
        for state in states:
            state.push(state.legal_moves[place])
    assert states[0].to_json() == states[1].to_json()
    assert states[0] == states[1]
    assert hash(states[0]) == hash(states[1])
    assert str(states[0]) == str(states[1])
    assert [move.text for move in states[0].history] == [move.text for move in states[1].history]
    assert states[0].turn().decisions == states[1].turn().decisions
    assert toe.from_json(states[1].to_json()) == states[1]


@pytest.mark.parametrize("name", ["backgammon", "chess", "hive", "international_draughts", "schleicher_und_huepfer"])
def test_turns_are_those_of_the_reference(name: str) -> None:
    """What is behind the moves: the parts of a turn, every way to write it, and where it leads."""
    native, reference = (
        rulewright.load(name, engine="native").start(),
        rulewright.load(name, engine="reference").start(),
    )
    for decision in range(9):
        for ours, theirs in zip(native._node.turns(), reference._node.turns(), strict=True):
            assert _ways(native, ours) == _ways(reference, theirs)
            assert ours.position.exact() == theirs.position.exact()
            assert ours.position.history == theirs.position.history
        for state in (native, reference):
            state.push(random_move(state, 1, 0, decision))


def _ways(state: State, turn: LegalTurn) -> list[str]:
    labels = state._node.labels()
    return sorted(labels.turn(parts) for parts in turn.twins)


# ---------------------------------------------------------------- moves are values


def test_moves_are_values(toe: Game, judge: Game) -> None:
    first, second = list(toe.start().legal_moves), list(judge.start().legal_moves)
    assert first == second
    assert set(first) == set(second)
    assert sorted({*first}) == second
    assert first[0] < second[1] <= first[1]
    assert first[1] > second[0] >= first[0]
    assert first[0] != "a1"
    assert repr(first[0]) == repr(second[0])
    assert pickle.loads(pickle.dumps(first[3])) == second[3]
    assert toe.start().legal_moves[2:4] == second[2:4]
    with pytest.raises(IndexError):
        toe.start().legal_moves[9]


def test_a_move_of_another_list_can_be_played(toe: Game, judge: Game) -> None:
    state = toe.start()
    state.push(judge.start().legal_moves[4])
    assert judge.start().legal_moves[4] not in state.legal_moves
    assert state.legal_moves[0] in state.legal_moves
    with pytest.raises(IllegalMove):
        state.push(judge.start().legal_moves[4])
    state.push(Move(*next((move.key, move.text) for move in state.legal_moves)))
    assert [move.text for move in state.history] == ["b2", "a1"]


def test_a_move_can_be_read_after_its_state_has_gone_on(toe: Game) -> None:
    state = toe.start()
    moves = [state.legal_moves[place] for place in range(9)]
    state.push(moves[0])
    state.push("c3")
    assert [move.text for move in moves] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert state.pop().text == "c3"
    assert state.pop() is moves[0]


# ---------------------------------------------------------------- more than there is room for


def test_what_finds_no_room_is_played_by_the_reference(judge: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.errors import OutOfRoom
    from rulewright.headless.perft import perft
    from rulewright.native.engine import NativeEngine

    def full(self: NativeEngine, *_: object) -> object:
        raise OutOfRoom

    game = rulewright.load("tictactoe", engine="native")
    for name in ("count", "turns", "play"):
        monkeypatch.setattr(NativeEngine, name, full)
    monkeypatch.setattr(NativeEngine, "perft", lambda *_: None)
    monkeypatch.setattr(NativeEngine, "list_moves", lambda *_: None)
    state: State = game.start()
    state.push("b2")
    assert list(state.legal_moves) == list(state.legal_moves)
    assert perft(state, 3) == 8 * 7 * 6
    one, other = random_summary(game, 3, 1), play_random(judge, 3, 1).summary
    assert (one.plies, one.choices, str(one.outcome)) == (other.plies, other.choices, str(other.outcome))


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_segments_that_differ_in_what_nobody_asks_for_are_one_move(engine: Any) -> None:
    """From a corner a king comes to nine sites in one step or two, its own among them (D69, D72)."""
    assert len(rulewright.load(KING, engine=engine).start().legal_moves) == 9

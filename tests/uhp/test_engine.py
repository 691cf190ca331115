"""The commands of the Universal Hive Protocol, as its page describes them."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.uhp.engine import Engine
from rulewright.uhp.problems import InvalidMoveProblem, Problem

# White is to move and closes the last place beside the black queen (MzingaCpp and nokamute see it like that).
NEARLY_WON = (
    "wA1;bA1 \\wA1;wA2 wA1-;bG1 -bA1;wB1 wA2/;bG2 bG1/;wQ \\wB1;bQ -bG2;wB2 wQ/;"
    "bB1 -bQ;wA3 wA2-;bA2 -bG1;wA3 /bA2;bB2 bQ/"
)
# White can do nothing (MzingaCpp finds no move but the pass).
STUCK = (
    "wB1;bG1 wB1-;wA1 /wB1;bQ bG1\\;wB2 /wA1;bB1 bQ\\;wQ -wA1;bB2 bG1-;wB2 wA1\\;bB1 wB2-;wS1 \\wB1;bG2 bG1/;wG1 -wQ;"
    "bA1 bB1\\;wS2 /wQ;bA1 /wS2;wG1 bA1-;bQ bB1-;wG2 \\wQ;bS1 /bA1;wG3 wG1\\;bG3 bG2-;wA2 wG3-;bS2 -bS1;wA2 -wG3;"
    "bB2 bG1;wG3 -wQ;bA1 bQ\\;wA3 -wS1;bA2 bG3-;wG3 wA3/;bA2 bG2/;wS1 \\wG3;bA2 -wS1"
)


@pytest.fixture
def engine() -> Engine:
    """One that need not be compiled, because it looks at no clock."""
    return Engine("random")


def _told(engine: Engine, *lines: str) -> list[str]:
    """What is said to the last of some lines."""
    said: list[str] = []
    for line in lines:
        said = engine.answer(line)
    return said


def _problem(engine: Engine, *lines: str) -> str:
    *before, last = lines
    _told(engine, *before)
    with pytest.raises(Problem) as caught:
        engine.answer(last)
    return f"{caught.value.word} {caught.value}"


def test_who_it_is(engine: Engine) -> None:
    assert engine.answer("info") == [f"id Rulewright v{rulewright.__version__}", "Mosquito;Ladybug;Pillbug"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("newgame", "Base;NotStarted;White[1]"),
        ("newgame Base", "Base;NotStarted;White[1]"),
        ("newgame Base+MLP", "Base+MLP;NotStarted;White[1]"),
        ("NewGame base+lm", "Base+ML;NotStarted;White[1]"),
        ("newgame Base+P;InProgress;White[2];wS1;bS1 wS1-", "Base+P;InProgress;White[2];wS1;bS1 wS1-"),
        ("newgame Base;NotStarted;White[1]", "Base;NotStarted;White[1]"),
    ],
)
def test_new_games(engine: Engine, line: str, expected: str) -> None:
    assert engine.answer(line) == [expected]


@pytest.mark.parametrize("kind", ["Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"])
def test_the_first_moves_of_each_kind(engine: Engine, kind: str) -> None:
    """The queen is never first; of the others one of each that is in the game."""
    alone = {f"w{letter}" for letter in kind.partition("+")[2]}
    assert set(_told(engine, f"newgame {kind}", "validmoves")[0].split(";")) == {"wB1", "wG1", "wS1", "wA1"} | alone


def test_playing(engine: Engine) -> None:
    """The example of the protocol's page, to the turn in which the game string has to grow by a round."""
    assert _told(engine, "newgame", "play wS1") == ["Base;InProgress;Black[1];wS1"]
    assert engine.answer("play bS1 wS1-") == ["Base;InProgress;White[2];wS1;bS1 wS1-"]
    assert engine.answer("play   wQ   -wS1 ") == ["Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1"]
    assert engine.answer("undo") == ["Base;InProgress;White[2];wS1;bS1 wS1-"]
    assert engine.answer("undo 2") == ["Base;NotStarted;White[1]"]


def test_a_neighbour_may_be_named_in_any_way(engine: Engine) -> None:
    _told(engine, "newgame", "play wS1", "play bS1 wS1-", "play wQ -wS1", "play bQ bS1-")
    there = engine.answer("play wA1 \\wQ")[0]
    engine.answer("undo")
    engine.answer("play wA1 \\wQ")
    assert engine.answer("play bA1 bQ-")[0].startswith(there.replace("Black[3]", "White[4]"))


def test_the_end_of_a_game(engine: Engine) -> None:
    before = engine.answer(f"newgame Base;InProgress;White[8];{NEARLY_WON}")[0]
    head, _, moves = engine.answer("play wA3 -bB2")[0].partition("[8];")
    assert head == "Base;WhiteWins;Black"
    assert moves.count(";") == NEARLY_WON.count(";") + 1
    for line in ("validmoves", "bestmove depth 1", "play bA3 -bA2", "pass"):
        assert _problem(engine, line) == "err the game is over: white wins"
    assert engine.answer("undo") == [before]


def test_a_draw_by_repetition(engine: Engine) -> None:
    """Two queens step to and fro until the position is there for the third time."""
    _told(engine, "newgame", "play wS1", "play bB1 wS1-", "play wQ -wS1", "play bQ bB1-")
    for _ in range(2):
        for move in ("wQ \\wS1", "bQ bB1/", "wQ -wS1", "bQ bB1-"):
            said = engine.answer(f"play {move}")[0]
    assert said.startswith("Base;Draw;White[7];")


def test_a_pass(engine: Engine) -> None:
    engine.answer(f"newgame Base;InProgress;White[18];{STUCK}")
    assert engine.answer("validmoves") == ["pass"]
    assert engine.answer("bestmove depth 1") == ["pass"]
    assert engine.answer("pass")[0].endswith(";pass")
    assert engine.answer("undo")[0].startswith("Base;InProgress;White[18];")
    assert engine.answer("play pass")[0].startswith("Base;InProgress;Black[18];")
    assert _problem(engine, "pass").startswith("invalidmove this is not a moment to pass")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["validmoves"], "err no game was begun; write newgame"),
        (["play wS1"], "err no game was begun; write newgame"),
        (["undo"], "err no game was begun; write newgame"),
        (["bestmove depth 1"], "err no game was begun; write newgame"),
        (["fly"], 'err there is no command "fly"; there are info, newgame, play'),
        (["newgame Base+X"], 'err "Base+X" is no kind of game'),
        (["newgame Base+"], 'err "Base+" is no kind of game'),
        (["newgame Base+MM"], 'err "Base+MM" is no kind of game'),
        (["newgame Chess"], 'err "Chess" is no kind of game'),
        (["newgame Base;InProgress;White[2];wS1;bS1 wS2-"], "err move 2: "),
        (["newgame", "play"], "err which move?"),
        (["newgame", "play wQ"], "invalidmove "),
        (["newgame", "play xyz"], 'invalidmove no move is written "xyz"'),
        (["newgame", "play wS2"], "invalidmove "),
        (["newgame", "undo"], "err moves to take back: 0"),
        (["newgame", "play wS1", "undo 2"], "err moves to take back: 1"),
        (["newgame", "play wS1", "undo 0"], "err moves to take back: 1"),
        (["newgame", "play wS1", "undo -1"], "err moves to take back: 1"),
        (["newgame", "play wS1", "undo one"], "err moves to take back: 1"),
        (["newgame", "bestmove"], 'err write "bestmove time 00:00:05" or "bestmove depth 3"'),
        (["newgame", "bestmove time"], 'err write "bestmove time'),
        (["newgame", "bestmove time 5"], "err a time is written hh:mm:ss, such as 00:00:05"),
        (["newgame", "bestmove time 00:99:00"], "err a time is written hh:mm:ss, such as 00:00:05"),
        (["newgame", "bestmove depth 0"], "err a depth is a whole number from 1 to 100"),
        (["newgame", "bestmove depth x"], "err a depth is a whole number from 1 to 100"),
        (["options get Colour"], 'err there is no option "Colour"; there are Player, Threads, MemoryMiB'),
        (["options set Threads 0"], "err Threads is a whole number from 1 to 256"),
        (["options set Threads many"], "err Threads is a whole number from 1 to 256"),
        (["options set Player fish"], "err Player is one of mcts, alphabeta, greedy, random"),
        (["options frob"], 'err write "options", "options get NAME" or "options set NAME VALUE"'),
    ],
)
def test_what_cannot_be(engine: Engine, lines: list[str], expected: str) -> None:
    assert _problem(engine, *lines).startswith(expected)


def test_why_a_move_is_refused(engine: Engine) -> None:
    _told(engine, "newgame", "play wG1", "play bG1 wG1-")
    with pytest.raises(InvalidMoveProblem, match="a black grasshopper"):
        engine.answer("play wQ wG1-")


def test_a_game_that_cannot_be_read_leaves_the_old_one(engine: Engine) -> None:
    _problem(engine, "newgame", "play wS1", "newgame Base;InProgress;White[2];wA1;bA1")
    assert engine.answer("play bS1 wS1-") == ["Base;InProgress;White[2];wS1;bS1 wS1-"]


def test_options(engine: Engine) -> None:
    assert engine.answer("options") == [
        "Player;enum;random;random;mcts;alphabeta;greedy;random",
        "Threads;int;1;1;1;256",
        "MemoryMiB;int;512;512;16;65536",
    ]
    assert engine.answer("options set Threads 3") == ["Threads;int;3;1;1;256"]
    assert engine.answer("options get Threads") == ["Threads;int;3;1;1;256"]


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("bound", ["time 00:00:01", "time 00:00:00.5", "depth 2"])
def test_a_best_move_is_valid(player: str, bound: str) -> None:
    engine = Engine(player)
    _told(engine, "newgame Base+MLP", "play wG1", "play bG1 wG1-")
    valid = engine.answer("validmoves")[0].split(";")
    assert engine.answer(f"bestmove {bound}")[0] in valid


def test_the_searches_find_a_win() -> None:
    pytest.importorskip("llvmlite")
    engine = Engine("mcts", threads=2)
    engine.answer(f"newgame Base;InProgress;White[8];{NEARLY_WON}")
    for lines in (
        ["bestmove time 00:00:00.2"],
        ["bestmove depth 2"],
        ["options set Player alphabeta", "bestmove time 00:00:00"],
    ):
        best = _told(engine, *lines)[0]
        assert engine.answer(f"play {best}")[0].startswith("Base;WhiteWins;")
        engine.answer("undo")

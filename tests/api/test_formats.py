"""Games as other programs write them, and read them."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError
from rulewright.formats.aba_pro import read_aba_pro, write_aba_pro
from rulewright.formats.pgn import read_pgn, write_pgn
from rulewright.formats.problem import FormatError
from rulewright.formats.san import parse_san, san
from rulewright.formats.sgf import read_sgf, write_sgf
from rulewright.formats.uci import parse_uci, uci
from rulewright.formats.uhp import read_uhp, write_uhp
from rulewright.game import Game

OPERA = """\
[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 {this is a weak move} Bg4 (3... exd4 4. Nxd4 $1 (4. Bc4)) 4. dxe5 Bxf3
5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 ; a line of comment 9. Ke2
9. Bg5 b5?! 10.Nxb5 cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+! Nxb8 17.Rd8# 1-0
"""
"""A famous game, with castling to the long side, two knights to tell apart, checks and a mate."""
BODY = """\
1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.
Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.
Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""


@pytest.fixture(scope="module")
def chess() -> Game:
    return rulewright.load("chess")


def test_a_famous_game(chess: Game) -> None:
    (game,) = read_pgn(OPERA, chess)
    assert game.headers["White"] == "Morphy, Paul"
    assert game.result == "1-0"
    assert str(game.state.outcome) == "white wins"
    assert len(game.state.history) == 33
    written = write_pgn(game.state, White="Morphy, Paul")
    assert written.endswith(f"\n\n{BODY}")
    assert '[Result "1-0"]' in written
    (again,) = read_pgn(written, chess)
    assert again.state == game.state


def test_several_games_and_one_that_breaks_off(chess: Game) -> None:
    found = list(read_pgn('[Event "a \\"b\\""]\n\n1. e4 *\n\n[Event "c"]\n\n1. d4 d5\n\n[Event "d"]\n\n1-0\n', chess))
    assert [game.headers["Event"] for game in found] == ['a "b"', "c", "d"]
    assert [len(game.state.history) for game in found] == [1, 2, 0]
    assert [game.result for game in found] == ["*", "*", "1-0"]


def test_a_game_that_begins_elsewhere(chess: Game) -> None:
    state = chess.position(fen="4k3/P7/8/8/8/8/8/4K3 b - - 0 12", play=["e8-d7", "a7-a8=queen"])
    written = write_pgn(state)
    assert '[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 0 12"]' in written
    assert written.endswith("12... Kd7 13. a8=Q *\n")
    (again,) = read_pgn(written)
    assert again.state == state


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 e5 2. Ke3 *", 'move 2 of white: "Ke3" is not a legal move here'),
        ("1. e4 hello *", "not written like a move in algebraic notation"),
        ("1. f3 e5 2. g4 Qh4# 3. e4", "comes after the end of the game (black wins)"),
        ('[Variant "Nonsense"]\n\n1. e4 *', 'I know no variant "Nonsense"'),
        ('[Variant "Chess960"]\n\n1. e4 *', 'a header "FEN" must say'),
        ('[FEN "8/8"]\n\n*', "is no position of Chess"),
    ],
)
def test_what_cannot_be_read(text: str, told: str) -> None:
    with pytest.raises(FormatError) as refused:
        list(read_pgn(text))
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("fen", "move", "text"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-g1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-c1", "O-O-O"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4-e3", "dxe3"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-b8=knight", "axb8=N"),
        ("4k3/8/8/8/8/2N5/8/2N1K3 w - - 0 1", "c3-e2", "N3e2"),
        ("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "c3-e2", "Nce2"),
        ("8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h4-e1", "Qh4e1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1-h8", "Rh8+"),
    ],
)
def test_how_moves_are_written(chess: Game, fen: str, move: str, text: str) -> None:
    state = chess.position(fen=fen)
    assert san(state, move) == text
    assert parse_san(state, text).text == move


def test_how_moves_may_be_written(chess: Game) -> None:
    state = chess.start()
    assert [parse_san(state, text).text for text in ("Ng1f3", "Ng1-f3", "Nf3!?", "Pe4", "e2e4")] == [
        "g1-f3", "g1-f3", "g1-f3", "e2-e4", "e2-e4",
    ]  # fmt: skip
    two = chess.position(fen="4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1")
    with pytest.raises(AmbiguousMove, match="can mean Nce2, Nge2"):
        parse_san(two, "Ne2")
    with pytest.raises(IllegalMove):
        parse_san(state, "Nf4")
    with pytest.raises(InvalidMove):
        parse_san(state, "castle")
    assert parse_san(chess.position(fen="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "0-0").text == "e1-g1"


@pytest.mark.parametrize(
    ("fen", "move", "text"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-c1", "e1c1"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-b8=knight", "a7b8n"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4-e3", "d4e3"),
    ],
)
def test_how_programs_tell_moves(chess: Game, fen: str, move: str, text: str) -> None:
    state = chess.position(fen=fen)
    assert uci(state, move) == text
    assert parse_uci(state, text).text == move
    with pytest.raises(IllegalMove):
        parse_uci(state, "a1a2q")
    with pytest.raises(InvalidMove):
        parse_uci(state, "a1-a2")


@pytest.mark.parametrize("name", ["hive", "duck_chess", "connect_four"])
def test_games_without_algebraic_notation(name: str) -> None:
    state = rulewright.load(name, engine="reference").start()
    with pytest.raises(FormatError):
        san(state, state.legal_moves[0])


# ---------------------------------------------------------------- python-chess

VARIANTS = {
    "chess": "chess", "antichess": "antichess", "atomic": "atomic", "crazyhouse": "crazyhouse", "horde": "horde",
    "king_of_the_hill": "kingofthehill", "racing_kings": "racingkings", "three_check": "3check",
}  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
def test_as_python_chess_writes_them(name: str) -> None:
    """Every legal move at every turn of a random game, and the whole game as PGN; both ways."""
    pytest.importorskip("chess")
    compare_with_python_chess(name, plies=16)


def compare_with_python_chess(name: str, plies: int, games: int = 1) -> None:
    import chess.pgn  # type: ignore[import-not-found,unused-ignore]
    import chess.variant  # type: ignore[import-not-found,unused-ignore]

    game = rulewright.load(name)
    for number in range(games):
        chance = random.Random(f"{name} {number}")
        board: Any = chess.variant.find_variant(VARIANTS[name])()
        state = game.start()
        for _ in range(plies):
            if state.outcome is not None:
                break
            theirs = {board.san(move): move for move in board.legal_moves}
            ours = {san(state, move): move for move in state.legal_moves}
            if name == "atomic":  # of two pieces that both explode, it does not matter which one takes
                assert ours.keys() <= theirs.keys()
                assert {parse_san(state, text) for text in theirs} == set(ours.values())
            else:
                assert ours.keys() == theirs.keys()
            told = {uci(state, move) for move in ours.values()}
            assert told <= {board.uci(move) for move in theirs.values()}
            assert len(told) == len(ours)
            chosen = chance.choice(sorted(theirs, key=lambda text: ("x" not in text, text))[:12])
            move = parse_san(state, chosen)
            assert parse_uci(state, board.uci(theirs[chosen])) == move
            board.push(theirs[chosen])
            state.push(move)
        theirs_whole = chess.pgn.Game.from_board(board)
        (read,) = read_pgn(str(theirs_whole), game)
        assert read.state == state

        again = chess.pgn.read_game(io.StringIO(write_pgn(state)))
        assert again is not None
        assert not again.errors
        assert again.end().board().fen() == board.fen()


# ---------------------------------------------------------------- Abalone and Go

BOCUSE = (
    """1. a1b2 b4c5c4 2. c2c3 a4b5 3. b2c3 b6c6 4. i8h7 i6h6 5. h7g7 g4g5"""  # its beginning; see games/abalone.yaml
)


def test_a_game_of_abalone() -> None:
    game = rulewright.load("abalone", layout="belgian_daisy", engine="reference")
    state = read_aba_pro(BOCUSE, game)
    assert len(state.history) == 10
    assert write_aba_pro(state) == BOCUSE
    with pytest.raises(FormatError, match="move 2: "):
        read_aba_pro("1. a1b2 a1b2", game)


def test_a_game_of_go() -> None:
    """Coordinates go right and down from the upper left corner; only the main line is followed."""
    text = r"""(;FF[4]GM[1]SZ[5]KM[0.5]PB[Ada \] B.]C[a (comment); with signs]
        ;B[cb];W[cc](;B[bc];W[aa];Black[dc];W[tt];B[cd];W[](;B[])(;B[ab]))(;B[ee]))"""
    state = read_sgf(text)
    assert [move.text for move in state.history] == ["c4", "c3", "b3", "a5", "d3", "pass", "c2", "pass", "pass"]
    assert state["c3"] is None  # it has been taken
    assert state.outcome is not None
    written = write_sgf(state, PB="Ada ] B.")
    assert written.startswith("(;FF[4]GM[1]SZ[5]KM[0.5]RE[B+")
    assert r"PB[Ada \] B.]" in written
    assert read_sgf(written) == state
    assert read_sgf(written, state.game).history == state.history


def test_go_with_stones_at_the_beginning() -> None:
    state = read_sgf("(;SZ[5]KM[0.5]AB[bb][dd];W[cc])")
    assert sorted(state.pieces("black")) == ["b4", "d2"]
    assert str(state["c3"]) == "white stone"
    assert read_sgf(write_sgf(state)) == state


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello", "this is no SGF"),
        ("(;GM[2])", "not a game of Go"),
        ("(;SZ[7];B[aa])", "our Go has no size 7"),
        ("(;SZ[5]KM[x])", 'the komi "x" is no number'),
        ("(;SZ[5];B[zz])", '"zz" is no point of this board'),
        ("(;SZ[5];B[aa];W[aa])", "move 2: "),
        ("(;SZ[5];W[aa])", "move 1 is of white, but black is to move"),
    ],
)
def test_what_is_no_game_of_go(text: str, told: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_sgf(text)
    assert told in str(refused.value)
    with pytest.raises(FormatError):  # nor one of a game whose board has no rows
        read_sgf(text, rulewright.load("hive"))


# ---------------------------------------------------------------- Hive


def test_game_strings_of_hive() -> None:
    """An example of the protocol's own description."""
    text = "Base;InProgress;White[3];wS1;bG1 -wS1;wA1 wS1/;bG2 /bG1"
    state = read_uhp(text)
    assert len(state.history) == 4
    assert state.game.rules.options["set"] == "base"
    assert write_uhp(state) == text
    assert read_uhp(text, state.game) == state
    assert write_uhp(rulewright.load("hive", set="base_mlp").start()) == "Base+MLP;NotStarted;White[1]"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Chess;InProgress;White[1]", '"Chess" is no kind of game'),
        ("Base;InProgress;White[1];wS1;wS2", "move 2: "),
    ],
)
def test_what_is_no_game_string(text: str, told: str) -> None:
    with pytest.raises(FormatError, match=told):
        read_uhp(text)
    with pytest.raises(FormatError, match="not for Tic"):
        write_uhp(rulewright.load("tictactoe", engine="reference").start())


# ---------------------------------------------------------------- from anywhere

MINE = """
game: Mine
players: [white, black]
board: {tiling: square, size: 2x2}
pieces: {pawn: {letter: p}}
actions: {drop: {place: my pawn, to: empty}}
turn: drop
end: draw if no empty
"""

LONG = """
import rulewright, time
from rulewright.formats.aba_pro import read_aba_pro
from rulewright.formats.pgn import read_pgn
from rulewright.formats.problem import FormatError
from rulewright.formats.sgf import read_sgf
from rulewright.formats.uhp import read_uhp
given = {
    "pgn": (lambda text: list(read_pgn(text, chess)), ["{", "[", '["', "[a ", "1", "1 ", "(", "$", "\\\\", ";", "%"]),
    "sgf": (lambda text: read_sgf(text, go), ["A", "A[", "A[\\\\", "(;A[", "[", ";", "A [a] ", "A[a]"]),
    "aba": (lambda text: read_aba_pro(text, abalone), ["1", "1.", "1 ", "a"]),
    "uhp": (lambda text: read_uhp(text, hive), ["Base", ";", "Base;", "a;"]),
}
chess, go, abalone, hive = map(rulewright.load, ("chess", "go", "abalone", "hive"))
for name, (read, pieces) in given.items():
    for piece in pieces:
        for text in (piece * (400_000 // len(piece)), f"(;{piece * (400_000 // len(piece))}\\\\"):
            try:
                read(text)
            except FormatError as error:
                assert len(str(error)) < 1000, (name, piece)
            except ValueError as error:
                raise AssertionError((name, piece)) from error
print("all of them")
"""


def test_texts_without_end_are_read_at_once() -> None:
    """To look again from every character would take hours, in which a process hears nothing: it is given one."""
    done = subprocess.run([sys.executable, "-c", LONG], capture_output=True, text=True, timeout=240)
    assert (done.stdout, done.stderr) == ("all of them\n", "")


@pytest.mark.parametrize("name", ["{}", "{}.yaml", "./mine.yaml", "mine"])
def test_a_text_does_not_choose_files(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only games of the library are known by name, whatever lies there."""
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormatError, match="I know no variant"):
        list(read_pgn(f'[Variant "{name.format(tmp_path / "mine")}"]\n\n1. a1 *'))


@pytest.mark.parametrize("clock", ["x", "-1", "9" * 5000, "٣"])
def test_a_clock_that_is_none(clock: str) -> None:
    fen = f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 {clock} 1"
    with pytest.raises(FormatError, match="which is no number"):
        list(read_pgn(f'[Variant "Three-check"]\n[FEN "{fen}"]\n\n*'))


@pytest.mark.parametrize(
    "text",
    ["(;SZ[{}]", "(;SZ[9]KM[{}]", "(;SZ[9]AB[{}]", "(;SZ[9];B[{}]"],
)
def test_what_is_wrong_with_a_game_of_go_steers_no_terminal(text: str) -> None:
    """Python prints an error that nobody catches."""
    with pytest.raises(FormatError) as wrong:
        read_sgf(text.format("\x1b[2J\u202e"))
    assert str(wrong.value).isprintable()


def test_what_is_wrong_with_moves_and_headers_steers_no_terminal(chess: Game) -> None:
    text = "e5-\x1b[2J\u202e\ud800"
    for read in (lambda: read_uhp(text), lambda: list(read_pgn(f'[Variant "{text}"]\n*')), lambda: read_aba_pro(text)):
        with pytest.raises(FormatError) as wrong:
            read()
        assert str(wrong.value).isprintable()
    for parse in (parse_san, parse_uci, lambda state, text: state.parse(text)):
        with pytest.raises(MoveError) as illegal:
            parse(chess.start(), text)
        assert illegal.value.why.isprintable()
        assert illegal.value.text == text

"""Positions that are given from outside: read as the tests of the file are, without compiling the game again."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.game import Game
from rulewright.language import compilation
from rulewright.language.game_files import library_folder

FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"


@pytest.fixture(scope="module")
def chess() -> Game:
    return rulewright.load("chess", engine="reference")


def test_the_game_is_not_compiled_again(chess: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def again(*_: object) -> None:
        raise AssertionError("the whole game is checked again")

    monkeypatch.setattr(compilation, "check", again)
    monkeypatch.setattr(compilation, "check_shape", again)
    state = chess.position(fen=FEN)
    assert len(state.legal_moves) == 20
    assert len(chess.position({"e1": "white king", "e8": "black king", "white pawn": "row 2"}).legal_moves) == 18
    with pytest.raises(rulewright.InvalidPosition, match='"z9"'):
        chess.position({"z9": "white king"})


@pytest.mark.parametrize(
    "test",
    [
        "{position: {z9: white king}, perft: [1]}",
        "{position: {e1: white kin}, perft: [1]}",
        "{position: {white pawn: row 2 and}, perft: [1]}",
        "{position: {e1: [white king, black king]}, perft: [1]}",
        "{position: 7, perft: [1]}",
        "{position: {e1: null}, perft: [1]}",
        "{to_move: nobody, perft: [1]}",
        "{ply: 0, perft: [1]}",
        "{vars: {no_such: 1}, perft: [1]}",
        "{unmoved: [e5], perft: [1]}",
        "{fen: 8/8 w, perft: [1]}",
        "{nonsense: 1, perft: [1]}",
        "{options: {size: 5}, perft: [1]}",
    ],
)
def test_what_is_wrong_is_told_as_in_a_file(chess: Game, test: str, tmp_path: Path) -> None:
    import yaml

    text = (library_folder() / "chess.yaml").read_text(encoding="utf-8")
    file = tmp_path / "chess.yaml"
    file.write_text(f"{text[: text.index('tests:')]}tests: [{test}]\n", encoding="utf-8")
    told = [(found.code, found.message, found.help) for found in compilation.compile_game(file).validate().errors]
    assert told
    with pytest.raises(rulewright.InvalidPosition) as caught:
        chess._pipeline.front.test_of(yaml.safe_load(test))
    assert [(found.code, found.message, found.help) for found in caught.value.diagnostics] == told


def test_one_position_leaves_no_trace_in_the_next(chess: Game) -> None:
    """Also where Python puts a text of the next one into the same place of the memory."""
    for row, count in (("row 2", 16), ("row 3", 8), ("row 9", None), ("row 2", 16), ("rows", None), ("row 3", 8)):
        if count is None:
            with pytest.raises(rulewright.InvalidPosition):
                chess.position({"white pawn": row})
        else:
            assert len(chess.position({"white pawn": row}).legal_moves) == count
    assert not chess._pipeline.report.failed
    assert len(chess.start().legal_moves) == 20


def test_positions_have_the_options_of_their_game() -> None:
    small, large = (rulewright.load("hex", size=size, engine="reference") for size in (5, 11))
    with pytest.raises(rulewright.InvalidPosition, match='"k11"'):
        small.position({"red": ["k11"]})
    assert len(large.position({"red": ["k11"]}).history) == 0
    assert len(small.position({"red": ["a1"]}, to_move="blue").legal_moves) > 20


_WITHIN_ITSELF: list[object] = []
_WITHIN_ITSELF.append(_WITHIN_ITSELF)


@pytest.mark.parametrize(
    "given",
    [{"ply": 10**5000}, {"position": {"a1": -(10**5000)}}, {"vars": _WITHIN_ITSELF}, {"position": object()}],
    ids=["digits", "below zero", "in itself", "object"],
)
def test_what_nobody_can_write_is_told_in_a_sentence(chess: Game, given: dict[str, object]) -> None:
    with pytest.raises(rulewright.InvalidPosition, match="numbers of at most 15 digits, lists and objects"):
        chess.position(**given)


def test_a_long_number_is_not_said_again(chess: Game) -> None:
    with pytest.raises(rulewright.InvalidPosition) as caught:
        chess.position(vars={"quiet": "9" * 5000})
    assert len(str(caught.value)) < 200

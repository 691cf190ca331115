"""Texts of moves: each names one move, in every place where several are written one behind the other."""

from __future__ import annotations

import random

import pytest

import rulewright
from rulewright.cli.positions import moves_of
from rulewright.errors import AmbiguousMove, HookError, InvalidGame
from rulewright.reference.notation import Notation

_HEAD = """\
game: Texts
players: [ann, bob]
board: {tiling: square, size: 2x1}
pieces: {man: {letter: m}, lady: {letter: l}, lord: {letter: d}}
stuck: draw
limit: {turns: 9, result: draw}
actions:
"""
_THREE = """\
  one: {{place: man, to: a1, say: "{}"}}
  two: {{place: lady, to: a1, say: "{}"}}
  three: {{place: lord, to: a1, say: "{}"}}
turn: one or two or three
"""


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        (("X{target}", "x{target}", "y"), ["Xa1", "xa1", "y"]),
        (("x  {target}", "x {target} ", " x"), ["x  a1", "x a1 #2", " x"]),
        (("x", "x", "x #2"), ["x", "x #2", "x #2 #2"]),
        (("x #2", "x", "x"), ["x #2", "x", "x #3"]),
        (("", " ", "{captures:x}"), ["one", "two", "three"]),
        (("two", "", "pass"), ["two", "two #2", "pass"]),
        (("a,b", "{target}#", "&%+?/"), ["a,b", "a1#", "&%+?/"]),
    ],
)
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_every_text_names_its_move(said: tuple[str, str, str], texts: list[str], engine: str) -> None:
    game = rulewright.load(_HEAD + _THREE.format(*said), engine=engine)  # type: ignore[arg-type]
    start = game.start()
    assert [move.text for move in start.legal_moves] == texts
    for index, text in enumerate(moves_of("; ".join(texts))):
        assert start.parse(text) == start.legal_moves[index]


def test_what_only_capitals_tell_apart_is_ambiguous_without_them() -> None:
    start = rulewright.load(_HEAD + _THREE.format("Xy", "xY", "z")).start()
    with pytest.raises(AmbiguousMove, match='"xy" can mean Xy, xY'):
        start.parse("xy")
    assert start.parse("Z").text == "z"


def test_a_text_that_cannot_stand_between_others_is_refused() -> None:
    with pytest.raises(InvalidGame, match="say-text"):
        rulewright.load(_HEAD + _THREE.format("{target};x", "x", "y"))


@pytest.mark.parametrize("text", ["wQ;bQ", "", " ", "a\nb", 7])
def test_a_notation_hook_gives_fit_texts(text: object, monkeypatch: pytest.MonkeyPatch) -> None:
    start = rulewright.load("hive").start()
    monkeypatch.setattr(Notation, "_run", lambda self, suffix, view, moves: [text] * len(moves))
    with pytest.raises(HookError, match="for a move, but it must be a text of one line"):
        start.legal_moves[0].text  # noqa: B018


@pytest.mark.parametrize("game", ["tzaar", "english_draughts", "hex", "tak", "lines_of_action"])
def test_one_text_is_told_as_among_all(game: str) -> None:
    """Of a move in its list, and of a turn that was decided: without the others, where nothing but sites is written."""
    state, luck = rulewright.load(game).start(), random.Random(game)
    for number in range(63 if game == "tzaar" else 12):
        before, turn = state.copy(), state.turn()
        while not turn.is_complete:
            turn.choose(luck.choice(turn.decisions))
        state.push(turn)
        if number % 10 in (0, 1, 2):
            alone, place = state._node.made_by().text, state._node.index
            again = before.game.from_json(before.to_json())
            assert again.legal_moves[place].text == alone == before._node.texts()[place]


def test_equal_texts_have_the_same_numbers_alone() -> None:
    """Of two actions that are written alike the second is told by a number, also if nobody asks for the first."""
    two = "  one: {place: man, to: empty}\n  two: {place: man, to: empty, do: marked = 1}\nturn: one or two\n"
    game = rulewright.load(f"{_HEAD}{two}vars: {{marked: {{range: 0..1, start: 0}}}}\n", engine="native")
    texts = [move.text for move in game.start().legal_moves]
    assert sorted(texts) == ["a1", "a1 #2", "b1", "b1 #2"]
    assert [game.start().legal_moves[place].text for place in range(4)] == texts

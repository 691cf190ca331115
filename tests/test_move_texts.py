"""Texts of moves: each names one move, in every place where several are written one behind the other."""

from __future__ import annotations

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

"""What a word is said to mean."""

from __future__ import annotations

import re

import pytest

from rulewright.language.game_files import shipped
from rulewright.workshop.hover import hover
from tests.workshop.cursor import card, in_game


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tiling: square", "ti¦ling: square", "The regular pattern of the board"),
        ("path: step forward to empty}", "pa¦th: step forward to empty}", "path:"),
        ("path: step forward to empty}", "path: st¦ep forward to empty}", "neighbouring site"),
        ("path: step forward to empty}", "path: step for¦ward to empty}", "own forward, as players says."),
        ("path: step forward to empty}", "path: step back¦ward to empty}", "Here white s, black n."),
        ("path: step forward to empty}", "path: step ¦n to empty}", "Of this board: 5x5 board"),
        ("move: my pawn,", "move: my p¦awn,", "pawn a kind of piece\npawn: {letter: p}"),
        ("some mine in my goal", "some mine in my go¦al", "white 5 sites, black 5 sites"),
        ("not in hill", "not in hi¦ll", "1 site"),
        ("to open", "to op¦en", "open: empty not in hill"),
        ("turn: walk or glide", "turn: wa¦lk or glide", "walk an action\nwalk: {move: my pawn"),
        ("  walk: {move", "  wa¦lk: {move", "an action"),
        ("{mid: d of origin}", "{mid: ¦d of origin}", "Made with as"),
        ("states: [low, high]", "states: [low, hi¦gh]", "Of tower"),
        ("  white pawn: row 1", "  whi¦te pawn: row 1", "Forward is n"),
    ],
)
def test_what_is_said(old: str, new: str, said: str) -> None:
    assert said in card(in_game(old, new))


@pytest.mark.parametrize("text", ["# a comm¦ent", "game: A  ¦ # b", "game:¦ A"])
def test_nothing_is_said_where_there_is_no_word(text: str) -> None:
    assert card(text) == ""


def test_options_are_told() -> None:
    text = "game: A\nboard: {tiling: square, size: $si¦ze}\noptions:\n  size: {default: 5x5}\n"
    assert "size: {default: 5x5}" in card(text)


def test_every_word_of_a_rule_is_told() -> None:
    """In the rules of the library no word is left without an answer."""
    for name in ("tictactoe", "breakthrough", "chess", "kalah"):
        text = shipped()[name].read_text(encoding="utf-8")
        start, end = text.index("actions:"), text.index("tests:")
        # Each word once in each line; names that only one action knows differ from line to line.
        words = {
            (text.count("\n", 0, found.start()), found.group()): found.start()
            for found in re.compile(r"\b[A-Za-z]\w*").finditer(text, start, end)
        }.values()
        silent = [text[at : at + 12] for at in words if hover(text, at) is None and not _in_comment(text, at)]
        assert silent == []


def _in_comment(text: str, at: int) -> bool:
    return "#" in text[text.rfind("\n", 0, at) + 1 : at]

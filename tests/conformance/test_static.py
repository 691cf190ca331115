"""The static cases at the end of semantics section 21: each is refused, for the right kind of reason and only once."""

from __future__ import annotations

from textwrap import dedent

import pytest

from rulewright.language.compilation import compile_text

_BASE = """\
game: Small
players: {players}
board: {board}
pieces:
  stone: {{each: 8{piece}, letter: s}}
{file}actions:
  go:
    move: mine
    {action}
{turn}
{stuck}
"""


def _text(
    action: str = "path: step any to empty",
    *,
    file: str = "",
    turn: str = "turn: go",
    stuck: str = "stuck: draw",
    players: str = "[white, black]",
    board: str = "{tiling: square, size: 4x4}",
    piece: str = "",
) -> str:
    return _BASE.format(
        action=action, file=dedent(file), turn=turn, stuck=stuck, players=players, board=board, piece=piece
    )


_WITH_PATH = "path: step any to empty\n    "

CASES = {
    "a number as a condition": ("type", _text(_WITH_PATH + "if: count mine")),
    "not for a complement": ("type", _text("path: step any to not enemy")),
    "all without in, is or are": ("type", _text(_WITH_PATH + "if: all mine")),
    "no before a number": ("syntax", _text(_WITH_PATH + "if: no count mine = 3")),
    "many sites in a variable of one": ("type", _text(_WITH_PATH + "do: v = mine", file="vars: {v: {holds: site}}\n")),
    "a let that hides row": ("shadow", _text(_WITH_PATH + "let: {row: it}")),
    "jump without over": ("path", _text("path: jump any to empty")),
    "target in stuck": ("scope", _text(stuck="stuck: lose if some target else draw")),
    "a slide on an unbounded board": (
        "board",
        _text(
            "if_lifted: connected piece\n    path: slide any to empty",
            board="{tiling: hex, size: unbounded}",
            file="setup: {white stone: ['0,0'], black stone: ['1,0']}\n",
        ),
    ),
    "phases and turn": ("schema", _text(turn="turn: go\nphases: [{name: all_of_it, turn: go}]")),
    "two option patches on one leaf": (
        "merge",
        _text(
            file="""\
            options:
              one: {default: off, choices: {off: {}, on: {stuck: lose}}}
              two: {default: off, choices: {off: {}, on: {stuck: win}}}
            """
        ),
    ),
    "a deletion of what is not there": ("merge", "game: Smaller\nextends: hive\npieces: {ladibug: ~}\n"),
    "stuck that does not always decide": ("rule", _text(stuck="stuck: lose if some mine")),
    "castle as a move that asks what is attacked": ("loop", _text(_WITH_PATH + "if: no mine attacked by enemy")),
    "enemy camp with three players": (
        "players",
        _text(
            "path: step any to enemy camp",
            players="[ann, bob, cid]",
            file="regions: {camp: {ann: row 1, bob: row 4, cid: column 1}}\n",
        ),
    ),
    "stones joined to empty": ("dead", _text(_WITH_PATH + "if: stone joined to empty")),
    "chance inside or": ("turn", _text(turn="turn: go or chance go")),
    "may after the turn": ("turn", _text(turn="turn: go\nwhen_turn_ends: may remove mine")),
    "a state called round": ("name", _text(piece=", states: [flat, round]")),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused(name: str) -> None:
    family, text = CASES[name]
    errors = [found.code for found in compile_text(text).validate().errors]
    assert [code.split("-")[0] for code in errors] == [family], errors


def test_the_base_itself_is_right() -> None:
    """So that each case is refused for its own mistake."""
    assert not compile_text(_text()).validate().errors

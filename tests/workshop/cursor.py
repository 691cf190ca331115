"""Texts with a cursor: the sign ¦ stands where it is."""

from __future__ import annotations

from rulewright.workshop.completion import complete
from rulewright.workshop.hover import hover

CURSOR = "¦"

GAME = """\
game: Sample
players: {white: {forward: n}, black: {forward: s}}
board: {tiling: square, size: 5x5}
pieces:
  pawn: {letter: p}
  tower: {letter: t, states: [low, high], move: slide orth to empty or enemy}
regions:
  goal: {white: row 5, black: row 1}
  hill: [c3]
vars:
  quiet: {range: 0..50, clock: yes}
define:
  near(stones): stones next to target
  open: empty not in hill
paths:
  stroll: step any to empty
setup:
  white pawn: row 1
  black pawn: row 5
actions:
  walk: {move: my pawn, path: step forward to empty}
  glide:
    move: my tower
    path: step any as d over 0..2 empty to open
    let: {mid: d of origin}
turn: walk or glide
stuck: lose
end:
  - win if some mine in my goal
"""


def split(text: str) -> tuple[str, int]:
    """The text without its cursor, and where that was."""
    at = text.index(CURSOR)
    return text[:at] + text[at + 1 :], at


def in_game(old: str, new: str) -> str:
    assert GAME.count(old) == 1, old
    return GAME.replace(old, new)


def labels(text: str) -> list[str]:
    """What is proposed at the cursor, best first."""
    return [item["label"] for item in complete(*split(text))["items"]]


def card(text: str) -> str:
    """Everything that is shown for the word at the cursor, as one text."""
    found = hover(*split(text))
    return "" if found is None else "\n".join([f"{found['title']} {found['what']}", *found["lines"], found["code"]])

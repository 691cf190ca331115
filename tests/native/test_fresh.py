"""End rules that playouts ask of the new piece alone: games that are decided by what is kept up to date beside the
state, and games where it must not be trusted."""

from __future__ import annotations

import pytest

from .drawing import Drawing
from .engines import reference
from .lockstep import Bounds
from .replaying import replay

_TWO = "players: [ann, bob]\n"
_STONES = "pieces:\n  stone: {letter: o}\n"
_PLACE = """\
actions:
  place: {place: my stone, to: empty}
turn: place
stuck: draw
"""
_SQUARE = "board: {tiling: square, size: 9x9}\n"
_HEX = "board: {tiling: hex, shape: hexagon, size: 5}\n"


def _game(board: str, end: str, rules: str = _PLACE, pieces: str = _STONES, players: str = _TWO) -> str:
    return f"game: Placing\n{players}{board}{pieces}{rules}end:\n{end}"


_KINDS = """\
pieces:
  stone: {letter: o}
  star: {letter: s}
"""
_EITHER = """\
actions:
  stone: {place: my stone, to: empty}
  star: {place: my star, to: empty}
turn: stone or star
stuck: draw
"""
_OVER = """\
actions:
  place: {place: my stone, to: empty or enemy}
turn: place
stuck: draw
limit: {turns: 120, result: draw}
"""
_STARTED = (
    _STONES
    + """\
setup:
  ann stone: [a1, b2, d4, e5, c1]
  bob stone: [a9, b8, d6, h5]
"""
)

GAMES = {
    "a line of four": _game(_SQUARE, "  - win if line of 4 mine\n"),
    "a line of exactly four": _game(_SQUARE, "  - win if line of exactly 4 mine\n"),
    "a line of four, a line of three": _game(_SQUARE, "  - win if line of 4 mine\n  - lose if line of 3 mine\n"),
    "three and four on a board of one word": _game(
        "board: {tiling: square, size: 6x7}\n", "  - win if line of 4 mine\n  - lose if line of 3 mine\n"
    ),
    "a line along two directions": _game(_SQUARE, "  - win if line of 4 mine along orth\n"),
    "a line that was begun before": _game(_SQUARE, "  - win if line of 4 mine\n", pieces=_STARTED),
    "a line of one kind": _game(_SQUARE, "  - win if line of 3 my star\n", _EITHER, _KINDS),
    "a line of each kind": _game(
        _SQUARE, "  - win if line of 3 my star\n  - lose if line of 4 my stone\n", _EITHER, _KINDS
    ),
    "a line through pieces that are taken": _game(_SQUARE, "  - win if line of 4 mine\n", _OVER),
    "a line around a ring": _game(
        "board: {tiling: square, size: 9x9, directions: {circle: d4>e4 e4>f4 f4>f5 f5>f6 f6>e6 e6>d6 d6>d5 d5>d4}}\n",
        "  - win if line of 4 mine along circle\n",
    ),
    "two sides joined": _game(_SQUARE, "  - win if mine joined to row 1 in row 9\n"),
    "two sides joined by pieces that are taken": _game(_SQUARE, "  - win if mine joined to row 1 in row 9\n", _OVER),
    "two sides joined by one kind": _game(_SQUARE, "  - win if my star joined to row 1 in row 6\n", _EITHER, _KINDS),
    "two sides joined, begun before": _game(_SQUARE, "  - win if mine joined to row 1 in row 9\n", pieces=_STARTED),
    "a large group": _game(_SQUARE, "  - win if count (mine joined to target) >= 9\n"),
    "a large group, begun before": _game(_SQUARE, "  - win if count (mine joined to target) >= 12\n", pieces=_STARTED),
    "a large group of pieces that are taken": _game(_SQUARE, "  - win if count (mine joined to target) >= 9\n", _OVER),
    "a large group of one kind": _game(_SQUARE, "  - win if count (my star joined to target) >= 6\n", _EITHER, _KINDS),
    "a ring": _game(_HEX, "  - win if some ((anywhere not in mine) not joined to rim)\n"),
    "a ring on a board of squares": _game(_SQUARE, "  - win if some ((anywhere not in mine) not joined to rim)\n"),
    "cut off from a part of the rim": _game(_HEX, "  - win if some ((anywhere not in mine) not joined to corners)\n"),
    "a ring on a board with a hole": _game(
        "board: {tiling: hex, shape: hexagon, size: 5, without: [e5]}\n",
        "  - win if some ((anywhere not in mine) not joined to rim)\n",
    ),
    "a ring or a group": _game(
        _HEX,
        "  - win if some ((anywhere not in mine) not joined to rim) or count (mine joined to target) >= 14\n",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_playouts_end_where_the_reference_says(name: str) -> None:
    """One from its start, and the ends of two."""
    drawing = Drawing(reference(GAMES[name])).compile()
    assert drawing.sampled
    replay(drawing, name, 1, 0, Bounds(plies=150, steps=30_000))
    for number in range(2):
        replay(drawing, name, 2, number, Bounds(plies=150, steps=60_000), late=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_whole_playouts_end_where_the_reference_says(name: str) -> None:
    drawing = Drawing(reference(GAMES[name])).compile()
    for number in range(3):
        replay(drawing, name, 1, number, Bounds(plies=150, steps=1_000_000))
        replay(drawing, name, 3, number, Bounds(plies=150, steps=1_000_000), late=True)

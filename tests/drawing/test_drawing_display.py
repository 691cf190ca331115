"""What `display` says is what is drawn."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest

from rulewright import State, load
from rulewright.show.drawing.colours import colours_of_players
from rulewright.show.drawing.live import LiveBoard

_GAME = """
game: Little Breakthrough
players: {north: {forward: n}, south: {forward: s}}
board: {tiling: square, size: 3x4, checkered: yes}
pieces:
  man: {letter: m}
  king: {letter: k, states: [awake, asleep]}
  rock: {owner: none}
setup:
  north man: row 1
  south man: [a4, b4]
  south awake king: [c4]
  rock: [b2]
actions:
  walk: {move: mine, path: step forward to empty, do: [{if: target is king, do: [set target to asleep]}]}
turn: walk
stuck: lose
display:
"""


def _drawn(tmp_path: Path, display: str) -> tuple[State, Tree.Element]:
    path = tmp_path / "little.yaml"
    path.write_text(_GAME + display, encoding="utf-8")
    state = load(path).start()
    return state, Tree.fromstring(state.svg())


def _piece(picture: Tree.Element, called: str) -> Tree.Element:
    """The group of a piece, by what is told of it."""
    groups = picture.iter("{http://www.w3.org/2000/svg}g")
    return next(group for group in groups if group.findtext("{*}title") == called)


def _parts(piece: Tree.Element) -> list[str]:
    return [part.tag.rpartition("}")[2] for part in piece][1:]


def test_colours_of_players(tmp_path: Path) -> None:
    state, _ = _drawn(tmp_path, "  north: {colour: gold}\n  south: {colour: '#20A040'}\n")
    assert colours_of_players(state.game.rules) == ("#d4a829", "#20a040")


def test_a_sign_an_outline_and_nothing(tmp_path: Path) -> None:
    state, picture = _drawn(
        tmp_path,
        "  man: {shape: block}\n  king: {symbol: '!'}\n  asleep: {shape: sign, outline: 'M5 5 H40 V40 Z'}\n",
    )
    man, king = _piece(picture, "north man on a1"), _piece(picture, "south awake king on c4")
    assert _parts(man) == ["rect"]  # neither a disc nor a letter
    assert king.findtext("{*}text") == "!"
    for move in ("a1-a2", "c4-c3"):
        state.push(move)
    asleep = _piece(Tree.fromstring(state.svg()), "south asleep king on c3")
    assert _parts(asleep) == ["path"]
    assert asleep.find("{*}path").get("d") == "M5 5 H40 V40 Z"  # type: ignore[union-attr]


def test_colours_of_neutral_pieces_and_of_the_board(tmp_path: Path) -> None:
    state, picture = _drawn(tmp_path, "  rock: {colour: navy}\n  board: {colour: teal}\n")
    rock = _piece(picture, "rock on b2")
    assert rock[1].get("fill") == "#213a72"
    cells = [cell.get("fill") for cell in picture.iter("{http://www.w3.org/2000/svg}polygon")]
    assert cells.count("#1f8a86") == 6  # the dark half of twelve
    assert 'fill="#1f8a86"' in LiveBoard(state).picture()


@pytest.mark.parametrize("game", ["tictactoe", "tak", "english_draughts"])
def test_games_of_the_library_have_no_letters_on_their_pieces(game: str) -> None:
    state = load(game).start()
    for _ in range(6):
        state.push(state.legal_moves[-1])
    picture = Tree.fromstring(state.svg())
    pieces = [group for group in picture.iter("{http://www.w3.org/2000/svg}g") if group.get("class") == "rw-piece"]
    assert pieces
    assert all(piece.find("{*}text") is None for piece in pieces)

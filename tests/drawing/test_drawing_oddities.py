"""Boards and pieces that no game of the library has."""

from __future__ import annotations

from xml.etree import ElementTree as Tree

import rulewright
from rulewright.show.drawing import draw_svg, draw_text
from rulewright.state import State

SVG = "{http://www.w3.org/2000/svg}"

ISLANDS = """
game: Islands
players: [ann, bob]
board:
  drawing: |
    north--east
      |     |
    west--south
pieces:
  boat: {letter: b}
setup:
  ann boat: [north]
actions:
  sail: {move: my boat, path: step any to empty}
  launch: {place: my boat, to: empty}
turn: sail or launch
stuck: draw
limit: {turns: 20, result: draw}
end:
  - win if count mine = 3
"""

TRIO = """
game: Trio
players: [ann, bob, cem]
board:
  tiling: square
  size: 3x3
  extra: {dock: [quay]}
pieces:
  robot: {letter: r, states: {facing: orth}}
  crate: {owner: none}
setup:
  ann robot: [a1]
  bob robot: [b2]
  cem robot: [quay]
  crate: [c3]
actions:
  roll: {move: my robot, path: step orth to empty, do: flip it}
turn: roll
stuck: pass
limit: {turns: 20, result: draw}
end:
  - draw if passes = 3
"""


def state_of(text: str) -> State:
    return rulewright.load(text.lstrip()).start()


def titles(state: State) -> list[str | None]:
    root = Tree.fromstring(draw_svg(state))
    return [piece.findtext(f"{SVG}title") for piece in root.findall(f".//{SVG}g[@class='rw-piece']")]


def test_points_with_words_for_names_are_named_where_they_are() -> None:
    text = draw_text(state_of(ISLANDS), unicode=False)
    assert "north:B" in text
    assert all(name in text for name in ("east", "west", "south"))
    names = {element.text for element in Tree.fromstring(draw_svg(state_of(ISLANDS))).iter(f"{SVG}text")}
    assert {"north", "east", "west", "south"} <= names


def test_three_players_have_numbers() -> None:
    rows = draw_text(state_of(TRIO), unicode=False).split("\n")
    assert rows[1].split() == ["2", ".", "r2n", "."]
    assert rows[2].split() == ["1", "r1n", ".", "."]


def test_a_facing_is_an_arrow() -> None:
    assert "r1↑" in draw_text(state_of(TRIO))
    robot = next(
        piece
        for piece in Tree.fromstring(draw_svg(state_of(TRIO))).findall(f".//{SVG}g[@class='rw-piece']")
        if piece.findtext(f"{SVG}title") == "ann n robot on a1"
    )
    assert robot.find(f"{SVG}polygon") is not None


def test_loose_sites_stand_under_the_text_and_beside_the_picture() -> None:
    assert "beside the board: quay cem n robot" in draw_text(state_of(TRIO))
    assert "cem n robot on quay" in titles(state_of(TRIO))


def test_a_kind_without_a_letter_gets_a_sign_and_an_explanation() -> None:
    text = draw_text(state_of(TRIO))
    assert text.split("\n")[0].split() == ["3", "·", "·", "#"]
    assert text.split("\n")[-1] == "signs: # crate"

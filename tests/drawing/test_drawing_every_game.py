"""Every game of the library draws itself at the start; some of them later too, all of them with -m rest."""

from __future__ import annotations

import re
from xml.etree import ElementTree as Tree

import pytest

from rulewright.show.drawing import draw_svg, draw_text
from rulewright.show.drawing.scene import scene_of
from rulewright.state import State
from tests.drawing.games import AT_THE_START_AND_LATER, SAMPLE_OR_REST, played

SVG = "{http://www.w3.org/2000/svg}"
COLOURED = re.compile(r"\x1b\[38;5;\d+;48;5;\d+m")


def pieces_on(state: State) -> int:
    return sum(len(stack) for layer in state.position.layers for stack in layer.values())


@pytest.mark.parametrize(("name", "turns"), AT_THE_START_AND_LATER)
def test_text_fits_a_terminal(name: str, turns: int) -> None:
    lines = draw_text(played(name, turns)).split("\n")
    assert max(map(len, lines)) <= 80
    assert len(lines) <= (24 if name != "twixt" else 27)  # a board of 24 rows, and what is said below it
    assert lines == [line.rstrip() for line in lines]


@pytest.mark.parametrize("turns", [0, 10])
@pytest.mark.parametrize("name", SAMPLE_OR_REST)
def test_text_keeps_to_ascii_if_asked(name: str, turns: int) -> None:
    assert draw_text(played(name, turns), unicode=False).isascii()


@pytest.mark.parametrize("name", SAMPLE_OR_REST)
def test_colours_change_nothing_but_colours(name: str) -> None:
    state = played(name, 10)
    assert re.sub(r"\x1b\[[0-9;]*m", "", draw_text(state, colours=True)) == draw_text(state)


@pytest.mark.parametrize("name", [game for game in SAMPLE_OR_REST if game.values != ("quoridor",)])
def test_every_occupied_site_is_in_the_text(name: str) -> None:
    """Pieces are the only things with a ground of their own; Quoridor's walls run into each other."""
    state = played(name, 10)
    board = state.game.rules.board
    # Sites beside the board are told in words.
    shown = {*board.hangs_on, *board.ends, *(site.index for site in board.sites if site.cls in board.main_classes)}
    occupied = {site for layer in state.position.layers for site in layer if site in shown}
    assert len(COLOURED.findall(draw_text(state, colours=True))) == len(occupied)


@pytest.mark.parametrize(("name", "turns"), AT_THE_START_AND_LATER)
def test_svg_shows_every_piece(name: str, turns: int) -> None:
    state = played(name, turns)
    root = Tree.fromstring(draw_svg(state))
    assert root.tag == f"{SVG}svg"
    drawn = root.findall(f".//{SVG}g[@class='rw-piece']")
    assert len(drawn) == pieces_on(state)
    assert all(len(piece) >= 2 for piece in drawn)  # a title, and something to see


@pytest.mark.parametrize("name", SAMPLE_OR_REST)
def test_svg_stands_alone_and_speaks(name: str) -> None:
    text = draw_svg(played(name, 10))
    root = Tree.fromstring(text)
    assert root.get("role") == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == root.get("aria-label")
    assert description is not None
    assert description.text
    assert "prefers-color-scheme:dark" in text
    without_namespace = text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"href|url\(|@import|http|<script|<image", without_namespace)


@pytest.mark.parametrize("name", SAMPLE_OR_REST)
def test_everything_is_inside_the_picture(name: str) -> None:
    root = Tree.fromstring(draw_svg(played(name, 10)))
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    for circle in root.iter(f"{SVG}circle"):
        x, y, radius = (float(circle.get(key) or 0) for key in ("cx", "cy", "r"))
        assert left <= x - radius
        assert x + radius <= left + width
        assert top <= y - radius
        assert y + radius <= top + height


@pytest.mark.parametrize("name", SAMPLE_OR_REST)
def test_the_last_move_is_marked(name: str) -> None:
    state = played(name, 10)
    scene = scene_of(state)
    if scene.changed:
        assert "rw-last" in draw_svg(state).split("</style>")[1] or scene.hanging
    assert f"after {state.history[-1]}".replace(">", "&gt;").replace("<", "&lt;") in draw_svg(state)
    assert f"last move {state.history[-1]}" in re.sub(r"\s+", " ", draw_text(state))

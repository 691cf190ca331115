"""Pictures: what they show of pieces, states, stacks, trays, and that they are sound."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest

import rulewright
from rulewright.language.game_files import shipped
from rulewright.show.drawing import draw_svg
from rulewright.state import State
from tests.drawing.games import after, game, sites, with_pieces

SVG = "{http://www.w3.org/2000/svg}"


def picture(state: State, highlight: int = 0) -> Tree.Element:
    return Tree.fromstring(draw_svg(state, highlight=highlight))


def pieces(root: Tree.Element) -> dict[str, Tree.Element]:
    """The pieces by their titles."""
    found = {}
    for piece in root.iter(f"{SVG}g"):
        title = piece.find(f"{SVG}title")
        if piece.get("class") == "rw-piece" and title is not None:
            found[title.text or ""] = piece
    return found


def with_title(title: str) -> State:
    text = Path(shipped()["tictactoe"]).read_text(encoding="utf-8")
    return rulewright.load(re.sub(r"^game: .*$", f'game: "{title}"', text, flags=re.MULTILINE)).start()


def test_titles_are_escaped() -> None:
    root = picture(with_title("Salt & <b>Pepper</b>"))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "Salt & <b>Pepper</b>: x to move"
    assert root.find(f".//{SVG}b") is None


def test_a_notebook_gets_the_picture() -> None:
    state = game("tictactoe").start()
    assert state._repr_svg_() == draw_svg(state)


def test_the_longer_side_has_the_wanted_size() -> None:
    root = Tree.fromstring(draw_svg(game("chess").start(), size=200))
    assert max(float(root.get("width") or 0), float(root.get("height") or 0)) == 200


def test_players_called_after_colours_have_them() -> None:
    root = picture(after("connect_four", "d", "e"))
    fills = {title.split()[0]: piece[1].get("fill") for title, piece in pieces(root).items()}
    assert fills["red"] != fills["yellow"]
    assert all(re.fullmatch("#[0-9a-f]{6}", fill or "") for fill in fills.values())


def test_a_piece_that_was_turned_over_has_a_ring() -> None:
    """Erleuchtung: a figure that becomes lit shows its circle."""
    state = game("erleuchtung").start()
    codes = state.game._engine.codes
    position = state.position.copy()
    (site, (code,)) = next(iter(sorted(position.layers[0].items())))
    position.layers[0][site] = (codes.code(codes.owner(code), codes.kind(code), 1),)
    rings = {
        title.split()[1]: float(piece.findall(f"{SVG}circle")[-1].get("stroke-width") or 0)
        for title, piece in pieces(picture(State(state.game, position))).items()
    }
    assert rings["lit"] > 2 > rings["dark"]


def test_kinds_are_told_apart() -> None:
    """Chess figures and insects have their outlines, others their letters."""
    figures = pieces(picture(game("chess").start()))
    paths = {title.split()[1]: piece.find(f"{SVG}path") for title, piece in figures.items()}
    assert set(paths) == {"king", "queen", "rook", "bishop", "knight", "pawn"}
    assert len({path.get("d") for path in paths.values() if path is not None}) == 6
    insects = pieces(picture(after("hive", "wA1", "bG1 wA1-")))
    drawn = [piece.find(f"{SVG}path") for piece in insects.values()]
    assert len({(path.get("d"), path.get("fill")) for path in drawn if path is not None}) == 2
    generals = pieces(picture(game("shogi").start()))
    assert {piece.findtext(f"{SVG}text") for title, piece in generals.items() if "gold" in title} == {"G"}


@pytest.mark.parametrize(("name", "heights"), [("backgammon", []), ("garanguet", ["15", "15"]), ("ur", ["7", "7"])])
def test_stacks_show_every_piece_and_their_height(name: str, heights: list[str]) -> None:
    """Where all pieces of a long point are seen, nobody needs their number."""
    root = picture(game(name).start())
    assert len(root.findall(f".//{SVG}g[@class='rw-piece']")) == (14 if name == "ur" else 30)
    numbers = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "rw-number"]
    assert numbers == heights


def test_tiles_lie_under_stones_and_the_meerkat_stands_on_top() -> None:
    order = [title for title in pieces(picture(after("vier_kreise", "2,1"))) if title.endswith(" on 2,1")]
    assert order == ["tile on 2,1", "white down stone on 2,1"]
    order = [
        title
        for title in pieces(picture(after("surikata", "a5", "b5", "c5", "d5", "e5", "a1")))
        if title.endswith(" on a1")
    ]
    assert order == ["white stone on a1", "meerkat on a1"]


def test_trays_are_shown_beside_the_board() -> None:
    root = picture(after("surikata", "a5"))
    trays = [tray.findtext(f"{SVG}title") for tray in root.findall(f".//{SVG}g[@class='rw-tray']")]
    assert trays == [
        "white in hand: stone \N{MULTIPLICATION SIGN}10",
        "orange in hand: stone \N{MULTIPLICATION SIGN}10",
        "supply: mound \N{MULTIPLICATION SIGN}4, meerkat",
    ]


def test_walls_lie_between_cells() -> None:
    state = with_pieces(game("quoridor").start(), wall="a1n")
    line = pieces(picture(state))["wall on a1n"].find(f"{SVG}line")
    assert line is not None
    assert line.get("y1") == line.get("y2")
    assert line.get("x1") != line.get("x2")


def test_marked_sites_have_a_ring() -> None:
    state = game("tictactoe").start()
    root = picture(state, highlight=sites(state, "a1 b2"))
    assert len([circle for circle in root.iter(f"{SVG}circle") if circle.get("class") == "rw-mark"]) == 2


def test_checkered_boards_have_two_colours() -> None:
    classes = [cell.get("class") for cell in picture(game("english_draughts").start()).iter(f"{SVG}polygon")]
    assert classes.count("rw-dark") == 32


def test_the_position_is_told_in_words() -> None:
    description = picture(after("tictactoe", "b2", "a1")).findtext(f"{SVG}desc")
    assert description == "o mark: a1; x mark: b2"

"""Drawings beside a game: what is taken over, what is refused, and that nothing else comes into a page."""

from __future__ import annotations

import os
import re
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest

import rulewright
from rulewright.errors import InvalidGame
from rulewright.export.pictures import picture_data
from rulewright.game import Game
from rulewright.language.compilation import compile_game
from rulewright.source.limits import LIMITS
from rulewright.workshop.findings import findings

GAME = """
game: Drawn
players: [north, south]
board: {tiling: square, size: 3x3}
pieces: {knight: {letter: n}}
setup: {north knight: a1, south knight: c3}
actions: {hop: {move: mine, path: step any to empty}}
turn: hop
stuck: lose
limit: {turns: 20, result: draw}
display: {knight: {shape: SHAPE, outline: knight.svg}}
tests: [{perft: [3]}]
"""
OF_ONE = "display: {knight: {shape: SHAPE, outline: knight.svg}}\n"
KNIGHT = """<?xml version="1.0"?>
<!-- drawn by hand -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 180"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
  <title>A knight</title>
  <inkscape:grid type="xygrid"/>
  <g id="all" transform="rotate(3 45 90)" style="stroke:currentColor;stroke-width:2px;font-size:3px">
    <path d="M 10,170 L45-10 80 170 z"/>
    <circle cx="45" cy="50" r="12" fill="#B03A2E"/>
    <rect x="20" y="150" width="50" height="20" rx="4" fill-rule="evenodd"/>
    <polygon points="1,2 3,4 5,6"/><line x1="0" y1="0" x2="9" y2="9"/><ellipse rx="3" ry="1e1"/>
  </g>
</svg>
"""


def _game(folder: Path, drawing: str | bytes | None, shape: str = "sign") -> Game:
    if drawing is not None:
        (folder / "knight.svg").write_bytes(drawing if isinstance(drawing, bytes) else drawing.encode())
    (folder / "drawn.yaml").write_text(GAME.replace("SHAPE", shape), encoding="utf-8")
    return rulewright.load(folder / "drawn.yaml", engine="reference")


@pytest.mark.parametrize("shape", ["sign", "disc", "tile"])
def test_shapes_are_taken_over(tmp_path: Path, shape: str) -> None:
    game = _game(tmp_path, KNIGHT, shape)
    picture = Tree.fromstring(game.start().svg())
    drawn = [group for group in picture.iter("{http://www.w3.org/2000/svg}g") if group.get("color")]
    assert len(drawn) == 2, "one for each piece"
    paths = list(drawn[0])
    assert len(paths) == 6
    assert paths[0].get("d") == "M 10,170 L45-10 80 170 z"
    assert paths[0].get("transform") == "translate(11.25 0) scale(0.25) translate(0 0) rotate(3 45 90)"
    assert paths[0].get("fill") is None
    assert [path.get("fill") for path in paths[1:3]] == ["#B03A2E", None]
    assert {path.get("stroke") for path in paths} == {"currentColor"}
    assert {path.get("stroke-width") for path in paths} == {"2px"}
    assert {key for path in paths for key in path.attrib} == {
        "d", "transform", "fill", "stroke", "stroke-width", "fill-rule",
    }  # fmt: skip
    colours = {group.get("fill") for group in drawn}
    assert len(colours) == 2, "players are told apart"
    in_page = str(picture_data(game))
    assert in_page.count("M 10,170 L45-10 80 170 z") >= 2
    assert "inkscape" not in in_page
    assert "by hand" not in in_page


SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">{}</svg>'
SHAPE = '<path d="M0 0 H9 V9 Z"/>'


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        (SVG.format(f"<script>alert(1)</script>{SHAPE}"), "has <script>"),
        (SVG.format('<path d="M0 0 H9" onclick="alert(1)"/>'), "has code (onclick)"),
        (SVG.format('<path d="M0 0 H9" ONLOAD="alert(1)"/>'), "has code (onload)"),
        (SVG.format(f'<a href="https://example.org">{SHAPE}</a>'), "has <a>"),
        (SVG.format('<use x:href="#other"/>'), "has <use>"),
        (SVG.format('<path d="M0 0 H9" x:href="javascript:alert(1)"/>'), "leads elsewhere (href)"),
        (SVG.format('<image href="https://example.org/a.png"/>'), "has <image>"),
        (SVG.format("<foreignObject><b/></foreignObject>"), "has <foreignObject>"),
        (SVG.format('<b xmlns="http://www.w3.org/1999/xhtml">x</b>'), "is not taken over"),
        (SVG.format("<style>path{fill:red}</style>"), "has <style>"),
        (SVG.format("<text>hello</text>"), "has <text>"),
        (SVG.format("<animate/>"), "has <animate>"),
        (SVG.format('<path d="M0 0 H9" fill="url(#a)"/>'), "leads elsewhere (url)"),
        (SVG.format('<path d="M0 0 H9" style="filter:url(https://example.org)"/>'), "leads elsewhere (url)"),
        (SVG.format('<path d="M0 0 H9" style="fill:expression(alert(1))"/>'), "is no colour of its own"),
        (SVG.format('<path d="M0 0 H9" transform="translate(1"/>'), "cannot be read"),
        (SVG.format('<path d="M0 0 H9" transform="scale(1e9)"/>'), "cannot be read"),
        (SVG.format('<path d="M0 0 H9" stroke-width="wide"/>'), "is no number"),
        (SVG.format('<path d="M0 0 H1e9"/>'), "its numbers lie between"),
        (SVG.format('<path d="M0 0 H"/>'), 'behind "H" stand a number'),
        (SVG.format('<circle r="50%"/>'), "is no number"),
        (SVG.format("<g/>"), "nothing is drawn"),
        (SVG.format("<g>" * 600 + "</g>" * 600), "more than 500 elements"),
        (SVG.format(SHAPE).replace('viewBox="0 0 9 9"', ""), "is no number"),
        (SVG.format(SHAPE).replace("0 0 9 9", "0 0 0 9"), "its size is not told"),
        (SVG.format(SHAPE).replace("0 0 9 9", "0 0 nan 9"), "is no number"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "has entities of its own"),
        ("<html/>", "does not begin with <svg>"),
        ("game: Nothing", "is no XML"),
        (b"\xff\xfe\x00", "has entities"),
        (SVG.format(SHAPE) + " " * 70_000, "is larger than"),
        (None, "there is no file"),
    ],
)
def test_what_is_more_than_a_drawing_is_refused(tmp_path: Path, drawing: str | None, why: str) -> None:
    with pytest.raises(InvalidGame, match=re.escape(why)) as told:
        _game(tmp_path, drawing)
    assert [one.code for one in told.value.diagnostics] == ["display-outline"]


@pytest.mark.parametrize(
    "group",
    [f'transform="{"scale(1) " * 5_000}"', f'fill="rgb({"0," * 20_000}0)"', f'stroke-width="{"1" * 40_000}"'],
)
def test_what_a_group_says_is_not_made_huge_by_its_shapes(tmp_path: Path, group: str) -> None:
    """Of 60 kB became 25 MB, for each kind of piece."""
    with pytest.raises(InvalidGame, match=f"at most {LIMITS.drawings.value} characters"):
        _game(tmp_path, SVG.format(f"<g {group}>{SHAPE * 400}</g>"))


def test_all_drawings_of_a_game_have_a_bound_together(tmp_path: Path) -> None:
    kinds = [f"k{number}" for number in range(20)]
    (tmp_path / "knight.svg").write_text(SVG.format(f"<title>{'x' * 50_000}</title>{SHAPE}"), encoding="utf-8")
    pieces = "{" + ", ".join(["knight: {letter: n}", *(f"{kind}: {{}}" for kind in kinds)]) + "}"
    looks = "display: {" + ", ".join(f"{kind}: {{shape: sign, outline: knight.svg}}" for kind in kinds) + "}\ntests:"
    game = GAME.replace("{knight: {letter: n}}", pieces).replace("tests:", looks).replace(OF_ONE, "")
    (tmp_path / "drawn.yaml").write_text(game, encoding="utf-8")
    errors = compile_game(tmp_path / "drawn.yaml").validate().errors
    refused = [one for one in errors if one.code == "display-outline"]
    assert len(refused) == len(kinds) - LIMITS.drawings.value // 50_100


@pytest.mark.parametrize("put", ["folder", "pipe", "device"])
def test_what_is_no_file_is_no_drawing(put: str, tmp_path: Path) -> None:
    if put == "folder":
        (tmp_path / "knight.svg").mkdir()
    elif put == "pipe":
        os.mkfifo(tmp_path / "knight.svg")
    else:
        (tmp_path / "knight.svg").symlink_to("/dev/zero")
    with pytest.raises(InvalidGame, match="there is no file"):
        _game(tmp_path, None)


@pytest.mark.parametrize(
    "name", ["../knight.svg", "/etc/knight.svg", ".svg", "a/b.svg", "knight.SVG", "knight.svg.html"]
)
def test_only_files_beside_the_game_are_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "drawn.yaml").write_text(GAME.replace("SHAPE", "sign").replace("knight.svg", name), encoding="utf-8")
    with pytest.raises(InvalidGame, match="outline"):
        rulewright.load(tmp_path / "drawn.yaml")


def test_a_text_lies_nowhere() -> None:
    """A draft is played without the drawing, and says so."""
    found = findings(GAME.replace("SHAPE", "sign"), {}, thorough=False)
    assert found.valid
    assert "display-outline" in [one.code for one in found.pipeline.report.warnings]

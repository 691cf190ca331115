"""Boards without an edge: steps, walks and connections that are worked out for all rows of the torus at once."""

from __future__ import annotations

import pytest

from rulewright.native.compiler import Compiler
from rulewright.native.kernel.expressions import Moves

from .drawing import Drawing, check_game
from .engines import both, reference
from .lockstep import Bounds, play
from .replaying import replay

_HEAD = """
game: Tiles
players: [white, black]
board: {{tiling: {tiling}, size: unbounded}}
pieces:
  stone: {{each: 5, letter: s}}
  tower: {{each: 1, letter: t}}
  runner: {{each: 2, letter: r, go: "{path}"}}
setup: {{hand: all}}
actions:
  enter: {{place: anything, to: centre if ply = 1 else empty next to piece}}
  go: {{move: my runner, if_lifted: {lifted}, path: its go}}
turn: enter or go
stuck: pass
limit: {{turns: 40, result: draw}}
"""
_HOLDS = "connected piece"

WALKS = {
    "along the edge": "repeat 1.. (step any to empty if count (piece next to leaving next to entering) = 1)",
    "where nothing is in the way": "repeat 1.. (step any to empty if no (piece next to leaving next to entering))",
    "beside something": "repeat 1.. (step any to empty if some (piece next to entering))",
    "over pieces": "repeat 1.. (step any to piece)",
    "in some directions": "repeat 1.. (step (e or w) to empty next to piece)",
    "over enemies and empty sites": "repeat 1.. (step any to enemy or empty if some (mine next to entering))",
    "two kinds of steps": "repeat 1.. (step any to empty if some (piece next to entering) | step e to piece)",
}


@pytest.mark.parametrize("tiling", ["hex", "square"])
@pytest.mark.parametrize("name", WALKS)
def test_walks_lead_where_the_reference_says(name: str, tiling: str) -> None:
    text = _HEAD.format(tiling=tiling, path=WALKS[name], lifted=_HOLDS)
    first, second = both(text)
    for number in range(3):
        play(first, second, Bounds(plies=26), name=name, number=number)


_MAYBE_A_STEP = """
game: Tiles
players: [white, black]
board: {{tiling: square, size: unbounded}}
pieces:
  stone: {{each: 6, letter: s}}
setup: {{hand: all}}
actions:
  enter: {{place: stone, to: centre if ply = 1 else empty next to piece}}
  go: {{move: mine, if_lifted: connected piece, path: repeat 0..1 (step any to empty next to piece), if: "{question}"}}
turn: enter or go
stuck: pass
limit: {{turns: 24, result: draw}}
"""


@pytest.mark.parametrize(
    "question",
    ["no (piece joined to target along dir)", "no (piece next to target along dir)", "not (connected mine along dir)"],
)
def test_who_stays_has_no_direction_and_leads_nowhere(question: str) -> None:
    first, second = both(_MAYBE_A_STEP.format(question=question))
    for number in range(2):
        play(first, second, name=question, number=number)


@pytest.mark.parametrize("tiling", ["hex", "square"])
def test_playouts_walk_too(tiling: str) -> None:
    text = _HEAD.format(tiling=tiling, path=WALKS["along the edge"], lifted=_HOLDS)
    drawing = Drawing(reference(text)).compile()
    assert drawing.sampled
    check_game(drawing, tiling, positions=3, each=60, most=4000, plies=30)
    replay(drawing, tiling, 1, 0, Bounds(plies=30))


def _walks(path: str) -> tuple[Compiler, set[tuple[int, Moves] | None]]:
    """What was made of the walks of a game."""
    compiler = Compiler(reference(_HEAD.format(tiling="hex", path=path, lifted=_HOLDS)).engine)
    compiler.program()
    compiler.sampling_program()
    return compiler, set(compiler.space.torus._walks.values())


def test_a_walk_is_understood() -> None:
    """The edge of a group of pieces: in each of six directions, one of the two sites beside the step is taken."""
    compiler, walks = _walks(WALKS["along the edge"])
    (walk,) = walks
    assert walk is not None
    address, moves = walk
    assert address == compiler.unit.layout.bases[0].at["any", 0]
    assert len(moves) == 6
    for _, _, cases in moves:
        assert sorted((care & held).bit_count() for care, held in cases) == [1, 1]


def test_a_walk_that_depends_on_more_than_what_is_around_is_not() -> None:
    _, walks = _walks(WALKS["beside something"])
    assert walks == {None}

"""Walks that pass far more sites than there are: rows of memory hold them, or the reference interpreter plays."""

from __future__ import annotations

import pytest

from rulewright.native.engine import NativeEngine

from .engines import both
from .lockstep import Bounds, play

pytest.importorskip("llvmlite")

_RING = """
game: Ring
players: [ann, bob]
board:
  sites: p1..p{sites}
  tracks: {{ring: {{closed: yes, sites: p1..p{sites}}}}}
pieces: {{man: {{letter: m}}}}
setup: {{ann man: [p1], bob man: [p{sites}]}}
actions:
  go: {{move: mine, path: "{path}", if: count passed > 1}}
turn: {turn}
stuck: pass
limit: {{turns: 4, result: draw}}
"""


def _behind_rows(native: NativeEngine) -> bytes:
    """What lies behind the rows that routes are written to; nobody needs it as long as only moves are counted."""
    layout, block = native.layout, native._room().block
    return block.memory[layout.parts : layout.marks]


@pytest.mark.parametrize(
    ("sites", "path", "turn"),
    [
        (100, "repeat 90 (step along ring over 98 anywhere to anywhere)", "go"),
        (120, "repeat 1.. (step along ring over 118 anywhere to anywhere)", "go"),
        (60, "repeat 58 (step along ring over 58 anywhere to anywhere)", " then ".join(["go"] * 8)),
    ],
    ids=["a number of times", "as long as it goes", "in many parts"],
)
def test_no_route_is_written_beyond_its_row(sites: int, path: str, turn: str) -> None:
    first, second = both(_RING.format(sites=sites, path=path, turn=turn))
    native = second._engines.native()
    assert native is not None
    assert len(second.start().legal_moves) == len(first.start().legal_moves) > 0
    assert not any(_behind_rows(native))
    play(first, second, Bounds(plies=1))


def test_a_row_holds_all_runs_of_a_walk() -> None:
    runs = " + ".join(["0 anywhere"] * 80 + ["38 anywhere"])
    path = f"repeat 1..38 (step along ring over {runs} to anywhere)"
    first, second = both(_RING.format(sites=40, path=path, turn="go"))
    assert second._engines.native() is not None
    layout = second._pipeline.native.layout
    assert layout.end_of(layout.runs) - layout.runs >= 2 * 38 * 81
    play(first, second, Bounds(plies=1))


def test_routes_without_measure_are_left_to_the_reference() -> None:
    path = "repeat 1..800 (step along ring over 1400 anywhere to empty)"
    game = both(_RING.format(sites=1500, path=path, turn="go"))[1]
    assert game._engines.native() is None
    reason = "walks over more than 1,048,576 sites whose routes are looked at"
    assert game._engines.failure == f"the native engine does not know {reason}"


def test_names_without_measure_are_left_to_the_reference() -> None:
    """One record of a part would be longer than the room for all of them."""
    text = _RING.format(sites=4000, path="step along ring to empty", turn="go")
    lets = ", ".join(f"n{number}: mine" for number in range(140))
    game = both(text.replace("if: count passed > 1", f"let: {{{lets}}}"))[1]
    assert game._engines.native() is None
    reason = "actions that give names to so many sets of sites"
    assert game._engines.failure == f"the native engine does not know {reason}"


@pytest.mark.parametrize("enemies", ["1..1000000000", "1000000000"])
def test_runs_of_any_length_are_no_words_of_that_length(enemies: str) -> None:
    """What a run may lie over is looked at before there is a position: a billion ways were too many to write down."""
    path = f"step along ring over 0..1 mine + {enemies} enemy to empty"
    text = _RING.format(sites=8, path=path, turn="go").replace(", if: count passed > 1", "")
    first, second = both(text)
    play(first, second, Bounds(plies=6))
    assert second._engines.failure is None

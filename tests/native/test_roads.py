"""Tracks: roads with two ends that come to no site twice, and rings; to and fro, and off the end."""

from __future__ import annotations

import pytest

from .engines import both
from .lockstep import Bounds, play
from .repeated_parts import REPEATED

_GAME = """\
game: Road
players: [ann, bob]
board:
  sites: p1..p7 x1
  tracks:
    way: {TRACK}
stuck: draw
limit: {turns: 30, result: draw}
pieces: {man: {letter: m}}
setup: {ann man: [p3, p4, x1], bob man: [p2, p6]}
actions:
  go: {with: {n: 1..4}, move: mine, path: step WAY over times(n - 1) anywhere to GOAL}
turn: go
""".replace("{n:", "{far:").replace("(n ", "(far ")
_TRACKS = {
    "a road": "{ann: p1..p7, bob: p7..p1}",
    "a ring": "{sites: p1..p7, closed: yes}",
    "a loop": "{ann: p1..p4 p2 p6 p7, bob: p7..p1}",
}


@pytest.mark.parametrize("goal", ["empty or enemy", "empty or enemy or off"])
@pytest.mark.parametrize("way", ["along way", "against way"])
@pytest.mark.parametrize("track", _TRACKS)
def test_both_engines_walk_alike(track: str, way: str, goal: str) -> None:
    """Many steps at once lead off the end only if all sites on the way are there."""
    text = _GAME.replace("{TRACK}", _TRACKS[track]).replace("WAY", way).replace("GOAL", goal)
    for number in range(2):
        assert play(*both(text), Bounds(plies=30, moves=2000), name=f"{track} {way}", number=number).plies > 0


@pytest.mark.parametrize("name", REPEATED)
def test_both_engines_repeat_parts_alike(name: str) -> None:
    play(*both(REPEATED[name]), Bounds(plies=10, moves=2000, steps=200_000), name=name)

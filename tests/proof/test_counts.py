"""Move counts from the start and from set positions, equal to those of independent programs."""

from __future__ import annotations

from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

import rulewright
from tests.proof.conftest import perft

# (game, options, counts by depth, how many depths are quick, source)
_MZINGA = "Mzinga (jonthysell/Mzinga d57e5e9), queen not allowed first"
_PILLBUG = "Mzinga (jonthysell/Mzinga 39594c6, Board_Base*P_PerftTest.csv), queen not allowed first"
_RULEBOOK = "an independent program that reproduces Mzinga's table, queen allowed first"
_ABALONE = "an independent program, validated on the BCIT files"
_KARO = "an independent program under the readings of the rulebooks"
START = [
    ("hive", {"set": "base", "queen_first": "forbidden"}, (4, 96, 1440, 21600), 3, _MZINGA),
    ("hive", {"set": "base_m", "queen_first": "forbidden"}, (5, 150, 2610, 45414), 3, _MZINGA),
    ("hive", {"set": "base_l", "queen_first": "forbidden"}, (5, 150, 2610, 45414), 3, _MZINGA),
    ("hive", {"set": "base_ml", "queen_first": "forbidden"}, (6, 216, 4320, 86400), 3, _MZINGA),
    ("hive", {"set": "base"}, (5, 150, 2220, 32856), 3, _RULEBOOK),
    ("hive", {"set": "base_m"}, (6, 216, 3744, 64896), 3, _RULEBOOK),
    ("hive", {"set": "base_l"}, (6, 216, 3744, 64896), 3, _RULEBOOK),
    ("hive", {}, (7, 294, 5880, 117600), 3, _RULEBOOK),
    ("hive", {"set": "base_p", "queen_first": "forbidden"}, (5, 150, 2610, 45414), 3, _PILLBUG),
    ("hive", {"set": "base_mp", "queen_first": "forbidden"}, (6, 216, 4320, 86400), 3, _PILLBUG),
    ("hive", {"set": "base_lp", "queen_first": "forbidden"}, (6, 216, 4320, 86400), 3, _PILLBUG),
    ("hive", {"set": "base_mlp", "queen_first": "forbidden"}, (7, 294, 6678, 151686), 3, _PILLBUG),
    ("abalone", {}, (44, 1936, 98912), 2, _ABALONE),
    ("abalone", {"layout": "belgian_daisy"}, (52, 2692, 149322), 2, _ABALONE),
    ("abalone", {"layout": "german_daisy"}, (80, 6244, 493480), 2, _ABALONE),
    ("creeper", {}, (24, 572, 14876, 384824), 3, "Pilgrim (richardjs/Pilgrim e01c7ae)"),
    ("schleicher_und_huepfer", {}, (12, 144, 1464, 14884, 146913), 4, _KARO),
    ("erleuchtung", {}, (16, 280, 6384, 145784), 3, _KARO),
    ("erleuchtung", {"flip": "automatic"}, (16, 280, 5824, 127376), 3, _KARO),
    ("erleuchtung", {"line_up": "halves"}, (16, 268, 6165, 143475), 3, _KARO),
    ("erleuchtung", {"line_up": "halves", "flip": "automatic"}, (16, 266, 5715, 124583), 3, _KARO),
    ("vier_kreise", {}, (20, 380, 6840), 3, "arithmetic: 20 · 19 · 18"),
]


def _cases(quick: bool) -> list[ParameterSet]:
    cases = []
    for game, options, counts, quick_depths, source in START:
        for depth, count in enumerate(counts, 1):
            if (depth <= quick_depths) != quick:
                continue
            name = "-".join([game, *options.values(), str(depth)])
            marks = () if quick else (pytest.mark.slow,)
            cases.append(pytest.param(game, options, depth, count, id=name, marks=marks))
        assert source
    return cases


@pytest.mark.parametrize(("game", "options", "depth", "count"), [*_cases(True), *_cases(False)])
def test_from_the_start(game: str, options: dict[str, Any], depth: int, count: int) -> None:
    assert perft(rulewright.load(game, **options).start(), depth) == count


@pytest.mark.parametrize(
    ("mounds", "counts"),
    [
        (["b2", "d2", "c3", "b4", "d4"], (20, 292, 4072, 53528)),
        (["a1", "b1", "c1", "d1", "e1"], (20, 240, 2640, 27600)),
    ],
)
def test_surikata_stones(mounds: list[str], counts: tuple[int, ...]) -> None:
    """Stones phase, no meerkat yet; an independent program."""
    state = rulewright.load("surikata").position({"mound": mounds}, phase="stones")
    assert [perft(state, depth) for depth in (1, 2, 3)] == list(counts[:3])


def test_vier_kreise_with_tile_moves() -> None:
    """The position after placing of the independent program's file."""
    state = rulewright.load("vier_kreise").position(
        {
            "tile": "columns 0..4 rows 0..3",
            "white down stone": ["0,0", "2,0", "4,0", "2,1", "1,3", "3,3"],
            "red down stone": ["1,0", "3,0", "2,2", "0,3", "2,3", "4,3"],
        },
        phase="moving",
    )
    assert [perft(state, depth) for depth in (1, 2)] == [16, 362]

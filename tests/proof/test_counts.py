"""Move counts from the start and from set positions, equal to those of independent programs."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

import rulewright
from rulewright.headless.perft import perft as native_perft
from rulewright.state import State
from tests.proof.conftest import perft

# (game, options, counts by depth, how many depths the reference interpreter counts, how many are not slow, source)
_MZINGA = "Mzinga (jonthysell/Mzinga d57e5e9), queen not allowed first"
_PILLBUG = "Mzinga (jonthysell/Mzinga 39594c6, Board_Base*P_PerftTest.csv), queen not allowed first"
_RULEBOOK = "an independent program that reproduces Mzinga's table, queen allowed first"
_ABALONE = "an independent program, validated on the BCIT files"
_KARO = "an independent program under the readings of the rulebooks"
_BAN = {"queen_first": "forbidden"}
START: list[tuple[str, dict[str, Any], tuple[int, ...], int, int, str]] = [
    ("hive", {"set": "base", **_BAN}, (4, 96, 1440, 21600, 516240, 12219480, 181641900), 3, 5, _MZINGA),
    ("hive", {"set": "base_m", **_BAN}, (5, 150, 2610, 45414, 1252800, 34233432), 3, 5, _MZINGA),
    ("hive", {"set": "base_l", **_BAN}, (5, 150, 2610, 45414, 1252800, 34233672), 3, 5, _MZINGA),
    ("hive", {"set": "base_ml", **_BAN}, (6, 216, 4320, 86400, 2725920, 85201200), 3, 5, _MZINGA),
    ("hive", {"set": "base"}, (5, 150, 2220, 32856, 775896, 18046806), 3, 5, _RULEBOOK),
    ("hive", {"set": "base_m"}, (6, 216, 3744, 64896, 1775556, 47947350), 3, 5, _RULEBOOK),
    ("hive", {"set": "base_l"}, (6, 216, 3744, 64896, 1779420, 48077424), 3, 5, _RULEBOOK),
    ("hive", {}, (7, 294, 5880, 117600, 3695604, 114644556), 3, 5, _RULEBOOK),
    ("hive", {"set": "base_p", **_BAN}, (5, 150, 2610, 45414), 3, 4, _PILLBUG),
    ("hive", {"set": "base_mp", **_BAN}, (6, 216, 4320, 86400), 3, 4, _PILLBUG),
    ("hive", {"set": "base_lp", **_BAN}, (6, 216, 4320, 86400), 3, 4, _PILLBUG),
    ("hive", {"set": "base_mlp", **_BAN}, (7, 294, 6678, 151686), 3, 4, _PILLBUG),
    ("abalone", {}, (44, 1936, 98912, 5045110, 283320928), 2, 4, _ABALONE),
    ("abalone", {"layout": "belgian_daisy"}, (52, 2692, 149322, 8270666), 2, 4, _ABALONE),
    ("abalone", {"layout": "german_daisy"}, (80, 6244, 493480, 38240570), 2, 3, _ABALONE),
    ("creeper", {}, (24, 572, 14876, 384824, 10703540, 296213140), 3, 5, "Pilgrim (richardjs/Pilgrim e01c7ae)"),
    ("schleicher_und_huepfer", {}, (12, 144, 1464, 14884, 146913, 1449781), 4, 6, _KARO),
    ("erleuchtung", {}, (16, 280, 6384, 145784, 3889712), 3, 5, _KARO),
    ("erleuchtung", {"flip": "automatic"}, (16, 280, 5824, 127376, 3080800), 3, 5, _KARO),
    ("erleuchtung", {"line_up": "halves"}, (16, 268, 6165, 143475, 3807658), 3, 5, _KARO),
    ("erleuchtung", {"line_up": "halves", "flip": "automatic"}, (16, 266, 5715, 124583, 3050272), 3, 5, _KARO),
    ("vier_kreise", {}, (20, 380, 6840, 116280, 1860480), 3, 5, "arithmetic: 20 · 19 · 18 · 17 · 16"),
]
_NAMES = ["-".join([game, *options.values()]) for game, options, *_ in START]
THREADS = 2

needs_native = pytest.mark.skipif(find_spec("llvmlite") is None, reason="the native engine needs llvmlite")


def counted(state: State, depths: int) -> list[int]:
    """Natively, one depth after the other."""
    assert state.game._engines.native() is not None, state.game._engines.failure
    return [native_perft(state, depth, THREADS) for depth in range(1, depths + 1)]


@pytest.mark.parametrize(("game", "options", "counts", "shallow", "quick", "source"), START, ids=_NAMES)
def test_from_the_start(
    game: str, options: dict[str, Any], counts: tuple[int, ...], shallow: int, quick: int, source: str
) -> None:
    """As far as the reference interpreter gets."""
    assert source
    state = rulewright.load(game, engine="reference", **options).start()
    assert [perft(state, depth) for depth in range(1, shallow + 1)] == list(counts[:shallow])


@needs_native
@pytest.mark.parametrize(("game", "options", "counts", "shallow", "quick", "source"), START, ids=_NAMES)
def test_natively(
    game: str, options: dict[str, Any], counts: tuple[int, ...], shallow: int, quick: int, source: str
) -> None:
    """Millions of positions, that only a compiled game visits in no time."""
    state = rulewright.load(game, engine="native", **options).start()
    assert counted(state, quick) == list(counts[:quick])


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "counts", "shallow", "quick", "source"), START, ids=_NAMES)
def test_natively_to_the_end_of_the_table(
    game: str, options: dict[str, Any], counts: tuple[int, ...], shallow: int, quick: int, source: str
) -> None:
    state = rulewright.load(game, engine="native", **options).start()
    assert counted(state, len(counts)) == list(counts)


@pytest.mark.parametrize(
    ("mounds", "counts"),
    [
        (["b2", "d2", "c3", "b4", "d4"], (20, 292, 4072, 53528, 659040, 7348080)),
        (["a1", "b1", "c1", "d1", "e1"], (20, 240, 2640, 27600, 272880, 2427888)),
    ],
)
def test_surikata_stones(mounds: list[str], counts: tuple[int, ...]) -> None:
    """Stones phase, no meerkat yet; an independent program."""
    state = rulewright.load("surikata", engine="reference").position({"mound": mounds}, phase="stones")
    assert [perft(state, depth) for depth in (1, 2, 3)] == list(counts[:3])
    if find_spec("llvmlite") is not None:
        state = rulewright.load("surikata", engine="native").position({"mound": mounds}, phase="stones")
        assert counted(state, 6) == list(counts)


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
    assert [native_perft(state, depth) for depth in (1, 2, 3)] == [16, 362, 10498]

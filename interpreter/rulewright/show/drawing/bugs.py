"""Creatures for tiles, seen from above, made of ovals and limbs; in the same box of 45 by 45 as the glyphs."""

from __future__ import annotations

from itertools import pairwise

MIDDLE = 22.5
Place = tuple[float, float]


def _oval(x: float, y: float, across: float, along: float, hole: bool = False) -> str:
    """Round (x, y); a hole is drawn the other way round, so that it is not filled."""
    sweep = 0 if hole else 1
    arc = f"a{across:g} {along:g} 0 1 {sweep}"
    return f"M{x - across:g} {y:g}{arc} {2 * across:g} 0{arc} {-2 * across:g} 0z"


def _limb(places: list[Place], thick: float) -> str:
    """A leg with its joints."""
    parts = []
    for (x1, y1), (x2, y2) in pairwise(places):
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        right, down = (y2 - y1) / length * thick / 2, -(x2 - x1) / length * thick / 2
        corners = [(x1 + right, y1 + down), (x2 + right, y2 + down), (x2 - right, y2 - down), (x1 - right, y1 - down)]
        parts.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z")
    return "".join([*parts, *(_oval(x, y, thick / 2, thick / 2) for x, y in places)])


def _both(*limbs: list[Place], thick: float = 1.7) -> str:
    """Limbs of the right side, and the same on the left; x is counted from the middle."""
    return "".join(_limb([(MIDDLE + side * x, y) for x, y in limb], thick) for limb in limbs for side in (1, -1))


_PILLBUG_LEGS: list[list[Place]] = [[(9, y), (14.5, y + 2)] for y in (14, 19, 24, 29)]

BUGS: dict[str, str] = {
    "ant": (
        _oval(MIDDLE, 10.5, 4, 4) + _oval(MIDDLE, 19.5, 3.2, 5) + _oval(MIDDLE, 32, 5.4, 8)
        + _both([(2, 8), (5.5, 3.5), (9.5, 3)], [(2, 17), (9, 13), (13, 8.5)], [(2, 20), (11, 20), (15, 24)],
                [(2, 22), (9, 27), (13, 35)])
    ),
    "spider": (
        _oval(MIDDLE, 16, 4.6, 5) + _oval(MIDDLE, 28.5, 7, 8)
        + _both([(3, 13), (10, 6), (11, 1.5)], [(4, 15), (14, 10), (18, 13)], [(4, 18), (15, 19), (19, 27)],
                [(4, 20), (12, 27), (14, 39)])
    ),
    "beetle": (
        _oval(MIDDLE, 9.5, 5, 4.4) + _oval(MIDDLE, 26, 9.6, 13.4)
        + _oval(MIDDLE, 27, 0.7, 11, hole=True)
        + _both([(2, 7), (6, 2.5), (4, 0.5)], [(7, 18), (14, 13), (15, 8)], [(8, 26), (16, 27), (19, 32)],
                [(7, 33), (13, 37), (14, 43)], thick=1.9)
    ),
    "grasshopper": (
        _oval(MIDDLE, 8.5, 3.7, 4.5) + _oval(MIDDLE, 18, 4.3, 6.4) + _oval(MIDDLE, 30.5, 3.5, 11.5)
        + _both([(1.5, 6), (5, 1.5), (11, 0.8)], [(3, 14), (9, 10), (11, 5)], [(3, 18), (10, 18), (13, 14)], thick=1.5)
        + _both([(3, 22), (12, 30), (14, 17), (15.5, 40)], thick=2.4)
    ),
    "ladybug": (
        _oval(MIDDLE, 10.5, 6.2, 5) + _oval(MIDDLE, 26, 13, 13.4)
        + _oval(MIDDLE, 27, 0.7, 11.5, hole=True)
        + "".join(
            _oval(MIDDLE + side * x, y, 2.2, 2.2, hole=True)
            for side in (1, -1)
            for x, y in ((5.5, 19.5), (7, 28), (4, 34.5))
        )
        + _both([(2.5, 7), (5, 3), (8, 2)], [(11, 20), (16, 16)], [(12, 28), (17.5, 30)], [(9, 36), (13, 40)])
    ),
    "mosquito": (
        _oval(MIDDLE, 12.5, 3.2, 3.2) + _oval(MIDDLE, 19.5, 3.8, 4.6) + _oval(MIDDLE, 32, 2.4, 9.5)
        + _limb([(MIDDLE, 12), (MIDDLE, 1.5)], 1.3)
        + "".join(_oval(MIDDLE + side * 9.5, 24.5, 7.4, 3) for side in (1, -1))
        + _both([(2, 17), (9, 12), (12, 4)], [(3, 21), (14, 17), (19, 23)], [(3, 23), (10, 33), (11, 43)], thick=1.2)
    ),
    "pillbug": (
        _oval(MIDDLE, 22.5, 11, 17)
        + "".join(
            _oval(MIDDLE, y, 9.3 - abs(y - 22.5) * 0.28, 0.8, hole=True) for y in (11, 15.6, 20.2, 24.8, 29.4, 34)
        )
        + _both(*_PILLBUG_LEGS, [(3, 7), (6, 2), (9, 1)], thick=1.6)
    ),
    "queen": (
        _oval(MIDDLE, 10, 4.4, 4) + _oval(MIDDLE, 18, 5, 5) + _oval(MIDDLE, 31, 6.6, 10)
        + "".join(_oval(MIDDLE, y, across, 1.1, hole=True) for y, across in ((27.5, 5.6), (32, 5.8), (36.3, 4.2)))
        + "".join(_oval(MIDDLE + side * 11.5, 19, 8.2, 4.3) for side in (1, -1))
        + _both([(2, 7.5), (4.5, 3), (8, 1.5)], [(5, 25), (12, 29), (13.5, 36)], thick=1.6)
    ),
}  # fmt: skip
"""By the name of the kind."""

TINTS = {
    "ant": "#1f6fb2", "spider": "#8a5a33", "beetle": "#7a4fa3", "grasshopper": "#2f8f4e", "ladybug": "#c8372d",
    "mosquito": "#6b7076", "pillbug": "#1f8a86", "queen": "#d08c00",
}  # fmt: skip
"""A colour for each, to be mixed with the ink that can be read on its tile."""

"""Directions that point somewhere: their names, their order, and turning them."""

from __future__ import annotations

from collections.abc import Mapping

SQUARE: tuple[str, ...] = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
HEX: tuple[str, ...] = ("ne", "e", "se", "sw", "w", "nw")
CORNER_HEX: tuple[str, ...] = ("n", "ne", "se", "s", "sw", "nw")
"""Of a hexagon that stands on a corner: each step turned by 30 degrees."""

SQUARE_VECTORS: tuple[tuple[int, int], ...] = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)

HEX_VECTORS: tuple[tuple[int, int], ...] = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Steps in the coordinates that the hex boards use: the first counts eastward, the second north-eastward; on a corner
north-eastward and northward."""

RELATIVE: tuple[str, ...] = (
    "forward",
    "backward",
    "left",
    "right",
    "sideways",
    "forward_diag",
    "backward_diag",
)


def standard_sets(compass: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """The direction sets of a compass: ``orth``, ``diag``, ``any`` and each single direction."""
    sets: dict[str, tuple[int, ...]] = {}
    if compass:
        every = tuple(range(len(compass)))
        if compass == SQUARE:
            sets["orth"] = every[0::2]
            sets["diag"] = every[1::2]
        else:
            sets["orth"] = every
        sets["any"] = every
        sets.update((name, (number,)) for number, name in enumerate(compass))
    return sets


def turned(direction: int, notches: int, around: int) -> int | None:
    """The direction so many notches clockwise; ``None`` for one that does not point anywhere."""
    return (direction + notches) % around if direction < around else None


def turned_both_ways(direction: int, notches: int, around: int) -> tuple[int, ...] | None:
    """The directions so many notches to the left and to the right, in canonical order."""
    if direction >= around:
        return None
    return tuple(sorted({(direction - notches) % around, (direction + notches) % around}))


def relative(forward: int, around: int) -> Mapping[str, tuple[int, ...] | None]:
    """What ``forward``, ``left`` and so on mean when one looks this way.

    A hex board has nothing at a right angle, so it has no left and right.
    """
    meanings: dict[str, tuple[int, ...] | None] = dict.fromkeys(RELATIVE)
    meanings["forward"] = (forward,)
    if forward >= around:
        return meanings
    backward = (forward + around // 2) % around
    meanings["backward"] = (backward,)
    meanings["forward_diag"] = turned_both_ways(forward, 1, around)
    meanings["backward_diag"] = turned_both_ways(backward, 1, around)
    if around == len(SQUARE):
        meanings["left"] = ((forward - 2) % around,)
        meanings["right"] = ((forward + 2) % around,)
        meanings["sideways"] = turned_both_ways(forward, 2, around)
    return meanings

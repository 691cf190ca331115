"""Attack tables: for each site the sites one step on."""

from __future__ import annotations

from functools import lru_cache

from ...board import bits

Reach = tuple[int, ...]  # for each site the set of sites one step on


def union(reaches: list[Reach], n: int) -> Reach:
    found = [0] * n
    for reach in reaches:
        for site, mask in enumerate(reach):
            found[site] |= mask
    return tuple(found)


@lru_cache(maxsize=256)
def reverse(reach: Reach) -> Reach:
    found = [0] * len(reach)
    for site, mask in enumerate(reach):
        for other in bits(mask):
            found[other] |= 1 << site
    return tuple(found)


@lru_cache(maxsize=256)
def steps_on(reach: Reach, count: int) -> Reach:
    """So many steps as one, for steps that lead to one site at most."""
    found = reach
    for _ in range(count - 1):
        found = tuple(reach[mask.bit_length() - 1] if mask else 0 for mask in found)
    return found


def by_distance(reach: Reach) -> dict[int, int]:
    """The steps by how far they lead in numbers of sites, with the sites they start from."""
    found: dict[int, int] = {}
    for site, mask in enumerate(reach):
        for other in bits(mask):
            found[other - site] = found.get(other - site, 0) | 1 << site
    return found

"""Sets of sites as Python ints: bit number = site number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def bits(mask: int) -> Iterator[int]:
    """The sites of a set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(sites: Iterable[int]) -> int:
    """The set of these sites."""
    mask = 0
    for site in sites:
        mask |= 1 << site
    return mask


def renumbered(mask: int, new_number: Sequence[int]) -> int:
    """The same set under new site numbers; sites with the number -1 drop out."""
    return mask_of(new_number[site] for site in bits(mask) if new_number[site] >= 0)

"""Who sits where in which game: everybody holds every side equally often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play. Games of the same round begin alike and differ only in who holds which side."""

    number: int
    round: int
    seats: tuple[int, ...]  # for each side of the game, the number of the program


class Schedule:
    """The games of a match by number.

    With as many programs as sides each round turns the table once round. With more programs than sides everybody meets
    everybody; with fewer, programs hold several sides at once.
    """

    def __init__(self, programs: int, sides: int) -> None:
        self._rounds = [_turned(table) for table in _tables(programs, sides)]

    def games(self, amount: int) -> Iterator[Pairing]:
        number = round_ = 0
        while True:
            for seats in self._rounds[round_ % len(self._rounds)]:
                if number == amount:
                    return
                yield Pairing(number, round_, seats)
                number += 1
            round_ += 1


def _tables(programs: int, sides: int) -> list[tuple[int, ...]]:
    """Who sits beside whom: every neighbourhood once, whoever comes first."""
    if programs < sides:
        base = [number % programs for number in range(sides)]
        shifted = {tuple((number + shift) % programs for number in base) for shift in range(programs)}
        return _unlike(sorted(shifted))
    return [(first, *rest) for first, *others in combinations(range(programs), sides) for rest in permutations(others)]


def _turned(table: Sequence[int]) -> list[tuple[int, ...]]:
    """Every seating that comes of turning the table, once."""
    found: dict[tuple[int, ...], None] = {}
    for shift in range(len(table)):
        found[(*table[-shift:], *table[:-shift])] = None
    return list(found)


def _unlike(tables: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Tables without those that are another one turned round."""
    found: list[tuple[int, ...]] = []
    for table in tables:
        if not any(table in _turned(known) for known in found):
            found.append(table)
    return found

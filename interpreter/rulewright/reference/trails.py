"""A graph of turns: those that begin alike share their beginning, and ways that meet share what follows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .candidates import PartKey, Step

Steps: TypeAlias = "tuple[Step, ...]"
Parts: TypeAlias = "tuple[tuple[Step, ...], ...]"
Order: TypeAlias = "tuple[tuple[PartKey, ...], tuple[int, ...]]"


@dataclass(slots=True, eq=False)
class Trail:
    """The last part of a turn, and the trail before it: turns that begin alike share their beginning."""

    before: Trail | Junction | None
    steps: Steps
    length: int  # of all steps up to here


@dataclass(slots=True, eq=False)
class Junction:
    """A state in the middle of turns, and every way to it. All of them have the same number of steps.

    Therefore no key of a way is the beginning of another's, and the smallest way stays the smallest whatever follows:
    the turn that stands for a move (D72) goes by the smallest way to each of its junctions.
    """

    length: int
    ways: list[Trail | Junction | None]
    found: int | None = None  # complete turns that go on from here; None while they are looked for
    smallest: Parts | None = None
    count: int = 0  # of turns that end here


def parts_of(trail: Trail | Junction | None) -> Parts:
    """The parts of a turn: of all ways those with the smallest key."""
    found: list[Steps] = []
    while isinstance(trail, Trail):
        found.append(trail.steps)
        trail = trail.before
    return (*_smallest(trail), *reversed(found))


def order_of(parts: Parts) -> Order:
    """What turns are sorted by: the key and, where repeated chains make the same hops, how long each chain is."""
    return tuple(step.key for steps in parts for step in steps), tuple(len(steps) for steps in parts)


def _smallest(junction: Junction | None) -> Parts:
    """Without recursion: a turn may have thousands of parts."""
    if junction is None:
        return ()
    for each in _before(junction, lambda known: known.smallest is not None):
        each.smallest = min((parts_of(way) for way in each.ways), key=order_of)
    assert junction.smallest is not None
    return junction.smallest


def _before(junction: Junction, is_known: Callable[[Junction], bool]) -> Iterator[Junction]:
    """A junction and those before it that nothing is known of yet, each after all that come before it."""
    waiting = [junction]
    while waiting:
        here = waiting[-1]
        if is_known(here):
            waiting.pop()
            continue
        earlier = (_last_junction(way) for way in here.ways)
        missing = [each for each in earlier if each is not None and not is_known(each)]
        if missing:
            waiting.extend(missing)
        else:
            yield waiting.pop()


def _last_junction(trail: Trail | Junction | None) -> Junction | None:
    while isinstance(trail, Trail):
        trail = trail.before
    return trail


@dataclass(slots=True, eq=False)
class Ways(Collection[Parts]):
    """All turns that were merged into a move, as parts; made one by one while somebody reads them."""

    trails: list[Trail | Junction | None] = field(default_factory=list)

    def __len__(self) -> int:
        found = 0
        for trail in self.trails:
            last = _last_junction(trail)
            found += 1 if last is None else _count(last)
        return min(found, sys.maxsize)

    def __contains__(self, parts: object) -> bool:
        return any(way == parts for way in self)

    def __iter__(self) -> Iterator[Parts]:
        waiting: list[tuple[Trail | Junction | None, Parts]] = [(trail, ()) for trail in reversed(self.trails)]
        while waiting:
            trail, after = waiting.pop()
            if trail is None:
                yield after
            elif isinstance(trail, Trail):
                waiting.append((trail.before, (trail.steps, *after)))
            else:
                waiting.extend((way, after) for way in reversed(trail.ways))

    def are_written(self, text: str, label: Callable[[Steps], str], nothing: str) -> bool:
        """Whether one of them is written so, from labels of its parts; ways that end otherwise are not followed."""
        if text == nothing and None in self.trails:
            return True
        waiting: list[tuple[Trail | Junction | None, str]] = [
            (trail, text) for trail in self.trails if trail is not None
        ]
        seen: set[tuple[int, str]] = set()  # many ways may leave the same to be read
        while waiting:
            trail, left = waiting.pop()
            if isinstance(trail, Trail):
                part = label(trail.steps)
                if part and left != part and not left.endswith(f" {part}"):
                    continue
                left = left.removesuffix(part).rstrip()
                if trail.before is not None:
                    waiting.append((trail.before, left))
                elif not left:
                    return True
            elif trail is not None and (id(trail), left) not in seen:
                seen.add((id(trail), left))
                waiting.extend((way, left) for way in trail.ways)
        return False


def _count(junction: Junction) -> int:
    for each in _before(junction, lambda known: known.count > 0):
        lasts = (_last_junction(way) for way in each.ways)
        each.count = sum(1 if last is None else last.count for last in lasts)
    return junction.count

"""Memoisation of turns: ways that meet in the middle of a turn are gone on with once (D72 merges them at its end).

What can follow depends on the place in the turn, the exact state and what later rules can see of the parts so far, unless
the route itself is asked for (`distinct: route`, or a loop that may come back: D66). So a turn of n free placements costs
2^n states and not n! orders. The ways that led to a state are kept as a graph, which is only walked by whoever wants
to read them: one for the text of a move, the others where somebody has written another order.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ..analysis.facts import Facts
from ..analysis.roots import after_part, with_defines
from ..rules import paths as rp
from .candidates import PartKey, Step
from .labels import PASS, Parts
from .view import Memory, Part

if TYPE_CHECKING:
    from .turns import Unfinished

Steps: TypeAlias = tuple[Step, ...]
Place: TypeAlias = tuple[object, ...]
Order: TypeAlias = tuple[tuple[PartKey, ...], tuple[int, ...]]


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


class Onward:
    """What follows a part (a continuation): it gives the number of complete turns that it found.

    `place` tells where in the turn that is, with the counters of all loops; None if it depends on the route so far.
    """

    __slots__ = ("_go", "_meets", "place")

    def __init__(self, go: Callable[[Unfinished], int], place: Place | None = None, meets: bool = False) -> None:
        self._go = go
        self._meets = meets and place is not None
        self.place = place

    def __call__(self, turn: Unfinished) -> int:
        known = turn.exploring.met
        if not self._meets or known is None or turn.trail is None:
            return self._go(turn)
        # Turns of different length are told apart, though they have the same future: see `Junction`.
        key = self.place, turn.length, turn.ended, turn.position.exact(), turn.exploring.registers(turn.memory)
        junction = known.get(key)
        if junction is None:
            turn.exploring.holds(turn.position)
            junction = known[key] = Junction(turn.length, [turn.trail])
            junction.found = self._go(turn.at(junction))
        else:
            assert junction.found is not None, "parts only go on"
            if junction.found:
                junction.ways.append(turn.trail)
        return junction.found


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

    def are_written(self, text: str, label: Callable[[Steps], str]) -> bool:
        """Whether one of them is written so, from labels of its parts; ways that end otherwise are not followed."""
        if text == PASS and None in self.trails:
            return True
        waiting = [(trail, text) for trail in self.trails if trail is not None]
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
            elif (id(trail), left) not in seen:
                seen.add((id(trail), left))
                waiting.extend((way, left) for way in trail.ways)
        return False


def _count(junction: Junction) -> int:
    for each in _before(junction, lambda known: known.count > 0):
        lasts = (_last_junction(way) for way in each.ways)
        each.count = sum(1 if last is None else last.count for last in lasts)
    return junction.count


class Registers:
    """What later rules can see of the parts of a turn so far: as little as will do, so that more ways meet."""

    def __init__(self, facts: Facts) -> None:
        fields: dict[str | int, list[str]] = {}
        for owner, name in facts.registers:
            fields.setdefault(owner, []).append(name)
        paths = (rp.ItsPath, rp.LikePath)
        if any(isinstance(node, paths) for node in with_defines(facts.rules, after_part(facts.rules))):
            fields.setdefault("last", []).append("kind")
        self._actions = [(owner, names) for owner, names in fields.items() if isinstance(owner, int)]
        self._last = fields.get("last", [])
        together = {"origin": "origins", "target": "targets", "passed": "passed"}
        self._memory = [together[name] for name in fields.get("turn", [])]
        self._memory += [word for word in ("captures", "parts", "last_sown") if word in facts.words]
        self._memory += ["empty_action", "did_something"]
        self._all = facts.calls_hooks  # hooks look at whatever they like

    def seen(self, memory: Memory) -> object:
        """Equal for memories that no rule can tell apart."""
        if self._all:
            return memory
        found: list[object] = [getattr(memory, name) for name in self._memory]
        for action, names in self._actions:
            found.append(_fields(memory.of(action), names))
        if self._last:
            found.append((memory.last.action, _fields(memory.last, self._last)))
        return tuple(found)


def _fields(part: Part, names: list[str]) -> tuple[object, ...]:
    return tuple(getattr(part, name) if name in Part.__slots__ else part.named(name) for name in names)

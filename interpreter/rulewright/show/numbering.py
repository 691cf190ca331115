"""Numbers of pieces, where `display` wants them: the first ant of a player is 1, wherever it goes.

A piece that is gone from one place and has come to another is the same one; what has come from nowhere is the next.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ..node import Node
from ..reference.position import Position
from ..rules.game import Rules
from ..state import State

Slot: TypeAlias = tuple[int, int, int]
"""A layer, a site, how many pieces lie below it there."""


def numbered(rules: Rules) -> frozenset[int]:
    """The kinds of pieces that have numbers."""
    names = {look.name for look in rules.display if look.numbered}
    return frozenset(number for number, kind in enumerate(rules.kinds) if kind.name in names)


def numbers(state: State) -> Mapping[Slot, int]:
    """The numbers of all pieces on the board that have one."""
    kinds, codes = numbered(state.game.rules), state.game._engine.codes
    found: dict[Slot, int] = {}
    if not kinds:
        return found
    line: list[Position] = []
    node: Node | None = state._node
    while node is not None:
        line.append(node.position)
        node = node.parent
    known: Counter[tuple[int, int]] = Counter()
    before: Position | None = None
    for position in reversed(line):
        gone: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        come: list[tuple[Slot, tuple[int, int]]] = []
        for slot, was, now in _differences(before, position):
            if was is not None and slot in found:
                gone[codes.owner(was), codes.kind(was)].append(found.pop(slot))
            if now is not None and codes.kind(now) in kinds:
                come.append((slot, (codes.owner(now), codes.kind(now))))
        for slot, whose in come:
            if gone[whose]:
                found[slot] = gone[whose].pop(0)
            else:
                known[whose] += 1
                found[slot] = known[whose]
        before = position
    return found


def _differences(before: Position | None, after: Position) -> Iterator[tuple[Slot, int | None, int | None]]:
    """Each place where another piece lies, or none any more, in order: what lay there, what lies there."""
    for number, layer in enumerate(after.layers):
        old = before.layers[number] if before is not None else {}
        for site in sorted(old.keys() | layer.keys()):
            was, now = old.get(site, ()), layer.get(site, ())
            same = 0
            while same < min(len(was), len(now)) and was[same] == now[same]:
                same += 1
            for level in range(same, max(len(was), len(now))):
                yield (
                    (number, site, level),
                    was[level] if level < len(was) else None,
                    now[level] if level < len(now) else None,
                )

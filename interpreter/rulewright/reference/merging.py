"""Memoisation of turns: ways that meet in the middle of a turn are gone on with once (D72 merges them at its end).

What can follow depends on the place in the turn, the exact state and what later rules can see of the parts so far,
unless the route itself is asked for (`distinct: route`, or a loop that may come back: D66). So a turn of n free
placements costs 2^n states and not n! orders. The ways that led to a state are kept as a graph, which is only walked by
whoever wants to read them: one for the text of a move, the others where somebody has written another order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ..analysis.facts import Facts
from ..analysis.roots import after_part, with_defines
from ..rules import paths as rp
from .trails import Junction
from .view import Memory, Part

if TYPE_CHECKING:
    from .turns import Unfinished

Place: TypeAlias = tuple[object, ...]


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
        if not self.place and isinstance(turn.trail, Junction):
            return self._go(turn)  # the turn is over where ways have just met
        # Turns of different length are told apart, though they have the same future: see `Junction`.
        key = self.place, turn.length, turn.ended, turn.exact(), turn.exploring.registers(turn.memory)
        junction = known.get(key)
        if junction is None:
            turn.exploring.holds(turn)
            junction = known[key] = Junction(turn.length, [turn.trail])
            junction.found = self._go(turn.at(junction))
        else:
            assert junction.found is not None, "parts only go on"
            if junction.found:
                junction.ways.append(turn.trail)
        return junction.found


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

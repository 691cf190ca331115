"""The torus that stands for an unbounded board: what is the same around every site is worked out for all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from ...board import bits, mask_of
from ..ir import SET, Builder, Ex, Function, k
from ..ir.interpreter import Rehearsal, Unknown
from ..lowering_part import Lowering
from .reaches import Reach

SIDES = (32, 64)  # rows that are numbers of the machine
MOST_CASES = 8
_CENTRE = 4  # of a window


class _Asked(Exception):
    """A run wants to know about a place of the window that has not been decided."""

    def __init__(self, place: int) -> None:
        self.place = place


class Torus(Lowering):
    def setup(self) -> None:
        unbounded = self.rules.unbounded
        fits = unbounded is not None and self.unit.big and unbounded.side in SIDES
        self.side = unbounded.side if unbounded is not None and fits else 0
        self._walks: dict[object, tuple[int, k.Moves] | None] = {}

    def steps(self, reach: Reach) -> k.Steps | None:
        """The steps of a reach as columns and rows, if it is the same everywhere on a large torus and has any."""
        found = _same_everywhere(reach, self.side) if self.side else None
        return found or None

    # ------------------------------------------------------------ windows

    def _window(self, f: Builder, at: Ex, site: Ex) -> Ex:
        """A set in memory, as seen from a site: bits are the nine sites around it, row by row."""
        side = self.side
        shift, size = side.bit_length() - 1, side // 8
        row, column = f.let(site >> shift, "row"), f.let((site + (side - 1)) & (side - 1), "column")
        found = k.num(0)
        for number in range(3):
            place = ((row + (side + number - 1)) & (side - 1)) * size + at
            held = f.let(k.load(side, place), "held")
            # Turned so that the column before comes first.
            turned = (held >> column) | (held << ((k.num(side) - column) & (side - 1)))
            found = found | ((turned & 7) << (3 * number))
        return f.let(found, "window")

    def _places(self, steps: k.Steps) -> dict[int, tuple[int, int]]:
        """The bits of a window that steps lead to; nothing if one leads further than that."""
        side = self.side
        if any((x + 1) % side > 2 or (y + 1) % side > 2 for x, y in steps):
            return {}
        return {(y + 1) % side * 3 + (x + 1) % side: (x, y) for x, y in steps}

    def touches(self, f: Builder, members: Ex, site: Ex) -> Ex | None:
        """Whether a site is in a set or next to it; None if that is not asked of a torus."""
        near = self.steps(self.c.space.near)
        places = self._places(near) if near is not None else {}
        if not places or members.op != "load_set":
            return None
        return (self._window(f, members.args[0], site) & mask_of([*places, _CENTRE])).ne(0)

    # ------------------------------------------------------------ one piece less

    def stays_connected(self, f: Builder, origin: Ex, occupied: Ex, reach: Reach) -> bool:
        """Returns whether pieces still are connected without one; False if that cannot be told here.

        Only its neighbours matter, if they hang together by themselves; otherwise they are looked for from one of them.
        """
        steps = self.steps(reach)
        places = self._places(steps) if steps is not None else {}
        if steps is None or not places or occupied.op != "load_set":
            return False
        window = self._window(f, occupied.args[0], origin)
        table = self.unit.table("parts_around", 8, self._parts_around(places))
        with f.when(k.look(table, window).le(1)):
            f.ret(k.TRUE)
        ring = f.let(k.set_and(k.look_set(self.unit.table("reach", 0, reach), origin), occupied), "ring")
        f.ret(k.torus_meets(occupied, f.let(k.one(k.first(ring)), "start"), ring, steps))
        return True

    def _parts_around(self, places: dict[int, tuple[int, int]]) -> list[int]:
        """For each window: into how many parts the neighbours fall that are in the set, by steps among themselves."""
        side, steps = self.side, list(places.values())
        near = {
            place: {other for other, spot in places.items() if ((spot[0] - x) % side, (spot[1] - y) % side) in steps}
            for place, (x, y) in places.items()
        }
        found = []
        for window in range(512):
            left = {place for place in places if window >> place & 1}
            parts = 0
            while left:
                parts += 1
                waiting = [left.pop()]
                while waiting:
                    met = near[waiting.pop()] & left
                    left -= met
                    waiting.extend(met)
            found.append(parts)
        return found

    # ------------------------------------------------------------ walks

    def walk(self, key: object, write: Callable[[Builder, Ex, Ex, Ex], None], f: Builder, start: Ex) -> Ex | None:
        """Where any number of steps leads from a site, if each depends on one set around where it leaves from.

        `write` writes the code for one step: from a site, in a direction, and which sites it takes into a set. The
        start itself is not among what is found. None if the steps are of another kind.
        """
        if not self.side:
            return None
        if key not in self._walks:
            try:
                self._walks[key] = self._understood(write)
            except Unknown:
                self._walks[key] = None
        known = self._walks[key]
        if known is None:
            return None
        at, moves = known

        def body(g: Builder) -> None:
            (site,) = g.params
            g.ret(k.TorusWalk(k.load_set(at), g.let(k.one(site), "start"), moves))

        made = self.unit.function(("walk", at, moves), "walk", [("start", k.INT)], SET, body, "any number of steps")
        return f.call(made, start, name="walked")

    def _understood(self, write: Callable[[Builder, Ex, Ex, Ex], None]) -> tuple[int, k.Moves] | None:
        """The set that a step depends on, and for each way of going on the windows that allow it."""
        near = self.steps(self.c.space.near)
        places = self._places(near) if near is not None else {}
        if near is None or not places:
            return None
        cases: dict[tuple[int, int], list[tuple[int, int]]] = {}
        addresses: set[int] = set()
        for direction in range(len(self.c.rules.board.directions)):
            scratch = Builder(Function("rehearsal", [("here", k.INT)], None))
            found = scratch.var(k.NOTHING, "found")
            write(scratch, scratch.params[0], k.num(direction), found)
            name = found.name
            for care, held, (x, y) in self._cases(scratch, name, places, addresses):
                known = cases.setdefault((x, y), [])
                if (care, held) not in known:
                    known.append((care, held))
        if len(addresses) != 1 or not cases or max(len(known) for known in cases.values()) > MOST_CASES:
            return None
        return addresses.pop(), tuple((*step, tuple(known)) for step, known in sorted(cases.items()))

    def _cases(
        self, scratch: Builder, name: str, places: dict[int, tuple[int, int]], addresses: set[int]
    ) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """Runs the code with each answer to what it asks of the window: which places, which of them are held, and where
        it leads then. It must be the same wherever one stands, also where rows and columns begin again."""
        side = self.side
        sites = (side // 2 * side + side // 2, 0, side * side - 1)
        waiting: list[dict[int, bool]] = [{}]
        while waiting:
            answers = waiting.pop()
            try:
                runs = [self._run(scratch, name, site, places, answers, addresses) for site in sites]
            except _Asked as asked:
                waiting.extend([{**answers, asked.place: True}, {**answers, asked.place: False}])
                continue
            if any(run != runs[0] for run in runs):
                raise Unknown("it matters where one stands")
            care, held = mask_of(answers), mask_of([place for place, answer in answers.items() if answer])
            for step in runs[0]:
                if step not in places.values():
                    raise Unknown("a long step")
                yield care, held, step

    def _run(
        self,
        scratch: Builder,
        name: str,
        site: int,
        places: dict[int, tuple[int, int]],
        answers: dict[int, bool],
        addresses: set[int],
    ) -> list[tuple[int, int]]:
        side = self.side
        here = {(site % side + x) % side + (site // side + y) % side * side: p for p, (x, y) in places.items()}
        here[site] = _CENTRE

        def held(asked: int) -> bool:
            if asked not in here:
                raise Unknown("a place far away")
            if here[asked] not in answers:
                raise _Asked(here[asked])
            return answers[here[asked]]

        run = Rehearsal(self.unit.program.tables, held)
        try:
            values = run.run(scratch.block, {"here": site})
        finally:
            if run.address is not None:
                addresses.add(run.address)
        return sorted(((s % side - site % side) % side, (s // side - site // side) % side) for s in bits(values[name]))


@lru_cache(maxsize=256)
def _same_everywhere(reach: Reach, side: int) -> k.Steps | None:
    steps = tuple((site % side, site // side) for site in bits(reach[0]))
    for site, mask in enumerate(reach):
        column, row = site % side, site // side
        if mask != mask_of([(column + x) % side + (row + y) % side * side for x, y in steps]):
            return None
    return steps

"""Hive Pocket from its rulebook: thirteen pieces each, with ladybug and mosquito; and the pillbug from its own.

A site (x, y) has the neighbours (x±1, y), (x, y±1), (x-1, y+1) and (x+1, y-1). A stack is a row of pieces, bottom
first; a piece is its owner and its kind.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from tests.rulebooks.plain.common import Plain, Site, lattice_name, moved

_WAYS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # in a circle
_OTHER = {"white": "black", "black": "white"}
_PIECES = {"queen": 1, "beetle": 2, "grasshopper": 3, "spider": 2, "ant": 3, "ladybug": 1, "mosquito": 1}
Piece = tuple[str, str]
Table = dict[Site, tuple[Piece, ...]]


def _near(site: Site) -> list[Site]:
    return [moved(site, way) for way in _WAYS]


def _beside(here: Site, there: Site) -> list[Site]:
    """The two sites that touch both."""
    return [site for site in _near(here) if site in _near(there)]


def _in_one_piece(table: Table) -> bool:
    found: set[Site] = set()
    waiting = [next(iter(table))]
    while waiting:
        site = waiting.pop()
        if site not in found:
            found.add(site)
            waiting += [near for near in _near(site) if near in table]
    return len(found) == len(table)


class _Walker:
    """The ways of the insects over a table from which the moving piece has been lifted."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def _height(self, site: Site) -> int:
        return len(self.table.get(site, ()))

    def slides(self, here: Site) -> list[Site]:
        """One step on the table: not through a gate, and in touch with the hive all the way."""
        return [
            there
            for there in _near(here)
            if there not in self.table and sum(site in self.table for site in _beside(here, there)) == 1
        ]

    def climbs(self, here: Site) -> list[Site]:
        """One step that begins or ends on top; two higher stacks beside the way stop it."""
        found = []
        for there in _near(here):
            level = max(self._height(here), self._height(there))
            if level > 0 and not all(self._height(site) > level for site in _beside(here, there)):
                found.append(there)
        return found

    def queen(self, start: Site) -> set[Site]:
        return set(self.slides(start))

    def beetle(self, start: Site) -> set[Site]:
        return set(self.climbs(start)) | (set(self.slides(start)) if start not in self.table else set())

    def grasshopper(self, start: Site) -> set[Site]:
        found = set()
        for way in _WAYS:
            far = 1
            while moved(start, way, far) in self.table:
                far += 1
            if far > 1:
                found.add(moved(start, way, far))
        return found

    def spider(self, start: Site) -> set[Site]:
        ways: list[tuple[Site, ...]] = [(start,)]
        for _ in range(3):
            ways = [(*way, site) for way in ways for site in self.slides(way[-1]) if site not in way]
        return {way[-1] for way in ways}

    def ant(self, start: Site) -> set[Site]:
        found: set[Site] = set()
        waiting = [start]
        while waiting:
            for site in self.slides(waiting.pop()):
                if site not in found:
                    found.add(site)
                    waiting.append(site)
        return found - {start}

    def ladybug(self, start: Site) -> set[Site]:
        first = [site for site in self.climbs(start) if site in self.table]
        second = {site for here in first for site in self.climbs(here) if site in self.table}
        return {site for here in second for site in self.climbs(here) if site not in self.table} - {start}

    def mosquito(self, start: Site) -> set[Site]:
        if start in self.table:
            return self.beetle(start)
        kinds = {self.table[site][-1][1] for site in _near(start) if site in self.table} - {"mosquito"}
        return {site for kind in kinds for site in self.targets(kind, start)}

    def targets(self, kind: str, start: Site) -> set[Site]:
        ways = {
            "queen": self.queen, "beetle": self.beetle, "grasshopper": self.grasshopper, "spider": self.spider,
            "ant": self.ant, "ladybug": self.ladybug, "mosquito": self.mosquito, "pillbug": self.queen,
        }  # fmt: skip
        return ways[kind](start)


@dataclass(frozen=True)
class Hive:
    stacks: frozenset[tuple[Site, tuple[Piece, ...]]] = frozenset()
    player: str = "white"
    turn: int = 1  # of the player to move: his first, second …
    pillbugs: int = 0  # how many each player has
    rested: Site | None = None  # where a piece came to rest in the turn before; only pillbugs make that matter

    @classmethod
    def with_pillbug(cls) -> Hive:
        return cls(pillbugs=1)

    @property
    def table(self) -> Table:
        return dict(self.stacks)

    def _in_hand(self, kind: str) -> int:
        placed = sum(stack.count((self.player, kind)) for _, stack in self.stacks)
        return _PIECES.get(kind, self.pillbugs) - placed

    def _round_queen(self, player: str) -> int:
        table = self.table
        for site, stack in table.items():
            if (player, "queen") in stack:
                return sum(near in table for near in _near(site))
        return 0

    def result(self) -> str | None:
        lost = [player for player in _OTHER if self._round_queen(player) == 6]
        if len(lost) == 2:
            return "draw"
        return f"{_OTHER[lost[0]]} wins" if lost else None

    def _then(self, table: Table, rested: Site | None = None) -> Hive:
        stacks, turn = frozenset(table.items()), self.turn + (self.player == "black")
        return replace(self, stacks=stacks, player=_OTHER[self.player], turn=turn, rested=rested)

    def _room(self) -> Iterator[Site]:
        """Where a new piece may be placed."""
        table = self.table
        if not table:
            yield 0, 0
            return
        for site in {near for here in table for near in _near(here)} - set(table):
            colours = {table[near][-1][0] for near in _near(site) if near in table}
            if len(table) == 1 or colours == {self.player}:
                yield site

    def moves(self) -> dict[str, Plain]:
        table = self.table
        found: dict[str, Plain] = {}
        queen_waits = self._in_hand("queen") > 0
        for kind in (*_PIECES, "pillbug"):
            if self._in_hand(kind) and (kind == "queen" or not queen_waits or self.turn < 4):
                for site in self._room():
                    found[f"{kind}@{lattice_name(site)}"] = self._then({**table, site: ((self.player, kind),)})
        for origin, stack in table.items():
            owner, kind = stack[-1]
            if queen_waits or (self.pillbugs and origin == self.rested):
                continue
            lifted = {site: pieces for site, pieces in table.items() if site != origin}
            if len(stack) > 1:
                lifted[origin] = stack[:-1]
            if not _in_one_piece(lifted):
                continue
            targets = _Walker(lifted).targets(kind, origin) if owner == self.player else set()
            for target in targets | set(self._thrown(lifted, origin)):
                after = {**lifted, target: (*lifted.get(target, ()), stack[-1])}
                found[f"{lattice_name(origin)}>{lattice_name(target)}"] = self._then(after, target)
        return found or {"pass": self._then(table)}

    def _thrown(self, lifted: Table, origin: Site) -> Iterator[Site]:
        """Where a lifted piece can be thrown by a pillbug beside it, or by a mosquito that touches a pillbug."""
        if origin in lifted:
            return  # it stood on another piece
        walker = _Walker(lifted)
        for over in walker.climbs(origin):
            stack = lifted.get(over, ())
            near = {lifted[site][-1][1] for site in _near(over) if site in lifted}
            near |= {dict(self.stacks)[origin][-1][1]}  # a pillbug that is thrown is touched until it flies
            throws = stack == ((self.player, "pillbug"),) or (
                stack == ((self.player, "mosquito"),) and "pillbug" in near
            )
            if throws and over != self.rested:
                yield from (site for site in walker.climbs(over) if site not in lifted and site != origin)

    def key(self) -> Hashable:
        """Where the hive lies on the table does not matter."""
        if not self.stacks:
            return self.player
        left, low = min(x for (x, _), _ in self.stacks), min(y for (_, y), _ in self.stacks)
        return frozenset(((x - left, y - low), stack) for (x, y), stack in self.stacks), self.player

    def progress(self) -> int:
        """Pieces round the queens; high stacks are liked too, since there the rules are most intricate."""
        climbers = sum(len(stack) - 1 for _, stack in self.stacks)
        return 2 * self._round_queen(self.player) - 2 * self._round_queen(_OTHER[self.player]) + climbers

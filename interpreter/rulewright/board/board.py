"""The board that the rules and both engines see: sites by number, directions as tables, sets as ints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import compass
from .bits import bits
from .names import SiteNames
from .problems import Collector, Where


@dataclass(frozen=True)
class Site:
    """A place where a piece can be; ``x`` and ``y`` (upwards) are for drawing, neighbours about 1 apart."""

    index: int
    name: str
    cls: str
    x: float
    y: float
    column: int | None = None
    row: int | None = None
    grid: tuple[int, int] | None = None
    """Whole-number coordinates among the sites of its class, for leaps; hex: steps e and steps ne."""


@dataclass(frozen=True)
class Direction:
    """A step from site to site; -1 where it leads nowhere."""

    name: str
    next: tuple[int, ...]
    """Empty if the players have tables of their own."""
    by_player: tuple[tuple[int, ...], ...] | None
    touch: tuple[int, ...]
    """The site of another class that is touched on this side (D15), or -1: from a corner to an edge."""

    def next_for(self, player: int) -> tuple[int, ...]:
        """The table of this player."""
        return self.next if self.by_player is None else self.by_player[player]

    def after(self, site: int, steps: int, player: int) -> int:
        """Where so many steps lead from a site, or -1. A number in a file may be far larger than any board."""
        table, way = self.next_for(player), [site]
        for _ in range(min(steps, len(table))):
            site = table[site]
            if site < 0:
                return -1
            way.append(site)
        if steps < len(way):
            return site
        # So many go round.
        first = next(place for place, seen in enumerate(way) if seen in way[place + 1 :])
        again = way.index(way[first], first + 1)
        return way[first + (steps - first) % (again - first)]

    @property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """All the tables: one, or one for each player."""
        return (self.next,) if self.by_player is None else self.by_player


@dataclass(frozen=True)
class Track:
    """A sequence of sites, which may cross itself; one for all, or one for each player."""

    name: str
    loops: tuple[int, ...]
    """For each sequence the place that follows its last one: 0 of a ring, -1 where the track ends there."""
    sequences: tuple[tuple[int, ...], ...]

    @property
    def closed(self) -> bool:
        """Whether all of it is a ring."""
        return not any(self.loops)

    @property
    def is_open(self) -> bool:
        """Whether it has two ends."""
        return max(self.loops) < 0

    def loop_for(self, player: int) -> int:
        """The place that follows the last one of this player's sequence, or -1."""
        return self.loops[player if self.per_player else 0]

    @property
    def per_player(self) -> bool:
        return len(self.sequences) > 1

    def sites_for(self, player: int) -> tuple[int, ...]:
        """The sequence that this player follows."""
        return self.sequences[player if self.per_player else 0]

    def occurrences(self, site: int, player: int) -> tuple[int, ...]:
        """Where on the sequence the site lies, ascending: a site may lie on it twice (Surakarta)."""
        return tuple(position for position, other in enumerate(self.sites_for(player)) if other == site)


@dataclass(frozen=True, eq=False)
class Board:
    """A finished board. Every set of sites is an int used as a bitset."""

    described: str
    """What it is, for messages: ``8x8 board (a1 to h8)``; the names are those of the full shape."""
    removed: frozenset[str]
    """Names of the sites of the full shape that ``only`` and ``without`` took away."""
    tiling: str | None
    sites: tuple[Site, ...]
    index: Mapping[str, int]
    classes: Mapping[str, int]
    main_classes: tuple[str, ...]
    """The classes of the tiling, drawing or list itself, without edges, corners, links and extra sites."""
    compass: tuple[str, ...]
    directions: tuple[Direction, ...]
    """The compass first, in canonical order, then the author's."""
    direction_sets: Mapping[str, tuple[int, ...]]
    player_direction_sets: Mapping[str, tuple[tuple[int, ...], ...]]
    """The author's sets that differ by player; they are not in ``direction_sets``."""
    near: tuple[int, ...]
    touching: tuple[int, ...]
    tracks: Mapping[str, Track]
    rim: int | None
    corners: int | None
    centre: int | None
    sides: tuple[int, ...] | None
    rows: Mapping[int, int]
    columns: Mapping[int, int]
    points: Mapping[int, int]
    levels: Mapping[int, int]
    """The sites of each level, from 1; empty on a flat board."""
    corner_up: bool
    """Whether this hexagon stands on a corner (D129)."""
    dark: int | None
    light: int | None
    crossing: tuple[int, ...]
    unbounded: bool
    wrap: int
    """The side of the torus behind an unbounded board, 0 for all others."""
    upper_names: bool
    hangs_on: Mapping[int, tuple[tuple[int, str], ...]]
    """For an edge or corner: its cells, lowest first, each with the letters that name it from there."""
    ends: Mapping[int, tuple[int, int]]
    """For a link: its two cells."""
    blocks: Mapping[int, int]
    """For a block: its cells."""
    counterparts: Mapping[str, tuple[int, ...]]
    """For each class of blocks: of each site the block that lies on the board where it lies in its own block, or -1."""

    def __len__(self) -> int:
        return len(self.sites)

    @property
    def all_sites(self) -> int:
        return (1 << len(self.sites)) - 1

    # names ------------------------------------------------------------------------------------

    @property
    def names(self) -> SiteNames:
        """The look-up of names, with its error messages."""
        return SiteNames(self.index, self.described, self.upper_names, self.removed)

    def find(self, name: str) -> int | None:
        """The site of this name; capitals are read too if the board prints them."""
        return self.index.get(name.lower() if self.upper_names else name)

    def label(self, site: int) -> str:
        """The name of a site as it is printed."""
        name = self.sites[site].name
        return name.upper() if self.upper_names else name

    def read_sites(self, text: str, where: Where = ()) -> tuple[int, ...]:
        """The sites of a blank-separated list with ranges; raises ``BoardProblems``."""
        problems = Collector()
        found = self.names.read(text, where, problems)
        problems.stop_if_any()
        return tuple(site for site, _ in found or ())

    # directions -------------------------------------------------------------------------------

    def back(self, direction: int) -> int | None:
        """The opposite direction; ``None`` for the author's own ones."""
        return compass.turned(direction, len(self.compass) // 2, len(self.compass))

    def beside(self, direction: int) -> tuple[int, ...] | None:
        """One notch to the left and to the right (45 degrees, hex 60)."""
        return compass.turned_both_ways(direction, 1, len(self.compass))

    def across(self, direction: int) -> tuple[int, ...] | None:
        """Two notches to the left and to the right (90 degrees, hex 120)."""
        return compass.turned_both_ways(direction, 2, len(self.compass))

    def relative(self, forward: int) -> Mapping[str, tuple[int, ...] | None]:
        """What ``forward``, ``left`` and so on mean for one who looks this way; ``None`` = unknown."""
        return compass.relative(forward, len(self.compass))

    # leaps ------------------------------------------------------------------------------------

    def leap(self, m: int, n: int) -> tuple[tuple[int, ...], ...] | None:
        """For each site the targets of ``leap m x n``, ascending; ``None`` without coordinates."""
        if self.tiling is None:
            return None
        vectors = leap_vectors(m, n, hexagonal=len(self.compass) == 6)
        at: dict[tuple[str, int, int], int] = {}
        for site in self.sites:
            if site.grid is not None:
                at[(site.cls, *site.grid)] = site.index
        return tuple(self._landings(site, vectors, at) for site in self.sites)

    def level_of(self, site: int) -> int:
        """The level of a site, from 1; 0 on a flat board."""
        return next((level for level, sites in self.levels.items() if sites >> site & 1), 0)

    def _landings(
        self, site: Site, vectors: frozenset[tuple[int, int]], at: Mapping[tuple[str, int, int], int]
    ) -> tuple[int, ...]:
        if site.grid is None:
            return ()
        landings: set[int] = set()
        for right, up in vectors:
            column, row = site.grid[0] + right, site.grid[1] + up
            if self.wrap:
                column, row = column % self.wrap, row % self.wrap
            target = at.get((site.cls, column, row))
            if target is not None and target != site.index and self.level_of(target) == self.level_of(site.index):
                landings.add(target)
        return tuple(sorted(landings))

    def adjacent(self, sites: int) -> int:
        """Everything that is next to a site of the set, of its own class or another."""
        found = 0
        for site in bits(sites):
            found |= self.near[site] | self.touching[site]
        return found


def leap_vectors(m: int, n: int, hexagonal: bool) -> frozenset[tuple[int, int]]:
    """m steps in a direction, then n steps after a turn by 90 degrees (hex 60), to either side (D39)."""
    vectors: set[tuple[int, int]] = set()
    if hexagonal:
        for number, (right, up) in enumerate(compass.HEX_VECTORS):
            for turn in (1, -1):
                then_right, then_up = compass.HEX_VECTORS[(number + turn) % 6]
                vectors.add((m * right + n * then_right, m * up + n * then_up))
    else:
        for a, b in ((m, n), (n, m)):
            vectors.update((a * i, b * j) for i in (1, -1) for j in (1, -1))
    return frozenset(vectors - {(0, 0)})

"""`BoardView`: the board of a game for people, by the names of its sites."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from .board import bits
from .errors import UnknownName

if TYPE_CHECKING:
    from .reference.engine import Engine
    from .reference.naming import Names


class BoardView:
    """Sites, what is next to what, directions, coordinates and regions. It tells, and changes nothing.

    An unbounded board has no list of its sites: every pair of whole numbers is one, such as `0,0` or `-1,2`.
    """

    def __init__(self, engine: Engine, names: Names) -> None:
        self._engine, self._names = engine, names
        self._board = engine.rules.board

    def __repr__(self) -> str:
        return f"<BoardView of the {self._board.described}>"

    def __len__(self) -> int:
        return len(self.sites)

    def __contains__(self, site: object) -> bool:
        try:
            return isinstance(site, str) and self._found(site) is not None
        except UnknownName:
            return False

    @property
    def is_unbounded(self) -> bool:
        """Whether it has no end."""
        return self._board.unbounded

    @cached_property
    def sites(self) -> tuple[str, ...]:
        """The names of all sites, in the order of their numbers; none of an unbounded board."""
        return () if self.is_unbounded else tuple(map(self._names.site, range(len(self._board))))

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of all directions: the compass first, then those of the file."""
        return tuple(direction.name for direction in self._board.directions)

    def step(self, site: str, direction: str, player: str | None = None) -> str | None:
        """The site one step on; None if none is there. A direction that players see differently needs a player."""
        if direction not in self._names.directions:
            raise UnknownName.of("direction", direction, self._names.directions)
        found = self._board.directions[self._names.directions[direction]]
        number = 0
        if found.by_player is not None:
            if player is None:
                raise ValueError(f'where "{direction}" leads depends on the player: name one')
            number = self._names.player_number(player)
        target = found.next_for(number)[self._number(site)]
        return None if target < 0 else self._relative(site, target)

    def neighbours(self, site: str) -> tuple[str, ...]:
        """What is next to a site: the sites that the game's `next to` means."""
        here = self._number(site)
        return tuple(self._relative(site, other) for other in bits(self._board.adjacent(1 << here)))

    def coordinates(self, site: str) -> tuple[float, float]:
        """Where it lies on a picture, to the right and up; neighbours are about 1 apart."""
        if not self.is_unbounded:
            found = self._board.sites[self._number(site)]
            return found.x, found.y
        column, row = _pair(site)
        return (column + row / 2, row * 0.75**0.5) if self._board.tiling == "hex" else (column, row)

    def column_and_row(self, site: str) -> tuple[int | None, int | None]:
        """The numbers of its column and row, from 1; None where a board has none."""
        if self.is_unbounded:
            return _pair(site)
        found = self._board.sites[self._number(site)]
        return found.column, found.row

    def kind_of_site(self, site: str) -> str:
        """`cell`, `point`, `edge`, `corner` …: what sort of place it is."""
        return self._board.sites[self._number(site)].cls

    @cached_property
    def regions(self) -> Mapping[str, frozenset[str] | Mapping[str, frozenset[str]]]:
        """The regions of the file, by name; one that differs by player is again by player."""
        if self.is_unbounded:
            return MappingProxyType({})
        found: dict[str, frozenset[str] | Mapping[str, frozenset[str]]] = {}
        for region in self._engine.rules.regions:
            sets = [frozenset(self._names.sites(sites)) for sites in region.sites]
            players = self._names.players
            found[region.name] = (
                MappingProxyType(dict(zip(players, sets, strict=True))) if region.per_player else sets[0]
            )
        return MappingProxyType(found)

    @cached_property
    def tracks(self) -> Mapping[str, tuple[str, ...] | Mapping[str, tuple[str, ...]]]:
        """The tracks of the file, by name: their sites in order; one that differs by player is again by player."""
        found: dict[str, tuple[str, ...] | Mapping[str, tuple[str, ...]]] = {}
        for name, track in self._board.tracks.items():
            rows = [tuple(map(self._names.site, sequence)) for sequence in track.sequences]
            players = self._names.players
            found[name] = MappingProxyType(dict(zip(players, rows, strict=True))) if track.per_player else rows[0]
        return MappingProxyType(found)

    # ------------------------------------------------------------ names

    def check(self, site: str) -> None:
        """Raises `UnknownName`, a `KeyError`, if no site is called so."""
        self._number(site)

    def _found(self, site: str) -> int | None:
        if not self.is_unbounded:
            return self._names.site_number(site)
        column, row = _pair(site)
        side = self._board.wrap
        return row % side * side + column % side

    def _number(self, site: str) -> int:
        found = self._found(site)
        if found is None:
            message, help_text = self._board.names.unknown(str(site))
            raise UnknownName(f"{message.rstrip('.')}; {help_text}" if help_text else message.rstrip("."))
        return found

    def _relative(self, site: str, target: int) -> str:
        """The name of a site, seen from another one: on an unbounded board names go on for ever."""
        if not self.is_unbounded:
            return self._names.site(target)
        side, half = self._board.wrap, self._board.wrap // 2
        column, row = _pair(site)
        right, up = target % side - column, target // side - row
        return f"{column + (right + half) % side - half},{row + (up + half) % side - half}"


def _pair(site: str) -> tuple[int, int]:
    try:
        column, row = site.split(",")
        return int(column), int(row)
    except ValueError:
        raise UnknownName(f'"{site}" is no site of this board: they are called by column and row, "0,0"') from None

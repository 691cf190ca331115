"""The names of everything in a game, and what a name means: how positions are read and written down."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..analysis.pieces import NEUTRAL
from ..board import bits
from ..errors import UnknownName
from ..rules.game import VariableSpec
from ..rules.types import Type
from .labels import SiteNames
from .view import NO_KIND

if TYPE_CHECKING:
    from .engine import Engine

_COORDINATES = re.compile(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})", re.ASCII)


class Names:
    """Names by number and numbers by name; None where nothing is called so.

    Everything has one name. On an unbounded board it depends on where the pieces are (D106): `origin` is the middle.
    """

    def __init__(self, engine: Engine, origin: tuple[int, int] = (0, 0)) -> None:
        self.rules = engine.rules
        self.codes = engine.codes
        self._sites = SiteNames(engine, origin)
        self.players = {player.name: number for number, player in enumerate(self.rules.players)}
        self.kinds = {kind.name: number for number, kind in enumerate(self.rules.kinds)}
        self._parts: dict[int, tuple[str | None, str, tuple[str, ...]]] = {}
        self.directions = {way.name: number for number, way in enumerate(self.rules.board.directions)}

    def player_number(self, name: str) -> int:
        if name not in self.players:
            raise UnknownName.of("player", name, self.players)
        return self.players[name]

    # ------------------------------------------------------------ sites

    def site(self, number: int) -> str:
        return self._sites.name(number)

    def sites(self, sites: int) -> list[str]:
        """A set of sites, in the order of the board."""
        return [self.site(number) for number in bits(sites)]

    def site_number(self, name: str) -> int | None:
        """The site that is called so; far from all pieces of an unbounded board nothing has a name."""
        side = self._sites.side
        if not side:
            return self.rules.board.find(name)
        coordinates = _COORDINATES.fullmatch(name)
        if coordinates is None:
            return None
        number = int(coordinates[2]) % side * side + int(coordinates[1]) % side
        return number if self.site(number) == f"{int(coordinates[1])},{int(coordinates[2])}" else None

    # ------------------------------------------------------------ pieces

    def piece(self, code: int) -> str:
        """`white king`, `black tall tower`; a piece of nobody's is its states and kind alone."""
        owner = self.codes.owner(code)
        kind = self.kind_in_state(self.codes.kind(code), self.codes.state(code))
        return kind if owner == NEUTRAL else f"{self.rules.players[owner].name} {kind}"

    def parts(self, code: int) -> tuple[str | None, str, tuple[str, ...]]:
        """Owner, kind and states of a piece."""
        known = self._parts.get(code)
        if known is None:
            owner, kind = self.codes.owner(code), self.codes.kind(code)
            player = None if owner == NEUTRAL else self.rules.players[owner].name
            known = self._parts[code] = player, self.rules.kinds[kind].name, self.states(kind, self.codes.state(code))
        return known

    def kind_in_state(self, kind: int, state: int) -> str:
        """`king`, `tall tower`: what is told of a piece in a tray."""
        return " ".join((*self.states(kind, state), self.rules.kinds[kind].name))

    def states(self, kind: int, state: int) -> tuple[str, ...]:
        """One word for each axis of the kind."""
        axes, values = self.rules.kinds[kind].axes, self.codes.values(kind, state)
        return tuple(axis.values[value] for axis, value in zip(axes, values, strict=True))

    def code(self, text: str) -> int | None:
        """The piece that is written so."""
        owner, _, rest = text.partition(" ")
        number = self.players.get(owner)
        for holder, words in ((number, rest), (NEUTRAL, text)):
            found = None if holder is None else self.kind_and_state(words)
            if found is not None and holder is not None:
                return self.codes.code(holder, *found)
        return None

    def kind_and_state(self, text: str) -> tuple[int, int] | None:
        *states, name = text.split(" ")
        kind = self.kinds.get(name)
        if kind is None:
            return None
        axes = self.rules.kinds[kind].axes
        if len(states) != len(axes) or any(word not in axis.values for word, axis in zip(states, axes, strict=True)):
            return None
        values = tuple(axis.values.index(word) for word, axis in zip(states, axes, strict=True))
        return kind, self.codes.state_of(kind, values)

    # ------------------------------------------------------------ values

    def value(self, value: object, type_: Type) -> object:
        """A value that a name stands for: sets are lists of names."""
        if isinstance(value, tuple):
            return self._directions(value)
        if not isinstance(value, int) or isinstance(value, bool):
            return value
        if type_.is_sites:
            return self.sites(value)
        if type_ is Type.STATE:
            return self.rules.states[value].name
        return self._one(value, type_)

    def held(self, value: int | None, spec: VariableSpec) -> object:
        """What a variable holds: a name, a number, yes or no; None for no site, no direction, no kind."""
        if value is None:
            return None
        if spec.type is Type.SITE:
            return self.site(value)
        if spec.type is Type.SET:
            return self.sites(value)
        if spec.type is Type.DIRECTION:
            return self.rules.board.directions[value].name
        return self._one(value, spec.type)

    def _one(self, value: int, type_: Type) -> object:
        if type_ is Type.KIND:
            return self.rules.kinds[value].name if value != NO_KIND else None
        if type_ is Type.PLAYER:
            return self.rules.players[value].name
        return bool(value) if type_ is Type.TRUTH else value

    def _directions(self, numbers: Iterable[int]) -> list[str]:
        return [self.rules.board.directions[number].name for number in numbers]

    def entries(self, spec: VariableSpec) -> list[str] | None:
        """What the entries of a variable are called; None if it has only one."""
        if spec.per_player:
            return list(self.players)
        return [str(number) for number in range(spec.per_range[0], spec.per_range[1] + 1)] if spec.per_range else None

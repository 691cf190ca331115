"""What there is to draw: places with their pieces, the same for every kind of picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from ...analysis.pieces import NEUTRAL, PieceCodes
from ...board import bits
from ...reference.labels import SiteNames
from ...rules.appearance import NOTHING, Appearance, board_of
from ...rules.game import Rules
from ..numbering import Slot

if TYPE_CHECKING:
    from ...state import State

ROW = 0.75**0.5
"""How far the rows of a hex board are apart."""

UNDER = frozenset({"ground", "floor", "base", "bottom", "below", "under", "tiles"})
"""Names of layers that lie below the main one; all others lie on top of it."""


class Shape(Enum):
    """How a board is drawn."""

    SQUARE = "square cells"
    HEX = "hexagons"
    OCTOSQUARE = "squares and octagons"
    POINTS = "points joined by lines"
    PITS = "a list of places"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as it looks: `owner` None is neutral; one value for each axis of its kind."""

    owner: int | None
    kind: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A site to draw; `stacks` holds the pieces of each layer, bottom first."""

    site: int
    name: str
    cls: str
    x: float
    y: float
    stacks: tuple[tuple[Piece, ...], ...]

    @property
    def occupied(self) -> bool:
        return any(self.stacks)


@dataclass(frozen=True)
class Scene:
    """A state, taken apart for drawing."""

    state: State
    rules: Rules
    shape: Shape
    spots: tuple[Spot, ...]
    flipped: bool = False  # seen from the other side
    at_stake: frozenset[int] = frozenset()  # sites whose pieces a page points out
    numbers: Mapping[Slot, int] = field(default_factory=dict)  # those that a page writes on pieces

    @cached_property
    def look(self) -> Appearance | None:
        """What `display` says of the board."""
        return board_of(self.rules.display)

    @cached_property
    def points(self) -> frozenset[int]:
        """Sites that are long points, in which pieces lie one behind the other."""
        return frozenset(bits(self.look.points)) if self.look else frozenset()

    @cached_property
    def main(self) -> tuple[Spot, ...]:
        """The cells or points of the board itself."""
        return tuple(spot for spot in self.spots if spot.cls in self.rules.board.main_classes)

    @cached_property
    def hanging(self) -> tuple[Spot, ...]:
        """Edges and corners of cells."""
        return tuple(spot for spot in self.spots if spot.site in self.rules.board.hangs_on)

    @cached_property
    def links(self) -> tuple[Spot, ...]:
        return tuple(spot for spot in self.spots if spot.site in self.rules.board.ends)

    @cached_property
    def loose(self) -> tuple[Spot, ...]:
        """Extra sites beside the board."""
        others = {spot.site for spot in (*self.main, *self.hanging, *self.links)}
        return tuple(spot for spot in self.spots if spot.site not in others)

    @cached_property
    def layers_below(self) -> frozenset[int]:
        """Layers that are drawn under the main one: those called so, and tiles that make an unbounded board."""
        found = {number for number, name in enumerate(self.rules.layers) if number and name in UNDER}
        anchor = self.rules.unbounded.layer if self.rules.unbounded else 0
        return frozenset(found | {anchor}) - {0}

    @cached_property
    def changed(self) -> frozenset[int]:
        """The sites that the last move changed, and chance after it: who rolls wants to see what the other has done."""
        if not self.state.history:
            return frozenset()
        before = self.state.copy()
        before.pop()
        while before.is_chance and before.history:
            before.pop()
        return frozenset(
            site
            for old, new in zip(before.position.layers, self.state.position.layers, strict=True)
            for site in old.keys() | new.keys()
            if old.get(site) != new.get(site)
        )


def scene_of(state: State, flipped: bool = False) -> Scene:
    """Everything that a drawing of a state shows; `flipped`: with what is at the top at the bottom."""
    rules = state.game.rules
    shape = _shape(rules)
    spots = tuple(_plane(state) if rules.board.unbounded else _board(state))
    if flipped:
        spots = tuple(replace(spot, x=-spot.x, y=-spot.y) for spot in spots)
    return Scene(state, rules, shape, spots, flipped)


def _shape(rules: Rules) -> Shape:
    board = rules.board
    known = {"square": Shape.SQUARE, "hex": Shape.HEX, "octosquare": Shape.OCTOSQUARE, "alquerque": Shape.POINTS}
    if board.tiling is not None:
        return known[board.tiling]
    return Shape.POINTS if board.compass else Shape.PITS


def piece_of(codes: PieceCodes, code: int) -> Piece:
    owner, kind = codes.owner(code), codes.kind(code)
    return Piece(None if owner == NEUTRAL else owner, kind, codes.values(kind, codes.state(code)))


def _stacks(state: State, site: int) -> tuple[tuple[Piece, ...], ...]:
    codes = state.game._engine.codes
    return tuple(tuple(piece_of(codes, code) for code in layer.get(site, ())) for layer in state.position.layers)


def _board(state: State) -> Iterator[Spot]:
    board = state.game.rules.board
    look = board_of(state.game.rules.display)
    places = _in_rows(look.rows) if look else {}
    for site in board.sites:
        x, y = places.get(site.index, (site.x, site.y))
        yield Spot(site.index, board.label(site.index), site.cls, x, y, _stacks(state, site.index))


def _in_rows(rows: Sequence[Sequence[int]]) -> dict[int, tuple[float, float]]:
    """Where sites are that `display` has put in rows, the first one on top."""
    return {site: (float(x), float(-y)) for y, row in enumerate(rows) for x, site in enumerate(row) if site != NOTHING}


def _plane(state: State) -> Iterator[Spot]:
    """The box around all pieces and one ring more, by the names that players see (D106, D107)."""
    rules = state.game.rules
    names = SiteNames(state.game._engine, state._node.origin)
    hexagonal = rules.board.tiling == "hex"
    lean, height = (0.5, ROW) if hexagonal else (0.0, 1.0)
    taken = {site for layer in state.position.layers for site in layer}
    places = [names.coordinates(site) for site in taken] or [state._node.origin]
    left = min(column + row * lean for column, row in places) - 1
    right = max(column + row * lean for column, row in places) + 1
    rows = [row for _, row in places]
    for row in range(min(rows) - 1, max(rows) + 2):
        first, last = -int(-(left - row * lean) // 1), int((right - row * lean) // 1)
        for column in range(first, last + 1):
            site = row % names.side * names.side + column % names.side
            x, y = column + row * lean, row * height
            yield Spot(site, f"{column},{row}", rules.board.sites[site].cls, x, y, _stacks(state, site))

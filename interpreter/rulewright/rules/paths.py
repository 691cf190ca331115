"""Checked paths: how a piece travels."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Expr, Node, Way


@dataclass(frozen=True, slots=True)
class Path(Node):
    routes: tuple[Route, ...]


@dataclass(frozen=True, slots=True)
class Route(Node):
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Leg(Node):
    travel: Travel
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Travel(Node):
    """The travelling part of a leg."""


@dataclass(frozen=True, slots=True)
class RunItem(Node):
    """`low..high` sites of `item` in a row; `times` (a number) instead of the bounds if given."""

    low: int
    high: int | None
    times: Expr | None
    item: Expr
    name: str | None


@dataclass(frozen=True, slots=True)
class Landing(Node):
    """`item` None: only off the board."""

    item: Expr | None
    off: bool
    name: str | None


@dataclass(frozen=True, slots=True)
class LineTravel(Travel):
    way: Way
    name: str | None
    run: tuple[RunItem, ...]
    landing: Landing


@dataclass(frozen=True, slots=True)
class Leap(Travel):
    first: int
    second: int
    landing: Landing


@dataclass(frozen=True, slots=True)
class LeapToward(Travel):
    directions: tuple[Expr, ...]
    steps: tuple[int, ...]
    landing: Landing


@dataclass(frozen=True, slots=True)
class RepeatTravel(Travel):
    low: int
    high: int | None
    times: Expr | None
    path: Path


@dataclass(frozen=True, slots=True)
class ItsPath(Travel):
    """The path attribute of the mover's kind."""

    attribute: str


@dataclass(frozen=True, slots=True)
class LikePath(Travel):
    """As the kinds that stand on `sites`, or as one kind."""

    kind: int | None
    sites: Expr | None
    attribute: str


@dataclass(frozen=True, slots=True)
class NamedPath(Travel):
    path: int


@dataclass(frozen=True, slots=True)
class InnerPath(Travel):
    path: Path

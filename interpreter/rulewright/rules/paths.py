"""Checked paths: how a piece travels."""

from __future__ import annotations

from .expressions import Expr, Node, Way


class Path(Node):
    routes: tuple[Route, ...]


class Route(Node):
    legs: tuple[Leg, ...]


class Leg(Node):
    travel: Travel
    condition: Expr | None


class Travel(Node):
    """The travelling part of a leg."""


class RunItem(Node):
    """`low..high` sites of `item` in a row; `times` (a number) instead of the bounds if given."""

    low: int
    high: int | None
    times: Expr | None
    item: Expr
    name: str | None


class Landing(Node):
    """`item` None: only off the board."""

    item: Expr | None
    off: bool
    name: str | None


class LineTravel(Travel):
    way: Way
    name: str | None
    run: tuple[RunItem, ...]
    landing: Landing


class Leap(Travel):
    first: int
    second: int
    landing: Landing


class LeapToward(Travel):
    directions: tuple[Expr, ...]
    steps: tuple[int, ...]
    landing: Landing


class RepeatTravel(Travel):
    low: int
    high: int | None
    times: Expr | None
    path: Path


class ItsPath(Travel):
    """The path attribute of the mover's kind."""

    attribute: str


class LikePath(Travel):
    """As the kinds that stand on `sites`, or as one kind."""

    kind: int | None
    sites: Expr | None
    attribute: str


class NamedPath(Travel):
    path: int


class InnerPath(Travel):
    path: Path

"""Checked paths: how a piece travels."""

from __future__ import annotations

from .expressions import Expr, Node, Way
from .frozen import node


@node
class Path(Node):
    routes: tuple[Route, ...]


@node
class Route(Node):
    legs: tuple[Leg, ...]


@node
class Leg(Node):
    travel: Travel
    condition: Expr | None


@node
class Travel(Node):
    """The travelling part of a leg."""


@node
class RunItem(Node):
    """`low..high` sites of `item` in a row; `times` (a number) instead of the bounds if given."""

    low: int
    high: int | None
    times: Expr | None
    item: Expr
    name: str | None


@node
class Landing(Node):
    """`item` None: only off the board."""

    item: Expr | None
    off: bool
    name: str | None


@node
class LineTravel(Travel):
    way: Way
    name: str | None
    run: tuple[RunItem, ...]
    landing: Landing


@node
class Leap(Travel):
    first: int
    second: int
    landing: Landing


@node
class LeapToward(Travel):
    directions: tuple[Expr, ...]
    steps: tuple[int, ...]
    landing: Landing


@node
class RepeatTravel(Travel):
    low: int
    high: int | None
    times: Expr | None
    path: Path


@node
class ItsPath(Travel):
    """The path attribute of the mover's kind."""

    attribute: str


@node
class LikePath(Travel):
    """As the kinds that stand on `sites`, or as one kind."""

    kind: int | None
    sites: Expr | None
    attribute: str


@node
class NamedPath(Travel):
    path: int


@node
class InnerPath(Travel):
    path: Path

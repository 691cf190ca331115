"""Checked expressions: every name resolved, every type known. The engines read these, never the syntax tree.

Sets of sites are ints used as bit sets (bit = site number) wherever they are known in advance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING

from ..source.source import Span
from .frozen import node
from .types import Type

if TYPE_CHECKING:
    from .paths import Path


@node
class Node:
    """Anything in the rules; `span` is its place in the game file."""

    span: Span

    def children(self) -> Iterator[Node]:
        for member in fields(self):
            value = getattr(self, member.name)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, Node))


@node
class Expr(Node):
    type: Type


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it (not through calls of defines and named paths)."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(current.children())


# ---------------------------------------------------------------- values of every type


@node
class Broken(Expr):
    """Stands where a mistake was reported; never part of finished rules."""


@node
class Number(Expr):
    value: int


@node
class Truth(Expr):
    value: bool


@node
class PlayerValue(Expr):
    player: int


@node
class Me(Expr):
    pass


@node
class Enemies(Expr):
    """All players who are not of my team; with two players, the other one."""


@node
class KindValue(Expr):
    kind: int


@node
class StateValue(Expr):
    """A state by its name; which axis and value that is depends on the kind (`Rules.states`)."""

    state: int


@node
class WordValue(Expr):
    """A word of a `with` list that means nothing else."""

    word: str


@node
class TrackValue(Expr):
    track: str


@node
class PartWord(Expr):
    """A word of the present part: origin target it leaving entering last_sown passed dir kind load."""

    word: str


@node
class Local(Expr):
    """A name bound by `with`, `as` or `let` of the present action."""

    name: str


@node
class Parameter(Expr):
    """An argument of a define, by its number."""

    number: int


@node
class Memory(Expr):
    """`relay.target` (action number) or `turn.passed` (action None)."""

    action: int | None
    field: str


@node
class Variable(Expr):
    variable: int
    index: Expr | None


@node
class DefineCall(Expr):
    """A call of `Rules.defines[define]`; its body sees the words of the part at the place of the call."""

    define: int
    args: tuple[Expr, ...]


@node
class HookCall(Expr):
    hook: int
    args: tuple[Expr, ...]


@node
class Either(Expr):
    """`value if condition else otherwise`."""

    condition: Expr
    value: Expr
    otherwise: Expr


# ---------------------------------------------------------------- sites


class Owner(Enum):
    ANYBODY = "anybody"
    MINE = "mine"
    ENEMY = "enemy"
    NEUTRAL = "neutral"
    PLAYER = "player"


@node
class Pattern(Expr):
    """Sites whose top piece on `layer` is one of `kinds`, of that owner, in all of `states`."""

    layer: int
    owner: Owner
    player: int | None
    kinds: tuple[int, ...]
    states: tuple[int, ...]


@node
class EmptySites(Expr):
    """Nothing on the main layer."""


@node
class Anywhere(Expr):
    pass


@node
class Fixed(Expr):
    """Sites known in advance: a region, a class, a row, a name."""

    sites: int


@node
class FixedOf(Expr):
    """A region of each player; `owner` says whose."""

    sites: tuple[int, ...]
    owner: Expr


@node
class OpenCentre(Expr):
    """`centre` of an unbounded board: 0,0 while nothing is there."""


@node
class Unmoved(Expr):
    pass


@node
class Intersection(Expr):
    """In the order written: the first is the head of the phrase, which decides the layer of an effect."""

    items: tuple[Expr, ...]


@node
class Union(Expr):
    items: tuple[Expr, ...]


@node
class Difference(Expr):
    left: Expr
    right: Expr


@node
class Way(Node):
    """How steps go: in directions, or along (against) tracks. Where a way is None: by adjacency."""

    directions: Expr | None
    tracks: tuple[Expr, ...]
    against: bool


@node
class Neighbours(Expr):
    """Sites one step from those of `item`, plus touching sites of other classes."""

    item: Expr
    way: Way | None


@node
class Stepped(Expr):
    """`D of S`."""

    directions: Expr
    item: Expr


@node
class Joined(Expr):
    """The smallest part of `within` that holds `within` ∩ `seeds` and is closed under steps."""

    within: Expr
    seeds: Expr
    way: Way | None


@node
class LineOf(Expr):
    length: int
    exactly: bool
    item: Expr
    directions: Expr | None


@node
class Reached(Expr):
    path: Path
    start: Expr


@node
class PassedBy(Expr):
    path: Path
    start: Expr


@node
class WithHeight(Expr):
    """Sites of `item` whose main stack's height passes the test; `high` None: compare with `low` by `sign`."""

    item: Expr
    sign: str
    low: Expr
    high: int | None
    is_range: bool


@node
class CrossedBy(Expr):
    """Links of `item` that cross a link of `other`."""

    item: Expr
    other: Expr


@node
class Attacked(Expr):
    item: Expr
    by: Expr


@node
class Holding(Expr):
    """Sites with such a piece at any level of the stack."""

    pattern: Expr


# ---------------------------------------------------------------- directions


@node
class FixedDirections(Expr):
    """Directions by number; one tuple, or one for each player."""

    by_player: tuple[tuple[int, ...], ...]


@node
class Relative(Expr):
    """`forward`, `left` …; resolved from the piece's facing, else as `by_player` says."""

    word: str
    by_player: tuple[tuple[int, ...], ...]


@node
class DirectionsUnion(Expr):
    items: tuple[Expr, ...]


@node
class TurnedDirections(Expr):
    how: str
    item: Expr


@node
class FacingOf(Expr):
    item: Expr


# ---------------------------------------------------------------- numbers


@node
class Counter(Expr):
    """round ply passes captures parts."""

    word: str


@node
class SumOf(Expr):
    items: tuple[Expr, ...]
    signs: tuple[int, ...]


@node
class ProductOf(Expr):
    items: tuple[Expr, ...]


@node
class CountOf(Expr):
    item: Expr


@node
class HeightOf(Expr):
    item: Expr


@node
class SidesOf(Expr):
    item: Expr


@node
class DistanceOf(Expr):
    start: Expr
    goal: Expr


@node
class InTray(Expr):
    """Pieces in a tray: of a player (None: the supply), of a kind or in a state (None: all)."""

    tray: str
    player: Expr | None
    what: Expr | None


@node
class Extreme(Expr):
    """max min abs."""

    word: str
    items: tuple[Expr, ...]


@node
class BonusOf(Expr):
    player: Expr


# ---------------------------------------------------------------- yes and no


@node
class AllOf(Expr):
    items: tuple[Expr, ...]


@node
class AnyOf(Expr):
    items: tuple[Expr, ...]


@node
class Negation(Expr):
    item: Expr


@node
class NotEmpty(Expr):
    item: Expr


@node
class Every(Expr):
    """`all S post`: the sites before the last post all pass it."""

    item: Expr
    passing: Expr


@node
class ConnectedSites(Expr):
    item: Expr
    way: Way | None


@node
class CanDo(Expr):
    player: Expr
    action: int


@node
class Comparison(Expr):
    left: Expr
    sign: str
    right: Expr


@node
class Within(Expr):
    """`n = 2..4`; `negated` for `!=`."""

    item: Expr
    low: int
    high: int | None
    negated: bool

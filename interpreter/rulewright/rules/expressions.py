"""Checked expressions: every name resolved, every type known. The engines read these, never the syntax tree.

Sets of sites are ints used as bit sets (bit = site number) wherever they are known in advance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from typing import TYPE_CHECKING

from ..language.source import Span
from .types import Type

if TYPE_CHECKING:
    from .paths import Path


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Broken(Expr):
    """Stands where a mistake was reported; never part of finished rules."""


@dataclass(frozen=True, slots=True)
class Number(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Expr):
    value: bool


@dataclass(frozen=True, slots=True)
class PlayerValue(Expr):
    player: int


@dataclass(frozen=True, slots=True)
class Me(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Enemies(Expr):
    """All players who are not of my team; with two players, the other one."""


@dataclass(frozen=True, slots=True)
class KindValue(Expr):
    kind: int


@dataclass(frozen=True, slots=True)
class StateValue(Expr):
    """A state by its name; which axis and value that is depends on the kind (`Rules.states`)."""

    state: int


@dataclass(frozen=True, slots=True)
class WordValue(Expr):
    """A word of a `with` list that means nothing else."""

    word: str


@dataclass(frozen=True, slots=True)
class TrackValue(Expr):
    track: str


@dataclass(frozen=True, slots=True)
class PartWord(Expr):
    """A word of the present part: origin target it leaving entering last_sown passed dir kind load."""

    word: str


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A name bound by `with`, `as` or `let` of the present action."""

    name: str


@dataclass(frozen=True, slots=True)
class Parameter(Expr):
    """An argument of a define, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Memory(Expr):
    """`relay.target` (action number) or `turn.passed` (action None)."""

    action: int | None
    field: str


@dataclass(frozen=True, slots=True)
class Variable(Expr):
    variable: int
    index: Expr | None


@dataclass(frozen=True, slots=True)
class DefineCall(Expr):
    """A call of `Rules.defines[define]`; its body sees the words of the part at the place of the call."""

    define: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class HookCall(Expr):
    hook: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Pattern(Expr):
    """Sites whose top piece on `layer` is one of `kinds`, of that owner, in all of `states`."""

    layer: int
    owner: Owner
    player: int | None
    kinds: tuple[int, ...]
    states: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EmptySites(Expr):
    """Nothing on the main layer."""


@dataclass(frozen=True, slots=True)
class Anywhere(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Fixed(Expr):
    """Sites known in advance: a region, a class, a row, a name."""

    sites: int


@dataclass(frozen=True, slots=True)
class FixedOf(Expr):
    """A region of each player; `owner` says whose."""

    sites: tuple[int, ...]
    owner: Expr


@dataclass(frozen=True, slots=True)
class OpenCentre(Expr):
    """`centre` of an unbounded board: 0,0 while nothing is there."""


@dataclass(frozen=True, slots=True)
class Unmoved(Expr):
    pass


@dataclass(frozen=True, slots=True)
class Intersection(Expr):
    """In the order written: the first is the head of the phrase, which decides the layer of an effect."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Union(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Difference(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Way(Node):
    """How steps go: in directions, or along (against) tracks. Where a way is None: by adjacency."""

    directions: Expr | None
    tracks: tuple[Expr, ...]
    against: bool


@dataclass(frozen=True, slots=True)
class Neighbours(Expr):
    """Sites one step from those of `item`, plus touching sites of other classes."""

    item: Expr
    way: Way | None


@dataclass(frozen=True, slots=True)
class Stepped(Expr):
    """`D of S`."""

    directions: Expr
    item: Expr


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """The smallest part of `within` that holds `within` ∩ `seeds` and is closed under steps."""

    within: Expr
    seeds: Expr
    way: Way | None


@dataclass(frozen=True, slots=True)
class LineOf(Expr):
    length: int
    exactly: bool
    item: Expr
    directions: Expr | None


@dataclass(frozen=True, slots=True)
class Reached(Expr):
    path: Path
    start: Expr


@dataclass(frozen=True, slots=True)
class PassedBy(Expr):
    path: Path
    start: Expr


@dataclass(frozen=True, slots=True)
class WithHeight(Expr):
    """Sites of `item` whose main stack's height passes the test; `high` None: compare with `low` by `sign`."""

    item: Expr
    sign: str
    low: Expr
    high: int | None
    is_range: bool


@dataclass(frozen=True, slots=True)
class CrossedBy(Expr):
    """Links of `item` that cross a link of `other`."""

    item: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Attacked(Expr):
    item: Expr
    by: Expr


@dataclass(frozen=True, slots=True)
class Holding(Expr):
    """Sites with such a piece at any level of the stack."""

    pattern: Expr


# ---------------------------------------------------------------- directions


@dataclass(frozen=True, slots=True)
class FixedDirections(Expr):
    """Directions by number; one tuple, or one for each player."""

    by_player: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Relative(Expr):
    """`forward`, `left` …; resolved from the piece's facing, else as `by_player` says."""

    word: str
    by_player: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class DirectionsUnion(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TurnedDirections(Expr):
    how: str
    item: Expr


@dataclass(frozen=True, slots=True)
class FacingOf(Expr):
    item: Expr


# ---------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True)
class Counter(Expr):
    """round ply passes captures parts."""

    word: str


@dataclass(frozen=True, slots=True)
class SumOf(Expr):
    items: tuple[Expr, ...]
    signs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProductOf(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class CountOf(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class HeightOf(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class SidesOf(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class DistanceOf(Expr):
    start: Expr
    goal: Expr


@dataclass(frozen=True, slots=True)
class InTray(Expr):
    """Pieces in a tray: of a player (None: the supply), of a kind or in a state (None: all)."""

    tray: str
    player: Expr | None
    what: Expr | None


@dataclass(frozen=True, slots=True)
class Extreme(Expr):
    """max min abs."""

    word: str
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class BonusOf(Expr):
    player: Expr


# ---------------------------------------------------------------- yes and no


@dataclass(frozen=True, slots=True)
class AllOf(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Negation(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class NotEmpty(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class Every(Expr):
    """`all S post`: the sites before the last post all pass it."""

    item: Expr
    passing: Expr


@dataclass(frozen=True, slots=True)
class ConnectedSites(Expr):
    item: Expr
    way: Way | None


@dataclass(frozen=True, slots=True)
class CanDo(Expr):
    player: Expr
    action: int


@dataclass(frozen=True, slots=True)
class Comparison(Expr):
    left: Expr
    sign: str
    right: Expr


@dataclass(frozen=True, slots=True)
class Within(Expr):
    """`n = 2..4`; `negated` for `!=`."""

    item: Expr
    low: int
    high: int | None
    negated: bool

"""Checked expressions: every name resolved, every type known. The engines read these, never the syntax tree.

Sets of sites are ints used as bit sets (bit = site number) wherever they are known in advance.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING

from ..source.source import Span
from .frozen import Frozen
from .types import Type

if TYPE_CHECKING:
    from .paths import Path


class Node(Frozen):
    """Anything in the rules; `span` is its place in the game file."""

    span: Span

    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, left to right."""
        return self.below(Node)


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


class Broken(Expr):
    """Stands where a mistake was reported; never part of finished rules."""


class Number(Expr):
    value: int


class Truth(Expr):
    value: bool


class PlayerValue(Expr):
    player: int


class Me(Expr):
    pass


class Enemies(Expr):
    """All players who are not of my team; with two players, the other one."""


class KindValue(Expr):
    kind: int


class StateValue(Expr):
    """A state by its name; which axis and value that is depends on the kind (`Rules.states`)."""

    state: int


class WordValue(Expr):
    """A word of a `with` list that means nothing else."""

    word: str


class TrackValue(Expr):
    track: str


class PartWord(Expr):
    """A word of the present part: origin target it leaving entering last_sown passed dir kind load."""

    word: str


class Local(Expr):
    """A name bound by `with`, `as` or `let` of the present action."""

    name: str


class Parameter(Expr):
    """An argument of a define, by its number."""

    number: int


class Memory(Expr):
    """`relay.target` (action number) or `turn.passed` (action None)."""

    action: int | None
    field: str


class Variable(Expr):
    variable: int
    index: Expr | None


class DefineCall(Expr):
    """A call of `Rules.defines[define]`; its body sees the words of the part at the place of the call."""

    define: int
    args: tuple[Expr, ...]


class HookCall(Expr):
    hook: int
    args: tuple[Expr, ...]


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


class Pattern(Expr):
    """Sites whose top piece on `layer` is one of `kinds`, of that owner, in all of `states`."""

    layer: int
    owner: Owner
    player: int | None
    kinds: tuple[int, ...]
    states: tuple[int, ...]


class EmptySites(Expr):
    """Nothing on the main layer."""


class Anywhere(Expr):
    pass


class Fixed(Expr):
    """Sites known in advance: a region, a class, a row, a name."""

    sites: int


class FixedOf(Expr):
    """A region of each player; `owner` says whose."""

    sites: tuple[int, ...]
    owner: Expr


class OpenCentre(Expr):
    """`centre` of an unbounded board: 0,0 while nothing is there."""


class Unmoved(Expr):
    pass


class Intersection(Expr):
    """In the order written: the first is the head of the phrase, which decides the layer of an effect."""

    items: tuple[Expr, ...]


class Union(Expr):
    items: tuple[Expr, ...]


class Difference(Expr):
    left: Expr
    right: Expr


class Way(Node):
    """How steps go: in directions, or along (against) tracks. Where a way is None: by adjacency."""

    directions: Expr | None
    tracks: tuple[Expr, ...]
    against: bool


class Filtered(Expr):
    """The sites of `item` for which `condition` holds; inside it, `EachSite` is that site."""

    item: Expr
    condition: Expr


class OnlyOf(Expr):
    """The one site of a set, or none; in play it is an error if there are several."""

    item: Expr


class EachSite(Expr):
    """`it` in the condition of a filter: the site that the innermost one asks about."""


class Neighbours(Expr):
    """Sites one step from those of `item`, plus touching sites of other classes."""

    item: Expr
    way: Way | None


class Stepped(Expr):
    """`D of S`."""

    directions: Expr
    item: Expr


class Joined(Expr):
    """The smallest part of `within` that holds `within` ∩ `seeds` and is closed under steps."""

    within: Expr
    seeds: Expr
    way: Way | None


class KindOf(Expr):
    """The kind of the top main piece on a site."""

    item: Expr


class BeganOf(Expr):
    """The kind of the top main piece that the set-up puts on a site."""

    item: Expr


class StateOf(Expr):
    """The state, by its name, of the top main piece on a site: in the row of a name, or in the only row that it has."""

    item: Expr
    row: str | None


class LineOf(Expr):
    length: int
    exactly: bool
    item: Expr
    directions: Expr | None


class GroupOf(Expr):
    """The connected parts of `item` with at least (exactly) so many sites, together."""

    size: int
    exactly: bool
    item: Expr
    way: Way | None


class Reached(Expr):
    path: Path
    start: Expr


class PassedBy(Expr):
    path: Path
    start: Expr


class WithHeight(Expr):
    """Sites of `item` whose main stack's height passes the test; `high` None: compare with `low` by `sign`."""

    item: Expr
    sign: str
    low: Expr
    high: int | None
    is_range: bool


class CrossedBy(Expr):
    """Links of `item` that cross a link of `other`."""

    item: Expr
    other: Expr


class Attacked(Expr):
    item: Expr
    by: Expr


class Holding(Expr):
    """Sites with such a piece at any level of the stack."""

    pattern: Expr


# ---------------------------------------------------------------- directions


class FixedDirections(Expr):
    """Directions by number; one tuple, or one for each player."""

    by_player: tuple[tuple[int, ...], ...]


class Relative(Expr):
    """`forward`, `left` …; resolved from the piece's facing, else as `by_player` says."""

    word: str
    by_player: tuple[tuple[int, ...], ...]


class DirectionsUnion(Expr):
    items: tuple[Expr, ...]


class TurnedDirections(Expr):
    how: str
    item: Expr


class FacingOf(Expr):
    item: Expr


# ---------------------------------------------------------------- numbers


class Counter(Expr):
    """round ply passes captures parts."""

    word: str


class SumOf(Expr):
    items: tuple[Expr, ...]
    signs: tuple[int, ...]


class ProductOf(Expr):
    items: tuple[Expr, ...]


class Quotient(Expr):
    """Division of whole numbers; `right` is at least 1."""

    left: Expr
    right: Expr
    up: bool


class Remainder(Expr):
    """What is left of `left` when `right`, at least 1, is taken away as often as it fits: never negative."""

    left: Expr
    right: Expr


class LineNumber(Expr):
    """`row(x)`, `column(x)`: the number of each site, 0 for none."""

    word: str
    numbers: tuple[int, ...]
    item: Expr


class CounterpartOf(Expr):
    """`counterpart(x)`: of each site the block that lies on the board where it lies in its own one, or -1."""

    table: tuple[int, ...]
    item: Expr


class CountOf(Expr):
    item: Expr


class GroupCount(Expr):
    """How many connected parts of at least (exactly) so many sites `item` has."""

    size: int
    exactly: bool
    item: Expr
    way: Way | None


class LargestGroup(Expr):
    item: Expr
    way: Way | None


class HeightOf(Expr):
    item: Expr


class FirstOf(Expr):
    """The first sites of a track, so many."""

    amount: Expr
    track: Expr


class SidesOf(Expr):
    item: Expr


class DistanceOf(Expr):
    start: Expr
    goal: Expr


class InTray(Expr):
    """Pieces in a tray: of a player (None: the supply), of a kind or in a state (None: all)."""

    tray: str
    player: Expr | None
    what: Expr | None


class Extreme(Expr):
    """max min abs."""

    word: str
    items: tuple[Expr, ...]


class BonusOf(Expr):
    player: Expr


# ---------------------------------------------------------------- yes and no


class AllOf(Expr):
    items: tuple[Expr, ...]


class AnyOf(Expr):
    items: tuple[Expr, ...]


class Negation(Expr):
    item: Expr


class NotEmpty(Expr):
    item: Expr


class Every(Expr):
    """`all S post`: the sites before the last post all pass it."""

    item: Expr
    passing: Expr


class ConnectedSites(Expr):
    item: Expr
    way: Way | None


class CanDo(Expr):
    """`could`: in its answer every question of this sort is answered with yes (D58)."""

    player: Expr
    action: int
    could: bool


class Kept(Expr):
    """`P kept C`: `number` is that of C in the rule of repetition."""

    player: Expr
    condition: Expr
    number: int


class Followed(Node):
    """Sites that a result asks for with `kept one`: where each piece in them goes is followed from turn to turn.

    `condition` is the number of `some S` in `kept`; `left`: the last part of the turn left its origin empty.
    """

    sites: Expr
    condition: int
    left: Expr
    origin: Expr
    target: Expr


class KeptOne(Expr):
    """`P kept one S`: `held` is `P kept (some S)`; `number` is that of S in the rule of repetition."""

    player: Expr
    held: Kept
    followed: Followed
    number: int


class Comparison(Expr):
    left: Expr
    sign: str
    right: Expr


class Within(Expr):
    """`n = 2..4`; `negated` for `!=`."""

    item: Expr
    low: int
    high: int | None
    negated: bool

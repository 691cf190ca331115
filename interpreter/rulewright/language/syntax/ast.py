"""The syntax tree of the rules language: what the parser understood, before any name is looked up.

One class for each form of `grammar/rules.lark`, in the order of the grammar. Every node knows its place in
the game file, so that a caret lands under the right word.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...rules.frozen import Frozen
from ...source.source import Span


class Node(Frozen):
    span: Span

    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, left to right."""
        return self.below(Node)


class Word(Node):
    """A word that names something: an action, a path, a player, a local."""

    text: str


class Range(Node):
    """`2..4`, `2..` (no upper end) or `3` (both ends)."""

    low: int
    high: int | None


# ---------------------------------------------------------------- expressions


class Expr(Node):
    """Sites, numbers, yes/no: one ladder for all."""


class Either(Expr):
    value: Expr
    condition: Expr
    otherwise: Expr


class Where(Expr):
    """`S where c`: inside `c`, `it` is each site of S in turn."""

    item: Expr
    condition: Expr


class Or(Expr):
    items: tuple[Expr, ...]


class And(Expr):
    items: tuple[Expr, ...]


class Not(Expr):
    item: Expr


class Some(Expr):
    item: Expr


class No(Expr):
    item: Expr


class All(Expr):
    item: Expr


class Connected(Expr):
    item: Expr
    along: Along | None


class Can(Expr):
    player: Word
    action: Word


class Could(Can):
    pass


class Kept(Expr):
    player: Word
    condition: Expr


class KeptOne(Expr):
    player: Word
    sites: Expr


class Compare(Expr):
    left: Expr
    sign: str
    right: Expr | Range


class Sum(Expr):
    """`a + b - c`: `signs[i]` stands before `items[i + 1]`."""

    items: tuple[Expr, ...]
    signs: tuple[str, ...]


class Product(Expr):
    items: tuple[Expr, ...]


class Quotient(Expr):
    """`a / b rounded down`, `a / b rounded up`."""

    left: Expr
    right: Expr
    up: bool


class Count(Expr):
    item: Expr


class Number(Expr):
    value: int


class Phrase(Expr):
    """A row of words, all of which hold, followed by `in …`, `next to …` and the like."""

    words: Words
    posts: tuple[Post, ...]


class Words(Expr):
    items: tuple[Expr, ...]


class Group(Expr):
    """Brackets the author wrote; kept, because they show what was meant."""

    item: Expr


class Name(Expr):
    text: str


class Register(Expr):
    """`relay.target`, `turn.passed`."""

    owner: str
    field: str


class Turned(Expr):
    """`back(d)`, `beside(d)`, `across(d)`."""

    how: str
    direction: Expr


class Indexed(Expr):
    """`row 8`, `rows 1..2`, `point 4`."""

    name: Word
    range: Range


class Shifted(Expr):
    """`forward of target`."""

    direction: Expr
    item: Expr


class Call(Expr):
    name: Word
    args: tuple[Expr, ...]


class Hook(Expr):
    name: Word
    args: tuple[Expr, ...]


class Line(Expr):
    length: int
    exactly: bool
    item: Expr
    along: Along | None


class GroupOf(Expr):
    """`group of [exactly] n S`."""

    size: int
    exactly: bool
    item: Expr
    along: Along | None


class CountGroups(Expr):
    """`count groups of [[exactly] n] S`; no size: all of them."""

    size: int | None
    exactly: bool
    item: Expr
    along: Along | None


class LargestGroup(Expr):
    item: Expr
    along: Along | None


class Reached(Expr):
    path: Path
    start: Expr


class PassedBy(Expr):
    path: Path
    start: Expr


class Along(Node):
    against: bool
    directions: Directions


class Directions(Node):
    items: tuple[Expr, ...]


class Post(Node):
    """What may follow the words of a phrase. `negated`: with `not` before it."""

    negated: bool


class In(Post):
    word: str
    item: Expr


class NextTo(Post):
    item: Expr
    along: Along | None


class JoinedTo(Post):
    item: Expr
    along: Along | None


class Crossing(Post):
    item: Expr


class AttackedBy(Post):
    player: Word


class With(Post):
    what: Word
    sign: str
    amount: Expr | Range


# ---------------------------------------------------------------- paths


class Path(Node):
    """Alternatives, separated by `|`."""

    routes: tuple[Route, ...]


class Route(Node):
    """Legs, joined by `then`."""

    legs: tuple[Leg, ...]


class Leg(Node):
    core: Core
    condition: Expr | None


class Core(Node):
    """The travelling part of a leg."""


class LineLeg(Core):
    verb: Word
    way: Way
    name: Word | None
    run: tuple[RunItem, ...]
    landing: Landing


class Way(Node):
    """Directions, or `along`/`against` a track."""

    track: str | None
    directions: Directions


class Landing(Node):
    item: Expr
    name: Word | None


class Times(Node):
    """`times(e)`: exactly e."""

    amount: Expr


class RunItem(Node):
    repeats: Range | Times | None
    item: Expr
    name: Word | None


class Leap(Core):
    """`leap 1x2 to …`."""

    first: int
    second: int
    landing: Landing


class LeapToward(Core):
    """`leap forward 2 and sideways 1 to …`: (direction, steps) once or twice."""

    directions: tuple[Expr, ...]
    steps: tuple[int, ...]
    landing: Landing


class RepeatPath(Core):
    repeats: Range | Times
    path: Path


class Its(Core):
    attribute: Word


class Like(Core):
    item: Expr


class UsePath(Core):
    name: Word


class PathGroup(Core):
    path: Path


# ---------------------------------------------------------------- turns


class Turn(Node):
    """The order of actions in a turn."""


class TurnElse(Turn):
    items: tuple[Turn, ...]


class TurnOr(Turn):
    items: tuple[Turn, ...]


class TurnThen(Turn):
    items: tuple[Turn, ...]


class Part(Turn):
    """`may a`, `chance a`, `together a`, `a if c`."""

    how: str | None
    item: Turn
    condition: Expr | None


class DoAction(Turn):
    name: Word


class TurnGroup(Turn):
    item: Turn


class RepeatTurn(Turn):
    repeats: Range | Times
    item: Turn


class RepeatWhile(Turn):
    repeats: Range | Times | None
    item: Turn
    condition: Expr


# ---------------------------------------------------------------- effects


class Statement(Node):
    """An effect with its condition. `otherwise` is the value of `v = a if c else b`."""

    effect: Effect
    condition: Expr | None
    unless: bool
    otherwise: Expr | None


class Effect(Node):
    """One change of the position."""


class Capture(Effect):
    item: Expr


class Remove(Effect):
    item: Expr


class Flip(Effect):
    item: Expr


class TakeSome(Effect):
    """`move n from A to B`, `remove n from A` (without a goal)."""

    amount: Expr
    item: Expr
    goal: Expr | None


class SetTo(Effect):
    item: Expr
    values: tuple[Word, ...]


class Move(Effect):
    item: Expr
    goal: Expr


class Put(Effect):
    amount: Expr | None
    piece: Piece
    item: Expr


class ShiftToward(Effect):
    item: Expr
    direction: Expr


class ShiftAlong(Effect):
    item: Expr
    against: bool
    track: Expr
    steps: Expr | None


class Sow(Effect):
    item: Expr
    against: bool
    track: Expr
    start: Expr | None
    skipping: Expr | None
    each: Word | None


class Assign(Effect):
    """`v = e`, `v += e`, `v(i) -= e`."""

    name: Word
    index: tuple[Expr, ...]
    sign: str
    value: Expr


class EndTurn(Effect):
    pass


class SwapSides(Effect):
    pass


class SetUpAgain(Effect):
    pass


class May(Effect):
    effect: Effect


class HookEffect(Effect):
    name: Word
    args: tuple[Expr, ...]


class Perform(Effect):
    """A define of effects that is used: `bank_it`, `lift(target)`."""

    name: Word
    args: tuple[Expr, ...]


class Block(Node):
    """Effects that share a condition, which is written in keys: `{if: …, do: […], else: […]}`; or a list of them."""

    condition: Expr | None
    unless: bool
    items: tuple[Statement | Block, ...]
    otherwise: tuple[Statement | Block, ...]


class Piece(Node):
    """`[owner] [states] kind`, or `anything`."""

    words: tuple[Word, ...]


# ---------------------------------------------------------------- results


class Outcome(Node):
    """`win`, `lose`, `draw`, `pass`, `NAME wins` or `highest score wins`."""

    what: str
    player: Word | None


class Rule(Node):
    outcome: Outcome
    condition: Expr | None
    otherwise: Outcome | None


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, left to right; no recursion, because a tree may be deep."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(list(current.children())))

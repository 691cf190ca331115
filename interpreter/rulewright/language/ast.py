"""The syntax tree of the rules language: what the parser understood, before any name is looked up.

One class for each form of `grammar/rules.lark`, in the order of the grammar. Every node knows its place in
the game file, so that a caret lands under the right word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from .source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span

    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, left to right."""
        for member in fields(self):
            value = getattr(self, member.name)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, Node))


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A word that names something: an action, a path, a player, a local."""

    text: str


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`2..4`, `2..` (no upper end) or `3` (both ends)."""

    low: int
    high: int | None


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """Sites, numbers, yes/no: one ladder for all."""


@dataclass(frozen=True, slots=True)
class Either(Expr):
    value: Expr
    condition: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Or(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class And(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class Some(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class No(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class All(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class Connected(Expr):
    item: Expr
    along: Along | None


@dataclass(frozen=True, slots=True)
class Can(Expr):
    player: Word
    action: Word


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    left: Expr
    sign: str
    right: Expr | Range


@dataclass(frozen=True, slots=True)
class Sum(Expr):
    """`a + b - c`: `signs[i]` stands before `items[i + 1]`."""

    items: tuple[Expr, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Product(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Count(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class Number(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Phrase(Expr):
    """A row of words, all of which hold, followed by `in …`, `next to …` and the like."""

    words: Words
    posts: tuple[Post, ...]


@dataclass(frozen=True, slots=True)
class Words(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Group(Expr):
    """Brackets the author wrote; kept, because they show what was meant."""

    item: Expr


@dataclass(frozen=True, slots=True)
class Name(Expr):
    text: str


@dataclass(frozen=True, slots=True)
class Register(Expr):
    """`relay.target`, `turn.passed`."""

    owner: str
    field: str


@dataclass(frozen=True, slots=True)
class Turned(Expr):
    """`back(d)`, `beside(d)`, `across(d)`."""

    how: str
    direction: Expr


@dataclass(frozen=True, slots=True)
class Indexed(Expr):
    """`row 8`, `rows 1..2`, `point 4`."""

    name: Word
    range: Range


@dataclass(frozen=True, slots=True)
class Shifted(Expr):
    """`forward of target`."""

    direction: Expr
    item: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    name: Word
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Hook(Expr):
    name: Word
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Line(Expr):
    length: int
    exactly: bool
    item: Expr
    along: Along | None


@dataclass(frozen=True, slots=True)
class Reached(Expr):
    path: Path
    start: Expr


@dataclass(frozen=True, slots=True)
class PassedBy(Expr):
    path: Path
    start: Expr


@dataclass(frozen=True, slots=True)
class Along(Node):
    against: bool
    directions: Directions


@dataclass(frozen=True, slots=True)
class Directions(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Post(Node):
    """What may follow the words of a phrase. `negated`: with `not` before it."""

    negated: bool


@dataclass(frozen=True, slots=True)
class In(Post):
    word: str
    item: Expr


@dataclass(frozen=True, slots=True)
class NextTo(Post):
    item: Expr
    along: Along | None


@dataclass(frozen=True, slots=True)
class JoinedTo(Post):
    item: Expr
    along: Along | None


@dataclass(frozen=True, slots=True)
class Crossing(Post):
    item: Expr


@dataclass(frozen=True, slots=True)
class AttackedBy(Post):
    player: Word


@dataclass(frozen=True, slots=True)
class With(Post):
    what: Word
    sign: str
    amount: Expr | Range


# ---------------------------------------------------------------- paths


@dataclass(frozen=True, slots=True)
class Path(Node):
    """Alternatives, separated by `|`."""

    routes: tuple[Route, ...]


@dataclass(frozen=True, slots=True)
class Route(Node):
    """Legs, joined by `then`."""

    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Leg(Node):
    core: Core
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Core(Node):
    """The travelling part of a leg."""


@dataclass(frozen=True, slots=True)
class LineLeg(Core):
    verb: Word
    way: Way
    name: Word | None
    run: tuple[RunItem, ...]
    landing: Landing


@dataclass(frozen=True, slots=True)
class Way(Node):
    """Directions, or `along`/`against` a track."""

    track: str | None
    directions: Directions


@dataclass(frozen=True, slots=True)
class Landing(Node):
    item: Expr
    name: Word | None


@dataclass(frozen=True, slots=True)
class Times(Node):
    """`times(e)`: exactly e."""

    amount: Expr


@dataclass(frozen=True, slots=True)
class RunItem(Node):
    repeats: Range | Times | None
    item: Expr
    name: Word | None


@dataclass(frozen=True, slots=True)
class Leap(Core):
    """`leap 1x2 to …`."""

    first: int
    second: int
    landing: Landing


@dataclass(frozen=True, slots=True)
class LeapToward(Core):
    """`leap forward 2 and sideways 1 to …`: (direction, steps) once or twice."""

    directions: tuple[Expr, ...]
    steps: tuple[int, ...]
    landing: Landing


@dataclass(frozen=True, slots=True)
class RepeatPath(Core):
    repeats: Range | Times
    path: Path


@dataclass(frozen=True, slots=True)
class Its(Core):
    attribute: Word


@dataclass(frozen=True, slots=True)
class Like(Core):
    item: Expr


@dataclass(frozen=True, slots=True)
class UsePath(Core):
    name: Word


@dataclass(frozen=True, slots=True)
class PathGroup(Core):
    path: Path


# ---------------------------------------------------------------- turns


@dataclass(frozen=True, slots=True)
class Turn(Node):
    """The order of actions in a turn."""


@dataclass(frozen=True, slots=True)
class TurnElse(Turn):
    items: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class TurnOr(Turn):
    items: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class TurnThen(Turn):
    items: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Part(Turn):
    """`may a`, `chance a`, `a if c`."""

    how: str | None
    item: Turn
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class DoAction(Turn):
    name: Word


@dataclass(frozen=True, slots=True)
class TurnGroup(Turn):
    item: Turn


@dataclass(frozen=True, slots=True)
class RepeatTurn(Turn):
    repeats: Range | Times
    item: Turn


@dataclass(frozen=True, slots=True)
class RepeatWhile(Turn):
    item: Turn
    condition: Expr


# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """An effect with its condition. `otherwise` is the value of `v = a if c else b`."""

    effect: Effect
    condition: Expr | None
    unless: bool
    otherwise: Expr | None


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """One change of the position."""


@dataclass(frozen=True, slots=True)
class Capture(Effect):
    item: Expr


@dataclass(frozen=True, slots=True)
class Remove(Effect):
    item: Expr


@dataclass(frozen=True, slots=True)
class Flip(Effect):
    item: Expr


@dataclass(frozen=True, slots=True)
class SetTo(Effect):
    item: Expr
    values: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Move(Effect):
    item: Expr
    goal: Expr


@dataclass(frozen=True, slots=True)
class Put(Effect):
    piece: Piece
    item: Expr


@dataclass(frozen=True, slots=True)
class ShiftToward(Effect):
    item: Expr
    direction: Expr


@dataclass(frozen=True, slots=True)
class ShiftAlong(Effect):
    item: Expr
    against: bool
    track: Word
    steps: Expr | None


@dataclass(frozen=True, slots=True)
class Sow(Effect):
    item: Expr
    against: bool
    track: Word
    skipping: Expr | None


@dataclass(frozen=True, slots=True)
class Assign(Effect):
    """`v = e`, `v += e`, `v(i) -= e`."""

    name: Word
    index: tuple[Expr, ...]
    sign: str
    value: Expr


@dataclass(frozen=True, slots=True)
class EndTurn(Effect):
    pass


@dataclass(frozen=True, slots=True)
class SwapSides(Effect):
    pass


@dataclass(frozen=True, slots=True)
class May(Effect):
    effect: Effect


@dataclass(frozen=True, slots=True)
class HookEffect(Effect):
    name: Word
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Piece(Node):
    """`[owner] [states] kind`, or `anything`."""

    words: tuple[Word, ...]


# ---------------------------------------------------------------- results


@dataclass(frozen=True, slots=True)
class Outcome(Node):
    """`win`, `lose`, `draw`, `pass`, `NAME wins` or `highest score wins`."""

    what: str
    player: Word | None


@dataclass(frozen=True, slots=True)
class Rule(Node):
    outcome: Outcome
    condition: Expr | None
    otherwise: Outcome | None


def depth(node: Node) -> int:
    """How deeply the tree is nested; walks without recursion, because this is what bounds recursion later."""
    deepest = 0
    waiting = [(node, 1)]
    while waiting:
        current, level = waiting.pop()
        deepest = max(deepest, level)
        waiting.extend((child, level + 1) for child in current.children())
    return deepest

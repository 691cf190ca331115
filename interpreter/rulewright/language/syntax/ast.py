"""The syntax tree of the rules language: what the parser understood, before any name is looked up.

One class for each form of `grammar/rules.lark`, in the order of the grammar. Every node knows its place in
the game file, so that a caret lands under the right word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from ...rules.frozen import node
from ...source.source import Span


@node
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


@node
class Word(Node):
    """A word that names something: an action, a path, a player, a local."""

    text: str


@node
class Range(Node):
    """`2..4`, `2..` (no upper end) or `3` (both ends)."""

    low: int
    high: int | None


# ---------------------------------------------------------------- expressions


@node
class Expr(Node):
    """Sites, numbers, yes/no: one ladder for all."""


@node
class Either(Expr):
    value: Expr
    condition: Expr
    otherwise: Expr


@node
class Or(Expr):
    items: tuple[Expr, ...]


@node
class And(Expr):
    items: tuple[Expr, ...]


@node
class Not(Expr):
    item: Expr


@node
class Some(Expr):
    item: Expr


@node
class No(Expr):
    item: Expr


@node
class All(Expr):
    item: Expr


@node
class Connected(Expr):
    item: Expr
    along: Along | None


@node
class Can(Expr):
    player: Word
    action: Word


@node
class Compare(Expr):
    left: Expr
    sign: str
    right: Expr | Range


@node
class Sum(Expr):
    """`a + b - c`: `signs[i]` stands before `items[i + 1]`."""

    items: tuple[Expr, ...]
    signs: tuple[str, ...]


@node
class Product(Expr):
    items: tuple[Expr, ...]


@node
class Count(Expr):
    item: Expr


@node
class Number(Expr):
    value: int


@node
class Phrase(Expr):
    """A row of words, all of which hold, followed by `in …`, `next to …` and the like."""

    words: Words
    posts: tuple[Post, ...]


@node
class Words(Expr):
    items: tuple[Expr, ...]


@node
class Group(Expr):
    """Brackets the author wrote; kept, because they show what was meant."""

    item: Expr


@node
class Name(Expr):
    text: str


@node
class Register(Expr):
    """`relay.target`, `turn.passed`."""

    owner: str
    field: str


@node
class Turned(Expr):
    """`back(d)`, `beside(d)`, `across(d)`."""

    how: str
    direction: Expr


@node
class Indexed(Expr):
    """`row 8`, `rows 1..2`, `point 4`."""

    name: Word
    range: Range


@node
class Shifted(Expr):
    """`forward of target`."""

    direction: Expr
    item: Expr


@node
class Call(Expr):
    name: Word
    args: tuple[Expr, ...]


@node
class Hook(Expr):
    name: Word
    args: tuple[Expr, ...]


@node
class Line(Expr):
    length: int
    exactly: bool
    item: Expr
    along: Along | None


@node
class Reached(Expr):
    path: Path
    start: Expr


@node
class PassedBy(Expr):
    path: Path
    start: Expr


@node
class Along(Node):
    against: bool
    directions: Directions


@node
class Directions(Node):
    items: tuple[Expr, ...]


@node
class Post(Node):
    """What may follow the words of a phrase. `negated`: with `not` before it."""

    negated: bool


@node
class In(Post):
    word: str
    item: Expr


@node
class NextTo(Post):
    item: Expr
    along: Along | None


@node
class JoinedTo(Post):
    item: Expr
    along: Along | None


@node
class Crossing(Post):
    item: Expr


@node
class AttackedBy(Post):
    player: Word


@node
class With(Post):
    what: Word
    sign: str
    amount: Expr | Range


# ---------------------------------------------------------------- paths


@node
class Path(Node):
    """Alternatives, separated by `|`."""

    routes: tuple[Route, ...]


@node
class Route(Node):
    """Legs, joined by `then`."""

    legs: tuple[Leg, ...]


@node
class Leg(Node):
    core: Core
    condition: Expr | None


@node
class Core(Node):
    """The travelling part of a leg."""


@node
class LineLeg(Core):
    verb: Word
    way: Way
    name: Word | None
    run: tuple[RunItem, ...]
    landing: Landing


@node
class Way(Node):
    """Directions, or `along`/`against` a track."""

    track: str | None
    directions: Directions


@node
class Landing(Node):
    item: Expr
    name: Word | None


@node
class Times(Node):
    """`times(e)`: exactly e."""

    amount: Expr


@node
class RunItem(Node):
    repeats: Range | Times | None
    item: Expr
    name: Word | None


@node
class Leap(Core):
    """`leap 1x2 to …`."""

    first: int
    second: int
    landing: Landing


@node
class LeapToward(Core):
    """`leap forward 2 and sideways 1 to …`: (direction, steps) once or twice."""

    directions: tuple[Expr, ...]
    steps: tuple[int, ...]
    landing: Landing


@node
class RepeatPath(Core):
    repeats: Range | Times
    path: Path


@node
class Its(Core):
    attribute: Word


@node
class Like(Core):
    item: Expr


@node
class UsePath(Core):
    name: Word


@node
class PathGroup(Core):
    path: Path


# ---------------------------------------------------------------- turns


@node
class Turn(Node):
    """The order of actions in a turn."""


@node
class TurnElse(Turn):
    items: tuple[Turn, ...]


@node
class TurnOr(Turn):
    items: tuple[Turn, ...]


@node
class TurnThen(Turn):
    items: tuple[Turn, ...]


@node
class Part(Turn):
    """`may a`, `chance a`, `a if c`."""

    how: str | None
    item: Turn
    condition: Expr | None


@node
class DoAction(Turn):
    name: Word


@node
class TurnGroup(Turn):
    item: Turn


@node
class RepeatTurn(Turn):
    repeats: Range | Times
    item: Turn


@node
class RepeatWhile(Turn):
    item: Turn
    condition: Expr


# ---------------------------------------------------------------- effects


@node
class Statement(Node):
    """An effect with its condition. `otherwise` is the value of `v = a if c else b`."""

    effect: Effect
    condition: Expr | None
    unless: bool
    otherwise: Expr | None


@node
class Effect(Node):
    """One change of the position."""


@node
class Capture(Effect):
    item: Expr


@node
class Remove(Effect):
    item: Expr


@node
class Flip(Effect):
    item: Expr


@node
class SetTo(Effect):
    item: Expr
    values: tuple[Word, ...]


@node
class Move(Effect):
    item: Expr
    goal: Expr


@node
class Put(Effect):
    piece: Piece
    item: Expr


@node
class ShiftToward(Effect):
    item: Expr
    direction: Expr


@node
class ShiftAlong(Effect):
    item: Expr
    against: bool
    track: Word
    steps: Expr | None


@node
class Sow(Effect):
    item: Expr
    against: bool
    track: Word
    skipping: Expr | None


@node
class Assign(Effect):
    """`v = e`, `v += e`, `v(i) -= e`."""

    name: Word
    index: tuple[Expr, ...]
    sign: str
    value: Expr


@node
class EndTurn(Effect):
    pass


@node
class SwapSides(Effect):
    pass


@node
class May(Effect):
    effect: Effect


@node
class HookEffect(Effect):
    name: Word
    args: tuple[Expr, ...]


@node
class Piece(Node):
    """`[owner] [states] kind`, or `anything`."""

    words: tuple[Word, ...]


# ---------------------------------------------------------------- results


@node
class Outcome(Node):
    """`win`, `lose`, `draw`, `pass`, `NAME wins` or `highest score wins`."""

    what: str
    player: Word | None


@node
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

"""The rules of a game, whole: after this stage there are no author's mistakes left."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import prod

from ..board import Board
from ..source.source import Source
from .appearance import Appearance
from .effects import Effect, PieceSpec
from .expressions import Expr, Followed, Node
from .paths import Path
from .turns import Turn
from .types import Type

# What no text of a move can have: ";" stands between moves wherever several are written, and each is on one line.
UNFIT = re.compile(r"[;\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Player(Node):
    name: str
    team: str | None
    forward: int | None


class Axis(Node):
    """One axis of states; a facing axis has directions (by number) as its values."""

    name: str | None
    values: tuple[str, ...]
    directions: tuple[int, ...] | None


class Attribute(Node):
    """A path attribute of a kind: one path, or one for each value of an axis."""

    name: str
    path: Path | None
    axis: int | None
    by_value: tuple[Path, ...]


class Kind(Node):
    name: str
    neutral: bool
    layer: int
    each: int | None
    supply: int | None
    letters: Mapping[str | None, str]
    axes: tuple[Axis, ...]
    classes: tuple[str, ...]
    attributes: tuple[Attribute, ...]

    @property
    def combinations(self) -> int:
        return prod(len(axis.values) for axis in self.axes)


class State(Node):
    """A state name: for each kind that has it, the axis and the value."""

    name: str
    places: Mapping[int, tuple[int, int]]


class Region(Node):
    name: str
    sites: tuple[int, ...]
    per_player: bool


class VariableSpec(Node):
    """A site, direction, kind … is kept as its number; several sites as a bit set, of which `high` is the fullest."""

    name: str
    type: Type
    low: int
    high: int
    per_player: bool
    per_range: tuple[int, int] | None
    start: int | None
    lasts: int | None
    clock: bool


class Define(Node):
    """One use of a define with arguments of certain types."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    body: Expr


class PathSpec(Node):
    name: str
    path: Path


class Choice(Node):
    """A value to choose (`with`): a name and its domain, in order."""

    name: str
    type: Type
    values: tuple[Expr, ...]


class Let(Node):
    name: str
    value: Expr


class Take(Node):
    """How much of a stack is lifted: `low..high`, all of it, or an expression."""

    low: int
    high: int
    everything: bool
    amount: Expr | None


class SayPart(Node):
    """A stretch of a notation: plain text, or a field with an optional `.row` and `:text`."""

    text: str | None
    field: str | None
    detail: str | None
    shown: str | None


class Action(Node):
    """`verb` is move, place, pick or None; `subject` the set of a move or pick; `piece` that of a place."""

    name: str
    verb: str | None
    layer: int
    choices: tuple[Choice, ...]
    subject: Expr | None
    piece: PieceSpec | None
    trays: tuple[str, ...]
    take: Take
    start: Expr | None
    path: Path | None
    to: Expr | None
    lets: tuple[Let, ...]
    condition: Expr | None
    if_lifted: Expr | None
    before: tuple[Effect, ...]
    effects: tuple[Effect, ...]
    must: Expr | None
    again: str | None
    say: tuple[SayPart, ...] | None

    @property
    def is_empty(self) -> bool:
        return self.verb is None and not self.effects


class Phase(Node):
    """`turns[p]` is the turn of player p (the same for all unless given by player).

    `following` is the phase after it, if it ends; `player` the one who moves as long as it lasts.
    """

    name: str | None
    turns: tuple[Turn, ...]
    until: Expr | None
    length: int | None
    following: int | None
    player: int | None


class Outcome(Node):
    """win lose draw pass score, or `player` wins; in tests also nobody."""

    what: str
    player: int | None


class ResultRule(Node):
    outcome: Outcome
    condition: Expr | None
    otherwise: Outcome | None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All that it may come to."""
        return (self.outcome,) if self.otherwise is None else (self.outcome, self.otherwise)


class Repetition(Node):
    """`kept`: what is asked after each turn, because a result asks who kept to it."""

    times: int | None
    results: tuple[ResultRule, ...]
    forbidden: bool
    compare: str
    kept: tuple[Expr, ...]
    followed: tuple[Followed, ...]


class TurnLimit(Node):
    turns: int
    result: Outcome


class Hook(Node):
    """`source` is the file as it was read and checked, so that nothing else runs; a text given directly has none."""

    name: str
    file: str
    source: Source | None
    takes: tuple[str, ...]
    gives: str
    same_as: Expr | None


class Placed(Node):
    """A piece on the board: owner None is neutral; `values` one value for each axis of its kind."""

    site: int
    level: int
    owner: int | None
    kind: int
    values: tuple[int, ...]


class InStock(Node):
    """Pieces in a tray: owner None is the supply."""

    tray: str
    owner: int | None
    kind: int
    values: tuple[int, ...]
    count: int


class Position(Node):
    """What stands where; on an unbounded board `coordinates` name the sites."""

    pieces: tuple[Placed, ...]
    trays: tuple[InStock, ...]


class Unbounded(Node):
    """The anchor of an unbounded board (what connects it) and the torus that represents it."""

    layer: int
    directions: tuple[int, ...]
    pieces: int
    reach: int
    side: int


class TestCase(Node):
    """A test of the file; texts of moves are read by the engine's notation."""

    __test__ = False  # not a test of ours, whatever its name makes pytest think

    name: str | None
    options: Mapping[str, str]
    position: Position | None
    to_move: int
    phase: int
    ply: int | None
    variables: tuple[tuple[int, int, int], ...]
    unmoved: int | None
    distinct: str | None
    play: tuple[str, ...]
    start: str | None
    perft: tuple[int, ...]
    moves: tuple[str, ...] | None
    also: tuple[str, ...]
    never: tuple[str, ...]
    result: Outcome | None
    scores: Mapping[int, float] | None


class Rules(Node):
    id: str
    title: str
    by: str | None
    about: str | None
    source: str | None
    options: Mapping[str, str]
    players: tuple[Player, ...]
    board: Board
    layers: tuple[str, ...]
    stack: int
    kinds: tuple[Kind, ...]
    states: tuple[State, ...]
    regions: tuple[Region, ...]
    variables: tuple[VariableSpec, ...]
    defines: tuple[Define, ...]
    paths: tuple[PathSpec, ...]
    actions: tuple[Action, ...]
    phases: tuple[Phase, ...]
    must: Expr | None
    prefer: Expr | None
    when_captured: tuple[Effect, ...] | None
    when_turn_ends: tuple[Effect, ...]
    when_out: tuple[Effect, ...]
    stuck: tuple[ResultRule, ...]
    end: tuple[ResultRule, ...]
    out: Expr | None
    score: Expr | None
    tie_breaks: tuple[Expr, ...]  # compared in order among those whose scores are equal
    bonus: tuple[float, ...]
    repetition: Repetition | None
    limit: TurnLimit
    distinct: str
    notation: str | None
    hooks: tuple[Hook, ...]
    start: Position
    unbounded: Unbounded | None
    tests: tuple[TestCase, ...]
    display: tuple[Appearance, ...]

    @property
    def if_repeated(self) -> tuple[ResultRule, ...]:
        """What a repeated position comes to."""
        return () if self.repetition is None else self.repetition.results

"""The plan of a game: everything that is decided before a line of the kernel is written. Frozen, and printable.

Each decision says how something is done, and what could not be done more quickly, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules import turns as rt
from ...rules.game import Action
from .memory import SetName
from .throws import Throw
from .watching import Quiet

# How functions are written: with a log and keys for the list of moves; with a log but no keys, for trying a drawn
# move; without either, where a drawn move cannot fail; without either, where whoever counts puts back what was changed;
# with a sign of the state and a log of few words, where one turn is drawn while all are found.
GENERAL, TRIAL, FAST, LEAN, LIGHT = "", "trial", "fast", "lean", "light"


RAY, PUSH, HEAP, SOWN = "ray", "push", "heap", "sown"


@dataclass(frozen=True, slots=True)
class Shape:
    """How the candidates of an action are drawn."""

    action: Action
    by: str  # the argument that tells candidates apart
    travel: rp.LineTravel | None = None
    way: int | None = None  # the place of the `with` value that is the direction to go
    lengths: tuple[tuple[int, ...], ...] = ()  # the lengths of its run, if a ray has room for several
    both_ends: bool = False  # each line is met from either end


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a strategy does not serve."""

    why: str


LEFT_OUT = "left out on purpose"
Refused: TypeAlias = tuple[tuple[str, str], ...]  # strategies that do not serve, and why


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """An action of the turn: how its candidates are drawn."""

    node: rt.Do
    action: Action
    clear: bool  # different candidates lead to different positions
    ways: int = 1  # how many ways its choice of an effect has at most
    shape: Shape | None = None  # how its candidates are drawn before they are looked at
    chain: bool = False  # its candidates are hops, each of them clear if no chain goes on
    guards: tuple[rx.Expr, ...] = ()  # sets: if one of them is not empty, the list decides
    pushed: bool = False  # in perft, its candidates are counted as sets
    sure: bool = False  # a candidate that passes its tests is legal: perft does not carry out the last ply
    quiet: Quiet | None = None  # most of them are, and perft sees which
    loud: str = ""  # why it does not
    refused: Refused = ()  # what else was thought of; all of it, if the list decides wherever there is a candidate

    @property
    def is_distinct(self) -> bool:
        """Whether each of its candidates is a move of its own, and so is what other actions make of the position."""
        twice = self.shape is not None and self.shape.both_ends
        return self.clear and not self.chain and not self.guards and self.ways == 1 and not twice

    @property
    def strategy(self) -> str:
        """The strategy that draws it; none ("") where the list decides."""
        if self.shape is not None:
            return "rejection_draw"
        return "chains" if self.chain else "clear" if self.clear else ""


Group: TypeAlias = tuple[Leaf, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TurnPlan:
    """A turn that is drawn without a list, if `groups` are there: the first that has a candidate is played (`else`).

    A turn of two parts is FAST if both are drawn before the first is done.
    """

    phase: int
    player: int
    strategy: str = ""  # none: the list decides
    groups: tuple[Group, ...] = ()
    second: Leaf | None = None  # a second part of the turn
    guard: rx.Expr | None = None  # the condition under which there is one
    mode: str = TRIAL
    tried: str = ""  # why it is tried with a log: what can fail after something has changed
    refused: Refused = ()

    @property
    def leaves(self) -> Group:
        """All actions, a second part too."""
        every = tuple(leaf for group in self.groups for leaf in group)
        return every if self.second is None else (*every, self.second)


@dataclass(frozen=True, slots=True, eq=False)
class EndRulePlan:
    """An end rule that is looked for from the piece just placed."""

    condition: rx.Expr
    inner: rx.Expr  # the line, connection or ring that it asks for
    strategy: str


@dataclass(frozen=True, slots=True, eq=False)
class KeptPlan:
    """What playouts keep up to date beside the state."""

    end_rules: tuple[EndRulePlan, ...] = ()
    groups: bool = False  # which pieces hang together (union_find)
    empties: bool = False  # a list of the empty sites
    throw: Throw | None = None  # how many empty sites lie on the rays from each site
    refused: Refused = ()


@dataclass(frozen=True, slots=True, eq=False)
class Single:
    """A turn of one move, of which one candidate is drawn before all are looked at (multiplicity_draw)."""

    phase: int
    player: int
    node: rt.Do
    ways: int  # candidates of a piece at most


@dataclass(frozen=True, slots=True)
class ListPlan:
    """How playouts play a turn by the list of moves."""

    needed: bool
    strategy: str  # "reservoir_turns", "own_list" (a copy without keys), or "" (that of the general program)
    refused: Refused = ()
    singles: tuple[Single, ...] = ()  # turns whose list is hardly ever needed


@dataclass(frozen=True, slots=True, eq=False)
class PerftPlan:
    """How perft counts: turns that are planned without lists, all others with them."""

    mode: str  # LEAN: words are put back from frames; TRIAL: by a log; GENERAL: there is nothing but lists
    judged: bool  # a complete turn can turn out illegal at its end, so that the last ply is carried out too
    fills: bool  # every move takes one of the empty sites: two plies are a product
    refused: Refused = ()


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """What is kept in the block beside pieces, variables and the flow of the game."""

    sets: tuple[tuple[str, tuple[SetName, ...]], ...]  # by layer
    registers: tuple[tuple[str, str], ...]  # whose (turn, last, an action), which word
    hash: str  # "of pieces, kept up to date", "from the whole board", or "" (nobody asks)


@dataclass(frozen=True, slots=True, eq=False)
class RepeatPlan:
    """A repeat inside a turn: what follows a state is looked up, since no state comes twice, or why not."""

    item: rt.Turn
    why_not: str


@dataclass(frozen=True, slots=True, eq=False)
class WalkPlan:
    """A question whether walks lead somewhere, whose answers are remembered with the walks that were found."""

    node: rx.Reached
    between: rx.Intersection  # what must not stand between the ends of a step
    patterns: tuple[rx.Pattern, ...]  # the pieces among it


@dataclass(frozen=True, slots=True, eq=False)
class GamePlan:
    turns: tuple[TurnPlan, ...]  # of every phase and player
    by_list: ListPlan
    kept: KeptPlan
    perft: PerftPlan
    memory: MemoryPlan
    repeats: tuple[RepeatPlan, ...]
    walks: tuple[WalkPlan, ...]
    hooks: tuple[tuple[str, str], ...]  # name, and "compiled", "same_as" or "callback"

    def turn(self, phase: int, player: int) -> TurnPlan:
        return next(turn for turn in self.turns if (turn.phase, turn.player) == (phase, player))

    def memoises(self, item: rt.Turn) -> bool:
        """Whether what is repeated is looked up."""
        return any(repeat.item is item and not repeat.why_not for repeat in self.repeats)

    def walk(self, node: rx.Reached) -> WalkPlan | None:
        """How a question is answered from memory."""
        return next((walk for walk in self.walks if walk.node is node), None)

    @property
    def has_distinct_turns(self) -> bool:
        """Whether no two turns of a list ever lead to the same position: then nobody has to merge them."""
        return all(turn.strategy and all(leaf.is_distinct for leaf in turn.leaves) for turn in self.turns)

    @property
    def strategies(self) -> frozenset[str]:
        """The names of all strategies that serve the game."""
        leaves = [leaf for turn in self.drawn for leaf in turn.leaves]
        found = {turn.strategy for turn in self.drawn} | {leaf.strategy for leaf in leaves} | {self.by_list.strategy}
        found |= {rule.strategy for rule in self.kept.end_rules}
        also = {
            "quiet_turns": any(leaf.quiet is not None for leaf in leaves),
            "pushes": any(leaf.pushed for leaf in leaves),
            "incremental_end_rules": bool(self.kept.end_rules) or self.kept.groups,
            "union_find": self.kept.groups,
            "empties": self.kept.empties,
            "multiplicity_draw": bool(self.by_list.singles),
            "ray_mobility": self.kept.throw is not None,
            "found_walks": bool(self.walks),
            "memoised_repeats": any(not repeat.why_not for repeat in self.repeats),
            "undo_frames": self.perft.mode == LEAN,
        }
        return frozenset(found | {name for name, there in also.items() if there}) - {"", "clear"}

    @property
    def drawn(self) -> tuple[TurnPlan, ...]:
        """The turns that are drawn, and counted, without a list."""
        return tuple(turn for turn in self.turns if turn.strategy)

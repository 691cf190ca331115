"""What every module that puts rules into words can ask of the others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules.game import Action, Rules
from .nouns import Noun, plain

_SHORT = 7  # a define with at most so many parts is said in full where it is used


class Speaking(ABC):
    """Speaks of the rules of one game to the player who is to move: "you"."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.action: Action | None = None  # the action that is spoken of
        self.on_capture = False  # whether a captured piece is spoken of
        self.on_the_way = False  # whether a path of a kind, or a named one, is spoken of
        self.arguments: tuple[rx.Expr, ...] = ()  # of the define whose body is said
        self.unsaid: list[str] = []  # what there are no words for yet
        self.terms: dict[int, None] = {}  # defines that were named and must be explained

    @abstractmethod
    def sites(self, node: rx.Expr) -> Noun: ...

    @abstractmethod
    def quality(self, node: rx.Expr) -> str:
        """What is said of a site that is in a set, behind "is": "empty", "in your goal"."""

    @abstractmethod
    def number(self, node: rx.Expr) -> str: ...

    @abstractmethod
    def holds(self, node: rx.Expr, negated: bool = False) -> str:
        """A condition as a clause: "it is dark"."""

    @abstractmethod
    def value(self, node: rx.Expr) -> str:
        """A value of any type."""

    @abstractmethod
    def way(self, node: rx.Way | None) -> str:
        """How steps go: "diagonally"; empty for any step to a neighbour."""

    @abstractmethod
    def directions(self, node: rx.Expr) -> str:
        """Directions as an adverb: "in any direction"."""

    @abstractmethod
    def path(self, node: rp.Path) -> str: ...

    @abstractmethod
    def site_word(self, node: rx.Expr) -> str:
        """A word of the present part or a memory that is a place."""

    @abstractmethod
    def tray_noun(self, node: rx.InTray) -> Noun: ...

    # ------------------------------------------------------------ who

    @property
    def two(self) -> bool:
        return len(self.rules.players) == 2

    @property
    def opponent(self) -> str:
        return "your opponent" if self.two else "an opponent"

    def player(self, node: rx.Expr) -> str:
        match node:
            case rx.Me():
                return "you"
            case rx.Enemies():
                return self.opponent
            case rx.PlayerValue():
                return self.name(node.player)
        return self.value(node)

    def name(self, player: int) -> str:
        return plain(self.rules.players[player].name)

    def whose(self, node: rx.Expr) -> str:
        """A player as an owner: "your", "your opponent's"."""
        who = self.player(node)
        return "your" if who == "you" else f"{who}'s"

    # ------------------------------------------------------------ names

    def written(self, node: rx.Node) -> str:
        """What the author wrote, as a last resort."""
        self.unsaid.append(type(node).__name__)
        return f"“{' '.join(node.span.text.split())}”"

    def is_short(self, define: int) -> bool:
        body = self.rules.defines[define].body
        return sum(1 for _ in rx.walk(body)) <= _SHORT

    @contextmanager
    def inside(self, call: rx.DefineCall) -> Iterator[rx.Expr]:
        """The body of a define, its parameters standing for what it is called with."""
        before = self.arguments
        self.arguments = call.args
        try:
            yield self.rules.defines[call.define].body
        finally:
            self.arguments = before

    def term(self, call: rx.DefineCall) -> str:
        """The name of a define, to be explained at the end."""
        self.terms[call.define] = None
        name = f"“{plain(self.rules.defines[call.define].name)}”"
        if not call.args:
            return name
        return f"{name} for {' and '.join(self.value(arg) for arg in call.args)}"

    def argument(self, node: rx.Parameter) -> rx.Expr | None:
        return self.arguments[node.number] if node.number < len(self.arguments) else None

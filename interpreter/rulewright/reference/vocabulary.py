"""Action encoding: a number for every decision of a game, from its rules alone (D110, D115)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ..analysis.facts import Facts
from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules import turns as rt
from ..rules.game import Choice
from ..rules.types import Type


class Kind(IntEnum):
    """What is decided, in the order of decisions."""

    SITE = 0
    OFF = 1
    HAND = 2
    AMOUNT = 3
    WITH = 4
    CHOICE = 5
    DIRECTION = 6
    ACTION = 7
    PASS = 8
    DONE = 9


@dataclass(frozen=True, slots=True, order=True)
class Decision:
    """One choice; `value` tells it from others of its kind, in numbers of the rules."""

    kind: Kind
    value: tuple[int, ...] = ()


PASS = Decision(Kind.PASS)
DONE = Decision(Kind.DONE)


class Vocabulary:
    """All decisions that a game can ever offer; a block of numbers for each kind."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.rules = facts.rules
        self._decisions = tuple(sorted(self._listed()))
        self._numbers = {decision: number for number, decision in enumerate(self._decisions)}

    def __len__(self) -> int:
        return len(self._decisions)

    def number(self, decision: Decision) -> int:
        return self._numbers[decision]

    def decision(self, number: int) -> Decision:
        return self._decisions[number]

    def first(self, kind: Kind) -> int:
        """Where the block of a kind begins."""
        return next((n for n, decision in enumerate(self._decisions) if decision.kind >= kind), len(self))

    # ------------------------------------------------------------ what there can be

    def _listed(self) -> list[Decision]:
        facts, rules = self.facts, self.rules
        observed = [action for action in rules.actions if facts.observed(action)]
        found = [Decision(Kind.SITE, (site,)) for site in range(len(rules.board))]
        if any(landing.off for landing in facts.nodes if isinstance(landing, rp.Landing)):
            found.append(Decision(Kind.OFF))
        placing = (action for action in rules.actions if action.verb == "place")
        hands = {entry for action in placing for entry in facts.trays.entries(action)}
        found += (Decision(Kind.HAND, entry) for entry in hands)
        found += (Decision(Kind.AMOUNT, (amount,)) for amount in range(self._amounts(bool(observed))))
        for number, action in enumerate(rules.actions):
            for place, choice in enumerate(action.choices):
                found += (Decision(Kind.WITH, (number, place, index)) for index in range(self._values(choice)))
        found += (Decision(Kind.CHOICE, (index,)) for index in range(self._alternatives()))
        found += (Decision(Kind.DIRECTION, (number,)) for number in range(len(rules.board.directions)) if observed)
        found += (Decision(Kind.ACTION, (number,)) for number in range(self._actions()))
        return [*found, PASS, DONE]

    def _amounts(self, runs: bool) -> int:
        """One more than the largest: how high a stack can be, how long a run on any board."""
        moved = any(action.verb == "move" for action in self.rules.actions)
        return max(self.rules.stack + 1 if moved else 0, len(self.rules.board) if runs else 0)

    def _values(self, choice: Choice) -> int:
        """How many values a `with` can have: a word for directions may mean all of them."""
        each = len(self.rules.board.directions) if choice.type is Type.DIRECTION else 1
        return each * len(choice.values)

    def _alternatives(self) -> int:
        sets = (len(node.values) for node in self.facts.nodes if isinstance(node, fx.SetTo) and len(node.values) > 1)
        return max([2 if self.facts.says(fx.May) else 0, *sets])

    def _actions(self) -> int:
        if self.rules.distinct != "route":
            return len(self.rules.actions)
        turns = (turn for phase in self.rules.phases for turn in phase.turns)
        return 1 + max(node.leaf for turn in turns for node in rx.walk(turn) if isinstance(node, rt.Do))


__all__ = ["DONE", "PASS", "Decision", "Kind", "Vocabulary"]

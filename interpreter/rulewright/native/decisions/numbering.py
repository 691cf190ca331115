"""The row of a part (D111) as numbers of the vocabulary, in expressions of the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...reference.vocabulary import DONE, PASS, Decision, Kind, Vocabulary
from ...rules import turns as rt
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..lower.candidate import Candidate
from ..lower.walk import Walk

if TYPE_CHECKING:
    from ..compiler import Compiler


class Numbering:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.vocabulary = Vocabulary(compiler.unit.facts)
        self.done, self.passed = (self.vocabulary.number(each) for each in (DONE, PASS))
        self._first = {kind: self.vocabulary.first(kind) for kind in Kind}

    @property
    def passed_over(self) -> list[tuple[int, int]]:
        """The blocks of which a single decision makes way for what follows it (D114), unless they are empty."""
        blocks = (self.hands, (self._first[Kind.AMOUNT], self._first[Kind.WITH]))
        return [(low, high) for low, high in blocks if low < high]

    @property
    def hands(self) -> tuple[int, int]:
        """The block of pieces in hand."""
        return self._first[Kind.HAND], self._first[Kind.AMOUNT]

    def entries(self, node: rt.Do, candidate: Candidate, walk: Walk, hop: Ex, begun: Ex) -> list[tuple[Ex, Ex, Ex]]:
        """What tells a candidate before it is carried out: numbers, whether they are asked, whether they are there."""
        action = candidate.action
        doing = k.num(self._first[Kind.ACTION] + (node.leaf if self.rules.distinct == "route" else node.action))
        found: list[tuple[Ex, Ex, Ex]] = []
        if action.verb is None:
            found.append((doing, k.TRUE, k.TRUE))
        else:
            if candidate.piece is not None:
                found.append((self.hand(*candidate.piece), k.FALSE, k.TRUE))
            if self.tells_origin(candidate):
                found.append((candidate.origin, k.negate(begun), k.negate(hop)))
            if action.verb == "move":
                found.append((candidate.take + self._first[Kind.AMOUNT], k.FALSE, k.TRUE))
            target = k.num(self._first[Kind.OFF]) if walk.may_be_off else walk.target
            found.append((target, k.TRUE, k.TRUE))
        for place, index in enumerate(candidate.values):
            first = self.vocabulary.number(Decision(Kind.WITH, (node.action, place, 0)))
            found.append((index + first, k.FALSE, k.TRUE))
        if action.verb is not None:
            found.append((doing, k.FALSE, k.TRUE))
        return found

    @staticmethod
    def tells_origin(candidate: Candidate) -> bool:
        action = candidate.action
        if action.verb == "place":
            return action.start is not None
        return action.verb == "move" or action.path is not None or action.to is not None

    def direction(self, number: Ex) -> Ex:
        return number + self._first[Kind.DIRECTION]

    def amount(self, number: Ex) -> Ex:
        return number + self._first[Kind.AMOUNT]

    def choice(self, number: Ex) -> Ex:
        return number + self._first[Kind.CHOICE]

    def hand(self, kind: Ex, state: Ex) -> Ex:
        states = self.unit.engine.codes.states
        if kind.const is not None and state.const is not None:
            return k.num(self.vocabulary.number(Decision(Kind.HAND, (kind.const, state.const))))
        rows = [0] * self.unit.layout.combinations
        for number in range(*self.hands):
            each, its_state = self.vocabulary.decision(number).value
            rows[each * states + its_state] = number
        return k.look(self.unit.table("hand_number", 16, rows), kind * states + state)


__all__ = ["Numbering"]

"""Piece codes: owner, kind and states of a piece as one number (semantics section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.game import Rules

NEUTRAL = -1


@dataclass(frozen=True, slots=True)
class PieceCodes:
    """code = ((owner + 1) · kinds + kind) · states + state, all in file order."""

    kinds: int
    states: int
    radices: tuple[tuple[int, ...], ...]  # for each kind the number of values of each axis

    @classmethod
    def of(cls, rules: Rules) -> PieceCodes:
        radices = tuple(tuple(len(axis.values) for axis in kind.axes) for kind in rules.kinds)
        return cls(max(1, len(rules.kinds)), max((kind.combinations for kind in rules.kinds), default=1), radices)

    def code(self, owner: int, kind: int, state: int) -> int:
        return ((owner + 1) * self.kinds + kind) * self.states + state

    def owner(self, code: int) -> int:
        return code // (self.kinds * self.states) - 1

    def kind(self, code: int) -> int:
        return code // self.states % self.kinds

    def state(self, code: int) -> int:
        return code % self.states

    def state_of(self, kind: int, values: tuple[int, ...]) -> int:
        """The values of the axes as one mixed-radix number, first axis most significant."""
        state = 0
        for value, radix in zip(values, self.radices[kind], strict=True):
            state = state * radix + value
        return state

    def values(self, kind: int, state: int) -> tuple[int, ...]:
        found = []
        for radix in reversed(self.radices[kind]):
            state, value = divmod(state, radix)
            found.append(value)
        return tuple(reversed(found))

    def is_in_state(self, rules: Rules, kind: int, state: int, wanted: int) -> bool:
        """Whether a piece has a state by its name; a kind that does not know the name has not."""
        place = rules.states[wanted].places.get(kind)
        return place is not None and self.values(kind, state)[place[0]] == place[1]

"""Piece codes: owner, kind and states of a piece as one number (semantics section 4), and what they tell."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules.game import Rules
from .players import enemies

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


class Pieces:
    """What the rules say of single pieces, by their codes."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.codes = PieceCodes.of(rules)
        self.enemies = enemies(rules)
        self._fitting: dict[tuple[int, int], frozenset[int]] = {}

    def is_in_state(self, kind: int, state: int, wanted: int) -> bool:
        """Whether a piece has a state by its name; a kind that does not know the name has not."""
        place = self.rules.states[wanted].places.get(kind)
        return place is not None and self.codes.values(kind, state)[place[0]] == place[1]

    def state_word(self, code: int, row: str | None) -> int:
        """The number of the state, by its name, of a piece in a row of that name, or in its only one; -1 for none."""
        kind = self.codes.kind(code)
        for wanted, state in enumerate(self.rules.states):
            place = state.places.get(kind)
            asked = place is not None and row in (None, self.rules.kinds[kind].axes[place[0]].name)
            if asked and self.is_in_state(kind, self.codes.state(code), wanted):
                return wanted
        return -1

    def facing(self, code: int) -> int | None:
        """The direction a piece looks in."""
        kind = self.codes.kind(code)
        values = self.codes.values(kind, self.codes.state(code))
        for axis, value in zip(self.rules.kinds[kind].axes, values, strict=True):
            if axis.directions is not None:
                return axis.directions[value]
        return None

    # ------------------------------------------------------------ patterns

    def owner_fits(self, pattern: rx.Pattern, owner: int, me: int) -> bool:
        """Whether a pattern means pieces of an owner."""
        match pattern.owner:
            case rx.Owner.ANYBODY:
                return True
            case rx.Owner.MINE:
                return owner == me
            case rx.Owner.ENEMY:
                return owner in self.enemies[me]
            case rx.Owner.NEUTRAL:
                return owner == NEUTRAL
        return owner == pattern.player

    def fitting(self, pattern: rx.Pattern, me: int) -> frozenset[int]:
        """The codes of all pieces a pattern means; the same all game long, so they are listed once."""
        key = (id(pattern), me)
        if key not in self._fitting:
            self._fitting[key] = frozenset(
                self.codes.code(owner, kind, state)
                for owner in range(NEUTRAL, len(self.rules.players))
                if self.owner_fits(pattern, owner, me)
                for kind in pattern.kinds
                for state in range(self.rules.kinds[kind].combinations)
                if all(self.is_in_state(kind, state, wanted) for wanted in pattern.states)
            )
        return self._fitting[key]

    # ------------------------------------------------------------ changes

    def changed(self, code: int, value: fx.NewValue, me: int) -> int:
        """The piece with one component written; the value is known, not a name that is still to be looked up."""
        codes = self.codes
        owner, kind, state = codes.owner(code), codes.kind(code), codes.state(code)
        if value.owner is not None:
            mine = {rx.Owner.MINE: me, rx.Owner.NEUTRAL: NEUTRAL, rx.Owner.PLAYER: value.player}
            enemy = min(self.enemies[me], default=me)
            found = mine.get(value.owner, enemy)
            return codes.code(enemy if found is None else found, kind, state)
        if value.kind is not None:
            if self.rules.kinds[value.kind].layer != self.rules.kinds[kind].layer:
                return code  # a piece stays on its layer
            return codes.code(owner, value.kind, self._carried_state(kind, state, value.kind))
        if value.state is not None:
            place = self.rules.states[value.state].places.get(kind)
            return code if place is None else self._with_value(code, *place)
        for axis, spec in enumerate(self.rules.kinds[kind].axes):
            if spec.directions is not None and value.direction in spec.directions:
                return self._with_value(code, axis, spec.directions.index(value.direction))
        return code

    def _with_value(self, code: int, axis: int, value: int) -> int:
        kind = self.codes.kind(code)
        values = list(self.codes.values(kind, self.codes.state(code)))
        values[axis] = value
        return self.codes.code(self.codes.owner(code), kind, self.codes.state_of(kind, tuple(values)))

    def _carried_state(self, old: int, state: int, new: int) -> int:
        """States the new kind shares by name are kept, missing ones start at their first value."""
        names = {}
        for axis, value in zip(self.rules.kinds[old].axes, self.codes.values(old, state), strict=True):
            names[axis.name] = axis.values[value]
        values = []
        for axis in self.rules.kinds[new].axes:
            kept = names.get(axis.name)
            values.append(axis.values.index(kept) if kept in axis.values else 0)
        return self.codes.state_of(new, tuple(values))

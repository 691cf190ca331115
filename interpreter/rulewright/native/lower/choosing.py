"""Choices inside effects: each way is a loop of its own in the list, or drawn beforehand in playouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ...analysis.effects import choices
from ...rules import effects as fx
from ...rules import expressions as rx
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .effect_context import Doing
from .scope import Scope


@dataclass(slots=True)
class Alternative:
    """One way a choice can go: what stands in the key, and what is done."""

    entries: tuple[int, ...]
    effect: fx.Effect | None
    value: fx.NewValue | None
    may: bool


_BLOCKS = (fx.Named, fx.Branch, fx.Conditional)


class Waiting(NamedTuple):
    """An effect whose turn will come, what it sees, and whether it is done at all."""

    effect: fx.Effect
    doing: Doing
    given: Ex = k.TRUE


class Choosing(Lowering):
    def setup(self) -> None:
        self.new_values: list[fx.NewValue] = []

    def run(self, effects: tuple[fx.Effect, ...], f: Builder, doing: Doing, then: Callable[[], None]) -> None:
        self._run([Waiting(effect, doing) for effect in effects], f, then)

    def _run(self, effects: list[Waiting], f: Builder, then: Callable[[], None]) -> None:
        """One after the other. What is chosen goes on inside a loop, so blocks with choices are taken apart here: each
        of their effects waits with the condition of its block, which was tested once."""
        if not effects:
            then()
            return
        (effect, doing, given), rest = effects[0], effects[1:]
        if isinstance(effect, fx.Conditional) and choices((effect.effect,)):
            given = f.let(k.both(given, self._holds_if(given, effect.condition, f, doing)), "chooses")
            effect = effect.effect
        if isinstance(effect, fx.May) and isinstance(effect.effect, _BLOCKS):
            done = f.var(k.FALSE, "done")
            ways = [Alternative((0,), None, None, False), Alternative((1,), None, None, True)]
            after = [Waiting(effect.effect, doing, done), *rest]
            self._choose(ways, given, f, doing, lambda: self._run(after, f, then), done)
            return
        listed = self.alternatives(effect)
        if listed is not None:
            self._choose(listed, given, f, doing, lambda: self._run(rest, f, then))
        elif choices((effect,)):
            self._run([*self._taken_apart(effect, doing, given, f), *rest], f, then)
        elif given.const is not None:
            with f.when(self.c.effects.apply(effect, f, doing) if given.const else k.TRUE):
                self._run(rest, f, then)
        else:
            fine = f.var(k.TRUE, "fine")
            with f.when(given):
                f.set(fine, self.c.effects.apply(effect, f, doing))
            with f.when(fine):
                self._run(rest, f, then)

    def _holds_if(self, given: Ex, condition: rx.Expr, f: Builder, doing: Doing) -> Ex:
        """A condition that is asked only where it counts: before, what it speaks of need not be there."""
        if given.const is not None:
            return self.c.expressions.holds(condition, f, doing.scope)
        found = f.var(k.FALSE, "holds")
        with f.when(given):
            f.set(found, self.c.expressions.holds(condition, f, doing.scope))
        return found

    def _taken_apart(self, effect: fx.Effect, doing: Doing, given: Ex, f: Builder) -> list[Waiting]:
        if isinstance(effect, fx.Named):
            inside = self.c.effects.inside(effect, f, doing)
            return [Waiting(each, inside, given) for each in effect.effects]
        assert isinstance(effect, fx.Branch)  # nothing else has effects inside, with choices among them
        holds = f.let(self._holds_if(given, effect.condition, f, doing), "holds")
        yes, no = f.let(k.both(given, holds), "yes"), f.let(k.both(given, k.negate(holds)), "no")
        done = [Waiting(each, doing, yes) for each in effect.effects]
        return [*done, *(Waiting(each, doing, no) for each in effect.otherwise)]

    def alternatives(self, effect: fx.Effect) -> list[Alternative] | None:
        if isinstance(effect, fx.May):
            inner = self.alternatives(effect.effect)
            if inner is None:
                inner = [Alternative((), effect.effect, None, False)]
            done = [Alternative((1, *way.entries), way.effect, way.value, True) for way in inner]
            return [Alternative((0,), None, None, False), *done]
        if isinstance(effect, fx.SetTo) and len(effect.values) > 1:
            return [Alternative((number,), effect, value, False) for number, value in enumerate(effect.values)]
        return None

    def _choose(
        self, ways: list[Alternative], given: Ex, f: Builder, doing: Doing, then: Callable[[], None],
        done: Ex | None = None,
    ) -> None:  # fmt: skip
        """`done` is a variable that tells what waits whether the last way was gone."""
        if self.unit.picked is not None:
            assert done is None
            self._choose_picked(ways, given, f, doing, then)
            return
        variables = (doing.it, doing.ended, doing.may, doing.changed, doing.chosen)
        before = [f.var(value, "before") for value in variables]
        length = f.let(k.load(64, self.layout.key_length), "length")
        limit = f.let(k.select(given, len(ways), 1))
        with f.count_to(limit, "choice") as choice:
            mark = self.unit.mark(f)
            fine = f.var(k.TRUE, "fine")
            for variable, value in zip(variables, before, strict=True):
                f.set(variable, value)
            if done is not None:
                f.set(done, k.both(given, choice.eq(len(ways) - 1)))
            with f.when(given):
                for number, way in enumerate(ways):
                    with f.when(choice.eq(number)):
                        self._entries(f, length, way.entries)
                        if way.may:
                            f.set(doing.may, k.TRUE)
                        if way.value is not None:
                            f.set(doing.chosen, (doing.chosen << 8) | self._number_of(way.value))
                        self._go(way, fine, f, doing)
            with f.when(fine):
                then()
            self.unit.undo(f, mark)
            f.store(64, self.layout.key_length, length)

    def _go(self, way: Alternative, fine: Ex, f: Builder, doing: Doing) -> None:
        if way.value is not None:
            assert isinstance(way.effect, fx.SetTo)
            f.set(fine, self.c.changing.set_to(way.effect, way.value, f, doing))
        elif way.effect is not None:
            f.set(fine, self.c.effects.apply(way.effect, f, doing))

    def _number_of(self, value: fx.NewValue) -> int:
        """The number of a value in records, from 1; the same one wherever it is lowered."""
        for number, known in enumerate(self.new_values, 1):
            if known is value:
                return number
        self.new_values.append(value)
        if len(self.new_values) > 255:
            raise NotImplementedError("more values to choose from than a record can tell apart")
        return len(self.new_values)

    def _choose_picked(
        self, ways: list[Alternative], given: Ex, f: Builder, doing: Doing, then: Callable[[], None]
    ) -> None:
        """While sampling the way is drawn beforehand; where there is nothing to choose only the first one counts."""
        picked = self.unit.picked
        assert picked is not None
        fine = f.var(k.either(given, picked.eq(0)), "fine")
        with f.when(given):
            for number, way in enumerate(ways):
                with f.when(picked.eq(number)):
                    for earlier in ways[:number]:
                        self._must_differ(earlier, way, fine, f, doing)
                    with f.when(fine):
                        self._go(way, fine, f, doing)
        with f.when(fine):
            then()

    def _must_differ(self, one: Alternative, other: Alternative, fine: Ex, f: Builder, doing: Doing) -> None:
        """Two ways with the same result are one: the second of them is not taken."""
        if isinstance(other.effect, fx.Capture | fx.Remove):
            layer = other.effect.layer
            f.set(fine, k.FALSE)
            with f.each(self.c.expressions.sites(other.effect.item, f, doing.scope)) as site:
                with f.when(self.c.captures.has_piece(layer, site)):
                    f.set(fine, k.TRUE)
            return
        effect, value = other.effect, other.value
        if isinstance(effect, fx.SetTo) and value is None:
            value = effect.values[0] if effect.values else None
        if not isinstance(effect, fx.SetTo) or value is None:
            return
        earlier = one.value
        if one.effect is not None and earlier is None:
            assert isinstance(one.effect, fx.SetTo)
            earlier = one.effect.values[0]
        if isinstance(effect.item, rx.PartWord) and self._always_differ(earlier, value, doing.scope):
            return
        differs = f.var(k.FALSE, "differs")
        with self.c.changing.each_top(effect, f, doing) as (_, old):
            new = self.c.changing.changed(old, earlier, f, doing.scope) if earlier is not None else old
            f.set(differs, k.either(differs, self.c.changing.changed(old, value, f, doing.scope).ne(new)))
        f.set(fine, k.both(fine, differs))

    def _always_differ(self, one: fx.NewValue | None, other: fx.NewValue, scope: Scope) -> bool:
        """Whether no piece becomes the same by both."""
        if one is None or one.local is not None or other.local is not None or scope.me.const is None:
            return False
        first, second = self.c.changing.row(one, scope.me.const), self.c.changing.row(other, scope.me.const)
        for code in range(self.layout.codes):
            valid = self.codes.state(code) < self.rules.kinds[self.codes.kind(code)].combinations
            if valid and self.codes.owner(code) == scope.me.const and first[code + 1] == second[code + 1]:
                return False
        return True

    def _entries(self, f: Builder, length: Ex, entries: tuple[int, ...]) -> None:
        for number, entry in enumerate(entries):
            f.store(16, (length + number) * 2 + self.layout.key, entry + 1)
        f.store(64, self.layout.key_length, length + len(entries))

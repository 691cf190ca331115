"""What is chosen before a piece: the values of `with`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from itertools import pairwise

from ...analysis.facts import kind_of
from ...analysis.roots import with_defines
from ...reference.position import Position
from ...rules import expressions as rx
from ...rules.game import Action, Choice
from ...rules.types import Type
from ..decide.plan import LIGHT
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .scope import Scope, Val, fixed_directions

_FEW = 16  # values that are asked for all at once
_STANDING = ("origin", "kind", "load")  # words that mean something before a piece goes anywhere


class Values(Lowering):
    def choose(
        self,
        action: Action,
        f: Builder,
        scope: Scope,
        values: list[Ex],
        then: Callable[[Scope, list[Ex]], None],
        pinned: tuple[Ex, ...] | None,
    ) -> None:
        number = len(values)
        if number == len(action.choices):
            then(scope, values)
            return
        choice = action.choices[number]
        domains = self.domains(choice)
        longest = max(len(domain) for domain in domains)
        me = scope.me.const
        same = all(a == b for a, b in pairwise(domains))
        if me is not None or same:
            mine = domains[me or 0]
            limit: Ex = k.num(len(mine))
            offset: Ex = k.num(0)
            table = self.unit.table("choices", 64, mine or [0])
        else:
            limit = k.look(self.unit.table("choice_count", 16, [len(domain) for domain in domains]), scope.me)
            offset = scope.me * longest
            rows = [value for domain in domains for value in (*domain, *([0] * (longest - len(domain))))]
            table = self.unit.table("choices", 64, rows)
        if pinned is not None:
            each: AbstractContextManager[Ex] = nullcontext(pinned[number])
        elif self.asked_for_all(action):
            each = f.each(self._possible(action, f, scope, domains[me or 0]), "choice")
        else:
            each = f.count_to(limit, "choice")
        with each as index:
            if index.const is not None and offset.const is not None:
                raw = k.num(domains[me or 0][index.const])
            elif self._is_run(domains) and kind_of(choice.type) == "int":
                raw = f.let(index + domains[0][0], choice.name)
            else:
                raw = f.let(k.look(table, offset + index), choice.name)
            kind = kind_of(choice.type)
            if choice.type is Type.DIRECTION and raw.const is not None:
                val = fixed_directions((raw.const,))
            elif choice.type is Type.DIRECTIONS:
                val = Val("dirs", raw)
            elif kind == "dirs":
                val = Val("dirs", f.let(k.num(1) << raw, choice.name))
            elif kind == "bool":
                val = Val("bool", raw.ne(0))
            else:
                val = Val(kind, raw)
            inner = scope.copy(names={**scope.names, choice.name: val})
            self.choose(action, f, inner, [*values, index], then, pinned)

    @staticmethod
    def _is_run(domains: list[list[int]]) -> bool:
        """Whether everybody's values follow one another, the same for all."""
        first = domains[0]
        return bool(first) and all(domain == list(range(first[0], first[0] + len(first))) for domain in domains)

    def domains(self, choice: Choice) -> list[list[int]]:
        """The values to choose from, for each player, as the kernel has them."""
        found = []
        for player in range(self.unit.players):
            domain = self.engine.candidates.domain(Position(), player, choice.values, choice.type)
            found.append([self._plain(value, choice.type) for value in domain])
        return found

    def _plain(self, value: object, type_: Type) -> int:
        if type_ is Type.DIRECTION:
            assert isinstance(value, tuple)
            return int(value[0])
        if type_ is Type.DIRECTIONS:
            assert isinstance(value, tuple)
            return sum(1 << int(number) for number in value)
        if type_ is Type.TRACK:
            return self.c.space.track_number(str(value))
        if type_ is Type.SITE:
            assert isinstance(value, int)
            return value.bit_length() - 1
        if isinstance(value, str):
            return self.unit.word(value)
        assert isinstance(value, int)
        return int(value)

    # ------------------------------------------------------------ conditions of values alone

    def known_early(self, action: Action, f: Builder, scope: Scope) -> Ex:
        """What the condition says of the chosen values alone, where that is quickly told."""
        early = self._parts(action)[0]
        return self.c.expressions.chain(f, [partial(self.c.expressions.holds, node, f, scope) for node in early], True)

    def asked_for_all(self, action: Action) -> bool:
        """Whether it is asked at once which values are possible, so that none of the others is tried.

        At the end of a turn of many parts none is left, and only then it is known that the turn is over.
        """
        if self.unit.mode != LIGHT or len(action.choices) != 1 or not self._parts(action)[0]:
            return False
        domains = self.domains(action.choices[0])
        alike = all(a == b for a, b in pairwise(domains))
        return kind_of(action.choices[0].type) == "int" and alike and len(domains[0]) <= min(_FEW, self.unit.n)

    def _possible(self, action: Action, f: Builder, scope: Scope, domain: list[int]) -> Ex:
        """The numbers of the values that a condition allows, as a set."""
        found = k.NOTHING
        for number, value in enumerate(domain):
            names = {**scope.names, action.choices[0].name: Val("int", k.num(value))}
            allowed = self.known_early(action, f, scope.copy(names=names))
            found = k.set_or(found, k.select(allowed, k.one(number), k.NOTHING))
        return f.let(found, "possible")

    def known_at_origin(self, action: Action, f: Builder, scope: Scope) -> Ex:
        """What the condition says of the piece and how many are lifted: it is asked before they go anywhere."""
        asked = self._parts(action)[1]
        return self.c.expressions.chain(f, [partial(self.c.expressions.holds, node, f, scope) for node in asked], True)

    def asked_late(self, action: Action) -> rx.Expr | None:
        """What is left of a condition where that is known already."""
        *known, late = self._parts(action)
        if not any(known) or action.condition is None:
            return action.condition
        return replace(action.condition, items=tuple(late)) if isinstance(action.condition, rx.AllOf) and late else None

    def _parts(self, action: Action) -> tuple[list[rx.Expr], list[rx.Expr], list[rx.Expr]]:
        """What a condition asks of the chosen values alone, what of the piece that goes along a path, and what else."""
        condition = action.condition
        parts = condition.items if isinstance(condition, rx.AllOf) else (condition,)
        names = {choice.name for choice in action.choices}
        goes = action.verb in ("move", "pick") and action.path is not None
        early, standing, late = list[rx.Expr](), list[rx.Expr](), list[rx.Expr]()
        for node in parts:
            if node is None:
                continue
            if names and self._is_quick(node, names):
                early.append(node)
            else:
                (standing if goes and self._is_of_origin(node, names) else late).append(node)
        return early, standing, late

    def _is_of_origin(self, root: rx.Expr, names: set[str]) -> bool:
        """Whether a condition speaks of no more than is known before a piece goes anywhere, and is quickly told."""
        if self.c.rays.costs_much(root):
            return False
        return all(
            node.name in names if isinstance(node, rx.Local) else node.word in _STANDING
            for node in with_defines(self.rules, [root])
            if isinstance(node, rx.Local | rx.PartWord)
        )

    @staticmethod
    def _is_quick(root: rx.Expr, names: set[str]) -> bool:
        """Whether an expression has only variables, numbers and some names."""
        quick = (rx.Comparison, rx.Variable, rx.Number, rx.SumOf, rx.Me, rx.Within, rx.Truth, rx.Negation)
        for node in rx.walk(root):
            if isinstance(node, rx.Local):
                if node.name not in names:
                    return False
            elif not isinstance(node, quick):
                return False
        return True

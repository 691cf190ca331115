"""What all parts of the lowering of expressions have: the game, and one another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from ...analysis.facts import kind_of
from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .scope import NO_DIRECTIONS, NO_SITE, NO_SITES, Scope, Val


class Expressing(Lowering, ABC):
    """The entrances that the parts use of one another; `Expressions` has them all."""

    def setup(self) -> None:
        self.everywhere = self.rules.board.all_sites

    @abstractmethod
    def value(self, node: rx.Expr, f: Builder, scope: Scope) -> Val: ...

    @abstractmethod
    def sites(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex: ...

    @abstractmethod
    def site(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex: ...

    @abstractmethod
    def number(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex: ...

    @abstractmethod
    def directions(self, node: rx.Expr, f: Builder, scope: Scope) -> Val: ...

    @abstractmethod
    def member(self, node: rx.Expr, site: Ex, f: Builder, scope: Scope) -> Ex: ...

    @abstractmethod
    def holds(self, node: rx.Expr | None, f: Builder, scope: Scope) -> Ex: ...

    # ------------------------------------------------------------ what is kept somewhere

    def word(self, name: str, scope: Scope) -> Val:
        """A word of the present part; outside actions, of the last one."""
        if name == "last_sown":
            return Val("site", k.load(64, self.layout.last_sown) - 1) if scope.registers else NO_SITE
        if scope.words is not None and name in scope.words:
            return scope.words[name]
        empty = {"passed": NO_SITES, "dir": NO_DIRECTIONS, "kind": Val("int", k.num(-1)), "load": Val("int", k.num(0))}
        if scope.words is None and scope.registers and ("last", name) in self.layout.registers:
            return self.c.registers.read(("last", name))
        return empty.get(name, NO_SITE)

    def _named(self, node: rx.Expr, scope: Scope) -> Val:
        """Words, names, parameters, memory: whatever is kept somewhere."""
        match node:
            case rx.PartWord():
                return self.word(node.word, scope)
            case rx.EachSite():
                return scope.each or NO_SITE
            case rx.Local():
                return scope.names.get(node.name) or self.nothing(node.type)
            case rx.Parameter():
                return scope.params[node.number]
            case rx.Memory():
                if not scope.registers:
                    return self.nothing(node.type)
                if node.action is not None:
                    return self.c.registers.read((node.action, node.field))
                owner = "turn" if node.field in ("origin", "target", "passed") else "last"
                return self.c.registers.read((owner, node.field))
        raise NotImplementedError(type(node).__name__)

    @staticmethod
    def nothing(type_: Type) -> Val:
        kind = kind_of(type_)
        if kind == "int":
            return Val("int", k.num(-1 if type_ in (Type.KIND, Type.WORD) else 0))
        return {"site": NO_SITE, "set": NO_SITES, "dirs": NO_DIRECTIONS, "bool": Val("bool", k.FALSE)}[kind]

    def _define(self, node: rx.DefineCall, f: Builder, scope: Scope) -> tuple[rx.Expr, Scope]:
        define = self.rules.defines[node.define]
        given = []
        for arg in node.args:
            val = self.value(arg, f, scope)
            given.append(val if val.fixed is not None else Val(val.kind, f.let(val.ex, "given")))
        return define.body, scope.copy(params=tuple(given), names={})

    def _hook(self, node: rx.HookCall, f: Builder, scope: Scope) -> Val:
        return self.c.hooks.call(node, f, scope)

    def _either(
        self, node: rx.Either, f: Builder, scope: Scope, lower: Callable[[rx.Expr, Builder, Scope], Ex], ty: str
    ) -> Ex:
        condition = self.holds(node.condition, f, scope)
        if condition.const is not None:
            return lower(node.value if condition.const else node.otherwise, f, scope)
        empty = {k.SET: k.NOTHING, k.INT: k.num(0), k.BOOL: k.FALSE}[ty]
        found = f.var(empty, "chosen")
        yes, no = f.branch(condition)
        with f.within(yes):
            f.set(found, lower(node.value, f, scope))
        with f.within(no):
            f.set(found, lower(node.otherwise, f, scope))
        return found

    def _held_sites(self, node: rx.Variable, f: Builder, scope: Scope) -> Ex:
        """The sites that a variable holds."""
        spec, at = self.rules.variables[node.variable], self.layout.variables[node.variable]
        if node.index is None:
            return k.load_set(at)
        index = f.let(self.number(node.index, f, scope))
        if spec.per_player:
            return k.load_set(index * self.layout.set_size + at)
        low, high = spec.per_range or (0, 0)
        found = f.var(k.sites(spec.start or 0), "held")
        with f.when(k.both(index.ge(low), index.le(high))):
            f.set(found, k.load_set((index - low) * self.layout.set_size + at))
        return found

    def _variable(self, node: rx.Variable, f: Builder, scope: Scope) -> Ex:
        """The stored number: for sites and directions -1 is none."""
        spec = self.rules.variables[node.variable]
        at = self.layout.variables[node.variable]
        start = self.c.registers.stored_start(spec)
        if node.index is None:
            return self.c.registers.variable(k.num(at))
        index = f.let(self.number(node.index, f, scope))
        if spec.per_player:
            return f.let(self.c.registers.variable(index * 8 + at))
        low, high = spec.per_range or (0, 0)
        found = f.var(k.num(start), "entry")
        with f.when(k.both(index.ge(low), index.le(high))):
            f.set(found, self.c.registers.variable((index - low) * 8 + at))
        return found


def compared(left: Ex, sign: str, right: Ex) -> Ex:
    if sign == "=":
        return left.eq(right)
    if sign == "!=":
        return left.ne(right)
    if sign == "<":
        return left.lt(right)
    if sign == "<=":
        return left.le(right)
    return left.gt(right) if sign == ">" else left.ge(right)


HIGHEST = 255  # a stack's height is a byte


def heights_meant(node: rx.WithHeight, low: int | None) -> tuple[int, int] | None:
    """The least and the greatest height that fits; None if that is no range, or only known during play."""
    if low is None:
        return None
    least, most = low, HIGHEST if node.high is None else node.high
    if not node.is_range:
        signs = {"=": (low, low), "<": (0, low - 1), "<=": (0, low), ">": (low + 1, HIGHEST), ">=": (low, HIGHEST)}
        if node.sign not in signs:
            return None
        least, most = signs[node.sign]
    least, most = max(least, 0), min(most, HIGHEST)
    return (least, most) if least <= most else None

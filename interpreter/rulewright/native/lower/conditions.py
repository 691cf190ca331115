"""Conditions lowered: yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import Builder, Ex, k
from ..ir.statements import Block, If
from .expression_base import Expressing, compared
from .scope import Scope, Val


class Conditions(Expressing):
    def chain(self, f: Builder, tests: Sequence[Callable[[], Ex]], every: bool) -> Ex:
        """All of the tests (or any); later ones run only if they matter."""
        if not tests:
            return k.truth(every)
        block: Block = []
        with f.within(block):
            test = tests[0]()
        f.block.extend(block)
        if len(tests) == 1 or (test.const is not None and bool(test.const) != every):
            return test
        rest: Block = []
        test_now = test
        with f.within(rest):
            others = self.chain(f, tests[1:], every)
        if not rest:
            return k.both(test_now, others) if every else k.either(test_now, others)
        found = f.var(test_now, "test")
        with f.within(rest):
            f.set(found, others)
        f.emit(If(found if every else k.negate(found), rest, []))
        return found

    def holds(self, node: rx.Expr | None, f: Builder, scope: Scope) -> Ex:
        """A condition; none given is true."""
        if node is None:
            return k.TRUE
        match node:
            case rx.Truth():
                return k.truth(node.value)
            case rx.AllOf() | rx.AnyOf():
                tests = [partial(self.holds, item, f, scope) for item in node.items]
                return self.chain(f, tests, isinstance(node, rx.AllOf))
            case rx.Negation():
                return k.negate(self.holds(node.item, f, scope))
            case rx.NotEmpty():
                return self.some(node.item, f, scope)
            case rx.Every():
                return self._every(node, f, scope)
            case rx.ConnectedSites():
                return self.c.connections.connected(node, f, scope)
            case rx.CanDo():
                return self.c.turns.can_do(node, f, scope)
            case rx.Kept():
                return self.c.course.kept(node, f, scope)
            case rx.KeptOne():
                return self.c.course.kept_one(node, f, scope)
            case rx.Comparison():
                return self._comparison(node, f, scope)
            case rx.Within():
                value = f.let(self.number(node.item, f, scope))
                inside = value.ge(node.low)
                if node.high is not None:
                    inside = k.both(inside, value.le(node.high))
                return k.negate(inside) if node.negated else inside
            case rx.Either():
                return self._either(node, f, scope, self.holds, k.BOOL)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.holds(body, f, inner)
            case rx.HookCall():
                val = self._hook(node, f, scope)
                return k.some(val.as_set) if val.kind in ("set", "site") else val.ex
            case rx.Variable() if node.type is Type.TRUTH:
                return self._variable(node, f, scope).ne(0)
        if node.type.is_sites:
            return self.some(node, f, scope)
        val = self._named(node, scope)
        return val.ex if val.ex.ty == k.BOOL else val.ex.ne(0)

    def some(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        """Whether a set has any site."""
        match node:
            case rx.PartWord() | rx.EachSite() | rx.Local() | rx.Parameter() | rx.Memory():
                val = self._named(node, scope)
                return val.ex.ge(0) if val.kind == "site" else k.some(val.ex)
            case rx.Union():
                return self.chain(f, [partial(self.some, item, f, scope) for item in node.items], False)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.some(body, f, inner)
            case rx.Either():
                return self._either(node, f, scope, self.some, k.BOOL)
            case rx.LineOf():
                return self.c.lines.has_line(node, f, scope)
            case rx.Attacked():
                return self._some_attacked(node, f, scope)
            case rx.Filtered() if node.type is not Type.SITE:
                return self._some_filtered(node, f, scope)
            case rx.Intersection():
                met = self.c.walked.meets(node, f, scope)
                if met is not None:
                    return met
        if node.type is Type.SITE:
            return self.site(node, f, scope).ge(0)
        sparse = self.c.sparse.strategy(node)
        if sparse is not None:
            found = f.var(k.FALSE, "some")
            with self.c.sparse.members(sparse, f, scope):
                f.set(found, k.TRUE)
                f.leave()
            return found
        return k.some(self.sites(node, f, scope))

    def _some_attacked(self, node: rx.Attacked, f: Builder, scope: Scope) -> Ex:
        found = f.var(k.FALSE, "attacked")
        with f.each(self.sites(node.item, f, scope)) as site:
            with f.when(self.c.attacks.attacked(node, site, f, scope)):
                f.set(found, k.TRUE)
                f.leave()
        return found

    def _some_filtered(self, node: rx.Filtered, f: Builder, scope: Scope) -> Ex:
        found = f.var(k.FALSE, "some")
        with f.each(self.sites(node.item, f, scope)) as site:
            with f.when(self.passes(node, site, f, scope)):
                f.set(found, k.TRUE)
                f.leave()
        return found

    def passes(self, node: rx.Filtered, site: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether the condition of `where` holds for a site."""
        return self.holds(node.condition, f, scope.copy(each=Val("site", f.let(site, "each"))))

    def _every(self, node: rx.Every, f: Builder, scope: Scope) -> Ex:
        items = self.sites(node.item, f, scope)
        return k.negate(k.some(k.set_minus(items, self.sites(node.passing, f, scope))))

    def _comparison(self, node: rx.Comparison, f: Builder, scope: Scope) -> Ex:
        type_ = node.left.type
        if type_.is_directions:
            left, right = self.directions(node.left, f, scope).ex, self.directions(node.right, f, scope).ex
            same = k.both(left.eq(right), left.ne(0))
            return same if node.sign == "=" else k.negate(same)
        if type_.is_sites:
            if type_ is Type.SITE and node.right.type is Type.SITE:
                same = self.site(node.left, f, scope).eq(self.site(node.right, f, scope))
            else:
                same = k.set_eq(self.sites(node.left, f, scope), self.sites(node.right, f, scope))
            return same if node.sign == "=" else k.negate(same)
        if type_ is Type.TRUTH:
            same = k.as_int(self.holds(node.left, f, scope)).eq(k.as_int(self.holds(node.right, f, scope)))
            return same if node.sign == "=" else k.negate(same)
        left, right = self.number(node.left, f, scope), self.number(node.right, f, scope)
        if type_ in (Type.KIND, Type.STATE):
            same = k.both(left.eq(right), left.ge(0))
            return same if node.sign == "=" else k.negate(same)
        return compared(left, node.sign, right)

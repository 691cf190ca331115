"""Expressions of a hook in the kernel: as a number, as a set of sites, as yes or no."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...hooks import types as t
from ...hooks.file import Outside, number, row
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder

if TYPE_CHECKING:
    from ...hooks.typing import Typed
    from ..compiler import Compiler
    from .looks import Looks, Seen


class Values:
    """What `Body` knows of expressions."""

    c: Compiler
    f: Builder
    typed: Typed
    looks: Looks
    seen: Seen
    vars: dict[str, Ex]
    inner: dict[str, str]

    def bail_if(self, condition: Ex) -> None:
        raise NotImplementedError

    def call(self, typed: Typed, args: list[Ex]) -> Ex:
        raise NotImplementedError

    def each_of(self, generators: list[ast.comprehension], inside: Callable[[], None], stop: Ex | None = None) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------ by type

    def as_type(self, node: ast.expr, type_: str) -> Ex:
        if type_ == t.SET:
            return self.sites(node)
        if type_ == t.COSET:
            return self.complement(node)
        return self.truth(node) if type_ == t.BOOL else self.number(node)

    def constant(self, node: ast.expr) -> int | None:
        return None if self.typed._shadowed(node) else number(node, self.typed.constants)

    def variable(self, name: str) -> Ex:
        return self.vars[self.inner.get(name, name)]

    @contextmanager
    def comprehension(self, generators: list[ast.comprehension]) -> Iterator[None]:
        outer = dict(self.inner)
        with self.typed.comprehension(generators):
            for generator in generators:
                assert isinstance(generator.target, ast.Name)
                self.inner[generator.target.id] = self.typed.inner_name(generator)
            yield
        self.inner = outer

    def _either(self, node: ast.IfExp, type_: str) -> Ex:
        found: list[Ex] = []
        condition = self.truth(node.test)
        if condition.const is not None:
            return self.as_type(node.body if condition.const else node.orelse, type_)
        empty = {t.SET: k.NOTHING, t.COSET: k.NOTHING, t.BOOL: k.FALSE}.get(type_, k.num(0))
        result = self.f.var(empty, "chosen")
        for block, value in zip(self.f.branch(condition), (node.body, node.orelse), strict=True):
            with self.f.within(block):
                found.append(self.as_type(value, type_))
                self.f.set(result, found[-1])
        return result

    def _first_of(self, values: list[ast.expr], every: bool, type_: str) -> Ex:
        """`a and b`, `a or b` as values: the one that decides."""
        found = self.f.var(self.as_type(values[0], type_), "decides")
        if len(values) > 1:
            true = k.some(found) if type_ == t.SET else found.ne(0)
            with self.f.when(true if every else k.negate(true)):
                self.f.set(found, self._first_of(values[1:], every, type_))
        return found

    # ------------------------------------------------------------ yes or no

    def truth(self, node: ast.expr) -> Ex:
        match node:
            case ast.Constant(value=bool(value)):
                return k.truth(value)
            case ast.BoolOp(op=op, values=values):
                return self.all_or_any(values, isinstance(op, ast.And))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return k.negate(self.truth(operand))
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._comparisons(left, ops, others)
            case ast.IfExp():
                return self._either(node, t.BOOL)
        member = self.typed.membership(node)
        if member is not None:
            return self._has(*member)
        type_ = self.typed.type(node)
        if type_ == t.SET:
            return k.some(self.sites(node))
        if type_ == t.BOOL:
            return self._bool(node)
        return self.number(node).ne(0)

    def all_or_any(self, tests: list[ast.expr], every: bool) -> Ex:
        """All of the tests (or any); later ones run only if they matter."""

        def later(test: ast.expr) -> Callable[[], Ex]:
            return lambda: self.truth(test)

        return self.c.expressions.chain(self.f, [later(test) for test in tests], every)

    def _bool(self, node: ast.expr) -> Ex:
        match node:
            case ast.Name(id=name):
                return self.variable(name)
            case ast.BinOp(left=left, op=op, right=right):
                a, b = self.f.let(self.truth(left)), self.f.let(self.truth(right))
                if isinstance(op, ast.BitXor):
                    return k.as_int(a).ne(k.as_int(b))
                return k.both(a, b) if isinstance(op, ast.BitAnd) else k.either(a, b)
            case ast.Call() if node in self.typed.calls:
                return self._helper(node)
            case ast.Call() if self.typed.is_builtin(node, "bool"):
                return self.truth(node.args[0])
            case ast.Call(args=[ast.GeneratorExp() as generator]):
                every = self.typed.is_builtin(node, "all")
                stop = self.f.var(k.FALSE, "stop")
                with self.comprehension(generator.generators):

                    def inside() -> None:
                        test = self.truth(generator.elt)
                        self.f.set(stop, k.negate(test) if every else test)

                    self.each_of(generator.generators, inside, stop)
                return k.negate(stop) if every else stop
        raise Outside(node, "this condition")

    def _has(self, sites: ast.expr, site: ast.expr) -> Ex:
        place = self.f.let(self.number(site))
        self.bail_if(place.lt(0))
        safe, inside = self.looks.safe(place, self.c.unit.n, self.f)
        return k.both(inside, k.has(self.f.let(self.sites(sites)), safe))

    def _comparisons(self, left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr]) -> Ex:
        if len(ops) == 1:
            return self._compare(left, ops[0], others[0])
        values = [self.f.let(self.number(value)) for value in (left, *others)]
        found = k.TRUE
        for place, op in enumerate(ops):
            found = k.both(found, _compared(op, values[place], values[place + 1]))
        return found

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Ex:
        if isinstance(op, ast.In | ast.NotIn):
            value = self.f.let(self.number(left))
            found = k.FALSE
            for one in dict.fromkeys(row(right, self.typed.constants) or ()):
                found = k.either(found, value.eq(one))
            return found if isinstance(op, ast.In) else k.negate(found)
        if t.SET in (self.typed.type(left), self.typed.type(right)):
            if self.constant(right) == 0:
                some = k.some(self.sites(left))
                return k.negate(some) if isinstance(op, ast.Eq) else some
            same = k.set_eq(self.f.let(self.sites(left)), self.f.let(self.sites(right)))
            return same if isinstance(op, ast.Eq) else k.negate(same)
        return _compared(op, self.number(left), self.number(right))

    # ------------------------------------------------------------ sets

    def sites(self, node: ast.expr) -> Ex:
        value = self.constant(node)
        if value is not None:
            if value >> self.c.unit.n:
                raise Outside(node, "a set of sites that the board does not have")
            return k.sites(value)
        lowest, rest = self.typed.lowest(node), self.typed.rest(node)
        if lowest is not None:
            return k.one(k.first(self.sites(lowest)))
        if rest is not None:
            members = self.f.let(self.sites(rest))
            return k.set_minus(members, k.one(k.first(members)))
        match node:
            case ast.Name(id=name):
                return self.variable(name)
            case ast.BinOp(left=left, op=ast.LShift(), right=right) if self.constant(left) == 1:
                site = self.f.let(self.number(right))
                self.bail_if(k.either(site.lt(0), site.ge(self.c.unit.n)))
                return k.one(site)
            case ast.BinOp(left=left, op=op, right=right):
                return self._bits(left, op, right)
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.complement(operand)
            case ast.IfExp():
                return self._either(node, t.SET)
            case ast.BoolOp(op=op, values=values):
                return self._first_of(values, isinstance(op, ast.And), t.SET)
            case ast.Call() if node in self.typed.calls:
                return self._helper(node)
            case ast.Call(func=ast.Attribute(attr=method), args=args):
                return self.looks.method(method, [self.number(arg) for arg in args], self.f, self.seen)
            case ast.Subscript():
                return self._entry(node, t.SET)
        raise Outside(node, "this set")

    def _wide(self, node: ast.expr) -> bool:
        return self.typed.type(node) in (t.COSET, t.COFLEX)

    def _bits(self, left: ast.expr, op: ast.operator, right: ast.expr) -> Ex:
        """A combination that is a set: at most one side is a complement, or `^` of two."""
        if isinstance(op, ast.BitXor):
            a, b = (self.complement(side) if self._wide(side) else self.sites(side) for side in (left, right))
            a, b = self.f.let(a), self.f.let(b)
            return k.set_minus(k.set_or(a, b), k.set_and(a, b))
        if self._wide(left):
            left, right = right, left
        a = self.f.let(self.sites(left))
        if self._wide(right):
            return k.set_minus(a, self.f.let(self.complement(right)))
        b = self.f.let(self.sites(right))
        return k.set_and(a, b) if isinstance(op, ast.BitAnd) else k.set_or(a, b)

    def complement(self, node: ast.expr) -> Ex:
        """The set that an expression is everything except of."""
        value = self.constant(node)
        if value is not None:
            return k.sites(~value)
        match node:
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.sites(operand)
            case ast.Name(id=name):
                return self.variable(name)
            case ast.IfExp():
                return self._either(node, t.COSET)
            case ast.BinOp(left=left, op=op, right=right):
                if isinstance(op, ast.BitXor):
                    return self._bits(left, op, right)
                if self._wide(left) and self._wide(right):
                    a, b = self.f.let(self.complement(left)), self.f.let(self.complement(right))
                    return k.set_or(a, b) if isinstance(op, ast.BitAnd) else k.set_and(a, b)
                if self._wide(left):
                    left, right = right, left
                return k.set_minus(self.f.let(self.complement(right)), self.f.let(self.sites(left)))
        raise Outside(node, "this complement")

    # ------------------------------------------------------------ numbers

    def number(self, node: ast.expr) -> Ex:
        value = self.constant(node)
        if value is not None:
            if not -(2**63) <= value < 2**63:
                raise Outside(node, "a number of more than 64 bits")
            return k.num(value)
        counted = self.typed.bits_of(node)
        if counted is not None:
            return k.count(self.sites(counted))
        if self.typed.membership(node) is not None or self.typed.type(node) == t.BOOL:
            return k.as_int(self.truth(node))
        match node:
            case ast.Name(id=name):
                return self.variable(name)
            case ast.Attribute(attr=word):
                return self.looks.field(word, self.seen)
            case ast.BinOp(left=left, op=op, right=right):
                return self._arithmetic(op, self.f.let(self.number(left)), self.f.let(self.number(right)))
            case ast.UnaryOp(op=op, operand=operand):
                given = self.number(operand)
                if isinstance(op, ast.UAdd):
                    return given
                return given ^ -1 if isinstance(op, ast.Invert) else k.num(0) - given
            case ast.IfExp():
                return self._either(node, t.INT)
            case ast.BoolOp(op=op, values=values):
                return self._first_of(values, isinstance(op, ast.And), t.INT)
            case ast.Subscript():
                return self._entry(node, t.INT)
            case ast.Call():
                return self._call(node)
        raise Outside(node, "this number")

    def _arithmetic(self, op: ast.operator, a: Ex, b: Ex) -> Ex:
        match op:
            case ast.Add():
                return a + b
            case ast.Sub():
                return a - b
            case ast.Mult():
                return a * b
            case ast.BitAnd():
                return a & b
            case ast.BitOr():
                return a | b
            case ast.BitXor():
                return a ^ b
            case ast.FloorDiv():
                return self.floor_div(a, b)
            case ast.Mod():
                return a - self.floor_div(a, b) * b
        self.bail_if(b.lt(0))
        if isinstance(op, ast.LShift):
            self.bail_if(b.gt(62))
            return a << (b & 63)
        sign = self.f.let(k.select(a.lt(0), -1, 0))
        return ((a ^ sign) >> k.select(b.gt(63), 63, b)) ^ sign

    def floor_div(self, a: Ex, b: Ex) -> Ex:
        """Rounded down, as Python does; the kernel divides numbers without signs."""
        self.bail_if(b.eq(0))
        over, under = a, b
        if b.const is None or b.const < 0:
            negative = self.f.let(b.lt(0))
            over = self.f.let(k.select(negative, k.num(0) - a, a))
            under = self.f.let(k.select(negative, k.num(0) - b, k.select(b.eq(0), 1, b)))
        below = self.f.let(over.lt(0))
        shifted = self.f.let(k.select(below, under - 1 - over, over))
        found = self.f.let(Ex("divide", (shifted, under), k.INT))
        return self.f.let(k.select(below, k.num(0) - found, found))

    def of_row(self, node: ast.expr, values: tuple[int, ...], place: Ex, type_: str) -> Ex:
        """One of some constants, which are numbers or sets."""
        if type_ == t.SET:
            if any(value >> self.c.unit.n for value in values):
                raise Outside(node, "a set of sites that the board does not have")
            return k.look_set(self.c.unit.table("hook_sets", 0, values), place)
        if any(not -(2**63) <= value < 2**63 for value in values):
            raise Outside(node, "a number of more than 64 bits")
        return k.look(self.c.unit.table("hook_row", 64, values), place)

    def _entry(self, node: ast.Subscript, type_: str) -> Ex:
        values, index = row(node.value, self.typed.constants) or (), node.slice
        place = self.f.let(self.number(index))
        place = self.f.let(k.select(place.lt(0), place + len(values), place))
        safe, inside = self.looks.safe(place, len(values), self.f)
        self.bail_if(k.negate(inside))
        return self.of_row(node, values, safe, type_)

    def _call(self, node: ast.Call) -> Ex:
        if node in self.typed.calls:
            return self._helper(node)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=view), attr=method), args=args):
                if self.typed.env.get(view) == t.VIEW:
                    return self._look(method, args)
        if isinstance(node.func, ast.Attribute):  # bit_length
            return self._length(node.func.value)
        if self.typed.is_builtin(node, "min", "max"):
            found = self.f.let(self.number(node.args[0]))
            for arg in node.args[1:]:
                other = self.f.let(self.number(arg))
                better = other.lt(found) if self.typed.is_builtin(node, "min") else other.gt(found)
                found = self.f.let(k.select(better, other, found))
            return found
        if self.typed.is_builtin(node, "abs"):
            value = self.f.let(self.number(node.args[0]))
            return k.select(value.lt(0), k.num(0) - value, value)
        if self.typed.is_builtin(node, "int"):
            return self.number(node.args[0])
        generator = node.args[0]
        assert isinstance(generator, ast.GeneratorExp)
        total = self.f.var(k.num(0), "total")
        with self.comprehension(generator.generators):
            self.each_of(generator.generators, lambda: self.f.set(total, total + self.number(generator.elt)))
        return total

    def _look(self, method: str, args: list[ast.expr]) -> Ex:
        if method == "var":
            assert isinstance(args[0], ast.Constant)
            index = self.f.let(self.number(args[1])) if len(args) == 2 else None
            return self.looks.variable(str(args[0].value), index, self.f)
        return self.looks.method(method, [self.number(arg) for arg in args], self.f, self.seen)

    def _length(self, value: ast.expr) -> Ex:
        """The highest site and one; for `sites & -sites` that is the only one."""
        lowest = self.typed.lowest(value)
        if lowest is not None:
            return self.f.let(k.first(self.sites(lowest)) + 1)
        last = self.f.var(k.num(0), "last")
        with self.f.each(self.sites(value)) as site:
            self.f.set(last, site + 1)
        return last

    def _helper(self, node: ast.Call) -> Ex:
        made = self.typed.calls[node]
        args = [
            self.f.let(self.as_type(arg, made.env[param]))
            for arg, param in zip(node.args, made.params, strict=True)
            if made.env[param] != t.VIEW
        ]
        return self.call(made, args)


def _compared(op: ast.cmpop, a: Ex, b: Ex) -> Ex:
    match op:
        case ast.Eq():
            return a.eq(b)
        case ast.NotEq():
            return a.ne(b)
        case ast.Lt():
            return a.lt(b)
        case ast.LtE():
            return a.le(b)
        case ast.Gt():
            return a.gt(b)
    return a.ge(b)

"""A function of a hook file in the kernel, statement by statement.

Where Python would fail, or a loop does not seem to end, the kernel gives up (`bail`): the call is then made in Python,
which knows what to say and listens to Ctrl-C.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...hooks import types as t
from ...hooks.file import Outside, number, row
from ...hooks.typing import Typed
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder, Function
from .looks import Looks, Seen
from .records import MOST_RECORDS, OPS, RECORD_SIZE
from .values import Values

if TYPE_CHECKING:
    from ..compiler import Compiler

KERNEL = {t.INT: k.INT, t.BOOL: k.BOOL, t.SET: k.SET, t.COSET: k.SET, t.EFFECTS: k.INT}
PATIENCE = 1 << 22  # rounds of a loop
_ZERO = {k.INT: k.num(0), k.BOOL: k.FALSE, k.SET: k.NOTHING}


class Compiled:
    """Functions of one hook file, each for the types it is called with."""

    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.looks = Looks(compiler)
        self._bails: dict[str, bool] = {}

    def bails(self, function: Function) -> bool:
        return self._bails.get(function.name, True)

    def function(self, typed: Typed, me: Ex, key: object) -> Function:
        """Takes who asks (unless that is known), the words it looks at, and its arguments."""
        gives = typed.gives or t.settled(typed.returns)
        plain = [name for name in typed.params if typed.env[name] != t.VIEW]
        taken = [(f"p_{place}", KERNEL[typed.env[name]]) for place, name in enumerate(plain)]
        words = [(f"w_{word}", k.INT) for word in sorted(typed.words)]
        params = [*([] if me.const is not None else [("w_me", k.INT)]), *words, *taken]
        types = tuple(typed.env[name] for name in typed.params)

        def write(f: Builder) -> None:
            given = list(f.params)
            asking = me if me.const is not None else given.pop(0)
            seen = Seen(asking, {word: given.pop(0) for word in sorted(typed.words)})
            body = Body(self, typed, f, seen, given, key)
            body.write()
            self._bails[f.function.name] = body.bailed

        name = typed.name if typed.name.isascii() else "helper"
        about = f"the hook's function {typed.name}" if typed.name.isascii() else "a hook's function"
        return self.c.unit.function(
            ("hook", key, typed.name, types, gives, me.const), f"hook_{name}", params, KERNEL[gives], write, about
        )

    def arguments(self, typed: Typed, seen: Seen, args: list[Ex]) -> list[Ex]:
        first = [] if seen.me.const is not None else [seen.me]
        return [*first, *(seen.words[word] for word in sorted(typed.words)), *args]


class Body(Values):
    def __init__(self, compiled: Compiled, typed: Typed, f: Builder, seen: Seen, given: list[Ex], key: object) -> None:
        self.compiled, self.c, self.looks = compiled, compiled.c, compiled.looks
        self.typed, self.f, self.seen, self.key = typed, f, seen, key
        self.layout = compiled.c.unit.layout
        self.bailed = False
        self.gives = f.function.gives or k.INT
        self.inner: dict[str, str] = {}
        self.vars: dict[str, Ex] = {}
        for name in typed.params:
            if typed.env[name] != t.VIEW:
                self.vars[name] = f.var(given.pop(0), "v")
        for name, type_ in typed.env.items():
            if name not in self.vars and type_ != t.VIEW:
                self.vars[name] = f.var(_ZERO[KERNEL[type_]], "v")
        self.count = f.var(k.num(0), "count")  # of effects
        self.rounds = f.var(k.num(0), "rounds")  # of loops that may have no end

    def write(self) -> None:
        self.block(self.typed.function.body)
        self.f.ret(_ZERO[self.gives])

    # ------------------------------------------------------------ giving up

    def bail(self) -> None:
        self.bailed = True
        self.f.store(64, self.layout.hook_bail, 1)
        self.f.ret(_ZERO[self.gives])

    def bail_if(self, condition: Ex) -> None:
        if condition.const == 0:
            return
        with self.f.when(condition):
            self.bail()

    def call(self, typed: Typed, args: list[Ex]) -> Ex:
        function = self.compiled.function(typed, self.seen.me, self.key)
        found = self.f.call(function, *self.compiled.arguments(typed, self.seen, args))
        if self.compiled.bails(function):
            self.bailed = True
            with self.f.when(k.load(64, self.layout.hook_bail).ne(0)):
                self.f.ret(_ZERO[self.gives])
        return found

    # ------------------------------------------------------------ statements

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        f = self.f
        match node:
            case ast.Assign(targets=targets, value=value):
                self._assign(targets, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign([target], value)
            case ast.AugAssign(value=ast.List() as lines):
                self._append_all(lines)
            case ast.AugAssign():
                self._assign([node.target], self.typed.step(node))
            case ast.Return(value=value):
                self._return(value)
            case ast.If(test=test, body=body, orelse=otherwise):
                self.choose(test, lambda: self.block(body), lambda: self.block(otherwise))
            case ast.While(test=test, body=body):
                with f.loop():
                    f.leave_if(k.negate(self.truth(test)))
                    f.set(self.rounds, self.rounds + 1)
                    self.bail_if(self.rounds.gt(PATIENCE))
                    self.block(body)
            case ast.For(target=ast.Name(id=name), iter=source, body=body):
                with self.through(source, self.typed.env[name]) as present:
                    f.set(self.vars[name], present)
                    self.block(body)
            case ast.Break():
                f.leave()
            case ast.Continue():
                f.again()
            case ast.Expr(value=ast.Call(args=[line])):
                self._append(line)

    def choose(self, test: ast.expr, yes: Callable[[], None], no: Callable[[], None]) -> None:
        condition = self.truth(test)
        if condition.const is not None:
            (yes if condition.const else no)()
            return
        then, otherwise = self.f.branch(condition)
        with self.f.within(then):
            yes()
        with self.f.within(otherwise):
            no()

    def _assign(self, targets: list[ast.expr], value: ast.expr) -> None:
        """All values are found before any is written."""
        changes: list[tuple[Ex, Ex]] = []
        for target in targets:
            match target, value:
                case ast.Tuple(elts=names), ast.Tuple(elts=values):
                    for one, other in zip(names, values, strict=True):
                        assert isinstance(one, ast.Name)
                        changes.append((self.vars[one.id], self.f.let(self.of_name(one.id, other))))
                case ast.Name(), ast.List() | ast.ListComp():
                    self.f.set(self.count, 0)
                    self._append_all(value)
                case ast.Name(id=name), _:
                    found = self.of_name(name, value)
                    changes.append((self.vars[name], found if len(targets) == 1 else self.f.let(found)))
        for variable, found in changes:
            self.f.set(variable, found)

    def of_name(self, name: str, value: ast.expr) -> Ex:
        """A value as the name's type keeps it."""
        return self.as_type(value, self.typed.env[name])

    def _return(self, value: ast.expr | None) -> None:
        if value is None:
            self.f.ret(_ZERO[self.gives])
        elif self.typed.gives == t.EFFECTS:
            if isinstance(value, ast.List | ast.ListComp):
                self.f.set(self.count, 0)
                self._append_all(value)
            self.f.ret(self.count)
        else:
            self.f.ret(self.as_type(value, self.typed.gives or t.settled(self.typed.returns)))

    # ------------------------------------------------------------ loops

    @contextmanager
    def through(self, source: ast.expr, type_: str) -> Iterator[Ex]:
        """A loop over a range or over constants."""
        f, constants = self.f, self.typed.constants
        values = row(source, constants)
        if values is not None:
            with f.count_to(len(values)) as place:
                yield f.let(self.of_row(source, values, place, type_))
            return
        assert isinstance(source, ast.Call)
        args = [f.let(self.number(arg)) for arg in source.args[:2]]
        start, stop = args if len(args) == 2 else (k.num(0), args[0])
        step = number(source.args[2], constants) if len(source.args) == 3 else 1
        assert step
        self.bail_if((stop - start if step > 0 else start - stop).gt(PATIENCE))
        if step == 1:
            with f.count_to(stop, start=start) as value:
                yield value
            return
        distance = stop - start if step > 0 else start - stop
        times = f.let(self.floor_div(f.let(distance + (abs(step) - 1)), k.num(abs(step))))
        with f.count_to(times) as turn:
            yield f.let(start + turn * step)

    def each_of(self, generators: list[ast.comprehension], inside: Callable[[], None], stop: Ex | None = None) -> None:
        """The loops of a comprehension; `stop`: a variable that ends them all."""
        if not generators:
            inside()
            return
        first, rest = generators[0], generators[1:]
        name = self.typed.inner_name(first)
        with self.through(first.iter, self.typed.env[name]) as value:
            self.f.set(self.vars[name], value)
            with self.f.when(self.all_or_any(first.ifs, True)):
                self.each_of(rest, inside, stop)
            if stop is not None:
                self.f.leave_if(stop)

    # ------------------------------------------------------------ effects

    def _append_all(self, node: ast.expr) -> None:
        if isinstance(node, ast.List):
            for line in node.elts:
                self._append(line)
        elif isinstance(node, ast.ListComp):
            with self.comprehension(node.generators):
                self.each_of(node.generators, lambda: self._append(node.elt))

    def _append(self, line: ast.expr) -> None:
        """One line into the block; whatever is no effect here is left to Python to complain about."""
        assert isinstance(line, ast.Tuple)
        words = [item.value for item in line.elts if isinstance(item, ast.Constant) and isinstance(item.value, str)]
        op = OPS[" ".join(words[:2]) if words[0] == "set" else words[0]]
        given = [self.f.let(self.number(one)) for one in t.check_record(line, self.typed.around.variables)]
        self._check(words, given)
        if words[0] == "var":
            names = [spec.name for spec in self.c.rules.variables]
            given.insert(0, k.num(names.index(words[1])))
        self.bail_if(self.count.ge(MOST_RECORDS))
        at = self.f.let(self.count * RECORD_SIZE + self.layout.hook_records)
        for place, value in enumerate([k.num(op), *given]):
            self.f.store(64, at + 8 * place, value)
        self.f.set(self.count, self.count + 1)

    def _check(self, words: list[str], given: list[Ex]) -> None:
        rules = self.c.rules
        n = self.c.unit.n
        bounds: list[tuple[Ex, int, int]] = [(site, 0, n) for site in given]
        if words[0] == "put":
            owner, kind, state, site = given
            most = [spec.combinations for spec in rules.kinds]
            bounds = [(owner, -1, self.c.unit.players), (kind, 0, len(rules.kinds)), (site, 0, n)]
            for value, low, high in bounds:
                self.bail_if(k.either(value.lt(low), value.ge(high)))
            table = self.c.unit.table("combinations", 32, most)
            self.bail_if(k.either(state.lt(0), state.ge(k.look(table, kind))))
            return
        if words[0] == "set":
            limits = {
                "owner": (-1, self.c.unit.players),
                "kind": (0, len(rules.kinds)),
                "state": (0, len(rules.states)),
                "facing": (0, len(rules.board.directions)),
            }
            bounds = [(given[0], 0, n), (given[1], *limits[words[1]])]
            if words[1] == "kind" and any(spec.layer for spec in rules.kinds):
                raise Outside(self.typed.function, "another kind where there are layers")
        elif words[0] == "var":
            bounds = [(given[0], -(2**31) + 1, 2**31)]
        for value, low, high in bounds:
            self.bail_if(k.either(value.lt(low), value.ge(high)))

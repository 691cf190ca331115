"""One function of a hook file, checked: is it in the integer subset, and of what type is every name?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from . import types as t
from .file import HookFile, Outside, named, number, row, same
from .flow import Flow

_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)
_PLAIN = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_ROUNDS = 40


@dataclass(frozen=True)
class Surroundings:
    """What a file's functions may speak of, and what is known of them."""

    file: HookFile
    variables: frozenset[str]
    known: dict[tuple[str, tuple[str, ...]], Typed | Outside | None] = field(default_factory=dict)  # None: not yet

    def helper(self, name: str, types: tuple[str, ...], call: ast.Call) -> Typed:
        """A function that another one calls; each is looked at once for the same types."""
        key = (name, types)
        if key not in self.known:
            self.known[key] = None
            try:
                self.known[key] = Typed(self, name, types, None, call)
            except Outside as reason:
                self.known[key] = reason
        found = self.known[key]
        if found is None:
            raise Outside(call, f'"{name}" calls itself')
        if isinstance(found, Outside):
            raise found
        return found


class Typed:
    """A function for certain types of its arguments. Raises `Outside`."""

    def __init__(
        self, around: Surroundings, name: str, types: tuple[str, ...], gives: str | None, call: ast.AST | None = None
    ) -> None:
        self.around, self.name, self.gives = around, name, gives
        self.function = around.file.functions[name]
        where = call or self.function
        args = self.function.args
        if self.function.decorator_list or args.vararg or args.kwarg or args.kwonlyargs or args.defaults:
            raise Outside(self.function, f'"{name}" is more than a plain function of its arguments')
        self.params = [arg.arg for arg in (*args.posonlyargs, *args.args)]
        if len(self.params) != len(types):
            raise Outside(where, f'"{name}" has {len(self.params)} arguments')
        self.env: dict[str, str] = dict(zip(self.params, types, strict=True))
        self.returns = t.NONE
        self.calls: dict[ast.Call, Typed] = {}
        self.words: set[str] = set()
        self.steps: dict[ast.AugAssign, ast.BinOp] = {}
        self._inner: dict[str, str] = {}  # names of comprehensions, which are theirs alone
        self.locals = _assigned(self.function) | set(self.params)
        self.constants = {name: value for name, value in around.file.constants.items() if name not in self.locals}
        self._found: dict[ast.expr, str] = {}  # types, until a name's type changes
        self._final = False
        self._infer()

    def _infer(self) -> None:
        for _ in range(_ROUNDS):
            before = (dict(self.env), self.returns)
            self._block(self.function.body)
            if before == (self.env, self.returns):
                break
        self.env = {name: t.settled(type_) for name, type_ in self.env.items()}
        self._found.clear()
        self._final = True
        self._block(self.function.body)
        flow = Flow(self.function, self.params)
        if flow.falls_off and self.gives != t.BOOL:
            raise Outside(self.function, f'"{self.name}" can end without "return"')

    # ------------------------------------------------------------ statements

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, value)
            case ast.AugAssign(target=ast.Name(id=name) as target, value=ast.List() as value):
                if self.env.get(name) != t.EFFECTS:
                    raise Outside(target, "a list")
                self._effects(value)
            case ast.AugAssign(target=ast.Name()):
                self._assign(node.target, self.step(node))
            case ast.Return(value=value):
                self._return(node, value)
            case ast.If(test=test, body=body, orelse=otherwise):
                self.truth(test)
                self._block(body)
                self._block(otherwise)
            case ast.While(test=test, body=body, orelse=[]):
                self.truth(test)
                self._block(body)
            case ast.For(target=ast.Name(id=name), iter=source, body=body, orelse=[]):
                self._join(name, self._source(source), node)
                self._block(body)
            case ast.Break() | ast.Continue() | ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[line])):
                if self.env.get(name) != t.EFFECTS:
                    raise Outside(node, "a list")
                self._record(line)
            case ast.While() | ast.For():
                raise Outside(node, '"else" of a loop' if node.orelse else "a loop with several names")
            case ast.Expr():
                raise Outside(node.value, named(node.value))
            case _:
                raise Outside(node, named(node))

    def step(self, node: ast.AugAssign) -> ast.BinOp:
        """`x += y` as `x + y`."""
        if node not in self.steps:
            assert isinstance(node.target, ast.Name)
            before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            self.steps[node] = ast.copy_location(ast.BinOp(before, node.op, node.value), node)
        return self.steps[node]

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Tuple(elts=names), ast.Tuple(elts=values) if len(names) == len(values):
                for one, other in zip(names, values, strict=True):
                    self._assign(one, other)
            case ast.Name(id=name), ast.List() | ast.ListComp():
                if self.gives != t.EFFECTS or t.EFFECTS in [type_ for n, type_ in self.env.items() if n != name]:
                    raise Outside(value, named(value))
                self._effects(value)
                self._join(name, t.EFFECTS, value)
            case ast.Name(id=name), _:
                given = self.type(value)
                if given in (t.VIEW, t.EFFECTS):
                    raise Outside(value, "a second name for the view or a list")
                self._join(name, given, value)
                if self.env[name] in t.SETS:
                    self.demand(value)
            case _:
                raise Outside(target, named(target))

    def _join(self, name: str, type_: str, node: ast.AST) -> None:
        self._give(name, t.join(self.env.get(name, t.NONE), type_, node))

    def _give(self, name: str, type_: str) -> None:
        if self.env.get(name) != type_:
            self.env[name] = type_
            self._found.clear()

    def _return(self, node: ast.Return, value: ast.expr | None) -> None:
        if value is None:
            if self.gives != t.BOOL:
                raise Outside(node, '"return" without a value')
        elif self.gives == t.EFFECTS:
            if isinstance(value, ast.List | ast.ListComp):
                self._effects(value)
            elif not (isinstance(value, ast.Name) and self.env.get(value.id) == t.EFFECTS):
                raise Outside(value, f"{named(value)} in place of a list of effects")
        elif self.gives == t.BOOL:
            self.truth(value)
        else:
            given = self.type(value)
            if given in (t.VIEW, t.EFFECTS, t.COSET):
                raise Outside(value, f"{named(value)} as an answer")
            if self.gives is None:
                self.returns = t.join(self.returns, given, value)
            else:
                t.join(self.gives, given, value)
            if self.gives == t.SET or self.returns == t.SET:
                self.demand(value)

    # ------------------------------------------------------------ effects

    def _effects(self, node: ast.expr) -> None:
        if isinstance(node, ast.List):
            for line in node.elts:
                self._record(line)
        elif isinstance(node, ast.ListComp):
            with self.comprehension(node.generators):
                self._record(node.elt)

    def _record(self, node: ast.expr) -> None:
        for given in t.check_record(node, self.around.variables):
            self.int(given)

    # ------------------------------------------------------------ loops

    def _source(self, node: ast.expr) -> str:
        """What a loop goes through: a range or some constants, which may be sets."""
        values = row(node, self.constants)
        if values is not None:
            return _of_row(values)
        if not self.is_builtin(node, "range"):
            raise Outside(node, f"a loop over {named(node)}")
        assert isinstance(node, ast.Call)
        if node.keywords or not 1 <= len(node.args) <= 3:
            raise Outside(node, named(node))
        for arg in node.args:
            self.int(arg)
        if len(node.args) == 3 and not number(node.args[2], self.constants):
            raise Outside(node.args[2], "a range whose step is not known in advance")
        return t.INT

    @contextmanager
    def comprehension(self, generators: list[ast.comprehension]) -> Iterator[None]:
        outer = dict(self._inner)
        for generator in generators:
            given = self._source(generator.iter)
            if not isinstance(generator.target, ast.Name) or generator.is_async:
                raise Outside(generator.target, "a loop with several names")
            name = self.inner_name(generator)
            self._inner[generator.target.id] = name
            self._join(name, given, generator.target)
            for test in generator.ifs:
                self.truth(test)
        yield
        self._inner = outer

    @staticmethod
    def inner_name(generator: ast.comprehension) -> str:
        assert isinstance(generator.target, ast.Name)
        return f"{generator.target.id} {generator.target.lineno} {generator.target.col_offset}"

    def is_builtin(self, node: ast.expr, *names: str) -> bool:
        match node:
            case ast.Call(func=ast.Name(id=name)):
                return name in names and name not in self.locals and name not in self.around.file.bound
        return False

    # ------------------------------------------------------------ expressions

    def int(self, node: ast.expr) -> str:
        given = self.type(node)
        if given not in (*t.NUMBERS, t.NONE):
            raise Outside(node, "a set of sites where a whole number is needed" if given in t.SETS else named(node))
        return given

    def truth(self, node: ast.expr) -> None:
        """A condition: numbers and sets are true if they are not 0."""
        match node:
            case ast.BoolOp(values=values):
                for value in values:
                    self.truth(value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.truth(operand)
            case _:
                if self.type(node) in (t.COSET, t.VIEW, t.EFFECTS):
                    raise Outside(node, f"{named(node)} as a condition")

    def type(self, node: ast.expr) -> str:
        if node not in self._found:
            found = self._type(node)
            self._found[node] = found
        return self._found[node]

    def _type(self, node: ast.expr) -> str:
        known = number(node, self.constants) if not self._shadowed(node) else None
        if known is not None:
            return t.FLEX if known >= 0 else t.COFLEX
        match node:
            case ast.Constant(value=bool()):
                return t.BOOL
            case ast.Name(id=name):
                return self._name(node, self._inner.get(name, name))
            case ast.Attribute(value=ast.Name(id=view), attr=word) if self.env.get(view) == t.VIEW:
                if word not in t.FIELDS:
                    raise Outside(node, named(node))
                if word in t.WORDS:
                    self.words.add(word)
                return t.INT
            case ast.Call():
                return self._call(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(op=op, operand=operand):
                return self._unary(op, operand)
            case ast.Compare(left=left, ops=ops, comparators=others):
                for sign, one, other in zip(ops, [left, *others], others, strict=False):
                    self._compare(sign, one, other)
                return t.BOOL
            case ast.BoolOp(values=values):
                found = t.NONE
                for value in values:
                    found = t.join(found, self.type(value), value)
                return found
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                self.truth(test)
                return t.join(self.type(body), self.type(otherwise), node)
            case ast.Subscript(value=value, slice=index) if row(value, self.constants) is not None:
                self.int(index)
                return _of_row(row(value, self.constants) or ())
        raise Outside(node, named(node))

    def _shadowed(self, node: ast.expr) -> bool:
        """Whether a name of a comprehension hides a constant."""
        return bool(self._inner) and any(isinstance(one, ast.Name) and one.id in self._inner for one in ast.walk(node))

    def _name(self, node: ast.expr, name: str) -> str:
        if name in self.env:
            return self.env[name]
        if self._final or name not in self.locals:
            raise Outside(node, f'"{name}", which is no number that stands in the file')
        return t.NONE

    def _unary(self, op: ast.unaryop, operand: ast.expr) -> str:
        if isinstance(op, ast.Not):
            self.truth(operand)
            return t.BOOL
        if isinstance(op, ast.Invert):
            given = self.type(operand)
            turned = {t.SET: t.COSET, t.COSET: t.SET, t.FLEX: t.COFLEX, t.COFLEX: t.FLEX, t.NONE: t.NONE}
            return turned[given] if given in turned else self.int(operand) and t.INT
        return self.int(operand) and t.INT

    def _binary(self, node: ast.BinOp) -> str:
        left, op, right = node.left, node.op, node.right
        if self.membership(node) is not None or self.lowest(node) is not None:
            return t.INT if self.membership(node) is not None else t.SET
        if isinstance(op, _BITS):
            a, b = self.type(left), self._rest(node) or self.type(right)
            found = t.combined(op, a, b, node)
            if found in t.SETS or a in t.SETS or b in t.SETS:
                self.demand(left)
                self.demand(right)
            return found
        if isinstance(op, _PLAIN):
            self.int(left)
            self.int(right)
            return t.INT
        if isinstance(op, ast.LShift | ast.RShift):
            a = self.type(left)
            self.int(right)
            if a in t.SETS:
                raise Outside(node, 'a set of sites that is shifted as a whole ("sites >> site & 1" is a question)')
            self.int(left)
            flexible = a == t.FLEX and isinstance(op, ast.LShift) and number(left, self.constants) == 1
            return t.FLEX if flexible else t.INT
        raise Outside(node, named(op))

    # ------------------------------------------------------------ idioms

    def membership(self, node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
        """`sites >> site & 1`."""
        match node:
            case ast.BinOp(ast.BinOp(sites, ast.RShift(), site), ast.BitAnd(), one) if number(one, {}) == 1:
                if self.type(sites) == t.SET:
                    self.int(site)
                    return sites, site
        return None

    def lowest(self, node: ast.expr) -> ast.expr | None:
        """`sites & -sites`, the lowest site as a set."""
        match node:
            case ast.BinOp(sites, ast.BitAnd(), ast.UnaryOp(ast.USub(), again)) if same(sites, again):
                return sites if self.type(sites) == t.SET else None
            case ast.BinOp(ast.UnaryOp(ast.USub(), again), ast.BitAnd(), sites) if same(sites, again):
                return sites if self.type(sites) == t.SET else None
        return None

    def _rest(self, node: ast.BinOp) -> str | None:
        return t.SET if self.rest(node) is not None else None

    def rest(self, node: ast.expr) -> ast.expr | None:
        """`sites & sites - 1`, all but the lowest site."""
        match node:
            case ast.BinOp(sites, ast.BitAnd(), ast.BinOp(again, ast.Sub(), one)) if number(one, {}) == 1:
                return sites if same(sites, again) and self.type(sites) == t.SET else None
        return None

    def bits_of(self, node: ast.expr) -> ast.expr | None:
        """`x.bit_count()` and its older form `bin(x).count("1")`."""
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr="bit_count"), args=[], keywords=[]):
                return value
            case ast.Call(
                func=ast.Attribute(value=ast.Call(args=[value], keywords=[]) as inner, attr="count"),
                args=[ast.Constant(value="1")],
            ) if self.is_builtin(inner, "bin"):
                return value
        return None

    # ------------------------------------------------------------ calls and comparisons

    def _call(self, node: ast.Call) -> str:
        counted = self.bits_of(node)
        if counted is not None:
            return self._measured(counted)
        if node.keywords:
            raise Outside(node, f"{named(node)} with named arguments")
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=view), attr=method)) if self.env.get(view) == t.VIEW:
                return self._look(node, method)
            case ast.Call(func=ast.Attribute(value=value, attr="bit_length"), args=[]):
                return self._measured(value)
            case ast.Call(func=ast.Name(id=name)) if name in self.around.file.functions and name not in self.locals:
                return self._helper(node, name)
        if self.is_builtin(node, "min", "max") and len(node.args) > 1:
            for arg in node.args:
                self.int(arg)
            return t.INT
        if self.is_builtin(node, "abs", "int") and len(node.args) == 1:
            return self.int(node.args[0]) and t.INT
        if self.is_builtin(node, "bool") and len(node.args) == 1:
            self.truth(node.args[0])
            return t.BOOL
        if self.is_builtin(node, "sum", "any", "all") and len(node.args) == 1:
            return self._gathered(node)
        raise Outside(node, named(node))

    def _measured(self, value: ast.expr) -> str:
        given = self.type(value)
        if given not in (t.SET, t.NONE) and (self._final or given not in (t.FLEX,)):
            raise Outside(value, "bits of something that is no set of sites")
        return t.INT

    def _look(self, node: ast.Call, method: str) -> str:
        if method == "var":
            match node.args:
                case [ast.Constant(value=str(name)), *index] if name in self.around.variables and len(index) < 2:
                    for one in index:
                        self.int(one)
                    return t.INT
            raise Outside(node, "a variable that is not named in the call, or that the game does not have")
        if method not in t.METHODS or len(node.args) != t.METHODS[method][0]:
            raise Outside(node, named(node))
        for arg in node.args:
            self.int(arg)
        return t.METHODS[method][1]

    def _helper(self, node: ast.Call, name: str) -> str:
        types = tuple(self.type(arg) for arg in node.args)
        if t.NONE in types:
            return t.NONE
        if t.EFFECTS in types or t.COSET in types:
            raise Outside(node, f"{named(node)} with a list or a complement")
        made = self.around.helper(name, types, node)
        for arg, param in zip(node.args, made.params, strict=True):
            if made.env[param] == t.SET:
                self.demand(arg)
        self.calls[node] = made
        self.words |= made.words
        return t.settled(made.returns)

    def _gathered(self, node: ast.Call) -> str:
        generator = node.args[0]
        if not isinstance(generator, ast.GeneratorExp):
            raise Outside(node, named(node))
        with self.comprehension(generator.generators):
            if self.is_builtin(node, "sum"):
                self.int(generator.elt)
                return t.INT
            self.truth(generator.elt)
            return t.BOOL

    def _compare(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> None:
        if isinstance(op, ast.In | ast.NotIn) and row(right, self.constants) is not None:
            self.int(left)
            return
        a, b = self.type(left), self.type(right)
        if not isinstance(op, ast.Eq | ast.NotEq | ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            raise Outside(left, "this comparison")
        if a not in t.SETS and b not in t.SETS:
            if a in (t.VIEW, t.EFFECTS) or b in (t.VIEW, t.EFFECTS):
                raise Outside(left, "this comparison")
            return
        if t.COSET in (a, b) or (a != t.NONE and b != t.NONE and t.join(a, b, left) != t.SET):
            raise Outside(left, "this comparison of sets")
        some = isinstance(op, ast.Gt) and number(right, self.constants) == 0
        if not some and not isinstance(op, ast.Eq | ast.NotEq):
            raise Outside(left, "sets of sites compared by size (== and != are possible)")
        self.demand(left)
        self.demand(right)

    def demand(self, node: ast.expr) -> None:
        """What is open in an expression is a set, because it meets one."""
        match node:
            case ast.Name(id=known):
                name = self._inner.get(known, known)
                if self.env.get(name) in (t.FLEX, t.COFLEX):
                    self._give(name, t.SET if self.env[name] == t.FLEX else t.COSET)
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), right=right):
                if self.type(node) in (t.FLEX, t.COFLEX):
                    self.demand(left)
                    self.demand(right)
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                self.demand(operand)
            case ast.IfExp(body=body, orelse=otherwise):
                self.demand(body)
                self.demand(otherwise)
            case ast.BoolOp(values=values):
                for value in values:
                    self.demand(value)


def _of_row(values: tuple[int, ...]) -> str:
    return t.FLEX if min(values) >= 0 else t.INT


def _assigned(function: ast.FunctionDef) -> set[str]:
    """The names a function gives a value to."""
    inside: set[ast.AST] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            inside |= {part for generator in node.generators for part in ast.walk(generator.target)}
    return {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in inside
    }

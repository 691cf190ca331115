"""Expressions of the kernel: trees without effects, of whole numbers, yes/no values, sets of sites and reals.

A tree is evaluated where the statement that holds it stands (`program`). What is known already is reckoned here: an
expression of constants is a constant.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .program import Function

INT, BOOL, SET, REAL = "int", "bool", "set", "real"
_MASK = 2**64 - 1


def _arithmetic(op: str) -> Callable[[Ex, Operand], Ex]:
    return lambda a, b: arith(op, a, num(b))


def _comparison(op: str) -> Callable[[Ex, Operand], Ex]:
    return lambda a, b: compare(op, a, num(b))


class Ex:
    """An expression: an operation, its operands, its type. Operations that need more have classes of their own."""

    __slots__ = ("args", "op", "ty")
    const: int | None = None  # the value, where it is known already
    name: str | None = None  # of a variable

    def __init__(self, op: str, args: tuple[Ex, ...], ty: str) -> None:
        self.op, self.args, self.ty = op, args, ty

    __add__, __sub__, __mul__ = _arithmetic("add"), _arithmetic("sub"), _arithmetic("mul")
    __xor__, __lshift__, __rshift__ = _arithmetic("xor"), _arithmetic("shl"), _arithmetic("shr")
    eq, ne, lt, le = _comparison("eq"), _comparison("ne"), _comparison("lt"), _comparison("le")

    def gt(self, other: Operand) -> Ex:
        return compare("lt", num(other), self)

    def ge(self, other: Operand) -> Ex:
        return compare("le", num(other), self)

    def __truediv__(self, other: Ex) -> Ex:
        return Ex("fdiv", (self, other), REAL)

    def __and__(self, other: Operand) -> Ex:
        if self.ty == INT:
            return arith("and", self, num(other))
        return both(self, num(other)) if self.ty == BOOL else set_and(self, num(other))

    def __or__(self, other: Operand) -> Ex:
        if self.ty == INT:
            return arith("or", self, num(other))
        return either(self, num(other)) if self.ty == BOOL else set_or(self, num(other))


class Const(Ex):
    """A whole number, yes (1) or no (0), or a set by its bits."""

    __slots__ = ("const",)
    const: int

    def __init__(self, value: int, ty: str) -> None:
        self.op, self.args, self.ty, self.const = "const", (), ty, value


class Var(Ex):
    __slots__ = ("name",)
    name: str

    def __init__(self, name: str, ty: str) -> None:
        self.op, self.args, self.ty, self.name = "var", (), ty, name


Operand: TypeAlias = Ex | int


def num(value: Operand) -> Ex:
    return value if isinstance(value, Ex) else Const(value, INT)


TRUE: Ex = Const(1, BOOL)
FALSE: Ex = Const(0, BOOL)


def truth(value: bool) -> Ex:
    return TRUE if value else FALSE


def signed(value: int) -> int:
    value &= _MASK
    return value - (1 << 64) if value >> 63 else value


FOLD: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "shl": lambda a, b: a << (b & 63),
    "shr": lambda a, b: (a & _MASK) >> (b & 63),
}


def arith(op: str, a: Ex, b: Ex) -> Ex:
    if a.ty == REAL:
        return Ex(f"f{op}", (a, b), REAL)
    x, y = a.const, b.const
    if x is not None and y is not None:
        return num(signed(FOLD[op](x, y)))
    if y == 0 and op in ("add", "sub", "or", "xor", "shl", "shr"):
        return a
    if x == 0 and op in ("add", "or", "xor"):
        return b
    if op == "mul" and (x == 1 or y == 1):
        return b if x == 1 else a
    if op in ("mul", "and") and (x == 0 or y == 0):
        return num(0)
    if op == "add" and y is not None and a.op == "add" and a.args[1].const is not None:
        return arith("add", a.args[0], num(signed(a.args[1].const + y)))
    return Ex(op, (a, b), INT)


COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
}


def compare(op: str, a: Ex, b: Ex) -> Ex:
    if a.ty == REAL:
        return Ex(f"f{op}", (a, b), BOOL)
    if a.const is not None and b.const is not None:
        return truth(COMPARE[op](a.const, b.const))
    return Ex(op, (a, b), BOOL)


def both(a: Ex, b: Ex) -> Ex:
    if a.const is not None:
        return b if a.const else FALSE
    if b.const is not None:
        return a if b.const else FALSE
    return Ex("both", (a, b), BOOL)


def either(a: Ex, b: Ex) -> Ex:
    if a.const is not None:
        return TRUE if a.const else b
    if b.const is not None:
        return TRUE if b.const else a
    return Ex("either", (a, b), BOOL)


def negate(a: Ex) -> Ex:
    if a.const is not None:
        return truth(not a.const)
    if a.op == "negate":
        return a.args[0]
    if a.op in ("eq", "ne"):
        return Ex("ne" if a.op == "eq" else "eq", a.args, BOOL)
    return Ex("negate", (a,), BOOL)


def rarely(a: Ex) -> Ex:
    """A condition that hardly ever holds: worth a jump of its own, which is foreseen."""
    return a if a.const is not None else Ex("rarely", (a,), BOOL)


def select(condition: Ex, a: Operand, b: Operand) -> Ex:
    x, y = num(a), num(b)
    if condition.const is not None:
        return x if condition.const else y
    return Ex("select", (condition, x, y), x.ty)


def drawn(number: Ex, among: Ex) -> Ex:
    """Which of so many things a random number picks (D109): `(number >> 32) * among >> 32`, also beyond 64 bits."""
    high = number >> 32
    return high * (among >> 32) + (high * (among & 0xFFFFFFFF) >> 32)


def as_int(a: Ex) -> Ex:
    return num(a.const) if a.const is not None else Ex("as_int", (a,), INT)


# ---------------------------------------------------------------- reals


class Real(Ex):
    __slots__ = ("value",)

    def __init__(self, value: float) -> None:
        super().__init__("real", (), REAL)
        self.value = value


def real(value: float) -> Ex:
    return Real(value)


def _of_one(op: str, ty: str) -> Callable[[Ex], Ex]:
    return lambda a: Ex(op, (a,), ty)


to_real = _of_one("to_real", REAL)  # a whole number as a real one
to_int = _of_one("to_int", INT)  # a real number without what is behind its point
bits_of = _of_one("bits_of", INT)  # a real number as it lies in a word
real_of = _of_one("real_of", REAL)  # the real number that lies in a word
root = _of_one("root", REAL)  # the square root


# ---------------------------------------------------------------- sets

NOTHING: Ex = Const(0, SET)


def sites(value: int) -> Ex:
    return Const(value, SET) if value else NOTHING


def set_and(a: Ex, b: Ex) -> Ex:
    if a.const is not None and b.const is not None:
        return sites(a.const & b.const)
    if a.const == 0 or b.const == 0:
        return NOTHING
    return Ex("set_and", (a, b), SET)


def set_or(a: Ex, b: Ex) -> Ex:
    if a.const is not None and b.const is not None:
        return sites(a.const | b.const)
    if a.const == 0:
        return b
    return a if b.const == 0 else Ex("set_or", (a, b), SET)


def set_minus(a: Ex, b: Ex) -> Ex:
    if a.const is not None and b.const is not None:
        return sites(a.const & ~b.const)
    if a.const == 0 or b.const == 0:
        return a
    return Ex("set_minus", (a, b), SET)


def complement(all_sites: int, a: Ex) -> Ex:
    """All sites that do not belong to a set."""
    if a.op == "set_minus" and a.args[0].const == all_sites:
        return a.args[1]
    return set_minus(sites(all_sites), a)


class Shifted(Ex):
    """A site, or all sites of a set, by a constant further on."""

    __slots__ = ("by",)

    def __init__(self, op: str, a: Ex, by: int, ty: str) -> None:
        super().__init__(op, (a,), ty)
        self.by = by


def site_off(site: Ex, by: int) -> Ex:
    """The site whose number is so much larger (or smaller); it is known that there is one."""
    return Shifted("site_off", site, by, INT)


def set_shift(a: Ex, by: int) -> Ex:
    """Bits moved up (or down, if negative) by a constant; what leaves the set at either end is lost."""
    return a if by == 0 or a.const == 0 else Shifted("set_shift", a, by, SET)


def one(site: Operand) -> Ex:
    """The set of one site; a number below 0 gives the empty set."""
    site = num(site)
    if site.const is not None:
        return sites(1 << site.const) if site.const >= 0 else NOTHING
    return Ex("one", (site,), SET)


def count(a: Ex) -> Ex:
    return num(a.const.bit_count()) if a.const is not None else Ex("count", (a,), INT)


def first(a: Ex) -> Ex:
    """The lowest site of a set, -1 if there is none."""
    if a.const is not None:
        return num((a.const & -a.const).bit_length() - 1)
    if a.op == "one":
        return a.args[0]
    return Ex("first", (a,), INT)


class SeenAlong(Ex):
    """What is seen from a site along some rays up to the first blocker of each, and that one. For sets of few words.

    The table has for each site the rays whose numbers rise, then those whose numbers fall: of each group first the
    lowest words of all its rays, then the next ones.
    """

    __slots__ = ("falling", "rising", "table")

    def __init__(self, table: str, rising: int, falling: int, start: Ex, blockers: Ex) -> None:
        super().__init__("seen_along", (start, blockers), SET)
        self.table, self.rising, self.falling = table, rising, falling


class Stretches(Ex):
    """All stretches of lines at once, and which of their sites are wanted."""

    __slots__ = ("stretches", "wanted")

    def __init__(self, op: str, stretches: tuple[int, ...], wanted: tuple[int, ...], members: Ex) -> None:
        super().__init__(op, (members,), SET)
        self.stretches, self.wanted = stretches, wanted


def filled(stretches: tuple[int, ...], members: Ex) -> Ex:
    """The sites of all stretches that belong to a set as a whole. For sets of one word."""
    return Stretches("filled", stretches, stretches, members)


def completing(stretches: tuple[int, ...], wanted: tuple[int, ...], members: Ex) -> Ex:
    """The sites that alone are missing from a stretch, of each stretch those that are wanted. For sets of one word."""
    return Stretches("completing", stretches, wanted, members)


def some(a: Ex) -> Ex:
    return truth(a.const != 0) if a.const is not None else Ex("some", (a,), BOOL)


def folded(a: Ex) -> Ex:
    """A number that is 0 for the empty set alone. For sets of few words."""
    return Ex("folded", (a,), INT)


def set_eq(a: Ex, b: Ex) -> Ex:
    if a.const is not None and b.const is not None:
        return truth(a.const == b.const)
    return Ex("set_eq", (a, b), BOOL)


def has(a: Ex, site: Operand) -> Ex:
    """Whether a site, which must be on the board, belongs to a set."""
    site = num(site)
    if a.const is not None and site.const is not None:
        return truth(bool(a.const >> site.const & 1))
    if a.const == 0:
        return FALSE
    if a.op == "set_and":
        return both(has(a.args[0], site), has(a.args[1], site))
    if a.op == "set_or":
        return either(has(a.args[0], site), has(a.args[1], site))
    if a.op == "set_minus":
        return both(has(a.args[0], site), negate(has(a.args[1], site)))
    if a.op == "one":
        return compare("eq", a.args[0], site)
    return Ex("has", (a, site), BOOL)


def nth(a: Ex, number: Operand) -> Ex:
    """The site of a set with so many below it."""
    return Ex("nth", (a, num(number)), INT)


def set_select(condition: Ex, a: Ex, b: Ex) -> Ex:
    if condition.const is not None:
        return a if condition.const else b
    return Ex("select", (condition, a, b), SET)


# A large torus whose rows are as long as there are rows: steps are columns and rows on, the same for all sites.
Steps: TypeAlias = tuple[tuple[int, int], ...]
# Steps that are allowed in some cases: which of the nine places around a site matter, row by row, which are held.
Moves: TypeAlias = tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]


class TorusSteps(Ex):
    __slots__ = ("steps",)

    def __init__(self, op: str, steps: Steps, args: tuple[Ex, ...], ty: str) -> None:
        super().__init__(op, args, ty)
        self.steps = steps


class TorusWalk(Ex):
    """What can be reached from a start by any number of moves, as a set allows them, without the start."""

    __slots__ = ("moves",)

    def __init__(self, held: Ex, start: Ex, moves: Moves) -> None:
        super().__init__("torus_walk", (held, start), SET)
        self.moves = moves


def torus_step(a: Ex, steps: Steps) -> Ex:
    """All sites one step from a set."""
    return TorusSteps("torus_step", steps, (a,), SET)


def torus_flood(within: Ex, seeds: Ex, steps: Steps) -> Ex:
    """What can be reached from some seeds within a set, by any number of steps."""
    return TorusSteps("torus_flood", steps, (within, seeds), SET)


def torus_meets(within: Ex, start: Ex, goal: Ex, steps: Steps) -> Ex:
    """Whether all sites of a goal can be reached from a start within a set."""
    return TorusSteps("torus_meets", steps, (within, start, goal), BOOL)


# ---------------------------------------------------------------- memory and tables


class Load(Ex):
    __slots__ = ("width",)

    def __init__(self, width: int, at: Ex) -> None:
        self.op, self.args, self.ty, self.width = "load", (at,), INT, width


class BytesBetween(Ex):
    """Which of so many bytes (64 at most) hold a number from `low` to `high`, as a set."""

    __slots__ = ("count", "high", "low")

    def __init__(self, at: int, count: int, low: int, high: int) -> None:
        super().__init__("bytes_between", (load(8, at),), SET)
        self.count, self.low, self.high = count, low, high


class Look(Ex):
    """An entry of a table of whole numbers, or of sets."""

    __slots__ = ("table",)

    def __init__(self, op: str, table: str, index: Ex, ty: str) -> None:
        super().__init__(op, (index,), ty)
        self.table = table


class Peek(Ex):
    __slots__ = ("buffer", "width")

    def __init__(self, buffer: str, width: int, index: Ex) -> None:
        super().__init__("peek", (index,), INT)
        self.buffer, self.width = buffer, width


class Call(Ex):
    __slots__ = ("function",)

    def __init__(self, function: Function, args: tuple[Ex, ...]) -> None:
        super().__init__("call", args, function.gives or INT)
        self.function = function


def load(width: int, at: Operand) -> Ex:
    """A whole number of so many bits (8, 16, 32 without sign; 64) in the block."""
    return Load(width, num(at))


def largest(at: int, members: Ex) -> Ex:
    """The largest of the bytes that lie from an address on, one for each site, among the sites of a set; 0 for none."""
    return Ex("largest", (load(8, at), members), INT)


def equal_words(at: Operand, value: Ex) -> Ex:
    """How many of the eight words from an address on are equal to a value."""
    return Ex("equal_words", (load(64, at), value), INT)


def invoke(address: Ex, base: Ex, *args: Ex) -> Ex:
    """What a function of another program gives, by its address; its block begins at the address `base`."""
    return Ex("invoke", (address, base, *args), INT)


def load_set(at: Operand) -> Ex:
    return Ex("load_set", (num(at),), SET)


def look(table: str, index: Operand) -> Ex:
    """An entry of a table of whole numbers."""
    return Look("look", table, num(index), INT)


def look_set(table: str, index: Operand) -> Ex:
    return Look("look_set", table, num(index), SET)


def peek(buffer: str, width: int, index: Operand) -> Ex:
    """A number in a buffer of the function."""
    return Peek(buffer, width, num(index))

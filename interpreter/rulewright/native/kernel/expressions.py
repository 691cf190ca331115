"""Expressions of the kernel: trees without effects, of whole numbers, yes/no values, sets of sites and reals.

A tree is evaluated where the statement that holds it stands (`program`). What is known already is reckoned here: an
expression of constants is a constant.
"""

from __future__ import annotations

from typing import TypeAlias

INT, BOOL, SET, REAL = "int", "bool", "set", "real"
_MASK = 2**64 - 1


class Ex:
    """An expression: an operation, its operands, its type."""

    __slots__ = ("args", "op", "ty")

    def __init__(self, op: str, args: tuple[object, ...], ty: str) -> None:
        self.op, self.args, self.ty = op, args, ty

    @property
    def const(self) -> int | None:
        return self.args[0] if self.op == "const" else None  # type: ignore[return-value]

    def __add__(self, other: Operand) -> Ex:
        return arith("add", self, num(other))

    def __sub__(self, other: Operand) -> Ex:
        return arith("sub", self, num(other))

    def __mul__(self, other: Operand) -> Ex:
        return arith("mul", self, num(other))

    def __truediv__(self, other: Ex) -> Ex:
        return Ex("fdiv", (self, other), REAL)

    def __and__(self, other: Operand) -> Ex:
        if self.ty == INT:
            return arith("and", self, num(other))
        return both(self, other) if self.ty == BOOL else set_and(self, other)  # type: ignore[arg-type]

    def __or__(self, other: Operand) -> Ex:
        if self.ty == INT:
            return arith("or", self, num(other))
        return either(self, other) if self.ty == BOOL else set_or(self, other)  # type: ignore[arg-type]

    def __xor__(self, other: Operand) -> Ex:
        return arith("xor", self, num(other))

    def __lshift__(self, other: Operand) -> Ex:
        return arith("shl", self, num(other))

    def __rshift__(self, other: Operand) -> Ex:
        return arith("shr", self, num(other))

    def eq(self, other: Operand) -> Ex:
        return compare("eq", self, num(other))

    def ne(self, other: Operand) -> Ex:
        return compare("ne", self, num(other))

    def lt(self, other: Operand) -> Ex:
        return compare("lt", self, num(other))

    def le(self, other: Operand) -> Ex:
        return compare("le", self, num(other))

    def gt(self, other: Operand) -> Ex:
        return compare("lt", num(other), self)

    def ge(self, other: Operand) -> Ex:
        return compare("le", num(other), self)


Operand: TypeAlias = Ex | int


def num(value: Operand) -> Ex:
    return value if isinstance(value, Ex) else Ex("const", (value,), INT)


TRUE, FALSE = Ex("const", (1,), BOOL), Ex("const", (0,), BOOL)


def truth(value: bool) -> Ex:
    return TRUE if value else FALSE


def signed(value: int) -> int:
    value &= _MASK
    return value - (1 << 64) if value >> 63 else value


FOLD = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
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
    if op == "add" and y is not None and a.op == "add" and isinstance(a.args[1], Ex) and a.args[1].const is not None:
        return arith("add", a.args[0], num(signed(a.args[1].const + y)))  # type: ignore[arg-type]
    return Ex(op, (a, b), INT)


COMPARE = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
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
        return a.args[0]  # type: ignore[return-value]
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


def as_int(a: Ex) -> Ex:
    return num(a.const) if a.const is not None else Ex("as_int", (a,), INT)


# ---------------------------------------------------------------- reals


def real(value: float) -> Ex:
    return Ex("real", (value,), REAL)


def to_real(a: Ex) -> Ex:
    """A whole number as a real one."""
    return Ex("to_real", (a,), REAL)


def to_int(a: Ex) -> Ex:
    """A real number without what is behind its point."""
    return Ex("to_int", (a,), INT)


def bits_of(a: Ex) -> Ex:
    """A real number as it lies in a word."""
    return Ex("bits_of", (a,), INT)


def real_of(a: Ex) -> Ex:
    """The real number that lies in a word."""
    return Ex("real_of", (a,), REAL)


def root(a: Ex) -> Ex:
    """The square root."""
    return Ex("root", (a,), REAL)


# ---------------------------------------------------------------- sets

NOTHING = Ex("const", (0,), SET)


def sites(value: int) -> Ex:
    return Ex("const", (value,), SET) if value else NOTHING


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
    whole, others = a.args if a.op == "set_minus" else (None, None)
    if isinstance(whole, Ex) and isinstance(others, Ex) and whole.const == all_sites:
        return others
    return set_minus(sites(all_sites), a)


def site_off(site: Ex, by: int) -> Ex:
    """The site whose number is so much larger (or smaller); it is known that there is one."""
    return Ex("site_off", (site, by), INT)


def set_shift(a: Ex, by: int) -> Ex:
    """Bits moved up (or down, if negative) by a constant; what leaves the set at either end is lost."""
    return a if by == 0 or a.const == 0 else Ex("set_shift", (a, by), SET)


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
        return a.args[0]  # type: ignore[return-value]
    return Ex("first", (a,), INT)


def seen_along(table: str, rising: int, falling: int, start: Ex, blockers: Ex) -> Ex:
    """What is seen from a site along some rays up to the first blocker of each, and that one. For sets of few words.

    The table has for each site the rays whose numbers rise, then those whose numbers fall: of each group first the
    lowest words of all its rays, then the next ones.
    """
    return Ex("seen_along", (table, rising, falling, start, blockers), SET)


def filled(stretches: tuple[int, ...], members: Ex) -> Ex:
    """The sites of all stretches that belong to a set as a whole. For sets of one word."""
    return Ex("filled", (stretches, members), SET)


def completing(stretches: tuple[int, ...], wanted: tuple[int, ...], members: Ex) -> Ex:
    """The sites that alone are missing from a stretch, of each stretch those that are wanted. For sets of one word."""
    return Ex("completing", (stretches, wanted, members), SET)


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
        return both(has(a.args[0], site), has(a.args[1], site))  # type: ignore[arg-type]
    if a.op == "set_or":
        return either(has(a.args[0], site), has(a.args[1], site))  # type: ignore[arg-type]
    if a.op == "set_minus":
        return both(has(a.args[0], site), negate(has(a.args[1], site)))  # type: ignore[arg-type]
    if a.op == "one":
        return compare("eq", a.args[0], site)  # type: ignore[arg-type]
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


def torus_step(a: Ex, steps: Steps) -> Ex:
    """All sites one step from a set."""
    return Ex("torus_step", (steps, a), SET)


def torus_flood(within: Ex, seeds: Ex, steps: Steps) -> Ex:
    """What can be reached from some seeds within a set, by any number of steps."""
    return Ex("torus_flood", (steps, within, seeds), SET)


def torus_meets(within: Ex, start: Ex, goal: Ex, steps: Steps) -> Ex:
    """Whether all sites of a goal can be reached from a start within a set."""
    return Ex("torus_meets", (steps, within, start, goal), BOOL)


def torus_walk(held: Ex, start: Ex, moves: Moves) -> Ex:
    """What can be reached from a start by any number of moves, as a set allows them, without the start."""
    return Ex("torus_walk", (moves, held, start), SET)


# ---------------------------------------------------------------- memory and tables


def load(width: int, at: Operand) -> Ex:
    """A whole number of so many bits (8, 16, 32 without sign; 64) in the block."""
    return Ex("load", (width, num(at)), INT)


def largest(at: int, members: Ex) -> Ex:
    """The largest of the bytes that lie from an address on, one for each site, among the sites of a set; 0 for none."""
    return Ex("largest", (load(8, at), members), INT)


def equal_words(at: Operand, value: Ex) -> Ex:
    """How many of the eight words from an address on are equal to a value."""
    return Ex("equal_words", (load(64, at), value), INT)


def invoke(address: Ex, base: Ex, *args: Ex) -> Ex:
    """What a function of another program gives, by its address; its block begins at the address `base`."""
    return Ex("invoke", (address, base, *args), INT)


def bytes_between(at: int, count: int, low: int, high: int) -> Ex:
    """Which of so many bytes (64 at most) hold a number from `low` to `high`, as a set."""
    return Ex("bytes_between", (load(8, at), count, low, high), SET)


def load_set(at: Operand) -> Ex:
    return Ex("load_set", (num(at),), SET)


def look(table: str, index: Operand) -> Ex:
    """An entry of a table of whole numbers."""
    return Ex("look", (table, num(index)), INT)


def look_set(table: str, index: Operand) -> Ex:
    return Ex("look_set", (table, num(index)), SET)


def peek(buffer: str, width: int, index: Operand) -> Ex:
    """A number in a buffer of the function."""
    return Ex("peek", (buffer, width, num(index)), INT)

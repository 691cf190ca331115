"""What an expression sees while it is lowered: the words of the part, names, and who asks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ..ir import Builder, Ex, Var, k


@dataclass(frozen=True, slots=True)
class Val:
    """A value of the language in the kernel.

    "site": a site number, -1 for none; "set"; "int"; "bool"; "dirs": bits of direction numbers, or, where they are
    known, `fixed`: the directions in order.
    """

    kind: str
    ex: Ex
    fixed: tuple[int, ...] | None = None

    @property
    def as_set(self) -> Ex:
        return k.one(self.ex) if self.kind == "site" else self.ex


NO_SITE = Val("site", k.num(-1))
NO_SITES = Val("set", k.NOTHING)
NO_DIRECTIONS = Val("dirs", k.num(0), ())


def fixed_directions(numbers: tuple[int, ...]) -> Val:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return Val("dirs", k.num(mask), numbers)


@dataclass(slots=True)
class Scope:
    """`words` None: outside actions, where the words are those of the last part (registers)."""

    me: Ex
    words: dict[str, Val] | None = None
    names: dict[str, Val] = field(default_factory=dict)
    params: tuple[Val, ...] = ()
    mover: Ex | None = None  # cell of the lifted piece
    facing: Ex | None = None  # direction it faces, -1 for none
    action: int = -1
    lifted: tuple[Ex, int] | None = None  # where a piece is in the air just now, and on which layer
    each: Val | None = None  # the site that the innermost `where` asks about
    registers: bool = True  # whether memory of the turn can be read at all (not in `stuck`, attacks, `can`)

    @property
    def known(self) -> tuple[object, ...]:
        """Whatever is constant: code that reads nothing else is the same in another scope that knows the same."""
        held = {"me": self.me, "mover": self.mover, "facing": self.facing}
        held |= {f"word {name}": val.ex for name, val in (self.words or {}).items()}
        held |= {f"name {name}": val.ex for name, val in self.names.items()}
        held |= {f"given {number}": val.ex for number, val in enumerate(self.params)}
        held |= {"each": self.each.ex} if self.each is not None else {}
        consts = sorted((name, ex.const) for name, ex in held.items() if ex is not None and ex.const is not None)
        return (*consts, self.action, self.registers)

    def copy(self, **changes: Any) -> Scope:
        return replace(self, **changes)

    def with_words(self, **words: Val) -> Scope:
        return self.copy(words={**(self.words or {}), **words})


class Outline:
    """Carries a scope into a function of its own: whatever is not constant becomes a parameter."""

    def __init__(self, scope: Scope, extra: dict[str, Val]) -> None:
        self.scope = scope
        self.extra = extra
        self.params: list[tuple[str, str]] = []
        self.args: list[Ex] = []
        self._known_vars: dict[str | int, Ex] = {}
        self.inner = self._inner()

    def _ex(self, ex: Ex, name: str) -> Ex:
        if ex.op == "const":
            return ex
        key = ex.name or id(ex)
        if key not in self._known_vars:
            made = name.replace(" ", "_") + f"_{len(self.params)}"
            self.params.append((made, ex.ty))
            self.args.append(ex)
            self._known_vars[key] = Var(made, ex.ty)
        return self._known_vars[key]

    def _val(self, val: Val, name: str) -> Val:
        if val.fixed is not None:
            return val
        return Val(val.kind, self._ex(val.ex, name), None)

    def _inner(self) -> Scope:
        scope = self.scope
        words = None
        if scope.words is not None:
            words = {name: self._val(val, name) for name, val in scope.words.items()}
        return Scope(
            self._ex(scope.me, "me"),
            words,
            {name: self._val(val, name) for name, val in scope.names.items()},
            tuple(self._val(val, "given") for val in scope.params),
            None if scope.mover is None else self._ex(scope.mover, "mover"),
            None if scope.facing is None else self._ex(scope.facing, "facing"),
            scope.action,
            None if scope.lifted is None else (self._ex(scope.lifted[0], "lifted"), scope.lifted[1]),
            None if scope.each is None else self._val(scope.each, "each"),
            scope.registers,
        )

    def outer(self) -> dict[str, Val]:
        return {name: self._val(val, name) for name, val in self.extra.items()}


def kept(f: Builder, val: Val, name: str = "x") -> Val:
    """The value as it is now."""
    return val if val.fixed is not None else Val(val.kind, f.let(val.ex, name), None)


def settled(f: Builder, scope: Scope) -> Scope:
    """A scope whose values are all kept, so that they can be given to a function."""
    words = None
    if scope.words is not None:
        words = {name: kept(f, val, name) for name, val in scope.words.items()}
    names = {name: kept(f, val, "named") for name, val in scope.names.items()}
    params = tuple(kept(f, val, "given") for val in scope.params)
    mover = f.let(scope.mover) if scope.mover is not None else None
    facing = f.let(scope.facing) if scope.facing is not None else None
    each = kept(f, scope.each, "each") if scope.each is not None else None
    return scope.copy(words=words, names=names, params=params, mover=mover, facing=facing, each=each)

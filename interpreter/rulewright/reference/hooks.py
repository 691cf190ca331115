"""Python hooks at work: loaded from beside the game, called with a read-only view (semantics D97 to D99)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..analysis.pieces import NEUTRAL
from ..analysis.variables import start_value
from ..errors import HookError
from ..source.python_text import python_code
from ..source.source import Source
from .hook_records import wrong_record
from .position import Stack
from .view import View

if TYPE_CHECKING:
    from .engine import Engine


class HookView:
    """What a hook sees: plain ints, sets as bit sets, -1 for "no site". Nothing in it can be changed."""

    def __init__(self, engine: Engine, view: View) -> None:
        self._engine = engine
        self._view = view
        self.n = len(engine.rules.board)
        self.me = view.me
        self.players = len(engine.rules.players)

    def _stack(self, layer: int, site: int) -> Stack:
        """What stands on a site; nothing where there is no such layer or site."""
        layers = self._view.position.layers
        return layers[layer].get(site, ()) if 0 <= layer < len(layers) else ()

    def top(self, layer: int, site: int) -> int:
        stack = self._stack(layer, site)
        return stack[-1] if stack else -1

    def at(self, layer: int, site: int, level: int) -> int:
        stack = self._stack(layer, site)
        return stack[level - 1] if 1 <= level <= len(stack) else -1

    def owner(self, site: int) -> int:
        code = self.top(0, site)
        return NEUTRAL if code < 0 else self._engine.codes.owner(code)

    def kind(self, site: int) -> int:
        code = self.top(0, site)
        return -1 if code < 0 else self._engine.codes.kind(code)

    def state(self, site: int) -> int:
        code = self.top(0, site)
        return -1 if code < 0 else self._engine.codes.state(code)

    def height(self, site: int) -> int:
        return len(self._stack(0, site))

    def next(self, direction: int, site: int) -> int:
        directions = self._engine.rules.board.directions
        known = 0 <= direction < len(directions) and 0 <= site < self.n
        return directions[direction].next_for(self.me)[site] if known else -1

    def near(self, site: int) -> int:
        return self._engine.geometry.near_and_touching[site] if 0 <= site < self.n else 0

    def hand(self, player: int, kind: int) -> int:
        return self._in_tray("hand", player, kind)

    def taken(self, player: int, kind: int) -> int:
        return self._in_tray("taken", player, kind)

    def supply(self, kind: int) -> int:
        return self._in_tray("supply", NEUTRAL, kind)

    def _in_tray(self, tray: str, player: int, kind: int) -> int:
        trays = self._view.position.trays
        return sum(n for (t, p, k, _), n in trays.items() if (t, p, k) == (tray, player, kind))

    def var(self, name: str, index: int | None = None) -> int:
        """A variable; `index` as the rules write it, and without one the first entry."""
        variables = self._engine.variables
        for number, spec in enumerate(self._engine.rules.variables):
            if spec.name == name:
                entries = self._view.position.variables[number]
                place = 0 if index is None else variables.entry(spec, index)
                inside = place is not None and 0 <= place < len(entries)
                value = entries[place or 0][0] if inside else start_value(spec)
                return -1 if value is None else value
        raise KeyError(name)

    @property
    def round(self) -> int:
        return self._view.position.turns[self.me] + 1

    @property
    def ply(self) -> int:
        return self._view.position.ply

    @property
    def passes(self) -> int:
        return self._view.position.passes

    @property
    def phase(self) -> int:
        return self._view.position.phase

    @property
    def origin(self) -> int:
        return _site(self._view.part.origin)

    @property
    def target(self) -> int:
        return _site(self._view.part.target)

    @property
    def it(self) -> int:
        return _site(self._view.part.it)

    @property
    def leaving(self) -> int:
        return _site(self._view.leaving)

    @property
    def entering(self) -> int:
        return _site(self._view.entering)


def _site(mask: int) -> int:
    return mask.bit_length() - 1


def _told(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}"


class Hooks:
    """The hooks of one game. Without permission their references (`same_as`) are used, or nothing runs."""

    def __init__(self, engine: Engine, allowed: bool) -> None:
        self.engine = engine
        self.allowed = allowed
        self._modules: dict[Source, ModuleType] = {}

    def function(self, hook: int, suffix: str = "") -> Callable[..., Any]:
        spec = self.engine.rules.hooks[hook]
        if spec.source is None:
            raise HookError(f'"{spec.name}" has no file')
        module = self._module(spec.file, spec.source)
        found: Callable[..., Any] | None = getattr(module, spec.name + suffix, None)
        if found is None:
            raise HookError(f'{spec.file} has no function "{spec.name + suffix}"')
        return found

    def _module(self, file: str, source: Source) -> ModuleType:
        """The text that was read runs, and never what Python may find compiled beside it: nobody can look at that."""
        if source not in self._modules:
            module = ModuleType(f"rulewright_hooks_{file.removesuffix('.py')}")
            module.__file__ = str(source.path)
            try:
                exec(python_code(source.text, module.__file__), module.__dict__)
            except Exception as problem:
                raise HookError(f"{file} cannot be loaded: {_told(problem)}") from problem
            self._modules[source] = module
        return self._modules[source]

    def call(self, hook: int, view: View, args: Sequence[Any]) -> Any:
        """The value of a hook, checked to be of the declared type."""
        spec = self.engine.rules.hooks[hook]
        if not self.allowed:
            if spec.same_as is None:
                raise HookError(f'"@{spec.name}" is not allowed to run')
            return self.engine.evaluator.value(spec.same_as, view)
        plain = [self._plain(takes, arg) for takes, arg in zip(spec.takes, args, strict=True)]
        given = self.run(spec.name, self.function(hook), HookView(self.engine, view), *plain)
        if spec.gives == "bool":
            return self.run(spec.name, bool, given)  # which asks what was given, and that may refuse
        if not isinstance(given, int) or (spec.gives == "set" and given >> len(self.engine.rules.board)):
            raise HookError(f'"@{spec.name}" should give {spec.gives}, but gave {given!r}')
        if spec.gives == "int" and not -(2**31) < given < 2**31:
            raise HookError(f'"@{spec.name}" gave a number of more than 32 bits')
        return given

    def effects(self, hook: int, view: View, args: Sequence[Any]) -> list[tuple[Any, ...]]:
        spec = self.engine.rules.hooks[hook]
        if not self.allowed:
            raise HookError(f'"@{spec.name}" is not allowed to run')
        plain = [self._plain(takes, arg) for takes, arg in zip(spec.takes, args, strict=True)]
        given = self.run(spec.name, self.function(hook), HookView(self.engine, view), *plain)
        if not isinstance(given, list | tuple):
            raise HookError(f'"@{spec.name}" should give a list of effects, but gave {given!r}')
        for record in given:
            if wrong_record(self.engine.rules, record):
                raise HookError(f'"@{spec.name}" gave {record!r}, which is no effect here')
        return list(given)

    @staticmethod
    def run(name: str, function: Callable[..., Any], *args: Any) -> Any:
        """Calls a hook's function; what goes wrong in it is told as its own fault."""
        try:
            return function(*args)
        except Exception as problem:
            raise HookError(f'"@{name}" failed: {_told(problem)}') from problem

    @staticmethod
    def _plain(takes: str, value: Any) -> Any:
        if takes == "site":
            return _site(value)
        if takes == "dir":
            return value[0] if value else -1
        return value

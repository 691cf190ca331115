"""Hooks under test: called twice, on a copy of the position, and beside their reference (semantics D98)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

from ..errors import HookError
from ..game import Game
from ..reference.hooks import Hooks
from ..reference.view import View
from ..rules.game import Hook
from ..source.diagnostics import Diagnostic, Report
from ..state import State

Answer = TypeVar("Answer")


class BrokenHook(Exception):
    """A hook is wrong and has been reported; nothing that is played with it proves anything."""


class WatchedHooks(Hooks):
    """Takes the place of an engine's hooks: same answers, but every one of them is checked."""

    def __init__(self, game: Game, report: Report) -> None:
        super().__init__(game._engine, game._engine.hooks.allowed)
        self.report = report
        self.now: State | None = None  # what is being looked at, for the message
        self._told = False
        self._watching = True

    @contextmanager
    def unwatched(self) -> Iterator[None]:
        """For questions that a hook need not expect, such as positions that rules forbid."""
        self._watching = False
        try:
            yield
        finally:
            self._watching = True

    def function(self, hook: int, suffix: str = "") -> Callable[..., Any]:
        found = super().function(hook, suffix)
        if not suffix or not self._watching:
            return found

        def watched(*args: Any) -> Any:
            try:
                return found(*args)
            except Exception as error:  # anything can go wrong in code that somebody wrote
                self._fails(hook, error)

        return watched

    def call(self, hook: int, view: View, args: Sequence[Any]) -> Any:
        spec = self.engine.rules.hooks[hook]
        if not self.allowed or not self._watching:
            return super().call(hook, view, args)
        if self._told:  # the position is being drawn for the message
            return self._reference(spec, view)
        given, again = self._twice(super().call, hook, view, args)
        if given != again:
            first, second = _shown(spec, given), _shown(spec, again)
            self._impure(hook, f'"@{spec.name}" gave {first}, and then {second} for the same position.')
        if spec.same_as is not None:
            reference = self._reference(spec, view)
            if reference != given:
                text = " ".join(spec.same_as.span.text.split())
                message = (
                    f'"@{spec.name}" gives {_shown(spec, given)} in this position, '
                    f'but "{text}" is {_shown(spec, reference)}.'
                )
                self._tell(hook, "hook-differs", message, "one of the two is wrong")
        return given

    def effects(self, hook: int, view: View, args: Sequence[Any]) -> list[tuple[Any, ...]]:
        spec = self.engine.rules.hooks[hook]
        if self._told:
            return []
        given, again = self._twice(super().effects, hook, view, args)
        if given != again:
            self._impure(hook, f'"@{spec.name}" gave two different lists of effects for the same position.')
        return given

    def _twice(self, ask: Callable[..., Answer], hook: int, view: View, args: Sequence[Any]) -> tuple[Answer, Answer]:
        try:
            return ask(hook, view, args), ask(hook, view.at(view.position.copy()), args)
        except Exception as error:  # as above
            self._fails(hook, error)

    def _reference(self, spec: Hook, view: View) -> Any:
        if spec.same_as is None:
            return 0
        value = self.engine.evaluator.value(spec.same_as, view)
        return bool(value) if spec.gives == "bool" else value

    def _fails(self, hook: int, error: Exception) -> NoReturn:
        name = self.engine.rules.hooks[hook].name
        if isinstance(error, HookError):
            self._tell(hook, "hook-fails", f"{error}.", "let it give what it declares")
        problem = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        self._tell(hook, "hook-fails", f'"@{name}" stopped with {problem}.', "correct the Python function")

    def _impure(self, hook: int, message: str) -> NoReturn:
        self._tell(hook, "hook-impure", message, "an answer may depend on the view and the arguments only")

    def _tell(self, hook: int, code: str, message: str, help_text: str) -> NoReturn:
        self._told = True
        # Only the board: whose turn it is, or whether the game is over, may hang on this very hook.
        drawing = str(self.now).split("\n\n")[0] if self.now is not None else None
        span = self.engine.rules.hooks[hook].span
        self.report.add(Diagnostic(code, message, span, help_text, drawing=drawing))
        raise BrokenHook


def _shown(spec: Hook, value: Any) -> str:
    if spec.gives == "bool":
        return "yes" if value else "no"
    if spec.gives == "set" and isinstance(value, int):
        return f"{value.bit_count()} sites" if value.bit_count() != 1 else "1 site"
    return str(value)

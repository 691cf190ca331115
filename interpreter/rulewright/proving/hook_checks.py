"""Hooks under test: called twice, on a copy of the position, and beside their reference (semantics D98)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..engine.hooks import HookError, Hooks
from ..engine.view import View
from ..game import Game
from ..language.diagnostics import Diagnostic, Report
from ..rules.game import Hook


class WatchedHooks(Hooks):
    """Takes the place of an engine's hooks: same answers, but every one of them is checked.

    A hook that fails is told once and answers "no" from then on, so that one mistake is one message.
    """

    def __init__(self, game: Game, report: Report, drawing: Callable[[], str]) -> None:
        super().__init__(game.engine, game.engine.hooks.allowed)
        self.report = report
        self.drawing = drawing
        self._told: set[int] = set()

    def call(self, hook: int, view: View, args: Sequence[Any]) -> Any:
        spec = self.engine.rules.hooks[hook]
        if not self.allowed:
            return super().call(hook, view, args)
        if hook in self._told:
            return self._reference(spec, view)
        try:
            given = super().call(hook, view, args)
            again = super().call(hook, view.at(view.position.copy()), args)
        except Exception as error:  # anything can go wrong in code that somebody wrote
            self._tell(hook, "hook-fails", f'"@{spec.name}" {_problem(error)}.', "mend it, and try again")
            return self._reference(spec, view)
        if given != again:
            first, second = _shown(spec, given), _shown(spec, again)
            message = f'"@{spec.name}" gave {first}, and then {second} for the same position.'
            self._tell(hook, "hook-impure", message, "an answer may depend on the view and the arguments only")
        elif spec.same_as is not None:
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
        if hook in self._told:
            return []
        try:
            given = super().effects(hook, view, args)
            again = super().effects(hook, view.at(view.position.copy()), args)
        except Exception as error:  # as above
            self._tell(hook, "hook-fails", f'"@{spec.name}" {_problem(error)}.', "mend it, and try again")
            return []
        if given != again:
            message = f'"@{spec.name}" gave two different lists of effects for the same position.'
            self._tell(hook, "hook-impure", message, "an answer may depend on the view and the arguments only")
        return given

    def _reference(self, spec: Hook, view: View) -> Any:
        if spec.same_as is None:
            return 0
        value = self.engine.evaluator.value(spec.same_as, view)
        return bool(value) if spec.gives == "bool" else value

    def _tell(self, hook: int, code: str, message: str, help_text: str) -> None:
        if hook not in self._told:
            self._told.add(hook)
            span = self.engine.rules.hooks[hook].span
            self.report.add(Diagnostic(code, message, span, help_text, drawing=self.drawing()))


def _problem(error: Exception) -> str:
    if isinstance(error, HookError):
        return f"does not do what it declares: {error}"
    return f"stopped with {type(error).__name__}: {error}" if str(error) else f"stopped with {type(error).__name__}"


def _shown(spec: Hook, value: Any) -> str:
    if spec.gives == "bool":
        return "yes" if value else "no"
    if spec.gives == "set" and isinstance(value, int):
        return f"{value.bit_count()} sites" if value.bit_count() != 1 else "1 site"
    return str(value)

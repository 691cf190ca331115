"""Which engine plays a game, and when it is worth compiling (the same moves and games; only playouts are others)."""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from time import process_time
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from .analysis.repeats import has_many_orders
from .locks import Lock
from .reference.exploring import looking_up

if TYPE_CHECKING:
    from .native.decisions.reader import DecisionReader
    from .native.engine import NativeEngine
    from .pipeline import Pipeline

EngineName: TypeAlias = Literal["native", "reference"]
# Seconds of the reference interpreter's work after which a game is compiled, where nobody has chosen an engine:
# a few positions are looked at sooner than machine code is made.
_PATIENCE = 0.3
_TOLD_AFTER = 1.0


class Impatient(Exception):
    """The native engine is worth it now, in the middle of a position."""


def chosen_engine(name: str | None) -> str | None:
    """An engine by name; if none is given, the environment may name one (RULEWRIGHT_ENGINE), else there is a choice."""
    if name is None:
        name = os.environ.get("RULEWRIGHT_ENGINE") or None
        if name not in get_args(EngineName):
            return None
    if name is not None and name not in get_args(EngineName):
        raise ValueError(f'there is no engine "{name}": it is "native" or "reference"')
    return name


class Engines:
    """The native engine of a game, compiled at most once and only when it is needed."""

    def __init__(self, pipeline: Pipeline, chosen: str | None) -> None:
        self.pipeline = pipeline
        self.title = pipeline.reference.rules.title
        self.chosen = chosen
        self.failure: str | None = None  # why the reference interpreter plays where the native engine should
        # Seconds of the reference interpreter's work; a turn of many orders takes longer than machine code to be made.
        self.spent = _PATIENCE if has_many_orders(pipeline.reference.rules) else 0.0
        self._native: NativeEngine | None = None
        self._tried = chosen == "reference"
        self._told_playouts = False
        self._no_decisions = False
        self.announce: Callable[[str], None] = _on_standard_error  # how to tell what takes longer than a moment
        self._lock = Lock()

    def use_reference(self) -> None:
        """From now on the reference interpreter plays; positions that the other engine has made are lost."""
        self._native, self._tried = None, True

    def hurry(self) -> None:
        """Long work lies ahead: the native engine is worth it from now on."""
        self.spent = max(self.spent, _PATIENCE)

    @contextmanager
    def patient(self) -> Iterator[None]:
        """The reference interpreter works inside, and its time is counted; where machine code is made sooner than one
        position is looked at, `Impatient` ends it."""
        begin, before = process_time(), self.spent

        def ask() -> None:
            if before + process_time() - begin > _PATIENCE:
                raise Impatient

        try:
            with nullcontext() if self._tried else looking_up(ask):
                yield
        finally:
            self.spent += process_time() - begin

    def fast(self) -> NativeEngine | None:
        """The native engine, if there is one and it is worth it by now."""
        if self._tried:
            return self._native
        if self.chosen is None and self.spent < _PATIENCE:
            return None
        return self.native()

    def native(self) -> NativeEngine | None:
        """The native engine; None where the game cannot have one."""
        if not self._tried:
            with self._lock:
                if not self._tried:
                    self._native = self._compiled()
                    self._tried = True
                    if self.failure is not None:
                        self._tell("played by the interpreter")
        return self._native

    def _tell(self, how: str) -> None:
        if self.chosen is not None or sys.stderr.isatty():
            self.announce(f"{self.failure}; {self.title} is {how}, which is far slower")

    def steps(self) -> bytes | None:
        """What nodes tell built-in methods, as soon as those are worth it."""
        if self._native is None or not self._native.is_busy:
            return None
        from .stepping import steps_of

        return steps_of(self._native)

    def sampling(self) -> NativeEngine | None:
        """The native engine, with the loop of playouts."""
        native = self.native()
        if native is not None:
            try:
                with self._told(f"compiling {self.title} …"):
                    native.prepare_playouts()
            except NotImplementedError as error:
                if self.failure is None:
                    self.failure = f"the native engine does not know {error}"
                    self._tell("searched and played at random without it")
                return None
        return native

    def decisions(self) -> DecisionReader | None:
        """The native engine's reader of decisions, if there is one and it is worth it by now."""
        native = None if self._no_decisions else self.fast()
        if native is None:
            return None
        try:
            with self._told(f"compiling {self.title} …"):
                return native.decisions
        except NotImplementedError:
            self._no_decisions = True
            return None

    def search_decisions(self) -> DecisionReader | None:
        """The same for a search; None also where routes tell moves apart that lead to the same position."""
        return None if self.pipeline.reference.rules.distinct == "route" else self.decisions()

    def tell_other_playouts(self) -> None:
        """Once, also where nobody looks at a terminal: from the same seed the interpreter plays other playouts."""
        if self.failure is not None and not self._told_playouts:
            self._told_playouts = True
            self.announce(
                f"{self.failure}; the interpreter plays the playouts of {self.title}, "
                "other ones from the same seed than the native engine"
            )

    def _compiled(self) -> NativeEngine | None:
        if importlib.util.find_spec("llvmlite") is None:
            self.failure = "llvmlite is not installed"
            return None
        try:
            with self._told(f"compiling {self.title} …"):
                return self.pipeline.native
        except NotImplementedError as error:
            self.failure = f"the native engine does not know {error}"
        except Exception as error:
            if self.chosen is not None:
                raise
            # Nobody has asked for this engine, and the other one can do everything.
            self.failure = f"{type(error).__name__}: {error}"
        return None

    @contextmanager
    def _told(self, message: str) -> Iterator[None]:
        """Says on a terminal what takes longer than a moment."""
        if not sys.stderr.isatty():
            yield
            return
        timer = threading.Timer(_TOLD_AFTER, lambda: self.announce(message))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _on_standard_error(message: str) -> None:
    from .source.rendering.characters import visible

    print(visible(message), file=sys.stderr, flush=True)

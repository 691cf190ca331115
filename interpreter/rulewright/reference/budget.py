"""A budget of steps: how much one question may take, and which rule has taken most of it when that is not enough.

A step is a part of a rule that is looked at. Whoever looks at a rule pays for it in advance, by its weight
(`analysis/effort.py`); what goes from site to site pays for each of them. One question, such as "which moves are
legal?", has one budget, with all that is asked on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from ..errors import TooLarge
from ..rules.expressions import Node
from ..rules.game import Action
from .exploring import look_up
from .position import Position

if TYPE_CHECKING:
    from .engine import Engine

_P = ParamSpec("_P")
_T = TypeVar("_T")
_LONGEST = 60  # characters of a rule in a message


class _Positioned(Protocol):
    @property
    def position(self) -> Position: ...


class _OfAnEngine(Protocol):
    engine: Engine


_Asker = TypeVar("_Asker", bound=_OfAnEngine)
_Asked = TypeVar("_Asked", bound="Position | _Positioned")


class Budget:
    """What is left of the steps of one question."""

    __slots__ = ("_by_rule", "_engine", "_left", "_ply")

    def __init__(self, engine: Engine, ply: int) -> None:
        self._engine = engine
        self._ply = ply
        self._left = engine.limits.steps.value
        self._by_rule: dict[int, tuple[Node, int]] = {}

    def spend(self, steps: int, rule: Node) -> None:
        self._left -= steps
        _, before = self._by_rule.get(id(rule), (rule, 0))
        self._by_rule[id(rule)] = rule, before + steps
        if self._left < 0:
            raise self._used_up()

    def _used_up(self) -> TooLarge:
        rule, _ = max(self._by_rule.values(), key=lambda spent: spent[1])
        text = " ".join(rule.span.text.split())
        what = f'"{text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."}"'
        what = f'the action "{rule.name}"' if isinstance(rule, Action) else what
        return TooLarge(self._engine.rules.title, self._ply, self._engine.limits.steps, what, rule.span)


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


def spend(steps: int, rule: Node) -> None:
    """A rule is about to be looked at; raises `TooLarge` if the question has taken too much."""
    look_up()
    budget = _budget.get()
    if budget is not None:
        budget.spend(steps, rule)


@contextmanager
def allowed(engine: Engine, position: Position) -> Iterator[None]:
    """Inside, all that is asked about a position has one budget; on the way to another answer it is that one's."""
    if _budget.get() is not None:
        yield
        return
    token = _budget.set(Budget(engine, position.ply))
    try:
        yield
    finally:
        _budget.reset(token)


def budgeted(
    question: Callable[Concatenate[_Asker, _Asked, _P], _T],
) -> Callable[Concatenate[_Asker, _Asked, _P], _T]:
    """A question about a position, or about a turn so far."""

    @wraps(question)
    def asked(self: _Asker, about: _Asked, /, *given: _P.args, **named: _P.kwargs) -> _T:
        if _budget.get() is not None:
            return question(self, about, *given, **named)
        with allowed(self.engine, about if isinstance(about, Position) else about.position):
            return question(self, about, *given, **named)

    return asked

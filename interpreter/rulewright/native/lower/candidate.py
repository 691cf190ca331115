"""A candidate of an action while it is lowered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...rules.game import Action
from ..ir.expressions import Ex
from ..ir.program import Builder
from .scope import Scope
from .walk import Walk

NOWHERE = -2


@dataclass(slots=True)
class Candidate:
    """A choice on its way through the tests; everything but the walk."""

    action: Action
    values: list[Ex]  # indices of the `with` values
    take: Ex
    piece: tuple[Ex, Ex] | None  # kind and state of a placed piece
    tray: list[tuple[str, Ex]] | None  # where it comes from: trays with the condition under which it is that one
    owner: Ex | None
    origin: Ex
    mark: Ex | None  # the log before the piece was lifted


@dataclass(frozen=True, slots=True)
class Pin:
    """One choice instead of all of them: the places of the `with` values in their domains, and the piece."""

    values: tuple[Ex, ...]
    origin: Ex


Test = Callable[[Builder, Scope, Candidate, Walk], None]
Outlined = Test


__all__ = ["NOWHERE", "Candidate", "Outlined", "Pin", "Test"]

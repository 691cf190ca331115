"""A candidate of an action while it is lowered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ...rules.game import Action
from ..ir import Builder, Ex
from .scope import Scope, Val
from .walk import Walk, Wish

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


@dataclass(frozen=True, slots=True)
class Search:
    """Which candidates of an action are looked for; `then` is lowered where one is found whose tests hold."""

    action: Action
    then: Test
    wish: Wish | None = None  # what is asked of walks; None: what rules look at
    only: Ex | None = None  # the only piece (below 0: any)
    among: Ex | None = None  # where pieces are looked for
    goal: Ex | None = None  # the only target
    pin: Pin | None = None  # the only choice
    registers: bool = True  # whether memory of the turn can be read
    along: Mapping[str, Val] = field(default_factory=dict)  # words that `then` needs, maybe in another function

    @property
    def asked(self) -> Wish:
        assert self.wish is not None
        return self.wish


Outlined = Test

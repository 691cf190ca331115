"""Refusals: the first test that a candidate fails. Legal moves leave it out there, `why` says so (semantics D77)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from ..rules.expressions import Node
from .geometry import NOWHERE
from .view import View


class Stage(IntEnum):
    """The tests of a part in the order of semantics section 8, then those of whole turns."""

    CHOICE = 0  # move, pick, from: which piece
    TRAY = 1
    TAKE = 2
    LIFTED = 3
    WAY = 4  # path or to
    ROOM = 5
    CONDITION = 6
    BEFORE = 7
    LANDING = 8
    EFFECT = 9
    MUST = 10
    GUARD = 11
    GO_ON = 12  # a chain or a turn that may not stop here
    NULL = 13
    GAME_MUST = 14
    REPETITION = 15
    ENDING = 16  # what happens when the turn ends cannot happen
    ELSE = 17
    PREFER = 18


class Leg(IntEnum):
    """The tests of one leg of a way, in their order."""

    RUN = 2
    OFF = 3
    GOAL = 4
    VISITED = 5
    CONTACT = 6
    CONDITION = 9


@dataclass(frozen=True, slots=True)
class Refusal:
    """A test that fails: of which rule, in which view, and of which site it was asked if it was of one."""

    stage: Stage
    rule: Node | None
    view: View
    site: int = NOWHERE
    inner: tuple[int, ...] = ()  # how far it came inside the test: along a path
    detail: Any = None  # what it is compared with: the member of a run, the turn that comes first, a better number

    def further(self, legs: int) -> Refusal:
        """The same after so many legs."""
        return replace(self, inner=(legs, *self.inner))

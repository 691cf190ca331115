"""What can stop a turn: the tests in their order, and how far a candidate came."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ...source.source import Span


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
    ELSE = 16
    PREFER = 17


@dataclass(frozen=True, slots=True)
class Failure:
    """One test that fails: `text` says which and why, `sites` is the set of those concerned."""

    stage: Stage
    span: Span | None
    text: str
    sites: int = 0
    inner: tuple[int, ...] = ()  # how far it came inside the test: along a path


@dataclass(frozen=True, slots=True)
class Attempt:
    """A candidate whose label is the text, and the first test it fails."""

    parts: int  # parts and hops that were possible
    failure: Failure
    key: tuple[object, ...]
    subject: str
    whole: bool  # its label is the whole text, not only the beginning

    @property
    def progress(self) -> tuple[object, ...]:
        return (self.parts, self.failure.stage, self.failure.inner)

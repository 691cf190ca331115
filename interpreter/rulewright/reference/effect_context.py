"""Mutable context of effects: a position that is being changed, and what goes with it."""

from __future__ import annotations

from dataclasses import dataclass

from .position import Position
from .refusals import Refusal
from .view import Memory, Part, View


@dataclass(slots=True)
class EffectContext:
    """A position while effects run on it, and what goes with it."""

    position: Position
    me: int
    part: Part
    memory: Memory
    names: dict[str, object]
    parameters: tuple[object, ...] = ()  # of the named effects that are being done
    ended: bool = False  # `end turn` was done
    choices: tuple[int, ...] = ()  # effect choices in order of execution
    chosen: tuple[str, ...] = ()  # names of values chosen by `set`
    words: tuple[str, ...] = ()  # what each of the effect choices is called
    may: bool = False  # some `may` was done
    captures: int = 0  # in this part
    changed: int = 0  # pieces that became something else in this part
    capturing: int = 0  # captures going on, one inside another
    facing: int | None = None  # the direction the piece of this part faced when it was lifted
    refusal: Refusal | None = None  # what has failed already, where that is wanted to be known

    def copy(self) -> EffectContext:
        return EffectContext(
            self.position.copy(), self.me, self.part, self.memory, self.names, self.parameters, self.ended,
            self.choices, self.chosen, self.words, self.may, self.captures, self.changed, self.capturing, self.facing,
            self.refusal,
        )  # fmt: skip

    def state(self) -> object:
        """All that decides what further effects do, and how the part is written; equal works come to the same."""
        return (
            self.position.exact(), self.part, self.memory, self.ended, len(self.choices), self.chosen, self.may,
            self.captures, self.changed, self.capturing, id(self.refusal),
        )  # fmt: skip

    def view(self) -> View:
        return View(
            self.position, self.me, self.memory, self.part, self.names, parameters=self.parameters, facing=self.facing
        )


class IllegalEffect(Exception):
    """The turn cannot be made: a full stack (of a site), an empty tray, a wrong class."""

    def __init__(self, full: int | None = None) -> None:
        super().__init__()
        self.full = full

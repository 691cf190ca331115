"""Simultaneous choice (D132): what a player may choose unseen, what is noted of it, and how all is carried out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from ..rules import turns as rt
from .candidates import Made, PartKey
from .position import Position
from .turns import Unfinished
from .view import Memory

if TYPE_CHECKING:
    from .engine import Engine

Noted = tuple[int, ...]
"""What is kept of a choice: leaf + 1, take, kind, state, origin, target, then the values of `with` by their numbers,
and 0 for each value that another action has more."""


class Together:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.players = len(engine.rules.players)

    def noted(self, key: PartKey) -> Noted:
        leaf, values, take, piece, origin, target, *_ = cast("tuple[Any, ...]", key)
        found = (leaf + 1, take, *piece, origin, target, *values)
        return (*found, *(0,) * (self.engine.facts.choice_words - len(found)))

    def choices(self, start: Unfinished, node: rt.Secret) -> Iterator[tuple[Unfinished, Made]]:
        """What the player to move may choose: each part that could be done now, as if nobody else did anything."""
        if start.me in start.position.out:
            return
        for item in node.actions:
            for made in self._parts(start.position, start.me, start.memory, item):
                start.exploring.step(item.action, made.position, 1)
                turn = start.after((made.step,), made.position, made.memory, made.ended)
                turn.exploring.complete(turn, None)
                yield turn, made

    def _parts(self, position: Position, me: int, memory: Memory, item: rt.Do) -> Iterator[Made]:
        candidates = self.engine.candidates
        for candidate in candidates.of(position, me, self.engine.rules.actions[item.action], memory):
            yield from candidates.perform(candidate, item.leaf)

    def note(self, position: Position, made: PartKey | None) -> Position:
        """The state after a choice that nobody sees: only that it was made, and whose turn to choose it is now."""
        reached = position.copy()
        reached.segment += 1
        reached.me = (position.me + 1) % self.players
        chosen = list(position.chosen or ((),) * self.players)
        chosen[position.me] = () if made is None else self.noted(made)
        reached.chosen = tuple(chosen)
        return reached

    def carry_out(self, position: Position, node: rt.Secret) -> tuple[Position, Memory]:
        """Everybody has chosen, and who began is to move again: all is done, in turn order from that one on."""
        carried = position.carried if isinstance(position.carried, Memory) else Memory()
        memory, chosen = replace(carried, empty_action=True), position.chosen
        position, first = position.copy(), position.me
        position.chosen = ()
        for place in range(self.players):
            position.me = (first + place) % self.players
            made = self._found(position, memory, node, chosen[position.me])
            if made is not None:
                position, memory = made.position.copy(), made.memory
        position.me = first
        return position, memory

    def _found(self, position: Position, memory: Memory, node: rt.Secret, wanted: Noted) -> Made | None:
        """A choice carried out, if it is still there; of several ways to the same, the one with the smallest key."""
        found: list[Made] = []
        for item in node.actions:
            if wanted and item.leaf + 1 == wanted[0]:
                parts = self._parts(position, position.me, memory, item)
                found += [made for made in parts if self.noted(made.step.key) == wanted]
        return min(found, key=lambda made: made.step.key, default=None)

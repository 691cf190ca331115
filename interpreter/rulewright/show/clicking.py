"""Moves by clicking: every legal move as a row of picks, and what can be picked next.

A pick is a site, a piece off the board, how much of a stack, a word. Rows are made from the steps of a turn, with
everything in them that could tell two moves apart; whatever leaves no choice is then passed over, so that people pick
no more than they must. Two moves never have the same row, because the last thing in each row is the text of its move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from ..moves import Move
from ..reference.candidates import Step
from ..reference.geometry import OFF
from ..reference.labels import PASS, Parts
from ..rules.game import Choice
from ..state import State

MOST_ROWS = 100_000
"""Other orders of the same turn are left out beyond this."""


class Kind(Enum):
    SITE = "site"
    HAND = "hand"  # a piece that is not on the board
    TAKE = "take"  # so many of a stack
    DO = "do"  # something that has to do with no site: pass, swap
    OFF = "off"  # off the board
    WORD = "word"  # a choice by name: what a pawn becomes, a direction
    TEXT = "text"  # the text of the whole move, where nothing else tells two moves apart
    DONE = "done"  # the turn could go on, but it need not


PASSED_OVER = (Kind.HAND, Kind.TAKE, Kind.WORD, Kind.TEXT)
"""Kinds that nobody is asked for where there is only one to pick."""


@dataclass(frozen=True, slots=True, order=True)
class Pick:
    """`value` tells it apart from others of its kind: the name of a site, of a piece, a number, a word."""

    kind: Kind
    value: str = ""

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.value}" if self.value else self.kind.value

    @classmethod
    def read(cls, text: str) -> Pick:
        """The pick a text such as `site:a1` stands for; raises `ValueError`."""
        kind, _, value = text.partition(":")
        return cls(Kind(kind), value)


DONE = Pick(Kind.DONE)

_Row: TypeAlias = tuple[tuple[Pick, ...], int]
"""A row of picks and the place of its move in the list."""


@dataclass(frozen=True, slots=True)
class Moved:
    """So many pieces that the picks so far have brought from one site to another."""

    origin: str
    target: str
    pieces: int


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be picked next; `move` is set as soon as the picks so far are a whole move that cannot go on.

    `moved` is for whoever wants to show the turn as far as it has come.
    """

    picks: tuple[Pick, ...]
    move: Move | None = None
    moved: tuple[Moved, ...] = ()


class Picking:
    """The picks of one position."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._labels = state._node.labels()
        self._moves = state.legal_moves
        self._root = _Node(list(self._rows()), 0)

    def after(self, picks: Sequence[Pick]) -> Choices | None:
        """What can follow these picks; None if no legal move begins with them."""
        node = self._root
        for pick in picks:
            following = node.options().get(pick)
            if following is None:
                return None
            if isinstance(following, int):
                return Choices((), self._moves[following])
            node = following
        found = node.options()
        if len(found) == 1 and DONE in found:
            end = found[DONE]
            assert isinstance(end, int)
            return Choices((), self._moves[end])
        return Choices(tuple(sorted(found, key=_rank)), moved=tuple(node.moved()))

    # ------------------------------------------------------------ rows

    def _rows(self) -> Iterator[_Row]:
        turns = self.state._node.turns()
        several = sum(len(turn.twins) for turn in turns) <= MOST_ROWS
        for index, turn in enumerate(turns):
            text = Pick(Kind.TEXT, self._moves[index].text)
            if turn.forced_pass or not turn.parts:
                yield (Pick(Kind.DO, PASS), text), index
                continue
            # Turns that come to the same are one move, and whoever picks them in another order means it too.
            ways = (turn.parts, *turn.twins) if several else (turn.parts,)
            for row in dict.fromkeys(tuple(self.row(parts)) for parts in ways):
                yield (*row, text), index

    def row(self, parts: Parts) -> Iterator[Pick]:
        """Everything that could be picked for a turn, legal or not, also what leaves no choice."""
        last = -1
        for step in (step for steps in parts for step in steps):
            yield from self._of_step(step, last)
            last = step.target

    def _of_step(self, step: Step, before: int) -> Iterator[Pick]:
        """`before` is the site where the step before has ended: it need not be picked again."""
        action = self.state.game.rules.actions[step.action]
        if action.verb is None:
            yield Pick(Kind.DO, action.name)
        else:
            if step.piece is not None:
                yield Pick(Kind.HAND, self._labels.piece(step))
            stays = step.origin == step.target and action.verb != "move"
            if step.origin >= 0 and step.origin != before and not stays:
                yield self._site(step.origin)
            if action.verb == "move":
                yield Pick(Kind.TAKE, str(step.load))
            yield self._site(step.target)
        values = dict(step.names)
        for choice in action.choices:
            yield Pick(Kind.WORD, self._word(choice, values[choice.name]))
        for word in step.chosen:
            yield Pick(Kind.WORD, word)
        if action.verb is not None:
            yield Pick(Kind.WORD, f"{action.name}{' +' if step.may else ''}")

    def _site(self, site: int) -> Pick:
        return Pick(Kind.OFF) if site == OFF else Pick(Kind.SITE, self._labels.names.name(site))

    def _word(self, choice: Choice, value: Any) -> str:
        return self._labels.value(value, choice.type)


class _Node:
    """Rows with the same beginning, which is `depth` picks long."""

    def __init__(self, rows: list[_Row], depth: int) -> None:
        self._rows = rows
        self._depth = depth
        self._options: dict[Pick, _Node | int] | None = None

    def moved(self) -> Iterator[Moved]:
        """A number of pieces stands before the site they are brought to, and the site they come from before it."""
        here, pieces = "", 0
        for pick in self._rows[0][0][: self._depth]:
            if pick.kind is Kind.TAKE:
                pieces = int(pick.value)
            elif pick.kind in (Kind.SITE, Kind.OFF):
                if pieces and here and pick.kind is Kind.SITE:
                    yield Moved(here, pick.value, pieces)
                here, pieces = pick.value, 0

    def options(self) -> dict[Pick, _Node | int]:
        """What can come next and where it leads: to a node, or to a whole move."""
        if self._options is None:
            self._options = self._found()
        return self._options

    def _found(self) -> dict[Pick, _Node | int]:
        groups: dict[Pick, list[_Row]] = {}
        for row in self._rows:
            pick = row[0][self._depth] if self._depth < len(row[0]) else DONE
            groups.setdefault(pick, []).append(row)
        found: dict[Pick, _Node | int] = {
            pick: rows[0][1] if pick == DONE else _Node(rows, self._depth + 1) for pick, rows in groups.items()
        }
        for kind in PASSED_OVER:
            self._pass_over(kind, found)
        return found

    @staticmethod
    def _pass_over(kind: Kind, found: dict[Pick, _Node | int]) -> None:
        """What is the only one of its kind makes way for what follows it, unless the two could be taken for another."""
        alone = [pick for pick in found if pick.kind is kind]
        if len(alone) != 1:
            return
        node = found[alone[0]]
        assert isinstance(node, _Node)
        following = node.options()
        if not following.keys() & found.keys():
            del found[alone[0]]
            found.update(following)


def _rank(pick: Pick) -> tuple[int, str]:
    return list(Kind).index(pick.kind), pick.value

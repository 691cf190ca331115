"""Moves by clicking: the decisions of a turn as people pick them (specification chapter 21).

A pick is a site, a piece off the board, how much of a stack, a word. Kinds of decisions that look alike to people are
one kind of pick. No two decisions that are offered together are the same pick.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from ..moves import Move
from ..reference.decisions import Decisions
from ..reference.geometry import NOWHERE, OFF
from ..reference.labels import Parts
from ..reference.vocabulary import Kind as Decided
from ..state import State
from ..turn import OfferedDecision, Turn


class Kind(Enum):
    SITE = "site"
    HAND = "hand"  # a piece that is not on the board
    TAKE = "take"  # so many of a stack
    DO = "do"  # something that has to do with no site: pass, swap
    OFF = "off"  # off the board
    WORD = "word"  # a choice by name: what a pawn becomes, a direction
    DONE = "done"  # the turn could go on, but it need not


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

_KINDS = {
    "site": Kind.SITE,
    "off": Kind.OFF,
    "hand": Kind.HAND,
    "amount": Kind.TAKE,
    "pass": Kind.DO,
    "done": Kind.DONE,
}


@dataclass(frozen=True, slots=True)
class Moved:
    """So many pieces that the picks so far have brought from one site to another."""

    origin: str
    target: str
    pieces: int


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be picked next; `turn` is set as soon as the picks so far are a whole move that cannot go on.

    `moved` is for whoever wants to show the turn as far as it has come; `also` names a site for picks that a click on
    it may mean, too.
    """

    picks: tuple[Pick, ...]
    turn: Turn | None = None
    moved: tuple[Moved, ...] = ()
    also: Mapping[Pick, str] = field(default_factory=dict)

    @property
    def move(self) -> Move | None:
        """The whole move. Of many moves that takes longer to find than the turn."""
        return None if self.turn is None else self.turn.move


class Picking:
    """The picks of one position."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._labels = state._node.labels()
        self._turn = state.turn()

    def after(self, picks: Sequence[Pick]) -> Choices | None:
        """What can follow these picks; None if no legal move begins with them."""
        turn, values = self._turn.copy(), [pick.value for pick in picks]
        whole: Turn | None = None  # what the picks so far are in writing, where they could go on
        for number, pick in enumerate(picks):
            offered = self._offered(turn)
            if pick not in offered:
                return Choices((), whole) if whole is not None and pick == DONE and number == len(picks) - 1 else None
            whole = self._meant(turn, values[: number + 1], offered)
            turn.choose(offered[pick])
        if turn.is_complete:
            return Choices((), turn)
        offered = self._offered(turn)
        found = {*offered, DONE} if whole is not None else {*offered}
        also = self._also(turn, values, offered)
        return Choices(tuple(sorted(found, key=_rank)), moved=tuple(self._moved(turn)), also=also)

    def _offered(self, turn: Turn) -> dict[Pick, OfferedDecision]:
        found: dict[Pick, OfferedDecision] = {}
        for each in turn.decisions:
            pick = self.pick(each)
            while pick in found:  # a word that means two things
                pick = Pick(pick.kind, f"{pick.value} ({each.kind})")
            found[pick] = each
        return found

    def pick(self, decision: OfferedDecision) -> Pick:
        """A decision as people pick it."""
        kind = _KINDS.get(decision.kind, Kind.WORD)
        if decision.kind == "action" and any(
            action.name == decision.text and action.verb is None for action in self.state.game.rules.actions
        ):
            kind = Kind.DO
        return Pick(kind, "" if kind in (Kind.OFF, Kind.DONE) else decision.text)

    @cached_property
    def _written(self) -> re.Pattern[str] | None:
        """How sites are found in the text of a move, where moves are written by the first place they lead to.

        Then they read otherwise than they are picked: `a1b1` moves a row of marbles, whose foremost one comes to `d4`.
        """
        rules = self.state.game.rules
        parts = (part for action in rules.actions for part in action.say or ())
        if rules.unbounded is not None or all(part.field != "it" for part in parts):
            return None
        names = map(rules.board.label, range(len(rules.board)))
        return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))

    def _ends(self, turn: Turn, offered: Mapping[Pick, OfferedDecision]) -> Iterator[tuple[Pick, Turn, list[str]]]:
        """Picks that end the turn, and the sites in its text, where they read otherwise than they are picked."""
        for pick, decision in offered.items() if self._written is not None else ():
            after = turn.copy()
            after.choose(decision)
            if after.is_complete:
                assert self._written is not None
                assert after.move is not None
                yield pick, after, self._written.findall(after.move.text)

    def _meant(self, turn: Turn, picked: list[str], offered: Mapping[Pick, OfferedDecision]) -> Turn | None:
        """The turn whose text has just these sites: in Abalone `c3c4`, where c4 is picked as the end of a row, too."""
        return next((after for _, after, sites in self._ends(turn, offered) if sites == picked), None)

    def _also(self, turn: Turn, picked: list[str], offered: Mapping[Pick, OfferedDecision]) -> dict[Pick, str]:
        """For picks that end the turn, the site that its text goes on with, where no other pick is meant by that."""
        found: dict[Pick, str] = {}
        for pick, _, sites in self._ends(turn, offered):
            if sites[: len(picked)] == picked and len(sites) > len(picked):
                found[pick] = sites[len(picked)]
        meant = Counter(found.values())
        return {pick: site for pick, site in found.items() if meant[site] == 1 and Pick(Kind.SITE, site) not in offered}

    def _moved(self, turn: Turn) -> Iterator[Moved]:
        """An amount stands before the site that so many pieces go to, and the site they come from before it."""
        name, facts = self._labels.names.name, self.state.game._engine.facts
        here, pieces, on_route = NOWHERE, 0, False
        for decision in turn.made:
            if on_route:
                on_route = decision.kind is not Decided.DONE
            elif decision.kind is Decided.ACTION:
                action = self.state.game.rules.actions[decision.value[0]]
                on_route = self.state.game.rules.distinct != "route" and facts.observed(action)
            elif decision.kind is Decided.AMOUNT:
                (pieces,) = decision.value
            elif decision.kind is Decided.SITE:
                if pieces and here != NOWHERE:
                    yield Moved(name(here), name(decision.value[0]), pieces)
                here, pieces = decision.value[0], 0

    def row(self, parts: Parts) -> Iterator[Pick]:
        """The places that a turn goes over, legal or not, and the pieces it brings in."""
        decisions = Decisions(self.state.game._engine, self.state.position)
        before = NOWHERE
        for steps in parts:
            for number, step in enumerate(steps):
                sites = []
                for decision, _ in decisions.row(step, number > 0, before != NOWHERE):
                    if decision.kind is Decided.ACTION:
                        break
                    if decision.kind is Decided.HAND:
                        yield Pick(Kind.HAND, self._labels.piece(step))
                    elif decision.kind in (Decided.SITE, Decided.OFF):
                        sites.append(decision.value[0] if decision.value else OFF)
                # It need not be picked again where the part before has ended.
                yield from map(self._site, sites[1:] if len(sites) == 2 and sites[0] == before else sites)
                before = step.target

    def _site(self, site: int) -> Pick:
        return Pick(Kind.OFF) if site == OFF else Pick(Kind.SITE, self._labels.names.name(site))


def _rank(pick: Pick) -> tuple[int, str]:
    return list(Kind).index(pick.kind), pick.value

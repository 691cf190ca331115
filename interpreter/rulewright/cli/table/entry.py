"""What a person types for a move: all of it, the way it comes to mind, or one thing after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ...node import normal
from ...reference.game_flow import LegalTurn
from ...reference.labels import SiteNames
from ...show.clicking import DONE, Choices, Kind, Pick, Picking
from ...state import Move, State

_SAID = {Kind.OFF: "off", Kind.DONE: "done"}
# What a person leaves out of a move: a stroke between two sites, but neither a sign nor the comma of `-1,2`.
_SHORT = re.compile(r"(?<=[0-9a-z])-|[^0-9a-z+,\-]")


@dataclass(frozen=True, slots=True)
class Picked:
    """What was picked of a turn, and what can come next: `sites` are the names of those where it can go on."""

    picks: tuple[Pick, ...]
    choices: Choices

    @property
    def text(self) -> str:
        return " ".join(said(pick) for pick in self.picks)

    @property
    def sites(self) -> list[str]:
        return [pick.value for pick in self.choices.picks if pick.kind is Kind.SITE]

    def __str__(self) -> str:
        words = [f'"{said(pick)}"' for pick in self.choices.picks if pick.kind is not Kind.DONE]
        listed = ", ".join(words)
        end = ' "done" ends the turn here.' if DONE in self.choices.picks else ""
        return f"{self.text}: go on with {listed}.{end} An empty line begins again."


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Some moves begin, or end, like this: each with the name of the site at its other end, if there is one."""

    text: str
    moves: tuple[tuple[Move, str], ...]

    @property
    def sites(self) -> list[str]:
        return [site for _, site in self.moves if site]

    def read(self, text: str) -> Move | None:
        """The rest of a move, or its other end."""
        wanted = normal(text)
        begun = normal(self.text)
        for move, _ in self.moves:
            if normal(move.text) in (f"{begun} {wanted}", begun + wanted):
                return move
        ending = [move for move, site in self.moves if normal(site) == wanted]
        return ending[0] if len(ending) == 1 else None

    def __str__(self) -> str:
        listed = ", ".join(f'"{move.text}"' for move, _ in self.moves)
        return f"{self.text}: go on with {listed}. An empty line begins again."


Begun: TypeAlias = Picked | Narrowed
"""A turn that is not whole yet; `text` is what was typed of it."""


def said(pick: Pick) -> str:
    """A pick as it is typed."""
    return _SAID.get(pick.kind) or pick.value


class Entry:
    """The typing of one turn in one position."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._picking: Picking | None = None
        self.begun: Begun | None = None

    def clear(self) -> None:
        self.begun = None

    def read(self, text: str) -> Move | Begun | None:
        """The move a text completes, the turn it begins or goes on with, or nothing if it fits nothing."""
        fitting = self._state.matching(text)
        if len(fitting) == 1:
            return fitting[0]
        if isinstance(self.begun, Narrowed):
            move = self.begun.read(text)
            if move is not None:
                return move
        for words in _ways_to_split(text):
            found = self._follow(words)
            if found is not None:
                return found
        return self._by_short_form(text) or self._by_beginning(text)

    def _by_short_form(self, text: str) -> Move | None:
        """`e2e4` for `e2-e4`, if it can mean but one move."""
        wanted = _SHORT.sub("", text.lower())
        if not wanted:
            return None
        found = [move for move in self._state.legal_moves if _SHORT.sub("", move.text.lower()) == wanted]
        return found[0] if len(found) == 1 else None

    def _by_beginning(self, text: str) -> Narrowed | None:
        """The moves whose text begins so, as `wA1` begins `wA1 /bQ`; else those that end on a site of this name."""
        wanted = normal(text)
        begins = re.compile(rf"{re.escape(wanted)}(?![0-9a-z])")
        ends = [
            (move, *self._ends(turn))
            for move, turn in zip(self._state.legal_moves, self._state._node.turns(), strict=True)
        ]
        found = [(move, target) for move, _, target in ends if begins.match(normal(move.text))]
        found = found or [(move, origin) for move, origin, target in ends if normal(target) == wanted]
        if not found:
            return None
        self.begun = Narrowed(text, tuple(found))
        return self.begun

    def _ends(self, turn: LegalTurn) -> tuple[str, str]:
        """The names of the sites where a turn begins and ends; nothing where there is none."""
        steps = [step for part in turn.parts for step in part]
        if not steps:
            return "", ""
        names = SiteNames(self._state.game._engine, self._state._node.origin)
        origin, target = (names.name(site) if site >= 0 else "" for site in (steps[0].origin, steps[-1].target))
        return origin, target

    def _follow(self, words: Sequence[str]) -> Move | Begun | None:
        if self._picking is None:
            self._picking = Picking(self._state)
        picks = self.begun.picks if isinstance(self.begun, Picked) else ()
        for word in words:
            choices = self._picking.after(picks)
            following = choices.picks if choices else ()
            chosen = next((pick for pick in following if normal(said(pick)) == normal(word)), None)
            if chosen is None:
                return None
            picks = (*picks, chosen)
        choices = self._picking.after(picks)
        if choices is None:
            return None
        if choices.move is not None:
            return choices.move
        self.begun = Picked(picks, choices)
        return self.begun


def _ways_to_split(text: str) -> list[list[str]]:
    """As one word, between blanks, and between blanks and strokes; names of sites may hold a stroke (`-1,2`)."""
    ways = [[text], text.split(), re.split(r"[\s\-x]+", text.lower())]
    return [way for number, way in enumerate(ways) if all(way) and way not in ways[:number]]

"""What a person types for a move: all of it, the way it comes to mind, or one thing after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...moment import normal
from ...picking import DONE, Choices, Kind, Pick, Picking
from ...state import Move, State

_SAID = {Kind.OFF: "off", Kind.DONE: "done"}
_SHORT = re.compile(r"[^0-9a-z+]")


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn that is not whole yet: what was picked, and what can come next."""

    picks: tuple[Pick, ...]
    choices: Choices

    @property
    def text(self) -> str:
        return " ".join(said(pick) for pick in self.picks)

    @property
    def sites(self) -> list[str]:
        """The names of the sites that can be picked next."""
        return [pick.value for pick in self.choices.picks if pick.kind is Kind.SITE]

    def __str__(self) -> str:
        words = [f'"{said(pick)}"' for pick in self.choices.picks if pick.kind is not Kind.DONE]
        listed = ", ".join(words)
        end = ' "done" ends the turn here.' if DONE in self.choices.picks else ""
        return f"{self.text}: go on with {listed}.{end} An empty line begins again."


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
        for words in _ways_to_split(text):
            found = self._follow(words)
            if found is not None:
                return found
        return self._by_short_form(text)

    def _by_short_form(self, text: str) -> Move | None:
        """`e2e4` for `e2-e4`, if it can mean but one move."""
        wanted = _SHORT.sub("", text.lower())
        if not wanted:
            return None
        found = [move for move in self._state.legal_moves if _SHORT.sub("", move.text.lower()) == wanted]
        return found[0] if len(found) == 1 else None

    def _follow(self, words: Sequence[str]) -> Move | Begun | None:
        if self._picking is None:
            self._picking = Picking(self._state)
        picks = self.begun.picks if self.begun else ()
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
        self.begun = Begun(picks, choices)
        return self.begun


def _ways_to_split(text: str) -> list[list[str]]:
    """As one word, between blanks, and between blanks and strokes; names of sites may hold a stroke (`-1,2`)."""
    ways = [[text], text.split(), re.split(r"[\s\-x]+", text.lower())]
    return [way for number, way in enumerate(ways) if all(way) and way not in ways[:number]]

"""Who sits at the table: people, and programs for the other sides."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Game
from ...players.player import Player
from ...players.spec import player
from ...seats import seat_to_move
from ...state import State

PERSON = "person"


class Seating:
    """For each side, as the game begins, `person` or how a program is written. Programs are made when they move."""

    def __init__(self, game: Game, who: Sequence[str]) -> None:
        self.game = game
        self.who = tuple(who)
        self._programs: dict[int, Player] = {}

    @property
    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.who) if who == PERSON]

    def is_person_to_move(self, state: State) -> bool:
        return not state.is_chance and self.who[seat_to_move(state)] == PERSON

    def program(self, state: State) -> Player:
        """The program that is to move."""
        seat = seat_to_move(state)
        if seat not in self._programs:
            self._programs[seat] = player(self.who[seat])
        return self._programs[seat]

    def forget(self) -> None:
        """The game does not go on as the programs have seen it."""
        for program in self._programs.values():
            program.forget()

    def in_words(self) -> str:
        """A sentence for the greeting."""
        sides = self.game.players
        people = [sides[seat] for seat in self.people]
        programs: dict[str, list[str]] = {}
        for side, who in zip(sides, self.who, strict=True):
            if who != PERSON:
                programs.setdefault(who, []).append(side)
        played = [f"{who} plays {_listed(own)}" for who, own in programs.items()]
        if not programs:
            return "You play all sides"
        if not people:
            return ", ".join(played)
        return f"You play {_listed(people)}, {', '.join(played)}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

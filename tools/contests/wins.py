"""Positions where the side to move wins with its second move whatever the other does: everything is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rulewright
from rulewright.game import Game
from rulewright.playing import plies, random_move
from rulewright.search.seats import seat_of, seat_to_move
from rulewright.state import Move, State

_BEHIND = (3,)  # plies from the end of a random game: there is a win near by
_LONGEST = 3000


def won(state: State, person: int) -> bool:
    outcome = state.outcome
    return outcome is not None and state.game.players[seat_of(state, person)] in outcome.winners


def after(state: State, move: Move) -> State:
    following = state.copy()
    following.push(move)
    return following


class Lookout:
    """Looks at everything; what settled one question is tried first at the next, which is often settled by it too."""

    def __init__(self) -> None:
        self._winning = self._refuting = ""

    def wins_at_once(self, state: State, person: int) -> bool:
        for move in _first(state, self._winning):
            if won(after(state, move), person):
                self._winning = move.text
                return True
        return False

    def wins_next(self, state: State, person: int) -> bool:
        """Whether somebody who has just moved wins with the next move, whatever the other does."""
        if state.outcome is not None or state.is_chance or seat_to_move(state) == person:
            return False
        for reply in _first(state, self._refuting):
            answered = after(state, reply)
            if won(answered, person):
                continue
            going_on = answered.outcome is None and not answered.is_chance and seat_to_move(answered) == person
            if not going_on or not self.wins_at_once(answered, person):
                self._refuting = reply.text
                return False
        return True


def _first(state: State, text: str) -> list[Move]:
    """The legal moves, one of them before the others."""
    return sorted(state.legal_moves, key=lambda move: move.text != text)


def forced(state: State) -> list[Move]:
    """All moves that win with the next one by force; none where there is a win at once."""
    person, lookout = seat_to_move(state), Lookout()
    if lookout.wins_at_once(state, person):
        return []
    return [move for move in state.legal_moves if lookout.wins_next(after(state, move), person)]


def is_forced(state: State, text: str) -> bool:
    return Lookout().wins_next(after(state, state.parse(text)), seat_to_move(state))


def near_the_end(game: Game, seed: int, number: int) -> Iterator[State]:
    """Positions of a random game that somebody won, where the winner is to move soon before the end."""
    state = game.start()
    while state.outcome is None and plies(state) < _LONGEST:
        state.push(random_move(state, seed, number, plies(state)))
    if state.outcome is None or not state.outcome.winners:
        return
    played = plies(state)
    for behind in _BEHIND:
        earlier = state.copy()
        for _ in range(min(behind, played)):
            earlier.pop()
        if not earlier.is_chance:
            yield earlier


def found(name: str, amount: int, tries: int) -> list[dict[str, Any]]:
    """So many positions of a game, their wins looked at again by the reference interpreter."""
    game = rulewright.load(name, engine="native")
    reference = rulewright.load(name, engine="reference")
    positions: list[dict[str, Any]] = []
    for number in range(tries):
        for state in near_the_end(game, 1, number):
            data = state.to_json()
            data["position"]["history"] = data["position"]["history"][-1:]
            texts = [move.text for move in forced(game.from_json(data))]
            if texts and len(texts) < len(state.legal_moves):
                # To look at all other moves too would take the reference interpreter minutes.
                assert all(is_forced(reference.from_json(data), text) for text in texts), "the engines do not agree"
                positions.append({"position": data, "wins": texts})
                break
        if len(positions) == amount:
            break
    return positions

"""Positions where the side to move wins with its second move whatever the other does: everything is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import rulewright
from rulewright.game import Game
from rulewright.headless.random_games import plies, random_move
from rulewright.players.player import Player
from rulewright.players.seeds import decision_seed
from rulewright.players.spec import player
from rulewright.seats import seat_of, seat_to_move
from rulewright.state import Move, State

# Who plays the games, in turn: somebody has to play to win, or nobody comes near to it, and somebody to let it happen.
_PAIRS = (("mcts:playouts=300", "mcts:playouts=30"), ("mcts:playouts=300", "random"), ("random", "random"))
_BEHIND = (3, 5, 7, 9)  # plies from the end of a game: who won it is to move there
_OPENING = 4  # random plies in the beginning, so that games differ
_LONGEST = 400


Answers: TypeAlias = dict[str, str]
"""To each reply the move that wins; an empty text where the reply has lost by itself."""


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

    def wins_at_once(self, state: State, person: int) -> Move | None:
        for move in _first(state, self._winning):
            if won(after(state, move), person):
                self._winning = move.text
                return move
        return None

    def wins_next(self, state: State, person: int) -> Answers | None:
        """How somebody who has just moved wins with the next move, whatever the other does; None if not."""
        if state.outcome is not None or not _is_to_move(state, 1 - person):
            return None
        answers: Answers = {}
        for reply in _first(state, self._refuting):
            answered = after(state, reply)
            if won(answered, person):
                answers[reply.text] = ""
                continue
            winning = self.wins_at_once(answered, person) if _is_to_move(answered, person) else None
            if winning is None:
                self._refuting = reply.text
                return None
            answers[reply.text] = winning.text
        return answers


def _is_to_move(state: State, person: int) -> bool:
    return not state.is_chance and state.outcome is None and seat_to_move(state) == person


def _first(state: State, text: str) -> list[Move]:
    """The legal moves, one of them before the others."""
    return sorted(state.legal_moves, key=lambda move: move.text != text)


def forced(state: State) -> dict[str, Answers]:
    """All moves that win with the next one by force; none where there is a win at once."""
    person, lookout = seat_to_move(state), Lookout()
    if lookout.wins_at_once(state, person):
        return {}
    ways = ((move.text, lookout.wins_next(after(state, move), person)) for move in state.legal_moves)
    return {text: answers for text, answers in ways if answers is not None}


def wins_within(state: State, person: int, moves: int) -> bool:
    """Whether somebody wins with at most so many more moves, whatever the other does. Slow where there are many."""
    if state.outcome is not None:
        return won(state, person)
    following = (after(state, move) for move in state.legal_moves)
    if not _is_to_move(state, person):
        return all(wins_within(state, person, moves) for state in following)
    return moves > 0 and any(wins_within(state, person, moves - 1) for state in following)


def confirmed(state: State, wins: dict[str, Answers]) -> bool:
    """Whether nothing wins at once, and each of these moves wins in the way that was found, whatever the other does."""
    person = seat_to_move(state)
    if Lookout().wins_at_once(state, person):
        return False
    for text, answers in wins.items():
        moved = after(state, state.parse(text))
        for reply in moved.legal_moves:
            answered = after(moved, reply)
            answer = answers[reply.text]
            if not won(after(answered, answered.parse(answer)) if answer else answered, person):
                return False
    return True


def _played(game: Game, seats: tuple[Player, Player], seed: int, number: int) -> State:
    """A game by two players, who change sides after every game."""
    state = game.start()
    for decision in range(_LONGEST):
        if state.outcome is not None:
            break
        if state.is_chance or decision < _OPENING:
            state.push(random_move(state, seed, number, decision))
        else:
            chooser = seats[(seat_to_move(state) + number) % 2]
            state.push(chooser.choose(state, decision_seed(seed, number, decision)).move)
    return state


def near_the_end(game: Game, seats: tuple[Player, Player], seed: int, number: int) -> Iterator[State]:
    """Positions of a game that somebody won, where the winner is to move soon before the end."""
    state = _played(game, seats, seed, number)
    if state.outcome is None or not state.outcome.winners:
        return
    played = plies(state)
    for behind in _BEHIND:
        if behind > played:
            return
        earlier = state.copy()
        for _ in range(behind):
            earlier.pop()
        if not earlier.is_chance:
            yield earlier


def found(name: str, known: list[dict[str, Any]], amount: int, tries: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many positions of a game, the known ones first; the reference interpreter looks at the wins again."""
    game = rulewright.load(name, engine="native")
    reference = rulewright.load(name, engine="reference")
    pairs = [(player(first), player(second)) for first, second in _PAIRS]
    positions = list(known)
    for number in range(tries):
        if len(positions) >= amount:
            break
        for state in near_the_end(game, pairs[number % len(pairs)], seed, number // len(pairs)):
            data = state.to_json()
            data["position"]["history"] = data["position"]["history"][-1:]
            wins = forced(game.from_json(data))
            is_new = all(position["position"] != data for position in positions)
            if wins and is_new and len(wins) < len(state.legal_moves):
                # To look at all other moves too would take the reference interpreter minutes.
                assert confirmed(reference.from_json(data), wins), "the engines do not agree"
                positions.append({"position": data, "wins": list(wins)})
                break
    return positions

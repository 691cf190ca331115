"""A studied game played again, and what can only be seen from its positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import MoveError
from ..game import Game
from ..headless.random_games import random_move
from ..players.seeds import decision_seed
from ..reference.decisions import Decisions
from ..reference.vocabulary import DONE
from ..state import State
from .tasks import StudiedGame, Turn


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game, and how it went on: a player's turn, or what chance did; neither at the end."""

    state: State
    turn: Turn | None
    move: str | None


def moments(game: Game, studied: StudiedGame, seed: int) -> Iterator[Moment]:
    """All positions of a studied game, from the start on. Chance is drawn as it was when the game was played."""
    state, luck = game.start(), decision_seed(seed, studied.task.number, 0)
    left = list(reversed(studied.turns))
    decision = 0
    while state.outcome is None and (left or state.is_chance):
        decision += 1
        turn = None if state.is_chance else left.pop()
        text = random_move(state, luck, studied.task.number, decision).text if turn is None else turn.text
        yield Moment(state.copy(), turn, text)
        moves = state.legal_moves
        try:
            state.push(moves[turn.place] if turn is not None and 0 <= turn.place < len(moves) else text)
        except MoveError:  # the game is from a journal that somebody has changed
            return
    yield Moment(state, None, None)


def decisions_of(state: State, move: str) -> int | None:
    """How many decisions somebody makes for a move, without those that go without saying (D110); None if unclear."""
    node, vocabulary = state._node, state.game._engine.vocabulary
    if move not in node.texts():
        return None
    parts = node.turns()[node.texts().index(move)].parts
    reader, wanted = Decisions(state.game._engine, state.position), list[int]()
    for steps in parts:
        for number, step in enumerate(steps):
            wanted += [vocabulary.number(each) for each, _ in reader.row(step, number > 0, bool(wanted))]
    wanted.append(vocabulary.number(DONE))
    turn = state.turn()
    while not turn.is_complete:
        following = next((place for place, number in enumerate(wanted) if number in turn.numbers), None)
        if following is None:
            return None
        turn.choose(wanted[following])
        if following < len(wanted) - 1:  # that it is over may be said more than once
            del wanted[: following + 1]
    return len(turn.path)

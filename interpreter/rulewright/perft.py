"""Perft: how many ways there are to play on for a number of moves (semantics D96, D71)."""

from __future__ import annotations

from .engine.course import LegalTurn
from .state import Move, State


def perft(state: State, depth: int) -> int:
    """The number of ways to play `depth` moves from here: 1 for depth 0, 0 if the game ends before.

    Outcomes of chance are summed over and are no moves of their own.
    """
    if depth == 0:
        return 1
    found = 0
    waiting = [(state, depth)]  # not recursive: a game may be thousands of moves long
    while waiting:
        node, left = waiting.pop()
        turns = node.turns()
        if node.is_chance:
            waiting += [(_after(node, turn), left) for turn in turns]
        elif left == 1:
            found += len(turns)
        else:
            waiting += [(_after(node, turn), left - 1) for turn in turns if turn.result is None]
    return found


def divide(state: State, depth: int) -> list[tuple[Move, int]]:
    """The perft of each legal move, in their order; all together are `perft(state, depth)`."""
    left = depth if state.is_chance else depth - 1
    return [
        (move, perft(_after(state, turn), left))
        for move, turn in zip(state.moves(), state.turns(), strict=True)
    ]  # fmt: skip


def _after(state: State, turn: LegalTurn) -> State:
    return State(state.game, turn.position, turn.result)

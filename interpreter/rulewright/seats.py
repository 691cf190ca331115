"""Who sits where: after `swap sides` each of two players holds the other's side."""

from __future__ import annotations

from .state import State


def seat_of(state: State, side: int) -> int:
    """Who holds a side now, as the number of the side they held when the game began."""
    return side ^ state.position.seats if len(state.game.players) == 2 else side


def seat_to_move(state: State) -> int:
    """Who is to move, as the number of the side they held when the game began."""
    return seat_of(state, state._node.me)

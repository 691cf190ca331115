"""What programs that think need before their first move, made before it is asked for.

To compile a game and what can be clicked in it, and to learn what its positions are worth, takes seconds the first
time; a person looks at the board as long, so that neither their first click nor the answer to it need wait.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from .mcts import SECONDS, Mcts

if TYPE_CHECKING:
    from ..game import Game


def make_ready(game: Game) -> None:
    """Meant for a thread of its own: meanwhile the game can be played, by the reference interpreter."""
    with suppress(Exception):  # whoever needs it makes it, and is told
        state = game.start()
        if game._engines.sampling() is not None and not state.is_chance and state.outcome is None:
            state.turn()  # what can be clicked is told by decisions, once the game is compiled
            Mcts(time=SECONDS, memory=1).choose(state, 0, stop=lambda: True)

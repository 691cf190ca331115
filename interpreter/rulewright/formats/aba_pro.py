"""Games of Abalone as Aba-Pro lists them: `1. a1b2 i8h8 2. b2c3 …`. The moves are written as ours are."""

from __future__ import annotations

import re

from ..game import Game, load
from ..state import State
from .problem import FormatError, played

_ABALONE = "abalone"


def write_aba_pro(state: State) -> str:
    """All that was played to reach a state of Abalone."""
    if state.game.id != _ABALONE:
        raise FormatError(f"Aba-Pro is for Abalone, not for {state.game.title}")
    texts = [move.text for move in state.history]
    rounds = [" ".join(texts[number : number + 2]) for number in range(0, len(texts), 2)]
    return " ".join(f"{number}. {moves}" for number, moves in enumerate(rounds, 1))


def read_aba_pro(text: str, game: Game | None = None) -> State:
    """The state that a list of moves leads to, from the standard layout or from that of a game that is given."""
    start = (load(_ABALONE) if game is None else game).start()
    return played(start, re.sub(r"(?<!\d)\d++\.", " ", text).split())

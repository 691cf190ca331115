"""Rulewright turns a rulebook into an engine.

    import rulewright

    state = rulewright.load("chess").start()
    state.push("e2-e4")

What is exported here is told in docs/api; everything else may change. A name is imported when it is first
used, so that `import rulewright` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .batches.batch import batch
    from .errors import AmbiguousMove, IllegalMove, InvalidGame, InvalidMove, InvalidPosition, InvalidState, MoveError
    from .game import Game, load
    from .headless.perft import perft
    from .library.catalogue import games
    from .matches.result import match
    from .moves import Move
    from .piece import Piece
    from .players.spec import player
    from .records import Record, RecordError
    from .state import Outcome, State
    from .turn import Turn

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "Game",
    "IllegalMove",
    "InvalidGame",
    "InvalidMove",
    "InvalidPosition",
    "InvalidState",
    "Move",
    "MoveError",
    "Outcome",
    "Piece",
    "Record",
    "RecordError",
    "State",
    "Turn",
    "batch",
    "games",
    "load",
    "match",
    "perft",
    "player",
]

_HOMES = {
    "batches.batch": "batch",
    "errors": "AmbiguousMove IllegalMove InvalidGame InvalidMove InvalidPosition InvalidState MoveError",
    "game": "Game load",
    "headless.perft": "perft",
    "library.catalogue": "games",
    "matches.result": "match",
    "moves": "Move",
    "piece": "Piece",
    "players.spec": "player",
    "records": "Record RecordError",
    "state": "Outcome State",
    "turn": "Turn",
}


if not TYPE_CHECKING:  # who checks types sees the imports above, and which names there are not

    def __getattr__(name: str) -> object:
        home = next((home for home, names in _HOMES.items() if name in names.split()), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f".{home}", __name__), name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

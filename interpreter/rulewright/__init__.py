"""Rulewright turns a rulebook into an engine.

    import rulewright

    state = rulewright.load("chess").start()
    state.push("e2e4")

What is exported here is told on one page, docs/api.md; everything else may change. A name is imported when it is first
used, so that `import rulewright` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .errors import (
        AmbiguousMove,
        IllegalMove,
        InvalidGame,
        InvalidMove,
        InvalidPlayer,
        InvalidPosition,
        InvalidState,
        MoveError,
        NotOnlyOne,
        TooLarge,
        Unplayable,
    )
    from .game import Game, load
    from .headless.perft import divide, perft
    from .headless.playouts import Playouts
    from .moves import LegalMoves, Move
    from .players.player import Candidate, Opinion, Player
    from .players.spec import player
    from .records import Record, RecordError, position_hash, read_record, read_records, replay
    from .reference.hooks import HookError
    from .show.why import Reason
    from .source.diagnostics import Diagnostic
    from .state import Outcome, State
    from .turn import OfferedDecision, Turn

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "Candidate",
    "Diagnostic",
    "Game",
    "HookError",
    "IllegalMove",
    "InvalidGame",
    "InvalidMove",
    "InvalidPlayer",
    "InvalidPosition",
    "InvalidState",
    "LegalMoves",
    "Move",
    "MoveError",
    "NotOnlyOne",
    "OfferedDecision",
    "Opinion",
    "Outcome",
    "Player",
    "Playouts",
    "Reason",
    "Record",
    "RecordError",
    "State",
    "TooLarge",
    "Turn",
    "Unplayable",
    "divide",
    "load",
    "perft",
    "player",
    "position_hash",
    "read_record",
    "read_records",
    "replay",
]

_HOMES = {
    "errors": "AmbiguousMove IllegalMove InvalidGame InvalidMove InvalidPlayer InvalidPosition InvalidState MoveError "
    "NotOnlyOne TooLarge Unplayable",
    "game": "Game load",
    "headless.perft": "divide perft",
    "headless.playouts": "Playouts",
    "moves": "LegalMoves Move",
    "players.player": "Candidate Opinion Player",
    "players.spec": "player",
    "records": "Record RecordError position_hash read_record read_records replay",
    "reference.hooks": "HookError",
    "show.why": "Reason",
    "source.diagnostics": "Diagnostic",
    "state": "Outcome State",
    "turn": "OfferedDecision Turn",
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

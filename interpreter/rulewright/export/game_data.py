"""A game as data for a page: its module, what the page must know of its rules, and how it is drawn."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from ..game import Game
from .game_module import ModuleMaker
from .rules_data import rules_data
from .setup_data import setup_data

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class GameData:
    """One game with its options as they are: `wasm` is its code, `data` everything else."""

    wasm: bytes
    data: Data


def game_data(game: Game) -> GameData:
    """Raises `NotExportable` for a game that cannot be a page."""
    module = ModuleMaker(game).made()
    data = rules_data(game, module.compiler) | {
        "free": module.linked.free,
        "places": module.linked.places,
        "layout": module.layout,
        "decisions": module.decisions,
        "search": module.search,
        "setup": setup_data(game, module.compiler),
        "start": _text(module.start),
        "history": [str(hashed) for hashed in module.history],
        "judge": _text(module.judge),
    }
    return GameData(module.linked.module, data)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")

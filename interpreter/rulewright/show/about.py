"""What a page says of a game before anything is played: its title, its players with their colours, its options."""

from __future__ import annotations

from typing import Any

from ..game import Game
from ..language.variants.options import declared
from ..source.diagnostics import Report
from .drawing.colours import colours_of_players, ink_on


def about(game: Game) -> dict[str, Any]:
    """What stays the same for a whole game."""
    rules = game.rules
    whole = game._pipeline.whole
    options = declared(whole.root, Report()) if whole else {}
    return {
        "id": game.id,
        "title": game.title,
        "about": rules.about,
        "by": rules.by,
        "unbounded": rules.board.unbounded,
        "players": [
            {"name": name, "colour": colour, "ink": ink_on(colour)}
            for name, colour in zip(game.players, colours_of_players(rules), strict=True)
        ],
        "options": [
            {**option.data, "chosen": rules.options.get(option.name, option.default)} for option in options.values()
        ],
    }

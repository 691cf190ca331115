"""A rulebook as plain data, for pages that put it together themselves."""

from __future__ import annotations

from typing import Any

from ..game import Game
from ..show.drawing import draw_svg
from .chapters import rulebook
from .diagrams import diagrams


def words_data(game: Game, most: int) -> dict[str, Any]:
    """The rules for players who do not read the file of a game, with so many diagrams at the most."""
    book = rulebook(game.rules, game._pipeline.choices)
    pictures = [{"caption": each.caption, "svg": draw_svg(each.state)} for each in diagrams(game, most)]
    chapters = [
        {"title": chapter.title, "entries": [{"name": each.name, "text": each.text} for each in chapter.entries]}
        for chapter in book.chapters
    ]
    return {"title": book.title, "by": book.by, "about": book.about, "chapters": chapters, "diagrams": pictures}

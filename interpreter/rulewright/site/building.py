"""What one game puts into the folder: its page, its picture, and what the gallery tells of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import InvalidGame
from ..export.game_module import NotExportable
from ..export.page import SHARED, page_of
from ..game import load_with
from ..language.game_files import stem_of
from ..language.place import place_of
from ..language.reading import read_as_it_is
from ..library.beginnings import copied
from ..library.listing import entry
from ..source.diagnostics import Report
from ..source.limits import with_effort
from ..web.desk import drawn
from .pages import around_a_game


@dataclass(frozen=True, slots=True)
class Setup:
    """The same for all games; `workshop`: whether the folder has one that pages can lead to."""

    workshop: bool
    allow_hooks: bool
    effort: int = 1  # of what the limits of play say


@dataclass(frozen=True, slots=True)
class Built:
    """`refusal` says why a game cannot be a page; then there is nothing else."""

    entry: dict[str, Any]
    page: str = ""
    picture: str = ""
    begun: str = ""  # its file as the workshop begins with it
    refusal: str = ""


def build(name: str, path: Path, setup: Setup) -> Built:
    """Raises `InvalidGame` for a file with mistakes."""
    game = load_with(path, {}, allow_hooks=setup.allow_hooks, limits=with_effort(setup.effort))
    told = entry(name, path)
    if not place_of(path).shipped:
        told["status"] = "yours"
    try:
        page = page_of([game], around=around_a_game(name, setup.workshop))
    except NotExportable as error:
        return Built(told, refusal=str(error))
    return Built(told, page, drawn(game, path, (SHARED / "board.css").read_text("utf-8")), beginning(path))


def beginning(path: Path) -> str:
    """What the workshop is given for a copy of this game."""
    text = read_as_it_is(path, Report())
    return json.dumps({"name": stem_of(path), "text": copied(text or "")})


def prepare(setup: Setup) -> Callable[[tuple[str, Path], Callable[[int], None]], Built | InvalidGame]:
    """What a process does with each game."""

    def work(task: tuple[str, Path], beat: Callable[[int], None]) -> Built | InvalidGame:
        try:
            return build(*task, setup)
        except InvalidGame as error:
            return error

    return work

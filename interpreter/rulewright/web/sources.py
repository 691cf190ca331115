"""Which game a request means: one of the library, one of the user's files, or a text that somebody sent."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..language.game_files import game_called, meant, shipped, similar_games
from ..language.reading import read_as_it_is
from ..source.diagnostics import Report
from ..source.limits import LIMITS
from .refusals import Refusal
from .settings import Settings
from .values import text_in


def source_of(data: Mapping[str, Any], settings: Settings) -> dict[str, str]:
    """`{"path": …}` or `{"text": …}`, as workers take it. Never a path that the request names."""
    if "text" in data:
        text = text_in(data, "text")
        if len(text.encode("utf-8", "replace")) > LIMITS.file_bytes.value:
            raise Refusal(f"A game file has at most {LIMITS.file_bytes.value // 1024} KiB.")
        return {"text": text}
    return {"path": str(path_of(text_in(data, "game", longest=200), settings))}


def path_of(game: str, settings: Settings) -> Path:
    """The file of a game by its id."""
    games = shipped()
    found = settings.files.get(game) or game_called(game, games)
    if found is None:
        similar = similar_games(game, [*settings.files, *games])
        question = f" D{meant(similar).removeprefix('d')}" if similar else ""
        raise Refusal(f'There is no game "{game}" here.{question}', status=404)
    return found


async def text_of(path: Path) -> str:
    """What a file says; what lies there now may be a folder, a pipe or something huge."""
    report = Report()
    text = await asyncio.to_thread(read_as_it_is, path, report)
    if text is None:
        why = report.errors[0].message
        raise Refusal(why[:1].upper() + why[1:])
    return text

"""The games of a command line as files with names for addresses."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from .positions import shown
from .terminal import InputError

_STEPS = (".", "..")  # in an address they lead elsewhere, however they are written


def named_files(games: Sequence[str]) -> dict[str, Path]:
    """The files of these games by what they are called in addresses; none of somebody's own takes a library's name."""
    from ..language.game_files import find_game, shipped, stem_of
    from ..language.place import place_of
    from ..language.reading import read_source
    from ..source.diagnostics import Report

    files: dict[str, Path] = {}
    for game in games:
        report = Report()
        path = find_game(game, report)
        if path is not None and not os.path.isfile(path):
            read_source(path, report)  # which tells what it is instead
        if path is None or report.failed:
            told = report.errors[0]
            way_out = f"; {shown(told.help)}" if told.help else ""
            raise InputError(f"{shown(game)}: {shown(told.message.rstrip('.'))}{way_out}")
        place = place_of(path)
        name = place.path.stem if place.shipped else stem_of(path)
        if not place.shipped:
            taken = {*_STEPS, *shipped(), *(known for known, other in files.items() if other != place.path)}
            while name in taken:
                name = f"my_{name}"
        files[name] = place.path
    return files

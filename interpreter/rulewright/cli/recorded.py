"""Files of records that a command line names, and the games they are of."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from .positions import refused, shown
from .terminal import InputError, tell

if TYPE_CHECKING:
    from ..game import Game
    from ..records import Record

STDIN = "-"
_ID = re.compile(r"\w[\w-]*")  # never a path: a record must not choose files for us


@contextmanager
def opened_records(file: str) -> Iterator[BinaryIO]:
    if file == STDIN:
        yield sys.stdin.buffer
        return
    try:
        stream = open(file, "rb")  # noqa: SIM115 (the with is below: errors while reading are others)
    except (OSError, ValueError) as error:
        raise InputError(f"{shown(file)} cannot be read: {refused(error)}") from None
    with stream:
        yield stream


def recorded_game(record: Record, folder: Path, named: str | None, way_out: str) -> str | Path:
    """The named game, or the one of the library, or a file of this name in the folder of the record.

    `way_out` says how to name it.
    """
    from ..language.game_files import GAME_SUFFIX, game_called, shipped

    if named is not None:
        return named
    if not _ID.fullmatch(record.game):
        raise InputError(f'"{shown(record.game)}" is not the id of a game; {way_out}')
    if game_called(record.game, shipped()):
        return record.game
    beside = folder / f"{record.game}{GAME_SUFFIX}"
    if not os.path.lexists(beside):  # what is wrong with it, if it is no file, is told where it is read
        raise InputError(f'"{record.game}" is neither in the library nor is {shown(str(beside))} there; {way_out}')
    return beside


def tell_other_rules(record: Record, game: Game, where: str) -> bool:
    """A note if the rules are others than those of the record; that alone is no mistake."""
    from ..records import has_other_rules

    changed = has_other_rules(record, game)
    if changed:
        tell(f"{where}: the rules of {shown(record.game)} have changed since this was recorded")
    return changed

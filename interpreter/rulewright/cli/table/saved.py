"""Games that are put away and taken up again: records on disk."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote

from ...game import Game
from ...records import Record, RecordError, read_records, replay
from ...state import State
from ..positions import shown
from ..recorded import opened_records
from ..terminal import InputError, say


class Saves:
    """Writes the game at the table; a file that was there before is left alone."""

    def __init__(self, own: Path | None = None) -> None:
        self._own = own  # ours, so it may be written again

    def write(self, name: str, record: Record) -> None:
        if not name:
            if self._own is None:
                say('Where to? Write "save" and the name of a file.')
                return
            name = str(self._own)
        path = Path(name)
        try:
            if path != self._own and path.exists():
                say(f"{shown(name)} is already there; choose another name.")
                return
            # Beside it first: if the disk is full, an older save stays whole.
            beside = path.with_name(f".{path.name}.part")
            beside.write_text(f"{record.line()}\n", encoding="ascii")
            os.replace(beside, path)
        except (OSError, ValueError) as error:
            say(f"{shown(name)} cannot be written: {getattr(error, 'strerror', None) or error}.")
            return
        self._own = path
        moves = "1 move" if len(record.moves) == 1 else f"{len(record.moves)} moves"
        say(f'Saved {moves}; "rulewright play --resume {shown(quote(name))}" goes on from here.')


def last_record(file: str) -> Record:
    """The last game of a file."""
    found: Record | None = None
    with opened_records(file) as stream:
        for line, record in read_records(stream):
            if isinstance(record, RecordError):
                raise InputError(f"{shown(file)}:{line}: {record}")
            found = record
    if found is None:
        raise InputError(f"there is no game in {shown(file)}")
    return found


def resumed(record: Record, game: Game) -> State:
    """The position at the end of a record, with everything that was played to get there."""
    try:
        *_, state = replay(record, game)
    except RecordError as error:
        raise InputError(f"this game cannot be taken up again: {shown(str(error))}") from None
    return state

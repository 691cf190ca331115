"""Games that are put away and taken up again: records on disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shlex import quote

from ...game import Game
from ...records import Record, RecordError, read_records, replay
from ...state import State
from ..positions import shown
from ..recorded import opened_records
from ..terminal import InputError, say
from ..writing import new_file, write_all


class Saves:
    """Writes the game at the table: into a file of its own, or into the one it was taken up from.

    There it takes the place of the record that it goes on from; all other games stay, also that one if moves of it
    were taken back. Any other file that was there before is left alone.
    """

    def __init__(self, own: Path | None = None, record: Record | None = None) -> None:
        self._own, self._record = own, record
        self._is_ours = False  # the record was written at this table

    def write(self, name: str, record: Record) -> None:
        if not name:
            if self._own is None:
                say('Where to? Write "save" and the name of a file.')
                return
            name = str(self._own)
        path = Path(name)
        if self._record is not None:
            record = replace(record, number=self._record.number)
        try:
            with new_file(name, over=path == self._own) as stream:
                for line in self._with(record) if path == self._own else [_line(record)]:
                    write_all(stream, line)
        except InputError as error:
            say(f"{str(error).removesuffix(', or add --force')}.")
            return
        self._own, self._record, self._is_ours = path, record, True
        moves = "1 move" if len(record.moves) == 1 else f"{len(record.moves)} moves"
        say(f'Saved {moves}; "rulewright play --resume {shown(quote(name))}" goes on from here.')

    def _with(self, record: Record) -> Iterator[bytes]:
        """The lines of our file with the record in place of the one before it, or after all others."""
        assert self._own is not None
        before = self._record if self._is_ours or self._goes_on(record) else None
        try:
            stream = open(self._own, "rb")  # noqa: SIM115 (the with is below)
        except FileNotFoundError:
            yield _line(record)
            return
        with stream:
            same = [number for number, known in read_records(stream) if known == before]
            stream.seek(0)
            for number, line in enumerate(stream, 1):
                yield _line(record) if same and number == same[-1] else line if line.endswith(b"\n") else line + b"\n"
        if not same:
            yield _line(record)

    def _goes_on(self, record: Record) -> bool:
        before = self._record
        return before is not None and record.moves[: len(before.moves)] == before.moves


def _line(record: Record) -> bytes:
    return f"{record.line()}\n".encode("ascii")


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

"""The file that a command writes its games to, one record a line: `--record FILE`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Protocol

from .positions import shown
from .terminal import InputError, UsageError, say

STDOUT = "-"


def add_record_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--record", metavar="FILE", help="write a record of each game, one a line; - for standard output"
    )
    parser.add_argument("--force", action="store_true", help="write over a file of this name")


def check_record_arguments(arguments: argparse.Namespace) -> None:
    if arguments.json and arguments.record == STDOUT:
        raise UsageError("--json and --record - both write to standard output; give the record a file")


class Write(Protocol):
    def __call__(self, line: str) -> None: ...


@contextmanager
def record_writer(file: str | None, force: bool) -> Iterator[Write | None]:
    """How to write a line of the record; each is on its way before the next game begins."""
    if file is None:
        yield None
        return
    if file == STDOUT:
        yield lambda line: say(line, now=True)
        return
    with _opened(Path(file), force) as stream:
        # Not buffered and in one piece: whatever happens to this process, no line is written by half.
        yield lambda line: _write_all(stream.fileno(), f"{line}\n".encode())


def _opened(path: Path, force: bool) -> FileIO:
    try:
        if not force and path.is_file():
            raise FileExistsError
        return open(path, "wb", buffering=0)
    except FileExistsError:
        raise InputError(f"{path} is already there; choose another name, or add --force") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{shown(str(path))} cannot be written: {getattr(error, 'strerror', error)}") from None


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]

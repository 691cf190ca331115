"""The file that a command writes its games to, one record a line: `--record FILE`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from .terminal import STDOUT, UsageError, say
from .writing import begun_file, remove_if_empty, told_if_unwritable, write_all


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
    with ExitStack() as held:
        with told_if_unwritable(file):  # only what has to do with the file: other errors are those of the games
            stream, finish = held.enter_context(begun_file(file, over=force))
            if not force:
                finish()
        unnamed = [finish] if force else []  # an older file stays until there is a game to replace it

        def write(line: str) -> None:
            # Not buffered and in one piece: whatever happens to this process, no line is written by half.
            with told_if_unwritable(file):
                write_all(stream, f"{line}\n".encode())
                while unnamed:
                    unnamed.pop()()

        try:
            yield write
        except BaseException:  # also Ctrl-C
            remove_if_empty(stream, file)
            raise

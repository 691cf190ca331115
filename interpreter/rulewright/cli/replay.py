"""`rulewright replay`: plays recorded games again and compares every move, every position and the outcome."""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from .numbers import whole_number
from .positions import add_hooks_argument, load_game, shown
from .terminal import InputError, say, say_json, tell

if TYPE_CHECKING:
    from ..game import Game
    from ..records import Record

HELP = "play recorded games again and check them"
STDIN = "-"
_WIDTH = 100
_ID = re.compile(r"\w+([-_]\w+)*")  # never a path: a record must not choose files for us


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file of records, or - for standard input")
    parser.add_argument("--number", metavar="N", type=whole_number(0), help="only the game of this number")
    parser.add_argument("--to", metavar="PLY", type=whole_number(0), help="draw the position after so many plies")
    parser.add_argument("--check", action="store_true", help="only say whether everything is as recorded")
    parser.add_argument(
        "--game", metavar="GAME", help="the game file, if it is neither in the library nor beside the record"
    )
    add_hooks_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the games as JSON")


def run(arguments: argparse.Namespace) -> int:
    games = _Games(arguments)
    results: list[dict[str, object]] = []
    moves = 0
    for line, record in _records(arguments.record, arguments.number):
        where = f"{shown(arguments.record)}:{line}: game {record.number} of {shown(record.game)}"
        game = games.of(record)
        if game is None:
            return 1  # its errors have been told, and they would be told again for every game
        problem, drawing = _replayed(record, game, arguments.to)
        results.append(_data(line, record, problem, drawing))
        moves += len(record.moves)
        if problem:
            tell(f"{where}: {shown(problem)}")
        elif not (arguments.check or arguments.json):
            say(_told(record, arguments.to, drawing))
    if arguments.json:
        say_json(results)
    return _closing(arguments, results, moves)


def _closing(arguments: argparse.Namespace, results: list[dict[str, object]], moves: int) -> int:
    wrong = sum(result["problem"] is not None for result in results)
    wrong += arguments.unreadable
    if not results and not wrong:
        which = "no record" if arguments.number is None else f"no game number {arguments.number}"
        raise InputError(f"there is {which} in {shown(arguments.record)}")
    games = "1 game" if len(results) == 1 else f"{len(results)} games"
    if arguments.check and not arguments.json:
        say(f"{games}, {moves} moves: {'everything is as recorded' if not wrong else f'{wrong} not as recorded'}")
    return 1 if wrong else 0

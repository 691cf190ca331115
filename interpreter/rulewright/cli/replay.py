"""`rulewright replay`: plays recorded games again and compares every move, every position and the outcome."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .numbers import whole_number
from .picture import drawn
from .positions import add_effort_argument, add_hooks_argument, load_game, shown
from .recorded import STDIN, opened_records, recorded_game, tell_other_rules
from .terminal import InputError, say, say_json, tell

if TYPE_CHECKING:
    from ..game import Game
    from ..records import Record
    from ..state import State

HELP = "play recorded games again and check them"
EXAMPLES = (
    "replay games.jsonl --check",
    "replay games.jsonl --number 2 --to 10",
)
_WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file of records, or - for standard input")
    parser.add_argument("--number", metavar="N", type=whole_number(0), help="only the game of this number")
    parser.add_argument("--to", metavar="PLY", type=whole_number(0), help="draw the position after so many plies")
    parser.add_argument("--check", action="store_true", help="only say whether everything is as recorded")
    parser.add_argument(
        "--game", metavar="GAME", help="the game file, if it is neither in the library nor beside the record"
    )
    add_hooks_argument(parser)
    add_effort_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the games as JSON")


@dataclass(frozen=True, slots=True)
class _Replayed:
    """A game of the file, what is not as recorded, and the position that was asked for."""

    record: Record
    problem: str | None
    drawing: str | None


def run(arguments: argparse.Namespace) -> int:
    from ..records import CutOff, RecordError, read_records

    games = _Games(arguments)
    found: list[_Replayed] = []
    unreadable = 0
    with opened_records(arguments.record) as stream:
        for line, record in read_records(stream):
            where = f"{shown(arguments.record)}:{line}"
            if isinstance(record, RecordError):
                tell(f"{where}: {record}")
                unreadable += not isinstance(record, CutOff)  # the games before it are whole
                continue
            if arguments.number not in (None, record.number):
                continue
            replayed = _replay(record, games.of(record, where), arguments.to, str if arguments.json else drawn)
            found.append(replayed)
            if replayed.problem:
                tell(f"{where}: {_name(record)}: {shown(replayed.problem)}")
            elif not (arguments.check or arguments.json):
                say(_told(replayed, arguments.to), painted=replayed.drawing is not None)
    if not found and not unreadable:
        which = "record" if arguments.number is None else f"game number {arguments.number}"
        raise InputError(f"there is no {which} in {shown(arguments.record)}")
    wrong = unreadable + sum(replayed.problem is not None for replayed in found)
    if arguments.json:
        say_json([_data(replayed) for replayed in found])
    elif arguments.check:
        moves = sum(len(replayed.record.moves) for replayed in found)
        games_and_moves = f"{_count(len(found), 'game')}, {_count(moves, 'move')}"
        say(f"{games_and_moves}: {f'{wrong} not as recorded' if wrong else 'everything is as recorded'}")
    return 1 if wrong else 0


class _Games:
    """The games that records name, each loaded once."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._named: str | None = arguments.game
        self._allow_hooks: bool = arguments.allow_hooks
        self._effort: int = arguments.effort
        self._folder = Path() if arguments.record == STDIN else Path(arguments.record).parent
        self._loaded: dict[tuple[str, tuple[tuple[str, str], ...]], Game] = {}
        self._other_rules: set[str] = set()  # the games of which that was told

    def of(self, record: Record, where: str) -> Game:
        key = (record.game, tuple(sorted(record.options.items())))
        if key not in self._loaded:
            file = recorded_game(record, self._folder, self._named, "name its file with --game FILE")
            self._loaded[key] = load_game(file, record.options, self._allow_hooks, self._effort)
        game = self._loaded[key]
        if game.id not in self._other_rules and tell_other_rules(record, game, where):
            self._other_rules.add(game.id)
        return game


def _replay(record: Record, game: Game, ply: int | None, draw: Callable[[State], str]) -> _Replayed:
    from ..headless.random_games import plies
    from ..records import RecordError, replay

    drawing = None
    try:
        for state in replay(record, game):
            if ply is not None and drawing is None and plies(state) == ply:
                drawing = draw(state)
    except RecordError as error:
        return _Replayed(record, str(error), drawing)
    if ply is not None and drawing is None:
        raise InputError(f"{_name(record)} has only {_count(record.plies, 'ply', 'plies')}; --to {ply} is too far")
    return _Replayed(record, None, drawing)


def _told(replayed: _Replayed, ply: int | None) -> str:
    record = replayed.record
    if replayed.drawing is not None:
        return f"{_name(record)} after {_count(ply or 0, 'ply', 'plies')}:\n{replayed.drawing}"
    players = ", ".join(shown(f"{side} by {player}") for side, player in record.players.items())
    numbered = " ".join(f"{number}. {shown(move)}" for number, move in enumerate(record.moves, 1))
    moves = textwrap.fill(numbered, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    end = str(record.outcome) if record.outcome else "not played to the end"
    return f"{_name(record)}: {players}\n{moves}\n{end}, {_count(record.plies, 'ply', 'plies')}"


def _data(replayed: _Replayed) -> dict[str, object]:
    record = replayed.record
    return {
        "game": record.game,
        "options": dict(record.options),
        "number": record.number,
        "plies": record.plies,
        "moves": list(record.moves),
        "outcome": str(record.outcome) if record.outcome else None,
        "as_recorded": replayed.problem is None,
        "problem": replayed.problem,
        "drawing": replayed.drawing,
    }


def _name(record: Record) -> str:
    return f"game {record.number} of {shown(record.game)}"


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"

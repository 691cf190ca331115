"""`rulewright play`: a game in the terminal, against programs, against other people, or to watch."""

from __future__ import annotations

import argparse
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .numbers import seconds, whole_number
from .positions import add_game_arguments, chosen_game, load_game, shown
from .terminal import UsageError, clean, say

if TYPE_CHECKING:
    from ..game import Game
    from ..records import Record
    from ..state import State
    from .table.session import Session

HELP = "play a game in the terminal"
EXAMPLES = (
    "play hive",
    "play surikata --as orange --level 3",
    "play chess --watch --against mcts",
)
LEVELS = 10
USUAL_LEVEL = 7
_PACE = 1.0  # seconds between moves for somebody who watches


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser, required=False)
    parser.add_argument(
        "--against",
        metavar="PLAYER",
        help="who plays the other sides: mcts, alphabeta, greedy, random, person, or another program as "
        "engine:COMMAND; with settings such as mcts:time=5; several between commas, one for each side (mcts)",
    )
    parser.add_argument("--as", dest="side", metavar="SIDE", help="the side you play (the first)")
    parser.add_argument(
        "--level",
        metavar="N",
        type=whole_number(1, LEVELS),
        help=f"how strong mcts plays, from 1 to {LEVELS} ({USUAL_LEVEL})",
    )
    parser.add_argument("--time", metavar="SECONDS", type=seconds, help="how long mcts thinks about a move")
    parser.add_argument("--watch", action="store_true", help="programs play all sides")
    parser.add_argument(
        "--pace", metavar="SECONDS", type=seconds, help="how long each move is shown when watching (1 on a terminal)"
    )
    parser.add_argument("--resume", metavar="FILE", help='go on with a game that was kept with "save"')
    parser.add_argument(
        "--seed", metavar="S", type=whole_number(0), help="the same seed gives the same dice and the same replies"
    )


def run(arguments: argparse.Namespace) -> int:
    _check(arguments)
    record = None
    if arguments.resume is not None:
        from .table.saved import last_record

        record = last_record(arguments.resume)
    game = chosen_game(arguments) if record is None else _game_of(record, arguments)
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="backslashreplace")  # a wrong byte is part of a wrong move, no more
    session = _session(game, record, arguments)
    _converse(session)
    session.farewell()
    return 1 if session.failed else 0


def _check(arguments: argparse.Namespace) -> None:
    if arguments.game is None and arguments.resume is None:
        raise UsageError("which game? Write rulewright play GAME; rulewright list names them all")
    if arguments.resume is not None and arguments.options:
        raise UsageError("--resume knows the options of the game; leave --option out")
    if arguments.level is not None and arguments.time is not None:
        raise UsageError("--level and --time both say how long mcts thinks; give one of them")
    if arguments.watch and arguments.side is not None:
        raise UsageError("--watch lets programs play all sides; --as has no meaning then")
    if arguments.pace is not None and not arguments.watch:
        raise UsageError("--pace is for --watch")


def _game_of(record: Record, arguments: argparse.Namespace) -> Game:
    from .recorded import recorded_game, tell_other_rules

    way_out = f"name its file: rulewright play FILE --resume {shown(arguments.resume)}"
    file = recorded_game(record, Path(arguments.resume).parent, arguments.game, way_out)
    game = load_game(file, record.options, arguments.allow_hooks, arguments.effort)
    tell_other_rules(record, game, shown(arguments.resume))
    return game


def _session(game: Game, record: Record | None, arguments: argparse.Namespace) -> Session:
    from .recorded import STDIN
    from .table.saved import Saves, resumed
    from .table.seating import Seating
    from .table.session import Session

    who = _who(game, record, arguments)
    state: State = game.start() if record is None else resumed(record, game)
    seed = arguments.seed
    if seed is None:
        seed = record.seed if record is not None and record.seed is not None else secrets.randbelow(10**6)
    pace = arguments.pace if arguments.pace is not None else (_PACE if sys.stdout.isatty() else 0.0)
    own = arguments.resume if arguments.resume != STDIN else None  # what came through a pipe has no place of its own
    saves = Saves(None if own is None else Path(own), record)
    return Session(state, Seating(game, who), seed, saves, pace)


def _who(game: Game, record: Record | None, arguments: argparse.Namespace) -> list[str]:
    """For each side `person`, or how its program is written."""
    from ..source.diagnostics import one_of
    from .table.seating import PERSON

    chosen = (arguments.against, arguments.side, arguments.level, arguments.time)
    if record is not None and not arguments.watch and chosen == (None,) * 4:
        return [_known(record.players.get(side, PERSON)) for side in game.players]
    side = arguments.side or game.players[0]
    if side not in game.players:
        raise UsageError(f'{shown(game.title)} has no player "{shown(side)}"; there are {one_of(game.players, "and")}')
    others = [name for name in game.players if arguments.watch or name != side]
    programs = _programs(arguments)
    if len(programs) not in (1, len(others)):
        raise UsageError(f"--against names {len(programs)}, but the other sides are {one_of(others, 'and')}")
    seats = dict(zip(others, programs * (len(others) if len(programs) == 1 else 1), strict=True))
    return [seats.get(name, PERSON) for name in game.players]


def _known(player: str) -> str:
    """Who played a side of a record, within fair bounds; somebody we do not know is left to a person."""
    from ..errors import InvalidPlayer
    from ..players.spec import spec
    from ..players.strengths import fair
    from .table.seating import PERSON

    try:
        return str(fair(spec(player)))
    except InvalidPlayer:
        return PERSON


def _programs(arguments: argparse.Namespace) -> list[str]:
    """The opponents in the order of the sides they play; `mcts` alone plays as strong as --level or --time say."""
    from ..errors import InvalidPlayer
    from ..players.spec import specs
    from ..players.strengths import for_seconds, level
    from .table.seating import PERSON

    usual = for_seconds(arguments.time) if arguments.time else level(arguments.level or USUAL_LEVEL)
    text: str = arguments.against or "mcts"
    if text == PERSON:
        if arguments.watch:
            raise UsageError("--watch lets programs play all sides; nobody is a person then")
        return [PERSON]
    try:
        found = specs(text)
    except InvalidPlayer as error:
        raise UsageError(shown(str(error)).replace("random, greedy", "person, random, greedy")) from None
    if (arguments.level or arguments.time) and not any(one.name == "mcts" and not one.values for one in found):
        raise UsageError("--level and --time are for mcts without settings of its own")
    return [str(usual if one.name == "mcts" and not one.values else one) for one in found]


def _converse(session: Session) -> None:
    _prepare_editing(session)
    begun = warned = False
    while not session.over:
        try:
            if begun:
                line = input(clean(session.prompt()))
                warned = False
                session.answer(line)
            else:
                begun = True
                session.begin()
        except EOFError:
            say("")
            return
        except KeyboardInterrupt:
            if warned or not sys.stdin.isatty():
                raise
            warned = True
            go_on = "An empty line goes on, " if session.is_watched else ""
            say(f'\n{go_on}"save FILE" keeps the game, "quit" leaves.')


def _prepare_editing(session: Session) -> None:
    """Lets people edit what they type; the tabulator key completes commands and moves."""
    with suppress(ImportError):
        import readline

        found: list[str] = []

        def complete(text: str, number: int) -> str | None:
            if number == 0:
                found[:] = session.completions(text)
            return found[number] if number < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")

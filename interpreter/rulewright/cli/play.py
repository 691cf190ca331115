"""`rulewright play`: a game in the terminal, against another person or against chance."""

from __future__ import annotations

import argparse
import secrets
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from .numbers import whole_number
from .positions import add_game_arguments, chosen_game, shown
from .terminal import UsageError, say

if TYPE_CHECKING:
    from .session import Session

HELP = "play a game in the terminal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--against", choices=("random", "person"), default="random", help="who plays the other sides (random)"
    )
    parser.add_argument("--as", dest="side", metavar="PLAYER", help="the side you play (the first)")
    parser.add_argument(
        "--seed", metavar="S", type=whole_number(0), help="the same seed gives the same random moves"
    )


def run(arguments: argparse.Namespace) -> int:
    game = chosen_game(arguments)
    if game is None:
        return 1
    from ..language.diagnostics import one_of
    from .session import Session

    side = arguments.side or game.players[0]
    if side not in game.players:
        raise UsageError(f'{shown(game.title)} has no player "{shown(side)}"; there are {one_of(game.players, "and")}')
    seed = secrets.randbelow(10**6) if arguments.seed is None else arguments.seed
    people = set(game.players) if arguments.against == "person" else {side}
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="backslashreplace")  # a wrong byte is part of a wrong move, no more
    session = Session(game, people, seed)
    session.begin()
    _converse(session)
    session.farewell()
    return 0


def _converse(session: Session) -> None:
    with suppress(ImportError):
        import readline  # noqa: F401 (lets people edit what they type)
    warned = False
    while not session.over:
        try:
            line = input(session.prompt())
        except EOFError:
            say("")
            return
        except KeyboardInterrupt:
            if warned or not sys.stdin.isatty():
                raise
            warned = True
            say('\n"save FILE" keeps the game, "quit" leaves.')
            continue
        warned = False
        session.answer(line)

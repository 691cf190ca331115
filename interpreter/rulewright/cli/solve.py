"""`rulewright solve`: what a small game is worth with perfect play."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..lab import MOST_POSITIONS
from .numbers import whole_number
from .positions import add_game_arguments, chosen_game, shown
from .progress import Progress
from .spreading import add_journal_arguments, add_workers_argument, chosen_journal, chosen_where, tell_resumed
from .terminal import InputError, say, say_json, told_if_interrupted

if TYPE_CHECKING:
    from ..game import Game
    from ..lab.solve import Solution

HELP = "solve a small game: won, lost or drawn with perfect play, and how"
EXAMPLES = (
    "solve tictactoe",
    "solve dodgem --json",
    "solve gardner --positions 5000000 --workers 3 --journal gardner.journal",
)
_WORDS = {1: "wins", 0: "draws", -1: "loses"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--positions",
        metavar="N",
        type=whole_number(1),
        default=MOST_POSITIONS,
        help=f"give up beyond so many positions ({MOST_POSITIONS})",
    )
    add_workers_argument(parser, "look at all positions and search for both proofs")
    add_journal_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the solution as JSON")


def _solved(game: Game, arguments: argparse.Namespace) -> Solution:
    """Here, one question after the other, if nobody asks for more."""
    from ..lab.solve import solve
    from ..lab.solving import Setup, Solving

    with chosen_journal(arguments) as journal, chosen_where(arguments) as where:
        solving = Solving(Setup(game, arguments.positions), where, journal)
        tell_resumed(solving.known, 3, journal, "answers")
        with Progress(arguments.positions, "positions") as progress:
            if arguments.workers is None and arguments.cluster is None and journal is None:
                return solve(game, arguments.positions, progress.show)
            return solving.run(progress.show)


def run(arguments: argparse.Namespace) -> int:
    from ..lab.solve import CannotSolve
    from ..spread.news import CannotWork

    game = chosen_game(arguments)
    try:
        with told_if_interrupted(f"{shown(game.title)} is not solved"):
            found = _solved(game, arguments)
    except (CannotSolve, CannotWork) as error:
        raise InputError(f"{shown(game.title)} cannot be solved: {shown(str(error))}") from None
    if arguments.json:
        say_json(
            {
                "game": game.id,
                "options": dict(game.rules.options),
                "value": {1: "win", 0: "draw", -1: "loss"}[found.value],
                "turns": found.turns,
                "line": list(found.line),
                "positions": found.positions,
                "first_moves": {move: _WORDS[value] for move, value in found.first_moves},
            }
        )
        return 0
    first = game.players[game.start()._node.me]
    how = f" in {found.turns} turns: {'; '.join(found.line)}" if found.turns is not None else ""
    say(shown(f"{game.title} with perfect play: {first} {_WORDS[found.value]}{how}"))
    for value in (1, 0, -1):
        moves = [move for move, worth in found.first_moves if worth == value]
        if moves:
            say(shown(f"  first moves that {_WORDS[value].removesuffix('s')}: {', '.join(moves)}"))
    say(f"({found.positions:,} positions)")
    return 0

"""`rulewright solve`: what a small game is worth with perfect play."""

from __future__ import annotations

import argparse

from ..lab import MOST_POSITIONS
from .numbers import whole_number
from .positions import add_game_arguments, chosen_game, shown
from .progress import Progress
from .terminal import InputError, say, say_json

HELP = "solve a small game: won, lost or drawn with perfect play, and how"
EXAMPLES = (
    "solve tictactoe",
    "solve dodgem --json",
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
    parser.add_argument("--json", action="store_true", help="print the solution as JSON")


def run(arguments: argparse.Namespace) -> int:
    from ..lab.solve import CannotSolve, solve

    game = chosen_game(arguments)
    with Progress(arguments.positions, "positions") as progress:
        try:
            found = solve(game, arguments.positions, progress.show)
        except CannotSolve as error:
            raise InputError(f"{shown(game.title)} cannot be solved: {error}") from None
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

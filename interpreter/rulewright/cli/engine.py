"""`rulewright engine`: any game as an engine for other programs, in JSON lines."""

from __future__ import annotations

import argparse

from .numbers import whole_number
from .positions import add_game_arguments, chosen_game, shown
from .terminal import UsageError, say

HELP = "answer other programs as an engine: positions, legal moves, reasons, best moves (JSON lines)"
EXAMPLES = (
    "engine tictactoe",
    "engine chess --player mcts",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--player", metavar="PLAYER", default="mcts", help="who chooses the best move, such as mcts:threads=2 (mcts)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number(0), default=1, help="the same seed gives the same chances (1)"
    )


def run(arguments: argparse.Namespace) -> int:
    from ..errors import InvalidPlayer
    from ..players.spec import spec
    from ..protocol.engine import Engine
    from ..protocol.serving import serve
    from ..show.failure import apology

    try:
        usual = spec(arguments.player)
    except InvalidPlayer as error:
        raise UsageError(shown(str(error))) from None
    engine = Engine(chosen_game(arguments), usual, arguments.seed)
    # A stream of its own, which is never closed: the thread that reads it may still wait for a line when all is said,
    # and whoever closes a stream waits for its readers.
    lines = open(0, "rb", closefd=False)  # noqa: SIM115
    serve(engine, lines, lambda line: say(line, now=True), apology)
    return 0

"""`rulewright uhp`: Hive as an engine for viewers and matches, by the Universal Hive Protocol."""

from __future__ import annotations

import argparse
import sys

from .numbers import MOST_THREADS, whole_number
from .positions import add_effort_argument
from .terminal import say

HELP = "be a Hive engine for viewers such as MzingaViewer (Universal Hive Protocol)"
EXAMPLES = (
    "uhp",
    "uhp --player mcts --threads 2",
)
_PLAYERS = ("mcts", "alphabeta", "greedy", "random")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--player", choices=_PLAYERS, default="mcts", help="who chooses the best move (mcts)")
    parser.add_argument(
        "--threads", metavar="N", type=whole_number(1, MOST_THREADS), help="threads that mcts thinks on (all cores)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number(0), default=1, help="the same seed gives the same chances (1)"
    )
    add_effort_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..players.strengths import usual_threads
    from ..show.failure import apology
    from ..source.limits import with_effort
    from ..uhp.engine import Engine
    from ..uhp.serving import serve

    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="backslashreplace")
    engine = Engine(
        arguments.player, arguments.threads or usual_threads(), arguments.seed, with_effort(arguments.effort)
    )
    serve(engine, sys.stdin, lambda line: say(line, now=True), apology, is_typed=sys.stdin.isatty())
    return 0

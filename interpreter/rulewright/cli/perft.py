"""`rulewright perft`: in how many ways a game can go on, for comparing with other programs."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import TYPE_CHECKING

from .numbers import add_threads_argument, whole_number
from .positions import add_after_argument, add_game_arguments, chosen_position, described, shown
from .progress import Progress
from .terminal import UsageError, say, say_json, tell, told_if_interrupted

if TYPE_CHECKING:
    from ..state import State

HELP = "count the ways to play a number of moves"
EXAMPLES = (
    "perft chess 4",
    "perft breakthrough 5 --divide --threads 2",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole_number(0, 5000), help="how many moves")
    add_after_argument(parser)
    add_threads_argument(parser)
    parser.add_argument(
        "--by",
        choices=["turns", "parts", "decisions"],
        default="turns",
        help="what DEPTH counts: whole turns (the default), their parts, or single decisions",
    )
    parser.add_argument("--divide", action="store_true", help="count for each legal move by itself")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")


def run(arguments: argparse.Namespace) -> int:
    state = chosen_position(arguments)
    if arguments.divide and arguments.by != "turns":
        raise UsageError("--divide counts whole turns: leave out --by, or --divide")
    if arguments.divide:
        _divide(state, arguments)
    else:
        _depths(state, arguments)
    return 0


def _depths(state: State, arguments: argparse.Namespace) -> None:
    """One line a depth, as soon as it is known."""
    from ..headless.perft import perft, perft_by

    found = []
    for depth in range(min(1, arguments.depth), arguments.depth + 1):
        begin = perf_counter()
        with told_if_interrupted(f"depth {depth} was not counted"), Progress(1, f"parts of depth {depth}") as progress:
            if arguments.by == "turns":
                count = perft(state, depth, arguments.threads, lambda done, total: progress.show(done, total=total))
            else:
                count = perft_by(state, depth, arguments.by)
        found.append({"depth": depth, "count": count})
        if not arguments.json:
            say(f"{depth} {count}", now=True)
        tell(f"depth {depth}: {perf_counter() - begin:.2f} s")
    if arguments.json:
        say_json({**described(state), "by": arguments.by, "perft": found})


def _divide(state: State, arguments: argparse.Namespace) -> None:
    from ..headless.perft import divide

    depth = arguments.depth
    begin = perf_counter()
    with told_if_interrupted(f"depth {depth} was not counted"), Progress(1, "moves") as progress:
        watch = lambda done, total: progress.show(done, total=total)  # noqa: E731
        found = divide(state, depth, arguments.threads, watch) if depth else []
    count = sum(count for _, count in found) if depth else 1
    if arguments.json:
        moves = [{"move": move.text, "count": count} for move, count in found]
        say_json({**described(state), "depth": depth, "count": count, "divide": moves})
    else:
        for move, each in found:
            say(f"{shown(move.text)}: {each}")
        say(f"{depth} {count}")
    tell(f"depth {depth}: {perf_counter() - begin:.2f} s")

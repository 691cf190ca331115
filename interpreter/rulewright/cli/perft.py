"""`rulewright perft`: in how many ways a game can go on, for comparing with other programs."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import TYPE_CHECKING

from .numbers import whole_number
from .positions import add_after_argument, add_game_arguments, chosen_game, chosen_position, described, shown
from .terminal import say, say_json, tell

if TYPE_CHECKING:
    from ..state import State

HELP = "count the ways to play a number of moves"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole_number(0, 5000), help="how many moves")
    add_after_argument(parser)
    parser.add_argument("--divide", action="store_true", help="count for each legal move by itself")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")


def run(arguments: argparse.Namespace) -> int:
    game = chosen_game(arguments)
    if game is None:
        return 1
    state = chosen_position(game, arguments)
    if arguments.divide:
        _divide(state, arguments.depth, arguments.json)
    else:
        _depths(state, arguments.depth, arguments.json)
    return 0


def _depths(state: State, deepest: int, as_json: bool) -> None:
    """One line a depth, as soon as it is known."""
    from ..perft import perft

    found = []
    for depth in range(min(1, deepest), deepest + 1):
        begin = perf_counter()
        count = perft(state, depth)
        found.append({"depth": depth, "count": count})
        if not as_json:
            say(f"{depth} {count}", now=True)
        tell(f"depth {depth}: {perf_counter() - begin:.2f} s")
    if as_json:
        say_json({**described(state), "perft": found})


def _divide(state: State, depth: int, as_json: bool) -> None:
    from ..perft import divide

    begin = perf_counter()
    found = divide(state, depth) if depth else []
    count = sum(count for _, count in found) if depth else 1
    if as_json:
        moves = [{"move": move.text, "count": count} for move, count in found]
        say_json({**described(state), "depth": depth, "count": count, "divide": moves})
    else:
        for move, each in found:
            say(f"{shown(move.text)}: {each}")
        say(f"{depth} {count}")
    tell(f"depth {depth}: {perf_counter() - begin:.2f} s")

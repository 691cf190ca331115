"""Measures how strong the players are, and prints tables for docs/strength.md.

    python tools/strength.py random [GAME …]      mcts against random moves
    python tools/strength.py more [GAME …]        2000 playouts a move against 200
    python tools/strength.py openspiel [GAME …]   mcts against OpenSpiel's own, with the same CPU time for a move
    python tools/strength.py uhp --engine COMMAND [KIND …]   mcts against a Hive program that speaks UHP, by the clock
    python tools/strength.py pair A B [GAME …]    any two players, such as mcts:playouts=500 alphabeta:depth=3

Without games: the seven of the project, or all that OpenSpiel shares. Time is CPU time, so that a busy machine does not
matter. OpenSpiel comes with `pip install 'rulewright[peers]'`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import rulewright
from rulewright.formats.game_strings import set_of
from rulewright.players.spec import player
from tests.proof.peers.harness import Comparison
from tests.proof.peers.spiel import COMPARISONS
from tools.contests.choosers import Ours, SpielMcts
from tools.contests.duels import duel
from tools.contests.uhp import UhpEngine, UhpFailure, UhpPlayer

SEVEN = "surikata creeper hive abalone schleicher_und_huepfer erleuchtung vier_kreise".split()
# Turns of one action, and an end that both see.
SHARED = "connect_four breakthrough hex othello y havannah lines_of_action clobber gomoku oware".split()


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("random", "more", "openspiel", "uhp", "pair"))
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=20, help="games of each contest (20)")
    parser.add_argument("--seconds", type=float, default=0.1, help="CPU time for a move (0.1)")
    parser.add_argument("--longest", type=int, default=400, help="plies after which a game is a draw (400)")
    parser.add_argument("--engine", metavar="COMMAND", help="how the Hive program is started, for uhp")
    parser.add_argument("--ours", metavar="NAME", default="mcts", help="our player against it (mcts)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--opening", type=int, default=0, metavar="PLIES", help="pair: random plies before, the same for two games (0)"
    )
    parser.add_argument("--until-clear", action="store_true", help="end a contest when it is clear who is stronger")
    chosen = parser.parse_args(given)
    if chosen.what == "uhp" and not chosen.engine:
        parser.error("which Hive program? Give --engine COMMAND")
    return chosen


def watched(name: str, games: int, points: float) -> None:
    tell(f"{name}: {points:g} of {games}")


def between(first: str, second: str, game: str, chosen: argparse.Namespace) -> str:
    sides = Ours(player(first)), Ours(player(second))
    score = duel(
        rulewright.load(game), *sides, chosen.games, chosen.seed, chosen.longest,
        lambda games, points: watched(game, games, points), until_clear=chosen.until_clear, at_random=chosen.opening,
    )  # fmt: skip
    return f"{score.in_full} | {times(*sides)}"


def times(*sides: Ours | SpielMcts) -> str:
    return ", ".join(f"{1000 * side.seconds / max(side.moves, 1):.0f} ms" for side in sides)


def with_openspiel(comparison: Comparison, chosen: argparse.Namespace) -> str:
    ours = Ours(player(f"mcts:time={chosen.seconds}"), comparison.ignore)
    theirs = SpielMcts(comparison, chosen.seconds, chosen.seed)
    game = rulewright.load(comparison.game, **comparison.options)
    name = f"{game.title}" + "".join(f", {key} {value}" for key, value in comparison.options.items())
    score = duel(
        game, ours, theirs, chosen.games, chosen.seed, chosen.longest,
        lambda games, points: watched(name, games, points), comparison.opening,
    )  # fmt: skip
    return f"| {name} | {score} | {times(ours, theirs)} |"


def with_uhp(kind: str, chosen: argparse.Namespace) -> str:
    """Both by the clock on the wall, because other programs know no other."""
    pieces = set_of(kind)
    if pieces is None:
        raise UhpFailure(f'"{kind}" is no kind of game')
    engine = UhpEngine(chosen.engine)
    ours = Ours(player(f"{chosen.ours}:time={chosen.seconds}"), clock=monotonic)
    theirs = UhpPlayer(engine, pieces, chosen.seconds)
    try:
        score = duel(
            rulewright.load("hive", set=pieces, queen_first="forbidden"), ours, theirs, chosen.games, chosen.seed,
            chosen.longest, lambda games, points: watched(kind, games, points),
        )  # fmt: skip
    finally:
        spent = engine.close()
    theirs_each = 1000 * spent / max(theirs.moves, 1)
    return f"| {chosen.ours}, Hive {kind} | {engine.name} | {score} | {times(ours)}, {theirs_each:.0f} ms |"


def main(given: list[str]) -> int:
    chosen = arguments(given)
    if chosen.what == "openspiel":
        print("| game | points of mcts | share | 95 % interval | a move of mcts, of OpenSpiel |\n|---|---|---|---|---|")
        for name in chosen.names or SHARED:
            # The largest board of each game.
            comparison = [found for found in COMPARISONS if found.game == name][-1]
            print(with_openspiel(comparison, chosen), flush=True)
        return 0
    if chosen.what == "uhp":
        print("| who | against | points | share | 95 % interval | CPU time for a move, ours and theirs |")
        print("|---|---|---|---|---|---|")
        try:
            for kind in chosen.names or ["Base+ML"]:
                print(with_uhp(kind, chosen), flush=True)
        except UhpFailure as failure:
            sys.exit(f"strength.py: {failure}")
        return 0
    first, second, games = f"mcts:time={chosen.seconds}", "random", chosen.names
    if chosen.what == "more":
        first, second = "mcts:playouts=2000", "mcts:playouts=200"
    elif chosen.what == "pair":
        first, second, *games = chosen.names
    print(f"| {first} against {second} | won, drawn, lost | points | share | 95 % interval | a move of each |")
    print("|---|---|---|---|---|---|")
    for name in games or SEVEN:
        print(f"| {rulewright.load(name).title} | {between(first, second, name, chosen)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`rulewright run`: games that play themselves, their records, and what came of them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .numbers import whole_number
from .positions import add_game_arguments, chosen_game, shown
from .progress import Progress
from .record_file import STDOUT, Write, add_record_arguments, check_record_arguments, record_writer
from .terminal import UsageError, say, say_json, tell

if TYPE_CHECKING:
    from ..game import Game
    from ..tally import Tally

HELP = "play games headlessly and count what came of them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("--games", metavar="N", type=whole_number(1), default=10, help="how many games (10)")
    parser.add_argument(
        "--players",
        metavar="NAMES",
        default="random",
        help="who plays, in the order of the game's players, such as random,random; one name plays all sides",
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number(0), default=1, help="the same seed gives the same games (1)"
    )
    parser.add_argument("--max-plies", metavar="N", type=whole_number(1), help="cut a game off after so many turns")
    add_record_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(arguments: argparse.Namespace) -> int:
    check_record_arguments(arguments)
    game = chosen_game(arguments)
    if game is None:
        return 1
    from ..tally import Tally

    players = _players(arguments.players, game)
    tally = Tally(game.rules)
    with record_writer(arguments.record, arguments.force) as write:
        try:
            _play_all(game, players, arguments, write, tally)
        except KeyboardInterrupt:
            tell(f"interrupted: {tally.games} of {arguments.games} games were played to the end")
            if tally.games:
                _sum_up(game, tally, players, arguments)
            raise
    _sum_up(game, tally, players, arguments)
    return 0


def _players(text: str, game: Game) -> list[str]:
    """Who plays each side."""
    from ..language.diagnostics import did_you_mean, one_of
    from ..playing import PLAYERS
    from ..search.spec import PLAYERS as PROGRAMS

    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name.partition(":")[0] in PROGRAMS.keys() - set(PLAYERS):
            raise UsageError("run plays random games; for other programs there is rulewright match")
        if name not in PLAYERS:
            likely = did_you_mean(name, PLAYERS)
            way_out = f'did you mean "{likely}"?' if likely else f"there is {one_of(PLAYERS, 'and')}"
            raise UsageError(f'I know no player "{shown(name)}"; {way_out}')
    if len(names) == 1:
        return names * len(game.players)
    if len(names) != len(game.players):
        sides = one_of(game.players, "and")
        raise UsageError(f"--players names {len(names)}, but {game.title} has {len(game.players)}: {sides}")
    return names


def _play_all(game: Game, players: list[str], arguments: argparse.Namespace, write: Write | None, tally: Tally) -> None:
    from ..playing import play_random, plies, random_ending
    from ..records import Record

    with Progress(arguments.games, "games") as progress:

        def watch(ply: int) -> None:
            progress.show(tally.games, f" (ply {ply + 1})")

        for number in range(arguments.games):
            how = (game, arguments.seed, number, arguments.max_plies)
            if write:
                played = play_random(*how, lambda state: watch(plies(state)))
                write(Record.of(played.state, players, arguments.seed, number).line())
                tally.add(played.ending)
            else:
                tally.add(random_ending(*how, watch))


def _sum_up(game: Game, tally: Tally, players: list[str], arguments: argparse.Namespace) -> None:
    if arguments.json:
        say_json(
            {
                "game": game.id,
                "options": dict(game.rules.options),
                "seed": arguments.seed,
                "players": dict(zip(game.players, players, strict=True)),
                **tally.data(),
            }
        )
        return
    options = "".join(f", {name} {value}" for name, value in game.rules.options.items())
    games = "1 game" if tally.games == 1 else f"{tally.games} games"
    summary = f"{game.title}{options}: {games}, seed {arguments.seed}\n{tally.text()}"
    # Records on standard output stay alone there.
    (tell if arguments.record == STDOUT else say)("\n".join(shown(line) for line in summary.split("\n")))

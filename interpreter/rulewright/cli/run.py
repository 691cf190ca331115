"""`rulewright run`: games that play themselves, their records, and what came of them."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing
from threading import Event
from typing import TYPE_CHECKING

from .numbers import add_threads_argument, whole_number
from .positions import add_game_arguments, chosen_game, shown
from .progress import Progress
from .record_file import Write, add_record_arguments, check_record_arguments, record_writer
from .spreading import (
    NO_JOURNAL,
    add_journal_arguments,
    add_workers_argument,
    chosen_journal,
    chosen_where,
    known_games,
    tell_resumed,
)
from .terminal import STDOUT, InputError, UsageError, say, say_json, tell
from .writing import check_apart

if TYPE_CHECKING:
    from ..game import Game
    from ..headless.random_games import GameSummary
    from ..headless.tally import Tally

HELP = "play games headlessly and count what came of them"
EXAMPLES = (
    "run surikata --games 100 --draw",
    "run hive --players mcts,random --games 10 --record games.jsonl",
)


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
    parser.add_argument(
        "--by",
        choices=["turns", "decisions"],
        default="turns",
        help="what is drawn evenly: one of the legal turns (the default), or each decision of a turn",
    )
    parser.add_argument("--max-plies", metavar="N", type=whole_number(1), help="cut a game off after so many turns")
    add_record_arguments(parser)
    add_threads_argument(parser)
    add_workers_argument(parser, "play games at a time")
    add_journal_arguments(parser)
    parser.add_argument("--draw", action="store_true", help="draw how the last game ended")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(arguments: argparse.Namespace) -> int:
    check_record_arguments(arguments)
    game = chosen_game(arguments)
    from ..headless.tally import Tally

    if arguments.draw and arguments.json:
        raise UsageError("--draw is for people and --json for programs: one of them")
    players = _players(arguments.players, game)
    tally = Tally(game.rules, "first decisions" if arguments.by == "decisions" else "legal moves")
    elsewhere = (arguments.workers or 1) > 1 or arguments.cluster is not None or arguments.journal is not None
    if elsewhere and arguments.threads > 1:
        raise UsageError("--threads is for this process, and --workers, --cluster and --journal play in others")
    if arguments.resume and arguments.journal is None:
        raise UsageError(NO_JOURNAL)
    check_apart({"--journal": arguments.journal, "--record": arguments.record})
    with record_writer(arguments.record, arguments.force) as write:
        try:
            (_play_elsewhere if elsewhere else _play_all)(game, players, arguments, write, tally)
        except KeyboardInterrupt:
            tell(f"interrupted: {tally.games} of {arguments.games} games were played to the end")
            if tally.games:
                _sum_up(game, tally, players, arguments)
            raise
    if arguments.draw:
        _draw_last(game, arguments)
    _sum_up(game, tally, players, arguments)
    return 0


def _draw_last(game: Game, arguments: argparse.Namespace) -> None:
    from ..headless.random_games import play_random
    from .picture import drawn

    how = (game, arguments.seed, arguments.games - 1, arguments.max_plies)
    state = play_random(*how, by_decisions=arguments.by == "decisions").state
    _out(arguments)(f"{drawn(state)}\n", painted=True)


def _out(arguments: argparse.Namespace) -> Callable[..., None]:
    """Records on standard output stay alone there."""
    return tell if arguments.record == STDOUT else say


def _players(text: str, game: Game) -> list[str]:
    """Who plays each side."""
    from ..headless.random_games import PLAYERS
    from ..players.spec import PLAYERS as PROGRAMS
    from ..source.diagnostics import did_you_mean, one_of

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
    from ..headless.random_games import play_random, plies, random_summary
    from ..records import Record
    from ..reference.exploring import looking_up

    stopped = Event()
    game._engines.fast()  # compiled here, where Ctrl-C is heard
    with Progress(arguments.games, "games") as progress:

        def watch(ply: int) -> None:
            ask()
            if arguments.threads == 1:
                progress.show(tally.games, f" (ply {ply + 1})")

        def ask() -> None:
            if stopped.is_set():
                raise _Stopped

        def play(number: int) -> tuple[GameSummary, str]:
            with looking_up(ask):
                return play_to_the_end(number)

        def play_to_the_end(number: int) -> tuple[GameSummary, str]:
            how = (game, arguments.seed, number, arguments.max_plies)
            by_decisions = arguments.by == "decisions"
            if not write and not by_decisions:
                return random_summary(*how, watch), ""
            played = play_random(*how, lambda state: watch(plies(state)), by_decisions=by_decisions)
            if not write:
                return played.summary, ""
            return played.summary, Record.of(played.state, players, arguments.seed, number).line()

        with closing(_in_order(play, arguments.games, arguments.threads, stopped)) as played:
            for ending, line in played:
                tally.add(ending)  # first, so that every game with a record is counted, also if Ctrl-C comes between
                if write:
                    write(line)
                progress.show(tally.games)


def _play_elsewhere(
    game: Game, players: list[str], arguments: argparse.Namespace, write: Write | None, tally: Tally
) -> None:
    from ..matches.random_runs import Setup, run
    from ..spread.news import CannotWork

    named = tuple(players) if write else None
    setup = Setup(game, arguments.seed, arguments.max_plies, arguments.by == "decisions", named)
    with chosen_journal(arguments) as journal, chosen_where(arguments) as where:
        known = known_games(journal, setup.about, arguments.games)
        tell_resumed(known, arguments.games, journal)
        with (
            Progress(arguments.games, "games", known) as progress,
            closing(run(setup, arguments.games, where, journal)) as played,
        ):
            try:
                for ending, line in played:
                    tally.add(ending)
                    if write:
                        write(line)
                    progress.show(tally.games)
            except CannotWork as error:
                raise InputError(f"the games cannot be played: {shown(str(error))}") from None


class _Stopped(Exception):
    """Nobody waits for this game any more."""


def _in_order(
    play: Callable[[int], tuple[GameSummary, str]], games: int, threads: int, stopped: Event
) -> Generator[tuple[GameSummary, str], None, None]:
    """The games by their numbers, several of them played at a time; whoever closes this waits for none of them."""
    if threads == 1:
        yield from map(play, range(games))
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[tuple[GameSummary, str]]] = deque()
    try:
        for number in range(games):
            waiting.append(pool.submit(play, number))
            if len(waiting) >= 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        stopped.set()
        pool.shutdown(wait=False, cancel_futures=True)


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
    _out(arguments)("\n".join(shown(line) for line in summary.split("\n")))

"""`rulewright match`: programs play each other, and the result comes with how sure it is."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .numbers import whole_number
from .positions import add_game_arguments, chosen_game, shown
from .progress import Progress
from .record_file import add_record_arguments, check_record_arguments, record_writer
from .spreading import (
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
    from ..matches.match import Plan
    from ..matches.sprt import Sprt
    from ..matches.standing import Standing
    from ..matches.work import Setup

HELP = "let programs play each other, and measure who is stronger"
EXAMPLES = (
    "match breakthrough --players mcts,random --games 20",
    "match abalone --players mcts:time=0.2,alphabeta:time=0.2 --record match.jsonl",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--players",
        metavar="A,B",
        default="mcts,random",
        help="who plays, such as mcts:time=1,greedy or engine:COMMAND,mcts (mcts,random); more than the game has "
        "sides: everybody meets all",
    )
    parser.add_argument("--games", metavar="N", type=whole_number(1), default=10, help="how many games (10)")
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number(0),
        default=1,
        help="the same seed gives the same games to players that are not bound by time (1)",
    )
    add_workers_argument(parser, "play games at a time")
    add_journal_arguments(parser)
    parser.add_argument(
        "--opening-plies",
        metavar="K",
        type=whole_number(0, 1000),
        default=0,
        help="begin with so many random turns, the same for all games of a round (0)",
    )
    parser.add_argument("--max-plies", metavar="N", type=whole_number(1), help="cut a game off after so many turns")
    parser.add_argument(
        "--timeout", metavar="SECONDS", type=whole_number(1), help="give a game up that takes longer (no limit)"
    )
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help="stop as soon as it is clear by which of these the first player is stronger; "
        "then ,ALPHA,BETA for how often this may err (0.05,0.05)",
    )
    add_record_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> int:
    check_record_arguments(arguments)
    game = chosen_game(arguments)
    from ..matches.match import Plan
    from ..matches.standing import Standing

    setup, sprt = _setup(game, arguments), _sprt(arguments.sprt)
    programs = len(setup.players)
    if sprt is not None and (programs, len(game.players)) != (2, 2):
        raise UsageError(
            f"--sprt needs two players in a game for two; these are {programs} in a game for {len(game.players)}"
        )
    check_apart({"--journal": arguments.journal, "--record": arguments.record})
    standing = Standing(programs, game.players, sprt)
    with chosen_journal(arguments) as journal, chosen_where(arguments) as where:
        plan = Plan(setup, arguments.games, where, arguments.timeout, journal)
        try:
            _play(plan, standing, arguments)
        except KeyboardInterrupt:
            tell(f"interrupted: {len(standing.results)} of {plan.games} games were played to the end")
            if standing.results:
                _sum_up(game, plan, standing, arguments)
            raise
    _sum_up(game, plan, standing, arguments)
    return 1 if standing.lost else 0


def _setup(game: Game, arguments: argparse.Namespace) -> Setup:
    from ..errors import InvalidPlayer
    from ..matches.game import Terms
    from ..matches.work import Setup
    from ..players.spec import specs

    try:
        players = tuple(map(str, specs(arguments.players)))
    except InvalidPlayer as error:
        raise UsageError(shown(str(error))) from None
    if len(players) < 2:
        raise UsageError("a match needs at least two players, such as --players mcts,random")
    terms = Terms(arguments.seed, arguments.opening_plies, arguments.max_plies)
    return Setup(game, players, terms)


def _sprt(text: str | None) -> Sprt | None:
    from ..matches.sprt import Sprt

    if text is None:
        return None
    try:
        numbers = [float(part) for part in text.split(",")]
        test = Sprt(*numbers)
    except (ValueError, TypeError):
        raise UsageError(f'"--sprt {shown(text)}" should look like --sprt 0,50 or --sprt 0,50,0.05,0.05') from None
    if not -1000 <= test.elo0 < test.elo1 <= 1000:
        raise UsageError("the first number of --sprt must be smaller than the second, both within -1000 and 1000")
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise UsageError("--sprt may err with a probability between 0 and 0.5, such as 0.05")
    return test


def _play(plan: Plan, standing: Standing, arguments: argparse.Namespace) -> None:
    from ..matches.match import run as play_match
    from ..matches.report import short
    from ..spread.news import CannotWork, Finished, Lost, Tick

    known = known_games(plan.journal, plan.about, plan.games)
    tell_resumed(known, plan.games, plan.journal)
    with record_writer(arguments.record, arguments.force) as write, Progress(plan.games, "games", known) as progress:
        try:
            for news in play_match(plan, standing):
                if isinstance(news, Finished) and write:
                    write(news.value.record)
                if isinstance(news, Lost):
                    progress.clear()
                    tell(f"game {news.task.number} is lost: {shown(news.why)}")
                ply = f" (ply {news.progress + 1})" if isinstance(news, Tick) else ""
                progress.show(len(standing.results) + len(standing.lost), f", {short(standing)}{ply}")
        except CannotWork as error:
            raise InputError(f"the match cannot be played: {shown(str(error))}") from None


def _sum_up(game: Game, plan: Plan, standing: Standing, arguments: argparse.Namespace) -> None:
    from ..matches.report import data, text, told_apart

    names = told_apart(list(map(str, plan.setup.players)))
    if arguments.json:
        about = {"game": game.id, "options": dict(game.rules.options), "seed": arguments.seed}
        say_json({**about, **data(standing, names)})
        return
    options = "".join(f", {name} {value}" for name, value in game.rules.options.items())
    games = "1 game" if len(standing.results) == 1 else f"{len(standing.results)} games"
    summary = f"{game.title}{options}: {games}, seed {arguments.seed}\n{text(standing, names)}"
    # Records on standard output stay alone there.
    (tell if arguments.record == STDOUT else say)("\n".join(shown(line) for line in summary.split("\n")))

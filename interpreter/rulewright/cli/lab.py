"""`rulewright lab`: is a game any good? Games by players of several strengths, and a page of what they tell."""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from .lab_progress import LabProgress
from .numbers import whole_number
from .positions import add_game_arguments, chosen_game, shown
from .spreading import add_journal_arguments, add_workers_argument, chosen_journal, chosen_where, tell_resumed
from .terminal import InputError, UsageError, say, say_json, tell
from .writing import check_apart, check_new_file, new_file, write_file

if TYPE_CHECKING:
    from ..lab.study import Study

HELP = "study a game: is it fair, does it end, is it deep, which rule does nothing"
EXAMPLES = (
    "lab breakthrough",
    "lab my_game.yaml -o my_game.html --time 300",
    "lab hex --sweep size=3..7 --goal balance",
    "lab --compare old.yaml new.yaml",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser, required=False)
    parser.add_argument(
        "--sweep",
        metavar="NAME=VALUES",
        action="append",
        default=[],
        help="measure the game with each value of an option (size=5..9, line=3,5) or of the number at a line and "
        "column of the file (12:17=2..4); may be given several times",
    )
    parser.add_argument(
        "--goal", metavar="GOAL", help="what a sweep looks for: balance (the default), draws, depth, length=N, choice=N"
    )
    parser.add_argument("--compare", metavar=("A", "B"), nargs=2, help="which differences of two games are real?")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the page goes (GAME-lab.html)")
    parser.add_argument("--force", action="store_true", help="write over a file of this name")
    parser.add_argument(
        "--time",
        metavar="SECONDS",
        type=whole_number(1),
        help="how long to play (60, or no limit with --games)",
    )
    parser.add_argument(
        "--games", metavar="N", type=whole_number(1), help="play so many games of each kind: the same page every time"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number(0), default=1, help="the same seed gives the same games (1)"
    )
    add_workers_argument(parser, "play games at a time", None)
    add_journal_arguments(parser)
    parser.add_argument("--parquet", metavar="FILE", help="also write all games as a table for other tools")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON, and write no page")


def run(arguments: argparse.Namespace) -> int:
    from ..lab.study import MOST_TURNS, Study, Terms
    from ..lab.tasks import Setup
    from ..spread.news import CannotWork

    if arguments.json and arguments.output is not None:
        raise UsageError("--json prints the figures and -o writes the page: one of them")
    _check_versions(arguments)
    if arguments.sweep or arguments.compare:
        from . import lab_versions

        names = "-".join(Path(name).stem for name in arguments.compare or [arguments.game])
        file = (
            f"{names}-{'sweep' if arguments.sweep else 'compare'}.html"
            if arguments.output is None
            else arguments.output
        )
        _check_output(arguments, file)
        return (lab_versions.sweep if arguments.sweep else lab_versions.compare)(arguments, file)
    begin = monotonic()
    game = chosen_game(arguments)
    file = f"{game.id}-lab.html" if arguments.output is None else arguments.output
    _check_output(arguments, file)
    _check_parquet(arguments)
    seconds = arguments.time if arguments.time is not None else None if arguments.games else 60
    setup = Setup(game, arguments.seed, min(MOST_TURNS, game.rules.limit.turns))
    with chosen_journal(arguments) as journal, chosen_where(arguments, None) as where:
        study = Study(game, setup, Terms(seconds, arguments.games or 10**6, where, journal, begin=begin))
        tell_resumed(study.known, None, journal)
        pages = 0

        def tell_now() -> None:
            nonlocal pages
            if not arguments.json:
                _write_page(study, file, arguments.force or pages > 0)
                pages += 1

        try:
            with LabProgress(study, seconds) as progress:
                study.run(progress.watch, tell_now)
        except CannotWork as error:
            raise InputError(f"the game cannot be studied: {shown(str(error))}") from None
        except KeyboardInterrupt:
            tell(f"interrupted: {study.done} games were played to the end")
            if study.done:
                _tell(study, file, arguments, pages > 0)
            raise
    _tell(study, file, arguments, pages > 0)
    return 0


def _check_versions(arguments: argparse.Namespace) -> None:
    if arguments.goal is not None and not arguments.sweep:
        raise UsageError("--goal is what a sweep looks for: add --sweep, such as --sweep size=5..9")
    if arguments.compare and (arguments.game is not None or arguments.sweep):
        raise UsageError("--compare names both games, and sweeps nothing: rulewright lab --compare A B")
    if arguments.parquet is not None and (arguments.sweep or arguments.compare):
        raise UsageError("--parquet writes the games of a study: without --sweep and --compare")
    if arguments.game is None and not arguments.compare:
        raise UsageError("which game? Name a file or the id of a library game")


def _check_output(arguments: argparse.Namespace, file: str) -> None:
    """Before a minute's work."""
    written = {"--journal": arguments.journal, "--parquet": arguments.parquet, "-o": None if arguments.json else file}
    check_apart(written)
    if not arguments.json:
        check_new_file(file, over=arguments.force)


def _check_parquet(arguments: argparse.Namespace) -> None:
    if arguments.parquet is None:
        return
    from ..lab.parquet import NoParquet, check

    try:
        check()
    except NoParquet as error:
        raise InputError(str(error)) from None
    check_new_file(arguments.parquet, over=arguments.force)


def _write_page(study: Study, file: str, over: bool) -> None:
    from ..lab.page import page

    write_file(file, page(study.report(), lambda: study.is_due), over=over)


def _tell(study: Study, file: str, arguments: argparse.Namespace, ours: bool) -> None:
    """`ours`: a page was written before, which is written over."""
    from ..lab.data import data
    from ..lab.page import page
    from ..lab.verdict import verdict

    report = study.report()
    if arguments.json:
        say_json(data(report))
    else:  # first what needs no room on a disk
        say("\n".join(shown(sentence) for sentence in verdict(report)))
        write_file(file, page(report, lambda: study.is_due), over=arguments.force or ours)
        tell(f"wrote {shown(file)}")
    if arguments.parquet is not None:
        from ..lab.parquet import write

        about = {"game": report.game.id, "rules": str(report.game._address["rules"]), "seed": str(report.seed)}
        with new_file(arguments.parquet, over=arguments.force) as stream:
            write(stream, study.games, about)

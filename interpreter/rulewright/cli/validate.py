"""`rulewright validate`: check game files, prove them by playing, and say what is wrong with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .checking import STDIN, Checked, Wish, check_all
from .games import near
from .numbers import whole_number
from .options import add_option_argument, chosen_options
from .positions import add_effort_argument, add_hooks_argument
from .progress import Progress
from .spreading import add_journal_arguments, add_workers_argument
from .terminal import UsageError, say, tell, wants_colours

if TYPE_CHECKING:
    from ..source.diagnostics import Diagnostic

_NAMED = 5  # tests that were left out, by name; all are counted
HELP = "check games, prove them by playing, and explain every mistake at its line"
EXAMPLES = (
    "validate my_game.yaml",
    "validate --all",
    "validate --all --deep --workers 2 --journal checked.journal",
    "validate my_game.yaml --no-play --format github",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help="a game file, the id of a library game, or - for standard input",
    )
    parser.add_argument("--all", action="store_true", help="check the whole library")
    # Written out, not imported from the language: `--help` must not wait for it. A test compares the two.
    parser.add_argument("--format", choices=("text", "json", "github", "sarif"), default="text", help="how to print")
    add_option_argument(parser)
    add_hooks_argument(parser)
    add_effort_argument(parser)
    parser.add_argument("--no-play", action="store_true", help="only read the files; run no tests and play no games")
    parser.add_argument(
        "--games",
        dest="playouts",
        metavar="N",
        type=whole_number(0),
        help="random games for each choice of options (10, as far as there is time); up to 5 s for each of N",
    )
    parser.add_argument("--seed", metavar="S", type=whole_number(0), default=1, help="the seed of the random games (1)")
    parser.add_argument(
        "--deep",
        action="store_true",
        help="count moves (perft) as deep as the tests say, and play --games to their end, however long it takes",
    )
    parser.add_argument(
        "--mutate",
        action="store_true",
        help="change one word of the rules at a time: which changes do the tests not notice?",
    )
    add_workers_argument(parser, "check games at a time", None)
    add_journal_arguments(parser)
    parser.add_argument("--quiet", action="store_true", help="leave out the closing lines with the numbers")


def run(arguments: argparse.Namespace) -> int:
    options = chosen_options(arguments)
    if arguments.all and arguments.games:
        raise UsageError("name games or say --all, not both")
    if not arguments.all and not arguments.games:
        raise UsageError("which game? Name a file or the id of a library game, or say --all")
    if arguments.mutate and (arguments.no_play or arguments.all):
        raise UsageError("--mutate plays, and takes its time: name the games, and leave out --no-play")

    if arguments.journal is not None and (arguments.mutate or STDIN in arguments.games):
        what = "--mutate goes through one game after the other" if arguments.mutate else "standard input is read once"
        raise UsageError(f"--journal keeps which games are checked, and {what}: without one of them")

    games = _library() if arguments.all else list(dict.fromkeys(arguments.games))
    wish = Wish(
        options, arguments.no_play, arguments.all, arguments.playouts, arguments.seed, arguments.deep,
        arguments.mutate, arguments.allow_hooks, arguments.effort,
    )  # fmt: skip
    checked: dict[int, Checked] = {}
    try:
        with Progress(len(games), "games") as progress:
            check_all(wish, games, progress, arguments, checked)
    except KeyboardInterrupt:
        tell(f"interrupted: {len(checked)} of {len(games)} games were checked")
        if checked:
            _tell(arguments, checked)
        raise
    return 1 if _tell(arguments, checked) else 0


def _tell(arguments: argparse.Namespace, by_number: Mapping[int, Checked]) -> int:
    """What was found, in the order of the games; gives the number of errors."""
    from ..source.rendering import Summary, render

    checked = [by_number[number] for number in sorted(by_number)]
    found = _without_repeats(diagnostic for each in checked for diagnostic in each.found)
    surveys = [each.survey for each in checked if each.survey is not None]
    colours = arguments.format == "text" and wants_colours(sys.stdout)
    more = {"mutants": [survey.data(name) for name, survey in surveys]} if arguments.mutate else {}
    rendered = render(found, games=len(checked), style=arguments.format, colours=colours, more=more)
    if rendered:
        say(rendered, painted=colours)
    summary = Summary.of(found, len(checked))
    if not arguments.quiet:
        for line in _closing(arguments, checked):
            tell(line)
        tell(str(summary))
    return summary.errors


def _library() -> list[str | Path]:
    from ..language.game_files import shipped

    return [near(path) for path in shipped().values()]


def _closing(arguments: argparse.Namespace, checked: list[Checked]) -> list[str]:
    """What was told about mutants, what was proved, and which tests were not run, so that none passes unseen.

    How much was played depends on the machine, so it is for people, or for those who asked for an amount.
    """
    surveys = [each.survey for each in checked if each.survey is not None]
    told = [line for name, survey in surveys for line in survey.lines(name)]
    proofs = [each.proof for each in checked if each.proof is not None]
    if not proofs:
        return told
    from ..proving.budget import together

    proof = together(proofs)
    asked = arguments.deep or arguments.playouts is not None
    summary = proof.summary if asked or sys.stderr.isatty() else proof.left_out
    named = [] if arguments.all else [f"not run: {text}" for text in proof.skipped[:_NAMED]]
    return [*named, *([summary] if summary else []), *told]


def _without_repeats(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """A mistake in a game that others extend is found once for each of them and shown once."""
    kept: dict[tuple[object, ...], Diagnostic] = {}
    for diagnostic in diagnostics:
        kept.setdefault((diagnostic.code, diagnostic.message, *diagnostic.sort_key), diagnostic)
    return list(kept.values())

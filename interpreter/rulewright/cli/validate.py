"""`rulewright validate`: check game files and say what is wrong with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .games import locate, near, standard_input
from .options import add_option_argument, chosen_options
from .terminal import UsageError, say, tell, wants_colours

if TYPE_CHECKING:
    from ..language.diagnostics import Diagnostic, Report

HELP = "check games and explain every mistake at its line"
STDIN = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help="a game file, the id of a library game, or - for standard input",
    )
    parser.add_argument("--all", action="store_true", help="check the whole library")
    # Written out, not imported from the language: `--help` must not wait for it. A test compares the two.
    parser.add_argument(
        "--format", choices=("text", "json", "github", "sarif"), default="text", help="how to print"
    )
    add_option_argument(parser)
    parser.add_argument("--quiet", action="store_true", help="leave out the closing line with the numbers")


def run(arguments: argparse.Namespace) -> int:
    options = chosen_options(arguments)
    if arguments.all and arguments.games:
        raise UsageError("name games or say --all, not both")
    if not arguments.all and not arguments.games:
        raise UsageError("which game? Name a file or the id of a library game, or say --all")

    from ..language.rendering import Summary, render

    games = _library() if arguments.all else list(dict.fromkeys(arguments.games))
    found = _without_repeats(diagnostic for game in games for diagnostic in _check(game, options))
    colours = arguments.format == "text" and wants_colours(sys.stdout)
    rendered = render(found, games=len(games), style=arguments.format, colours=colours)
    if rendered:
        say(rendered)
    summary = Summary.of(found, len(games))
    if not arguments.quiet:
        tell(str(summary))
    return 1 if summary.errors else 0


def _library() -> list[str | Path]:
    from ..language.library import shipped

    return [near(path) for path in shipped().values()]


def _check(game: str | Path, options: Mapping[str, str]) -> Iterable[Diagnostic]:
    """All diagnostics of one game: with the chosen options, or else with every combination of them."""
    from ..language.diagnostics import Report

    if game == STDIN:
        with standard_input() as path:
            return _compile(path, options, "<stdin>")
    report = Report()
    found = locate(game, report) if isinstance(game, str) else game
    return _compile(found, options) if found else report


def _compile(path: Path, options: Mapping[str, str], shown_as: str | None = None) -> Report:
    from ..language.pipeline import compile_game, validate_game

    try:
        if options:
            compilation = compile_game(path, options, shown_as=shown_as)
            _ = compilation.rules
            return compilation.report
        return validate_game(path, shown_as=shown_as)
    except Exception as error:
        error.add_note(f'while it checked "{shown_as or path}"')
        raise


def _without_repeats(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """A mistake in a game that others extend is found once for each of them and shown once."""
    kept: dict[tuple[object, ...], Diagnostic] = {}
    for diagnostic in diagnostics:
        kept.setdefault((diagnostic.code, diagnostic.message, *diagnostic.sort_key), diagnostic)
    return list(kept.values())

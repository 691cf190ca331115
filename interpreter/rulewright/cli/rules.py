"""`rulewright rules`: the rules of a game in plain English, for players."""

from __future__ import annotations

import argparse
from dataclasses import replace

from .games import compiled
from .numbers import whole_number
from .options import chosen_options
from .picture import shows_unicode
from .positions import add_game_arguments, shown
from .terminal import STDOUT, say, tell
from .writing import write_file

HELP = "tell the rules of a game in plain English, with diagrams"
EXAMPLES = (
    "rules surikata",
    "rules surikata --html surikata.html",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--diagrams", metavar="N", type=whole_number(0), default=6, help="positions of the game's tests to show (6)"
    )
    parser.add_argument(
        "--html", metavar="FILE", help="write a page with pictures into this file; - for standard output"
    )
    parser.add_argument("--force", action="store_true", help="write over a file of this name")


def run(arguments: argparse.Namespace) -> int:
    pipeline = compiled(arguments.game, chosen_options(arguments))
    assert pipeline.rules is not None
    from ..game import Game
    from ..source.limits import with_effort
    from ..wording import as_html, as_text, diagrams, rulebook

    book = rulebook(pipeline.rules, pipeline.choices)
    game = Game(replace(pipeline, limits=with_effort(arguments.effort)), "reference")
    pictures = list(diagrams(game, arguments.diagrams))
    if arguments.html is None:
        say(as_text(book, pictures, unicode=shows_unicode()))
        return 0
    page = as_html(book, pictures)
    if arguments.html == STDOUT:
        say(page)
        return 0
    write_file(arguments.html, page, over=arguments.force)
    tell(f"wrote {shown(arguments.html)}")
    return 0

"""`rulewright export`: a game as one page that plays by itself, in any browser."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .options import chosen_options
from .positions import add_game_arguments, load_game, shown
from .terminal import InputError, UsageError, tell
from .writing import check_new_file, write_file

if TYPE_CHECKING:
    from ..game import Game

HELP = "write a game as one HTML file that plays by itself: offline, in any browser, on a phone"
EXAMPLES = ("export hive -o hive.html", "export hive --choose set", "export my_game.yaml --option size=9")
MOST_VARIANTS = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="where the page goes (GAME.html)")
    parser.add_argument(
        "--choose",
        metavar="OPTION",
        action="append",
        default=[],
        help="let this option be chosen in the page; may be given several times. All others are fixed",
    )
    parser.add_argument("--force", action="store_true", help="write over a file of this name")


def run(arguments: argparse.Namespace) -> int:
    from ..export.game_module import NotExportable
    from ..export.page import page_of

    fixed = chosen_options(arguments)
    game = load_game(arguments.game, fixed, arguments.allow_hooks, arguments.effort)
    file = f"{game.id}.html" if arguments.output is None else arguments.output
    check_new_file(file, over=arguments.force)
    try:
        page = page_of(_variants(game, arguments, fixed), arguments.choose)
    except NotExportable as error:
        raise InputError(f"{shown(str(error))}.") from None
    write_file(file, page, over=arguments.force)
    tell(f"wrote {shown(file)}, {len(page.encode()) / 1000:.0f} kB")
    return 0


def _variants(game: Game, arguments: argparse.Namespace, fixed: dict[str, str]) -> list[Game]:
    """The game as it begins, then with every other choice that the page leaves open."""
    from itertools import product

    from ..source.diagnostics import one_of

    choices, wanted = game._pipeline.choices, arguments.choose
    for name in wanted:
        if not choices.get(name):
            open_ones = [option for option, values in choices.items() if values]
            there = f"it has {one_of(open_ones, 'and')}" if open_ones else "it has none"
            raise UsageError(f'{shown(game.title)} has no option "{shown(name)}" with values to choose from; {there}')
        if name in fixed or wanted.count(name) > 1:
            raise UsageError(f'the option "{shown(name)}" is given twice')
    rows = list(product(*(choices[name] for name in wanted)))
    if len(rows) > MOST_VARIANTS:
        raise UsageError(f"that would be {len(rows)} games in one page; let fewer options be chosen")
    usual = tuple(game.rules.options[name] for name in wanted)
    others = [dict(zip(wanted, row, strict=True)) for row in rows if row != usual]
    hooks, effort = arguments.allow_hooks, arguments.effort
    return [game, *(load_game(arguments.game, fixed | row, hooks, effort) for row in others)]

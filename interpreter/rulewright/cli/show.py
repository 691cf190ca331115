"""`rulewright show`: the rules of a game in summary, as Rulewright understood them, or a picture of a position."""

from __future__ import annotations

import argparse

from .games import compiled
from .options import chosen_options
from .picture import drawn
from .positions import add_after_argument, add_game_arguments, chosen_position, described, outcome_data, shown
from .terminal import STDOUT, UsageError, say, say_json, tell
from .writing import write_file

HELP = "show the rules of a game as Rulewright understood them, or draw a position"
EXAMPLES = (
    "show hive --option set=base",
    "show abalone --svg abalone.svg",
    'show chess --after "e2-e4; e7-e5" --svg chess.svg',
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    add_after_argument(parser)
    parser.add_argument("--svg", metavar="FILE", help="draw the position into this file; - for standard output")
    parser.add_argument("--force", action="store_true", help="draw over a file of this name")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(arguments: argparse.Namespace) -> int:
    if arguments.after is None and arguments.svg is None:
        return _show_rules(arguments)
    if arguments.json and arguments.svg == STDOUT:
        raise UsageError("--json and --svg - both write to standard output; give the picture a file")
    return _show_position(arguments)


def _show_rules(arguments: argparse.Namespace) -> int:
    pipeline = compiled(arguments.game, chosen_options(arguments))
    assert pipeline.rules is not None
    from ..language.summary import as_text, summarise
    from .plain_data import as_data

    summary = summarise(pipeline.rules, pipeline.asts, pipeline.choices, pipeline.explanations)
    if arguments.json:
        say_json(as_data(summary))
    else:
        say(as_text(summary))
    return 0


def _show_position(arguments: argparse.Namespace) -> int:
    state = chosen_position(arguments)
    if arguments.svg is not None:
        from ..show.drawing import draw_svg

        _write(arguments.svg, draw_svg(state), arguments.force)
    if arguments.json:
        player = None if state.outcome else state.player
        data = {**described(state), "player": player, "outcome": outcome_data(state)}
        say_json({**data, "state": state.to_json(), "drawing": str(state)})
    elif arguments.svg is None:
        say(drawn(state), painted=True)
    return 0


def _write(file: str, picture: str, over: bool) -> None:
    if file == STDOUT:
        say(picture)
        return
    write_file(file, picture, over=over)
    tell(f"wrote {shown(file)}")

"""`rulewright dump`: what a stage of the compiler made of a game, for people who work on either."""

from __future__ import annotations

import argparse
import importlib.util
from typing import TYPE_CHECKING

from .games import compiled
from .options import add_option_argument, chosen_options
from .positions import add_effort_argument
from .terminal import InputError, UsageError, say, say_json

if TYPE_CHECKING:
    from ..pipeline import Pipeline
    from .plain_data import Data

NATIVE = ("plan", "kernel", "llvm")
HELP = "print what a stage of the compiler made of a game"
EXAMPLES = (
    "dump surikata --stage rules",
    "dump chess --stage plan",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game file or the id of a library game")
    parser.add_argument(
        "--stage",
        choices=("document", "ast", "rules", *NATIVE),
        default="rules",
        help="the file with extends and options applied, the parsed rules, the checked game, or the stages of the "
        "native engine: what it decides, its kernel, its assembly",
    )
    add_option_argument(parser)
    add_effort_argument(parser)
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(arguments: argparse.Namespace) -> int:
    native = arguments.stage in NATIVE
    if native and arguments.json and arguments.stage != "plan":
        raise UsageError(f"--stage {arguments.stage} is a text; it cannot be printed as JSON")
    pipeline = compiled(arguments.game, chosen_options(arguments), arguments.stage, arguments.effort)
    if native:
        return _print_native(pipeline, arguments.stage, arguments.json)
    from ..language.document.nodes import plain
    from .plain_data import as_data

    if arguments.stage == "document":
        data = as_data(plain(pipeline.merged) if pipeline.merged else None)
    else:
        data = as_data(pipeline.asts if arguments.stage == "ast" else pipeline.rules)
    _print_data(data, arguments.json)
    return 0


def _print_data(data: Data, as_json: bool) -> None:
    from .plain_data import outline

    if as_json:
        say_json(data)
    else:
        say("\n".join(outline(data)))


def _print_native(pipeline: Pipeline, stage: str, as_json: bool) -> int:
    """What the native engine decides, or is made of: all that finds and plays moves, then the loop of playouts."""
    from ..native.decide.plan_data import plan_data
    from .plain_data import as_data

    try:
        if stage == "plan":
            _print_data(as_data(plan_data(pipeline.plan, pipeline.facts.rules)), as_json)
            return 0
        programs = [pipeline.kernel, pipeline.sampling_kernel]
    except NotImplementedError as error:
        raise InputError(
            f"the native engine does not know {error}; the reference interpreter plays this game"
        ) from None
    if stage == "kernel":
        from ..native.layout.program_text import program_text

        say("\n".join(program_text(program, pipeline.compiler.unit.layout) for program in programs).rstrip("\n"))
    elif importlib.util.find_spec("llvmlite") is None:
        raise InputError("llvmlite is not installed, and only it knows this processor; --stage kernel works without it")
    else:
        say(pipeline.assembly().rstrip("\n"))
    return 0

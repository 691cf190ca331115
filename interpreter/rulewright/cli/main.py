"""The entry point: reads the command, runs it, and turns every way of ending into an exit code."""

from __future__ import annotations

import argparse
import gc
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, Protocol

from .. import __version__
from ..errors import InvalidGame
from . import (
    completion,
    dump,
    engine,
    explain,
    export,
    lab,
    limits,
    match,
    moves,
    new,
    perft,
    play,
    replay,
    rules,
    serve,
    show,
    site,
    solve,
    uhp,
    validate,
    why,
)
from . import list as list_
from . import run as run_
from .games import tell_mistakes
from .interrupt import leave, listen
from .positions import shown
from .terminal import InputError, UsageError, give_up_output, prepare_streams, tell

FAILED, USAGE, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141


class Command(Protocol):
    """What a command module has."""

    HELP: str

    @property
    def EXAMPLES(self) -> tuple[str, ...]: ...  # what stands after `rulewright`

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


COMMANDS: dict[str, Command] = {
    "validate": validate,
    "explain": explain,
    "list": list_,
    "show": show,
    "rules": rules,
    "play": play,
    "serve": serve,
    "export": export,
    "site": site,
    "run": run_,
    "match": match,
    "lab": lab,
    "solve": solve,
    "engine": engine,
    "uhp": uhp,
    "moves": moves,
    "why": why,
    "perft": perft,
    "replay": replay,
    "new": new,
    "dump": dump,
    "limits": limits,
    "completion": completion,
}


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; the exit code is 0 for clean, 1 for errors, 2 for wrong usage."""
    prepare_streams()
    if arguments is None:  # the command itself, and not a program that calls it
        listen(INTERRUPTED)
    # A compiler makes many objects and hardly any garbage: looking for it less often saves a tenth of the time.
    gc.set_threshold(100_000, 50, 50)
    try:
        return _told(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:  # also while it is told what is wrong
        if arguments is None:
            leave(INTERRUPTED)
        return INTERRUPTED


def _told(arguments: list[str]) -> int:
    """Runs a command, and tells what is wrong with it."""
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except (UsageError, InputError) as error:
        tell(f"rulewright: {shown(str(error))}")  # one sentence: a name with a line end makes no line of its own
        return USAGE if isinstance(error, UsageError) else FAILED
    except InvalidGame as error:
        tell_mistakes(error)
        return FAILED
    except BrokenPipeError:  # the reader has gone: `| head`
        give_up_output()
        return PIPE_CLOSED
    except OSError as error:  # game files have been asked with care, so this is the machine: a full disk
        give_up_output()
        tell(f"rulewright: the system says: {error.strerror or error}")
        return FAILED
    except Exception as error:
        from ..show.failure import apology

        tell(apology(error))
        return FAILED


def _run(arguments: list[str]) -> int:
    if not arguments:
        command_parser().print_help(sys.stderr)
        return USAGE
    if not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        raise UsageError(_unknown_command(arguments[0]))
    parser = command_parser()
    parser.command = arguments[0] if arguments[0] in COMMANDS else ""
    parsed = parser.parse_args(arguments)
    return COMMANDS[parsed.command].run(parsed)


class _Parser(argparse.ArgumentParser):
    command = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # No option of ours begins with a digit, but moves may: sites can be called -1,2.
        self._negative_number_matcher = re.compile(r"-\d")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Where `--` follows on `--`, some versions of Python take a word for given that is an empty list."""
        parsed, rest = super().parse_known_args(args, namespace)
        for action in self._get_positional_actions():
            if action.nargs is None and getattr(parsed, action.dest, None) == []:
                self.error(f"the following arguments are required: {action.metavar}")
        return parsed, rest

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Of `--after=--` some versions of Python take away what is given."""
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            value = self._get_value(action, "--")
            self._check_value(action, value)
            return value
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        # What is left over is told by the whole program, but belongs to the command.
        command = f" {self.command}" if self.command and message.startswith("unrecognized") else ""
        raise UsageError(f"{message}; see {self.prog}{command} --help")


def command_parser() -> _Parser:
    """What reads a command line."""
    parser = _Parser(
        prog="rulewright",
        description="Checks and plays board games written in the Rulewright language.",
        epilog="`rulewright COMMAND --help` tells more about a command.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"rulewright {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        added = commands.add_parser(
            name,
            help=command.HELP,
            description=command.HELP,
            epilog="\n".join(["examples:", *(f"  rulewright {example}" for example in command.EXAMPLES)]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(added)
    return parser


def _unknown_command(word: str) -> str:
    from ..source.diagnostics import did_you_mean, one_of
    from ..source.rendering.characters import visible

    if word.endswith((".yaml", ".yml")):
        return f'to check a game file, write "rulewright validate {visible(word)}"'
    likely = did_you_mean(word, COMMANDS)
    commands = one_of(COMMANDS, "and", most=len(COMMANDS))
    way_out = f'did you mean "{likely}"?' if likely else f"the commands are {commands}"
    return f'there is no command "{visible(word)}"; {way_out}'

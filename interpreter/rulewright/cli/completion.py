"""`rulewright completion`: what a shell needs to complete commands, options and games with the tabulator key."""

from __future__ import annotations

import argparse

from .terminal import UsageError, say

HELP = "print what your shell needs to complete commands and games with the tabulator key"
EXAMPLES = (
    'completion bash > "$HOME/.local/share/bash-completion/completions/rulewright"',
    "completion zsh > _rulewright  # in a folder of $fpath",
    "completion fish > ~/.config/fish/completions/rulewright.fish",
)
_SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=_SHELLS, help=f"one of {', '.join(_SHELLS)}")


def run(arguments: argparse.Namespace) -> int:
    try:
        import shtab
    except ImportError:
        raise UsageError("completion needs one more package: pip install 'rulewright[completion]'") from None

    from ..language.game_files import shipped
    from .main import command_parser

    parser, games = command_parser(), sorted(shipped())
    for action in (each for command in _commands(parser) for each in command._actions):
        if action.metavar == "GAME":  # where none fits, shells go on with files
            action.choices = games
        if action.metavar in ("FILE", "RECORD"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # that is how one tells it
    say(shtab.complete(parser, arguments.shell))
    return 0


def _commands(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    subparsers = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return list(subparsers.choices.values())

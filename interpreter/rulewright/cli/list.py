"""`rulewright list`: the games of the library, and how sure we are of each."""

from __future__ import annotations

import argparse
from typing import Any

from .terminal import say, say_json

HELP = "list the games of the library"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(arguments: argparse.Namespace) -> int:
    from ..language.game_files import shipped
    from ..library.listing import entry
    from ..source.rendering.characters import visible

    games = [entry(game, path) for game, path in sorted(shipped().items())]
    if arguments.json:
        say_json(games)
        return 0
    ids = max((len(str(game["id"])) for game in games), default=0)
    titles = max((len(str(game["title"])) for game in games), default=0)
    for game in games:
        row = f"{game['id']:<{ids}}  {game['title']:<{titles}}  {game['lines']:>4} lines  {_standing(game)}"
        say(visible(row.rstrip()))
    return 0


def _standing(game: dict[str, Any]) -> str:
    """`proven` and by whom, `tested` by its own tests; outdated proofs are told."""
    if game["outdated"]:
        return "tested; the rules have changed since they were proven"
    return f"{game['status']:<8} {', '.join(dict.fromkeys(proof['by'] for proof in game['evidence']))}"

"""`rulewright list`: the games of the library, what each is, and how sure we are of it."""

from __future__ import annotations

import argparse
import shutil
from typing import Any

from .terminal import InputError, say, say_json, tell

HELP = "list the games of the library, all or those with some words"
EXAMPLES = (
    "list",
    "list mancala",
    "list --proofs",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="only games whose name, description or kind (mancala, hunt, race …) has all of these",
    )
    parser.add_argument("--proofs", action="store_true", help="by which other programs the rules were proven")
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(arguments: argparse.Namespace) -> int:
    from ..language.game_files import meant, shipped, similar_games
    from ..library.listing import entry
    from ..source.rendering.characters import visible

    library = shipped()
    words = [word.casefold() for word in arguments.words]
    games = [game for id, path in sorted(library.items()) if _has(game := entry(id, path), words)]
    if words and not games:
        similar = similar_games("_".join(arguments.words), library)
        way_out = meant(similar) if similar else "`rulewright list` without words shows all"
        raise InputError(f'no game of the library has "{visible(" ".join(arguments.words))}"; {way_out}')
    if arguments.json:
        say_json(games)
        return 0
    ids = max((len(game["id"]) for game in games), default=0)
    width = max(shutil.get_terminal_size().columns, 60)
    for game in games:
        row = f"{game['id']:<{ids}}  {game['status']:<6}  "
        row += _proofs(game) if arguments.proofs else _shortened(_described(game), width - len(row))
        say(visible(row.rstrip()))
    proven = sum(game["status"] == "proven" for game in games)
    number = "1 game" if len(games) == 1 else f"{len(games)} games"
    tell(f"{number}, {proven} proven by other programs. `rulewright rules GAME` tells how one is played.")
    return 0


def _has(game: dict[str, Any], words: list[str]) -> bool:
    text = f"{game['id']} {game['title']} {game['about'] or ''} {' '.join(game['categories'])}".casefold()
    return all(word in text for word in words)


def _described(game: dict[str, Any]) -> str:
    """What the file says of itself, after its title if that is not what the id says already."""
    title, about = game["title"], " ".join((game["about"] or "").split())
    return (
        about if game["id"].replace("_", " ") == title.casefold() and about else f"{title}: {about}".removesuffix(": ")
    )


def _shortened(text: str, width: int) -> str:
    """Whole words, as many as fit."""
    if len(text) <= width:
        return text
    return text[: width - 1].rpartition(" ")[0].rstrip(",;:.") + " …" if " " in text[: width - 1] else text[:width]


def _proofs(game: dict[str, Any]) -> str:
    """By whom it was proven; outdated proofs are told."""
    if game["outdated"]:
        return "the rules have changed since they were proven"
    return ", ".join(dict.fromkeys(proof["by"] for proof in game["evidence"]))

"""`rulewright list`: the games of the library, and how sure we are of each."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .terminal import say, say_json

HELP = "list the games of the library"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print them as JSON")


def run(arguments: argparse.Namespace) -> int:
    from ..language.library import shipped
    from ..language.rendering.characters import visible

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


def entry(game: str, path: Path) -> dict[str, Any]:
    """What one file says of itself and what proves it; `lines` counts those that are neither blank nor a comment."""
    from ..evidence import document_of, standing
    from ..language.document.nodes import Scalar

    document = document_of(path)

    def text(key: str) -> str | None:
        value = document.root.get(key) if document else None
        return value.text if isinstance(value, Scalar) else None

    lines = document.source.text.splitlines() if document else []
    rules = sum(1 for line in lines if line.strip() and not line.lstrip().startswith("#"))
    found = standing(path)
    return {
        "id": game,
        "title": text("game") or game,
        "about": text("about"),
        "players": _players(path),
        "lines": rules,
        "status": found.status,
        "outdated": found.outdated,
        "evidence": [{"by": proof.by, "text": proof.text, "how": proof.how} for proof in found.proofs],
    }


def _players(path: Path) -> int | None:
    """How many there are; a file that says nothing has those of the game it extends."""
    from ..evidence import document_of
    from ..language.document.nodes import Mapping, Scalar, Sequence
    from ..language.library import game_called, games_in, shipped

    document = document_of(path)
    players = document.root.get("players") if document else None
    if isinstance(players, Mapping):
        return len(players.entries)
    if isinstance(players, Sequence):
        return len(players.items)
    parent = document.root.get("extends") if document else None
    found = game_called(parent.text, {**shipped(), **games_in(path.parent)}) if isinstance(parent, Scalar) else None
    return _players(found) if found is not None and found != path else None

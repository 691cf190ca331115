"""What the library says of its games: titles, players, lengths, and how sure we are of each."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..language.document.nodes import Mapping, Scalar, Sequence
from ..language.game_files import game_called, games_in, shipped
from ..source.limits import LIMITS
from .evidence import document_of, standing


def entry(game: str, path: Path) -> dict[str, Any]:
    """What one file says of itself and what proves it; `lines` counts those that are neither blank nor a comment."""
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
        "players": players_of(path),
        "lines": rules,
        "status": found.status,
        "outdated": found.outdated,
        "evidence": [asdict(proof) for proof in found.proofs],
    }


def players_of(path: Path, files: int = LIMITS.extends_depth.value) -> int | None:
    """How many there are; a file that says nothing has those of the game it extends, which is at most so many files up.

    Files that extend one another in a circle are no games, but they are listed.
    """
    document = document_of(path)
    players = document.root.get("players") if document else None
    if isinstance(players, Mapping):
        return len(players.entries)
    if isinstance(players, Sequence):
        return len(players.items)
    parent = document.root.get("extends") if document else None
    found = game_called(parent.text, {**shipped(), **games_in(path.parent)}) if isinstance(parent, Scalar) else None
    return players_of(found, files - 1) if found is not None and files > 1 else None

"""What the library says of its games: titles, players, lengths, and how sure we are of each."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..language.document.nodes import Scalar
from ..language.game_files import library_folder
from .categories import categories_of, players_of
from .evidence import document_of, standing
from .newest import NEWEST
from .played import played


def entry(game: str, path: Path) -> dict[str, Any]:
    """What one file says of itself and what proves it; `lines` counts those that are neither blank nor a comment."""
    document = document_of(path)

    def text(key: str) -> str | None:
        value = document.root.get(key) if document else None
        return value.text if isinstance(value, Scalar) else None

    lines = document.source.text.splitlines() if document else []
    rules = sum(1 for line in lines if line.strip() and not line.lstrip().startswith("#"))
    found, game_played = standing(path), played(path)
    return {
        "id": game,
        "title": text("game") or game,
        "about": text("about"),
        "players": players_of(path),
        "categories": [*categories_of(path), *(["new"] if game in NEWEST and path.parent == library_folder() else [])],
        "length": game_played.length if game_played else None,
        "lines": rules,
        "status": found.status,
        "outdated": found.outdated,
        "evidence": [asdict(proof) for proof in found.proofs],
    }

"""Mistakes that have a legal shape: an attribute of a piece may have any name, also a misspelt one."""

from __future__ import annotations

from difflib import get_close_matches

from ...source.diagnostics import Report
from ..document.nodes import Mapping, Scalar
from .names import is_name

_PIECE_KEYS = ("each", "supply", "owner", "letter", "states", "layer", "on")
_ALIKE = 0.75


def meant_attribute(key: str) -> str | None:
    """The key of a piece that is probably meant by this name."""
    close = get_close_matches(key.lower(), _PIECE_KEYS, n=1, cutoff=_ALIKE)
    return close[0] if close and key not in _PIECE_KEYS else None


def misspelt_attributes(root: Mapping, report: Report) -> bool:
    """Whether a piece has a key such as `leter: o`, which looks like a path and is none."""
    found = False
    pieces, paths = root.get("pieces"), root.get("paths")
    known_paths = paths.keys() if isinstance(paths, Mapping) else []
    for kind, piece in pieces.items() if isinstance(pieces, Mapping) else ():
        for key, value in piece.items() if isinstance(piece, Mapping) else ():
            meant = meant_attribute(key.text)
            if not meant or not is_name(key.text):
                continue
            # Every path but a name from `paths` has several words.
            if isinstance(value, Scalar) and isinstance(value.value, str) and " " not in value.text.strip():
                if value.text in known_paths:
                    continue
                found = True
                message = f'unknown key "{key.text}" in piece "{kind.text}".'
                report.error("schema-unknown-key", message, key.span, f'did you mean "{meant}"?')
    return found

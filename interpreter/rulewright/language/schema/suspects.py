"""Mistakes that have a legal shape: an attribute of a piece may have any name, also a misspelt one."""

from __future__ import annotations

from difflib import get_close_matches

from ...source.diagnostics import Report, one_of
from ..document.nodes import Mapping, Scalar
from ..hiding import speaks_of_hiding
from .names import is_name

_PIECE_KEYS = ("each", "supply", "owner", "letter", "states", "layer", "on")
_OF_NOBODY = ("neutral", "unowned", "nobodys")  # what people write for  owner: none
_HEIGHTS = ("stack", "stacks", "height")
_ALIKE = 0.75


def meant_attribute(key: str) -> str | None:
    """The key of a piece that is probably meant by this name."""
    close = get_close_matches(key.lower(), _PIECE_KEYS, n=1, cutoff=_ALIKE)
    return close[0] if close and key not in _PIECE_KEYS else None


def number_of_a_piece(kind: str, key: str, value: object) -> str | None:
    """`count: 5`, `value: 3`: whatever has a name of its own would be a path."""
    if key.lower() in _HEIGHTS and (isinstance(value, int) or value == "all"):
        return f"how high pieces may stand on one another is said for the whole game, beside pieces:  stack: {value}"
    if not isinstance(value, int):
        return None
    if key.lower() in ("count", "number", "amount", "quantity", "many", "copies"):
        return f'write "each: {value}" for so many of each player, "supply: {value}" for so many in all'
    if key.lower() in ("value", "worth", "points", "score", "rank", "strength", "level"):
        return f"numbers of kinds stand in a table:  tables: {{{key.lower()}: {{{kind}: {value}, else: 0}}}}"
    return None


def misspelt_attributes(root: Mapping, report: Report) -> bool:
    """Whether a piece has a key such as `leter: o` or `neutral: yes`, which looks like a path and is none."""
    found = False
    pieces, paths = root.get("pieces"), root.get("paths")
    known_paths = paths.keys() if isinstance(paths, Mapping) else []
    for kind, piece in pieces.items() if isinstance(pieces, Mapping) else ():
        for key, value in piece.items() if isinstance(piece, Mapping) else ():
            # Every path but a name from `paths` has several words.
            if not isinstance(value, Scalar) or not isinstance(value.value, str) or " " in value.text.strip():
                continue
            help_text = (
                None
                if value.text in known_paths or not is_name(key.text)
                else number_of_a_piece(kind.text, key.text, value.text) or _way_out(key.text, value.text)
            )
            if help_text:
                found = True
                message = f'unknown key "{key.text}" in piece "{kind.text}".'
                report.error("schema-unknown-key", message, key.span, help_text)
    return found


def _way_out(key: str, value: str) -> str | None:
    """None if it may be a path."""
    if meant := meant_attribute(key):
        return f'did you mean "{meant}"?'
    if value not in ("yes", "no", "all") or key in _PIECE_KEYS or speaks_of_hiding(key):
        return None
    if key in _OF_NOBODY:
        return "owner: none  makes pieces that belong to nobody; all others belong to players"
    return f"the keys here are {one_of(_PIECE_KEYS, 'and', most=7)}; any other is the name of a path"

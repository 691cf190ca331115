"""Categories: what kind of game a file describes, by the words of its rules; for lists and filters, no rule asks.

The kinds are those of books on board games (games of alignment, of connection, of hunting, races, mancala …). A game
may be of several, and of none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..language.document.nodes import Mapping, Node, Scalar, Sequence
from ..language.game_files import game_called, games_in, shipped
from ..source.limits import LIMITS
from .evidence import document_of

_PLAY = ("pieces", "paths", "actions", "turn", "phases", "define", "when_turn_ends", "when_captured")

# For each kind: in which parts of a file something is looked for, what, and beside which kinds it says nothing new.
_KINDS: dict[str, tuple[tuple[str, ...], str, frozenset[str]]] = {
    "mancala": (_PLAY, r"\bsow\b", frozenset()),
    "chance": (("turn", "phases"), r"\bchance\b", frozenset()),
    "chess": ((*_PLAY, "must", "end"), r"\battacked by\b|\brook\b", frozenset()),
    "in a row": (("end", "stuck", "define", "must"), r"\blines? of\b", frozenset()),
    "connection": (("end",), r"\bjoined to\b|\bconnected\b|\bsides\(", frozenset()),
    "hunt": (("end",), r"\b(?!score|white|black|north|south)\w+ wins\b", frozenset({"in a row"})),
    "race": (("end",), r"\bin my \w+|\bmy (done|home|goal)\b", frozenset({"chess", "connection"})),
    "points": (("score",), r".", frozenset()),
    "capture": (
        _PLAY,
        r"\bcapture\b|\bover \w* ?enemy\b|(?<!next )\bto (empty or )?enemy\b",
        frozenset({"mancala", "chess", "chance", "connection"}),
    ),
}


def categories_of(path: Path) -> list[str]:
    """The kinds that a game is of, with those of the games it extends, and how many play if they are not two."""
    found: list[str] = []
    for name, (keys, words, beside) in _KINDS.items():
        if beside.isdisjoint(found) and re.search(words, _text(path, keys)):
            found.append(name)
    players = players_of(path) or 2
    return [*found, *(["puzzle"] if players == 1 else ["several players"] if players > 2 else [])]


def players_of(path: Path) -> int | None:
    """How many play; a file that says nothing has those of the game it extends."""
    said = next((root.get("players") for root in _files(path) if root.get("players") is not None), None)
    return len(said.entries) if isinstance(said, Mapping) else len(said.items) if isinstance(said, Sequence) else None


def _files(path: Path) -> Iterator[Mapping]:
    """The file and those it extends; files that extend one another in a circle are no games, but they are listed."""
    for _ in range(LIMITS.extends_depth.value):
        document = document_of(path)
        if document is None:
            return
        yield document.root
        parent = document.root.get("extends")
        above = game_called(parent.text, {**shipped(), **games_in(path.parent)}) if isinstance(parent, Scalar) else None
        if above is None:
            return
        path = above


def _text(path: Path, keys: tuple[str, ...]) -> str:
    """What stands below some keys; of what a file says itself, the game it extends says nothing."""
    seen: dict[str, str] = {}
    for root in _files(path):
        for key in keys:
            if key not in seen and root.get(key) is not None:
                seen[key] = "\n".join(_texts(root.get(key)))
    return "\n".join(seen.values())


def _texts(node: Node | None) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _texts(item)
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key.text
            yield from _texts(entry.value)

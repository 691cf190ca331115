"""A variant that changes nothing yet: what it may name of the game it extends, and a first test that holds."""

from __future__ import annotations

import json
from pathlib import Path

from ..language.document.nodes import Mapping, Scalar, Sequence, plain
from .template import child_game

_PATCHABLE = ("pieces", "regions", "vars", "define", "paths", "actions", "options")


def variant(name: str, schema: str, parent: str, game: str, root: Mapping) -> str:
    """A variant of `game`, whose file is `root`; `parent` is what it extends.

    Raises `InvalidGame` if its first moves can only be counted with hooks, which are not run.
    """
    inherited = {key: _names(root, key) for key in _PATCHABLE}
    return child_game(name, schema, parent, _text(root, "game") or parent, inherited, _first_test(root, game))


def _names(root: Mapping, key: str) -> list[str]:
    entries = root.get(key)
    return [entry.key.text.split("(")[0] for entry in entries.entries] if isinstance(entries, Mapping) else []


def _text(root: Mapping, key: str) -> str | None:
    value = root.get(key)
    return value.text if isinstance(value, Scalar) else None


def _first_test(root: Mapping, game: str) -> str:
    """A test that the parent passes: its number of first moves, or one outcome of chance if it begins with that."""
    known = _first_perft(root)
    if known is not None:
        return f"perft: [{known}]"
    from ..game import load  # the compiler is only needed now

    state = load(Path(game)).start()  # a path: a name with a line end would be taken for the text of a game
    if state.is_chance:
        return f"play: [{json.dumps(state.legal_moves[0].text)}]"
    return f"perft: [{len(state.legal_moves)}]"


def _first_perft(root: Mapping) -> int | None:
    """How many first moves the game has, if one of its tests says so for the start and the usual options."""
    tests = root.get("tests")
    for test in map(plain, tests.items) if isinstance(tests, Sequence) else ():
        if isinstance(test, dict) and set(test) <= {"perft", "name", "inherit"}:
            counts = test.get("perft")
            if isinstance(counts, list) and counts and isinstance(counts[0], int):
                return counts[0]
    return None

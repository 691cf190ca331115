"""What proves a game of the library: `evidence.json` beside the games, written by tools/prove.py.

A proof is a comparison that was really run, and holds for the rules it was run with: if a game's rules have changed
since, the game counts as tested only, until it is proven again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..language.document.nodes import Document, PlainTree, plain
from ..language.document.reader import read_document
from ..language.game_files import games_in, library_folder
from ..language.place import place_of
from ..language.reading import read_source
from ..source.diagnostics import Report

FILE = "evidence.json"
# Keys that are no rules: to change them proves and disproves nothing. So are the words of an option for people.
_NO_RULES = {"game", "by", "about", "source", "language", "tests", "display"}
_WORDS_OF_OPTIONS = {"about", "means"}


@dataclass(frozen=True, slots=True)
class Proof:
    """One comparison with somebody else's program or table."""

    by: str
    text: str
    how: str

    def __str__(self) -> str:
        return f"{self.by}: {self.text}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How sure we are of a game: `status` is proven, tested or untested."""

    status: str
    proofs: tuple[Proof, ...] = ()
    outdated: bool = False  # there are proofs, but of other rules


def standing(path: Path) -> Standing:
    """What is known of a game file of the library; of other files nothing is, whatever they are called."""
    document = document_of(path) if place_of(path).shipped else None
    if document is None or document.root.get("tests") is None:
        return Standing("untested")
    known = _evidence().get(path.stem)
    if known is None or not known["proofs"]:
        return Standing("tested")
    if known["rules"] != _hashed(path, document):
        return Standing("tested", outdated=True)
    return Standing("proven", tuple(Proof(proof["by"], proof["text"], proof["how"]) for proof in known["proofs"]))


def fingerprint(path: Path) -> str:
    """A short hash of the rules of a file and of those it extends; comments, tests and names leave it alone."""
    document = document_of(path)
    return _hashed(path, document) if document else ""


def _hashed(path: Path, document: Document) -> str:
    rules: dict[str, PlainTree] = {
        entry.key.text: plain(entry.value) for entry in document.root.entries if entry.key.text not in _NO_RULES
    }
    options = rules.get("options")
    for option in options.values() if isinstance(options, dict) else ():
        if isinstance(option, dict):
            for word in _WORDS_OF_OPTIONS & option.keys():
                del option[word]
    parent = rules.pop("extends", None)
    hooks = rules.get("hooks")
    file = hooks.get("file") if isinstance(hooks, dict) else None
    parts = [
        json.dumps(rules),
        fingerprint(games_in(path.parent)[parent]) if isinstance(parent, str) else "",
        (path.parent / file).read_text(encoding="utf-8") if isinstance(file, str) else "",
    ]
    return sha256("\0".join(parts).encode()).hexdigest()[:16]


@cache
def _evidence() -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((library_folder() / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return found


def document_of(path: Path) -> Document | None:
    """The file as it is now; it is read once, as long as it stays as it is."""
    try:
        known = path.stat()
    except OSError:
        return None
    return _read(path, known.st_mtime_ns, known.st_size)


@lru_cache(maxsize=256)
def _read(path: Path, _changed: int, _size: int) -> Document | None:
    report = Report()
    source = read_source(path, report)
    return read_document(source, report) if source else None

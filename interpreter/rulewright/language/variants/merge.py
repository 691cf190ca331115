"""`extends`: a file as a patch of another game, and that one perhaps of a third (semantics D90-D92, D94)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...source.diagnostics import Note, Report, did_you_mean, one_of
from ...source.limits import LIMITS
from ...source.source import Span
from .. import game_files
from ..document.nodes import Document, Entry, Mapping, Node, Scalar, Sequence, with_entries
from ..document.reader import read_document
from ..place import place_of
from ..reading import read_source
from ..version import understood
from .patches import is_deletion, patched

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class _Link:
    """One file of the chain."""

    document: Document

    @property
    def path(self) -> Path | None:
        return self.document.source.path

    @property
    def name(self) -> str:
        return self.path.stem if self.path else self.document.source.name

    @property
    def parent(self) -> Node | None:
        node = self.document.root.get("extends")
        return None if node is None or is_deletion(node) else node


def load_chain(document: Document, report: Report) -> Document | None:
    """The document with everything it inherits; None if a parent cannot be had."""
    chain = [_Link(document)]
    while (wanted := chain[-1].parent) is not None:
        parent = _parent(wanted, chain, report)
        if parent is None:
            return None
        chain.append(parent)
    parents = tuple(link.document.source for link in chain[1:])
    root = _alone(chain.pop(), report)
    while chain:
        child = chain.pop()
        root = _laid_over(root, child, report)
    return Document(document.source, root, parents)


def _alone(link: _Link, report: Report) -> Mapping:
    """The root of a file without parent: a patch of nothing, so that every stray `~` is found."""
    root = link.document.root
    return patched(with_entries(root, []), root, None, report)


def _laid_over(parent: Mapping, child: _Link, report: Report) -> Mapping:
    inherited = _with_marked_tests(parent)
    merged = patched(inherited, child.document.root, Path(parent.span.source.name).name, report)
    return _with_tests_of_both(inherited, merged)


def _with_marked_tests(parent: Mapping) -> Mapping:
    """Only with the tests that say `inherit: yes`: their author knows which of them hold for every child."""
    entries = []
    for entry in parent.entries:
        if entry.key.text == "tests" and isinstance(entry.value, Sequence):
            marked = tuple(test for test in entry.value.items if _is_inherited(test))
            if marked:
                entries.append(Entry(entry.key, Sequence(entry.value.span, marked)))
        else:
            entries.append(entry)
    return with_entries(parent, entries)


def _is_inherited(test: Node) -> bool:
    mark = test.get("inherit") if isinstance(test, Mapping) else None
    return isinstance(mark, Scalar) and mark.text in ("yes", "true")


def _with_tests_of_both(inherited: Mapping, merged: Mapping) -> Mapping:
    """Tests are the one list that grows: the inherited ones first."""
    old, new = inherited.get("tests"), merged.entry("tests")
    if new is None or new.value is old:
        return merged
    if not isinstance(old, Sequence) or not isinstance(new.value, Sequence):
        return merged
    whole = Entry(new.key, Sequence(new.value.span, old.items + new.value.items))
    return with_entries(merged, [whole if entry is new else entry for entry in merged.entries])


# --- finding the parent ------------------------------------------------------------------------------------


def _parent(wanted: Node, chain: list[_Link], report: Report) -> _Link | None:
    if not _is_id(wanted, report):
        return None
    assert isinstance(wanted, Scalar)
    found = _find(wanted.text, chain[-1].path)
    if found is None:
        _report_missing(wanted, chain[-1].path, report)
        return None
    if _closes_cycle(found, wanted, chain, report):
        return None
    if len(chain) >= LIMITS.extends_depth.value:
        limit = LIMITS.extends_depth.value
        message = f"this chain of extends is too long: at most {limit} files build on one another."
        report.error("merge-depth", message, wanted.span, "let the game extend one further up the chain")
        return None
    source = read_source(found, report, _shown(found, chain[-1].document.source.name))
    document = understood(read_document(source, report), report) if source else None
    return _Link(document) if document else None


def _is_id(wanted: Node, report: Report) -> bool:
    if not isinstance(wanted, Scalar):
        message = '"extends" takes one game, not a list or a group of them.'
        start = wanted.span.start
        span = Span(wanted.span.source, start, start + 1)
        report.error("merge-path", message, span, "write the id of one game:  extends: hive")
        return False
    if not wanted.text:
        return False  # told when the file was read
    if _ID.fullmatch(wanted.text) and len(wanted.text) <= LIMITS.name_length.value:
        return True
    stem = re.sub(r"\.ya?ml$", "", re.split(r"[/\\]", wanted.text)[-1])
    similar = did_you_mean(stem.replace(" ", "_"), game_files.shipped())
    if similar is None and _ID.fullmatch(stem):
        similar = stem
    message = '"extends" takes the id of a game, never a path, a file name or a title.'
    help = f"write  extends: {similar}" if similar and len(similar) <= LIMITS.name_length.value else None
    report.error("merge-path", message, wanted.span, help or "write the id of a game:  extends: hive")
    return False


def _find(wanted: str, child: Path | None) -> Path | None:
    """The parent's file: beside the child, else in the library."""
    beside = game_files.game_called(wanted, game_files.games_in(child.parent)) if child else None
    in_library = game_files.game_called(wanted, game_files.shipped())
    # A file called like a game of the library may well build on that game.
    if beside and child and in_library and _same(beside, child) and not _same(in_library, child):
        beside = None
    return beside or in_library


def _same(one: Path, other: Path) -> bool:
    return place_of(one) == place_of(other)


def _shown(path: Path, child: str) -> str:
    """Its name in messages: as the child is called where it lies beside it, and short below the current folder."""
    beside = Path(child).parent / path.name
    if _same(beside, path):
        return str(beside)
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_absolute() and path.is_relative_to(here) else str(path)


def _report_missing(wanted: Scalar, child: Path | None, report: Report) -> None:
    beside = game_files.games_in(child.parent) if child else {}
    known = {name for name, path in beside.items() if child is None or not _same(path, child)}
    known.update(game_files.shipped())
    similar = game_files.similar_games(wanted.text, known)
    message = f'I know no game "{wanted.text}": it is neither beside this file nor in the library.'
    if similar:
        help = game_files.meant(similar)
    elif known:
        help = f"games you can extend: {one_of(sorted(known), 'and')}"
    else:
        help = "put the file of that game beside this one"
    report.error("merge-missing", message, wanted.span, help)


def _closes_cycle(found: Path, wanted: Scalar, chain: list[_Link], report: Report) -> bool:
    at = next((n for n, link in enumerate(chain) if link.path and _same(link.path, found)), None)
    if at is None:
        return False
    names = [link.name for link in chain[at:]]
    if len(names) == 1:
        message = f'"{names[0]}" extends itself.'
    else:
        message = f"these games extend one another in a circle: {' → '.join([*names, names[0]])}."
    notes = [Note("and here", link.parent.span) for link in chain[at:-1] if link.parent is not None]
    help = "one of them must stand on its own, without extends"
    report.error("merge-cycle", message, wanted.span, help, *notes)
    return True

"""Patches: a mapping laid over another one (semantics D91, D92, D93). One mechanism for extends and options.

Mappings merge by key, everything else replaces, `~` deletes. Every node keeps the place it was written at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from ...source.diagnostics import Note, Report
from ...source.source import Span
from ..document.nodes import Entry, Mapping, Node, Scalar, Style, plain, with_entries

Where = tuple[str, ...]

# Of each group a thing has one member; a patch that sets one takes the inherited others away (D92).
_ONE_OF: tuple[tuple[Where, frozenset[str]], ...] = (
    ((), frozenset({"turn", "phases"})),
    (("actions", "*"), frozenset({"path", "to"})),
    (("actions", "*"), frozenset({"move", "place", "pick"})),
    (("vars", "*"), frozenset({"range", "holds"})),
    (("board",), frozenset({"tiling", "drawing", "sites"})),
    (("options", "*"), frozenset({"choices", "range"})),
)
# A line of the set-up says where all pieces of a sort stand: a new line replaces the old one.
_SETUP_LINE: Where = ("setup", "*")
# A choice of an option is itself a patch: its "~" are for later, so it is replaced as a whole.
_PATCH_AS_VALUE: Where = ("options", "*", "choices", "*")


def is_deletion(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style is Style.PLAIN and node.value is None and bool(node.text)


def same_key(where: Where, key: str) -> str:
    """The form in which keys are compared: the arguments of a define do not count."""
    return key.split("(", 1)[0].strip() if where == ("define",) else key


def patched(base: Mapping, patch: Mapping, owner: str | None, report: Report, where: Where = ()) -> Mapping:
    """`base` with `patch` laid over it. `owner` names what is patched; None: there is nothing to patch."""
    entries = {same_key(where, entry.key.text): entry for entry in base.entries}
    for rival in _rivals(patch, where):
        entries.pop(rival, None)
    written: dict[str, Scalar] = {}
    for entry in patch.entries:
        key = same_key(where, entry.key.text)
        _check_twice(written, key, entry.key, report)
        inner = (*where, key)
        old = entries.get(key)
        if is_deletion(entry.value):
            if old is not None:
                del entries[key]
                continue
            _report_absent(entry.key, base, owner, where, report)
            if owner is None:  # the key itself is most likely meant, only its value is missing
                entries[key] = Entry(entry.key, _placeholder(entry.value))
        elif _fits(inner, _PATCH_AS_VALUE):
            entries[key] = entry
        elif not isinstance(entry.value, Mapping) or _fits(inner, _SETUP_LINE):
            entries[key] = Entry(entry.key, _without_deletions(entry.value, report))
        elif old is not None and isinstance(old.value, Mapping):
            entries[key] = Entry(entry.key, patched(old.value, entry.value, owner, report, inner))
        else:
            entries[key] = Entry(entry.key, _new(entry, base, owner, report, where))
    return with_entries(patch, list(entries.values()))


def _check_twice(written: dict[str, Scalar], name: str, key: Scalar, report: Report) -> None:
    """`near` and `near(place)` in one file: one of them would silently replace the other."""
    first = written.setdefault(name, key)
    if first is not key:
        note = Note("the other one is here", first.part(0, len(name)))
        message = f'"{name}" is already a define.'
        report.error("name-twice", message, key.part(0, len(name)), "rename one of the two", note)


def _new(entry: Entry, base: Mapping, owner: str | None, report: Report, where: Where) -> Mapping:
    """A mapping where there was none. If it wants to delete something, its own key is the likely mistake."""
    assert isinstance(entry.value, Mapping)
    inner = (*where, same_key(where, entry.key.text))
    deleted = next(_deletions(entry.value, inner), None)
    if owner is None or deleted is None:
        return patched(with_entries(entry.value, []), entry.value, owner, report, inner)
    key = entry.key.text
    known = [same_key(where, old.key.text) for old in base.entries]
    help = f'delete the line with "{deleted.text}: ~"'
    if inner[-1] in known:
        why = f"in {_place(owner, where)} it has no entries"
    else:
        why = f'{_place(owner, where)} has no "{key}"'
        similar = report.similar(key, known)
        help = f'did you mean "{similar}"?' if similar else help
    message = f'"{deleted.text}" cannot be removed from "{key}": {why}.'
    report.error("merge-absent", message, entry.key.span, help)
    return patched(with_entries(entry.value, []), entry.value, owner, Report(), inner)


def _deletions(patch: Mapping, where: Where) -> Iterator[Scalar]:
    for entry in patch.entries:
        inner = (*where, entry.key.text)
        if is_deletion(entry.value):
            yield entry.key
        elif isinstance(entry.value, Mapping) and not _fits(inner, _PATCH_AS_VALUE):
            yield from _deletions(entry.value, inner)


def _report_absent(key: Scalar, base: Mapping, owner: str | None, where: Where, report: Report) -> None:
    if owner is None:
        message = f'"{key.text}: ~" removes an inherited entry, but there is nothing to inherit it from here.'
        help = "delete the line, or write {} for an entry without details"
        report.error("merge-absent", message, key.span, help)
        return
    if key.text == "tests" and not where:
        message = f"only tests that say inherit: yes are inherited, and {owner} has none of them."
        report.error("merge-absent", message, key.span, "delete the line, or write the tests of this game")
        return
    similar = report.similar(key.text, base.keys())
    message = f'"{key.text}" cannot be removed: {_place(owner, where)} has no "{key.text}".'
    help = f'did you mean "{similar}"?' if similar else "delete the line"
    report.error("merge-absent", message, key.span, help)


def _place(owner: str, where: Where) -> str:
    return f'"{".".join(where)}" of {owner}' if where else owner


def _placeholder(node: Node) -> Scalar:
    """A value that has been told to be missing: like one that was never written, so nobody tells it again."""
    return Scalar(node.span, "", None, places=())


def _without_deletions(node: Node, report: Report) -> Node:
    """A list replaces as a whole, so there is nothing in it that could be removed."""
    if isinstance(node, Mapping):
        return patched(with_entries(node, []), node, None, report, ("*",))
    if isinstance(node, Scalar):
        return node
    items: list[Node] = []
    for item in node.items:
        if is_deletion(item):
            message = '"~" removes an inherited entry, but a list replaces the inherited one as a whole.'
            help = "delete the item; write the list as it shall be"
            report.error("merge-absent", message, item.span, help)
            items.append(_placeholder(item))
        else:
            items.append(_without_deletions(item, report))
    return replace(node, items=tuple(items))


def _fits(where: Where, pattern: Where) -> bool:
    return len(where) == len(pattern) and all(p in ("*", w) for w, p in zip(where, pattern, strict=True))


def _rivals(patch: Mapping, where: Where) -> set[str]:
    """The inherited keys that the keys of a patch take the place of."""
    setting = {entry.key.text for entry in patch.entries if not is_deletion(entry.value)}
    mentioned = set(patch.keys())
    groups = [group for pattern, group in _ONE_OF if _fits(where, pattern) and group & setting]
    return {rival for group in groups for rival in group - mentioned}


# --- several patches at once -------------------------------------------------------------------------------


def conflict(first: Mapping, second: Mapping) -> tuple[str, Span, Span] | None:
    """The first thing that two patches want differently: its name and both places (D93)."""
    ours, theirs = _writes(first, ()), _writes(second, ())
    for where, entry in theirs.items():
        for length in range(1, len(where) + 1):
            other = ours.get(where[:length])
            if other and _disagree(other, entry, length == len(where)):
                return ".".join(where[:length]), other.key.span, entry.key.span
        for other_where, other in _rival_writes(where, ours):
            if not is_deletion(entry.value) and not is_deletion(other.value):
                return f"{'.'.join(where)} and {'.'.join(other_where)}", other.key.span, entry.key.span
    for where, entry in ours.items():
        for length in range(1, len(where)):
            other = theirs.get(where[:length])
            if other and _disagree(other, entry, False):
                return ".".join(where[:length]), entry.key.span, other.key.span
    return None


def _disagree(upper: Entry, lower: Entry, same_place: bool) -> bool:
    """Whether one entry says something else than the other, which stands at the same place or below it."""
    if isinstance(upper.value, Mapping):
        return same_place and not isinstance(lower.value, Mapping)
    return not same_place or _said(upper.value) != _said(lower.value)


def _said(node: Node) -> str:
    return json.dumps(plain(node))


def _writes(patch: Mapping, where: Where) -> dict[Where, Entry]:
    """Every key a patch mentions, at any depth."""
    found: dict[Where, Entry] = {}
    for entry in patch.entries:
        inner = (*where, same_key(where, entry.key.text))
        found[inner] = entry
        if isinstance(entry.value, Mapping):
            found.update(_writes(entry.value, inner))
    return found


def _rival_writes(where: Where, writes: dict[Where, Entry]) -> Iterator[tuple[Where, Entry]]:
    for pattern, group in _ONE_OF:
        if where[-1] in group and _fits(where[:-1], pattern):
            for rival in sorted(group - {where[-1]}):
                if (other := (*where[:-1], rival)) in writes:
                    yield other, writes[other]


def combined(first: Mapping, second: Mapping, where: Where = ()) -> Mapping:
    """Two patches without conflict as one."""
    entries = {same_key(where, entry.key.text): entry for entry in first.entries}
    for entry in second.entries:
        key = same_key(where, entry.key.text)
        old = entries.get(key)
        if old and isinstance(old.value, Mapping) and isinstance(entry.value, Mapping):
            entries[key] = Entry(old.key, combined(old.value, entry.value, (*where, key)))
        else:
            entries.setdefault(key, entry)
    return with_entries(first, list(entries.values()))

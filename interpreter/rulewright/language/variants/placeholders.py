"""`$name`: where a file asks for the value of an option, and the file with the values put in (D94)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from operator import is_not

from ...source.diagnostics import Report, one_of
from ..document.nodes import Entry, Mapping, Node, Scalar, Sequence, Style, with_entries
from ..document.scalars import plain_value

_WORD = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*)")
# Here options are declared and chosen; nothing is put in.
SECTIONS = ("options", "variants")


def used_names(node: Node) -> set[str]:
    """The options that a node asks for, at any depth."""
    return {name for scalar, _ in _scalars(node) for name in _WORD.findall(scalar.text)}


def check_words(node: Node, names: Iterable[str], numbers: Collection[str], report: Report) -> bool:
    """Tells every `$name` that cannot be filled in; True if there is none. `numbers`: options that may end a name."""
    known = sorted(names)
    sound = True
    for scalar, is_key in _scalars(node):
        for word in _WORD.finditer(scalar.text):
            span = scalar.part(*word.span())
            before = scalar.text[: word.start()][-1:]
            if is_key:
                message = f'"{word[0]}" stands in a key; an option can only be put into values.'
                report.error("option-key", message, span, "use an option with named patches as choices")
            elif before.isalnum() or before == "_":
                if word[1] in numbers and not before.isdigit():
                    continue  # s$n: the number of a site
                message = f'"{word[0]}" hangs on the "{before}" before it; only a whole number can end a name.'
                help = "let the option hold the whole word, or put a space between"
                report.error("option-word", message, span, help)
            elif word[1] not in known:
                message = f'there is no option "{word[1]}".'
                report.error("option-undeclared", message, span, _declare(word[1], known, report))
            else:
                continue
            sound = False
    return sound


def _declare(name: str, known: list[str], report: Report) -> str:
    similar = report.similar(name, known)
    if similar:
        return f'did you mean "${similar}"?'
    if known:
        return f"options of this game: {one_of(known, 'and')}"
    return f"declare it:  options: {{{name}: {{default: …}}}}"


def _scalars(node: Node) -> Iterator[tuple[Scalar, bool]]:
    """Every scalar of a node, and whether it is a key."""
    if isinstance(node, Scalar):
        yield node, False
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item)
    else:
        for entry in node.entries:
            yield entry.key, True
            yield from _scalars(entry.value)


def substituted(root: Mapping, values: dict[str, str]) -> Mapping:
    """The file with `$name` replaced by the values."""
    entries = []
    for entry in root.entries:
        is_section = entry.key.text in SECTIONS
        entries.append(entry if is_section else Entry(entry.key, _filled(entry.value, values)))
    return with_entries(root, entries)


def _filled(node: Node, values: dict[str, str]) -> Node:
    if isinstance(node, Scalar):
        return _filled_scalar(node, values) if "$" in node.text else node
    # What has nothing to fill in stays the node it is: so it is known again with other options.
    if isinstance(node, Sequence):
        items = tuple(_filled(item, values) for item in node.items)
        return replace(node, items=items) if any(map(is_not, items, node.items)) else node
    inner = [_filled(entry.value, values) for entry in node.entries]
    if all(new is entry.value for new, entry in zip(inner, node.entries, strict=True)):
        return node
    return with_entries(node, [Entry(entry.key, new) for entry, new in zip(node.entries, inner, strict=True)])


def _filled_scalar(scalar: Scalar, values: dict[str, str]) -> Scalar:
    """The characters of a value stand, for messages, where its `$name` stands."""
    places = scalar.places or tuple([(scalar.span.start, scalar.span.end)] * len(scalar.text))
    text: list[str] = []
    new_places: list[tuple[int, int]] = []
    at = 0
    for word in _WORD.finditer(scalar.text):
        value = values.get(word[1])
        if value is None:
            continue
        text += scalar.text[at : word.start()], value
        new_places += places[at : word.start()]
        new_places += [(places[word.start()][0], places[word.end() - 1][1])] * len(value)
        at = word.end()
    whole = "".join([*text, scalar.text[at:]])
    typed = plain_value(whole) if scalar.style is Style.PLAIN else whole
    return replace(scalar, text=whole, value=typed, places=(*new_places, *places[at:]))

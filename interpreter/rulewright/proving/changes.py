"""Changes of a game file that `--mutate` tries: of a rule text, of a number beside it, or a rule left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..language.document.nodes import Mapping, Node, Scalar, Sequence
from ..language.syntax import ast
from ..language.syntax.leaves import Leaf, leaves
from ..language.syntax.parse import parse
from ..language.syntax.printer import show
from ..source.diagnostics import Report
from ..source.source import Source, Span
from .mutations import mutants, shortened

# Conditions and effects that a rule can lose: the game goes on without them.
_CAN_GO = ("if", "if_lifted", "must", "do", "before", "when_turn_ends", "when_captured", "prefer", "out", "again")
_Mutants = Callable[[ast.Node], Iterator[ast.Node]]
_NUMBERS = ("times", "supply", "each", "stack", "turns")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one place: what stood there, what stands there now (None: nothing)."""

    span: Span
    old: str
    new: str | None

    def __str__(self) -> str:
        return f'"{self.old}" left out' if self.new is None else f'"{self.old}" → "{self.new}"'


def changes(root: Mapping) -> Iterator[Change]:
    """All changes of a merged document, in the order of its rules."""
    return _sorted(root, mutants, _other_changes(root))


def removals(root: Mapping) -> Iterator[Change]:
    """Those changes that only leave something out, in the order of the rules."""
    return _sorted(root, shortened, (change for change in _other_changes(root) if change.new is None))


def _sorted(root: Mapping, made: _Mutants, others: Iterator[Change]) -> Iterator[Change]:
    found: dict[tuple[Span, str | None], Change] = {}
    for leaf in leaves(root):
        for text in _texts(leaf, made):
            found.setdefault((leaf.text.span, text), Change(leaf.text.span, _line(leaf.text.text), text))
    for change in others:
        found.setdefault((change.span, change.new), change)
    yield from sorted(found.values(), key=lambda change: change.span.start)


def _line(text: str) -> str:
    return " ".join(text.split())


def _texts(leaf: Leaf, made: _Mutants) -> Iterator[str]:
    """The texts with one change; what cannot be read any more is left out."""
    tree = parse(leaf.text, leaf.entry, Report())
    if tree is None:
        return
    written = show(tree)
    for changed in made(tree):
        try:
            text = show(changed)
        except AssertionError:
            continue  # not a form of the language
        if text != written and parse(_scalar(leaf.text, text), leaf.entry, Report()) is not None:
            yield text


def _other_changes(root: Mapping) -> Iterator[Change]:
    """Rules that can be left out, items of lists of rules, and numbers."""
    for owner in _sections(root):
        for key, value in owner.items():
            if key.text in _CAN_GO and isinstance(value, Scalar) and value.value is not None:
                yield Change(key.span, f"{key.text}: {_line(value.text)}", None)
            if key.text == "again" and isinstance(value, Scalar):
                yield Change(value.span, value.text, "must" if value.text == "may" else "may")
            if key.text in _NUMBERS and isinstance(value, Scalar) and isinstance(value.value, int):
                for step in (1, -1):
                    if value.value + step > 0:
                        yield Change(value.span, f"{key.text}: {value.value}", str(value.value + step))
            if isinstance(value, Sequence) and key.text in ("do", "before", "end", "when_turn_ends", "when_captured"):
                for item in value.items:
                    if isinstance(item, Scalar):
                        yield Change(item.span, _line(item.text), None)


def _sections(root: Mapping) -> Iterator[Mapping]:
    yield root
    for key in ("pieces", "actions"):
        section = root.get(key)
        for _, value in section.items() if isinstance(section, Mapping) else ():
            if isinstance(value, Mapping):
                yield value
    repetition = root.get("repetition")
    if isinstance(repetition, Mapping):
        yield repetition


def changed(root: Mapping, change: Change) -> Mapping:
    """The document with a change made wherever the place occurs in it."""
    made = _rewritten(root, change)
    assert isinstance(made, Mapping)
    return made


def _rewritten(node: Node, change: Change) -> Node | None:
    if isinstance(node, Scalar):
        if node.span != change.span:
            return node
        return None if change.new is None else _scalar(node, change.new)
    keep: Callable[[Node], Node | None] = lambda item: _rewritten(item, change)  # noqa: E731
    if isinstance(node, Sequence):
        return replace(node, items=tuple(item for item in map(keep, node.items) if item is not None))
    entries = []
    for entry in node.entries:
        if entry.key.span == change.span and change.new is None:
            continue
        value = keep(entry.value)
        if value is not None:
            entries.append(replace(entry, value=value))
    return replace(node, entries=tuple(entries))


def _scalar(old: Scalar, text: str) -> Scalar:
    """A scalar with another text, in a source of its own, so that every word has a place again."""
    source = Source(old.span.source.name, text, old.span.source.place)
    value = int(text) if isinstance(old.value, int) and not isinstance(old.value, bool) else text
    places = tuple((place, place + 1) for place in range(len(text)))
    return Scalar(Span(source, 0, len(text)), text, value, places=places)


def is_in(node: Node, span: Span) -> bool:
    """Whether a document has this place; a place under an option is only in some."""
    if isinstance(node, Sequence):
        inside = any(is_in(item, span) for item in node.items)
    else:
        entries = node.entries if isinstance(node, Mapping) else ()
        inside = any(entry.key.span == span or is_in(entry.value, span) for entry in entries)
    return inside or node.span == span

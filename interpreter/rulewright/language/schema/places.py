"""Places of a document: the node that a path leads to, and how a message speaks of it."""

from __future__ import annotations

from dataclasses import dataclass

from ...source.source import Span
from ..document.nodes import Entry, Mapping, Node, Scalar, Sequence
from .schema_map import Path

# What one entry of such a mapping or list is called.
_ENTRIES = {
    "players": "player", "pieces": "piece", "regions": "region", "vars": "variable", "define": "define",
    "tables": "table",
    "paths": "path", "actions": "action", "options": "option", "variants": "variant", "choices": "choice",
    "tracks": "track", "directions": "direction", "hooks": "hook", "display": "display", "phases": "phase",
    "tests": "test",
}  # fmt: skip


@dataclass(frozen=True)
class Spot:
    """One place of a document: the value, and the entry that holds it if it stands in a mapping."""

    path: Path
    node: Node
    entry: Entry | None

    @property
    def span(self) -> Span:
        """Where to point: at the value, or at its key if the value is nothing or fills many lines."""
        node = self.node
        if self.entry is None:
            return _first_word(node)
        nothing = isinstance(node, Scalar) and node.value is None and not node.text
        return self.entry.key.span if nothing or "\n" in node.span.text else node.span

    @property
    def key(self) -> str | None:
        return self.entry.key.text if self.entry else None

    @property
    def key_span(self) -> Span:
        return self.entry.key.span if self.entry else _first_word(self.node)

    def holds(self, span: Span) -> bool:
        """Whether the stretch lies inside the value."""
        own = self.node.span
        return span.source is own.source and own.start <= span.start and span.end <= own.end


def spot_at(root: Mapping, path: Path) -> Spot:
    """The place that the path leads to, as far as the document goes."""
    spot = Spot((), root, None)
    for step in path:
        node = spot.node
        if isinstance(node, Mapping) and isinstance(step, str) and (entry := node.entry(step)):
            spot = Spot((*spot.path, step), entry.value, entry)
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            spot = Spot((*spot.path, step), node.items[step], None)
        else:
            break
    return spot


def spoken(root: Mapping, path: Path) -> str:
    """The place as a message names it: `action "hop"`, `"again" of action "hop"`, `test 2`."""
    if not path:
        return "the game"
    last = path[-1]
    above = path[-2] if len(path) > 1 else None
    if isinstance(last, int):
        name = _own_name(spot_at(root, path).node)
        thing = _ENTRIES.get(str(above))
        if thing:
            return f'{thing} "{name}"' if name else f"{thing} {last + 1}"
        return f"entry {last + 1} of {spoken(root, path[:-1])}"
    if isinstance(above, str) and above in _ENTRIES:
        return f'{_ENTRIES[above]} "{last}"'
    if above is None:
        return f'"{last}"'
    return f'"{last}" of {spoken(root, path[:-1])}'


def inside(root: Mapping, path: Path) -> str:
    """` in action "hop"`; nothing at the top of the file."""
    return f" in {spoken(root, path)}" if path else ""


def _own_name(node: Node) -> str | None:
    name = node.get("name") if isinstance(node, Mapping) else None
    return name.text if isinstance(name, Scalar) and len(name.text) <= 40 else None


def _first_word(node: Node) -> Span:
    """A stretch on one line that stands for the whole node."""
    if isinstance(node, Mapping) and node.entries:
        return node.entries[0].key.span
    span = node.span
    line_end = span.source.text.find("\n", span.start, span.end)
    return span if line_end < 0 else Span(span.source, span.start, max(line_end, span.start + 1))


def shortened(text: str) -> str:
    """A text as a message quotes it: on one line, and not endless."""
    text = " ".join(text.split())
    return text if len(text) <= 48 else text[:47] + "…"

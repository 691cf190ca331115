"""Where the rules are: every text of a document that is written in the rules language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..document.nodes import Mapping, Node, Scalar, Sequence
from .vocabulary import VERB_NAMES, is_keyword


@dataclass(frozen=True, slots=True)
class Leaf:
    """A rule text, where it stands (`actions.walk.path`) and the entry point of the grammar it is read with."""

    where: str
    text: Scalar
    entry: str


_GAME_KEYS = {
    "must": "expr",
    "prefer": "expr",
    "when_captured": "stmt",
    "when_turn_ends": "stmt",
    "when_out": "stmt",
    "stuck": "rule",
    "end": "rule",
    "out": "expr",
    "score": "expr",
}
_ACTION_KEYS = {
    "move": "expr",
    "pick": "expr",
    "place": "piece",
    "path": "path",
    "to": "expr",
    "from": "expr",
    "if": "expr",
    "if_lifted": "expr",
    "must": "expr",
    "before": "stmt",
    "do": "stmt",
}
# Keys of a block of effects that hold its condition; the others hold effects.
BLOCK_CONDITIONS = ("if", "unless")
# Keys of a piece that are data; every other key is a path attribute.
PIECE_DATA = frozenset({"each", "supply", "owner", "letter", "states", "layer", "on"})


def leaves(root: Mapping) -> Iterator[Leaf]:
    """All rule texts of a merged document, in the order of the language reference."""
    for kind, piece in _entries(root.get("pieces")):
        for name, value in _entries(piece):
            is_flag = isinstance(value, Scalar) and value.text in ("yes", "no", "all")  # told with its key
            if name not in PIECE_DATA and not is_flag:
                yield from _texts(f"pieces.{kind}.{name}", value, "path")
    for name, value in _entries(root.get("define")):
        yield from _texts(f"define.{name}", value, "expr" if isinstance(value, Scalar) else "stmt")
    for name, value in _entries(root.get("tables")):
        yield from _texts(f"tables.{name}", value, "expr")
    for name, value in _entries(root.get("paths")):
        yield from _texts(f"paths.{name}", value, "path")
    for action, body in _entries(root.get("actions")):
        for key, value in _entries(body):
            if key in _ACTION_KEYS:
                yield from _texts(f"actions.{action}.{key}", value, _ACTION_KEYS[key])
            elif key == "let":
                yield from _texts(f"actions.{action}.let", value, "expr")
    yield from _texts("turn", root.get("turn"), "turn")
    phases = root.get("phases")
    for number, phase in enumerate(phases.items if isinstance(phases, Sequence) else ()):
        for key, value in _entries(phase):
            if key in ("turn", "until"):
                yield from _texts(f"phases.{number + 1}.{key}", value, "turn" if key == "turn" else "expr")
    for key, entry in _GAME_KEYS.items():
        yield from _texts(key, root.get(key), entry)
    for key in ("repetition", "limit"):
        section = root.get(key)
        if isinstance(section, Mapping):
            yield from _texts(f"{key}.result", section.get("result"), "rule")


def misnamed(root: Mapping) -> frozenset[str]:
    """Words of the language that the file gives to things of its own as names; each is told where it is declared."""
    found = set()
    for section in ("pieces", "define", "tables", "paths", "regions", "vars", "players"):
        node = root.get(section)
        items = node.items if isinstance(node, Sequence) else [key for key, _ in _pairs(node)]
        found |= {item.text.split("(")[0] for item in items if isinstance(item, Scalar)}
    for action, body in _entries(root.get("actions")):
        found |= {action} - VERB_NAMES
        for key in ("let", "with"):
            found |= {name for name, _ in _entries(body.get(key) if isinstance(body, Mapping) else None)}
    return frozenset(name for name in found if is_keyword(name))


def _pairs(node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    if isinstance(node, Mapping):
        yield from node.items()


def _entries(node: Node | None) -> Iterator[tuple[str, Node]]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield key.text, value


def _texts(where: str, node: Node | None, entry: str) -> Iterator[Leaf]:
    """The texts of a value: itself, the items of a list, the values of a map (by player, by state)."""
    if isinstance(node, Scalar):
        # What is empty, or a number or a yes where only words can stand, is a matter of the shape.
        if node.value is not None and node.text and (entry == "expr" or isinstance(node.value, str)):
            yield Leaf(where, node, entry)
    elif isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            yield from _texts(f"{where}.{number + 1}", item, entry)
    elif isinstance(node, Mapping):
        for key, value in node.items():
            condition = entry == "stmt" and key.text in BLOCK_CONDITIONS
            yield from _texts(f"{where}.{key.text}", value, "expr" if condition else entry)

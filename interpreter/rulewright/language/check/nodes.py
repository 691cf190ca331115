"""Small readers of document nodes. The shape was checked by the schema; these never complain."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..document.nodes import Mapping, Node, Scalar, Sequence


def mapping(node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    """The entries of a mapping; none for anything else."""
    if isinstance(node, Mapping):
        yield from node.items()


def get(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None


def scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) and node.value is not None else None


def text(node: Node | None) -> str | None:
    found = scalar(node)
    return found.text if found else None


def number(node: Node | None) -> int | None:
    found = scalar(node)
    return found.value if found and isinstance(found.value, int) and not isinstance(found.value, bool) else None


def yes(node: Node | None) -> bool:
    return text(node) == "yes"


def items(node: Node | None) -> list[Node]:
    """The items of a list; a single value is a list of one."""
    if isinstance(node, Sequence):
        return list(node.items)
    return [node] if node is not None and not (isinstance(node, Scalar) and node.value is None) else []


def texts(node: Node | None) -> list[Scalar]:
    return [item for item in items(node) if isinstance(item, Scalar)]


def words(found: Scalar) -> list[Scalar]:
    """The blank-separated words of a text, each with its own place."""
    result = []
    start = 0
    for word in found.text.split():
        at = found.text.index(word, start)
        start = at + len(word)
        places = found.places[at:start] if found.places else None
        result.append(Scalar(found.part(at, start), word, word, found.style, places))
    return result


def number_of(text_: str) -> int | None:
    """A whole number without a sign, if the text is one; signs such as `²` are digits only for Python."""
    return int(text_) if re.fullmatch(r"[0-9]{1,9}", text_) else None


def range_of(text_: str) -> tuple[int, int] | None:
    """`a..b` as numbers; each may have a minus sign."""
    found = re.fullmatch(r"(-?[0-9]{1,9}) *\.\. *(-?[0-9]{1,9})", text_)
    return (int(found[1]), int(found[2])) if found else None

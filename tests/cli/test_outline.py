"""Trees of dataclasses as data and as an outline."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum

from rulewright.cli.plain_data import as_data, outline
from rulewright.source.source import Source, Span


class Colour(Enum):
    DARK_RED = 1


@dataclass(frozen=True)
class Leaf:
    name: str
    span: Span
    hidden: int = field(default=0, repr=False)


@dataclass(frozen=True)
class Tree:
    leaves: tuple[Leaf, ...]
    colour: Colour
    by_pair: dict[tuple[int, int], bool]
    words: frozenset[str]
    nothing: None = None


TREE = Tree(
    (Leaf("a\x1b", Span(Source("x.yaml", "one\ntwo"), 4, 7)),),
    Colour.DARK_RED,
    {(1, 2): True},
    frozenset({"b", "a"}),
)


def test_data() -> None:
    data = as_data(TREE)
    assert data == {
        "is": "Tree",
        "leaves": [{"is": "Leaf", "name": "a\x1b", "span": "2:1"}],
        "colour": "dark_red",
        "by_pair": {"1, 2": True},
        "words": ["a", "b"],
        "nothing": None,
    }
    json.dumps(data)


def test_outline() -> None:
    assert list(outline(as_data(TREE))) == [
        "Tree",
        "  leaves:",
        "    - Leaf",
        "      name: a\\x1b",
        "      span: 2:1",
        "  colour: dark_red",
        "  by_pair:",
        "    1, 2: yes",
        "  words: [a, b]",
        "  nothing: ~",
    ]


def test_outline_of_plain_data() -> None:
    assert list(outline({"game": "Hex", "end": ["win if x"], "nested": [[1], {"a": {}}]})) == [
        "game: Hex",
        "end: [win if x]",
        "nested:",
        "  - [1]",
        "  -",
        "    a: {}",
    ]

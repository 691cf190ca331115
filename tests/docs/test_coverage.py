"""The reference is complete: every key, every word and every construct stands in a tested example of it."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rulewright.board import compass
from rulewright.language.check import notation
from rulewright.language.check.symbols import BUILT_IN_NOUNS, FUNCTIONS, RELATIVE_DIRECTIONS, RESERVED
from rulewright.language.document.nodes import Document, Mapping, Node, Sequence
from rulewright.language.document.reader import read_document
from rulewright.language.reading import text_source
from rulewright.language.syntax import ast
from rulewright.language.syntax.leaves import leaves
from rulewright.language.syntax.parse import parse
from rulewright.source.diagnostics import Report
from tests.docs.pages import ROOT, Block, all_blocks

Where = tuple[str, ...]

_SCHEMA = json.loads((ROOT / "grammar" / "game.schema.json").read_text(encoding="utf-8"))
_GRAMMAR = (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8")
# A word of the grammar is a terminal /word\b/, or several: /(step|slide|jump)\b/.
_WORD_TERMINAL = re.compile(r"^_?[A-Z]+(?:\.\d+)?: /\(?([a-z_|]+)\)?(?:\\b|\\\()/", re.MULTILINE)


def _examples() -> list[Block]:
    """The examples of the reference; hooks have a page of their own that belongs to it."""
    return [
        block
        for block in all_blocks()
        if block.kind in ("game", "fragment") and (block.page.startswith("reference/") or block.page == "hooks.md")
    ]


@cache
def _documents() -> tuple[Document, ...]:
    found = []
    for block in _examples():
        report = Report()
        source = text_source(block.text, block.file, report)
        document = read_document(source, report) if source else None
        assert document, f"{block}: not even YAML"
        found.append(document)
    return tuple(found)


# ---------------------------------------------------------------- keys


def _resolved(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema, and those that it refers to."""
    if not isinstance(schema, dict):
        return
    yield schema
    if "$ref" in schema:
        target: Any = _SCHEMA
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        yield from _resolved(target)
    for part in (*schema.get("allOf", ()), *schema.get("anyOf", ())):
        yield from _resolved(part)


def _keys(schema: Any, where: Where = ()) -> Iterator[tuple[Where, dict[str, Any]]]:
    """All keys that the schema names, as paths; "*" stands for names of the author and items of lists."""
    if where[-2:-1] == ("choices",) or len(where) > 6:
        return  # a choice is a patch: the same keys once more
    for part in _resolved(schema):
        if part is _SCHEMA["definitions"]["block"]:  # one in the other, wherever there are effects: once is enough
            yield from ((("actions", "*", "do", "*", key), inner) for key, inner in part["properties"].items())
            continue
        for key, inner in part.get("properties", {}).items():
            yield (*where, key), inner
            yield from _keys(inner, (*where, key))
        for inner in (part.get("additionalProperties"), part.get("items")):
            yield from _keys(inner, (*where, "*"))


_ALL_KEYS = dict(_keys({"properties": _SCHEMA["properties"]}))


def _used(node: Node, where: Where = ()) -> Iterator[Where]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield (*where, key.text)
            yield from _used(value, (*where, key.text))
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _used(item, (*where, "*"))


@cache
def _used_keys() -> frozenset[Where]:
    return frozenset(where for document in _documents() for where in _used(document.root))


@pytest.mark.parametrize("key", sorted({".".join(where) for where in _ALL_KEYS}))
def test_key_has_an_example(key: str) -> None:
    wanted = tuple(key.split("."))
    fits = (
        where
        for where in _used_keys()
        if len(where) == len(wanted) and all(w in ("*", u) for w, u in zip(wanted, where, strict=True))
    )
    assert any(fits)


# ---------------------------------------------------------------- words


def _values() -> set[str]:
    """The values that keys offer: square, hex, hexagon, yes_no …"""
    found: set[str] = set()
    for schema in _ALL_KEYS.values():
        for part in _resolved(schema):
            found.update(value for value in part.get("enum", ()) if isinstance(value, str))
            found.update(part.get("items", {}).get("enum", ()) if isinstance(part.get("items"), dict) else ())
    return found


def _grammar_words() -> set[str]:
    return {word for found in _WORD_TERMINAL.findall(_GRAMMAR) for word in found.split("|")}


_WORDS = sorted(
    RESERVED | BUILT_IN_NOUNS | set(FUNCTIONS) | set(RELATIVE_DIRECTIONS) | set(compass.SQUARE) | {"orth", "diag"}
    | _values() | _grammar_words()
)  # fmt: skip


@cache
def _text() -> str:
    """All examples without their comments."""
    return "\n".join(re.sub(r"(^|\s)#(?![\w\"]).*", "", block.text) for block in _examples())


def test_reserved_words_are_those_of_the_grammar() -> None:
    """The names that NAME excludes, and the words that are special before a bracket."""
    excluded = re.search(r"^NAME: /\(\?!\(\?:([a-z|]+)\)", _GRAMMAR, re.MULTILINE)
    assert excluded
    assert set(excluded[1].split("|")) | {"back", "beside", "across", "times"} == RESERVED


def test_the_grammar_has_words() -> None:
    assert {"step", "joined", "exactly", "back", "times", "swap", "highest"} <= _grammar_words()


@pytest.mark.parametrize("word", _WORDS)
def test_word_has_an_example(word: str) -> None:
    assert re.search(rf"(?<![\w.]){word}(?![\w])", _text())


@pytest.mark.parametrize("field", [*notation._FIELDS, *(f"target.{detail}" for detail in notation._DETAILS)])
def test_field_of_say_has_an_example(field: str) -> None:
    assert re.search(rf"\{{{re.escape(field)}[:}}]", _text())


# ---------------------------------------------------------------- constructs


def _constructs() -> list[str]:
    """The classes of the syntax tree that stand for something in the text."""
    classes = [one for _, one in inspect.getmembers(ast, inspect.isclass) if issubclass(one, ast.Node)]
    general = {base for one in classes for base in one.__mro__[1:]}
    # A block of effects is made of keys, which have examples of their own.
    return sorted(one.__name__ for one in classes if one not in general and one is not ast.Block)


@cache
def _parsed() -> frozenset[str]:
    found: set[str] = set()
    for document in _documents():
        for leaf in leaves(document.root):
            if "$" in leaf.text.text:
                continue
            tree = parse(leaf.text, leaf.entry, Report())
            waiting = [tree] if tree is not None else []
            while waiting:
                node = waiting.pop()
                found.add(type(node).__name__)
                waiting.extend(node.children())
    return frozenset(found)


@pytest.mark.parametrize("construct", _constructs())
def test_construct_has_an_example(construct: str) -> None:
    assert construct in _parsed()

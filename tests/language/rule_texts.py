"""Helpers for tests of rule texts: parsing a bare text, comparing trees, making sentences of the grammar."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from typing import Any

import lark
from hypothesis import strategies as st
from hypothesis.extra.lark import LarkStrategy

from rulewright.language.document.nodes import Scalar
from rulewright.language.game_files import grammar_folder
from rulewright.language.syntax import ast
from rulewright.language.syntax.grammar import ENTRIES
from rulewright.language.syntax.parse import parse
from rulewright.source.diagnostics import Diagnostic, Report
from rulewright.source.source import Source, Span


def scalar_of(text: str) -> Scalar:
    """The text as if it were a whole file: columns in messages are columns of the text."""
    source = Source("rule.yaml", text)
    places = tuple((offset, offset + 1) for offset in range(len(text)))
    return Scalar(Span(source, 0, len(text)), text, text, places=places)


def parsed(text: str, entry: str) -> tuple[ast.Node | None, list[Diagnostic]]:
    report = Report()
    return parse(scalar_of(text), entry, report), list(report)


def tree_of(text: str, entry: str) -> ast.Node:
    tree, told = parsed(text, entry)
    assert tree is not None, told
    return tree


def shape(value: object) -> Any:
    """A tree without its places, to compare trees of different texts."""
    if isinstance(value, ast.Node):
        members = [member.name for member in fields(value) if member.name != "span"]
        return (type(value).__name__, *(shape(getattr(value, name)) for name in members))
    if isinstance(value, tuple):
        return tuple(shape(item) for item in value)
    return value


def _spaced(*words: str) -> st.SearchStrategy[str]:
    return st.sampled_from([word + " " for word in words])


# Words that are not special anywhere, so that every sentence made of them is one of the language.
NAMES = ("empty", "mine", "enemy", "my", "target", "stone", "row", "d", "x2", "_a", "rows", "gate_1")
_TOKENS = {
    "NAME": _spaced(*NAMES),
    "REGISTER": _spaced("relay.target", "turn.passed", "carry.d"),
    "CALL": _spaced("height(", "hand(", "max("),
    "HOOKCALL": _spaced("@one_hive("),
    "TURNED": _spaced("back(", "beside(", "across("),
    "TIMES": _spaced("times("),
    "CMP": _spaced("<=", ">=", "!=", "<", ">", "="),
    "INCR": _spaced("+=", "-="),
    "SIZE": _spaced("1x2", "0x3"),
    "RANGE": _spaced("1..", "0..4", "2..2", "3..1"),
    "_GROUP": _spaced("group of"),
    "_GROUPS": _spaced("count groups of"),
    "_LARGEST": _spaced("largest  group of"),
    "_KEPT_ONE": _spaced("kept one", "kept  one"),
    "_UP_AGAIN": _spaced("up again"),
    "ROUNDED": _spaced("rounded down", "rounded up"),
    "INT": _spaced("0", "1", "7", "012", "999999999"),
}


def grammar_text() -> str:
    return (grammar_folder() / "rules.lark").read_text(encoding="utf-8")


class _ShortSentences(LarkStrategy):
    """The simplest ways to go on are taken more often: most sentences would never end otherwise."""

    def __init__(self, grammar: lark.Lark, entry: str, words: dict[str, st.SearchStrategy[str]]) -> None:
        super().__init__(grammar, entry, words, st.characters())
        _, rules, _ = grammar.grammar.compile([entry], ())
        ways: dict[str, list[tuple[Any, ...]]] = {}
        for rule in rules:
            ways.setdefault(rule.origin.name, []).append(tuple(rule.expansion))
        for name, expansions in ways.items():
            shortest = min(map(len, expansions))
            simple = [way for way in expansions if len(way) == shortest]
            often = simple * (1 + 3 * len(expansions) // len(simple))
            self.nonterminal_strategies[name] = st.sampled_from(often + expansions)


@cache
def sentences() -> dict[str, st.SearchStrategy[str]]:
    """For each entry point: sentences of the language, words well apart."""
    grammar = lark.Lark(grammar_text().replace("%ignore WS", ""), parser="lalr", start=list(ENTRIES))
    found: dict[str, st.SearchStrategy[str]] = {}
    for entry in ENTRIES:
        terminals, _, _ = grammar.grammar.compile([entry], ())
        keywords = {t.name: _keyword(t.pattern.to_regexp()) for t in terminals if t.name not in _TOKENS}
        names = {t.name: _TOKENS[t.name] for t in terminals if t.name in _TOKENS}
        found[entry] = _ShortSentences(grammar, entry, {**keywords, **names})
    return found


def _keyword(pattern: str) -> st.SearchStrategy[str]:
    """A word or sign of the grammar: `if\\b`, `(in|on)\\b` or `\\+`."""
    inner = re.sub(r"\\b$", "", pattern)
    inner = re.sub(r"^\((?:\?:)?(.*)\)$", r"\1", inner)
    return _spaced(*(re.sub(r"\\(.)", r"\1", word) for word in re.split(r"(?<!\\)\|", inner)))

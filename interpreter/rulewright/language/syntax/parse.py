"""Rule texts → syntax trees."""

from __future__ import annotations

import re

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from ...source.diagnostics import Report
from ...source.limits import LIMITS
from ..document.nodes import Scalar
from . import ast
from .build_ast import TreeBuilder
from .errors import ENTRY_NAMES, explain
from .grammar import parser


def parse(scalar: Scalar, entry: str, report: Report, misnamed: frozenset[str] = frozenset()) -> ast.Node | None:
    """The syntax tree of a rule text, or None after telling the report what is wrong.

    Where only a name is wrong that is a word of the language (`misnamed`), nothing is told: its declaration is.
    """
    text = scalar.text
    if not text.strip():
        message = f"this should be {ENTRY_NAMES[entry]}, but it is empty."
        report.error("syntax-empty", message, scalar.span, "write the rule, or remove the key")
        return None
    digits = re.search(rf"\d{{{LIMITS.number_digits.value + 1},}}", text)
    if digits:
        message = f"this number has {len(digits.group())} digits; the limit is {LIMITS.number_digits.value}."
        help = "no game needs a number this large; use a smaller one"
        report.error("syntax-number", message, scalar.part(digits.start(), digits.end()), help)
        return None
    if len(text) > LIMITS.rule_length.value:
        message = f"this rule has {len(text)} characters; the limit is {LIMITS.rule_length.value}."
        report.error("syntax-long", message, scalar.part(0, 1), "give parts of it a name under define:")
        return None
    try:
        tree = parser().parse(text, start=entry)
    except UnexpectedInput as problem:
        if not _only_misnamed(text, entry, misnamed):
            explain(problem, scalar, entry, report)
        return None
    if _too_deep(tree):
        message = f"this rule is nested more than {LIMITS.rule_depth.value} levels deep."
        report.error("syntax-deep", message, scalar.part(0, 1), "give parts of it a name under define:")
        return None
    built: ast.Node = TreeBuilder(scalar).build(tree)
    return built


def _only_misnamed(text: str, entry: str, misnamed: frozenset[str]) -> bool:
    """Whether the text could be read if words of the language that the file uses as names were names."""
    if not misnamed:
        return False
    words = re.compile(rf"(?<![\w.])(?:{'|'.join(sorted(misnamed))})(?![\w])")
    places = [found.span() for found in words.finditer(text)][:_MOST_PLACES]
    # The same word may stand there as what it is, so each of them is tried alone, too.
    tried = [places, *([place] for place in places)] if len(places) > 1 else [places]
    return any(_readable(_renamed(text, chosen), entry) for chosen in tried if chosen)


_MOST_PLACES = 8


def _renamed(text: str, places: list[tuple[int, int]]) -> str:
    for start, end in reversed(places):
        text = f"{text[:start]}x_{text[start:end]}{text[end:]}"
    return text


def _readable(text: str, entry: str) -> bool:
    try:
        parser().parse(text, start=entry)
    except UnexpectedInput:
        return False
    return True


def _too_deep(tree: Tree[Token]) -> bool:
    """Whether the tree is nested beyond the limit; a level of rules is about three levels of the tree."""
    limit = 3 * LIMITS.rule_depth.value
    waiting: list[tuple[Tree[Token], int]] = [(tree, 1)]
    while waiting:
        current, level = waiting.pop()
        if level > limit:
            return True
        waiting.extend((child, level + 1) for child in current.children if isinstance(child, Tree))
    return False

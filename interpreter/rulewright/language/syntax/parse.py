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


def parse(scalar: Scalar, entry: str, report: Report) -> ast.Node | None:
    """The syntax tree of a rule text, or None after telling the report what is wrong."""
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
        explain(problem, scalar, entry, report)
        return None
    if _too_deep(tree):
        message = f"this rule is nested more than {LIMITS.rule_depth.value} levels deep."
        report.error("syntax-deep", message, scalar.part(0, 1), "give parts of it a name under define:")
        return None
    built: ast.Node = TreeBuilder(scalar).build(tree)
    return built


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

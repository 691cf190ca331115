"""Rule texts → syntax trees, with messages that say what was expected where."""

from __future__ import annotations

import re
from typing import TypeVar

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from . import ast
from .build_ast import TreeBuilder
from .diagnostics import Report, did_you_mean, one_of
from .document import Scalar
from .grammar import parser
from .limits import LIMITS

NodeT = TypeVar("NodeT", bound=ast.Node)

# What a text of each entry point is, for messages.
_ENTRY_NAMES = {
    "expr": "an expression",
    "path": "a path",
    "turn": "a turn",
    "stmt": "an effect",
    "rule": "a result",
    "piece": "a piece",
}
_STARTERS = {
    "stmt": "capture, remove, set, flip, put, move, shift, sow, may, end turn, swap sides, name = value",
    "rule": "win, lose, draw, pass, NAME wins, highest score wins",
    "path": "step, slide, jump, leap, repeat, its, like, or the name of a path",
}
_TOKEN_WORDS = {
    "NAME": "a name",
    "INT": "a number",
    "RANGE": "a range such as 1..3",
    "SIZE": "a size such as 1x2",
    "CMP": "a comparison",
    "REGISTER": "a look back such as hop.target",
    "CALL": "a function",
    "HOOKCALL": "a hook",
    "TURNED": "back(…)",
    "TIMES": "times(…)",
    "VERB": "step, slide or jump",
    "ISIN": "in",
    "INCR": "+=",
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
    "LPAR": "(",
    "RPAR": ")",
    "COMMA": ",",
    "VBAR": "|",
    "EQUAL": "=",
    "$END": "the end",
}
# Kinds of tokens that are never worth offering as a way out: nearly every place takes them.
_TOO_GENERAL = {"REGISTER", "CALL", "HOOKCALL", "TURNED", "LPAR", "$END"}
_WORD = re.compile(r"[^\W\d]\w*|\d+|\S")
# A sign that people bring along from programming languages, and what to write here.
_FOREIGN = {
    "==": 'write "=" to compare',
    "&&": 'write "and"',
    "||": 'write "or"; a single "|" separates paths',
    "!": 'write "not", or "!=" to compare',
    "/": "there is no division; multiply the other side instead",
    "-": "there are no negative numbers; write 0 - 1",
    "{": "write round brackets",
    "[": "write round brackets",
    '"': "rules are written without quotes inside",
    "'": "rules are written without quotes inside",
    ";": "write several effects as a list, each behind a dash",
    ":": 'if this is a key of its own, put it on a line of its own',
}


def parse(scalar: Scalar, entry: str, report: Report) -> ast.Node | None:
    """The syntax tree of a rule text, or None after telling the report what is wrong."""
    text = scalar.text
    if not text.strip():
        report.error(
            "syntax-empty", f"this should be {_ENTRY_NAMES[entry]}, but it is empty.", scalar.span,
            "write the rule, or remove the key",
        )  # fmt: skip
        return None
    if len(text) > LIMITS.rule_length.value:
        report.error(
            "syntax-long",
            f"this rule has {len(text)} characters; the limit is {LIMITS.rule_length.value}.",
            scalar.part(0, 1),
            "give parts of it a name under define:",
        )
        return None
    digits = re.search(r"\d{%d,}" % (LIMITS.number_digits.value + 1), text)
    if digits:
        report.error(
            "syntax-number",
            f"this number has {len(digits.group())} digits; the limit is {LIMITS.number_digits.value}.",
            scalar.part(digits.start(), digits.end()),
            "no game needs a number this large; use a smaller one",
        )
        return None
    try:
        tree = parser().parse(text, start=entry)
    except UnexpectedInput as problem:
        _explain(problem, scalar, entry, report)
        return None
    if _too_deep(tree):
        report.error(
            "syntax-deep",
            f"this rule is nested more than {LIMITS.rule_depth.value} levels deep.",
            scalar.part(0, 1),
            "give parts of it a name under define:",
        )
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


def _explain(problem: UnexpectedInput, scalar: Scalar, entry: str, report: Report) -> None:
    text = scalar.text
    expected = _expected(problem)
    if _at_end(problem):
        end = len(text.rstrip())
        report.error(
            "syntax-end",
            f'after "{_before(text, end)}" something is missing: I expected {_list(expected)}.',
            scalar.part(end, end + 1),
            _unfinished_help(text),
        )
        return
    start = problem.pos_in_stream or 0
    found = _found(text, start)
    span = scalar.part(start, start + len(found))
    foreign = _FOREIGN.get(text[start : start + 2]) or _FOREIGN.get(found[0])
    if isinstance(problem, UnexpectedCharacters) or (foreign and not found[0].isalnum()):
        if found[0].isalpha() and found != found.lower():
            help_text: str | None = f'names are written in small letters: "{found.lower()}"'
        else:
            help_text = foreign or (f"I expected {_list(expected)}" if expected else None)
        report.error("syntax-character", f'I cannot read "{found}" here.', span, help_text)
        return
    before = text[:start].strip()
    starters = _STARTERS.get(entry)
    if starters and (not before or entry == "stmt" and _words(before) == 1 and found[0].isalnum()):
        word = found if not before else before
        span = span if not before else scalar.part(text.index(before), text.index(before) + len(before))
        guess = did_you_mean(word, re.findall(r"[a-z]+", starters))
        report.error(
            "syntax-start",
            f'"{word}" does not start {_ENTRY_NAMES[entry]}.',
            span,
            (f'did you mean "{guess}"? ' if guess else "") + f"{_ENTRY_NAMES[entry].split()[-1].title()}s: {starters}",
        )
        return
    guess = did_you_mean(found, [word for word in expected if word.isalpha()])
    reserved = _reserved_help(found, expected)
    where = f'after "{_before(text, start)}" ' if before else ""
    report.error(
        "syntax-unexpected",
        f'{where}I expected {_list(expected)}, but found "{found}".',
        span,
        f'did you mean "{guess}"?' if guess and guess != found else (foreign or reserved),
    )


def _expected(problem: UnexpectedInput) -> list[str]:
    """The words that could have stood at the place of the mistake, most telling first."""
    names: set[str] = set()
    if isinstance(problem, UnexpectedToken):
        try:
            names = set(problem.interactive_parser.accepts())
        except Exception:  # lark has no parser state for this error
            names = set(problem.expected or ())
    elif isinstance(problem, UnexpectedCharacters):
        names = set(problem.allowed or ())
    elif isinstance(problem, UnexpectedEOF):
        names = set(problem.expected or ())
    telling = sorted(names - _TOO_GENERAL) or sorted(names)
    words = [_TOKEN_WORDS.get(name) or name.lstrip("_").lower() for name in telling]
    return sorted(set(words), key=lambda word: (" " in word, not word.isalpha(), word))


def _at_end(problem: UnexpectedInput) -> bool:
    return isinstance(problem, UnexpectedEOF) or (
        isinstance(problem, UnexpectedToken) and problem.token.type == "$END"
    )


def _found(text: str, start: int) -> str:
    match = _WORD.match(text, start)
    return match.group() if match else text[start : start + 1]


def _words(text: str) -> int:
    return len(text.split())


def _before(text: str, start: int) -> str:
    """The last few words before the mistake."""
    words = text[:start].split()
    return " ".join(words[-3:])


def _list(words: list[str]) -> str:
    return one_of(words, most=9) if words else "something else"


def _unfinished_help(text: str) -> str:
    missing = text.count("(") - text.count(")")
    if missing > 0:
        return f"{missing} closing bracket{'s are' if missing > 1 else ' is'} missing"
    return "finish the rule, or remove the last word"


def _reserved_help(found: str, expected: list[str]) -> str | None:
    if found == ")":
        return "this bracket closes nothing; remove it, or open it earlier"
    if "a name" in expected and found.isalpha():
        return f'"{found}" is a word of the language and cannot be a name'
    if found == ",":
        return "commas only separate the arguments of a function; write \"and\", \"or\" or a list of effects"
    return None

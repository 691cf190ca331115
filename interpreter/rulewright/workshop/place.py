"""Where in a file a place is: under which keys, in a key or in a value, in which text of the rules language."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..language.document.nodes import Mapping, Node, Scalar, Sequence
from ..language.document.outline import outline
from ..language.schema.schema_map import Path
from ..language.syntax.leaves import leaves
from ..source.source import Span

# Stands where the cursor is, so that there is something to find; no file holds it (a reader refuses it).
_MARK = "\ue000"
_WORD_BEFORE = re.compile(r"@?[A-Za-z_][A-Za-z0-9_.]*$|\$[A-Za-z0-9_]*$|[0-9]+$")
_WORD = re.compile(r"[@$]?[A-Za-z_][A-Za-z0-9_]*")
_COMMENT = re.compile(r"""(^|\s)#""")
_LONGEST_WORD = 200  # no name is as long; a search for the beginning of any word could take quadratic time


@dataclass(frozen=True, slots=True)
class Rule:
    where: str
    entry: str


@dataclass(frozen=True, slots=True)
class Place:
    """`path` leads to the mapping or list around a key, or to the value itself.

    `before` is the text of the value up to the cursor without the word that is being typed, which is `typed`.
    `rule` tells, if the value is a rule, where it stands (`actions.walk.path`) and the entry point of the grammar.
    `around` is the mapping or list it stands in.
    """

    path: Path
    in_key: bool
    start: int
    typed: str
    before: str
    rule: Rule | None
    around: Mapping | Sequence
    root: Mapping

    @property
    def siblings(self) -> list[str]:
        if not isinstance(self.around, Mapping):
            return []
        return [key for key in self.around.keys() if _MARK not in key]  # noqa: SIM118


def place_at(text: str, offset: int) -> Place | None:
    """The place of a cursor; None in a comment and in a text of several lines such as a diagram."""
    offset = max(0, min(offset, len(text)))
    line_start = text.rfind("\n", 0, offset) + 1
    if _in_comment(text[line_start:offset]):
        return None
    word = _WORD_BEFORE.search(text[max(line_start, offset - _LONGEST_WORD) : offset])
    typed = word.group() if word else ""
    root = outline(text[:offset] + _MARK + text[offset:])
    found = _find(root, offset, (), root)
    if found is None:
        return None
    path, in_key, scalar, around = found
    before = "" if in_key else scalar.text[: max(0, offset - scalar.span.start - len(typed))]
    rule = None if in_key else rule_of(root, scalar)
    return Place(path, in_key, offset - len(typed), typed, before, rule, around, root)


@dataclass(frozen=True, slots=True)
class Spot:
    """A word that stands in a file: the scalar around it and what leads there."""

    path: Path
    in_key: bool
    word: str
    span: Span
    scalar: Scalar
    rule: Rule | None
    root: Mapping


def spot_at(text: str, offset: int) -> Spot | None:
    """The word at an offset; None between words, in comments and outside of keys and values."""
    line_start = text.rfind("\n", 0, offset) + 1
    if _in_comment(text[line_start:offset]):
        return None
    word = next((found for found in _WORD.finditer(text, line_start) if found.start() <= offset < found.end()), None)
    root = outline(text)
    found = _find(root, offset, (), root) if word else None
    if word is None or found is None:
        return None
    path, in_key, scalar, _ = found
    span = Span(root.span.source, word.start(), word.end())
    return Spot(path, in_key, word.group(), span, scalar, None if in_key else rule_of(root, scalar), root)


def _in_comment(line: str) -> bool:
    unquoted = re.sub(r"\"[^\"]*\"?|'[^']*'?", lambda match: "_" * len(match.group()), line)
    return _COMMENT.search(unquoted) is not None


_Found = tuple[Path, bool, Scalar, Mapping | Sequence]


def _find(node: Node, offset: int, path: Path, around: Mapping | Sequence) -> _Found | None:
    """The scalar that holds the offset: is it a key, and what leads to it?"""
    if isinstance(node, Scalar):
        return (path, False, node, around) if _holds(node, offset) else None
    if isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            if found := _find(item, offset, (*path, number), node):
                return found
        return None
    for key, value in node.items():
        if _holds(key, offset):
            return path, True, key, node
        if found := _find(value, offset, (*path, key.text), node):
            return found
    return None


def _holds(scalar: Scalar, offset: int) -> bool:
    return scalar.span.start <= offset < scalar.span.end or (scalar.span.start == offset and not scalar.text)


# ---------------------------------------------------------------- rules


def rule_of(root: Mapping, scalar: Scalar) -> Rule | None:
    """How a text is read if it is a rule."""
    for mapping in (root, *_patches(root)):
        for leaf in leaves(mapping):
            if leaf.text is scalar:
                return Rule(leaf.where, leaf.entry)
        for section in ("regions", "setup"):  # sets of sites that are read in their sections
            if _is_under(mapping.get(section), scalar):
                return Rule(section, "expr")
        board = mapping.get("board")
        if isinstance(board, Mapping) and board.get("without") is scalar:
            return Rule("regions", "expr")
    return None


def _patches(root: Mapping) -> list[Mapping]:
    """What options change: keys of a game under each choice."""
    found: list[Mapping] = []
    options = root.get("options")
    for _, option in options.items() if isinstance(options, Mapping) else ():
        choices = option.get("choices") if isinstance(option, Mapping) else None
        for _, patch in choices.items() if isinstance(choices, Mapping) else ():
            if isinstance(patch, Mapping):
                found.append(patch)
    return found


def _is_under(section: Node | None, scalar: Scalar) -> bool:
    """Whether a text is a value of a section, or one for each player."""
    if not isinstance(section, Mapping):
        return False
    for key, value in section.items():
        if value is scalar:
            return key.text != "board"
        if isinstance(value, Mapping) and key.text not in ("hand", "supply") and _is_under(value, scalar):
            return True
    return False

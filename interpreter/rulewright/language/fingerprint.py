"""The fingerprint of rules: whether a game is still played as it was when something was written down about it."""

from __future__ import annotations

import json
from hashlib import sha256

from ..rules.game import Rules
from .document.nodes import Mapping, Node, PlainTree, Scalar, Sequence
from .syntax.leaves import leaves

# Keys that are no rules, and those whose work is done once the options are filled in and the parents laid under.
_NO_RULES = frozenset("game by about source tests display language options variants extends".split())
_DIGITS = 16


def fingerprint(merged: Mapping, rules: Rules) -> str:
    """Sixteen hexadecimal digits for the merged rules and the text of their hook files.

    Comments, names, tests and the way a file is laid out leave it alone. The order inside a section counts (that of
    players and actions is part of the game), the order of the sections does not.
    """
    texts = frozenset(id(leaf.text) for leaf in leaves(merged))
    sections = {
        entry.key.text: _content(entry.value, texts) for entry in merged.entries if entry.key.text not in _NO_RULES
    }
    hooks = dict.fromkeys(hook.source.text for hook in rules.hooks if hook.source is not None)
    content = json.dumps([dict(sorted(sections.items())), *hooks])
    return sha256(content.encode("ascii")).hexdigest()[:_DIGITS]


def _content(node: Node, texts: frozenset[int]) -> PlainTree:
    """A node as data. In rule texts, blanks and ends of lines are all the same; in diagrams they are not."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split()) if id(node) in texts else node.value
    if isinstance(node, Sequence):
        return [_content(item, texts) for item in node.items]
    return {entry.key.text: _content(entry.value, texts) for entry in node.entries}

"""What is kept in memory: the sets of pieces of each layer, by owner, by kind, by state."""

from __future__ import annotations

from ...analysis.facts import Facts
from ...analysis.pieces import NEUTRAL
from ...rules import expressions as rx

SetName = tuple[str, int]  # ("owner", player), ("any", 0), ("kind", number), ("state", number)


def kinds_on(facts: Facts, layer: int) -> list[int]:
    return [number for number, kind in enumerate(facts.rules.kinds) if kind.layer == layer]


def kept_sets(facts: Facts, layer: int) -> list[SetName]:
    """The sets kept for a layer; a pattern is an intersection of them."""
    rules, kinds = facts.rules, kinds_on(facts, layer)
    asked = [kind for kind in kinds if kind in facts.kinds_asked] if len(kinds) > 1 else []
    names: list[SetName] = [("owner", player) for player in range(facts.players)]
    if facts.neutral or not kinds:
        names.append(("owner", NEUTRAL))
    if len(names) > 2 or len(rules.board) > 384:
        names.append(("any", 0))  # where joining the owners' sets costs more than keeping one
    names.extend(("kind", kind) for kind in asked)
    for state in facts.states_asked:
        if any(kind in kinds for kind in rules.states[state].places):
            names.append(("state", state))
    return names


def pattern_parts(facts: Facts, node: rx.Pattern) -> tuple[list[int], list[int]]:
    """The kinds and states a pattern has to be intersected with, beside its owner."""
    kinds = [] if facts.covers(node) or len(kinds_on(facts, node.layer)) <= 1 else list(node.kinds)
    return kinds, list(node.states)

"""Traversal of a whole game: where its rules stand, and what they say, themselves or in what they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..rules import expressions as rx
from ..rules.game import Rules


def roots(rules: Rules) -> list[rx.Node]:
    """Everything that is said in a game, once; whoever asks "does any rule …" asks these."""
    found: list[rx.Node] = [*rules.actions, *rules.defines, *rules.paths, *rules.kinds, *after_part(rules)]
    found.extend(rules.stuck)
    found.extend(hook.same_as for hook in rules.hooks if hook.same_as is not None)
    return found


def after_part(rules: Rules) -> list[rx.Node]:
    """The rules outside actions that may speak of the last part."""
    found: list[rx.Node] = [*rules.when_turn_ends, *rules.end, *rules.when_out, *(rules.when_captured or ())]
    found.extend(node for node in (rules.must, rules.prefer, rules.out, rules.score) if node is not None)
    found.extend((*rules.tie_breaks, *rules.if_repeated))
    for phase in rules.phases:
        found.extend(phase.turns)
        if phase.until is not None:
            found.append(phase.until)
    return found


def walk_all(nodes: Iterable[rx.Node]) -> Iterator[rx.Node]:
    """Some nodes and everything below them (not through calls of defines and named paths)."""
    for node in nodes:
        yield from rx.walk(node)


def with_defines(rules: Rules, nodes: Iterable[rx.Node]) -> Iterator[rx.Node]:
    """Some nodes, everything below them, and in the definitions they name."""
    waiting, known = list(nodes), set[int]()
    while waiting:
        for node in rx.walk(waiting.pop(0)):
            yield node
            if isinstance(node, rx.DefineCall) and node.define not in known:
                known.add(node.define)
                waiting.append(rules.defines[node.define].body)


def uses_word(rules: Rules, node: rx.Node, *words: str) -> bool:
    """Whether a rule speaks of the present part by one of these words, itself or in a definition it names."""
    return any(isinstance(item, rx.PartWord) and item.word in words for item in with_defines(rules, [node]))

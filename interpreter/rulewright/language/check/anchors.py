"""The anchor of an unbounded board: the layer whose pieces every move keeps connected (semantics D100)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...rules import expressions as rx
from ...rules.game import Action
from ...source.diagnostics import Note
from . import nodes
from .setup import Anchor
from .statics import direction_numbers
from .world import World


@dataclass(frozen=True, slots=True)
class _Held:
    """`connected …` of an action: what it keeps together, and in which directions."""

    layer: int
    kinds: frozenset[int]
    directions: tuple[int, ...]
    node: rx.ConnectedSites


def layer_words(world: World, layer: int) -> str:
    """The words for all pieces of a layer."""
    if layer == 0:
        return "piece"
    names = [kind.name for kind in world.kinds if kind.layer == layer]
    return names[0] if len(names) == 1 else f"({' or '.join(names)})"


def find_anchor(world: World, actions: tuple[Action, ...]) -> Anchor | None:
    """The anchor; None after telling which move could tear the pieces apart."""
    moves = [action for action in actions if action.verb == "move"]
    if not moves:
        return Anchor(0, _adjacency(world))
    by_layer: dict[int, list[tuple[Action, _Held | None]]] = {}
    for action in moves:
        by_layer.setdefault(action.layer, []).append((action, _held(world, action)))
    held_by = {layer: [_holds(world, layer, held) for _, held in found] for layer, found in by_layer.items()}
    fitting = [layer for layer, held in held_by.items() if all(held)]
    if not fitting:
        # The layer that somebody has thought of is the one that was meant.
        layer = next((layer for layer, held in held_by.items() if any(held)), moves[0].layer)
        for action, held in by_layer[layer]:
            if not _holds(world, layer, held):
                _tell_missing(world, layer, action, held)
        return None
    # Where several layers hold together, the one with most pieces is the ground of the others.
    layer = max(fitting, key=lambda fit: sum(_number(world, fit)))
    found = [held for _, held in by_layer[layer] if held is not None]
    first = found[0]
    for other in found[1:]:
        if other.directions != first.directions:
            world.report.error(
                "board-anchor",
                f'"{other.node.span.text}" asks for another connection than "{first.node.span.text}".',
                other.node.span,
                "all moves must keep the pieces together in the same way",
                Note("the other one is here", first.node.span),
            )
            return None
    return Anchor(layer, first.directions)


def _number(world: World, layer: int) -> list[int]:
    return [kind.supply or kind.each or 0 for kind in world.kinds if kind.layer == layer]


def _holds(world: World, layer: int, held: _Held | None) -> bool:
    kinds = frozenset(number for number, kind in enumerate(world.kinds) if kind.layer == layer)
    return held is not None and held.layer == layer and held.kinds == kinds and bool(held.directions)


def _held(world: World, action: Action) -> _Held | None:
    """The `connected …` that an action always asks for; the best one if there are several."""
    found = []
    for node in _conjuncts(world, action.if_lifted):
        if isinstance(node, rx.ConnectedSites):
            layer, kinds = _kinds_meant(world, node.item)
            found.append(_Held(layer, kinds, _directions(world, node), node))
    return max(found, key=lambda held: (held.layer == action.layer, len(held.kinds)), default=None)


def _conjuncts(world: World, node: rx.Expr | None) -> list[rx.Expr]:
    """What must hold for the condition to hold."""
    match node:
        case None:
            return []
        case rx.AllOf():
            return [part for item in node.items for part in _conjuncts(world, item)]
        case rx.DefineCall():
            return _conjuncts(world, world.defines[node.define].body)
        case rx.HookCall() if world.hooks[node.hook].same_as is not None:
            return _conjuncts(world, world.hooks[node.hook].same_as)
    return [node]


def _kinds_meant(world: World, node: rx.Expr) -> tuple[int, frozenset[int]]:
    """The layer and the kinds all of whose pieces are meant; no kinds if only some of the pieces are."""
    match node:
        case rx.Pattern() if not node.states:
            everybody = node.owner is rx.Owner.ANYBODY
            nobody = node.owner is rx.Owner.NEUTRAL
            whole = (kind for kind in node.kinds if everybody or (nobody and world.kinds[kind].neutral))
            return node.layer, frozenset(whole)
        case rx.Union():
            found = [_kinds_meant(world, item) for item in node.items]
            layers = {layer for layer, _ in found}
            if len(layers) == 1:
                return layers.pop(), frozenset().union(*(kinds for _, kinds in found))
        case rx.DefineCall():
            return _kinds_meant(world, world.defines[node.define].body)
    return -1, frozenset()


def _directions(world: World, node: rx.ConnectedSites) -> tuple[int, ...]:
    """The directions of the connection, none if they are not fixed."""
    if node.way is None:
        return _adjacency(world)
    way = node.way.directions
    found = {tuple(sorted(set(direction_numbers(world, way, n)))) for n in range(len(world.players))}
    return found.pop() if len(found) == 1 else ()


def _adjacency(world: World) -> tuple[int, ...]:
    board = world.ready_board
    written = nodes.text(nodes.get(world.root.get("board"), "adjacency")) or "any"
    numbers = {n for word in re.findall(r"\w+", written) for n in board.direction_sets.get(word, ())}
    return tuple(sorted(numbers))


def _tell_missing(world: World, layer: int, action: Action, held: _Held | None) -> None:
    words = layer_words(world, layer)
    asked = rx.walk(action.if_lifted) if action.if_lifted else ()
    inside = [node for node in asked if isinstance(node, rx.ConnectedSites)]
    if held is not None and held.layer in (layer, -1) and not held.directions:
        message = f'"{held.node.span.text}" is not the same connection for every player.'
        world.report.error("board-anchor", message, held.node.span, f'write "connected {words} along any"')
    elif held is not None and held.layer in (layer, -1):
        message = f'"{held.node.span.text}" keeps only some of the pieces together.'
        world.report.error("board-anchor", message, held.node.span, f'write "connected {words}"')
    elif held is None and inside:
        message = f'"{inside[0].span.text}" must hold for every move of "{action.name}", not only for some.'
        help_text = f"let if_lifted: ask for it always: connected {words} and …"
        world.report.error("board-anchor", message, inside[0].span, help_text)
    elif isinstance(action.if_lifted, rx.HookCall):
        hook = world.hooks[action.if_lifted.hook].name
        message = f'nothing says that "@{hook}" keeps the pieces together.'
        help_text = f"add  same_as: connected {words}  to the hook"
        world.report.error("board-anchor", message, action.if_lifted.span, help_text)
    else:
        message = f'"{action.name}" could tear the pieces of this unbounded board apart.'
        help = f'add  if_lifted: connected {words}  to "{action.name}", or give the board a size'
        world.report.error("board-anchor", message, action.span, help)

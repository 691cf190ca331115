"""Which layer an effect or an action works on: that of the head words of its set (semantics D50)."""

from __future__ import annotations

from ...rules import expressions as rx
from .world import World


def head_layer(world: World, node: rx.Expr, otherwise: int) -> int:
    """The layer of the first piece words; told if an `or` names pieces on different layers."""
    found = _layers(world, node)
    if len(found) > 1:
        names = " and ".join(f'"{world.layers[layer]}"' for layer in sorted(found))
        message = f'"{node.span.text}" means pieces on the layers {names}; say which piece.'
        world.report.error("type-layer", message, node.span, "write one effect (or one action) for each layer")
    if not found:
        _check_other_layer(world, node, otherwise)
    return min(found) if found else otherwise


def _check_other_layer(world: World, node: rx.Expr, layer: int) -> None:
    """`remove target in lid`: the head is a place, so the effect works on another layer than the lid lies on."""
    if not isinstance(node, rx.Intersection):
        return
    head, *rest = node.items
    named = next((item for item in rest if isinstance(item, rx.Pattern) and item.layer != layer), None)
    if named is None:
        return
    first, piece = head.span.text, named.span.text
    message = (
        f'"{node.span.text}" means what stands on the {world.layers[layer]} layer there, not the {piece}, '
        f'which is on the layer "{world.layers[named.layer]}".'
    )
    main = world.layers[layer]
    help_text = f'write "{piece} in {first}" for the {piece}; for the {main} layer put the condition behind "if"'
    world.report.warning("effect-layer", message, node.span, help_text)


def _layers(world: World, node: rx.Expr) -> set[int]:
    match node:
        case rx.Pattern():
            return {node.layer}
        case rx.Holding():
            return _layers(world, node.pattern)
        case rx.Intersection():
            return _layers(world, node.items[0])
        case rx.Difference():
            return _layers(world, node.left)
        case rx.Union():
            found: set[int] = set()
            for item in node.items:
                found |= _layers(world, item)
            return found
        case rx.Joined():
            return _layers(world, node.within)
        case rx.WithHeight() | rx.Attacked() | rx.CrossedBy() | rx.Filtered() | rx.GroupOf() | rx.OnlyOf():
            return _layers(world, node.item)
        case rx.Either():
            return _layers(world, node.value) | _layers(world, node.otherwise)
        case rx.DefineCall():
            return _layers(world, world.defines[node.define].body)
    return set()

"""Where placed pieces come from: a hand, the supply, or nowhere in particular (semantics D31, D32)."""

from __future__ import annotations

from ...rules.game import Action
from . import nodes
from .world import World


def check_reserves(world: World, actions: tuple[Action, ...]) -> None:
    """A piece that players own in a fixed number must come out of a tray."""
    hand = nodes.get(world.root.get("setup"), "hand")
    in_hand = {key.text for key, _ in nodes.mapping(hand)}
    everything = nodes.text(hand) == "all"
    supply = {key.text for key, _ in nodes.mapping(nodes.get(world.root.get("setup"), "supply"))}
    for action in actions:
        if action.piece is None or action.piece.kind is None:
            continue
        kind = world.kinds[action.piece.kind]
        tracked = everything or kind.name in in_hand or kind.name in supply or kind.supply is not None
        if kind.each is not None and not tracked and action.piece.kind not in world.hand_kinds:
            message = f'each player owns {kind.each} of "{kind.name}", but none is in hand to be placed.'
            help = f"add to setup: hand: {{{kind.name}: {kind.each}}}"
            world.report.error("dead-place", message, action.piece.span, help)

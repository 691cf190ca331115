"""`regions:`: named sets of sites, the same all game long (semantics D28)."""

from __future__ import annotations

from ...rules import expressions as rx
from ...rules.game import Region
from ...rules.types import Type
from ...source.diagnostics import one_of
from ...source.source import Span
from ..document.nodes import Mapping, Node, Scalar, Sequence
from . import nodes
from .boards import site_mask
from .expressions import Checker
from .scope import scope_at
from .statics import evaluate, is_static
from .symbols import What
from .world import World


def read_regions(world: World) -> None:
    section = world.root.get("regions")
    if not isinstance(section, Mapping):
        return
    if world.ready_board.unbounded and section.entries:
        message = "an unbounded board has no fixed places, so it has no regions."
        help = "speak of pieces and of what is next to them, under define:"
        world.report.error("board-absolute", message, section.entries[0].key.span, help)
        return
    for key, value in section.items():
        region = _by_player(world, key, value) if isinstance(value, Mapping) else _for_all(world, key, value)
        if region is None:
            world.refused.add(key.text)
        elif world.declare(What.REGION, key.text, key.span, len(world.regions)):
            world.regions.append(region)


def _for_all(world: World, key: Scalar, value: Node) -> Region | None:
    sites = _sites(world, key.text, value, None)
    if sites == 0:
        _empty(world, key.text, key.span)
    return None if sites is None else Region(key.span, key.text, (sites,), False)


def _by_player(world: World, key: Scalar, value: Mapping) -> Region | None:
    found: dict[str, int | None] = {}
    for name, part in value.items():
        if world.player_index(name.text) is None:
            world.unknown(name.text, name.span, [player.name for player in world.players], "the player ")
            continue
        found[name.text] = _sites(world, key.text, part, world.player_index(name.text))
        if found[name.text] == 0:
            _empty(world, f"{name.text} {key.text}", name.span)
    if any(world.player_index(name) is None for name in value.keys()):  # noqa: SIM118
        return None  # a misspelt player is also a missing one
    missing = [player.name for player in world.players if player.name not in found]
    if missing:
        message = f'region "{key.text}" does not say where it is for {one_of(missing, "and")}.'
        help = f"add {missing[0]}: …; a region by player names every player"
        world.report.error("players-region", message, key.span, help)
        return None
    if any(sites is None for sites in found.values()):
        return None
    return Region(key.span, key.text, tuple(found[player.name] or 0 for player in world.players), True)


def _sites(world: World, name: str, value: Node, player: int | None) -> int | None:
    """The sites of a list or an expression; None after a mistake."""
    if isinstance(value, Sequence):
        found = 0
        for item in nodes.texts(value):
            mask = site_mask(world, item)
            if not mask:
                return None
            found |= mask
        return found
    if not isinstance(value, Scalar):
        return None
    parsed = world.parse_expr(value)
    if parsed is None:
        return None
    checked = Checker(world, scope_at("regions", f'region "{name}"')).sites(parsed)
    if any(isinstance(node, rx.Expr) and node.type is Type.BROKEN for node in rx.walk(checked)):
        return None
    if not is_static(checked):
        message = f'region "{name}" depends on the position, but a region is fixed.'
        world.report.error("type-region", message, value.span, "use define: for sets that change")
        return None
    return evaluate(world, checked, player)


def _empty(world: World, name: str, span: Span) -> None:
    world.report.error("dead-sites", f'region "{name}" has no site at all.', span, "check the words, or remove it")

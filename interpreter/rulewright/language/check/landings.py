"""Warnings about where a piece may land: on its own side, on any class of site, by very many routes."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.sets import admits_mine
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ...rules.types import Type
from .world import World


def check_landings(world: World, action: Action) -> None:
    if action.verb == "move" and (action.layer != 0 or world.stack == 1) and not _one_each(world, action.layer):
        for landing in _landings(world, action):
            if admits_mine(world, landing, action.layer) and not _names_mine(landing):
                message = f'"{landing.span.text}" lets a piece land on its own side and capture it.'
                help = 'write "empty or enemy"; if one may capture one\'s own, say so: "empty or enemy or mine"'
                if isinstance(landing, rx.Pattern) and landing.layer != action.layer:
                    help = f'write "{landing.span.text} in empty", or "{landing.span.text} not in mine"'
                world.report.warning("own-capture", message, landing.span, help)
    if action.to is not None:
        _check_class(world, action, action.to)
    if action.path is not None:
        _check_cost(world, action, action.path)


def _one_each(world: World, layer: int) -> bool:
    """Whether nobody has two pieces there, of which one could land on the other."""
    owned = [kind.each for kind in world.kinds if kind.layer == layer and not kind.neutral]
    return owned == [1]


def _names_mine(landing: rx.Expr) -> bool:
    """`empty or enemy or mine`: who names them means them."""
    if not isinstance(landing, rx.Union):
        return False
    return any(isinstance(item, rx.Pattern) and item.owner is rx.Owner.MINE for item in landing.items)


def _landings(world: World, action: Action) -> Iterator[rx.Expr]:
    if action.to is not None:
        yield action.to
    if action.path is not None:
        for route in action.path.routes:
            last = route.legs[-1].travel
            # A condition or a look at `passed` may exclude what the words admit.
            unconditional = route.legs[-1].condition is None and action.condition is None and not action.before
            if not unconditional or not isinstance(last, rp.LineTravel | rp.Leap | rp.LeapToward):
                continue
            if last.landing.item is not None:
                yield last.landing.item


def _check_class(world: World, action: Action, to: rx.Expr) -> None:
    """`to: empty` on a board with edges and corners: which of them?"""
    board = world.ready_board
    if len(board.classes) < 2 or board.unbounded:
        return
    if action.piece is not None and action.piece.kind is not None and world.kinds[action.piece.kind].classes:
        return
    if action.verb == "move":
        return  # what moves stands on a class already, and `on:` or the path keep it there
    if isinstance(to, rx.EmptySites | rx.Anywhere):
        names = list(board.classes)
        message = f'"{to.span.text}" means {", ".join(names[:-1])} and {names[-1]} alike.'
        world.report.warning("reading-class", message, to.span, f'say which: "{to.span.text} {names[0]}"')


def _check_cost(world: World, action: Action, path: rp.Path) -> None:
    """A repeat that must remember its route can have very many of them (semantics D40)."""
    for node in rx.walk(path):
        if not isinstance(node, rp.RepeatTravel) or node.high is not None:
            continue
        names = [item.name for item in rx.walk(node.path) if isinstance(item, rp.RunItem | rp.Landing)]
        branching = any(
            isinstance(item, rp.LineTravel) and _directions(world, item.way) > 1 for item in rx.walk(node.path)
        )
        if branching and (any(names) or _looks_at_passed(action)):
            message = "every route counts here, and there can be very many of them."
            help = 'leave out "as" and "passed" if only the end of the walk matters, or bound the repeat: 1..8'
            world.report.warning("cost-routes", message, node.span, help)


def _directions(world: World, way: rx.Way) -> int:
    if way.tracks:
        return len(way.tracks)
    return 1 if way.directions is not None and way.directions.type is Type.DIRECTION else 2


def _looks_at_passed(action: Action) -> bool:
    roots: list[rx.Node] = [*action.lets, *action.before, *action.effects]
    roots.extend(node for node in (action.condition, action.must) if node is not None)
    return any(isinstance(node, rx.PartWord) and node.word == "passed" for root in roots for node in rx.walk(root))

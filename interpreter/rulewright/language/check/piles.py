"""`stack:`: how high stacks can become (D29). With `all` as high as there are pieces, so that no move meets a limit."""

from __future__ import annotations

from collections.abc import Iterable

from ...rules import effects as re_
from ...rules import expressions as rx
from ...rules.game import Action, Kind, Position
from ...source.limits import LIMITS
from . import nodes
from .world import World

ALL = "all"


def greatest_height(world: World) -> int:
    """As far as that is known before the set-up is."""
    node = world.root.get("stack")
    return LIMITS.stack.value if nodes.text(node) == ALL else nodes.number(node) or 1


def settle_height(world: World, actions: tuple[Action, ...], effects: Iterable[re_.Effect], start: Position) -> None:
    """The height of `all`; a warning where an explicit one may stop a sowing."""
    node = nodes.scalar(world.root.get("stack"))
    if node is None or world.report.failed:
        return
    roots: list[rx.Node] = [*actions, *effects]
    said = [one for root in roots for one in rx.walk(root)]
    if any(isinstance(one, re_.HookEffect) for one in said):
        return  # it may bring in anything
    new = _brought_in(world, actions, said)
    limits = {number: _in_all(world, number, start) for number, kind in enumerate(world.kinds) if kind.layer == 0}
    endless = [number for number in limits if number in new and not _is_limited(world.kinds[number], number, start)]
    total = sum(limits.values())
    if node.text == ALL:
        if endless:
            name = world.kinds[endless[0]].name
            message = f'stacks may hold "all", but the rules bring in "{name}" without end.'
            help = f"say how many there are: {name}: {{supply: 72}}, and take back with  move … to supply"
            world.report.error("bounds-stack", message, node.span, help)
        elif total > LIMITS.stack.value:
            message = f"there are {total} pieces for one stack; the limit is {LIMITS.stack.value}."
            world.report.error("bounds-stack", message, node.span, f"use fewer pieces, or stack: {LIMITS.stack.value}")
        world.stack = max(2, min(total, LIMITS.stack.value))
    elif world.stack < total and not endless and any(isinstance(one, re_.Sow) for one in said):
        message = (
            f"a stack holds {world.stack}, but there are {total} pieces; a sowing that meets a full stack is not legal."
        )
        world.report.warning("stack-full", message, node.span, 'write "stack: all"')


def _brought_in(world: World, actions: tuple[Action, ...], said: list[rx.Node]) -> set[int]:
    """The kinds that come onto the board during the game."""
    specs = [one.piece for one in said if isinstance(one, re_.Put)]
    specs += [action.piece for action in actions if action.piece is not None]
    everything = set(range(len(world.kinds)))
    return {kind for spec in specs for kind in (everything if spec.kind is None else {spec.kind})}


def _is_limited(kind: Kind, number: int, start: Position) -> bool:
    """Whether it comes out of a tray: D31 calls such a kind tracked."""
    return kind.supply is not None or any(stock.kind == number for stock in start.trays)


def _in_all(world: World, number: int, start: Position) -> int:
    """How many pieces of a kind there are: on the board and in the trays, or as its declaration says."""
    kind = world.kinds[number]
    there = sum(piece.kind == number for piece in start.pieces)
    there += sum(stock.count for stock in start.trays if stock.kind == number)
    declared = kind.supply if kind.supply is not None else (kind.each or 0) * len(world.players)
    return max(there, declared)

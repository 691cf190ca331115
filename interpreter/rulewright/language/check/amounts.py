"""How many pieces of a kind: a number, a number by state, or so many of each (D31)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import Any

from ...rules.game import Kind
from ...source.diagnostics import did_you_mean, one_of
from ...source.source import Span
from ..document.nodes import Mapping, Node, Scalar
from . import nodes
from .world import World

HAND, SUPPLY, TAKEN = "hand", "supply", "taken"

_OF_EACH = re.compile(r"(one|[1-9][0-9]{0,8}) of each")


@dataclass(frozen=True, slots=True)
class Amount:
    """So many pieces with these states."""

    values: tuple[int, ...]
    count: int
    span: Span


def wrong_tray(world: World, message: str, span: Span, help: str) -> list[Any]:
    """Tells it; nothing is in the tray then."""
    world.report.error("setup-tray", message, span, help)
    return []


def read_amounts(world: World, kind: Kind, node: Node, fixed: dict[int, int], tray: str) -> list[Amount]:
    """A number, a number for each state, or `n of each` combination of the states that are still open."""
    if isinstance(node, Mapping):
        found = []
        for key, value in node.items():
            place = _state(kind, key.text, fixed)
            if place is None:
                _unknown_state(world, kind, key, tray)
                break
            found += read_amounts(world, kind, value, {**fixed, place[0]: place[1]}, tray)
        return found
    number = nodes.number(node)
    if number is not None and number >= 0:
        values = tuple(fixed.get(axis, 0) for axis in range(len(kind.axes)))
        return [Amount(values, number, node.span)]
    each = _OF_EACH.fullmatch(node.text) if isinstance(node, Scalar) else None
    if each is None or not isinstance(node, Scalar):
        shown = f'"{node.text}"' if isinstance(node, Scalar) else "a list"
        message = f"{shown} is not a number of pieces."
        help = f"write {kind.name}: 6, or {kind.name}: 2 of each for 2 of every state"
        return wrong_tray(world, message, node.span, help)
    if len(fixed) == len(kind.axes):
        message = f'"{node.text}": there are no states of {kind.name} to choose from here.'
        return wrong_tray(world, message, node.span, "write only the number")
    count = 1 if each[1] == "one" else int(each[1])
    choices = [[fixed[n]] if n in fixed else range(len(axis.values)) for n, axis in enumerate(kind.axes)]
    return [Amount(values, count, node.span) for values in product(*choices)]


def _state(kind: Kind, name: str, fixed: dict[int, int]) -> tuple[int, int] | None:
    places = ((n, axis.values.index(name)) for n, axis in enumerate(kind.axes) if name in axis.values)
    return next((place for place in places if place[0] not in fixed), None)


def _unknown_state(world: World, kind: Kind, key: Scalar, tray: str) -> None:
    if world.player_index(key.text) is not None and tray != SUPPLY:
        message = f'"{key.text}" is a player; first comes the player, then the pieces.'
        wrong_tray(world, message, key.span, f"write {tray}: {{{key.text}: {{{kind.name}: 3}}}}")
        return
    states = [value for axis in kind.axes for value in axis.values]
    guess = did_you_mean(key.text, states)
    known = (
        f"states of {kind.name}: {one_of(states, 'and')}" if states else f"{kind.name} has no states: write a number"
    )
    message = f'"{key.text}" is not a state of {kind.name} that is still open.'
    wrong_tray(world, message, key.span, f'did you mean "{guess}"?' if guess and guess != key.text else known)

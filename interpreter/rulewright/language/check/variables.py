"""`vars:`: what the game remembers besides the board (semantics D59 to D62)."""

from __future__ import annotations

from dataclasses import replace

from ...rules.game import VariableSpec
from ...rules.types import Type
from ...source.limits import LIMITS
from ..document.nodes import Node, Scalar
from . import nodes
from .boards import site_mask
from .symbols import What
from .world import World

_HOLDS = {
    "site": Type.SITE,
    "sites": Type.SET,
    "yes_no": Type.TRUTH,
    "player": Type.PLAYER,
    "kind": Type.KIND,
    "direction": Type.DIRECTION,
}


def read_variables(world: World) -> None:
    for key, body in nodes.mapping(world.root.get("vars")):
        variable = _variable(world, key, body)
        if world.declare(What.VARIABLE, key.text, key.span, len(world.variables)):
            world.variables.append(variable)
    most, total = LIMITS.remembered.value, 0
    for variable in world.variables:
        total += _values(world, variable)
        if total > most:
            message = f'the variables up to "{variable.name}" hold {total:,} values; {most:,} is the most.'
            help = "use shorter ranges behind per:, or say what a piece is by a state of its own"
            world.report.error("bounds-range", message, variable.span, help)
            return


def _values(world: World, variable: VariableSpec) -> int:
    """How many values a position holds for it; several sites are a row of words."""
    low, high = variable.per_range or (0, 0)
    entries = len(world.players) if variable.per_player else high - low + 1
    words = 1 + len(world.ready_board) // 64 if variable.type is Type.SET and not world.ready_board.unbounded else 1
    return entries * words


def _variable(world: World, key: Scalar, body: Node) -> VariableSpec:
    holds = nodes.text(nodes.get(body, "holds"))
    wanted = nodes.scalar(nodes.get(body, "range"))
    low, high, type_ = 0, 0, Type.NUMBER
    if holds is not None:
        type_ = _HOLDS.get(holds, Type.NUMBER)
        high = _last_value(world, type_)
    elif wanted is not None and (found := nodes.range_of(wanted.text)) is not None:
        low, high = found
        if world.is_upside_down(wanted.text, wanted.span, low, high):
            low, high = high, low
    per_player, per_range = _per(world, nodes.scalar(nodes.get(body, "per")))
    lasts = nodes.scalar(nodes.get(body, "lasts"))
    if type_ is Type.SET:
        _check_sites(world, key, lasts)
    return VariableSpec(
        key.span,
        key.text,
        type_,
        low,
        high,
        per_player,
        per_range,
        _start(world, key.text, nodes.scalar(nodes.get(body, "start")), type_, low, high),
        int(lasts.text.split()[0]) if lasts and lasts.text.split()[0].isdigit() else None,
        nodes.yes(nodes.get(body, "clock")),
    )


def _check_sites(world: World, key: Scalar, lasts: Scalar | None) -> None:
    if world.ready_board.unbounded:
        message = f'"{key.text}" holds fixed places, but an unbounded board has none.'
        help = "mark the pieces themselves, by a state of theirs"
        world.report.error("board-absolute", message, key.span, help)
    if lasts is not None:
        message = f'"{key.text}" holds several sites, and those do not end by themselves.'
        help = f'empty it yourself, under when_turn_ends: "{key.text} = nothing"'
        world.report.error("type-lasts", message, lasts.span, help)


def number_sites(world: World) -> None:
    """An unbounded board gets its sites after all rules were read; only now is known how many there are."""
    last = _last_value(world, Type.SITE)
    world.variables[:] = [replace(spec, high=last) if spec.type is Type.SITE else spec for spec in world.variables]


def _last_value(world: World, type_: Type) -> int:
    """The greatest number that stands for a value of this type."""
    board, kinds = world.ready_board, len(world.kinds)
    if type_ is Type.SET:
        return board.all_sites
    values = {Type.SITE: len(board), Type.TRUTH: 2, Type.PLAYER: len(world.players), Type.KIND: kinds}
    return max(0, values.get(type_, len(board.directions)) - 1)


def _per(world: World, node: Scalar | None) -> tuple[bool, tuple[int, int] | None]:
    if node is None:
        return False, None
    if node.text == "player":
        return True, None
    low, high = nodes.range_of(node.text) or (0, 0)
    if world.is_upside_down(node.text, node.span, low, high):
        return False, (0, 0)
    if high - low >= LIMITS.entries.value:
        message = f'"per: {node.text}" asks for {high - low + 1:,} values; {LIMITS.entries.value} is the most.'
        world.report.error("bounds-range", message, node.span, "use a shorter range, or per: player")
    else:
        return False, (low, high)
    return False, (0, 0)


def _start(world: World, name: str, node: Scalar | None, type_: Type, low: int, high: int) -> int | None:
    """The value a variable starts with, as a number; None: none (a site) or the default."""
    if node is None:
        return None
    if type_ is Type.NUMBER:
        if not isinstance(node.value, int) or not low <= node.value <= high:
            message = f'"{name}" cannot start with {node.text}: its range is {low}..{high}.'
            world.report.error("bounds-range", message, node.span, f"choose a number from {low} to {high}")
            return None
        return node.value
    if type_ is Type.TRUTH:
        if node.text not in ("yes", "no"):
            message = f'"{name}" cannot start with "{node.text}": it holds yes or no.'
            world.report.error("bounds-range", message, node.span, "write start: yes or start: no")
        return int(node.text == "yes")
    if type_ is Type.SET:
        found = 0
        for word in nodes.words(node):
            mask = site_mask(world, word)
            if not mask:
                return None
            found |= mask
        return found
    if type_ is Type.SITE:
        board = world.ready_board
        site = board.find(node.text)
        if site is None:
            message, help_text = board.names.unknown(node.text)
            mask = board.classes.get(node.text, 0)
            if mask.bit_count() == 1:  # as good as a site elsewhere; a start is read before there are sets
                help_text = f'write the site itself: "{board.sites[mask.bit_length() - 1].name}"'
            world.report.error("board-site", message, node.span, help_text)
        return site
    if type_ is Type.DIRECTION:
        names = [direction.name for direction in world.ready_board.directions]
        if node.text not in names:
            world.unknown(node.text, node.span, names, "the direction ")
            return None
        return names.index(node.text)
    symbol = world.symbols.get(node.text)
    wanted = What.PLAYER if type_ is Type.PLAYER else What.KIND
    if symbol is None or symbol.what is not wanted:
        known = [n for n, s in world.symbols.items() if s.what is wanted]
        world.unknown(node.text, node.span, known, f"{wanted.value} ".replace("a ", "the ", 1))
        return None
    return symbol.index

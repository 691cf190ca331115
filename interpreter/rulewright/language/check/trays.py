"""Pieces off the board: hands, the supply, and what was taken (D31, D95)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...rules.game import InStock, Kind, Placed
from ...source.diagnostics import one_of, suggestion
from ...source.limits import LIMITS
from ..document.nodes import Mapping, Node, Scalar
from . import nodes
from .amounts import HAND, SUPPLY, read_amounts, wrong_tray
from .piece_words import is_told_elsewhere
from .places import told_enough
from .placing import Placing
from .symbols import What
from .world import World


def read_tray(world: World, node: Node, tray: str, placing: Placing) -> list[InStock]:
    """What a `hand:`, `supply:` or `taken:` says; without a player's name it is said of each player."""
    if isinstance(node, Scalar):
        return _read_all(world, node, placing) if tray == HAND and node.text == "all" else _no_tray(world, node, tray)
    if not isinstance(node, Mapping):
        return _no_tray(world, node, tray)
    everybody: list[int | None] = [None] if tray == SUPPLY else list(range(len(world.players)))
    found: list[InStock] = []
    for key, value in node.items():
        if told_enough(world):
            break
        symbol = world.symbols.get(key.text)
        if symbol and symbol.what is What.PLAYER and tray != SUPPLY:
            if not isinstance(value, Mapping):
                message = f'"{key.text}" is a player; say which pieces are in that {tray}.'
                wrong_tray(world, message, key.span, f"write {tray}: {{{key.text}: {{{_example(world)}: 3}}}}")
                continue
            for kind_key, amount in value.items():
                found += _of_kind(world, kind_key, amount, tray, [symbol.index])
        else:
            found += _of_kind(world, key, value, tray, everybody)
        if len(found) > LIMITS.pieces.value:
            message = f"there are too many different pieces in the {tray}."
            return wrong_tray(world, message, key.span, "use fewer states")
    return found


def start_trays(world: World, setup: Mapping | None, placing: Placing) -> tuple[InStock, ...]:
    """Hands and supply before the first turn."""
    hand, supply = nodes.get(setup, HAND), nodes.get(setup, SUPPLY)
    mistakes = len(world.report)
    hands = read_tray(world, hand, HAND, placing) if _is_given(hand) and hand else []
    # After a mistake anything may be meant to be in a hand: nobody shall be told that nothing is there.
    broken = len(world.report) > mistakes
    world.hand_kinds.update(range(len(world.kinds)) if broken else (stock.kind for stock in hands))
    written = read_tray(world, supply, SUPPLY, placing) if _is_given(supply) and supply else []
    _check_numbers(world, hands, written, placing)
    rest = []
    named = {stock.kind for stock in written}
    for number, kind in enumerate(world.kinds):
        if kind.supply is not None and number not in named:
            in_hands = sum(stock.count for stock in hands if stock.kind == number)
            left = kind.supply - placing.on_board(number) - in_hands
            if left > 0:
                rest.append(InStock(kind.span, SUPPLY, None, number, (0,) * len(kind.axes), left))
    # What is named and not there is kept: such pieces come out of that tray, and not from nowhere.
    return _together([*hands, *written, *rest])


def without_standing(stocks: Iterable[InStock], standing: Iterable[Placed]) -> list[InStock]:
    """The start trays of a test: less what stands on the board, not below nothing (D95).

    Pieces change their states, so a piece on the board is taken from those of the same states first, then
    from the others of its kind.
    """
    left = list(stocks)
    places: dict[tuple[bool, int | None, int], list[int]] = {}
    for n, stock in enumerate(left):
        places.setdefault((stock.tray == SUPPLY, stock.owner, stock.kind), []).append(n)
    for placed in standing:
        own = places.get((False, placed.owner, placed.kind), [])
        common = places.get((True, None, placed.kind), [])
        fits = [n for n in (*own, *common) if left[n].count]
        if fits:
            best = next((n for n in fits if left[n].values == placed.values), fits[0])
            left[best] = replace(left[best], count=left[best].count - 1)
    return left


def in_order(stocks: Iterable[InStock]) -> tuple[InStock, ...]:
    """One entry for pieces that are alike, nothing empty; by tray, owner, kind and states."""
    return tuple(stock for stock in _together(stocks) if stock.count)


def _together(stocks: Iterable[InStock]) -> tuple[InStock, ...]:
    """One entry for pieces that are alike, by tray, owner, kind and states."""
    found: dict[tuple[str, int, int, tuple[int, ...]], InStock] = {}
    for stock in stocks:
        key = (stock.tray, -1 if stock.owner is None else stock.owner, stock.kind, stock.values)
        known = found.get(key)
        found[key] = replace(known, count=known.count + stock.count) if known else stock
    return tuple(found[key] for key in sorted(found))


def _is_given(node: Node | None) -> bool:
    return node is not None and not (isinstance(node, Scalar) and node.value is None)


def _example(world: World) -> str:
    return world.kinds[0].name if world.kinds else "stone"


def _no_tray(world: World, node: Node, tray: str) -> list[InStock]:
    shown = f'"{node.text}"' if isinstance(node, Scalar) else "this"
    all_too = ', or "all" for what is not on the board' if tray == HAND else ""
    message = f"{shown} does not say how many pieces are in the {tray}."
    return wrong_tray(world, message, node.span, f"write {tray}: {{{_example(world)}: 6}}{all_too}")


def _read_all(world: World, node: Scalar, placing: Placing) -> list[InStock]:
    """`hand: all`: whatever a player has and does not stand on the board."""
    kinds = [(number, kind) for number, kind in enumerate(world.kinds) if kind.each is not None]
    if not kinds:
        help = f"write each: for the kinds that players hold, or hand: {{{_example(world)}: 6}}"
        wrong_tray(world, '"hand: all" needs pieces with "each:".', node.span, help)
    return [
        InStock(
            node.span,
            HAND,
            player,
            number,
            (0,) * len(kind.axes),
            max(0, (kind.each or 0) - placing.of_player(number, player)),
        )
        for player in range(len(world.players))
        for number, kind in kinds
    ]


def _of_kind(world: World, key: Scalar, value: Node, tray: str, owners: list[int | None] | list[int]) -> list[InStock]:
    symbol = world.symbols.get(key.text)
    if symbol is None or symbol.what is not What.KIND:
        if not is_told_elsewhere(world, key.text):
            _unknown_kind(world, key, tray)
        return []
    amounts = read_amounts(world, world.kinds[symbol.index], value, {}, tray)
    if sum(amount.count for amount in amounts) > LIMITS.pieces.value:
        message = f'this is more than {LIMITS.pieces.value} pieces "{key.text}".'
        return wrong_tray(world, message, key.span, "use smaller numbers")
    world.used.add(key.text)
    return [
        InStock(amount.span, tray, owner, symbol.index, amount.values, amount.count)
        for owner in owners
        for amount in amounts
    ]


def _unknown_kind(world: World, key: Scalar, tray: str) -> None:
    symbol = world.symbols.get(key.text)
    kinds = [kind.name for kind in world.kinds]
    if symbol and symbol.what is What.PLAYER:
        message = f'"{key.text}" is a player, but the supply belongs to all.'
        wrong_tray(world, message, key.span, f"write supply: {{{_example(world)}: 6}}")
        return
    told = f"is {symbol.what.value}" if symbol else "is no kind of piece"
    message = f'"{key.text}" {told}; the {tray} holds pieces.'
    wrong_tray(world, message, key.span, suggestion(key.text, kinds, f"kinds: {one_of(kinds, 'and')}"))


# ---------------------------------------------------------------- as many as there are


def _check_numbers(world: World, hands: list[InStock], supply: list[InStock], placing: Placing) -> None:
    """No more pieces than there are; too many on the board alone were told there."""
    for number, kind in enumerate(world.kinds):
        held = [stock for stock in hands if stock.kind == number]
        if kind.each is not None:
            for player in range(len(world.players)):
                own = [stock for stock in held if stock.owner == player]
                if _is_too_many(world, kind, "each", own, "in hand", placing.of_player(number, player)):
                    break
        if kind.supply is not None:
            off_board = [*(stock for stock in supply if stock.kind == number), *held]
            _is_too_many(world, kind, "supply", off_board, "off the board", placing.on_board(number))


def _is_too_many(world: World, kind: Kind, rule: str, stocks: list[InStock], where: str, standing: int) -> bool:
    limit = getattr(kind, rule)
    held = sum(stock.count for stock in stocks)
    if not stocks or standing > limit or standing + held <= limit:
        return False
    on_board = f" and {standing} on the board" if standing else ""
    message = f'{held} pieces "{kind.name}" {where}{on_board} are more than "{rule}: {limit}" allows.'
    help = f"use at most {limit - standing} here, or raise {rule}: of {kind.name}"
    world.report.error("setup-count", message, stocks[0].span, help)
    return True

"""Whether the numbers of pieces that a file declares hold in a position."""

from __future__ import annotations

from collections import Counter

from ..analysis.pieces import NEUTRAL
from ..game import Game
from ..source.source import Span
from ..state import State


def wrong_count(game: Game, state: State) -> tuple[str, Span] | None:
    """The first declaration that does not hold, as a sentence and its place."""
    codes, position, kinds = game._engine.codes, state.position, game.rules.kinds
    owned: Counter[tuple[int, int]] = Counter()
    for layer in position.layers:
        for stack in layer.values():
            owned.update((codes.kind(code), codes.owner(code)) for code in stack)
    in_trays: Counter[int] = Counter()
    hands: Counter[tuple[int, int]] = Counter()
    for (tray, player, kind, _), count in position.trays.items():
        in_trays[kind] += count
        if tray == "hand":
            hands[kind, player] += count
    for number, spec in enumerate(kinds):
        if spec.supply is not None:
            total = sum(count for (kind, _), count in owned.items() if kind == number) + in_trays[number]
            if total > spec.supply:
                return f"there are {total} pieces of the kind {spec.name}, but only {spec.supply} exist.", spec.span
        if spec.each is not None:
            for player in range(len(game.players)):
                total = owned[number, player] + hands[number, player]
                if total > spec.each:
                    name = game.players[player]
                    return f"{name} has {total} pieces of the kind {spec.name}, but each has {spec.each}.", spec.span
        if spec.neutral and any(kind == number and owner != NEUTRAL for kind, owner in owned):
            return f"a {spec.name} belongs to a player, but it is nobody's.", spec.span
    return None

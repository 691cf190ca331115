"""Pieces that a position is about: those that must be saved before the turn may end, those by which somebody is out.

Both are read off the rules. Where `must: no my king attacked by enemy` does not hold when a turn begins, it is about
my king; after `out: count (piece next to holding(my queen)) = 6` it was about the queen of whoever is out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..analysis.roots import with_defines
from ..reference.view import View
from ..rules import expressions as rx
from ..rules.game import Rules
from ..state import State
from .endings import Cause, ending


@dataclass(frozen=True, slots=True)
class Named:
    """Pieces of one player that a rule names by their kinds, such as `my king`."""

    layer: int
    kinds: tuple[int, ...]


def demands(rules: Rules) -> list[tuple[rx.Expr, list[Named]]]:
    """What must hold when a turn ends, condition by condition, each with the own pieces that it names."""
    if rules.must is None:
        return []
    parts = rules.must.items if isinstance(rules.must, rx.AllOf) else (rules.must,)
    return [(part, named) for part in parts if (named := _named(rules, part))]


def named_by_out(rules: Rules) -> list[Named]:
    return _named(rules, rules.out) if rules.out is not None else []


def _named(rules: Rules, asked: rx.Expr) -> list[Named]:
    found = (
        Named(node.layer, node.kinds)
        for node in with_defines(rules, [asked])
        if isinstance(node, rx.Pattern) and node.owner is rx.Owner.MINE and node.kinds
    )
    return list(dict.fromkeys(found))


def at_stake(state: State) -> frozenset[int]:
    """The sites where such pieces stand."""
    rules, position, outcome = state.game.rules, state.position, state.outcome
    if state.is_chance:
        return frozenset()
    if outcome is not None and ending(rules, outcome).cause is Cause.OUT:
        named = named_by_out(rules)
        return frozenset(site for player in position.out for site in _standing(state, player, named))
    holds, view = state.game._engine.evaluator.holds, View(position, position.me)
    unmet = [one for part, named in demands(rules) if not holds(part, view) for one in named]
    return frozenset(_standing(state, position.me, unmet))


def _standing(state: State, player: int, named: Iterable[Named]) -> Iterator[int]:
    codes = state.game._engine.codes
    for one in named:
        for site, stack in state.position.layers[one.layer].items():
            if any(codes.owner(code) == player and codes.kind(code) in one.kinds for code in stack):
                yield site

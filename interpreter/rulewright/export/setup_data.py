"""What a page must know to write a position into a block, as `Block.load` does, and which positions there can be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..analysis.pieces import NEUTRAL
from ..board.compass import HEX_VECTORS, SQUARE_VECTORS
from ..game import Game
from ..native.compiler import Compiler
from ..native.layout.memory_layout import Basis
from ..source.limits import LIMITS

Data = dict[str, Any]


def setup_data(game: Game, compiler: Compiler) -> Data:
    rules, facts, layout = game.rules, compiler.unit.facts, compiler.unit.layout
    unbounded = rules.unbounded
    vectors = HEX_VECTORS if rules.board.tiling == "hex" else SQUARE_VECTORS
    return {
        "sets": [_sets(compiler, basis) for basis in layout.bases],
        "holding": [
            [at, _mask(code for me in range(len(rules.players)) for code in facts.pieces.fitting(pattern, me))]
            for at, pattern in zip(layout.holding, facts.holding, strict=True)
        ],
        **{name: getattr(layout, name) for name in ("unmoved", "turns", "history_length", "piece_hash")},
        "unmoved_kinds": sorted(facts.unmoved_kinds),
        "kinds": [
            {
                "layer": kind.layer,
                "on": f"{sum(rules.board.classes[name] for name in kind.classes):x}" if kind.classes else None,
                # Of what each player has one nobody has two: rules may rely on it.
                "own": 1 if kind.each == 1 else None,
                "most": kind.each * len(rules.players) if kind.each is not None else kind.supply,
            }
            for kind in rules.kinds
        ],
        "most": LIMITS.pieces.value,
        "in_hands": sorted(facts.trays.in_hands),
        "small": rules.board.upper_names,
        "together": [list(vectors[number]) for number in unbounded.directions] if unbounded is not None else None,
        "layer_names": list(rules.layers),
        "ranges": [[spec.low, spec.high, spec.lasts] for spec in rules.variables],
        "kept": [facts.kept, facts.followed],
    }


def _sets(compiler: Compiler, basis: Basis) -> list[list[Any]]:
    """For each set that is kept of a layer where it lies, and which pieces are in it."""
    facts = compiler.unit.facts
    codes = [
        facts.codes.code(owner, number, state)
        for owner in range(NEUTRAL, facts.players)
        for number, kind in enumerate(facts.rules.kinds)
        for state in range(kind.combinations)
    ]
    members = [(code, basis.membership(facts, code)) for code in codes]
    return [
        [basis.at[name], _mask(code for code, member in members if member >> place & 1)]
        for place, name in enumerate(basis.names)
    ]


def _mask(numbers: Iterable[int]) -> str:
    found = 0
    for number in numbers:
        found |= 1 << number
    return f"{found:x}"

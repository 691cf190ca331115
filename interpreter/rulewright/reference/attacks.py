"""`attacked by`: asked of the move generator itself (semantics D57)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..analysis.turns import moves_of
from .view import Memory, View

if TYPE_CHECKING:
    from .engine import Engine


class Attacks:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def is_attacked(self, view: View, site: int, attacker: int) -> bool:
        engine = self.engine
        attacked = view.me
        if attacker == view.me:
            count = len(engine.rules.players)
            order = [(view.me + step) % count for step in range(1, count)]
            attacked = next((player for player in order if player in engine.facts.pieces.enemies[view.me]), view.me)
        position = view.position.copy()
        position.me = attacker
        stack = position.layers[0].get(site, ())
        if not stack or stack[-1] == engine.ghost or engine.codes.owner(stack[-1]) != attacked:
            # A piece of the attacked side, of no kind: is it in reach?
            position.layers[0][site] = (*stack[:-1], engine.ghost) if engine.rules.stack > 1 else (engine.ghost,)
        outer = engine.ghost_owner
        engine.ghost_owner = attacked
        try:
            for action in moves_of(engine.rules, position.phase, attacker):
                candidates = engine.candidates.of(position, attacker, action, Memory(), goal=site)
                if next(candidates, None) is not None:
                    return True
            return False
        finally:
            engine.ghost_owner = outer

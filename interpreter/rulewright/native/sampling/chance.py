"""Weighted sampling at chance nodes: one outcome is drawn and carried out, the others are not looked at.

Outcomes that lead to the same position are as likely as all of them together, so nothing need be merged.
"""

from __future__ import annotations

from math import prod

from ...rules import turns as rt
from ..ir import INT, Builder, Ex, Function, k
from ..lower.candidate import NOWHERE, Candidate, Pin, Search
from ..lower.effect_context import Part
from ..lower.scope import Scope
from ..lower.walk import Walk
from ..lowering_part import Lowering
from .draw import digits

_TRIES = 64


class ChanceDraws(Lowering):
    def play(self, f: Builder, random: Ex) -> None:
        """Where it is chance's turn, and its outcomes are values only: plays one of them and returns 1."""
        layout = self.layout
        for phase, rows in enumerate(self.unit.facts.segments):
            for player, segments in enumerate(rows):
                for number, node in enumerate(segments):
                    if not isinstance(node, rt.Chance) or not self._is_of_values(node):
                        continue
                    here = k.both(k.load(64, layout.me).eq(player), k.load(64, layout.segment).eq(number))
                    if len(self.rules.phases) > 1:
                        here = k.both(here, k.load(64, layout.phase).eq(phase))
                    with f.when(here):
                        last = number + 1 == len(segments)
                        with f.when(f.call(self._drawn(node, player, last), random).ne(0)):
                            f.ret(1)

    def _is_of_values(self, node: rt.Chance) -> bool:
        if not isinstance(node.item, rt.Do):
            return False
        action = self.rules.actions[node.item.action]
        return action.verb is None and bool(action.choices) and self.c.ask.static.ways(action) == 1

    def _drawn(self, node: rt.Chance, player: int, last: bool) -> Function:
        """Draws values until they are allowed; 0 if that is never so."""
        item = node.item
        assert isinstance(item, rt.Do)
        action, layout, me = self.rules.actions[item.action], self.layout, k.num(player)
        sizes = [len(self.c.values.domains(choice)[player]) for choice in action.choices]

        def write(f: Builder) -> None:
            f.store(64, layout.turn_mark, k.load(64, layout.log_top))
            (random,) = f.params
            with f.count_to(_TRIES, "try") as attempt:
                number = self.unit.mix(f, random + attempt)
                values = digits(f, f.var(k.drawn(number, k.num(prod(sizes))), "drawn"), sizes)
                self.c.begin_count(f)
                self.c.actions.candidates(f, me, Search(action, tested, pin=Pin(values, k.num(NOWHERE))))
            f.ret(0)

        def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            parts, did = (g.let(k.load(64, at)) for at in (layout.part_count, layout.did_something))

            def made(h: Builder, part: Part) -> None:
                self.c.turns.remember(h, part, item, False)
                self.c.listing.after_chance(h, me, last, parts, did)
                if last:
                    self.c.course.accept(h)
                h.ret(1)

            self.c.performing.perform(g, scope, candidate, walk, item.leaf, made)

        key = ("chance", item.action, item.leaf, player, last)
        return self.unit.function(key, "draw_chance", [("random", INT)], INT, write, "draws what chance does")

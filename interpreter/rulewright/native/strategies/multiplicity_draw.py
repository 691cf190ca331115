"""Rejection sampling by multiplicity: one candidate is drawn and carried out, and hardly ever are the others looked at.

Stacks move whole, or pieces to empty sites, and then something is removed. As long as nothing is, the sites that are
left and reached tell the candidate, so the drawn one is a move of its own. Where something is removed, others may lead
to the same: all are carried out, those that come to the same are counted, and the drawn one is played once in so many
draws. After some draws in vain the list decides, which draws as evenly.

Serves: dvonn
Gain: 2.5 times in playouts of dvonn
Needs: a turn is one move in a line, one landing in a direction at most, whose effects remove pieces and bring none;
routes do not matter; reservoir_turns where the list decides.
"""

from __future__ import annotations

from ...analysis.actions import lands_on_empty
from ...analysis.turns import only_part
from ...rules import effects as fx
from ...rules import paths as rp
from ...rules import turns as rt
from ...rules.game import Action
from ..decide.plan import Refusal, Single
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import INT
from ..ir.program import Builder, Function
from ..lower.candidate import Candidate, Search
from ..lower.effect_context import Part
from ..lower.reservoir import begin_offers
from ..lower.scope import Scope, Val
from ..lower.walk import Walk
from ..lowering_part import Lowering

NAME = "multiplicity_draw"
USES: tuple[str, ...] = ("reservoir_turns",)
_MOST_DRAWS = 16
# Effects that neither bring nor take a piece.
_IN_PLACE = (fx.SetTo, fx.Flip, fx.Assign, fx.NextPlayer, fx.EndTurn)


def plan(ask: Questions, phase: int, player: int) -> Single | Refusal:
    """The one action of a turn, if it moves pieces, and removes some now and then."""
    rules, segments = ask.rules, ask.facts.segments[phase][player]
    node = only_part(segments[0])
    if len(segments) != 1 or not isinstance(node, rt.Do):
        return Refusal("a turn is more than one action")
    action = rules.actions[node.action]
    if action.verb != "move" or action.again is not None or action.choices or action.before:
        return Refusal("the turn is no plain move")
    if rules.prefer is not None or rules.when_turn_ends or rules.when_captured or len(rules.layers) > 1:
        return Refusal("turns are preferred, something follows them, or there are layers")
    whole = action.take.everything if rules.stack > 1 else lands_on_empty(ask.facts, action)
    if not whole or not all(map(_takes_or_stays, action.effects)):
        return Refusal("what is left and reached does not tell the move, even if nothing is removed")
    travel = _line(action)
    ways = ask.static.directions_of(travel, player) if travel is not None else None
    if ways is None or not ask.routes.only_targets_matter(action):
        return Refusal("there may be several landings in a direction, or ways to them")
    return Single(phase, player, node, len(ways))


def _takes_or_stays(effect: fx.Effect) -> bool:
    inner = effect.effect if isinstance(effect, fx.Conditional) else effect
    return isinstance(inner, (fx.Remove, *_IN_PLACE)) and not (isinstance(inner, fx.SetTo) and len(inner.values) > 1)


def _line(action: Action) -> rp.LineTravel | None:
    """The path, if it has one landing in each direction at most."""
    if action.path is None or len(action.path.routes) != 1 or len(action.path.routes[0].legs) != 1:
        return None
    travel = action.path.routes[0].legs[0].travel
    if not isinstance(travel, rp.LineTravel) or travel.way.directions is None or travel.landing.off:
        return None
    return travel if all(item.times is not None or item.low == item.high for item in travel.run) else None


class MultiplicityDraw(Lowering):
    def functions(self, every: Function) -> list[tuple[Single, Function]]:
        """For each such turn what draws one and keeps it: 1 done, 0 the list decides (`every` turn is offered)."""
        return [(single, self._draw(single, every)) for single in self.c.plan.by_list.singles]

    def _draw(self, single: Single, every: Function) -> Function:
        action, me, layout = self.rules.actions[single.node.action], k.num(single.player), self.layout
        one = self._one(single)

        def write(f: Builder) -> None:
            (random,) = f.params
            assert action.subject is not None
            pieces = f.let(self.c.expressions.sites(action.subject, f, Scope(me, {}, action=single.node.action)))
            amount = f.let(k.count(pieces), "amount")
            with f.when(amount.gt(0)), f.count_to(_MOST_DRAWS, "try") as attempt:
                number = f.let(self.unit.mix(f, random + attempt), "number")
                origin = k.nth(pieces, ((number >> 32) * amount) >> 32)
                begin_offers(self.unit, f)
                f.call(one, origin, ((number & 0xFFFFFFFF) * single.ways) >> 32)
                with f.when(k.load(64, layout.offers).eq(0)):
                    f.again()  # no such candidate, or no legal turn
                with f.when(k.load(64, layout.removed).eq(0)):
                    f.ret(1)
                f.store(64, layout.sought, k.load(64, layout.offer_least))
                f.store(64, layout.alike, 0)
                f.call(every)
                with f.when((((self.unit.mix(f, number) >> 32) * k.load(64, layout.alike)) >> 32).eq(0)):
                    f.ret(1)
            begin_offers(self.unit, f)
            f.ret(0)

        key = (NAME, single.phase, single.player)
        return self.unit.function(key, "draw_single", [("random", INT)], INT, write, "draws one candidate")

    def _one(self, single: Single) -> Function:
        """Carries out the candidate of a piece with a number, if there is one; it is offered, and nothing else."""
        node, me = single.node, k.num(single.player)
        action = self.rules.actions[node.action]
        final = self.c.listing.final(me, True)

        def write(f: Builder) -> None:
            only, place = f.params
            total, passed = self.c.begin_count(f), f.var(k.num(0), "passed")

            def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                assert g.function is f.function, "targets are gathered before anything is done"
                with g.when(passed.eq(place)):
                    occupied = k.set_minus(self.c.pieces.occupied(0), k.one(candidate.origin))
                    rest = g.let(k.count(k.set_or(occupied, k.one(walk.target))), "rest")
                    known = scope.with_words(**{"the rest": Val("int", rest)})
                    made = self.c.performing.outlined(g, known, candidate, walk, f"make_{action.name}", perform)
                    g.ret(made)
                g.set(passed, passed + 1)

            self.c.actions.candidates(f, me, Search(action, tested, only=only))
            f.ret(total)

        def perform(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            total = self.c.begin_count(g)
            self.c.performing.perform(g, scope, candidate, walk, node.leaf, made)
            self.unit.keeping.close(g.function)
            g.ret(total)

        def made(g: Builder, part: Part) -> None:
            rest = (part.doing.scope.words or {})["the rest"].ex
            g.store(64, self.layout.removed, k.count(self.c.pieces.occupied(0)) - rest)
            self.c.turns.remember(g, part, node, False)
            self.c.count(g, g.call(final), False)

        key = (NAME, "one", single.phase, single.player)
        params = [("only", INT), ("place", INT)]
        function = self.unit.function(key, f"one_{action.name}", params, INT, write, "carries out one candidate")
        self.unit.keeping.close(function)
        return function

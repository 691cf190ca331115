"""Certificates of reachability: a walk that was found is remembered, with all that could block it.

Whoever asks next whether there is a walk to the same sites begins on the remembered one, mostly, and nothing has come
in its way since: then the answer is yes, without a search. The two last walks of each question are kept. They are held
against the position as it is, so it does not matter which position they were found in.

Serves: quoridor
Gain: 2.2 times in lists of quoridor while walls are left, 2.7 where the k-th move is found without one
Needs: `some (FIXED and reached by (repeat 1.. (step DIRECTIONS to FIXED if no PIECES next to leaving next to entering))
from …)`: single steps whose only condition is that no piece of some pattern stands between.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from ...analysis.paths import floods
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Rules
from ..decide.plan import Refusal, WalkPlan
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..layout.memory_layout import FOUND_WALKS
from ..lower.scope import Scope, Val
from ..lower.walk import STEP
from ..lowering_part import Lowering

NAME = "found_walks"


def plan(ask: Questions, node: rx.Reached) -> WalkPlan | Refusal:
    """What can block the steps of a walk."""
    rules = ask.rules
    if ask.players > 2 or rules.unbounded is not None:
        return Refusal("there are more than two players, or the board has no bounds")
    travel = _only_travel(node.path)
    if not isinstance(travel, rp.RepeatTravel) or travel.low != 1 or not floods(rules, travel):
        return Refusal("it is not asked whether steps lead there, however many")
    leg = _only_leg(travel.path)
    if leg is None or leg.condition is None or not isinstance(leg.travel, rp.LineTravel):
        return Refusal("steps have no condition, or are no steps")
    step = leg.travel
    if step.run or step.way.tracks or step.landing.off or not isinstance(step.landing.item, rx.Fixed):
        return Refusal("where a step leads depends on what stands there")
    between = _blockers(rules, leg.condition)
    if between is None:
        return Refusal("a step asks for more than that some pieces do not stand between its ends")
    return WalkPlan(node, between, tuple(item for item in between.items if isinstance(item, rx.Pattern)))


def _only_leg(path: rp.Path) -> rp.Leg | None:
    legs = [leg for route in path.routes for leg in route.legs]
    return legs[0] if len(legs) == 1 else None


def _only_travel(path: rp.Path) -> rp.Travel | None:
    """The repeat that a path is: brackets around it mean nothing."""
    leg = _only_leg(path)
    if leg is None or leg.condition is not None:
        return None
    return _only_travel(leg.travel.path) if isinstance(leg.travel, rp.InnerPath) else leg.travel


def _blockers(rules: Rules, condition: rx.Expr) -> rx.Intersection | None:
    """What must not be there, if it is pieces next to both ends of the step."""
    while isinstance(condition, rx.DefineCall):
        condition = rules.defines[condition.define].body
    if not isinstance(condition, rx.Negation):
        return None
    asked = condition.item.item if isinstance(condition.item, rx.NotEmpty) else condition.item
    if not isinstance(asked, rx.Intersection):
        return None
    fits = all(isinstance(item, rx.Neighbours | rx.Fixed | rx.Pattern) for item in asked.items)
    return asked if fits and any(isinstance(item, rx.Pattern) for item in asked.items) else None


@dataclass(slots=True)
class Trail:
    """How a search came to the sites it has reached: from where, and by which step."""

    walks: FoundWalks
    plan: WalkPlan
    at: int  # where the walks of this question are kept
    key: int
    came: str
    by: str
    table: str  # what lies between the ends of a step
    width: int  # the length of one of its rows

    def note(self, f: Builder, scope: Scope, site: Ex, reached: Ex) -> None:
        """A step leads from a site to one that was not reached yet."""
        assert scope.words is not None
        f.poke(self.came, 16, reached, site)
        f.poke(self.by, 16, reached, scope.words[STEP].ex)

    def keep(self, f: Builder, start: Ex, goal: Ex) -> None:
        """The walk from a start to a site that was reached last; the one before it is kept, too."""
        layout, ways = self.walks.layout, len(self.walks.rules.board.directions)
        at, walk, between = f.var(goal, "at"), f.var(k.NOTHING, "walk"), f.var(k.NOTHING, "between")
        with f.loop():
            f.leave_if(at.eq(start))
            before, step = f.let(k.peek(self.came, 16, at), "before"), f.let(k.peek(self.by, 16, at), "step")
            with f.count_to(self.width) as number:
                site = f.let(k.look(self.table, (before * ways + step) * self.width + number), "site")
                with f.when(site.ge(0)):
                    f.include(between, site)
            f.include(walk, before)
            f.set(at, before)
        size = layout.walk_size
        f.copy(self.at + size, self.at, size)
        f.store(64, self.at, self.key)
        f.store_set(self.at + 8, walk)
        f.store_set(self.at + 8 + layout.set_size, between)


class FoundWalks(Lowering):
    def trail(self, node: rx.Reached, goal: Ex, f: Builder, scope: Scope) -> Trail | None:
        """Where a search writes down how it came where it is; None if nothing is remembered of this question."""
        found = self.c.plan.walk(node)
        if found is None or goal.const is None or scope.me.const is None:
            return None
        nowhere = Val("site", k.num(0))
        shared = self.c.sparse.between(
            found.between, scope.with_words(leaving=nowhere, entering=nowhere, **{STEP: nowhere})
        )
        if shared is None:
            return None
        # Programs of the same game share the memory: whatever the answer depends on tells questions apart.
        asked = repr((self.c.plan.walks.index(found), goal.const, scope.me.const))
        digest = int.from_bytes(blake2b(asked.encode(), digest_size=8).digest(), "little")
        place = self.layout.walks + (digest >> 1) % FOUND_WALKS * 2 * self.layout.walk_size
        came, by = f.buffer(2 * self.n, "came"), f.buffer(2 * self.n, "by")
        return Trail(self, found, place, k.signed(digest | 1), came, by, *shared[:2])

    def recall(self, trail: Trail, f: Builder, scope: Scope, start: Ex) -> None:
        """Says yes if a walk that is remembered leads on from there."""
        layout, patterns = self.layout, trail.plan.patterns
        blocking = self.c.expressions.sites(patterns[0], f, scope)
        for pattern in patterns[1:]:
            blocking = k.set_and(blocking, self.c.expressions.sites(pattern, f, scope))
        for at in (trail.at, trail.at + layout.walk_size):
            known = k.both(k.load(64, at).eq(trail.key), k.has(k.load_set(at + 8), start))
            with f.when(known), f.when(k.negate(k.some(k.set_and(k.load_set(at + 8 + layout.set_size), blocking)))):
                f.ret(k.TRUE)


__all__ = ["NAME", "FoundWalks", "Trail", "plan"]

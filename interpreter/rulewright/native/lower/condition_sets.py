"""Backward set-wise evaluation with Kogge-Stone fills: for which targets a condition holds, for all of them at once.

`if: some (passed by (jump any over 1.. enemy to mine) from target)` asks of every target whether some run begins there.

Such a run is followed from its end to its beginning: from where it may land one step back, then along sites of the run
as long as it may be, each time for all sites of the board. Runs of any length are found by doubling.
"""

from __future__ import annotations

from ...analysis.conditions import is_general
from ...rules import expressions as rx
from ...rules import paths as rp
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .reaches import Reach
from .scope import Scope

_MOST_WORDS = 4  # words of a set: beyond that it is quicker to look at single sites
_MOST_STEPS = 8  # bounded lengths of a run that are followed one by one


class Where(Lowering):
    def is_known(self, condition: rx.Expr | None, scope: Scope) -> bool:
        """Whether the targets for which a condition holds can be told."""
        if condition is None or is_general(self.c.rules, condition):
            return True
        if isinstance(condition, rx.AllOf):
            return all(self.is_known(item, scope) for item in condition.items)
        return self._travels(condition, scope) is not None

    def sites(self, condition: rx.Expr | None, f: Builder, scope: Scope) -> Ex:
        """The sites that a condition holds for as targets, apart from what does not depend on them."""
        found = k.sites(self.board.all_sites)
        for part in condition.items if isinstance(condition, rx.AllOf) else (condition,):
            if part is None or is_general(self.c.rules, part):
                continue
            travels = self._travels(part, scope)
            assert travels is not None
            starts = k.NOTHING
            for travel, numbers in travels:
                for number in numbers:
                    starts = f.let(k.set_or(starts, self._starts(travel, number, f, scope)), "starts")
            found = k.set_and(found, starts)
        return f.let(found, "where")

    # ------------------------------------------------------------ what is asked

    def _travels(self, node: rx.Expr, scope: Scope) -> list[tuple[rp.LineTravel, tuple[int, ...]]] | None:
        """The runs one of which has to begin at the target, with their directions; None if anything else is asked."""
        if not isinstance(node, rx.NotEmpty) or scope.me.const is None or self.c.unit.layout.words > _MOST_WORDS:
            return None
        item = node.item
        while isinstance(item, rx.DefineCall) and not item.args:
            item = self.rules.defines[item.define].body
        if not isinstance(item, rx.PassedBy | rx.Reached):
            return None
        if not isinstance(item.start, rx.PartWord) or item.start.word != "target":
            return None
        found = []
        for route in item.path.routes:
            travel = route.legs[0].travel
            if len(route.legs) != 1 or route.legs[0].condition is not None or not isinstance(travel, rp.LineTravel):
                return None
            numbers = self._numbers(travel, scope)
            passes = sum(run.low for run in travel.run) > 0 or isinstance(item, rx.Reached)
            if numbers is None or not passes or not self._is_plain(travel):
                return None
            found.append((travel, numbers))
        return found

    def _numbers(self, travel: rp.LineTravel, scope: Scope) -> tuple[int, ...] | None:
        numbers = self.c.ask.static.directions_of(travel, scope.me.const or 0)
        return None if numbers is None or any(self.c.ask.static.cyclic[number] for number in numbers) else numbers

    def _is_plain(self, travel: rp.LineTravel) -> bool:
        """Whether all sets of a run are the same wherever it begins, and its lengths can be followed."""
        landing = travel.landing
        if landing.off or landing.item is None or any(item.times is not None for item in travel.run):
            return False
        bounded = [item.high for item in travel.run if item.high is not None]
        few = sum(bounded) <= _MOST_STEPS and all(item.low <= _MOST_STEPS for item in travel.run)
        return few and all(is_general(self.c.rules, item) for item in (landing.item, *(run.item for run in travel.run)))

    # ------------------------------------------------------------ from the end to the beginning

    def _starts(self, travel: rp.LineTravel, number: int, f: Builder, scope: Scope) -> Ex:
        assert travel.landing.item is not None
        me = scope.me.const or 0
        found = f.let(self.c.expressions.sites(travel.landing.item, f, scope), "landing")
        for item in reversed(travel.run):
            members = f.let(self.c.expressions.sites(item.item, f, scope), "members")
            for _ in range(item.low):
                found = f.let(k.set_and(self._before(found, number, 1, f, me), members), "run")
            if item.high is None:
                found = self._filled(found, members, number, f, me)
            else:
                longer = found
                for _ in range(item.high - item.low):
                    longer = f.let(k.set_and(self._before(longer, number, 1, f, me), members), "run")
                    found = f.let(k.set_or(found, longer), "runs")
        return self._before(found, number, 1, f, me)

    def _filled(self, found: Ex, members: Ex, number: int, f: Builder, me: int) -> Ex:
        """Any number of members more: runs of one, of two, of four, and so on."""
        within, steps = members, 1
        while steps < self._longest(number, me):
            more = k.set_and(within, self._before(found, number, steps, f, me))
            found = f.let(k.set_or(found, more), "runs")
            within = f.let(k.set_and(within, self._before(within, number, steps, f, me)), "within")
            steps *= 2
        return found

    def _longest(self, number: int, me: int) -> int:
        """How many steps one can go in a direction at most."""
        table, sites, steps = self.board.directions[number].next_for(me), set(range(len(self.board))), 0
        while sites:
            sites = {table[site] for site in sites if table[site] >= 0}
            steps += 1
        return steps - 1

    def _before(self, sites: Ex, number: int, steps: int, f: Builder, me: int) -> Ex:
        """The sites from which so many steps lead into a set."""
        return self.c.space.grow(f, f.let(sites), self._back(number, steps, me))

    def _back(self, number: int, steps: int, me: int) -> Reach:
        table = self.board.directions[number].next_for(me)
        found = [0] * len(self.board)
        for site in range(len(self.board)):
            end = site
            for _ in range(steps):
                end = table[end] if end >= 0 else -1
            if end >= 0:
                found[end] |= 1 << site
        return tuple(found)

"""Bitboard sliding attacks (classical ray tables): a ray up to the first blocker, without going along it.

The sites of a ray beyond the first obstacle are cut off by counting: where numbers grow along the ray, everything up to
its lowest obstacle stays; where they fall, everything from its highest one on. All rays are cut off at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules import paths as rp
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .scope import Scope

if TYPE_CHECKING:
    from .walk import Gather, Walk

_MOST_WORDS = 6  # beyond that sets live in memory


class Slides(Lowering):
    def fits(self, travel: rp.LineTravel, walk: Walk, scope: Scope) -> bool:
        """Whether a travel is a step, or a slide over any number of sites of one set; nobody asks for more."""
        if scope.me.const is None or travel.name or len(travel.run) > 1 or not self.lands_plainly(travel.landing, walk):
            return False
        return all(
            item.low == 0 and item.high is None and item.times is None and not item.name
            and self.c.ask.lifts.is_plain(item.item)
            for item in travel.run
        )  # fmt: skip

    def lands_plainly(self, landing: rp.Landing, walk: Walk) -> bool:
        """Whether a walk that has just begun lands on any site of a set that is quickly found."""
        if self.unit.layout.words > _MOST_WORDS or walk.visited is not None or len(walk.landings) > 1:
            return False
        return (
            landing.item is not None
            and not landing.off
            and not landing.name
            and self.c.ask.lifts.is_plain(landing.item)
        )

    def leap(
        self,
        landing: rp.Landing,
        f: Builder,
        scope: Scope,
        start: Ex,
        targets: tuple[tuple[int, ...], ...],
        then: Gather,
    ) -> None:
        """Takes in where a leap leads."""
        assert landing.item is not None
        rows = [sum(1 << site for site in row) for row in targets]
        members = self.c.expressions.sites(landing.item, f, scope)
        then.all(f, k.set_and(k.look_set(self.unit.table("leaps", 0, rows), start), members))

    def gather(
        self, travel: rp.LineTravel, f: Builder, scope: Scope, start: Ex, numbers: tuple[int, ...], then: Gather
    ) -> tuple[int, ...]:
        """Takes in what is reached in these directions; gives back those that have to be followed step by step."""
        me = scope.me.const or 0
        assert travel.landing.item is not None
        landing = f.let(self.c.expressions.sites(travel.landing.item, f, scope), "landing")
        if not travel.run:
            near = self.c.space.direction_reach(numbers, me, touching=False)
            then.all(f, k.set_and(k.look_set(self.unit.table("reach", 0, near), start), landing))
            return ()
        free = self.c.expressions.sites(travel.run[0].item, f, scope)
        ways = {True: [number for number in numbers if self._grows(number, me)]}
        ways[False] = [number for number in numbers if self._grows(number, me) is False]
        if ways[True] or ways[False]:
            seen = self._seen(ways[True], ways[False], me, start, k.complement(self.board.all_sites, free))
            then.all(f, k.set_and(seen, landing))
        return tuple(number for number in numbers if self._grows(number, me) is None)

    def _seen(self, rising: list[int], falling: list[int], me: int, start: Ex, blockers: Ex) -> Ex:
        """What is seen along some rays."""
        groups = [[self.c.ask.static.rays(number, me) for number in numbers] for numbers in (rising, falling)]
        nothing = [0] * len(self.board)
        for group in groups:
            while len(group) & len(group) - 1:  # vectors have two, four or eight lanes
                group.append(nothing)
        rows: list[int] = []
        words = self.unit.layout.words
        for site in range(len(self.board)):
            for group in groups:
                rows.extend(rays[site] >> 64 * word & (1 << 64) - 1 for word in range(words) for rays in group)
        table = self.unit.table("rays_from", 64, rows)
        return k.SeenAlong(table, len(groups[0]), len(groups[1]), start, blockers)

    def _grows(self, number: int, me: int) -> bool | None:
        """Whether the numbers of sites grow in a direction, or fall; None if neither."""
        steps = [other - site for site, other in enumerate(self.board.directions[number].next_for(me)) if other >= 0]
        if all(step > 0 for step in steps):
            return True
        return False if all(step < 0 for step in steps) else None

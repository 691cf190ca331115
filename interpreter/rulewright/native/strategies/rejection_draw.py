"""Rejection sampling: candidates are drawn before they are looked at, values, a piece, a direction, all equally likely.

What is drawn may turn out to be no candidate at all; then another one is drawn. So nothing is listed, and what is
never drawn is never looked at. That every draw is a move of its own is shown elsewhere (draw_injectivity.py).

Serves: abalone, lines_of_action, oware, quoridor
Gain: 30 times in playouts of lines_of_action
Needs: every (values, piece, direction) is a move of its own: a ray, a push, a heap or a sowing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...analysis.conditions import is_general, same
from ...analysis.sets import always_occupied
from ...rules import expressions as rx
from ...rules.game import Action
from ..decide.plan import PUSH, Leaf, Refusal, Shape
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder
from ..lower.candidate import Pin, Search, Test
from ..lower.scope import Scope
from ..lower.walk import Wish
from ..lowering_part import Lowering
from ..sampling.draw import digits

NAME = "rejection_draw"


def plan(ask: Questions, action: Action) -> Shape | Refusal:
    """How to draw candidates of an action so that each draw is a move of its own."""
    return ask.telling.shape(action) or Refusal("draws of a piece and a direction may lead to the same position")


@dataclass(slots=True)
class Row:
    """Pieces to draw from; all of them with the same run, if that is known."""

    origins: Ex
    amount: Ex
    way: int | None = None
    lengths: tuple[int, ...] = ()


@dataclass(slots=True)
class Draft:
    """What is drawn from for actions of the same shape, of which one at most fits a draw."""

    leaves: list[Leaf]
    rows: list[Row]
    sizes: list[int]  # how many values each `with` has
    ways: tuple[int, ...]  # directions to draw from; none if the row says it, or a value
    amount: Ex

    @property
    def factor(self) -> int:
        """How many draws there are of each piece."""
        found = max(len(self.ways), 1)
        for size in self.sizes:
            found *= size
        return found


@dataclass(frozen=True, slots=True)
class Try:
    """One draw: a piece, the places of `with` values, the direction and the lengths of its run."""

    origin: Ex
    values: tuple[Ex, ...] = ()
    way: Ex | None = None
    lengths: tuple[Ex, ...] = ()


class Drafts(Lowering):
    def of(self, leaves: list[Leaf], f: Builder, me: Ex) -> list[Draft]:
        """What to draw from for these leaves."""
        found: list[Draft] = []
        for leaf in leaves:
            assert leaf.shape is not None
            known = next((draft for draft in found if self._goes_with(leaf.shape, draft)), None)
            if known is not None:
                known.leaves.append(leaf)
            else:
                found.append(self._draft(leaf, leaf.shape, f, me))
        return found

    def _goes_with(self, shape: Shape, draft: Draft) -> bool:
        """Pushes along a line exclude one another, so that one draw serves for all of them."""
        other = draft.leaves[0].shape
        if other is None or not shape.by == other.by == PUSH or shape.both_ends or other.both_ends:
            return False
        if shape.travel is None or other.travel is None or draft.leaves[0].action.condition is not None:
            return False
        subjects = same(shape.action.subject, other.action.subject)
        return subjects and same(shape.travel.way.directions, other.travel.way.directions)

    def _draft(self, leaf: Leaf, shape: Shape, f: Builder, me: Ex) -> Draft:
        action, player = leaf.action, me.const or 0
        scope = Scope(me, {}, action=leaf.node.action)
        assert action.subject is not None
        subject = self.c.expressions.sites(action.subject, f, scope)
        if action.verb == "move" and not always_occupied(self.c.rules, action.subject, action.layer):
            subject = k.set_and(subject, self.c.pieces.occupied(action.layer))
        origins = f.let(k.set_select(self._allowed(action, f, scope), subject, k.NOTHING), "origins")
        ways = self.c.ask.telling.directions(shape, player)
        sizes = [len(self.c.values.domains(choice)[player]) for choice in action.choices]
        if shape.lengths:
            rows = [self._row(shape, origins, way, lengths, f, scope) for way in ways for lengths in shape.lengths]
            ways = ()
        else:
            rows = [Row(origins, f.let(k.count(origins), "pieces"))]
        draft = Draft([leaf], rows, sizes, ways, k.num(0))
        draft.amount = f.let(sum((row.amount for row in rows), k.num(0)) * draft.factor, "amount")
        return draft

    def _allowed(self, action: Action, f: Builder, scope: Scope) -> Ex:
        """What the condition says that does not depend on the draw."""
        condition = action.condition
        found = k.TRUE
        for node in condition.items if isinstance(condition, rx.AllOf) else (condition,):
            if node is not None and is_general(self.c.rules, node):
                found = k.both(found, self.c.expressions.holds(node, f, scope))
        return f.let(found, "allowed")

    def _row(self, shape: Shape, origins: Ex, way: int, lengths: tuple[int, ...], f: Builder, scope: Scope) -> Row:
        """The pieces from which a run of known lengths goes in a direction."""
        travel, back = shape.travel, self.back(way, scope.me.const or 0)
        assert travel is not None and travel.landing.item is not None
        found = self.c.expressions.sites(travel.landing.item, f, scope)
        for item, length in zip(reversed(travel.run), reversed(lengths), strict=True):
            members = self.c.expressions.sites(item.item, f, scope)
            for _ in range(length):
                found = k.set_and(self.c.space.grow(f, found, back), members)
        found = f.let(k.set_and(self.c.space.grow(f, found, back), origins), "origins")
        return Row(found, f.let(k.count(found), "pieces"), way, lengths)

    def back(self, way: int, me: int) -> tuple[int, ...]:
        """For each site those from which a step in a direction leads there."""
        found = [0] * self.unit.n
        for site, other in enumerate(self.rules.board.directions[way].next_for(me)):
            if other >= 0:
                found[other] |= 1 << site
        return tuple(found)

    # ------------------------------------------------------------ one draw

    def play(self, draft: Draft, f: Builder, me: Ex, drawn: Ex, carry_out: Callable[[Leaf], Test]) -> None:
        """Looks at what was drawn; if it is a candidate it is carried out."""
        place = f.var(Ex("divide", (drawn, k.num(draft.factor)), INT), "place")
        rest = f.var(drawn - place * draft.factor, "rest")
        values = digits(f, rest, draft.sizes)
        origin, way, lengths = self._origin(draft, f, place)
        if draft.ways:
            way = self.way(draft, f, rest)
        self.look(draft, f, me, Try(origin, values, way, lengths), carry_out)

    def way(self, draft: Draft, f: Builder, number: Ex) -> Ex:
        """The direction with a number."""
        if draft.ways == tuple(range(len(draft.ways))):
            return number
        return f.let(k.look(self.unit.table("ways", 16, draft.ways), number), "way")

    def look(self, draft: Draft, f: Builder, me: Ex, tried: Try, carry_out: Callable[[Leaf], Test]) -> None:
        """Looks at one choice; if it is a candidate it is carried out."""
        for leaf in draft.leaves:
            shape = leaf.shape
            assert shape is not None
            goes = tried.way
            if shape.way is not None:
                domain = self.c.values.domains(leaf.action.choices[shape.way])[me.const or 0]
                place = tried.values[shape.way]
                if place.const is not None:
                    goes = k.num(domain[place.const])
                else:
                    goes = f.let(k.look(self.unit.table("choices", 64, domain), place), "way")
            observed = self.unit.facts.observed(leaf.action) or self.unit.facts.looks_at_passed(leaf.action)
            wish = Wish(observed, False, False, goes, tried.lengths)
            self.c.begin_count(f)
            self.c.actions.candidates(
                f, me, Search(leaf.action, carry_out(leaf), wish=wish, pin=Pin(tried.values, tried.origin))
            )

    def _origin(self, draft: Draft, f: Builder, place: Ex) -> tuple[Ex, Ex | None, tuple[Ex, ...]]:
        """The piece with a number, and how it goes if its row says so."""
        if len(draft.rows) == 1 and draft.rows[0].way is None:
            return f.let(k.nth(draft.rows[0].origins, place), "origin"), None, ()
        origins, way = f.var(k.NOTHING, "origins"), f.var(k.num(0), "way")
        lengths = tuple(f.var(k.num(0), "length") for _ in draft.rows[0].lengths)

        def chosen(at: int) -> None:
            row = draft.rows[at]
            if at + 1 == len(draft.rows):
                take(row)
                return
            yes, no = f.branch(place.lt(row.amount))
            with f.within(yes):
                take(row)
            with f.within(no):
                f.set(place, place - row.amount)
                chosen(at + 1)

        def take(row: Row) -> None:
            f.set(origins, row.origins)
            f.set(way, row.way or 0)
            for var, length in zip(lengths, row.lengths, strict=True):
                f.set(var, length)

        chosen(0)
        return f.let(k.nth(origins, place), "origin"), way, lengths

"""What is done with the candidate that was drawn: its tests, its effects, and the rest of the turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ...analysis.sets import holds_mine
from ...rules import expressions as rx
from ...rules.game import Action
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.candidate import NOWHERE, Candidate, Test
from ..lower.effect_context import Part
from ..lower.scope import NO_DIRECTIONS, NO_SITE, Scope, Val
from ..lower.walk import Walk
from .plans import Leaf
from .slots import Slot, Went

if TYPE_CHECKING:
    from ..compiler import Compiler


@dataclass(slots=True)
class Second:
    """The second part of a turn while the first one is lowered."""

    leaf: Leaf
    guard: rx.Expr | None
    bound: Ex
    again: Ex  # a variable: the draw was not accepted, which says nothing against the candidate
    draws: Ex
    draw: Ex


class Carrying:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout
        self.engine = compiler.unit.engine
        self.second: Second | None = None
        self.follow: Callable[[Builder], None] | None = None  # a second part that is known already

    def perform(
        self, leaf: Leaf, f: Builder, me: Ex, origin: Ex, target: Ex, way: Ex, piece: tuple[int, int] | None,
        kind: int | None = None, went: Went | None = None,
        whole: Callable[[Builder, Ex], None] | None = None,
    ) -> None:  # fmt: skip
        """The tests of one candidate, and if they hold the turn: `whole`, or else the function returns 1 then."""
        action = leaf.action
        words: dict[str, Val] = {"load": Val("int", k.num(0)), "origin": NO_SITE, "kind": Val("int", k.num(-1))}
        scope = Scope(me, words, action=leaf.node.action)
        candidate = Candidate(action, [], k.num(0), None, None, None, origin, None)
        if action.verb == "move":
            cell = self._mover(action, f, me, origin, kind)
            known = k.num(kind) if kind is not None else f.let(self.c.pieces.kind(cell), "kind")
            words |= {"origin": Val("site", origin), "kind": Val("int", known), "load": Val("int", k.num(1))}
            scope = scope.copy(mover=cell, facing=self.c.actions.facing(f, cell))
            candidate.take = k.num(1)
        elif action.verb == "pick":
            cell = self.c.pieces.top(f, action.layer, origin)
            words |= {"origin": Val("site", origin), "kind": Val("int", f.let(self.c.pieces.kind(cell)))}
            scope = scope.copy(mover=cell)
        elif action.verb == "place" and piece is not None:
            if action.start is not None:
                words["origin"] = Val("site", origin)
            number, state = piece
            owner = self.c.slots.owner(action, number, f, scope, holder=False)
            cell = f.let(self.c.pieces.cell_of(owner, number, state), "cell")
            words["kind"] = Val("int", k.num(number))
            scope = scope.copy(mover=cell, facing=self.c.actions.facing(f, cell))
            trays = action.trays or self.unit.facts.trays.default_trays(number)
            candidate.piece = (k.num(number), k.num(state))
            candidate.owner = owner
            candidate.tray = [(trays[0], k.TRUE)] if trays else None
        walk = Walk(target, (), None, k.NOTHING, NO_DIRECTIONS, {}, False)
        if went is not None:
            walk = Walk(target, (), None, f.let(went[0]), went[1], {}, False)

        second = self.second_after(leaf, whole)
        if second is not None:
            self._skip_early(second, f, me, target)
        tested = self.carrying_out(leaf, me, way, whole)
        asked = action.condition
        if (
            asked is not None
            and not action.lets
            and (is_general(self.rules, asked) or self.c.slots.asks(action, scope))
        ):
            # It was asked before anything was counted.
            inner = self.c.actions.seen_from(scope, walk, candidate)
            tested(f, inner, candidate, walk)
        else:
            self.c.actions.tested(f, scope, candidate, walk, tested)
        if second is not None:
            # Not illegal, only not drawn: everything is as before, and the candidate stays.
            with f.when(second.again):
                f.set(second.again, k.FALSE)
                f.again()

    def carrying_out(
        self, leaf: Leaf, me: Ex, way: Ex | None = None, whole: Callable[[Builder, Ex], None] | None = None
    ) -> Test:
        """What is done with a candidate: if the turn is legal, `whole`, or else the function returns 1."""
        action = leaf.action

        def tested(g: Builder, inner: Scope, found: Candidate, on: Walk) -> None:
            self.unit.picked = way if leaf.ways > 1 else None
            self.c.performing.perform(g, inner, found, on, leaf.node.leaf, made)
            self.unit.picked = None

        second = self.second_after(leaf, whole)

        def made(g: Builder, part: Part) -> None:
            target = part.walk.target
            self.c.registers.remember(g, leaf.node.action, part.doing.scope)
            flag = self.layout.empty_action if action.is_empty else self.layout.did_something
            if self.c.registers.is_read(flag):
                self.unit.write(g, 64, flag, 1)
            if second is not None:
                self._go_on(second, g, me, lambda h: complete(h, target))
                return
            if self.follow is not None:
                follow, self.follow = self.follow, None
                follow(g)
                self.follow = follow
                return
            complete(g, target)

        def complete(g: Builder, target: Ex) -> None:
            with g.when(self.c.expressions.holds(self.rules.must, g, Scope(me))):
                if whole is not None:
                    whole(g, target)
                    return
                did = g.let(k.load(64, self.layout.did_something))
                if self.c.fresh.is_used:
                    placed = target if action.verb == "place" else k.num(-1)
                    fine = g.var(g.call(self.c.course.finish_placed(me), placed), "fine")
                else:
                    fine = g.var(g.call(self.c.course.finish(me)), "fine")
                if self.rules.repetition is not None and self.rules.repetition.forbidden:
                    with g.when(k.both(fine, did.ne(0))):
                        g.set(fine, g.call(self.c.course.occurrences()).le(1))
                with g.when(fine):
                    self.c.course.accept(g)
                    g.ret(1)

        return tested

    def _mover(self, action: Action, f: Builder, me: Ex, origin: Ex, kind: int | None) -> Ex:
        """The cell of the piece that moves; known in advance where kind and owner are."""
        codes = self.engine.codes
        mine = action.subject is not None and holds_mine(self.rules, action.subject, action.layer)
        kinds = [number for number, spec in enumerate(self.rules.kinds) if spec.layer == action.layer]
        if mine:
            kinds = [number for number in kinds if not self.rules.kinds[number].neutral]
        if kind is None and len(kinds) == 1:
            kind = kinds[0]
        if kind is not None and mine and me.const is not None and codes.states == 1:
            return k.num(codes.code(me.const, kind, 0) + 1)
        return self.c.pieces.top(f, action.layer, origin)

    # ------------------------------------------------------------ the second part of a turn

    def second_after(self, leaf: Leaf, whole: Callable[[Builder, Ex], None] | None) -> Second | None:
        """The second part of the turn, if this leaf is the first one."""
        second = self.second
        return second if second is not None and second.leaf is not leaf and whole is None else None

    def _skip_early(self, second: Second, f: Builder, me: Ex, target: Ex) -> None:
        """Another draw, if the second part was drawn and there is none: not even a look at the first is needed."""
        line = self.c.factoring.line(second.guard)
        if line is None:
            return
        # The first part takes nothing and changes no owner, so no other site can come to belong to the set.
        possible = self.c.lines.would_be_in_line(line, target, f, Scope(me))
        if possible is not None:
            with f.when(k.both(self._second_draw(second).gt(0), k.negate(possible))):
                f.again()

    @staticmethod
    def _second_draw(second: Second) -> Ex:
        return ((second.draw & 0xFFFFFFFF) * second.bound) >> 32

    def _go_on(self, second: Second, f: Builder, me: Ex, whole: Callable[[Builder], None]) -> None:
        """The first part is done: the second one is drawn among as many as there are at most."""
        drawn = f.var(self._second_draw(second), "drawn")
        guarded = k.TRUE
        if second.guard is not None:
            guarded = f.let(self.c.expressions.holds(second.guard, f, Scope(me)), "guarded")
        with f.when(k.negate(guarded)):
            yes, no = f.branch(drawn.eq(0))
            with f.within(yes):
                whole(f)
            with f.within(no):
                f.set(second.again, k.TRUE)
        with f.when(guarded):
            slot = self._second_slot(second.leaf, f, me)
            with f.when(slot.amount.gt(0)):
                with f.when(drawn.lt(slot.amount)):
                    origin, target = f.var(k.num(NOWHERE), "origin"), f.var(k.num(NOWHERE), "target")
                    way, offer = f.var(k.num(0), "way"), f.var(k.num(0), "offer")
                    self.c.sampler.play(slot, f, me, drawn, origin, target, way, offer)
                f.set(second.again, k.TRUE)

    def _second_slot(self, leaf: Leaf, f: Builder, me: Ex) -> Slot:
        action = leaf.action
        scope = Scope(me, {}, action=leaf.node.action)
        if action.verb == "pick":
            assert action.subject is not None
            members = f.var(self.c.expressions.sites(action.subject, f, scope), "members")
            return Slot(leaf, members, f.var(k.count(members), "amount"))
        if action.path is None:
            return self.c.slots.placing(leaf, f, scope, k.TRUE)
        if self.c.actions.gathers(action):
            return self.c.rows.second(leaf, f, me)
        return self.c.collecting.slot(leaf, f, me, k.TRUE)


__all__ = ["Carrying", "Second"]

"""What is done with the candidate that was drawn: its tests, its effects, and the rest of the turn."""

from __future__ import annotations

from ...analysis.conditions import is_general
from ...analysis.sets import holds_mine
from ...rules.game import Action
from ..decide.plan import Leaf
from ..ir import Builder, Ex, k
from ..lower.candidate import Candidate, Test
from ..lower.effect_context import Part
from ..lower.scope import NO_DIRECTIONS, NO_SITE, Scope, Val
from ..lower.walk import Walk
from ..lowering_part import Lowering
from .draw import Chosen, Rest


class Carrying(Lowering):
    def perform(self, leaf: Leaf, f: Builder, me: Ex, chosen: Chosen, rest: Rest) -> None:
        """The tests of one candidate, and if they hold the turn."""
        origin, target = chosen.origin, chosen.target
        action = leaf.action
        words: dict[str, Val] = {"load": Val("int", k.num(0)), "origin": NO_SITE, "kind": Val("int", k.num(-1))}
        scope = Scope(me, words, action=leaf.node.action)
        candidate = Candidate(action, [], k.num(0), None, None, None, origin, None)
        if action.verb == "move":
            cell = self._mover(action, f, me, origin, chosen.kind)
            known = k.num(chosen.kind) if chosen.kind is not None else f.let(self.c.pieces.kind(cell), "kind")
            words |= {"origin": Val("site", origin), "kind": Val("int", known), "load": Val("int", k.num(1))}
            scope = scope.copy(mover=cell, facing=self.c.actions.facing(f, cell))
            candidate.take = k.num(1)
        elif action.verb == "pick":
            cell = self.c.pieces.top(f, action.layer, origin)
            words |= {"origin": Val("site", origin), "kind": Val("int", f.let(self.c.pieces.kind(cell)))}
            scope = scope.copy(mover=cell)
        elif action.verb == "place" and chosen.piece is not None:
            if action.start is not None:
                words["origin"] = Val("site", origin)
            number, state = chosen.piece
            owner = self.c.slots.owner(action, number, f, scope, holder=False)
            cell = f.let(self.c.pieces.cell_of(owner, number, state), "cell")
            words["kind"] = Val("int", k.num(number))
            scope = scope.copy(mover=cell, facing=self.c.actions.facing(f, cell))
            trays = action.trays or self.unit.facts.trays.default_trays(number)
            candidate.piece = (k.num(number), k.num(state))
            candidate.owner = owner
            candidate.tray = [(trays[0], k.TRUE)] if trays else None
        walk = Walk(target, (), None, k.NOTHING, NO_DIRECTIONS, {}, False)
        if chosen.went is not None:
            walk = Walk(target, (), None, f.let(chosen.went[0]), chosen.went[1], {}, False)

        second = rest.second
        if second is not None:
            self.c.late_second_part.skip_early(second, f, me, target)
        tested = self.carrying_out(leaf, me, rest, chosen.way)
        asked = action.condition
        before = asked is not None and (is_general(self.rules, asked) or self.c.slots.asks(action, scope))
        if before and not action.lets:
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

    def carrying_out(self, leaf: Leaf, me: Ex, rest: Rest, way: Ex | None = None) -> Test:
        """What is done with a candidate that has passed its tests."""
        action = leaf.action

        def tested(g: Builder, inner: Scope, found: Candidate, on: Walk) -> None:
            with self.unit.picking(way if leaf.ways > 1 else None):
                self.c.performing.perform(g, inner, found, on, leaf.node.leaf, made)

        def made(g: Builder, part: Part) -> None:
            target = part.walk.target
            self.c.registers.remember(g, leaf.node.action, part.doing.scope)
            flag = self.layout.empty_action if action.is_empty else self.layout.did_something
            if self.c.registers.is_read(flag):
                self.unit.write(g, 64, flag, 1)
            if rest.second is not None:
                self.c.late_second_part.go_on(rest.second, g, me, lambda h: complete(h, target))
            elif rest.follow is not None:
                rest.follow(g)
            else:
                complete(g, target)

        def complete(g: Builder, target: Ex) -> None:
            with g.when(self.c.expressions.holds(self.rules.must, g, Scope(me))):
                if rest.whole is not None:
                    rest.whole(g, target)
                    return
                did = g.let(k.load(64, self.layout.did_something))
                if self.c.fresh.is_used:
                    placed = target if action.verb == "place" else k.num(-1)
                    fine = g.var(g.call(self.c.course.finish(me, placed=True), placed), "fine")
                else:
                    fine = g.var(g.call(self.c.course.finish(me)), "fine")
                self.c.course.must_be_new(g, fine, did)
                with g.when(fine):
                    self.c.course.accept(g)
                    g.ret(1)

        return tested

    def _mover(self, action: Action, f: Builder, me: Ex, origin: Ex, kind: int | None) -> Ex:
        """The cell of the piece that moves; known in advance where kind and owner are."""
        codes = self.engine.codes
        mine = action.subject is not None and holds_mine(self.c.rules, action.subject, action.layer)
        kinds = [number for number, spec in enumerate(self.rules.kinds) if spec.layer == action.layer]
        if mine:
            kinds = [number for number in kinds if not self.rules.kinds[number].neutral]
        if kind is None and len(kinds) == 1:
            kind = kinds[0]
        if kind is not None and mine and me.const is not None and codes.states == 1:
            return k.num(codes.code(me.const, kind, 0) + 1)
        return self.c.pieces.top(f, action.layer, origin)

"""A turn while its candidates are carried out: what is done when it is complete, and how it is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..decide.plan import LEAN, Leaf, TurnPlan
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope
from ..sampling.draw import Rest
from ..strategies.undo_frames import Frame

if TYPE_CHECKING:
    from .program import Counting


class Turn:
    def __init__(self, counting: Counting, plan: TurnPlan, f: Builder, depth: Ex, frame: Frame | None) -> None:
        self.counting = counting
        self.c = counting.c
        self.rules = counting.c.rules
        self.layout = counting.c.unit.layout
        self.plan, self.me, self.depth, self.frame = plan, k.num(plan.player), depth, frame
        self.below: Ex | None = None  # how many ways there are after each of the moves, if that is known
        self._within = f.function
        self.legal = f.var(k.num(0), "legal")
        self.total = f.var(k.num(0), "total") if depth.const != 1 else self.legal
        self.first = Rest(
            follow=self.follow if plan.second is not None else None, whole=self.whole
        )  # of the first part

    def add(self, f: Builder, amount: Ex) -> None:
        """So many moves of the last ply."""
        f.set(self.legal, self.legal + amount)

    def one(self, f: Builder) -> None:
        """One move, the candidate at hand."""
        self.add(f, k.num(1))

    def quiet(self, f: Builder, leaf: Leaf, origin: Ex, targets: Ex) -> None:
        """A piece can go to each of these sites."""
        self.add(f, k.count(targets))

    def take_back(self) -> None:
        """A candidate was tried; where there is a log, it has gone back by itself."""
        if self.frame is not None:
            self.c.unit.frames.put_back(self.frame)

    def whole(self, f: Builder, target: Ex) -> None:
        """A turn is complete and `must` holds: it counts, or its followers do."""
        assert f.function is self._within, "a turn ends where it began"
        c, last = self.c, self.depth.const == 1
        if last and not self.counting.plan.judged:
            self.one(f)
            return
        did = f.let(k.load(64, self.layout.did_something))
        placed = [target] if self.counting.is_fresh else []
        fine = f.var(f.call(self.counting.end_of_turn(self.me), *placed), "fine")
        c.course.must_be_new(f, fine, did)
        with f.when(fine):
            self.one(f)
            if not last:
                with f.when(k.load(64, self.layout.result).eq(0)):
                    c.course.accept(f)
                    below = self.below if self.below is not None else self.counting.below(f, self.depth)
                    f.set(self.total, self.total + below)

    # ------------------------------------------------------------ a second part

    def follow(self, f: Builder) -> None:
        """The first part is done: every second one, or none if there is none to do."""
        second, guard = self.plan.second, self.plan.guard
        assert second is not None
        guarded = k.TRUE if guard is None else f.let(self.c.expressions.holds(guard, f, Scope(self.me)), "guarded")
        with f.when(k.negate(guarded)), f.when(self.c.expressions.holds(self.rules.must, f, Scope(self.me))):
            self.whole(f, k.num(-1))
        with f.when(guarded):
            slot = self.counting.candidates.second(second, f, self.me)
            tested = self.counting.candidates.is_tested(second, self.me)
            if self.depth.const == 1 and second.sure and self.counting.counts and not tested:
                self.add(f, slot.amount)
                return
            outer = self.frame
            if self.c.unit.mode == LEAN:
                self.frame = self.c.unit.frames.keep(f)
            self.counting.candidates.each(slot, f, self, Rest(whole=self.whole))
            self.frame = outer

"""Pieces that leave: captured, removed, taken without a trace."""

from __future__ import annotations

from collections.abc import Callable

from ...reference.effects import MOST_CAPTURES
from ...rules import effects as fx
from ...rules import expressions as rx
from ..ir import INT, Builder, Ex, k
from ..lowering_part import Lowering
from .effect_context import Doing
from .scope import Outline, Val, settled

MOST_WIPED = 4  # sets that a captured piece is taken out of without asking which of them it is in


class Captures(Lowering):
    def setup(self) -> None:
        self._depth: Ex = k.num(0)  # how many captures are going on one inside another, where that can be

    def has_piece(self, layer: int, site: Ex) -> Ex:
        if layer == 0 and self.rules.stack > 1:
            return self.c.pieces.height(site).gt(0)
        return self.c.pieces.cell_at(layer, site).ne(0)

    def moved_from(self, f: Builder, layer: int, site: Ex) -> None:
        """A site that is `unmoved` is so no longer."""
        if layer == 0 and self.layout.unmoved >= 0:
            self.unit.take_out(f, self.layout.unmoved, site)

    def clear(self, layer: int, site: Ex, f: Builder, doing: Doing, each: Callable[[Ex], None] | None = None) -> None:
        """Takes everything off a site; `each` gets the cells, bottom first."""
        with f.when(self.has_piece(layer, site)):
            self.moved_from(f, layer, site)
            if layer == doing.layer_of_it:
                with f.when(doing.it.eq(site)):
                    f.set(doing.it, -1)
            if layer == 0 and self.rules.stack > 1:
                height = f.let(self.c.pieces.height(site))
                if each is not None:
                    with f.count_to(height, "level") as level:
                        each(f.let(self.c.pieces.cell_at(0, site, level), "cell"))
                heaps = self.c.pieces.heaps
                if heaps is not None and heaps.can_leap:
                    heaps.clear(f, site, height)
                elif heaps is not None:
                    with f.count_to(height, "level"):
                        self.c.pieces.lift(f, 0, site)
                else:
                    self.c.pieces.lift_stack(f, site, height)
            else:
                cell = self.c.pieces.lift(f, layer, site)
                if each is not None:
                    each(cell)

    def each_captured(self, sites: Ex, layer: int, f: Builder, doing: Doing) -> Ex:
        if self.rules.when_captured is None:
            with f.each(sites) as site:
                self.capture_one(site, layer, f, doing)
            return k.TRUE
        fine = f.var(k.TRUE, "fine")
        with f.each(sites) as site:
            with f.when(k.negate(self.capture_one(site, layer, f, doing))):
                f.set(fine, k.FALSE)
        return fine

    def _credit(self, site: Ex, layer: int, f: Builder, me: Ex) -> None:
        """`captures` counts the pieces that are not mine."""
        amount = f.var(k.num(0), "amount")
        if layer == 0 and self.c.pieces.heaps is not None:
            f.set(amount, self.c.pieces.height(site))  # of nobody, so not mine
        elif layer == 0 and self.rules.stack > 1:
            with f.count_to(self.c.pieces.height(site), "level") as level:
                theirs = self.c.pieces.owner(self.c.pieces.cell_at(0, site, level)).ne(me)
                f.set(amount, amount + k.as_int(theirs))
        else:
            f.set(amount, k.as_int(self.c.pieces.owner(self.c.pieces.cell_at(layer, site)).ne(me)))
        at = self.layout.captures
        self.unit.write(f, 64, at, k.load(64, at) + amount)

    def capture_one(self, site: Ex, layer: int, f: Builder, doing: Doing) -> Ex:
        """Credit, `when_captured`, and what is left leaves the game."""
        if self.leaves_no_trace(layer):
            self.wipe(site, layer, f, doing)
            return k.TRUE
        fine = f.var(k.TRUE, "fine")
        with f.when(self.has_piece(layer, site)):
            me = doing.scope.me
            if self.c.registers.is_read(self.layout.captures):
                self._credit(site, layer, f, me)
            if self.rules.when_captured is None:
                if self.c.registers.is_read(self.layout.taken):
                    self._take(site, layer, f, me)
            elif self._captures_again():
                f.set(fine, self._nested_captured(site, layer, f, doing))
            else:
                f.set(fine, self._when_captured(site, layer, f, doing))
            self.clear(layer, site, f, doing)
        return fine

    def leaves_no_trace(self, layer: int) -> bool:
        """Whether nothing but the board tells that a piece was captured: then nobody asks which one it was."""
        if self.unit.is_logged or self.rules.when_captured is not None or self.layout.incremental_hash:
            return False
        if self.c.pieces.stacked or self.layout.unmoved >= 0 or len(self.layout.bases[layer].names) > MOST_WIPED:
            return False
        return not any(self.c.registers.is_read(at) for at in (self.layout.captures, self.layout.taken))

    def wipe(self, site: Ex, layer: int, f: Builder, doing: Doing) -> None:
        """Takes a piece off, if there is one: a jump that cannot be foreseen costs more than writing for nothing."""
        if layer == doing.layer_of_it:
            f.set(doing.it, k.select(doing.it.eq(site), -1, doing.it))
        self.c.pieces.wipe(f, layer, site)

    def _take(self, site: Ex, layer: int, f: Builder, me: Ex) -> None:
        """The default: what is not mine goes to my `taken`; a stack goes as its top says."""
        pieces = self.c.pieces
        top = pieces.top(f, layer, site)
        with f.when(pieces.owner(top).ne(me)):
            if layer == 0 and pieces.heaps is not None:
                self.c.trays.into(f, "taken", me, top, pieces.height(site))
            elif layer == 0 and self.rules.stack > 1:
                with f.count_to(pieces.height(site), "level") as level:
                    self.c.trays.into(f, "taken", me, f.let(pieces.cell_at(0, site, level)))
            else:
                self.c.trays.into(f, "taken", me, top)

    def _when_captured(self, site: Ex, layer: int, f: Builder, doing: Doing) -> Ex:
        outer = f.var(doing.it, "outer")
        if layer == doing.layer_of_it:
            with f.when(outer.eq(site)):
                f.set(outer, -1)  # the captured piece itself
        f.set(doing.it, site)
        fine = f.var(k.TRUE, "fine")
        for effect in self.rules.when_captured or ():
            with f.when(fine):
                f.set(fine, self.c.effects.apply(effect, f, doing))
        f.set(doing.it, outer)
        return fine

    def _captures_again(self) -> bool:
        """Whether what happens when something is captured can itself capture."""
        again = (fx.Capture, fx.ShiftToward, fx.ShiftAlong, fx.Sow, fx.HookEffect)
        for effect in self.rules.when_captured or ():
            for node in rx.walk(effect):
                moves = isinstance(node, fx.Move | fx.TakeSome) and isinstance(node.goal, rx.Expr)
                if isinstance(node, again) or moves:
                    return True
        return False

    def _nested_captured(self, site: Ex, layer: int, f: Builder, doing: Doing) -> Ex:
        """As `_when_captured`, in a function that calls itself."""
        outline = Outline(
            settled(f, doing.scope),
            # No constants: the function must find itself again.
            {
                "captured": Val("site", f.var(site)),
                "it": Val("site", f.var(doing.it)),
                "depth": Val("int", f.var(self._depth)),
            },
        )
        outer = outline.outer()

        def write(g: Builder) -> None:
            with g.when(outer["depth"].ex.ge(MOST_CAPTURES)):
                g.ret(0)
            it = g.var(outer["it"].ex, "it")
            scope = outline.inner.with_words(it=Val("site", it))
            inner = Doing.begin(g, scope, it, doing.layer_of_it)
            before, self._depth = self._depth, g.let(outer["depth"].ex + 1, "depth")
            fine = self._when_captured(outer["captured"].ex, layer, g, inner)
            self._depth = before
            ended = k.as_int(inner.ended) << 1
            g.ret(k.as_int(fine) | ended | ((inner.it + 1) << 8) | (inner.changed << 32))

        fixed = self.c.performing.constants(outline)
        key = ("captured", layer, doing.layer_of_it, tuple(outline.params), *fixed)
        made = self.unit.function(key, "captured", outline.params, INT, write, "when something is captured", "never")
        found = f.call(made, *outline.args, name="captured")
        f.set(doing.it, ((found >> 8) & 0xFFFFFF) - 1)
        f.set(doing.ended, k.either(doing.ended, (found & 2).ne(0)))
        f.set(doing.changed, doing.changed + (found >> 32))
        return (found & 1).ne(0)

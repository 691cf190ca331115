"""Effects lowered: how a position changes. Choices become loops; an illegal effect ends its branch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...engine.effects import MOST_CAPTURES, Work
from ...engine.pieces import NEUTRAL
from ...engine.view import Memory, Part
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.types import Type
from ..kernel import program as k
from ..kernel.program import INT, Builder, Ex, Operand
from .scope import Outline, Scope, Val, settled
from .unit import FAST

if TYPE_CHECKING:
    from ..compiler import Compiler

MOST_WIPED = 4  # sets that a captured piece is taken out of without asking which of them it is in


@dataclass(slots=True)
class Doing:
    """What goes on while the effects of a part run: variables of the function they are lowered into."""

    scope: Scope
    it: Ex  # a variable; -1 for none
    ended: Ex  # a variable: `end turn` was done
    may: Ex  # a variable: some `may` was done
    changed: Ex  # a variable: pieces that became something else
    chosen: Ex  # a variable: values chosen by `set`, 8 bits each
    layer_of_it: int


@dataclass(slots=True)
class Alternative:
    """One way a choice can go: what stands in the key, and what is done."""

    entries: tuple[int, ...]
    effect: fx.Effect | None
    value: fx.NewValue | None
    may: bool


class EffectLowering:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout
        self.engine = compiler.unit.engine
        self.codes = self.engine.codes
        self.new_values: list[fx.NewValue] = []
        self._classes = any(kind.classes for kind in self.rules.kinds)
        self._depth: Ex = k.num(0)  # how many captures are going on one inside another, where that can be

    # ------------------------------------------------------------ in order, with choices

    def run(self, effects: tuple[fx.Effect, ...], f: Builder, doing: Doing, then: Callable[[], None]) -> None:
        if not effects:
            then()
            return
        effect, rest = effects[0], effects[1:]
        condition: rx.Expr | None = None
        inner = effect
        if isinstance(effect, fx.Conditional):
            condition, inner = effect.condition, effect.effect
        ways = self._alternatives(inner)
        if ways is not None:
            self._choose(ways, condition, f, doing, lambda: self.run(rest, f, doing, then))
            return
        fine = self.apply(effect, f, doing)
        with f.when(fine):
            self.run(rest, f, doing, then)

    def _alternatives(self, effect: fx.Effect) -> list[Alternative] | None:
        if isinstance(effect, fx.May):
            inner = self._alternatives(effect.effect)
            if inner is None:
                inner = [Alternative((), effect.effect, None, False)]
            done = [Alternative((1, *way.entries), way.effect, way.value, True) for way in inner]
            return [Alternative((0,), None, None, False), *done]
        if isinstance(effect, fx.SetTo) and len(effect.values) > 1:
            return [Alternative((number,), effect, value, False) for number, value in enumerate(effect.values)]
        if isinstance(effect, fx.Conditional) and self._alternatives(effect.effect) is not None:
            raise NotImplementedError("a choice under two conditions")
        return None

    def _choose(
        self, ways: list[Alternative], condition: rx.Expr | None, f: Builder, doing: Doing, then: Callable[[], None]
    ) -> None:
        given = f.let(self.c.expressions.holds(condition, f, doing.scope), "chooses")
        if self.unit.picked is not None:
            self._choose_picked(ways, given, f, doing, then)
            return
        variables = (doing.it, doing.ended, doing.may, doing.changed, doing.chosen)
        before = [f.var(value, "before") for value in variables]
        length = f.let(k.load(64, self.layout.key_length), "length")
        limit = f.let(k.select(given, len(ways), 1))
        with f.count_to(limit, "choice") as choice:
            mark = self.unit.mark(f)
            fine = f.var(k.TRUE, "fine")
            for variable, value in zip(variables, before, strict=True):
                f.set(variable, value)
            with f.when(given):
                for number, way in enumerate(ways):
                    with f.when(choice.eq(number)):
                        self._entries(f, length, way.entries)
                        if way.may:
                            f.set(doing.may, k.TRUE)
                        if way.value is not None:
                            assert isinstance(way.effect, fx.SetTo)
                            f.set(doing.chosen, (doing.chosen << 8) | self._number_of(way.value))
                            f.set(fine, self._set(way.effect, way.value, f, doing))
                        elif way.effect is not None:
                            f.set(fine, self.apply(way.effect, f, doing))
            with f.when(fine):
                then()
            self.unit.undo(f, mark)
            f.store(64, self.layout.key_length, length)

    def _number_of(self, value: fx.NewValue) -> int:
        """The number of a value in records, from 1; the same one wherever it is lowered."""
        for number, known in enumerate(self.new_values, 1):
            if known is value:
                return number
        self.new_values.append(value)
        if len(self.new_values) > 255:
            raise NotImplementedError("more values to choose from than a record can tell apart")
        return len(self.new_values)

    def _choose_picked(
        self, ways: list[Alternative], given: Ex, f: Builder, doing: Doing, then: Callable[[], None]
    ) -> None:
        """While sampling the way is drawn beforehand; where there is nothing to choose only the first one counts."""
        picked = self.unit.picked
        assert picked is not None
        fine = f.var(k.either(given, picked.eq(0)), "fine")
        with f.when(given):
            for number, way in enumerate(ways):
                with f.when(picked.eq(number)):
                    for earlier in ways[:number]:
                        self._must_differ(earlier, way, fine, f, doing)
                    with f.when(fine):
                        if way.value is not None:
                            assert isinstance(way.effect, fx.SetTo)
                            f.set(fine, self._set(way.effect, way.value, f, doing))
                        elif way.effect is not None:
                            f.set(fine, self.apply(way.effect, f, doing))
        with f.when(fine):
            then()

    def _must_differ(self, one: Alternative, other: Alternative, fine: Ex, f: Builder, doing: Doing) -> None:
        """Two ways with the same result are one: the second of them is not taken."""
        if isinstance(other.effect, fx.Capture | fx.Remove):
            layer = other.effect.layer
            f.set(fine, k.FALSE)
            with f.each(self.c.expressions.sites(other.effect.item, f, doing.scope)) as site:
                with f.when(self._has_piece(layer, site)):
                    f.set(fine, k.TRUE)
            return
        effect, value = other.effect, other.value
        if isinstance(effect, fx.SetTo) and value is None:
            value = effect.values[0] if effect.values else None
        if not isinstance(effect, fx.SetTo) or value is None:
            return
        earlier = one.value
        if one.effect is not None and earlier is None:
            assert isinstance(one.effect, fx.SetTo)
            earlier = one.effect.values[0]
        if isinstance(effect.item, rx.PartWord) and self._always_differ(earlier, value, doing.scope):
            return
        differs = f.var(k.FALSE, "differs")
        with f.each(self.c.expressions.sites(effect.item, f, doing.scope)) as site:
            old = self.c.pieces.top(f, effect.layer, site)
            with f.when(old.ne(0)):
                new = self._changed(old, earlier, f, doing.scope) if earlier is not None else old
                f.set(differs, k.either(differs, self._changed(old, value, f, doing.scope).ne(new)))
        f.set(fine, k.both(fine, differs))

    def _always_differ(self, one: fx.NewValue | None, other: fx.NewValue, scope: Scope) -> bool:
        """Whether no piece becomes the same by both."""
        if one is None or one.local is not None or other.local is not None or scope.me.const is None:
            return False
        first, second = self._row(one, scope.me.const), self._row(other, scope.me.const)
        for code in range(self.layout.codes):
            valid = self.codes.state(code) < self.rules.kinds[self.codes.kind(code)].combinations
            if valid and self.codes.owner(code) == scope.me.const and first[code + 1] == second[code + 1]:
                return False
        return True

    def _entries(self, f: Builder, length: Ex, entries: tuple[int, ...]) -> None:
        for number, entry in enumerate(entries):
            f.store(16, (length + number) * 2 + self.layout.key, entry + 1)
        f.store(64, self.layout.key_length, length + len(entries))

    # ------------------------------------------------------------ one effect

    def apply(self, effect: fx.Effect, f: Builder, doing: Doing) -> Ex:
        """Carries out an effect without choices; gives whether it was legal."""
        expressions, scope = self.c.expressions, doing.scope
        match effect:
            case fx.Conditional():
                fine = f.var(k.TRUE, "fine")
                with f.when(expressions.holds(effect.condition, f, scope)):
                    f.set(fine, self.apply(effect.effect, f, doing))
                return fine
            case fx.Capture():
                return self._each_captured(f.let(expressions.sites(effect.item, f, scope)), effect.layer, f, doing)
            case fx.Remove():
                with f.each(expressions.sites(effect.item, f, scope)) as site:
                    self.clear(effect.layer, site, f, doing)
            case fx.Flip():
                self._flip(effect, f, doing)
            case fx.SetTo():
                if effect.values:
                    return self._set(effect, effect.values[0], f, doing)
            case fx.Move():
                return self._move(effect, f, doing)
            case fx.Put():
                return self._put(effect, f, doing)
            case fx.ShiftToward():
                return self._shift_toward(effect, f, doing)
            case fx.ShiftAlong():
                return self._shift_along(effect, f, doing)
            case fx.Sow():
                return self._sow(effect, f, doing)
            case fx.Assign():
                self._assign(effect, f, doing)
            case fx.NextPlayer():
                player = expressions.number(effect.player, f, scope)
                self.unit.write(f, 64, self.layout.next_player, player + 1)
            case fx.EndTurn():
                f.set(doing.ended, k.TRUE)
            case fx.SwapSides():
                self.unit.write(f, 64, self.layout.seats, k.load(64, self.layout.seats) ^ 1)
                self.unit.write(f, 64, self.layout.swapped, 1)
            case fx.HookEffect():
                return self.c.hooks.effect(effect, f, doing)
            case _:
                raise NotImplementedError(type(effect).__name__)
        return k.TRUE

    # ------------------------------------------------------------ pieces leave

    def _has_piece(self, layer: int, site: Ex) -> Ex:
        if layer == 0 and self.rules.stack > 1:
            return self.c.pieces.height(site).gt(0)
        return self.c.pieces.cell_at(layer, site).ne(0)

    def _moved_from(self, f: Builder, layer: int, site: Ex) -> None:
        """A site that is `unmoved` is so no longer."""
        if layer == 0 and self.layout.unmoved >= 0:
            self.unit.take_out(f, self.layout.unmoved, site)

    def clear(self, layer: int, site: Ex, f: Builder, doing: Doing, each: Callable[[Ex], None] | None = None) -> None:
        """Takes everything off a site; `each` gets the cells, bottom first."""
        with f.when(self._has_piece(layer, site)):
            self._moved_from(f, layer, site)
            if layer == doing.layer_of_it:
                with f.when(doing.it.eq(site)):
                    f.set(doing.it, -1)
            if layer == 0 and self.rules.stack > 1:
                height = f.let(self.c.pieces.height(site))
                if each is not None:
                    with f.count_to(height, "level") as level:
                        each(f.let(self.c.pieces.cell_at(0, site, level), "cell"))
                with f.count_to(height, "level"):
                    self.c.pieces.lift(f, 0, site)
            else:
                cell = self.c.pieces.lift(f, layer, site)
                if each is not None:
                    each(cell)

    def _each_captured(self, sites: Ex, layer: int, f: Builder, doing: Doing) -> Ex:
        if self.rules.when_captured is None:
            with f.each(sites) as site:
                self._capture_one(site, layer, f, doing)
            return k.TRUE
        fine = f.var(k.TRUE, "fine")
        with f.each(sites) as site:
            with f.when(k.negate(self._capture_one(site, layer, f, doing))):
                f.set(fine, k.FALSE)
        return fine

    def _credit(self, site: Ex, layer: int, f: Builder, me: Ex) -> None:
        """`captures` counts the pieces that are not mine."""
        amount = f.var(k.num(0), "amount")
        if layer == 0 and self.rules.stack > 1:
            with f.count_to(self.c.pieces.height(site), "level") as level:
                theirs = self.c.pieces.owner(self.c.pieces.cell_at(0, site, level)).ne(me)
                f.set(amount, amount + k.as_int(theirs))
        else:
            f.set(amount, k.as_int(self.c.pieces.owner(self.c.pieces.cell_at(layer, site)).ne(me)))
        at = self.layout.captures
        self.unit.write(f, 64, at, k.load(64, at) + amount)

    def _capture_one(self, site: Ex, layer: int, f: Builder, doing: Doing) -> Ex:
        """Credit, `when_captured`, and what is left leaves the game."""
        if self._leaves_no_trace(layer):
            self._wipe(site, layer, f, doing)
            return k.TRUE
        fine = f.var(k.TRUE, "fine")
        with f.when(self._has_piece(layer, site)):
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

    def _leaves_no_trace(self, layer: int) -> bool:
        """Whether nothing but the board tells that a piece was captured: then nobody asks which one it was."""
        if self.unit.mode != FAST or self.rules.when_captured is not None or self.layout.incremental_hash:
            return False
        if self.c.pieces.stacked or self.layout.unmoved >= 0 or len(self.layout.bases[layer].names) > MOST_WIPED:
            return False
        return not any(self.c.registers.is_read(at) for at in (self.layout.captures, self.layout.taken))

    def _wipe(self, site: Ex, layer: int, f: Builder, doing: Doing) -> None:
        """Takes a piece off, if there is one: a jump that cannot be foreseen costs more than writing for nothing."""
        if layer == doing.layer_of_it:
            f.set(doing.it, k.select(doing.it.eq(site), -1, doing.it))
        self.c.pieces.wipe(f, layer, site)

    def _take(self, site: Ex, layer: int, f: Builder, me: Ex) -> None:
        """The default: what is not mine goes to my `taken`; a stack goes as its top says."""
        pieces = self.c.pieces
        top = pieces.top(f, layer, site)
        with f.when(pieces.owner(top).ne(me)):
            if layer == 0 and self.rules.stack > 1:
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
                f.set(fine, self.apply(effect, f, doing))
        f.set(doing.it, outer)
        return fine

    def _captures_again(self) -> bool:
        """Whether what happens when something is captured can itself capture."""
        again = (fx.Capture, fx.ShiftToward, fx.ShiftAlong, fx.Sow, fx.HookEffect)
        for effect in self.rules.when_captured or ():
            for node in rx.walk(effect):
                if isinstance(node, again) or (isinstance(node, fx.Move) and not isinstance(node.goal, fx.TrayGoal)):
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
            inner = Doing(
                scope, it, g.var(k.FALSE, "ended"), g.var(k.FALSE, "may"), g.var(k.num(0), "changed"),
                g.var(k.num(0), "chosen"), doing.layer_of_it,
            )  # fmt: skip
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

    # ------------------------------------------------------------ pieces change

    def _change(self, f: Builder, layer: int, site: Ex, old: Ex, new: Ex, doing: Doing) -> None:
        with f.when(new.ne(old)):
            f.set(doing.changed, doing.changed + 1)
            self.c.pieces.change(f, layer, site, old, new)

    def _flip(self, effect: fx.Flip, f: Builder, doing: Doing) -> None:
        rows = [0]
        for code in range(self.layout.codes):
            kind, radices = self.codes.kind(code), self.codes.radices
            if len(radices[kind]) == 1 and self.codes.state(code) < radices[kind][0]:
                state = (self.codes.state(code) + 1) % radices[kind][0]
                code = self.codes.code(self.codes.owner(code), kind, state)
            rows.append(code + 1)
        table = self.unit.table("flipped", 16, rows)
        with f.each(self.c.expressions.sites(effect.item, f, doing.scope)) as site:
            old = self.c.pieces.top(f, effect.layer, site)
            with f.when(old.ne(0)):
                self._change(f, effect.layer, site, old, f.let(k.look(table, old)), doing)

    def _set(self, effect: fx.SetTo, value: fx.NewValue, f: Builder, doing: Doing) -> Ex:
        fine = f.var(k.TRUE, "fine")
        with f.each(self.c.expressions.sites(effect.item, f, doing.scope)) as site:
            old = self.c.pieces.top(f, effect.layer, site)
            with f.when(old.ne(0)):
                new = f.let(self._changed(old, value, f, doing.scope))
                if self._classes:
                    f.set(fine, k.both(fine, k.has(self._allowed(self.c.pieces.kind(new)), site)))
                self._change(f, effect.layer, site, old, new, doing)
        return fine if self._classes else k.TRUE

    def _changed(self, old: Ex, value: fx.NewValue, f: Builder, scope: Scope) -> Ex:
        """The piece with one component written, from a table the reference interpreter fills."""
        width = self.layout.codes + 2
        if value.local is None:
            if scope.me.const is not None:
                return k.look(self.unit.table("becomes", 16, self._row(value, scope.me.const)), old)
            rows = [cell for me in range(self.unit.players) for cell in self._row(value, me)]
            return k.look(self.unit.table("becomes", 16, rows), scope.me * width + old)
        span, local = value.local.span, value.local
        options: list[fx.NewValue] = []
        if local.type is Type.PLAYER:
            options = [fx.NewValue(span, rx.Owner.PLAYER, n, None, None, None, None) for n in range(self.unit.players)]
        elif local.type is Type.KIND:
            options = [fx.NewValue(span, None, None, n, None, None, None) for n in range(len(self.rules.kinds))]
        elif local.type is Type.STATE:
            options = [fx.NewValue(span, None, None, None, n, None, None) for n in range(len(self.rules.states))]
        else:
            directions = len(self.rules.board.directions)
            options = [fx.NewValue(span, None, None, None, None, n, None) for n in range(directions)]
        rows = [cell for option in options for cell in self._row(option, 0)]
        table = self.unit.table("becomes", 16, rows)
        if local.type.is_directions:
            number = f.let(self.lowest(self.c.expressions.directions(local, f, scope)))
        else:
            number = f.let(self.c.expressions.number(local, f, scope))
        return k.select(number.lt(0), old, k.look(table, k.select(number.lt(0), 0, number) * width + old))

    def _row(self, value: fx.NewValue, me: int) -> list[int]:
        """For each cell what it becomes."""
        work = Work(None, me, Part(), Memory(), {})  # type: ignore[arg-type]
        row = [0]
        for code in range(self.layout.codes):
            valid = self.codes.state(code) < self.rules.kinds[self.codes.kind(code)].combinations
            row.append((self.engine.effects._changed(code, value, work) if valid else code) + 1)
        row.append(self.layout.codes + 1)
        return row

    @staticmethod
    def lowest(val: Val) -> Ex:
        """The first of some directions, -1 for none."""
        if val.fixed is not None:
            return k.num(val.fixed[0] if val.fixed else -1)
        return Ex("lowest", (val.ex,), INT)

    # ------------------------------------------------------------ pieces arrive

    def land_cell(self, layer: int, site: Ex, cell: Ex, f: Builder, doing: Doing, free: bool = False) -> Ex:
        """Puts one piece on a site: on top of a stack, or in place of what is captured there (nothing, if `free`)."""
        fine = f.var(k.TRUE, "fine")
        if layer == 0 and self.rules.stack > 1:
            f.set(fine, self.c.pieces.height(site).lt(self.rules.stack))
        elif not free and self._leaves_no_trace(layer):
            self._wipe(site, layer, f, doing)
        elif not free:
            with f.when(self._has_piece(layer, site)):
                f.set(fine, self._capture_one(site, layer, f, doing))
        if self._classes:
            f.set(fine, k.both(fine, k.has(self._allowed(self.c.pieces.kind(cell)), site)))
        with f.when(fine):
            self.c.pieces.put(f, layer, site, cell)
            self._moved_from(f, layer, site)
        return fine

    def _allowed(self, kind: Ex) -> Ex:
        """The sites a kind may stand on (D30)."""
        board = self.rules.board
        rows = []
        for spec in self.rules.kinds:
            mask = 0
            for site in board.sites:
                if not spec.classes or site.cls in spec.classes:
                    mask |= 1 << site.index
            rows.append(mask)
        return k.look_set(self.unit.table("allowed", 0, rows), kind)

    def land_block(self, site: Ex, amount: Ex, f: Builder, doing: Doing) -> Ex:
        """Puts the pieces in the air on a stack, bottom first."""
        fine = f.var((self.c.pieces.height(site) + amount).le(self.rules.stack), "fine")
        with f.when(fine), f.count_to(amount, "level") as level:
            cell = f.let(k.load(16, level * 2 + self.layout.block), "cell")
            with f.when(k.negate(self.land_cell(0, site, cell, f, doing))):
                f.set(fine, k.FALSE)
        return fine

    def _move(self, effect: fx.Move, f: Builder, doing: Doing) -> Ex:
        expressions, scope, layer = self.c.expressions, doing.scope, effect.layer
        sites = f.let(expressions.sites(effect.item, f, scope), "moved")
        if isinstance(effect.goal, fx.TrayGoal):
            tray = effect.goal.tray
            owner = expressions.number(effect.goal.owner, f, scope) if effect.goal.owner is not None else k.num(0)
            owner = f.let(owner)
            with f.each(sites) as site:
                self.clear(layer, site, f, doing, lambda cell: self.c.trays.into(f, tray, owner, cell))
            return k.TRUE
        target = f.let(expressions.site(effect.goal, f, scope), "goal")
        fine = f.var(k.TRUE, "fine")
        stacked = layer == 0 and self.rules.stack > 1
        row = f.buffer(2 * self.rules.stack, "row")
        with f.when(target.ge(0)), f.each(sites) as site:
            with f.when(k.both(fine, k.both(site.ne(target), self._has_piece(layer, site)))):
                # On another layer it is another piece.
                follows = f.let(doing.it.eq(site)) if layer == doing.layer_of_it else k.FALSE
                amount = f.var(k.num(0), "amount")

                def keep(cell: Ex, amount: Ex = amount) -> None:
                    f.poke(row, 16, amount, cell)
                    f.set(amount, amount + 1)

                self.clear(layer, site, f, doing, keep)
                if stacked:
                    room = (self.c.pieces.height(target) + amount).le(self.rules.stack)
                    f.set(fine, room)
                with f.when(fine), f.count_to(amount, "level") as level:
                    landed = self.land_cell(layer, target, f.let(k.peek(row, 16, level)), f, doing)
                    with f.when(k.negate(landed)):
                        f.set(fine, k.FALSE)
                with f.when(follows):
                    f.set(doing.it, target)
        return fine

    def _put(self, effect: fx.Put, f: Builder, doing: Doing) -> Ex:
        scope, kind = doing.scope, effect.piece.kind
        if kind is None:
            return k.TRUE
        layer = self.rules.kinds[kind].layer
        owner = k.num(NEUTRAL)
        if effect.piece.owner is not None:
            owner = f.let(self.c.expressions.number(effect.piece.owner, f, scope))
        state = self.engine.trays.first_state(kind, effect.piece.states)
        cell = f.let(self.c.pieces.cell_of(owner, kind, state), "cell")
        fine = f.var(k.TRUE, "fine")
        with f.each(self.c.expressions.sites(effect.item, f, scope)) as site:
            with f.when(fine):
                if not (layer == 0 and self.rules.stack > 1):
                    f.set(fine, k.negate(self._has_piece(layer, site)))
                taken = f.var(cell, "taken")
                with f.when(fine):
                    self._from_tray(kind, state, owner, layer, taken, fine, f, doing)
                with f.when(fine):
                    f.set(fine, self.land_cell(layer, site, taken, f, doing, free=True))
        return fine

    def _from_tray(
        self, kind: int, state: int, owner: Ex, layer: int, taken: Ex, fine: Ex, f: Builder, doing: Doing
    ) -> None:
        """One piece for `put`: out of its tray, or, if there is only one, from where it stands."""
        trays = self.engine.trays.default_trays(kind)
        if not trays:
            return
        found = f.var(k.FALSE, "found")
        for tray in trays:
            holder = k.num(0) if tray == "supply" else k.select(owner.eq(NEUTRAL), doing.scope.me, owner)
            holder = f.let(holder)
            with f.when(k.both(k.negate(found), self.c.trays.count(tray, holder, kind, state).gt(0))):
                self.c.trays.add(f, tray, holder, kind, state, -1)
                f.set(found, k.TRUE)
        spec = self.rules.kinds[kind]
        total = spec.supply if spec.supply is not None else spec.each
        if total == 1:
            with f.when(k.negate(found)), f.each(self.c.pieces.occupied(layer)) as site:
                self._the_only_one(kind, owner, layer, site, taken, found, f, doing)
                f.leave_if(found)
        f.set(fine, found)

    def _the_only_one(
        self, kind: int, owner: Ex, layer: int, site: Ex, taken: Ex, found: Ex, f: Builder, doing: Doing
    ) -> None:
        """Takes the piece away if it stands here; what it stood on, and what stood on it, stays."""
        pieces = self.c.pieces
        stacked = layer == 0 and self.rules.stack > 1
        height = f.let(pieces.height(site)) if stacked else k.num(1)
        level = f.var(k.num(-1), "level")
        with f.count_to(height, "place") as place:
            there = f.let(pieces.cell_at(layer, site, place if stacked else 0))
            with f.when(k.both(pieces.kind(there).eq(kind), pieces.owner(there).eq(owner))):
                f.set(level, place)
                f.set(taken, there)
                f.leave()
        with f.when(level.ge(0)):
            f.set(found, k.TRUE)
            if not stacked:
                self.clear(layer, site, f, doing)
                return
            row = f.buffer(2 * self.rules.stack, "others")
            amount = f.var(k.num(0), "amount")
            with f.count_to(height, "place") as place:
                with f.when(place.ne(level)):
                    f.poke(row, 16, amount, pieces.cell_at(0, site, place))
                    f.set(amount, amount + 1)
            self.clear(0, site, f, doing)
            with f.count_to(amount, "place") as place:
                pieces.put(f, 0, site, f.let(k.peek(row, 16, place)))

    # ------------------------------------------------------------ many at once

    def _shift_toward(self, effect: fx.ShiftToward, f: Builder, doing: Doing) -> Ex:
        number = f.let(self.lowest(self.c.expressions.directions(effect.direction, f, doing.scope)), "dir")
        sites = f.let(self.c.expressions.sites(effect.item, f, doing.scope), "shifted")
        fine = f.var(k.TRUE, "fine")
        inner: k.Block = []
        with f.within(inner):
            goal = lambda site: self.c.space.next(number, site, doing.scope.me)  # noqa: E731
            f.set(fine, self._shift(sites, effect.layer, goal, f, doing))
        if number.const is not None:
            if number.const >= 0:
                f.block.extend(inner)
        else:
            f.emit("if", number.ge(0), inner, [])
        return fine

    def _shift(self, sites: Ex, layer: int, goal: Callable[[Ex], Ex], f: Builder, doing: Doing) -> Ex:
        """All top pieces one step on, all at once; onto one that stays, or off: captured."""
        n = self.unit.n
        starts, goals, cells = (f.buffer(2 * n, name) for name in ("starts", "goals", "cells"))
        amount = f.var(k.num(0), "amount")
        follows = f.var(k.num(-2), "follows")
        with f.each(sites) as site:
            with f.when(self._has_piece(layer, site)):
                end = f.let(goal(site), "goal")
                f.poke(starts, 16, amount, site)
                f.poke(goals, 16, amount, end + 1)
                f.poke(cells, 16, amount, self.c.pieces.lift(f, layer, site))
                f.set(amount, amount + 1)
                self._moved_from(f, layer, site)
                if layer == doing.layer_of_it:
                    with f.when(doing.it.eq(site)):
                        f.set(follows, end)
        fine = f.var(k.TRUE, "fine")
        with f.count_to(amount, "number") as number:
            with f.when(k.peek(goals, 16, number).eq(0)):
                site = f.let(k.peek(starts, 16, number), "site")
                self._pushed_off(layer, site, f.let(k.peek(cells, 16, number)), fine, f, doing)
        with f.count_to(amount, "number") as number:
            end = f.let(k.peek(goals, 16, number) - 1, "goal")
            with f.when(k.both(fine, end.ge(0))):
                landed = self.land_cell(layer, end, f.let(k.peek(cells, 16, number)), f, doing)
                f.set(fine, landed)
        with f.when(follows.ge(-1)):
            f.set(doing.it, follows)
        return fine

    def _pushed_off(self, layer: int, site: Ex, cell: Ex, fine: Ex, f: Builder, doing: Doing) -> None:
        """A piece that leaves the board: put back alone for the moment, so that `when_captured` can see it."""
        pieces = self.c.pieces
        if not (layer == 0 and self.rules.stack > 1):
            pieces.put(f, layer, site, cell)
            with f.when(k.negate(self._capture_one(site, layer, f, doing))):
                f.set(fine, k.FALSE)
            return
        row = f.buffer(2 * self.rules.stack, "below")
        height = f.let(pieces.height(site))
        with f.count_to(height, "level") as level:
            f.poke(row, 16, level, pieces.cell_at(0, site, level))
        with f.count_to(height, "level"):
            pieces.lift(f, 0, site)
        pieces.put(f, 0, site, cell)
        with f.when(k.negate(self._capture_one(site, 0, f, doing))):
            f.set(fine, k.FALSE)
        with f.count_to(height, "level") as level:
            pieces.put(f, 0, site, f.let(k.peek(row, 16, level)))

    def _shift_along(self, effect: fx.ShiftAlong, f: Builder, doing: Doing) -> Ex:
        expressions, scope, tracks = self.c.expressions, doing.scope, self.c.tracks
        number = expressions.number(effect.track, f, scope)
        row = f.let(number * self.unit.players + scope.me, "row")
        steps = f.let(expressions.number(effect.steps, f, scope), "steps")
        if effect.against:
            steps = f.let(k.num(0) - steps, "steps")
        sites = f.let(expressions.sites(effect.item, f, scope), "shifted")
        on_track = f.var(k.NOTHING, "on_track")
        with f.each(sites) as site:
            with f.when(tracks.occurrences(row, site).gt(0)):
                f.include(on_track, site)

        def goal(site: Ex) -> Ex:
            length = f.let(tracks.length(row))
            end = f.var(tracks.occurrence(row, site, k.num(0)) + steps, "end")
            found = f.var(k.num(-1), "goal")
            with f.when(tracks.is_closed(row)):
                with f.loop():
                    f.leave_if(end.ge(0))
                    f.set(end, end + length)
                with f.loop():
                    f.leave_if(end.lt(length))
                    f.set(end, end - length)
            with f.when(k.both(end.ge(0), end.lt(length))):
                f.set(found, tracks.at(row, end))
            return found

        return self._shift(on_track, effect.layer, goal, f, doing)

    def _sow(self, effect: fx.Sow, f: Builder, doing: Doing) -> Ex:
        expressions, scope, tracks = self.c.expressions, doing.scope, self.c.tracks
        source = f.let(k.first(expressions.sites(effect.item, f, scope)), "source")
        if effect.item.type is Type.SITE:
            source = f.let(expressions.site(effect.item, f, scope), "source")
        row = f.let(expressions.number(effect.track, f, scope) * self.unit.players + scope.me, "row")
        skipped = k.NOTHING
        if effect.skipping is not None:
            skipped = f.let(expressions.sites(effect.skipping, f, scope), "skipped")
        fine = f.var(k.TRUE, "fine")
        seeds = f.buffer(2 * self.rules.stack, "seeds")
        amount = f.var(k.num(0), "amount")
        with f.when(source.ge(0)):
            with f.when(tracks.occurrences(row, source).gt(0)):

                def keep(cell: Ex) -> None:
                    f.poke(seeds, 16, amount, cell)
                    f.set(amount, amount + 1)

                self.clear(0, source, f, doing, keep)
                length = f.let(tracks.length(row))
                place = f.var(tracks.occurrence(row, source, k.num(0)), "place")
                last = f.var(k.num(0), "last")
                with f.count_to(amount, "seed") as seed:
                    f.leave_if(k.negate(fine))
                    found = f.var(k.FALSE, "found")
                    with f.count_to(length + 1):
                        f.set(place, place - 1 if effect.against else place + 1)
                        closed = tracks.is_closed(row)
                        with f.when(k.both(closed, place.lt(0))):
                            f.set(place, place + length)
                        with f.when(k.both(closed, place.ge(length))):
                            f.set(place, place - length)
                        outside = f.let(k.either(place.lt(0), place.ge(length)))
                        f.leave_if(outside)
                        with f.when(k.negate(k.has(skipped, tracks.at(row, place)))):
                            f.set(found, k.TRUE)
                            f.leave()
                    f.set(fine, found)
                    with f.when(fine):
                        site = f.let(tracks.at(row, place), "site")
                        f.set(fine, self.land_cell(0, site, f.let(k.peek(seeds, 16, seed)), f, doing))
                        f.set(last, site + 1)
                with f.when(last.gt(0)):
                    self.unit.write(f, 64, self.layout.last_sown, last)
        return fine

    # ------------------------------------------------------------ variables

    def _assign(self, effect: fx.Assign, f: Builder, doing: Doing) -> None:
        spec = self.rules.variables[effect.variable]
        value = f.let(self._stored(effect.value, spec.type, f, doing.scope), "value")
        at = self.layout.variables[effect.variable]
        registers = self.c.registers
        if effect.index is None:
            for entry in range(self.engine.variables.entries(spec)):
                registers.assign(f, spec, at + 8 * entry, value)
            return
        index = f.let(self.c.expressions.number(effect.index, f, doing.scope), "index")
        if spec.per_player:
            registers.assign(f, spec, index * 8 + at, value)
            return
        low, high = spec.per_range or (0, 0)
        with f.when(k.both(index.ge(low), index.le(high))):
            registers.assign(f, spec, (index - low) * 8 + at, value)

    def _stored(self, node: rx.Expr, type_: Type, f: Builder, scope: Scope) -> Ex:
        if type_ is Type.SITE:
            if node.type is Type.SITE:
                return self.c.expressions.site(node, f, scope)
            return k.first(self.c.expressions.sites(node, f, scope))
        if type_ is Type.DIRECTION:
            return self.lowest(self.c.expressions.directions(node, f, scope))
        if type_ is Type.TRUTH:
            return k.as_int(self.c.expressions.holds(node, f, scope))
        return self.c.expressions.number(node, f, scope)


__all__ = ["Doing", "EffectLowering", "Operand"]

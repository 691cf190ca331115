"""Single effects (semantics section 9): what each makes of a position. Blocks of them: `blocks.py`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..analysis.pieces import NEUTRAL
from ..board import bits
from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules.types import Type
from ..source.source import Span
from .effect_context import EffectContext, IllegalEffect
from .geometry import OFF
from .position import Position, Stack
from .view import NO_KIND

if TYPE_CHECKING:
    from .engine import Engine


MOST_CAPTURES = 64  # one inside another: what `when_captured` moves may capture in its turn, but not for ever


class Effects:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.codes = engine.codes

    def apply(self, effect: fx.Effect, work: EffectContext) -> None:
        value = self.engine.evaluator.value
        match effect:
            case fx.Capture():
                self.capture(work, value(effect.item, work.view()), effect.layer)
            case fx.Remove():
                for site in bits(value(effect.item, work.view())):
                    self._clear(work, effect.layer, site)
            case fx.Flip():
                self._flip(effect, work)
            case fx.SetTo():
                if effect.values:
                    self.set_to(effect, effect.values[0], work)
            case fx.Move():
                self._move(effect, work)
            case fx.TakeSome():
                self._take_some(effect, work)
            case fx.Put():
                self._put(effect, work)
            case fx.ShiftToward():
                directions = value(effect.direction, work.view())
                if directions:
                    table = self.rules.board.directions[directions[0]].next_for(work.me)
                    sites = value(effect.item, work.view())
                    self._shift(work, effect.layer, {site: table[site] for site in bits(sites)})
            case fx.ShiftAlong():
                self._shift_along(effect, work)
            case fx.Sow():
                self._sow(effect, work)
            case fx.Assign():
                self._assign(effect, work)
            case fx.NextPlayer():
                work.position.next_player = value(effect.player, work.view())
            case fx.EndTurn():
                work.ended = True
            case fx.SetUpAgain():
                self._set_up_again(work)
            case fx.SwapSides():
                work.position.seats ^= 1
                work.position.swapped = True
            case fx.HookEffect():
                self._hook(effect, work)

    # ------------------------------------------------------------ pieces leave

    def _clear(self, work: EffectContext, layer: int, site: int) -> Stack:
        """Takes everything off a site; what was there."""
        stack = work.position.layers[layer].pop(site, ())
        if stack:
            if layer == 0:
                work.position.unmoved &= ~(1 << site)
            if work.part.it == 1 << site and layer == self.engine.layer_of_it(work.part):
                work.part = work.part.on(0)
        return stack

    def capture(self, work: EffectContext, sites: int, layer: int) -> None:
        """Captures what stands on the sites: credit, `when_captured`, and the rest leaves the game."""
        for site in bits(sites):
            stack = work.position.layers[layer].get(site)
            if not stack:
                continue
            amount = sum(1 for code in stack if self.codes.owner(code) != work.me)
            work.memory = replace(work.memory, captures=work.memory.captures + amount)
            work.captures += amount
            rules = self.rules.when_captured
            if rules is None:
                self._take(work, layer, site)
            else:
                self._when_captured(work, rules, layer, site)
            self._clear(work, layer, site)

    def _take(self, work: EffectContext, layer: int, site: int) -> None:
        """The default: what is not mine goes to my `taken`; a stack goes as its top says."""
        stack = work.position.layers[layer][site]
        if self.codes.owner(stack[-1]) != work.me:
            for code in stack:
                self.into_tray(work.position, "taken", work.me, code)

    def _when_captured(self, work: EffectContext, rules: tuple[fx.Effect, ...], layer: int, site: int) -> None:
        work.capturing += 1
        if work.capturing > MOST_CAPTURES:
            raise IllegalEffect
        outer = work.part.it
        if outer == 1 << site and layer == self.engine.layer_of_it(work.part):
            outer = 0  # the captured piece itself
        work.part = work.part.on(1 << site)
        self.engine.blocks.carry_out(rules, work)
        work.part = work.part.on(outer)
        work.capturing -= 1

    # ------------------------------------------------------------ pieces change

    def _set_up_again(self, work: EffectContext) -> None:
        """Pieces and trays as before the first turn; variables, phase and who is out stay."""
        for number, layer in enumerate(work.position.layers):
            for site in list(layer):
                self._clear(work, number, site)
        start = self.engine.set_up(self.rules.start)
        work.position.layers, work.position.trays = start.layers, start.trays
        work.position.unmoved = start.unmoved

    def _flip(self, effect: fx.Flip, work: EffectContext) -> None:
        for site in bits(self.engine.evaluator.value(effect.item, work.view())):
            stack = work.position.layers[effect.layer].get(site)
            if not stack:
                continue
            kind = self.codes.kind(stack[-1])
            if len(self.codes.radices[kind]) == 1:
                state = (self.codes.state(stack[-1]) + 1) % self.codes.radices[kind][0]
                self._retop(work, effect.layer, site, self.codes.code(self.codes.owner(stack[-1]), kind, state))

    def _retop(self, work: EffectContext, layer: int, site: int, code: int) -> None:
        stack = work.position.layers[layer][site]
        work.changed += stack[-1] != code
        work.position.layers[layer][site] = (*stack[:-1], code)

    def set_to(self, effect: fx.SetTo, value: fx.NewValue, work: EffectContext) -> None:
        for site in bits(self.engine.evaluator.value(effect.item, work.view())):
            stack = work.position.layers[effect.layer].get(site)
            if stack:
                code = self._changed(stack[-1], value, work)
                self.check_class(self.codes.kind(code), site)
                self._retop(work, effect.layer, site, code)

    def _changed(self, code: int, value: fx.NewValue, work: EffectContext) -> int:
        """The piece with one component written."""
        if value.local is not None:
            value = self._looked_up(value.local, work)
            if NO_KIND in (value.kind, value.state):
                return code
        return self.engine.facts.pieces.changed(code, value, work.me)

    def _looked_up(self, local: rx.Expr, work: EffectContext) -> fx.NewValue:
        chosen: Any = self.engine.evaluator.value(local, work.view())
        span = local.span
        if local.type is Type.PLAYER:
            return fx.NewValue(span, rx.Owner.PLAYER, chosen, None, None, None, None)
        if local.type is Type.KIND:
            return fx.NewValue(span, None, None, chosen, None, None, None)
        if local.type is Type.STATE:
            return fx.NewValue(span, None, None, None, chosen, None, None)
        return fx.NewValue(span, None, None, None, None, chosen[0] if chosen else None, None)

    # ------------------------------------------------------------ pieces arrive

    def land(self, work: EffectContext, layer: int, site: int, stack: Stack) -> None:
        """Puts pieces on a site: on top of a stack, or in place of what is captured there."""
        standing = work.position.layers[layer].get(site, ())
        if standing and not (layer == 0 and self.rules.stack > 1):
            self.capture(work, 1 << site, layer)
            standing = ()
        height = self.rules.stack if layer == 0 else 1
        if len(standing) + len(stack) > height:
            raise IllegalEffect(full=site)
        for code in stack:
            self.check_class(self.codes.kind(code), site)
        work.position.layers[layer][site] = (*standing, *stack)
        if layer == 0:
            work.position.unmoved &= ~(1 << site)

    def check_class(self, kind: int, site: int) -> None:
        classes = self.rules.kinds[kind].classes
        if classes and self.rules.board.sites[site].cls not in classes:
            raise IllegalEffect

    def into_tray(self, position: Position, tray: str, player: int, code: int) -> None:
        key = (tray, player, self.codes.kind(code), self.codes.state(code))
        position.trays[key] = position.trays.get(key, 0) + 1

    def _move(self, effect: fx.Move, work: EffectContext) -> None:
        view = work.view()
        sites = self.engine.evaluator.value(effect.item, view)
        if isinstance(effect.goal, fx.TrayGoal):
            owner = NEUTRAL
            if effect.goal.owner is not None:
                owner = self.engine.evaluator.value(effect.goal.owner, view)
            for site in bits(sites):
                for code in self._clear(work, effect.layer, site):
                    self.into_tray(work.position, effect.goal.tray, owner, code)
            return
        goal = self.engine.evaluator.value(effect.goal, view)
        if not goal:
            return
        target = goal.bit_length() - 1
        for site in bits(sites):
            if site == target or site not in work.position.layers[effect.layer]:
                continue
            # On another layer it is another piece, and one that lands on `it` captures it (no stack).
            follows = work.part.it == 1 << site and effect.layer == self.engine.layer_of_it(work.part)
            stack = self._clear(work, effect.layer, site)
            self.land(work, effect.layer, target, stack)
            if follows:
                work.part = work.part.on(goal)

    def _take_some(self, effect: fx.TakeSome, work: EffectContext) -> None:
        """So many off the top, in their order; more than there are is illegal."""
        view, value = work.view(), self.engine.evaluator.value
        amount, sites = value(effect.amount, view), value(effect.item, view)
        owner, goal = NEUTRAL, 0
        if isinstance(effect.goal, fx.TrayGoal):
            owner = NEUTRAL if effect.goal.owner is None else value(effect.goal.owner, view)
        elif effect.goal is not None:
            goal = value(effect.goal, view)
            if not goal or goal == sites:
                return
        if amount <= 0 or not sites:
            return
        site = sites.bit_length() - 1
        follows = work.part.it == sites and effect.layer == self.engine.layer_of_it(work.part)
        stack = work.position.layers[effect.layer].get(site, ())
        if amount > len(stack):
            raise IllegalEffect
        self._clear(work, effect.layer, site)
        if stack[:-amount]:
            work.position.layers[effect.layer][site] = stack[:-amount]
        if goal:
            self.land(work, effect.layer, goal.bit_length() - 1, stack[-amount:])
            if follows:
                work.part = work.part.on(goal)
        elif isinstance(effect.goal, fx.TrayGoal):
            for code in stack[-amount:]:
                self.into_tray(work.position, effect.goal.tray, owner, code)

    def _put(self, effect: fx.Put, work: EffectContext) -> None:
        view = work.view()
        sites = self.engine.evaluator.value(effect.item, view)
        owner = NEUTRAL if effect.piece.owner is None else self.engine.evaluator.value(effect.piece.owner, view)
        kind = effect.piece.kind
        if kind is None:
            return
        layer = self.rules.kinds[kind].layer
        state = self.engine.trays.first_state(kind, effect.piece.states)
        amount = 1 if effect.amount is None else max(0, self.engine.evaluator.value(effect.amount, view))
        for site in (site for site in bits(sites) for _ in range(amount)):
            standing = work.position.layers[layer].get(site, ())
            if standing and not (layer == 0 and self.rules.stack > 1):
                raise IllegalEffect
            code = self.engine.trays.take_out(work.position, kind, state, owner, work.me)
            if code is None:
                code = self._only_one(work, kind, owner, layer)
            if code is None:
                raise IllegalEffect
            self.land(work, layer, site, (code,))

    def _only_one(self, work: EffectContext, kind: int, owner: int, layer: int) -> int | None:
        """There is one such piece and it stands on the board: it is taken from there (D53)."""
        spec = self.rules.kinds[kind]
        total = spec.supply if spec.supply is not None else spec.each
        if total != 1:
            return None
        for site, stack in sorted(work.position.layers[layer].items()):
            for level, code in enumerate(stack):
                if self.codes.kind(code) != kind or self.codes.owner(code) != owner:
                    continue
                self._clear(work, layer, site)
                if len(stack) > 1:  # what it stood on, and what stood on it, stays
                    work.position.layers[layer][site] = (*stack[:level], *stack[level + 1 :])
                return code
        return None

    # ------------------------------------------------------------ many at once

    def _shift(self, work: EffectContext, layer: int, goals: dict[int, int]) -> None:
        """All top pieces one step on, all at once; onto one that stays, or off: captured."""
        position = work.position
        lifted: list[tuple[int, int, int]] = []
        it, follows = work.part.it, None
        for site, goal in sorted(goals.items()):
            stack = position.layers[layer].get(site)
            if not stack:
                continue
            lifted.append((site, goal, stack[-1]))
            rest = stack[:-1]
            if rest:
                position.layers[layer][site] = rest
            else:
                del position.layers[layer][site]
            position.unmoved &= ~(1 << site) if layer == 0 else -1
            if it == 1 << site and layer == self.engine.layer_of_it(work.part):
                follows = 0 if goal == OFF else 1 << goal
        for site, goal, code in lifted:
            if goal == OFF:
                position.layers[layer][site] = (*position.layers[layer].get(site, ()), code)
                self._capture_top(work, layer, site)
        for _, goal, code in lifted:
            if goal != OFF:
                self.land(work, layer, goal, (code,))
        if follows is not None:
            work.part = work.part.on(follows)

    def _capture_top(self, work: EffectContext, layer: int, site: int) -> None:
        """A piece that is pushed off: put back for the moment, so that `when_captured` can see it."""
        stack = work.position.layers[layer][site]
        work.position.layers[layer][site] = stack[-1:]
        self.capture(work, 1 << site, layer)
        if stack[:-1]:
            work.position.layers[layer][site] = stack[:-1]

    def _shift_along(self, effect: fx.ShiftAlong, work: EffectContext) -> None:
        view = work.view()
        value = self.engine.evaluator.value
        track = self.rules.board.tracks[value(effect.track, view)]
        sequence = track.sites_for(work.me)
        steps = value(effect.steps, view) * (-1 if effect.against else 1)
        goals = {}
        sites = value(effect.item, view)
        for place, site in enumerate(sequence):
            if sites >> site & 1 and site not in goals:
                end, loop = place + steps, track.loop_for(work.me)
                if loop >= 0 and (place >= loop or end >= len(sequence)):
                    goals[site] = sequence[loop + (end - loop) % (len(sequence) - loop)]
                else:
                    goals[site] = sequence[end] if 0 <= end < len(sequence) else OFF
        self._shift(work, effect.layer, goals)

    def _sow(self, effect: fx.Sow, work: EffectContext) -> None:
        view = work.view()
        value = self.engine.evaluator.value
        source = value(effect.item, view)
        track = self.rules.board.tracks[value(effect.track, view)]
        sequence = track.sites_for(work.me)
        skipped = value(effect.skipping, view) if effect.skipping is not None else 0
        site = source.bit_length() - 1
        start = site if effect.start is None else value(effect.start, view).bit_length() - 1
        if not source or start not in sequence:
            return
        stack = self._clear(work, 0, site)
        place, last, loop = sequence.index(start), 0, track.loop_for(work.me)
        for number, code in enumerate(stack, 1):
            for _ in range(len(sequence) + 1):
                on_loop = 0 <= loop <= place
                place += -1 if effect.against else 1
                if on_loop:
                    place = loop + (place - loop) % (len(sequence) - loop)
                elif not 0 <= place < len(sequence):
                    raise IllegalEffect
                if not skipped >> sequence[place] & 1:
                    break
            else:
                raise IllegalEffect
            self.land(work, 0, sequence[place], (code,))
            last = 1 << sequence[place]
            if effect.each:
                work.memory = replace(work.memory, last_sown=last)
                self._after_piece(effect.each, len(stack) - number, work)
        if last:
            work.memory = replace(work.memory, last_sown=last)

    def _after_piece(self, effects: tuple[fx.Effect, ...], left: int, work: EffectContext) -> None:
        """What is done after each piece that is sown."""
        names, parameters = work.names, work.parameters
        work.names, work.parameters = {}, (left,)
        self.engine.blocks.carry_out(effects, work)
        work.names, work.parameters = names, parameters

    # ------------------------------------------------------------ variables and hooks

    def _assign(self, effect: fx.Assign, work: EffectContext) -> None:
        view = work.view()
        spec = self.rules.variables[effect.variable]
        value = self.engine.evaluator.value(effect.value, view)
        index = None
        if effect.index is not None:
            index = self.engine.variables.entry(spec, self.engine.evaluator.value(effect.index, view))
            if index is None:
                return
        self.engine.variables.assign(work.position, effect.variable, index, value)

    def _hook(self, effect: fx.HookEffect, work: EffectContext) -> None:
        args = [self.engine.evaluator.value(arg, work.view()) for arg in effect.args]
        for record in self.engine.hooks.effects(effect.hook, work.view(), args):
            self._record(record, work, effect)

    def _record(self, record: tuple[Any, ...], work: EffectContext, effect: fx.HookEffect) -> None:
        """One line of an effect hook's answer (D97), as the effect of that name would do it."""
        span = effect.span

        def at(site: int) -> rx.Expr:
            return rx.Fixed(span, Type.SITE, 1 << site)

        match record:
            case ("capture", site):
                self.apply(fx.Capture(span, at(site), 0), work)
            case ("remove", site):
                self.apply(fx.Remove(span, at(site), 0), work)
            case ("flip", site):
                self.apply(fx.Flip(span, at(site), 0), work)
            case ("move", site, goal):
                self.apply(fx.Move(span, at(site), 0, at(goal)), work)
            case ("put", owner, kind, state, site):
                self.land(work, self.rules.kinds[kind].layer, site, (self.codes.code(owner, kind, state),))
            case ("set", site, what, value):
                self.set_to(fx.SetTo(span, at(site), 0, ()), _new_value(span, what, value), work)
            case ("var", name, value):
                number = next(n for n, spec in enumerate(self.rules.variables) if spec.name == name)
                type_ = self.rules.variables[number].type
                if type_ is Type.SITE:
                    value = 1 << value if value >= 0 else 0
                elif type_ is Type.DIRECTION:
                    value = (value,) if value >= 0 else ()
                self.engine.variables.assign(work.position, number, None, value)


def _new_value(span: Span, what: str, value: int) -> fx.NewValue:
    """What `set` writes for a line of an effect hook."""
    if what == "owner":
        owner = rx.Owner.NEUTRAL if value < 0 else rx.Owner.PLAYER
        return fx.NewValue(span, owner, value, None, None, None, None)
    kind, state, facing = (value if what == name else None for name in ("kind", "state", "facing"))
    return fx.NewValue(span, None, None, kind, state, facing, None)

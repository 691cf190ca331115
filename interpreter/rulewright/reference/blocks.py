"""Backtracking over effects (semantics section 9): blocks and named effects; choices branch, an illegal one ends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..analysis.effects import choices
from ..rules import effects as fx
from .budget import spend
from .effect_context import EffectContext, IllegalEffect
from .exploring import look_up, too_large, weight
from .refusals import Refusal, Stage

if TYPE_CHECKING:
    from .engine import Engine


class Blocks:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rules = engine.rules
        # The site of the stack that was too high for the last illegal effect, if it was that.
        self._full: int | None = None

    def run(
        self, effects: tuple[fx.Effect, ...], work: EffectContext, stage: Stage | None = None, every: bool = False
    ) -> Iterator[EffectContext]:
        """All positions the effects can lead to; `work` itself is used up.

        With a stage, one that cannot be done is refused there, and the next ones are tried all the same. `every`: also
        choices that come to the same as others.
        """
        if not every and len(effects) > 1 and choices(effects) > 1:
            return self._run_once_each(effects, work, stage)
        return self._run(effects, work, stage)

    def _run_once_each(
        self, effects: tuple[fx.Effect, ...], work: EffectContext, stage: Stage | None
    ) -> Iterator[EffectContext]:
        """Several choices: those that come to the same, with the same text, are gone on with once.

        They are found in the order of keys (D73), so the first of them has the smallest; those of different number are
        told apart, because what follows decides between a row of choices and a longer one that begins alike.
        """
        seen: set[object] = set()
        room = self.engine.limits.turn_pieces.value

        def onward(at: int, work: EffectContext) -> Iterator[EffectContext]:
            nonlocal room
            if at == len(effects):
                yield work
                return
            for branch in self._run(effects[at : at + 1], work, stage):
                key = at, branch.state()
                if key not in seen:
                    look_up()
                    room -= weight(branch.position)
                    if room < 0:
                        most = self.engine.limits.turn_pieces
                        raise too_large(self.rules, branch.position.ply, most, branch.part.action)
                    seen.add(key)
                    yield from onward(at + 1, branch)

        return onward(0, work)

    def _run(self, effects: tuple[fx.Effect, ...], work: EffectContext, stage: Stage | None) -> Iterator[EffectContext]:
        if not effects:
            yield work
            return
        spend(self.engine.weights.of(effects[0]), effects[0])
        if isinstance(effects[0], fx.Branch | fx.Named):
            for branch in self._within(effects[0], work, stage):
                yield from self._run(effects[1:], branch, stage)
            return
        kept = None if stage is None else work.copy()
        for branch in self._one(effects[0], work):
            kept = None
            yield from self._run(effects[1:], branch, stage)
        if kept is not None and stage is not None:
            kept.refusal = kept.refusal or Refusal(stage, effects[0], kept.view(), detail=self._full)
            yield from self._run(effects[1:], kept, stage)

    def _within(self, block: fx.Branch | fx.Named, work: EffectContext, stage: Stage | None) -> Iterator[EffectContext]:
        """The effects of a block. What has a name sees its arguments, as they are before the first of its effects."""
        if isinstance(block, fx.Branch):
            holds = self.engine.evaluator.holds(block.condition, work.view())
            yield from self._run(block.effects if holds else block.otherwise, work, stage)
            return
        names, parameters = work.names, work.parameters
        if block.args:
            work.parameters = tuple(self.engine.evaluator.value(arg, work.view()) for arg in block.args)
            work.names = {}
        for branch in self._run(block.effects, work, stage):
            branch.names, branch.parameters = names, parameters
            yield branch

    def _one(self, effect: fx.Effect, work: EffectContext) -> Iterator[EffectContext]:
        if isinstance(effect, fx.Branch | fx.Named):
            yield from self._within(effect, work, None)
        elif isinstance(effect, fx.Conditional):
            if self.engine.evaluator.holds(effect.condition, work.view()):
                yield from self._one(effect.effect, work)
            else:
                yield work
        elif isinstance(effect, fx.May):
            declined = work.copy()
            declined.choices, declined.words = (*declined.choices, 0), (*declined.words, "no")
            yield declined
            work.choices, work.words = (*work.choices, 1), (*work.words, "yes")
            work.may = True
            yield from self._one(effect.effect, work)
        elif isinstance(effect, fx.SetTo) and len(effect.values) > 1:
            for number, value in enumerate(effect.values):
                branch = work.copy()
                branch.choices = (*branch.choices, number)
                name = value.span.text
                branch.chosen, branch.words = (*branch.chosen, name), (*branch.words, name)
                try:
                    self.engine.effects.set_to(effect, value, branch)
                except IllegalEffect:
                    continue
                yield branch
        else:
            try:
                self.engine.effects.apply(effect, work)
            except IllegalEffect as illegal:
                self._full = illegal.full
                return
            yield work

    def carry_out(self, effects: tuple[fx.Effect, ...], work: EffectContext) -> None:
        """Effects among which there is nothing to choose, on the position of `work` itself."""
        if next(self._run(effects, work, None), None) is None:
            raise IllegalEffect(self._full)

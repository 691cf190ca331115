"""Quiet walks: a piece goes to an empty site, and nothing else happens.

Whatever is counted by kind, state and owner is as before, so `prefer` is the same for all of them; and what the end of
a turn takes away (`capture doomed`) is nothing, if there is nothing of it before.
"""

from __future__ import annotations

from ...analysis.paths import landings
from ...analysis.sets import holds_theirs, is_vacant
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Action
from .static import Question


class QuietWalks(Question):
    def is_quiet(self, action: Action) -> bool:
        """Whether an action moves one piece to an empty site, and does nothing else."""
        rules = self.rules
        if action.verb != "move" or action.path is None or action.again is not None or rules.stack > 1:
            return False
        if action.effects or action.before or rules.when_out or rules.unbounded is not None:
            return False
        ends = landings(rules, action.path)
        return all(
            end.item is not None and not end.off and is_vacant(self.facts, end.item, action.layer) for end in ends
        )

    def is_preferred_to_none(self, action: Action) -> bool:
        """Whether all turns that are one such walk are worth the same to `prefer`."""
        return self.rules.prefer is None or (self.is_quiet(action) and self._is_kept(self.rules.prefer))

    def _is_kept(self, node: rx.Expr) -> bool:
        """Whether a number is the same after a quiet walk, whichever it is."""
        match node:
            case rx.Number():
                return True
            case rx.Counter():
                return node.word == "captures"
            case rx.CountOf():
                return isinstance(self.static.resolved(node.item), rx.Pattern)
            case rx.SumOf():
                return all(map(self._is_kept, node.items))
        return False

    def guards(self, action: Action) -> tuple[rx.Expr, ...] | None:
        """Sets of which nothing may be there when a quiet walk begins, so that its end takes nothing of mine.

        None: that cannot be told of the action.
        """
        if not self.is_quiet(action):
            return None
        found: list[rx.Expr] = []
        changed = False  # pieces have become others: what is counted is no longer what it was
        for effect in self.rules.when_turn_ends:
            match effect:
                case fx.Capture() | fx.Remove():
                    if not holds_theirs(self.rules, effect.item, effect.layer):
                        if changed or not isinstance(self.static.resolved(effect.item), rx.Pattern):
                            return None
                        found.append(effect.item)
                case fx.SetTo() | fx.Flip():
                    changed = True
                case fx.Assign() | fx.NextPlayer():
                    pass
                case _:
                    return None
        return tuple(found)

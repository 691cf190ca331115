"""Clear actions: different candidates lead to different positions, and need no test but those of the drawn one."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.conditions import is_general
from ...analysis.distinct_outcomes import DistinctOutcomes
from ...analysis.effects import may_fail
from ...analysis.paths import binds_names
from ...analysis.sets import holds_theirs
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Action
from .plan import PUSH, Leaf
from .quiet_walks import QuietWalks
from .routes import Routes
from .static import Question, Static
from .strides import Strides


class Clear(Question):
    def __init__(self, static: Static, apart: DistinctOutcomes, strides: Strides, routes: Routes) -> None:
        super().__init__(static)
        self.apart, self.strides, self.routes = apart, strides, routes
        self.quiet = QuietWalks(static)

    def guards(self, action: Action) -> tuple[rx.Expr, ...]:
        """Sets that must be empty when a turn begins for a clear action to be so."""
        return () if self.apart.mild_elsewhere() else self.quiet.guards(action) or ()

    def why_not(self, action: Action, earlier: Sequence[Action]) -> str | None:
        """Why candidates of an action may lead to the same position, or to that of an action before; None: they do not.

        Of a chain: whether the first hops do.
        """
        apart = self.apart
        if self.static.ways(action) is None:
            return "several of its effects are chosen"
        if (action.choices and not self.strides.tells_choices(action)) or action.before:
            return "it chooses values (`with`) or does something before it chooses (`before`)"
        if not all(self.is_mild(effect, action) for effect in action.effects):
            return "its effects may undo what tells its candidates apart"
        if not self.quiet.is_preferred_to_none(action):
            return "some turns are preferred (`prefer`), so all have to be known"
        if not apart.mild_elsewhere() and self.quiet.guards(action) is None:
            return "the end of a turn or a capture may undo what tells candidates apart"
        if action.verb is None:
            swaps = [effect for effect in action.effects if isinstance(effect, fx.SwapSides)]
            if not action.is_empty and not len(swaps) == len(action.effects) == 1:
                return "without a piece it does more than swap sides"
            return "another action moves no piece either" if any(one.verb is None for one in earlier) else None
        if action.verb == "pick":
            return "it picks"
        if action.verb == "place" and self.static.ways(action) != 1:
            return "it chooses an effect where it places a piece"  # draws and counts know sites and pieces only
        if action.take.low != 1 or action.take.high != 1 or action.take.everything or action.take.amount is not None:
            return "it takes more than one piece of a stack"
        if self.facts.route_is_seen(action) and not self.route_is_known(action):
            return "some rule looks at its route, which origin and target do not tell"
        if action.path is not None and self.routes.repeats_routes(action.path) and not self.route_is_known(action):
            return "its routes are gone through one by one"
        same = [one for one in earlier if one.verb == action.verb]
        if action.verb == "place":
            if action.path is not None or action.piece is None or len(action.trays) > 1:
                return "it places along a path, or from several trays"
            if action.to is None or not is_general(self.rules, action.to):
                return "where it places depends on the candidate"
            if same:
                return "another action places too"
            if not self._one_layer(action):
                return "its pieces belong to several layers or trays, or are too many"
        if not apart.tells(action) or not apart.chooses(action):
            return "the position after it does not tell what was done"
        if not all(apart.moves(action, one) for one in same):
            return "another action may move the same piece to the same site"
        return None

    def route_is_known(self, action: Action) -> bool:
        """Whether origin and target tell the whole route: strides of fixed length that name nothing."""
        if action.verb != "move" or action.path is None or not self.strides.kinds_known(action):
            return False
        return not binds_names(action.path) and self.strides.of_all(action) is not None

    def _one_layer(self, action: Action) -> bool:
        entries = self.facts.trays.entries(action)
        kinds = {kind for kind, _ in entries}
        trays = {self.facts.trays.default_trays(kind) for kind in kinds}
        told = len(trays) == 1 or (not action.trays and all(len(each) == 1 for each in trays))
        return len({self.rules.kinds[kind].layer for kind in kinds}) == 1 and told and len(entries) <= 32

    # ------------------------------------------------------------ effects

    def is_mild(self, effect: fx.Effect, action: Action) -> bool:
        """An effect that cannot make two candidates lead to the same position."""
        match effect:
            case fx.Conditional():
                inner = effect.effect
                taken = isinstance(inner, fx.Capture | fx.Remove) and self.apart.is_of_others(inner, effect.condition)
                return taken or self.is_mild(inner, action)
            case fx.Put():
                return self.apart.brings_others(effect, action)
            case fx.May():
                return self.is_mild(effect.effect, action)
            case fx.Branch():
                return all(self.is_mild(inner, action) for inner in (*effect.effects, *effect.otherwise))
            case fx.Named():
                return all(self.is_mild(inner, action) for inner in effect.effects)
            case fx.SetTo() | fx.Flip() | fx.Assign() | fx.NextPlayer() | fx.EndTurn():
                return True
            case fx.SwapSides():
                return action.verb is None
            case fx.Capture() | fx.Remove():
                if isinstance(effect.item, rx.PartWord) and effect.item.word == "passed":
                    return effect.layer == action.layer and self._passes_theirs(action)
                return holds_theirs(self.rules, effect.item, effect.layer)
        return False

    def _passes_theirs(self, action: Action) -> bool:
        """Whether strides go by nothing but enemy pieces."""
        runs = [item.item for stride in self.strides.of_all(action) or () for item in stride.travel.run]
        return self.route_is_known(action) and all(holds_theirs(self.rules, item, action.layer) for item in runs)

    # ------------------------------------------------------------ can it fail?

    def can_fail(self, leaf: Leaf) -> str | None:
        """Why a candidate can turn out illegal after it has changed something."""
        action = leaf.action
        pushes = leaf.shape is not None and leaf.shape.by == PUSH  # onto free sites, or off
        if action.must is not None or leaf.ways > 1:
            return "it has a `must`, or chooses an effect"
        if may_fail(self.rules, action.effects) and not pushes:
            return "its effects can fail"
        if any(kind.classes for kind in self.rules.kinds) or self.rules.when_captured is not None:
            return "kinds have classes, or something happens to captured pieces"
        seen = action.verb == "move" and self.strides.lifts.lift_is_seen(action)
        return "stacks can be full, or a piece in the air is seen" if self.rules.stack > 1 or seen else None

    def game_can_fail(self) -> str | None:
        """Why any turn can turn out illegal, or looks at what would be, after it has changed something."""
        if self.rules.must is not None or may_fail(self.rules, self.rules.when_turn_ends):
            return "a whole turn has to fulfil `must`, or its end can fail"
        if self.facts.says(rx.Attacked, rx.CanDo):
            return "rules ask the move generator, which changes the position while it looks"
        return None

    def may_fail(self, leaves: Sequence[Leaf]) -> str:
        """Why a turn of these actions can turn out illegal, or looks at what would be, after a change."""
        found = [self.game_can_fail(), *(self.can_fail(leaf) for leaf in leaves)]
        return next((why for why in found if why is not None), "")

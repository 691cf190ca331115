"""Choice of a sampling strategy: a turn is drawn without a list if its candidates lead to different positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ...analysis.effects import may_fail
from ...analysis.paths import floods, landings
from ...analysis.sets import holds_mine, holds_theirs
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules import turns as rt
from ...rules.game import Action
from ...rules.types import Type
from ..ir import expressions as k
from ..ir.program import Builder, Function
from ..lower.lowering_context import FAST, TRIAL
from ..lower.scope import Scope
from ..lower.steps import Stride
from .draw_injectivity import PUSH, Shape

if TYPE_CHECKING:
    from ..compiler import Compiler


@dataclass(slots=True)
class Leaf:
    """An action of the turn as the sampler sees it."""

    node: rt.Do
    action: Action
    clear: bool
    ways: int = 1  # how many ways its choice of an effect has at most
    shape: Shape | None = None  # how its candidates are drawn before they are looked at
    chain: bool = False  # its candidates are hops, each of them clear if no chain goes on (chains.py)


@dataclass(slots=True)
class Plan:
    """`groups` in order: the first that has a candidate is played (`else`).

    A turn of two parts is FAST if both are drawn before the first is done.
    """

    groups: list[list[Leaf]]
    mode: str
    second: Leaf | None = None  # a second part of the turn
    guard: rx.Expr | None = None  # the condition under which there is one


class Plans:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.engine = compiler.unit.engine
        self.chains = False  # whether chains need the list in games that are sampled otherwise

    def plan(self, phase: int, player: int) -> Plan | None:
        rules = self.rules
        segments = self.unit.facts.segments[phase][player]
        if len(segments) != 1 or rules.prefer is not None or rules.distinct == "route" or not self.c.clones:
            return None
        if len(self._flat(segments[0])) == 2:
            return self._two_parts(segments[0])
        groups = self._groups(segments[0])
        if groups is None or not any(leaf.clear or leaf.chain for group in groups for leaf in group):
            return None
        forbidden = rules.repetition is not None and rules.repetition.forbidden
        fails = forbidden or self.may_fail([leaf for group in groups for leaf in group if leaf.clear or leaf.chain])
        self.chains = self.chains or any(leaf.action.again is not None for group in groups for leaf in group)
        return Plan(groups, TRIAL if fails else FAST)

    def may_fail(self, leaves: list[Leaf]) -> bool:
        """Whether a turn can turn out illegal, or looks at what would be, after it has changed something."""
        rules = self.rules
        if rules.must is not None or may_fail(rules, rules.when_turn_ends) or self._asks():
            return True
        return any(self.can_fail(leaf) for leaf in leaves)

    @staticmethod
    def _flat(node: rt.Turn) -> tuple[rt.Turn, ...]:
        while isinstance(node, rt.InOrder) and len(node.items) == 1:
            node = node.items[0]
        return node.items if isinstance(node, rt.InOrder) else (node,)

    def _two_parts(self, node: rt.Turn) -> Plan | None:
        """`a then b`, `a then (b if c)`: the first part moves or places my piece, the second something else."""
        first, second = self._flat(node)
        group = self._group(first)
        guard: rx.Expr | None = None
        if isinstance(second, rt.Guarded):
            guard = second.condition
            second = second.item
        forbidden = self.rules.repetition is not None and self.rules.repetition.forbidden
        if group is None or not isinstance(second, rt.Do) or forbidden:
            return None
        action = self.rules.actions[second.action]
        plain = all(leaf.clear and leaf.shape is None and leaf.ways == 1 for leaf in group)
        if not plain or not all(self._is_of_mine(leaf.action) for leaf in group):
            return None
        if not self._is_second(action, group):
            return None
        leaf = Leaf(second, action, True)
        sure = self.c.factoring.fits(group, guard, leaf) or self.c.ahead.fits(group, guard, leaf)
        return Plan([group], FAST if sure else TRIAL, leaf, guard)

    def _is_of_mine(self, action: Action) -> bool:
        if action.verb == "place":
            piece = action.piece
            owned = piece is not None and piece.kind is not None and not self.rules.kinds[piece.kind].neutral
            mine = piece is not None and isinstance(piece.owner, rx.Me | None)
            return owned and mine and not action.effects
        return (
            action.verb == "move"
            and action.subject is not None
            and holds_mine(self.rules, action.subject, action.layer)
            and not action.effects
        )

    def _is_second(self, action: Action, group: list[Leaf]) -> bool:
        """Whether the second part changes other pieces than the first, so that no two turns lead to the same."""
        if action.again is not None or action.choices or action.before or not self.c.apart.mild_elsewhere():
            return False
        if self.c.apart.turncoats():
            return False
        if action.verb == "place":
            entries = self.c.unit.facts.trays.entries(action)
            kinds = {kind for kind, _ in entries}
            neutral = all(self.rules.kinds[kind].neutral for kind in kinds)
            plain = action.to is not None and is_general(self.rules, action.to)
            if action.path is not None:
                # From one site, so that the target is all there is to choose.
                single = action.start is not None and action.start.type is Type.SITE
                routes = self._has_routes(action.path) or self.unit.facts.observed(action)
                plain = single and not routes and not any(item.off for item in landings(self.rules, action.path))
            trays = not action.trays and len({self.unit.facts.trays.default_trays(kind) for kind in kinds}) == 1
            return neutral and len(entries) == 1 and not action.effects and plain and trays
        if action.verb == "pick" and action.path is None and action.to is None and len(action.effects) == 1:
            effect = action.effects[0]
            picked = isinstance(effect, fx.Capture | fx.Remove) and isinstance(effect.item, rx.PartWord)
            return picked and action.subject is not None and holds_theirs(self.rules, action.subject, action.layer)
        return False

    def _asks(self) -> bool:
        """Whether rules ask the move generator, which changes the position while it looks."""
        return self.unit.facts.says(rx.Attacked, rx.CanDo)

    def _groups(self, node: rt.Turn) -> list[list[Leaf]] | None:
        while isinstance(node, rt.InOrder) and len(node.items) == 1:
            node = node.items[0]
        if isinstance(node, rt.FirstOf):
            found = []
            for item in node.items:
                group = self._group(item)
                if group is None:
                    return None
                found.append(group)
            return found
        group = self._group(node)
        return None if group is None else [group]

    def _group(self, node: rt.Turn) -> list[Leaf] | None:
        while isinstance(node, rt.InOrder) and len(node.items) == 1:
            node = node.items[0]
        items = node.items if isinstance(node, rt.OneOf) else (node,)
        leaves: list[Leaf] = []
        for item in items:
            while isinstance(item, rt.InOrder) and len(item.items) == 1:
                item = item.items[0]
            if not isinstance(item, rt.Do):
                return None
            action = self.rules.actions[item.action]
            ways = self.ways(action)
            clear = ways is not None and self._is_clear(action, leaves)
            leaf = Leaf(item, action, clear and action.again is None, ways or 1)
            leaf.chain = clear and ways == 1 and self.c.chains.fits(action)
            leaves.append(leaf)
        self._find_shapes(leaves)
        return leaves

    def _find_shapes(self, leaves: list[Leaf]) -> None:
        """Leaves that are clear after all, since their candidates can be drawn in another way."""
        telling = self.c.telling
        murky = [leaf for leaf in leaves if not leaf.clear]
        for leaf in murky:
            leaf.shape = telling.shape(leaf.action)
        for leaf in murky:
            known = [other for other in leaves if other is not leaf and (other.clear or other.shape is not None)]
            shape = leaf.shape
            if shape is not None and not all(telling.is_apart(shape, one.action, one.shape) for one in known):
                leaf.shape = None
            leaf.clear = leaf.shape is not None

    # ------------------------------------------------------------ is a leaf clear?

    def _is_clear(self, action: Action, earlier: list[Leaf]) -> bool:
        """Whether different candidates lead to different positions, beside those of the leaves before.

        Of a chain: whether the first hops do.
        """
        if action.choices or action.before:
            return False
        if not all(self.is_mild(effect, action) for effect in action.effects):
            return False
        if not self.c.apart.mild_elsewhere():
            return False
        if action.verb is None:
            swaps = [effect for effect in action.effects if isinstance(effect, fx.SwapSides)]
            fitting = action.is_empty or len(swaps) == len(action.effects) == 1
            return fitting and not any(leaf.action.verb is None for leaf in earlier)
        if action.verb == "pick":
            return False
        if action.take.low != 1 or action.take.high != 1:
            return False
        if self.unit.facts.observed(action) and not self._route_is_known(action):
            return False
        if action.take.everything or action.take.amount is not None:
            return False
        if action.path is not None and self._has_routes(action.path):
            return False
        same = [leaf for leaf in earlier if leaf.action.verb == action.verb]
        apart = self.c.apart
        if action.verb == "place":
            fits = action.path is None and action.piece is not None and len(action.trays) <= 1
            fits = fits and action.to is not None and is_general(self.rules, action.to)
            return fits and not same and self._one_layer(action) and apart.tells(action) and apart.chooses(action)
        told = apart.tells(action) and apart.chooses(action)
        return told and all(apart.moves(action, leaf.action) for leaf in same)

    def _route_is_known(self, action: Action) -> bool:
        """Whether origin and target tell the whole route: strides of fixed length that name nothing."""
        if action.verb != "move" or action.path is None or not self.c.steps.kinds_known(action):
            return False
        for node in rx.walk(action.path):
            if isinstance(node, rp.RunItem | rp.Landing | rp.LineTravel) and node.name is not None:
                return False
        return all(strides is not None for strides in self._strides(action))

    def _has_routes(self, path: rp.Path, known: frozenset[int] = frozenset()) -> bool:
        """Whether a path contains a repeat that goes through routes one by one."""
        if id(path) in known:
            return False
        known |= {id(path)}
        for node in rx.walk(path):
            if isinstance(node, rp.RepeatTravel) and not floods(self.rules, node):
                return True
            if isinstance(node, rp.NamedPath) and self._has_routes(self.rules.paths[node.path].path, known):
                return True
            if isinstance(node, rp.ItsPath | rp.LikePath):
                for kind in self.rules.kinds:
                    for attribute in kind.attributes:
                        inner = [attribute.path, *attribute.by_value] if attribute.name == node.attribute else []
                        if any(item is not None and self._has_routes(item, known) for item in inner):
                            return True
        return False

    def _one_layer(self, action: Action) -> bool:
        entries = self.c.unit.facts.trays.entries(action)
        kinds = {kind for kind, _ in entries}
        trays = {self.unit.facts.trays.default_trays(kind) for kind in kinds}
        return len({self.rules.kinds[kind].layer for kind in kinds}) == 1 and len(trays) == 1 and len(entries) <= 32

    def is_mild(self, effect: fx.Effect, action: Action) -> bool:
        """An effect that cannot make two candidates lead to the same position."""
        match effect:
            case fx.Conditional():
                inner = effect.effect
                taken = isinstance(inner, fx.Capture | fx.Remove) and self.c.apart.is_of_others(inner, effect.condition)
                return taken or self.is_mild(inner, action)
            case fx.Put():
                return self.c.apart.brings_others(effect, action)
            case fx.May():
                return self.is_mild(effect.effect, action)
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
        strides = [stride for found in self._strides(action) for stride in found or ()]
        runs = [item.item for stride in strides for item in stride.travel.run]
        return self._route_is_known(action) and all(holds_theirs(self.rules, item, action.layer) for item in runs)

    def _strides(self, action: Action) -> list[list[Stride] | None]:
        """For each player the strides of an action, or None."""
        idle = Builder(Function("idle", [], None))
        scopes = [
            Scope(k.num(player), {}, action=self.unit.facts.number(action)) for player in range(self.unit.players)
        ]
        return [self.c.steps.strides(action, idle, scope) for scope in scopes]

    def ways(self, action: Action) -> int | None:
        """How many ways the one choice among its effects has; None if there are more choices."""
        found = 1
        for effect in action.effects:
            inner = effect.effect if isinstance(effect, fx.Conditional) else effect
            if isinstance(inner, fx.May) or (isinstance(inner, fx.SetTo) and len(inner.values) > 1):
                if found > 1:
                    return None
                ways = self.c.choosing.alternatives(inner)
                found = len(ways or [])
        return found

    def can_fail(self, leaf: Leaf) -> bool:
        """Whether a candidate can turn out illegal after it has changed something."""
        action = leaf.action
        pushes = leaf.shape is not None and leaf.shape.by == PUSH  # onto free sites, or off
        if action.must is not None or leaf.ways > 1 or (may_fail(self.rules, action.effects) and not pushes):
            return True
        if any(kind.classes for kind in self.rules.kinds) or self.rules.when_captured is not None:
            return True
        return self.rules.stack > 1 or (action.verb == "move" and self.c.lifting.lift_is_seen(action))


__all__ = ["Leaf", "Plan", "Plans"]

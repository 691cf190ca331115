"""Random moves without a list: candidates are counted or collected, one is drawn, and only that one is tested.

Every legal turn is equally likely. A leaf of the turn is *clear* if its candidates lead to different positions and
need nothing but tests that can be made on the drawn one; a drawn candidate that fails its tests is taken out and
another one is drawn. If a leaf that is not clear has a candidate, the list of moves is used for that turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...engine import walks
from ...engine.pieces import NEUTRAL
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules import turns as rt
from ...rules.game import Action
from ...rules.types import Type
from ..kernel import program as k
from ..kernel.program import INT, Builder, Ex, Function
from ..lowering.actions import NOWHERE, Candidate, Test
from ..lowering.paths import Walk, Wish
from ..lowering.scope import NO_DIRECTIONS, NO_SITE, Scope, Val, fixed_directions
from ..lowering.steps import Stride
from ..lowering.unit import FAST, TRIAL
from ..memory.layout import TABLE
from .drafts import Draft
from .telling import PUSH, Shape

if TYPE_CHECKING:
    from ..compiler import Compiler

MOST = 1 << 14  # candidates that are collected at most


@dataclass(slots=True)
class Leaf:
    """An action of the turn as the sampler sees it."""

    node: rt.Do
    action: Action
    clear: bool
    ways: int = 1  # how many ways its choice of an effect has at most
    shape: Shape | None = None  # how its candidates are drawn before they are looked at


@dataclass(slots=True)
class Slot:
    """Candidates of one leaf: the sites of a set, or collected ones."""

    leaf: Leaf
    members: Ex  # a set, or the number of collected candidates
    amount: Ex
    stride: Stride | None = None
    direction: int = 0
    offers: Ex | None = None  # pieces a place can bring in, as bits
    origins: Ex | None = None  # the number of pieces whose candidates are only bounded so far
    collect: Function | None = None  # collects the candidates of one of them
    start: Ex | None = None  # where all of them come from
    rows: bool = False  # `members` is where rows of pieces and their targets lie


@dataclass(slots=True)
class Plan:
    """`groups` in order: the first that has a candidate is played (`else`)."""

    groups: list[list[Leaf]]
    mode: str
    second: Leaf | None = None  # a second part of the turn
    guard: rx.Expr | None = None  # the condition under which there is one


@dataclass(slots=True)
class _Second:
    """The second part of a turn while the first one is lowered."""

    leaf: Leaf
    guard: rx.Expr | None
    bound: Ex
    again: Ex  # a variable: the draw was not accepted, which says nothing against the candidate
    draws: Ex
    draw: Ex


class Sampler:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout
        self.engine = compiler.unit.engine
        self._collections = 0
        self.chains = False  # whether chains need the list in games that are sampled otherwise
        self._second: _Second | None = None

    # ------------------------------------------------------------ what can be sampled

    def plan(self, phase: int, player: int) -> Plan | None:
        rules = self.rules
        segments = self.engine.segments[phase][player]
        if len(segments) != 1 or rules.prefer is not None or rules.distinct == "route" or not self.c.clones:
            return None
        if len(self._flat(segments[0])) == 2:
            return self._two_parts(segments[0])
        groups = self._groups(segments[0])
        if groups is None or not any(leaf.clear for group in groups for leaf in group):
            return None
        every = [leaf for group in groups for leaf in group if leaf.clear]
        forbidden = rules.repetition is not None and rules.repetition.forbidden
        fails = rules.must is not None or forbidden or self.engine.course._may_fail(rules.when_turn_ends)
        fails = fails or any(self._can_fail(leaf) for leaf in every) or self._asks()
        self.chains = self.chains or any(leaf.action.again is not None for group in groups for leaf in group)
        return Plan(groups, TRIAL if fails else FAST)

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
        return Plan([group], TRIAL, Leaf(second, action, True), guard)

    def _is_of_mine(self, action: Action) -> bool:
        if action.verb == "place":
            piece = action.piece
            owned = piece is not None and piece.kind is not None and not self.rules.kinds[piece.kind].neutral
            mine = piece is not None and isinstance(piece.owner, rx.Me | None)
            return owned and mine and not action.effects
        return (
            action.verb == "move"
            and action.subject is not None
            and self.c.apart.mine(action.subject, action.layer)
            and not action.effects
        )

    def _is_second(self, action: Action, group: list[Leaf]) -> bool:
        """Whether the second part changes other pieces than the first, so that no two turns lead to the same."""
        if action.again is not None or action.choices or action.before or not self.c.apart.mild_elsewhere():
            return False
        if self.c.apart.turncoats():
            return False
        if action.verb == "place":
            entries = self.c.actions._entries(action)
            kinds = {kind for kind, _ in entries}
            neutral = all(self.rules.kinds[kind].neutral for kind in kinds)
            plain = action.to is not None and self.is_general(action.to)
            if action.path is not None:
                # From one site, so that the target is all there is to choose.
                single = action.start is not None and action.start.type is Type.SITE
                routes = self._has_routes(action.path) or self.engine.observed(action)
                plain = single and not routes and not any(item.off for item in self.c.apart.landings(action.path))
            trays = not action.trays and len({self.engine.trays.default_trays(kind) for kind in kinds}) == 1
            return neutral and len(entries) == 1 and not action.effects and plain and trays
        if action.verb == "pick" and action.path is None and action.to is None and len(action.effects) == 1:
            effect = action.effects[0]
            picked = isinstance(effect, fx.Capture | fx.Remove) and isinstance(effect.item, rx.PartWord)
            return picked and action.subject is not None and self.c.apart.theirs(action.subject, action.layer)
        return False

    def _asks(self) -> bool:
        """Whether rules ask the move generator, which changes the position while it looks."""
        nodes = (node for root in self.unit.facts.roots() for node in rx.walk(root))
        return any(isinstance(node, rx.Attacked | rx.CanDo) for node in nodes)

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
            ways = self._ways(action)
            leaves.append(Leaf(item, action, ways is not None and self._is_clear(action, leaves), ways or 1))
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

    def _is_clear(self, action: Action, earlier: list[Leaf]) -> bool:
        """Whether different candidates lead to different positions, beside those of the leaves before."""
        if action.again is not None or action.choices or action.before:
            return False
        if not all(self._is_mild(effect, action) for effect in action.effects):
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
        if self.engine.observed(action) and not self._route_is_known(action):
            return False
        if action.take.everything or action.take.amount is not None:
            return False
        if action.path is not None and self._has_routes(action.path):
            return False
        same = [leaf for leaf in earlier if leaf.action.verb == action.verb]
        apart = self.c.apart
        if action.verb == "place":
            fits = action.path is None and action.piece is not None and len(action.trays) <= 1
            fits = fits and action.to is not None and self.is_general(action.to)
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
        idle = Builder(Function("idle", [], None))
        players = range(self.unit.players)
        scopes = [Scope(k.num(player), {}, action=self.engine.number(action)) for player in players]
        return all(self.c.steps.strides(action, idle, scope) is not None for scope in scopes)

    def _has_routes(self, path: rp.Path, known: frozenset[int] = frozenset()) -> bool:
        """Whether a path contains a repeat that goes through routes one by one."""
        if id(path) in known:
            return False
        known |= {id(path)}
        for node in rx.walk(path):
            if isinstance(node, rp.RepeatTravel):
                if node.times is not None or node.low > 1 or node.high is not None:
                    return True
                if not walks._is_plain(node.path, self.rules.paths):
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
        entries = self.c.actions._entries(action)
        kinds = {kind for kind, _ in entries}
        trays = {self.engine.trays.default_trays(kind) for kind in kinds}
        return len({self.rules.kinds[kind].layer for kind in kinds}) == 1 and len(trays) == 1 and len(entries) <= 32

    def _is_mild(self, effect: fx.Effect, action: Action) -> bool:
        """An effect that cannot make two candidates lead to the same position."""
        match effect:
            case fx.Conditional():
                inner = effect.effect
                taken = isinstance(inner, fx.Capture | fx.Remove) and self.c.apart.is_of_others(inner, effect.condition)
                return taken or self._is_mild(inner, action)
            case fx.Put():
                return self.c.apart.brings_others(effect, action)
            case fx.May():
                return self._is_mild(effect.effect, action)
            case fx.SetTo() | fx.Flip() | fx.Assign() | fx.NextPlayer() | fx.EndTurn():
                return True
            case fx.SwapSides():
                return action.verb is None
            case fx.Capture() | fx.Remove():
                return self.c.apart.theirs(effect.item, effect.layer)
        return False

    def _ways(self, action: Action) -> int | None:
        """How many ways the one choice among its effects has; None if there are more choices."""
        found = 1
        for effect in action.effects:
            inner = effect.effect if isinstance(effect, fx.Conditional) else effect
            if isinstance(inner, fx.May) or (isinstance(inner, fx.SetTo) and len(inner.values) > 1):
                if found > 1:
                    return None
                ways = self.c.effects._alternatives(inner)
                found = len(ways or [])
        return found

    def _can_fail(self, leaf: Leaf) -> bool:
        """Whether a candidate can turn out illegal after it has changed something."""
        action = leaf.action
        pushes = leaf.shape is not None and leaf.shape.by == PUSH  # onto free sites, or off
        if action.must is not None or leaf.ways > 1 or (self.engine.course._may_fail(action.effects) and not pushes):
            return True
        if any(kind.classes for kind in self.rules.kinds) or self.rules.when_captured is not None:
            return True
        return self.rules.stack > 1 or (action.verb == "move" and self.c.actions.lift_is_seen(action))

    # ------------------------------------------------------------ one turn

    def ply(self, phase: int, player: int) -> Function | None:
        """A function that plays one random turn: 1 done, 0 no legal turn, -1 use the list."""
        plan = self.plan(phase, player)
        if plan is None:
            return None
        with self.unit.lowering(self.unit.sampling, plan.mode):

            def write(f: Builder) -> None:
                self._write_ply(plan, f, k.num(player))

            name = f"ply_{phase}_{player}"
            params = [("random", INT), ("count", INT)]
            return self.unit.function(name, name, params, INT, write, "one random turn", "never")

    def _write_ply(self, plan: Plan, f: Builder, me: Ex) -> None:
        random, turn = f.params
        layout = self.layout
        if plan.mode == TRIAL:
            f.store(64, layout.log_top, 0)
        self.c.registers.clear(f, logged=False)
        draws = f.var(k.num(0), "draws")
        self._second = None
        if plan.second is not None:
            self._second = _Second(
                plan.second, plan.guard, self._bound(plan.second, f, me), f.var(k.FALSE, "again"), draws, random
            )
        for number, group in enumerate(plan.groups):
            last = number + 1 == len(plan.groups)
            self._murky(group, f, me)
            if all(leaf.clear for leaf in group):
                self._sample_group(group, plan, f, me, random, turn, draws)
            elif not last or any(leaf.clear for leaf in group):
                clear = [leaf for leaf in group if leaf.clear]
                if clear:
                    self._sample_group(clear, plan, f, me, random, turn, draws)
        f.ret(0)

    def _bound(self, leaf: Leaf, f: Builder, me: Ex) -> Ex:
        """How many candidates the second part has at most."""
        action = leaf.action
        if action.verb == "pick":
            assert action.subject is not None
            enemies = k.count(self.c.expressions.of_enemies(action.layer, me))
            return f.let(k.select(enemies.lt(1), 1, enemies), "bound")
        if action.path is not None and me.const is not None:
            reached = self.c.reach.of(action.path, me.const)
            if reached is not None:
                most = max((sites.bit_count() for row in reached.values() for sites in row), default=1)
                return k.num(max(most * len(reached), 1))
        return k.num(self.unit.n)

    def _murky(self, group: list[Leaf], f: Builder, me: Ex) -> None:
        """Is there a candidate of a leaf that is not clear? Then the list decides."""
        for leaf in group:
            if leaf.clear:
                continue
            action = leaf.action
            scope = Scope(me, {}, action=leaf.node.action)
            strides = self.c.steps.strides(action, f, scope) if action.verb == "move" and not action.choices else None
            if strides is not None and self.c.steps.kinds_known(action):
                found = k.NOTHING
                for stride in strides:
                    movers = f.let(self.c.steps.movers(action, stride, f, scope))
                    for direction in stride.directions:
                        found = k.set_or(found, self.c.steps.targets(stride, direction, movers, f, scope))
                with f.when(k.some(found)):
                    f.ret(-1)
                continue
            exists = self._exists(leaf, me)
            with f.when(f.call(exists).ne(0)):
                f.ret(-1)

    def _exists(self, leaf: Leaf, me: Ex) -> Function:
        with self.unit.lowering(self.unit.program, TRIAL):

            def write(f: Builder) -> None:
                self.c.begin_count(f)
                mark = self.unit.mark(f)

                def found(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                    if g.function is f.function:
                        self.unit.undo(g, mark)
                    g.ret(1)

                wish = self.c.actions.wish(leaf.action, first=True)
                wish = Wish(wish.passed, False, True)
                self.c.actions.candidates(leaf.action, f, me, found, wish=wish)
                f.ret(0)

            key = ("exists", leaf.node.action, leaf.node.leaf, me.const)
            return self.unit.function(key, f"any_{leaf.action.name}", [], INT, write, "is there a candidate?")

    def _sample_group(
        self, leaves: list[Leaf], plan: Plan, f: Builder, me: Ex, random: Ex, turn: Ex, draws: Ex
    ) -> None:
        slots: list[Slot | Draft] = []
        for leaf in leaves:
            if leaf.shape is None:
                slots.extend(self._slots(leaf, f, me))
        drafts = self.c.drafts.of([leaf for leaf in leaves if leaf.shape is not None], f, me)
        slots.extend(drafts)
        total = f.var(k.num(0), "total")
        amount = k.num(0)
        for slot in slots:
            amount = amount + slot.amount
        f.set(total, amount)
        origin, target = f.var(k.num(NOWHERE), "origin"), f.var(k.num(NOWHERE), "target")
        way, offer = f.var(k.num(0), "way"), f.var(k.num(0), "offer")
        with f.loop():
            f.leave_if(total.le(0))
            # The random number of the turn serves for the first draw; redraws mix it again.
            number = f.var(random, "number")
            with f.when(draws.gt(0)):
                f.set(number, self.unit.mix(f, random + draws))
            f.set(draws, draws + 1)
            if self._second is not None:
                with f.when(draws.gt(4000)):
                    f.ret(-1)
                self._second.draw = number
            if drafts:  # what is drawn in vain is not taken out: perhaps there is nothing to find
                with f.when(draws.gt(total * 6 + 50)):
                    f.ret(-1)
            drawn = f.var(((number >> 32) * total) >> 32, "drawn")
            self._pick(slots, 0, f, me, drawn, total, origin, target, way, offer)
        del turn

    def _pick(
        self, slots: list[Slot | Draft], at: int, f: Builder, me: Ex, drawn: Ex, total: Ex, origin: Ex, target: Ex,
        way: Ex, offer: Ex,
    ) -> None:  # fmt: skip
        """Which slot the number falls into; there it is played, or taken out."""
        slot = slots[at]
        last = at + 1 == len(slots)

        def here() -> None:
            if isinstance(slot, Draft):
                self.c.drafts.play(slot, f, me, drawn, lambda leaf: self._carrying_out(leaf, me))
                return
            if slot.origins is not None:
                self._play_bounded(slot, f, me, drawn, total, origin, target, way)
                return
            self._play(slot, f, me, drawn, origin, target, way, offer)
            f.set(total, total - 1)

        if last:
            here()
            return
        yes, no = f.branch(drawn.lt(slot.amount))
        with f.within(yes):
            here()
        with f.within(no):
            f.set(drawn, drawn - slot.amount)
            self._pick(slots, at + 1, f, me, drawn, total, origin, target, way, offer)

    # ------------------------------------------------------------ candidates of a leaf

    def _slots(
        self, leaf: Leaf, f: Builder, me: Ex, collected: Callable[[Leaf, Builder, Ex], Slot] | None = None
    ) -> list[Slot]:
        action = leaf.action
        scope = Scope(me, {}, action=leaf.node.action)
        allowed = k.TRUE
        if action.condition is not None and self.is_general(action.condition):
            allowed = f.let(self.c.expressions.holds(action.condition, f, scope), "allowed")
        if action.verb is None:
            amount = f.var(k.as_int(allowed), "amount")
            return [Slot(leaf, amount, amount)]
        if action.verb == "place":
            return [self._place_slot(leaf, f, scope, allowed)]
        strides = self.c.steps.strides(action, f, scope)
        if strides is not None and leaf.ways == 1 and self.c.steps.kinds_known(action):
            found: list[Slot] = []
            for stride in strides:
                movers = f.let(k.set_select(allowed, self.c.steps.movers(action, stride, f, scope), k.NOTHING))
                for direction in stride.directions:
                    members = f.var(self.c.steps.targets(stride, direction, movers, f, scope), "members")
                    for slot in found:
                        again = slot.stride is not None and self.c.steps.same_way(slot.stride, stride)
                        if again and slot.direction == direction:
                            f.set(members, k.set_minus(members, slot.members))
                    amount = f.var(k.count(members), "amount")
                    found.append(Slot(leaf, members, amount, stride, direction))
            return found
        if collected is not None:
            return [collected(leaf, f, me)]
        if self.c.actions.lift_is_seen(action):
            return [self._bounded(leaf, f, me, allowed)]
        if leaf.ways == 1 and self.c.actions.gathers(action):
            return [self.c.rows.slot(leaf, f, me, allowed)]
        return [self._collected(leaf, f, me, allowed)]

    def _bounded(self, leaf: Leaf, f: Builder, me: Ex, allowed: Ex) -> Slot:
        """Pieces with a bound of how many candidates each has; only those that are drawn are looked at."""
        action, layout = leaf.action, self.layout
        base = layout.table + 8 * MOST * self._collections
        self._collections += 1
        scope = Scope(me, {}, action=leaf.node.action)
        amount, number = f.var(k.num(0), "amount"), f.var(k.num(0), "pieces")
        kinds = range(len(self.rules.kinds))
        most, beside = self._most_landings(f)
        down = [int(action.path is not None and self._ends_on_empty(action.path, kind, 0)) for kind in kinds]
        lands = self.unit.table("lands_beside", 8, down)
        assert action.subject is not None
        fans = []
        for kind in kinds:
            fan = self._fan(action.path, kind, 0) if action.path is not None else None
            fans.append(min(fan if fan is not None else 30000, 30000))
        table = self.unit.table("fan", 16, fans)
        with f.when(allowed), f.each(self.c.expressions.sites(action.subject, f, scope), "origin") as origin:
            cell = self.c.pieces.top(f, action.layer, origin)
            with f.when(cell.ne(0)):
                kind_ex = f.let(self.c.pieces.kind(cell), "kind")
                of_kind = f.let(k.look(table, kind_ex))
                room = f.let(k.select(k.look(lands, kind_ex).ne(0), beside, most))
                bound = f.let(k.select(of_kind.lt(room), of_kind, room), "bound")
                f.store(64, number * 8 + base, origin | (bound << 16))
                f.set(number, number + 1)
                f.set(amount, amount + bound)
        return Slot(leaf, k.num(base), amount, origins=number, collect=self._collector(leaf, me, True)[0])

    def _most_landings(self, f: Builder) -> tuple[Ex, Ex]:
        """On an unbounded board a piece lands on or beside others: how many such sites there are, how many beside."""
        unbounded = self.rules.unbounded
        if unbounded is None:
            return k.num(self.unit.n), k.num(self.unit.n)
        held = f.let(self.c.pieces.occupied(unbounded.layer))
        beside = f.let(k.count(k.set_minus(self.c.space.grow(f, held, self.c.space.near), held)), "beside")
        return f.let(beside + k.count(held), "most"), beside

    def _ends_on_empty(self, path: rp.Path, kind: int, depth: int) -> bool:
        """Whether a path of a kind ends on sites without a piece only, on the main layer."""
        unbounded = self.rules.unbounded
        if depth > 6 or (unbounded is not None and unbounded.layer != 0):
            return False
        for route in path.routes:
            travel = route.legs[-1].travel
            match travel:
                case rp.LineTravel():
                    ends = isinstance(travel.landing.item, rx.EmptySites) and not travel.landing.off
                case rp.NamedPath():
                    ends = self._ends_on_empty(self.rules.paths[travel.path].path, kind, depth + 1)
                case rp.InnerPath() | rp.RepeatTravel():
                    least = travel.low if isinstance(travel, rp.RepeatTravel) else 1
                    ends = least > 0 and self._ends_on_empty(travel.path, kind, depth + 1)
                case rp.ItsPath():
                    own = [a.path for a in self.rules.kinds[kind].attributes if a.name == travel.attribute]
                    ends = all(item is not None and self._ends_on_empty(item, kind, depth + 1) for item in own)
                case _:
                    ends = False
            if not ends:
                return False
        return True

    def _fan(self, path: rp.Path, kind: int, depth: int) -> int | None:
        """How many landings a path has at most for a kind; None if that is not known."""
        total = 0
        for route in path.routes:
            product = 1
            for leg in route.legs:
                one = self._fan_of(leg.travel, kind, depth)
                if one is None:
                    return None
                product *= one
            total += product
        return total

    def _fan_of(self, travel: rp.Travel, kind: int, depth: int) -> int | None:
        if depth > 6:
            return None
        match travel:
            case rp.LineTravel():
                if travel.way.tracks:
                    return None
                single = all(item.low == item.high for item in travel.run)
                first = travel.run[0].item if len(travel.run) == 1 else None
                stops = isinstance(first, rx.Pattern) and first.layer == 0
                if not single and not (stops and isinstance(travel.landing.item, rx.EmptySites)):
                    return None
                return len(self.rules.board.directions)
            case rp.NamedPath():
                return self._fan(self.rules.paths[travel.path].path, kind, depth + 1)
            case rp.InnerPath():
                return self._fan(travel.path, kind, depth + 1)
            case rp.ItsPath():
                for attribute in self.rules.kinds[kind].attributes:
                    if attribute.name == travel.attribute and attribute.path is not None:
                        return self._fan(attribute.path, kind, depth + 1)
                return None
        return None

    def is_general(self, node: rx.Expr) -> bool:
        """Whether a condition does not depend on the candidate."""
        for inner in rx.walk(node):
            if isinstance(inner, rx.PartWord | rx.Local | rx.HookCall):
                return False
            if isinstance(inner, rx.Relative) and self.c.expressions.has_facing:
                return False  # as the piece looks
            if isinstance(inner, rx.DefineCall) and not self.is_general(self.rules.defines[inner.define].body):
                return False
        return True

    def _place_slot(self, leaf: Leaf, f: Builder, scope: Scope, allowed: Ex) -> Slot:
        action = leaf.action
        assert action.to is not None
        entries = self.c.actions._entries(action)
        layer = self.rules.kinds[entries[0][0]].layer
        members = self.c.expressions.sites(action.to, f, scope)
        if not (layer == 0 and self.rules.stack > 1) and not self._is_empty_set(action.to, layer):
            members = k.set_minus(members, self.c.pieces.occupied(layer))
        if not self._touches(action.to):
            members = self._in_contact(members, layer, f)
        members = f.var(k.set_select(allowed, members, k.NOTHING), "members")
        offers = f.var(k.num(0), "offers")
        for number, (kind, state) in enumerate(entries):
            available = self._available(action, kind, state, f, scope)
            if available.const == 1:
                f.set(offers, offers | (1 << number))
            else:
                with f.when(available):
                    f.set(offers, offers | (1 << number))
        amount = f.var(k.count(members), "amount")
        if len(entries) > 1:
            f.set(amount, amount * Ex("bits", (offers,), INT))
            return Slot(leaf, members, amount, offers=offers)
        with f.when(offers.eq(0)):
            f.set(amount, 0)
        return Slot(leaf, members, amount)

    def _is_empty_set(self, node: rx.Expr, layer: int) -> bool:
        match node:
            case rx.EmptySites():
                return layer == 0
            case rx.Intersection():
                return any(self._is_empty_set(item, layer) for item in node.items)
            case rx.Difference():
                return self._is_empty_set(node.left, layer)
        return False

    def _touches(self, node: rx.Expr) -> bool:
        """Whether all sites of a set are beside pieces of the anchor anyway (or there are none yet)."""
        unbounded = self.rules.unbounded
        match node:
            case rx.OpenCentre():
                return True
            case rx.Either():
                return self._touches(node.value) and self._touches(node.otherwise)
            case rx.Intersection():
                return any(self._touches(item) for item in node.items)
            case rx.Difference():
                return self._touches(node.left)
            case rx.Neighbours():
                item = node.item
                return unbounded is not None and isinstance(item, rx.Pattern) and item.layer == unbounded.layer
            case rx.DefineCall():
                return self._touches(self.rules.defines[node.define].body)
        return False

    def _in_contact(self, members: Ex, layer: int, f: Builder) -> Ex:
        unbounded = self.rules.unbounded
        if unbounded is None:
            return members
        anchor = self.c.pieces.occupied(unbounded.layer)
        if layer != unbounded.layer:
            return k.set_and(members, anchor)
        held = f.let(anchor)
        near = k.set_or(held, self.c.space.grow(f, held, self.c.space.near))
        return k.set_select(k.some(held), k.set_and(members, near), members)

    def _available(self, action: Action, kind: int, state: int, f: Builder, scope: Scope) -> Ex:
        trays = action.trays or self.engine.trays.default_trays(kind)
        if not trays:
            return k.TRUE
        return self.c.trays.count(trays[0], self._owner(action, kind, f, scope, holder=True), kind, state).gt(0)

    def _owner(self, action: Action, kind: int, f: Builder, scope: Scope, holder: bool) -> Ex:
        if self.rules.kinds[kind].neutral:
            return scope.me if holder else k.num(NEUTRAL)
        piece = action.piece
        assert piece is not None
        if piece.kind is None or piece.owner is None:
            return scope.me
        return self.c.expressions.number(piece.owner, f, scope)

    def _collected(self, leaf: Leaf, f: Builder, me: Ex, allowed: Ex) -> Slot:
        """Candidates one by one: origin, target, and the way of a choice, packed into words of the work space."""
        amount = f.var(k.num(0), "amount")
        made, base = self._collector(leaf, me, False)
        with f.when(allowed):
            f.set(amount, f.call(made))
            with f.when(amount.ge(MOST - 1)):
                f.ret(-1)  # there may be more
        return Slot(leaf, k.num(base), amount)

    def _collector(self, leaf: Leaf, me: Ex, single: bool) -> tuple[Function, int]:
        """A function that collects the candidates (of one piece, if `single`), and where it puts them."""
        base = self.layout.table + 8 * MOST * self._collections
        self._collections += 1
        assert 8 * MOST * self._collections < TABLE >> 1, "too many actions to collect candidates for"
        return self._collect(leaf, me, k.num(base), single), base

    def collector_at(self, leaf: Leaf, me: Ex) -> Function:
        """A function that collects all candidates wherever it is told to."""
        return self._collect(leaf, me, None, False)

    def _collect(self, leaf: Leaf, me: Ex, at: Ex | None, single: bool) -> Function:
        action = leaf.action

        def write(g: Builder) -> None:
            base = g.params[-1] if at is None else at
            count = g.var(k.num(0), "count")
            # Several walks may lead a piece to the same site: that is one candidate.
            repeats = action.path is not None and not self.c.actions._is_plain_path(action.path)
            last = g.var(k.num(-1), "last")
            seen = g.var(k.NOTHING, "seen")

            def found(h: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                if not repeats:
                    push(h, scope, candidate, walk)
                    return
                with h.when(candidate.origin.ne(last)):
                    h.set(last, candidate.origin)
                    h.set(seen, k.NOTHING)
                with h.when(k.negate(k.has(seen, walk.target))):
                    h.include(seen, walk.target)
                    push(h, scope, candidate, walk)

            def push(h: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                entry = h.let(candidate.origin | (walk.target << 16))
                self._push(h, base, entry, count)
                if leaf.ways > 1:
                    with h.when(self._may_choose(action, scope, walk, h)), h.count_to(leaf.ways, "way", 1) as way:
                        self._push(h, base, entry | (way << 32), count)

            wish = Wish(False, False, False)
            self.c.begin_count(g)
            only = g.params[0] if single else None
            self.c.actions.candidates(action, g, me, found, only=only, wish=wish)
            g.ret(count)

        key = ("collect", leaf.node.action, leaf.node.leaf, me.const, at.const if at is not None else None)
        params = ([("only", INT)] if single else []) + ([("at", INT)] if at is None else [])
        return self.unit.function(key, f"collect_{action.name}", params, INT, write, "candidates one by one")

    def _push(self, f: Builder, base: Ex, entry: Ex, count: Ex) -> None:
        f.store(64, count * 8 + base, entry)
        f.set(count, k.select(count.lt(MOST - 1), count + 1, count))

    def _may_choose(self, action: Action, scope: Scope, walk: Walk, f: Builder) -> Ex:
        """What must hold of a candidate for its choice to arise, as far as that can be told beforehand."""
        known = True  # nothing has changed its kind
        for effect in action.effects:
            inner = effect.effect if isinstance(effect, fx.Conditional) else effect
            chooses = isinstance(inner, fx.May) or (isinstance(inner, fx.SetTo) and len(inner.values) > 1)
            if chooses and isinstance(effect, fx.Conditional):
                return self._necessary(effect.condition, action.layer if known else -1, scope, walk, f)
            known = known and isinstance(inner, fx.Assign | fx.Capture | fx.Remove)
        return k.TRUE

    def _necessary(self, node: rx.Expr, layer: int, scope: Scope, walk: Walk, f: Builder) -> Ex:
        match node:
            case rx.AllOf():
                found = k.TRUE
                for item in node.items:
                    found = k.both(found, self._necessary(item, layer, scope, walk, f))
                return found
            case rx.NotEmpty():
                return self._necessary(node.item, layer, scope, walk, f)
            case rx.Intersection():
                if not any(isinstance(item, rx.PartWord) and item.word == "it" for item in node.items):
                    return k.TRUE
                found = k.TRUE
                for item in node.items:
                    if isinstance(item, rx.Fixed | rx.FixedOf):
                        found = k.both(found, k.has(self.c.expressions.sites(item, f, scope), walk.target))
                    elif isinstance(item, rx.Pattern) and item.layer == layer and scope.words is not None:
                        kind = scope.words["kind"].ex
                        fits = k.FALSE
                        for number in item.kinds:
                            fits = k.either(fits, kind.eq(number))
                        found = k.both(found, fits)
                return found
        return k.TRUE

    # ------------------------------------------------------------ playing what was drawn

    def _play(self, slot: Slot, f: Builder, me: Ex, drawn: Ex, origin: Ex, target: Ex, way: Ex, offer: Ex) -> None:
        """Plays the drawn candidate and returns 1, or takes it out of its slot."""
        action = slot.leaf.action
        entries = self.c.actions._entries(action) if action.verb == "place" else []
        if action.verb is None:
            f.set(slot.amount, 0)
            self.perform(slot.leaf, f, me, k.num(NOWHERE), k.num(NOWHERE), k.num(0), (0, 0))
            return
        if slot.offers is not None:
            # Sites times pieces: the piece is the rest of a division, done by counting down.
            pieces = f.let(Ex("bits", (slot.offers,), INT))
            place = f.let(Ex("divide", (drawn, pieces), INT))
            which = f.let(drawn - place * pieces)
            f.set(target, k.nth(slot.members, place))
            f.set(offer, Ex("nth_bit", (slot.offers, which), INT))
            for number, (kind, state) in enumerate(entries):
                with f.when(offer.eq(number)):
                    self.perform(slot.leaf, f, me, k.num(NOWHERE), target, k.num(0), (kind, state))
            # A rejected piece on a site: neither can be taken out alone, so the list decides.
            f.ret(-1)
            return
        if slot.members.ty == k.SET:
            f.set(target, k.nth(slot.members, drawn))
            if action.verb == "pick":
                self.perform(slot.leaf, f, me, target, target, k.num(0), None)
            elif slot.stride is not None:
                start, of_kind, went = self.stride_from(slot, target, me, f)
                f.set(origin, start)
                self.perform(slot.leaf, f, me, origin, target, k.num(0), None, of_kind, went)
            else:
                start = slot.start if slot.start is not None else k.num(NOWHERE)
                self.perform(slot.leaf, f, me, start, target, k.num(0), entries[0] if entries else None)
            f.set(slot.members, k.set_minus(slot.members, k.one(target)))
            f.set(slot.amount, slot.amount - 1)
            return
        base = slot.members.const or 0
        if slot.rows:
            row, start, end = self.c.rows.drawn(slot, f, drawn)
            f.set(origin, start)
            f.set(target, end)
            self.perform(slot.leaf, f, me, origin, target, k.num(0), None)
            self.c.rows.take_out(slot, f, row, target)
            return
        at = f.let(drawn * 8 + base)
        entry = f.let(k.load(64, at), "entry")
        f.set(origin, entry & 0xFFFF)
        f.set(target, entry >> 16 & 0xFFFF)
        f.set(way, entry >> 32)
        self.perform(slot.leaf, f, me, origin, target, way, entries[0] if entries else None)
        f.set(slot.amount, slot.amount - 1)
        f.store(64, at, k.load(64, slot.amount * 8 + base))

    def stride_from(self, slot: Slot, target: Ex, me: Ex, f: Builder) -> tuple[Ex, int | None, tuple[Ex, int] | None]:
        """Where a stride came from, of what kind the mover is, and, if somebody looks, what it went by and how."""
        assert slot.stride is not None
        length = self.c.steps.length(slot.stride)
        table = self.c.steps.origin_table(slot.direction, length, me.const or 0)
        origin = f.let(k.look(self.unit.table("back_from", 16, table), target), "origin")
        went = None
        if self.engine.observed(slot.leaf.action):
            rows = self.c.steps.passed_table(slot.direction, length, me.const or 0)
            went = (k.look_set(self.unit.table("went_by", 0, rows), target), slot.direction)
        return origin, slot.stride.kind, went

    def _play_bounded(
        self, slot: Slot, f: Builder, me: Ex, drawn: Ex, total: Ex, origin: Ex, target: Ex, way: Ex
    ) -> None:
        """Which piece the number falls on; its candidates are collected now, and the bound becomes their number."""
        base, action = slot.members.const or 0, slot.leaf.action
        assert slot.origins is not None and slot.collect is not None
        entries = self.c.actions._entries(action) if action.verb == "place" else []
        at, word = f.var(k.num(base), "at"), f.var(k.num(0), "word")
        with f.loop():
            f.set(word, k.load(64, at))
            f.leave_if(drawn.lt(word >> 16))
            f.set(drawn, drawn - (word >> 16))
            f.set(at, at + 8)
        f.set(origin, word & 0xFFFF)
        bound = f.let(word >> 16, "bound")
        found = f.call(slot.collect, origin)
        with f.when(drawn.lt(found)):
            entry = f.let(k.load(64, drawn * 8 + self._collected_at(slot)), "entry")
            f.set(target, entry >> 16 & 0xFFFF)
            f.set(way, entry >> 32)
            self.perform(slot.leaf, f, me, origin, target, way, entries[0] if entries else None)
            f.ret(-1)  # it cannot be taken out alone
        less = f.let(bound - found)
        f.store(64, at, origin | (found << 16))
        f.set(slot.amount, slot.amount - less)
        f.set(total, total - less)

    def _collected_at(self, slot: Slot) -> int:
        """The collector of a bounded slot was made right after it."""
        return (slot.members.const or 0) + 8 * MOST

    def perform(
        self, leaf: Leaf, f: Builder, me: Ex, origin: Ex, target: Ex, way: Ex, piece: tuple[int, int] | None,
        kind: int | None = None, went: tuple[Ex, int] | None = None,
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
            scope = scope.copy(mover=cell, facing=self.c.actions._facing(f, cell))
            candidate.take = k.num(1)
        elif action.verb == "pick":
            cell = self.c.pieces.top(f, action.layer, origin)
            words |= {"origin": Val("site", origin), "kind": Val("int", f.let(self.c.pieces.kind(cell)))}
            scope = scope.copy(mover=cell)
        elif action.verb == "place" and piece is not None:
            if action.start is not None:
                words["origin"] = Val("site", origin)
            number, state = piece
            owner = self._owner(action, number, f, scope, holder=False)
            cell = f.let(self.c.pieces.cell_of(owner, number, state), "cell")
            words["kind"] = Val("int", k.num(number))
            scope = scope.copy(mover=cell, facing=self.c.actions._facing(f, cell))
            trays = action.trays or self.engine.trays.default_trays(number)
            candidate.piece = (k.num(number), k.num(state))
            candidate.owner = owner
            candidate.tray = [(trays[0], k.TRUE)] if trays else None
        walk = Walk(target, (), None, k.NOTHING, NO_DIRECTIONS, {}, False)
        if went is not None:
            walk = Walk(target, (), None, f.let(went[0]), fixed_directions((went[1],)), {}, False)

        tested = self._carrying_out(leaf, me, way, whole)
        holds_before = action.condition
        if holds_before is not None and self.is_general(holds_before) and not action.lets:
            # It was asked before anything was counted.
            inner = self.c.actions.seen_from(scope, walk, candidate)
            tested(f, inner, candidate, walk)
        else:
            self.c.actions._tested(f, scope, candidate, walk, tested)
        second = self._second_after(leaf, whole)
        if second is not None:
            # Not illegal, only not drawn: everything is as before, and the candidate stays.
            with f.when(second.again):
                f.set(second.again, k.FALSE)
                f.again()

    def _second_after(self, leaf: Leaf, whole: Callable[[Builder, Ex], None] | None) -> _Second | None:
        """The second part of the turn, if this leaf is the first one."""
        second = self._second
        return second if second is not None and second.leaf is not leaf and whole is None else None

    def _carrying_out(
        self, leaf: Leaf, me: Ex, way: Ex | None = None, whole: Callable[[Builder, Ex], None] | None = None
    ) -> Test:
        """What is done with a candidate: if the turn is legal, `whole`, or else the function returns 1."""
        action = leaf.action

        def tested(g: Builder, inner: Scope, found: Candidate, on: Walk) -> None:
            self.unit.picked = way if leaf.ways > 1 else None
            self.c.actions.perform(g, inner, found, on, leaf.node.leaf, made)
            self.unit.picked = None

        second = self._second_after(leaf, whole)

        def made(g: Builder, inner: Scope, found: Candidate, on: Walk, doing: object, captures: Ex) -> None:
            self.c.registers.remember(g, leaf.node.action, inner)
            flag = self.layout.empty_action if action.is_empty else self.layout.did_something
            if self.c.registers.is_read(flag):
                self.unit.write(g, 64, flag, 1)
            if second is not None:
                self._go_on(second, g, me, lambda h: complete(h, on.target))
                return
            complete(g, on.target)

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

    def _go_on(self, second: _Second, f: Builder, me: Ex, whole: Callable[[Builder], None]) -> None:
        """The first part is done: the second one is drawn among as many as there are at most."""
        drawn = f.var(((second.draw & 0xFFFFFFFF) * second.bound) >> 32, "drawn")
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
                    self._play(slot, f, me, drawn, origin, target, way, offer)
                f.set(second.again, k.TRUE)

    def _second_slot(self, leaf: Leaf, f: Builder, me: Ex) -> Slot:
        action = leaf.action
        scope = Scope(me, {}, action=leaf.node.action)
        if action.verb == "pick":
            assert action.subject is not None
            members = f.var(self.c.expressions.sites(action.subject, f, scope), "members")
            return Slot(leaf, members, f.var(k.count(members), "amount"))
        if action.path is None:
            return self._place_slot(leaf, f, scope, k.TRUE)
        if self.c.actions.gathers(action):
            return self.c.rows.second(leaf, f, me)
        return self._collected(leaf, f, me, k.TRUE)

    def _mover(self, action: Action, f: Builder, me: Ex, origin: Ex, kind: int | None) -> Ex:
        """The cell of the piece that moves; known in advance where kind and owner are."""
        codes = self.engine.codes
        kinds = [number for number, spec in enumerate(self.rules.kinds) if spec.layer == action.layer]
        if kind is None and len(kinds) == 1:
            kind = kinds[0]
        mine = action.subject is not None and self.c.apart.mine(action.subject, action.layer)
        if kind is not None and mine and me.const is not None and codes.states == 1:
            return k.num(codes.code(me.const, kind, 0) + 1)
        return self.c.pieces.top(f, action.layer, origin)


__all__ = ["Sampler"]

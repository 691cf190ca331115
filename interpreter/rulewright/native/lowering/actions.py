"""Actions lowered: the candidates of an action, and what carrying one out does (semantics section 8)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from ...engine.pieces import NEUTRAL
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action, Choice
from ...rules.types import Type
from ..kernel import program as k
from ..kernel.program import INT, SET, Builder, Ex, Function
from ..memory.facts import kind_of
from .reach import reversed_reach
from .scope import NO_DIRECTIONS, NO_SITE, Outline, Scope, Val, kept, settled
from .unit import GENERAL
from .walk import OFF, Gather, Walk, Wish

if TYPE_CHECKING:
    from ..compiler import Compiler

NOWHERE = -2


@dataclass(slots=True)
class Candidate:
    """A choice on its way through the tests; everything but the walk."""

    action: Action
    values: list[Ex]  # indices of the `with` values
    take: Ex
    piece: tuple[Ex, Ex] | None  # kind and state of a placed piece
    tray: list[tuple[str, Ex]] | None  # where it comes from: trays with the condition under which it is that one
    owner: Ex | None
    origin: Ex
    mark: Ex | None  # the log before the piece was lifted


@dataclass(frozen=True, slots=True)
class Pin:
    """One choice instead of all of them: the places of the `with` values in their domains, and the piece."""

    values: tuple[Ex, ...]
    origin: Ex


Test = Callable[[Builder, Scope, Candidate, Walk], None]


class Actions:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout
        self.engine = compiler.unit.engine
        self.n = compiler.unit.n
        self._along: dict[str, Val] = {}

    def wish(self, action: Action, first: bool = False) -> Wish:
        observed = self.engine.observed(action)
        return Wish(self.c.unit.facts.looks_at_passed(action) or observed, observed and not first, first)

    # ------------------------------------------------------------ choosing

    def candidates(
        self,
        action: Action,
        f: Builder,
        me: Ex,
        then: Test,
        only: Ex | None = None,
        goal: Ex | None = None,
        registers: bool = True,
        wish: Wish | None = None,
        along: dict[str, Val] | None = None,
        pin: Pin | None = None,
    ) -> None:
        """All candidates of an action whose tests hold (or those of one choice: `pin`); `then` is lowered where one is
        found.

        `along`: values that `then` needs as words of the scope, since it may be lowered into another function.
        """
        number = self.engine.number(action)
        scope = Scope(me, {}, action=number, registers=registers)
        wish = wish or self.wish(action)

        def chosen(scope: Scope, values: list[Ex]) -> None:
            with f.when(self._known_early(action, f, scope)):
                look(scope, values)

        def look(scope: Scope, values: list[Ex]) -> None:
            if action.verb is None:
                candidate = Candidate(action, values, k.num(0), None, None, None, k.num(NOWHERE), None)
                self._tested(f, scope, candidate, self._no_walk(k.num(NOWHERE), scope), then)
            elif action.verb == "place":
                self._placed(action, f, scope, values, goal, wish, then)
            elif pin is not None:
                self._from_origin(action, f, scope, values, pin.origin, goal, wish, then)
            else:
                self._chosen(action, f, scope, values, only, goal, wish, then)

        outer, self._along = self._along, dict(along or {})
        if goal is not None:
            self._along["the goal"] = Val("site", goal)
        self._with(action, f, scope, [], chosen, pin.values if pin is not None else None)
        self._along = outer

    def _with(
        self,
        action: Action,
        f: Builder,
        scope: Scope,
        values: list[Ex],
        then: Callable[[Scope, list[Ex]], None],
        pinned: tuple[Ex, ...] | None,
    ) -> None:
        number = len(values)
        if number == len(action.choices):
            then(scope, values)
            return
        choice = action.choices[number]
        domains = self.domains(choice)
        longest = max(len(domain) for domain in domains)
        me = scope.me.const
        same = all(a == b for a, b in pairwise(domains))
        if me is not None or same:
            mine = domains[me or 0]
            limit: Ex = k.num(len(mine))
            offset: Ex = k.num(0)
            table = self.unit.table("choices", 64, mine or [0])
        else:
            limit = k.look(self.unit.table("choice_count", 16, [len(domain) for domain in domains]), scope.me)
            offset = scope.me * longest
            rows = [value for domain in domains for value in (*domain, *([0] * (longest - len(domain))))]
            table = self.unit.table("choices", 64, rows)
        with nullcontext(pinned[number]) if pinned is not None else f.count_to(limit, "choice") as index:
            raw = f.let(k.look(table, offset + index), choice.name)
            kind = kind_of(choice.type)
            if choice.type is Type.DIRECTIONS:
                val = Val("dirs", raw)
            elif kind == "dirs":
                val = Val("dirs", f.let(k.num(1) << raw, choice.name))
            elif kind == "bool":
                val = Val("bool", raw.ne(0))
            else:
                val = Val(kind, raw)
            inner = scope.copy(names={**scope.names, choice.name: val})
            self._with(action, f, inner, [*values, index], then, pinned)

    def _known_early(self, action: Action, f: Builder, scope: Scope) -> Ex:
        """What the condition says of the chosen values alone, where that is quickly told."""
        if not action.choices:
            return k.TRUE
        condition = action.condition
        parts = condition.items if isinstance(condition, rx.AllOf) else (condition,)
        names = {choice.name for choice in action.choices}
        early = [node for node in parts if node is not None and self._is_quick(node, names)]
        return self.c.expressions.chain(f, [partial(self.c.expressions.holds, node, f, scope) for node in early], True)

    @staticmethod
    def _is_quick(root: rx.Expr, names: set[str]) -> bool:
        """Whether an expression has only variables, numbers and some names."""
        quick = (rx.Comparison, rx.Variable, rx.Number, rx.SumOf, rx.Me, rx.Within, rx.Truth, rx.Negation)
        for node in rx.walk(root):
            if isinstance(node, rx.Local):
                if node.name not in names:
                    return False
            elif not isinstance(node, quick):
                return False
        return True

    def domains(self, choice: Choice) -> list[list[int]]:
        """The values to choose from, for each player, as the kernel has them."""
        found = []
        for player in range(self.unit.players):
            domain = self.engine.candidates.domain(None, player, choice.values, choice.type)  # type: ignore[arg-type]
            found.append([self._plain(value, choice.type) for value in domain])
        return found

    def _plain(self, value: object, type_: Type) -> int:
        if type_ is Type.DIRECTION:
            assert isinstance(value, tuple)
            return int(value[0])
        if type_ is Type.DIRECTIONS:
            assert isinstance(value, tuple)
            return sum(1 << int(number) for number in value)
        if type_ is Type.TRACK:
            return self.c.space.track_number(str(value))
        if type_ is Type.SITE:
            return int(value).bit_length() - 1  # type: ignore[call-overload, no-any-return]
        if isinstance(value, str):
            return self.unit.word(value)
        return int(value)  # type: ignore[call-overload, no-any-return]

    def _no_walk(self, target: Ex, scope: Scope) -> Walk:
        return Walk(target, (), None, k.NOTHING, NO_DIRECTIONS, dict(scope.names), False)

    # ------------------------------------------------------------ place

    def _placed(
        self, action: Action, f: Builder, scope: Scope, values: list[Ex], goal: Ex | None, wish: Wish, then: Test
    ) -> None:
        piece = action.piece
        assert piece is not None
        owner = scope.me
        if piece.owner is not None:
            owner = f.let(self.c.expressions.number(piece.owner, f, scope))
        entries = self._entries(action)
        if not entries:
            return
        if len(entries) == 1:
            kind, state = entries[0]
            self._offer(action, f, scope, values, k.num(kind), k.num(state), [kind], owner, goal, wish, then)
            return
        kinds = self.unit.table("offer_kind", 16, [kind for kind, _ in entries])
        states = self.unit.table("offer_state", 16, [state for _, state in entries])
        with f.count_to(len(entries), "offer") as number:
            kind_ex = f.let(k.look(kinds, number), "kind")
            state_ex = f.let(k.look(states, number), "state")
            every = sorted({kind for kind, _ in entries})
            self._offer(action, f, scope, values, kind_ex, state_ex, every, owner, goal, wish, then)

    def _entries(self, action: Action) -> list[tuple[int, int]]:
        """Kinds and states a `place` may bring in, in order."""
        piece = action.piece
        assert piece is not None
        trays = self.engine.trays
        kinds = range(len(self.rules.kinds)) if piece.kind is None else (piece.kind,)
        found = []
        for kind in kinds:
            if piece.kind is None and kind not in trays.tracked:
                continue
            if not (action.trays or trays.default_trays(kind)):
                found.append((kind, trays.first_state(kind, piece.states)))
                continue
            for state in range(self.rules.kinds[kind].combinations):
                if trays._fits(kind, state, piece.states):
                    found.append((kind, state))
        return found

    def _offer(
        self,
        action: Action,
        f: Builder,
        scope: Scope,
        values: list[Ex],
        kind: Ex,
        state: Ex,
        kinds: list[int],
        owner: Ex,
        goal: Ex | None,
        wish: Wish,
        then: Test,
    ) -> None:
        piece = action.piece
        assert piece is not None
        neutral = [int(self.rules.kinds[number].neutral) for number in range(len(self.rules.kinds))]
        given_owner = scope.me if piece.kind is None else owner
        if all(neutral[number] for number in kinds):
            owned_by = k.num(NEUTRAL)
        elif not any(neutral[number] for number in kinds):
            owned_by = given_owner
        else:
            table = self.unit.table("is_neutral", 8, neutral)
            owned_by = f.let(k.select(k.look(table, kind).ne(0), NEUTRAL, given_owner))
        trays, available = self._trays(action, f, scope, kind, state, kinds, owned_by)
        with f.when(available):
            cell = f.let(self.c.pieces.cell_of(owned_by, kind, state), "cell")
            words = {"kind": Val("int", kind), "origin": NO_SITE, "load": Val("int", k.num(0))}
            inner = scope.copy(words=words, mover=cell, facing=self._facing(f, cell))
            layers = {self.rules.kinds[number].layer for number in kinds}

            def from_start(origin: Ex) -> None:
                at = inner
                if action.start is not None:
                    at = inner.with_words(origin=Val("site", origin))
                candidate = Candidate(action, values, k.num(0), (kind, state), trays, owned_by, origin, None)

                def room(g: Builder, here: Scope, found: Candidate, walk: Walk) -> None:
                    if walk.may_be_off:
                        then(g, here, found, walk)
                        return
                    for layer in layers:
                        if len(layers) == 1:
                            with g.when(self._has_room(layer, walk.target)):
                                then(g, here, found, walk)
                        else:
                            table = self.unit.table("layer_of", 8, [spec.layer for spec in self.rules.kinds])
                            of_layer = k.look(table, found.piece[0] if found.piece else kind).eq(layer)
                            with g.when(k.both(of_layer, self._has_room(layer, walk.target))):
                                then(g, here, found, walk)

                self._walks(action, f, at, candidate, origin, goal, wish, room)

            if action.start is None:
                from_start(k.num(NOWHERE))
            else:
                with f.each(self.c.expressions.sites(action.start, f, scope)) as origin:
                    from_start(origin)

    def _has_room(self, layer: int, site: Ex) -> Ex:
        if layer == 0 and self.rules.stack > 1:
            return self.c.pieces.height(site).lt(self.rules.stack)
        return k.negate(k.has(self.c.pieces.occupied(layer), site))

    def _trays(
        self, action: Action, f: Builder, scope: Scope, kind: Ex, state: Ex, kinds: list[int], owned_by: Ex
    ) -> tuple[list[tuple[str, Ex]] | None, Ex]:
        """The tray a piece comes from (the first that has its kind), and whether there is one."""
        engine_trays = self.engine.trays
        choices = {number: action.trays or engine_trays.default_trays(number) for number in kinds}
        if not any(choices.values()):
            return None, k.TRUE
        names = next(iter(choices.values()))
        if any(other != names for other in choices.values()):
            return self._trays_by_kind(f, scope, kind, state, choices, owned_by)
        holder = f.let(k.select(owned_by.eq(NEUTRAL), scope.me, owned_by), "holder")
        found: list[tuple[str, Ex]] = []
        earlier = k.FALSE
        available = k.FALSE
        for tray in names:
            here = f.let(self.c.trays.count(tray, holder, kind, state).gt(0), "there")
            if len(names) == 1:
                found.append((tray, k.TRUE))
                available = here
                continue
            # The first tray that has this kind in any fitting state.
            some = f.var(k.FALSE, "some")
            piece = action.piece
            assert piece is not None
            for number in kinds:
                for each_state in range(self.rules.kinds[number].combinations):
                    if engine_trays._fits(number, each_state, piece.states):
                        there = self.c.trays.count(tray, holder, number, each_state).gt(0)
                        f.set(some, k.either(some, k.both(kind.eq(number), there)))
            chosen = f.let(k.both(k.negate(earlier), some), "chosen")
            found.append((tray, chosen))
            available = k.either(available, k.both(chosen, here))
            earlier = f.let(k.either(earlier, some), "earlier")
        return found, f.let(available, "available")

    def _trays_by_kind(
        self, f: Builder, scope: Scope, kind: Ex, state: Ex, choices: dict[int, tuple[str, ...]], owned_by: Ex
    ) -> tuple[list[tuple[str, Ex]], Ex]:
        """Kinds that come from different trays (one each, or from nowhere)."""
        holder = f.let(k.select(owned_by.eq(NEUTRAL), scope.me, owned_by), "holder")
        available = f.var(k.FALSE, "available")
        found: list[tuple[str, Ex]] = []
        for tray in ("hand", "supply", "taken"):
            rows = [int(choices.get(number, ())[:1] == (tray,)) for number in range(len(self.rules.kinds))]
            if any(rows):
                chosen = f.let(k.look(self.unit.table(f"from_{tray}", 8, rows), kind).ne(0))
                found.append((tray, chosen))
                f.set(
                    available, k.either(available, k.both(chosen, self.c.trays.count(tray, holder, kind, state).gt(0)))
                )
        nowhere = [int(number in choices and not choices[number]) for number in range(len(self.rules.kinds))]
        f.set(available, k.either(available, k.look(self.unit.table("from_nowhere", 8, nowhere), kind).ne(0)))
        return found, available

    def _facing(self, f: Builder, cell: Ex) -> Ex | None:
        return f.let(self.c.expressions.facing_of(cell), "facing") if self.c.expressions.has_facing else None

    # ------------------------------------------------------------ move and pick

    def _chosen(
        self,
        action: Action,
        f: Builder,
        scope: Scope,
        values: list[Ex],
        only: Ex | None,
        goal: Ex | None,
        wish: Wish,
        then: Test,
    ) -> None:
        subject = self.c.expressions.sites(action.subject, f, scope) if action.subject is not None else k.NOTHING
        if only is not None:
            everything = k.sites(self.rules.board.all_sites)
            subject = k.set_and(subject, k.set_select(only.lt(0), everything, k.one(only)))
        if goal is not None and action.verb == "move":
            subject = k.set_and(subject, self._within_reach(action, goal, f, scope))
        with f.each(subject, "origin") as origin:
            self._from_origin(action, f, scope, values, origin, goal, wish, then)

    def _from_origin(
        self,
        action: Action,
        f: Builder,
        scope: Scope,
        values: list[Ex],
        origin: Ex,
        goal: Ex | None,
        wish: Wish,
        then: Test,
    ) -> None:
        cell = self.c.pieces.top(f, action.layer, origin)
        if action.verb == "move":
            there = cell.ne(0) if not self.unit.facts.attacks else k.both(cell.ne(0), cell.ne(self.c.pieces.ghost))
            with f.when(there):
                self._moved(action, f, scope, values, origin, cell, goal, wish, then)
            return
        words = {
            "origin": Val("site", origin),
            "kind": Val("int", f.let(self.c.pieces.kind(cell), "kind")),
            "load": Val("int", k.num(0)),
        }
        mover = cell
        if self.unit.facts.attacks:
            mover = f.let(k.select(cell.eq(self.c.pieces.ghost), 0, cell))
        inner = scope.copy(words=words, mover=mover, facing=self._facing(f, mover))
        candidate = Candidate(action, values, k.num(0), None, None, None, origin, None)
        self._walks(action, f, inner, candidate, origin, goal, wish, then)

    def _moved(
        self,
        action: Action,
        f: Builder,
        scope: Scope,
        values: list[Ex],
        origin: Ex,
        cell: Ex,
        goal: Ex | None,
        wish: Wish,
        then: Test,
    ) -> None:
        stacked = action.layer == 0 and self.rules.stack > 1
        seen = self.lift_is_seen(action)

        def lifted(take: Ex) -> None:
            mark = None
            if seen:
                mark = self.unit.mark(f)
                self.lift(f, action, origin, take)
            kind = f.let(self.c.pieces.kind(cell), "kind")
            words = {"origin": Val("site", origin), "kind": Val("int", kind), "load": Val("int", take)}
            inner = scope.copy(words=words, mover=cell, facing=self._facing(f, cell))
            candidate = Candidate(action, values, take, None, None, None, origin, mark)
            in_the_air = inner.copy(lifted=(origin, action.layer))
            with f.when(self.c.expressions.holds(action.if_lifted, f, in_the_air)):
                self._walks(action, f, inner, candidate, origin, goal, wish, then)
            if mark is not None:
                self.unit.undo(f, mark)

        take = action.take
        height = f.let(self.c.pieces.height(origin), "height") if stacked else k.num(1)
        if take.everything:
            lifted(height)
        elif take.amount is not None:
            at = scope.with_words(origin=Val("site", origin))
            amount = f.let(self.c.expressions.number(take.amount, f, at), "take")
            with f.when(k.both(amount.ge(1), amount.le(height))):
                lifted(amount)
        elif take.low == take.high:
            with f.when(height.ge(take.low)):
                lifted(k.num(take.low))
        else:
            most = f.let(k.select(height.lt(take.high), height, take.high))
            with f.count_to(most + 1, "take", take.low) as amount:
                lifted(amount)

    def _within_reach(self, action: Action, goal: Ex, f: Builder, scope: Scope) -> Ex:
        """Where a piece must stand to reach a site, were nothing in its way."""
        everywhere = k.sites(self.rules.board.all_sites)
        if action.path is None or scope.me.const is None:
            return everywhere
        reached = self.c.reach.of(action.path, scope.me.const)
        if reached is None:
            return everywhere
        by_kind: dict[int | None, tuple[int, ...]] = reached
        at = self.layout.bases[action.layer].at
        found = k.NOTHING
        for kind, reach in by_kind.items():
            near = k.look_set(self.unit.table("from_where", 0, reversed_reach(reach)), goal)
            if kind is not None and ("kind", kind) in at:
                near = k.set_and(near, k.load_set(at["kind", kind]))
            found = k.set_or(found, near)
        return found

    def lift_is_seen(self, action: Action) -> bool:
        """Whether anything before landing can tell that the mover is in the air.

        A ray never comes back to its start, so plain questions about the sites on it have the same answers.
        """
        if action.if_lifted is not None or (self.rules.stack > 1 and action.layer == 0):
            return True
        if action.path is None:
            return action.to is not None and not self.is_plain(action.to)
        return not self._is_plain_path(action.path)

    def _is_plain_path(self, path: rp.Path) -> bool:
        for route in path.routes:
            if len(route.legs) != 1 or route.legs[0].condition is not None:
                return False
            travel = route.legs[0].travel
            match travel:
                case rp.LineTravel():
                    if travel.way.tracks or any(self.c.rays.cyclic):
                        return False
                    items = [item.item for item in travel.run]
                    items += [travel.landing.item] if travel.landing.item is not None else []
                    numbers = [item.times for item in travel.run if item.times is not None]
                    if not all(self.is_plain(item) for item in items) or not all(map(self._is_blind, numbers)):
                        return False
                case rp.Leap() | rp.LeapToward():
                    if travel.landing.item is not None and not self.is_plain(travel.landing.item):
                        return False
                case rp.ItsPath():
                    for kind in self.rules.kinds:
                        for attribute in kind.attributes:
                            paths = [attribute.path, *attribute.by_value] if attribute.name == travel.attribute else []
                            if not all(item is None or self._is_plain_path(item) for item in paths):
                                return False
                case rp.NamedPath():
                    if not self._is_plain_path(self.rules.paths[travel.path].path):
                        return False
                case rp.InnerPath():
                    if not self._is_plain_path(travel.path):
                        return False
                case _:
                    return False
        return True

    def _is_blind(self, node: rx.Expr) -> bool:
        """Whether a number is the same with and without the mover: what rays from its site meet is elsewhere."""
        match node:
            case rx.Number():
                return True
            case rx.SumOf():
                return all(self._is_blind(item) for item in node.items)
            case rx.CountOf():
                item = node.item
                while isinstance(item, rx.DefineCall):
                    item = self.rules.defines[item.define].body
                start = item.start if isinstance(item, rx.Reached) else None
                leaves = isinstance(start, rx.PartWord) and start.word == "origin"
                return isinstance(item, rx.Reached) and leaves and self._is_plain_path(item.path)
        return False

    def is_plain(self, node: rx.Expr) -> bool:
        """Whether membership of a site depends on that site alone."""
        match node:
            case rx.Pattern() | rx.EmptySites() | rx.Fixed() | rx.FixedOf() | rx.Anywhere() | rx.Unmoved():
                return True
            case rx.PartWord() | rx.Local() | rx.Parameter() | rx.Memory() | rx.Variable():
                return True
            case rx.Intersection() | rx.Union():
                return all(self.is_plain(item) for item in node.items)
            case rx.Difference():
                return self.is_plain(node.left) and self.is_plain(node.right)
            case rx.DefineCall():
                return not node.args and self.is_plain(self.rules.defines[node.define].body)
        return False

    def lift(self, f: Builder, action: Action, origin: Ex, take: Ex) -> None:
        """Takes the top pieces up; on a stack they wait in the block."""
        if not (action.layer == 0 and self.rules.stack > 1):
            self.c.pieces.lift(f, action.layer, origin)
            return

        def write(g: Builder) -> None:
            site, amount = g.params
            with g.count_to(amount, "level") as level:
                cell = self.c.pieces.lift(g, 0, site)
                self.unit.write(g, 16, (amount - level - 1) * 2 + self.layout.block, cell)

        params = [("site", INT), ("amount", INT)]
        f.call(self.unit.function("lift_block", "lift_block", params, None, write, "takes pieces up"), origin, take)

    # ------------------------------------------------------------ where to

    def _walks(
        self,
        action: Action,
        f: Builder,
        scope: Scope,
        candidate: Candidate,
        origin: Ex,
        goal: Ex | None,
        wish: Wish,
        then: Test,
    ) -> None:
        contact = self._contact(action, candidate, f, scope)

        def arrive(g: Builder, inner: Scope, walk: Walk) -> None:
            test = k.TRUE
            if goal is not None:
                test = walk.target.eq((inner.words or {})["the goal"].ex)
            if contact is not None and not walk.may_be_off:
                test = k.both(test, contact(walk.target, g))
            with g.when(test):
                self._tested(g, inner, self._moved_along(candidate, inner), walk, then)

        gathers = goal is None and not wish.first and wish.way is None
        if action.path is not None and gathers and self._only_targets_matter(action):
            found = f.var(k.NOTHING, "found")
            self.c.paths.from_site(action.path, f, scope, origin, Wish(False, False), True, Gather(found))
            if wish.gather is not None:
                wish.gather(f, origin, found)
                return
            with f.each(found, "target") as target:
                arrive(f, self._carried(f, scope, candidate), self._no_walk(target, scope))
        elif action.path is not None:
            targets_only = not self.engine.observed(action)
            at = self._carried(f, scope, candidate)
            self.c.paths.from_site(action.path, f, at, origin, wish, targets_only, arrive)
        elif action.to is not None:
            sites = self.c.expressions.sites(action.to, f, scope)
            if action.verb == "move":
                sites = k.set_minus(sites, k.one(origin))
            if wish.gather is not None:
                wish.gather(f, origin, sites)
                return
            if goal is not None:
                with f.when(k.has(sites, goal)):
                    arrive(f, self._carried(f, scope, candidate), self._no_walk(goal, scope))
                return
            with f.each(sites, "target") as target:
                arrive(f, self._carried(f, scope, candidate), self._no_walk(target, scope))
        else:
            arrive(f, self._carried(f, scope, candidate), self._no_walk(origin, scope))

    def gathers(self, action: Action) -> bool:
        """Whether all candidates from a site can be told as a set of targets: nothing else is chosen or asked."""
        if action.choices or action.lets or self.rules.unbounded is not None:
            return False
        if action.condition is not None and not self.c.plans.is_general(action.condition):
            return False
        return action.to is not None if action.path is None else self._only_targets_matter(action)

    def _only_targets_matter(self, action: Action) -> bool:
        """Whether the walks of an action can be told by their targets alone, all on the board."""
        assert action.path is not None
        if self.engine.observed(action) or self.unit.facts.looks_at_passed(action):
            return False
        return not self.c.repeats.has_routes(action.path, True) and not self.c.walked.may_leave(action.path)

    def _carried(self, f: Builder, scope: Scope, candidate: Candidate) -> Scope:
        """What belongs to the candidate goes along with the scope, should the path need a function of its own."""
        words = {**self._along, **(scope.words or {})}
        for number, value in enumerate(candidate.values):
            words[f"with {number}"] = Val("int", value)
        words["the take"] = Val("int", candidate.take)
        words["the origin"] = Val("site", candidate.origin)
        if candidate.mark is not None:
            words["the mark"] = Val("int", candidate.mark)
        if candidate.owner is not None:
            words["the owner"] = Val("int", candidate.owner)
        if candidate.piece is not None:
            words["the kind"] = Val("int", candidate.piece[0])
            words["the state"] = Val("int", candidate.piece[1])
        for number, (_, chosen) in enumerate(candidate.tray or ()):
            words[f"tray {number}"] = Val("bool", chosen)
        return scope.copy(words=words)

    @staticmethod
    def _moved_along(candidate: Candidate, scope: Scope) -> Candidate:
        words = scope.words or {}
        piece = candidate.piece
        if piece is not None:
            piece = (words["the kind"].ex, words["the state"].ex)
        tray = None
        if candidate.tray is not None:
            tray = [(name, words[f"tray {number}"].ex) for number, (name, _) in enumerate(candidate.tray)]
        return Candidate(
            candidate.action,
            [words[f"with {number}"].ex for number in range(len(candidate.values))],
            words["the take"].ex,
            piece,
            tray,
            words["the owner"].ex if candidate.owner is not None else None,
            words["the origin"].ex,
            words["the mark"].ex if candidate.mark is not None else None,
        )

    def _contact(
        self, action: Action, candidate: Candidate, f: Builder, scope: Scope
    ) -> Callable[[Ex, Builder], Ex] | None:
        """Where pieces may land on an unbounded board: in touch with the anchor (D101)."""
        unbounded = self.rules.unbounded
        if unbounded is None or action.verb not in ("move", "place"):
            return None
        layer = action.layer
        if action.piece is not None and action.piece.kind is not None:
            layer = self.rules.kinds[action.piece.kind].layer
        anchor = unbounded.layer

        def occupied() -> Ex:
            return self.c.pieces.occupied(anchor)

        if layer != anchor:
            return lambda site, g: k.has(occupied(), site)

        def touches(site: Ex, g: Builder) -> Ex:
            table, counts, width = self.c.space.neighbour_lists()
            around = self.c.space.torus.touches(g, occupied(), site)
            found = g.var(k.has(occupied(), site) if around is None else around, "touches")
            with g.when(k.negate(found) if around is None else k.FALSE), g.count_to(k.look(counts, site)) as number:
                with g.when(k.has(occupied(), k.look(table, site * width + number))):
                    g.set(found, k.TRUE)
                    g.leave()
            with g.when(k.negate(found)):
                g.set(found, k.negate(k.some(occupied())))  # the very first piece
            return found

        return touches

    # ------------------------------------------------------------ tests

    def _tested(self, f: Builder, scope: Scope, candidate: Candidate, walk: Walk, then: Test) -> None:
        """`let` in order, then `if`: both see the board before anything is lifted."""
        action = candidate.action
        inner = self.seen_from(scope, walk, candidate)
        names = inner.names
        conditions = [
            *(let.value for let in action.lets),
            *([action.condition] if action.condition is not None else []),
        ]
        replaced = candidate.mark is not None and any(self._sees_board(node, action.layer) for node in conditions)
        if replaced and candidate.mark is not None:
            self.unit.undo(f, candidate.mark)
        for let in action.lets:
            names[let.name] = kept(f, self.c.expressions.value(let.value, f, inner), let.name)
        holds = self.c.expressions.holds(action.condition, f, inner)
        if replaced:
            holds = f.let(holds, "holds")
            self.lift(f, action, candidate.origin, candidate.take)
        with f.when(holds):
            then(f, inner, candidate, walk)

    def seen_from(self, scope: Scope, walk: Walk, candidate: Candidate) -> Scope:
        """The scope of a candidate that has chosen its target."""
        action = candidate.action
        names = {name: val for name, val in walk.names.items() if not name.startswith("outer ")}
        old = scope.words or {}
        words = {
            **{name: val for name, val in old.items() if name.startswith(("the ", "with ", "tray ", "chain "))},
            "origin": old.get("origin", NO_SITE),
            "kind": old.get("kind", Val("int", k.num(-1))),
            "load": old.get("load", Val("int", k.num(0))),
            "target": NO_SITE if walk.target.const is not None and walk.target.const < 0 else Val("site", walk.target),
            "passed": Val("set", walk.passed if walk.passed is not None else k.NOTHING),
            "dir": walk.dir if self.engine.observed(action) else NO_DIRECTIONS,
            "it": NO_SITE,
        }
        return scope.copy(words=words, names=names)

    def _sees_board(self, root: rx.Node, layer: int) -> bool:
        """Whether an expression can tell that a piece is in the air."""
        blind = (
            rx.Number, rx.Truth, rx.Comparison, rx.AllOf, rx.AnyOf, rx.Negation, rx.Within, rx.SumOf, rx.ProductOf,
            rx.Counter, rx.PartWord, rx.Local, rx.Parameter, rx.Memory, rx.Variable, rx.Me, rx.Enemies, rx.KindValue,
            rx.StateValue, rx.PlayerValue, rx.WordValue, rx.TrackValue, rx.Fixed, rx.FixedOf, rx.Anywhere,
            rx.Intersection, rx.Union, rx.Difference, rx.NotEmpty, rx.CountOf, rx.Every, rx.InTray, rx.Extreme,
            rx.FixedDirections, rx.Relative, rx.DirectionsUnion, rx.TurnedDirections, rx.Stepped, rx.Neighbours, rx.Way,
            rx.Unmoved, rx.Either, rx.SidesOf, rx.DistanceOf,
        )  # fmt: skip
        for node in rx.walk(root):
            if isinstance(node, rx.DefineCall):
                if self._sees_board(self.rules.defines[node.define].body, layer):
                    return True
            elif isinstance(node, rx.Pattern):
                if node.layer == layer:
                    return True
            elif isinstance(node, rx.EmptySites):
                if layer == 0:
                    return True
            elif not isinstance(node, blind):
                return True
        return False

    # ------------------------------------------------------------ carrying out

    def perform(self, f: Builder, scope: Scope, candidate: Candidate, walk: Walk, leaf: int, then: Made) -> None:
        """Before, land, do, must: all ways a candidate can turn out."""
        from .effects import Doing

        action = candidate.action
        mark = self.unit.mark(f)
        length = self._write_key(f, candidate, walk, leaf)
        captures = f.let(k.load(64, self.layout.captures), "captured")
        it = f.var(k.num(-1), "it")
        words = {**(scope.words or {}), "it": Val("site", it)}
        inner = scope.copy(words=words)
        doing = Doing(
            inner, it, f.var(k.FALSE, "ended"), f.var(k.FALSE, "may"), f.var(k.num(0), "changed"),
            f.var(k.num(0), "chosen"), action.layer,
        )  # fmt: skip
        effects = self.c.effects

        def must() -> None:
            with f.when(self.c.expressions.holds(action.must, f, inner)):
                then(f, inner, candidate, walk, doing, captures)

        def landed() -> None:
            fine = self._land(candidate, walk, f, doing)
            with f.when(fine):
                effects.run(action.effects, f, doing, must)

        if action.verb == "move" and candidate.mark is None:
            stacked = action.layer == 0 and self.rules.stack > 1
            if scope.mover is not None and scope.mover.const is not None and not stacked:
                self.c.pieces.lift_known(f, action.layer, candidate.origin, scope.mover)
            else:
                self.lift(f, action, candidate.origin, candidate.take)
        effects.run(action.before, f, doing, landed)
        self.unit.undo(f, mark)
        if self.unit.mode == GENERAL:
            f.store(64, self.layout.key_length, length)

    def _land(self, candidate: Candidate, walk: Walk, f: Builder, doing: object) -> Ex:
        from .effects import Doing

        assert isinstance(doing, Doing)
        action, effects = candidate.action, self.c.effects
        target = walk.target
        if action.verb == "move":
            effects._moved_from(f, action.layer, candidate.origin)
            if walk.may_be_off:
                return k.TRUE
            if action.layer == 0 and self.rules.stack > 1:
                fine = effects.land_block(target, candidate.take, f, doing)
            else:
                assert doing.scope.mover is not None
                fine = effects.land_cell(action.layer, target, doing.scope.mover, f, doing)
            f.set(doing.it, target)
            return fine
        if action.verb == "place" and candidate.piece is not None and candidate.owner is not None:
            kind, state = candidate.piece
            owner = candidate.owner
            holder = f.let(k.select(owner.eq(NEUTRAL), doing.scope.me, owner), "holder")
            fine = f.var(k.TRUE, "fine")
            for tray, chosen in candidate.tray or ():
                with f.when(chosen):
                    if action.before:  # which may have taken the last one
                        f.set(fine, self.c.trays.count(tray, holder, kind, state).gt(0))
                    with f.when(fine):
                        self.c.trays.add(f, tray, holder, kind, state, -1)
            if walk.may_be_off:
                return fine
            assert doing.scope.mover is not None
            kinds = [action.piece.kind] if action.piece is not None and action.piece.kind is not None else None
            layers = {spec.layer for number, spec in enumerate(self.rules.kinds) if kinds is None or number in kinds}
            for layer in sorted(layers):
                table = self.unit.table("layer_of", 8, [spec.layer for spec in self.rules.kinds])
                here = k.TRUE if len(layers) == 1 else k.look(table, kind).eq(layer)
                with f.when(k.both(fine, here)):
                    f.set(fine, effects.land_cell(layer, target, doing.scope.mover, f, doing, not action.before))
            f.set(doing.it, target)
            return fine
        if action.verb == "pick":
            f.set(doing.it, candidate.origin)
        return k.TRUE

    def _write_key(self, f: Builder, candidate: Candidate, walk: Walk, leaf: int) -> Ex:
        """Begins the key of this part; effect choices follow. Gives the length before."""
        if self.unit.mode != GENERAL:
            return k.num(0)
        length = f.let(k.load(64, self.layout.key_length), "length")
        kind, state = candidate.piece if candidate.piece is not None else (k.num(0), k.num(0))
        origin = candidate.origin if candidate.action.verb in ("move", "pick") or candidate.action.start else k.num(0)
        target = walk.target
        if target.const is not None:
            target = k.num(self.n if target.const == OFF else max(target.const, 0))
        entries = [k.num(leaf + 1), *candidate.values, candidate.take, kind, state, origin, target]
        for number, entry in enumerate(entries):
            f.store(16, (length + number) * 2 + self.layout.key, entry)
        fixed = length + len(entries)
        if self.rules.distinct == "route":
            self._hash_route(f, [*entries[: 1 + len(candidate.values)], kind, state, origin, target])
        if not self.engine.observed(candidate.action):
            f.store(64, self.layout.key_length, fixed)
            return length
        if candidate.action.path is None:  # no direction, no runs, nothing passed: what is kept is of an earlier part
            for number in range(3):
                f.store(16, (fixed + number) * 2 + self.layout.key, 0)
            f.store(64, self.layout.key_length, fixed + 3)
            return length
        direction = self.c.effects.lowest(walk.dir) + 1
        f.store(16, fixed * 2 + self.layout.key, direction)
        f.call(self._route_function(), fixed + 1)
        return length

    def _hash_route(self, f: Builder, entries: list[Ex]) -> None:
        """What tells routes apart where they are told apart (D72): leaf, with, piece, origin, target of each part."""
        found = k.load(64, self.layout.route_hash)
        for entry in entries:
            found = self.unit.mix(f, found + entry)
        self.unit.write(f, 64, self.layout.route_hash, found)

    def _route_function(self) -> Function:
        """Run lengths and passed sites, each row closed by a 0."""

        def write(f: Builder) -> None:
            at = f.var(f.params[0], "at")
            for start, end, row in (
                (self.layout.runs_base, self.layout.runs_length, self.layout.runs),
                (self.layout.passed_base, self.layout.passed_length, self.layout.passed_row),
            ):
                base = f.let(k.load(64, start))
                length = f.let(k.load(64, end) - base)
                with f.count_to(length) as number:
                    f.store(16, (at + number) * 2 + self.layout.key, k.load(16, (base + number) * 2 + row))
                f.set(at, at + length)
                f.store(16, at * 2 + self.layout.key, 0)
                f.set(at, at + 1)
            f.store(64, self.layout.key_length, at)

        return self.unit.function("route_key", "key_of_route", [("at", INT)], None, write, "the route in the key")

    # ------------------------------------------------------------ a function for what follows a walk

    def outlined(self, f: Builder, scope: Scope, candidate: Candidate, walk: Walk, name: str, write: Outlined) -> Ex:
        """Calls a function made of what is done with a candidate, so that it is written once for many walks."""
        extra: dict[str, Val] = {"reached": Val("site", f.let(walk.target))}
        if walk.passed is not None:
            extra["went by"] = Val("set", f.let(walk.passed))
        at = self._carried(f, settled(f, scope), candidate)
        outline = Outline(settled(f, at), extra)
        outer = outline.outer()

        def body(g: Builder) -> None:
            inner = outline.inner
            words = inner.words or {}
            reached = Walk(
                outer["reached"].ex, (), None, outer["went by"].ex if walk.passed is not None else None,
                words.get("dir", NO_DIRECTIONS), inner.names, walk.may_be_off,
            )  # fmt: skip
            write(g, inner, self._moved_along(candidate, inner), reached)

        key = (name, tuple(outline.params), walk.may_be_off, *self._constants(outline))
        made = self.unit.function(key, name, outline.params, INT, body, "carries out a candidate")
        return f.call(made, *outline.args, name="turns")

    @staticmethod
    def _constants(outline: Outline) -> list[object]:
        """What is fixed in an outline: two outlines with different constants are different functions."""
        inner = outline.inner
        found: list[object] = []
        for group in (inner.words or {}, inner.names, outline.outer()):
            for name, val in sorted(group.items()):
                found.append((name, val.kind, val.fixed, val.ex.const, val.ex.args if val.ex.op == "var" else None))
        found.extend([inner.me.const, inner.mover.const if inner.mover is not None else None, inner.action])
        found.append(inner.mover.args if inner.mover is not None and inner.mover.op == "var" else None)
        return found


Made = Callable[[Builder, Scope, Candidate, Walk, object, Ex], None]
Outlined = Callable[[Builder, Scope, Candidate, Walk], None]

__all__ = ["SET", "Actions", "Candidate", "fx"]

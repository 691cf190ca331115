"""Expressions lowered: as a set, as membership of one site, as a number, as yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules.types import Type
from ..kernel import program as k
from ..kernel.program import Builder, Ex
from ..memory.facts import kind_of
from .scope import NO_DIRECTIONS, NO_SITE, NO_SITES, Scope, Val, fixed_directions

if TYPE_CHECKING:
    from ..compiler import Compiler


class Expressions:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout
        self.engine = compiler.unit.engine
        self.everywhere = self.rules.board.all_sites

    # ------------------------------------------------------------ any value

    def value(self, node: rx.Expr, f: Builder, scope: Scope) -> Val:
        """A value of whatever type the expression has."""
        kind = kind_of(node.type)
        if kind == "site":
            return Val("site", self.site(node, f, scope))
        if kind == "set":
            return Val("set", self.sites(node, f, scope))
        if kind == "dirs":
            return self.directions(node, f, scope)
        if kind == "bool":
            return Val("bool", self.holds(node, f, scope))
        return Val("int", self.number(node, f, scope))

    def word(self, name: str, scope: Scope) -> Val:
        """A word of the present part; outside actions, of the last one."""
        if name == "last_sown":
            return Val("site", k.load(64, self.layout.last_sown) - 1) if scope.registers else NO_SITE
        if scope.words is not None and name in scope.words:
            return scope.words[name]
        empty = {"passed": NO_SITES, "dir": NO_DIRECTIONS, "kind": Val("int", k.num(-1)), "load": Val("int", k.num(0))}
        if scope.words is None and scope.registers and ("last", name) in self.layout.registers:
            return self.c.registers.read(("last", name))
        return empty.get(name, NO_SITE)

    def _named(self, node: rx.Expr, scope: Scope) -> Val:
        """Words, names, parameters, memory: whatever is kept somewhere."""
        match node:
            case rx.PartWord():
                return self.word(node.word, scope)
            case rx.Local():
                return scope.names.get(node.name) or self.nothing(node.type)
            case rx.Parameter():
                return scope.params[node.number]
            case rx.Memory():
                if not scope.registers:
                    return self.nothing(node.type)
                if node.action is not None:
                    return self.c.registers.read((node.action, node.field))
                owner = "turn" if node.field in ("origin", "target", "passed") else "last"
                return self.c.registers.read((owner, node.field))
        raise NotImplementedError(type(node).__name__)

    @staticmethod
    def nothing(type_: Type) -> Val:
        kind = kind_of(type_)
        if kind == "int":
            return Val("int", k.num(-1 if type_ in (Type.KIND, Type.WORD) else 0))
        return {"site": NO_SITE, "set": NO_SITES, "dirs": NO_DIRECTIONS, "bool": Val("bool", k.FALSE)}[kind]

    def _define(self, node: rx.DefineCall, f: Builder, scope: Scope) -> tuple[rx.Expr, Scope]:
        define = self.rules.defines[node.define]
        given = []
        for arg in node.args:
            val = self.value(arg, f, scope)
            given.append(val if val.fixed is not None else Val(val.kind, f.let(val.ex, "given")))
        return define.body, scope.copy(params=tuple(given), names={})

    def _hook(self, node: rx.HookCall, f: Builder, scope: Scope) -> Val:
        return self.c.hooks.call(node, f, scope)

    # ------------------------------------------------------------ sets

    def sites(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        match node:
            case rx.Fixed():
                return k.sites(node.sites)
            case rx.Anywhere():
                return k.sites(self.everywhere)
            case rx.EmptySites():
                return k.set_minus(k.sites(self.everywhere), self.c.pieces.occupied(0))
            case rx.Pattern():
                return self.pattern(node, f, scope)
            case rx.FixedOf():
                if node.owner.type is Type.PLAYER:
                    owner = self.number(node.owner, f, scope)
                    if owner.const is not None:
                        return k.sites(node.sites[owner.const])
                    return k.look_set(self.unit.table("region", 0, node.sites), owner)
                raise NotImplementedError("owner of a region")
            case rx.Unmoved():
                return k.load_set(self.layout.unmoved) if self.layout.unmoved >= 0 else k.NOTHING
            case rx.OpenCentre():
                layer = self.rules.unbounded.layer if self.rules.unbounded else 0
                return k.set_select(k.some(self.c.pieces.occupied(layer)), k.NOTHING, k.sites(1))
            case rx.Intersection():
                found = self.sites(node.items[0], f, scope)
                for item in node.items[1:]:
                    found = k.set_and(found, self.sites(item, f, scope))
                return found
            case rx.Union():
                found = k.NOTHING
                for item in node.items:
                    found = k.set_or(found, self.sites(item, f, scope))
                return found
            case rx.Difference():
                return k.set_minus(self.sites(node.left, f, scope), self.sites(node.right, f, scope))
            case rx.Neighbours():
                return self.c.space.next_to(node.item, node.way, f, scope)
            case rx.Stepped():
                return self.c.space.stepped(node, f, scope)
            case rx.Joined():
                return self.c.connections.joined(node, f, scope)
            case rx.LineOf():
                return self.c.lines.lines(node, f, scope)
            case rx.Reached():
                return self.c.walked.reached(node, f, scope)
            case rx.PassedBy():
                return self.c.walked.passed_by(node, f, scope)
            case rx.WithHeight():
                return self._with_height(node, f, scope)
            case rx.CrossedBy():
                return self._crossed(node, f, scope)
            case rx.Attacked():
                return self._attacked(node, f, scope)
            case rx.Holding():
                return self._holding(node, f, scope)
            case rx.Either():
                return self._either(node, f, scope, self.sites, k.SET)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.sites(body, f, inner)
            case rx.HookCall():
                return self._hook(node, f, scope).as_set
            case rx.Variable():
                return k.one(self._variable(node, f, scope))
        return self._named(node, scope).as_set

    def pattern(self, node: rx.Pattern, f: Builder, scope: Scope) -> Ex:
        at = self.layout.bases[node.layer].at
        owner = self._owner_set(node, scope)
        kinds, states = self.layout.pattern_parts(node)
        found = owner
        if kinds:
            of_kinds = k.NOTHING
            for kind in kinds:
                if ("kind", kind) in at:
                    of_kinds = k.set_or(of_kinds, k.load_set(at["kind", kind]))
            found = of_kinds if found is None else k.set_and(found, of_kinds)
        for state in states:
            in_state = k.load_set(at["state", state]) if ("state", state) in at else k.NOTHING
            found = in_state if found is None else k.set_and(found, in_state)
        return self.c.pieces.occupied(node.layer) if found is None else found

    def _owner_set(self, node: rx.Pattern, scope: Scope) -> Ex | None:
        """The pieces of the owner; None if it does not matter."""
        if node.owner is rx.Owner.ANYBODY:
            return None
        if node.owner is rx.Owner.MINE:
            return self.of_player(node.layer, scope.me)
        if node.owner is rx.Owner.ENEMY:
            return self.of_enemies(node.layer, scope.me)
        at = self.layout.bases[node.layer].at
        owner = ("owner", -1 if node.owner is rx.Owner.NEUTRAL else node.player or 0)
        return k.load_set(at[owner]) if owner in at else k.NOTHING

    def of_player(self, layer: int, player: Ex) -> Ex:
        at = self.layout.bases[layer].at
        if player.const is not None:
            return k.load_set(at["owner", player.const])
        return k.load_set(player * self.layout.set_size + at["owner", 0])

    def of_enemies(self, layer: int, me: Ex) -> Ex:
        at = self.layout.bases[layer].at
        enemies = self.engine.evaluator.enemies
        found = k.NOTHING
        for player in range(self.unit.players):
            theirs = k.load_set(at["owner", player])
            if me.const is not None:
                if player in enemies[me.const]:
                    found = k.set_or(found, theirs)
                continue
            hostile = [int(player in enemies[asking]) for asking in range(self.unit.players)]
            table = self.unit.table(f"hostile_{player}", 8, hostile)
            found = k.set_or(found, k.set_select(k.look(table, me).ne(0), theirs, k.NOTHING))
        return found

    def _with_height(self, node: rx.WithHeight, f: Builder, scope: Scope) -> Ex:
        low = f.let(self.number(node.low, f, scope))
        found = f.var(k.NOTHING, "high")
        with f.each(self.sites(node.item, f, scope)) as site:
            with f.when(self._height_fits(node, site, low)):
                f.set(found, found | k.one(site))
        return found

    def _height_fits(self, node: rx.WithHeight, site: Ex, low: Ex) -> Ex:
        height = self.c.pieces.height(site)
        if node.is_range:
            fits = height.ge(low)
            return fits if node.high is None else k.both(fits, height.le(node.high))
        return _compared(height, node.sign, low)

    def _crossed(self, node: rx.CrossedBy, f: Builder, scope: Scope) -> Ex:
        other = f.let(self.sites(node.other, f, scope))
        table = self.unit.table("crossing", 0, self.rules.board.crossing)
        found = f.var(k.NOTHING, "crossed")
        with f.each(self.sites(node.item, f, scope)) as site:
            with f.when(k.some(k.set_and(k.look_set(table, site), other))):
                f.set(found, found | k.one(site))
        return found

    def _attacked(self, node: rx.Attacked, f: Builder, scope: Scope) -> Ex:
        found = f.var(k.NOTHING, "attacked")
        with f.each(self.sites(node.item, f, scope)) as site:
            with f.when(self.c.attacks.attacked(node, site, f, scope)):
                f.set(found, found | k.one(site))
        return found

    def _holding(self, node: rx.Holding, f: Builder, scope: Scope) -> Ex:
        patterns = node.pattern.items if isinstance(node.pattern, rx.Union) else (node.pattern,)
        found = k.NOTHING
        for pattern in patterns:
            if not isinstance(pattern, rx.Pattern):
                continue
            if pattern.layer == 0 and self.rules.stack > 1:
                number = next(i for i, known in enumerate(self.unit.facts.holding) if known is pattern)
                found = k.set_or(found, self.c.pieces.holding(f, number, scope.me))
            else:
                found = k.set_or(found, self.pattern(pattern, f, scope))
        return found

    def _either(
        self, node: rx.Either, f: Builder, scope: Scope, lower: Callable[[rx.Expr, Builder, Scope], Ex], ty: str
    ) -> Ex:
        condition = self.holds(node.condition, f, scope)
        if condition.const is not None:
            return lower(node.value if condition.const else node.otherwise, f, scope)
        empty = {k.SET: k.NOTHING, k.INT: k.num(0), k.BOOL: k.FALSE}[ty]
        found = f.var(empty, "chosen")
        yes, no = f.branch(condition)
        with f.within(yes):
            f.set(found, lower(node.value, f, scope))
        with f.within(no):
            f.set(found, lower(node.otherwise, f, scope))
        return found

    # ------------------------------------------------------------ one site

    def site(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        """An expression that holds at most one site, as its number or -1."""
        match node:
            case rx.Variable():
                return self._variable(node, f, scope)
            case rx.PartWord() | rx.Local() | rx.Parameter() | rx.Memory():
                val = self._named(node, scope)
                return val.ex if val.kind == "site" else k.first(val.ex)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.site(body, f, inner)
            case rx.Either():
                return self._either(node, f, scope, self.site, k.INT)
            case rx.Intersection():
                return self._one_of_intersection(node, f, scope)
            case rx.Difference() if node.left.type is Type.SITE:
                place = f.let(self.site(node.left, f, scope))
                return self._if_on(f, place, lambda: k.negate(self.member(node.right, place, f, scope)))
            case rx.Stepped() if node.item.type is Type.SITE:
                dirs = self.directions(node.directions, f, scope)
                if dirs.fixed is not None and len(dirs.fixed) == 1:
                    place = f.let(self.site(node.item, f, scope))
                    found = f.var(k.num(-1), "step")
                    with f.when(place.ge(0)):
                        f.set(found, self.c.space.next(k.num(dirs.fixed[0]), place, scope.me))
                    return found
        return k.first(self.sites(node, f, scope))

    def _one_of_intersection(self, node: rx.Intersection, f: Builder, scope: Scope) -> Ex:
        for number, item in enumerate(node.items):
            if item.type is Type.SITE and not isinstance(item, rx.Pattern):
                place = f.let(self.site(item, f, scope))
                rest = [other for position, other in enumerate(node.items) if position != number]
                return self._if_on(f, place, partial(self._all_members, rest, place, f, scope))
        return k.first(self.sites(node, f, scope))

    def _all_members(self, items: list[rx.Expr], place: Ex, f: Builder, scope: Scope) -> Ex:
        return self.chain(f, [partial(self.member, item, place, f, scope) for item in items], True)

    def _if_on(self, f: Builder, place: Ex, test: Callable[[], Ex]) -> Ex:
        """The site if it is one and passes a test, else -1."""
        if place.const is not None and place.const < 0:
            return k.num(-1)
        found = f.var(k.num(-1), "kept")
        inner: k.Block = []
        with f.within(inner):
            passes = test()
            with f.when(passes):
                f.set(found, place)
        if place.const is None:
            f.emit("if", place.ge(0), inner, [])
        elif place.const >= 0:
            f.block.extend(inner)
        return found

    # ------------------------------------------------------------ is this site in it?

    def member(self, node: rx.Expr, site: Ex, f: Builder, scope: Scope) -> Ex:
        """Whether a site, which is on the board, belongs to a set expression."""
        match node:
            case rx.Intersection():
                return self._all_members(list(node.items), site, f, scope)
            case rx.Union():
                return self.chain(f, [partial(self.member, item, site, f, scope) for item in node.items], False)
            case rx.Difference():
                left, right = node.left, node.right
                return self.chain(
                    f,
                    [lambda: self.member(left, site, f, scope), lambda: k.negate(self.member(right, site, f, scope))],
                    True,
                )
            case rx.EmptySites():
                return k.negate(k.has(self.c.pieces.occupied(0), site))
            case rx.Anywhere():
                return k.TRUE
            case rx.Neighbours():
                return self.c.space.is_next_to(node.item, node.way, site, f, scope)
            case rx.Stepped():
                return self.c.space.is_stepped(node, site, f, scope)
            case rx.WithHeight():
                low = f.let(self.number(node.low, f, scope))
                item = node.item
                return self.chain(
                    f,
                    [lambda: self._height_fits(node, site, low), lambda: self.member(item, site, f, scope)],
                    True,
                )
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.member(body, site, f, inner)
            case rx.Either():
                return self._either(node, f, scope, lambda item, g, inner: self.member(item, site, g, inner), k.BOOL)
            case rx.Attacked():
                item = node.item
                return self.chain(
                    f,
                    [
                        lambda: self.member(item, site, f, scope),
                        lambda: self.c.attacks.attacked(node, site, f, scope),
                    ],
                    True,
                )
            case rx.Variable():
                return self._variable(node, f, scope).eq(site)
            case rx.PartWord() | rx.Local() | rx.Parameter() | rx.Memory():
                val = self._named(node, scope)
                return val.ex.eq(site) if val.kind == "site" else k.has(val.ex, site)
            case rx.LineOf():
                return self.c.lines.in_line(node, site, f, scope)
        found = self.sites(node, f, scope)
        return k.has(found, site)

    # ------------------------------------------------------------ yes and no

    def chain(self, f: Builder, tests: Sequence[Callable[[], Ex]], every: bool) -> Ex:
        """All of the tests (or any); later ones run only if they matter."""
        if not tests:
            return k.truth(every)
        block: k.Block = []
        with f.within(block):
            test = tests[0]()
        f.block.extend(block)
        if len(tests) == 1 or (test.const is not None and bool(test.const) != every):
            return test
        rest: k.Block = []
        test_now = test
        with f.within(rest):
            others = self.chain(f, tests[1:], every)
        if not rest:
            return k.both(test_now, others) if every else k.either(test_now, others)
        found = f.var(test_now, "test")
        with f.within(rest):
            f.set(found, others)
        f.emit("if", found if every else k.negate(found), rest, [])
        return found

    def holds(self, node: rx.Expr | None, f: Builder, scope: Scope) -> Ex:
        """A condition; none given is true."""
        if node is None:
            return k.TRUE
        match node:
            case rx.Truth():
                return k.truth(node.value)
            case rx.AllOf() | rx.AnyOf():
                tests = [partial(self.holds, item, f, scope) for item in node.items]
                return self.chain(f, tests, isinstance(node, rx.AllOf))
            case rx.Negation():
                return k.negate(self.holds(node.item, f, scope))
            case rx.NotEmpty():
                return self.some(node.item, f, scope)
            case rx.Every():
                return self._every(node, f, scope)
            case rx.ConnectedSites():
                return self.c.connections.connected(node, f, scope)
            case rx.CanDo():
                return self.c.turns.can_do(node, f, scope)
            case rx.Comparison():
                return self._comparison(node, f, scope)
            case rx.Within():
                value = f.let(self.number(node.item, f, scope))
                inside = value.ge(node.low)
                if node.high is not None:
                    inside = k.both(inside, value.le(node.high))
                return k.negate(inside) if node.negated else inside
            case rx.Either():
                return self._either(node, f, scope, self.holds, k.BOOL)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.holds(body, f, inner)
            case rx.HookCall():
                val = self._hook(node, f, scope)
                return k.some(val.as_set) if val.kind in ("set", "site") else val.ex
            case rx.Variable() if node.type is Type.TRUTH:
                return self._variable(node, f, scope).ne(0)
        if node.type.is_sites:
            return self.some(node, f, scope)
        val = self._named(node, scope)
        return val.ex if val.ex.ty == k.BOOL else val.ex.ne(0)

    def some(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        """Whether a set has any site."""
        match node:
            case rx.PartWord() | rx.Local() | rx.Parameter() | rx.Memory():
                val = self._named(node, scope)
                return val.ex.ge(0) if val.kind == "site" else k.some(val.ex)
            case rx.Union():
                return self.chain(f, [partial(self.some, item, f, scope) for item in node.items], False)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.some(body, f, inner)
            case rx.Either():
                return self._either(node, f, scope, self.some, k.BOOL)
            case rx.LineOf():
                return self.c.lines.has_line(node, f, scope)
            case rx.Attacked():
                return self._some_attacked(node, f, scope)
            case rx.Intersection():
                met = self.c.walked.meets(node, f, scope)
                if met is not None:
                    return met
        if node.type is Type.SITE:
            return self.site(node, f, scope).ge(0)
        sparse = self.c.sparse.strategy(node)
        if sparse is not None:
            found = f.var(k.FALSE, "some")
            with self.c.sparse.members(sparse, f, scope):
                f.set(found, k.TRUE)
                f.leave()
            return found
        return k.some(self.sites(node, f, scope))

    def _some_attacked(self, node: rx.Attacked, f: Builder, scope: Scope) -> Ex:
        found = f.var(k.FALSE, "attacked")
        with f.each(self.sites(node.item, f, scope)) as site:
            with f.when(self.c.attacks.attacked(node, site, f, scope)):
                f.set(found, k.TRUE)
                f.leave()
        return found

    def _every(self, node: rx.Every, f: Builder, scope: Scope) -> Ex:
        items = self.sites(node.item, f, scope)
        return k.negate(k.some(k.set_minus(items, self.sites(node.passing, f, scope))))

    def _comparison(self, node: rx.Comparison, f: Builder, scope: Scope) -> Ex:
        type_ = node.left.type
        if type_.is_directions:
            left, right = self.directions(node.left, f, scope).ex, self.directions(node.right, f, scope).ex
            same = k.both(left.eq(right), left.ne(0))
            return same if node.sign == "=" else k.negate(same)
        if type_.is_sites:
            if type_ is Type.SITE and node.right.type is Type.SITE:
                same = self.site(node.left, f, scope).eq(self.site(node.right, f, scope))
            else:
                same = k.set_eq(self.sites(node.left, f, scope), self.sites(node.right, f, scope))
            return same if node.sign == "=" else k.negate(same)
        if type_ is Type.TRUTH:
            same = k.as_int(self.holds(node.left, f, scope)).eq(k.as_int(self.holds(node.right, f, scope)))
            return same if node.sign == "=" else k.negate(same)
        left, right = self.number(node.left, f, scope), self.number(node.right, f, scope)
        if type_ is Type.KIND:
            same = k.both(left.eq(right), left.ge(0))
            return same if node.sign == "=" else k.negate(same)
        return _compared(left, node.sign, right)

    # ------------------------------------------------------------ numbers, players, kinds, states, words

    def number(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        match node:
            case rx.Number():
                return k.num(node.value)
            case rx.PlayerValue():
                return k.num(node.player)
            case rx.Me():
                return scope.me
            case rx.Enemies():
                return self.one_enemy(scope.me)
            case rx.KindValue():
                return k.num(node.kind)
            case rx.StateValue():
                return k.num(node.state)
            case rx.WordValue():
                return k.num(self.unit.word(node.word))
            case rx.TrackValue():
                return k.num(self.c.space.track_number(node.track))
            case rx.Counter():
                return self._counter(node.word, scope)
            case rx.SumOf():
                found = k.num(0)
                for item, sign in zip(node.items, node.signs, strict=True):
                    value = self.number(item, f, scope)
                    found = found + value if sign > 0 else found - value
                return found
            case rx.ProductOf():
                found = k.num(1)
                for item in node.items:
                    found = found * self.number(item, f, scope)
                return found
            case rx.CountOf():
                return self._count(node.item, f, scope)
            case rx.HeightOf():
                return self._height(node, f, scope)
            case rx.SidesOf():
                touched = f.let(self.sites(node.item, f, scope))
                found = k.num(0)
                for side in self.rules.board.sides or ():
                    found = found + k.as_int(k.some(k.set_and(touched, k.sites(side))))
                return f.let(found)
            case rx.DistanceOf():
                return self.c.connections.distance(node, f, scope)
            case rx.InTray():
                return self.c.trays.amount(node, f, scope)
            case rx.Extreme():
                return self._extreme(node, f, scope)
            case rx.BonusOf():
                doubled = [int(2 * bonus) for bonus in self.rules.bonus]
                player = self.number(node.player, f, scope)
                if player.const is not None:
                    return k.num(doubled[player.const])
                return k.look(self.unit.table("bonus", 32, doubled), player)
            case rx.Either():
                return self._either(node, f, scope, self.number, k.INT)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.number(body, f, inner)
            case rx.HookCall():
                return self._hook(node, f, scope).ex
            case rx.Variable():
                return self._variable(node, f, scope)
        return self._named(node, scope).ex

    def one_enemy(self, me: Ex) -> Ex:
        enemies = [min(theirs, default=player) for player, theirs in enumerate(self.engine.evaluator.enemies)]
        if me.const is not None:
            return k.num(enemies[me.const])
        return k.look(self.unit.table("enemy_of", 16, enemies), me)

    def _counter(self, word: str, scope: Scope) -> Ex:
        if word == "round":
            return k.load(64, scope.me * 8 + self.layout.turns) + 1
        if word in ("captures", "parts") and not scope.registers:
            return k.num(0)
        at = {
            "ply": self.layout.ply,
            "passes": self.layout.passes,
            "captures": self.layout.captures,
            "parts": self.layout.part_count,
        }
        return k.load(64, at[word])

    def _count(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        sparse = self.c.sparse.strategy(node)
        if sparse is not None:
            found = f.var(k.num(0), "count")
            with self.c.sparse.members(sparse, f, scope):
                f.set(found, found + 1)
            return found
        if node.type is Type.SITE:
            return k.as_int(self.site(node, f, scope).ge(0))
        return f.let(k.count(self.sites(node, f, scope)))

    def _height(self, node: rx.HeightOf, f: Builder, scope: Scope) -> Ex:
        if node.item.type is Type.SITE:
            place = f.let(self.site(node.item, f, scope))
            found = f.var(k.num(0), "height")
            with f.when(place.ge(0)):
                f.set(found, self.c.pieces.height(place))
            return found
        found = f.var(k.num(0), "height")
        with f.each(self.sites(node.item, f, scope)) as site:
            f.set(found, found + self.c.pieces.height(site))
        return found

    def _extreme(self, node: rx.Extreme, f: Builder, scope: Scope) -> Ex:
        values = [f.let(self.number(item, f, scope)) for item in node.items]
        if node.word == "abs":
            return k.select(values[0].lt(0), k.num(0) - values[0], values[0])
        found = values[0]
        for value in values[1:]:
            found = f.let(k.select(value.gt(found) if node.word == "max" else value.lt(found), value, found))
        return found

    def _variable(self, node: rx.Variable, f: Builder, scope: Scope) -> Ex:
        """The stored number: for sites and directions -1 is none."""
        spec = self.rules.variables[node.variable]
        at = self.layout.variables[node.variable]
        start = self.c.registers.stored_start(spec)
        if node.index is None:
            return self.c.registers.variable(k.num(at))
        index = f.let(self.number(node.index, f, scope))
        if spec.per_player:
            return f.let(self.c.registers.variable(index * 8 + at))
        low, high = spec.per_range or (0, 0)
        found = f.var(k.num(start), "entry")
        with f.when(k.both(index.ge(low), index.le(high))):
            f.set(found, self.c.registers.variable((index - low) * 8 + at))
        return found

    # ------------------------------------------------------------ directions

    def directions(self, node: rx.Expr, f: Builder, scope: Scope) -> Val:
        match node:
            case rx.FixedDirections():
                return self._by_player(node.by_player, scope.me)
            case rx.Relative():
                return self._relative(node, f, scope)
            case rx.DirectionsUnion():
                parts = [self.directions(item, f, scope) for item in node.items]
                if all(part.fixed is not None for part in parts):
                    numbers = dict.fromkeys(number for part in parts for number in part.fixed or ())
                    return fixed_directions(tuple(numbers))
                mask = k.num(0)
                for part in parts:
                    mask = mask | part.ex
                return Val("dirs", mask)
            case rx.TurnedDirections():
                return self._turned(node, f, scope)
            case rx.FacingOf():
                return self._facing(node, f, scope)
            case rx.Either():
                condition = self.holds(node.condition, f, scope)
                found = f.var(k.num(0), "dirs")
                yes, no = f.branch(condition)
                with f.within(yes):
                    f.set(found, self.directions(node.value, f, scope).ex)
                with f.within(no):
                    f.set(found, self.directions(node.otherwise, f, scope).ex)
                return Val("dirs", found)
            case rx.DefineCall():
                body, inner = self._define(node, f, scope)
                return self.directions(body, f, inner)
            case rx.Variable():
                number = f.let(self._variable(node, f, scope))
                return Val("dirs", k.select(number.lt(0), 0, k.num(1) << (number & 63)))
            case rx.HookCall():
                number = f.let(self._hook(node, f, scope).ex)
                return Val("dirs", k.select(number.lt(0), 0, k.num(1) << (number & 63)))
        return self._named(node, scope)

    def _by_player(self, by_player: tuple[tuple[int, ...], ...], me: Ex) -> Val:
        if len(by_player) == 1 or len(set(by_player)) == 1:
            return fixed_directions(by_player[0])
        if me.const is not None:
            return fixed_directions(by_player[me.const])
        masks = [sum(1 << number for number in numbers) for numbers in by_player]
        return Val("dirs", k.look(self.unit.table("dirs_of", 64, masks), me))

    def _relative(self, node: rx.Relative, f: Builder, scope: Scope) -> Val:
        plain = self._by_player(node.by_player, scope.me)
        if scope.facing is None:
            return plain
        board = self.rules.board
        masks = []
        for number in range(len(board.directions)):
            known = board.relative(number).get(node.word) if number < len(board.compass) else ()
            masks.append(sum(1 << direction for direction in known or ()))
        table = self.unit.table(f"relative_{node.word}", 64, masks)
        found = f.var(plain.ex, "dirs")
        with f.when(scope.facing.ge(0)):
            f.set(found, k.look(table, scope.facing))
        return Val("dirs", found)

    def _turned(self, node: rx.TurnedDirections, f: Builder, scope: Scope) -> Val:
        board = self.rules.board
        item = self.directions(node.item, f, scope)

        def turned(number: int) -> tuple[int, ...]:
            if node.how == "back":
                back = board.back(number)
                return () if back is None else (back,)
            return (board.beside if node.how == "beside" else board.across)(number) or ()

        if item.fixed is not None:
            found = dict.fromkeys(direction for number in item.fixed for direction in turned(number))
            return fixed_directions(tuple(found))
        masks = [sum(1 << direction for direction in turned(number)) for number in range(len(board.directions))]
        table = self.unit.table(f"turned_{node.how}", 64, masks)
        given = f.var(item.ex, "given")
        mask = f.var(k.num(0), "dirs")
        with f.count_to(len(board.directions)) as number:
            with f.when((given >> number & 1).ne(0)):
                f.set(mask, mask | k.look(table, number))
        return Val("dirs", mask)

    def _facing(self, node: rx.FacingOf, f: Builder, scope: Scope) -> Val:
        site = f.let(self.site(node.item, f, scope))
        found = f.var(k.num(0), "facing")
        with f.when(site.ge(0)):
            number = f.let(self.facing_of(self.c.pieces.top(f, 0, site)))
            with f.when(number.ge(0)):
                f.set(found, k.num(1) << number)
        return Val("dirs", found)

    def facing_of(self, cell: Ex) -> Ex:
        """The direction a piece faces, -1 for none."""
        rows = [-1]
        for code in range(self.layout.codes):
            facing = self.engine.facing(code) if self._is_piece(code) else None
            rows.append(-1 if facing is None else facing)
        rows.append(-1)
        return k.look(self.unit.table("facing_of", 16, rows), cell)

    def _is_piece(self, code: int) -> bool:
        codes = self.engine.codes
        return codes.state(code) < self.rules.kinds[codes.kind(code)].combinations if self.rules.kinds else False

    @property
    def has_facing(self) -> bool:
        return any(axis.directions is not None for kind in self.rules.kinds for axis in kind.axes)


def _compared(left: Ex, sign: str, right: Ex) -> Ex:
    if sign == "=":
        return left.eq(right)
    if sign == "!=":
        return left.ne(right)
    if sign == "<":
        return left.lt(right)
    if sign == "<=":
        return left.le(right)
    return left.gt(right) if sign == ">" else left.ge(right)

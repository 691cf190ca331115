"""Expressions lowered: as a set, as membership of one site, as a number, as yes or no."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ...analysis.facts import kind_of
from ...rules import expressions as rx
from ...rules.types import Type
from ..ir import Builder, Ex, k
from ..ir.statements import Block, If
from .conditions import Conditions
from .directions import Directions
from .expression_base import HIGHEST, compared, heights_meant
from .numbers import Numbers
from .scope import Scope, Val

if TYPE_CHECKING:
    pass


class Expressions(Conditions, Numbers, Directions):
    """Sets, single sites, and membership; the rest comes from the parts it is made of."""

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
                first, *others = sorted(node.items, key=self._is_filter)  # those that ask about each site come last
                found = self.sites(first, f, scope)
                for item in others:
                    found = self._among(found, item, f, scope)
                return found
            case rx.Union():
                found = k.NOTHING
                for item in node.items:
                    found = k.set_or(found, self.sites(item, f, scope))
                return found
            case rx.Difference():
                left, right = self.sites(node.left, f, scope), node.right
                if isinstance(right, rx.Stepped):
                    return k.set_minus(left, self.c.space.stepped(right, f, scope, loosely=True))
                if self._is_filter(right):
                    left = f.let(left)
                    return k.set_minus(left, self._among(left, right, f, scope))
                return k.set_minus(left, self.sites(right, f, scope))
            case rx.Filtered():
                return self._filtered(node, f, scope)
            case rx.OnlyOf():
                return self._only(node, f, scope)
            case rx.Neighbours():
                return self.c.space.next_to(node.item, node.way, f, scope)
            case rx.Stepped():
                return self.c.space.stepped(node, f, scope)
            case rx.Joined():
                return self.c.connections.joined(node, f, scope)
            case rx.LineOf():
                return self.c.lines.lines(node, f, scope)
            case rx.GroupOf():
                return self.c.connections.groups_of_size(node, f, scope)
            case rx.Reached():
                return self.c.walked.reached(node, f, scope)
            case rx.PassedBy():
                return self.c.walked.passed_by(node, f, scope)
            case rx.WithHeight():
                return self._with_height(node, f, scope)
            case rx.CrossedBy():
                return self._crossed(node, f, scope)
            case rx.FirstOf():
                row = self.number(node.track, f, scope) * self.unit.players + scope.me
                return self.c.tracks.first(row, f.let(self.number(node.amount, f, scope), "amount"))
            case rx.CounterpartOf():
                table = self.unit.table("counterpart", 16, node.table)
                return k.one(f.let(self._of_site(node.item, f, scope, lambda site: k.look(table, site), -1)))
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
                if node.type is Type.SET:
                    return self._held_sites(node, f, scope)
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
        enemies = self.unit.facts.pieces.enemies
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
        within = self.sites(node.item, f, scope)
        limits = heights_meant(node, low.const)
        if limits is not None and self.c.pieces.stacked and self.unit.n <= 64:
            least, most = limits
            if least == 1 and most == HIGHEST:
                return k.set_and(within, self.c.pieces.occupied(0))
            return k.set_and(within, k.BytesBetween(self.layout.heights, self.unit.n, least, most))
        found = f.var(k.NOTHING, "high")
        with f.each(within) as site:
            with f.when(self._height_fits(node, site, low)):
                f.set(found, found | k.one(site))
        return found

    def _is_filter(self, node: rx.Expr) -> bool:
        while isinstance(node, rx.DefineCall):
            node = self.rules.defines[node.define].body
        return isinstance(node, rx.Filtered)

    def _among(self, sites: Ex, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        """Those of some sites that are in a set, too; a filter asks about no others."""
        if not self._is_filter(node):
            return k.set_and(sites, self.sites(node, f, scope))
        while isinstance(node, rx.DefineCall):
            node, scope = self._define(node, f, scope)
        assert isinstance(node, rx.Filtered)
        return self._filtered(node, f, scope, sites)

    def _filtered(self, node: rx.Filtered, f: Builder, scope: Scope, within: Ex | None = None) -> Ex:
        found = f.var(k.NOTHING, "filtered")
        members = self.sites(node.item, f, scope)
        with f.each(members if within is None else k.set_and(within, members)) as site:
            with f.when(self.passes(node, site, f, scope)):
                f.set(found, found | k.one(site))
        return found

    def _only(self, node: rx.OnlyOf, f: Builder, scope: Scope) -> Ex:
        """Several sites: the reference interpreter has to look, and says which they are."""
        found = f.let(self.sites(node.item, f, scope), "only")
        with f.when(k.rarely(k.count(found).gt(1))):
            f.store(64, self.layout.error, 2)
        return found

    def _height_fits(self, node: rx.WithHeight, site: Ex, low: Ex) -> Ex:
        height = self.c.pieces.height(site)
        if node.is_range:
            fits = height.ge(low)
            return fits if node.high is None else k.both(fits, height.le(node.high))
        return compared(height, node.sign, low)

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
                if not self.unit.facts.attacks:
                    continue
            found = k.set_or(found, self.pattern(pattern, f, scope))  # in stacks it tells of a stand-in (D57)
        return found

    # ------------------------------------------------------------ one site

    def site(self, node: rx.Expr, f: Builder, scope: Scope) -> Ex:
        """An expression that holds at most one site, as its number or -1."""
        match node:
            case rx.Variable():
                return self._variable(node, f, scope)
            case rx.PartWord() | rx.EachSite() | rx.Local() | rx.Parameter() | rx.Memory():
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
            case rx.Filtered() if node.item.type is Type.SITE:
                place = f.let(self.site(node.item, f, scope))
                return self._if_on(f, place, lambda: self.passes(node, place, f, scope))
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
        inner: Block = []
        with f.within(inner):
            passes = test()
            with f.when(passes):
                f.set(found, place)
        if place.const is None:
            f.emit(If(place.ge(0), inner, []))
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
            case rx.Filtered():
                within = node.item
                return self.chain(
                    f, [lambda: self.member(within, site, f, scope), lambda: self.passes(node, site, f, scope)], True
                )
            case rx.EmptySites():
                return k.negate(k.has(self.c.pieces.occupied(0), site))
            case rx.Anywhere():
                return k.TRUE
            case rx.Neighbours():
                return self.c.space.is_next_to(node.item, node.way, site, f, scope)
            case rx.Stepped():
                return self.c.space.is_stepped(node, site, f, scope)
            case rx.Joined():
                return self.c.connections.is_joined(node, site, f, scope)
            case rx.WithHeight():
                low = f.let(self.number(node.low, f, scope))
                item = node.item
                return self.chain(
                    f, [lambda: self._height_fits(node, site, low), lambda: self.member(item, site, f, scope)], True
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
                    [lambda: self.member(item, site, f, scope), lambda: self.c.attacks.attacked(node, site, f, scope)],
                    True,
                )
            case rx.Variable() if node.type is Type.SITE:
                return self._variable(node, f, scope).eq(site)
            case rx.PartWord() | rx.EachSite() | rx.Local() | rx.Parameter() | rx.Memory():
                val = self._named(node, scope)
                return val.ex.eq(site) if val.kind == "site" else k.has(val.ex, site)
            case rx.LineOf():
                return self.c.lines.in_line(node, site, f, scope)
        found = self.sites(node, f, scope)
        return k.has(found, site)

"""A tree-walking evaluator: one method for each node of `rules.expressions`, to be read beside the language reference.

Sets of sites are bit sets; one site is a set too, and "no site" is 0. Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..analysis.pieces import NEUTRAL, PieceCodes
from ..analysis.variables import start_value
from ..board import bits, mask_of
from ..errors import NotOnlyOne
from ..rules import expressions as rx
from ..rules.game import Rules
from ..rules.types import Type
from .budget import spend
from .geometry import Geometry
from .refusals import Refusal, Stage
from .view import NO_KIND, NO_STATE, Part, View

if TYPE_CHECKING:
    from .engine import Engine


_FEW = 32  # sites that a part of a rule looks at for nothing
_AT_ONCE = 2  # and beyond that, so many in the time of one step


class Evaluator:
    """Evaluates expressions of one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rules: Rules = engine.rules
        self.codes: PieceCodes = engine.codes
        self.geometry: Geometry = engine.geometry
        self.pieces = engine.facts.pieces
        self.enemies = self.pieces.enemies
        self._weight = engine.weights.of
        self._methods: dict[type, Callable[[Any, View], Any]] = {
            rx.Number: lambda node, view: node.value,
            rx.Truth: lambda node, view: node.value,
            rx.PlayerValue: lambda node, view: node.player,
            rx.Me: lambda node, view: view.me,
            rx.KindValue: lambda node, view: node.kind,
            rx.StateValue: lambda node, view: node.state,
            rx.WordValue: lambda node, view: node.word,
            rx.TrackValue: lambda node, view: node.track,
            rx.Fixed: lambda node, view: node.sites,
            rx.Anywhere: lambda node, view: self.geometry.all_sites,
            rx.Unmoved: lambda node, view: view.position.unmoved,
            rx.EachSite: lambda node, view: view.each,
            rx.Local: self._local,
            rx.Parameter: lambda node, view: view.parameters[node.number],
            rx.Enemies: self._enemy,
            rx.PartWord: self._part_word,
            rx.Memory: self._memory,
            rx.Variable: self._variable,
            rx.DefineCall: self._define,
            rx.HookCall: self._hook,
            rx.Either: self._either,
            rx.Pattern: self._pattern,
            rx.EmptySites: self._empty,
            rx.FixedOf: self._fixed_of,
            rx.OpenCentre: self._open_centre,
            rx.Intersection: self._intersection,
            rx.Union: self._union,
            rx.Difference: self._difference,
            rx.Filtered: self._filtered,
            rx.OnlyOf: self._only,
            rx.Neighbours: self._neighbours,
            rx.Stepped: self._stepped,
            rx.Joined: self._joined,
            rx.LineOf: self._line_of,
            rx.GroupOf: lambda node, view: sum(self._groups_of_size(node, view)),  # they have no site in common
            rx.Reached: self._reached,
            rx.PassedBy: self._passed_by,
            rx.WithHeight: self._with_height,
            rx.CrossedBy: self._crossed_by,
            rx.Attacked: self._attacked,
            rx.Holding: self._holding,
            rx.FixedDirections: self._fixed_directions,
            rx.Relative: self._relative,
            rx.DirectionsUnion: self._directions_union,
            rx.TurnedDirections: self._turned,
            rx.FacingOf: self._facing_of,
            rx.Counter: self._counter,
            rx.SumOf: self._sum,
            rx.ProductOf: self._product,
            rx.Quotient: self._quotient,
            rx.Remainder: lambda node, view: self.value(node.left, view) % self.value(node.right, view),
            rx.LineNumber: self._line_number,
            rx.CounterpartOf: self._counterpart,
            rx.KindOf: self._kind_of,
            rx.BeganOf: self._began_of,
            rx.StateOf: self._state_of,
            rx.CountOf: lambda node, view: self.value(node.item, view).bit_count(),
            rx.GroupCount: lambda node, view: sum(1 for _ in self._groups_of_size(node, view)),
            rx.LargestGroup: self._largest_group,
            rx.HeightOf: self._height_of,
            rx.FirstOf: self._first_of,
            rx.SidesOf: self._sides_of,
            rx.DistanceOf: self._distance_of,
            rx.InTray: self._in_tray,
            rx.Extreme: self._extreme,
            rx.BonusOf: lambda node, view: int(2 * self.rules.bonus[self.value(node.player, view)]),
            rx.AllOf: lambda node, view: all(self.value(item, view) for item in node.items),
            rx.AnyOf: lambda node, view: any(self.value(item, view) for item in node.items),
            rx.Negation: lambda node, view: not self.value(node.item, view),
            rx.NotEmpty: lambda node, view: self.value(node.item, view) != 0,
            rx.Every: lambda node, view: not self.value(node.item, view) & ~self.value(node.passing, view),
            rx.ConnectedSites: self._connected,
            rx.CanDo: self._can_do,
            rx.Kept: self._kept,
            rx.KeptOne: self._kept_one,
            rx.Comparison: self._comparison,
            rx.Within: self._within,
        }

    def value(self, node: rx.Expr, view: View) -> Any:
        return self._methods[type(node)](node, view)

    def holds(self, node: rx.Expr | None, view: View) -> bool:
        """A condition; none given is true."""
        return node is None or bool(self._methods[type(node)](node, view))

    def refusal(self, stage: Stage, node: rx.Expr | None, view: View) -> Refusal | None:
        """A condition as a test of a turn: what it refuses; None if it holds."""
        return None if self.asked(node, view) else Refusal(stage, node, view)

    def asked(self, node: rx.Expr | None, view: View) -> bool:
        """A condition that stands by itself, and is paid for; none given is true."""
        if node is None:
            return True
        spend(self._weight(node), node)
        return bool(self._methods[type(node)](node, view))

    def number(self, node: rx.Expr, view: View) -> int:
        """A number that stands by itself, and is paid for."""
        spend(self._weight(node), node)
        return int(self._methods[type(node)](node, view))

    def _look(self, sites: int, node: rx.Node) -> None:
        """So many sites are looked at one by one."""
        if sites > _FEW:
            spend(sites // _AT_ONCE, node)

    @staticmethod
    def nothing(type_: Type) -> object:
        """What a name the walk did not bind stands for."""
        if type_.is_directions:
            return ()
        return {Type.KIND: NO_KIND, Type.WORD: "", Type.TRUTH: False}.get(type_, 0)

    # ------------------------------------------------------------ words and memory

    def _enemy(self, node: rx.Enemies, view: View) -> int:
        """The other player; where several are meant, the asking node uses `enemies` itself."""
        return min(self.enemies[view.me], default=view.me)

    def _part_word(self, node: rx.PartWord, view: View) -> object:
        word = node.word
        if word == "leaving":
            return view.leaving
        if word == "entering":
            return view.entering
        if word == "last_sown":
            return view.memory.last_sown
        return getattr(view.part, word)

    def _local(self, node: rx.Local, view: View) -> object:
        found = view.names.get(node.name)
        return self.nothing(node.type) if found is None else found

    def _memory(self, node: rx.Memory, view: View) -> object:
        memory = view.memory
        if node.action is not None:
            part = memory.of(node.action)
            return self._field(part, node)
        if node.field == "origin":
            return memory.origins
        if node.field == "target":
            return memory.targets
        if node.field == "passed":
            return memory.passed
        return getattr(memory.last, node.field)

    def _field(self, part: Part, node: rx.Memory) -> object:
        if node.field in ("origin", "target", "passed", "it", "kind", "dir", "load"):
            return getattr(part, node.field)
        value = part.named(node.field)
        return self.nothing(node.type) if value is None else value

    def _variable(self, node: rx.Variable, view: View) -> object:
        spec = self.rules.variables[node.variable]
        entry = 0 if node.index is None else self.engine.variables.entry(spec, self.value(node.index, view))
        if entry is None:
            return self.engine.variables.read(spec, start_value(spec))
        return self.engine.variables.read(spec, view.position.variables[node.variable][entry][0])

    def _define(self, node: rx.DefineCall, view: View) -> object:
        define = self.rules.defines[node.define]
        inner = view.copy()
        inner.parameters = tuple(self.value(arg, view) for arg in node.args)
        inner.names = {}
        return self.value(define.body, inner)

    def _hook(self, node: rx.HookCall, view: View) -> object:
        args = [self.value(arg, view) for arg in node.args]
        return self.engine.hooks.call(node.hook, view, args)

    def _either(self, node: rx.Either, view: View) -> object:
        return self.value(node.value if self.value(node.condition, view) else node.otherwise, view)

    # ------------------------------------------------------------ sites

    def _pattern(self, node: rx.Pattern, view: View) -> int:
        found = 0
        fitting = self.pieces.fitting(node, view.me)
        ghost = self.engine.ghost  # a piece of no kind, put there by `attacked` (D57)
        layer = view.position.layers[node.layer]
        self._look(len(layer), node)
        for site, stack in layer.items():
            code = stack[-1]
            if code in fitting or (code == ghost and self._ghost_fits(node, view.me)):
                found |= 1 << site
        return found

    def _ghost_fits(self, node: rx.Pattern, me: int) -> bool:
        """The stand-in of `attacked` belongs to the attacked side and is of no kind."""
        whole = not node.states and len(node.kinds) == self.engine.facts.kinds_on(node.layer, node.owner)
        return whole and self.pieces.owner_fits(node, self.engine.ghost_owner, me)

    def _empty(self, node: rx.EmptySites, view: View) -> int:
        return self.geometry.all_sites & ~view.position.occupied(0)

    def _fixed_of(self, node: rx.FixedOf, view: View) -> int:
        owner: int = self.value(node.owner, view)
        return node.sites[owner]

    def _open_centre(self, node: rx.OpenCentre, view: View) -> int:
        layer = self.rules.unbounded.layer if self.rules.unbounded else 0
        return 0 if view.position.layers[layer] else 1

    def _intersection(self, node: rx.Intersection, view: View) -> int:
        found = self.value(node.items[0], view)
        for item in node.items[1:]:
            if not found:
                return 0
            found &= self.value(item, view)
        return int(found)

    def _union(self, node: rx.Union, view: View) -> int:
        found = 0
        for item in node.items:
            found |= self.value(item, view)
        return found

    def _difference(self, node: rx.Difference, view: View) -> int:
        left = self.value(node.left, view)
        return int(left & ~self.value(node.right, view)) if left else 0

    def _filtered(self, node: rx.Filtered, view: View) -> int:
        sites: int = self.value(node.item, view)
        spend(sites.bit_count() * (1 + self._weight(node.condition)), node)
        return mask_of(site for site in bits(sites) if self.holds(node.condition, view.asking(site)))

    def _only(self, node: rx.OnlyOf, view: View) -> int:
        sites: int = self.value(node.item, view)
        if sites & (sites - 1):
            names = ", ".join(self.rules.board.label(site) for site in bits(sites))
            raise NotOnlyOne(self.rules.title, view.position.ply, names, node.span)
        return sites

    def _neighbours(self, node: rx.Neighbours, view: View) -> int:
        sites: int = self.value(node.item, view)
        self._look(sites.bit_count(), node)
        return self.next_to(sites, node.way, view)

    def next_to(self, sites: int, way: rx.Way | None, view: View) -> int:
        """One step from the sites: by adjacency, in directions (with what is touched there), or along tracks."""
        if way is None:
            return self.geometry.neighbours(sites)
        if way.tracks:
            found = 0
            for track in way.tracks:
                found |= self.geometry.along_track(sites, self.value(track, view), view.me, way.against)
            return found
        directions = self.value(way.directions, view) if way.directions is not None else ()
        return self.geometry.step(sites, directions, view.me) | self.geometry.touch(sites, directions)

    def _stepped(self, node: rx.Stepped, view: View) -> int:
        sites: int = self.value(node.item, view)
        self._look(sites.bit_count(), node)
        return self.geometry.step(sites, self.value(node.directions, view), view.me)

    def _joined(self, node: rx.Joined, view: View) -> int:
        within = self.value(node.within, view)
        found = within & self.value(node.seeds, view)
        fresh = found
        while fresh:
            self._look(fresh.bit_count(), node)
            fresh = self.next_to(fresh, node.way, view) & within & ~found
            found |= fresh
        return int(found)

    def _line_of(self, node: rx.LineOf, view: View) -> int:
        sites: int = self.value(node.item, view)
        self._look(sites.bit_count(), node)
        if node.directions is not None:
            directions = self.value(node.directions, view)
        else:
            directions = self.rules.board.direction_sets.get("any", ())
        return self.geometry.lines(sites, directions, node.length, node.exactly, view.me)

    def _reached(self, node: rx.Reached, view: View) -> int:
        found = 0
        for site in bits(self.value(node.start, view)):
            for walk in self.engine.walks.from_site(node.path, site, self._walker(view, site), targets_only=True):
                if walk.target >= 0:
                    found |= 1 << walk.target
        return found

    def _passed_by(self, node: rx.PassedBy, view: View) -> int:
        found = 0
        for site in bits(self.value(node.start, view)):
            for walk in self.engine.walks.from_site(node.path, site, self._walker(view, site), targets_only=False):
                found |= mask_of(walk.passed)
        return found

    def _walker(self, view: View, site: int) -> View:
        """The scope of an inner walk: origin, kind, states and facing are those of its start (D7)."""
        inner = view.copy()
        stack = view.position.layers[0].get(site)
        kind = self.codes.kind(stack[-1]) if stack and stack[-1] != self.engine.ghost else NO_KIND
        inner.mover = stack[-1] if stack and kind != NO_KIND else None
        inner.facing = self.engine.facing(inner.mover)
        inner.contact = None  # nothing lands there
        inner.part = Part(
            view.part.action, 1 << site, view.part.target, view.part.passed, view.part.it, kind, (), view.part.load,
        )  # fmt: skip
        return inner

    def _with_height(self, node: rx.WithHeight, view: View) -> int:
        low = self.value(node.low, view)
        main = view.position.layers[0]
        found = 0
        sites: int = self.value(node.item, view)
        self._look(sites.bit_count(), node)
        for site in bits(sites):
            height = len(main.get(site, ()))
            if node.is_range:
                fits = low <= height and (node.high is None or height <= node.high)
            else:
                fits = _compare(height, node.sign, low)
            if fits:
                found |= 1 << site
        return found

    def _crossed_by(self, node: rx.CrossedBy, view: View) -> int:
        other = self.value(node.other, view)
        crossing, sites = self.rules.board.crossing, self.value(node.item, view)
        self._look(sites.bit_count(), node)
        return mask_of(site for site in bits(sites) if crossing[site] & other)

    def _attacked(self, node: rx.Attacked, view: View) -> int:
        attackers = self.enemies[view.me] if isinstance(node.by, rx.Enemies) else (self.value(node.by, view),)
        found = 0
        for site in bits(self.value(node.item, view)):
            if any(self.engine.attacks.is_attacked(view, site, attacker) for attacker in attackers):
                found |= 1 << site
        return found

    def _holding(self, node: rx.Holding, view: View) -> int:
        patterns = node.pattern.items if isinstance(node.pattern, rx.Union) else (node.pattern,)
        found = 0
        for pattern in patterns:
            if isinstance(pattern, rx.Pattern):
                self._look(len(view.position.layers[pattern.layer]), node)
                fitting, stand_in = self.pieces.fitting(pattern, view.me), self._ghost_fits(pattern, view.me)
                for site, stack in view.position.layers[pattern.layer].items():
                    if not fitting.isdisjoint(stack) or (stand_in and stack[-1] == self.engine.ghost):
                        found |= 1 << site
        return found

    # ------------------------------------------------------------ directions

    @staticmethod
    def _fixed_directions(node: rx.FixedDirections, view: View) -> tuple[int, ...]:
        return node.by_player[view.me if len(node.by_player) > 1 else 0]

    def _relative(self, node: rx.Relative, view: View) -> tuple[int, ...]:
        if view.facing is not None:
            return self.rules.board.relative(view.facing).get(node.word) or ()
        return node.by_player[view.me]

    def _directions_union(self, node: rx.DirectionsUnion, view: View) -> tuple[int, ...]:
        return tuple(dict.fromkeys(number for item in node.items for number in self.value(item, view)))

    def _turned(self, node: rx.TurnedDirections, view: View) -> tuple[int, ...]:
        board, found = self.rules.board, []
        for number in self.value(node.item, view):
            if node.how == "back":
                found.append(board.back(number))
            else:
                found.extend((board.beside if node.how == "beside" else board.across)(number) or ())
        return tuple(dict.fromkeys(number for number in found if number is not None))

    def _facing_of(self, node: rx.FacingOf, view: View) -> tuple[int, ...]:
        for site in bits(self.value(node.item, view)):
            stack = view.position.layers[0].get(site)
            facing = self.engine.facing(stack[-1]) if stack else None
            return () if facing is None else (facing,)
        return ()

    # ------------------------------------------------------------ numbers

    @staticmethod
    def _counter(node: rx.Counter, view: View) -> int:
        position = view.position
        if node.word == "ply":
            return position.ply
        if node.word == "round":
            return position.turns[view.me] + 1
        if node.word == "passes":
            return position.passes
        return int(getattr(view.memory, node.word))

    def _sum(self, node: rx.SumOf, view: View) -> int:
        return sum(sign * self.value(item, view) for item, sign in zip(node.items, node.signs, strict=True))

    def _product(self, node: rx.ProductOf, view: View) -> int:
        found = 1
        for item in node.items:
            found *= self.value(item, view)
        return found

    def _quotient(self, node: rx.Quotient, view: View) -> int:
        left, right = self.value(node.left, view), self.value(node.right, view)
        return int(-(-left // right) if node.up else left // right)

    def _line_number(self, node: rx.LineNumber, view: View) -> int:
        return sum(node.numbers[site] for site in bits(self.value(node.item, view)))

    def _counterpart(self, node: rx.CounterpartOf, view: View) -> int:
        return mask_of(there for site in bits(self.value(node.item, view)) if (there := node.table[site]) >= 0)

    def _kind_of(self, node: rx.KindOf, view: View) -> int:
        for site in bits(self.value(node.item, view)):
            stack = view.position.layers[0].get(site)
            return self.codes.kind(stack[-1]) if stack and stack[-1] != self.engine.ghost else NO_KIND
        return NO_KIND

    def _began_of(self, node: rx.BeganOf, view: View) -> int:
        return next((self.engine.facts.began[site] for site in bits(self.value(node.item, view))), NO_KIND)

    def _state_of(self, node: rx.StateOf, view: View) -> int:
        for site in bits(self.value(node.item, view)):
            stack = view.position.layers[0].get(site)
            return self.pieces.state_word(stack[-1], node.row) if stack and stack[-1] != self.engine.ghost else NO_STATE
        return NO_STATE

    def _height_of(self, node: rx.HeightOf, view: View) -> int:
        main = view.position.layers[0]
        return sum(len(main.get(site, ())) for site in bits(self.value(node.item, view)))

    def _first_of(self, node: rx.FirstOf, view: View) -> int:
        sequence = self.rules.board.tracks[self.value(node.track, view)].sites_for(view.me)
        return mask_of(sequence[: max(0, self.value(node.amount, view))])

    def _sides_of(self, node: rx.SidesOf, view: View) -> int:
        sites = self.value(node.item, view)
        return sum(1 for side in self.rules.board.sides or () if side & sites)

    def _distance_of(self, node: rx.DistanceOf, view: View) -> int:
        found, goal = self.value(node.start, view), self.value(node.goal, view)
        steps = 0
        while not found & goal:
            self._look(found.bit_count(), node)
            grown = found | self.geometry.neighbours(found)
            if grown == found:
                return len(self.rules.board)
            found = grown
            steps += 1
        return steps

    def _in_tray(self, node: rx.InTray, view: View) -> int:
        if node.player is None:
            players: frozenset[int] = frozenset({NEUTRAL})
        elif isinstance(node.player, rx.Enemies):
            players = self.enemies[view.me]
        else:
            players = frozenset({self.value(node.player, view)})
        wanted: int = self.value(node.what, view) if node.what is not None else 0
        total = 0
        for (tray, player, piece_kind, state), count in view.position.trays.items():
            if tray != node.tray or player not in players:
                continue
            asked = node.what.type if node.what is not None else None
            if asked is Type.KIND and piece_kind != wanted:
                continue
            if asked is Type.STATE and not self.pieces.is_in_state(piece_kind, state, wanted):
                continue
            total += count
        return total

    def _extreme(self, node: rx.Extreme, view: View) -> int:
        values: list[int] = [self.value(item, view) for item in node.items]
        return abs(values[0]) if node.word == "abs" else (max if node.word == "max" else min)(values)

    # ------------------------------------------------------------ yes and no

    def _connected(self, node: rx.ConnectedSites, view: View) -> bool:
        """One component, steps taken both ways; nothing and one site are connected."""
        sites = self.value(node.item, view)
        return not sites or self._group(node, sites, view) == sites

    def _group(self, node: _Grouping, sites: int, view: View) -> int:
        """The connected part of some sites that the first of them is in."""
        way, found = node.way, sites & -sites
        fresh = found
        while fresh:
            self._look(fresh.bit_count(), node)
            near = self.next_to(fresh, way, view)
            if way is not None:
                others = sites & ~found
                spend(others.bit_count(), node)
                near |= mask_of(site for site in bits(others) if self.next_to(1 << site, way, view) & fresh)
            fresh = near & sites & ~found
            found |= fresh
        return found

    def _groups(self, node: rx.GroupOf | rx.GroupCount | rx.LargestGroup, view: View) -> Iterator[int]:
        left: int = self.value(node.item, view)
        while left:
            group = self._group(node, left, view)
            yield group
            left &= ~group

    def _groups_of_size(self, node: rx.GroupOf | rx.GroupCount, view: View) -> Iterator[int]:
        for group in self._groups(node, view):
            if group.bit_count() == node.size or (group.bit_count() > node.size and not node.exactly):
                yield group

    def _largest_group(self, node: rx.LargestGroup, view: View) -> int:
        return max((group.bit_count() for group in self._groups(node, view)), default=0)

    def _can_do(self, node: rx.CanDo, view: View) -> bool:
        turns, player = self.engine.turns, self.value(node.player, view)
        return (turns.could_do if node.could else turns.can_do)(view.position, player, node.action)

    def _kept(self, node: rx.Kept, view: View) -> bool:
        return self.engine.repetitions.kept(node, self.value(node.player, view), view.position)

    def _kept_one(self, node: rx.KeptOne, view: View) -> bool:
        return self.engine.repetitions.kept_one(node, self.value(node.player, view), view.position)

    def _comparison(self, node: rx.Comparison, view: View) -> bool:
        left, right = self.value(node.left, view), self.value(node.right, view)
        type_ = node.left.type
        if type_.is_directions and (left == () or right == ()):
            return node.sign == "!="
        if type_ in (Type.KIND, Type.STATE) and NO_KIND in (left, right):
            return node.sign == "!="
        if type_ is Type.DIRECTIONS:
            left, right = frozenset(left), frozenset(right)
        return _compare(left, node.sign, right)

    def _within(self, node: rx.Within, view: View) -> bool:
        value = self.value(node.item, view)
        inside = node.low <= value and (node.high is None or value <= node.high)
        return bool(inside) != node.negated


_Grouping = rx.GroupOf | rx.GroupCount | rx.LargestGroup | rx.ConnectedSites


def _compare(left: Any, sign: str, right: Any) -> bool:
    if sign == "=":
        return bool(left == right)
    if sign == "!=":
        return bool(left != right)
    if sign == "<":
        return bool(left < right)
    if sign == "<=":
        return bool(left <= right)
    if sign == ">":
        return bool(left > right)
    return bool(left >= right)

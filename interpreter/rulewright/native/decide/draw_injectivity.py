"""Injectivity of draws: is every (values, piece, direction), drawn before anything is known of it, a move of its own?

Four arguments are known. A *ray*: the piece that moves and where it lands tell the direction. A *push*: a line of
pieces is shifted, and which sites are left and which are filled tells the line and the way it went. A *heap*: pieces
are put on free sites, and which ones these are tells everything that was chosen. A *sowing*: the site it began at is
the only one of those to choose from that was not empty before and is now.
"""

from __future__ import annotations

from itertools import product

from ...analysis.conditions import is_general, same
from ...analysis.roots import after_part
from ...analysis.sets import always_occupied
from ...board import bits
from ...reference.position import Position
from ...reference.view import Part, View
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Action
from ...rules.types import Type
from .clear import Clear
from .plan import HEAP, PUSH, RAY, SOWN, Shape
from .run_patterns import OFF, PIECES, Words
from .static import Question

_MOST_HEAPS = 5000


class Telling(Question):
    def __init__(self, clear: Clear, words: Words) -> None:
        super().__init__(clear.static)
        self.clear, self.apart, self.words = clear, clear.apart, words

    def shape(self, action: Action) -> Shape | None:
        """How to draw candidates of an action so that each draw is a move of its own."""
        if action.again is not None or action.before or action.to is not None or action.subject is None:
            return None
        if not is_general(self.rules, action.subject):
            return None
        if action.verb == "move":
            return self._ray(action)
        if action.verb == "pick":
            if action.path is not None:
                return self._push(action)
            return self._heap(action) or self._sowing(action)
        return None

    def is_apart(self, shape: Shape, other: Action, known: Shape | None) -> bool:
        """Whether no candidate leads to the same as one of another action, whose candidates lead to different ends."""
        if shape.by == PUSH or (known is not None and known.by == PUSH):
            return known is not None and self._pushes_apart(shape, known)
        if shape.by == SOWN or (known is not None and known.by == SOWN):
            return False
        if shape.by == HEAP:
            return self._puts_nothing(other)
        return other.verb != "move"

    def _line(self, action: Action) -> rp.LineTravel | None:
        """The path, if it is one run in some directions."""
        path = action.path
        if path is None or len(path.routes) != 1 or len(path.routes[0].legs) != 1:
            return None
        travel = path.routes[0].legs[0].travel
        return travel if isinstance(travel, rp.LineTravel) and travel.way.directions is not None else None

    def directions(self, shape: Shape, me: int) -> tuple[int, ...]:
        """The directions a run is looked for in; none if they are chosen (`way`)."""
        if shape.travel is None or shape.way is not None:
            return ()
        found = self.static.directions_of(shape.travel, me)
        assert found is not None
        if shape.both_ends:
            found = tuple(number for number in found if number < (self.board.back(number) or 0))
        return found

    def _chosen_way(self, action: Action, travel: rp.LineTravel) -> int | None:
        """Which `with` value is the direction of a run."""
        node = travel.way.directions
        for number, choice in enumerate(action.choices):
            if isinstance(node, rx.Local) and node.name == choice.name and node.type is Type.DIRECTION:
                return number
        return None

    # ------------------------------------------------------------ rays

    def _ray(self, action: Action) -> Shape | None:
        travel = self._line(action)
        if travel is None or not self.words.single(travel, action.layer) or len(action.choices) > 1:
            return None
        if action.take.low != 1 or action.take.high != 1 or action.take.everything or action.take.amount is not None:
            return None
        mild = all(self.clear.is_mild(effect, action) for effect in action.effects)
        if not mild or self.static.ways(action) != 1 or not self.apart.mild_elsewhere() or not self.apart.tells(action):
            return None
        way = self._chosen_way(action, travel) if action.choices else None
        for player in range(len(self.rules.players)):
            if way is not None:
                numbers: tuple[int, ...] | None = self.static.chosen_directions(action.choices[way], player)
            else:
                numbers = self.static.directions_of(travel, player) if not action.choices else None
            if numbers is None or not self._rays_apart(numbers, player):
                return None
        return Shape(action, RAY, travel, way)

    def _rays_apart(self, numbers: tuple[int, ...], me: int) -> bool:
        """Whether no site is met twice when one goes from a site in all these directions."""
        if len(set(numbers)) < len(numbers):
            return False
        tables = [self.board.directions[number].next_for(me) for number in numbers]
        for start in range(len(self.board)):
            met = 1 << start
            for table in tables:
                site = table[start]
                while site >= 0:
                    if met >> site & 1:
                        return False
                    met |= 1 << site
                    site = table[site]
        return True

    # ------------------------------------------------------------ pushes

    def _push(self, action: Action) -> Shape | None:
        """A line of pieces is shifted: along itself onto a free site or off, or sideways onto free sites."""
        rules, travel = self.rules, self._line(action)
        if rules.stack > 1 or rules.unbounded is not None or len(rules.layers) > 1 or travel is None:
            return None
        if rules.when_turn_ends or rules.when_captured or rules.when_out or len(action.effects) != 1:
            return None
        effect, path = action.effects[0], action.path
        if not isinstance(effect, fx.ShiftToward) or path is None or path.routes[0].legs[0].condition is not None:
            return None
        fixed = [self.static.directions_of(travel, player) for player in range(len(rules.players))]
        if any(numbers is None or not self._rays_apart(numbers, me) for me, numbers in enumerate(fixed)):
            return None
        subject = self.words.letters(action.subject, action.layer)
        if subject != frozenset({"mine"}):
            return None
        shifted = self._spelled(effect.item, action)
        if shifted == {"origin", "passed"}:
            return self._push_along(action, effect, travel)
        if shifted == {"origin", "passed", "target"}:
            return self._push_sideways(action, effect, travel, [numbers or () for numbers in fixed])
        return None

    def _spelled(self, node: rx.Expr, action: Action) -> set[str] | None:
        """The words a set is the union of."""
        if isinstance(node, rx.Local):
            lets = [let.value for let in action.lets if let.name == node.name]
            return self._spelled(lets[0], action) if lets else None
        if isinstance(node, rx.PartWord):
            return {node.word}
        if not isinstance(node, rx.Union):
            return None
        found = [self._spelled(item, action) for item in node.items]
        return None if None in found else set().union(*(words or set() for words in found))

    def _push_along(self, action: Action, effect: fx.ShiftToward, travel: rp.LineTravel) -> Shape | None:
        """The hindmost site is left and the landing filled: they tell the direction and what lies between.

        Off the board only the one that is left tells; so one of another owner must be among those pushed: then a site
        in that direction changes its owner, and none in another direction does.
        """
        along = isinstance(effect.direction, rx.PartWord) and effect.direction.word == "dir"
        words = self.words.of(travel, action.layer)
        if not along or action.choices or words is None or not self.words.single(travel, action.layer):
            return None
        for _, word in words:
            on_pieces = all(letters <= PIECES for letters in word[:-1])
            others = any("mine" not in letters for letters in word[:-1])
            if not on_pieces or not word[-1] <= OFF | {"empty"} or (word[-1] & OFF and not others):
                return None
        return Shape(action, PUSH, travel)

    def _push_sideways(
        self, action: Action, effect: fx.ShiftToward, travel: rp.LineTravel, directions: list[tuple[int, ...]]
    ) -> Shape | None:
        """All sites of the line are left and those beside filled; they tell the line, but not its first end."""
        words = self.words.of(travel, action.layer)
        if words is None or len(action.choices) != 1 or not isinstance(effect.direction, rx.Local):
            return None
        choice = action.choices[0]
        if effect.direction.name != choice.name or choice.type is not Type.DIRECTION:
            return None
        pieces = all(letters <= PIECES for _, word in words for letters in word)
        if not pieces or not self._is_palindrome(travel, action) or not self._all_free(action.condition, effect):
            return None
        for player, numbers in enumerate(directions):
            if any(self.board.back(number) not in numbers for number in numbers):
                return None
            if not self._sides_apart(
                numbers, self.static.chosen_directions(choice, player), [sum(size) for size, _ in words], player
            ):
                return None
        return Shape(action, PUSH, travel, None, tuple(lengths for lengths, _ in words), True)

    def _is_palindrome(self, travel: rp.LineTravel, action: Action) -> bool:
        """Whether a run can as well be read from its other end, and nobody asks which end is which."""
        run = [(item.low, item.high, item.item) for item in travel.run]
        turned = all(a[:2] == b[:2] and same(a[2], b[2]) for a, b in zip(run, reversed(run), strict=True))
        named = travel.name is not None or travel.landing.name is not None or any(item.name for item in travel.run)
        ends = travel.landing.item is not None and same(travel.landing.item, action.subject) and not travel.landing.off
        roots: list[rx.Node] = [*action.lets, *action.effects]
        roots += [node for node in (action.condition, action.must) if node is not None]
        later = (node for root in (*after_part(self.rules), *self.rules.defines) for node in rx.walk(root))
        asked = any(isinstance(node, rx.PartWord | rx.Memory | rx.HookCall) for node in later)
        asked = asked or any(self._asks_for_ends(root, action) for root in roots)
        return turned and not named and ends and not asked

    def _asks_for_ends(self, node: rx.Node, action: Action) -> bool:
        """Whether anything but the whole line is asked for."""
        if isinstance(node, rx.Union) and self._spelled(node, action) == {"origin", "passed", "target"}:
            return False
        if isinstance(node, rx.PartWord | rx.DefineCall | rx.HookCall):
            return True
        return any(self._asks_for_ends(child, action) for child in node.children())

    def _all_free(self, condition: rx.Expr | None, effect: fx.ShiftToward) -> bool:
        """Whether a condition says `count (empty in D of S) = count S`, of what is shifted."""
        for node in condition.items if isinstance(condition, rx.AllOf) else (condition,):
            if not isinstance(node, rx.Comparison) or node.sign != "=":
                continue
            left, right = node.left, node.right
            if not isinstance(left, rx.CountOf) or not isinstance(right, rx.CountOf):
                continue
            inner = left.item.items if isinstance(left.item, rx.Intersection) else ()
            if len(inner) != 2 or not isinstance(inner[0], rx.EmptySites) or not isinstance(inner[1], rx.Stepped):
                continue
            if same(inner[1].directions, effect.direction) and same(inner[1].item, effect.item):
                return same(right.item, effect.item)
        return False

    def _sides_apart(self, numbers: tuple[int, ...], sides: tuple[int, ...], sizes: list[int], me: int) -> bool:
        """Whether a line never ends up on the same sites by two sideways steps."""
        tables = {number: self.board.directions[number].next_for(me) for number in {*numbers, *sides}}
        for number in numbers:
            for start in range(len(self.board)):
                line = [start]
                for _ in range(max(sizes) + 1):
                    line.append(tables[number][line[-1]] if line[-1] >= 0 else -1)
                for size in sizes:
                    sites = line[: size + 2]
                    if -1 in sites:
                        continue
                    beside = [frozenset(tables[side][site] for site in sites) for side in sides]
                    whole = [found for found in beside if -1 not in found]
                    if len(set(whole)) < len(whole):
                        return False
        return True

    def _pushes_apart(self, one: Shape, other: Shape) -> bool:
        """Whether two pushes are told apart: one along a line leaves one site, one sideways more."""
        if not one.by == other.by == PUSH or one.action.layer != other.action.layer:
            return False
        if one.both_ends != other.both_ends:
            return True
        if one.both_ends or one.travel is None or other.travel is None:
            return False
        return self.words.exclusive(one.travel, other.travel, other.action.layer)

    # ------------------------------------------------------------ heaps

    def _heap(self, action: Action) -> Shape | None:
        """Pieces are put on sites that are known for each choice: which ones are new tells it.

        A site that is not free gets no piece; then the move is illegal.
        """
        puts = [effect for effect in action.effects if isinstance(effect, fx.Put)]
        others = [effect for effect in action.effects if not isinstance(effect, fx.Put)]
        mild = all(isinstance(effect, fx.Assign | fx.NextPlayer | fx.EndTurn) for effect in others)
        if len(puts) != 1 or not mild or not self.apart.mild_elsewhere() or self.apart.turncoats(action):
            return None
        piece = puts[0].piece
        mine = isinstance(piece.owner, rx.Me)
        if piece.kind is None or not (mine or self.rules.kinds[piece.kind].neutral) or self.rules.stack > 1:
            return None
        return Shape(action, HEAP) if self._heaps_apart(puts[0].item, action) else None

    def _heaps_apart(self, item: rx.Expr, action: Action) -> bool:
        """Whether every choice puts pieces on other sites."""
        for player in range(len(self.rules.players)):
            heaps = self._heaps(item, action, player)
            if heaps is None or len(set(heaps)) < len(heaps):
                return False
        return True

    def _heaps(self, item: rx.Expr, action: Action, player: int) -> list[int] | None:
        """The sites of every choice; None if they depend on anything else, or there are none."""
        engine = self.static.engine
        domains = [
            engine.candidates.domain(Position(), player, choice.values, choice.type) for choice in action.choices
        ]
        rows = list(product(*domains))
        if not self._is_static(item, action) or len(rows) * len(self.board) > _MOST_HEAPS:
            return None
        found: list[int] = []
        start = engine.start()
        assert action.subject is not None
        within = self.bound(action.subject, player)
        for row in rows:
            for site in bits(within):
                names = {choice.name: value for choice, value in zip(action.choices, row, strict=True)}
                part = Part(engine.number(action), 1 << site, 1 << site)
                view = View(start, player, part=part, names=names)
                for let in action.lets:
                    view.names[let.name] = engine.evaluator.value(let.value, view)
                sites = engine.evaluator.value(item, view)
                if not isinstance(sites, int) or not sites:
                    return None
                found.append(sites)
        return found

    def bound(self, node: rx.Expr, player: int) -> int:
        """Sites that hold a set, whatever the position."""
        match node:
            case rx.Fixed():
                return node.sites
            case rx.FixedOf() if isinstance(node.owner, rx.Me):
                return node.sites[player]
            case rx.FixedOf() if isinstance(node.owner, rx.PlayerValue):
                return node.sites[node.owner.player]
            case rx.FixedOf() if isinstance(node.owner, rx.Enemies) and len(self.rules.players) == 2:
                return node.sites[1 - player]
            case rx.Intersection():
                found = self.board.all_sites
                for item in node.items:
                    found &= self.bound(item, player)
                return found
            case rx.Union():
                found = 0
                for item in node.items:
                    found |= self.bound(item, player)
                return found
            case rx.Difference():
                without = node.right.sites if isinstance(node.right, rx.Fixed) else 0
                return self.bound(node.left, player) & ~without
            case rx.WithHeight() | rx.Filtered() | rx.GroupOf() | rx.OnlyOf():
                return self.bound(node.item, player)
            case rx.Joined():
                return self.bound(node.within, player)
            case rx.DefineCall():
                return self.bound(self.rules.defines[node.define].body, player)
        return self.board.all_sites

    def _is_static(self, node: rx.Node, action: Action) -> bool:
        """Whether a set depends on nothing but what is chosen."""
        lets = {let.name: let.value for let in action.lets}
        known = (
            rx.Union, rx.Intersection, rx.Difference, rx.Fixed, rx.FixedOf, rx.Neighbours, rx.Stepped, rx.Anywhere,
            rx.FixedDirections, rx.Me, rx.Way,
        )  # fmt: skip
        if isinstance(node, rx.Local):
            return self._is_static(lets[node.name], action) if node.name in lets else True
        if isinstance(node, rx.PartWord):
            return node.word in ("origin", "target")
        if not isinstance(node, known):
            return False
        return all(self._is_static(child, action) for child in node.children())

    # ------------------------------------------------------------ sowing

    def _sowing(self, action: Action) -> Shape | None:
        """A stack is sown and its site left out; what is taken afterwards lies elsewhere."""
        rules = self.rules
        if action.choices or rules.when_turn_ends or rules.when_captured or rules.when_out or not action.effects:
            return None
        first, *others = action.effects
        sown = isinstance(first, fx.Sow) and _is_target(first.item) and _is_target(first.skipping)
        sown = sown and isinstance(first, fx.Sow) and first.start is None and not first.each
        closed = isinstance(first, fx.Sow) and isinstance(first.track, rx.TrackValue)
        if not sown or not closed or action.subject is None or not self._has_pieces(action.subject, action.layer):
            return None
        assert isinstance(first, fx.Sow) and isinstance(first.track, rx.TrackValue)
        if not self.board.tracks[first.track.track].closed:
            return None
        fits = all(self._lies_elsewhere(effect, action.subject) for effect in others)
        return Shape(action, SOWN) if fits else None

    def _has_pieces(self, node: rx.Expr, layer: int) -> bool:
        """Whether there is a piece on every site of a set."""
        if isinstance(node, rx.WithHeight) and node.sign in (">=", "=") and isinstance(node.low, rx.Number):
            return node.low.value >= 1
        return always_occupied(self.rules, node, layer)

    def _lies_elsewhere(self, effect: fx.Effect, subject: rx.Expr) -> bool:
        """Whether an effect changes no stack of a set."""
        match effect:
            case fx.Conditional():
                return self._lies_elsewhere(effect.effect, subject)
            case fx.Branch():
                inside = (*effect.effects, *effect.otherwise)
                return all(self._lies_elsewhere(inner, subject) for inner in inside)
            case fx.Assign() | fx.NextPlayer() | fx.EndTurn():
                return True
            case fx.Capture() | fx.Remove():
                players = range(len(self.rules.players))
                return not any(self.bound(effect.item, me) & self.bound(subject, me) for me in players)
        return False

    # ------------------------------------------------------------ what others do

    def _puts_nothing(self, action: Action) -> bool:
        """Whether an action brings no pieces onto the board, and changes the side of none."""
        puts = any(isinstance(node, fx.Put) for effect in action.effects for node in rx.walk(effect))
        return action.verb != "place" and not puts and not self.apart.turncoats(action)


def _is_target(node: rx.Expr | None) -> bool:
    """Whether a picked site is meant."""
    return isinstance(node, rx.PartWord) and node.word in ("target", "origin")

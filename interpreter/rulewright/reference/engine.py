"""The reference interpreter: everything that plays a game by its rules, put together.

Plain and obviously right comes first here; it is the judge of every faster engine.
"""

from __future__ import annotations

from dataclasses import replace

from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules import turns as rt
from ..rules.game import Action, Rules
from ..rules.game import Position as StartPosition
from .attacks import Attacks
from .candidates import Candidates
from .effects import Effects
from .evaluate import Evaluator
from .game_flow import Course
from .geometry import Geometry
from .hashing import Hashes
from .hooks import Hooks
from .pieces import NEUTRAL, PieceCodes
from .position import Position
from .trays import Trays
from .turns import Turns
from .variables import Variables
from .view import Memory, Part, View
from .walks import Walks


class Engine:
    def __init__(self, rules: Rules, allow_hooks: bool = False) -> None:
        self.rules = rules
        self.codes = PieceCodes.of(rules)
        self.geometry = Geometry(rules.board)
        self.variables = Variables(rules)
        self.trays = Trays(rules, self.codes)
        self.ghost = -1
        self.ghost_owner = NEUTRAL
        self.evaluator = Evaluator(self)
        self.walks = Walks(self)
        self.effects = Effects(self)
        self.candidates = Candidates(self, self.walks)
        self.turns = Turns(self)
        self.attacks = Attacks(self)
        self.hashes = Hashes(self)
        self.hooks = Hooks(self, allow_hooks)
        self.course = Course(self)
        self.segments = tuple(tuple(_segments(turn) for turn in phase.turns) for phase in rules.phases)
        self._numbers = {id(action): number for number, action in enumerate(rules.actions)}
        self._mentioned = self._mentions()
        self.counts_mentioned = self._counts()
        self._observed = tuple(self._is_observed(action) for action in rules.actions)
        self.unmoved_kinds = self._kinds_with_unmoved()

    # ------------------------------------------------------------ positions

    def start(self) -> Position:
        """The start position, with the first phase that is not over yet."""
        position = self.set_up(self.rules.start)
        self.course.start_phase(position)
        position.history = (self.course.remembered(position),)
        return position

    def set_up(self, start: StartPosition) -> Position:
        position = Position()
        position.layers = [{} for _ in self.rules.layers]
        for placed in sorted(start.pieces, key=lambda piece: piece.level):
            kind = self.rules.kinds[placed.kind]
            owner = NEUTRAL if placed.owner is None else placed.owner
            code = self.codes.code(owner, placed.kind, self.codes.state_of(placed.kind, placed.values))
            layer = position.layers[kind.layer]
            layer[placed.site] = (*layer.get(placed.site, ()), code)
        position.trays = {}
        for stock in start.trays:
            owner = NEUTRAL if stock.owner is None else stock.owner
            key = (stock.tray, owner, stock.kind, self.codes.state_of(stock.kind, stock.values))
            if stock.count:
                position.trays[key] = position.trays.get(key, 0) + stock.count
        position.variables = self.variables.initial()
        position.unmoved = 0
        for site, stack in position.layers[0].items():
            if self.codes.kind(stack[-1]) in self.unmoved_kinds:
                position.unmoved |= 1 << site
        position.phase, position.phase_turns, position.me = 0, 0, 0
        position.out, position.seats, position.swapped, position.next_player = (), 0, False, None
        position.ply, position.turns, position.passes = 1, (0,) * len(self.rules.players), 0
        position.segment, position.carried, position.history = 0, None, ()
        return position

    # ------------------------------------------------------------ small questions of the parts

    def number(self, action: Action) -> int:
        return self._numbers[id(action)]

    def layer_of_it(self, part: Part) -> int:
        return self.rules.actions[part.action].layer if part.action >= 0 else 0

    def kinds_on(self, layer: int, owner: rx.Owner) -> int:
        """How many kinds a pattern without kind words lists."""
        owned = owner in (rx.Owner.MINE, rx.Owner.ENEMY, rx.Owner.PLAYER)
        return sum(1 for kind in self.rules.kinds if kind.layer == layer and not (owned and kind.neutral))

    def facing(self, code: int | None) -> int | None:
        if code is None or code == self.ghost:
            return None
        kind = self.codes.kind(code)
        values = self.codes.values(kind, self.codes.state(code))
        for axis, value in zip(self.rules.kinds[kind].axes, values, strict=True):
            if axis.directions is not None:
                return axis.directions[value]
        return None

    def attribute(self, kind: int, code: int | None, name: str) -> rp.Path | None:
        """The path attribute of a kind; by the state of the piece where it differs."""
        if kind < 0:
            return None
        for attribute in self.rules.kinds[kind].attributes:
            if attribute.name != name:
                continue
            if attribute.path is not None or attribute.axis is None:
                return attribute.path
            state = self.codes.state(code) if code is not None and self.codes.kind(code) == kind else 0
            return attribute.by_value[self.codes.values(kind, state)[attribute.axis]]
        return None

    def borrows(self, path: rp.Path) -> bool:
        """Whether a path contains `like`, at any depth; such a path is not borrowed again."""
        for node in rx.walk(path):
            if isinstance(node, rp.LikePath):
                return True
            if isinstance(node, rp.NamedPath) and self.borrows(self.rules.paths[node.path].path):
                return True
        return False

    def moves_of(self, phase: int, player: int) -> tuple[Action, ...]:
        """The `move` actions of a turn."""
        turn = self.rules.phases[phase].turns[player]
        numbers = dict.fromkeys(node.action for node in rx.walk(turn) if isinstance(node, rt.Do))
        return tuple(self.rules.actions[n] for n in numbers if self.rules.actions[n].verb == "move")

    def contact(self, action: Action, view: View) -> int | None:
        """Where pieces may land on an unbounded board: in touch with the anchor (D101)."""
        unbounded = self.rules.unbounded
        if unbounded is None or action.verb not in ("move", "place"):
            return None
        anchor = view.position.occupied(unbounded.layer)
        layer = action.layer
        if action.piece is not None and action.piece.kind is not None:
            layer = self.rules.kinds[action.piece.kind].layer
        if layer != unbounded.layer:
            return anchor
        return anchor | self.geometry.neighbours(anchor) if anchor else None

    def doubled_score(self, view: View) -> int:
        """The score times two; a bonus, which may be a half, counts as such."""
        score = self.rules.score
        if score is None:
            return 0
        return self._doubled(score, view)

    def _doubled(self, node: rx.Expr, view: View) -> int:
        if isinstance(node, rx.SumOf):
            return sum(sign * self._doubled(item, view) for item, sign in zip(node.items, node.signs, strict=True))
        if isinstance(node, rx.BonusOf):
            return int(self.evaluator.value(node, view))
        return 2 * int(self.evaluator.value(node, view))

    # ------------------------------------------------------------ what rules look at

    def observed(self, action: Action) -> bool:
        """Whether anything looks at the route of this action: `passed`, `dir`, names it binds."""
        return self._observed[self.number(action)]

    def _is_observed(self, action: Action) -> bool:
        if any(field in ("passed", "dir") for _, field in self._mentioned):
            return True
        if any(part.field == "dir" for part in action.say or ()):
            return True  # the text of a move is that of the walk with the smallest key
        roots: list[rx.Node] = [*action.lets, *action.before, *action.effects]
        roots.extend(node for node in (action.condition, action.must) if node is not None)
        bound = set()
        for node in rx.walk(action.path) if action.path is not None else ():
            if isinstance(node, rp.RunItem | rp.Landing | rp.LineTravel) and node.name is not None:
                bound.add(node.name)
        return bool(bound) or any(self._looks_at_route(root) for root in (*roots, *self._ending()))

    def _looks_at_route(self, root: rx.Node) -> bool:
        for node in rx.walk(root):
            if isinstance(node, rx.PartWord) and node.word in ("passed", "dir"):
                return True
            if isinstance(node, rx.DefineCall) and self._looks_at_route(self.rules.defines[node.define].body):
                return True
        return False

    def _ending(self) -> list[rx.Node]:
        """Rules outside actions that see the last part."""
        rules = self.rules
        found: list[rx.Node] = [*rules.when_turn_ends, *rules.end, *(rules.when_captured or ())]
        found.extend(node for node in (rules.must, rules.prefer, rules.out, rules.score) if node is not None)
        for phase in rules.phases:
            found.extend(phase.turns)
            if phase.until is not None:
                found.append(phase.until)
        return found

    def _mentions(self) -> set[tuple[int | None, str]]:
        """Everything any rule looks back at: (action or None for the turn, field)."""
        rules = self.rules
        roots: list[rx.Node] = [*rules.actions, *rules.defines, *rules.paths, *rules.kinds, *self._ending()]
        found = set()
        for root in roots:
            for node in rx.walk(root):
                if isinstance(node, rx.Memory):
                    found.add((node.action, node.field))
        return found

    def _counts(self) -> frozenset[str]:
        """Which of `captures`, `parts` and `last_sown` any rule asks for."""
        rules = self.rules
        roots: list[rx.Node] = [*rules.actions, *rules.defines, *rules.paths, *rules.kinds, *self._ending()]
        roots += [*rules.stuck, *rules.when_out, *(hook.same_as for hook in rules.hooks if hook.same_as is not None)]
        nodes = (node for root in roots for node in rx.walk(root))
        return frozenset(node.word for node in nodes if isinstance(node, rx.Counter | rx.PartWord))

    def reduced(self, memory: Memory) -> Memory:
        """A memory with only what some rule looks back at (D69)."""
        actions = []
        for number, part in memory.actions:
            fields = {field for action, field in self._mentioned if action == number}
            if fields:
                kept = {name: getattr(part, name) for name in fields if hasattr(part, name)}
                names = tuple((name, value) for name, value in part.names if name in fields)
                actions.append((number, Part(action=number, names=names, **kept)))
        turn = {field for action, field in self._mentioned if action is None}
        return replace(
            memory,
            actions=tuple(sorted(actions, key=lambda item: item[0])),
            origins=memory.origins if "origin" in turn else 0,
            targets=memory.targets if "target" in turn else 0,
            passed=memory.passed if "passed" in turn else 0,
            last=Part(),
            captures=memory.captures if "captures" in self.counts_mentioned else 0,
            parts=memory.parts if "parts" in self.counts_mentioned else 0,
            last_sown=memory.last_sown if "last_sown" in self.counts_mentioned else 0,
        )

    def _kinds_with_unmoved(self) -> frozenset[int]:
        """The kinds some pattern joins with `unmoved`; a bare `unmoved` means all (D33)."""
        rules = self.rules
        roots: list[rx.Node] = [*rules.actions, *rules.defines, *rules.paths, *rules.kinds, *self._ending()]
        roots += [*rules.stuck, *rules.when_out]
        found: set[int] = set()
        joined: set[int] = set()  # by identity: these are not bare
        nodes = [node for root in roots for node in rx.walk(root)]
        for node in nodes:
            items: tuple[rx.Expr, ...] = ()
            if isinstance(node, rx.Intersection):
                items = node.items
            elif isinstance(node, rx.Difference):  # `my rook not in unmoved`
                items = (node.left, node.right)
            patterns = [item for item in items if isinstance(item, rx.Pattern)]
            if patterns and any(isinstance(item, rx.Unmoved) for item in items):
                found.update(kind for pattern in patterns for kind in pattern.kinds)
                joined.update(id(item) for item in items)
        if any(isinstance(node, rx.Unmoved) and id(node) not in joined for node in nodes):
            found.update(range(len(rules.kinds)))
        return frozenset(found)


def _segments(turn: rt.Turn) -> tuple[rt.Turn, ...]:
    """A turn cut at its chance parts."""
    items = turn.items if isinstance(turn, rt.InOrder) else (turn,)
    found: list[rt.Turn] = []
    row: list[rt.Turn] = []
    for item in items:
        if isinstance(item, rt.Chance):
            if row:
                found.append(rt.InOrder(turn.span, tuple(row)))
                row = []
            found.append(item)
        else:
            row.append(item)
    if row or not found:
        found.append(rt.InOrder(turn.span, tuple(row)))
    return tuple(found)

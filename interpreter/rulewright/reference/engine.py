"""The reference interpreter: everything that plays a game by its rules, put together.

Plain and obviously right comes first here; it is the judge of every faster engine.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from ..analysis.effort import Weights
from ..analysis.facts import Facts
from ..analysis.pieces import NEUTRAL
from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules.game import Action
from ..rules.game import Position as StartPosition
from ..source.limits import LIMITS, Limits
from .attacks import Attacks
from .blocks import Blocks
from .candidates import Candidates
from .effects import Effects
from .evaluate import Evaluator
from .game_flow import Course
from .geometry import Geometry
from .hashing import Hashes
from .hooks import Hooks
from .merging import Registers
from .position import Position
from .repetition import Repetitions
from .together import Together
from .trays import Trays
from .turns import Turns
from .variables import Variables
from .view import Memory, Part, View
from .vocabulary import Vocabulary
from .walks import Walks


class Engine:
    def __init__(self, facts: Facts, allow_hooks: bool = False, limits: Limits = LIMITS) -> None:
        self.facts = facts
        self.limits = limits
        self.weights = Weights(facts.rules)
        self.rules = rules = facts.rules
        self.codes = self.facts.codes
        self.geometry = Geometry(rules.board)
        self.variables = Variables(rules)
        self.trays = Trays(self.facts.pieces)
        self.ghost = -1
        self.ghost_owner = NEUTRAL
        self.evaluator = Evaluator(self)
        self.walks = Walks(self)
        self.effects = Effects(self)
        self.blocks = Blocks(self)
        self.candidates = Candidates(self, self.walks)
        self.registers = Registers(facts)
        self.turns = Turns(self)
        self.together = Together(self)
        self.attacks = Attacks(self)
        self.hashes = Hashes(self)
        self.hooks = Hooks(self, allow_hooks)
        self.repetitions = Repetitions(self)
        self.course = Course(self)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """A number for each decision of the game."""
        return Vocabulary(self.facts)

    # ------------------------------------------------------------ positions

    def start(self) -> Position:
        """The start position, with the first phase that is not over yet."""
        position = self.set_up(self.rules.start)
        self.course.start_phase(position)
        position.history = (self.repetitions.hash(position),)
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
            if self.codes.kind(stack[-1]) in self.facts.unmoved_kinds:
                position.unmoved |= 1 << site
        position.phase, position.phase_turns, position.me = 0, 0, 0
        position.out, position.seats, position.swapped, position.next_player = (), 0, False, None
        position.ply, position.turns, position.passes = 1, (0,) * len(self.rules.players), 0
        position.segment, position.chosen, position.carried, position.history = 0, (), None, ()
        position.kept = ((0, 0),) * self.facts.kept
        position.followed = ((),) * self.facts.followed
        return position

    # ------------------------------------------------------------ small questions of the parts

    def number(self, action: Action) -> int:
        return self.facts.number(action)

    def layer_of_it(self, part: Part) -> int:
        return self.rules.actions[part.action].layer if part.action >= 0 else 0

    def facing(self, code: int | None) -> int | None:
        if code is None or code == self.ghost:
            return None
        return self.facts.pieces.facing(code)

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
            return self.evaluator.number(node, view)
        return 2 * self.evaluator.number(node, view)

    def reduced(self, memory: Memory) -> Memory:
        """A memory with only what some rule looks back at (D69)."""
        actions = []
        for number, part in memory.actions:
            fields = {field for action, field in self.facts.mentioned if action == number}
            if fields:
                kept = {name: getattr(part, name) for name in fields if hasattr(part, name)}
                names = tuple((name, value) for name, value in part.names if name in fields)
                actions.append((number, Part(action=number, names=names, **kept)))
        words = self.facts.words
        turn = {field for action, field in self.facts.mentioned if action is None}
        return replace(
            memory,
            actions=tuple(sorted(actions, key=lambda item: item[0])),
            origins=memory.origins if "origin" in turn else 0,
            targets=memory.targets if "target" in turn else 0,
            passed=memory.passed if "passed" in turn else 0,
            last=Part(),
            captures=memory.captures if "captures" in words else 0,
            parts=memory.parts if "parts" in words else 0,
            last_sown=memory.last_sown if "last_sown" in words else 0,
        )

"""What the rules look at: all that is asked of one game again and again, found once.

Engines keep, carry over and tell apart only what some rule can see.
"""

from __future__ import annotations

from functools import cached_property

from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules import turns as rt
from ..rules.game import Action, Rules
from ..rules.types import Type
from . import turns
from .effects import names_owner
from .effort import asks_much, walks_far
from .paths import binds_names, bound_names
from .pieces import NEUTRAL, Pieces
from .roots import after_part, roots, uses_word, walk_all, with_defines
from .trays import TrayFacts

Register = tuple[str | int, str]  # ("turn" | "last" | action number, field)
SITE_FIELDS = ("origin", "target", "it")


class Facts:
    """Facts of one game: values for the whole of it, methods for one of its nodes."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = len(rules.players)
        self.pieces = Pieces(rules)
        self.codes = self.pieces.codes
        self.segments = tuple(
            tuple(turns.segments(turn, self.players) for turn in phase.turns) for phase in rules.phases
        )
        self.together = any(isinstance(node, rt.Together) for node in turns.turn_nodes(rules))
        self.segmented = any(len(segments) > 1 for phase in self.segments for segments in phase)
        self.repeats = rules.repetition is not None
        # Entries of who kept to what: for each condition one a player.
        self.kept = len(rules.repetition.kept) * len(rules.players) if rules.repetition is not None else 0
        # Tables of pieces that are followed, because somebody may have kept one of them in a set.
        self.followed = len(rules.repetition.followed) * len(rules.players) if rules.repetition is not None else 0
        self._numbers = {id(action): number for number, action in enumerate(rules.actions)}
        self._observed: dict[int, bool] = {}

    @cached_property
    def choice_words(self) -> int:
        """How many numbers are noted of a choice that is made unseen, at most; 0 where nobody makes any (D133)."""
        nodes = [node for node in turns.turn_nodes(self.rules) if isinstance(node, rt.Together)]
        actions = [self.rules.actions[item.action] for node in nodes for item in node.actions]
        return max((6 + len(action.choices) for action in actions), default=0)

    def number(self, action: Action) -> int:
        """The place of an action among all."""
        return self._numbers[id(action)]

    @cached_property
    def trays(self) -> TrayFacts:
        return TrayFacts(self.pieces)

    @cached_property
    def nodes(self) -> tuple[rx.Node, ...]:
        """Everything that is said in the game."""
        return tuple(walk_all(roots(self.rules)))

    def says(self, *kinds: type[rx.Node]) -> bool:
        """Whether a node of these kinds stands anywhere in the rules."""
        return any(isinstance(node, kinds) for node in self.nodes)

    @cached_property
    def turns_stand_alone(self) -> bool:
        """Whether it takes no look at other turns to tell that one is legal, and which move it is."""
        rules = self.rules
        if rules.prefer is not None or rules.distinct != "result" or any(one.again == "must" for one in rules.actions):
            return False
        return not any(isinstance(node, rt.FirstOf) for phase in rules.phases for node in walk_all(phase.turns))

    @cached_property
    def asks_much(self) -> bool:
        """Whether the work at one position has to be counted, also by machine code."""
        return asks_much(self.rules)

    @cached_property
    def walks_far(self) -> bool:
        """Whether the parts of turns have to be counted."""
        return walks_far(self.rules)

    @cached_property
    def uses_unmoved(self) -> bool:
        return self.says(rx.Unmoved)

    @cached_property
    def only_ones(self) -> frozenset[int]:
        """The kinds that exist once (D18), as far as a rule counts on it."""
        single = (node for node in self.nodes if isinstance(node, rx.Pattern) and node.type is Type.SITE)
        return frozenset(node.kinds[0] for node in single)

    @cached_property
    def sows(self) -> bool:
        return self.says(fx.Sow)

    @cached_property
    def swaps(self) -> bool:
        return self.says(fx.SwapSides)

    @cached_property
    def names_next(self) -> bool:
        return self.says(fx.NextPlayer) or any(phase.player is not None for phase in self.rules.phases)

    @cached_property
    def attacks(self) -> bool:
        return self.says(rx.Attacked)

    @cached_property
    def calls_hooks(self) -> bool:
        return self.says(rx.HookCall, fx.HookEffect)

    @cached_property
    def repeats_chains(self) -> bool:
        return turns.repeats_chains(self.rules)

    # ------------------------------------------------------------ looking back at parts

    @cached_property
    def mentioned(self) -> frozenset[tuple[int | None, str]]:
        """Everything any rule looks back at: (action or None for the turn, field)."""
        return frozenset((node.action, node.field) for node in self.nodes if isinstance(node, rx.Memory))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of parts and counters (`captures`, `last_sown` …) that any rule asks for."""
        return frozenset(node.word for node in self.nodes if isinstance(node, rx.Counter | rx.PartWord))

    @cached_property
    def counters(self) -> frozenset[str]:
        return frozenset(node.word for node in self.nodes if isinstance(node, rx.Counter))

    def observed(self, action: Action) -> bool:
        """Whether anything looks at the route of this action: `passed`, `dir`, names it binds."""
        number = self.number(action)
        if number not in self._observed:
            self._observed[number] = self._is_observed(action)
        return self._observed[number]

    def _is_observed(self, action: Action) -> bool:
        if any(field in ("passed", "dir") for _, field in self.mentioned):
            return True
        if any(part.field == "dir" for part in action.say or ()):
            return True  # the text of a move is that of the walk with the smallest key
        return self.route_is_seen(action)

    def route_is_seen(self, action: Action) -> bool:
        """Whether what follows in the game can depend on the route of this action."""
        number = self.number(action)
        if any(field in ("passed", "dir") and owner in (None, number) for owner, field in self.mentioned):
            return True
        if action.path is not None and binds_names(action.path):
            return True
        seen = (*_after_choice(action), *after_part(self.rules))
        return any(uses_word(self.rules, root, "passed", "dir") for root in seen)

    def looks_at_passed(self, action: Action) -> bool:
        """Whether any rule can see `passed` of this action."""
        number = self.number(action)
        if any(field == "passed" and owner in (number, "turn", "last") for owner, field in self.registers):
            return True
        seen = (*_after_choice(action), *(self.rules.when_captured or ()))
        return any(uses_word(self.rules, root, "passed") for root in seen)

    @cached_property
    def taken_is_read(self) -> bool:
        """Captured pieces that no rule asks for are no part of the position (D108)."""
        rules = self.rules
        asked = any(isinstance(node, rx.InTray) and node.tray == "taken" for node in self.nodes)
        placed = any("taken" in action.trays for action in rules.actions)
        hooked = any(hook.gives != "notation" and hook.same_as is None for hook in rules.hooks)
        return asked or placed or hooked

    @cached_property
    def began(self) -> tuple[int, ...]:
        """For each site the kind that the set-up puts on top there; -1 for none."""
        kinds = [-1] * len(self.rules.board)
        for placed in sorted(self.rules.start.pieces, key=lambda piece: piece.level):
            if self.rules.kinds[placed.kind].layer == 0:
                kinds[placed.site] = placed.kind
        return tuple(kinds)

    @cached_property
    def end_looks_back(self) -> bool:
        """Whether a result or the next phase may depend on how a turn came about, and not only on what it led to."""
        rules = self.rules
        asked = [rules.score, *rules.tie_breaks, *(phase.until for phase in rules.phases)]
        for node in with_defines(
            rules, [*rules.end, *rules.if_repeated, *(node for node in asked if node is not None)]
        ):
            if isinstance(node, rx.PartWord | rx.Memory | rp.NamedPath | rp.ItsPath | rp.LikePath):
                return True
            if isinstance(node, rx.Counter) and node.word in ("captures", "parts"):
                return True
        return False

    # ------------------------------------------------------------ registers

    @cached_property
    def registers(self) -> list[Register]:
        """What of parts must be remembered, in the order in which rules speak of it."""
        rules = self.rules
        found: dict[Register, None] = {}
        for node in self.nodes:
            if isinstance(node, rx.Memory):
                if node.action is not None:
                    found[node.action, node.field] = None
                elif node.field in ("origin", "target", "passed"):
                    found["turn", node.field] = None
                else:
                    found["last", node.field] = None
        # What is captured is `it` for the rule that says what becomes of it.
        captured, after = list[rx.Node](rules.when_captured or ()), after_part(rules)
        words = self._words([root for root in after if not any(root is other for other in captured)])
        words |= {word: None for word in self._words(captured) if word != "it"}
        same_as = [hook.same_as for hook in rules.hooks if hook.same_as is not None]
        words |= self._words([*same_as, *(rules.defines if rules.hooks else ())])
        found.update(dict.fromkeys(("last", word) for word in words))
        if any(isinstance(node, rx.HookCall | fx.HookEffect) for node in walk_all(after)):
            found.update(dict.fromkeys(("last", word) for word in SITE_FIELDS))
        return list(found)

    def _words(self, nodes: list[rx.Node]) -> dict[str, None]:
        """The words of a part that these rules speak of, themselves or in what they name."""
        words = (node.word for node in with_defines(self.rules, nodes) if isinstance(node, rx.PartWord))
        return dict.fromkeys(word for word in words if word not in ("leaving", "entering", "last_sown"))

    def register_kind(self, register: Register) -> str:
        """How a register is kept: "site", "set", "dirs" or "int"."""
        owner, field = register
        if field == "passed":
            return "set"
        if field in SITE_FIELDS:
            return "set" if owner == "turn" else "site"
        if field == "dir":
            return "dirs"
        if field in ("kind", "load"):
            return "int"
        assert isinstance(owner, int)
        return name_kind(self.rules.actions[owner], field)

    # ------------------------------------------------------------ pieces

    @cached_property
    def gives_away(self) -> bool:
        """Whether a piece of a kind that belongs to nobody can be given to somebody.

        It still is not `mine`, whoever asks.
        """
        return any(kind.neutral for kind in self.rules.kinds) and any(
            isinstance(node, fx.HookEffect) or (isinstance(node, fx.NewValue) and names_owner(node))
            for node in self.nodes
        )

    @cached_property
    def neutral(self) -> bool:
        """Whether a piece can belong to nobody."""
        return any(kind.neutral for kind in self.rules.kinds) or any(
            isinstance(node, fx.HookEffect) or (isinstance(node, fx.NewValue) and node.owner is rx.Owner.NEUTRAL)
            for node in self.nodes
        )

    @cached_property
    def cell_of_all(self) -> int | None:
        """The code, plus one, of the one piece there can ever be on stacks; None if pieces can differ."""
        rules = self.rules
        if rules.stack == 1 or len(rules.layers) > 1 or len(rules.kinds) > 1 or self.codes.states > 1:
            return None
        # Ghosts would be pieces of another kind, and hooks look into the cells.
        if not rules.kinds or not rules.kinds[0].neutral or self.gives_away or self.attacks or self.calls_hooks:
            return None
        return self.codes.code(NEUTRAL, 0, 0) + 1

    @cached_property
    def kinds_asked(self) -> frozenset[int]:
        """The kinds that some pattern tells apart from others."""
        if self.rules.stack == 1 and self.says(rp.ItsPath):
            return frozenset(range(len(self.rules.kinds)))  # each kind travels in its own way
        patterns = (node for node in self.nodes if isinstance(node, rx.Pattern) and not self.covers(node))
        return frozenset(kind for pattern in patterns for kind in pattern.kinds)

    @cached_property
    def states_asked(self) -> list[int]:
        """The states that some pattern asks for."""
        return sorted({state for node in self.nodes if isinstance(node, rx.Pattern) for state in node.states})

    @cached_property
    def holding(self) -> list[rx.Pattern]:
        """The patterns asked for at any level of a stack."""
        found: list[rx.Pattern] = []
        if self.rules.stack == 1:
            return found
        for node in self.nodes:
            if isinstance(node, rx.Holding):
                items = node.pattern.items if isinstance(node.pattern, rx.Union) else (node.pattern,)
                found.extend(item for item in items if isinstance(item, rx.Pattern) and item.layer == 0)
        return found

    def kinds_on(self, layer: int, owner: rx.Owner) -> int:
        """How many kinds a pattern without kind words lists."""
        owned = owner in (rx.Owner.MINE, rx.Owner.ENEMY, rx.Owner.PLAYER)
        return sum(1 for kind in self.rules.kinds if kind.layer == layer and not (owned and kind.neutral))

    def covers(self, node: rx.Pattern) -> bool:
        """Whether a pattern lists every kind that its owner can have on its layer."""
        owner = rx.Owner.ANYBODY if self.gives_away else node.owner
        return len(node.kinds) == self.kinds_on(node.layer, owner)

    @cached_property
    def unmoved_kinds(self) -> frozenset[int]:
        """The kinds some pattern joins with `unmoved`; a bare `unmoved` means all (D33)."""
        found: set[int] = set()
        joined: set[int] = set()  # by identity: these are not bare
        for node in self.nodes:
            items: tuple[rx.Expr, ...] = ()
            if isinstance(node, rx.Intersection):
                items = node.items
            elif isinstance(node, rx.Difference):  # `my rook not in unmoved`
                items = (node.left, node.right)
            patterns = [item for item in items if isinstance(item, rx.Pattern)]
            if patterns and any(isinstance(item, rx.Unmoved) for item in items):
                found.update(kind for pattern in patterns for kind in pattern.kinds)
                joined.update(id(item) for item in items)
        if any(isinstance(node, rx.Unmoved) and id(node) not in joined for node in self.nodes):
            found.update(range(len(self.rules.kinds)))
        return frozenset(found)


def _after_choice(action: Action) -> list[rx.Node]:
    """What an action asks and does once a candidate is chosen."""
    found: list[rx.Node] = [*action.lets, *action.before, *action.effects]
    found.extend(node for node in (action.condition, action.must) if node is not None)
    return found


def name_kind(action: Action, name: str) -> str:
    """How a name bound by an action is kept."""
    for choice in action.choices:
        if choice.name == name:
            return kind_of(choice.type)
    for let in action.lets:
        if let.name == name:
            return kind_of(let.value.type)
    return path_names(action).get(name, "set")


def path_names(action: Action) -> dict[str, str]:
    """The names an action's path binds, in order of appearance."""
    return bound_names(action.path) if action.path is not None else {}


def kind_of(type_: Type) -> str:
    """How a value of a type is kept."""
    if type_ is Type.SITE:
        return "site"
    if type_ is Type.SET:
        return "set"
    if type_.is_directions:
        return "dirs"
    return "bool" if type_ is Type.TRUTH else "int"

"""What the rules look at: which registers, trays and sets the kernel must keep."""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.engine import Engine
from ...reference.pieces import NEUTRAL
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules import turns as rt
from ...rules.game import Action, Rules
from ...rules.types import Type

Register = tuple[str | int, str]  # ("turn" | "last" | action number, field)
SITE_FIELDS = ("origin", "target", "it")


class Facts:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rules: Rules = engine.rules
        rules = self.rules
        self.players = len(rules.players)
        self.segmented = any(len(segments) > 1 for phase in engine.segments for segments in phase)
        everything = list(self._everything())
        self.registers = self._registers(everything)
        self.uses_unmoved = any(isinstance(node, rx.Unmoved) for node in everything)
        self.holding = self._holding(everything)
        self.states_asked = sorted(
            {state for node in everything if isinstance(node, rx.Pattern) for state in node.states}
        )
        # A piece of a kind that belongs to nobody can be given to somebody; it still is not `mine`, whoever asks.
        self.gives_away = any(kind.neutral for kind in rules.kinds) and any(
            isinstance(node, fx.HookEffect) or (isinstance(node, fx.NewValue) and self._names_owner(node))
            for node in everything
        )
        self.kinds_asked = self._kinds_asked(everything)
        self.neutral = any(kind.neutral for kind in rules.kinds) or any(
            isinstance(node, fx.HookEffect) or (isinstance(node, fx.NewValue) and node.owner is rx.Owner.NEUTRAL)
            for node in everything
        )
        self.repeats = rules.repetition is not None
        self.counters = {node.word for node in everything if isinstance(node, rx.Counter)}
        self.sows = any(isinstance(node, fx.Sow) for node in everything)
        self.swaps = any(isinstance(node, fx.SwapSides) for node in everything)
        self.names_next = any(isinstance(node, fx.NextPlayer) for node in everything)
        self.calls_hooks = any(isinstance(node, rx.HookCall | fx.HookEffect) for node in everything)
        self.attacks = any(isinstance(node, rx.Attacked) for node in everything)
        self.cell_of_all = self._cell_of_all()
        self.repeats_chains = self._repeats_chains()
        self.trays = {"taken", *(stock.tray for stock in rules.start.trays)}
        self.trays |= {node.tray for node in everything if isinstance(node, fx.TrayGoal)}
        self.trays |= {stock.tray for case in rules.tests if case.position for stock in case.position.trays}

    # ------------------------------------------------------------ walking over everything

    def roots(self) -> list[rx.Node]:
        rules = self.rules
        found: list[rx.Node] = [*rules.actions, *rules.defines, *rules.paths, *rules.kinds, *self.end_roots()]
        found.extend(rules.stuck)
        found.extend(hook.same_as for hook in rules.hooks if hook.same_as is not None)
        return found

    def end_roots(self) -> list[rx.Node]:
        """Rules that see the words of the last part."""
        rules = self.rules
        found: list[rx.Node] = [*rules.when_turn_ends, *rules.end, *rules.when_out, *(rules.when_captured or ())]
        found.extend(node for node in (rules.must, rules.prefer, rules.out, rules.score) if node is not None)
        for phase in rules.phases:
            found.extend(phase.turns)
            if phase.until is not None:
                found.append(phase.until)
        return found

    def turn_nodes(self) -> list[rx.Node]:
        """All of all turns, of every phase and player."""
        return [node for phase in self.rules.phases for turn in phase.turns for node in rx.walk(turn)]

    def _repeats_chains(self) -> bool:
        """Whether the same hops can be those of one chain or of two, one after the other: keys do not tell."""
        repeats = (node for node in self.turn_nodes() if isinstance(node, rt.Repeat | rt.RepeatWhile))
        done = (node for repeat in repeats for node in rx.walk(repeat) if isinstance(node, rt.Do))
        return any(self.rules.actions[node.action].again for node in done)

    def _everything(self) -> Iterator[rx.Node]:
        for root in self.roots():
            yield from rx.walk(root)

    # ------------------------------------------------------------ registers

    def _registers(self, everything: list[rx.Node]) -> list[Register]:
        found: dict[Register, None] = {}
        for node in everything:
            if isinstance(node, rx.Memory):
                if node.action is not None:
                    found[node.action, node.field] = None
                elif node.field in ("origin", "target", "passed"):
                    found["turn", node.field] = None
                else:
                    found["last", node.field] = None
        # What is captured is `it` for the rule that says what becomes of it.
        captured = list[rx.Node](self.rules.when_captured or ())
        words = self._words([root for root in self.end_roots() if not any(root is other for other in captured)])
        words |= {word: None for word in self._words(captured) if word != "it"}
        roots = [hook.same_as for hook in self.rules.hooks if hook.same_as is not None]
        words |= self._words([*roots, *(self.rules.defines if self.rules.hooks else ())])
        found.update(dict.fromkeys(("last", word) for word in words))
        if any(isinstance(node, rx.HookCall | fx.HookEffect) for root in self.end_roots() for node in rx.walk(root)):
            found.update(dict.fromkeys(("last", word) for word in SITE_FIELDS))
        return list(found)

    def _words(self, roots: list[rx.Node]) -> dict[str, None]:
        """The words of a part that these rules speak of, themselves or in what they name."""
        words = (node.word for node in self._with_defines(roots) if isinstance(node, rx.PartWord))
        return dict.fromkeys(word for word in words if word not in ("leaving", "entering", "last_sown"))

    def _with_defines(self, roots: list[rx.Node]) -> Iterator[rx.Node]:
        """Everything in some rules, and in the definitions they name."""
        waiting, known = list(roots), set[int]()
        while waiting:
            for node in rx.walk(waiting.pop(0)):
                yield node
                if isinstance(node, rx.DefineCall) and node.define not in known:
                    known.add(node.define)
                    waiting.append(self.rules.defines[node.define].body)

    def end_looks_back(self) -> bool:
        """Whether a result or the next phase may depend on how a turn came about, and not only on what it led to."""
        rules = self.rules
        asked = [rules.score, *(phase.until for phase in rules.phases)]
        for node in self._with_defines([*rules.end, *(node for node in asked if node is not None)]):
            if isinstance(node, rx.PartWord | rx.Memory | rp.NamedPath | rp.ItsPath | rp.LikePath):
                return True
            if isinstance(node, rx.Counter) and node.word in ("captures", "parts"):
                return True
        return False

    def mentioned(self, owner: str | int, field: str) -> bool:
        return (owner, field) in self.registers

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
        return self.name_kind(self.rules.actions[owner], field)

    def name_kind(self, action: Action, name: str) -> str:
        """How a name bound by an action is kept."""
        for choice in action.choices:
            if choice.name == name:
                return kind_of(choice.type)
        for let in action.lets:
            if let.name == name:
                return kind_of(let.value.type)
        return self.path_names(action).get(name, "set")

    def path_names(self, action: Action) -> dict[str, str]:
        """The names an action's path binds, in order of appearance."""
        found: dict[str, str] = {}
        if action.path is None:
            return found
        nodes = _in_order(action.path)
        repeated = any(isinstance(node, rp.RepeatTravel) for node in nodes)
        for node in nodes:
            if isinstance(node, rp.LineTravel) and node.name is not None:
                found[node.name] = "dirs"
            elif isinstance(node, rp.RunItem) and node.name is not None:
                found[node.name] = "set"
            elif isinstance(node, rp.Landing) and node.name is not None:
                found[node.name] = "set" if repeated or node.name in found else "site"
        return found

    def looks_at_passed(self, action: Action) -> bool:
        """Whether any rule can see `passed` of this action."""
        number = self.engine.number(action)
        if any(field == "passed" and owner in (number, "turn", "last") for owner, field in self.registers):
            return True
        roots: list[rx.Node] = [*action.lets, *action.before, *action.effects, *(self.rules.when_captured or ())]
        roots.extend(node for node in (action.condition, action.must) if node is not None)
        return any(self.uses_word(root, "passed") for root in roots)

    def uses_word(self, root: rx.Node, *words: str) -> bool:
        for node in rx.walk(root):
            if isinstance(node, rx.PartWord) and node.word in words:
                return True
            if isinstance(node, rx.DefineCall) and self.uses_word(self.rules.defines[node.define].body, *words):
                return True
        return False

    # ------------------------------------------------------------ pieces

    def _cell_of_all(self) -> int | None:
        """The cell of the one piece there can ever be on stacks (heaps.py); None if pieces can differ."""
        rules, codes = self.rules, self.engine.codes
        if rules.stack == 1 or len(rules.layers) > 1 or len(rules.kinds) > 1 or codes.states > 1:
            return None
        # Ghosts would be pieces of another kind, and hooks look into the cells.
        if not rules.kinds or not rules.kinds[0].neutral or self.gives_away or self.attacks or self.calls_hooks:
            return None
        return codes.code(NEUTRAL, 0, 0) + 1

    def _kinds_asked(self, everything: list[rx.Node]) -> set[int]:
        """The kinds that some pattern tells apart from others."""
        found: set[int] = set()
        for node in everything:
            if isinstance(node, rx.Pattern) and not self.covers(node):
                found.update(node.kinds)
            if isinstance(node, rp.ItsPath) and self.rules.stack == 1:
                return set(range(len(self.rules.kinds)))  # each kind travels in its own way
        return found

    def covers(self, node: rx.Pattern) -> bool:
        """Whether a pattern lists every kind that its owner can have on its layer."""
        owner = rx.Owner.ANYBODY if self.gives_away else node.owner
        return len(node.kinds) == self.engine.kinds_on(node.layer, owner)

    @staticmethod
    def _names_owner(value: fx.NewValue) -> bool:
        if value.local is not None:
            return value.local.type is Type.PLAYER
        return value.owner is not None and value.owner is not rx.Owner.NEUTRAL

    def _holding(self, everything: list[rx.Node]) -> list[rx.Pattern]:
        """The patterns asked for at any level of a stack."""
        found: list[rx.Pattern] = []
        if self.rules.stack == 1:
            return found
        for node in everything:
            if isinstance(node, rx.Holding):
                items = node.pattern.items if isinstance(node.pattern, rx.Union) else (node.pattern,)
                found.extend(item for item in items if isinstance(item, rx.Pattern) and item.layer == 0)
        return found


def kind_of(type_: Type) -> str:
    if type_ is Type.SITE:
        return "site"
    if type_ is Type.SET:
        return "set"
    if type_.is_directions:
        return "dirs"
    return "bool" if type_ is Type.TRUTH else "int"


def _in_order(path: rp.Path) -> list[rx.Node]:
    found: list[rx.Node] = []

    def visit(node: rx.Node) -> None:
        found.append(node)
        for child in node.children():
            visit(child)

    visit(path)
    return found

"""`turn:` and `phases:` (semantics sections 11 and 12)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...rules import turns as rt
from ...rules.expressions import Expr
from ...rules.game import Phase
from ...source.diagnostics import Note
from ...source.limits import LIMITS
from ...source.source import Span
from ..document.nodes import Entry, Mapping, Node, Scalar, Sequence
from ..syntax import ast
from . import nodes
from .expressions import Checker
from .order import TurnOrder
from .scope import scope_at
from .symbols import What
from .world import World

# An action called like this is thought of as chance; without `chance` the player chooses what comes.
_ROLLS = frozenset("roll rolls throw toss cast spin dice die deal shuffle".split())


@dataclass(slots=True)
class PhaseDraft:
    """A phase while it is read: one syntax tree for each player."""

    span: Span
    name: str | None
    turns: list[ast.Turn | None]
    until: Scalar | None
    length: int | None
    shared: bool
    endings: tuple[Scalar, ...] = ()  # the keys that say when it ends
    then: Scalar | None = None
    player: Scalar | None = None


@dataclass(slots=True)
class TurnPlan:
    phases: list[PhaseDraft] = field(default_factory=list)
    order: TurnOrder = field(default_factory=TurnOrder)


def plan_turns(world: World) -> TurnPlan:
    """Parses all turns, so that actions know what can come before them."""
    plan = TurnPlan()
    turn, phases = world.root.entry("turn"), world.root.get("phases")
    if turn is not None:
        turns, shared = _by_player(world, turn)
        plan.phases.append(PhaseDraft(turn.key.span, None, turns, None, None, shared))
    elif isinstance(phases, Sequence):
        for item in phases.items:
            plan.phases.append(_phase(world, item))
        _check_phases(world, plan.phases, phases.span)
    for phase in plan.phases:
        for tree in {id(tree): tree for tree in phase.turns}.values():
            if tree is not None:
                plan.order.add(tree)
    if any(tree is None for phase in plan.phases for tree in phase.turns):
        plan.order.assume([key.text for key, _ in nodes.mapping(world.root.get("actions"))])
    return plan


def _phase(world: World, item: Node) -> PhaseDraft:
    turns, shared = _by_player(world, item.entry("turn") if isinstance(item, Mapping) else None)
    name = nodes.scalar(nodes.get(item, "name"))
    return PhaseDraft(
        name.span if name else item.span,
        name.text if name else None,
        turns,
        nodes.scalar(nodes.get(item, "until")),
        nodes.number(nodes.get(item, "turns")),
        shared,
        tuple(key for key, _ in nodes.mapping(item) if key.text in ("until", "turns")),
        nodes.scalar(nodes.get(item, "then")),
        nodes.scalar(nodes.get(item, "player")),
    )


def _by_player(world: World, entry: Entry | None) -> tuple[list[ast.Turn | None], bool]:
    node = entry.value if entry else None
    if entry is not None and isinstance(node, Mapping):
        found: list[ast.Turn | None] = [None] * len(world.players)
        for key, value in node.items():
            index = world.player_index(key.text)
            if index is None:
                world.unknown(key.text, key.span, [player.name for player in world.players], "the player ")
            else:
                found[index] = _turn(world, value)
        named = node.keys()
        misspelt = any(world.player_index(name) is None for name in named)
        for player in world.players:
            if player.name not in named and not misspelt:
                help = f"add {player.name}: …; a turn by player names every player"
                world.report.error("players-turn", f"there is no turn for {player.name}.", entry.key.span, help)
        return found, False
    return [_turn(world, node)] * len(world.players), True


def _turn(world: World, node: Node | None) -> ast.Turn | None:
    parsed = world.parse(node, "turn")
    return parsed if isinstance(parsed, ast.Turn) else None


def _check_phases(world: World, phases: list[PhaseDraft], span: Span) -> None:
    names: dict[str, Span] = {}
    known = [phase.name for phase in phases if phase.name is not None]
    for number, phase in enumerate(phases):
        last = number + 1 == len(phases)
        if phase.then is not None and phase.then.text not in known:
            world.unknown(phase.then.text, phase.then.span, known, "the phase ")
        if phase.then is not None and not phase.endings:
            message = f'phase "{phase.name}" never ends, so nothing comes "then".'
            world.report.error(
                "phase-end", message, phase.then.span, "add for example  until: round_over  or  turns: 2"
            )
        elif last and phase.endings and phase.then is None:
            key = phase.endings[0]
            message = f'the last phase goes on until the game ends, so it has no "{key.text}".'
            help = f'say which phase follows with "then", or remove "{key.text}"; how the game is won stands in "end"'
            world.report.error("phase-end", message, key.span, help)
        elif not last and not phase.endings and not any(one.then and one.then.text in known for one in phases):
            message = f'phase "{phase.name}" never ends, so "{phases[number + 1].name}" never begins.'
            world.report.error("phase-end", message, phase.span, "add for example  until: hand(me) = 0  or  turns: 2")
        elif len(phase.endings) > 1:
            message = 'a phase ends by "until" or by "turns", not by both.'
            world.report.error("phase-end", message, phase.endings[1].span, "remove one of them")
        if phase.name is not None:
            if phase.name in names:
                message = f'there are two phases "{phase.name}".'
                note = Note("the other one is here", names[phase.name])
                world.report.error("name-twice", message, phase.span, "rename one of the two", note)
            names[phase.name] = phase.span


def _following(phases: list[PhaseDraft], draft: PhaseDraft) -> int | None:
    """The number of the phase after one, if it ends."""
    if not draft.endings:
        return None
    if draft.then is not None:
        return next((number for number, one in enumerate(phases) if one.name == draft.then.text), None)
    number = phases.index(draft) + 1
    return number if number < len(phases) else None


def read_phases(world: World, plan: TurnPlan) -> tuple[Phase, ...]:
    found = []
    for draft in plan.phases:
        reader = _TurnReader(world, plan.order, draft.shared)
        turns: list[rt.Turn] = []
        for tree in draft.turns:
            if tree is None:
                turns.append(rt.InOrder(draft.span, ()))
            elif draft.shared and turns:
                turns.append(turns[0])
            else:
                turns.append(reader.read(tree))
        until = None
        parsed = world.parse_expr(draft.until)
        if parsed is not None:
            scope = scope_at("end of turn", '"until"', memories=frozenset(plan.order.done))
            until = Checker(world, scope).condition(parsed)
        player = world.player_index(draft.player.text) if draft.player is not None else None
        if draft.player is not None and player is None:
            world.unknown(draft.player.text, draft.player.span, [one.name for one in world.players], "the player ")
        following = _following(plan.phases, draft)
        found.append(Phase(draft.span, draft.name, tuple(turns), until, draft.length, following, player))
    _check_unused(world, plan)
    _check_rolls(world, plan.order)
    _check_decided(world, found)
    return tuple(found)


def _check_decided(world: World, phases: list[Phase]) -> None:
    """Dice that are rolled turn after turn while nobody decides: outcomes count no depth, so no count would end."""
    drafts = {draft.index: draft for draft in world.actions.values()}
    for phase in phases:
        for turn in dict.fromkeys(phase.turns):
            parts = turn.items if isinstance(turn, rt.InOrder) else (turn,)
            rolled = [
                part.item.action for part in parts if isinstance(part, rt.Chance) and isinstance(part.item, rt.Do)
            ]
            drawn = any(drafts[action].verb == "place" for action in rolled)  # a tray is empty some day
            if phase.length is not None or drawn or len(rolled) < max(1, len(parts)):
                continue
            name = drafts[rolled[-1]].name
            message = "nobody decides anything in this turn, and dice may be rolled for ever before somebody does."
            behind = f'put what the player does behind it, "chance {name} then go"'
            help = f"{behind}, or an action that does nothing:  go_on: {{}}"
            world.report.error("turn-chance", message, turn.span, help)


class _TurnReader:
    """Reads the turns of one phase; leaves are numbered from the left."""

    def __init__(self, world: World, order: TurnOrder, shared: bool) -> None:
        self.world = world
        self.order = order
        self.shared = shared  # one turn for all players
        self.leaves = 0

    def read(self, tree: ast.Turn) -> rt.Turn:
        return self._turn(tree, top=True)

    def _turn(self, node: ast.Turn, top: bool) -> rt.Turn:
        match node:
            case ast.DoAction():
                return self._action(node)
            case ast.TurnGroup():
                return self._turn(node.item, top)
            case ast.TurnElse():
                return rt.FirstOf(node.span, tuple(self._turn(item, False) for item in node.items))
            case ast.TurnOr():
                return rt.OneOf(node.span, tuple(self._turn(item, False) for item in node.items))
            case ast.TurnThen():
                return rt.InOrder(node.span, self._in_order(node, top))
            case ast.Part():
                return self._part(node, top)
            case ast.RepeatTurn():
                return rt.Repeat(node.span, self._turn(node.item, False), *self._passes(node.repeats))
            case ast.RepeatWhile():
                item, condition = self._turn(node.item, False), self._guard(node.condition, node)
                passes = (0, None) if node.repeats is None else self._passes(node.repeats)
                return rt.RepeatWhile(node.span, item, condition, *passes)
        raise AssertionError(f"no rule for {type(node).__name__}")

    def _in_order(self, node: ast.TurnThen, top: bool) -> tuple[rt.Turn, ...]:
        """One part after the other; brackets round some of them make no difference, chance is found there too."""
        found: list[rt.Turn] = []
        for item in node.items:
            read = self._turn(item, top)
            found.extend(read.items if isinstance(read, rt.InOrder) else (read,))
        return tuple(found)

    def _action(self, node: ast.DoAction) -> rt.Turn:
        draft = self.world.actions.get(node.name.text)
        if draft is None and node.name.text in ("pass", "rest", "skip", "nothing"):
            message = f'there is no action "{node.name.text}".'
            help_text = f"add it: an action in which nothing is done is written  {node.name.text}: {{}}"
            self.world.report.error("name-unknown", message, node.name.span, help_text)
            return rt.InOrder(node.span, ())
        named = self.world.symbols.get(node.name.text) if draft is None else None
        if named is not None and named.what is What.DEFINE:
            message = f'"{node.name.text}" is a define, and a turn is made of actions.'
            help_text = (
                f"effects stand in an action:  {node.name.text}_now: {{do: {node.name.text}}}; a condition behind if"
            )
            self.world.report.error("name-unknown", message, node.name.span, help_text)
            return rt.InOrder(node.span, ())
        if draft is None:
            self.world.unknown(node.name.text, node.name.span, self.world.actions, "the action ")
            return rt.InOrder(node.span, ())
        self.leaves += 1
        return rt.Do(node.span, draft.index, self.leaves - 1)

    def _part(self, node: ast.Part, top: bool) -> rt.Turn:
        if node.how == "chance":
            if not top:
                message = "chance cuts the turn into pieces, so it cannot stand inside or, else, may or repeat."
                help = f'put it before or after them: "{node.span.text} then (…)"'
                self.world.report.error("turn-chance", message, node.span, help)
            elif not isinstance(node.item, ast.DoAction):
                message = "chance is followed by the name of one action."
                self.world.report.error("turn-chance", message, node.item.span, "write one chance for each action")
            elif node.condition is not None:
                self.world.report.error(
                    "turn-chance", "chance happens in every turn, so it has no condition.", node.span,
                    f'put the condition into the "if" of {node.item.name.text}: '
                    "where it has no outcome, chance is left out",
                )  # fmt: skip
        if node.how == "together":
            return self._together(node, top)
        item = self._turn(node.item, False)
        made: rt.Turn = item
        if node.how == "may":
            made = rt.Optional(node.span, item)
        elif node.how == "chance":
            made = rt.Chance(node.span, item)
        if node.condition is not None:
            made = rt.Guarded(node.span, made, self._guard(node.condition, node))
        return made

    def _together(self, node: ast.Part, top: bool) -> rt.Turn:
        """`together a`, `together (a or b)`: a part in which all players choose."""
        item = self._turn(node.item, False)
        found = item.items if isinstance(item, rt.OneOf) else (item,)
        actions = tuple(each for each in found if isinstance(each, rt.Do))
        told = any(isinstance(each, rt.InOrder) and not each.items for each in found)  # there is no such action
        refusal: tuple[str, Span, str] | None = None
        if not top:
            message = "all choose in a part of its own, so together cannot stand inside or, else, may or repeat."
            help = (
                f'for one of several write "together (a or b)"; or put it before or after: "{node.span.text} then (…)"'
            )
            refusal = message, node.span, help
        elif node.condition is not None:
            help = 'put the condition into the "if" of the action; whoever has nothing to choose chooses nothing'
            refusal = "all choose in every turn, so together has no condition.", node.span, help
        elif len(actions) != len(found) and not told:
            help = 'write "together a" or "together (a or b)"; what comes afterwards is joined with "then"'
            refusal = "together is followed by an action, or by several joined with or.", node.item.span, help
        elif not self.shared:
            help = 'write one turn for all, and let "if" of its actions ask who it is'
            refusal = "where all choose together, the turn is the same for all players.", node.span, help
        elif len(self.world.players) == 1:
            refusal = (
                "there is only one player, so nobody chooses together with anybody.",
                node.span,
                'leave "together" out',
            )
        else:
            for each in actions:
                draft = list(self.world.actions.values())[each.action]
                again = draft.body.entry("again")
                if again is not None:
                    help = "let each choose one part, and go on in the next turn"
                    refusal = f'"{draft.name}", which all do together, cannot go on.', again.key.span, help
        if refusal is not None:
            self.world.report.error("turn-together", *refusal)
        return rt.Together(node.span, actions)

    def _guard(self, condition: ast.Expr, node: ast.Turn) -> Expr:
        scope = scope_at("guard", "a condition of the turn", memories=self.order.guards.get(id(node), frozenset()))
        return Checker(self.world, scope).condition(condition)

    def _passes(self, repeats: ast.Range | ast.Times) -> tuple[int, int | None]:
        """How often at least and at most."""
        if isinstance(repeats, ast.Times):
            message = f'"{repeats.span.text}" cannot count the parts of a turn: how often must be fixed.'
            help = 'write for example "repeat 0..4 (…)" or "repeat (…) while …"'
            self.world.report.error("turn-repeat", message, repeats.span, help)
            return 0, 1
        low, high, span = repeats.low, repeats.high, repeats.span
        if not self.world.is_upside_down(span.text, span, low, high) and (high or 0) > LIMITS.entries.value:
            message = f"a turn of {high:,} parts is too long; {LIMITS.entries.value} is the most."
            self.world.report.error("bounds-range", message, span, f'write "{low}.." for any number of times')
        return low, high


def _check_unused(world: World, plan: TurnPlan) -> None:
    for draft in world.actions.values():
        if draft.name in plan.order.done:
            world.report.in_use(draft.key.span)
        else:
            help = f'add it to the turn ("… or {draft.name}"), or remove it'
            world.report.unused("dead-action", f'action "{draft.name}" is never used by a turn.', draft.key.span, help)


def _check_rolls(world: World, order: TurnOrder) -> None:
    """`turn: roll then run`: whoever rolls may say which number it is."""
    for draft in world.actions.values():
        rolls = not _ROLLS.isdisjoint(draft.name.split("_"))
        if rolls and draft.choices and draft.name in order.done - order.chance and not world.report.failed:
            message = f'the player chooses what "{draft.name}" comes to.'
            help = f'write "chance {draft.name}" in the turn; if players do choose, give it another name'
            world.report.warning("turn-roll", message, draft.key.span, help)

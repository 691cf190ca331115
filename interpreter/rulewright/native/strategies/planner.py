"""The planner: rules and facts become a plan.

Strategies are asked in the order of their tuple. The first that serves is taken; the plan says why those before it do
not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType

from ...analysis.conditions import is_general
from ...analysis.effects import may_fail
from ...analysis.paths import landings
from ...analysis.sets import holds_mine, holds_theirs
from ...analysis.turns import only_part
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Action
from ...rules.types import Type
from ..decide.memory import kept_sets
from ..decide.plan import (
    GENERAL,
    LEAN,
    LEFT_OUT,
    TRIAL,
    GamePlan,
    Group,
    KeptPlan,
    Leaf,
    ListPlan,
    MemoryPlan,
    PerftPlan,
    Refusal,
    RepeatPlan,
    Single,
    TurnPlan,
    WalkPlan,
)
from ..decide.questions import Questions
from ..decide.watching import Quiet
from . import (
    chains,
    empties,
    factoring,
    found_walks,
    incremental_end_rules,
    incremental_flood,
    late_second_part,
    memoised_repeats,
    multiplicity_draw,
    one_part,
    own_list,
    pushes,
    quiet_turns,
    ray_mobility,
    rejection_draw,
    reservoir_turns,
    rotated_bitboards,
    two_part_draw,
    undo_frames,
    union_find,
)

# In the order in which they are asked. Each can be left out by its name: the plain way, a list, is always right.
OF_TURNS = (factoring, two_part_draw, late_second_part, one_part)  # how a turn is drawn
OF_ACTIONS = (chains, rejection_draw, pushes)  # where different candidates of an action may lead to the same position
OF_LISTS = (reservoir_turns, own_list)  # how one is drawn where the list is needed
KEPT = (incremental_end_rules, rotated_bitboards, incremental_flood, union_find, empties, ray_mobility)
STRATEGIES: tuple[ModuleType, ...] = (
    *OF_TURNS, *OF_ACTIONS, *OF_LISTS, multiplicity_draw, *KEPT, memoised_repeats, found_walks, quiet_turns,
    undo_frames,
)  # fmt: skip


def plan_game(
    ask: Questions, hooks: tuple[tuple[str, str], ...] = (), without: frozenset[str] = frozenset()
) -> GamePlan:
    """Everything that is decided of a game; `without` leaves strategies out, for tests and measurements."""
    return Planner(ask, without).game(hooks)


class Planner:
    def __init__(self, ask: Questions, without: frozenset[str]) -> None:
        self.ask = ask
        self.without = without
        self.rules = ask.rules
        self.judged = ask.forbids_repetition or may_fail(ask.rules, ask.rules.when_turn_ends)

    def game(self, hooks: tuple[tuple[str, str], ...]) -> GamePlan:
        phases, players = range(len(self.rules.phases)), range(self.ask.players)
        turns = tuple(self.turn(phase, player) for phase in phases for player in players)
        return GamePlan(
            turns, self._by_list(turns), self._kept(turns), self._perft(turns), self._memory(), self._repeats(),
            self._walks(), hooks,
        )  # fmt: skip

    # ------------------------------------------------------------ turns

    def turn(self, phase: int, player: int) -> TurnPlan:
        """How a turn is drawn: by the first strategy that serves."""
        read = self._read(phase, player)
        if isinstance(read, Refusal):
            return TurnPlan(phase, player, refused=(("any", read.why),))
        refused: list[tuple[str, str]] = []
        for strategy in OF_TURNS:
            found = Refusal(LEFT_OUT) if strategy.NAME in self.without else strategy.plan(self.ask, read)
            if isinstance(found, TurnPlan):
                return replace(found, refused=tuple(refused))
            refused.append((strategy.NAME, found.why))
        return TurnPlan(phase, player, refused=tuple(refused))

    def _read(self, phase: int, player: int) -> TurnPlan | Refusal:
        """What a turn is made of: groups of actions, and a second part perhaps."""
        rules, segments = self.rules, self.ask.facts.segments[phase][player]
        if len(segments) != 1:
            return Refusal("a turn has several segments, since chance takes part in it")
        if self.ask.facts.says(rx.OnlyOf):
            return Refusal("a set must be one site (`only`), so every turn has to be looked at")
        if self.ask.facts.asks_much:
            return Refusal("rules may ask about very many sites inside one another, so all of it is counted")
        if rules.distinct == "route":
            return Refusal("moves are told apart by their routes")
        if self.ask.players > 2:
            return Refusal("there are more than two players")
        parts = _flat(segments[0])
        if len(parts) == 2:
            return self._two_parts(phase, player, *parts)
        node = only_part(segments[0])
        groups = [self._group(item) for item in (node.items if isinstance(node, rt.FirstOf) else (node,))]
        if not all(groups):
            return Refusal("a turn is more than one action, or one of several")
        found = TurnPlan(phase, player, "", tuple(group for group in groups if group))
        if not any(leaf.clear or leaf.chain for leaf in found.leaves):
            reasons = dict.fromkeys(f"{leaf.action.name}: {leaf.refused[0][1]}" for leaf in found.leaves)
            return Refusal("; ".join(reasons))
        return found

    def _two_parts(self, phase: int, player: int, first: rt.Turn, second: rt.Turn) -> TurnPlan | Refusal:
        """`a then b`, `a then (b if c)`: the first part moves or places my piece, the second something else."""
        if self.rules.prefer is not None:
            return Refusal("some turns are preferred (`prefer`), so all have to be known")
        group, guard = self._group(first), second.condition if isinstance(second, rt.Guarded) else None
        second = second.item if isinstance(second, rt.Guarded) else second
        if group is None or not isinstance(second, rt.Do):
            return Refusal("a part of the turn is more than one action")
        if self.ask.forbids_repetition:
            return Refusal("positions must not be repeated")
        if not all(leaf.clear and leaf.shape is None and leaf.ways == 1 for leaf in group):
            return Refusal("the first part needs the list")
        action = self.rules.actions[second.action]
        if not all(self._is_of_mine(leaf.action) for leaf in group) or not self._is_second(action):
            return Refusal("the two parts may change the same pieces")
        return TurnPlan(phase, player, "", (group,), self._surely(Leaf(second, action, True)), guard)

    def _is_of_mine(self, action: Action) -> bool:
        if action.verb == "place":
            piece = action.piece
            owned = piece is not None and piece.kind is not None and not self.rules.kinds[piece.kind].neutral
            mine = piece is not None and isinstance(piece.owner, rx.Me | None)
            return owned and mine and not action.effects
        mine = action.subject is not None and holds_mine(self.rules, action.subject, action.layer)
        return action.verb == "move" and mine and not action.effects

    def _is_second(self, action: Action) -> bool:
        """Whether the second part changes other pieces than the first, so that no two turns lead to the same."""
        ask, apart = self.ask, self.ask.apart
        if action.again is not None or action.choices or action.before or not apart.mild_elsewhere():
            return False
        if apart.turncoats():
            return False
        if action.verb == "place":
            entries = ask.facts.trays.entries(action)
            kinds = {kind for kind, _ in entries}
            neutral = all(self.rules.kinds[kind].neutral for kind in kinds)
            plain = action.to is not None and is_general(ask.rules, action.to)
            if action.path is not None:
                # From one site, so that the target is all there is to choose.
                single = action.start is not None and action.start.type is Type.SITE
                routes = ask.routes.repeats_routes(action.path) or self.ask.facts.observed(action)
                plain = single and not routes and not any(item.off for item in landings(self.rules, action.path))
            trays = not action.trays and len({self.ask.facts.trays.default_trays(kind) for kind in kinds}) == 1
            return neutral and len(entries) == 1 and not action.effects and plain and trays
        if action.verb == "pick" and action.path is None and action.to is None and len(action.effects) == 1:
            effect = action.effects[0]
            picked = isinstance(effect, fx.Capture | fx.Remove) and isinstance(effect.item, rx.PartWord)
            return picked and action.subject is not None and holds_theirs(self.rules, action.subject, action.layer)
        return False

    # ------------------------------------------------------------ actions

    def _group(self, node: rt.Turn) -> Group | None:
        """The actions of a turn of which one is done; None if it is anything else."""
        node = only_part(node)
        leaves: list[Leaf] = []
        for item in map(only_part, node.items if isinstance(node, rt.OneOf) else (node,)):
            if not isinstance(item, rt.Do):
                return None
            leaves.append(self._leaf(item, [leaf.action for leaf in leaves]))
        return self._with_shapes(leaves)

    def _leaf(self, node: rt.Do, earlier: Sequence[Action]) -> Leaf:
        action = self.rules.actions[node.action]
        why, ways = self.ask.clear.why_not(action, earlier), self.ask.static.ways(action)
        refused = (("clear", why or "it goes on in chains"),) if why or action.again is not None else ()
        if why or action.again is None:
            return Leaf(node, action, not why, ways or 1, guards=self.ask.clear.guards(action), refused=refused)
        chain = Refusal(LEFT_OUT) if chains.NAME in self.without else chains.plan(self.ask, action)
        if chain is not None:
            refused = (*refused, (chains.NAME, chain.why))
        return Leaf(node, action, False, ways or 1, chain=ways == 1 and chain is None, refused=refused)

    def _with_shapes(self, leaves: list[Leaf]) -> Group:
        """Leaves that are clear after all, since their candidates can be drawn in another way."""
        telling = self.ask.telling
        drawn: dict[int, Leaf] = {}
        for number, leaf in enumerate(leaves):
            if not leaf.clear and self.rules.prefer is None:
                left_out = rejection_draw.NAME in self.without
                shape = Refusal(LEFT_OUT) if left_out else rejection_draw.plan(self.ask, leaf.action)
                if isinstance(shape, Refusal):
                    leaves[number] = replace(leaf, refused=(*leaf.refused, (rejection_draw.NAME, shape.why)))
                else:
                    drawn[number] = leaves[number] = replace(leaf, shape=shape)
        for number, leaf in drawn.items():
            others = [one for one in leaves if one is not leaves[number] and (one.clear or one.shape is not None)]
            if all(leaf.shape is not None and telling.is_apart(leaf.shape, one.action, one.shape) for one in others):
                found = replace(leaf, clear=True)
                pushed = pushes.NAME not in self.without and pushes.plan(self.ask, found) is None
                leaves[number] = replace(found, pushed=pushed)
            else:
                why = "another action may lead to the same position"
                leaves[number] = replace(leaf, shape=None, refused=(*leaf.refused, (rejection_draw.NAME, why)))
        return tuple(map(self._surely, leaves))

    def _surely(self, leaf: Leaf) -> Leaf:
        """Whether a candidate that passes its tests is legal."""
        sure = self.rules.must is None and not self.judged and self.ask.clear.can_fail(leaf) is None
        quiet: Quiet | Refusal = Refusal(LEFT_OUT)
        if not sure and quiet_turns.NAME not in self.without:
            quiet = quiet_turns.plan(self.ask, leaf, self.judged)
        if isinstance(quiet, Refusal):
            return replace(leaf, sure=sure, loud="" if sure else quiet.why)
        return replace(leaf, quiet=quiet)

    # ------------------------------------------------------------ beside turns

    def _by_list(self, turns: Sequence[TurnPlan]) -> ListPlan:
        """How a turn is drawn where the list is needed, for want of a plan or since a chain goes on."""
        chained = any(leaf.action.again is not None for turn in turns for leaf in turn.leaves)
        needed = chained or not all(turn.strategy for turn in turns)
        if not needed:
            return ListPlan(False, "")
        refused: list[tuple[str, str]] = []
        for strategy in OF_LISTS:
            left_out = {strategy.NAME, *strategy.USES} & self.without
            why = Refusal(LEFT_OUT) if left_out else strategy.plan(self.ask)
            if why is None:
                return ListPlan(True, strategy.NAME, tuple(refused), self._singles(strategy.NAME, turns))
            refused.append((strategy.NAME, why.why))
        return ListPlan(True, "", tuple(refused))

    def _singles(self, by_list: str, turns: Sequence[TurnPlan]) -> tuple[Single, ...]:
        """The turns of which one candidate is drawn before all are looked at."""
        if multiplicity_draw.NAME in self.without or by_list not in multiplicity_draw.USES:
            return ()
        found = (multiplicity_draw.plan(self.ask, turn.phase, turn.player) for turn in turns if not turn.strategy)
        return tuple(single for single in found if isinstance(single, Single))

    def _kept(self, turns: tuple[TurnPlan, ...]) -> KeptPlan:
        """What playouts keep up to date."""
        kept = incremental_end_rules.plan(self.ask, self.without)
        listed = Refusal(LEFT_OUT) if empties.NAME in self.without else empties.plan(self.ask, turns)
        throw = Refusal(LEFT_OUT) if ray_mobility.NAME in self.without else ray_mobility.plan(self.ask, turns)
        refused = list(kept.refused)
        if listed is not None:
            refused.append((empties.NAME, listed.why))
        if isinstance(throw, Refusal):
            refused.append((ray_mobility.NAME, throw.why))
        thrown = None if isinstance(throw, Refusal) else throw
        return replace(kept, empties=listed is None, throw=thrown, refused=tuple(refused))

    def _perft(self, turns: tuple[TurnPlan, ...]) -> PerftPlan:
        drawn = [turn for turn in turns if turn.strategy]
        if not drawn:
            return PerftPlan(GENERAL, self.judged, False, ((undo_frames.NAME, "every turn needs the list"),))
        lean = Refusal(LEFT_OUT) if undo_frames.NAME in self.without else undo_frames.plan(self.ask, drawn)
        fills = len(drawn) == len(turns) and self._only_fills(drawn)
        refused = () if lean is None else ((undo_frames.NAME, lean.why),)
        return PerftPlan(LEAN if lean is None else TRIAL, self.judged, fills, refused)

    def _only_fills(self, turns: Sequence[TurnPlan]) -> bool:
        """Whether a turn is always a piece placed on any empty site, and nothing else."""
        leaves = [leaf for turn in turns for leaf in turn.leaves]
        outcomes = [outcome for rule in self.rules.stuck for outcome in rule.outcomes]
        ends = self.ask.players <= 2 and all(outcome.what != "pass" for outcome in outcomes)
        single = ends and len(leaves) == len(turns) and incremental_end_rules.lasts(self.ask)
        placed = single and all(leaf.sure and leaf.action.verb == "place" for leaf in leaves)
        return placed and all(empties.is_plain(self.ask, leaf.action) for leaf in leaves)

    def _memory(self) -> MemoryPlan:
        facts, rules = self.ask.facts, self.rules
        sets = tuple((layer, tuple(kept_sets(facts, number))) for number, layer in enumerate(rules.layers))
        registers = tuple(
            (rules.actions[owner].name if isinstance(owner, int) else owner, word) for owner, word in facts.registers
        )
        hashed = "kept up to date" if rules.unbounded is None else "from the whole board"
        return MemoryPlan(sets, registers, hashed if facts.repeats else "")

    def _repeats(self) -> tuple[RepeatPlan, ...]:
        found = []
        for phase in self.rules.phases:
            for node in (node for turn in phase.turns for node in rx.walk(turn)):
                if isinstance(node, rt.Repeat | rt.RepeatWhile):
                    left_out = memoised_repeats.NAME in self.without
                    why = Refusal(LEFT_OUT) if left_out else memoised_repeats.plan(self.ask, node.item)
                    found.append(RepeatPlan(node.item, "" if why is None else why.why))
        return tuple(found)

    def _walks(self) -> tuple[WalkPlan, ...]:
        if found_walks.NAME in self.without:
            return ()
        asked = (node for node in self.ask.facts.nodes if isinstance(node, rx.Reached))
        found = (found_walks.plan(self.ask, node) for node in asked)
        return tuple(walk for walk in found if isinstance(walk, WalkPlan))


def _flat(node: rt.Turn) -> tuple[rt.Turn, ...]:
    node = only_part(node)
    return node.items if isinstance(node, rt.InOrder) else (node,)

"""The check as a whole: section after section, from a merged document to `Rules`."""

from __future__ import annotations

from collections.abc import Mapping as Options
from dataclasses import dataclass, replace

from ...board import BoardProblems, BoardSpec, torus
from ...rules import expressions as rx
from ...rules.effects import Effect
from ...rules.game import Action, Phase, ResultRule, Rules, Unbounded
from ...source.diagnostics import Report
from ..document.nodes import Mapping, Scalar
from ..syntax.trees import Trees
from . import nodes
from .actions import draft_actions, read_action
from .blocks import read_effects
from .boards import read_board, tell_board_problems
from .cases import Cases, RulesFacts
from .cycles import attacked_cycles, can_cycles, expands_too_far
from .dead import check_dead, check_kinds
from .defines import check_unused, check_unused_names, note_defines, read_paths
from .display import check_notation, read_display
from .effects import EffectPlace
from .endless import check_endless
from .expressions import Checker
from .hooks import check_hook_costs, check_hooks_used, read_hooks, read_references
from .pieces import check_attribute_uses, note_attributes, read_attributes, read_pieces
from .piles import settle_height
from .players import read_forward, read_players
from .regions import read_regions
from .reserves import check_reserves
from .results import check_clocks, check_end, check_stuck, read_bonus, read_limit, read_repetition, read_rules
from .scope import Scope, scope_at
from .setup import Anchor, read_setup
from .single_pieces import find_kinds_that_exist_once
from .turns import TurnPlan, plan_turns, read_phases
from .unbounded import UnboundedFacts, check_unbounded
from .variables import number_sites, read_variables
from .world import World


@dataclass(frozen=True, slots=True)
class GameFile:
    """What the check is told besides the document."""

    id: str
    options: Options[str, str]
    trees: Trees


@dataclass(frozen=True, slots=True)
class Checked:
    """Rules without author's mistakes, and the reader of further positions of their game."""

    rules: Rules
    cases: Cases


@dataclass(slots=True)
class _Course:
    """The rules of the course of the game, outside actions."""

    must: rx.Expr | None
    prefer: rx.Expr | None
    out: rx.Expr | None
    score: tuple[rx.Expr, ...]  # the score itself, then what decides between equal ones
    stuck: tuple[ResultRule, ...]
    end: tuple[ResultRule, ...]
    when_captured: tuple[Effect, ...] | None
    when_turn_ends: tuple[Effect, ...]
    when_out: tuple[Effect, ...]


def check(root: Mapping, file: GameFile, report: Report) -> Checked | None:
    """What is known of the game, or None after telling the report about them."""
    world = World(report, root, file.id, file.trees)
    spec = read_names(world)
    if spec is None:
        return None
    find_kinds_that_exist_once(world)
    plan = plan_turns(world)
    draft_actions(world, plan.order)
    read_paths(world)
    read_attributes(world)
    read_references(world)
    actions = tuple(read_action(world, draft) for draft in world.actions.values())
    phases = read_phases(world, plan)
    course = _read_course(world, plan)
    return _finish(world, spec, file, actions, phases, course)


def read_names(world: World) -> BoardSpec | None:
    """The sections that give names to things, before the rules that use them; None if there is no board to speak of."""
    read_players(world)
    spec = read_board(world)
    if spec is None or world.board is None:
        return None
    read_forward(world, world.board)
    read_pieces(world)
    read_regions(world)
    read_variables(world)
    read_hooks(world)
    note_attributes(world)
    note_defines(world)
    return spec


def _read_course(world: World, plan: TurnPlan) -> _Course:
    done = frozenset(plan.order.done)

    def at_end(title: str, place: str = "end of turn") -> Scope:
        return scope_at(place, title, memories=done)

    def value(key: str, condition: bool) -> rx.Expr | None:
        parsed = world.parse_expr(world.root.get(key))
        if parsed is None:
            return None
        checker = Checker(world, at_end(f'"{key}"'))
        return checker.condition(parsed) if condition else checker.number(parsed)

    def scores() -> tuple[rx.Expr, ...]:
        """The score, with its bonus; what only decides between equal ones has none."""
        found: list[rx.Expr] = []
        for item in nodes.texts(world.root.get("score")):
            parsed = world.parse_expr(item)
            place = "end of turn" if found else "score"
            if parsed is not None:
                found.append(Checker(world, at_end('"score"', place)).number(parsed))
        return tuple(found)

    def effects(key: str) -> tuple[Effect, ...]:
        return read_effects(Checker(world, at_end(key)), world.root.get(key), EffectPlace(0, False))

    captured = None
    if world.root.get("when_captured") is not None:
        scope = scope_at("when_captured", "when_captured", memories=done)
        captured = read_effects(
            Checker(world, scope), world.root.get("when_captured"), EffectPlace(0, False, when_captured=True)
        )
    stuck_entry = world.root.entry("stuck")
    stuck = read_rules(world, stuck_entry.value if stuck_entry else None, scope_at("position", '"stuck"'))
    if stuck_entry is not None:
        check_stuck(world, stuck, stuck_entry.key.span)
    end = read_rules(world, world.root.get("end"), at_end('"end"'))
    check_end(world, end, "end")
    check_clocks(world)
    return _Course(
        value("must", True), value("prefer", False), value("out", True), scores(), stuck, end,
        captured, effects("when_turn_ends"), effects("when_out"),
    )  # fmt: skip


def _finish(
    world: World,
    spec: BoardSpec,
    file: GameFile,
    actions: tuple[Action, ...],
    phases: tuple[Phase, ...],
    course: _Course,
) -> Checked | None:
    """The checks that need everything, and the rules themselves."""
    root, report = world.root, world.report
    at_end = scope_at("end of turn", "a result", memories=frozenset(world.actions))
    top = root.entry("game") or root.entries[0]
    repeated = scope_at("repetition", "the result of repetition", memories=frozenset(world.actions))
    repetition, limit = read_repetition(world, repeated), read_limit(world, at_end, top.key.span)
    world.turn_limit = limit.turns
    if not expands_too_far(world):
        for task in world.later:  # they look into what is filled in
            task()
    check_attribute_uses(world)
    check_hooks_used(world)
    check_hook_costs(world)
    display = read_display(world)
    check_unused(world)
    attacked_cycles(world, actions, phases)
    can_cycles(world, actions, course.must, phases)
    unbounded = _unbounded(world, actions, phases, course, spec.max_sites)
    side = unbounded.side if unbounded else None
    if side is not None and not report.failed:
        try:
            world.board = torus(spec, side)
            number_sites(world)
        except BoardProblems as found:
            tell_board_problems(world, found)
    setup = root.get("setup")
    anchor = Anchor(unbounded.layer, unbounded.directions) if unbounded else None
    start = read_setup(world, setup if isinstance(setup, Mapping) else None, side, anchor)
    check_unused_names(world)  # after the set-up, which uses regions too
    check_reserves(world, actions)
    settle_height(world, actions, (*(course.when_captured or ()), *course.when_turn_ends, *course.when_out), start)
    actions = tuple(_within_stacks(world, action) for action in actions)
    facts = RulesFacts(tuple(phase.name for phase in phases), bool(course.score), side, start, anchor)
    cases = Cases(world, facts, file.options)
    tests = cases.read(root.get("tests"))
    if report.failed:
        return None
    rules = Rules(
        top.key.span,
        file.id,
        nodes.text(root.get("game")) or file.id,
        nodes.text(root.get("by")),
        nodes.text(root.get("about")),
        nodes.text(root.get("source")),
        dict(file.options),
        tuple(world.players),
        world.ready_board,
        tuple(world.layers),
        world.stack,
        tuple(world.kinds),
        tuple(world.states),
        tuple(world.regions),
        tuple(world.variables),
        tuple(world.defines),
        tuple(world.paths),
        actions,
        phases,
        course.must,
        course.prefer,
        course.when_captured,
        course.when_turn_ends,
        course.when_out,
        course.stuck,
        course.end,
        course.out,
        course.score[0] if course.score else None,
        course.score[1:],
        read_bonus(world),
        repetition,
        limit,
        nodes.text(root.get("distinct")) or "result",
        _notation(root.get("notation")),
        tuple(world.hooks),
        start,
        unbounded,
        tests,
        display,
    )
    check_notation(rules, report)
    check_dead(rules, report)
    check_kinds(rules, report)
    check_endless(rules, report)
    return Checked(rules, cases)


def _within_stacks(world: World, action: Action) -> Action:
    """No more pieces are lifted than a stack can have, which may be known only now."""
    take = action.take
    return action if take.high <= world.stack else replace(action, take=replace(take, high=world.stack))


def _notation(node: object) -> str | None:
    return node.text.lstrip("@") if isinstance(node, Scalar) else None


def _unbounded(
    world: World, actions: tuple[Action, ...], phases: tuple[Phase, ...], course: _Course, most_sites: int
) -> Unbounded | None:
    if not world.ready_board.unbounded or world.report.failed:
        return None
    expressions = [course.must, course.prefer, course.out, *course.score]
    rules = [rule.condition for rule in (*course.stuck, *course.end)]
    guards: list[rx.Expr | None] = [phase.until for phase in phases]
    found = [*expressions, *rules, *guards]
    effects = (*(course.when_captured or ()), *course.when_turn_ends, *course.when_out)
    given = tuple(e for e in found if e is not None)
    return check_unbounded(world, UnboundedFacts(actions, phases, given, effects), most_sites)

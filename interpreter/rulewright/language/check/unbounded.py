"""Unbounded boards: how large a torus has to be so that no rule can notice it (semantics D100 to D104)."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules import effects as re_
from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Action, Phase, Unbounded
from ...source.source import Span
from . import nodes
from .anchors import find_anchor, layer_words
from .grades import INFINITE, Grader, Place
from .world import World


@dataclass(frozen=True, slots=True)
class UnboundedFacts:
    """The checked rules: the actions, the turns, all other conditions and numbers, all other effects."""

    actions: tuple[Action, ...]
    phases: tuple[Phase, ...]
    expressions: tuple[rx.Expr, ...]
    effects: tuple[re_.Effect, ...]


def check_unbounded(world: World, facts: UnboundedFacts, most_sites: int) -> Unbounded | None:
    """The torus behind an unbounded board, of at most so many sites; None after telling what forbids one."""
    anchor = find_anchor(world, facts.actions)
    if anchor is None:
        return None
    pieces = _count_pieces(world, anchor.layer)
    _check_effects(world, anchor.layer, facts)
    grader = Grader(world, layer_words(world, anchor.layer), _anchor_moves(anchor.layer, facts))
    _grade_all(grader, facts)
    if pieces is None or world.report.failed:
        return None
    window = pieces + 2 * grader.reach
    # Distances must not be shorter round the back of the torus.
    factor = 2 if grader.measures_distance else 1
    side = _power_of_two(factor * window + 1)
    if side * side > most_sites:
        room = 1 << ((most_sites.bit_length() - 1) // 2)  # the longest side that is allowed
        most = (room - 1) // factor - 2 * grader.reach
        _tell_too_large(world, pieces, most)
        return None
    return Unbounded(_board_span(world), anchor.layer, anchor.directions, pieces, grader.reach, side)


def _tell_too_large(world: World, pieces: int, most: int) -> None:
    span = _board_span(world)
    if most < 1:
        message = "the rules look so far on this unbounded board that there is no room for a single piece."
        world.report.error("board-limit", message, span, "let steps, leaps and distances go less far")
        return
    message = f"there are {pieces} pieces, but with these rules an unbounded board has room for {most}."
    world.report.error("board-limit", message, span, f'lower "each:" or "supply:", so that there are at most {most}')


def _power_of_two(least: int) -> int:
    return 1 << max(2, (least - 1).bit_length())  # a torus has a side of at least 3


def _board_span(world: World) -> Span:
    board = world.root.entry("board")
    size = nodes.scalar(nodes.get(board.value, "size")) if board else None
    return size.span if size else (board.key.span if board else world.root.span)


# ---------------------------------------------------------------- pieces


def _count_pieces(world: World, layer: int) -> int | None:
    """How many pieces the anchor can have."""
    total = 0
    for kind in world.kinds:
        if kind.layer != layer:
            continue
        if kind.supply is None and kind.each is None:
            key = "supply: 20" if kind.neutral else "each: 6"
            message = f'an unbounded board needs a piece limit, but nothing limits "{kind.name}".'
            help_text = f'give "each:" or "supply:" to {kind.name}, for example  {key}'
            world.report.error("board-pieces", message, kind.span, help_text)
            return None
        of_players = kind.each * len(world.players) if kind.each is not None else None
        limits = [limit for limit in (kind.supply, of_players) if limit is not None]
        total += min(limits)
    return total


def _check_effects(world: World, layer: int, facts: UnboundedFacts) -> None:
    """Pieces of the anchor come by `place` and go by moves that keep the others together; by nothing else."""
    lists = [facts.effects, *(action.before + action.effects for action in facts.actions)]
    for effect in (node for effects in lists for top in effects for node in rx.walk(top)):
        if layer not in _layers_changed(world, effect):
            continue
        message = f'"{effect.span.text.split()[0]}" could tear the pieces of this unbounded board apart.'
        help = f"pieces come by place: and go by move: with  if_lifted: connected {layer_words(world, layer)}"
        world.report.error("board-effect", message, effect.span, help)


def _layers_changed(world: World, node: rx.Node) -> set[int]:
    """The layers whose pieces an effect takes to other sites, brings in or takes away."""
    match node:
        case re_.Capture() | re_.Remove() | re_.Move() | re_.TakeSome() | re_.ShiftToward() | re_.ShiftAlong():
            return {node.layer}
        case re_.Put():
            everything = range(len(world.layers))
            return set(everything) if node.piece.kind is None else {world.kinds[node.piece.kind].layer}
        case re_.Sow():
            return {0}
        case re_.HookEffect() | re_.SetUpAgain():
            return set(range(len(world.layers)))
    return set()


# ---------------------------------------------------------------- reach


def _anchor_moves(layer: int, facts: UnboundedFacts) -> int:
    """How many different pieces of the anchor one turn can move."""
    return max((_moves_in(turn, layer, facts) for phase in facts.phases for turn in phase.turns), default=0)


def _moves_in(turn: rx.Node, layer: int, facts: UnboundedFacts) -> int:
    match turn:
        case rt.Do():
            action = facts.actions[turn.action]
            return 1 if action.verb == "move" and action.layer == layer else 0
        case rt.InOrder():
            return sum(_moves_in(item, layer, facts) for item in turn.items)
        case rt.Repeat() | rt.RepeatWhile():
            rounds = INFINITE if turn.high is None else turn.high
            return rounds * _moves_in(turn.item, layer, facts)
        case rt.Turn():
            return max((_moves_in(item, layer, facts) for item in turn.children()), default=0)
    return 0


def _grade_all(grader: Grader, facts: UnboundedFacts) -> None:
    for action in facts.actions:
        if action.path is not None:
            grader.learn_passed(action.path)
    for action in facts.actions:
        _grade_action(grader, action)
    for expression in facts.expressions:
        grader.grade(expression, Place())
    for node in (*facts.effects, *(turn for phase in facts.phases for turn in phase.turns)):
        grader.read(node, Place())


def _grade_action(grader: Grader, action: Action) -> None:
    place = Place()
    if action.subject is not None and action.verb == "pick":
        grader.finite(action.subject, place, "nobody can choose from it")
    elif action.subject is not None:
        grader.grade(action.subject, place)
    if action.start is not None:
        grader.finite(action.start, place, "nothing can begin everywhere in it")
    for before in (action.take, action.if_lifted, action.to):
        if before is not None:
            grader.read(before, place)
    if action.path is not None:
        place = grader.action_path(action.path, place)
    for let in action.lets:
        place = place.with_local(let.name, grader.grade(let.value, place))
    for part in (action.condition, *action.before, *action.effects, action.must):
        if part is not None:
            grader.read(part, place)

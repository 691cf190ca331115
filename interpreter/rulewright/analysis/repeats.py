"""Termination measures of repeats: does each pass change something in one direction, so that no state comes twice?

Where it does, the route rule (D66) never refuses anything, and what can follow a pass depends on where it has led, not
on how. Whoever explores turns then goes on from each state once. An answer that is not certain is no.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules import turns as rt
from ..rules.game import Action, Rules, VariableSpec
from ..rules.types import Type
from .conditions import same
from .effects import simple
from .sets import always_occupied
from .turns import actions_of

_MANY = 8  # passes of a repeat: 2^n states, if each pass takes one of so many sites

# Effects that leave every piece where it is, or make another one of it.
_KEEPING = (fx.Flip, fx.SetTo, fx.Assign, fx.NextPlayer, fx.EndTurn, fx.SwapSides)
# Never more pieces than before.
_TAKING = (fx.Capture, fx.Remove, fx.Move, fx.TakeSome, fx.ShiftToward, fx.ShiftAlong, fx.Sow)


def never_returns(rules: Rules, item: rt.Turn) -> bool:
    """Whether each pass through `item` counts a variable on, brings in pieces, or takes some away."""
    actions = actions_of(rules, item)
    if not actions or any(action.again is not None for action in actions) or not _always(item, lambda _: True):
        return False
    return _counts_on(rules, actions) or _fills_up(rules, item, actions) or _empties(rules, item, actions)


def goes_one_way(rules: Rules) -> bool:
    """Whether each turn brings in pieces, or each takes some away, so that no position of a game comes twice."""
    passes = any(
        outcome.what == "pass" for rule in rules.stuck for outcome in (rule.outcome, rule.otherwise) if outcome
    )
    if passes or rules.when_turn_ends or rules.when_out:
        return False
    turns = [turn for phase in rules.phases for turn in phase.turns]
    actions = [action for turn in turns for action in actions_of(rules, turn)]
    if not turns or any(action.again is not None for action in actions):
        return False
    return all(_fills_up(rules, turn, actions) for turn in turns) or all(
        _empties(rules, turn, actions) for turn in turns
    )


def counts_to_its_end(rules: Rules, node: rt.RepeatWhile) -> bool:
    """Whether each pass counts a variable on that the condition compares: `repeat (tick) while ticks < 10`."""
    actions = actions_of(rules, node.item)
    if not actions or not _always(node.item, lambda _: True):
        return False
    parts = node.condition.items if isinstance(node.condition, rx.AllOf) else (node.condition,)
    for part in parts:
        if not isinstance(part, rx.Comparison) or not isinstance(part.left, rx.Variable):
            continue
        wanted = {"<": 1, "<=": 1, ">": -1, ">=": -1}.get(part.sign, 0)
        counted = part.left.variable
        if wanted and isinstance(part.right, rx.Number) and all(_steps(a, counted) == {wanted} for a in actions):
            return True
    return False


def _steps(action: Action, variable: int) -> set[int]:
    """What an action always does to a variable; 0 where it may do something else."""
    tops = [effect for effect in (*action.before, *action.effects) if isinstance(effect, fx.Assign)]
    known = {_step(effect) for effect in tops if effect.variable == variable}
    inner = [node for effect in (*action.before, *action.effects) for node in rx.walk(effect)]
    others = [node for node in inner if isinstance(node, fx.Assign) and node.variable == variable and node not in tops]
    return known | ({0} if others else set())


def meeting(rules: Rules) -> list[rt.Turn]:
    """What is repeated so that ways may meet after each pass, and what follows depends on the state and one counter.

    A repeat inside another is not among them: there what follows depends on the counter of the outer one, too.
    """
    if rules.distinct == "route":
        return []
    turns = [turn for phase in rules.phases for turn in phase.turns]
    return [item for turn in turns for item in _outermost(turn) if never_returns(rules, item)]


def has_many_orders(rules: Rules) -> bool:
    """Whether a turn surely repeats something so often that the states in the middle of it are thousands."""
    turns = (node for phase in rules.phases for turn in phase.turns for node in rx.walk(turn))
    return any(isinstance(node, rt.Repeat) and node.low >= _MANY for node in turns)


def _outermost(turn: rt.Turn) -> Iterator[rt.Turn]:
    if isinstance(turn, rt.Repeat | rt.RepeatWhile):
        yield turn.item
        return
    for item in turn.children():
        if isinstance(item, rt.Turn):
            yield from _outermost(item)


def _always(item: rt.Turn, does: Callable[[int], bool]) -> bool:
    """Whether every way to do `item`, unless the turn ends on it, does one of some actions."""
    match item:
        case rt.Do():
            return does(item.action)
        case rt.OneOf() | rt.FirstOf():
            return all(_always(each, does) for each in item.items)
        case rt.InOrder():
            return any(_always(each, does) for each in item.items)
        case rt.Repeat():
            return item.low > 0 and _always(item.item, does)
    return False


def _effects(action: Action) -> Iterable[fx.Effect]:
    """All effects of an action, out of their conditions."""
    return _inner((*action.before, *action.effects))


def _inner(effects: Iterable[fx.Effect]) -> Iterator[fx.Effect]:
    for effect in simple(effects):
        if isinstance(effect, fx.May):
            yield from _inner((effect.effect,))
        else:
            yield effect


# ------------------------------------------------------------ pieces


def _fills_up(rules: Rules, item: rt.Turn, actions: list[Action]) -> bool:
    """Whether pieces come and none goes. A piece is never placed on one that it would capture (there is no room)."""

    def comes(number: int) -> bool:
        return rules.actions[number].verb == "place" and rules.actions[number].path is None

    for action in actions:
        if action.verb == "move" or (action.verb == "place" and action.path is not None):
            return False  # it may capture, or leave the board
        if not all(isinstance(effect, (*_KEEPING, fx.Put)) for effect in _effects(action)):
            return False
        if action.verb == "place" and any(isinstance(effect, fx.Put) for effect in _inner(action.before)):
            return False  # it may land on what was put there
    return _always(item, comes)


def _empties(rules: Rules, item: rt.Turn, actions: list[Action]) -> bool:
    """Whether pieces go and none comes."""
    captured = list(_inner(rules.when_captured or ()))
    if not all(isinstance(effect, _KEEPING + _TAKING) for effect in captured):
        return False
    for action in actions:
        if action.verb == "place" or not all(isinstance(effect, _KEEPING + _TAKING) for effect in _effects(action)):
            return False

    def goes(number: int) -> bool:
        action = rules.actions[number]
        if action.verb != "pick" or action.path is not None or action.subject is None or action.before:
            return False
        first = action.effects[0] if action.effects else None
        if isinstance(first, fx.Capture):
            leaves = rules.when_captured is None
        elif isinstance(first, fx.Move):
            leaves = isinstance(first.goal, fx.TrayGoal)
        else:
            leaves = isinstance(first, fx.Remove)
        if not leaves or not isinstance(first, fx.Capture | fx.Remove | fx.Move):
            return False
        picked = isinstance(first.item, rx.PartWord) and first.item.word in ("origin", "target", "it")
        return picked and first.layer == action.layer and always_occupied(rules, action.subject, action.layer)

    return _always(item, goes)


# ------------------------------------------------------------ variables


def _counts_on(rules: Rules, actions: list[Action]) -> bool:
    """Whether each action counts a variable up, or each counts it down."""
    steps: dict[int, set[int]] = {}
    for action in actions:
        nodes = [node for effect in (*action.before, *action.effects) for node in rx.walk(effect)]
        nodes += [node for effect in rules.when_captured or () for node in rx.walk(effect)]
        if any(isinstance(node, fx.HookEffect) for node in nodes):
            return False
        for node in nodes:
            if isinstance(node, fx.Assign):
                steps.setdefault(node.variable, set()).add(_step(node))
    for variable, signs in steps.items():
        if len(signs) == 1 and 0 not in signs and all(_counts(rules, action, variable) for action in actions):
            return True
    return False


def _counts(rules: Rules, action: Action, variable: int) -> bool:
    """Whether an action always counts a variable on: it has not come to the end of its range (D62)."""
    spec = rules.variables[variable]
    parts = action.condition.items if isinstance(action.condition, rx.AllOf) else (action.condition,)
    for effect in action.effects:
        if not isinstance(effect, fx.Assign) or effect.variable != variable:
            continue
        step = _step(effect)
        assert isinstance(effect.value, rx.SumOf)
        assert isinstance(effect.value.items[1], rx.Number)
        by = effect.value.items[1].value
        for node in parts:
            asked = isinstance(node, rx.Comparison) and same(node.left, effect.value.items[0])
            if not asked or not isinstance(node, rx.Comparison) or not isinstance(node.right, rx.Number):
                continue
            least = {">": node.right.value + 1, ">=": node.right.value}.get(node.sign)
            most = {"<": node.right.value - 1, "<=": node.right.value}.get(node.sign)
            down = step < 0 and least is not None and least - by >= spec.low
            up = step > 0 and most is not None and most + by <= spec.high
            if (down or up) and _in_range(effect.index, action, spec):
                return True
    return False


def _in_range(index: rx.Expr | None, action: Action, spec: VariableSpec) -> bool:
    """Whether an entry of a variable is one that there is."""
    if spec.per_range is None:
        return index is None or isinstance(index, rx.Me)
    low, high = spec.per_range
    for choice in action.choices:
        if isinstance(index, rx.Local) and index.name == choice.name and choice.type is Type.NUMBER:
            return all(isinstance(value, rx.Number) and low <= value.value <= high for value in choice.values)
    return isinstance(index, rx.Number) and low <= index.value <= high


def _step(node: fx.Assign) -> int:
    """1 if a variable is counted up by a fixed number, -1 if down, 0 if anything else is done to it."""
    value = node.value
    if not isinstance(value, rx.SumOf) or len(value.items) != 2:
        return 0
    one, by = value.items
    same_one = isinstance(one, rx.Variable) and one.variable == node.variable and same(one.index, node.index)
    if not same_one or not isinstance(by, rx.Number) or by.value <= 0 or value.signs[0] != 1:
        return 0
    return value.signs[1]

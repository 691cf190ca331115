"""The plan for people and programs: names instead of nodes, as JSON-like data."""

from __future__ import annotations

from typing import TypeAlias

from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Rules
from .plan import FAST, GENERAL, LEAN, GamePlan, Leaf, Refused, TurnPlan

Data: TypeAlias = dict[str, object]
_BY_LIST, _MEMOISED = "list of moves", "memoised_repeats"


def plan_data(plan: GamePlan, rules: Rules) -> Data:
    """What is decided of a game. Whatever is left out does not apply."""
    by_list, memory = plan.by_list, plan.memory
    how = {"how": by_list.strategy or _BY_LIST, "not": dict(by_list.refused)} if by_list.needed else {}
    if by_list.singles:
        phases = dict.fromkeys(rules.phases[single.phase].name for single in by_list.singles)
        how["after draws of one candidate"] = {"how": "multiplicity_draw", "phases": list(phases)}
    sets = {layer: [f"{what} {_name(what, value, rules)}" for what, value in row] for layer, row in memory.sets}
    registers = [f"{word} of {owner}" for owner, word in memory.registers]
    return _there(
        turns=_turns(plan, rules),
        where_the_list_is_needed=_there(**how),
        kept_up_to_date=_kept(plan, rules),
        perft=_perft(plan),
        memory=_there(sets=sets, registers=registers, hash=memory.hash),
        repeats=_repeats(plan, rules),
        walks_remembered=len(plan.walks) or "",
        hooks=dict(plan.hooks),
    )


def _repeats(plan: GamePlan, rules: Rules) -> list[Data]:
    found: list[Data] = []
    for repeat in plan.repeats:
        how = {"not": {_MEMOISED: repeat.why_not}} if repeat.why_not else {"how": _MEMOISED}
        data: Data = {"of": _actions(repeat.item, rules), **how}
        found += [data] if data not in found else []
    return found


def _turns(plan: GamePlan, rules: Rules) -> list[Data]:
    """Turns of several players that are drawn alike are told once."""
    found: list[tuple[Data, list[str]]] = []
    for turn in plan.turns:
        data, player = _turn(turn, rules), rules.players[turn.player].name
        known = next((players for other, players in found if other == data), None)
        if known is None:
            found.append((data, [player]))
        else:
            known.append(player)
    return [{"players": players, **data} for data, players in found]


def _turn(turn: TurnPlan, rules: Rules) -> Data:
    groups = [_there(**{leaf.action.name: _leaf(leaf) for leaf in group}) for group in turn.groups]
    return _there(
        phase=rules.phases[turn.phase].name or "",
        how=turn.strategy or _BY_LIST,
        mode=("fast" if turn.mode == FAST else "tried, and taken back if it fails") if turn.strategy else "",
        since=turn.tried,
        actions=groups[0] if len(groups) == 1 else groups,
        then={turn.second.action.name: "only under a condition" if turn.guard is not None else "always"}
        if turn.second is not None
        else None,
        not_=dict(turn.refused),
    )


def _leaf(leaf: Leaf) -> Data:
    shape = leaf.shape.by if leaf.shape is not None else ""
    counted = "sets" if leaf.pushed else ""
    return _there(how=leaf.strategy or _BY_LIST, by=shape, counted_as=counted, not_=_refused(leaf.refused))


def _refused(refused: Refused) -> Data:
    return dict(refused)


def _kept(plan: GamePlan, rules: Rules) -> Data:
    numbers = {id(rule.condition): number for number, rule in enumerate(rules.end, 1)}
    return _there(
        end_rules={str(numbers[id(rule.condition)]): rule.strategy for rule in plan.kept.end_rules},
        groups="union_find" if plan.kept.groups else "",
        empty_sites="empties" if plan.kept.empties else "",
        rays="ray_mobility" if plan.kept.throw is not None else "",
        not_=dict(plan.kept.refused),
    )


def _perft(plan: GamePlan) -> Data:
    leaves = [leaf for turn in plan.drawn for leaf in turn.leaves]
    sure = dict.fromkeys(leaf.action.name for leaf in leaves if leaf.sure)
    quiet = dict.fromkeys(leaf.action.name for leaf in leaves if leaf.quiet is not None)
    others = {leaf.action.name: leaf.loud for leaf in leaves if not leaf.sure and leaf.quiet is None}
    return _there(
        moves_are_taken_back_by={GENERAL: _BY_LIST, LEAN: "undo_frames"}.get(plan.perft.mode, "a log"),
        counted_in_the_last_ply=list(sure),
        carried_out_in_the_last_ply_where_it_matters=list(quiet),
        carried_out_in_the_last_ply=others,
        two_plies="a product" if plan.perft.fills else "",
        not_=dict(plan.perft.refused),
    )


def _name(what: str, value: int, rules: Rules) -> str:
    if what == "owner":
        return rules.players[value].name if value >= 0 else "nobody"
    if what == "any":
        return "piece"
    return rules.kinds[value].name if what == "kind" else rules.states[value].name


def _actions(item: rt.Turn, rules: Rules) -> list[str]:
    return list(dict.fromkeys(rules.actions[node.action].name for node in rx.walk(item) if isinstance(node, rt.Do)))


def _there(**parts: object) -> Data:
    """What there is, by its names."""
    found = {name.rstrip("_").replace("_", " "): part for name, part in parts.items()}
    return {name: part for name, part in found.items() if part or part == 0}

"""Turns, cut and searched: their segments, their actions."""

from __future__ import annotations

from ..rules import expressions as rx
from ..rules import turns as rt
from ..rules.game import Action, Rules


def segments(turn: rt.Turn, players: int) -> tuple[rt.Turn, ...]:
    """A turn cut at its chance parts, and where all choose together; other adjacent parts are one segment (D69)."""
    items = turn.items if isinstance(turn, rt.InOrder) else (turn,)
    found: list[rt.Turn] = []
    row: list[rt.Turn] = []
    for item in items:
        if isinstance(item, rt.Chance | rt.Together):
            if row:
                found.append(rt.InOrder(turn.span, tuple(row)))
                row = []
            if isinstance(item, rt.Chance):
                found.append(item)
            else:
                found.extend(rt.Secret(item.span, item.actions, place + 1 == players) for place in range(players))
        else:
            row.append(item)
    if row or not found:
        found.append(rt.InOrder(turn.span, tuple(row)))
    return tuple(found)


def only_part(turn: rt.Turn) -> rt.Turn:
    """A turn without the order around a part that is alone in it."""
    while isinstance(turn, rt.InOrder) and len(turn.items) == 1:
        turn = turn.items[0]
    return turn


def turn_nodes(rules: Rules) -> list[rx.Node]:
    """All of all turns, of every phase and player."""
    return [node for phase in rules.phases for turn in phase.turns for node in rx.walk(turn)]


def moves_of(rules: Rules, phase: int, player: int) -> tuple[Action, ...]:
    """The `move` actions of a turn."""
    turn = rules.phases[phase].turns[player]
    numbers = dict.fromkeys(node.action for node in rx.walk(turn) if isinstance(node, rt.Do))
    return tuple(rules.actions[number] for number in numbers if rules.actions[number].verb == "move")


def repeats_chains(rules: Rules) -> bool:
    """Whether the same hops can be those of one chain or of two, one after the other: keys do not tell."""
    repeats = (node for node in turn_nodes(rules) if isinstance(node, rt.Repeat | rt.RepeatWhile))
    done = (node for repeat in repeats for node in rx.walk(repeat) if isinstance(node, rt.Do))
    return any(rules.actions[node.action].again for node in done)


def actions_of(rules: Rules, turn: rt.Turn) -> list[Action]:
    """The actions that a turn, or a part of one, speaks of."""
    return [rules.actions[node.action] for node in rx.walk(turn) if isinstance(node, rt.Do)]


def has_several_parts(rules: Rules, turn: rt.Turn) -> bool:
    """Whether a turn can have more than one part or hop, so that their order may come to the same."""
    return _most(rules, turn) > 1


def _most(rules: Rules, turn: rt.Turn) -> int:
    """How many parts a turn has at most; 2 is many."""
    match turn:
        case rt.Do():
            return 1 if rules.actions[turn.action].again is None else 2
        case rt.InOrder():
            return min(2, sum(_most(rules, item) for item in turn.items))
        case rt.RepeatWhile():
            return 2
        case rt.Repeat():
            return 2 if turn.high is None or turn.high > 1 else _most(rules, turn.item)
    return max((_most(rules, item) for item in turn.children() if isinstance(item, rt.Turn)), default=0)

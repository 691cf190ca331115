"""How many bits the numbers of a game need where they are not kept in whole words.

What cannot be made wider is refused here with the reason, and the reference interpreter plays: no number is cut off.
Everything else that is kept in few bits is bounded by the front end (`source/limits.py`, `check/bounds.py`): sites,
levels, players, values of `with` and of variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from ...analysis.walk_length import Longest
from ...reference.view import Memory
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules import turns as rt
from ...rules.game import Action
from ...rules.types import Type
from ...source.limits import LIMITS, most_in_a_turn

if TYPE_CHECKING:
    from ...analysis.facts import Facts
    from ...reference.position import Position
    from .memory_layout import Layout

MOST_DIRECTIONS = 64  # some of them are bits of one word
MOST_PIECES = 2**16 - 2  # different ones: a cell has 16 bits and can be empty, too, or hold a ghost
MOST_PASSED = 2**20  # sites and runs on the way of one walk
MOST_CHOICES = 8  # of the effects of one part: a byte of one word each
MOST_CHANGES = 2**18  # entries of a table that says what each piece becomes, for each value: it is made one by one
FULL_TRAY = 2**16 - 1  # pieces that 16 bits can count
MOST_COUNTED = 2**20  # pieces in trays: times a constant of 31 bits, thousands of such numbers can be added
FULL_SLOT = 2**16 - 1  # positions of the history that one entry of its filter can count
HISTORY = 64  # positions that are remembered beside one for each turn
_BEFORE = HISTORY - 4  # of them from before a position was set up
_LARGEST_VALUE = 2**31 - 1  # of a variable: the other half of its word is its age


def check(facts: Facts, pieces: int) -> None:
    """Games that do not fit are left to the reference interpreter."""
    if len(facts.rules.board.directions) > MOST_DIRECTIONS:
        raise NotImplementedError(f"boards with more than {MOST_DIRECTIONS} directions")
    if pieces > MOST_PIECES:
        raise NotImplementedError(f"more than {MOST_PIECES:,} different pieces")
    if _captures_without_end(facts) and any(map(_multiplies, facts.nodes)):
        raise NotImplementedError("products of numbers in a game whose effects make pieces that can be captured")
    if _asks_for_numbers(facts) and any(map(_multiplies, facts.nodes)):
        raise NotImplementedError("products of numbers in a game that asks Python for some")
    for action in facts.rules.actions:
        if sum(map(_most_chosen, (*action.before, *action.effects))) > MOST_CHOICES:
            raise NotImplementedError(f"actions with more than {MOST_CHOICES} choices among their effects")


def _most_chosen(node: rx.Node) -> int:
    """How many values can be chosen in an effect; of the two arms of a block one is gone through."""
    if isinstance(node, fx.Branch):
        return max(sum(map(_most_chosen, arm)) for arm in (node.effects, node.otherwise))
    own = isinstance(node, fx.SetTo) and len(node.values) > 1
    return own + sum(map(_most_chosen, node.children()))


def of_table(width: int, values: Sequence[int]) -> int:
    """Bits of the numbers of a table, which have a sign: at least so many."""
    low, high = min(values, default=0), max(values, default=0)
    while width < 64 and not -(1 << width - 1) <= low <= high < 1 << width - 1:
        width *= 2
    if not -(1 << 63) <= low <= high < 1 << 64:
        raise NotImplementedError("numbers of more than 64 bits")
    return width


def of_changes(pieces: int, values: int) -> None:
    """Refuses tables of what pieces become that take longer to make than anybody waits."""
    if pieces * values > MOST_CHANGES:
        raise NotImplementedError("pieces that become others in so many ways")


def of_walks(facts: Facts) -> Longest:
    """How many runs and passed sites one walk whose route is looked at can have; each goes into the key of its move."""
    longest = Longest(facts)
    if longest.runs + longest.passed > MOST_PASSED:
        raise NotImplementedError(f"walks over more than {MOST_PASSED:,} sites whose routes are looked at")
    return longest


def of_trays(facts: Facts, created: float) -> int:
    """Bits that count the pieces in a tray: all there ever are may end up in one."""
    start = facts.rules.start
    pieces = len(start.pieces) + sum(stock.count for stock in start.trays)
    most = most_counted(facts)
    if most < MOST_COUNTED and pieces + created > most:
        raise NotImplementedError("products of numbers in a game that can count pieces without end")
    return 16 if pieces + created <= FULL_TRAY else 64


def most_counted(facts: Facts) -> int:
    """Pieces in trays with which no number has more than 63 bits: where these are multiplied, as in the front end."""
    if not facts.says(rx.InTray) or not any(map(_multiplies, facts.nodes)):
        return MOST_COUNTED
    return min(MOST_COUNTED, LIMITS.pieces.value * len(facts.rules.kinds))


def _asks_for_numbers(facts: Facts) -> bool:
    """The front end reckons with small ones, and nothing holds a hook to that."""
    hooks = (facts.rules.hooks[node.hook] for node in facts.nodes if isinstance(node, rx.HookCall))
    return any(hook.gives == "int" and hook.same_as is None for hook in hooks)


def _captures_without_end(facts: Facts) -> bool:
    asked = any(isinstance(node, rx.Counter) and node.word == "captures" for node in facts.nodes)
    return asked and facts.says(fx.Put, fx.HookEffect)


def _multiplies(node: rx.Node) -> bool:
    """Whether more is multiplied than one number that play decides with one constant."""
    if not isinstance(node, rx.ProductOf):
        return False
    if len(node.items) > 2 or not any(isinstance(item, rx.Number) for item in node.items):
        return True
    named = rx.ProductOf | rx.DefineCall | rx.Parameter | rx.Local | rx.Memory  # and may be products themselves
    return any(isinstance(inner, named) for item in node.items for inner in rx.walk(item))


def has_room(layout: Layout, position: Position) -> bool:
    """Whether a position from anywhere can be kept, and all that can follow."""
    if not layout.facts.trays.used.issuperset(tray for tray, *_ in position.trays):
        return False  # its rules know no such tray, and neither does its hash
    for spec, entries in zip(layout.facts.rules.variables, position.variables, strict=True):
        if spec.type is not Type.SET and any(
            abs(value or 0) > _LARGEST_VALUE or age > _LARGEST_VALUE for value, age in entries
        ):
            return False
    turns = layout.facts.rules.limit.turns
    if layout.facts.repeats and len(position.history) + max(0, turns - position.ply) > turns + _BEFORE:
        return False
    in_trays = sum(position.trays.values())
    if in_trays > MOST_COUNTED or (
        layout.counted < MOST_COUNTED and _pieces(position) + layout.created > layout.counted
    ):
        return False
    if layout.facts.says(rx.ProductOf) and not _is_counted_on(layout, position):
        return False
    return layout.tray > 16 or _pieces(position) + layout.created <= FULL_TRAY


def _is_counted_on(layout: Layout, position: Position) -> bool:
    """Whether what is counted, and what a turn remembers, is no more than the front end has looked at products with."""
    rules, carried = layout.facts.rules, position.carried
    if position.ply > rules.limit.turns + 1 or max(position.passes, *position.turns) >= position.ply:
        return False
    if not isinstance(carried, Memory):
        return True
    room = layout.n * rules.stack
    if any(getattr(carried, word) > most_in_a_turn(word, room) for word in ("captures", "parts")):
        return False
    numbers = {
        (n, let.name) for n, one in enumerate(rules.actions) for let in one.lets if let.value.type is Type.NUMBER
    }
    return not any((n, name) in numbers for n, part in carried.actions for name, _ in part.names)


def _pieces(position: Position) -> int:
    return sum(position.trays.values()) + sum(len(stack) for layer in position.layers for stack in layer.values())


def most_created(facts: Facts) -> float:
    """How many pieces can come from nowhere in a whole game."""
    rules = facts.rules
    always = _by_effects(facts, (*rules.when_turn_ends, *rules.when_out))
    if _by_effects(facts, rules.when_captured or ()):
        return inf  # for each piece that is captured, which may be one of these
    turns = (turn for phase in rules.phases for turn in phase.turns)
    a_turn = max((_in_turn(facts, turn) for turn in turns), default=0)
    return rules.limit.turns * (a_turn + always)


def _in_turn(facts: Facts, node: rt.Turn) -> float:
    match node:
        case rt.Do():
            action = facts.rules.actions[node.action]
            found = _by_action(facts, action)
            return inf if found and action.again else found
        case rt.Repeat(item=item, high=high) | rt.RepeatWhile(item=item, high=high):
            found = _in_turn(facts, item)
            return found * (inf if high is None else high) if found else 0
    return sum(_in_turn(facts, item) for item in node.children() if isinstance(item, rt.Turn))


def _by_action(facts: Facts, action: Action) -> float:
    placed = action.verb == "place" and action.piece is not None and not action.trays
    made = 1 if placed and action.piece is not None and _from_nowhere(facts, action.piece) else 0
    return made + _by_effects(facts, (*action.before, *action.effects))


def _by_effects(facts: Facts, effects: Sequence[fx.Effect]) -> float:
    found: float = 0
    for node in (node for effect in effects for node in rx.walk(effect)):
        if isinstance(node, fx.HookEffect):
            return inf
        if isinstance(node, fx.Put) and _from_nowhere(facts, node.piece):
            amount = 1 if node.amount is None else node.amount.value if isinstance(node.amount, rx.Number) else inf
            found += amount * (1 if node.item.type is Type.SITE else len(facts.rules.board))
    return found


def _from_nowhere(facts: Facts, piece: fx.PieceSpec) -> bool:
    return piece.kind is not None and piece.kind not in facts.trays.tracked

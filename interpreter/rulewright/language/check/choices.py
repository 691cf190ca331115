"""`with:`: values a player (or chance) chooses (semantics D43)."""

from __future__ import annotations

from itertools import zip_longest

from ...rules import expressions as rx
from ...rules.game import Choice
from ...rules.types import Type
from ...source.limits import LIMITS
from ..document.nodes import Node, Scalar, Sequence
from . import nodes
from .directions import read_direction
from .expressions import Checker
from .names import value_of
from .scope import scope_at
from .statics import direction_numbers
from .symbols import What
from .world import World

_LISTED = {
    What.KIND: Type.KIND,
    What.STATE: Type.STATE,
    What.PLAYER: Type.PLAYER,
    What.TRACK: Type.TRACK,
    What.DIRECTION: Type.DIRECTIONS,
}


def read_choices(world: World, action: str, node: Node | None) -> tuple[Choice, ...]:
    found: list[Choice] = []
    for key, value in nodes.mapping(node):
        fits = world.check_local(key.text, key.span, "with")
        choice = _listed(world, key, value) if isinstance(value, Sequence) else _domain(world, action, key, value)
        found.append(choice if fits else _broken(key))
    return tuple(found)


def _broken(key: Scalar) -> Choice:
    return Choice(key.span, key.text, Type.BROKEN, ())


def _domain(world: World, action: str, key: Scalar, value: Node) -> Choice:
    """`1..6` or directions such as `orth`."""
    if not isinstance(value, Scalar):
        return _broken(key)
    number = nodes.number_of(value.text)
    found = nodes.range_of(value.text) if number is None else (number, number)
    if found is not None:
        low, high = found
        if world.is_upside_down(value.text, value.span, low, high):
            return _broken(key)
        if high - low >= LIMITS.entries.value:
            world.report.error(
                "bounds-range", f'"{key.text}: {value.text}" offers {high - low + 1:,} values; {LIMITS.entries.value} '
                "is the most.", value.span, "use a shorter range, or choose in two steps with two names",
            )  # fmt: skip
            return _broken(key)
        numbers = tuple(rx.Number(value.span, Type.NUMBER, n) for n in range(low, high + 1))
        return Choice(key.span, key.text, Type.NUMBER, numbers)
    parsed = world.parse_expr(value)
    if parsed is None:
        return _broken(key)
    read = read_direction(Checker(world, scope_at("subject", f'"with" of "{action}"')), parsed)
    if read.type is Type.TRACK:
        return Choice(key.span, key.text, Type.TRACK, (read,))
    if read.type is Type.BROKEN:
        return _broken(key)
    if isinstance(read, rx.Relative) and read.type is Type.DIRECTION:
        return Choice(key.span, key.text, Type.DIRECTION, (read,))
    ways = [sorted(set(direction_numbers(world, read, player))) for player in range(len(world.players))]
    # The first, second … way of each player; who has fewer has nothing to choose there.
    rows = [tuple(() if n is None else (n,) for n in row) for row in zip_longest(*ways)]
    values = tuple(
        rx.FixedDirections(value.span, Type.DIRECTION, row[:1] if len(set(row)) == 1 else row) for row in rows
    )
    return Choice(key.span, key.text, Type.DIRECTION, values)


def _listed(world: World, key: Scalar, value: Sequence) -> Choice:
    """A list of kinds, states, players, tracks, directions, or of words that mean nothing else."""
    words = nodes.texts(value)
    types = set()
    for word in words:
        symbol = world.symbols.get(word.text)
        types.add(_LISTED.get(symbol.what, Type.BROKEN) if symbol else Type.WORD)
    if len(types) > 1:
        unknown = [word for word in words if world.symbols.get(word.text) is None]
        for word in unknown:
            world.unknown(word.text, word.span, world.symbols)
        if not unknown:
            _tell_mixed(world, key, words)
        return _broken(key)
    type_ = types.pop() if types else Type.BROKEN
    if type_ is Type.BROKEN:
        if words:  # the other words are wrong for the same reason
            what = world.symbols[words[0].text].what
            places = what in (What.SITE, What.CLASS, What.REGION)
            world.report.error(
                "type-mismatch", f'"{words[0].text}" is {what.value} and cannot be chosen from a list.', words[0].span,
                "to let the player choose a site, use pick:" if places
                else "list kinds, states, players, tracks, directions or words of your own",
            )  # fmt: skip
        return _broken(key)
    for word in words:
        if type_ is Type.WORD:
            world.check_local(word.text, word.span, "value")
        else:
            world.used.add(word.text)
    if type_ is Type.WORD:
        values: tuple[rx.Expr, ...] = tuple(rx.WordValue(word.span, type_, word.text) for word in words)
        return Choice(key.span, key.text, type_, values)
    return Choice(key.span, key.text, type_, tuple(_value(world, word, type_) for word in words))


def _tell_mixed(world: World, key: Scalar, words: list[Scalar]) -> None:
    """Points at the first word that is of another sort than the first one."""
    first = world.symbols[words[0].text].what
    word, what = next((word, found) for word in words if (found := world.symbols[word.text].what) is not first)
    world.report.error(
        "type-mismatch",
        f'the values of "{key.text}" do not belong together: "{words[0].text}" is {first.value}, '
        f'"{word.text}" is {what.value}.',
        word.span,
        "list only kinds, only states, only players, only tracks or only directions",
    )


def _value(world: World, word: Scalar, type_: Type) -> rx.Expr:
    index = world.symbols[word.text].index
    if type_ in (Type.KIND, Type.STATE, Type.PLAYER):
        return value_of(type_, word.span, index)
    if type_ is Type.TRACK:
        return rx.TrackValue(word.span, type_, word.text)
    board = world.ready_board
    sets = board.player_direction_sets.get(word.text) or (board.direction_sets.get(word.text, ()),)
    return rx.FixedDirections(word.span, type_, tuple(sets))

"""A row of words: all its piece words describe one piece, the others are sets that it must lie in (D26 to D28)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules.types import Type
from ...source.source import Span
from ..syntax import ast
from .symbols import ADVICE, What
from .world import World

if TYPE_CHECKING:
    from .expressions import Checker

_OWNER_WORDS = {
    "my": rx.Owner.MINE,
    "mine": rx.Owner.MINE,
    "enemy": rx.Owner.ENEMY,
    "neutral": rx.Owner.NEUTRAL,
}


@dataclass(slots=True)
class _PieceWords:
    """The piece words of a row, while it is read."""

    owner: rx.Owner = rx.Owner.ANYBODY
    owner_span: Span | None = None
    player: int | None = None
    kind: int | None = None
    states: list[int] = field(default_factory=list)
    any_piece: bool = False
    spans: list[Span] = field(default_factory=list)
    my: Span | None = None

    @property
    def found(self) -> bool:
        return bool(self.spans)


def read_words(checker: Checker, items: tuple[ast.Expr, ...], span: Span) -> rx.Expr:
    """A row of two or more words, or one name."""
    world = checker.world
    comparing = _comparing_words(items)
    if comparing is not None:  # told once, and not word by word
        word, place = comparing
        return world.reject("name-unknown", f'I don\'t know "{word.text} than".', place, ADVICE[word.text])
    words = _PieceWords()
    others: list[rx.Expr] = []
    groups: list[ast.Group] = []
    skip = False
    told = False
    for position, item in enumerate(items):
        if skip:
            skip = False
            continue
        following = items[position + 1] if position + 1 < len(items) else None
        if isinstance(item, ast.Name) and item.text in world.refused:
            others.append(world.broken(item.span))  # told where it is declared
            continue
        if isinstance(item, ast.Name) and item.text not in checker.scope.locals:
            region = _region_of(checker, item, following)
            if region is not None:
                others.append(region)
                skip = True
                if _kind_follows(world, items[position + 2 :]):
                    _warn_region_kind(checker, item, following, items[position + 2 :], span)
                continue
            if _piece_word(world, item, words, told):
                continue
        if isinstance(item, ast.Group) and len(items) > 1 and _all_piece_words(world, item):
            groups.append(item)
            continue
        if told and isinstance(item, ast.Name) and item.text not in checker.known_names():
            others.append(world.broken(item.span))  # `board full`: one phrase that is not ours, told once
            continue
        others.append(checker.value(item))
        told = told or others[-1].type is Type.BROKEN
    if groups and words.found:
        return _distribute(checker, items, groups[0], span)
    others.extend(checker.value(group) for group in groups)
    return _combine(checker, words, others, items, span)


def compares_in_words(node: ast.Expr) -> bool:
    """`mine more than 3`, whatever else is in it."""
    return isinstance(node, ast.Words) and _comparing_words(node.items) is not None


def _comparing_words(items: tuple[ast.Expr, ...]) -> tuple[ast.Name, Span] | None:
    """The word that compares, and the place of it with its "than"."""
    for word, than in pairwise(items):
        if isinstance(word, ast.Name) and word.text in ADVICE and than.span.text.split()[0] == "than":
            return word, Span(word.span.source, word.span.start, than.span.start + len("than"))
    return None


def make_pattern(
    world: World, span: Span, owner: rx.Owner, player: int | None, kind: int | None, states: list[int]
) -> rx.Expr:
    """The pattern of a piece; told if no piece can be like that."""
    kinds = [kind] if kind is not None else list(range(len(world.kinds)))
    for state in states:
        having = [k for k in kinds if k in world.states[state].places]
        if not having:
            name = world.kinds[kinds[0]].name if kind is not None else "piece"
            message = f'no {name} is ever "{world.states[state].name}".'
            return world.reject("dead-pattern", message, span, states_help(world, kind))
        kinds = having
    if len({world.states[s].places[kinds[0]][0] for s in states}) < len(set(states)):
        both = " and ".join(f'"{world.states[s].name}"' for s in states)
        either = " or ".join(world.states[s].name for s in states)
        return world.reject("dead-pattern", f"no piece is both {both}.", span, f'write for example "({either})"')
    layers = {world.kinds[k].layer for k in kinds}
    if kind is None and not states:
        layers = {0}
    elif len(layers) > 1:
        named = world.states[states[0]].name
        message = f'"{named}" is a state of pieces on different layers; say which piece.'
        help = "for example " + " or ".join(f'"{named} {world.kinds[k].name}"' for k in kinds[:2])
        return world.reject("name-layers", message, span, help)
    layer = layers.pop()
    kinds = [k for k in kinds if world.kinds[k].layer == layer]
    neutral = [k for k in kinds if world.kinds[k].neutral]
    owned = [k for k in kinds if not world.kinds[k].neutral]
    if kind is not None and neutral and owner not in (rx.Owner.ANYBODY, rx.Owner.NEUTRAL):
        message = f'"{world.kinds[kind].name}" belongs to nobody, so no piece is "{span.text}".'
        return world.reject("dead-pattern", message, span, f'write only "{world.kinds[kind].name}"')
    if owner in (rx.Owner.MINE, rx.Owner.ENEMY, rx.Owner.PLAYER):
        kinds = owned
    return rx.Pattern(span, _pattern_type(world, kinds, owner), layer, owner, player, tuple(kinds), tuple(states))


def _pattern_type(world: World, kinds: list[int], owner: rx.Owner) -> Type:
    """One site if there can never be a second such piece."""
    if len(kinds) != 1:
        return Type.SET
    one_owner = owner in (rx.Owner.MINE, rx.Owner.PLAYER) or (owner is rx.Owner.ENEMY and world.one_enemy)
    return Type.SITE if kinds[0] in world.once or (one_owner and kinds[0] in world.once_each) else Type.SET


def _region_of(checker: Checker, item: ast.Name, following: ast.Expr | None) -> rx.Expr | None:
    """`my goal`: an owner word right before a region of each player."""
    world = checker.world
    if not isinstance(following, ast.Name) or following.text in checker.scope.locals:
        return None
    symbol = world.symbols.get(following.text)
    if symbol is None or symbol.what is not What.REGION or not world.regions[symbol.index].per_player:
        return None
    owner = checker.owner(item)
    if owner is None:
        return None
    span = item.span.to(following.span)
    world.used.add(following.text)
    if isinstance(owner, rx.Enemies) and not world.one_enemy:
        message = f'"enemy {following.text}" does not say whose'
        world.unclear_enemy(message, span, f'name the player: "{world.players[0].name} {following.text}"')
        return world.broken(span)
    sites = world.regions[symbol.index].sites
    single = all(mask.bit_count() <= 1 for mask in sites)
    return rx.FixedOf(span, Type.SITE if single else Type.SET, sites, owner)


def _piece_word(world: World, item: ast.Name, words: _PieceWords, told: bool) -> bool:
    """Takes in an owner, kind or state word. Behind one that was told (`mine beside enemy`) a piece may begin."""
    symbol = world.symbols.get(item.text)
    if item.text in _OWNER_WORDS or (symbol and symbol.what is What.PLAYER):
        if words.owner is not rx.Owner.ANYBODY and not told:
            _two_owners(world, item.span, words.owner_span)
        words.owner = _OWNER_WORDS.get(item.text, rx.Owner.PLAYER)
        words.owner_span = item.span
        words.player = symbol.index if symbol and symbol.what is What.PLAYER else None
        words.my = item.span if item.text == "my" else words.my
    elif item.text == "piece":
        words.any_piece = True
    elif symbol and symbol.what is What.KIND:
        if words.kind is not None and not told:
            first = world.kinds[words.kind].name
            help = f'write "{first} or {item.text}", or use "in" if one stands on the other\'s site'
            world.report.error("dead-pattern", f'no piece is both "{first}" and "{item.text}".', item.span, help)
        words.kind = symbol.index
    elif symbol and symbol.what is What.STATE:
        words.states.append(symbol.index)
    else:
        return False
    if symbol:
        world.used.add(item.text)
    words.spans.append(item.span)
    return True


def _two_owners(world: World, span: Span, first: Span | None) -> None:
    before = f'"{first.text}" and ' if first else ""
    message = f'a piece has one owner, not {before}"{span.text}".'
    world.report.error("dead-pattern", message, span, "leave one of them out")


def _all_piece_words(world: World, node: ast.Expr) -> bool:
    """`(flat or capstone)`: alternatives that are piece words."""
    if isinstance(node, ast.Group):
        return _all_piece_words(world, node.item)
    if isinstance(node, ast.Or):
        return all(_all_piece_words(world, item) for item in node.items)
    if isinstance(node, ast.Words):
        return all(_all_piece_words(world, item) for item in node.items)
    if isinstance(node, ast.Name):
        symbol = world.symbols.get(node.text)
        return symbol is not None and symbol.what in (What.KIND, What.STATE)
    return False


def _distribute(checker: Checker, items: tuple[ast.Expr, ...], group: ast.Group, span: Span) -> rx.Expr:
    """`my (flat or capstone)` means `my flat or my capstone`."""
    inner = group.item
    while isinstance(inner, ast.Group):
        inner = inner.item
    choices = inner.items if isinstance(inner, ast.Or) else (inner,)
    rows = []
    for choice in choices:
        words = choice.items if isinstance(choice, ast.Words) else (choice,)
        row: list[ast.Expr] = []
        for item in items:
            row.extend(words if item is group else (item,))
        rows.append(read_words(checker, tuple(row), span))
    if len(rows) == 1:
        return rows[0]
    return rx.Union(span, Type.SET, tuple(rows))


def _combine(
    checker: Checker, words: _PieceWords, others: list[rx.Expr], items: tuple[ast.Expr, ...], span: Span
) -> rx.Expr:
    world = checker.world
    if words.my is not None and words.kind is None and not words.states and not words.any_piece:
        return _lonely_my(checker, words.my, others, items)
    parts: list[rx.Expr] = []
    if words.found:
        where = words.spans[0].to(words.spans[-1])
        parts.append(make_pattern(world, where, words.owner, words.player, words.kind, words.states))
    if len(others) == 1 and not parts:
        return others[0]
    for other in others:
        if not other.type.is_sites:
            message = f'"{other.span.text}" is {other.type.value} and cannot stand in the row of words "{span.text}".'
            help = "a row of words describes a piece or sites; compare numbers with = or >"
            if other.type is Type.NUMBER:
                help = f'compare it with = or >; as an amount in a path it is "times({other.span.text}) …"'
            if other.span.text == "any":
                help = 'leave out "any": all that fit are meant'
            return world.reject("type-words", message, other.span, help)
        parts.append(other)
    return intersect(checker, parts, span)


def _lonely_my(checker: Checker, my: Span, others: list[rx.Expr], items: tuple[ast.Expr, ...]) -> rx.Expr:
    """`my` needs a piece or a region of each player behind it."""
    world = checker.world
    rest = [item for item in items if item.span != my]
    if not rest:
        return world.reject("type-my", '"my" needs a word behind it.', my, 'write "mine" for all your pieces')
    text = " ".join(item.span.text for item in rest)
    if others and others[0].type is Type.BROKEN:
        return world.broken(my)
    told = f' ("{text}" is {others[0].type.value})' if others and not others[0].type.is_sites else ""
    message = f'"my" must stand before a piece or a region that belongs to each player{told}.'
    help = f'write "mine in {text}"' if others and others[0].type.is_sites else f'write only "{text}"'
    return world.reject("type-my", message, my.to(rest[0].span), help)


def intersect(checker: Checker, parts: list[rx.Expr], span: Span) -> rx.Expr:
    """The sites in all of the sets; told if words alone show that there are none."""
    if len(parts) == 1:
        return parts[0]
    if any(part.type is Type.BROKEN for part in parts):
        return checker.world.broken(span)
    fixed = [part for part in parts if isinstance(part, rx.Fixed)]
    for first, second in pairwise(fixed):
        if not first.sites & second.sites:
            message = f'no site is both "{first.span.text}" and "{second.span.text}".'
            return checker.world.reject("dead-sites", message, span, 'use "or" to have them all')
    flat: list[rx.Expr] = []
    for part in parts:
        flat.extend(part.items if isinstance(part, rx.Intersection) else (part,))
    single = any(part.type is Type.SITE for part in flat)
    return rx.Intersection(span, Type.SITE if single else Type.SET, tuple(flat))


def _kind_follows(world: World, rest: tuple[ast.Expr, ...]) -> bool:
    symbols = [world.symbols.get(item.text) for item in rest if isinstance(item, ast.Name)]
    return any(symbol and symbol.what in (What.KIND, What.STATE) for symbol in symbols)


def _warn_region_kind(
    checker: Checker, owner: ast.Name, region: ast.Expr | None, rest: tuple[ast.Expr, ...], span: Span
) -> None:
    where = region.span.text if region else ""
    piece = " ".join(item.span.text for item in rest)
    message = f'"{span.text}" means anybody\'s {piece} on {owner.text} {where}.'
    help = f'write "{owner.text} {piece} in {owner.text} {where}" or "{piece} in {owner.text} {where}"'
    checker.world.report.warning("reading-region", message, span, help)


def states_help(world: World, kind: int | None) -> str:
    if kind is None:
        return "check the states under pieces:"
    values = [value for axis in world.kinds[kind].axes for value in axis.values]
    name = world.kinds[kind].name
    return f"states of {name}: {', '.join(values)}" if values else f"{name} has no states"

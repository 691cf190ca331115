"""A bare name: what it means at its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules.types import Type
from ...source.source import Span
from ..syntax import ast
from .calls import call_define, refuse_in_region
from .directions import read_direction
from .part_words import use_counter, use_word
from .patterns import read_words
from .scope import PART_WORDS
from .symbols import ADVICE, BUILT_IN_NOUNS, FUNCTIONS, ORDINALS, What

if TYPE_CHECKING:
    from .expressions import Checker

_COUNTERS = ("round", "ply", "passes", "captures", "parts")
_PIECE_WORDS = ("mine", "my", "enemy", "neutral", "piece")
_VALUE_OF = {What.PLAYER: Type.PLAYER, What.KIND: Type.KIND, What.STATE: Type.STATE}
_VALUES = {Type.PLAYER: rx.PlayerValue, Type.KIND: rx.KindValue, Type.STATE: rx.StateValue}
# Words for sites that are the same all game long.
_FIXED = frozenset({"rim", "corners", "centre", "anywhere", "nothing"})
# Words that need something behind or around them, and what to write.
_INCOMPLETE = {
    "row": 'write "row 1" or "rows 1..2"',
    "rows": 'write "rows 1..2"',
    "column": 'write "column 1" or "columns 1..2"',
    "columns": 'write "columns 1..2"',
    "point": 'write "point 1"',
    "hand": 'write "hand(me)" for how many pieces are in hand; of nobody: "hand(me) = 0 and hand(enemy) = 0"',
    "taken": 'write "taken(me)" for how many pieces were taken',
    "supply": 'write "supply(KIND)" for how many pieces are left',
    "turn": 'write "ply" or "round" for its number, "turn.target" for what was done in it',
    "anything": '"anything" stands only after place: and put',
    "next_player": '"next_player" can only be set: "next_player = me"',
}


def read_name(checker: Checker, node: ast.Name, expected: frozenset[Type]) -> rx.Expr:
    world, scope, name, span = checker.world, checker.scope, node.text, node.span
    if name in scope.locals:
        return rx.Local(span, scope.locals[name], name)
    if name in scope.parameters:
        return rx.Parameter(span, scope.parameters[name], list(scope.parameters).index(name))
    if name in world.refused:  # told where it is declared
        return world.broken(span)
    symbol = world.symbols.get(name)
    if Type.WORD in expected and symbol is None and name not in BUILT_IN_NOUNS:
        return rx.WordValue(span, Type.WORD, name)
    if Type.PLAYER in expected and name == "enemy":
        return rx.Enemies(span, Type.PLAYER)
    if symbol is not None and _VALUE_OF.get(symbol.what) in expected:
        world.used.add(name)
        return value_of(_VALUE_OF[symbol.what], span, symbol.index)
    directed = symbol is not None and symbol.what in (What.DIRECTION, What.TRACK)
    if directed and (Type.DIRECTION in expected or Type.TRACK in expected):
        return read_direction(checker, node)
    if name in _PIECE_WORDS or (symbol and symbol.what in _VALUE_OF):
        return read_words(checker, (node,), span)
    if name in BUILT_IN_NOUNS:
        return _built_in(checker, node)
    if symbol is None:
        if name in ORDINALS and _speaks_of_lines(span):
            world.report.error("name-unknown", f'I don\'t know "{name}".', span, ADVICE[name])
        elif name in FUNCTIONS:
            world.report.error("type-arguments", f'"{name}" needs brackets behind it.', span, FUNCTIONS[name])
        elif _looks_like_a_site(name) and not world.ready_board.unbounded:
            message, help_text = world.ready_board.names.unknown(name)
            world.report.error("board-site", message, span, help_text)
        elif not refuse_in_region(checker, node):
            world.unknown(name, span, checker.known_names())
        return world.broken(span)
    world.used.add(name)
    return _symbol(checker, node, symbol.what, symbol.index)


def _looks_like_a_site(name: str) -> bool:
    """`b9`, `aa12`: letters and a number, as most boards name their sites."""
    return re.fullmatch(r"[a-z]{1,2}[0-9]{1,2}", name) is not None


def value_of(type_: Type, span: Span, index: int) -> rx.Expr:
    """A player, a kind or a state by its number."""
    return _VALUES[type_](span, type_, index)


def _symbol(checker: Checker, node: ast.Name, what: What, index: int) -> rx.Expr:
    world, name, span = checker.world, node.text, node.span
    board = world.ready_board
    if what is What.SITE and board.unbounded:
        _absolute(checker, name, span)
        return world.broken(span)
    if what is What.CLASS:
        sites = class_sites(checker, name)
        return rx.Fixed(span, Type.SITE if sites.bit_count() == 1 else Type.SET, sites)
    if what is What.SITE:
        return rx.Fixed(span, Type.SITE, 1 << index)
    if what is What.REGION:
        region = world.regions[index]
        if region.per_player:
            help = f'say whose: "my {name}" or "{"enemy" if world.one_enemy else world.players[0].name} {name}"'
            return world.reject("players-owner", f'"{name}" belongs to a player.', span, help)
        single = region.sites[0].bit_count() <= 1
        return rx.Fixed(span, Type.SITE if single else Type.SET, region.sites[0])
    if what is What.VARIABLE:
        variable = world.variables[index]
        if variable.per_player or variable.per_range:
            entry = "me" if variable.per_player else "1"
            message = f'"{name}" has one value for each {"player" if variable.per_player else "number"}.'
            return world.reject("type-arguments", message, span, f'say which: "{name}({entry})"')
        return rx.Variable(span, variable.type, index, None)
    if what is What.DEFINE:
        return call_define(checker, name, (), span)
    if what is What.STATES:
        help = f'name one of its states, or ask for the {name} of a piece: "{name}(target)"'
        return world.reject("type-sites", f'"{name}" is a row of states, not a set of sites.', span, help)
    found = "a track" if what is What.TRACK else "a direction"
    help = f'write "step along {name} to …" in a path'
    if what is What.DIRECTION:
        # `ne or nw of it`: each direction has its own "of".
        shared = re.match(r"\s+or\s+(\w+)\s+of\s+(\w+)", span.source.text[span.end :])
        help = f'write "{name} of origin" for the site one step in that direction'
        help = f'write "{name} of {shared[2]} or {shared[1]} of {shared[2]}"' if shared else help
    return world.reject("type-sites", f'"{name}" is {found}, not a set of sites.', span, help)


def class_sites(checker: Checker, name: str) -> int:
    board = checker.world.ready_board
    if name == "dark" and board.dark is not None:
        return board.dark
    if name == "light" and board.light is not None:
        return board.light
    return board.classes.get(name, 0)


def _built_in(checker: Checker, node: ast.Name) -> rx.Expr:
    world, scope, name, span = checker.world, checker.scope, node.text, node.span
    if name in _INCOMPLETE and _follows_an_ordinal(checker, span):
        return world.broken(span)
    if name in _INCOMPLETE:
        return world.reject("type-arguments", f'"{name}" alone means nothing here.', span, _INCOMPLETE[name])
    if name == "off":
        help = "off is no site but the way out: write for example  path: step n to empty or off"
        return world.reject("path-off", '"off" can only stand in "to … or off" of a path.', span, help)
    each = name == "it" and scope.each
    if scope.place == "regions" and name not in _FIXED and not each:
        return world.reject(
            "type-region", f'"{name}" changes during the game, but {scope.title} is fixed.', span,
            "use define: for sets that change" if scope.title.startswith("region")
            else "use words of the board (rows, columns, rim, site names) or a region",
        )  # fmt: skip
    if name in PART_WORDS:
        return use_word(world, scope, name, span)
    if name in _COUNTERS:
        return use_counter(world, scope, name, span)
    if name in ("true", "false"):
        return rx.Truth(span, Type.TRUTH, name == "true")
    if name == "me":
        return rx.Me(span, Type.PLAYER)
    if name == "any":
        return read_direction(checker, node)
    if name == "empty":
        return rx.EmptySites(span, Type.SET)
    if name == "nothing":
        return rx.Fixed(span, Type.SITE, 0)
    if name == "anywhere":
        return rx.Anywhere(span, Type.SET)
    if name == "unmoved":
        return rx.Unmoved(span, Type.SET)
    return _place_word(checker, name, span)


def _speaks_of_lines(span: Span) -> bool:
    """`first row`, `last column`, `first turn`."""
    return re.match(r"\s+(rows?|columns?|turns?|rounds?)\b", span.source.text[span.end :]) is not None


def _follows_an_ordinal(checker: Checker, span: Span) -> bool:
    """`first row`: told at the first word, which is none of ours."""
    before = span.source.text[max(0, span.start - 12) : span.start].split()
    return bool(before) and before[-1] in ORDINALS and before[-1] not in checker.world.symbols


def _place_word(checker: Checker, name: str, span: Span) -> rx.Expr:
    """rim, corners, centre."""
    world = checker.world
    board = world.ready_board
    if board.unbounded:
        if name == "centre":
            return rx.OpenCentre(span, Type.SITE)
        _absolute(checker, name, span)
        return world.broken(span)
    sites = {"rim": board.rim, "corners": board.corners, "centre": board.centre}[name]
    if sites is None:
        help = f"name the sites you mean under regions: and use that name instead of {name}"
        return world.reject("board-word", f'this board has no "{name}".', span, help)
    return rx.Fixed(span, Type.SITE if sites.bit_count() == 1 else Type.SET, sites)


def _absolute(checker: Checker, name: str, span: Span) -> None:
    checker.world.report.error(
        "board-absolute",
        f'"{name}" is a fixed place, but an unbounded board has none: only how the pieces lie to each other counts.',
        span,
        "speak of pieces and of what is next to them; fixed places stand only in setup: and tests:",
    )

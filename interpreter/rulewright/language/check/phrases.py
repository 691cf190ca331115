"""Phrases: words followed by `in`, `next to`, `joined to` …, and the other forms that give sites."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...analysis.sets import always_occupied, never_occupied
from ...rules import expressions as rx
from ...rules.types import Type
from ...source.diagnostics import suggestion
from ..syntax import ast
from . import readings
from .directions import make_way, read_directions, read_way
from .paths import read_path, walk_scope
from .patterns import intersect, read_words
from .statics import longest_line
from .symbols import SPELT_NUMBERS, What

if TYPE_CHECKING:
    from .expressions import Checker
    from .world import World

_TIMES = re.compile(r"\s+times\b")
_IN_A_ROW = re.compile(rf"({'|'.join(SPELT_NUMBERS)})\s+in\s+(?:a\s+)?row\b")


def read_phrase(checker: Checker, node: ast.Phrase) -> rx.Expr:
    """Posts apply from left to right to all that stands before."""
    if row := _IN_A_ROW.match(node.span.text):
        length = SPELT_NUMBERS.index(row[1])
        help = f'so many in a row are written "line of {length} mine"'
        return checker.world.reject("name-unknown", f'I don\'t know "{row[0]}".', node.span, help)
    readings.check_phrase(checker.world, node)
    found = _head(checker, node.words)
    found = checker.as_sites(found, node.words)
    for number, post in enumerate(node.posts):
        before = node.words.span if not number else node.words.span.to(node.posts[number - 1].span)
        span = before.to(post.span)
        if found.type is Type.BROKEN:
            _check_only(checker, post)
            continue
        found = _apply(checker, found, post, rx.Broken(span, Type.BROKEN))
    return found


def _head(checker: Checker, words: ast.Words) -> rx.Expr:
    if len(words.items) == 1:
        return checker.value(words.items[0])
    return read_words(checker, words.items, words.span)


def _check_only(checker: Checker, post: ast.Post) -> None:
    """The words before are broken; what follows is still checked for mistakes of its own."""
    _apply(checker, rx.Anywhere(post.span, Type.SET), post, rx.Broken(post.span, Type.BROKEN), quiet=True)


def _apply(checker: Checker, left: rx.Expr, post: ast.Post, at: rx.Broken, quiet: bool = False) -> rx.Expr:
    span, world = at.span, checker.world
    if isinstance(post, ast.In):
        right = checker.sites(post.item)
        if post.negated:
            return rx.Difference(span, left.type, left, right)
        if quiet or right.type is Type.BROKEN:
            return world.broken(span)
        return intersect(checker, [left, right], span)
    if isinstance(post, ast.NextTo):
        item = checker.sites(post.item)
        near = rx.Neighbours(post.span, Type.SET, item, read_way(checker, post.along))
        return _keep(left, near, post.negated, at)
    if isinstance(post, ast.JoinedTo):
        item = checker.sites(post.item)
        joined = rx.Joined(span, left.type, left, item, read_way(checker, post.along))
        if not quiet:
            _check_joined(world, joined, post)
        return rx.Difference(span, left.type, left, joined) if post.negated else joined
    if isinstance(post, ast.Crossing):
        if not world.ready_board.ends:
            message = '"crossing" compares links, but this board has none.'
            return world.reject("board-word", message, post.span, "give the board links: {slot: 1x2}")
        crossed = rx.CrossedBy(span, left.type, left, checker.sites(post.item))
        return rx.Difference(span, left.type, left, crossed) if post.negated else crossed
    if isinstance(post, ast.AttackedBy):
        by = checker.player_word(post.player)
        if by is None:
            return world.broken(span)
        attacked = rx.Attacked(span, left.type, left, by)
        return rx.Difference(span, left.type, left, attacked) if post.negated else attacked
    if isinstance(post, ast.With):
        return _with_height(checker, left, post, at)
    raise AssertionError(f"no rule for {type(post).__name__}")


def _keep(left: rx.Expr, right: rx.Expr, negated: bool, at: rx.Broken) -> rx.Expr:
    if negated:
        return rx.Difference(at.span, left.type, left, right)
    items = left.items if isinstance(left, rx.Intersection) else (left,)
    return rx.Intersection(at.span, left.type, (*items, right))


def _with_height(checker: Checker, left: rx.Expr, post: ast.With, at: rx.Broken) -> rx.Expr:
    if post.what.text != "height":
        message = f'sites have no "{post.what.text}" to compare.'
        help = suggestion(post.what.text, ["height"], 'only "with height" exists: with height >= 2')
        row = checker.world.symbols.get(post.what.text)
        if row is not None and row.what is What.STATES:
            help = f'ask for the states of each piece: "… where {row.name}(it) = …"'
        return checker.world.reject("name-unknown", message, post.what.span, help)
    if isinstance(wanted := post.amount, ast.Range):
        if checker.world.is_upside_down(wanted.span.text, wanted.span, wanted.low, wanted.high):
            return checker.world.broken(at.span)
        low = rx.Number(wanted.span, Type.NUMBER, wanted.low)
        return rx.WithHeight(at.span, left.type, left, post.sign, low, wanted.high, True)
    return rx.WithHeight(at.span, left.type, left, post.sign, checker.number(wanted), None, False)


def read_all(checker: Checker, node: ast.All) -> rx.Expr:
    """`all S post`: the sites before the last post must all pass it."""
    item = node.item
    if not isinstance(item, ast.Phrase):
        if checker.value(item).type is Type.BROKEN:
            return checker.world.broken(node.span)
        message = f'"all {item.span.text}" does not say what they all are.'
        help = f'write "all {item.span.text} in …" or "all {item.span.text} are …"'
        return checker.world.reject("type-all", message, node.span, help)
    if len(item.posts) > 1:
        shorter = ast.Phrase(item.words.span.to(item.posts[-2].span), item.words, item.posts[:-1])
        subject = read_phrase(checker, shorter)
    else:
        subject = checker.as_sites(_head(checker, item.words), item.words)
    return rx.Every(node.span, Type.TRUTH, subject, read_phrase(checker, item))


def read_indexed(checker: Checker, node: ast.Indexed) -> rx.Expr:
    """`row 8`, `columns 1..3`, `point 2`, `level 1`."""
    world, board, name = checker.world, checker.world.ready_board, node.name.text
    tables = {"row": board.rows, "rows": board.rows, "column": board.columns, "columns": board.columns,
              "point": board.points, "level": board.levels, "levels": board.levels}  # fmt: skip
    if name not in tables and (times := _TIMES.match(node.span.source.text, node.span.end)):
        help = f'an effect has an amount: "put {node.range.low} seed at {name}", "move {node.range.low} from … to …"'
        return world.reject("type-arguments", f'"{node.range.span.text}{times[0]}" cannot stand here.', node.span, help)
    if name in ("least", "most") and re.search(r"\bat\s+$", node.span.source.text[: node.span.start]):
        return world.broken(node.span)  # told at "at"
    if name in ("captured", "taken"):
        help = f'write "taken(me) = {node.range.low}" to compare, or ">=" for at least so many'
        return world.reject("type-arguments", f'a number cannot stand right behind "{name}".', node.span, help)
    if name not in tables:
        help = suggestion(name, tables, f'write "{name} = {node.range.low}" to compare')
        return world.reject("type-arguments", f'a number cannot stand right behind "{name}".', node.span, help)
    if board.unbounded:
        return world.reject(
            "board-absolute",
            f'"{node.span.text}" is a fixed place, but an unbounded board has none: only how the pieces lie to each '
            "other counts.",
            node.span,
            "speak of pieces and of what is next to them; fixed places stand only in setup: and tests:",
        )
    table = tables[name]
    if not table:
        help = "name the sites you mean under regions: and use that name"
        if table is board.levels:
            help = 'add "levels: pyramid" or a number of levels to board:'
        return world.reject("board-word", f"this board has no {name.rstrip('s')}s.", node.span, help)
    last = max(table)
    high = node.range.high if node.range.high is not None else last
    if node.range.low < 1 or high > last or node.range.low > high:
        message = f"this board has {name.rstrip('s')}s 1 to {last}, not {node.range.span.text}."
        help = f'write "{name.rstrip("s")}s 1..{last}" for all of them'
        return world.reject("board-site", message, node.range.span, help)
    sites = 0
    for number in range(node.range.low, high + 1):
        sites |= table.get(number, 0)
    return rx.Fixed(node.span, Type.SET, sites)


def read_line(checker: Checker, node: ast.Line) -> rx.Expr:
    if node.length < 2:
        message = "a line has at least 2 sites."
        checker.world.report.error("bounds-line", message, node.span, f'for single sites write "{node.item.span.text}"')
    longest = longest_line(checker.world.ready_board)
    if longest is not None and node.length > longest:
        help = f"the longest has {longest}; use a smaller number or a larger board"
        checker.world.report.error("bounds-line", f"no line of this board has {node.length} sites.", node.span, help)
    item = checker.sites(node.item)
    directions = None
    if node.along is not None:
        way = make_way(
            checker.world, node.along.span, read_directions(checker, node.along.directions), node.along.against, True
        )
        if way.tracks:
            message = "a line runs in directions, not along a track."
            checker.world.report.error("type-direction", message, node.along.span, "name directions: along orth")
        directions = way.directions
    return rx.LineOf(node.span, Type.SET, node.length, node.exactly, item, directions)


def read_groups(checker: Checker, node: ast.GroupOf | ast.CountGroups | ast.LargestGroup) -> rx.Expr:
    """The connected parts of a set: those of a size, how many they are, how large they are."""
    item, way = checker.sites(node.item), read_way(checker, node.along)
    if isinstance(node, ast.LargestGroup):
        return rx.LargestGroup(node.span, Type.NUMBER, item, way)
    size = 1 if node.size is None else node.size
    board = checker.world.ready_board
    if size < 1 or (not board.unbounded and size > len(board)):
        message = "a group has at least 1 site." if size < 1 else f"this board has {len(board)} sites, not {size}."
        help = f"write a number from 1 to {len(board)}" if not board.unbounded else "write 1 or more"
        checker.world.report.error("bounds-group", message, node.span, help)
    if isinstance(node, ast.CountGroups):
        return rx.GroupCount(node.span, Type.NUMBER, size, node.exactly, item, way)
    return rx.GroupOf(node.span, Type.SET, size, node.exactly, item, way)


def read_walked(checker: Checker, node: ast.Reached | ast.PassedBy) -> rx.Expr:
    """`reached by (path) from S`, `passed by (path) from S`: the path has a scope of its own."""
    start = checker.sites(node.start)
    path = read_path(checker.at(walk_scope(checker.scope)), node.path)
    if isinstance(node, ast.Reached):
        return rx.Reached(node.span, Type.SET, path, start)
    return rx.PassedBy(node.span, Type.SET, path, start)


def is_range_with_dash(checker: Checker, node: ast.Sum) -> bool:
    """`rows 1-2`, `a1-e1`: told once, as the range that is meant, and not as numbers that are none."""
    text = node.span.text
    lines = re.fullmatch(r"(row|column)s? *(\d+) *- *(\d+)", text)
    ends = re.fullmatch(r"([a-z]+\d+) *- *([a-z]+\d+)", text)
    board = checker.world.board
    if lines:
        what, help_text = f"{lines[1]}s", f'write "{lines[1]}s {lines[2]}..{lines[3]}"'
    elif ends and board and board.find(ends[1]) is not None and board.find(ends[2]) is not None:
        what, help_text = "sites", 'write a whole row or column, such as "row 1", or join the sites with "or"'
    else:
        return False
    message = f"a dash subtracts numbers; it makes no range of {what}."
    checker.world.report.error("type-sites", message, node.span, help_text)
    return True


def _check_joined(world: World, node: rx.Joined, post: ast.JoinedTo) -> None:
    """`stones joined to empty` can never hold anything: the flood starts from sites that are in both."""
    within_pieces = always_occupied(world, node.within, 0)
    apart = (within_pieces and never_occupied(world, node.seeds)) or (
        never_occupied(world, node.within) and always_occupied(world, node.seeds, 0)
    )
    if apart:
        left, right = node.within.span.text, post.item.span.text
        message = f'no site is in "{left}" and in "{right}" at once, so nothing is joined.'
        world.report.error("dead-joined", message, post.span, f'write "{left} joined to ({left} next to {right})"')

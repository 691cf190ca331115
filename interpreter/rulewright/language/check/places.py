"""Where pieces can be put: the sites of a board, or the coordinates of an unbounded one (D11, D102, D106)."""

from __future__ import annotations

import re
from typing import Any

from ...board import Board, BoardProblems, bits
from ...board.compass import HEX, HEX_VECTORS, SQUARE_VECTORS
from ...rules.types import Type
from ...source.limits import LIMITS
from ...source.source import Span
from ..document.nodes import Scalar
from ..syntax import ast
from . import nodes
from .expressions import Checker
from .scope import scope_at
from .statics import evaluate, is_static
from .symbols import BUILT_IN_NOUNS, RESERVED, What
from .world import World

Spot = int
"""A place: the number of a site; on an unbounded board its coordinates in one number."""

Spots = list[tuple[Spot, Span]]
"""Places with the words that name them; empty after a mistake."""

EVERYWHERE = "everywhere"

_LISTED = re.compile(r"[a-z][a-z0-9_]*(\.\.[a-z][a-z0-9_]*)?")
_COORDINATES = re.compile(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})")
FARTHEST = 4095
"""The greatest coordinate on an unbounded board; far more than the pieces of any game can reach."""

# One place more on all sides, so that a step from the rim of this area does not come out on the other side.
_OFFSET = FARTHEST + 1
_WIDTH = 2 * _OFFSET + 1
# Any number will do where the side is not known: the numbers of sites then go nowhere.
_UNKNOWN_SIDE = 64


class _Ground:
    """What the two grounds share."""

    def __init__(self, world: World) -> None:
        self.world = world

    def _no_place(self, message: str, span: Span, help: str | None) -> list[Any]:
        self.world.report.error("setup-site", message, span, help)
        return []


class BoardGround(_Ground):
    """The sites of an ordinary board."""

    def __init__(self, world: World, board: Board) -> None:
        super().__init__(world)
        self.board = board

    def is_site(self, text: str) -> bool:
        """Whether a text is the name of one place."""
        return self.board.find(text) is not None

    def named(self, item: Scalar) -> Spots:
        """The places that a text lists by name."""
        if told_enough(self.world):
            return []
        try:
            return [(site, item.part(*span)) for site, span in self.world.read_sites(item.text)]
        except BoardProblems as found:
            for problem in found.problems:
                span = item.part(*problem.span) if problem.span else item.span
                self._no_place(problem.message, span, problem.help)
            return []

    def described(self, item: Scalar, title: str) -> Spots:
        """The places of a text that lists names or describes a set."""
        if self._is_list(item.text):
            return self.named(item)
        parsed = self.world.parse_expr(item)
        if parsed is None:
            return []
        checked = Checker(self.world, scope_at("regions", title)).sites(parsed)
        if checked.type is Type.BROKEN:
            return []
        if not is_static(checked):
            message = f'"{item.text}" depends on the position or on who moves, but {title} needs fixed sites.'
            help = 'use site names, rows, columns, regions, and player names instead of "my" and "enemy"'
            return self._no_place(message, item.span, help)
        sites = evaluate(self.world, checked)
        if not sites:
            message = f'"{item.text}" is no site at all on this board.'
            return self._no_place(message, item.span, 'to have several sets, join them with "or"')
        return [(site, item.span) for site in bits(sites)]

    def everywhere(self, item: Scalar, classes: tuple[str, ...]) -> Spots:
        """All places of these classes (no classes: all places)."""
        return [(site.index, item.span) for site in self.board.sites if not classes or site.cls in classes]

    def label(self, spot: Spot) -> str:
        """The name of a place in messages."""
        return self.board.label(spot)

    def class_of(self, spot: Spot) -> str:
        """The class of a place."""
        return self.board.sites[spot].cls

    def number(self, spot: Spot) -> int:
        """The number of the site that the engines see."""
        return spot

    def _is_list(self, text: str) -> bool:
        """Whether a text is a row of site names: if one of them is right, the others are meant so."""
        words = text.lower().split() if self.board.upper_names else text.split()
        return all(map(self._may_be_listed, words)) and any(".." in word or self.is_site(word) for word in words)

    def _may_be_listed(self, word: str) -> bool:
        symbol = self.world.symbols.get(word)
        return (
            _LISTED.fullmatch(word) is not None
            and word not in RESERVED
            and word not in BUILT_IN_NOUNS
            and (symbol is None or symbol.what is What.SITE)
        )


class OpenGround(_Ground):
    """The coordinates of an unbounded board; `side` is that of the torus behind it."""

    def __init__(self, world: World, side: int | None) -> None:
        super().__init__(world)
        self.side = side or _UNKNOWN_SIDE

    @staticmethod
    def at(x: int, y: int) -> Spot:
        return (y + _OFFSET) * _WIDTH + x + _OFFSET

    @staticmethod
    def coordinates(spot: Spot) -> tuple[int, int]:
        y, x = divmod(spot, _WIDTH)
        return x - _OFFSET, y - _OFFSET

    def vectors(self, directions: tuple[int, ...] | None) -> list[tuple[int, int]]:
        """The steps of these directions of the compass (None: of all) in coordinates."""
        steps = HEX_VECTORS if self.world.ready_board.compass == HEX else SQUARE_VECTORS
        return [step for number, step in enumerate(steps) if directions is None or number in directions]

    def is_site(self, text: str) -> bool:
        return _COORDINATES.fullmatch(text) is not None

    def named(self, item: Scalar) -> Spots:
        words = nodes.words(item)
        found = [spot for word in words for spot in self._coordinate(word)]
        return found if len(found) == len(words) else []

    def described(self, item: Scalar, title: str) -> Spots:
        if any(self.is_site(word) for word in item.text.split()):
            return self.named(item)
        parsed = self.world.parse_expr(item)
        return [(spot, item.span) for spot in self._read(parsed)] if parsed is not None else []

    def everywhere(self, item: Scalar, classes: tuple[str, ...]) -> Spots:
        message = f'"{item.text}" has no end on an unbounded board.'
        return self._no_place(message, item.span, 'write "columns 0..4 rows 0..3"')

    def label(self, spot: Spot) -> str:
        x, y = self.coordinates(spot)
        return f"{x},{y}"

    def class_of(self, spot: Spot) -> str:
        return self.world.ready_board.main_classes[0]

    def number(self, spot: Spot) -> int:
        x, y = self.coordinates(spot)
        return y % self.side * self.side + x % self.side

    def _coordinate(self, word: Scalar) -> Spots:
        found = _COORDINATES.fullmatch(word.text)
        if told_enough(self.world):
            return []
        if found is None:
            message = f'"{word.text}" is not a site of this unbounded board.'
            return self._no_place(message, word.span, 'sites are called by column and row: "0,0", "-1,2"')
        x, y = int(found[1]), int(found[2])
        if max(abs(x), abs(y)) > FARTHEST:
            message = f'"{word.text}" is too far away.'
            return self._no_place(message, word.span, f"coordinates go from -{FARTHEST} to {FARTHEST}")
        return [(self.at(x, y), word.span)]

    def _read(self, node: ast.Expr) -> list[Spot]:
        """Blocks of columns and rows, joined by `or`."""
        match node:
            case ast.Group():
                return self._read(node.item)
            case ast.Or():
                return sorted({spot for item in node.items for spot in self._read(item)})
            case ast.Name() if node.text == "centre":
                return [self.at(0, 0)]
            case ast.Words() if all(isinstance(item, ast.Indexed) for item in node.items):
                return self._block(node, [item for item in node.items if isinstance(item, ast.Indexed)])
            case ast.Indexed():
                return self._block(node, [node])
        message = f'"{node.span.text}" is not a place of an unbounded board.'
        return self._no_place(message, node.span, 'write a block, "columns 0..4 rows 0..3", or a list, ["0,0", "1,0"]')

    def _block(self, node: ast.Expr, parts: list[ast.Indexed]) -> list[Spot]:
        lines: dict[str, range] = {}
        for part in parts:
            word = part.name.text.removesuffix("s")
            if word not in ("row", "column") or word in lines:
                message = f'"{part.span.text}" does not belong here.'
                help = 'write the columns and the rows once each: "columns 0..4 rows 0..3"'
                return self._no_place(message, part.span, help)
            if part.range.high is None or not part.range.low <= part.range.high <= FARTHEST:
                message = f'"{part.range.span.text}" is not a range from a smaller number to at most {FARTHEST}.'
                help = "an unbounded board has no last row or column; say where the block ends"
                return self._no_place(message, part.range.span, help)
            lines[word] = range(part.range.low, part.range.high + 1)
        if len(lines) < 2:
            missing = "rows" if "column" in lines else "columns"
            message = f'"{node.span.text}" has no end on an unbounded board.'
            return self._no_place(message, node.span, f"say which {missing}, too")
        if len(lines["row"]) * len(lines["column"]) > LIMITS.pieces.value:
            message = f'"{node.span.text}" is more than {LIMITS.pieces.value} sites.'
            return self._no_place(message, node.span, "make the block smaller")
        return [self.at(x, y) for y in lines["row"] for x in lines["column"]]


Ground = BoardGround | OpenGround
"""The places of a game and the words for them."""


def told_enough(world: World) -> bool:
    """Whether nobody will see further mistakes; similar words are slow to find in a file full of them."""
    return len(world.report) > LIMITS.shown_errors.value and world.report.failed


def ground_of(world: World, torus_side: int | None) -> Ground:
    board = world.ready_board
    return OpenGround(world, torus_side) if board.unbounded else BoardGround(world, board)

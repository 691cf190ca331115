"""Positions drawn with letters: one sign for each piece, one row of signs for each row of the board (D24)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from ...source.diagnostics import one_of
from ...source.source import Span
from ..document.nodes import Scalar
from .piece_words import Piece
from .places import FARTHEST, BoardGround, Ground, OpenGround, Spot, told_enough
from .world import World

_TOKEN = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of a game: what each means, and which one means nothing."""

    pieces: dict[str, Piece]
    nothing: str
    numbered: bool
    """With three and more players the number of the player follows the letter."""

    def split(self, token: str) -> list[tuple[int, int]]:
        """Where the signs of one site begin and end."""
        pattern = r".[0-9]*" if self.numbered else r"."
        return [found.span() for found in re.finditer(pattern, token)]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A piece where a diagram shows it."""

    spot: Spot
    piece: Piece
    span: Span


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a diagram: its number from the top and its signs with their places in the text."""

    number: int
    tokens: tuple[tuple[str, int], ...]

    def span(self, diagram: Scalar) -> Span:
        last, start = self.tokens[-1]
        return diagram.part(self.tokens[0][1], start + len(last))


def read_signs(world: World) -> Signs:
    """The table of signs. Two kinds with one letter were told with the pieces; the first of them stays."""
    numbered = len(world.players) > 2
    found: dict[str, Piece] = {}
    for number, kind in enumerate(world.kinds):
        for state, letter in kind.letters.items():
            values = tuple(axis.values.index(state) if state in axis.values else 0 for axis in kind.axes)
            for sign, owner in _signs_of(world, kind.neutral, letter):
                found.setdefault(sign, Piece(owner, number, values))
    # A neutral letter may be written in either case, where the other case means nothing else.
    for sign, piece in list(found.items()):
        if piece.owner is None:
            found.setdefault(sign.swapcase(), piece)
    return Signs(found, "_" if "." in found else ".", numbered)


def _signs_of(world: World, neutral: bool, letter: str) -> list[tuple[str, int | None]]:
    if neutral:
        return [(letter, None)]
    if len(world.players) > 2:
        return [(f"{letter}{number + 1}", number) for number in range(len(world.players))]
    if len(world.players) == 1:
        return [(letter.upper(), 0), (letter.lower(), 0)]
    # A sign without cases cannot tell whose piece it is, so it means none.
    return [(letter.upper(), 0), (letter.lower(), 1)] if letter.upper() != letter.lower() else []


def read_diagram(world: World, ground: Ground, diagram: Scalar) -> list[Drawn]:
    """The pieces of a diagram, each site bottom to top; nothing of a row with a mistake."""
    signs = read_signs(world)
    rows = _rows(diagram)
    places = _places(world, ground, diagram, rows)
    found: list[Drawn] = []
    told: set[str] = set()
    for number, row in enumerate(rows):
        spots = places[number] if places else None
        if spots == [] and len(row.tokens) == 1:
            continue  # written without blanks, which was told
        for column, (token, start) in enumerate(row.tokens):
            pieces = _site(world, signs, diagram, token, start, told)
            if spots:
                found.extend(Drawn(spots[column], piece, span) for piece, span in pieces)
    return found


def _rows(diagram: Scalar) -> list[_Row]:
    """The rows that have signs; how far they are indented has no meaning."""
    rows: list[_Row] = []
    start = 0
    for line in diagram.text.split("\n"):
        tokens = tuple((found.group(), start + found.start()) for found in _TOKEN.finditer(line))
        if tokens:
            rows.append(_Row(len(rows) + 1, tokens))
        start += len(line) + 1
    return rows


def _places(world: World, ground: Ground, diagram: Scalar, rows: list[_Row]) -> list[list[Spot]] | None:
    """For each row of the diagram the places of its signs; an empty list for a row that does not fit."""
    if isinstance(ground, OpenGround):
        longest = max(rows, key=lambda row: len(row.tokens), default=None)
        if longest and max(len(longest.tokens), len(rows)) > FARTHEST:
            message = f"the diagram has more than {FARTHEST} rows or columns."
            world.report.error("setup-diagram", message, longest.span(diagram), "draw only the part with pieces")
            return None
        return [[ground.at(column, len(rows) - row.number) for column in range(len(row.tokens))] for row in rows]
    board_rows = board_rows_of(ground)
    if len(rows) != len(board_rows):
        _wrong_rows(world, ground, diagram, rows, board_rows)
        return None
    wrong = [(row, spots) for row, spots in zip(rows, board_rows, strict=True) if len(row.tokens) != len(spots)]
    together = len(wrong) > max(2, len(rows) // 2)
    for row, spots in wrong[:1] if together else wrong:
        _wrong_length(world, ground, diagram, row, spots, len(wrong) - 1 if together else 0)
    return [spots if len(row.tokens) == len(spots) else [] for row, spots in zip(rows, board_rows, strict=True)]


def board_rows_of(ground: Ground) -> list[list[Spot]]:
    """The rows of a board as they are drawn, from the top, left to right: its main classes only."""
    assert isinstance(ground, BoardGround)
    board = ground.board
    sites = [site for site in board.sites if site.cls in board.main_classes]
    sites.sort(key=lambda site: (-round(site.y, 6), site.x))
    return [[site.index for site in row] for _, row in groupby(sites, key=lambda site: round(site.y, 6))]


def _wrong_rows(world: World, ground: Ground, diagram: Scalar, rows: list[_Row], board_rows: list[list[Spot]]) -> None:
    too_many = len(rows) > len(board_rows)
    span = rows[len(board_rows)].span(diagram) if too_many else rows[-1].span(diagram) if rows else diagram.span
    top, bottom = board_rows[0], board_rows[-1]
    world.report.error(
        "setup-diagram",
        f"the diagram has {_counted(len(rows), 'row')}, the board has {len(board_rows)}.",
        span,
        f"the top row shows {ground.label(top[0])} to {ground.label(top[-1])}, "
        f"the bottom row {ground.label(bottom[0])} to {ground.label(bottom[-1])}",
    )


def _wrong_length(world: World, ground: Ground, diagram: Scalar, row: _Row, spots: list[Spot], more: int) -> None:
    """A row that is too long or too short; `more` others have the same mistake."""
    board = world.ready_board
    what = "columns" if board.tiling in ("square", "alquerque") and not board.removed else "sites"
    token = row.tokens[0][0]
    if len(row.tokens) == 1 and len(token) == len(spots):
        help_text = f'put a blank between two sites: "{" ".join(token)}"'
    elif board.removed:
        help_text = "draw only the sites that are on the board; blanks at the beginning of a row have no meaning"
    else:
        first, last = ground.label(spots[0]), ground.label(spots[-1])
        help_text = f'this row shows {first} to {last}; write "{read_signs(world).nothing}" for an empty site'
    world.report.error(
        "setup-diagram",
        f"row {row.number} of the diagram has {_counted(len(row.tokens), 'sign')}, "
        f"the board has {len(spots)} {what if len(spots) != 1 else what[:-1]} there"
        + (f"; {more} more rows do not fit." if more else "."),
        row.span(diagram),
        help_text,
    )


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _site(
    world: World, signs: Signs, diagram: Scalar, token: str, start: int, told: set[str]
) -> list[tuple[Piece, Span]]:
    """The pieces on one site: the main layer from bottom to top, then the other layers in their order."""
    if token == signs.nothing:
        return []
    found: list[tuple[Piece, Span]] = []
    for first, last in signs.split(token):
        span = diagram.part(start + first, start + last)
        piece = signs.pieces.get(token[first:last])
        if piece is None:
            if token[first:last] not in told and not told_enough(world):
                _unknown_sign(world, signs, token[first:last], span)
            told.add(token[first:last])
            return []
        if found and world.kinds[found[-1][0].kind].layer > world.kinds[piece.kind].layer:
            _wrong_order(world, signs, token, diagram.part(start, start + len(token)))
            return []
        found.append((piece, span))
    return found


def _wrong_order(world: World, signs: Signs, token: str, span: Span) -> None:
    found = [token[first:last] for first, last in signs.split(token)]
    known = [sign for sign in found if sign in signs.pieces]
    right = sorted(known, key=lambda sign: world.kinds[signs.pieces[sign].kind].layer)
    help = f'write "{"".join(right)}": the main layer from the bottom, then {", then ".join(world.layers[1:])}'
    world.report.error("setup-stack", f'the signs of "{token}" are not in the order of the layers.', span, help)


def _unknown_sign(world: World, signs: Signs, sign: str, span: Span) -> None:
    if signs.numbered and f"{sign}1" in signs.pieces:
        owners = [f'"{sign}{number + 1}" ({player.name})' for number, player in enumerate(world.players)]
        world.report.error("setup-letter", f'"{sign}" does not say whose piece it is.', span, f"write {one_of(owners)}")
        return
    if sign in (".", "_"):
        help_text = f'an empty site is written "{signs.nothing}" in this game'
    else:
        help_text = f"the signs of this game are {_known(world, signs)}"
    world.report.error("setup-letter", f'no piece has the letter "{sign}".', span, help_text)


def _known(world: World, signs: Signs) -> str:
    """`P p (pin), # (wall) and . (nothing)`."""
    by_piece: dict[str, list[str]] = {}
    for sign, piece in signs.pieces.items():
        kind = world.kinds[piece.kind]
        if piece.owner is None and sign not in kind.letters.values():
            continue
        state = next((s for s, letter in kind.letters.items() if s and sign[0].lower() == letter.lower()), None)
        by_piece.setdefault(f"{state} {kind.name}" if state else kind.name, []).append(sign)
    listed = [f"{' '.join(dict.fromkeys(found))} ({name})" for name, found in by_piece.items()]
    return one_of([*listed, f"{signs.nothing} (nothing)"], "and")

"""`fen:`: a position in Forsyth-Edwards notation, read with the letters of the game (D95)."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass

from ...board import mask_of
from ...rules.types import Type
from ...source.diagnostics import one_of
from ...source.source import Span
from ..document.nodes import Scalar
from ..schema.places import shortened
from . import nodes
from .diagrams import board_rows_of, read_signs
from .piece_words import Piece
from .places import BoardGround, Spot
from .placing import Placing
from .world import World

_RANK = re.compile(r"[0-9]{1,9}|.")
_CASTLING = {"K": (0, 1), "Q": (0, -1), "k": (1, 1), "q": (1, -1)}
_KING, _ROOK = "k", "r"
_MOST_FIELDS = 6


@dataclass(slots=True)
class Fen:
    """What a fen says besides the pieces."""

    to_move: int = 0
    castling: int | None = None
    """The kings and rooks that may still castle, None if the fen does not say."""
    royal_kinds: frozenset[int] = frozenset()
    """The kinds whose `unmoved` the castling field decides."""
    variables: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    """The site variable of the en passant field and the clock, each with its value."""
    ply: int | None = None


def read_fen(world: World, placing: Placing, text: Scalar, has_vars: bool) -> Fen | None:
    """Puts the pieces of a fen on the board; None after a mistake."""
    fields = nodes.words(text)
    if len(world.players) != 2 or not isinstance(placing.ground, BoardGround):
        reason = "is for two players" if len(world.players) != 2 else "cannot describe an unbounded board"
        _wrong(world, f"a fen {reason}.", text.span, "write the position as a diagram or PIECE: sites")
        return None
    if not 1 <= len(fields) <= _MOST_FIELDS:
        message = f"a fen has at most {_MOST_FIELDS} fields, this one has {len(fields)}."
        _wrong(world, message, text.span, "the fields are: board, side to move, castling, en passant, two clocks")
        return None
    if not _read_board(world, placing, fields[0]):
        return None
    found = Fen()
    readers = (_read_side, _read_castling, _read_en_passant)
    for field, reader in zip(fields[1:], readers, strict=False):
        if not reader(world, placing, field, found):
            return None
    return found if _read_clocks(world, fields[4:], has_vars, found) else None


def _wrong(world: World, message: str, span: Span, help: str) -> bool:
    """Tells it; False, because the field cannot be read."""
    world.report.error("test-fen", message, span, help)
    return False


def _read_board(world: World, placing: Placing, field: Scalar) -> bool:
    rows = board_rows_of(placing.ground)
    ranks = field.text.split("/")
    if len(ranks) != len(rows):
        message = f"the fen has {len(ranks)} ranks, the board has {len(rows)}."
        help = 'write one rank for each row from the top, with "/" between two of them'
        return _wrong(world, message, field.span, help)
    start = 0
    sound = True
    for number, (rank, spots) in enumerate(zip(ranks, rows, strict=True), 1):
        sound = _read_rank(world, placing, field, (start, rank, number), spots) and sound
        start += len(rank) + 1
    return sound


def _read_rank(world: World, placing: Placing, field: Scalar, rank: tuple[int, str, int], spots: list[Spot]) -> bool:
    start, text, number = rank
    signs = read_signs(world)
    column = 0
    pieces: list[tuple[int, Piece, Span]] = []
    for found in _RANK.finditer(text):
        empty = nodes.number_of(found[0])
        if empty is not None:
            column += empty
            continue
        span = field.part(start + found.start(), start + found.end())
        piece = signs.pieces.get(found[0])
        if piece is None:
            message = f'no piece has the letter "{found[0]}".'
            return _wrong(world, message, span, f"the letters of this game are {one_of([*signs.pieces], 'and', 24)}")
        pieces.append((column, piece, span))
        column += 1
    if column != len(spots):
        message = f"rank {number} of the fen has {column} sites, the board has {len(spots)} there."
        return _wrong(world, message, field.part(start, start + len(text)), "a number in a rank counts empty sites")
    for place, piece, span in pieces:
        placing.add(spots[place], piece, span)
    return True


def _read_side(world: World, placing: Placing, field: Scalar, found: Fen) -> bool:
    """`w` and `b` by the names of the players; where these begin otherwise, `w` is the first player."""
    initials = [player.name[0] for player in world.players]
    if field.text in initials and len(set(initials)) == 2:
        found.to_move = initials.index(field.text)
    elif field.text in ("w", "b"):
        found.to_move = "wb".index(field.text)
    else:
        return _wrong(world, f'"{field.text}" does not say who moves.', field.span, 'write "w" or "b"')
    return True


def _read_castling(world: World, placing: Placing, field: Scalar, found: Fen) -> bool:
    """The letters K Q k q: king and outermost rook of that side have not moved."""
    kinds = {letter: _kind_with(world, letter) for letter in (_KING, _ROOK)}
    found.castling = 0
    found.royal_kinds = frozenset(kind for kind in kinds.values() if kind is not None)
    if field.text == "-":
        return True
    for place, letter in enumerate(field.text):
        span = field.part(place, place + 1)
        if letter not in _CASTLING:
            return _wrong(world, f'"{letter}" is no letter of the castling field.', span, 'write "-" or some of KQkq')
        sites = _castlers(world, placing, kinds[_KING], kinds[_ROOK], *_CASTLING[letter])
        if sites is None:
            side = "right" if _CASTLING[letter][1] > 0 else "left"
            owner = world.players[_CASTLING[letter][0]].name
            message = f'"{letter}" asks for a {owner} king with a rook on its {side}, but there is none.'
            return _wrong(world, message, span, 'delete the letter, or write "-" for nobody')
        found.castling |= mask_of(sites)
    return True


def _kind_with(world: World, letter: str) -> int | None:
    found = (n for n, kind in enumerate(world.kinds) if letter in (sign.lower() for sign in kind.letters.values()))
    return next(found, None)


def _castlers(
    world: World, placing: Placing, king: int | None, rook: int | None, owner: int, side: int
) -> tuple[int, int] | None:
    """King and rook: the last rook of the king's row on that side."""
    sites = world.ready_board.sites
    own = [one for one in placing.standing if one.piece.owner == owner]
    kings = [sites[one.spot] for one in own if one.piece.kind == king]
    if len(kings) != 1:
        return None
    rooks = [
        site
        for one in own
        if one.piece.kind == rook
        for site in [sites[one.spot]]
        if site.y == kings[0].y and (site.x - kings[0].x) * side > 0
    ]
    if not rooks:
        return None
    return kings[0].index, max(rooks, key=lambda site: site.x * side).index


def _read_en_passant(world: World, placing: Placing, field: Scalar, found: Fen) -> bool:
    """The site that was jumped over belongs to the only variable that holds a site."""
    if field.text == "-":
        return True
    site = world.ready_board.find(field.text)
    variables = [number for number, one in enumerate(world.variables) if one.type is Type.SITE]
    if site is None:
        placing.ground.named(field)
        return False
    if len(variables) != 1:
        message = f'nothing in this game can remember "{field.text}": it has {len(variables)} variables for sites.'
        return _wrong(world, message, field.span, 'write "-" here, and the value under vars:')
    found.variables.append((variables[0], site))
    return True


def _read_clocks(world: World, fields: list[Scalar], has_vars: bool, found: Fen) -> bool:
    for field in fields:
        if nodes.number_of(field.text) is None or len(field.text) > 6:
            message = f'"{shortened(field.text)}" is not a number of moves.'
            return _wrong(world, message, field.span, "a fen ends with two numbers: 0 1")
    if fields and int(fields[0].text) and not has_vars and not _set_clock(world, fields[0], found):
        return False
    if len(fields) > 1:
        rounds = max(1, int(fields[1].text))
        found.ply = (rounds - 1) * len(world.players) + found.to_move + 1
    return True


def _set_clock(world: World, field: Scalar, found: Fen) -> bool:
    """The half-move clock is the only variable that counts and is a clock."""
    clocks = [number for number, one in enumerate(world.variables) if one.clock and one.type is Type.NUMBER]
    if len(clocks) != 1:
        many = f"has {len(clocks)} variables that are clocks" if clocks else "has no variable that is a clock"
        message = f"the clock of the fen says {field.text}, but this game {many}."
        help = "write 0 here, and the values of variables under vars:"
        return _wrong(world, message, field.span, help)
    spec, value = world.variables[clocks[0]], int(field.text)
    if not spec.low <= value <= spec.high:
        message = f'the clock of the fen says {field.text}, but "{spec.name}" goes from {spec.low} to {spec.high}.'
        return _wrong(world, message, field.span, f"write a number from {spec.low} to {spec.high}")
    found.variables.append((clocks[0], value))
    return True

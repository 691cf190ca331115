"""Standard algebraic notation (Nf3, exd5, O-O, e8=Q+), for games like chess.

Nothing here knows the rules of chess: whose piece goes where, and whether it captures, is read off the legal moves;
that a king is in check, off the condition that no turn may leave unmet (`show/at_stake.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import AmbiguousMove, IllegalMove, InvalidMove, echoed
from ..moves import Move
from ..reference.game_flow import LegalTurn
from ..reference.labels import Parts
from ..show.at_stake import at_stake
from ..state import State
from .problem import FormatError

_CASTLE, _PAWN = "castle", "pawn"
_WRITTEN = re.compile(
    r"(?P<kind>[A-Z])?(?P<column>[a-wyz])?(?P<row>[0-9]{1,2})?[-x:]?(?P<target>[a-z][0-9]{1,2})(?:=?\(?(?P<to>[A-Z])\)?)?"
)
_DROPPED = re.compile(r"(?P<kind>[A-Z])?@(?P<target>[a-z][0-9]{1,2})")
_CASTLED = {"O-O": 1, "O-O-O": -1}


@dataclass(frozen=True, slots=True)
class _Seen:
    """A legal move as chess players see it."""

    number: int
    letter: str  # of the piece, a capital; nothing for a pawn
    origin: str  # nothing for a piece that is dropped
    target: str
    captures: bool
    to: str  # the letter of what a pawn becomes
    side: int = 0  # of castling: 1 towards the last column, -1 towards the first

    @property
    def column(self) -> str:
        return self.origin.rstrip("0123456789")

    @property
    def row(self) -> str:
        return self.origin[len(self.column) :]


def san(state: State, move: Move | str) -> str:
    """A legal move in standard algebraic notation, with `+` for check and `#` for the end."""
    number, seen = _number(state, move), _seen(state)
    written = _written(next(one for one in seen if one.number == number), seen)
    after = state.copy()
    after.push(state.legal_moves[number])
    if after.outcome is not None and after.outcome.winners and not after.outcome.draw:
        return f"{written}#"
    return f"{written}+" if after.outcome is None and at_stake(after) else written


def parse_san(state: State, text: str) -> Move:
    """The legal move that a text means: signs behind it, `0-0`, and more about the origin than needed do no harm."""
    said = text.strip().rstrip("+#!?").replace("0-0-0", "O-O-O").replace("0-0", "O-O").removesuffix("e.p.").strip()
    seen = _seen(state)
    if said in _CASTLED:
        fitting = [one for one in seen if one.side == _CASTLED[said]]
    elif (found := _DROPPED.fullmatch(said)) is not None:
        letter = "" if found["kind"] in (None, "P") else found["kind"]
        fitting = [one for one in seen if not one.origin and (one.letter, one.target) == (letter, found["target"])]
    elif (found := _WRITTEN.fullmatch(said)) is not None:
        fitting = [one for one in seen if one.origin and not one.side and _fits(one, found)]
    else:
        raise InvalidMove(text, f'"{echoed(text)}" is not written like a move in algebraic notation', str(state))
    if len({one.number for one in fitting}) > 1:
        ways = ", ".join(_written(one, seen) for one in fitting)
        raise AmbiguousMove(text, f'"{echoed(text)}" can mean {ways}', str(state))
    if not fitting:
        raise IllegalMove(text, f'"{echoed(text)}" is not a legal move here', str(state))
    return state.legal_moves[fitting[0].number]


def _number(state: State, move: Move | str) -> int:
    number = state._node.index_of(state.parse(move) if isinstance(move, str) else move)
    if number is None:
        raise IllegalMove(str(move), f'"{echoed(str(move))}" is not legal here', str(state))
    return number


def _fits(one: _Seen, found: re.Match[str]) -> bool:
    given = ((found["kind"], one.letter), (found["column"], one.column), (found["row"], one.row))
    letter = "" if found["kind"] in (None, "P") else found["kind"]
    return (
        one.target == found["target"]
        and one.letter == letter
        and one.to == (found["to"] or "")
        and all(said in (None, known) for said, known in given[1:])
    )


def _written(one: _Seen, seen: list[_Seen]) -> str:
    if one.side:
        return next(text for text, side in _CASTLED.items() if side == one.side)
    if not one.origin:
        return f"{one.letter}@{one.target}"
    to = f"={one.to}" if one.to else ""
    if not one.letter:
        return (f"{one.column}x" if one.captures else "") + one.target + to
    return one.letter + _told_apart(one, seen) + ("x" if one.captures else "") + one.target + to


def _told_apart(one: _Seen, seen: list[_Seen]) -> str:
    """The column of the origin if that is enough, else the row, else both."""
    others = [
        other
        for other in seen
        if (other.letter, other.target) == (one.letter, one.target) and not other.side
        if other.origin not in ("", one.origin)
    ]
    if not others:
        return ""
    same_row = any(other.row == one.row for other in others)
    same_column = any(other.column == one.column for other in others)
    return (one.column if same_row or not same_column else "") + (one.row if same_column else "")


def _seen(state: State) -> list[_Seen]:
    """The legal moves, each in all ways in which it can be made; `FormatError` in a game that is not like chess."""
    rules = state.game.rules
    kinds = {kind.name for kind in rules.kinds}
    if rules.board.tiling != "square" or rules.board.unbounded or rules.stack > 1 or not kinds & {_PAWN, "king"}:
        raise FormatError(f"{rules.title} is not played like chess: it has no algebraic notation")
    return [_move(state, number, parts) for number, turn in enumerate(state._node.turns()) for parts in _ways(turn)]


def _ways(turn: LegalTurn) -> Iterator[Parts]:
    """A turn and those that do the same: of two pieces that would both explode, either may take."""
    yield turn.parts
    yield from (parts for parts in turn.twins if parts != turn.parts)


def _move(state: State, number: int, parts: Parts) -> _Seen:
    rules, names = state.game.rules, state.game._names
    if len(parts) != 1 or len(parts[0]) != 1 or parts[0][0].target < 0:
        raise FormatError(f"turns of {rules.title} have several parts: algebraic notation cannot tell them")
    step = parts[0][0]
    action = rules.actions[step.action]
    site = rules.board.sites
    if action.name == _CASTLE and step.origin >= 0:
        return _Seen(number, "", "", "", False, "", 1 if site[step.target].x > site[step.origin].x else -1)
    kind = rules.kinds[step.part.kind]
    origin = "" if action.verb == "place" else names.site(step.origin)
    chosen = next((names.kinds[word] for word in step.chosen if word in names.kinds), None)
    to = _letter(state, chosen) if chosen is not None and kind.name == _PAWN else ""
    letter = "" if kind.name == _PAWN else _letter(state, step.part.kind)
    return _Seen(number, letter, origin, names.site(step.target), step.captures > 0, to)


def _letter(state: State, kind: int) -> str:
    spec = state.game.rules.kinds[kind]
    letter = spec.letters.get(None) or next(iter(spec.letters.values()), "")
    if len(letter) != 1 or letter.upper() == letter.lower():
        raise FormatError(f"{state.game.title} has no algebraic notation: {spec.name} has no letter")
    return letter.upper()

"""Moves and positions as chess programs tell them (Universal Chess Interface): `e2e4`, `e7e8q`, `P@e5`.

Nothing here knows the rules of chess: how a move is written there follows from how it is written here.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from ..errors import IllegalMove, InvalidMove, InvalidPosition, echoed
from ..moves import Move
from ..state import State
from .problem import FormatError

VARIANTS = {
    "antichess": "antichess", "atomic": "atomic", "breakthrough": "breakthrough", "capablanca": "capablanca",
    "chess": "chess", "chess960": "chess", "crazyhouse": "crazyhouse", "extinction": "extinction",
    "gardner": "gardner", "horde": "horde", "janggi": "janggicasual", "king_of_the_hill": "kingofthehill",
    "los_alamos": "losalamos", "makruk": "makruk",
    "minishogi": "minishogi", "minixiangqi": "minixiangqi", "racing_kings": "racingkings", "shogi": "shogi",
    "spartan_chess": "spartan", "three_check": "3check", "xiangqi": "xiangqi",
}  # fmt: skip
"""Games that chess programs play, and the name they have there (`UCI_Variant`)."""
_SHUFFLED = "chess960"
_HERE = re.compile(r"([a-z]+\d+)-([a-z]+\d+)(?:=(\w+)|(\+))?")
_DROP = re.compile(r"(\w+)@([a-z]+\d+)")
_THERE = re.compile(r"([a-z]\d{1,2})([a-z]\d{1,2})([a-z+]?)|(\w)@([a-z]\d{1,2})|0000")
_ROYAL = ("king", "general")


@dataclass(frozen=True, slots=True)
class UciGame:
    """All that was played to reach a state: `position startpos moves …`, or from a FEN."""

    variant: str
    shuffled: bool  # by the rules of Fischer's random chess, with its way to write castling
    start: str
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"position {self.start}{' moves ' if self.moves else ''}{' '.join(self.moves)}"


def uci(state: State, move: Move | str) -> str:
    """A legal move as chess programs tell it: `e2e4`, `e7e8q`, `e1g1` for castling, `N@f3` for a drop."""
    played = state.parse(move) if isinstance(move, str) else move
    if state._node.index_of(played) is None:
        raise IllegalMove(str(move), f'"{move}" is not legal here', str(state))
    text = played.text
    if (drop := _DROP.fullmatch(text)) is not None:
        return f"{_letter(state, drop[1].rpartition('_')[2]).upper()}@{drop[2]}"
    if text == "pass":
        return 2 * _royal_site(state) or "0000"
    found = _HERE.fullmatch(text)
    if found is None:
        raise FormatError(f'chess programs have no way to write "{echoed(text)}"')
    origin, target, kind, promoted = found.groups()
    return origin + target + (promoted or (_letter(state, kind) if kind else _new_kind(state, played, origin, target)))


def parse_uci(state: State, text: str) -> Move:
    """The legal move that chess programs tell so."""
    said = text.strip()
    found = _THERE.fullmatch(said)
    if found is None:
        raise InvalidMove(text, f'"{echoed(text)}" is not written like a move of chess programs', str(state))
    origin, target, mark, letter, site = found.groups()
    if letter is not None:
        drops = (move for move in state.legal_moves if move.text.endswith(f"@{site}"))
        fitting = [move for move in drops if uci(state, move) == said]
    elif said == "0000" or origin == target:
        fitting = state.matching("pass")
    else:
        plain = f"{origin}-{target}"
        fitting = [move for kind in _kinds(state, mark) for move in state.matching(f"{plain}={kind}")]
        unmarked = state.matching(f"{plain}+" if mark == "+" else plain)
        # Of two pieces that do the same either may be named; then the move is not written as it was told.
        fitting += [move for move in unmarked if not move.text.startswith(plain) or uci(state, move) == said]
    if len(fitting) != 1:
        raise IllegalMove(text, f'"{echoed(text)}" is not a legal move here', str(state))
    return fitting[0]


def uci_game(state: State) -> UciGame:
    """How to tell a chess program all that was played to reach a state; `FormatError` if it has no words for it."""
    game = state.game
    variant = VARIANTS.get(game.id)
    if variant is None:
        raise FormatError(f"chess programs have no name for {game.title}")
    begin, moves = state.copy(), []
    for move in reversed(state.history):
        begin.pop()
        if begin.is_chance:  # chance has seated the pieces: the game begins with what came of it
            begin.push(move)
            break
        moves.append(move)
    start = "startpos" if begin.is_alike(game.start()) else f"fen {_fen(begin)}"
    told = []
    for move in reversed(moves):
        told.append(uci(begin, move))
        begin.push(move)
    return UciGame(variant, game.id == _SHUFFLED, start, tuple(told))


def _fen(begin: State) -> str:
    """What tells where the game began; whoever moves first is white there."""
    fields = begin.fen().split()
    with suppress(InvalidPosition):
        if begin.history or begin.game.position(fen=" ".join(fields)) == begin:
            fields[1] = "wb"[begin.game.players.index(begin.player)]
            return " ".join(fields)
    raise FormatError(f"a FEN does not tell all of the position this game of {begin.game.title} began with")


def _kinds(state: State, letter: str) -> list[str]:
    """The kinds that a letter can mean."""
    return [kind.name for kind in state.game.rules.kinds if letter and letter in map(str.lower, kind.letters.values())]


def _letter(state: State, name: str) -> str:
    for kind in state.game.rules.kinds:
        if kind.name == name and kind.letters:
            return (kind.letters.get(None) or next(iter(kind.letters.values()))).lower()
    raise FormatError(f"{state.game.title} has no letter for {echoed(name)}")


def _new_kind(state: State, move: Move, origin: str, target: str) -> str:
    """The letter of what a piece becomes without anybody having to say so."""
    before = state.at(origin)
    after = state.copy()
    after.push(move)
    there = after.at(target)
    if before is None or there is None or before.owner != there.owner or before.kind == there.kind:
        return ""
    return _letter(state, there.kind)


def _royal_site(state: State) -> str:
    for site, piece in state.pieces(owner=state.player).items():
        if piece.kind in _ROYAL:
            return site
    return ""

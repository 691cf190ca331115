"""A position in Forsyth-Edwards notation, as `fen:` of a game file is read (D95)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from ..rules.types import Type

if TYPE_CHECKING:
    from ..board.board import Site
    from ..state import State

_KING, _ROOK = "k", "r"


class NoFen(ValueError):
    """This position cannot be written as a FEN."""


def fen_of(state: State) -> str:
    """Board, side to move, castling, en passant, two clocks. Raises `NoFen` where that does not tell the board."""
    rules = state.game.rules
    if len(rules.players) != 2 or rules.board.unbounded or rules.stack > 1 or len(rules.layers) > 1:
        raise NoFen(f"{rules.title} has no FEN: it is for two players, and boards with one piece on a site")
    initials = [player.name[0] for player in rules.players]
    own = initials if len(set(initials)) == 2 else ["w", "b"]
    fields = (
        "/".join(_rank(state, row) for row in _rows(state)),
        own[state.position.me],
        _castling(state),
        _en_passant(state),
        str(_clock(state)),
        str(move_number(state)),
    )
    return " ".join(fields)


def move_number(state: State) -> int:
    """How many moves the first player has made, and one; also where something came before the first move."""
    return (state.ply - 1 - state.position.me) // 2 + 1


def _rows(state: State) -> list[list[Site]]:
    """As they are drawn, from the top, left to right."""
    board = state.game.rules.board
    sites = [site for site in board.sites if site.cls in board.main_classes]
    sites.sort(key=lambda site: (-round(site.y, 6), site.x))
    return [list(row) for _, row in groupby(sites, key=lambda site: round(site.y, 6))]


def _rank(state: State, row: list[Site]) -> str:
    layer = state.position.layers[0]
    signs = [_sign(state, layer[site.index][0]) if site.index in layer else "" for site in row]
    runs = ((bool(sign), list(run)) for sign, run in groupby(signs, key=bool))
    return "".join("".join(run) if taken else str(len(run)) for taken, run in runs)


def _sign(state: State, code: int) -> str:
    """The letter of a piece: a capital for the first player."""
    names, rules = state.game._names, state.game.rules
    owner, name, states = names.parts(code)
    kind = rules.kinds[names.kinds[name]]
    letter = next((kind.letters[word] for word in states if word in kind.letters), kind.letters.get(None))
    if letter is None or (owner is not None and letter.upper() == letter.lower()):
        raise NoFen(f"{rules.title} has no FEN: {kind.name} has no letter that tells whose it is")
    return letter if owner is None else letter.upper() if owner == rules.players[0].name else letter.lower()


def _castling(state: State) -> str:
    """The letters of those sides to which king and outermost rook have not moved."""
    unmoved, sites = state.position.unmoved, state.game.rules.board.sites
    stand = [(sites[site], _sign(state, stack[0])) for site, stack in state.position.layers[0].items()]
    found = ""
    for change in (str.upper, str.lower):
        kings = [site for site, sign in stand if sign == change(_KING)]
        rooks = [site for site, sign in stand if sign == change(_ROOK)]
        for side, letter in ((1, "k"), (-1, "q")):
            beside = [rook for rook in rooks if kings and rook.y == kings[0].y and (rook.x - kings[0].x) * side > 0]
            outer = max(beside, key=lambda rook: rook.x * side, default=None)
            if outer is not None and len(kings) == 1 and unmoved >> kings[0].index & unmoved >> outer.index & 1:
                found += change(letter)
    return found or "-"


def _en_passant(state: State) -> str:
    """The only variable that holds a site."""
    held = [n for n, spec in enumerate(state.game.rules.variables) if spec.type is Type.SITE]
    value = state.position.variables[held[0]][0][0] if len(held) == 1 else None
    return "-" if value is None else state.game._names.site(value)


def _clock(state: State) -> int:
    """The only number that is a clock: turns since something was done that cannot be undone."""
    clocks = [n for n, spec in enumerate(state.game.rules.variables) if spec.clock and spec.type is Type.NUMBER]
    return state.position.variables[clocks[0]][0][0] or 0 if len(clocks) == 1 else 0

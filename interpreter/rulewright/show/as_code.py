"""A state as the call that gives it, to be pasted back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import InvalidPosition
from .fen import NoFen, fen_of

if TYPE_CHECKING:
    from ..state import State


def state_as_code(state: State) -> str:
    """From the start by moves, where that is how it came about; else the position that it began with, and the moves."""
    game, moves = state.game, [move.text for move in state.history]
    begin = state.copy()
    for _ in moves:
        begin.pop()
    if begin.is_alike(game.start()):
        return f"{game!r}.start({'; '.join(moves)!r})" if moves else f"{game!r}.start()"
    keys = _keys(begin)
    if keys is None:
        return f"{game!r}.from_json({state.to_json()!r})"
    if moves:
        keys["play"] = moves
    return f"{game!r}.position({', '.join(f'{name}={value!r}' for name, value in keys.items())})"


def _keys(state: State) -> dict[str, Any] | None:
    """What `Game.position` is to be told, and no more than it has to be; None if it cannot be told all."""
    try:
        keys: dict[str, Any] = {"fen": fen_of(state)}
        if _gives(state, keys):
            return keys
    except NoFen:
        pass
    keys = needed_keys(state)
    return keys if _gives(state, keys) else None


def needed_keys(state: State) -> dict[str, Any]:
    """What a test has to say of a position, piece by piece: what is so without saying it is left out."""
    keys = all_keys(state)
    whole = state.game.position(**keys)  # in the middle of a turn this is its beginning
    for name in list(keys)[1:]:
        fewer = {other: value for other, value in keys.items() if other != name}
        if _gives(whole, fewer):
            keys = fewer
    return keys


def all_keys(state: State) -> dict[str, Any]:
    """All that a test can say of a position; `Game.position` takes it."""
    pieces: dict[str, list[str]] = {}
    printed_large = state.game.rules.board.upper_names  # keys are written small in any case
    for layer in state.game.rules.layers:
        for site, piece in state.pieces(layer=layer).items():
            pieces.setdefault(site.lower() if printed_large else site, []).extend(map(str, (*piece.below, piece)))
    players = state.game.players
    keys: dict[str, Any] = {
        "position": {site: stack[0] if len(stack) == 1 else stack for site, stack in pieces.items()},
        "to_move": players[state.position.me],
        "phase": state.phase,
        "ply": state.ply,
        "hand": {player: _stock(state, state.hand(player)) for player in players},
        "taken": {player: _stock(state, state.taken(player)) for player in players},
        "supply": _stock(state, state.supply),
        "vars": {name: _written(value) for name, value in state.vars.items() if value is not None},
        "unmoved": state._names.sites(state.position.unmoved),
    }
    return {name: value for name, value in keys.items() if value or name in ("position", "unmoved")}


def _written(value: object) -> object:
    """What a variable holds, as files write it."""
    if isinstance(value, dict):
        return {name: _written(each) for name, each in value.items() if each is not None}
    if isinstance(value, list):
        return [_written(each) for each in value]
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _stock(state: State, held: dict[str, int]) -> dict[str, Any]:
    """What lies in a tray, as files write it: kinds that have states are told state by state, none is a number too."""
    found: dict[str, Any] = {kind.name: 0 for kind in state.game.rules.kinds if not kind.axes}
    for piece, count in held.items():
        *states, kind = piece.split()
        if states:
            held_so = found.setdefault(kind, {})
            for name in states[:-1]:
                held_so = held_so.setdefault(name, {})
            held_so[states[-1]] = count
        else:
            found[kind] = count
    return found


def _gives(state: State, keys: dict[str, Any]) -> bool:
    try:
        return state.game.position(**keys).is_alike(state)
    except InvalidPosition:
        return False

"""What a player thinks, as the data of our protocol (docs/programs.md), and back."""

from __future__ import annotations

from typing import Any, cast

from ...errors import MoveError, echoed
from ...moves import Move
from ...state import State
from ..player import Candidate, Opinion, Proof

_PROOFS = ("win", "loss", "draw")
_MOST = 10**18


class Senseless(ValueError):
    """Data that is no opinion of this position; the text ends a sentence about who says it."""


def opinion_data(opinion: Opinion, players: tuple[str, ...], variations: int) -> dict[str, Any]:
    """A move, what it is worth, and the best of what else was looked at."""
    told: dict[str, Any] = {"move": opinion.move.text}
    if opinion.values is not None:
        told["values"] = dict(zip(players, opinion.values, strict=True))
    if opinion.proof is not None:
        told["proof"] = opinion.proof
    if opinion.line:
        told["line"] = [move.text for move in opinion.line]
    told |= {"visits": opinion.visits, "depth": opinion.depth, "seconds": opinion.seconds}
    told["variations"] = [_variation(tried) for tried in opinion.candidates[:variations]]
    return told


def _variation(tried: Candidate) -> dict[str, Any]:
    proof = {"proof": tried.proof} if tried.proof is not None else {}
    return {"move": tried.move.text, "value": tried.value, "visits": tried.visits, **proof}


def opinion_of(state: State, data: dict[str, Any]) -> Opinion:
    """The opinion that somebody tells of a state; raises `Senseless`."""
    move = legal_move(state, data.get("move"))
    variations = data.get("variations") or []
    if not isinstance(variations, list) or not all(isinstance(one, dict) for one in variations):
        raise Senseless('tells "variations" that are no list of objects')
    line = data.get("line") or []
    if not isinstance(line, list):
        raise Senseless('tells a "line" that is no list of moves')
    return Opinion(
        move,
        tuple(_candidate(state, one) for one in variations),
        _values(state, data.get("values")),
        _proof(data.get("proof")),
        _line(state, line),
        _number(data, "visits"),
        _number(data, "depth"),
        float(_number(data, "seconds")),
    )


def legal_move(state: State, text: object) -> Move:
    """The legal move that somebody has chosen."""
    if not isinstance(text, str):
        raise Senseless(f'names no move: "move" is {echoed(repr(text))}')
    try:
        return state.parse(text)
    except MoveError as error:
        raise Senseless(f"plays what cannot be played: {error.why}") from None


def _candidate(state: State, data: dict[str, Any]) -> Candidate:
    value = data.get("value", 0.5)
    if not _is_share(value):
        raise Senseless(f'tells a value that is no number from 0 to 1: "value" is {echoed(repr(value))}')
    return Candidate(
        legal_move(state, data.get("move")), _number(data, "visits"), float(value), _proof(data.get("proof"))
    )


def _values(state: State, data: object) -> tuple[float, ...] | None:
    if data is None:
        return None
    players = state.game.players
    if not isinstance(data, dict) or not all(_is_share(data.get(player)) for player in players):
        raise Senseless('tells "values" that are no number from 0 to 1 for each player')
    return tuple(float(data[player]) for player in players)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _number(data: dict[str, Any], key: str) -> int:
    value = data.get(key, 0)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise Senseless(f'tells "{key}", which is no number: {echoed(repr(value))}')
    return value if key == "seconds" else int(value)  # type: ignore[return-value]


def _proof(value: object) -> Proof | None:
    if value is not None and value not in _PROOFS:
        raise Senseless(f'tells a proof that is neither "win", "loss" nor "draw": {echoed(repr(value))}')
    return cast(Proof | None, value)


def _line(state: State, texts: list[object]) -> tuple[Move, ...]:
    """How it may go on, as far as it can."""
    on, moves = state.copy(), []
    for text in texts:
        try:
            move = legal_move(on, text)
        except Senseless:
            break
        moves.append(move)
        on.push(move)
    return tuple(moves)

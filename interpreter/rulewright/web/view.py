"""A position as data for a page: the picture, what lies beside it, who is to move, what can be picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..node import Node
from ..rules.appearance import dice_of
from ..seats import seat_to_move
from ..show.clicking import Choices, Kind, Pick
from ..show.drawing.live import LiveBoard
from ..show.drawing.signs import ARROWS
from ..show.drawing.status import dice_on_table, turn_in_words, variables_in_words
from ..show.endings import because, ending
from ..show.why import Reason
from ..state import State

Answer = dict[str, Any]
_PICTURED = (Kind.HAND, Kind.WORD)
"""What may be a piece: one that is brought in, and one that another becomes."""


def view_of(state: State, flipped: bool, shown: Callable[[Node], str]) -> Answer:
    """`shown`: the move that led to a node, as it is listed."""
    board = LiveBoard(state, flipped)
    outcome = state.outcome
    ended = None
    if outcome is not None:
        by = ending(state.game.rules, outcome)
        ended = {
            "winners": list(outcome.winners), "draw": outcome.draw, "scores": outcome.scores,
            "because": because(state, outcome), "rule": by.text, "line": by.span.line if by.span else None,
        }  # fmt: skip
    return {
        "ply": len(state.history),
        "history": _history(state, shown),
        "seat": None if outcome is not None or state.is_chance else state.game.players[seat_to_move(state)],
        "player": None if outcome is not None or state.is_chance else state.player,
        "turn": _sentence(turn_in_words(state)),
        "over": ended,
        "notes": variables_in_words(state, dice_of(state.game.rules.display)),
        "dice": dice_on_table(state),
        "board": board.picture(),
        "trays": [asdict(tray) for tray in board.trays()],
        "columns": board.columns(),
    }


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _history(state: State, shown: Callable[[Node], str]) -> list[Answer]:
    """Which side made which move, and who sat there; chance has no name."""
    names = state.game.players
    made: list[Answer] = []
    unseen = state.unseen
    node: Node = state._node
    while node.parent is not None:
        before = node.parent
        player = None if before.is_chance else names[before.me]
        seat = None if before.is_chance else names[seat_to_move(State._at(before))]
        told = {"player": player, "seat": seat, "move": node.made_by().text, "shown": shown(node)}
        made.append({**told, "unseen": len(made) < unseen})
        node = before
    return made[::-1]


def choices_data(state: State, choices: Choices | None, picks: Sequence[str]) -> Answer:
    """What can be picked next, each with what a button for it would say."""
    if choices is None:
        return {"picks": []}
    board = LiveBoard(state) if any(pick.kind in _PICTURED for pick in choices.picks) else None
    return {
        "after": list(picks),
        "moved": [asdict(moved) for moved in choices.moved],
        "picks": [_pick_data(pick, board, choices.also.get(pick)) for pick in choices.picks],
    }


def _pick_data(pick: Pick, board: LiveBoard | None, also: str | None) -> Answer:
    data: Answer = {"pick": str(pick), "kind": pick.kind.value, "value": pick.value, "label": _label(pick)}
    if also is not None:
        data["also"] = also
    if pick.kind in _PICTURED and board is not None:
        data["picture"] = board.named_piece(pick.value)
    return data


def _label(pick: Pick) -> str:
    words = pick.value.replace("_", " ")
    return {
        Kind.TAKE: f"take {words}",
        Kind.OFF: "off the board",
        Kind.DONE: "done",
        Kind.WORD: f"{ARROWS[words]} {words}" if words in ARROWS else words,
    }.get(pick.kind, words)


def reason_data(reason: Reason | None) -> Answer:
    """Why something is not legal; nothing to say about what is."""
    if reason is None:
        return {"message": None, "sites": [], "rule": None}
    span = reason.span
    rule = None
    if span is not None:
        place = {"line": span.line, "column": span.column, "start": span.start, "end": span.end}
        rule = {"file": Path(span.source.name).name, **place, "text": span.text}
    return {"message": _sentence(reason.message), "sites": list(reason.sites), "rule": rule}

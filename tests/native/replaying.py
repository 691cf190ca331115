"""Playouts played again on the reference interpreter: every ply is one of its legal moves and leads to the same."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from rulewright.reference.hashing import mix
from rulewright.reference.position import Position
from rulewright.reference.view import Memory
from rulewright.state import State

from .drawing import Drawing, Unfair
from .effort import TooMuchWork, bounded
from .lockstep import Bounds


def replay(drawing: Drawing, name: str, seed: int, number: int, bounds: Bounds, late: bool = False) -> int:
    """Plays playout `number` of a seed turn by turn, and each turn on the reference; gives the plies compared.

    If `late`, the reference joins in near the end. At the end the loop of playouts must have come to the same.
    """
    plies = bounds.plies
    first = mix(mix(seed) + number)
    turns = _length(drawing, first, plies)
    joins = max(0, turns - 12) if late else 0
    drawing.start()
    for turn in range(joins):
        drawing.turn(mix(first + turn))
    position = _position(drawing) if joins else drawing.engine.start()
    state = State(drawing.game, position)
    compared = 0
    with bounded(drawing.game, bounds.steps), suppress(TooMuchWork):
        for turn in range(joins, turns):
            _one_turn(drawing, state, mix(first + turn), f"{name}, seed {seed}, game {number}, turn {turn}")
            compared += 1
        if drawing.is_over:
            _same_result(drawing, state, f"{name}, seed {seed}, game {number}, at the end")
    _same_as_the_loop(drawing, first, turns, seed, number, plies, f"{name}, seed {seed}, game {number}")
    return compared


def _length(drawing: Drawing, first: int, plies: int) -> int:
    """How many turns a playout takes."""
    drawing.start()
    turns = 0
    while not drawing.is_over and drawing.ply < 1 + plies and drawing.turn(mix(first + turns)):
        turns += 1
    return turns


def _position(drawing: Drawing) -> Position:
    """The position in the block for the reference; its history is that of the block, or nothing where nobody asks."""
    return drawing.read()


def _one_turn(drawing: Drawing, state: State, random: int, where: str) -> None:
    known = drawing.following()
    amount = sum(len(places) for places in known.values())
    if amount != len(state.legal_moves):
        raise Unfair(f"{where}: {amount} moves here, {len(state.legal_moves)} on the reference")
    drawing.turn(random)
    places = known.get(drawing.state())
    if places is None:
        raise Unfair(f"{where}: no move of the list: {drawing.differences(known)}")
    state.push(state.legal_moves[places[0]])
    found, wanted = _seen(drawing, drawing.read()), _seen(drawing, state.position)
    for field, value in wanted.items():
        if found[field] != value:
            raise Unfair(f"{where}: {field} is {found[field]} here and {value} on the reference")
    if drawing.is_over:
        _same_result(drawing, state, where)


def _seen(drawing: Drawing, position: Position) -> dict[str, Any]:
    """What is compared of a position: all but what no rule reads."""
    names = set(Position.__slots__) - {"history"}
    stale = {start for start, _ in drawing.never_read}
    names -= {"turns"} if drawing.layout.turns in stale else set()
    names -= {"passes"} if drawing.layout.passes in stale else set()
    seen = {name: getattr(position, name) for name in sorted(names)}
    unread_trays = {"taken"} if drawing.layout.taken in stale else set()
    seen["trays"] = {key: count for key, count in position.trays.items() if count and key[0] not in unread_trays}
    if isinstance(position.carried, Memory):
        layout = drawing.layout
        fields: dict[str, Any] = {"did_something": False, "parts": 0, "captures": 0, "last_sown": 0}
        at = (layout.did_something, layout.part_count, layout.captures, layout.last_sown)
        unread = {name: fields[name] for name, word in zip(fields, at, strict=True) if word in stale}
        seen["carried"] = replace(position.carried, **unread)
    return seen


def _same_result(drawing: Drawing, state: State, where: str) -> None:
    outcome = state.outcome
    word = drawing.block.word(drawing.layout.result)
    if outcome is None:
        raise Unfair(f"{where}: over here ({word:x}), not on the reference")
    players = drawing.game.players
    winners = tuple(player for number, player in enumerate(players) if word >> number & 1)
    draw = bool(word >> 16 & 1)
    if draw != outcome.draw or (not draw and winners != outcome.winners):
        raise Unfair(f"{where}: {winners}, draw {draw} here; {outcome} on the reference")


def _same_as_the_loop(drawing: Drawing, first: int, turns: int, seed: int, number: int, plies: int, where: str) -> None:
    drawing.start()
    for turn in range(turns):
        drawing.turn(mix(first + turn))
    if not drawing.is_over and drawing.ply < 1 + plies:
        drawing.turn(mix(first + turns))  # nobody can move: the result is found
    stepped = drawing.state()
    if stepped != drawing.playout(seed, number, plies):
        raise Unfair(f"{where}: the loop of playouts came to another end: {drawing.differences([stepped])}")


__all__ = ["replay"]

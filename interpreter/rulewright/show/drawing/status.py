"""The game around the board in words: whose turn it is, what lies in trays, what variables hold."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...analysis.pieces import NEUTRAL
from ...analysis.variables import start_value
from ...board import bits
from ...reference.labels import SiteNames
from ...rules.appearance import dice_of
from ...rules.game import VariableSpec
from ...rules.types import Type
from ...source.rendering.numbers import points
from .scene import Piece
from .signs import words

if TYPE_CHECKING:
    from ...state import State


TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True, slots=True)
class Tray:
    """Pieces off the board: `owner` None is the common supply."""

    name: str
    owner: int | None
    stock: tuple[tuple[Piece, int], ...]


def turn_in_words(state: State) -> str:
    """Who is to move, or how the game ended."""
    outcome = state.outcome
    if outcome is not None:
        if outcome.scores is None:
            return str(outcome)
        scores = ", ".join(f"{name} {points(score)}" for name, score in outcome.scores.items())
        return f"{outcome} ({scores})"
    phase = state.game.rules.phases[state.position.phase].name
    who = "chance decides" if state.is_chance else f"{state.player} to move"
    return f"{who} ({phase.replace('_', ' ')})" if phase else who


def last_move(state: State) -> str:
    """The text of the last move, if there is one; "?" while not everybody may see it."""
    if not state.history:
        return ""
    return "?" if state.unseen else state.history[-1].text


def trays_of(state: State) -> list[Tray]:
    """All trays that hold something: each player's hand and what was taken, then the supply."""
    codes = state.game._engine.codes
    held: dict[tuple[int, str], list[tuple[Piece, int]]] = {}
    for (tray, player, kind, number), count in sorted(state.position.trays.items(), key=lambda item: item[0][2:]):
        if count:
            owner = None if player == NEUTRAL else player
            shown = None if state.game.rules.kinds[kind].neutral else _former_owner(state, tray, owner)
            piece = Piece(shown, kind, codes.values(kind, number))
            held.setdefault((len(state.game.players) if owner is None else owner, tray), []).append((piece, count))
    return [
        Tray(tray, None if player == len(state.game.players) else player, tuple(stock))
        for (player, tray), stock in sorted(held.items())
    ]


def _former_owner(state: State, tray: str, holder: int | None) -> int | None:
    """Whose colour a piece in a tray has: what was taken was the opponent's, if there is only one."""
    if tray != "taken" or holder is None:
        return holder
    return 1 - holder if len(state.game.players) == 2 else None


def tray_in_words(state: State, tray: Tray, times: str) -> str:
    stock = [words(state.game.rules, piece) + (f" {times}{count}" if count > 1 else "") for piece, count in tray.stock]
    return f"{tray_caption(state, tray)}: {', '.join(stock)}"


def tray_caption(state: State, tray: Tray) -> str:
    if tray.owner is None:
        return tray.name
    words_of_tray = {"hand": "in hand", "taken": "has taken"}
    return f"{state.game.players[tray.owner]} {words_of_tray[tray.name]}"


def dice_on_table(state: State) -> list[int]:
    """The eyes of all dice: the numbers of variables that `display` shows so."""
    shown = dice_of(state.game.rules.display)
    found: list[int] = []
    for spec, entries in zip(state.game.rules.variables, state.position.variables, strict=True):
        if spec.name not in shown:
            continue
        for index, (value, _) in enumerate(entries):
            if spec.per_range is not None:
                found += [spec.per_range[0] + index] * (value or 0)
            elif value:
                found.append(value)
    return found


def variables_in_words(state: State, but: Set[str] = frozenset()) -> list[str]:
    """The variables that hold something, or did at the start; `but` those of these names."""
    said = []
    for spec, entries in zip(state.game.rules.variables, state.position.variables, strict=True):
        if spec.name in but:
            continue
        start = start_value(spec)
        values = [(index, _value(state, spec, value)) for index, (value, _) in enumerate(entries)]
        shown = [f"{_entry(state, spec, index)}{text}" for index, text in values if text or start]
        if shown:
            said.append(f"{spec.name.replace('_', ' ')} {', '.join(shown)}")
    return said


def _entry(state: State, spec: VariableSpec, index: int) -> str:
    if spec.per_player:
        return f"{state.game.players[index]} "
    return f"({spec.per_range[0] + index}) " if spec.per_range else ""


def _value(state: State, spec: VariableSpec, value: int | None) -> str:
    """A value as text; empty for nothing, and for a number that is 0 as at the start."""
    rules = state.game.rules
    if value is None:
        return ""
    if spec.type is Type.SET:
        names = SiteNames(state.game._engine, state._node.origin)
        return " ".join(names.name(site) for site in bits(value))
    if spec.type is Type.SITE:
        return SiteNames(state.game._engine, state._node.origin).name(value)
    if spec.type is Type.DIRECTION:
        return rules.board.directions[value].name
    if spec.type is Type.TRUTH:
        return "yes" if value else ""
    if spec.type is Type.KIND:
        return rules.kinds[value].name
    if spec.type is Type.PLAYER:
        return rules.players[value].name
    return str(value) if value or start_value(spec) else ""

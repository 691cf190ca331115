"""What the conformance tests share: small games from text, and what stands where, by names."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import rulewright
from rulewright.game import Game
from rulewright.state import State

_DRAFTS = Path(__file__).resolve().parents[1] / "drafts"


@cache
def game(text: str) -> Game:
    """A game given as text, compiled once."""
    return rulewright.load(dedent(text))


@cache
def library(name: str, **options: str) -> Game:
    """A game of the library, compiled once."""
    chosen: dict[str, Any] = dict(options)
    return rulewright.load(name, allow_hooks=False, **chosen)


@cache
def draft(name: str) -> Game:
    """A game from the drafts beside these tests, or from the library once it has been proven."""
    waiting = _DRAFTS / f"{name}.yaml"
    return rulewright.load(waiting) if waiting.exists() else library(name)


def labels(state: State) -> list[str]:
    """The legal moves in their order."""
    return [move.text for move in state.legal_moves]


def once_more(state: State, player: int) -> State:
    """The same position with this player to move."""
    position = state.position.copy()
    position.me = player
    return State(state.game, position, None, state._node.origin)


def after(state: State, *moves: str) -> State:
    """The state some moves later; the state itself stays as it is."""
    found = state.copy()
    for move in moves:
        found.push(move)
    return found


def pieces(state: State, layer: int = 0) -> dict[str, str]:
    """Who stands where on a layer: `a1: "white dark figure"`; a stack bottom first, joined by "/"."""
    engine = state.game._engine
    found = {}
    for site, stack in sorted(state.position.layers[layer].items()):
        found[engine.rules.board.label(site)] = "/".join(_words(state, code) for code in stack)
    return found


def _words(state: State, code: int) -> str:
    engine = state.game._engine
    owner, kind = engine.codes.owner(code), engine.codes.kind(code)
    spec = engine.rules.kinds[kind]
    values = engine.codes.values(kind, engine.codes.state(code))
    states = [axis.values[value] for axis, value in zip(spec.axes, values, strict=True)]
    return " ".join([*((state.game.players[owner],) if owner >= 0 else ()), *states, spec.name])


def tray(state: State, name: str, player: str | None = None, kind: str | None = None) -> int:
    """How many pieces lie in a tray."""
    engine, total = state.game._engine, 0
    for (tray_name, owner, number, _), count in state.position.trays.items():
        if tray_name != name or (player is not None and engine.rules.players[owner].name != player):
            continue
        if kind is None or engine.rules.kinds[number].name == kind:
            total += count
    return total


def variable(state: State, name: str, entry: int = 0) -> int | None:
    """What a variable holds: a number, a site's number, 0 or 1 for no and yes; None for no site."""
    names = [spec.name for spec in state.game.rules.variables]
    return state.position.variables[names.index(name)][entry][0]


def result(state: State) -> str | None:
    """`"draw"`, `"white wins"`; None while the game goes on."""
    return None if state.outcome is None else str(state.outcome)


def routes(state: State, move: str) -> int:
    """How many complete turns are merged into a move."""
    return len(state._node.turns()[labels(state).index(move)].twins)


def small(
    actions: str,
    *,
    turn: str,
    board: str = "{tiling: square, size: 5x5}",
    pieces: str = "{stone: {letter: s}}",
    players: str = "[white, black]",
    more: str = "",
) -> Game:
    """A game with just these parts; `actions` and `more` are blocks of the file."""
    lines = ["game: Small", f"players: {players}", f"board: {board}", f"pieces: {pieces}", "actions:"]
    lines += [f"  {line}" for line in dedent(actions).strip().splitlines()]
    return game("\n".join([*lines, f"turn: {turn}", dedent(more)]))


def sites_of(expression: str, position: object, *, board: str = "{tiling: square, size: 5x5}", **parts: str) -> str:
    """The sites an expression means for the first player, in their order, joined by blanks."""
    asking = f"ask:\n  pick: {expression}\n  do: spot = target"
    parts["more"] = "vars: {spot: {holds: site}}\n" + dedent(parts.get("more", ""))
    return " ".join(labels(small(asking, turn="ask", board=board, **parts).position(position)))


def number_of(expression: str, position: object, *, board: str = "{tiling: square, size: 5x5}", **parts: str) -> int:
    """The number an expression means for the first player; between 40 below and 40 above zero."""
    asking = f"ask:\n  with: {{guess: 0..80}}\n  if: {expression} = guess - 40\n  do: told = guess"
    parts["more"] = "vars: {told: {range: -1..80, start: -1}}\n" + dedent(parts.get("more", ""))
    (label,) = labels(small(asking, turn="ask", board=board, **parts).position(position))
    return int(label.split(":")[1]) - 40


def is_true(condition: str, position: object, *, board: str = "{tiling: square, size: 5x5}", **parts: str) -> bool:
    """Whether a condition holds for the first player."""
    asking = f"ask:\n  if: {condition}\n  do: told = true"
    parts["more"] = "vars: {told: {holds: yes_no}}\n" + dedent(parts.get("more", ""))
    return labels(small(asking, turn="ask", board=board, **parts).position(position)) == ["ask"]

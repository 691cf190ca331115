"""Positions of Hive for tests, and what may happen in them.

`x,y` counts sites to the right and rows upward; `0,0` has the neighbours 1,0 (right), -1,0 (left), 0,1 and -1,1
(above), 0,-1 and 1,-1 (below).
"""

from __future__ import annotations

import rulewright
from rulewright.state import State

HIVE = rulewright.load("hive")
TWO = {"0,0": "white queen", "1,0": "black queen"}


def stand(pieces: dict[str, str], **keys: object) -> State:
    """A position from `x,y` → player and kind; late enough that both queens are in."""
    given: dict[str, list[str]] = {}
    for site, piece in pieces.items():
        given.setdefault(piece, []).append(site)
    return HIVE.position(given, **{"ply": 9, **keys})


def written(state: State) -> list[str]:
    """The first parts of the legal turns as the file writes them: Hive prints whole moves otherwise."""
    labels = state._node.labels()
    return list(dict.fromkeys(labels.turn(turn.parts[:1]) for turn in state._node.turns() if turn.parts))


def targets(state: State, origin: str) -> set[str]:
    """Where the piece on a site may go."""
    found = [text for text in written(state) if text.startswith(f"{origin}>")]
    return {text.split(">")[1] for text in found}


def placed(state: State) -> set[str]:
    """Where a new ant may be placed."""
    return {text.split("@")[1] for text in written(state) if text.startswith("ant@")}


def on(pieces: dict[str, str], *stack: str, at: str, **keys: object) -> State:
    """A position in which several pieces stand on one site, bottom first."""
    state = stand({**pieces, at: stack[0]}, **keys)
    pile(state, at, *stack)
    return state


def pile(state: State, at: str, *stack: str) -> None:
    site = next(site for site in state.position.layers[0] if _name(state, site) == at)
    state.position.layers[0][site] = tuple(_code(state, piece) for piece in stack)


def _code(state: State, piece: str) -> int:
    player, kind = piece.split()
    engine = state.game._engine
    kinds = [spec.name for spec in engine.rules.kinds]
    return engine.codes.code(state.game.players.index(player), kinds.index(kind), 0)


def _name(state: State, site: int) -> str:
    unbounded = state.game.rules.unbounded
    assert unbounded is not None
    x, y = site % unbounded.side, site // unbounded.side
    half = unbounded.side // 2
    return f"{(x + half) % unbounded.side - half},{(y + half) % unbounded.side - half}"

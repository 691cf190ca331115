"""Abalone against successor lists of the BCIT course and against two recorded games in Aba-Pro notation."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rulewright
from rulewright.state import State

_LETTERS = {"b": "black", "w": "white"}


def _marbles(text: str) -> dict[str, str]:
    """`C5b,D5b,…` as a position."""
    return {part[:-1].lower(): _LETTERS[part[-1]] for part in text.strip().split(",")}


def _board(state: State) -> frozenset[str]:
    engine, found = state.game._engine, []
    for site, stack in state.position.layers[0].items():
        owner = engine.rules.players[engine.codes.owner(stack[-1])].name
        found.append(f"{engine.rules.board.sites[site].name.upper()}{owner[0]}")
    return frozenset(found)


def _files(data: Path) -> list[Path]:
    return sorted((data / "abalone").glob("bcit*/*.input"))


def test_every_successor(data: Path) -> None:
    game = rulewright.load("abalone")
    files = _files(data)
    assert len(files) == 12
    for file in files:
        mover, marbles = file.read_text(encoding="utf-8").split()
        state = game.position(_marbles(marbles), to_move=_LETTERS[mover])
        lines = file.with_suffix(".board").read_text(encoding="utf-8").split()
        expected = {frozenset(line.split(",")) for line in lines}
        found = set()
        for move in state.legal_moves:
            state.push(move)
            found.add(_board(state))
            state.pop()
        assert found == expected, file.name


def _moves(text: str) -> list[str]:
    return [word for word in re.sub(r"\d+\.", " ", text).split() if word[0].isalpha()]


@pytest.mark.parametrize(
    ("number", "plies", "taken"), [(0, 56, {"white": 6, "black": 3}), (1, 59, {"black": 2, "white": 1})]
)
def test_recorded_games(data: Path, number: int, plies: int, taken: dict[str, int]) -> None:
    games = json.loads((data / "abalone" / "abapro_games.json").read_text(encoding="utf-8"))
    state = rulewright.load("abalone", layout="belgian_daisy").start()
    moves = _moves(games[number]["moves"])
    assert len(moves) == plies
    for move in moves:
        state.push(move)
    trays = dict.fromkeys(state.game.players, 0)
    for (tray, player, _, _), count in state.position.trays.items():
        if tray == "taken":
            trays[state.game.players[player]] += count
    assert trays == taken
    outcome = state.outcome
    assert (outcome.winners if outcome else None) == (("white",) if number == 0 else None)

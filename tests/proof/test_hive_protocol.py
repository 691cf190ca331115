"""Hive against nokamute's test cases in the Universal Hive Protocol (edre/nokamute 806ba76, MIT)."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.state import State


def _replayed(game_string: str) -> State:
    kind, _, _, *moves = game_string.split(";")
    state = rulewright.load("hive", set=kind).start()
    for move in moves:
        state.push(move)
    return state


def _cases(text: str) -> list[tuple[str, str, str]]:
    found = []
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line.strip()]
        name = " ".join(line.lstrip("# ") for line in lines if line.startswith("#"))
        rest = [line for line in lines if not line.startswith("#")]
        if rest:
            found.append((name, rest[0], rest[1] if len(rest) > 1 else ""))
    return found


def test_all_cases(data: Path) -> None:
    cases = _cases((data / "hive" / "nokamute_uhp_tests.txt").read_text(encoding="utf-8"))
    tried = 0
    for name, game_string, expected in cases:
        state = _replayed(game_string)
        tried += 1
        status = game_string.split(";")[1]
        outcome = state.outcome
        if status in ("WhiteWins", "BlackWins"):
            assert outcome is not None, name
            assert outcome.winners == (status.removesuffix("Wins").lower(),), name
        elif status == "Draw":
            assert outcome is not None, name
            assert outcome.draw, name
        elif name == "Tournament rules":
            continue  # its answer depends on the queen rule; tested below
        else:
            _check_moves(state, expected, name)
    assert tried == 21


def _check_moves(state: State, expected: str, name: str) -> None:
    """Either all legal moves, or those of the pieces that are named."""
    wanted = {state.parse(text) for text in expected.split(";")}
    pieces = {text.split()[0] for text in expected.split(";")}
    found = {move for move in state.legal_moves if move.text.split()[0] in pieces}
    assert wanted == found or wanted == set(state.legal_moves), name


@pytest.mark.parametrize(("rule", "legal"), [("allowed", True), ("forbidden", False)])
def test_queen_first(rule: str, legal: bool) -> None:
    state = rulewright.load("hive", queen_first=rule).start()
    assert bool(state.matching("wQ")) is legal

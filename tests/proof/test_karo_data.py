"""Vier Kreise against five rule positions of a Dutch student program (Bakkes/Karo 051af92)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rulewright

_STONES = {"o": "white down stone", "x": "red down stone", "O": "white up stone", "X": "red up stone"}


def _text(case: dict[str, Any]) -> str:
    stone = f"{case['frm'][0]},{case['frm'][1]}-{case['to'][0]},{case['to'][1]}"
    if case.get("moved_tile") is None:
        return stone
    tile = f"{case['moved_tile'][0]},{case['moved_tile'][1]}>{case['to'][0]},{case['to'][1]}"
    return f"{tile} {stone}"


def test_five_positions(data: Path) -> None:
    game = rulewright.load("vier_kreise")
    cases = json.loads((data / "karo" / "bakkes_movefinder_tests.json").read_text(encoding="utf-8"))
    assert len(cases) == 5
    for case in cases:
        position: dict[str, list[str]] = {"tile": list(case["tiles"])}
        for site, sign in case["tiles"].items():
            if sign in _STONES:
                position.setdefault(_STONES[sign], []).append(site)
        state = game.position(
            position, phase="moving", to_move="white" if case["to_move"].startswith("o") else "red", hand={}
        )
        assert bool(state.matching(_text(case))) is (case["expected"] == "legal"), case["name"]

"""Golden play-throughs: a change of any game, in moves, order, counts, hashes or outcome, is noticed.

They are made by tools/make_goldens.py from our own engine, so they guard and do not prove; proofs are in tests/proof.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from rulewright.language.library import shipped

ROOT = Path(__file__).resolve().parents[2]
GOLDENS = Path(__file__).parent / "goldens"


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_goldens", ROOT / "tools" / "make_goldens.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", list(shipped()))
def test_golden(game: str) -> None:
    expected = json.loads((GOLDENS / f"{game}.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(_tool().golden(game))) == expected

"""What one begins with is a game without mistakes."""

from __future__ import annotations

import pytest

from rulewright.game import load_with
from rulewright.language.game_files import shipped
from rulewright.library.beginnings import copied, new_text, variant_text
from rulewright.workshop.findings import findings
from tests.all_sorts import all_sorts_or_rest


def test_a_new_game() -> None:
    found = findings(new_text("my_game")).data()
    assert found["valid"]
    assert found["title"] == "My game"
    assert found["diagnostics"] == []


@pytest.mark.parametrize("game", ["chess", "hive", "tictactoe"])
def test_a_variant(game: str) -> None:
    text = variant_text("mine", game, shipped()[game])
    assert text is not None
    found = findings(text)
    assert [one["message"] for one in found.found if one["severity"] == "error"] == []


@pytest.mark.parametrize("game", all_sorts_or_rest(sorted(shipped())))
def test_a_copy_can_be_played(game: str) -> None:
    text = copied(shipped()[game].read_text(encoding="utf-8"))
    assert "yaml-language-server" not in text
    assert load_with(f"{text}\n", {}).start().legal_moves


def test_a_copy_that_needs_python_says_so() -> None:
    text = shipped()["entropy"].read_text(encoding="utf-8").replace(", same_as: rows_along(n) + rows_along(e)", "")
    found = findings(copied(text)).data()
    assert [one["code"] for one in found["diagnostics"]] == ["cost-hook", "hook-permission"]
    assert not found["valid"]


def test_a_copy_of_hive_is_hive() -> None:
    """Only the way moves are written differs."""
    text = shipped()["hive"].read_text(encoding="utf-8")
    changed = [
        (before, after)
        for before, after in zip(text.split("\n")[1:], _without(copied(text)), strict=True)
        if before != after
    ]
    assert [after.replace("# ", "", 1) for _, after in changed] == [before for before, _ in changed]
    assert len(changed) == 2


def _without(text: str) -> list[str]:
    return [line for line in text.split("\n") if "No Python runs" not in line]

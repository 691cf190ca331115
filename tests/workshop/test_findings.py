"""Mistakes as an editor shows them, and edits that mend them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.language.compilation import compile_text
from rulewright.language.game_files import shipped
from rulewright.language.syntax.leaves import leaves
from rulewright.library.beginnings import copied
from rulewright.workshop.findings import findings
from tests.workshop.cursor import GAME, in_game

_CASES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[1] / "diagnostics").glob("*.yaml"))
    if not path.name.startswith("file-encoding")  # no text at all
}


def _error(text: str) -> dict[str, Any]:
    (error,) = [found for found in findings(text).found if found["severity"] == "error"]
    return error


def test_a_game_without_mistakes() -> None:
    found = findings(GAME).data()
    assert found["valid"]
    assert found["title"] == "Sample"
    assert found["options"] == []


def test_the_place_is_exactly_the_word() -> None:
    text = in_game("step forward to", "step forwrd to")
    found = _error(text)
    assert text[found["from"] : found["to"]] == "forwrd"
    assert (found["code"], found["severity"]) == ("name-unknown", "error")
    assert text.split("\n")[found["line"] - 1][found["column"] - 1 :].startswith("forwrd")


def test_a_fix_puts_in_the_word_that_was_meant() -> None:
    text = in_game("step forward to", "step forwrd to")
    (fix,) = _error(text)["fixes"]
    assert text[: fix["from"]] + fix["insert"] + text[fix["to"] :] == GAME


@pytest.mark.parametrize("name", _CASES)
def test_every_fix_mends_what_it_is_for(name: str) -> None:
    """Of all mistakes that have a file: after the edit the mistake is no longer there."""
    text = _CASES[name]
    for found in findings(text).data()["diagnostics"]:
        for fix in found["fixes"]:
            mended = text[: fix["from"]] + fix["insert"] + text[fix["to"] :]
            left = findings(mended).data()["diagnostics"]
            same = [one for one in left if (one["code"], one["from"]) == (found["code"], found["from"])]
            assert same == [], f"{fix['label']} for {found['message']}"


def test_some_of_those_have_fixes() -> None:
    mistakes = [found for text in _CASES.values() for found in findings(text).data()["diagnostics"]]
    assert len([fix for found in mistakes for fix in found["fixes"]]) >= 30


@pytest.mark.parametrize("name", ["tictactoe", "hive", "schleicher_und_huepfer"])
def test_library_games_have_no_mistakes(name: str) -> None:
    found = findings(copied(shipped()[name].read_text(encoding="utf-8"))).data()
    assert found["valid"]
    assert found["diagnostics"] == []


def test_the_quick_look_is_unsure_about_options_and_the_thorough_one_is_not() -> None:
    text = shipped()["schleicher_und_huepfer"].read_text(encoding="utf-8")
    assert not findings(text).sure
    assert len(list(compile_text(text).report)) == 0
    assert findings(text, thorough=True).sure
    assert len(compile_text(text).validate()) == 0


def test_what_is_wrong_in_the_game_it_extends_has_no_place_here() -> None:
    text = "game: A\nextends: chess\nactions:\n  move: ~\n"
    found = findings(text).data()
    assert not found["valid"]
    assert all(one["placed"] or one["elsewhere"] for one in found["diagnostics"])
    assert all(one["to"] <= len(text) for one in found["diagnostics"])


def test_options_to_choose_from() -> None:
    text = copied(shipped()["hive"].read_text(encoding="utf-8"))
    options = {option["name"]: option for option in findings(text).data()["options"]}
    assert "base" in options["set"]["values"]
    assert findings(text, {"set": "base"}).valid
    assert not findings(text, {"set": "nonsense"}).valid


@pytest.mark.parametrize("name", ["breakthrough", "jeson_mor"])
def test_it_answers_while_a_rule_is_being_typed(name: str) -> None:
    """Each rule in a file that is whole apart from it, letter by letter at first and then word by word."""
    text = shipped()[name].read_text(encoding="utf-8").partition("\ntests:")[0] + "\n"
    merged = compile_text(text).merged
    assert merged is not None
    for leaf in leaves(merged):
        start, end = leaf.text.span.start, leaf.text.span.end
        for typed in range(start, end):
            if typed - start < 5 or text[typed] == " ":
                findings(text[:typed] + text[end:])

"""games/evidence.json speaks of games that there are, and a proof holds only for the rules it was run with."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulewright.language.game_files import library_folder, shipped
from rulewright.library import evidence

EVIDENCE = json.loads((library_folder() / evidence.FILE).read_text(encoding="utf-8"))


def test_it_speaks_of_games_that_there_are() -> None:
    assert set(EVIDENCE) <= set(shipped())


def test_every_proof_names_its_program_or_table() -> None:
    for game, known in EVIDENCE.items():
        assert known["proofs"], game
        for proof in known["proofs"]:
            assert proof["by"], game
            assert proof["how"].endswith("."), game


def test_every_proof_is_of_the_rules_as_they_are() -> None:
    """If this fails after a change of rules: python tools/prove.py GAME."""
    assert EVIDENCE
    assert [game for game in EVIDENCE if evidence.standing(shipped()[game]).status != "proven"] == []


def test_every_game_is_at_least_tested() -> None:
    assert [game for game, path in shipped().items() if evidence.standing(path).status == "untested"] == []


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text("game: Small\nstuck: draw\ntests:\n  - perft: [9]\n", encoding="utf-8")
    proof = {"by": "Somebody", "text": "the same", "how": "As it is."}
    known = {"small": {"rules": evidence.fingerprint(path), "proofs": [proof]}}
    monkeypatch.setattr(evidence, "_evidence", lambda: known)
    monkeypatch.setattr(evidence, "place_of", lambda _: SimpleNamespace(shipped=True))  # only those can be proven
    return path


def test_a_proof_stays_when_names_tests_and_comments_change(game: Path) -> None:
    game.write_text("# a comment\ngame: Tiny\nstuck: draw\ntests:\n  - perft: [10]\n", encoding="utf-8")
    assert evidence.standing(game).status == "proven"
    assert [str(proof) for proof in evidence.standing(game).proofs] == ["Somebody: the same"]


def test_a_proof_stays_when_an_option_is_explained(game: Path) -> None:
    option = "game: Small\noptions:\n  size:\n{}    default: 3\n    choices: [3, {}]\n"
    game.write_text(option.format("", 4), encoding="utf-8")
    before = evidence.fingerprint(game)
    game.write_text(option.format("    about: How wide.\n    means: {3: Small., 4: Large.}\n", 4), encoding="utf-8")
    assert evidence.fingerprint(game) == before
    game.write_text(option.format("    about: How wide.\n", 5), encoding="utf-8")
    assert evidence.fingerprint(game) != before


def test_a_proof_falls_when_the_rules_change(game: Path) -> None:
    game.write_text("game: Small\nstuck: lose\ntests:\n  - perft: [9]\n", encoding="utf-8")
    assert evidence.standing(game) == evidence.Standing("tested", outdated=True)


def test_a_proof_falls_when_the_parent_changes(game: Path) -> None:
    child = game.with_name("child.yaml")
    child.write_text("game: Child\nextends: small\n", encoding="utf-8")
    before = evidence.fingerprint(child)
    game.write_text("game: Small\nstuck: lose\n", encoding="utf-8")
    assert evidence.fingerprint(child) != before


def test_a_game_without_tests_is_untested(game: Path) -> None:
    game.write_text("game: Small\nstuck: draw\n", encoding="utf-8")
    assert evidence.standing(game).status == "untested"

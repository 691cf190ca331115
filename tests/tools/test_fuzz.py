"""The fuzzer: what became of a text is told, what kills its process stops no other, failures get small."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.errors import InvalidGame

pytest.importorskip("resource", reason="limits of processes are of Unix")

from tools import fuzz
from tools.fuzzing import trying
from tools.fuzzing.mutants import Mutant, mutant
from tools.fuzzing.reducing import reduced


def test_a_mutant_is_the_same_from_the_same_numbers() -> None:
    texts = [mutant(5, number) for number in range(20)]
    assert texts == [mutant(5, number) for number in range(20)]
    assert len({each.text for each in texts}) == 20
    assert mutant(6, 0) != mutant(5, 0)


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (InvalidGame([]), "refused by the front end"),
        (trying.OutOfTime(), "without end: (test_fuzz.py:"),
        (MemoryError(), "out of memory: (test_fuzz.py:"),
        (KeyError("paths"), "failed: KeyError (test_fuzz.py:"),
        (AssertionError("perft"), "failed: AssertionError (test_fuzz.py:"),
    ],
)
def test_what_became_of_a_text(problem: BaseException, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(_text: str, _origin: str) -> str:
        raise problem

    monkeypatch.setattr(trying, "_played", played)
    assert trying.tried("", "").startswith(told)


def test_ways_to_fail_are_told_apart_without_their_details() -> None:
    assert fuzz.way("failed: KeyError (node.py:7): 'a'") == fuzz.way("failed: KeyError (node.py:7): 'b'")
    assert fuzz.way("failed: KeyError (node.py:7): 'a'") != fuzz.way("failed: KeyError (node.py:8): 'a'")
    assert fuzz.way("without end: (node.py:7)") == fuzz.way("without end: (state.py:3)")


WORKER = """\
import json, os, sys
for line in sys.stdin:
    text = json.loads(line)["text"]
    if "kill" in text: os._exit(9)
    print(json.dumps(["failed: KeyError (a.py:1): x" if "bad" in text else "played", []]), flush=True)
"""


@pytest.fixture
def plain_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(WORKER)
    monkeypatch.setattr(fuzz, "__file__", str(worker))


@pytest.mark.usefixtures("plain_worker")
def test_one_that_kills_its_process_is_told_and_the_next_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzz, "mutant", lambda seed, number: Mutant("kill" if number == 7 else "", "chess.yaml"))
    tally, following = fuzz.run(0, range(6, 9), seconds=10**6, patience=100, tries=0)
    assert (tally, following) == ({"played": 2, "failed": 1}, 9)
    assert capsys.readouterr().out == "mutant 7, of chess.yaml: failed: crashed (9):\n"


@pytest.mark.usefixtures("plain_worker")
def test_a_failure_is_printed_as_small_as_it_goes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "".join(f"line {number}: good\n" for number in range(40)) + "a very bad line, kill\n"
    monkeypatch.setattr(fuzz, "mutant", lambda seed, number: Mutant(text.replace("kill", ""), "chess.yaml"))
    fuzz.run(0, range(1), seconds=10**6, patience=100, tries=500)
    assert capsys.readouterr().out.splitlines()[1:] == ["    bad"]


def test_without_time_it_says_where_to_go_on() -> None:
    assert fuzz.run(0, range(3, 9), seconds=-1, patience=1, tries=0) == ({}, 3)


def test_what_is_needed_stays_and_tries_have_an_end() -> None:
    def fails(text: str) -> bool:
        asked.append(text)
        return "one" in text and "two" in text

    asked: list[str] = []
    text = "a\nb one\nc\nd\ne two f\ng\n"
    assert reduced(text, fails, 1000) == "onetwo"
    asked.clear()
    assert reduced(text, fails, 3) != "onetwo"
    assert len(asked) == 3


def test_a_few_mutants() -> None:
    """Thousands are tried by hand; these say that all of it works together."""
    tally, _ = fuzz.run(1, range(12), seconds=10**6, patience=100, tries=0)
    assert tally.total() == 12
    assert not any(tally[bad] for bad in fuzz._BAD), tally


def test_all_that_rules_are_made_of_is_known() -> None:
    """What the library uses is among the constructs, and most of them are in it."""
    from rulewright import load
    from tools.fuzzing.coverage import constructs, reached

    used = reached(load("chess").rules) | reached(load("kalah").rules)
    assert {"Attacked", "LineTravel", "Sow", "Do"} <= used < constructs()


def test_a_text_of_which_nothing_is_left_becomes_another() -> None:
    """One mutant in ten thousand loses all its lines before a word is changed."""
    from random import Random

    from tools.fuzzing.mutants import _reworded

    assert _reworded("", "game: Other\n", Random(1)) == "game: Other\n"

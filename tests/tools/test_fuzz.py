"""The fuzzer: what became of a text is told, what kills its process stops no other, failures get small."""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple
from pathlib import Path

import pytest

from rulewright.errors import InvalidGame
from rulewright.language.compilation import compile_text

pytest.importorskip("resource", reason="limits of processes are of Unix")

from tools import fuzz
from tools.fuzzing import outside, trying
from tools.fuzzing.mutants import Mutant, mutant
from tools.fuzzing.reducing import reduced
from tools.fuzzing.shapes import SHAPES, shape


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
    def played(_text: str, _lot: int, _origin: str) -> str:
        raise problem

    monkeypatch.setattr(trying, "_played", played)
    assert trying.tried("", 0).startswith(told)


def test_ways_to_fail_are_told_apart_without_their_details() -> None:
    assert fuzz.way("failed: KeyError (node.py:7): 'a'") == fuzz.way("failed: KeyError (node.py:7): 'b'")
    assert fuzz.way("failed: KeyError (node.py:7): 'a'") != fuzz.way("failed: KeyError (node.py:8): 'a'")
    assert fuzz.way("without end: (node.py:7)") == fuzz.way("without end: (state.py:3)")


WORKER = """\
import json, os, sys
for line in sys.stdin:
    text = json.loads(line)["text"]
    if "kill" in text: os._exit(9)
    print(json.dumps(["failed: KeyError (a.py:1): x" if "bad" in text else "played", ["Do"], 5]), flush=True)
"""


@pytest.fixture
def plain_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(WORKER)
    monkeypatch.setattr(fuzz, "__file__", str(worker))


@pytest.mark.usefixtures("plain_worker")
def test_one_that_kills_its_process_is_told_and_the_next_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = fuzz.run(
        lambda number: Mutant("kill" if number == 7 else "", "chess.yaml"),
        range(6, 9), seconds=10**6, patience=100, tries=0,
    )  # fmt: skip
    assert (found.tally, found.following, found.positions) == ({"played": 2, "failed": 1}, 9, 10)
    assert found.coverage().startswith("1 of ")
    assert capsys.readouterr().out == "number 7, of chess.yaml: failed: crashed (9):\n"


@pytest.mark.usefixtures("plain_worker")
def test_a_failure_is_printed_as_small_as_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    text = "".join(f"line {number}: good\n" for number in range(40)) + "a very bad line, kill\n"
    given = Mutant(text.replace("kill", ""), "chess.yaml")
    fuzz.run(lambda _: given, range(1), seconds=10**6, patience=100, tries=500)
    assert capsys.readouterr().out.splitlines()[1:] == ["    bad"]


def test_without_time_it_says_where_to_go_on() -> None:
    found = fuzz.run(lambda number: mutant(0, number), range(3, 9), seconds=-1, patience=1, tries=0)
    assert (found.tally, found.following) == ({}, 3)


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
    found = fuzz.run(lambda number: mutant(1, number), range(12), seconds=10**6, patience=100, tries=0)
    assert found.tally.total() == 12
    assert not any(found.tally[bad] for bad in fuzz._BAD), found


def test_shapes_grow_until_they_are_refused() -> None:
    """Small ones are games; in the 30th round they are some sixty thousand times as large."""
    assert all(compile_text(shape(number).text).rules for number in range(len(SHAPES)))
    for name in ("brackets", "ors", "blanks", "dice"):
        assert trying.endured(shape(30 * len(SHAPES) + [*SHAPES].index(name)).text) == "refused by the front end"


def test_a_shape_is_asked_on_both_engines() -> None:
    found = fuzz.run(lambda _: shape([*SHAPES].index("leaps")), range(1), 10**6, patience=100, tries=0, grown=True)
    assert found.tally == {"endured": 1}


def test_what_two_engines_say_of_a_shape_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter("aabc")

    def asked(_game: object) -> str:
        return next(answers)

    monkeypatch.setattr(trying, "_QUESTIONS", (asked, asked))
    assert trying.endured(shape(0).text) == "failed: asked: a and b"


def test_a_text_of_which_nothing_is_left_becomes_another() -> None:
    """One mutant in ten thousand loses all its lines before a word is changed."""
    from random import Random

    from tools.fuzzing.mutants import reworded

    assert reworded("", "game: Other\n", Random(1)) == "game: Other\n"


@pytest.mark.parametrize(
    "doors",
    [
        ("aba_pro", "engine", "solve"),
        pytest.param(("turn", "replay", "game string", "uhp", "page", "match"), marks=pytest.mark.rest),
    ],
    ids=["quick", "others"],
)
def test_what_comes_from_outside_is_changed_and_read_again(
    doors: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in {*outside.DOORS} - {*doors}:
        monkeypatch.delitem(outside.DOORS, name)
    for door in doors:
        assert trying.received(outside._true(door)[0], door) == f"read by {door}"
    seen = Counter(trying.received(*astuple(outside.outside(2, number))) for number in range(12))
    assert all(told.startswith((outside.READ, outside.REFUSED)) for told in seen), seen


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("print('\\x1b[2J')", "replay said '\\x1b': to the terminal"),
        ("raise KeyError('moves')", "KeyError-"),
        ("print('{\"a\": NaN}')", "NaN: is no JSON"),
    ],
)
def test_what_a_command_may_not_do_is_told(said: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_arguments: object) -> int:
        exec(said)
        return 0

    monkeypatch.setattr("rulewright.cli.replay.run", run)
    assert told in trying.received("{}", "replay")

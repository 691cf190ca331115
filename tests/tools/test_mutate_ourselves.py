"""Mutation testing of ourselves: a mutant is really put in place, and what fails then is told."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

pytest.importorskip("resource", reason="limits of processes are of Unix")

from rulewright.reference.labels import around
from tools import mutate_ourselves as ours

_FILE = ours.ROOMS["reference"] / "labels.py"


def test_mutants_change_one_line_each_and_are_programs() -> None:
    found = ours.mutants(_FILE)
    assert len(found) > 50
    source = (ours.ROOT / _FILE).read_text(encoding="utf-8").splitlines()
    for mutant in found:
        lines = mutant.text.splitlines()
        assert [number for number, line in enumerate(lines, 1) if line != source[number - 1]] == [mutant.line]
    compile(found[-1].text, "mutant", "exec")


def test_a_mutant_is_put_in_place_in_a_fork_and_nowhere_else() -> None:
    """Also where everything is frozen, as it is while tests run."""
    mutant = next(one for one in ours.mutants(_FILE) if ours.outermost(one.code()) == around.__name__)

    def trial(tell: Callable[[object], None]) -> None:
        gc.freeze()
        mutant.put_in_place()
        tell(around.__code__ == mutant.code())

    assert ours.forked(trial, 60) == ["true"]
    assert around.__code__ != mutant.code()


def test_what_has_no_end_is_ended() -> None:
    def trial(_tell: Callable[[object], None]) -> None:
        while True:
            pass

    assert ours.forked(trial, 1) == []

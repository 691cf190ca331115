"""The fuzzer: what became of a mutant is told, and one that kills its process does not stop the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.errors import InvalidGame

pytest.importorskip("resource", reason="limits of processes are of Unix")

from tools import fuzz


def test_a_mutant_is_the_same_from_the_same_number() -> None:
    texts = [fuzz.mutant(number) for number in range(20)]
    assert texts == [fuzz.mutant(number) for number in range(20)]
    assert len(set(texts)) == 20


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (InvalidGame([]), "refused by the front end"),
        (TimeoutError(), "without end"),
        (KeyError("paths"), "failed: KeyError: 'paths'"),
        (AssertionError("perft"), "failed: AssertionError: perft"),
    ],
)
def test_what_became_of_a_mutant(problem: Exception, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(_number: int, _text: str) -> str:
        raise problem

    monkeypatch.setattr(fuzz, "_played", played)
    assert fuzz.tried(1).startswith(told)


def test_one_that_kills_its_process_is_told_and_the_next_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(
        "import os, sys\n"
        "for number in range(int(sys.argv[sys.argv.index('--seed') + 1]), 9):\n"
        "    print(f'? {number}', flush=True)\n"
        "    if number == 7: os._exit(9)\n"
        "    print('! played', flush=True)\n"
    )
    monkeypatch.setattr(fuzz, "__file__", str(worker))
    tally = fuzz.run(range(6, 9), seconds=10**6, patience=100)
    assert tally == {"played": 2, "failed": 1}
    assert capsys.readouterr().out == "mutant 7 failed: crashed (9)\n"

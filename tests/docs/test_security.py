"""SECURITY.md: every sentence of it names the tests that hold it, and they are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
_PROMISES, _TABLE = (_PAGE.split(f"## {title}\n")[1].split("\n## ")[0] for title in (
    "What Rulewright promises", "Which test holds which sentence",
))  # fmt: skip
_NO_PROMISE = "said, not promised"


def _sentences() -> list[str]:
    _, promises = _PROMISES.split("**without hooks**:", 1)
    blocks = re.split(r"\n\s*\n|\n- ", re.sub("^### .*", "", promises, flags=re.MULTILINE))
    return [
        sentence
        for block in blocks
        for sentence in re.split(r"(?<=[.;]) (?=[A-Z`])", " ".join(block.split()).removeprefix("- "))
        if sentence
    ]


def _rows() -> dict[str, str]:
    found = re.findall(r"^\| (.+?) … \| (.+) \|$", _TABLE, re.MULTILINE)
    assert len(found) == len(dict(found)) > 20
    return dict(found)


def test_every_sentence_names_its_tests() -> None:
    rows = _rows()
    for sentence in _sentences():
        assert [begin for begin in rows if sentence.startswith(begin)], sentence
    for begin in rows:
        assert sum(sentence.startswith(begin) for sentence in _sentences()) == 1, begin


def test_the_tests_it_names_are_there() -> None:
    named = [test for tests in _rows().values() if tests != _NO_PROMISE for test in tests.split("<br>")]
    for test in named:
        file, name = test.strip("`").split("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^(async )?def {name}\(", text, re.MULTILINE), test

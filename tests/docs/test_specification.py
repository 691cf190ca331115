"""The specification (docs/specification): what is cited anywhere has one anchor there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT

SPECIFICATION = DOCS / "specification"
_FOLDERS = ("interpreter", "tests", "tools", "grammar", "games", "docs")
_SUFFIXES = {".py", ".md", ".lark", ".json", ".yaml", ".js", ".c", ".h"}
# Sites of boards are called d4 and, in the moves of some games, D4; these files speak of boards.
_BOARDS = re.compile(r"^(tests/(rulebooks/|.*\.(json|yaml)$)|games/.*\.(json|yaml)$|docs/games\.md)|/vendor/")

# D57, D36 to D42, D90-D92, test_d108_…; not C3+D4, "D5" or U+D800, which are moves, sites and characters.
_DECISION = re.compile(r"""(?<![\w+"'`#.-])D(\d{1,3})(?:(?: to |-)D(\d{1,3}))?(?![\w+"'-])|\btest_d(\d{1,3})_""")
_SECTION = re.compile(r"\b[Ss]ections? (\d+)(?:(?: to |, | and )(\d+))*(?!\w|\.\d)")
_CASES = re.compile(r"[Cc]onformance cases? ((?:\d+(?: to |, | and )?)+)")
_ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
_MESSAGE = re.compile(r"\b(?:error|warning)\[([a-z-]+)\]")


@cache
def _anchors() -> Counter[str]:
    return Counter(
        anchor
        for page in sorted(SPECIFICATION.glob("*.md"))
        for anchor in _ANCHOR.findall(page.read_text(encoding="utf-8"))
    )


def _files() -> Iterator[Path]:
    for folder in _FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in _SUFFIXES and not _BOARDS.search(path.relative_to(ROOT).as_posix()):
                yield path


def _cited(text: str) -> Iterator[str]:
    """The anchors that a text speaks of; a range means all of its numbers."""
    for first, last, tested in _DECISION.findall(text):
        number = int(first or tested)
        yield from (f"d{n}" for n in range(number, int(last or number) + 1))
    for found in _SECTION.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", found[0])]
        if " to " in found[0]:
            numbers = list(range(numbers[0], numbers[-1] + 1))
        yield from (f"section-{number}" for number in numbers)
    for row in _CASES.findall(text):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", row):
            yield from (f"case-{n}" for n in range(int(first), int(last or first) + 1))


@cache
def _citations() -> dict[str, tuple[str, ...]]:
    """For each file that cites the specification: what it cites."""
    # Some files of tests are broken on purpose.
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in _files()}
    found = {path: tuple(dict.fromkeys(_cited(text))) for path, text in texts.items()}
    return {path.relative_to(ROOT).as_posix(): cited for path, cited in found.items() if cited}


def test_citations_are_found() -> None:
    """So that the tests below cannot pass by finding nothing."""
    assert {"d36", "d39", "d42"} <= set(_citations()["interpreter/rulewright/reference/walks.py"])
    flow = _citations()["interpreter/rulewright/reference/game_flow.py"]
    assert {"section-12", "section-13", "section-14"} <= set(flow)
    assert {"d108", "d109", "section-19"} <= set(_citations()["tests/conformance/test_hashes.py"])
    cases = {cited for file, some in _citations().items() if "test_cases" in file for cited in some}
    assert cases >= {f"case-{number}" for number in range(1, 36)}
    assert list(_cited("a1 D4 C3+D4 'D5' U+D800; D7 and D9 to D11 (D90-D92), Section 3")) == [
        "d4", "d7", "d9", "d10", "d11", "d90", "d91", "d92", "section-3",
    ]  # fmt: skip


@pytest.mark.parametrize("file", _citations())
def test_what_is_cited_has_one_anchor(file: str) -> None:
    assert {cited: _anchors()[cited] for cited in _citations()[file] if _anchors()[cited] != 1} == {}


def test_anchors_are_unique_and_every_number_has_one() -> None:
    assert [anchor for anchor, times in _anchors().items() if times > 1] == []
    expected = {f"d{n}" for n in range(1, 135)} | {f"section-{n}" for n in range(1, 24)}
    assert set(_anchors()) == expected | {f"case-{n}" for n in range(1, 36)}


def test_a_decision_stands_at_its_anchor() -> None:
    for page in SPECIFICATION.glob("*.md"):
        for number, said in re.findall(r'<a id="d(\d+)"></a>\*\*D(\d+)\b', page.read_text(encoding="utf-8")):
            assert number == said, page.name
    text = "".join(page.read_text(encoding="utf-8") for page in SPECIFICATION.glob("*.md"))
    assert len(re.findall(r'<a id="d\d+"></a>\*\*D\d+\b', text)) == 134


def test_each_case_has_a_test_of_its_number() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/conformance").glob("test_cases_*.py"))
    assert {int(number) for number in re.findall(r"^def test_(\d\d)_", tests, re.MULTILINE)} == set(range(1, 36))


def test_messages_that_are_named_exist() -> None:
    codes = {page.stem for page in (ROOT / "interpreter/rulewright/diagnostic_pages").glob("*.md")}
    known = codes | {code.split("-")[0] for code in codes} | {"family", "family-detail"}
    for page in SPECIFICATION.glob("*.md"):
        named = set(_MESSAGE.findall(page.read_text(encoding="utf-8")))
        assert named <= known, page.name


def test_every_page_of_the_specification_is_in_its_contents() -> None:
    contents = (SPECIFICATION / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \d+ \| \[[^\]]*\]\(([^)]+)\)", contents, re.MULTILINE)
    assert listed == sorted(path.name for path in SPECIFICATION.glob("[0-9]*.md"))

"""The pages of `rulewright explain` keep to their format."""

from __future__ import annotations

import pytest

from rulewright import diagnostic_pages


@pytest.mark.parametrize("code", diagnostic_pages.codes())
def test_page_format(code: str) -> None:
    page = diagnostic_pages.page(code)
    assert page is not None
    assert page.text.startswith(f"# {code}: {page.title}\n\n")
    assert page.title[0].islower() or not page.title[0].isalpha() or page.title.split()[0].isupper()
    assert not page.title.endswith(".")
    assert page.summary.endswith((".", "?"))
    kinds = [example.kind for example in page.examples]
    assert set(kinds) <= {"bad", "good", "text"}
    assert len(kinds) >= 2, "a page shows what is wrong and what is right"
    assert "good" in kinds or set(kinds) == {"text"}
    assert page.text.count("```") == 2 * len(kinds), "a block that is not closed, or of an unknown kind"
    assert max(len(line) for line in page.text.split("\n")) <= 110


def test_families_hold_every_code_once() -> None:
    families = diagnostic_pages.families()
    assert [code for codes in families.values() for code in codes] == list(diagnostic_pages.codes())
    assert "yaml-duplicate" in families["yaml"]


@pytest.mark.parametrize("word", ["", "yaml", "../explanations/yaml-root", "yaml-root.md", "__init__"])
def test_what_is_no_code_has_no_page(word: str) -> None:
    assert diagnostic_pages.page(word) is None

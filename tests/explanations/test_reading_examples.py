"""The examples on the pages about files and YAML do what the pages say, as far as the reader sees."""

from __future__ import annotations

import pytest

from rulewright import diagnostic_pages
from rulewright.language.document.reader import read_document
from rulewright.language.reading import text_source
from rulewright.source.diagnostics import Report

EXAMPLES = [
    pytest.param(code, example, id=f"{code}-{number}")
    for family in ("file", "yaml")
    for code in diagnostic_pages.families()[family]
    for page in [diagnostic_pages.page(code)]
    if page
    for number, example in enumerate(page.examples)
    if example.kind != "text"
]


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_example(code: str, example: diagnostic_pages.Example) -> None:
    report = Report()
    source = text_source(example.text, "example.yaml", report)
    if source:
        read_document(source, report)
    expected = {code} if example.kind == "bad" else set()
    assert {diagnostic.code for diagnostic in report} == expected

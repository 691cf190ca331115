"""Every `bad` example gets exactly the code of its page, every `good` one nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import diagnostic_pages, proving
from rulewright.pipeline import Pipeline

EXAMPLES = [
    pytest.param(code, example, id=f"{code}-{number}")
    for code in diagnostic_pages.codes()
    for page in [diagnostic_pages.page(code)]
    if page
    for number, example in enumerate(page.examples)
    if example.kind != "text"
]


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_example(code: str, example: diagnostic_pages.Example, tmp_path: Path) -> None:
    file = tmp_path / "example.yaml"
    file.write_text(example.text, encoding="utf-8")
    pipeline = Pipeline.of_file(file)
    pipeline.front.validate()
    if code in proving.CODES:  # only playing shows it
        proving.prove(pipeline, proving.Effort(), proving.Proof(pipeline.report))
    found = {diagnostic.code for diagnostic in pipeline.report}
    assert found == ({code} if example.kind == "bad" else set())

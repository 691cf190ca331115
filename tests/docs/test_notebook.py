"""The notebook of the guide is up to date, and runs from top to bottom."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.make_notebook import NOTEBOOK, PAGE, written


def test_the_notebook_is_that_of_the_page() -> None:
    made = written(PAGE.read_text(encoding="utf-8"))
    assert NOTEBOOK.read_text(encoding="utf-8") == made, "run python tools/make_notebook.py"


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    assert (tmp_path / "position.svg").is_file()
    assert len(cells) > 10

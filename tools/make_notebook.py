"""Makes docs/ten_minutes.ipynb from docs/ten_minutes.md, so that the guide can be played with.

    python tools/make_notebook.py

Every block of Python is a cell, and every text between two of them is one too.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ten_minutes.md"
NOTEBOOK = PAGE.with_suffix(".ipynb")
_BLOCK = re.compile(r"^```python\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)


def notebook(page: str) -> dict[str, Any]:
    """A page as a notebook that has not been run."""
    cells: list[dict[str, Any]] = []
    for number, part in enumerate(_BLOCK.split(page)):
        if not part.strip():
            continue
        cell: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}, "source": part.strip("\n").splitlines(True)}
        if number % 2:
            cells.append({"cell_type": "code", "execution_count": None, "outputs": [], **cell})
        else:
            cells.append({"cell_type": "markdown", **cell})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def written(page: str) -> str:
    return json.dumps(notebook(page), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    NOTEBOOK.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

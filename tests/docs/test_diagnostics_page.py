"""docs/diagnostics.md lists the codes that there are."""

from __future__ import annotations

from tools.list_codes import PAGE, listed


def test_the_list_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == listed(), "run: python tools/list_codes.py"

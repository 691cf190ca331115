"""axe-core as a judge of pages: what is seriously wrong for whoever cannot see or point.

It is not ours and only for tests: npm fetches it once into the cache of the tests; where npm is missing or has no
network, these tests are skipped.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

AXE = "axe-core@4.14.0"
KEPT = Path(__file__).parents[2] / ".pytest_cache" / "kept" / AXE
SERIOUS = ("serious", "critical")


@cache
def _fetched() -> tuple[str, str]:
    """The code of axe-core, or why it cannot be had."""
    found = KEPT / "node_modules" / "axe-core" / "axe.min.js"
    if not found.is_file():
        npm = shutil.which("npm")
        if npm is None:
            return "", "there is no npm here, which fetches axe-core"
        KEPT.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--prefix", str(KEPT), "--no-audit", "--no-fund", "--ignore-scripts", AXE]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return "", "npm does not come to an end"
        if run.returncode:
            return "", f"npm could not fetch axe-core: {run.stderr[-200:]}"
    return found.read_text(encoding="utf-8"), ""


@contextmanager
def judged(browser: Browser, scheme: str, wide: int) -> Iterator[Page]:
    """A page that is to be judged."""
    # The pages let no foreign script in; the judge is one.
    context = browser.new_context(
        viewport={"width": wide, "height": 850}, color_scheme="dark" if scheme == "dark" else "light", bypass_csp=True
    )
    page = context.new_page()
    page.set_default_timeout(120_000)
    yield page
    context.close()


def serious(page: Page) -> list[str]:
    code, missing = _fetched()
    if missing:
        pytest.skip(missing)
    page.evaluate(code)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((found) => found.violations)")
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:160]} (and {len(one['nodes']) - 1} more)"
        for one in found
        if one["impact"] in SERIOUS
    ]

"""Every kind of page, judged by axe-core: nothing serious may be wrong with it for whoever cannot see or point.

axe-core is not ours and only for tests: npm fetches it once into the cache of the tests; where npm is missing or has no
network, these tests are skipped.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

import rulewright
from rulewright.export.page import page_of

pytestmark = pytest.mark.rest

AXE = "axe-core@4.14.0"
KEPT = Path(__file__).parents[2] / ".pytest_cache" / "kept" / AXE
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="session")
def axe() -> str:
    found = KEPT / "node_modules" / "axe-core" / "axe.min.js"
    if not found.is_file():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("there is no npm here, which fetches axe-core")
        KEPT.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--prefix", str(KEPT), "--no-audit", "--no-fund", "--ignore-scripts", AXE]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            pytest.skip("npm does not come to an end")
        if run.returncode:
            pytest.skip(f"npm could not fetch axe-core: {run.stderr[-200:]}")
    return found.read_text(encoding="utf-8")


@contextmanager
def _page(browser: Browser, scheme: str, wide: int) -> Iterator[Page]:
    # The pages let no foreign script in; the judge is one.
    context = browser.new_context(
        viewport={"width": wide, "height": 850}, color_scheme="dark" if scheme == "dark" else "light", bypass_csp=True
    )
    page = context.new_page()
    page.set_default_timeout(120_000)
    yield page
    context.close()


def _serious(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((found) => found.violations)")
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:160]} (and {len(one['nodes']) - 1} more)"
        for one in found
        if one["impact"] in SERIOUS
    ]


def _ready(page: Page) -> None:
    expect(page.locator("#board .rw-site").first).to_be_attached(timeout=120_000)


def _gallery(page: Page) -> None:
    expect(page.locator(".game").first).to_be_attached(timeout=240_000)


def _rules(page: Page) -> None:
    expect(page.locator("#words h2").first).to_be_attached(timeout=120_000)


def _looking_back(page: Page) -> None:
    _ready(page)
    page.get_by_role("button", name="Previous position").click()
    expect(page.locator("#past")).to_be_visible()


PAGES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "gallery": ("/", _gallery),
    "table": ("/play/hive#white=person&black=person&moves=wA1", _ready),
    "past": ("/play/tictactoe#x=person&o=person&moves=a1;b2", _looking_back),
    "rules": ("/rules/tictactoe", _rules),
    "workshop": ("/workshop?game=tictactoe", _ready),
    "nowhere": ("/nothing", lambda page: expect(page.locator("h1")).to_be_visible()),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_is_wrong_with_a_page(browser: Browser, address: str, axe: str, name: str, scheme: str) -> None:
    path, ready = PAGES[name]
    with _page(browser, scheme, 390 if scheme == "dark" else 1280) as page:
        page.goto(address + path)
        ready(page)
        assert _serious(page, axe) == []


@pytest.mark.parametrize("rules", [False, True], ids=["table", "rules"])
def test_nothing_serious_is_wrong_with_an_exported_page(
    browser: Browser, axe: str, tmp_path: Path, rules: bool
) -> None:
    file = tmp_path / "game.html"
    file.write_text(page_of([rulewright.load("tictactoe")]), encoding="utf-8")
    with _page(browser, "light", 1280) as page:
        page.goto(file.as_uri())
        _ready(page)
        if rules:
            page.click("#rules-open")
            expect(page.locator("#words h2").first).to_be_visible()
        assert _serious(page, axe) == []

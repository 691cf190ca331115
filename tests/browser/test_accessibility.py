"""Every kind of page, judged by axe-core: nothing serious may be wrong with it for whoever cannot see or point."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

import rulewright
from rulewright.export.page import page_of
from tests.browser.judging import judged, serious

pytestmark = pytest.mark.rest


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
def test_nothing_serious_is_wrong_with_a_page(browser: Browser, address: str, name: str, scheme: str) -> None:
    path, ready = PAGES[name]
    with judged(browser, scheme, 390 if scheme == "dark" else 1280) as page:
        page.goto(address + path)
        ready(page)
        assert serious(page) == []


@pytest.mark.parametrize("rules", [False, True], ids=["table", "rules"])
def test_nothing_serious_is_wrong_with_an_exported_page(browser: Browser, tmp_path: Path, rules: bool) -> None:
    file = tmp_path / "game.html"
    file.write_text(page_of([rulewright.load("tictactoe")]), encoding="utf-8")
    with judged(browser, "light", 1280) as page:
        page.goto(file.as_uri())
        _ready(page)
        if rules:
            page.click("#rules-open")
            expect(page.locator("#words h2").first).to_be_visible()
        assert serious(page) == []

"""The folder of pages, on a plain web host and opened from a disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from tests.browser.hosting import built, hosted, seated
from tests.browser.table import Table
from tests.browser.test_exported import HOSTILE

_FILE = "50% #1?.yaml"


@pytest.fixture(scope="module")
def folder(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    own = tmp_path_factory.mktemp("own") / _FILE
    own.write_text(HOSTILE, encoding="utf-8")
    return built(tmp_path_factory.mktemp("site"), "tictactoe", "surikata", str(own), "--workers", "1")


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    with hosted(folder) as address:
        yield address


@pytest.fixture
def table(browser: Browser, host: str) -> Iterator[Table]:
    with seated(browser, host) as made:
        yield made


def _find(page: Page, words: str, found: int) -> None:
    page.get_by_role("searchbox").fill(words)
    expect(page.locator("#games li:visible")).to_have_count(found)


def test_the_gallery_finds_games_and_leads_to_their_pages_and_back(table: Table) -> None:
    page = table.page
    page.goto(f"{table.address}/")
    expect(page.locator("#count")).to_have_text("3 games")
    _find(page, "tic tac", 1)
    picture = page.locator("#games li:visible img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    _find(page, "no game is called that", 0)
    expect(page.locator("#nothing")).to_be_visible()
    page.get_by_role("button", name="Show all games").click()
    page.get_by_role("link", name="Tic-Tac-Toe").click()
    expect(page).to_have_title("Tic-Tac-Toe · Rulewright")
    expect(table.sites).to_have_count(9)
    page.get_by_role("link", name="Rulewright").click()
    expect(page.locator(".game")).to_have_count(3)
    page.locator(".game", has_text="Surikata").get_by_role("link", name="rules").click()
    expect(page.locator("#rules")).to_be_visible()
    expect(page.locator("#rules")).to_contain_text("The end")


def test_a_game_is_played_against_the_engine(table: Table) -> None:
    table.open("tictactoe", {"o": "mcts:playouts=50"})
    table.site("b2").click()
    expect(table.page.locator("#history li")).to_have_count(3)  # the start, ours, and the answer


def test_the_folder_is_opened_from_a_disk(browser: Browser, folder: Path) -> None:
    with seated(browser, folder.as_uri()) as table:
        table.page.context.set_offline(True)
        table.page.goto((folder / "index.html").as_uri())
        table.page.get_by_role("link", name="Tic-Tac-Toe").click()
        expect(table.sites).to_have_count(9)
        table.page.get_by_label("Who plays o").select_option("person")
        table.click(table.site("a1"))
        table.page.get_by_label("Who plays o").select_option("mcts")  # its worker needs no file of its own either
        expect(table.page.locator("#history li")).to_have_count(3)
        table.page.get_by_role("link", name="Rulewright").click()
        expect(table.page.locator(".game")).to_have_count(3)


def test_names_stay_text_and_files_have_any_name(table: Table) -> None:
    page = table.page
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.goto(f"{table.address}/")
    card = page.locator(".game", has_text="alert(1)")
    expect(card.get_by_role("link").first).to_have_text(
        "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    )
    expect(card.locator(".status")).to_contain_text("yours")
    assert page.locator(".game h2 img, .game script, .game p svg").count() == 0
    card.get_by_role("link").first.click()
    expect(page.locator("#title")).to_contain_text("alert(1)")
    expect(table.sites).to_have_count(9)
    assert page.locator("#title img, #about svg").count() == 0


def test_a_page_loads_from_its_own_host_alone(table: Table) -> None:
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.open("surikata")
    assert [address for address in asked if not address.startswith((table.address, "data:", "blob:"))] == []
    table.foreseen.append("Content Security Policy")
    outcome = table.page.evaluate("fetch('https://example.org/').then(() => 'sent', (error) => error.name)")
    assert outcome == "TypeError"

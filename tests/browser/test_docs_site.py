"""The site of the documentation, on a plain web host and opened from a disk: read, searched, and played on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("playwright")
pytest.importorskip("furo")

from playwright.sync_api import Browser, FrameLocator, Page, expect

from rulewright.language.game_files import shipped
from tests.browser.hosting import hosted, seated
from tests.browser.judging import judged, serious
from tools import make_docs_site
from tools.docs_site.pages import Pages

pytestmark = [pytest.mark.rest, pytest.mark.filterwarnings("ignore:'myst_parser")]

GAME = "tictactoe"
KINDS = {
    "first": "index.html",
    "tutorial": "tutorial.html",
    "wide tables": "recipes.html",
    "reference": "reference/expressions.html",
    "specification": "specification/08-actions.html",
    "games": "games.html",
    "game": f"games/{GAME}.html",
    "file": "files/grammar/rules.lark.html",
    "search": "search.html?q=frogs",
}


@pytest.fixture(scope="module")
def folder(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages, and one game with a page of its own."""
    made = tmp_path_factory.mktemp("docs") / "site"
    pages = Pages(make_docs_site.ROOT, frozenset({GAME}))
    pages.gather()
    assert make_docs_site.make(pages, {GAME: shipped()[GAME]}, made, 1) == []
    return made


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    with hosted(folder) as address:
        yield address


@contextmanager
def _reading(browser: Browser, address: str, *, phone: bool = False) -> Iterator[Page]:
    """Somebody who reads; nothing may go wrong unnoticed, and nothing is asked of any other host."""
    with seated(browser, address, phone=phone) as table:
        asked: list[str] = []
        table.page.on("request", lambda request: asked.append(request.url))
        yield table.page
        ours = (address, "data:", "blob:")
        assert [url for url in asked if not url.startswith(ours)] == []


def _board(page: Page, number: int = 0) -> FrameLocator:
    page.locator("iframe.board").nth(number).scroll_into_view_if_needed()
    return page.frame_locator("iframe.board").nth(number)


def _play_tictactoe(page: Page) -> None:
    board = _board(page)
    board.get_by_label("Who plays o").select_option("person")
    for site in ("a1", "b2", "a2", "b1", "a3"):
        board.locator(f'#board .rw-site.lit[data-site="{site}"]').click()
    expect(board.locator("#turn")).to_have_class("turn over")
    expect(board.locator("#turn")).to_contain_text("X wins")


def test_a_word_is_searched_and_a_board_of_the_tutorial_is_played(browser: Browser, host: str) -> None:
    with _reading(browser, host) as page:
        page.goto(f"{host}/index.html")
        page.get_by_role("textbox", name="Search").fill("frogs")
        page.keyboard.press("Enter")
        found = page.locator("#search-results li").first
        expect(found).to_contain_text("Each player has five frogs")
        found.get_by_role("link").click()
        expect(page.locator("h1")).to_contain_text("From a rulebook to a game in twenty minutes")
        board = _board(page, 1)
        board.get_by_label("Who plays moss").select_option("person")
        for site in ("b1", "b2"):
            board.locator(f'#board .rw-site.lit[data-site="{site}"]').click()
        expect(board.locator("#history li button")).to_have_text(["start", "b1-b2"])


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_game_is_played_on_its_page(browser: Browser, host: str, phone: bool) -> None:
    with _reading(browser, host, phone=phone) as page:
        page.goto(f"{host}/games.html")
        page.get_by_role("link", name="Tic-Tac-Toe", exact=True).click()
        _play_tictactoe(page)
        page.get_by_role("link", name="The board on a page of its own").click()
        expect(page).to_have_title("Tic-Tac-Toe · Rulewright")


def test_the_site_is_opened_from_a_disk(browser: Browser, folder: Path) -> None:
    with seated(browser, folder.as_uri()) as table:
        # A browser reads no file from a disk to show the words around what was found.
        table.foreseen += ["CORS policy", "net::ERR_FAILED", "Failed to fetch"]
        page = table.page
        page.context.set_offline(True)
        page.goto((folder / "games" / f"{GAME}.html").as_uri())
        _play_tictactoe(page)
        page.get_by_role("textbox", name="Search").fill("frogs")
        page.keyboard.press("Enter")
        expect(page.locator("#search-results li").first).to_contain_text("From a rulebook to a game in twenty minutes")


def test_boards_follow_the_light_of_the_page(browser: Browser, host: str) -> None:
    with _reading(browser, host) as page:
        page.emulate_media(color_scheme="null")  # otherwise frames do not ask the page around them
        page.goto(f"{host}/games/{GAME}.html")
        body = _board(page).locator("body")
        by_day = body.evaluate("body => getComputedStyle(body).backgroundColor")
        page.locator(".theme-toggle:visible").click()
        expect(page.locator("body")).to_have_attribute("data-theme", "dark")
        expect(body).not_to_have_css("background-color", by_day)


@pytest.mark.parametrize("kind", KINDS)
def test_no_page_scrolls_sideways_on_a_phone(browser: Browser, host: str, kind: str) -> None:
    with _reading(browser, host, phone=True) as page:
        page.goto(f"{host}/{KINDS[kind]}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_serious_is_wrong_with_a_page(browser: Browser, host: str, kind: str, scheme: str) -> None:
    with judged(browser, scheme, 390 if scheme == "dark" else 1280) as page:
        page.goto(f"{host}/{KINDS[kind]}")
        if kind == "search":
            expect(page.locator("#search-results li").first).to_be_visible()
        assert serious(page) == []

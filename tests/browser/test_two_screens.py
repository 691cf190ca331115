"""Two people at two screens: a link, the same table, and each sees what the other does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from tests.browser.conftest import serving
from tests.browser.table import Table

pytestmark = pytest.mark.rest  # tests/web/test_sharing.py shows the same without a browser


@pytest.fixture(scope="module")
def network() -> Iterator[str]:
    """A server that others can reach."""
    with serving(host="0.0.0.0") as address:
        yield address


@contextmanager
def _screen(browser: Browser, address: str) -> Iterator[Table]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    made = Table(context.new_page(), address)
    yield made
    context.close()
    assert made.complaints == []


@contextmanager
def _two(browser: Browser, address: str) -> Iterator[tuple[Table, Table]]:
    """White at the first screen, black at the second one, by the link."""
    with _screen(browser, address) as first, _screen(browser, address) as second:
        first.open("breakthrough", {"black": "mcts:time=1"})
        first.page.get_by_role("button", name="Invite").click()
        expect(first.page.get_by_label("Whoever opens the link plays")).to_have_value("black")
        expect(first.page.get_by_label("Who plays black")).to_have_value("elsewhere")
        link = first.page.get_by_label("Link", exact=True).input_value()
        assert link.split("#")[0].endswith("/play/breakthrough")
        # Where a machine is in no network, it has one address only.
        second.page.goto(f"{address}/play/breakthrough#{link.split('#')[1]}")
        expect(second.sites.first).to_be_attached()
        expect(second.page.get_by_label("Who plays white")).to_have_value("elsewhere")
        yield first, second


def test_each_sees_the_moves_of_the_other_one(browser: Browser, network: str) -> None:
    with _two(browser, network) as (first, second):
        expect(second.lit).to_have_count(0)
        first.click(first.site("a2"))
        first.click(first.site("a3"))
        expect(second.page.locator("#history li")).to_have_count(2)
        expect(second.lit.first).to_be_attached()
        expect(first.lit).to_have_count(0)
        expect(first.page.get_by_role("button", name="Hint")).to_be_disabled()
        second.click(second.site("a7"))
        second.click(second.site("a6"))
        expect(first.page.locator("#history li")).to_have_count(3)
        expect(first.lit.first).to_be_attached()
        assert first.history == second.history
        second.page.get_by_role("button", name="Undo").click()
        expect(first.page.locator("#history li")).to_have_count(2)
        expect(first.told).to_contain_text("Taken back")
        second.page.get_by_role("button", name="New game").click()
        expect(first.page.locator("#history li")).to_have_count(0)
        expect(first.told).to_contain_text("A new game has begun")
        expect(first.lit.first).to_be_attached()


def test_a_page_that_is_loaded_again_sits_at_the_same_table(browser: Browser, network: str) -> None:
    with _two(browser, network) as (first, second):
        for table in (first, second):
            table.page.reload()
            expect(table.sites.first).to_be_attached()
        expect(first.page.get_by_label("Who plays black")).to_have_value("elsewhere")
        first.click(first.site("a2"))
        first.click(first.site("b3"))
        expect(second.page.locator("#history li")).to_have_count(2)


def test_links_to_positions_do_not_give_the_table_away(browser: Browser, network: str) -> None:
    with _two(browser, network) as (first, _):
        assert "table=" in first.page.url
        first.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        first.page.get_by_role("button", name="Copy link").click()
        expect(first.told).to_contain_text("The link is copied")
        copied = first.page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith(first.page.url.split("#")[0])
        assert "table" not in copied
        assert "elsewhere" not in copied


def test_on_this_machine_alone_the_page_says_how_others_are_let_in(table: Table) -> None:
    table.open("breakthrough")
    table.page.get_by_role("button", name="Invite").click()
    expect(table.page.get_by_text(re.compile("rulewright serve --host 0.0.0.0"))).to_be_visible()
    expect(table.page.get_by_label("Link", exact=True)).to_be_hidden()


def test_after_a_new_start_of_the_server_the_game_goes_on(browser: Browser) -> None:
    with _screen(browser, "") as first, _screen(browser, "") as second:
        for table in (first, second):
            table.foreseen += ["ERR_", "404"]
        with serving(host="0.0.0.0") as address:
            first.address = address
            first.open("tictactoe")
            first.page.get_by_role("button", name="Invite").click()
            link = first.page.get_by_label("Link", exact=True).input_value()
            second.page.goto(f"{address}/play/tictactoe#{link.split('#')[1]}")
            expect(second.sites.first).to_be_attached()
            first.click(first.site("b2"))
            expect(second.page.locator("#history li")).to_have_count(2)
        expect(second.told).to_contain_text("does not answer")
        with serving(host="0.0.0.0", port=int(address.rpartition(":")[2])):
            second.click(second.site("a1"))
            expect(first.page.locator("#history li")).to_have_count(3)
            assert first.history == second.history

"""The workshop of a folder of pages, Python in the browser: the tests of the server's workshop, and some more.

RULEWRIGHT_PYODIDE names a folder with Pyodide ("npm pack pyodide"); without it nothing is tried here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Route, expect

from tests.browser import test_workshop
from tests.browser.hosting import built, hosted
from tests.browser.test_workshop import Bench

pytestmark = pytest.mark.rest  # every page starts a Python of its own

BEGINNING = 400_000
PYODIDE = os.environ.get("RULEWRIGHT_PYODIDE")


class InBrowser(Bench):
    def open(self, query: str = "") -> None:
        self.page.goto(f"{self.address}/workshop/{query}")
        self.started()

    def started(self) -> None:
        expect(self.sites.first).to_be_attached(timeout=BEGINNING)
        self.rest()


@pytest.fixture(scope="module")
def host(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if PYODIDE is None:
        pytest.skip("RULEWRIGHT_PYODIDE names no folder with Pyodide")
    own = tmp_path_factory.mktemp("own") / "50% #1?.yaml"
    own.write_text(Path("games/surikata.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    games = ("breakthrough", str(own), "--pyodide", PYODIDE)
    with hosted(built(tmp_path_factory.mktemp("site"), *games, "--workers", "1")) as address:
        yield address


@pytest.fixture
def bench(browser: Browser, host: str) -> Iterator[InBrowser]:
    context = browser.new_context(viewport={"width": 1300, "height": 850})
    made = InBrowser(context.new_page(), host)
    yield made
    context.close()
    assert made.complaints == []


for _test in (
    test_workshop.test_it_begins_with_a_game_that_can_be_played,
    test_workshop.test_a_mistake_is_marked_under_exactly_its_word_and_mended_by_a_click,
    test_workshop.test_a_message_leads_to_its_line_and_to_what_it_means,
    test_workshop.test_completion_proposes_keys_with_what_they_mean,
    test_workshop.test_pointing_at_a_word_tells_what_it_means,
    test_workshop.test_the_position_stays_as_far_as_it_fits,
    test_workshop.test_a_move_that_is_not_allowed_is_told_and_marked_in_the_rules,
    test_workshop.test_an_engine_plays_along,
    test_workshop.test_a_proof_finds_what_only_playing_shows,
):
    globals()[_test.__name__] = _test


def test_the_gallery_and_the_pages_of_games_lead_to_it(bench: InBrowser) -> None:
    page = bench.page
    page.goto(f"{bench.address}/")
    page.get_by_role("link", name="Breakthrough").click()
    page.get_by_role("link", name="Workshop").click()
    bench.started()
    expect(page.locator("#title")).to_have_text("Breakthrough")
    page.get_by_role("link", name="Games").click()
    page.get_by_role("link", name="Workshop").click()
    bench.started()  # with what was there last
    expect(page.locator("#title")).to_have_text("Breakthrough")


def test_a_link_leads_from_one_workshop_to_another(bench: InBrowser, address: str) -> None:
    """From the one in the browser to that of the server: the same text, to the letter."""
    bench.open("?game=breakthrough")
    bench.write_behind("game: Breakthrough", " für Zwei")
    bench.page.get_by_role("button", name="Share").click()
    expect(bench.page.locator(".sharing")).to_contain_text("rulewright export breakthrough.yaml")
    link = bench.page.get_by_label("Link to this game").input_value()
    bench.page.goto(f"{address}/workshop#{link.partition('#')[2]}")
    expect(bench.page.locator("#title")).to_have_text("Breakthrough für Zwei")
    bench.rest()
    expect(bench.sites).to_have_count(64)


HOOKED = """\
game: Hooked
players: [x, o]
board: {tiling: square, size: 3x3}
pieces: {mark: {}}
python: {evil: {gives: condition}}
actions: {place: {place: my mark, to: empty}}
turn: place
end: win if @evil
"""


def test_hooks_never_run_and_games_that_are_no_library_games_open(bench: InBrowser) -> None:
    bench.open("?game=50%25%20%231%3F")
    expect(bench.page.locator("#title")).to_have_text("Surikata")
    bench.page.locator("#file").set_input_files(
        {"name": "hooked.yaml", "mimeType": "application/yaml", "buffer": HOOKED.encode()}
    )
    bench.rest()
    expect(bench.status).to_contain_text("mistake")


def test_what_takes_too_long_is_given_up_and_the_game_goes_on(bench: InBrowser) -> None:
    def hasty(route: Route) -> None:
        answer = route.fetch()
        assert "think: 120" in answer.text()
        route.fulfill(response=answer, body=answer.text().replace("think: 120", "think: 0.5"))

    bench.page.route("**/shared/asking.js", hasty)
    bench.open()
    bench.site("b2").click()
    expect(bench.moves).to_have_count(1)
    bench.page.get_by_label("Who plays o").select_option("mcts")  # for a second
    expect(bench.page.locator("#board .told")).to_contain_text("more than 0.5 seconds")
    bench.page.get_by_label("Who plays o").select_option("person")
    bench.site("a1").click()
    expect(bench.moves).to_have_count(2, timeout=BEGINNING)

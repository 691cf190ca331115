"""Exported games, opened from disk with the network off: clicked to their end, played by the engine in them, shared."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

import rulewright
from rulewright.export.page import page_of
from rulewright.headless.random_games import play_random
from rulewright.records import Record, read_record, read_records, replay
from rulewright.show.drawing.status import turn_in_words
from rulewright.show.endings import because
from rulewright.show.numbering import numbers as shown_numbers
from tests.browser.table import Table, row_of
from tests.browser.test_games import GAMES, MOST_CLICKED

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
Open = Callable[..., Table]


@cache
def _page(game: str) -> str:
    """Made once: it takes seconds to compile."""
    return page_of([rulewright.load(game)])


class Exported(Table):
    """A table whose page is a file."""

    def open_file(self, file: Path, **said: str) -> None:
        self.page.goto(f"{file.as_uri()}#{urlencode({'seed': '1', **said})}")
        expect(self.sites.first).to_be_attached()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Exported]]:
    """Opens a page from disk, with no network; nothing may go wrong unnoticed."""
    made: list[Exported] = []

    def opened(page: str, size: dict[str, int] = DESKTOP, **said: str) -> Exported:
        file = tmp_path / "game.html"
        file.write_text(page, encoding="utf-8")
        context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]}, accept_downloads=True
        )
        context.set_offline(True)
        table = Exported(context.new_page(), "")
        made.append(table)
        table.open_file(file, **said)
        return table

    yield opened
    for table in made:
        table.page.context.close()
        assert table.complaints == []


def _click_to_the_end(table: Exported, game: str, begun: int) -> None:
    played = play_random(rulewright.load(game), 1, GAMES[game]).state
    state = rulewright.load(game).start()
    for move in played.history[:begun]:
        state.push(move)
    for move in played.history[begun:]:
        table.play(row_of(state, move))
        state.push(move)
    assert state.outcome is not None
    said = turn_in_words(state)
    expect(table.turn).to_have_text(said[0].upper() + said[1:])
    expect(table.told).to_contain_text(because(state, state.outcome))
    assert table.history == [move.text for move in played.history]
    expect(table.lit).to_have_count(0)
    numbers = table.page.locator("#board .rw-piece .rw-which").all_text_contents()
    assert Counter(numbers) == Counter(str(number) for number in shown_numbers(state).values())
    assert table.never_scrolls_sideways()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    "game", [game if game in ("hive", "surikata") else pytest.param(game, marks=pytest.mark.rest) for game in GAMES]
)
def test_an_exported_game_is_clicked_to_its_end(
    opened: Callable[..., Exported], game: str, size: dict[str, int]
) -> None:
    moves = [move.text for move in play_random(rulewright.load(game), 1, GAMES[game]).state.history]
    begun = max(0, len(moves) - MOST_CLICKED)
    people = dict.fromkeys(rulewright.load(game).players, "person")
    told = {"moves": ";".join(moves[:begun])} if begun else {}
    _click_to_the_end(opened(_page(game), size, **people, **told), game, begun)


def test_the_engine_in_the_page_answers_undo_takes_back_and_hints_come(opened: Callable[..., Exported]) -> None:
    table = opened(_page("hive"), white="person", black="mcts:playouts=100")
    table.page.locator(".lying.lit").first.click()
    table.site("0,0").click()
    expect(table.page.locator("#history li")).to_have_count(3)  # the start, ours, and the answer
    table.page.click("#undo")
    expect(table.page.locator("#history li")).to_have_count(0)
    table.page.click("#hint")
    expect(table.told).to_contain_text("Try w")  # in the notation of Hive players


def test_games_by_engines_come_to_an_end(opened: Callable[..., Exported]) -> None:
    table = opened(_page("tictactoe"), x="mcts:playouts=200", o="random")
    expect(table.page.locator("#turn")).to_have_class("turn over")


def test_a_record_of_the_page_is_replayed_natively(opened: Callable[..., Exported], tmp_path: Path) -> None:
    moves = "b2;a1;c1;a3"
    table = opened(_page("tictactoe"), moves=moves, x="person", o="person")
    with table.page.expect_download() as download:
        table.page.click("#record")
    download.value.save_as(tmp_path / "game.jsonl")
    with (tmp_path / "game.jsonl").open("rb") as stream:
        ((_, record),) = list(read_records(stream))
    assert isinstance(record, Record)
    *_, last = replay(record, rulewright.load("tictactoe"))
    assert [move.text for move in last.history] == moves.split(";")


def test_the_link_tells_the_position(opened: Callable[..., Exported]) -> None:
    table = opened(_page("tictactoe"), x="person", o="person")
    table.click(table.site("b2"))
    assert "moves=b2" in table.page.url
    table.page.reload()
    expect(table.page.locator("#history li")).to_have_count(2)


def test_the_rules_are_told_in_words(opened: Callable[..., Exported]) -> None:
    table = opened(_page("hive"))
    table.page.click("#rules-open")
    expect(table.page.locator("#rules")).to_contain_text("queen")


HOSTILE = """
game: "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
about: "</title><svg onload=alert(3)>"
by: "\\"><script>alert(4)</script>"
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: s}}
actions:
  drop: {place: my stone, to: empty, say: "<b>{target}</b></script>"}
turn: drop
end:
  - win if line of 3 mine
  - draw if no empty
"""


def test_hostile_names_stay_text(opened: Callable[..., Exported]) -> None:
    page = page_of([rulewright.load(HOSTILE)])
    assert page.count("<script") == 3  # data, the worker, the page
    table = opened(page, white="person", black="person")
    table.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    table.click(table.site("b2"))
    assert table.history == ["<b>b2</b></script>"]
    expect(table.page.locator("#title")).to_have_text("</script><script>alert(1)</script><img src=x onerror=alert(2)>")
    table.page.click("#rules-open")
    expect(table.page.locator("#words")).to_contain_text("</title><svg onload=alert(3)>")
    assert table.page.locator("#title img, #words script, #about svg, #history b").count() == 0


def test_the_page_may_load_and_send_nothing(opened: Callable[..., Exported]) -> None:
    table = opened(_page("tictactoe"))
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    table.foreseen.append("Content Security Policy")
    outcome = table.page.evaluate("fetch('https://example.org/').then(() => 'sent', (error) => error.name)")
    assert outcome == "TypeError"
    ran = table.page.evaluate(
        "new Promise((done) => { const made = document.createElement('script'); made.textContent = 'window.ran = 1';"
        " document.body.append(made); done(window.ran ?? 0); })"
    )
    assert ran == 0
    assert json.dumps(asked) == "[]"


@pytest.mark.rest
def test_a_position_is_set_up_by_hand_in_a_page(opened: Callable[..., Exported]) -> None:
    table = opened(_page("hive"))
    page, legal = table.page, table.page.locator("#legal")
    page.get_by_role("button", name="Set up").click()
    expect(legal).to_have_text("white to move, 7 legal moves.")
    for site, piece in (("0,0", "white queen"), ("1,0", "black queen"), ("0,1", "white ant")):
        page.get_by_role("radio", name=piece).check(force=True)  # its picture lies over it
        table.click(table.site(site))
        expect(table.site(site)).to_have_class(re.compile("rw-full"))
    page.get_by_role("radio", name="Remove").check(force=True)
    table.click(table.site("0,1"))
    expect(table.site("0,1")).not_to_have_class(re.compile("rw-full"))
    page.get_by_label("Turn", exact=True).fill("3")
    page.get_by_label("Turn", exact=True).blur()
    for player in ("white", "black"):
        held = page.get_by_label(f"{player}: queen in hand")
        held.fill("0")
        held.blur()
    expect(legal).to_have_text("white to move, 20 legal moves.")  # six kinds on three places, and two ways of the queen
    page.get_by_role("button", name="Copy as a test").click()
    expect(page.get_by_label("The position as a test")).to_have_value(re.compile("position: .*white queen"))
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator("#arranging")).to_be_hidden()
    table.click(table.site("0,0"))
    table.click(table.site("0,1"))
    expect(page.locator("#history li button")).to_have_count(2)
    page.reload()
    expect(page.locator("#history li button")).to_have_count(2)  # the link has it
    with page.expect_download() as saved:
        page.get_by_role("button", name="Record").click()
    record = read_record(Path(saved.value.path()).read_text(encoding="utf-8"))
    *_, last = replay(record, rulewright.load("hive"))
    assert len(last.pieces()) == 2


def test_a_link_with_no_position_is_told_in_a_sentence(opened: Callable[..., Exported]) -> None:
    table = opened(_page("tictactoe"))
    page = table.page
    page.goto(page.url.split("#")[0] + "#start=%7B%22position%22%3A%7B%22z9%22%3A%22%3Cb%3E%22%7D%7D")
    expect(table.told).to_have_text('There is no place "z9".')

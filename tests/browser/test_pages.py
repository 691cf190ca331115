"""The pages around the board, in a real browser: by mouse, by keyboard, on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

import rulewright
from rulewright.headless.random_games import random_move
from rulewright.language.game_files import shipped
from rulewright.players.strengths import usual_threads
from rulewright.records import read_record, replay
from rulewright.show.drawing.live import LiveBoard
from tests.browser.table import Table


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Table]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    made = Table(context.new_page(), address)
    yield made
    context.close()
    assert made.complaints == []


# ---------------------------------------------------------------- the gallery


def test_the_gallery_shows_all_games_and_finds_one(table: Table) -> None:
    page = table.page
    page.goto(table.address)
    cards = page.locator(".game")
    expect(cards).to_have_count(len(shipped()), timeout=240_000)  # all files are read for it
    page.get_by_role("searchbox").fill("bee hive")
    expect(page.locator("#games li:visible")).to_have_count(1)
    picture = page.locator("#games li:visible img")
    expect(picture).to_have_js_property("complete", True, timeout=240_000)  # pictures of many games come before it
    assert picture.evaluate("image => image.naturalWidth") > 0
    page.get_by_role("link", name="Hive Pocket").click()
    expect(page).to_have_title(re.compile("Hive Pocket"))
    expect(table.sites.first).to_be_attached()


@pytest.mark.rest
def test_games_are_found_by_kind_and_by_players(table: Table) -> None:
    page, shown = table.page, table.page.locator("#games li:visible h2")
    page.goto(table.address)
    expect(page.locator(".game")).to_have_count(len(shipped()), timeout=240_000)  # then the kinds are known, too
    page.get_by_label("What kind of game").select_option("mancala")
    expect(shown.filter(has_text="Oware")).to_be_visible()
    page.get_by_label("How many play").select_option("1 player")
    expect(shown).to_have_text(["Tchoukaillon"])
    page.get_by_label("How many play").select_option("4 players")
    expect(page.get_by_text("No game fits all of this.")).to_be_visible()
    page.get_by_role("button", name="Show all games").click()
    expect(shown).to_have_count(len(shipped()))
    page.get_by_label("How long a game is").select_option("short")
    expect(shown.filter(has_text="Tic-Tac-Toe").first).to_be_visible()
    expect(shown.filter(has_text=re.compile("^Go$"))).to_have_count(0)


def test_the_rules_can_be_read(table: Table) -> None:
    table.page.goto(f"{table.address}/rules/hive#L1")
    lines = table.page.locator("#file > span")
    expect(lines).to_have_count(len(shipped()["hive"].read_text(encoding="utf-8").splitlines()))
    assert "\n".join(lines.all_text_contents()).split() == shipped()["hive"].read_text(encoding="utf-8").split()
    expect(lines.nth(1).locator(".tok-propertyName")).to_have_text("game")
    expect(table.page.locator("#file .cm-word-keyword").first).to_be_visible()
    expect(table.page.locator("#words h2").first).to_have_text("What you need")
    expect(table.page.locator("#workshop")).to_have_attribute("href", "/workshop?game=hive")


# ---------------------------------------------------------------- a person and an engine


def test_an_engine_answers_and_a_move_can_be_taken_back(table: Table) -> None:
    names = rulewright.load("tictactoe").players
    table.open("tictactoe", {names[1]: "random"})
    table.click(table.site("b2"))
    expect(table.page.locator("#history li")).to_have_count(3)
    expect(table.lit).to_have_count(7)
    table.page.get_by_role("button", name="Undo").click()
    expect(table.page.locator("#history li")).to_have_count(0)
    expect(table.lit).to_have_count(9)


def test_a_search_engine_shows_what_it_thinks(table: Table) -> None:
    names = rulewright.load("tictactoe").players
    table.open("tictactoe", {names[1]: "mcts:time=0.2"})
    table.click(table.site("b2"))
    expect(table.page.locator("#history li")).to_have_count(3)
    expect(table.page.locator("#worth")).to_have_attribute("aria-label", re.compile(r"Chances: \w+ \d+ %, \w+ \d+ %"))
    table.page.get_by_role("button", name="Hint").click()
    expect(table.told).to_contain_text("Try ")
    expect(table.page.locator("#board .rw-site.hinted")).to_have_count(1)


def test_a_link_with_a_player_nobody_knows(table: Table) -> None:
    names = rulewright.load("tictactoe").players
    table.open("tictactoe", {names[0]: "mtcs:time=1", names[1]: "person"})
    expect(table.lit).to_have_count(9)
    expect(table.page.get_by_label(f"Who plays {names[0]}")).to_have_value("person")


def test_a_link_with_an_option_that_is_none(table: Table) -> None:
    table.page.goto(f"{table.address}/play/hex#option.size=6")
    expect(table.told).to_have_text('This game has mistakes. "6" is no value of option "size".')
    table.foreseen.append("422")


def test_an_engine_thinks_on_all_cores(table: Table) -> None:
    table.open("tictactoe")
    table.page.get_by_label("Who plays").last.select_option("mcts")
    threads = f",threads%3D{usual_threads()}" if usual_threads() > 1 else ""
    expect(table.page).to_have_url(re.compile(f"mcts:time%3D1{threads}&"))


def test_a_link_from_a_machine_with_more_cores_is_played_on_those_of_this_one(table: Table) -> None:
    names = rulewright.load("tictactoe").players
    table.open("tictactoe", {names[1]: "mcts:playouts=10,threads=256"})
    table.click(table.site("b2"))
    expect(table.page.locator("#history li")).to_have_count(3)


def test_opinions_come_one_after_the_other_and_never_in_the_way(table: Table) -> None:
    table.open("tictactoe")
    table.page.locator("#judge").check()
    hint = table.page.get_by_role("button", name="Hint")
    hint.click()
    hint.click()
    table.click(table.site("b2"))
    expect(table.page.locator("#history li")).to_have_count(2)
    expect(table.told).to_contain_text("to move")


def test_while_an_engine_thinks_the_past_can_be_looked_at(table: Table) -> None:
    names = rulewright.load("hex").players
    table.open("hex", {names[1]: "mcts:time=30"})
    table.click(table.site("c3"))
    expect(table.page.get_by_role("button", name="Hint")).to_be_disabled()
    table.page.get_by_role("button", name="The start of the game").click()
    expect(table.site("c3")).to_have_attribute("aria-label", "c3: empty")
    table.page.get_by_role("button", name="Back to the game").click()
    table.page.get_by_role("button", name="Undo").click()
    expect(table.page.locator("#history li")).to_have_count(0)
    expect(table.page.get_by_role("button", name="Hint")).to_be_enabled()
    table.foreseen.append("409")  # what it has thought comes too late


def test_an_engine_that_was_lost_can_be_asked_again(table: Table) -> None:
    names = rulewright.load("tictactoe").players
    table.open("tictactoe", {names[1]: "random"})
    table.page.route("**/think", lambda route: route.abort(), times=1)
    table.click(table.site("b2"))
    expect(table.told).to_have_text("The server does not answer. Is it still running?")
    table.page.get_by_role("button", name="Go on").click()
    expect(table.page.locator("#history li")).to_have_count(3)
    expect(table.page.get_by_role("button", name="Pause")).to_be_visible()
    table.foreseen.append("ERR_FAILED")


def test_two_engines_play_and_can_be_made_to_wait(table: Table) -> None:
    names = rulewright.load("tictactoe").players
    table.open("tictactoe", dict.fromkeys(names, "random"))
    table.page.get_by_role("button", name="Pause").click()
    expect(table.page.get_by_role("button", name="Go on")).to_be_visible()
    table.page.locator("#speed").fill("4")
    table.page.get_by_role("button", name="Go on").click()
    expect(table.page.locator("#turn")).to_have_class(re.compile("over"))


def test_who_plays_can_be_changed_on_the_way(table: Table) -> None:
    names = rulewright.load("tictactoe").players
    table.open("tictactoe")
    table.click(table.site("a1"))
    expect(table.lit).to_have_count(8)
    table.page.get_by_label(f"Who plays {names[1]}").select_option("random")
    expect(table.page.locator("#history li")).to_have_count(3)
    assert f"{names[1]}=random" in table.page.url


# ---------------------------------------------------------------- the past


@pytest.mark.rest
def test_the_past_is_walked_through_by_buttons_and_keys(table: Table) -> None:
    table.open("tictactoe", moves=["a1", "b2", "c3"])
    page, now = table.page, table.page.locator("#history [aria-current]")
    expect(now).to_have_text("c3")
    page.get_by_role("button", name="Previous position").click()
    expect(now).to_have_text("b2")
    expect(table.told).to_have_text("After 2 of 3 moves.")
    page.keyboard.press("Home")
    expect(now).to_have_text("start")
    expect(table.site("a1")).to_have_attribute("aria-label", "a1: empty")
    expect(page.get_by_role("button", name="First position")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text("a1")
    page.keyboard.press("End")
    expect(now).to_have_text("c3")
    expect(table.told).to_contain_text("to move")  # and no longer of the past
    expect(page.get_by_role("button", name="Last position")).to_be_disabled()


@pytest.mark.rest
def test_chances_are_kept_for_each_position_and_drawn_over_the_game(table: Table) -> None:
    table.open("tictactoe", moves=["a1", "b1", "a2", "b2"])
    page, bar = table.page, table.page.locator("#worth")
    page.locator("#judge").check()
    expect(bar).to_have_attribute("aria-label", "Chances: x 100 %, o 0 %", timeout=120_000)  # a3 wins
    table.click(table.site("c3"))
    expect(bar).to_have_attribute("aria-label", "Chances: x 0 %, o 100 %", timeout=120_000)  # b3 wins
    expect(page.locator("#chances")).to_be_visible()
    page.get_by_role("button", name="Previous position").click()  # on the board, arrow keys go from place to place
    expect(bar).to_have_attribute("aria-label", "Chances: x 100 %, o 0 %")
    page.keyboard.press("Home")
    expect(bar).to_have_class(re.compile("unknown"))
    page.keyboard.press("End")
    expect(bar).to_have_attribute("aria-label", "Chances: x 0 %, o 100 %")


def test_the_past_can_be_looked_at_and_played_on_from(table: Table) -> None:
    table.open("tictactoe", moves=["a1", "b1", "c1"])
    table.page.get_by_role("button", name=re.compile("^Move 1,")).click()
    expect(table.page.locator("#past")).to_be_visible()
    expect(table.site("b1")).to_have_attribute("aria-label", "b1: empty")
    expect(table.lit).to_have_count(0)
    table.page.get_by_role("button", name="Back to the game").click()
    expect(table.lit).to_have_count(6)
    table.page.get_by_role("button", name=re.compile("^Move 1,")).click()
    table.page.get_by_role("button", name="Play on from here").click()
    expect(table.lit).to_have_count(8)
    table.click(table.site("c3"))
    assert table.history == ["a1", "c3"]


def test_the_address_is_a_link_to_the_position(table: Table) -> None:
    table.open("hive")
    table.click(table.page.locator('#board .lying.lit[data-hand="ant"]'))
    table.click(table.lit.first)
    assert table.history == ["wA1"]
    table.page.reload()
    expect(table.page.locator("#history li")).to_have_count(2)
    assert table.history == ["wA1"]
    table.page.goto(table.page.url.replace("/play/hive", "/play/tictactoe"))
    expect(table.told).to_contain_text("Move 1 cannot be played")
    assert ["422" in complaint for complaint in table.complaints] == [True]
    table.foreseen.append("422")


def test_the_record_is_saved(table: Table, tmp_path: Path) -> None:
    table.open("abalone", moves=["a1b2"])
    with table.page.expect_download() as waiting:
        table.page.get_by_role("button", name="Record").click()
    waiting.value.save_as(tmp_path / "game.jsonl")
    record = read_record((tmp_path / "game.jsonl").read_text(encoding="ascii"))
    assert len(list(replay(record, rulewright.load("abalone")))) == 2


def test_a_new_game_with_other_options(table: Table) -> None:
    table.open("go")
    expect(table.page.locator(".explained")).to_have_text("Points that white gets for moving second.")
    table.page.get_by_label("size").select_option("9")
    expect(table.sites).to_have_count(81)
    assert "option.size=9" in table.page.url
    table.click(table.site("c3"))
    table.page.get_by_role("button", name="New game").click()
    expect(table.page.locator("#history li")).to_have_count(0)
    expect(table.sites).to_have_count(81)


# ---------------------------------------------------------------- picking


def test_what_is_not_allowed_is_explained(table: Table) -> None:
    table.open("chess")
    table.click(table.site("b1"))
    table.site("b3").click()
    expect(table.told).to_have_class(re.compile("bad"))
    expect(table.told).not_to_have_text("")
    expect(table.site("b1")).to_have_class(re.compile("picked"))


def test_another_piece_can_be_picked_instead_and_picks_can_be_dropped(table: Table) -> None:
    table.open("chess")
    table.click(table.site("b1"))
    expect(table.lit).to_have_count(2)
    table.click(table.site("e2"))
    expect(table.site("e4")).to_have_class(re.compile("lit"))
    table.page.keyboard.press("Escape")
    expect(table.lit).to_have_count(10)


def test_a_turn_of_several_parts_is_shown_part_by_part(table: Table) -> None:
    """Amazons: the queen stands where she goes to while one looks for where she shoots."""
    table.open("amazons")
    table.click(table.site("a4"))
    table.click(table.site("a6"))
    queen = table.page.locator('#board .rw-piece[data-at="a4"]').bounding_box()
    place = table.site("a6").bounding_box()
    assert queen is not None
    assert place is not None
    assert abs(queen["y"] + queen["height"] / 2 - place["y"] - place["height"] / 2) < 6
    table.page.keyboard.press("Escape")
    expect(table.page.locator('#board .rw-piece[data-at="a4"]')).not_to_have_attribute("transform", re.compile("."))
    for site in ("a4", "a6", "a4"):
        table.click(table.site(site))
    expect(table.page.locator("#history li")).to_have_count(2)


def test_a_stack_is_shown_from_the_top_down(table: Table) -> None:
    """In a random game of Hive, as soon as a piece has climbed on another."""
    state = rulewright.load("hive").start()
    while not (columns := LiveBoard(state).columns()):
        state.push(random_move(state, 1, 0, len(state.history)))
    table.open("hive", moves=[move.text for move in state.history])
    ((place, pieces),) = columns.items()
    expect(table.page.locator("#board .column")).to_be_hidden()
    table.site(place).hover()
    expect(table.page.locator("#board .column div")).to_contain_text([piece["label"] for piece in pieces])


def test_the_board_can_be_turned_round(table: Table) -> None:
    table.open("chess")
    before = table.site("a1").bounding_box()
    table.click(table.page.get_by_role("button", name="Flip"))
    after = table.site("a1").bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] < before["y"]
    table.click(table.site("e2"))
    table.click(table.site("e4"))
    assert table.history == ["e4"]


def test_a_game_by_keyboard_alone(table: Table) -> None:
    """Tic-Tac-Toe, from the first place that Tab leads to, with arrow keys and Enter."""
    table.open("tictactoe")
    page = table.page
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('rw-site')"):
            break

    def here() -> str:
        return str(page.evaluate("document.activeElement.dataset.site"))

    def go_to(site: str) -> None:
        column, row = ord(here()[0]) - ord(site[0]), int(here()[1]) - int(site[1])
        for _ in range(abs(column)):
            page.keyboard.press("ArrowLeft" if column > 0 else "ArrowRight")
        for _ in range(abs(row)):
            page.keyboard.press("ArrowDown" if row > 0 else "ArrowUp")
        assert here() == site

    for number, site in enumerate(("b2", "a1", "b3", "c1", "b1"), 1):
        go_to(site)
        page.keyboard.press("Enter")
        expect(page.locator("#history li")).to_have_count(number + 1)
        expect(table.site(site)).to_be_focused()
    expect(page.locator("#turn")).to_have_class(re.compile("over"))
    expect(table.told).to_contain_text("wins")
    assert table.told.get_attribute("aria-live") == "polite"


def test_the_next_place_that_can_be_picked_is_one_key_away(table: Table) -> None:
    table.open("chess")
    table.site("a8").focus()
    table.page.keyboard.press(".")
    expect(table.page.locator(":focus")).to_have_class(re.compile("lit"))


def test_chess_as_people_know_it(table: Table) -> None:
    """What a pawn becomes has a picture, moves are listed as they are written, the king in check is pointed out."""
    begun = "a2-a4 b7-b5 a4-b5 f7-f6 b5-b6 g7-g5 b6-a7 h7-h6".split()
    table.open("chess", moves=begun)
    table.click(table.site("a7"))
    table.click(table.site("b8"))
    expect(table.page.locator("#board .choice svg")).to_have_count(4)
    table.click(table.page.get_by_role("button", name="knight", exact=True))
    assert table.history[-2:] == ["h6", "axb8=N"]
    table.open("chess", moves=[*begun, "a7-b8=knight", "h6-h5", "e2-e3", "h5-h4"])
    table.click(table.site("d1"))
    table.click(table.site("h5"))
    assert table.history[-1] == "Qh5+"
    expect(table.site("e8")).to_have_attribute("aria-label", "e8: black king, at stake")
    assert "d1-h5" in table.page.url, "the link has the texts of the file"


# ---------------------------------------------------------------- by drawing pieces along


@pytest.mark.rest
def test_a_piece_is_moved_by_the_mouse(table: Table) -> None:
    table.open("chess")
    page = table.page

    def over(site: str) -> tuple[float, float]:
        box = table.site(site).locator(".rw-hit").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(origin: str, target: str) -> None:
        page.mouse.move(*over(origin))
        page.mouse.down()
        page.mouse.move(*over(target), steps=5)
        page.mouse.up()

    drag("e2", "e4")
    expect(page.locator("#history li")).to_have_count(2)
    assert table.history == ["e4"]
    drag("e7", "e4")  # not allowed: the reason is told, and the piece is back where it was
    expect(table.told).to_have_class(re.compile("bad"))
    piece = page.locator('#board .rw-drawn .rw-piece[data-at="e7"]')
    expect(piece).not_to_have_attribute("transform", re.compile("."))
    page.keyboard.press("Escape")
    drag("e7", "e5")
    expect(page.locator("#history li")).to_have_count(3)


@pytest.mark.rest
def test_a_hint_is_marked_on_the_board_and_in_the_hand(table: Table) -> None:
    table.open("hive")
    table.page.get_by_role("button", name="Hint").click()
    expect(table.told).to_contain_text("Try", timeout=120_000)
    expect(table.page.locator("#board .lying.hinted")).to_have_count(1)
    expect(table.page.locator("#board .rw-site.hinted")).to_have_count(1)
    expect(table.page.locator("#board .marked")).to_have_count(0)


# ---------------------------------------------------------------- a phone, and the night


@pytest.mark.parametrize(
    "game",
    [
        *("chess", "hive", "quoridor", "backgammon"),
        *(pytest.param(game, marks=pytest.mark.rest) for game in "abalone surikata twixt shogi go onitama".split()),
    ],
)
def test_a_phone_shows_the_whole_board_without_scrolling_sideways(phone: Table, game: str) -> None:
    phone.open(game)
    assert phone.never_scrolls_sideways()
    box = phone.page.locator("#board .rw-picture").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["y"] < 300


def test_a_phone_plays(phone: Table) -> None:
    phone.open("hive")
    phone.page.locator('#board .lying.lit[data-hand="queen"]').tap()
    expect(phone.lit).to_have_count(1)
    phone.lit.first.tap()
    expect(phone.page.locator("#history li")).to_have_count(2)
    assert phone.page.evaluate("window.scrollY") == 0, "the board stays in sight"
    phone.page.goto(phone.address)
    expect(phone.page.locator(".game").first).to_be_visible()
    assert phone.never_scrolls_sideways()


def test_a_large_board_is_seen_in_part(phone: Table) -> None:
    """By buttons, by two fingers, by drawing it along; where boards are small nobody is offered that."""
    phone.open("hive", moves=["wA1", "bA1 wA1-"])
    page, svg = phone.page, phone.page.locator("#board .rw-picture")

    def seen() -> list[float]:
        return [float(part) for part in (svg.get_attribute("viewBox") or "").split()]

    whole = seen()
    picture, buttons = svg.bounding_box(), page.get_by_role("group", name="What is seen of it").bounding_box()
    assert picture is not None
    assert buttons is not None
    assert buttons["y"] >= picture["y"] + picture["height"], "no place of the board lies under them"
    page.get_by_role("button", name="Larger").click()
    larger = seen()
    assert larger[2] < whole[2]
    box = svg.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": right, "y": down, "id": number} for number, (right, down) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", (x - 20, y), (x + 20, y))
    fingers("touchMove", (x - 60, y), (x + 60, y))
    fingers("touchEnd")
    pinched = seen()
    assert pinched[2] < larger[2]
    fingers("touchStart", (x, y))
    fingers("touchMove", (x + 30, y))
    fingers("touchMove", (x + 60, y))
    fingers("touchEnd")
    assert seen()[0] < pinched[0], "what lies further left has come into sight"
    assert len(phone.history) == 2, "and nothing was picked by that"
    page.get_by_role("button", name="The whole board").click()
    assert seen() == whole
    phone.open("tictactoe")
    expect(page.get_by_role("group", name="What is seen of it")).to_be_hidden()


def test_the_night_is_dark(browser: Browser, address: str) -> None:
    grounds = []
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(address)
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        context.close()
    bright = [sum(map(int, re.findall(r"\d+", ground)[:3])) for ground in grounds]
    assert bright[0] > 600 > 200 > bright[1]

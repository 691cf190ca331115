"""The workshop in a real browser: typing, mending, completing, pointing, playing, and why a move is not allowed."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.table import PATIENCE


class Bench:
    """The workshop as somebody uses it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: self._hear(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, said: str) -> None:
        # Moves that do not fit new rules are refused, and so is what an engine has found for the old ones.
        if "status of 422" not in said and "status of 409" not in said:
            self.complaints.append(said)

    def open(self, query: str = "") -> None:
        self.page.goto(f"{self.address}/workshop{query}")
        expect(self.sites.first).to_be_attached()
        self.rest()

    def rest(self) -> None:
        """Waits until the text has been looked at and the board follows it."""
        expect(self.page.locator("#table")).to_have_attribute("aria-busy", "false")

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    @property
    def sites(self) -> Locator:
        return self.page.locator("#board .rw-site")

    @property
    def marked(self) -> Locator:
        """The words of the rules that are marked because of a move."""
        return self.page.locator(".cm-why")

    @property
    def wrong(self) -> Locator:
        return self.page.locator(".cm-lintRange-error")

    def line(self, text: str) -> Locator:
        return self.page.locator(".cm-line", has_text=text).first

    def write_behind(self, line: str, text: str, back: int = 0) -> None:
        """Types at the end of a line, after so many letters of it are taken away."""
        self.line(line).click(position={"x": 60, "y": 5})
        self.page.keyboard.press("End")
        for _ in range(back):
            self.page.keyboard.press("Backspace")
        self.page.keyboard.type(text)
        self.rest()

    @property
    def proposed(self) -> Locator:
        """The completion that Enter takes."""
        return self.page.locator(".cm-tooltip-autocomplete li[aria-selected]")

    def take_proposal(self) -> None:
        """Enter, as a person presses it: the editor takes no completion in the first 75 ms after it has come up, so
        that nobody takes one that was not seen."""
        expect(self.proposed).to_be_visible()
        self.page.wait_for_timeout(200)
        self.page.keyboard.press("Enter")

    def site(self, name: str) -> Locator:
        return self.page.locator(f'#board .rw-site[data-site="{name}"]')

    def play(self, *names: str) -> None:
        """Clicks places one after the other."""
        for name in names[:-1]:
            self.site(name).click()
            expect(self.site(name)).to_have_class(re.compile("picked"))
        self.site(names[-1]).click()

    @property
    def moves(self) -> Locator:
        return self.page.locator("#history li")


@contextmanager
def _seated(browser: Browser, address: str, **screen: Any) -> Iterator[Bench]:
    context = browser.new_context(**screen)
    made = Bench(context.new_page(), address)
    yield made
    context.close()
    assert made.complaints == []


@pytest.fixture
def bench(browser: Browser, address: str) -> Iterator[Bench]:
    with _seated(browser, address, viewport={"width": 1300, "height": 850}) as made:
        yield made


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Bench]:
    with _seated(browser, address, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True) as made:
        yield made


def test_it_begins_with_a_game_that_can_be_played(bench: Bench) -> None:
    bench.open()
    expect(bench.page.locator("#title")).to_have_text("Tic-Tac-Toe")
    expect(bench.status).to_have_text("valid")
    expect(bench.sites).to_have_count(9)
    bench.site("b2").click()
    expect(bench.moves).to_have_text(["b2"])


def test_a_mistake_is_marked_under_exactly_its_word_and_mended_by_a_click(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.write_behind("path: step forward", "enemi", back=5)
    expect(bench.wrong).to_have_text("enemi")
    expect(bench.status).to_have_text("1 mistake")
    message = bench.page.locator("#messages li")
    expect(message).to_contain_text('I don\'t know "enemi".')
    expect(bench.page.locator("#behind")).to_be_visible()
    message.get_by_role("button", name='Change to "enemy"').click()
    expect(bench.wrong).to_have_count(0)
    expect(bench.status).to_have_text("valid")
    expect(bench.line("path: step forward")).to_contain_text("to empty or enemy")
    expect(bench.page.locator("#behind")).to_be_hidden()


def test_a_text_that_is_not_even_read_has_no_mistakes_of_the_one_before(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.write_behind("stuck: lose", "x")
    expect(bench.page.locator("#messages li")).not_to_have_count(0)
    bench.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    bench.page.evaluate("navigator.clipboard.writeText('# ' + 'y'.repeat(70000))")
    bench.page.keyboard.press("Control+a")
    bench.page.keyboard.press("Control+v")
    expect(bench.status).to_have_text("A game file has at most 64 KiB.")
    expect(bench.page.locator("#messages li")).to_have_count(0)
    expect(bench.wrong).to_have_count(0)


def test_the_card_of_a_mistake_mends_it_too(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.write_behind("path: step forward", "enemi", back=5)
    bench.page.keyboard.press("Escape")
    bench.wrong.hover()
    bench.page.locator(".cm-tooltip .cm-diagnosticAction").click()
    expect(bench.status).to_have_text("valid")


def test_a_message_leads_to_its_line_and_to_what_it_means(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.write_behind("stuck: lose", "x")
    message = bench.page.locator("#messages li").first
    message.locator(".jump").click()
    expect(bench.page.locator(".cm-activeLine")).to_contain_text("stuck: losex")
    message.locator(".code").click()
    expect(bench.page.locator("dialog .example.good")).to_be_visible()
    bench.page.keyboard.press("Escape")
    expect(bench.page.locator("dialog")).to_be_hidden()


@pytest.mark.rest
def test_the_guide_leads_from_page_to_page(bench: Bench) -> None:
    bench.open()
    bench.page.get_by_role("button", name="Guide").click()
    dialog = bench.page.locator("#chooser")
    expect(dialog.get_by_role("heading", level=2)).to_contain_text("From a rulebook to a game in twenty minutes")
    expect(dialog.locator("pre").first).to_contain_text("game: Brook")
    dialog.get_by_label("Which page").select_option("reference/README")
    expect(dialog.get_by_role("heading", level=2)).to_have_text("Reference")
    dialog.get_by_role("button", name="Results", exact=True).click()
    expect(dialog.get_by_role("heading", level=2)).to_contain_text("Results, variables")
    expect(dialog.locator("tbody tr").first).to_be_visible()
    # Whatever the pages have, nothing of their Markdown is left over, and nothing of them is code of the page.
    for title in dialog.get_by_label("Which page").locator("option").all_text_contents():
        dialog.get_by_label("Which page").select_option(label=title)
        expect(dialog.get_by_role("heading", level=2)).to_have_text(title)
        left = "all => all.map(one => one.textContent).filter(text => /\\]\\(|\\*\\*/.test(text))"
        assert dialog.locator(":is(p, li, td, h3, h4) > :not(code)").evaluate_all(left) == []


def test_completion_proposes_a_piece_of_this_game(bench: Bench) -> None:
    bench.open("?game=chess")
    bench.write_behind("  knight:", "\nenvoy: {letter: e, move: like kni")
    expect(bench.proposed).to_contain_text("knight")
    expect(bench.proposed).to_contain_text("a kind of piece")
    bench.take_proposal()
    expect(bench.line("envoy:")).to_contain_text("like knight}")
    expect(bench.status).to_contain_text("valid")


def test_completion_proposes_keys_with_what_they_mean(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.write_behind("turn: move", "\nrepet")
    expect(bench.proposed).to_have_text(re.compile("repetition"))
    expect(bench.page.locator(".cm-completionInfo")).to_contain_text("position")
    bench.take_proposal()
    expect(bench.line("repetition:")).to_be_visible()


def test_pointing_at_a_word_tells_what_it_means(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.line("path: step forward").locator(".cm-word-verb").first.hover()
    expect(bench.page.locator(".cm-hover-card")).to_contain_text("neighbouring site")
    bench.page.mouse.move(5, 5)
    expect(bench.page.locator(".cm-hover-card")).to_have_count(0)


def test_the_board_follows_the_rules(bench: Bench) -> None:
    """A man may go sideways as soon as the rules say so."""
    bench.open("?game=breakthrough")
    bench.write_behind("path: step forward", " | step sideways to empty")
    expect(bench.status).to_have_text("valid")
    bench.play("d2", "d3")
    expect(bench.moves).to_have_text(["d2-d3"])
    bench.play("d7", "d6")
    expect(bench.moves).to_have_count(2)
    bench.play("d3", "e3")
    expect(bench.moves.last).to_have_text("d3-e3")


def test_the_position_stays_as_far_as_it_fits(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    for move in (("d2", "d3"), ("d7", "d6")):
        bench.play(*move)
        expect(bench.moves.last).to_have_text("-".join(move))
    bench.write_behind("stuck: lose", "                  # a remark")
    expect(bench.status).to_have_text("valid")
    expect(bench.moves).to_have_count(2)
    bench.write_behind("black: {forward: s}", "e}", back=2)
    expect(bench.page.locator(".told")).to_contain_text("1 of 2 moves still fit")
    expect(bench.moves).to_have_text(["d2-d3"])


def test_a_move_that_is_not_allowed_is_told_and_marked_in_the_rules(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.play("d2", "d4")
    why = bench.page.locator("#why")
    expect(why).to_contain_text("does not lead from d2 to d4.")
    expect(bench.marked).to_have_text("step forward to empty | step forward_diag to empty or enemy")
    bench.site("d3").click()
    expect(why).to_be_hidden()
    expect(bench.marked).to_have_count(0)


def test_a_condition_that_fails_is_marked_itself(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.write_behind("path: step forward", "\nif: target not in column 4")
    expect(bench.status).to_have_text("valid")
    bench.play("d2", "d3")
    expect(bench.marked).to_have_text("target not in column 4")


def test_an_engine_plays_along(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.page.get_by_label("Who plays black").select_option("random")
    bench.play("d2", "d3")
    expect(bench.moves).to_have_count(2)
    bench.page.locator("#undo").click()
    expect(bench.moves).to_have_count(0)


def test_engines_play_on_while_the_rules_are_changed(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    for player in ("white", "black"):
        bench.page.get_by_label(f"Who plays {player}").select_option("random")
    expect(bench.moves).not_to_have_count(0)
    bench.write_behind("game: Breakthrough", " for two")
    expect(bench.page.locator("#title")).to_have_text("Breakthrough for two")
    expect(bench.moves.nth(3)).to_be_visible()


A_SLOW_WAY_BACK = """() => {
    const asked = window.fetch;
    let opening = 0;
    window.fetch = async (address, ...rest) => {
        const opens = address.endsWith("/api/tables");
        opening += opens;
        const delay = opens ? 900 : opening && address.endsWith("/think") ? 3000 : 0;
        const answer = await asked(address, ...rest);
        await new Promise((wake) => setTimeout(wake, delay));
        opening -= opens;
        return answer;
    };
}"""
"""Tables are opened at once, but the page hears of it late, and of moves made meanwhile even later."""


def test_engines_play_on_when_the_server_has_new_rules_before_the_page_knows(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    for player in ("white", "black"):
        bench.page.get_by_label(f"Who plays {player}").select_option("random")
    expect(bench.moves).not_to_have_count(0)
    bench.page.evaluate(A_SLOW_WAY_BACK)
    bench.write_behind("game: Breakthrough", " for two")
    expect(bench.page.locator("#title")).to_have_text("Breakthrough for two")
    reached = bench.moves.count()
    expect(bench.moves.nth(reached + 2)).to_be_visible()


def test_options_change_the_game(bench: Bench) -> None:
    bench.open("?game=hive")
    expect(bench.page.locator("#board .lying[data-hand=pillbug]")).to_have_count(0)
    bench.page.locator("#options select[name=set]").select_option("base_mlp")
    expect(bench.page.locator("#board .lying[data-hand=pillbug]")).to_have_count(2)
    expect(bench.status).to_have_text("valid")


def test_a_proof_finds_what_only_playing_shows(bench: Bench) -> None:
    bench.open("?game=tictactoe")
    bench.write_behind("end:", "\n- lose if ply = 3")
    expect(bench.status).to_have_text("valid")
    bench.page.locator("#prove").click()
    expect(bench.page.locator("#messages .error .code").first).to_have_text(re.compile("^test-"))
    expect(bench.wrong.first).to_be_attached()


def test_the_lab_tells_first_figures_and_then_the_page(bench: Bench) -> None:
    bench.open()
    bench.page.locator("#lab").click()
    dialog = bench.page.locator("#chooser")
    expect(dialog.locator(".verdict li")).to_have_count(3)
    expect(dialog.locator("[role=status]")).to_contain_text("games")
    with bench.page.context.expect_page() as opened:
        dialog.get_by_role("link", name="The whole page").click()
    expect(opened.value.locator("h1")).to_have_text("Tic-Tac-Toe")
    expect(opened.value.get_by_role("heading", name="Balance")).to_be_visible()
    assert opened.value.locator("svg.chart").first.evaluate("each => getComputedStyle(each).display") == "block"
    opened.value.close()
    bench.page.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


@pytest.mark.rest
def test_words_of_the_language_can_be_looked_up(bench: Bench) -> None:
    bench.open()
    bench.page.get_by_role("button", name="Words").click()
    terms = bench.page.locator(".language dt:visible")
    expect(terms.filter(has_text="attacked")).to_have_count(1)
    bench.page.get_by_label("Find a word").fill("straight runs")
    expect(terms).to_have_text(["line"])
    bench.page.get_by_role("button", name="Close").click()
    expect(bench.page.locator("#chooser")).to_be_hidden()


@pytest.mark.rest
def test_what_is_written_is_played_at_the_full_table(bench: Bench) -> None:
    bench.open()
    bench.write_behind("size: 3x3", "4x4", back=3)
    expect(bench.sites).to_have_count(16)
    bench.page.get_by_role("button", name="Full table").click()
    expect(bench.page.get_by_role("button", name="Hint")).to_be_visible()
    expect(bench.sites).to_have_count(16)
    bench.page.locator('[data-site="d4"]').click()
    expect(bench.page.locator("#history li")).to_have_count(3)  # and the program has answered
    bench.page.get_by_role("link", name="Workshop").click()
    expect(bench.page.locator(".cm-content")).to_contain_text("4x4")


def test_what_was_written_is_still_there_after_loading_again(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.write_behind("game: Breakthrough", " of mine")
    expect(bench.page.locator("#title")).to_have_text("Breakthrough of mine")
    bench.open()
    expect(bench.page.locator("#title")).to_have_text("Breakthrough of mine")
    bench.page.locator("#open").click()
    expect(bench.page.locator("dialog li").first).to_contain_text("breakthrough.yaml")


def test_files_go_out_and_come_in(bench: Bench, tmp_path: Path) -> None:
    bench.open()
    with bench.page.expect_download() as saved:
        bench.page.locator("#download").click()
    assert saved.value.suggested_filename == "tictactoe.yaml"
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.startswith("game: Tic-Tac-Toe")
    file = tmp_path / "Mein Spiel.yaml"
    broken = text.replace("Tic-Tac-Toe", "Drei ♟ in einer 🀄 Reihe").replace("stuck: draw", "stuck: drow")
    file.write_text(broken, encoding="utf-8")
    bench.page.locator("#file").set_input_files(file)
    expect(bench.page.locator("#name")).to_have_value("mein_spiel")
    expect(bench.wrong).to_have_text("drow")  # also behind a character that is two for the browser


def test_a_new_game_and_a_variant(bench: Bench) -> None:
    bench.open()
    bench.page.locator("#new").click()
    bench.page.get_by_role("button", name="A small game of pawns").click()
    expect(bench.page.locator("#title")).to_have_text("My game")
    expect(bench.sites).to_have_count(25)
    bench.page.locator("#new").click()
    bench.page.locator("dialog input[type=search]").fill("variant of atomic")
    bench.page.get_by_role("button", name=re.compile("A variant of Atomic")).click()
    expect(bench.page.locator("#name")).to_have_value("my_atomic")
    expect(bench.sites).to_have_count(64)


def test_without_a_mouse(bench: Bench) -> None:
    """Out of the editor by keyboard, the line between the halves moved, a stone set."""
    bench.open()
    bench.page.locator(".cm-content").focus()
    bench.page.keyboard.press("Escape")
    bench.page.keyboard.press("Tab")
    expect(bench.page.locator("#lab")).to_be_focused()
    bench.page.keyboard.press("Tab")
    expect(bench.page.locator("#prove")).to_be_focused()
    bench.page.keyboard.press("Tab")
    divider = bench.page.get_by_role("separator")
    expect(divider).to_be_focused()
    bench.page.keyboard.press("ArrowRight")
    expect(divider).to_have_attribute("aria-valuenow", "55")
    bench.page.keyboard.press("Tab")
    bench.page.keyboard.press("Enter")
    expect(bench.moves).to_have_count(1)


def test_on_a_phone_the_halves_take_turns(phone: Bench) -> None:
    phone.open("?game=breakthrough")
    expect(phone.page.locator("#editor")).to_be_visible()
    expect(phone.page.locator("#board")).to_be_hidden()
    phone.page.locator("#tab-table").tap()
    expect(phone.page.locator("#editor")).to_be_hidden()
    phone.site("d2").tap()
    expect(phone.site("d2")).to_have_class(re.compile("picked"))
    phone.site("d4").tap()
    expect(phone.page.locator("#why")).to_contain_text("does not lead")
    phone.page.get_by_role("button", name="Go to the rule").tap()
    expect(phone.marked.first).to_be_visible()
    width = phone.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 390


# ---------------------------------------------------------------- given to somebody


def _link(bench: Bench) -> str:
    bench.page.get_by_role("button", name="Share").click()
    return bench.page.get_by_label("Link to this game").input_value()


def test_a_link_holds_the_whole_game_and_leaves_what_somebody_else_wrote(bench: Bench, phone: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.write_behind("game: Breakthrough", " für Zwei")
    link = _link(bench)
    assert len(link) < 2000
    phone.open("?game=surikata")
    phone.page.get_by_role("tab", name="Rules").click()
    phone.page.get_by_label("Name of the file").fill("mine")
    phone.page.get_by_label("Name of the file").press("Enter")
    phone.page.goto(link)
    expect(phone.page.locator("#title")).to_have_text("Breakthrough für Zwei")
    phone.rest()
    expect(phone.sites).to_have_count(64)
    assert "#" not in phone.page.url
    expect(phone.page.get_by_label("Name of the file")).to_have_value("breakthrough")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize(
    ("fragment", "told"),
    [
        ("bomb", "larger than 64 KiB"),
        ("game=S0nNzcy3UgjOz03l", "cut off or changed"),  # the end is missing
        pytest.param("half", "cut off or changed", marks=pytest.mark.rest),  # bytes that are no text
        pytest.param("game=!!!", "cut off or changed", marks=pytest.mark.rest),  # no base64
        pytest.param("game=", "cut off or changed", marks=pytest.mark.rest),
        pytest.param("name=x&game=qqqqqqqqqqqq", "cut off or changed", marks=pytest.mark.rest),
        pytest.param("game=" + "A" * 100_001, "longer than any game", marks=pytest.mark.rest),
    ],
    ids=["bomb", "cut", "no text", "no base64", "empty", "no deflate", "long"],
)
def test_a_link_that_holds_no_game_says_so_and_harms_nothing(bench: Bench, fragment: str, told: str) -> None:
    made = {"bomb": b"\n" * 10_000_000, "half": b"game: \xff\xfe"}.get(fragment)
    if made is not None:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(made) + packer.flush()
        fragment = f"game={base64.urlsafe_b64encode(packed).decode('ascii').rstrip('=')}"
    bench.open(f"#{fragment}")
    expect(bench.page.get_by_role("dialog")).to_contain_text(told)
    bench.page.get_by_role("button", name="Close").click()
    expect(bench.page.locator("#title")).to_have_text("Tic-Tac-Toe")
    expect(bench.status).to_have_text("valid")


def test_a_game_is_downloaded_as_a_page_that_plays(bench: Bench, tmp_path: Path) -> None:
    bench.open()
    bench.page.get_by_role("button", name="Share").click()
    with bench.page.expect_download() as download:
        bench.page.get_by_role("button", name="Download as a page").click()
    assert download.value.suggested_filename == "tictactoe.html"
    download.value.save_as(tmp_path / "game.html")
    bench.page.goto((tmp_path / "game.html").as_uri())
    expect(bench.sites).to_have_count(9)
    bench.site("b2").click()
    expect(bench.moves.nth(1)).to_contain_text("b2")


def test_a_game_with_mistakes_is_no_page(bench: Bench) -> None:
    bench.open("?game=breakthrough")
    bench.write_behind("path: step forward", "enemi", back=5)
    bench.page.get_by_role("button", name="Share").click()
    bench.page.get_by_role("button", name="Download as a page").click()
    expect(bench.page.locator(".sharing [role=status]")).to_contain_text("mistake")

"""Links: what a page writes it reads again, whatever a game calls its players; what others write is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from tests.browser.conftest import serving
from tests.browser.table import Table

# Words that the address of a page, a form of a page and an object of JavaScript have themselves.
_GAME = """\
game: Words
players: [moves, seed, constructor]
options:
  elements: {default: 2x2, choices: [2x2, 3x3]}
  constructor: {default: 90, choices: [80, 90]}
board: {tiling: square, size: $elements}
limit: {turns: $constructor, result: draw}
pieces: {man: {}}
actions: {drop: {place: my man, to: empty}}
turn: drop
end: draw if no empty
"""
_FILE = "50% #1?.yaml"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a game whose names are words of the page, in a file whose name means something in addresses."""
    file = tmp_path_factory.mktemp("own") / _FILE
    file.write_text(_GAME, encoding="utf-8")
    with serving(file) as address:
        yield address


@pytest.fixture
def there(browser: Browser, own: str) -> Iterator[Table]:
    context = browser.new_context()
    made = Table(context.new_page(), own)
    yield made
    context.close()
    assert made.complaints == []


def _seats(table: Table) -> list[str]:
    chosen = table.page.locator("select[data-player]")
    expect(chosen).to_have_count(3)
    return [select.input_value() for select in chosen.all()]


def test_players_called_as_the_address_says_other_things(there: Table) -> None:
    page = there.page
    page.goto(f"{there.address}/play/50%25%20%231%3F")
    expect(there.lit).to_have_count(4)
    assert _seats(there)[0] == "person"
    for name, player in (("moves", "person"), ("seed", "person"), ("constructor", "random")):
        page.locator(f'select[data-player="{name}"]').select_option(player)
    page.reload()  # nothing has been played yet
    expect(there.lit).to_have_count(4)
    assert _seats(there) == ["person", "person", "random"]
    there.click(there.site("a1"))
    there.click(there.site("b2"))
    expect(page.locator("#history li")).to_have_count(4)
    played = there.history
    page.reload()
    expect(page.locator("#history li")).to_have_count(4)
    assert there.history == played
    assert _seats(there) == ["person", "person", "random"]


def test_an_option_called_as_a_part_of_a_form(there: Table) -> None:
    page = there.page
    page.goto(f"{there.address}/play/50%25%20%231%3F")
    expect(there.sites).to_have_count(4)
    page.get_by_label("elements").select_option("3x3")
    expect(there.sites).to_have_count(9)
    page.reload()
    expect(there.sites).to_have_count(9)


def test_the_name_of_a_file_leads_to_its_rules_and_to_the_workshop(there: Table) -> None:
    page = there.page
    page.goto(f"{there.address}/play/50%25%20%231%3F")
    expect(there.sites).to_have_count(4)
    page.locator("#rules-link").click()
    expect(page.locator("#title")).to_have_text("Words")
    page.locator("#workshop").click()
    expect(page.locator(".cm-content")).to_contain_text("players: [moves, seed, constructor]")


def test_the_workshop_plays_such_a_game_too(there: Table) -> None:
    page = there.page
    page.goto(f"{there.address}/workshop?game=50%25%20%231%3F")
    expect(there.sites).to_have_count(4)
    page.get_by_label("elements").select_option("3x3")
    expect(there.sites).to_have_count(9)
    expect(page.locator("select[name=constructor]")).to_have_value("90")


def test_a_person_with_settings_is_a_person(table: Table) -> None:
    table.page.goto(f"{table.at('tictactoe')}#x=person:time=1&o=person")
    expect(table.lit).to_have_count(9)


@pytest.mark.parametrize("page", ["play", "rules"])
def test_an_address_that_is_half_a_character(table: Table, page: str) -> None:
    table.page.goto(f"{table.address}/{page}/%E4%B8")
    told = table.told if page == "play" else table.page.locator("#file")
    expect(told).to_contain_text("There is no game")
    table.foreseen.append("404")


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("moves=" + ";".join(["a1"] * 20_001), '"moves" should be a list of at most 20000 texts.'),
        ("moves=" + "x" * 300_000, "That is too long: at most 256 KiB."),
        ("moves=%00;%F0%9F;a1", "Move 1 cannot be played"),
        ("seed=1e99", '"seed" should be a whole number'),
        ("seed=-1", '"seed" should be a whole number'),
        ("option.__proto__=1&__proto__=mcts&option.nothing=1", "This game has mistakes."),
    ],
    ids=["many", "long", "bytes", "large", "negative", "unknown"],
)
def test_what_a_link_may_not_say_is_told(table: Table, link: str, told: str) -> None:
    table.page.goto(f"{table.address}/play/tictactoe#{link}")
    expect(table.told).to_contain_text(told)
    table.foreseen.append("Failed to load resource")

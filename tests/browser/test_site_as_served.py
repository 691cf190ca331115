"""The folder of pages passes the tests of the server that are about playing: those very tests, at other tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser

from tests.browser import test_games, test_links, test_pages
from tests.browser.hosting import built, hosted, seated
from tests.browser.table import Table

pytestmark = pytest.mark.rest  # a dozen games are compiled for it


@pytest.fixture(scope="module")
def host(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    games = {*test_games.GAMES, "tictactoe", "chess", "amazons"}
    with hosted(built(tmp_path_factory.mktemp("site"), *sorted(games))) as address:
        yield address


@pytest.fixture
def table(browser: Browser, host: str) -> Iterator[Table]:
    with seated(browser, host) as made:
        yield made


@pytest.fixture
def phone(browser: Browser, host: str) -> Iterator[Table]:
    with seated(browser, host, phone=True) as made:
        yield made


for _test in (
    test_games.test_a_game_is_clicked_to_its_end,
    test_links.test_a_person_with_settings_is_a_person,
    test_pages.test_a_game_by_keyboard_alone,
    test_pages.test_a_hint_is_marked_on_the_board_and_in_the_hand,
    test_pages.test_a_link_with_a_player_nobody_knows,
    test_pages.test_a_phone_plays,
    test_pages.test_a_piece_is_moved_by_the_mouse,
    test_pages.test_a_search_engine_shows_what_it_thinks,
    test_pages.test_a_stack_is_shown_from_the_top_down,
    test_pages.test_a_turn_of_several_parts_is_shown_part_by_part,
    test_pages.test_an_engine_answers_and_a_move_can_be_taken_back,
    test_pages.test_another_piece_can_be_picked_instead_and_picks_can_be_dropped,
    test_pages.test_chances_are_kept_for_each_position_and_drawn_over_the_game,
    test_pages.test_the_board_can_be_turned_round,
    test_pages.test_the_next_place_that_can_be_picked_is_one_key_away,
    test_pages.test_the_past_can_be_looked_at_and_played_on_from,
    test_pages.test_the_past_is_walked_through_by_buttons_and_keys,
    test_pages.test_the_record_is_saved,
    test_pages.test_two_engines_play_and_can_be_made_to_wait,
    test_pages.test_who_plays_can_be_changed_on_the_way,
):
    globals()[_test.__name__] = _test

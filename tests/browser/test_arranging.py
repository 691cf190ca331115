"""A position set up by hand in the page: placed, looked at, copied, played on from, and kept in the link."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import expect

from tests.browser.table import Table


def test_a_position_is_set_up_by_hand_and_played_on_from(table: Table) -> None:
    table.open("tictactoe")
    page, legal = table.page, table.page.locator("#legal")
    page.get_by_role("button", name="Set up").click()
    expect(legal).to_have_text("x to move, 9 legal moves.")
    for sites, piece in ((("a1", "b2"), "x mark"), (("a2", "b1"), "o mark")):
        page.get_by_role("radio", name=piece).check(force=True)  # its picture lies over it
        for site in sites:
            table.click(table.site(site))
    table.click(table.site("c1"))
    page.get_by_role("radio", name="Remove").check(force=True)
    table.click(table.site("c1"))
    expect(legal).to_have_text("x to move, 5 legal moves.")
    page.get_by_label("To move").select_option("o")
    expect(legal).to_have_text("o to move, 5 legal moves.")
    expect(table.lit).to_have_count(5)  # what is legal is lit
    page.get_by_role("button", name="Copy as a test").click()
    expect(page.get_by_label("The position as a test")).to_have_value(
        "  - name: set up by hand\n"
        "    position: {a1: x mark, b1: o mark, a2: o mark, b2: x mark}\n"
        "    to_move: o\n"
        "    moves: [c1, c2, a3, b3, c3]\n"
    )
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator("#arranging")).to_be_hidden()
    expect(page.locator("#board .playable .rw-site.lit")).to_have_count(5)
    table.click(table.site("c1"))
    table.click(table.site("c3"))
    expect(table.turn).to_have_text("X wins")
    page.reload()
    expect(table.turn).to_have_text("X wins")  # the link has it
    page.get_by_role("button", name="New game").click()
    expect(table.lit).to_have_count(9)


def test_what_cannot_be_is_told_and_changes_nothing(table: Table) -> None:
    table.open("hive")
    page = table.page
    page.get_by_role("button", name="Set up").click()
    held = page.get_by_label("white: queen in hand")
    held.fill("-4")
    held.blur()
    expect(table.told).to_have_class("told bad")
    expect(held).to_have_value("1")
    held.fill("0")
    held.blur()
    expect(table.told).to_have_text("")
    page.get_by_role("button", name="Leave it").click()
    expect(page.locator("#arranging")).to_be_hidden()
    expect(table.told).to_contain_text("to move")
    table.foreseen.append("422")

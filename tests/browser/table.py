"""A table in the browser, as somebody uses it: clicks on what is lit, and reads what the page says."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

import rulewright
from rulewright.show.clicking import Kind, Pick, Picking
from rulewright.state import Move, State

PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


class Table:
    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.foreseen: list[str] = []
        """What complaints that a test provokes have in them, also those that come later."""
        self._complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: self._complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self._complaints.append(str(error)))

    @property
    def complaints(self) -> list[str]:
        return [said for said in self._complaints if not any(text in said for text in self.foreseen)]

    def open(self, game: str, players: dict[str, str] | None = None, moves: Sequence[str] = ()) -> None:
        """By default with people on all sides."""
        everybody = dict.fromkeys(rulewright.load(game).players, "person")
        said = urlencode({**everybody, **(players or {}), "seed": "1", **({"moves": ";".join(moves)} if moves else {})})
        self.page.goto(f"{self.at(game)}#{said}")
        expect(self.sites.first).to_be_attached()

    def at(self, game: str) -> str:
        """The address of the page of a game."""
        return f"{self.address}/play/{game}"

    # ------------------------------------------------------------ what is there

    @property
    def board(self) -> Locator:
        return self.page.locator("#board")

    @property
    def sites(self) -> Locator:
        return self.page.locator("#board .rw-site")

    @property
    def lit(self) -> Locator:
        return self.page.locator("#board .rw-site.lit")

    @property
    def turn(self) -> Locator:
        return self.page.locator("#turn b")

    @property
    def told(self) -> Locator:
        return self.page.locator("#board .told")

    @property
    def history(self) -> list[str]:
        return self.page.locator("#history li button").all_inner_texts()[1:]

    def site(self, name: str) -> Locator:
        return self.page.locator(f'#board .rw-site[data-site="{name}"]')

    def pick(self, pick: Pick) -> Locator:
        """Where one clicks for a pick."""
        if pick.kind is Kind.SITE:
            return self.site(pick.value)
        lying = self.page.locator(f'#board .lying.lit[data-hand="{pick.value}"]')
        if pick.kind is Kind.HAND and lying.count():
            return lying
        return self.page.locator(f'#board .choice[data-pick="{pick}"]')

    # ------------------------------------------------------------ playing

    def click(self, place: Locator) -> None:
        """Clicks, and waits until the board has answered."""
        before = self.board.get_attribute("data-shown")
        place.click()
        expect(self.board).not_to_have_attribute("data-shown", before or "")

    def play(self, row: Sequence[Pick]) -> None:
        for pick in row:
            if pick.kind is Kind.SITE:
                assert "lit" in (self.site(pick.value).get_attribute("class") or "").split(), f"{pick} is not lit"
            self.click(self.pick(pick))

    def never_scrolls_sideways(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def row_of(state: State, move: Move) -> list[Pick]:
    """The picks of a move."""
    picking = Picking(state)

    def search(begun: list[Pick]) -> list[Pick] | None:
        choices = picking.after(begun)
        assert choices is not None
        if choices.move is not None:
            return begun if choices.move == move else None
        for pick in choices.picks:
            found = search([*begun, pick])
            if found is not None:
                return found
        return None

    found = search([])
    assert found is not None
    return found

"""The guide: pages of the documentation that whoever writes a game wants at hand, as they are."""

from __future__ import annotations

from dataclasses import dataclass

from ..language.game_files import guide_folder

PAGES = (
    "tutorial", "recipes", "reference/README", "reference/board", "reference/pieces", "reference/expressions",
    "reference/paths", "reference/actions", "reference/turns", "reference/results", "reference/options",
    "reference/tests",
)  # fmt: skip
"""In the order in which they are offered, by their places in docs."""


@dataclass(frozen=True, slots=True)
class GuidePage:
    """One page; the text is Markdown, without its title."""

    name: str
    title: str
    text: str


def guide_page(name: str) -> GuidePage | None:
    """None if it is no page of the guide, or not there."""
    file = guide_folder() / f"{name}.md"
    if name not in PAGES or not file.is_file():
        return None
    title, _, text = file.read_text("utf-8").partition("\n")
    return GuidePage(name, title.removeprefix("# "), text)

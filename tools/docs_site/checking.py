"""The site as it was written: whatever it leads to is in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .reading import is_ours

_LEADS = {"a": "href", "link": "href", "img": "src", "script": "src", "iframe": "src"}


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.anchors |= {named.get("id") or "", named.get("name") or ""}
        target = named.get(_LEADS.get(tag, ""))
        if target and is_ours(target):
            self.links.add(target)


def dead_ends(folder: Path) -> Iterator[str]:
    """A sentence for each link of a page that leads nowhere."""
    pages = {path: _Page(path.read_text("utf-8")) for path in folder.rglob("*.html")}
    for path, page in sorted(pages.items()):
        for link in sorted(page.links):
            parts = urlsplit(link)
            goal = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
            anchor = unquote(parts.fragment)
            if not goal.is_file():
                yield f'{path.relative_to(folder)}: "{link}" leads nowhere'
            elif anchor and goal in pages and anchor not in pages[goal].anchors:
                yield f'{path.relative_to(folder)}: "{link}" leads to a place that is not on its page'

"""Finding sites by name, with the same words for a wrong name everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .problems import Collector, Span, Where, did_you_mean, shown
from .spec import read_list

LONGEST_LIST = 65536
"""A list may name a site more than once (tracks cross themselves), but there is an end to it."""

MOST_MISSING = 8
"""Wrong names that are reported for one list."""


@dataclass(frozen=True)
class SiteNames:
    """The names of a board's sites."""

    index: Mapping[str, int]
    described: str
    fold_case: bool = False
    removed: frozenset[str] = frozenset()

    def find(self, name: str) -> int | None:
        """The number of the site with this name."""
        return self.index.get(name.lower() if self.fold_case else name)

    def unknown(self, name: str) -> tuple[str, str | None]:
        """Message and help for a name that is no site."""
        if name in self.removed:
            message = f'"{name}" is a place of this {self.described} that "only" or "without" takes away.'
            return message, "use another site, or leave this one on the board"
        return f'"{shown(name)}" is not a site of this {self.described}.', did_you_mean(name, self.index)

    def read(self, text: str, where: Where, problems: Collector) -> list[tuple[int, Span]] | None:
        """The sites of a blank-separated list, in its order; ``None`` after a problem."""
        listed = read_list(text, where, LONGEST_LIST, problems, self.fold_case)
        if listed is None:
            return None
        found: list[tuple[int, Span]] = []
        missing: set[Span] = set()
        for item in listed:
            site = self.index.get(item.name)
            if site is not None:
                found.append((site, item.span))
            elif item.span not in missing and len(missing) < MOST_MISSING:
                missing.add(item.span)
                message, help = self.unknown(item.name)
                problems.add("board-site", message, where, help, item.span)
        return None if missing else found


def described(kind: str, spans: Mapping[str, tuple[str, str]]) -> str:
    """A board in words, with the first and last name of each main class: ``8x8 board (a1 to h8)``."""
    ranges = ", ".join(f"{first} to {last}" for first, last in spans.values())
    return f"{kind} ({ranges})" if ranges else kind

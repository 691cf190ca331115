"""A page of Markdown as the site needs it: where it leads, what can be led to, and which of its games are to be played.

Links and anchors mean what they mean where a code forge shows the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

BOARD = "<!-- board -->"
"""A line behind a whole game: the site has a board there, and whoever shows the page otherwise has nothing."""
_GAME = re.compile(r"yaml game\b")
_IN_HTML = re.compile(r'\b(?:href|src)="([^"]*)"')
_ID = re.compile(r'\bid="([^"]*)"')
_MARKDOWN = MarkdownIt("commonmark").enable("table")


@dataclass(frozen=True, slots=True)
class Link:
    """`line` counts from 1; `target` is what stands there, without what leads on to an anchor."""

    line: int
    written: str

    @property
    def target(self) -> str:
        return self.written.partition("#")[0]

    @property
    def anchor(self) -> str:
        return self.written.partition("#")[2]


@dataclass(frozen=True, slots=True)
class Board:
    """A game of a page, to be played below it."""

    line: int
    game: str


@dataclass(slots=True)
class Markdown:
    lines: list[str]
    links: list[Link] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    boards: list[Board] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)


def read(path: Path) -> Markdown:
    text = path.read_text(encoding="utf-8")
    page = Markdown(text.splitlines())
    slugs: Counter[str] = Counter()
    tokens = _MARKDOWN.parse(text)
    for number, token in enumerate(tokens):
        begin, end = token.map or (0, 0)
        if token.type == "html_block":
            _read_html(page, token, begin, tokens[number - 1] if number else None)
        elif token.type == "inline":
            if tokens[number - 1].type == "heading_open":
                page.anchors.add(_slug(token, slugs))
            for written in _links(token):
                page.links.append(Link(_line_of(page, written, begin, end), written))
            for child in token.children or ():
                if child.type == "html_inline":
                    page.anchors |= {*_ID.findall(child.content)}
    return page


def _read_html(page: Markdown, token: Token, begin: int, before: Token | None) -> None:
    lines = token.content.splitlines()
    page.anchors |= {*_ID.findall(token.content)}
    for number, line in enumerate(lines, begin + 1):
        page.links += [Link(number, written) for written in _IN_HTML.findall(line) if is_ours(written)]
    if lines[0].strip() == BOARD:
        if before is None or before.type != "fence" or _GAME.match(before.info) is None:
            page.faults.append((begin + 1, f"{BOARD} stands behind a whole game (```yaml game NAME.yaml)"))
        else:
            page.boards.append(Board(begin + 1, before.content))
    if token.content.startswith("<!--"):  # for those who write and test the page
        page.lines[begin : begin + len(lines)] = [""] * len(lines)


def _links(token: Token) -> Iterator[str]:
    for child in token.children or ():
        if child.type == "html_inline":
            found = _IN_HTML.findall(child.content)
        else:
            found = [str(child.attrs[name]) for name in ("href", "src") if name in child.attrs]
        yield from filter(is_ours, found)


def is_ours(written: str) -> bool:
    """Whether it leads to a file of ours."""
    return re.match(r"[a-z][a-z+.-]*:|//", written) is None


def _line_of(page: Markdown, written: str, begin: int, end: int) -> int:
    forms = as_written(written)
    for number in range(begin, end):
        if any(form in page.lines[number] for form in forms):
            return number + 1
    page.faults.append((begin + 1, f'"{written}" is to be written here as [words]({written})'))
    return begin + 1


def as_written(target: str) -> tuple[str, ...]:
    """How a link to it can look in the text of a page."""
    return (f"]({target})", f'href="{target}"', f'src="{target}"')


def _slug(heading: Token, seen: Counter[str]) -> str:
    """The anchor of a heading; one that is there already has a number behind it."""
    words = "".join(child.content for child in heading.children or () if child.type in ("text", "code_inline"))
    slug = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
    seen[slug] += 1
    return slug if seen[slug] == 1 else f"{slug}-{seen[slug] - 1}"

"""A rulebook on a page: as text for terminals, as HTML for browsers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from html import escape

from ..show.drawing import draw_svg, draw_text
from .chapters import Chapter, Rulebook
from .diagrams import Diagram, legend
from .nouns import capital

WIDTH = 80
_SETUP = "Set-up"


def as_text(book: Rulebook, pictures: Iterable[Diagram] = (), width: int = WIDTH, unicode: bool = True) -> str:
    return "\n".join(_lines(book, list(pictures), width, unicode)).rstrip()


def _lines(book: Rulebook, pictures: list[Diagram], width: int, unicode: bool) -> Iterator[str]:
    yield book.title + (f", by {book.by}" if book.by else "")
    if book.about:
        yield from textwrap.wrap(book.about, width)
    first, later = _split(pictures)
    for chapter in book.chapters:
        yield ""
        yield chapter.title.upper()
        yield from _chapter(chapter, width)
        if chapter.title == _SETUP:
            for picture in first:
                yield ""
                yield from _board_lines(picture, unicode)
            if first:
                yield ""
                yield from _legend(first[0], width)
    if later:
        yield ""
        yield "EXAMPLES"
        if not first and (said := _legend(later[0], width)):
            yield from (*said, "")
    for number, picture in enumerate(later, 1):
        if number > 1:
            yield ""
        yield from textwrap.wrap(f"{number}. {picture.caption}", width, subsequent_indent="   ")
        yield from _board_lines(picture, unicode)


def _legend(picture: Diagram, width: int) -> list[str]:
    return textwrap.wrap(legend(picture.state.game.rules), width)


def _chapter(chapter: Chapter, width: int) -> Iterator[str]:
    for entry in chapter.entries:
        if entry.name:
            yield from textwrap.wrap(f"{capital(entry.name)}: {entry.text}", width, subsequent_indent="  ")
        else:
            yield from textwrap.wrap(entry.text, width)


def _board_lines(picture: Diagram, unicode: bool) -> Iterator[str]:
    drawn = draw_text(picture.state, unicode=unicode).splitlines()
    for line in drawn:
        if not line.strip():
            break  # what is below the board is said in words
        yield f"   {line}".rstrip()


def _split(pictures: list[Diagram]) -> tuple[list[Diagram], list[Diagram]]:
    """The beginning belongs to the set-up; the rest are examples."""
    first = [picture for picture in pictures if not picture.state.history and picture.caption == "The beginning."]
    return first, [picture for picture in pictures if picture not in first]


def as_html(book: Rulebook, pictures: Iterable[Diagram] = ()) -> str:
    """A page that stands alone."""
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(book.title)}: the rules</title>',
        "<style>body{font:1.05rem/1.5 serif;max-width:42rem;margin:2rem auto;padding:0 1rem}"
        "figure{margin:1.5rem 0}figure svg{max-width:20rem;height:auto}dt{font-weight:bold}</style></head><body>",
        html_parts(book, pictures),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def html_parts(book: Rulebook, pictures: Iterable[Diagram] = ()) -> str:
    """The same without the page around it."""
    first, later = _split(list(pictures))
    parts = [f"<h1>{escape(book.title)}</h1>"]
    if book.by:
        parts.append(f"<p>by {escape(book.by)}</p>")
    if book.about:
        parts.append(f"<p><em>{escape(book.about)}</em></p>")
    for chapter in book.chapters:
        parts.append(f"<h2>{escape(chapter.title)}</h2>")
        parts += _html_entries(chapter)
        if chapter.title == _SETUP:
            parts += [_figure(picture) for picture in first]
    if later:
        parts.append("<h2>Examples</h2>")
        parts += [_figure(picture) for picture in later]
    return "\n".join(parts)


def _html_entries(chapter: Chapter) -> Iterator[str]:
    for entry in chapter.entries:
        name = f"<strong>{escape(capital(entry.name))}.</strong> " if entry.name else ""
        yield f"<p>{name}{escape(entry.text)}</p>"


def _figure(picture: Diagram) -> str:
    return f"<figure>{draw_svg(picture.state)}<figcaption>{escape(picture.caption)}</figcaption></figure>"

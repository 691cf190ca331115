"""The page of a game of the library: its board, its rules in words, its file, and what proves it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import punctuation
from typing import Any

from rulewright import load
from rulewright.show.drawing import draw_svg
from rulewright.site.building import Setup, build
from rulewright.source.diagnostics import one_of
from rulewright.wording import Diagram, Rulebook, diagrams, rulebook

from .pages import code, frame

_DIAGRAMS = 6
_SETUP = Setup(workshop=False, allow_hooks=True)
_PUNCTUATION = re.compile(f"[{re.escape(punctuation)}]")
_EXTENDS = re.compile(r"^extends: (\w+)", re.MULTILINE)
_HOOKS = re.compile(r"^hooks:\n? *(?:file: )?(\w+\.py)", re.MULTILINE)


@dataclass(slots=True)
class Made:
    """What a game puts into the site: `board` is the page that plays it; `refusal` says why there can be none."""

    name: str
    board: str
    text: str = ""
    pictures: dict[str, str] = field(default_factory=dict)  # by their names beside the text
    refusal: str = ""


def board(task: tuple[str, Path]) -> Made:
    """A game that stands on a page already: its board alone."""
    name, path = task
    built = build(name, path, _SETUP)
    return Made(name, built.page, refusal=built.refusal)


def game(task: tuple[str, Path], others: Container[str]) -> Made:
    """`others` are the games with pages."""
    name, path = task
    built, loaded = build(name, path, _SETUP), load(path, allow_hooks=True, engine="reference")
    book = rulebook(loaded.rules, loaded._pipeline.choices)
    made = Made(name, built.page, refusal=built.refusal)
    parts = [
        f"# {plain(book.title)}\n",
        f'<img class="game-picture" src="../pictures/{name}.svg" alt="">\n',
        *([f"*{plain(book.about)}*\n"] if book.about else []),
        *_facts(built.entry, book, loaded.players, loaded.rules.source or "", _above(path, others)),
        "\n## Play\n",
        *_play(name, book.title, built.refusal),
        "\n## The rules in words\n",
        *_words(made, book, list(diagrams(loaded, _DIAGRAMS))),
        "\n## The file\n",
        *_files(path),
        "\n## What proves it\n",
        *_proofs(built.entry["evidence"]),
    ]
    made.text = "\n".join(parts) + "\n"
    return made


def plain(text: str) -> str:
    """A text that Markdown leaves as it is."""
    return _PUNCTUATION.sub(r"\\\g<0>", " ".join(text.split()))


def _facts(entry: Mapping[str, Any], book: Rulebook, players: Sequence[str], source: str, above: str) -> Iterator[str]:
    if book.by:
        yield f"* By {plain(book.by)}"
    yield f"* **Players:** {len(players)}, {plain(one_of(players, 'and'))}"
    if entry["categories"]:
        yield f"* **Kind:** {plain(', '.join(entry['categories']))}"
    if source:
        yield f"* **Rules from:** {plain(source)}"
    if above:
        yield f"* **Changes** {above}, whose rules it has otherwise"
    proven = "compared with others" if entry["status"] == "proven" else "by the tests in its file"
    yield f"* ***{entry['status'].capitalize()}***, [{proven}](#what-proves-it); {entry['lines']} lines"
    yield "* One of [the games of the library](../games.md)"


def _above(path: Path, others: Container[str]) -> str:
    """The game that this one extends, as a link if it can be one."""
    found = _EXTENDS.search(path.read_text("utf-8"))
    return "" if found is None else f"[`{found[1]}`]({found[1]}.md)" if found[1] in others else f"`{found[1]}`"


def _play(name: str, title: str, refusal: str) -> Iterator[str]:
    if refusal:
        other = f"`rulewright play {name}` plays it in a terminal, `rulewright serve` in the browser"
        yield f"{plain(refusal[:1].upper() + refusal[1:])}. {other}.\n"
        return
    yield frame(f"games/{name}", name, title)
    yield ""
    yield f'<p class="beside"><a href="../play/{name}.html">The board on a page of its own</a></p>\n'


def _words(made: Made, book: Rulebook, shown: Sequence[Diagram]) -> Iterator[str]:
    for chapter in book.chapters:
        yield f"\n### {plain(chapter.title)}\n"
        for entry in chapter.entries:
            named = f"**{plain(entry.name[:1].upper() + entry.name[1:])}.** " if entry.name else ""
            yield f"{named}{plain(entry.text)}\n"
    if shown:
        yield "\n### Diagrams\n"
    for number, diagram in enumerate(shown, 1):
        file = f"{made.name}_{number}.svg"
        made.pictures[file] = draw_svg(diagram.state)
        yield f'<img class="diagram" src="{file}" alt="A position">\n'
        yield f"{number}\\. {plain(diagram.caption)}\n"


def _files(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8")
    yield f"`games/{path.name}`:\n"
    yield code(text, "yaml")
    hooks = _HOOKS.search(text)
    if hooks:
        yield f"`games/{hooks[1]}`:\n"
        yield code((path.parent / hooks[1]).read_text("utf-8"), "python")


def _proofs(evidence: Sequence[Mapping[str, str]]) -> Iterator[str]:
    for proof in evidence:
        yield f"* **{plain(proof['by'])}:** {plain(proof['text'])}. {plain(proof['how'])}"
    if not evidence:
        yield "The tests in its file; no other program and no published table has been compared with it."

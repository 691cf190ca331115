"""One page for every diagnostic code: what it means, how to mend it, a bad and a good example.

A page is the file CODE.md in this folder:

    # yaml-duplicate: a key is written twice        the code, a colon, a phrase of plain words

    What it means, in one paragraph for people who do not program. More paragraphs may follow.

    ```yaml bad                                     a game file that gets exactly this code, and nothing else
    ...
    ```

    How to mend it.

    ```yaml good                                    the same file, mended: no error and no warning
    ...
    ```

Both examples are complete game files, so that a test can run them. What cannot be written as the text of one
game file (a folder, a file of a megabyte, a second file) stands in a block of the kind `text`, which is not
run. The part of a code before its first hyphen is its family.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_BLOCK = re.compile(r"^```(\w+)(?: (bad|good))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """A block of a page. `kind` is `bad`, `good` or, for a block that is not a game file, `text`."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """`title` is the phrase behind the code, `summary` the first paragraph, `text` the whole page."""

    code: str
    title: str
    summary: str
    text: str

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(Example(kind or language, text) for language, kind, text in _BLOCK.findall(self.text))


@cache
def page(code: str) -> Page | None:
    """The page of a code, or nothing if there is none."""
    if code not in codes():
        return None
    text = (_FOLDER / f"{code}.md").read_text(encoding="utf-8")
    heading, summary, *_ = text.split("\n\n")
    title = heading.removeprefix(f"# {code}: ")
    return Page(code, title, " ".join(summary.split()), text.rstrip("\n"))


@cache
def codes() -> tuple[str, ...]:
    """All codes that have a page, in alphabetical order."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.md") if path.name != "README.md"))


def families() -> dict[str, list[str]]:
    """The codes of each family, both in alphabetical order."""
    found: dict[str, list[str]] = {}
    for code in codes():
        found.setdefault(code.split("-")[0], []).append(code)
    return found

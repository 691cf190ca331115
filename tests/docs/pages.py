"""The examples in docs/: how they are marked, and how they are found.

A fenced block is an example if its info string says so:

    ```yaml game brook.yaml     a complete game file: no error, no warning. The name may be left out.
    ```yaml fragment            keys of a game. `<!-- with: army -->` in the line before names the small game of
                                bases/ that they change, by `extends`, so line numbers stay those of the block.
                                `<!-- proof`, tests and `-->` in the lines behind it are what it must do.
    ```yaml broken brook.yaml   a file (or, after `<!-- with: … -->`, a fragment) with a mistake. The next block
                                is a `text` or `console` block that shows what Rulewright says.
    ```python hook FILE.py      a hook file that the following examples of the page find beside them.
    ```python                   statements that run after those the page has shown before.
    ```console                  commands after "$ " and what they print; a line "…" stands for any lines. The
                                files of the page are there, as they were last shown.

`<!-- board -->` behind a whole game gives it a board where the pages are a site (tools/make_docs_site.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BASES = Path(__file__).parent / "bases"

_FENCE = re.compile(
    r"(?:^<!-- with: (?P<base>\w+) -->\n)?^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$"
    r"(?:\n<!-- proof\n(?P<proof>.*?)^-->$)?",
    re.MULTILINE | re.DOTALL,
)
_GAME = ("game", "fragment", "broken")
DEFAULT_FILE = "example.yaml"


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block. `kind` is game, fragment, broken, hook, console, text, or another language."""

    page: str
    number: int
    line: int
    kind: str
    file: str
    base: str | None
    text: str
    proof: str = ""  # tests that the reader does not see

    @property
    def is_game(self) -> bool:
        return self.kind in _GAME

    @property
    def whole(self) -> str:
        """The text as a file: a fragment says behind its last line which game it changes."""
        if self.base is None:
            return self.text
        tests = f"tests:\n{self.proof}" if self.proof else ""
        return f"{self.text}game: Example\nextends: {self.base}\n{tests}"

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@cache
def pages() -> tuple[Path, ...]:
    return tuple(sorted(DOCS.rglob("*.md")))


@cache
def blocks(page: Path) -> tuple[Block, ...]:
    text = page.read_text(encoding="utf-8")
    return tuple(_block(page, number, text, found) for number, found in enumerate(_FENCE.finditer(text)))


def all_blocks() -> list[Block]:
    return [block for page in pages() for block in blocks(page)]


def _block(page: Path, number: int, text: str, found: re.Match[str]) -> Block:
    language, _, rest = found["info"].partition(" ")
    kind, _, file = rest.partition(" ")
    line = text[: found.start("info")].count("\n") + 1
    if language not in ("yaml", "python") or not kind:
        kind = language
    name = page.relative_to(DOCS).as_posix()
    return Block(name, number, line, kind, file or DEFAULT_FILE, found["base"], found["text"], found["proof"] or "")

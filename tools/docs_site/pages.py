"""Which files of the repository are pages of the site, what they are called there, and whether their links hold.

The pages are those of docs/ and whatever they lead to. A game of the library that is built has a page of its own, made
in `games.py`; any other file is shown as it is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from posixpath import dirname, relpath

from .reading import Link, Markdown, as_written, read

_ASSETS = {".svg", ".png", ".ipynb"}
_LEXERS = {".py": "python", ".yaml": "yaml", ".json": "json"}
_MESSAGES = "interpreter/rulewright/diagnostic_pages/"


@dataclass(slots=True)
class Pages:
    """`games` are the names of those with pages of their own."""

    root: Path
    games: frozenset[str] = frozenset()
    written: dict[Path, Markdown] = field(default_factory=dict)
    shown: dict[Path, str] = field(default_factory=dict)
    assets: set[Path] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    # ------------------------------------------------------------ reading

    def gather(self) -> None:
        """Reads docs/ and all that it leads to, and finds the links that lead nowhere."""
        waiting = sorted((self.root / "docs").rglob("*.md"))
        for path in waiting:  # which grows
            page = self.written[path] = read(path)
            self.faults += [self._fault(path, line, said) for line, said in page.faults]
            for link in page.links:
                goal = self._goal(path, link)
                if goal is None:
                    continue
                if goal.suffix == ".md":
                    waiting += [goal] if goal not in waiting else []
                elif goal.suffix in _ASSETS:
                    self.assets.add(goal)
                elif not self._has_page(goal):
                    self.shown[goal] = _as_code(self.root, goal)
        for path, page in self.written.items():
            for link in page.links:
                self._look_for_anchor(path, link)
        self.faults.sort()

    def _goal(self, path: Path, link: Link) -> Path | None:
        """The file that a link means, if there is one in the repository."""
        goal = Path(os.path.normpath(path.parent / link.target)) if link.target else path
        if not goal.is_relative_to(self.root):
            self.faults.append(self._fault(path, link.line, f'"{link.written}" leads out of the repository'))
        elif not goal.exists():
            self.faults.append(self._fault(path, link.line, f'"{link.written}" leads nowhere'))
        else:
            return goal / "README.md" if (goal / "README.md").is_file() else goal
        return None

    def _look_for_anchor(self, path: Path, link: Link) -> None:
        goal = Path(os.path.normpath(path.parent / link.target)) if link.target else path
        if link.anchor and goal in self.written and link.anchor not in self.written[goal].anchors:
            said = f'"{link.written}" leads to a place that is not on its page'
            self.faults.append(self._fault(path, link.line, said))

    def _fault(self, path: Path, line: int, said: str) -> str:
        return f"{path.relative_to(self.root)}:{line}: {said}"

    # ------------------------------------------------------------ names

    def _has_page(self, path: Path) -> bool:
        """Whether it is a game with a page of its own, or the folder of all of them."""
        return path == self.root / "games" or (path.parent == self.root / "games" and self._built(path))

    def _built(self, path: Path) -> bool:
        return path.suffix == ".yaml" and path.stem in self.games

    def name(self, path: Path) -> str:
        """What a page is called on the site, without its suffix; an asset is called by all of its name."""
        way = path.relative_to(self.root).as_posix()
        if way == "games":
            return "games"
        if path.suffix == ".md":
            plain = way.removesuffix(".md")
            if way.startswith("docs/"):
                inside = plain.removeprefix("docs/")
                return f"{inside.removesuffix('README')}index" if path.name == "README.md" else inside
            if way.startswith(_MESSAGES):
                return f"messages/{path.stem}"
            return f"files/{plain}" if "/" in way else plain.lower()
        if path in self.assets and way.startswith("docs/"):
            return way.removeprefix("docs/")
        return f"games/{path.stem}" if self._has_page(path) else f"files/{way}"

    # ------------------------------------------------------------ writing

    def write(self, folder: Path) -> None:
        """The pages as the generator reads them; a page keeps the numbers of its lines."""
        for path in self.written:
            _write(folder / f"{self.name(path)}.md", self.text(path))
        for path, text in self.shown.items():
            _write(folder / f"{self.name(path)}.md", text)
        for path in self.assets:
            target = folder / self.name(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())

    def text(self, path: Path) -> str:
        page = self.written[path]
        lines = list(page.lines)
        here = dirname(self.name(path))
        moves: dict[int, dict[str, str]] = {}
        for link in page.links:
            goal = self._goal(path, link)
            assert goal is not None
            suffix = "" if goal in self.assets else ".md"
            anchor = f"#{link.anchor}" if link.anchor else ""
            moved = f"{relpath(self.name(goal) + suffix, here or '.')}{anchor}"
            moves.setdefault(link.line - 1, {}).update(zip(as_written(link.written), as_written(moved), strict=True))
        for line, forms in moves.items():
            lines[line] = re.sub("|".join(map(re.escape, forms)), partial(_new, forms), lines[line])
        for number, board in enumerate(page.boards, 1):
            lines[board.line - 1] = frame(self.name(path), self.board_name(path, number), "The game above")
        return "\n".join([*lines, *self._contents(path), ""])

    def boards(self) -> Iterator[tuple[str, str]]:
        """The games of pages by the names of their boards."""
        for path, page in self.written.items():
            for number, board in enumerate(page.boards, 1):
                yield self.board_name(path, number), board.game

    def board_name(self, path: Path, number: int) -> str:
        return f"{self.name(path).replace('/', '_')}_{number}"

    def _contents(self, path: Path) -> list[str]:
        """What lies below a page: what its own text leads to in its folder, in that order, and all others there."""
        if path.name != "README.md" or not path.is_relative_to(self.root / "docs"):
            return []
        led = [self._goal(path, link) for link in self.written[path].links]
        there = dict.fromkeys([*led, *self.written])
        here = dirname(self.name(path)) or "."
        names = [relpath(self.name(other), here) for other in there if other and self._contents_of(other) == path]
        return ["", "```{toctree}", ":hidden:", *names, "```"]

    def _contents_of(self, path: Path) -> Path | None:
        """The page whose contents a page is in: the README nearest above it; the first one for what lies at the top."""
        docs = self.root / "docs"
        if path.parent == self.root and path in self.written:
            return docs / "README.md"
        above = [folder / "README.md" for folder in path.parents if folder.is_relative_to(docs)]
        return next((page for page in above if page in self.written and page != path), None)


def _new(forms: Mapping[str, str], found: re.Match[str]) -> str:
    return forms[found[0]]


def frame(page: str, board: str, title: str) -> str:
    """A board on a page; it is loaded when somebody comes near it."""
    way = relpath(f"play/{board}.html", dirname(page) or ".")
    return f'<iframe class="board" src="{way}" title="{escape(title)}" loading="lazy"></iframe>'


def code(text: str, language: str) -> str:
    """A block of code, whatever is in it."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 0)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def _as_code(root: Path, path: Path) -> str:
    way = path.relative_to(root).as_posix()
    if path.is_dir():
        files = [file for file in sorted(path.iterdir()) if file.is_file()]
        return "\n".join([f"# {way}\n", *(f"## {file.name}\n\n{_block(file)}" for file in files)])
    return f"# {way}\n\n{_block(path)}"


def _block(path: Path) -> str:
    return code(path.read_text("utf-8", "replace"), _LEXERS.get(path.suffix, "text"))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")

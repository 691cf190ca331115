"""Makes a site of docs/, with search, a page for every game of the library, and boards to play on.

    pip install '.[docs]'
    python tools/make_docs_site.py -o public

Sphinx writes the pages, from the texts as they are; `rulewright.site` the boards. It all works from a disk, too, and
loads nothing from elsewhere. Links that lead nowhere are told with their line, and then nothing is made.

    python tools/make_docs_site.py --check              looks at the links alone
    python tools/make_docs_site.py -o public hive tak   with pages for these games; of the others the file is shown
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "interpreter"))

from rulewright.errors import InvalidGame
from rulewright.language.game_files import shipped
from rulewright.site.pages import shared_files
from tools.docs_site.games import Made, board, game
from tools.docs_site.pages import Pages

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str] | None = None) -> int:
    told = _read(arguments)
    begun = time.monotonic()
    games = {name: path for name, path in shipped().items() if name in told.games or not told.games}
    pages = Pages(ROOT, frozenset(games))
    pages.gather()
    if pages.faults:
        print("\n".join(pages.faults), file=sys.stderr)
        return 1
    if told.check:
        print(f"{len(pages.written)} pages, all links hold")
        return 0
    try:
        faults = make(pages, games, Path(told.output), told.workers)
    except (InvalidGame, OSError) as error:
        faults = [str(error)]
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 1
    files = [path for path in Path(told.output).rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"{told.output}: {len(files)} files, {size:.1f} MB, in {time.monotonic() - begun:.0f} s")
    return 0


def make(pages: Pages, games: dict[str, Path], output: Path, workers: int) -> list[str]:
    """Writes the site; what is wrong with it is told."""
    from tools.docs_site.checking import dead_ends
    from tools.docs_site.generator import generate

    with tempfile.TemporaryDirectory() as name:
        staged = Path(name, "pages")
        pages.write(staged)
        for made in _made(pages, games, Path(name), workers):
            if made.refusal and not made.text:
                return [f"{made.name}: {made.refusal}"]
            _write(output / "play" / f"{made.name}.html", made.board)
            _write(staged / "games" / f"{made.name}.md", made.text)
            for picture, drawn in made.pictures.items():
                _write(staged / "games" / picture, drawn)
        for file, text in shared_files():
            _write(output / file, text)
        return generate(staged, output, Path(name, "doctrees")) or list(dead_ends(output))


def _made(pages: Pages, games: dict[str, Path], folder: Path, workers: int) -> Iterator[Made]:
    """Games of the library and of pages, side by side."""
    own = {}
    for name, text in pages.boards():
        own[name] = folder / "boards" / f"{name}.yaml"
        _write(own[name], text)
    with_page = partial(game, others=pages.games)
    if workers == 1:
        yield from map(board, own.items())
        yield from map(with_page, games.items())
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(board, own.items())
        yield from pool.map(with_page, games.items())


def _write(path: Path, text: str) -> None:
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="docs/ as a site with search and boards")
    parser.add_argument("games", metavar="GAME", nargs="*", help="games that get a page (the whole library)")
    parser.add_argument("-o", "--output", metavar="FOLDER", help="where the site goes")
    parser.add_argument("--force", action="store_true", help="write into a folder that has something in it already")
    parser.add_argument("--check", action="store_true", help="look at the links and make nothing")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="games at a time (all cores)")
    told = parser.parse_args(arguments)
    unknown = sorted({*told.games} - {*shipped()})
    if unknown:
        parser.error(f"no game of the library is called {unknown[0]}")
    if told.workers < 1:
        parser.error("--workers takes a number from 1")
    if not told.check and not told.output:
        parser.error("name the folder with -o")
    if not told.check and not told.force and _is_taken(Path(told.output)):
        parser.error(f"{told.output} has something in it; name another folder, or add --force")
    return told


def _is_taken(path: Path) -> bool:
    return path.exists() and (not path.is_dir() or any(path.iterdir()))


if __name__ == "__main__":
    sys.exit(main())

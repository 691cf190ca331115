"""`rulewright site`: the games as a folder of pages for any web host."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from .named_files import named_files
from .positions import add_effort_argument, add_hooks_argument, shown
from .progress import Progress
from .spreading import add_workers_argument, chosen_where
from .terminal import InputError, UsageError, tell
from .writing import new_file, told_if_unwritable, write_all

if TYPE_CHECKING:
    from ..site.building import Built, Setup

HELP = "write games as a folder of pages for any web host: a gallery, and each game to play"
EXAMPLES = (
    "site -o public",
    "site hive my_game.yaml -o public",
    "site -o public --pyodide package",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="*", help="game files or ids of library games (the whole library)"
    )
    parser.add_argument("-o", "--output", metavar="FOLDER", required=True, help="where the pages go")
    parser.add_argument("--force", action="store_true", help="write into a folder that has something in it already")
    parser.add_argument(
        "--pyodide",
        metavar="FOLDER",
        help='a folder with Pyodide (such as "npm pack pyodide" fetches): then the workshop is in the pages, too',
    )
    add_hooks_argument(parser)
    add_effort_argument(parser)
    add_workers_argument(parser, "build games at a time", None)


def run(arguments: argparse.Namespace) -> int:
    from ..language.game_files import shipped
    from ..site.building import Setup, beginning
    from ..site.pages import gallery, shared_files
    from ..site.workshop import FIRST, workshop_files

    begun = monotonic()
    pyodide = _pyodide(arguments.pyodide)
    files = named_files(arguments.games) if arguments.games else shipped()
    folder = _Folder(arguments.output)
    folder.begin(over=arguments.force)
    for name, text in shared_files():  # before all the work: what cannot be written is found out now
        folder.write(name, text)
    entries, left_out = [], []
    setup = Setup(workshop=bool(pyodide), allow_hooks=arguments.allow_hooks, effort=arguments.effort)
    for name, built in _built(arguments, files, setup):
        if built.refusal:
            left_out.append(built.refusal)
            continue
        folder.write(f"play/{name}.html", built.page)
        folder.write(f"pictures/{name}.svg", built.picture)
        entries.append(built.entry)
        if pyodide:
            folder.write(f"games/{name}.json", built.begun)
    if pyodide:
        folder.write(f"games/{FIRST}.json", beginning(shipped()[FIRST]))
        for name, content in workshop_files(entries, pyodide):
            folder.write(name, content)
    folder.write("index.html", gallery(entries, setup.workshop))
    for refusal in left_out:
        tell(f"left out: {shown(refusal)}")
    tell(
        f"wrote {len(entries)} {'game' if len(entries) == 1 else 'games'} into {shown(arguments.output)}: "
        f"{folder.files} files, {folder.size / 1e6:.1f} MB, in {monotonic() - begun:.0f} s"
    )
    return 0


def _pyodide(folder: str | None) -> list[Path]:
    """The files of Pyodide, if there is to be a workshop."""
    from ..site.python import NoPyodide, pyodide_files

    try:
        return pyodide_files(Path(folder)) if folder is not None else []
    except NoPyodide as error:
        raise InputError(f"{shown(str(error))}.") from None


@dataclass(slots=True)
class _Folder:
    name: str
    files: int = 0
    size: int = 0

    def begin(self, *, over: bool) -> None:
        if not self.name:
            raise UsageError("-o is empty; name the folder where the pages go")
        with told_if_unwritable(self.name):
            if os.path.lexists(self.name) and not os.path.isdir(self.name):
                raise InputError(f"{shown(self.name)} is a file; name a folder")
            os.makedirs(self.name, exist_ok=True)
            if not over and os.listdir(self.name):
                raise InputError(
                    f"{shown(self.name)} has something in it; name another folder, or add --force to write between it"
                )

    def write(self, name: str, text: str | bytes) -> None:
        """A file of the folder, over one that is there: whether that may be was asked at the beginning."""
        path = Path(self.name, name)
        with told_if_unwritable(str(path)):
            path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode() if isinstance(text, str) else text
        with new_file(str(path), over=True) as stream:
            write_all(stream, data)
        self.files += 1
        self.size += len(data)


def _built(arguments: argparse.Namespace, files: Mapping[str, Path], setup: Setup) -> Iterator[tuple[str, Built]]:
    """What came of each game, in the order of the files; games that were named must not be left out."""
    from ..errors import InvalidGame
    from ..site.building import prepare
    from ..spread.news import Finished, Lost

    found: dict[str, Built] = {}
    try:
        with chosen_where(arguments, None) as where, Progress(len(files), "games") as progress:
            for news in where.crew(prepare, setup).run(files.items()):
                if isinstance(news, Lost):
                    raise RuntimeError(f"{news.task[0]}: {news.why}")
                if isinstance(news, Finished):
                    if isinstance(news.value, InvalidGame):
                        raise news.value
                    if news.value.refusal and arguments.games:
                        raise InputError(f"{shown(news.value.refusal)}.")
                    found[news.task[0]] = news.value
                progress.show(len(found))
    except KeyboardInterrupt:
        tell(f"interrupted: {len(found)} of {len(files)} games were made, and no page of them is written")
        raise
    yield from ((name, found[name]) for name in files)

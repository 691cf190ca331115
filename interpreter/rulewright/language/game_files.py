"""Where the games and the grammar lie, and which game a word on the command line means."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from ..source.diagnostics import Diagnostic, InternalError, Report, did_you_mean, one_of

GAME_SUFFIX = ".yaml"
_TITLE = re.compile(rb"^game:[ \t]+(.*)", re.MULTILINE)
_FEWEST_LETTERS = 3  # fewer are part of too many names to say which one is meant


def library_folder() -> Path:
    """The folder with the shipped games."""
    return _data_folder("games")


def grammar_folder() -> Path:
    """The folder with `rules.lark` and `game.schema.json`."""
    return _data_folder("grammar")


def guide_folder() -> Path:
    """The folder with `tutorial.md`, `recipes.md` and `reference`."""
    return _data_folder("docs")


def _data_folder(name: str) -> Path:
    package = Path(__file__).resolve().parents[1]
    installed = package / "_data" / name
    if installed.is_dir():
        return installed
    # Only a checkout keeps the package in interpreter/ beside the grammar; other neighbours are strangers.
    root = package.parents[1]
    if package.parent.name == "interpreter" and (root / "grammar" / "rules.lark").is_file():
        return root / name
    raise InternalError(f'the folder "{name}" is missing from this installation of Rulewright')


def normal_id(text: str) -> str:
    """Ids, options and values are compared in this form: case does not matter, `-`, `+` and `_` are alike."""
    return text.casefold().replace("-", "_").replace("+", "_")


def stem_of(path: Path) -> str:
    """What a file is called, as a text that can be written anywhere: names of files may be bytes that are none."""
    return os.fsencode(path.stem).decode("utf-8", "replace")


def games_in(folder: Path) -> dict[str, Path]:
    """The game files of a folder: id (the file's name without `.yaml`) -> path."""
    try:
        return _listed(folder)
    except OSError:
        return {}


def _listed(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in sorted(folder.iterdir()) if path.suffix == GAME_SUFFIX}


def shipped() -> dict[str, Path]:
    """The games of the library: id -> path. A system that has no descriptors left is not taken for an empty library."""
    return _listed(library_folder())


def game_called(text: str, games: dict[str, Path]) -> Path | None:
    """The game of `games` with this id."""
    wanted = normal_id(text)
    exact = next((path for name, path in games.items() if normal_id(name) == wanted), None)
    if exact is not None:
        return exact
    # tic-tac-toe is tictactoe: where no id is written so, the strokes between words do not matter.
    joined = wanted.replace("_", "")
    return next((path for name, path in games.items() if normal_id(name).replace("_", "") == joined), None)


def find_game(text: str, report: Report) -> Path | None:
    """The file meant by `text`: the id of a game of the library, a path, or the title of a game of the library."""
    if looks_like_path(text):
        return Path(text)
    games = shipped()
    found = game_called(text, games)
    if found:
        return found
    if "\0" not in text and os.path.lexists(text):  # a link that leads nowhere is told about where it is read
        return Path(text)
    titled = _game_titled(text, games)
    if titled:
        return titled
    report_missing(text, text, report)
    return None


def _game_titled(text: str, games: dict[str, Path]) -> Path | None:
    """The game with this title, or with an id of these letters: "Nine Men's Morris", "Schleicher & Hüpfer"."""
    wanted = _letters(text)
    if not wanted:
        return None
    by_id = next((path for name, path in games.items() if _letters(name) == wanted), None)
    # Our own files have their title on a line of its own; to read them as YAML would take a second.
    titles = {path: _TITLE.search(path.read_bytes()) for path in games.values()} if by_id is None else {}
    return by_id or next(
        (path for path, title in titles.items() if title and _letters(title[1].decode()) == wanted), None
    )


def _letters(text: str) -> str:
    """Letters and digits alone, small and without accents: what is left of a title that was typed in a hurry."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def looks_like_path(text: str) -> bool:
    """Whether a text can only be a path: ids have neither folders nor endings."""
    return text.endswith((GAME_SUFFIX, ".yml")) or "/" in text or os.sep in text


def report_missing(text: str, shown: str, report: Report) -> None:
    """Tells that there is no such game, and which one may be meant."""
    if looks_like_path(text):
        message, help = f'there is no file "{shown}".', _similar_file(text)
    else:
        message = f'I know no game "{shown}": it is neither in the library nor a file here.'
        help = _similar_game(text)
    report.add(Diagnostic("file-missing", message, file=shown, help=help))


def _similar_file(text: str) -> str:
    path = Path(text.replace("\0", ""))
    beside = games_in(path.parent)
    similar = did_you_mean(path.stem, beside)
    if similar:
        return f'did you mean "{beside[similar]}"?'
    game = game_called(path.stem, shipped())
    if game:
        return f'the library has a game of that name: write "{game.stem}", without folder and ending'
    return "check the spelling and the folder"


def _similar_game(text: str) -> str:
    games, here = shipped(), games_in(Path("."))
    if game_called(text, here):
        return f'did you mean the file "{game_called(text, here)}"?'
    similar = similar_games(text, [*games, *here])
    if similar:
        return meant([name if name in games else str(here[name]) for name in similar])
    if games:
        return f"games of the library: {one_of(games, 'and')}"
    return f"write the path of a game file, such as my_game{GAME_SUFFIX}"


def similar_games(text: str, ids: Iterable[str]) -> list[str]:
    """The ids that may be meant: those that begin so, then a word of theirs, then those that look alike.

    People know a long name by its beginning or by one of its words; an id of the same length that shares some letters
    is the worse guess.
    """
    names = {normal_id(name): name for name in sorted(ids)}
    wanted = normal_id(text).strip().replace(" ", "_")
    for part in (wanted, wanted.rstrip("0123456789")):  # connect4 is connect_four
        if len(part) >= _FEWEST_LETTERS:
            found = [name for name in names if name.startswith(part)]
            found = found or [name for name in names if f"_{part}" in name]
            if found:
                return [names[name] for name in found]
    words = {word for name in names for word in name.split("_") if len(word) > _FEWEST_LETTERS}
    similar = did_you_mean(wanted, {*names, *words})
    if similar in names:
        return [names[similar]]
    return [names[name] for name in names if similar in name.split("_")]


def meant(names: Iterable[str]) -> str:
    """The question whether one of these was meant."""
    quoted = [f'"{name}"' for name in names]
    return f"did you mean {one_of(quoted, most=6)}?"

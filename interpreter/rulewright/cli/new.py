"""`rulewright new`: write a small game to start from."""

from __future__ import annotations

import argparse
import os
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from .games import compiled
from .terminal import InputError, UsageError, say

if TYPE_CHECKING:
    from ..language.document.nodes import Mapping

HELP = "write a small, commented, valid game to start from"

_ID = re.compile(r"[a-z][a-z0-9_]*")
_PATCHABLE = ("pieces", "regions", "vars", "define", "paths", "actions", "options")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", help="the id of the new game; it is written to NAME.yaml in this folder"
    )
    parser.add_argument(
        "--from", dest="parent", metavar="GAME", help="write a variant that extends this game"
    )
    parser.add_argument("--force", action="store_true", help="write over a file of this name")


def run(arguments: argparse.Namespace) -> int:
    name = arguments.name
    _check_name(name)
    schema = _schema_reference()
    if arguments.parent is None:
        from .template import new_game

        text = new_game(name, schema)
    else:
        child = _child(name, schema, arguments.parent)
        if child is None:
            return 1
        text = child
    file = Path(f"{name}.yaml")
    try:
        with open(file, "w" if arguments.force else "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise InputError(f"{file} is already there; choose another name, or add --force") from None
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror}") from None
    say(f'wrote {file}; check it with "rulewright validate {file}"')
    return 0


def _check_name(name: str) -> None:
    from ..language.library import game_called, shipped
    from ..language.limits import LIMITS
    from ..language.rendering.characters import visible

    longest = LIMITS.name_length.value
    if not _ID.fullmatch(name) or len(name) > longest:
        proposal = _proposal(name)[:longest]
        hint = f'; try "{proposal}"' if _ID.fullmatch(proposal) else ""
        raise UsageError(
            f'"{visible(name)}" cannot be the id of a game: an id has at most {longest} small letters, '
            f"digits and _, and begins with a letter{hint}"
        )
    if game_called(name, shipped()):
        raise UsageError(f'the library has a game "{name}" already; choose another name')


def _proposal(name: str) -> str:
    """`Mühle 2.yaml` becomes `muhle_2`."""
    letters = unicodedata.normalize("NFKD", name.removesuffix(".yaml").removesuffix(".yml")).lower()
    plain = "".join(char for char in letters if not unicodedata.combining(char))
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def _schema_reference() -> str:
    """Where an editor finds the schema: the path from here in a checkout, else the whole path."""
    from ..language.library import grammar_folder

    schema = (grammar_folder() / "game.schema.json").resolve()
    checkout = schema.parent.parent
    if Path.cwd().is_relative_to(checkout):
        return Path(os.path.relpath(schema)).as_posix()
    # Editors end the reference at the first blank, so a path with one is written as an address.
    return schema.as_uri() if " " in str(schema) else str(schema)


def _child(name: str, schema: str, game: str) -> str | None:
    """The text of a variant of the game; nothing, and its errors on standard error, if the game has any."""
    compilation = compiled(game, {})
    if compilation is None or compilation.document is None:
        return None
    parent = _parent_id(game)
    if parent == name:
        raise UsageError(f'a game cannot extend itself; choose another name than "{name}"')
    return variant(name, schema, parent, game, compilation.document.root)


def variant(name: str, schema: str, parent: str, game: str, root: Mapping) -> str:
    """A variant of `game`, whose file is `root`; `parent` is what it extends."""
    from .template import child_game

    inherited = {key: _names(root, key) for key in _PATCHABLE}
    return child_game(name, schema, parent, _text(root, "game") or parent, inherited, _first_test(root, game))


def _parent_id(game: str) -> str:
    """What the variant writes after `extends:`."""
    from ..language.library import GAME_SUFFIX, game_called, looks_like_path, shipped

    in_library = None if looks_like_path(game) else game_called(game, shipped())
    file = in_library or Path(game).resolve()
    if not in_library and (file.parent != Path.cwd() or file.suffix != GAME_SUFFIX):
        raise UsageError("a variant stands beside the game it extends; go to the folder of that game first")
    return file.stem


def _names(root: Mapping, key: str) -> list[str]:
    from ..language.document.nodes import Mapping

    entries = root.get(key)
    return [entry.key.text.split("(")[0] for entry in entries.entries] if isinstance(entries, Mapping) else []


def _text(root: Mapping, key: str) -> str | None:
    from ..language.document.nodes import Scalar

    value = root.get(key)
    return value.text if isinstance(value, Scalar) else None


def _first_test(root: Mapping, game: str) -> str:
    """A test that the parent passes: its number of first moves, or one outcome of chance if it begins with that."""
    import json

    known = _first_perft(root)
    if known is not None:
        return f"perft: [{known}]"
    from ..game import load

    state = load(game).start()
    if state.is_chance:
        return f"play: [{json.dumps(state.legal_moves[0].text)}]"
    return f"perft: [{len(state.legal_moves)}]"


def _first_perft(root: Mapping) -> int | None:
    """How many first moves the game has, if one of its tests says so for the start and the usual options."""
    from ..language.document.nodes import Sequence, plain

    tests = root.get("tests")
    for test in map(plain, tests.items) if isinstance(tests, Sequence) else ():
        if isinstance(test, dict) and set(test) <= {"perft", "name", "inherit"}:
            counts = test.get("perft")
            if isinstance(counts, list) and counts and isinstance(counts[0], int):
                return counts[0]
    return None

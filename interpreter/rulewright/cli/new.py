"""`rulewright new`: write a small game to start from."""

from __future__ import annotations

import argparse
import os
import re
import unicodedata
from pathlib import Path

from .games import compiled
from .terminal import InputError, UsageError, say
from .writing import write_file

HELP = "write a small, commented, valid game to start from"
EXAMPLES = (
    "new my_game",
    "new my_chess --from chess",
)

_ID = re.compile(r"[a-z][a-z0-9_]*")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", help="the id of the new game; it is written to NAME.yaml in this folder"
    )
    parser.add_argument("--from", dest="parent", metavar="GAME", help="write a variant that extends this game")
    parser.add_argument("--force", action="store_true", help="write over a file of this name")


def run(arguments: argparse.Namespace) -> int:
    name = arguments.name
    _check_name(name)
    schema = _schema_reference()
    if arguments.parent is None:
        from ..library.template import new_game

        text = new_game(name, schema)
    else:
        text = _child(name, schema, arguments.parent)
    file = f"{name}.yaml"
    write_file(file, text, over=arguments.force)
    say(f'wrote {file}; check it with "rulewright validate {file}"')
    return 0


def _check_name(name: str) -> None:
    from ..language.game_files import game_called, shipped
    from ..source.limits import LIMITS
    from ..source.rendering.characters import visible

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
    from ..language.game_files import grammar_folder

    schema = (grammar_folder() / "game.schema.json").resolve()
    checkout = schema.parent.parent
    if Path.cwd().is_relative_to(checkout):
        return Path(os.path.relpath(schema)).as_posix()
    # Editors end the reference at the first blank, so a path with one is written as an address.
    return schema.as_uri() if " " in str(schema) else str(schema)


def _child(name: str, schema: str, game: str) -> str:
    """The text of a variant of the game."""
    from ..errors import InvalidGame
    from ..library.variant import variant

    pipeline = compiled(game, {})
    assert pipeline.document is not None
    parent = _parent_id(game)
    if parent == name:
        raise UsageError(f'a game cannot extend itself; choose another name than "{name}"')
    try:
        return variant(name, schema, parent, game, pipeline.document.root)
    except InvalidGame:  # it has been checked, so this is about permission
        raise InputError(
            "the first moves of this game cannot be counted without its hooks, which new never runs; give it a test "
            "that says how many there are:  - perft: [20]"
        ) from None


def _parent_id(game: str) -> str:
    """What the variant writes after `extends:`."""
    from ..language.game_files import GAME_SUFFIX, game_called, looks_like_path, shipped
    from ..language.place import place_of

    in_library = None if looks_like_path(game) else game_called(game, shipped())
    file = in_library or place_of(Path(game)).path
    if not in_library and (file.parent != Path.cwd() or file.suffix != GAME_SUFFIX):
        raise UsageError("a variant stands beside the game it extends; go to the folder of that game first")
    return file.stem

"""Versions of a game to be measured beside each other: values of options, or of numbers at a place of the file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from ..errors import InvalidGame
from ..game import Game, load_with
from ..language.reading import read_source
from ..source.diagnostics import Report

MOST = 200  # settings of one sweep
_RANGE = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})")
_PLACE = re.compile(r"(\d{1,6}):(\d{1,6})")
_NUMBER = re.compile(r"\d+")


class NoSetting(Exception):
    """What is asked for cannot be varied, in a sentence."""


@dataclass(frozen=True, slots=True)
class Axis:
    """What is varied: an option, or the number that stands at a line and column of the file; and its values."""

    name: str
    values: tuple[str, ...]

    @property
    def place(self) -> tuple[int, int] | None:
        found = _PLACE.fullmatch(self.name)
        return (int(found[1]), int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Setting:
    """One version: how it is told apart from the others, and the game."""

    label: str
    game: Game


@dataclass(frozen=True, slots=True)
class Refused:
    """A combination of values that the file does not allow, and what it says about it."""

    label: str
    error: InvalidGame


def axis(text: str) -> Axis:
    """`size=5..9`, `line=3,5`, `12:17=2..4`."""
    name, equals, given = text.rpartition("=")
    found = _RANGE.fullmatch(given)
    if found and int(found[2]) - int(found[1]) >= MOST:
        raise NoSetting(f'"--sweep {text}" has too many values; {MOST} can be swept at a time')
    if found:
        values = tuple(map(str, range(int(found[1]), int(found[2]) + 1)))
    else:
        values = tuple(value.strip() for value in given.split(","))
    if not (name and equals and all(values)) or (".." in given and not found):
        raise NoSetting(f'"--sweep {text}" should look like --sweep size=5..9, line=3,5 or 12:17=2..4 (line:column)')
    if found and int(found[1]) > int(found[2]):
        raise NoSetting(f'"--sweep {text}": a range goes from the smaller number to the larger one')
    return Axis(name, tuple(dict.fromkeys(values)))


def settings(
    path: Path, options: Mapping[str, str], axes: Sequence[Axis], folder: Path, allow_hooks: bool
) -> tuple[list[Setting], list[Refused]]:
    """The game with each combination of values, and what the file refuses; those of places are written into copies of
    the file, in `folder`. Raises `NoSetting`, or `InvalidGame` where everything is refused.
    """
    if len({each.name for each in axes}) < len(axes) or any(each.name in options for each in axes):
        raise NoSetting("an option can be given one value or be swept, and once")
    combinations = list(product(*(each.values for each in axes)))
    if len(combinations) > MOST:
        raise NoSetting(f"these are {len(combinations)} settings; {MOST} can be swept at a time")
    text = _text_of(path)
    found: list[Setting] = []
    refused: list[Refused] = []
    for number, values in enumerate(combinations):
        chosen = dict(zip((each.name for each in axes), values, strict=True))
        file = path
        changes = [(each.place, chosen[each.name]) for each in axes if each.place is not None]
        if changes:
            file = folder / str(number) / path.name
            file.parent.mkdir()
            file.write_text(
                _changed(text, path.name, [(*place, to) for place, to in changes if place]), encoding="utf-8"
            )
        label = ", ".join(f"{name}={value}" for name, value in chosen.items())
        picked = {name: value for name, value in chosen.items() if not _PLACE.fullmatch(name)}
        try:
            found.append(Setting(label, load_with(file, {**options, **picked}, allow_hooks=allow_hooks)))
        except InvalidGame as error:
            refused.append(Refused(label, error))
    if not found:
        raise refused[0].error
    return found, refused


def _text_of(path: Path) -> str:
    """What the file says, read with the care that every game file is read with."""
    report = Report()
    source = read_source(path, report)
    if source is None:
        raise InvalidGame(report)
    return source.text


def _changed(text: str, name: str, changes: Sequence[tuple[int, int, str]]) -> str:
    """The text with other numbers at some places; the last ones first, so that the others stay where they are."""
    lines = text.split("\n")
    for line, column, value in sorted(changes, reverse=True):
        row = lines[line - 1] if 1 <= line <= len(lines) else ""
        found = _NUMBER.match(row, column - 1) if column >= 1 else None
        if found is None or (column > 1 and row[column - 2].isdigit()):
            raise NoSetting(f"no number begins at line {line}, column {column} of {name}")
        if not value.isdecimal():
            raise NoSetting(f'"{value}" is no number, so it cannot stand at line {line}, column {column}')
        lines[line - 1] = row[: found.start()] + value + row[found.end() :]
    return "\n".join(lines)

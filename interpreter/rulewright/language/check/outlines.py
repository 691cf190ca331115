"""`outline:` of a look: the path of an SVG, which a browser draws as far as it understands it, and says nothing."""

from __future__ import annotations

import re

from ..document.nodes import Scalar
from .world import World

_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_NUMBER = re.compile(r"[-+]?(?:[0-9]*\.[0-9]+|[0-9]+\.?)(?:[eE][-+]?[0-9]{1,3})?")
_FLAG = re.compile(r"[01]")  # of an arc; nothing need stand between it and the next number
_FLAGS = (3, 4)
_BLANKS = re.compile(r"[ \n]*")
FURTHEST = 1000  # twenty times the box it is drawn in
_BETWEEN = re.compile(r"[ \n]*,?[ \n]*")


def check_outline(world: World, outline: Scalar) -> None:
    """Tells the first thing in it that a browser would not draw."""
    fault = path_fault(outline.text, FURTHEST)
    if fault is not None:
        at, why = fault
        help = 'write commands with their numbers, for example  "M5 40 L22 5 L40 40 Z"'
        world.report.error("display-outline", f"this outline cannot be drawn: {why}", outline.part(at, at + 1), help)


def path_fault(path: str, most: float) -> tuple[int, str] | None:
    """Where a path is none, and why."""
    at = 0
    while (at := _end(_BLANKS, path, at)) < len(path):
        letter, start = path[at], at
        wanted = _NUMBERS.get(letter.upper())
        if wanted is None:
            return at, f'"{letter}" is neither a command nor a number here.'
        given, at, far = _numbers(path, at + 1, letter.upper() == "A", most) if wanted else (0, at + 1, None)
        if far is not None:
            return far, f"its numbers lie between -{most:g} and {most:g}."
        if wanted and (given == 0 or given % wanted):
            stop = _end(_BLANKS, path, at)
            if stop < len(path) and path[stop].upper() not in _NUMBERS:
                why = f'"{path[stop]}" is no number.'
                if path[stop].isdigit():  # every other number has been taken
                    why = 'the fourth and the fifth number of an "A" are 0 or 1.'
                return stop, why
            numbers = "a number" if wanted == 1 else f"{wanted} numbers, or so many several times"
            return start, f'behind "{letter}" stand {numbers}, but here are {given or "none"}.'
    return None


def _numbers(path: str, at: int, arc: bool, most: float) -> tuple[int, int, int | None]:
    """How many numbers stand there, where they end, and where one is that lies too far out."""
    given = 0
    while True:
        kind = _FLAG if arc and given % _NUMBERS["A"] in _FLAGS else _NUMBER
        found = kind.match(path, _end(_BETWEEN if given else _BLANKS, path, at))
        if found is None:
            return given, at, None
        if abs(float(found[0])) > most:
            return given, at, found.start()
        given, at = given + 1, found.end()


def _end(pattern: re.Pattern[str], path: str, at: int) -> int:
    found = pattern.match(path, at)
    return found.end() if found else at

"""What an author says about a board, as plain values, and the small texts inside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .problems import BoardProblem, BoardProblems, Collector, Span, Where, shown

Size = tuple[int, int] | int | str
"""``(columns, rows)``, a side ``n``, or the word ``unbounded``."""

UNBOUNDED = "unbounded"
DEFAULT_MAX_SITES = 4096

SITE_NAME = re.compile(r"[a-z][a-z0-9_]*")
_NUMBERED = re.compile(r"([a-z](?:[a-z0-9_]*[a-z_])?)([0-9]+)")
_LETTERED = re.compile(r"([a-z]{1,2})([0-9]*(?:_[0-9]+)?)")


@dataclass(frozen=True)
class TrackSpec:
    """A track: one list of sites for everybody, or one for each player."""

    sites: str | Mapping[str, str]
    closed: bool | str | Mapping[str, str] = False
    """Whether the last site leads to the first again; or the site that it leads to, perhaps by player."""


@dataclass(frozen=True)
class BoardSpec:
    """The ``board:`` key of a game file without ``without:``, which needs the board to be there first."""

    tiling: str | None = None
    drawing: str | None = None
    sites: str | None = None
    shape: str | None = None
    size: Size | None = None
    rows: tuple[int, ...] | None = None
    stands_on: str | None = None
    """``corner`` for a hexagon that is turned, so that it stands on one."""
    levels: int | str | None = None
    """How many levels lie above each other, or the word ``pyramid``."""
    only: str | None = None
    checkered: bool = False
    uses: tuple[str, ...] = ()
    links: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    blocks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Classes of blocks, each with its columns and rows."""
    extra: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tracks: Mapping[str, TrackSpec] = field(default_factory=dict)
    directions: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    adjacency: str | None = None
    names: str | None = None
    players: tuple[str, ...] = ()
    max_sites: int = DEFAULT_MAX_SITES

    @property
    def unbounded(self) -> bool:
        return self.size == UNBOUNDED


@dataclass(frozen=True)
class ListedName:
    """A name from a site list and the letters of the text that it comes from."""

    name: str
    span: Span


def letters_of(number: int) -> str:
    """The letters of a column or row: 1 is ``a``, 26 is ``z``, 27 is ``aa``."""
    letters = ""
    while number > 0:
        number, last = divmod(number - 1, 26)
        letters = chr(ord("a") + last) + letters
    return letters


def number_of(letters: str) -> int:
    """The number of a column or row: the opposite of ``letters_of``."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number


def words_of(text: str) -> list[tuple[str, Span]]:
    """The blank-separated words of a text, each with its place."""
    return [(found.group(), found.span()) for found in re.finditer(r"\S+", text)]


def read_list(
    text: str, where: Where, limit: int, problems: Collector, fold_case: bool = False
) -> list[ListedName] | None:
    """The names of a blank-separated list with ranges; ``None`` after a problem.

    Whether the names are sites of a board is not asked here: ``sites:`` uses the same lists to invent them.
    """
    listed: list[ListedName] = []
    sound = True
    for original, span in words_of(text):
        word = original.lower() if fold_case else original
        first, dots, last = word.partition("..")
        if not dots:
            if SITE_NAME.fullmatch(word):
                listed.append(ListedName(word, span))
            else:
                sound = False
                message = f'"{shown(original)}" cannot be the name of a site.'
                problems.add("board-site", message, where, _help_for_bad_name(original), span)
            continue
        names = _range(first, last, limit - len(listed))
        if isinstance(names, str):
            sound = False
            help = "a range counts numbers (p1..p24, also downwards) or letters (a1..h1)"
            problems.add("board-site", f'the range "{shown(original)}" {names}.', where, help, span)
        elif isinstance(names, int):
            problems.add("board-limit", _list_too_long(len(listed) + names, limit), where, "name fewer sites", span)
            return None
        else:
            listed.extend(ListedName(name, span) for name in names)
        if len(listed) > limit:
            problems.add("board-limit", _list_too_long(len(listed), limit), where, "name fewer sites", span)
            return None
    return listed if sound else None


def _list_too_long(count: int, limit: int) -> str:
    amount = str(count) if count < 10**12 else "far too many"
    return f"this list names {amount} sites, but at most {limit} are allowed."


def _help_for_bad_name(word: str) -> str:
    if "," in word:
        return "separate the sites by blanks, without commas"
    if SITE_NAME.fullmatch(word.lower()):
        return f'write it in small letters: "{shown(word.lower())}"'
    return "a name is a small letter, then small letters, digits and underlines"


def _range(first: str, last: str, room: int) -> list[str] | int | str:
    """The names of a range, or how many they would be if there is no room, or what is wrong with it."""
    if not (SITE_NAME.fullmatch(first) and SITE_NAME.fullmatch(last)):
        return "needs the name of a site on both sides of the dots"
    if len(first) > 64 or len(last) > 64:
        return "has names that are too long"
    from_number, to_number = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last)
    if from_number and to_number and from_number[1] == to_number[1]:
        digits = (from_number[2], to_number[2])
        width = len(digits[0]) if any(text.startswith("0") for text in digits) else 1
        prefix = from_number[1]
        return _count(int(digits[0]), int(digits[1]), room, lambda n: f"{prefix}{n:0{width}}")
    from_letter, to_letter = _LETTERED.fullmatch(first), _LETTERED.fullmatch(last)
    if from_letter and to_letter and from_letter[2] == to_letter[2]:
        suffix = from_letter[2]
        start, end = number_of(from_letter[1]), number_of(to_letter[1])
        return _count(start, end, room, lambda n: f"{letters_of(n)}{suffix}")
    return f'does not say how to get from "{shown(first)}" to "{shown(last)}"'


def _count(start: int, end: int, room: int, name: Callable[[int], str]) -> list[str] | int:
    amount = abs(end - start) + 1
    if amount > room:
        return amount
    step = 1 if end >= start else -1
    return [name(number) for number in range(start, end + step, step)]


def parse_size(text: str, where: Where = ("size",)) -> Size:
    """Reads ``8x8``, ``5`` or ``unbounded``."""
    text = text.strip()
    if text == UNBOUNDED:
        return UNBOUNDED
    found = re.fullmatch(r"([0-9]{1,9})(?:x([0-9]{1,9}))?", text)
    if not found:
        help = 'write columns x rows ("8x8"), one number for a side ("5"), or "unbounded"'
        raise BoardProblems([BoardProblem("board-size", f'"{text[:40]}" is not a size.', where, help)])
    return (int(found[1]), int(found[2])) if found[2] else int(found[1])


def parse_leap(text: str, where: Where) -> tuple[int, int]:
    """Reads the leap of a link class, ``1x2``."""
    found = re.fullmatch(r"\s*([0-9]{1,9})x([0-9]{1,9})\s*", text)
    if not found:
        help = 'write two numbers, for example "1x2"'
        raise BoardProblems([BoardProblem("board-class", f'"{text[:40]}" is not a leap.', where, help)])
    return int(found[1]), int(found[2])


def parse_rows(text: str, where: Where = ("rows",)) -> tuple[int, ...]:
    """Reads the row lengths of a hex board, ``9 10 11 10 9``."""
    lengths: list[int] = []
    problems = Collector()
    for word, span in words_of(text):
        if re.fullmatch(r"[0-9]{1,9}", word):
            lengths.append(int(word))
        else:
            help = "write the number of cells of each row, from the bottom up: 9 10 11 10 9"
            problems.add("board-size", f'"{word[:40]}" is not the length of a row.', where, help, span)
    problems.stop_if_any()
    return tuple(lengths)

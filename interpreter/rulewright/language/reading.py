"""Files and texts as sources: read under limits, every character checked before anything else looks at it."""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from pathlib import Path
from typing import BinaryIO

from ..source.diagnostics import Diagnostic, Report, one_of
from ..source.limits import LIMITS
from ..source.source import Place, Source, Span
from .game_files import games_in, report_missing
from .place import place_of

_NOT_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL)
_DIRECTION_MARKS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c"


def read_source(path: Path, report: Report, shown_as: str | None = None) -> Source | None:
    """The text of a file, or None after a diagnostic."""
    shown = printable(shown_as or str(path))
    place = place_of(path)
    data = _read_bytes(place.path, path, shown, report)
    if data is None:
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        _report_encoding(data, error, shown, report)
        return None
    return _checked(text, shown, place, report)


def read_as_it_is(path: Path, report: Report) -> str | None:
    """The text of a file to be shown, whatever it says, or None after a diagnostic."""
    data = _read_bytes(place_of(path).path, path, printable(str(path)), report)
    return None if data is None else data.decode("utf-8", "replace")


def text_source(text: str, name: str, report: Report) -> Source | None:
    """A text given directly, after the same checks as a file."""
    shown = printable(name)
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LIMITS.file_bytes.value:
        _report_size(size, shown, report)
        return None
    return _checked(text, shown, None, report)


def printable(text: str) -> str:
    """The text with everything that could disturb a terminal written as its code point."""
    return "".join(char if char.isprintable() else f"<{code_point(char)}>" for char in text)


def reason(error: OSError | ValueError) -> str:
    """Why the system refuses a file; a ValueError is about its name."""
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return "it is a link that leads back to itself"
    return getattr(error, "strerror", None) or str(error)


def code_point(char: str) -> str:
    return f"U+{ord(char):04X}"


def open_at_once(path: Path) -> BinaryIO:
    """A file to be read, without waiting for anybody: neither now nor when it is read."""
    return open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb")


def read_at_most(file: BinaryIO, most: int) -> bytes:
    """The file, and of a longer one a byte more than the most: some of the system's never end, and tell no size."""
    return file.read(most + 1) or b""  # None: such a file has nothing to say just now


def _read_bytes(path: Path, named: Path, shown: str, report: Report) -> bytes | None:
    """The bytes of the file at `path`, which was called `named`."""
    limit = LIMITS.file_bytes.value
    try:
        # Asked before opening: opening a pipe waits for a writer, and some devices act when they are opened.
        found = os.stat(path)
        if _is_wrong_kind(found.st_mode, named, shown, report):
            return None
        if found.st_size > limit:
            _report_size(found.st_size, shown, report)
            return None
        with open_at_once(path) as file:
            # Asked again: the name may mean another file by now.
            if _is_wrong_kind(os.fstat(file.fileno()).st_mode, named, shown, report):
                return None
            data = read_at_most(file, limit)
    except OSError as error:
        if error.errno in _NOT_THERE:
            report_missing(str(named), shown, report)
        else:
            message = f"this file cannot be read: {reason(error).lower()}."
            help = "ask whoever keeps the file for the right to read it"
            if error.errno == errno.ELOOP:
                help = "let the link lead to a game file"
            report.add(Diagnostic("file-access", message, file=shown, help=help))
        return None
    except ValueError:  # a NUL in the name
        report_missing(str(named), shown, report)
        return None
    if len(data) > limit:
        _report_size(len(data), shown, report)
        return None
    return data


def _is_wrong_kind(mode: int, path: Path, shown: str, report: Report) -> bool:
    if stat.S_ISDIR(mode):
        games = list(games_in(path).values())
        inside = one_of([printable(str(game)) for game in games], most=3)
        help = f"name a game file in it: {inside}" if games else "name a game file, such as my_game.yaml"
        report.add(Diagnostic("file-directory", "this is a folder, not a game file.", file=shown, help=help))
        return True
    if not stat.S_ISREG(mode):
        message, help = "this is a device or a pipe, not a game file.", "save the game as a file first"
        report.add(Diagnostic("file-kind", message, file=shown, help=help))
        return True
    return False


def _report_size(size: int, shown: str, report: Report) -> None:
    limit = LIMITS.file_bytes.value
    message = f"this file is too large: at most {limit // 1024} KB, and it has {-(-size // 1024)} KB."
    help = "the largest game of the library has a few KB; is this the right file?"
    report.add(Diagnostic("file-size", message, file=shown, help=help))


def _report_encoding(data: bytes, error: UnicodeDecodeError, shown: str, report: Report) -> None:
    shown_text = _shown_text(data.decode("utf-8", "replace"))
    offset = len(data[: error.start].decode("utf-8", "replace"))
    source = Source(shown, shown_text)
    byte = data[error.start]
    where = f"byte {error.start + 1} of the file is {byte:02X}"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        message, help = f"this file is written in UTF-16, not in UTF-8 ({where}).", 'save it again as "UTF-8"'
    else:
        guess = bytes([byte]).decode("cp1252", "replace")
        reading = f' (it may be an old-style "{guess}")' if guess.isprintable() and guess != "\ufffd" else ""
        message = f"this is not UTF-8 text: {where}{reading}."
        help = 'open the file in your editor and save it as "UTF-8"'
    report.error("file-encoding", message, Span(source, offset, offset + 1), help)


def _checked(text: str, shown: str, place: Place | None, report: Report) -> Source | None:
    odd: dict[tuple[str, str], list[int]] = {}
    for offset, char in enumerate(text):
        if _is_odd(char, text, offset):
            odd.setdefault(_describe(char, offset), []).append(offset)
    if odd:
        # The excerpts of these messages must not print what they complain about.
        clean = Source(shown, _shown_text(text))
        for (what, help), places in odd.items():
            often = f", and {len(places) - 1} more" if len(places) > 1 else ""
            message = f"there is {what} here ({code_point(text[places[0]])}{often})."
            report.error("file-control", message, Span(clean, places[0], places[0] + 1), help)
        return None
    source = Source(shown, text, place)
    if all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()):
        what = "only comments" if text.strip() else "nothing"
        help = "start with  game: NAME  or let  rulewright new NAME  write a first version"
        message = f"this file holds {what}: no game is described."
        report.add(Diagnostic("file-empty", message, file=shown, help=help))
        return None
    return source


def _is_odd(char: str, text: str, offset: int) -> bool:
    if char == "\r":  # alone it is a line end only to some programs, and line numbers would differ
        return text[offset + 1 : offset + 2] != "\n"
    return not char.isprintable() and char not in "\n\t"


def _shown_text(text: str) -> str:
    return "".join("\ufffd" if _is_odd(char, text, at) else char for at, char in enumerate(text))


def _describe(char: str, offset: int) -> tuple[str, str]:
    """What an odd character is, and the way out."""
    category = unicodedata.category(char)
    if char == "\ufeff" and offset == 0:
        return "a byte order mark", 'save the file as "UTF-8" without BOM'
    if char == "\r":
        return "a carriage return without a line feed", "save the file with ordinary line ends (LF or CRLF)"
    if char in _DIRECTION_MARKS:
        return "a mark that turns the direction of writing", "delete it: the line looks other than it reads"
    if category == "Zs":
        return "a special space that only looks like an ordinary one", "delete it and type an ordinary space"
    if category in ("Zl", "Zp"):
        return "a special line end", "delete it and press Enter"
    if category == "Cf":
        return "an invisible character", "delete it; typing the word again is the safest way"
    if category == "Cc":
        return "a control character", "delete it; is this really a text file?"
    return "a character that cannot be shown", "delete it or write it in another way"

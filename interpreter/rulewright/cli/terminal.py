"""Talking to the person at the terminal: sentences, data, colours."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

STDOUT = "-"  # the name of a file that means standard output
_KEPT = re.compile(r"(\n|\t|\x1b\[[0-9;]*m)")


class UsageError(Exception):
    """The command was called in a way that makes no sense; shown as one sentence, exit code 2."""


class InputError(Exception):
    """The command makes sense, but not with what it was given: an illegal move, a file that cannot be written.

    Shown as one sentence, exit code 1.
    """


def say(text: str, *, now: bool = False, painted: bool = False) -> None:
    """A result, to standard output; at once if it must not wait for those that follow."""
    print(clean(text, painted and wants_colours(sys.stdout)), flush=now)


def tell(sentence: str, *, painted: bool = False) -> None:
    """A remark about the run, to standard error, where it does not mix with results."""
    print(clean(sentence, painted and wants_colours(sys.stderr)), file=sys.stderr)


@contextmanager
def told_if_interrupted(what: str) -> Iterator[None]:
    """Ctrl-C says what came of it."""
    try:
        yield
    except KeyboardInterrupt:
        tell(f"interrupted: {what}")
        raise


def clean(text: str, painted: bool = False) -> str:
    """A text as a terminal may get it: whatever would steer it is shown as text, whoever wrote it.

    Only the ends of lines, tabulators and, in a text that we have `painted` ourselves, colours stay.
    """
    if text.isprintable():
        return text
    from ..source.rendering.characters import visible

    parts = _KEPT.split(text)  # what is kept stands at the odd places
    return "".join(
        part if number % 2 and (painted or part in "\n\t") else visible(part) for number, part in enumerate(parts)
    )


def say_json(data: object) -> None:
    """Data for a program. Only ASCII is written, so that nothing from a file can speak to a terminal."""
    import json

    print(json.dumps(data, indent=2))


def wants_colours(stream: TextIO) -> bool:
    """Colours are for terminals only; `NO_COLOR` forbids and `FORCE_COLOR` demands them, in this order."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and stream.isatty()


def prepare_streams() -> None:
    """A terminal that cannot show a character gets an escape for it instead of a failure."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever called us: `>&-`
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: SIM115 (open to the end)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def give_up_output() -> None:
    """Nobody takes our output; without this Python would complain once more when it closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

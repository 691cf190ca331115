"""Mistakes in a board description, told to the person who wrote it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

Where = tuple[str, ...]
Span = tuple[int, int]


@dataclass(frozen=True)
class BoardProblem:
    """One mistake: what is wrong, under which key of ``board:``, the way out, and at which letters of that key's text.

    ``where`` may go on with the number of an item of a list. ``at_key`` means that the key itself is wrong.
    """

    code: str
    message: str
    where: Where
    help: str | None = None
    span: Span | None = None
    at_key: bool = False


class BoardProblems(Exception):
    """All the mistakes that were found in one go."""

    def __init__(self, problems: Iterable[BoardProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.message for problem in self.problems))


MOST_PROBLEMS = 50
"""Nobody reads more; a file that is wrong everywhere must not keep us busy."""


class Collector:
    """Gathers problems, so that an author sees all of them and not only the first."""

    def __init__(self) -> None:
        self.found: list[BoardProblem] = []

    def add(
        self,
        code: str,
        message: str,
        where: Where | str,
        help: str | None,
        span: Span | None = None,
        at_key: bool = False,
    ) -> None:
        path = (where,) if isinstance(where, str) else where
        self.found.append(BoardProblem(code, message, path, help, span, at_key))
        if len(self.found) >= MOST_PROBLEMS:
            self.stop_if_any()

    def stop_if_any(self) -> None:
        if self.found:
            raise BoardProblems(self.found)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A help text with the known word that is most like this one, if one is like it at all."""
    if len(word) > 64:
        return None
    close = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f'did you mean "{close[0]}"?' if close else None


def shown(word: str) -> str:
    """A word of the author's as a message quotes it: never longer than a line."""
    return word if len(word) <= 40 else word[:37] + "..."


def too_many_sites(count: int, limit: int) -> str:
    """The message for a board over the limit; a number too long to read is not spelled out."""
    amount = str(count) if count < 10**12 else "far too many"
    return f"this board would have {amount} sites, but a board can have at most {limit}."

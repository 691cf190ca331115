"""Diagnostics: what is wrong, where, and the way out.

A stage never raises for an author's mistake. It tells the `Report` and goes on with a placeholder that
silences follow-up errors, so that all mistakes of a file are shown in one run and none twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum

from .limits import LIMITS
from .source import Source, Span

# Comparing names is slow; these keep it bounded in files that are made to be slow.
_SEARCHED_ERRORS = 40
_COMPARED_NAMES = 200
_LONGEST_TOLD = 1500  # characters of a message, more than any of ours has
_LONGEST_COMPARED = 3 * LIMITS.name_length.value


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that belongs to the story: "first written here"."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake. `file` is used where there is no place in a text to point at (a missing file).

    `drawing` is a position to look at, line by line.
    """

    code: str
    message: str
    span: Span | None = None
    help: str | None = None
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR
    file: str | None = None
    drawing: str | None = None

    def __post_init__(self) -> None:
        """Whatever a message says back of what somebody wrote, it stays a message."""
        for name in ("message", "help", "file"):
            text = getattr(self, name)
            if text is not None and len(text) > _LONGEST_TOLD:
                object.__setattr__(self, name, f"{text[: _LONGEST_TOLD // 2]} … {text[-_LONGEST_TOLD // 2 :]}")

    @property
    def file_name(self) -> str:
        return self.span.source.name if self.span else (self.file or "rulewright")

    @property
    def sort_key(self) -> tuple[str, int, int]:
        return (self.file_name, self.span.start if self.span else -1, self.span.end if self.span else -1)


@dataclass(slots=True)
class Report:
    """Collects diagnostics; the same mistake at the same place is kept once."""

    _seen: set[tuple[str, str, Span | None]] = field(default_factory=set)
    _found: list[Diagnostic] = field(default_factory=list)
    _suspects: dict[Span, Diagnostic] = field(default_factory=dict)
    _in_use: set[Span] = field(default_factory=set)
    main: Source | None = None  # the file that is checked, where others may be read along

    def add(self, diagnostic: Diagnostic) -> None:
        key = (diagnostic.code, diagnostic.message, diagnostic.span)
        if key not in self._seen:
            self._seen.add(key)
            self._found.append(diagnostic)

    def error(self, code: str, message: str, span: Span | None, help: str | None = None, *notes: Note) -> None:
        self.add(Diagnostic(code, message, span, help, notes))

    def warning(self, code: str, message: str, span: Span | None, help: str | None = None, *notes: Note) -> None:
        self.add(Diagnostic(code, message, span, help, notes, Severity.WARNING))

    def unused(self, code: str, message: str, span: Span, help: str) -> None:
        """A warning that something is never used. It lapses if another combination of options uses it, and if
        there are errors: a rule that could not be read may be the one that uses it. What another file wrote is
        that file's business: a variant need not use all it inherits."""
        if self.main is not None and span.source is not self.main:
            return
        self._suspects.setdefault(span, Diagnostic(code, message, span, help, (), Severity.WARNING))

    def in_use(self, span: Span) -> None:
        self._in_use.add(span)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def similar(self, word: str, known: Iterable[str]) -> str | None:
        """`did_you_mean` while the report is short: nobody reads the help of the hundredth error."""
        return did_you_mean(word, known) if len(self._found) < _SEARCHED_ERRORS else None

    def __iter__(self) -> Iterator[Diagnostic]:
        suspects = {} if self.failed else self._suspects
        unused = [found for span, found in suspects.items() if span not in self._in_use]
        return iter(sorted([*self._found, *unused], key=lambda d: d.sort_key))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self if d.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Diagnostic]:
        return [d for d in self if d.severity is Severity.WARNING]

    @property
    def failed(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self._found)


class InternalError(Exception):
    """A fault of Rulewright itself, never of an author."""


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The known word that looks most like `word`, if any looks alike; of very many, of those of its length."""
    candidates = sorted(set(known))
    folded = {c.lower().replace("-", "_"): c for c in candidates}
    wanted = word.lower().replace("-", "_")
    if wanted in folded:
        return folded[wanted]
    if len(wanted) > _LONGEST_COMPARED:
        return None
    nearest = sorted(folded, key=lambda name: abs(len(name) - len(wanted)))[:_COMPARED_NAMES]
    close = get_close_matches(wanted, nearest, n=6, cutoff=0.6)
    if len(wanted) > LIMITS.name_length.value:
        close = close[:1]
    best = min(close, key=lambda name: (_slips(wanted, name), abs(len(name) - len(wanted))), default=None)
    return folded[best] if best is not None else None


def _slips(written: str, meant: str) -> int:
    """How many slips of the finger lie between two words: a letter too many, missing, wrong, or two swapped."""
    rows = [list(range(len(meant) + 1))]
    for i, letter in enumerate(written, 1):
        row = [i]
        for j, other in enumerate(meant, 1):
            best = min(row[j - 1] + 1, rows[-1][j] + 1, rows[-1][j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == meant[j - 2] and written[i - 2] == other:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def suggestion(word: str, known: Iterable[str], otherwise: str) -> str:
    """A way out for a word that is not known: the one that was probably meant, else what may stand there."""
    guess = did_you_mean(word, known)
    return f'did you mean "{guess}"?' if guess else otherwise


def one_of(words: Iterable[str], joiner: str = "or", most: int = 12) -> str:
    """ "a, b or c", cut when the list gets long."""
    listed = list(words)
    if len(listed) > most:
        return ", ".join(listed[:most]) + ", …"
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {joiner} {listed[-1]}"

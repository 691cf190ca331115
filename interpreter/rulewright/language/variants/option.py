"""One option of a game: its values, and which of them a text means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...source.diagnostics import one_of, suggestion
from ...source.limits import LIMITS
from ...source.source import Span
from ..document.nodes import Mapping
from ..game_files import normal_id

_DIGITS = f"[0-9]{{1,{LIMITS.number_digits.value}}}"
# The forms of a free value, from narrow to wide, as the help lines call them.
_FORMS = (
    ("a whole number", re.compile(f"-?{_DIGITS}")),
    ("a number", re.compile(rf"-?{_DIGITS}(\.[0-9]{{1,3}})?")),
    ("a size such as 8x8", re.compile(f"{_DIGITS}x{_DIGITS}")),
    ("a word", re.compile(r"[A-Za-z_][A-Za-z0-9_]*")),
    ("words and numbers", re.compile(r"[\w.,-]+( [\w.,-]+)*")),
)


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `choices` (texts), `patches` (choices that change the file), `range`, or any value of the
    default's form."""

    name: str
    default: str
    span: Span
    choices: tuple[str, ...] = ()
    patches: dict[str, Mapping] = field(default_factory=dict)
    range: tuple[int, int] | None = None
    about: str = ""
    means: dict[str, str] = field(default_factory=dict)  # by choice, for people

    @property
    def values(self) -> tuple[str, ...]:
        """The values worth trying: all that are listed; of a long range both ends; the default first."""
        found = self.choices or tuple(self.patches)
        if self.range:
            first, last = self.range
            few = last - first < LIMITS.option_combinations.value
            found = tuple(str(n) for n in (range(first, last + 1) if few else (first, last)))
        return tuple(dict.fromkeys([self.default, *found]))

    @property
    def data(self) -> dict[str, object]:
        """Plain data, for pages: how it is chosen, and what is said of it."""
        return {
            "name": self.name,
            "default": self.default,
            "values": list(self.values) if self.choices or self.patches else [],
            "range": list(self.range) if self.range else None,
            "expected": self.expected,
            "about": self.about,
            "means": self.means,
        }

    @property
    def counts(self) -> bool:
        """Whether its values are whole numbers without a sign, so that a name may end with one: `s$n` (D94)."""
        return not self.patches and all(value.isdecimal() for value in self.values)

    def accepted(self, text: str) -> str | None:
        """The value meant by a text, or None."""
        if self.choices or self.patches:
            wanted = normal_id(text)
            return next((value for value in self.choices or self.patches if normal_id(value) == wanted), None)
        if self.range:
            whole = _FORMS[0][1].fullmatch(text)
            return str(int(text)) if whole and self.range[0] <= int(text) <= self.range[1] else None
        return text if self._form[1].fullmatch(text) and len(text) <= LIMITS.name_length.value else None

    @property
    def expected(self) -> str:
        """What may be chosen, in words."""
        if self.choices or self.patches:
            return one_of(self.choices or self.patches)
        return f"a whole number {self.range[0]}..{self.range[1]}" if self.range else self._form[0]

    @property
    def _form(self) -> tuple[str, re.Pattern[str]]:
        return next((form for form in _FORMS if form[1].fullmatch(self.default)), _FORMS[-1])

    def way_out(self, text: str) -> str:
        """Help for somebody who chose something else."""
        return suggestion(text, self.choices or self.patches, f"possible is {self.expected}")

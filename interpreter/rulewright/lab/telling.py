"""Figures in words, as the pages of the lab have them."""

from __future__ import annotations

import math
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ..matches.elo import elo
from .intervals import Figure

if TYPE_CHECKING:
    from .study import Report


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def at_most(share: float) -> str:
    """A bound, which is never nothing: 13 %, 0.4 %."""
    return percent(share) if share >= 0.01 else f"{max(0.1, math.ceil(1000 * share) / 10):.1f} %"


def between(figure: Figure) -> str:
    """A share with its interval: 54 % (50 to 58)."""
    return f"{percent(figure.value)} ({100 * figure.low:.0f} to {100 * figure.high:.0f})"


def plain(figure: Figure | None, digits: int = 1, times: float = 1, unit: str = "") -> str:
    """A mean with its interval: 5.3 (4.9 to 5.7)."""
    if figure is None:
        return "unknown"
    value = f"{times * figure.value:.{digits}f}{unit}"
    if math.isinf(figure.low):
        return f"{value} (from one game)"
    return f"{value} ({times * figure.low:.{digits}f} to {times * figure.high:.{digits}f})"


def elo_between(figure: Figure) -> str:
    """What a share of points is in Elo, with its interval; nobody can tell how much winning everything is."""
    value, low, high = (
        "without bound" if math.isinf(found := elo(share)) else f"{found:+.0f}"
        for share in (figure.value, figure.low, figure.high)
    )
    return f"{value} ({low} to {high})"


def file_and_line(report: Report, file: str, line: int) -> str:
    """The line, with the file where it is another one than that of the game."""
    if not line:
        return ""
    source = report.game._pipeline.front.source
    return str(line) if source is None or file in ("", Path(source.name).name) else f"{file}:{line}"


def game_of(series: str, number: int) -> str:
    """A game by its players and number; numbers of each kind of players begin anew."""
    return f"{series} no. {number + 1}"


def section(title: str, how: str, *parts: str) -> str:
    return f"<h2>{escape(title)}</h2>{''.join(parts)}<p class='how'>{escape(how)}</p>"

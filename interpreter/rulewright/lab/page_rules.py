"""The part of the page about the file: what nobody used, and what nobody would miss."""

from __future__ import annotations

from html import escape
from pathlib import Path

from .charts import table
from .intervals import share
from .study import Report
from .tasks import file_of
from .telling import at_most, file_and_line, section

_MOST_LINES = 2000
_FEW = 8  # rows that are shown without being asked for


def dead(report: Report) -> str:
    games = report.thoughtful
    which = "in which somebody thought" if report.thought else "of players who move at random"
    bound = share([0.0] * games)
    more = f" Each of them may still be used in up to {at_most(bound.high)} of the games." if bound is not None else ""
    rows = [[each.what, each.name, file_and_line(report, each.file, each.line)] for each in report.unused]
    told = (
        f"<p>Nobody used these in any of the {games:,} games {which}.{more}</p>" if rows else
        f"<p>Every action, piece, state, end rule and place was used in {games:,} games {which}.</p>"
    )  # fmt: skip
    return section(
        "Dead things",
        "Actions, pieces, states, end rules and places are counted. Rules, alternatives and conditions are left out "
        "one at a time, and games are played again without them: what is listed changed no position, no end, and no "
        "move that somebody chose in these games, so no figure of theirs. Wilson's interval for what was never seen.",
        told,
        table(["what", "name", "line"], rows, "What nobody used", len(rows) <= _FEW),
        _needless(report),
        _marked(report),
    )


def _needless(report: Report) -> str:
    found = report.removals
    if found is None or (found.games and not found.tried):
        return "<p>Rules were not left out yet, for want of time.</p>"
    if not found.games:
        return "<p>No game is short enough to be played again without a rule.</p>"
    used = found.used
    bound = f", so each may still matter in up to {at_most(used.high)} of the games" if used is not None else ""
    tried = f"{found.tried} of {found.known}" if found.tried < found.known else f"All {found.known}"
    games = f"{found.games} game{'s' * (found.games != 1)}"
    of = f"{tried} rules, alternatives and conditions were left out in {games}, {found.positions} positions"
    if not found.needless:
        return f"<p>{escape(of)}: each of these is needed.</p>"
    count = "one would be missed by nobody" if len(found.needless) == 1 else (
        f"{len(found.needless)} would be missed by nobody"
    )  # fmt: skip
    rows = [
        [str(each),
         file_and_line(report, file_of(each.span), each.span.line) if each.span is not None else "options",
         f"{each.missed:,} move{'s' * (each.missed != 1)} fewer, which nobody chose" if each.missed
         else "nothing at all"]
        for each in found.needless
    ]  # fmt: skip
    return (
        f"<p>{escape(f'{of}: {count}{bound}.')}</p>"
        f"{table(['change', 'line', 'what it changes'], rows, 'Rules that nobody would miss', len(rows) <= _FEW)}"
    )


def _marked(report: Report) -> str:
    """The file, with what was never used marked in it."""
    source = report.game._pipeline.front.source
    if source is None:
        return ""
    lines = {each.line: "never used" for each in report.unused if each.line and each.file == Path(source.name).name}
    for each in report.removals.needless if report.removals is not None else ():
        if each.span is not None and file_of(each.span) == Path(source.name).name:
            lines.setdefault(each.span.line, f"would be missed by nobody: {each}")
    text = source.text.rstrip("\n").split("\n")
    text = text[: next((number for number, line in enumerate(text) if line.startswith("tests:")), len(text))]
    if not lines or len(text) > _MOST_LINES:
        return ""
    shown = "".join(
        f'<span class="dead" title="{escape(lines[number])}">{escape(line) or " "}</span>' if number in lines
        else f"<span>{escape(line) or ' '}</span>"
        for number, line in enumerate(text, 1)
    )  # fmt: skip
    return f"<details open='open'><summary>The file, with these lines marked</summary><pre>{shown}</pre></details>"

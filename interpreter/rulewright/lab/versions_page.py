"""Sweeps and comparisons as pages, as texts and as data."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .charts import intervals, table
from .compare import Difference
from .intervals import Figure
from .page import STYLE
from .settings import Refused
from .survey import Measured
from .sweep import Goal, Ranked
from .telling import between, percent

_HEADS = ("setting", "first side", "drawn", "turns", "choice", "four times the thinking", "games", "cut off")


def _row(each: Measured) -> list[str]:
    strength, rungs = each.strength, each.ladder.rungs
    return [
        each.setting.label,
        _share(strength.sides[0]),
        _share(strength.draws),
        _number(strength.length),
        _number(each.choices.mean),
        _share(rungs[0].score if rungs else None),
        str(strength.games),
        percent(strength.cut_off / strength.games) if strength.games else "",
    ]


def _share(figure: Figure | None) -> str:
    return between(figure) if figure is not None else "unknown"


def _number(figure: Figure | None) -> str:
    return "unknown" if figure is None else f"{figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})"


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


# ---------------------------------------------------------------- sweeps


def sweep_sentence(ranking: Sequence[Ranked], aim: Goal) -> str:
    best, others = ranking[0].measured, [each for each in ranking[1:] if each.may_be_best]
    if aim.figure(best) is None:
        return "Too few games were played to the end to say anything."
    if len(ranking) == 1:
        return f"Only {best.setting.label} was measured: there is nothing to compare it with."
    found = f"Nearest to the goal ({aim.name}): {best.setting.label}"
    if not others:
        return f"{found}; all others are proven to be further from it."
    return f"{found}; {len(others)} other{'s' if len(others) > 1 else ''} may be as near, more games would tell."


def left_out(refused: Sequence[Refused]) -> str:
    """What the file does not allow, with what it says about the first; nothing if it allows everything."""
    if not refused:
        return ""
    why = refused[0].error.diagnostics[0].message
    return f"Left out, because the game does not allow it: {'; '.join(each.label for each in refused)} ({why})"


def sweep_text(ranking: Sequence[Ranked], aim: Goal) -> str:
    rows = [["", *_HEADS], *(["*" if each.may_be_best else "", *_row(each.measured)] for each in ranking)]
    return "\n".join([sweep_sentence(ranking, aim), "", *_columns(rows), "", "* may be the best one"])


def sweep_page(title: str, ranking: Sequence[Ranked], aim: Goal, told: str) -> str:
    drawn = []
    scale = 100.0 if aim.name in ("balance", "draws", "depth") else 1.0
    for each in ranking:
        figure = aim.figure(each.measured)
        if figure is not None:
            drawn.append((each.measured.setting.label, scale * figure.low, scale * figure.value, scale * figure.high))
    high = 100.0 if scale == 100 else max(2 * aim.wanted, *(top for *_, top in drawn), 1.0)
    picture = intervals(f"{aim.name}, best first", drawn, 0, high)
    rows = [[*_row(each.measured), "may be best" if each.may_be_best else ""] for each in ranking]
    how = (
        "Each setting plays against itself with mcts:playouts=100, and mcts:playouts=160 against mcts:playouts=40. "
        "A setting may be the best one as long as no other is proven to be nearer to the goal: its interval comes "
        "nearer than that one's far end."
    )
    return _page(
        title, sweep_sentence(ranking, aim), told, f"{picture}{table([*_HEADS, ''], rows, 'All figures')}", how
    )


def sweep_data(ranking: Sequence[Ranked], aim: Goal, refused: Sequence[Refused]) -> dict[str, object]:
    return {
        "goal": aim.name,
        "verdict": sweep_sentence(ranking, aim),
        "left_out": [each.label for each in refused],
        "settings": [{**_measured_data(each.measured), "may_be_best": each.may_be_best} for each in ranking],
    }


def _measured_data(each: Measured) -> dict[str, object]:
    strength, rungs = each.strength, each.ladder.rungs
    figures = {
        "first_side": strength.sides[0],
        "draws": strength.draws,
        "turns": strength.length,
        "choice": each.choices.mean,
        "depth": rungs[0].score if rungs else None,
    }
    return {
        "setting": each.setting.label,
        "games": strength.games,
        "cut_off": strength.cut_off,
        **{name: figure.data() if figure is not None else None for name, figure in figures.items()},
    }


# ---------------------------------------------------------------- comparisons


def _told_difference(each: Difference) -> list[str]:
    def told(value: float, sign: str = "") -> str:
        return f"{100 * value:{sign}.0f} %" if each.is_share else f"{value:{sign}.1f}"

    unit = 100 if each.is_share else 1
    digits = 0 if each.is_share else 1
    between_ = f"{told(each.change, '+')} ({unit * each.low:+.{digits}f} to {unit * each.high:+.{digits}f})"
    return [each.name, told(each.first), told(each.second), between_, "real" if each.real else "not proven"]


def compare_sentence(first: Measured, second: Measured, found: Sequence[Difference]) -> str:
    real = [each.name for each in found if each.real]
    names = f"{first.setting.label} and {second.setting.label}"
    if not found:
        return f"Too few games were played to compare {names}."
    if not real:
        return f"No difference between {names} is proven."
    return f"{names} differ for certain in: {', '.join(real)}."


def compare_text(first: Measured, second: Measured, found: Sequence[Difference]) -> str:
    heads = ["figure", first.setting.label, second.setting.label, "difference", ""]
    games = f"{first.strength.games} and {second.strength.games} games of equal players"
    rows = _columns([heads, *map(_told_difference, found)]) if found else []
    return "\n".join([compare_sentence(first, second, found), "", *rows, "", f"({games})"])


def compare_page(first: Measured, second: Measured, found: Sequence[Difference], told: str) -> str:
    heads = ["figure", first.setting.label, second.setting.label, "difference", ""]
    drawn = [(each.name, 100 * each.low, 100 * each.change, 100 * each.high) for each in found if each.is_share]
    picture = intervals("Differences of shares, in per cent", drawn, -100, 100)
    how = (
        "Means over games, Welch's interval at 95 %. A difference is real if it stands up to Holm's correction, "
        "since ten figures are looked at and one in twenty would differ by chance."
    )
    body = f"{picture}{table(heads, list(map(_told_difference, found)), 'All figures')}"
    return _page(
        f"{first.setting.label} and {second.setting.label}", compare_sentence(first, second, found), told, body, how
    )


def compare_data(first: Measured, second: Measured, found: Sequence[Difference]) -> dict[str, object]:
    return {
        "verdict": compare_sentence(first, second, found),
        "first": _measured_data(first),
        "second": _measured_data(second),
        "differences": [
            {
                "figure": each.name, "first": each.first, "second": each.second, "difference": each.change,
                "low": each.low, "high": each.high, "p": each.p, "real": each.real,
            }
            for each in found
        ],
    }  # fmt: skip


def _page(title: str, sentence: str, told: str, body: str, how: str) -> str:
    body = body.replace("<details>", "<details open>")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}: the lab</title><style>{STYLE}</style></head><body>"
        f"<h1>{escape(title)}</h1><p class='soft'>{escape(told)}</p>"
        f"<div class='verdict'><p>{escape(sentence)}</p></div>{body}<p class='how'>{escape(how)}</p></body></html>\n"
    )

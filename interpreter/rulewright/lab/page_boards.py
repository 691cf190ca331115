"""The parts of the page with boards on them: a game played through, puzzles, and where it happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from ..show.drawing.series import Series
from .charts import table
from .intervals import Figure
from .study import Report
from .telling import game_of, percent, plain, section
from .traces import moments

_MOST_PICTURES = 60


def play_through(report: Report, over: Callable[[], bool]) -> str:
    """A game of the usual length, position by position, to be moved along from left to right, as far as it is drawn
    before it is `over`."""
    if not report.drama.samples:
        return ""
    samples = report.drama.samples
    game = samples[len(samples) // 2]
    positions = []
    for moment in moments(report.game, game, report.seed):
        positions.append(moment)
        if over():
            break
    series = Series(positions[0].state, "board-of-game")
    every = -(-len(positions) // _MOST_PICTURES)
    figures, played = [], "the start"
    for number, moment in enumerate(positions):
        if number % every == 0 or number == len(positions) - 1:
            label = f"{number}. {played}"
            figures.append(
                f"<figure>{series.picture(moment.state, label)}<figcaption>{escape(label)}"
                f"{_chances(moment.turn, report)}</figcaption></figure>"
            )
        who = report.game.players[moment.state._node.me] if moment.turn is not None else "chance"
        played = f"{who}: {moment.move}"
        if over():
            positions = positions[: number + 1]
            break
    outcome, drawn = positions[-1].state.outcome, len(positions) - 1
    ended = (
        f" {outcome}." if outcome is not None else " It was cut off." if positions[-1].move is None
        else f" For want of time only the first {drawn} are drawn."
    )  # fmt: skip
    missing = f" One position in {every} is shown." if every > 1 else ""
    return section(
        "A game from start to end",
        f"{game_of(game.task.series, game.task.number)}, of about the usual length. Move along it from left to right.",
        f"<p>{escape(f'{len(game.turns)} turns.{ended}{missing}')}</p>{series.board}",
        f"<div class='strip' tabindex='0' role='region' aria-label='The positions of a game'>{''.join(figures)}</div>",
    )


def _chances(turn: object, report: Report) -> str:
    values = getattr(turn, "values", None)
    return "" if values is None else f" · {escape(report.game.players[0])} {percent(values[0])}"


def riddles(report: Report) -> str:
    if not report.puzzles:
        return ""
    figures = []
    series = Series(report.puzzles[0].state, "board-of-puzzle")
    for number, each in enumerate(report.puzzles, 1):
        who = report.game.players[each.state._node.me]
        label = f"{number}. {who} wins " + ("at once" if each.turns == 1 else f"in {each.turns} turns")
        choices = f"{each.choices} legal moves; {game_of(each.series, each.number)}, turn {each.ply + 1}"
        figures.append(
            f"<figure>{series.picture(each.state, label)}<figcaption>{escape(label)}<br/>{escape(choices)}"
            f"<details><summary>Solution</summary>{escape(each.move)}</details></figcaption></figure>"
        )
    return section(
        "Puzzles: one killer move, and no other",
        "Positions of these games in which exactly one move wins by force in so many turns. All replies were looked "
        "at: this is no estimate.",
        f"{series.board}<div class='boards'>{''.join(figures)}</div>",
    )


def places(report: Report) -> str:
    if not report.arrived:
        why = "the board has no bounds, so that places are not the same ones from game to game"
        return section("Where it happens", "", f"<p>Not counted: {why}.</p>") if report.game.rules.unbounded else ""
    series = Series(report.game.start(), "board-of-places")
    maps = (
        ("Where parts of turns end", report.arrived),
        ("Where pieces are taken or change hands", report.lost),
        ("Where pieces lie at the end", report.occupied),
    )
    figures = "".join(
        f"<figure>{series.shares(_of_the_most(found), title)}<figcaption>{title}</figcaption></figure>"
        for title, found in maps
        if found
    )
    sites = report.game.rules.board.sites
    order = sorted(
        report.arrived | report.lost | report.occupied, key=lambda site: (-_value(report.arrived, site), site)
    )
    rows = [[sites[site].name, *(_times(found, site) for _, found in maps)] for site in order]
    return section(
        "Where it happens",
        "In the strongest games: the larger and darker, the more often, compared with the busiest place of each "
        "picture. In the table: how often in a game, with the interval of the mean.",
        f"{series.board}<div class='boards'>{figures}</div>",
        table(["place", "parts end there", "taken there", "occupied at the end"], rows),
    )


def _of_the_most(found: Mapping[int, Figure]) -> dict[int, float]:
    most = max(figure.value for figure in found.values()) or 1
    return {site: figure.value / most for site, figure in found.items()}


def _value(found: Mapping[int, Figure], site: int) -> float:
    return found[site].value if site in found else 0.0


def _times(found: Mapping[int, Figure], site: int) -> str:
    return plain(found[site], 2) if site in found else "never"

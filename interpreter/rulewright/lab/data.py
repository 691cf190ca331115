"""A report as plain data, for programs."""

from __future__ import annotations

import math

from ..matches.elo import elo
from .figures import Strength
from .intervals import Figure
from .study import Report
from .tasks import StudiedGame, file_of
from .verdict import verdict


def data(report: Report) -> dict[str, object]:
    names = report.game.players
    return {
        "game": report.game.id,
        "options": dict(report.game.rules.options),
        "begins": report.first if len(names) > 1 else None,
        "seed": report.seed,
        "verdict": list(verdict(report)),
        "strengths": [_strength(each, names) for each in report.strengths],
        "choice": {
            "mean": _figure(report.choices.mean),
            "forced": _figure(report.choices.forced),
            "parts": _figure(report.choices.parts),
            "by_turn": [
                {
                    "turn": each.ply,
                    "games": each.games,
                    "low": each.low,
                    "median": each.median,
                    "median_between": list(each.sure),
                    "high": each.high,
                }
                for each in report.choices.by_ply
            ],
            "decisions": _figure(report.decisions),
        },
        "ladder": {
            "levels": report.ladder.levels.data(),
            "playouts_of_levels": list(report.ladder.steps),
            "flat_from": report.ladder.flat_from,
            "rungs": [
                {"weaker": each.weaker, "stronger": each.stronger, "score": each.score.data(), "elo": each.elo}
                for each in report.ladder.rungs
            ],
        },
        "drama": {
            "lead_changes": _figure(report.drama.lead_changes),
            "comebacks": _figure(report.drama.comebacks),
            "decided": _figure(report.drama.decided),
            "traps": _figure(report.drama.traps),
            "swings": [
                {
                    "series": each.series,
                    "game": each.number,
                    "turn": each.turn,
                    "side": names[each.side],
                    "move": each.move,
                    "answer": each.answer,
                    "before": each.before,
                    "after": each.after,
                }
                for each in report.drama.swings
            ],
            "samples": [_game(each) for each in report.drama.samples],
        },
        "openings": [
            {"move": each.move, "alike": each.alike, "games": each.played, "won": _figure(each.won)}
            for each in report.openings
        ],
        "first_moves": [{"move": each.move.text, **value.data()} for each, value in report.valued_first_moves],
        "nearest_to_even": [each.move.text for each, _ in report.nearest_to_even],
        "puzzles": [
            {
                "moves": [move.text for move in each.state.history],
                "solution": each.move,
                "turns": each.turns,
                "choices": each.choices,
                "series": each.series,
                "game": each.number,
            }
            for each in report.puzzles
        ],
        "places": _places(report),
        "solved": _solved(report),
        "unused": [
            {"what": each.what, "name": each.name, "file": each.file or None, "line": each.line or None}
            for each in report.unused
        ],
        "unused_in_games": report.thoughtful,
        "removed": _removed(report),
        "missing": list(report.missing),
        "failed": list(report.failed),
        "methods": METHODS,
    }


METHODS = {
    "sides": "share of points between equal players; Wilson's interval over games",
    "elo": "the difference in strength that the share and its bounds stand for; null: without bound",
    "draws, cut_off_share, endings, forced, won, comebacks, traps, score": "Wilson's interval over games",
    "turns, mean, parts, decisions, lead_changes, decided, places": "mean over games; normal interval",
    "by_turn": "quantiles over games; the interval of the median by order statistics",
    "levels": "Elo of the rungs above each other, by the Elo of 60 %; the squares of the bounds are summed",
    "first_moves": "value of playouts that began with the move; Wilson's interval over them",
    "puzzles, solved, removed": "exact: everything was looked at",
}


def _places(report: Report) -> dict[str, object]:
    sites = report.game.rules.board.sites
    found = {"arrived": report.arrived, "lost": report.lost, "occupied": report.occupied}
    return {
        name: {sites[site].name: _figure(figure) for site, figure in figures.items()} for name, figures in found.items()
    }


def _removed(report: Report) -> dict[str, object] | None:
    found = report.removals
    if found is None:
        return None
    needless = [
        {
            "old": each.old,
            "new": each.new,
            "file": file_of(each.span) if each.span else None,
            "line": each.span.line if each.span else None,
            "moves_missed": each.missed,
        }
        for each in found.needless
    ]
    return {
        "tried": found.tried, "known": found.known, "games": found.games, "positions": found.positions,
        "matters_in": _figure(found.used), "needless": needless,
    }  # fmt: skip


def _solved(report: Report) -> dict[str, object] | None:
    found = report.solution
    if found is None:
        return None
    words = {1: "win", 0: "draw", -1: "loss"}
    moves = {move: words[value] for move, value in found.first_moves}
    return {
        "value": words[found.value], "turns": found.turns, "line": list(found.line), "method": found.method,
        "positions": found.positions, "first_moves": moves,
    }  # fmt: skip


def _strength(each: Strength, names: tuple[str, ...]) -> dict[str, object]:
    return {
        "players": each.name,
        "games": each.games,
        "cut_off": each.cut_off,
        "cut_off_share": _figure(each.unended),
        "draws": _figure(each.draws),
        "sides": {name: _figure(side) for name, side in zip(names, each.sides, strict=True)},
        "elo": {name: _elo(side) for name, side in zip(names, each.sides, strict=True)} if len(names) == 2 else None,
        "turns": _figure(each.length),
        "lengths": list(each.lengths),
        "endings": [
            {
                "text": ending.text,
                "file": ending.file or None,
                "line": ending.line or None,
                "share": share.data(),
            }
            for ending, share in each.endings
        ],
    }


def _game(game: StudiedGame) -> dict[str, object]:
    """A game under the names that its columns have in Parquet."""
    return {
        "series": game.task.series,
        "number": game.task.number,
        "players": list(game.task.specs),
        "worths": None if game.worths is None else list(game.worths),
        "ended_by": game.ending.text if game.ending else None,
        "line": (game.ending.line or None) if game.ending else None,
        "moves": [turn.text for turn in game.turns],
        "sides": [turn.side for turn in game.turns],
        "values": [None if turn.values is None else list(turn.values) for turn in game.turns],
    }


def _elo(figure: Figure | None) -> dict[str, float | None] | None:
    if figure is None:
        return None
    found = {name: elo(share) for name, share in zip(("value", "low", "high"), (figure.value, figure.low, figure.high),
                                                    strict=True)}  # fmt: skip
    return {name: None if math.isinf(value) else value for name, value in found.items()}


def _figure(figure: Figure | None) -> dict[str, float | None] | None:
    return None if figure is None else figure.data()

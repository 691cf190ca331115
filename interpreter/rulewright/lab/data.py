"""A report as plain data, for programs."""

from __future__ import annotations

from .figures import Strength
from .intervals import Figure
from .study import Report
from .verdict import verdict


def data(report: Report) -> dict[str, object]:
    names = report.game.players
    return {
        "game": report.game.id,
        "options": dict(report.game.rules.options),
        "seed": report.seed,
        "verdict": list(verdict(report)),
        "strengths": [_strength(each, names) for each in report.strengths],
        "choice": {
            "mean": _figure(report.choices.mean),
            "forced": _figure(report.choices.forced),
            "parts": _figure(report.choices.parts),
            "by_turn": [
                {"turn": each.ply, "games": each.games, "low": each.low, "median": each.median, "high": each.high}
                for each in report.choices.by_ply
            ],
        },
        "ladder": {
            "levels": report.ladder.levels,
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
        },
        "openings": [
            {"move": each.move, "alike": each.alike, "games": each.played, "won": _figure(each.won)}
            for each in report.openings
        ],
        "first_moves": [
            {"move": each.move.text, "value": each.value, "visits": each.visits} for each in report.first_moves
        ],
        "solved": _solved(report),
        "unused": [{"what": each.what, "name": each.name, "line": each.line or None} for each in report.unused],
        "lost": list(report.lost),
    }


def _solved(report: Report) -> dict[str, object] | None:
    found = report.solution
    if found is None:
        return None
    words = {1: "win", 0: "draw", -1: "loss"}
    moves = {move: words[value] for move, value in found.first_moves}
    return {"value": words[found.value], "turns": found.turns, "positions": found.positions, "first_moves": moves}


def _strength(each: Strength, names: tuple[str, ...]) -> dict[str, object]:
    return {
        "players": each.name,
        "games": each.games,
        "cut_off": each.cut_off,
        "draws": _figure(each.draws),
        "sides": {name: _figure(side) for name, side in zip(names, each.sides, strict=True)},
        "turns": _figure(each.length),
        "endings": [
            {"text": ending.text, "line": ending.line or None, "games": count} for ending, count in each.endings
        ],
    }


def _figure(figure: Figure | None) -> dict[str, float] | None:
    return None if figure is None else figure.data()

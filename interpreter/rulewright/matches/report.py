"""The result of a match, for people and for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from ..source.rendering.characters import visible
from .elo import Estimate, elo
from .sprt import Sprt
from .standing import Standing

_MOST_LOST = 10  # lost games that are told one by one


def told_apart(specs: Sequence[str]) -> list[str]:
    """Names for the programs of a match: `random #2` where one of the same kind came before."""
    before = [specs[:number].count(spec) for number, spec in enumerate(specs)]
    return [f"{spec} #{times + 1}" if times else spec for spec, times in zip(specs, before, strict=True)]


def text(standing: Standing, names: Sequence[str]) -> str:
    return "\n".join(_lines(standing, names))


def short(standing: Standing) -> str:
    """For a progress bar: the points so far."""
    points = [sum(standing.points(result, n) for result in standing.results.values()) for n in range(standing.programs)]
    return " : ".join(f"{point:g}" if point == round(point, 1) else f"{point:.1f}" for point in points)


def _lines(standing: Standing, names: Sequence[str]) -> Iterator[str]:
    results = list(standing.results.values())
    if results:
        yield from _table(standing, names)
        if standing.programs == len(standing.sides) == 2:
            yield _elo_sentence(names, standing.line(0).estimate)
        if standing.sprt is not None:
            yield _sprt_sentence(standing, standing.sprt, names)
        yield _sides_sentence(standing)
        held = standing.sides_held
        if standing.programs < len(standing.sides) and len(set(held)) > 1:
            by_program = ", ".join(f"{name} {times}" for name, times in zip(names, held, strict=True))
            yield f"sides held: {by_program}; so the scores do not compare yet, some more games even that out"
        plies = [result.plies for result in results]
        seconds = sum(result.seconds for result in results) / len(results)
        average = sum(plies) / len(plies)
        yield f"length: {min(plies)} to {max(plies)} plies, {average:.1f} on average; {seconds:.1f} seconds a game"
    if standing.cut_off:
        yield f"{_games(standing.cut_off)} cut off, counted as drawn"
    if standing.alike:
        yield f"{_games(standing.alike)} went exactly like another one and prove nothing; try --opening-plies 4"
    for games, what in ((standing.forfeits, "decided by a program that failed"), (standing.lost, "lost")):
        if games:
            yield f"{_games(len(games))} {what}:"
            for number, why in sorted(games.items())[:_MOST_LOST]:
                yield f"  game {number}: {visible(why)}"
            if len(games) > _MOST_LOST:
                yield f"  and {len(games) - _MOST_LOST} more"


def _games(amount: int) -> str:
    return "1 game" if amount == 1 else f"{amount} games"


def _table(standing: Standing, names: Sequence[str]) -> Iterator[str]:
    wide = max(map(len, names))
    yield f"{'':<{wide}}  {'games':>6} {'won':>6} {'drawn':>6} {'lost':>6}   score"
    for number, name in enumerate(names):
        line = standing.line(number)
        share = f"{line.wins:>6} {line.shared:>6} {line.losses:>6}"
        yield f"{name:<{wide}}  {line.games:>6} {share}   {_score(line.estimate)}".rstrip()


def _score(estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    return f"{100 * estimate.score:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def _elo_sentence(names: Sequence[str], estimate: Estimate | None) -> str:
    if estimate is None:
        return ""
    best, low, high = elo(estimate.score), elo(estimate.low), elo(estimate.high)
    if math.isinf(best):
        bound = f"more than {round(low):+}" if best > 0 else f"less than {round(high):+}"
        return f"Elo difference: {bound} for {names[0]} (95 % confidence)"
    return f"Elo difference: {round(best):+} for {names[0]} ({round(low):+} to {round(high):+} with 95 % confidence)"


def _sprt_sentence(standing: Standing, sprt: Sprt, names: Sequence[str]) -> str:
    ratio = standing.ratio()
    verdict = sprt.verdict(ratio)
    bounds = f"log-likelihood ratio {ratio:.2f} in {sprt.lower:.2f} to {sprt.upper:.2f}"
    test = f"SPRT of {sprt.elo0:+g} against {sprt.elo1:+g} Elo"
    if verdict is None:
        return f"{test}: not decided yet ({bounds})"
    chosen = sprt.elo1 if verdict == "elo1" else sprt.elo0
    return f"{test}: decided for {chosen:+g} ({bounds})"


def _sides_sentence(standing: Standing) -> str:
    wins = standing.wins_by_side
    by_side = ", ".join(f"{side} {wins[side]}" for side in standing.sides)
    return f"won by side: {by_side}"


# ---------------------------------------------------------------- for programs


def data(standing: Standing, names: Sequence[str]) -> dict[str, object]:
    results = list(standing.results.values())
    plies = [result.plies for result in results]
    mean = sum(plies) / len(plies) if plies else 0
    return {
        "games": len(results),
        "players": [_player_data(standing, number, name) for number, name in enumerate(names)],
        "elo": _elo_data(standing.line(0).estimate) if standing.programs == len(standing.sides) == 2 else None,
        "sprt": _sprt_data(standing, standing.sprt) if standing.sprt is not None else None,
        "wins_by_side": {side: standing.wins_by_side[side] for side in standing.sides},
        "plies": {"min": min(plies), "mean": mean, "max": max(plies)} if plies else None,
        "seconds": sum(result.seconds for result in results),
        "cut_off": standing.cut_off,
        "alike": standing.alike,
        "forfeits": [{"number": number, "why": why} for number, why in standing.forfeits.items()],
        "lost": [{"number": number, "why": why} for number, why in sorted(standing.lost.items())],
    }


def _player_data(standing: Standing, number: int, name: str) -> dict[str, object]:
    line = standing.line(number)
    found = line.estimate
    interval = [found.low, found.high] if found else None
    return {
        "player": name,
        "games": line.games,
        "won": line.wins,
        "drawn": line.shared,
        "lost": line.losses,
        "score": found.score if found else None,
        "interval": interval,
    }


def _elo_data(estimate: Estimate | None) -> dict[str, float | None] | None:
    """JSON knows no infinity, so what has no bound is null."""
    if estimate is None:
        return None
    values = {"difference": estimate.score, "low": estimate.low, "high": estimate.high}
    return {key: None if math.isinf(elo(value)) else elo(value) for key, value in values.items()}


def _sprt_data(standing: Standing, sprt: Sprt) -> dict[str, object]:
    bounds = {"lower": sprt.lower, "upper": sprt.upper, "verdict": standing.verdict()}
    return {**asdict(sprt), "ratio": standing.ratio(), **bounds}

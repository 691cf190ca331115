"""Two versions of a game: which of their figures differ for certain, and by how much.

Each figure is a mean over games; Welch's interval holds the difference of two. Many figures are looked at, and one in
twenty would differ by chance: so a difference is called real only if it stands up to Holm's correction for all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..matches.elo import NORMAL_95
from .figures import lead_changes, winner_of
from .study import FAIR
from .survey import LADDER, Measured
from .tasks import StudiedGame

_LEVEL = 0.05
_PRIOR = 1.0  # games that say nothing, so that a few that end alike do not seem to leave no doubt


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure of both, how much larger that of the second is, with its interval; `p` of no difference at all."""

    name: str
    is_share: bool
    first: float
    second: float
    low: float
    high: float
    p: float
    real: bool

    @property
    def change(self) -> float:
        return self.second - self.first


def differences(first: Measured, second: Measured) -> tuple[Difference, ...]:
    found: list[Difference] = []
    for name, is_share, of in _FIGURES:
        values = [[value for game in each.games if (value := of(game)) is not None] for each in (first, second)]
        if min(map(len, values)) >= 2:
            found.append(_welch(name, is_share, *values))
    real: set[str] = set()
    for place, each in enumerate(sorted(found, key=lambda each: each.p)):  # Holm: the first that fails ends it
        if each.p > _LEVEL / (len(found) - place):
            break
        real.add(each.name)
    return tuple(Difference(d.name, d.is_share, d.first, d.second, d.low, d.high, d.p, d.name in real) for d in found)


def _welch(name: str, is_share: bool, first: Sequence[float], second: Sequence[float]) -> Difference:
    means = [sum(values) / len(values) for values in (first, second)]
    together = [*first, *second]
    middle = sum(together) / len(together)
    whole = sum((value - middle) ** 2 for value in together) / (len(together) - 1)
    error = 0.0
    for values, mean in zip((first, second), means, strict=True):
        spread = sum((value - mean) ** 2 for value in values) + _PRIOR * whole
        error += spread / (len(values) - 1 + _PRIOR) / len(values)
    change, deviation = means[1] - means[0], math.sqrt(error)
    p = math.erfc(abs(change) / deviation / math.sqrt(2)) if deviation else float(change == 0)
    half = NORMAL_95 * deviation
    return Difference(name, is_share, means[0], means[1], change - half, change + half, p, False)


def _fair(of: Callable[[StudiedGame], float | None]) -> Callable[[StudiedGame], float | None]:
    return lambda game: of(game) if game.task.series == FAIR else None


def _points_of_stronger(game: StudiedGame) -> float | None:
    if game.task.series != LADDER:
        return None
    strong = LADDER.partition(" ")[0]
    return 0.5 if game.worths is None else game.worths[game.task.specs.index(strong)]


def _over_turns(of: Callable[[StudiedGame], float]) -> Callable[[StudiedGame], float | None]:
    return _fair(lambda game: of(game) / len(game.turns) if game.turns else None)


_FIGURES: tuple[tuple[str, bool, Callable[[StudiedGame], float | None]], ...] = (
    ("points of the first side", True, _fair(lambda game: game.worths[0] if game.worths else None)),
    ("drawn", True, _fair(lambda game: float(max(game.worths) < 1) if game.worths else None)),
    ("cut off", True, _fair(lambda game: float(game.worths is None))),
    ("turns of a game", False, _fair(lambda game: float(len(game.turns)))),
    ("moves to choose from", False, _over_turns(lambda game: sum(turn.choices for turn in game.turns))),
    ("forced turns", True, _over_turns(lambda game: sum(turn.choices == 1 for turn in game.turns))),
    ("parts of a turn", False, _over_turns(lambda game: sum(turn.parts for turn in game.turns))),
    ("changes of the lead", False, _fair(lead_changes)),
    ("wins of who was below 30 %", True, _fair(lambda game: winner_of(game, 0.3))),
    ("points of who thinks four times as long", True, _points_of_stronger),
)

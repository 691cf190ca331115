"""What a match has come to: points of each program, who held which side, and what the test says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from .elo import Estimate, estimate
from .game import MatchGame
from .sprt import Sprt, Verdict


@dataclass(frozen=True, slots=True)
class Line:
    """One program's line of the table; `shared` are draws and wins together with others."""

    games: int
    wins: int
    shared: int
    losses: int
    estimate: Estimate | None


@dataclass(slots=True)
class Standing:
    programs: int
    sides: Sequence[str]
    sprt: Sprt | None = None
    results: dict[int, MatchGame] = field(default_factory=dict)
    lost: dict[int, str] = field(default_factory=dict)
    _pairs: list[float] = field(default_factory=list)  # the points of each, as far as all of them are known
    _looked_at: int = 0
    _verdict: Verdict | None = None

    def add(self, result: MatchGame) -> None:
        self.results[result.pairing.number] = result

    @property
    def cut_off(self) -> int:
        return sum(result.worths is None for result in self.results.values())

    @property
    def forfeits(self) -> dict[int, str]:
        """The games that another program has lost by failing, and how."""
        return {n: result.forfeit for n, result in sorted(self.results.items()) if result.forfeit is not None}

    @property
    def wins_by_side(self) -> Counter[str]:
        return Counter(name for result in self.results.values() for name in result.winners)

    @property
    def sides_held(self) -> list[int]:
        """How many sides each program has held, over all games: with more sides there are more points to get."""
        held = Counter(seat for result in self.results.values() for seat in result.pairing.seats)
        return [held[program] for program in range(self.programs)]

    @property
    def alike(self) -> int:
        """How many games repeat another one move by move: they prove nothing new."""
        seen = Counter((result.course, result.pairing.seats) for result in self.results.values())
        return sum(times - 1 for times in seen.values())

    def points(self, result: MatchGame, program: int) -> float:
        """What a game brought a program, 0 … 1, over all sides it held. A game that was cut off is a draw."""
        seats = result.pairing.seats
        worths = result.worths or (1 / len(seats),) * len(seats)
        if not any(worths):  # everybody has lost
            worths = (1 / len(seats),) * len(seats)
        return sum(worth for seat, worth in zip(seats, worths, strict=True) if seat == program)

    def line(self, program: int) -> Line:
        groups: dict[int, list[float]] = {}
        wins = losses = 0
        for result in self.results.values():
            if program in result.pairing.seats:
                got = self.points(result, program)
                groups.setdefault(result.pairing.round, []).append(got)
                wins += got > 1 - 1e-9
                losses += got < 1e-9
        games = sum(map(len, groups.values()))
        return Line(games, wins, games - wins - losses, losses, estimate(list(groups.values())))

    # ------------------------------------------------------------ the test

    def ratio(self) -> float:
        """The test looks at whole pairs, and only at those before which all pairs are known: then it does not matter
        which of several games at a time ended first.
        """
        self._look_on()
        return self.sprt.ratio(self._pairs, 2) if self.sprt is not None else 0.0

    def verdict(self) -> Verdict | None:
        """What the test has decided; then later games are left out, wherever they were played at the same time."""
        self._look_on()
        return self._verdict

    def _look_on(self) -> None:
        """Pair after pair, so that it ends at the same one however many end at once."""
        while self.sprt is not None and self._verdict is None:
            games = self._looked_at, self._looked_at + 1
            if not all(game in self.results or game in self.lost for game in games):
                return
            self._looked_at += 2
            if all(game in self.results for game in games):
                self._pairs.append(sum(self.points(self.results[game], 0) for game in games))
            self._verdict = self.sprt.verdict(self.sprt.ratio(self._pairs, 2))
            if self._verdict is not None:
                self.results = {number: kept for number, kept in self.results.items() if number < self._looked_at}
                self.lost = {number: why for number, why in self.lost.items() if number < self._looked_at}

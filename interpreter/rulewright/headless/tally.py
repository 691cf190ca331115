"""What came of many games: wins, draws, lengths, choices, and the rules that ended them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..rules.game import Rules
from ..show.endings import Cause, Ending, ending
from . import random_games

_FEW = 5  # fewer games say nothing about all the others


@dataclass(slots=True)
class Tally:
    rules: Rules
    what: str = "legal moves"  # what `choices` counts
    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)  # a team's victory is one of each of its players
    draws: int = 0
    nobody: int = 0  # everybody has lost
    cut_off: int = 0
    lengths: list[int] = field(default_factory=list)
    decisions: int = 0
    choices: int = 0
    endings: Counter[Ending] = field(default_factory=Counter)

    def add(self, played: random_games.GameSummary) -> None:
        self.games += 1
        self.lengths.append(played.plies)
        self.decisions += len(played.choices)
        self.choices += sum(played.choices)
        outcome = played.outcome
        if outcome is None:
            self.cut_off += 1
            return
        self.endings[ending(self.rules, outcome)] += 1
        if outcome.draw:
            self.draws += 1
        elif not outcome.winners:
            self.nobody += 1
        self.wins.update(outcome.winners)

    @property
    def branching(self) -> float | None:
        """How many moves a player could choose from, on average."""
        return self.choices / self.decisions if self.decisions else None

    def data(self) -> dict[str, object]:
        """The numbers for programs."""
        lengths = self.lengths
        plies = {"min": min(lengths), "mean": sum(lengths) / len(lengths), "max": max(lengths)} if lengths else None
        return {
            "games": self.games,
            "wins": {player.name: self.wins[player.name] for player in self.rules.players},
            "draws": self.draws,
            "nobody": self.nobody,
            "cut_off": self.cut_off,
            "plies": plies,
            "branching": self.branching,
            "endings": [_ending_data(ended, games) for ended, games in self.endings.most_common()],
        }

    def text(self) -> str:
        """The numbers for people."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterable[str]:
        for player in self.rules.players:
            yield self._share(f"{player.name} wins", self.wins[player.name])
        yield self._share("draws", self.draws)
        if self.nobody:
            yield self._share("nobody wins", self.nobody)
        if self.cut_off:
            yield self._share("cut off", self.cut_off)
        if self.lengths:
            mean = sum(self.lengths) / self.games
            yield f"length: {min(self.lengths)} to {max(self.lengths)} plies, {mean:.1f} on average"
        if self.branching is not None:
            yield f"choice: {self.branching:.1f} {self.what} on average"
        if self.endings:
            yield "ended by:"
        for ended, games in self.endings.most_common():
            place = f"{ended.span.source.name}:{ended.span.line}: " if ended.span else ""
            yield f"{games:>7}  {place}{ended.text}"
        if self.never_ends:
            yield "no game ended before the limit: give it an end, a repetition: rule, or a limit: of its own"

    @property
    def never_ends(self) -> bool:
        """Whether all games, and more than a few, were only ended by the limit that every game has."""
        limited = sum(games for ended, games in self.endings.items() if ended.cause is Cause.LIMIT and not ended.span)
        return self.games >= _FEW and limited == self.games

    def _share(self, what: str, games: int) -> str:
        share = f"{100 * games / self.games:5.1f} %" if self.games else ""
        widest = max(len(player.name) for player in self.rules.players) + len(" wins")
        return f"{what:<{max(widest, len('nobody wins'))}}  {games:>6}  {share}".rstrip()


def _ending_data(ended: Ending, games: int) -> dict[str, object]:
    span = ended.span
    return {
        "games": games,
        "text": ended.text,
        "file": span.source.name if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
    }

"""What came of many games: wins, draws, lengths, choices, and the rules that ended them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from . import playing
from .language.source import Span
from .rules.game import Rules
from .state import Outcome


@dataclass(frozen=True, slots=True)
class Ending:
    """Why games ended: what the file says there, and its place; no place if the file says nothing."""

    text: str
    span: Span | None


def ending(rules: Rules, outcome: Outcome) -> Ending:
    span = outcome.rule
    if span is None:
        return Ending("the player to move had no move", None)
    if span == rules.limit.span:  # the file sets no limit, so it has the usual one
        return Ending(f"nothing else had ended it after {rules.limit.turns} turns", None)
    return Ending(_words(rules, span), span)


def _words(rules: Rules, span: Span) -> str:
    """The rule whose outcome stands at this place, under the name of its key; a rule of `end` speaks for itself."""
    for key, tried in (("", rules.end), ("stuck: ", rules.stuck)):
        for rule in tried:
            if span in (rule.outcome.span, rule.otherwise.span if rule.otherwise else None):
                return key + " ".join(rule.span.text.split())
    if rules.limit.result.span == span:
        return f"limit: {rules.limit.turns} turns, {span.text}"
    repetition = rules.repetition
    if repetition is not None and repetition.result is not None and repetition.result.span == span:
        return f"repetition: {repetition.times} times, {span.text}"
    return "out: " + " ".join(span.text.split())


@dataclass(slots=True)
class Tally:
    rules: Rules
    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)  # a team's victory is one of each of its players
    draws: int = 0
    nobody: int = 0  # everybody has lost
    cut_off: int = 0
    lengths: list[int] = field(default_factory=list)
    decisions: int = 0
    choices: int = 0
    endings: Counter[Ending] = field(default_factory=Counter)

    def add(self, played: playing.Ending) -> None:
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
            yield f"choice: {self.branching:.1f} legal moves on average"
        if self.endings:
            yield "ended by:"
        for ended, games in self.endings.most_common():
            place = f"{ended.span.source.name}:{ended.span.line}: " if ended.span else ""
            yield f"{games:>7}  {place}{ended.text}"

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

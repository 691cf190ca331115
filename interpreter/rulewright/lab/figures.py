"""What studied games tell: pure functions from games to figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..matches.elo import elo
from ..rules.game import Rules
from .intervals import Figure, mean, quantile, share
from .tasks import EndingFigures, StudiedGame

_LEAD = 0.5  # who is above it is ahead, in a game for two
_LOST_CAUSE = 0.3
_DECIDED = 0.9
_OPENINGS = 12


@dataclass(frozen=True, slots=True)
class Strength:
    """How games by one kind of player went."""

    name: str
    games: int
    cut_off: int
    draws: Figure | None
    sides: tuple[Figure | None, ...]  # the share of points that each side got
    length: Figure | None
    lengths: tuple[int, ...]
    endings: tuple[tuple[EndingFigures, int], ...]


def strength(name: str, games: Sequence[StudiedGame], sides: int) -> Strength:
    ended = [game for game in games if game.worths is not None]
    worths = [game.worths for game in ended if game.worths is not None]
    lengths = tuple(len(game.turns) for game in games)
    endings = Counter(game.ending for game in ended if game.ending is not None)
    return Strength(
        name,
        len(games),
        len(games) - len(ended),
        share([float(max(each) < 1) for each in worths]),
        tuple(share([each[side] for each in worths]) for side in range(sides)),
        mean(lengths),
        lengths,
        tuple(sorted(endings.items(), key=lambda item: (-item[1], item[0].line))),
    )


@dataclass(frozen=True, slots=True)
class ChoiceAt:
    """How many moves there were to choose from at one turn of the game, over all games that came so far."""

    ply: int
    games: int
    low: float  # a tenth of the games had fewer
    median: float
    high: float  # a tenth had more


@dataclass(frozen=True, slots=True)
class Choices:
    by_ply: tuple[ChoiceAt, ...]
    mean: Figure | None
    forced: Figure | None  # the share of turns with one legal move
    parts: Figure | None  # parts of a turn


def choices(games: Sequence[StudiedGame]) -> Choices:
    """Figures are means over games, not over turns: the turns of one game are not independent."""
    longest = max((len(game.turns) for game in games), default=0)
    by_ply = []
    for ply in range(longest):
        found = [game.turns[ply].choices for game in games if ply < len(game.turns)]
        if len(found) < max(2, len(games) // 10):  # too few for a tenth to mean anything
            break
        by_ply.append(ChoiceAt(ply + 1, len(found), quantile(found, 0.1), quantile(found, 0.5), quantile(found, 0.9)))
    played = [game for game in games if game.turns]
    return Choices(
        tuple(by_ply),
        mean([sum(turn.choices for turn in game.turns) / len(game.turns) for game in played]),
        share([sum(turn.choices == 1 for turn in game.turns) / len(game.turns) for game in played]),
        mean([sum(turn.parts for turn in game.turns) / len(game.turns) for game in played]),
    )


@dataclass(frozen=True, slots=True)
class Rung:
    """The stronger of two players against the weaker: the share of points it got, and what that is in Elo."""

    weaker: str
    stronger: str
    score: Figure
    elo: float


@dataclass(frozen=True, slots=True)
class Ladder:
    rungs: tuple[Rung, ...]
    levels: float  # how many times somebody wins 60 % against the one below
    flat_from: str | None  # the first player that is not proven to be stronger than the one below


_LEVEL = elo(0.6)
_MOST_ELO = 400.0  # a clean sweep of a few games proves no more


def ladder(pairs: Mapping[tuple[str, str], Sequence[StudiedGame]]) -> Ladder:
    """Pairs are (weaker, stronger); in each the stronger one's share of points is counted over all sides it held."""
    rungs = []
    for (weaker, stronger), games in pairs.items():
        points = []
        for game in games:
            if game.worths is None:
                points.append(0.5)
            else:
                held = [worth for spec, worth in zip(game.task.specs, game.worths, strict=True) if spec == stronger]
                points.append(sum(held))
        found = share(points)
        if found is not None:
            rungs.append(Rung(weaker, stronger, found, max(-_MOST_ELO, min(_MOST_ELO, elo(found.value)))))
    flat = next((rung.stronger for rung in rungs if rung.score.low <= 0.5), None)
    return Ladder(tuple(rungs), sum(max(0.0, rung.elo) for rung in rungs) / _LEVEL, flat)


@dataclass(frozen=True, slots=True)
class Drama:
    """How the chances went in games for two, as the players saw them."""

    lead_changes: Figure | None  # in a game
    comebacks: Figure | None  # the share of won games in which the winner had been below 30 %
    decided: Figure | None  # the part of a game after which the winner stayed above 90 %
    samples: tuple[StudiedGame, ...]


def lead_changes(game: StudiedGame) -> float | None:
    """How often the lead changed; None where nobody judged."""
    chances = _chances(game)
    if len(chances) < 2:
        return None
    ahead = [chance > _LEAD for chance in chances if chance != _LEAD]
    return float(sum(now != before for before, now in pairwise(ahead)))


def winner_of(game: StudiedGame, below: float) -> float | None:
    """Whether the winner's chances had been below this; None where nobody won, or nobody judged."""
    chances, winner = _chances(game), _winner(game)
    if len(chances) < 2 or winner is None:
        return None
    return float(min(chance if winner == 0 else 1 - chance for chance in chances) < below)


def drama(games: Sequence[StudiedGame], samples: int = 6) -> Drama:
    courses = [(game, chances) for game in games if len(chances := _chances(game)) >= 2]
    changes, back, decided = [], [], []
    for game, chances in courses:
        changes.append(lead_changes(game) or 0.0)
        winner = _winner(game)
        if winner is None:
            continue
        seen = [chance if winner == 0 else 1 - chance for chance in chances]
        back.append(winner_of(game, _LOST_CAUSE) or 0.0)
        after = next((place for place in range(len(seen), 0, -1) if seen[place - 1] < _DECIDED), 0)
        decided.append(after / len(seen))
    by_length = sorted((game for game, _ in courses), key=lambda game: (len(game.turns), game.task.number))
    middle = len(by_length) // 2  # games of about the usual length
    shown = by_length[max(0, middle - samples // 2) : max(0, middle - samples // 2) + samples]
    return Drama(mean(changes), share(back), mean(decided), tuple(shown))


def _chances(game: StudiedGame) -> list[float]:
    """The first side's chances before each turn in which somebody judged; only games for two have one number."""
    return [turn.values[0] for turn in game.turns if turn.values is not None and len(turn.values) == 2]


def _winner(game: StudiedGame) -> int | None:
    return None if game.worths is None or max(game.worths) < 1 else game.worths.index(max(game.worths))


@dataclass(frozen=True, slots=True)
class Opening:
    """A first move: how often it was played, and what came of it for whoever played it.

    So many first moves are `alike` by a symmetry of the board, and count with it.
    """

    move: str
    alike: int
    played: int
    won: Figure | None


def openings(games: Sequence[StudiedGame], same: Mapping[str, str]) -> tuple[Opening, ...]:
    """`same` names the move that each stands for."""
    sizes = Counter(same.values())
    by_move: dict[str, list[float]] = {}
    count: Counter[str] = Counter()
    for game in games:
        if game.turns:
            first = game.turns[0]
            name = same.get(first.text, first.text)
            count[name] += 1
            if game.worths is not None:
                by_move.setdefault(name, []).append(game.worths[first.side])
    return tuple(
        Opening(move, max(1, sizes[move]), times, share(by_move.get(move, [])))
        for move, times in count.most_common(_OPENINGS)
    )


@dataclass(frozen=True, slots=True)
class Unused:
    """What nobody used in all games: its name as in the file, what it is, and its line."""

    what: str
    name: str
    line: int


def unused(rules: Rules, games: Sequence[StudiedGame]) -> tuple[Unused, ...]:
    actions = {action for game in games for turn in game.turns for action in turn.actions}
    kinds = {kind for game in games for kind in game.kinds}
    lines = {game.ending.line for game in games if game.ending is not None}
    found = [
        Unused("action", action.name, action.span.line)
        for number, action in enumerate(rules.actions)
        if number not in actions
    ]
    found += [
        Unused("piece", kind.name, kind.span.line) for number, kind in enumerate(rules.kinds) if number not in kinds
    ]
    found += [
        Unused("end rule", " ".join(rule.span.text.split()), rule.outcome.span.line)
        for rule in (*rules.end, *rules.stuck)
        if not lines & {outcome.span.line for outcome in rule.outcomes} and rule.outcome.what != "pass"
    ]
    if rules.unbounded is None:
        visited = {site for game in games for turn in game.turns for site in turn.sites}
        visited |= {site for game in games for site in game.occupied} | {piece.site for piece in rules.start.pieces}
        never = [site.name for site in rules.board.sites if site.index not in visited]
        if never:
            shown = ", ".join(never[:20]) + (f" and {len(never) - 20} more" if len(never) > 20 else "")
            found.append(Unused("places", shown, 0))
    return tuple(sorted(found, key=lambda each: (each.line, each.what, each.name)))


def visits(games: Sequence[StudiedGame]) -> Counter[int]:
    """How often a part of a turn ended on each site."""
    return Counter(site for game in games for turn in game.turns for site in turn.sites)

"""What studied games tell: pure functions from games to figures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..analysis.pieces import PieceCodes
from ..matches.elo import elo
from ..rules.game import Rules
from ..source.source import Span
from .intervals import Figure, around_median, mean, quantile, share
from .tasks import EndingFigures, StudiedGame, file_of

_LEAD = 0.5  # who is above it is ahead, in a game for two
_LOST_CAUSE = 0.3
_DECIDED = 0.9
_OPENINGS = 12
_TRAP, _FALL = 0.3, 0.1
_SWINGS = 6


@dataclass(frozen=True, slots=True)
class Strength:
    """How games by one kind of player went."""

    name: str
    games: int
    cut_off: int
    unended: Figure | None  # the share that was cut off
    draws: Figure | None
    sides: tuple[Figure | None, ...]  # the share of points that each side got
    length: Figure | None
    lengths: tuple[int, ...]
    endings: tuple[tuple[EndingFigures, Figure], ...]  # each with the share of all games that it ended


def strength(name: str, games: Sequence[StudiedGame], sides: int) -> Strength:
    ended = [game for game in games if game.worths is not None]
    worths = [game.worths for game in ended if game.worths is not None]
    lengths = tuple(len(game.turns) for game in games)
    endings = Counter(game.ending for game in ended if game.ending is not None)
    return Strength(
        name,
        len(games),
        len(games) - len(ended),
        _share_of(len(games) - len(ended), len(games)),
        share([float(max(each) < 1) for each in worths]),
        tuple(share([each[side] for each in worths]) for side in range(sides)),
        mean(lengths),
        lengths,
        tuple(
            (ending, found)
            for ending, count in sorted(endings.items(), key=lambda item: (-item[1], item[0].line))
            if (found := _share_of(count, len(games))) is not None
        ),
    )


def _share_of(some: int, all_: int) -> Figure | None:
    return share([1.0] * some + [0.0] * (all_ - some))


@dataclass(frozen=True, slots=True)
class ChoiceAt:
    """How many moves there were to choose from at one turn of the game, over all games that came so far."""

    ply: int
    games: int
    low: float  # a tenth of the games had fewer
    median: float
    high: float  # a tenth had more
    sure: tuple[float, float]  # the interval of the median


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
        low, middle, high = (quantile(found, part) for part in (0.1, 0.5, 0.9))
        by_ply.append(ChoiceAt(ply + 1, len(found), low, middle, high, around_median(found)))
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
    levels: Figure  # how many times somebody wins 60 % against the one below
    steps: tuple[
        float, ...
    ]  # playouts of the players of these levels, the lowest first; between two rungs in proportion
    flat_from: str | None  # the last player who is proven to be stronger than one below, if it is not the last of all


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
            rungs.append(Rung(weaker, stronger, found, _bounded(found.value)))
    proven = max((place for place, rung in enumerate(rungs) if rung.score.low > 0.5), default=-1)
    flat = rungs[proven + 1].weaker if proven + 1 < len(rungs) else None
    return Ladder(tuple(rungs), _levels(rungs), tuple(_steps(rungs)), flat)


def _bounded(score: float) -> float:
    return max(-_MOST_ELO, min(_MOST_ELO, elo(score)))


def _levels(rungs: Sequence[Rung]) -> Figure:
    """Rungs are independent of each other, so the squares of what they may be off are summed."""
    value = sum(max(0.0, rung.elo) for rung in rungs)
    below = math.sqrt(sum((_bounded(rung.score.low) - rung.elo) ** 2 for rung in rungs))
    above = math.sqrt(sum((_bounded(rung.score.high) - rung.elo) ** 2 for rung in rungs))
    games = sum(rung.score.games for rung in rungs)
    return Figure(value / _LEVEL, max(0.0, value - below) / _LEVEL, (value + above) / _LEVEL, games)


def _steps(rungs: Sequence[Rung]) -> Iterator[float]:
    """From the lowest player on, how many playouts win 60 % against the level below."""
    reached, wanted = 0.0, 0.0
    for rung in rungs:
        weaker, stronger = (float(spec.rpartition("=")[2]) for spec in (rung.weaker, rung.stronger))
        while rung.elo > 0 and wanted <= reached + rung.elo:
            yield weaker * (stronger / weaker) ** ((wanted - reached) / rung.elo)
            wanted += _LEVEL
        reached += max(0.0, rung.elo)


@dataclass(frozen=True, slots=True)
class Swing:
    """A turn after which the chances of whoever made it fell, as they saw them before it and at their next turn."""

    series: str
    number: int  # of the game
    turn: int
    side: int
    move: str
    answer: str  # what the other side played
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Drama:
    """How the chances went in games for two, as the players saw them."""

    lead_changes: Figure | None  # in a game
    comebacks: Figure | None  # the share of won games in which the winner had been below 30 %
    decided: Figure | None  # the part of a game after which the winner stayed above 90 %
    traps: Figure | None  # the share of turns after which whoever made it saw their chances fall by 30 % or more
    swings: tuple[Swing, ...]  # the largest ones
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
    swings = [list(swings_of(game)) for game, _ in courses]
    traps = [sum(each.before - each.after >= _TRAP for each in found) / len(found) for found in swings if found]
    falls = (each for found in swings for each in found if each.before - each.after >= _FALL)
    largest = sorted(falls, key=lambda each: each.after - each.before)
    return Drama(mean(changes), share(back), mean(decided), share(traps), tuple(largest[:_SWINGS]), tuple(shown))


def swings_of(game: StudiedGame) -> Iterator[Swing]:
    """How the chances changed from each turn of a side to its next one; only games for two have one number."""
    judged = [(ply, turn) for ply, turn in enumerate(game.turns) if turn.values is not None and len(turn.values) == 2]
    for side in (0, 1):
        for (ply, turn), (_, following) in pairwise((ply, turn) for ply, turn in judged if turn.side == side):
            assert turn.values is not None
            assert following.values is not None
            answer = next((each.text for each in game.turns[ply + 1 :] if each.side != side), "")
            yield Swing(
                game.task.series, game.task.number, ply + 1, side, turn.text, answer,
                turn.values[side], following.values[side],
            )  # fmt: skip


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
    file: str = ""


def _unused(what: str, name: str, span: Span) -> Unused:
    return Unused(what, name, span.line, file_of(span))


def unused(rules: Rules, games: Sequence[StudiedGame]) -> tuple[Unused, ...]:
    actions = {action for game in games for turn in game.turns for action in turn.actions}
    codes = PieceCodes.of(rules)
    seen = {code for game in games for code in game.pieces}
    kinds = {codes.kind(code) for code in seen}
    seen_values = {(codes.kind(code), codes.values(codes.kind(code), codes.state(code))) for code in seen}
    ends = {(game.ending.file, game.ending.line) for game in games if game.ending is not None}
    found = [
        _unused("action", action.name, action.span)
        for number, action in enumerate(rules.actions)
        if number not in actions
    ]
    found += [_unused("piece", kind.name, kind.span) for number, kind in enumerate(rules.kinds) if number not in kinds]
    found += [
        _unused("state", state.name, state.span)
        for state in rules.states
        if not any(kind in state.places and _has(values, state.places[kind]) for kind, values in seen_values)
    ]
    found += [
        _unused("end rule", " ".join(rule.span.text.split()), rule.outcome.span)
        for rule in (*rules.end, *rules.stuck)
        if not ends & {(file_of(outcome.span), outcome.span.line) for outcome in rule.outcomes}
        and rule.outcome.what != "pass"
    ]
    if rules.unbounded is None:
        visited = {site for game in games for turn in game.turns for site in turn.sites}
        visited |= {site for game in games for site in game.occupied} | {piece.site for piece in rules.start.pieces}
        never = [site.name for site in rules.board.sites if site.index not in visited]
        if never:
            shown = ", ".join(never[:20]) + (f" and {len(never) - 20} more" if len(never) > 20 else "")
            found.append(Unused("places", shown, 0))
    return tuple(sorted(found, key=lambda each: (each.line, each.what, each.name)))


def _has(values: Sequence[int], place: tuple[int, int]) -> bool:
    axis, value = place
    return values[axis] == value


def by_site(games: Sequence[StudiedGame], of: Callable[[StudiedGame], Iterable[int]]) -> dict[int, Figure]:
    """How often something happened on each site, in a game."""
    counts = [Counter(of(game)) for game in games]
    sites = sorted({site for count in counts for site in count})
    found = ((site, mean([count[site] for count in counts])) for site in sites)
    return {site: figure for site, figure in found if figure is not None}


def arrived(game: StudiedGame) -> Iterator[int]:
    """Where parts of turns ended."""
    return (site for turn in game.turns for site in turn.sites)


def lost(game: StudiedGame) -> Iterator[int]:
    """Where somebody's piece was taken, or changed hands."""
    return (site for turn in game.turns for site in turn.lost)

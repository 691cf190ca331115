"""Three sentences a designer understands: is it fair, does it end, is there something to learn."""

from __future__ import annotations

from ..matches.elo import elo
from .figures import Strength
from .intervals import Figure
from .study import ENOUGH, RANDOM, Report
from .telling import between, percent

_EVEN = 0.05  # nearer to an even game than this is even enough for people
_MANY_CUT_OFF = 0.02
_FEW = 5  # games that have ended; fewer tell nothing about the sides


def verdict(report: Report) -> tuple[str, str, str]:
    return truth(report) or fairness(report), course(report), depth(report)


def truth(report: Report) -> str | None:
    """What a solved game is worth: that is no estimate."""
    solution, best = report.solution, report.strongest
    if solution is None:
        return None
    who = report.game.players[report.game.start()._node.me]
    turns = f" in {solution.turns} turn{'s' * (solution.turns != 1)}" if solution.turns is not None else ""
    worth = {1: f"{who}, who begins, wins{turns}", 0: "nobody can force a win", -1: f"{who}, who begins, loses{turns}"}
    first = best.sides[0] if best is not None else None
    played = f"; {_whose(best)} {report.game.players[0]} gets {between(first)} of the points" if best and first else ""
    return f"The game is solved: with perfect play {worth[solution.value]}{played}."


def fairness(report: Report) -> str:
    best, players = report.strongest, report.game.players
    if report.endless:
        return "Nobody can say who has the better side, since no game has ended."
    if best is None or best.sides[0] is None or best.sides[0].games < _FEW:
        return "Too few games have ended to say who has the better side."
    if len(players) == 1:
        return f"The player wins {between(best.sides[0])} of the games ({best.name})."
    if len(players) > 2:
        shares = ", ".join(f"{name} {between(side)}" for name, side in zip(players, best.sides, strict=True) if side)
        return f"Of the points each side gets ({best.name}): {shares}; an even share is {percent(1 / len(players))}."
    first = best.sides[0]
    who = players[0] if first.value >= 0.5 else players[1]
    amount = first if first.value >= 0.5 else Figure(1 - first.value, 1 - first.high, 1 - first.low, first.games)
    worth = f"{amount.value:.0%}".replace("%", " %")
    if first.low > 0.5 or first.high < 0.5:
        large = is_unfair(report)
        bent = "clearly the better side" if large else "slightly the better side"
        advantage = f", an advantage of {elo(amount.value):+.0f} Elo" if amount.value < 1 else ""
        advice = _advice(report) if large and first.value > 0.5 else ""
        return f"{who} has {bent}: {between(amount)} of the points {_whose(best)}{advantage}{advice}."
    if first.high - first.low < 4 * _EVEN:
        told = f"The sides are even as far as can be told: {who} gets {between(amount)} of the points {_whose(best)}"
    else:
        told = (
            f"Neither side is proven to be better: {who} gets {worth} of the points {_whose(best)}, "
            f"but it may be {percent(amount.low)} as well"
        )
    return f"{told}{_looked_further(report)}."


def _looked_further(report: Report) -> str:
    """What is seen with more thought than the games were played with."""
    best = max(report.valued_first_moves, key=lambda each: each[1].low, default=None)
    if best is None or best[1].low <= 0.5 + _EVEN or report.swaps:
        return ""
    return f"; but who looks further puts {report.first} at {percent(best[1].value)}, after {best[0].move.text}"


def _whose(best: Strength) -> str:
    """What players who think would do is another matter."""
    return "between players who move at random" if best.name == RANDOM else "between equal players"


def _advice(report: Report) -> str:
    """A swap rule helps only where some first move is not the better one."""
    even = report.nearest_to_even
    if not even:
        return ""
    if far_from_even(even[0][1]):
        return "; a swap rule would not mend it, since no first move is near to even"
    return f"; a swap rule would mend it, {even[0][0].move.text} being a first move that is nearly even"


def is_unfair(report: Report) -> bool:
    """Whether games of equal players prove that one side is better, by much."""
    side = report.strongest.sides[0] if report.strongest is not None else None
    return side is not None and not side.low <= 0.5 <= side.high and abs(side.value - 0.5) > _EVEN


def far_from_even(value: Figure) -> bool:
    """For certain."""
    return value.high < 0.5 - _EVEN or value.low > 0.5 + _EVEN


def course(report: Report) -> str:
    best = report.strongest
    if report.endless:
        longest = max(max(each.lengths, default=0) for each in report.strengths)
        return f"No game has ended: all {report.endless} were cut off after {longest:,} turns."
    if best is None or best.length is None:
        return "Too few games were played to say how long one takes."
    cut_off, whose = best.cut_off / best.games, ""
    if best.name == RANDOM:
        others = report.strengths[1:]
        games, endless = sum(each.games for each in others), all(each.cut_off == each.games for each in others)
        known = f" ({games}, none of which has ended)" if games and endless else ""
        whose = f" {_whose(best)}; too few games of others were played{known}, more time would tell"
    elif best.games < ENOUGH:
        whose = f", in {best.games} games of {best.name}; more time would tell"
    if cut_off > 0.5:
        return f"Most games do not end: {percent(cut_off)} were cut off{whose}."
    ended = f"; {percent(cut_off)} of the games did not end and were cut off" if cut_off > _MANY_CUT_OFF else ""
    drawn = f", and {percent(best.draws.value)} are drawn" if best.draws is not None and best.draws.value > 0 else ""
    return f"A game takes {best.length.value:.0f} turns on average{drawn}{ended}{whose}."


def depth(report: Report) -> str:
    dead = len([each for each in report.unused if each.what != "places"])
    idle = {0: "every rule is used", 1: "one thing in the file is never used"}.get(
        dead, f"{dead} things in the file are never used"
    )
    if not report.thought:
        idle = "nor which rules players who think never use"
    found = report.ladder
    if report.endless:
        return f"Whether thinking helps cannot be told either; {idle}."
    if not found.rungs:
        return f"Whether thinking helps was not measured yet{';' if report.thought else ','} {idle}."
    if found.levels.value < 1 and found.levels.high >= 1:
        return f"Whether thinking longer helps is not known yet; {idle}."
    if found.levels.value < 1:
        return f"Thinking longer hardly helps, so there is little to learn; {idle}."
    sure = found.levels.low >= found.levels.value / 2  # with few games it may be one level as well as ten
    amount = f"about {found.levels.value:.0f}" if sure else f"{found.levels.low:.0f} to {found.levels.high:.0f}"
    levels = f"{amount} level{'s' if found.levels.value >= 1.5 else ''}"
    if found.levels.low < 1:
        return f"Thinking may help: {levels} of players may be there, but none is proven yet; {idle}."
    return f"Thinking helps: {levels} of players were found who each win 60 % against the one below; {idle}."

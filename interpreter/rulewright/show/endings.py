"""Why a game ended: in a sentence for whoever plays, and by the rule of the file for whoever wrote it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ..analysis.roots import with_defines
from ..rules.expressions import Attacked
from ..rules.game import Rules
from ..source.diagnostics import one_of
from ..source.source import Span
from ..state import Outcome, State


class Cause(Enum):
    """Which part of the rules a game ended by; the value is how its rules are introduced."""

    RULE = ""  # a rule of `end` speaks for itself
    STUCK = "stuck: "
    LIMIT = "limit: "
    REPETITION = "repetition: "
    OUT = "out: "


@dataclass(frozen=True, slots=True)
class Ending:
    """Why games ended: what the file says there, and its place; no place if the file says nothing."""

    text: str
    span: Span | None
    cause: Cause


def ending(rules: Rules, outcome: Outcome) -> Ending:
    span = outcome.rule
    if span is None:
        return Ending("the player to move had no move", None, Cause.STUCK)
    if span == rules.limit.span:  # the file sets no limit, so it has the usual one
        return Ending(f"nothing else had ended it after {rules.limit.turns} turns", None, Cause.LIMIT)
    cause, text = _words(rules, span)
    return Ending(cause.value + text, span, cause)


def _words(rules: Rules, span: Span) -> tuple[Cause, str]:
    """The rule whose outcome stands at this place."""
    for cause, tried in ((Cause.RULE, rules.end), (Cause.STUCK, rules.stuck)):
        for rule in tried:
            if span in (rule.outcome.span, rule.otherwise.span if rule.otherwise else None):
                return cause, " ".join(rule.span.text.split())
    if rules.limit.result.span == span:
        return Cause.LIMIT, f"{rules.limit.turns} turns, {span.text}"
    repetition = rules.repetition
    for rule in rules.if_repeated:
        if repetition is not None and span in [outcome.span for outcome in rule.outcomes]:
            return Cause.REPETITION, f"{repetition.times} times, {' '.join(rule.span.text.split())}"
    return Cause.OUT, " ".join(span.text.split())


def mate(rules: Rules, span: Span | None) -> str:
    """What everybody calls it, where who cannot move loses only if something of theirs is attacked."""
    for rule in rules.stuck:
        asked = with_defines(rules, [rule.condition]) if rule.condition is not None else ()
        if any(isinstance(node, Attacked) for node in asked):
            for outcome in rule.outcomes:
                if outcome.span == span:
                    return {"lose": "it is checkmate", "draw": "it is stalemate"}.get(outcome.what, "")
    return ""


def because(state: State, outcome: Outcome) -> str:
    """What has happened, in words that need no file: "black is out". Nothing where only the rule can say it."""
    rules, position, players = state.game.rules, state.position, state.game.players
    match ending(rules, outcome).cause:
        case Cause.STUCK:
            return mate(rules, outcome.rule) or f"{players[position.me]} has no legal move"
        case Cause.LIMIT:
            return f"{rules.limit.turns} turns have been played"
        case Cause.REPETITION if rules.repetition is not None:
            return f"the same position has come up {rules.repetition.times} times"
        case Cause.OUT:
            gone = [players[player] for player in sorted(position.out)]
            return f"{one_of(gone, 'and')} {'is' if len(gone) == 1 else 'are'} out"
    return ""

"""What a program thinks of a position, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ...players.player import Candidate, Opinion
from ...state import State
from ..positions import shown

_MOST = 5  # candidates that are told
_LONGEST_LINE = 6
_BAR = 20
_PROVEN = {"win": "wins by force", "loss": "loses by force", "draw": "is a sure draw"}


def advice(state: State, opinion: Opinion, unicode: bool) -> str:
    """A hint: the move, how good it is, what else there is, and how the game may go on."""
    return "\n".join(_lines(state, opinion, unicode))


def _lines(state: State, opinion: Opinion, unicode: bool) -> Iterator[str]:
    best = opinion.candidates[0] if opinion.candidates else None
    yield f"Try {shown(opinion.move.text)}{_reason(state, opinion, best)}"
    others = [candidate for candidate in opinion.candidates[:_MOST] if candidate.visits]
    if len(others) > 1:
        wide = max(len(shown(candidate.move.text)) for candidate in others)
        for candidate in others:
            yield f"  {shown(candidate.move.text):<{wide}}  {_worth(candidate, unicode)}"
    if len(opinion.line) > 1:
        line = " ".join(shown(move.text) for move in opinion.line[:_LONGEST_LINE])
        yield f"It may go on: {line}{' …' if unicode and len(opinion.line) > _LONGEST_LINE else ''}"


def _reason(state: State, opinion: Opinion, best: Candidate | None) -> str:
    side = state.player
    effort = f" ({_effort(opinion)})" if opinion.visits > 1 else ""
    if opinion.proof is not None:
        return f": {side} {_PROVEN[opinion.proof]}{effort}."
    if best is None:
        return "."
    return f": {in_words(side, best.value, len(state.game.players))}{effort}."


def in_words(side: str, value: float, players: int) -> str:
    """A value of 0 … 1 for one side, as a person would say it."""
    even = 1 / players
    if value >= 1 - (1 - even) * 0.1:
        judgement = f"{side} is winning"
    elif value <= even * 0.1:
        judgement = f"{side} is losing"
    elif abs(value - even) <= 0.1 * even:
        judgement = "about even"
    else:
        judgement = f"{side} is {'better' if value > even else 'worse'}"
    return f"{judgement}, {100 * value:.0f} % for {side}"


def _worth(candidate: Candidate, unicode: bool) -> str:
    percent = f"{100 * candidate.value:4.0f} %"
    full = round(_BAR * candidate.value)
    bar = ("█" if unicode else "#") * full + ("░" if unicode else "-") * (_BAR - full)
    proof = f"  {_PROVEN[candidate.proof]}" if candidate.proof else ""
    return f"{percent}  {bar}  {_count(candidate.visits)}{proof}".rstrip()


def _effort(opinion: Opinion) -> str:
    depth = f", {opinion.depth} moves deep" if opinion.depth > 1 else ""
    return f"looked {_count(opinion.visits)} times{depth}, {opinion.seconds:.1f} s"


def _count(number: int) -> str:
    """`12 345`: with blanks, which read alike everywhere."""
    return f"{number:,}".replace(",", " ")


def remark(opinion: Opinion) -> str:
    """What a program may say about its own move, in a few words; nothing if it has no opinion."""
    if opinion.proof is not None:
        return {"win": "sees a forced win", "loss": "sees that it is lost", "draw": "sees a sure draw"}[opinion.proof]
    if not opinion.candidates or opinion.visits <= len(opinion.candidates):
        return ""
    return f"sees itself at {100 * opinion.candidates[0].value:.0f} %"


def while_thinking(opinion: Opinion) -> str:
    """For the line that shows that something is going on."""
    said = f"likes {shown(opinion.move.text)}"
    if opinion.candidates:
        said += f" ({100 * opinion.candidates[0].value:.0f} %)"
    return f"{said}, looked {_count(opinion.visits)} times"

"""Games in a line: "Base+ML;InProgress;White[2];wS1;bG1 wS1-", and which set of pieces "Base+ML" is."""

from __future__ import annotations

from collections.abc import Sequence

from ..state import Outcome

_EXPANSIONS = "MLP"  # mosquito, ladybug, pillbug, in the order in which the protocol writes them
_SEPARATOR = ";"
_HEAD = 3  # kind of game, how it stands, whose turn it is


def set_of(game_type: str) -> str | None:
    """The option `set` of our game for a GameTypeString such as "Base+MLP"; None if it names no game."""
    base, plus, letters = game_type.strip().upper().partition("+")
    is_good = base == "BASE" and bool(plus) == bool(letters) and len(set(letters)) == len(letters)
    if not is_good or not set(letters) <= set(_EXPANSIONS):
        return None
    chosen = "".join(letter for letter in _EXPANSIONS if letter in letters)
    return f"base_{chosen.lower()}" if chosen else "base"


def game_type_of(set_name: str) -> str:
    """The GameTypeString of a set: "Base+ML" of "base_ml"."""
    return "+".join(["Base", *(part.upper() for part in set_name.split("_")[1:])])


def game_string(set_name: str, played: Sequence[str], outcome: Outcome | None) -> str:
    """All about a game in one line."""
    side = ("White", "Black")[len(played) % 2]
    head = (game_type_of(set_name), _standing(played, outcome), f"{side}[{len(played) // 2 + 1}]")
    return _SEPARATOR.join((*head, *played))


def _standing(played: Sequence[str], outcome: Outcome | None) -> str:
    if outcome is None:
        return "InProgress" if played else "NotStarted"
    return "Draw" if outcome.draw else f"{outcome.winners[0].capitalize()}Wins"


def parts_of(text: str) -> tuple[str, list[str]]:
    """The kind of game and the moves of a GameString; what it says between them follows from the moves."""
    parts = [part.strip() for part in text.split(_SEPARATOR)]
    return parts[0], [move for move in parts[_HEAD:] if move]


def move_list(texts: Sequence[str]) -> str:
    return _SEPARATOR.join(texts)

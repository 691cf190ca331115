"""Games of Hive in a line, as the Universal Hive Protocol writes them: `Base+ML;InProgress;White[2];wS1;bG1 wS1-`."""

from __future__ import annotations

from ..errors import echoed
from ..game import Game, load
from ..state import State
from .game_strings import game_string, parts_of, set_of
from .problem import FormatError, played

_HIVE, _SET = "hive", "set"


def write_uhp(state: State) -> str:
    """The game string of all that was played to reach a state of Hive."""
    if state.game.id != _HIVE:
        raise FormatError(f"game strings are for Hive, not for {state.game.title}")
    return game_string(state.game.rules.options[_SET], [move.text for move in state.history], state.outcome)


def read_uhp(text: str, game: Game | None = None) -> State:
    """The state that a game string leads to. Without a game it is Hive with the pieces that the string names."""
    game_type, moves = parts_of(text)
    chosen = set_of(game_type)
    if chosen is None:
        raise FormatError(
            f'"{echoed(game_type)}" is no kind of game: it is Base, or Base+ and some of the letters M, L and P'
        )
    chosen_game = load(_HIVE, set=chosen) if game is None else game
    if chosen_game.id != _HIVE or chosen_game.rules.options[_SET] != chosen:
        raise FormatError(f"this is a game of {game_type}, not of {chosen_game!r}")
    return played(chosen_game.start(), moves)

"""The game and the position that a command line speaks of: GAME, --after, --option, --allow-hooks, --effort."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .games import located
from .numbers import whole_number
from .options import add_option_argument, chosen_options
from .terminal import InputError

if TYPE_CHECKING:
    from ..errors import MoveError
    from ..game import Game
    from ..state import Move, State


def add_game_arguments(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs=None if required else "?", help="a game file or the id of a library game"
    )
    add_option_argument(parser)
    add_hooks_argument(parser)
    add_effort_argument(parser)


def add_hooks_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--allow-hooks",
        action="store_true",
        help="run the Python code beside a game that is not of the library; look at it first",
    )


def add_effort_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--effort", metavar="N", type=whole_number(1, 1_000_000), default=1,
        help="let a position take so many times as much as the limits say (1)",
    )  # fmt: skip


def add_after_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--after", metavar="MOVES", help='moves to play first, such as "c2; a1; b3"')


def chosen_game(arguments: argparse.Namespace) -> Game:
    """The game of the command line; raises `InvalidGame`, as all that reads one, if it has mistakes."""
    return load_game(arguments.game, chosen_options(arguments), arguments.allow_hooks, arguments.effort)


def load_game(name: str | Path, options: Mapping[str, str], allow_hooks: bool, effort: int = 1) -> Game:
    from ..game import load_with
    from ..source.limits import with_effort

    file = located(name) if isinstance(name, str) else name
    return load_with(file, options, allow_hooks=allow_hooks, limits=with_effort(effort))


def chosen_position(arguments: argparse.Namespace) -> State:
    """The position after the moves of `--after`."""
    from ..errors import MoveError, echoed

    state = chosen_game(arguments).start()
    for number, text in enumerate(moves_of(arguments.after), 1):
        over = state.outcome
        if over is not None:
            late = shown(echoed(text))
            raise InputError(f'move {number} of --after, "{late}", comes after the end of the game: {over}')
        try:
            state.push(text)
        except MoveError as error:
            move = meant_move(state, text)
            if move is None:
                raise InputError(f"move {number} of --after: {refusal(error, state)}") from None
            state.push(move)
    return state


def meant_move(state: State, text: str) -> Move | None:
    """The one move that a text can mean, read as loosely as at the table: `e2e4` is `e2-e4`."""
    from ..state import Move
    from .table.entry import Entry

    found = Entry(state).read(text) if state.outcome is None else None
    return found if isinstance(found, Move) else None


def moves_of(after: str | None) -> list[str]:
    """The texts between semicolons or line ends; one may stand at the very end."""
    lines = (after or "").replace("\n", ";").strip().removesuffix(";")
    if not lines.strip():
        return []
    texts = [text.strip() for text in lines.split(";")]
    if not all(texts):
        raise InputError('a move is missing in --after: nothing stands between two ";"')
    return texts


def refusal(error: MoveError, state: State) -> str:
    """Why a text is no move, and what a move looks like to somebody who cannot know."""
    from ..errors import InvalidMove

    if isinstance(error, InvalidMove) and len(state.legal_moves):
        return f'{shown(error.why)}; a legal one is "{shown(state.legal_moves[0].text)}"'
    return shown(error.why)


def is_legal(state: State, text: str) -> bool:
    try:
        state.parse(text)
    except ValueError:
        return False
    return True


def shown(text: str) -> str:
    """A text from outside, safe for a terminal."""
    from ..source.rendering.characters import visible

    return visible(text)


def refused(error: OSError | ValueError) -> str:
    """Why the system refuses a file."""
    from ..language.reading import reason

    return reason(error)


def described(state: State) -> dict[str, object]:
    """What JSON answers about a position begin with."""
    return {
        "game": state.game.id,
        "options": dict(state.game.rules.options),
        "after": [move.text for move in state.history],
    }


def outcome_data(state: State) -> dict[str, object] | None:
    """The outcome for programs; None while the game goes on."""
    outcome = state.outcome
    if outcome is None:
        return None
    rule = outcome.rule
    place = {"file": rule.source.name, "line": rule.line, "column": rule.column} if rule else None
    return {"winners": list(outcome.winners), "draw": outcome.draw, "scores": outcome.scores, "rule": place}

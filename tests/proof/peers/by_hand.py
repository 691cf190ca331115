"""Random games on which another program was asked by hand how many moves there are, position by position.

Ludii and others are no packages that a test could install. Somebody built them, let them follow random games of ours,
and compared at every position the *set* of boards that one turn can lead to, and the results where both end a game
alike. What is kept in by_hand.json are the facts: the moves played and the other program's counts. Swaps of sides are
left out on both sides; jumps and captures of one player were put together to turns. Draws by repetition and the like,
which differ, end a game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rulewright
from rulewright import State

from .harness import Compared, Different

HOW = "By hand: at each position of random games the same boards after one turn, swaps left out; its counts are kept."


@dataclass(frozen=True)
class Followed:
    """Games that another program followed: the moves, and the number of legal moves before each of them.

    There is no number for what chance deals: the other program was shown the outcome.
    """

    game: str
    source: str
    options: Mapping[str, Any]
    played: tuple[tuple[tuple[str, ...], tuple[int | None, ...]], ...]


def _number(text: str) -> int | None:
    return None if text == "-" else int(text)


def _read() -> list[Followed]:
    data = json.loads((Path(__file__).parent / "by_hand.json").read_text(encoding="utf-8"))
    return [
        Followed(
            entry["game"],
            entry["source"],
            entry["options"],
            tuple(
                (tuple(game["moves"].split(" | ")), tuple(map(_number, game["counts"].split())))
                for game in entry["played"]
            ),
        )
        for entry in data["games"]
    ]


FOLLOWED = _read()


def _moves(state: State) -> int:
    """Texts take much longer than moves: they are asked for where one of them may be a swap."""
    swaps = any(action.name == "swap" for action in state.game.rules.actions)
    moves = state.legal_moves
    return sum(1 for move in moves if move.text != "swap") if swaps else len(moves)


def follow(followed: Followed) -> Compared:
    """Plays the games again and counts; raises Different where the counts are not those of the other program."""
    game = rulewright.load(followed.game, **followed.options)
    seen = Compared()
    for moves, counts in followed.played:
        state = game.start()
        seen.games += 1
        for move, count in zip(moves, counts, strict=True):
            if count is not None:
                found = _moves(state)
                if found != count:
                    raise Different(f"{followed.game}: {found} moves instead of {count}\n{state}")
                seen.positions += 1
                seen.moves += count
            state.push(move)
    return seen

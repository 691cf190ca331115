"""Puzzles: positions of the games in which one move wins by force and no other does.

Everything is looked at, so that a puzzle has the solution it is said to have; no player's opinion is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..errors import Unplayable
from ..game import Game
from ..node import Node
from ..state import State
from .positions import WIN, Key, keys, person_to_move, worth
from .tasks import StudiedGame
from .traces import moments

MOST_TURNS = 3  # of the one who wins
_EFFORT = 20_000  # positions that one question may take
_FEWEST_MOVES = 4  # with fewer there is nothing to choose from


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the only move that wins in so many turns whatever the other does, and where it comes from."""

    state: State
    move: str
    turns: int
    choices: int
    series: str
    number: int  # of the game, counted from 0
    ply: int


class _TooMuch(Exception):
    pass


class _Search:
    """Whether somebody wins by force within some turns of their own."""

    def __init__(self, key: Callable[[Node], Key], over: Callable[[], bool]) -> None:
        self.left, self._key, self._over = _EFFORT, key, over
        self._known: dict[tuple[Key, int], bool] = {}

    def wins(self, node: Node, person: int, turns: int) -> bool:
        self.left -= 1
        if self.left < 0 or (self.left % 256 == 0 and self._over()):
            raise _TooMuch
        count = node.count()
        if node.result is not None:
            return worth(node, person) == WIN
        if turns == 0 or node.is_chance:
            return False
        key = self._key(node), turns
        if key not in self._known:
            mine = person_to_move(node) == person
            found = (self.wins(_after(node, index), person, turns - mine) for index in range(count))
            self._known[key] = any(found) if mine else all(found)
        return self._known[key]

    def winning(self, node: Node, person: int, turns: int) -> list[int]:
        """The moves that win; no more than two are looked for."""
        found: list[int] = []
        for index in range(node.count()):
            if self.wins(_after(node, index), person, turns - 1):
                found.append(index)
                if len(found) > 1:
                    break
        return found


def _after(node: Node, index: int) -> Node:
    made = node.after(index)
    if made._origin is not None:  # the past of many positions would fill the memory
        made.parent = None
    return made


def puzzles(
    game: Game, games: Sequence[StudiedGame], seed: int, most: int, over: Callable[[], bool]
) -> tuple[Puzzle, ...]:
    """Those that take the most turns, and have the most moves to choose from, first."""
    if len(game.players) != 2 or game._engine.facts.together:
        return ()
    found: dict[int, Puzzle] = {}
    for studied in games:
        if over() or sum(each.turns > 1 for each in found.values()) >= 3 * most:
            break
        if studied.worths is None or max(studied.worths) < 1:
            continue
        puzzle = _of_game(game, studied, seed, over)
        if puzzle is not None:
            found.setdefault(hash(puzzle.state), puzzle)
    order = sorted(found.values(), key=lambda each: (-each.turns, -each.choices, each.series, each.number))
    return tuple(order[:most])


def _of_game(game: Game, studied: StudiedGame, seed: int, over: Callable[[], bool]) -> Puzzle | None:
    """The longest one at the end of a game, going back as long as there is a win."""
    assert studied.worths is not None
    winner = studied.worths.index(1.0)
    path = [(moment, ply) for ply, moment in enumerate(moments(game, studied, seed)) if moment.turn is not None]
    best, turns, key = None, 0, keys(game.rules)
    for moment, ply in reversed(path):
        node = moment.state._node
        assert moment.turn is not None
        if moment.turn.side != winner:
            continue
        turns += 1
        if turns > MOST_TURNS:
            break
        if moment.turn.choices < _FEWEST_MOVES:
            continue
        try:
            search = _Search(key, over)
            if turns > 1 and any(search.winning(node, winner, less) for less in range(1, turns)):
                continue  # it is over sooner than it was in the game
            winning = search.winning(node, winner, turns)
        except (_TooMuch, Unplayable, RecursionError):
            break
        if not winning:
            break
        if len(winning) == 1:
            count = node.count()
            best = Puzzle(moment.state, node.text(winning[0]), turns, count, studied.task.series,
                          studied.task.number, ply)  # fmt: skip
    return best

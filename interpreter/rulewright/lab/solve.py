"""Retrograde analysis: the exact value of a small game, from all positions that can be reached.

Positions are told apart by their hash (D108) and by what it leaves out and rules may read: passes in a row. A game in
which somebody can go round for ever is drawn, as under a rule of repetition; games whose rules ask for the number of
the turn, or forbid repetition, are refused, and so are games of chance.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..game import Game
from ..node import Node
from ..reference.game_flow import Result
from ..rules import expressions as rx
from ..rules.expressions import walk
from ..rules.game import Rules
from ..state import State
from . import MOST_POSITIONS

_WIN, _DRAW, _LOSS = 1, 0, -1


class CannotSolve(Exception):
    """Why a game is out of reach."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the game is worth with perfect play, to the player who begins."""

    value: int  # 1 won, 0 drawn, -1 lost
    turns: int | None  # until the win, if the loser holds out as long as possible; None for a draw
    line: tuple[str, ...]  # how it goes then
    positions: int
    first_moves: tuple[tuple[str, int], ...]  # each first move with its value to who plays it


def refused(rules: Rules) -> str | None:
    """Why the game cannot be solved, whatever its size."""
    if len(rules.players) != 2:
        return "only games for two are solved"
    if any(isinstance(node, rx.Counter) and node.word in ("ply", "round") for node in walk(rules)):
        return "its rules ask for the number of the turn, so that no position comes again"
    repetition = rules.repetition
    if repetition is not None and (
        repetition.forbidden or any(_is_won(o) for r in repetition.results for o in r.outcomes)
    ):
        return "its rule of repetition is more than a draw, so that a position alone does not tell what it is worth"
    if _is_won(rules.limit.result):
        return "whoever is at an advantage when the turns are used up wins, so that a position alone does not tell"
    return None


def _is_won(outcome: object) -> bool:
    return getattr(outcome, "what", "draw") != "draw"


def solve(game: Game, most: int = MOST_POSITIONS, watch: Callable[[int], None] = lambda _: None) -> Solution:
    """Raises `CannotSolve` where the game is no such game, or has more positions than `most`."""
    why = refused(game.rules)
    if why is not None:
        raise CannotSolve(why)
    game._engines.hurry()
    return _Graph(game, most, watch).solution()


class _Graph:
    """All positions that can be reached, and which leads to which; 0 is the start."""

    def __init__(self, game: Game, most: int, watch: Callable[[int], None]) -> None:
        self.game = game
        self._numbers: dict[tuple[int, int, int], int] = {}
        self.nodes: list[tuple[int, ...]] = []  # the positions that each leads to
        self.movers: list[int] = []
        self.results: list[Result | None] = []
        start = game.start()._node
        waiting = deque([(self._number(start), start)])
        while waiting:
            number, node = waiting.popleft()
            if node.is_chance:
                raise CannotSolve("chance decides in it")
            following = []
            for index in range(node.count()):
                after, known = node.after(index), len(self._numbers)
                following.append(self._number(after))
                if following[-1] == known:  # a new one; without its past, which would keep all of them
                    waiting.append((known, Node(game, after._snapshot or after.position, after.result, after._origin)))
            if len(self._numbers) > most:
                raise CannotSolve(f"it has more than {most:,} positions")
            self.nodes.append(tuple(following))  # numbers are given in the order of the queue
            self.movers.append(node.me)
            self.results.append(node.result)
            watch(number)

    def _number(self, node: Node) -> int:
        key = node.hash(), node._number("passes"), node.me if node.result is None else -1 - _worth(node.result, 0)
        return self._numbers.setdefault(key, len(self._numbers))

    def solution(self) -> Solution:
        values, depths = self._backwards()
        moves = self.game.start().legal_moves
        first = tuple(
            (move.text, self._to_mover(0, after, values)) for move, after in zip(moves, self.nodes[0], strict=True)
        )
        line = tuple(self._line(values, depths)) if values[0] != _DRAW else ()
        return Solution(values[0], depths[0] if values[0] != _DRAW else None, line, len(self.nodes), first)

    def _to_mover(self, before: int, after: int, values: list[int]) -> int:
        """The value of a position to whoever has led there."""
        same = self.movers[before] == self.movers[after] and self.results[after] is None
        result = self.results[after]
        if result is not None:
            return _worth(result, self.movers[before])
        return values[after] if same else -values[after]

    def _backwards(self) -> tuple[list[int], list[int]]:
        """From the ends to the start: a position is won if some move wins, lost if all moves lose; the rest is drawn.

        Positions are settled in the order of their distance from the end, so the distance is that of best play.
        """
        amount = len(self.nodes)
        values, depths, known = [_DRAW] * amount, [0] * amount, [False] * amount
        before: list[list[int]] = [[] for _ in range(amount)]
        open_moves = [len(set(following)) for following in self.nodes]
        for number, following in enumerate(self.nodes):
            for after in set(following):
                before[after].append(number)
        settled = deque[int]()
        for number, result in enumerate(self.results):
            if result is not None:
                known[number] = True
                settled.append(number)
        while settled:
            after = settled.popleft()
            for number in before[after]:
                if known[number]:
                    continue
                value = self._to_mover(number, after, values)
                open_moves[number] -= value == _LOSS
                if value == _WIN or open_moves[number] == 0:
                    values[number], depths[number] = (_WIN if value == _WIN else _LOSS), depths[after] + 1
                    known[number] = True
                    settled.append(number)
        return values, depths

    def _line(self, values: list[int], depths: list[int]) -> Iterator[str]:
        state, number = State(self.game, self.game._engine.start()), 0
        while self.nodes[number]:
            wanted = values[number]
            fitting = [
                (index, after)
                for index, after in enumerate(self.nodes[number])
                if self._to_mover(number, after, values) == wanted
            ]
            best = min if wanted == _WIN else max
            index, number = best(fitting, key=lambda each: depths[each[1]])
            yield state.legal_moves[index].text
            state.push(state.legal_moves[index])


def _worth(result: Result, side: int) -> int:
    if result.draw or len(result.winners) != 1:
        return _DRAW
    return _WIN if side in result.winners else _LOSS

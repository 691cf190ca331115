"""What is remembered of positions that have been there: their hashes, and what players kept to since then (D127)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..board import bits
from ..rules import expressions as rx
from .position import Position
from .view import View

if TYPE_CHECKING:
    from .engine import Engine


class Repetitions:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rule = engine.rules.repetition
        self._players = len(engine.rules.players)

    def hash(self, position: Position) -> int:
        """What the history has of a position."""
        if self.rule is not None and self.rule.compare == "board":
            return self.engine.hashes.board(position)
        return self.engine.hashes.position(position)

    def is_new(self, position: Position) -> bool:
        return position.history[-1] not in position.history[:-1]

    def is_over(self, position: Position) -> bool:
        """Whether a position has been there so often that this has a result."""
        if self.rule is None or self.rule.times is None:
            return False
        return position.history.count(position.history[-1]) >= self.rule.times

    # ------------------------------------------------------------ after a turn

    def remember(self, position: Position, mover: int, view: View) -> None:
        position.history = (*position.history, self.hash(position))
        if self.rule is not None:
            position.followed = tuple(self._followed(position, mover, view))
            position.kept = tuple(self._kept(position, mover, view))

    def _kept(self, position: Position, mover: int, view: View) -> list[tuple[int, int]]:
        """Asks what somebody may have kept to, and notes the place in the history."""
        assert self.rule is not None
        kept, here = list(position.kept), len(position.history) - 1
        for number, condition in enumerate(self.rule.kept):
            entry = number * self._players + mover
            held, failed = kept[entry]
            kept[entry] = (here, failed) if self.engine.evaluator.asked(condition, view) else (held, here)
        return kept

    def _followed(self, position: Position, mover: int, view: View) -> list[tuple[tuple[int, int], ...]]:
        """Goes after the pieces that somebody may have kept in a set all the time."""
        assert self.rule is not None
        evaluator, tables = self.engine.evaluator, list(position.followed)
        for number, followed in enumerate(self.rule.followed):
            moved = evaluator.asked(followed.left, view)
            origin, target = evaluator.value(followed.origin, view), evaluator.value(followed.target, view)
            sites = evaluator.value(followed.sites, view)
            for player in range(self._players):
                since = dict(tables[number * self._players + player])
                if moved and origin != target:
                    found = since.pop(origin.bit_length() - 1, None)
                    since.pop(target.bit_length() - 1, None)
                    if found is not None and target:
                        since[target.bit_length() - 1] = found
                if player == mover:  # who is new in it was not there after the turn before
                    before = max(position.kept[followed.condition * self._players + player])
                    since = {site: since.get(site, before) for site in bits(sites)}
                tables[number * self._players + player] = tuple(sorted(since.items()))
        return tables

    # ------------------------------------------------------------ in the result of a repetition

    def kept(self, node: rx.Kept, player: int, position: Position) -> bool:
        held, failed = position.kept[node.number * self._players + player]
        return failed <= self._first(position) < held

    def kept_one(self, node: rx.KeptOne, player: int, position: Position) -> bool:
        followed = position.followed[node.number * self._players + player]
        first = self._first(position)
        return self.kept(node.held, player, position) and any(since <= first for _, since in followed)

    @staticmethod
    def _first(position: Position) -> int:
        """Where in the history the last position came first."""
        return position.history.index(position.history[-1])

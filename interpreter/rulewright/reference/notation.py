"""Notation hooks: a pair of Python functions beside a game that write and read its moves (semantics D78, D99).

They see the game so far and the legal moves; they can change neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import HookError
from ..rules.game import UNFIT
from .engine import Engine
from .game_flow import LegalTurn
from .position import Position


class Seen(Protocol):
    """A node of a game."""

    @property
    def position(self) -> Position: ...

    def so_far(self) -> tuple[Position, tuple[NotedMove, ...]]: ...


@dataclass(frozen=True, slots=True)
class NotedMove:
    """A move as a notation sees it: what the first part did, by names and site numbers; -1 for no site."""

    player: str
    action: str  # "" for a pass
    kind: str
    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class NotationView:
    """The game so far: the start position, the moves played, and the board."""

    engine: Engine
    start: dict[int, tuple[tuple[str, str], ...]]  # for each occupied site (player or "", kind), bottom first
    played: tuple[NotedMove, ...]
    player: str

    def next(self, direction: str, site: int) -> int:
        """The site one step on; -1 where there is none."""
        board = self.engine.rules.board
        number = board.direction_sets[direction][0]
        return board.directions[number].next_for(0)[site]


def noted(engine: Engine, turn: LegalTurn, player: int) -> NotedMove:
    name = engine.rules.players[player].name
    if not turn.parts or turn.forced_pass:
        return NotedMove(name, "", "", -1, -1)
    step = turn.parts[0][0]
    last = turn.parts[0][-1]
    kind = engine.rules.kinds[step.part.kind].name if step.part.kind >= 0 else ""
    return NotedMove(name, engine.rules.actions[step.action].name, kind, max(step.origin, -1), max(last.target, -1))


def stacks(engine: Engine, position: Position) -> dict[int, tuple[tuple[str, str], ...]]:
    found = {}
    for site, stack in position.layers[0].items():
        pieces = []
        for code in stack:
            owner = engine.codes.owner(code)
            player = engine.rules.players[owner].name if owner >= 0 else ""
            pieces.append((player, engine.rules.kinds[engine.codes.kind(code)].name))
        found[site] = tuple(pieces)
    return found


class Notation:
    """The notation hook of a game, if it has one that may run."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.hook: int | None = None
        for number, hook in enumerate(engine.rules.hooks):
            if engine.hooks.allowed and hook.name == engine.rules.notation:
                self.hook = number

    def _run(self, suffix: str, *args: Any) -> Any:
        assert self.hook is not None
        function = self.engine.hooks.function(self.hook, suffix)
        return self.engine.hooks.run(f"{self.engine.rules.notation}{suffix}", function, *args)

    def view(self, state: Seen) -> NotationView:
        start, played = state.so_far()
        player = self.engine.rules.players[state.position.me].name
        return NotationView(self.engine, stacks(self.engine, start), played, player)

    def format(self, state: Seen, turns: Sequence[LegalTurn]) -> list[str]:
        """The texts of the legal moves, in their order."""
        moves = [noted(self.engine, turn, state.position.me) for turn in turns]
        texts = self._run("_format", self.view(state), moves)
        if not isinstance(texts, list) or len(texts) != len(moves):
            raise HookError(f'"@{self.engine.rules.notation}" must give one text for each of {len(moves)} moves')
        for text in texts:
            if not isinstance(text, str) or not text.strip() or UNFIT.search(text):
                why = 'a text of one line without ";", which stands between moves'
                raise HookError(f'"@{self.engine.rules.notation}" gives {text!r} for a move, but it must be {why}')
        return texts

    def parse(self, state: Seen, text: str, turns: Sequence[LegalTurn]) -> int | None:
        """Which of the legal moves a text means; None if it means none of them."""
        moves = [noted(self.engine, turn, state.position.me) for turn in turns]
        found = self._run("_parse", self.view(state), text, moves)
        return found if isinstance(found, int) and 0 <= found < len(moves) else None

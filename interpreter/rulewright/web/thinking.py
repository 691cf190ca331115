"""Playing programs at a table: asked with a limit, and what they say as data for a page."""

from __future__ import annotations

from time import monotonic
from typing import Any

from ..errors import InvalidPlayer
from ..players import spec as specs
from ..players.levels import usual_threads
from ..players.player import Opinion, Player
from ..players.seeds import decision_seed
from ..players.settings import written
from ..state import State
from .refusals import Refusal
from .settings import Settings
from .worker import Context

SHOWN_CANDIDATES = 5
MOST_PLAYERS = 2
"""That remember something at the same time: what they remember fills the memory."""


class Thinkers:
    """The players of one table; they may keep what they found from move to move."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    def asked(self, spec: str, state: State, seed: int, seconds: float, context: Context) -> Opinion:
        """What a player thinks within so many seconds."""
        until = monotonic() + seconds
        player = self._player(spec)
        return player.choose(
            state, decision_seed(seed, 0, len(state.history)), lambda: context.stopped() or monotonic() > until
        )

    def _player(self, text: str) -> Player:
        try:
            spec = str(specs.spec(text))
            known = self._players.pop(spec, None)
            self._players[spec] = known if known is not None else specs.player(spec)
        except InvalidPlayer as error:
            raise Refusal(f"{error}.") from None
        if len(self._players) > MOST_PLAYERS:
            del self._players[next(iter(self._players))]
        return self._players[spec]


def opinion_data(opinion: Opinion, state: State) -> dict[str, Any]:
    """`values` by the names of players, from 0 (lost) to 1 (won)."""
    values = opinion.values
    return {
        "move": opinion.move.text,
        "sites": _sites(opinion, state),
        "values": dict(zip(state.game.players, values, strict=True)) if values is not None else None,
        "proof": opinion.proof,
        "line": [move.text for move in opinion.line],
        "visits": opinion.visits,
        "depth": opinion.depth,
        "seconds": opinion.seconds,
        "candidates": [
            {"move": tried.move.text, "visits": tried.visits, "value": tried.value, "proof": tried.proof}
            for tried in opinion.candidates[:SHOWN_CANDIDATES]
        ],
    }


def _sites(opinion: Opinion, state: State) -> list[str]:
    """Where the move begins and ends, part by part."""
    index = state._node.index_of(opinion.move)
    if index is None:
        return []
    names = state._node.labels().names
    steps = [step for steps in state._node.turns()[index].parts for step in steps]
    return [names.name(site) for step in steps for site in (step.origin, step.target) if site >= 0]


def affordable(text: str, settings: Settings) -> str:
    """A player as somebody asks for it, if it is one and a server may give it as much as it wants."""
    try:
        asked = specs.spec(text)
    except InvalidPlayer as error:
        raise Refusal(f"{error}.") from None
    most = {"time": settings.think_seconds, "threads": settings.think_threads, "memory": settings.think_megabytes}
    for key, value in asked.numbers.items():
        if value > most.get(key, value):
            raise Refusal(f'"{key}={written(value)}" is too much: {key} is at most {written(most[key])} here.')
    return str(asked)


def engines() -> list[dict[str, Any]]:
    """The playing programs there are, for a page to choose from.

    `timed` ones can be given a time to think. `threads` is how many they should do it on: whoever waits for an answer
    wants all cores at work.
    """
    return [
        {
            "name": name,
            "does": maker.does,
            "timed": "time" in maker.settings,
            "threads": usual_threads() if "threads" in maker.settings else 1,
        }
        for name, maker in specs.PLAYERS.items()
    ]

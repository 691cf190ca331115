"""Playing programs at a table: asked with a limit, and what they say as data for a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from threading import Thread
from time import monotonic
from typing import Any

from ..errors import EngineFailed, InvalidPlayer
from ..formats.shown import shown, shown_line
from ..game import Game
from ..players import spec as specs
from ..players.alphabeta import AlphaBeta
from ..players.engines.player import EnginePlayer
from ..players.mcts import Mcts
from ..players.player import Opinion, Player
from ..players.seeds import decision_seed
from ..players.settings import written
from ..players.strengths import usual_threads
from ..players.warm_up import make_ready
from ..stacks import large_stacks
from ..state import State
from .refusals import Refusal
from .settings import Settings
from .worker import Context

SHOWN_CANDIDATES = 5
_TIMED = re.compile(r"time=[0-9]{1,4}(\.[0-9]{1,3})?")  # all that a page may say of another program
_STACK = 64 << 20  # bytes: LLVM calls itself deeply
MOST_PLAYERS = 2
"""That remember something at the same time: what they remember fills the memory."""


class Thinkers:
    """The players of one table; they may keep what they found from move to move."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}
        self._made_ready = False

    def ahead(self, spec: str, game: Game) -> None:
        """Begins to make ready what this player needs for its first move in a game, if it is one that thinks."""
        maker = specs.PLAYERS.get(spec.partition(":")[0])
        if maker is not None and "time" in maker.settings and not self._made_ready:
            self._made_ready = True
            with large_stacks(_STACK):
                Thread(target=make_ready, args=(game,), daemon=True).start()

    def asked(self, given: Mapping[str, Any], state: State, context: Context) -> Opinion:
        """What the player `spec` thinks within so many `seconds`; another program is started in `folder`.

        Its own time counts from here, with all that has to be made ready first: somebody waits at the board.
        """
        begin = monotonic()
        seed = decision_seed(given["seed"], 0, len(state.history))
        try:
            player = self._player(given["spec"], given["folder"])
            own = player.seconds if isinstance(player, Mcts | AlphaBeta) else None
            until = begin + min(given["seconds"], given["seconds"] if own is None else own)
            return player.choose(state, seed, lambda: context.stopped() or monotonic() > until)
        except (InvalidPlayer, EngineFailed) as error:
            raise Refusal(f"{error}.") from None

    def _player(self, spec: str, folder: str) -> Player:
        """The server has looked at the text: what it does not allow never comes here."""
        known = self._players.pop(spec, None)
        self._players[spec] = known if known is not None else specs.player(spec)
        made = self._players[spec]
        if isinstance(made, EnginePlayer):
            made.folder = folder
        if len(self._players) > MOST_PLAYERS:
            del self._players[next(iter(self._players))]
        return self._players[spec]


def opinion_data(opinion: Opinion, state: State) -> dict[str, Any]:
    """`values` by the names of players, from 0 (lost) to 1 (won)."""
    values = opinion.values
    return {
        "move": opinion.move.text,
        "shown": shown(state, opinion.move),
        **_places(opinion, state),
        "values": dict(zip(state.game.players, values, strict=True)) if values is not None else None,
        "proof": opinion.proof,
        "line": shown_line(state, opinion.line),
        "visits": opinion.visits,
        "depth": opinion.depth,
        "seconds": opinion.seconds,
        "candidates": [
            {"move": tried.move.text, "visits": tried.visits, "value": tried.value, "proof": tried.proof}
            for tried in opinion.candidates[:SHOWN_CANDIDATES]
        ],
    }


def _places(opinion: Opinion, state: State) -> dict[str, Any]:
    """Where the move begins and ends, part by part; the piece that it takes from a hand first, as picks call it."""
    index = state._node.index_of(opinion.move)
    steps = [step for steps in state._node.turns()[index].parts for step in steps] if index is not None else []
    labels = state._node.labels()
    sites = [labels.names.name(site) for step in steps for site in (step.origin, step.target) if site >= 0]
    hand = next((labels.piece(step) for step in steps if step.piece is not None and step.origin < 0), None)
    return {"sites": sites, "hand": hand}


def affordable(text: str, settings: Settings) -> str:
    """A player as somebody asks for it, if it is one and a server may give it as much as it wants."""
    name, _, rest = text.partition(":")
    try:
        if name in settings.engines:
            if rest and not _TIMED.fullmatch(rest):
                raise Refusal(f'Of {name} only the time can be chosen here: "{name}:time=1".')
            more = f",{rest}" if rest else ""
            asked = specs.spec(f"{settings.engines[name]}{more}", engines=True)
        else:
            asked = specs.spec(text)
    except InvalidPlayer as error:
        raise Refusal(f"{error}.") from None
    most = {"time": settings.think_seconds, "threads": settings.think_threads, "memory": settings.think_megabytes}
    for key, value in asked.numbers.items():
        if value > most.get(key, value):
            raise Refusal(f'"{key}={written(value)}" is too much: {key} is at most {written(most[key])} here.')
    return str(asked)


def engines(settings: Settings) -> list[dict[str, Any]]:
    """The playing programs there are, for a page to choose from.

    `timed` ones can be given a time to think. `threads` is how many they should do it on: whoever waits for an answer
    wants all cores at work.
    """
    others = [
        {"name": name, "does": "another program", "timed": "time=" not in text, "threads": 1}
        for name, text in settings.engines.items()
    ]
    return others + [
        {
            "name": name,
            "does": maker.does,
            "timed": "time" in maker.settings,
            "threads": usual_threads() if "threads" in maker.settings else 1,
        }
        for name, maker in specs.PLAYERS.items()
    ]

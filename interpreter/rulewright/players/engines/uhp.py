"""Hive programs, by the Universal Hive Protocol."""

from __future__ import annotations

from math import ceil

from ...errors import MoveError, echoed
from ...formats.game_strings import game_type_of
from ...formats.uhp import write_uhp
from ...game import Game
from ...state import State
from ..player import Opinion, Stop, Tell
from .bounds import Bounds
from .talk import Talk

_OK = "ok"
_PROBLEMS = ("err", "invalidmove")


class Uhp:
    def __init__(self, talk: Talk, options: dict[str, str], heard: str = "") -> None:
        """`heard` is what it has said already."""
        self._talk = talk
        self._played: list[str] | None = None  # as far as it knows; None: no game was begun
        talk.say("info")
        # It says who it is by itself, then perhaps something to a line that it did not understand, then what was asked.
        introduced = int(heard.startswith("id "))
        while introduced < 2:
            introduced += any(line.startswith("id ") for line in self._block())
        for name, value in options.items():
            self._asked(f"options set {name} {value}")

    def begin(self, game: Game) -> None:
        if game.id != "hive":
            raise self._talk.wrong(f"does not play {game.title}")
        self._asked(f"newgame {game_type_of(game.rules.options['set'])}")
        self._played = []

    def choose(self, state: State, bounds: Bounds, seed: int, stop: Stop | None, tell: Tell | None) -> Opinion:
        history = [move.text for move in state.history]
        known = self._played
        if known is None or history[: len(known)] != known:
            self._asked(f"newgame {write_uhp(state)}")
        else:
            for move in history[len(known) :]:
                self._asked("pass" if move == "pass" else f"play {move}")
        self._played = history
        seconds = max(1, ceil(bounds.time))  # the protocol counts whole ones
        hours, rest = divmod(seconds, 3600)
        bound = (
            f"depth {bounds.depth}" if bounds.depth is not None else f"time {hours:02}:{rest // 60:02}:{rest % 60:02}"
        )
        said = self._asked(f"bestmove {bound}", seconds)
        try:
            return Opinion(state.parse(said[-1] if said else ""))
        except MoveError as error:
            raise self._talk.wrong(f"plays what cannot be played: {error.why}") from None

    def _asked(self, line: str, seconds: float = 0.0) -> list[str]:
        self._talk.say(line)
        said = self._block(seconds)
        for answer in said:
            if answer.split(" ", 1)[0] in _PROBLEMS:
                raise self._talk.wrong(f'says to "{echoed(line)}": {echoed(answer)}')
        return said

    def _block(self, seconds: float = 0.0) -> list[str]:
        """Its lines up to the next "ok"."""
        said = []
        for line in self._talk.lines(seconds):
            if line == _OK:
                break
            said.append(line)
        return said

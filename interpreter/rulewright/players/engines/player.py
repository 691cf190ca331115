"""`engine:COMMAND`: any program that speaks our protocol, UCI or UHP takes a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ...errors import EngineFailed, echoed
from ...formats.uci import VARIANTS
from ...game import Game
from ...state import State
from ..player import Opinion, Stop, Tell
from .bounds import Bounds
from .json_lines import JsonLines, hello, is_answer
from .process import Program
from .talk import Talk
from .uci import Uci
from .uhp import Uhp

_SILENT = 3.0  # seconds: a chess program that says nothing by then waits for "uci"


class Dialect(Protocol):
    """A protocol, spoken with one program."""

    def begin(self, game: Game) -> None:
        """A new game."""

    def choose(self, state: State, bounds: Bounds, seed: int, stop: Stop | None, tell: Tell | None) -> Opinion: ...


class EnginePlayer:
    """Another program. It runs from its first move on; when it fails, `EngineFailed` says how, and it is started
    anew for the next one."""

    def __init__(
        self,
        spec: str,
        command: str,
        time: float = 1.0,
        depth: int | None = None,
        protocol: str | None = None,
        patience: float = 20.0,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.spec = spec
        self.folder = ""  # where it is started; here, if nothing is said
        self._command, self._protocol, self._patience = command, protocol, patience
        self._bounds, self._options = Bounds(time, depth), dict(options or {})
        self._program: Program | None = None
        self._dialect: Dialect | None = None
        self._game: Game | None = None  # the one that it was told of

    def begin(self, game: Game) -> None:
        """Starts it and tells it the game, so that whoever cannot play is found before anybody sits down."""
        try:
            if self._dialect is None:
                self._program = Program(self._command, self.folder)
                self._dialect = self._introduced(Talk(self._program, self._patience), game)
            if self._game is not game:
                self._dialect.begin(game)
                self._game = game
        except BaseException:
            self._leave()
            raise

    def choose(self, state: State, seed: int, stop: Stop | None = None, tell: Tell | None = None) -> Opinion:
        state = state.as_seen(seed)
        self.begin(state.game)
        assert self._dialect is not None
        try:
            return self._dialect.choose(state, self._bounds, seed, stop, tell)
        except BaseException:  # interrupted in the middle of an answer, it would give it to the next question
            self._leave()
            raise

    def forget(self) -> None:
        self._game = None

    def _leave(self) -> None:
        if self._program is not None:
            self._program.end()
        self._program = self._dialect = self._game = None

    def _introduced(self, talk: Talk, game: Game) -> Dialect:
        """Finds out which protocol it speaks, unless somebody has said so: ours is asked for first. Hive programs
        greet by themselves, and most chess programs do."""
        plays_chess, plays_hive = game.id in VARIANTS, game.id == "hive"
        if self._protocol == "uci":
            return Uci(talk, self._options)
        if self._protocol == "uhp":
            return Uhp(talk, self._options)
        talk.say(hello())
        said = talk.first(_SILENT) if plays_chess and self._protocol is None else next(iter(talk.lines()))
        if self._protocol is None and not (said and is_answer(said)):
            if plays_chess:
                return Uci(talk, self._options)
            if plays_hive:
                return Uhp(talk, self._options, said or "")
            raise EngineFailed(f'{talk.name} does not speak our protocol: it says "{echoed(said or "")}"')
        return JsonLines(talk, self._options, said)

"""The commands: each takes its words and gives the lines of the answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from .. import __version__
from ..errors import MoveError, echoed
from ..formats.game_strings import game_string, move_list, parts_of, set_of
from ..game import Game, load_with
from ..players.player import Player
from ..players.seeds import decision_seed
from ..players.settings import Whole
from ..players.spec import player
from ..source.limits import LIMITS, Limits
from ..state import State
from .options import Amount, Choice, Options
from .problems import InvalidMoveProblem, Problem

SEARCHES = ("mcts", "alphabeta")
OTHERS = ("greedy", "random")  # they look at no clock
_LONGEST = 86_400.0
_SHORTEST = 0.01  # seconds, for who says that there is no time at all
_DEEPEST = 100
_MOST_MEGABYTES = 65_536


class Engine:
    """A Hive engine that is told what to do line by line.

    The queen is never the first piece, as in tournaments and in all programs that speak this protocol.
    """

    def __init__(self, search: str = "mcts", threads: int = 1, seed: int = 1, limits: Limits = LIMITS) -> None:
        self.seed, self._limits = seed, limits
        self.search = Choice("Player", search, SEARCHES + OTHERS)
        self.threads = Amount("Threads", threads, 1, 256)
        self.memory = Amount("MemoryMiB", 512, 16, _MOST_MEGABYTES)
        self.options = Options((self.search, self.threads, self.memory))
        self.is_over = False
        self._set = "base"
        self._state: State | None = None
        self._played: list[str] = []
        self._thinker: Player | None = None
        self._commands: dict[str, Callable[[list[str], Callable[[], bool]], list[str]]] = {
            "info": lambda words, stop: self.info(),
            "newgame": lambda words, stop: self._new_game(" ".join(words)),
            "play": lambda words, stop: self._play(" ".join(words)),
            "pass": lambda words, stop: self._play("pass"),
            "validmoves": lambda words, stop: self._valid_moves(),
            "bestmove": self._best_move,
            "undo": lambda words, stop: self._undo(words),
            "options": lambda words, stop: self.options.answer(words),
            "exit": lambda words, stop: self._exit(),
        }

    def answer(self, line: str, stop: Callable[[], bool] = lambda: False) -> list[str]:
        """What the engine says to a line, without the "ok"; `stop` is asked while it thinks, and ends that."""
        name, *words = line.split()
        command = self._commands.get(name.lower())
        if command is None:
            raise Problem(f'there is no command "{echoed(name)}"; there are {", ".join(self._commands)}')
        return command(words, stop)

    def info(self) -> list[str]:
        return [f"id Rulewright v{__version__}", "Mosquito;Ladybug;Pillbug"]

    # ------------------------------------------------------------ the game

    def _new_game(self, text: str) -> list[str]:
        game_type, moves = parts_of(text or "Base")
        chosen = set_of(game_type)
        if chosen is None:
            raise Problem(
                f'"{echoed(game_type)}" is no kind of game: write Base, or Base+ and some of the letters M, L and P'
            )
        state = _game(chosen, self._limits).start()
        played: list[str] = []
        for number, move in enumerate(moves, 1):
            try:
                played.append(_push(state, move))
            except Problem as problem:  # the game that is there stays
                raise Problem(f"move {number}: {problem}") from problem
        self._set, self._state, self._played = chosen, state, played
        if self._thinker is not None:
            self._thinker.forget()
        self._prepare()
        return [self._told()]

    def _prepare(self) -> None:
        """Compiles what a search needs before anybody looks at a clock."""
        if self.search.value in SEARCHES:
            state = _game(self._set, self._limits).start()
            player(f"{self.search.value}:time={_SHORTEST}").choose(state, self.seed)

    def _play(self, text: str) -> list[str]:
        if not text:
            raise Problem('which move? Write "play wS1", or "play bG1 wS1-"')
        self._played.append(_push(self._going_on(), text))
        return [self._told()]

    def _valid_moves(self) -> list[str]:
        return [move_list([move.text for move in self._going_on().legal_moves])]

    def _undo(self, words: list[str]) -> list[str]:
        state = self._begun()
        amount = Whole(1, len(self._played)).read(words[0]) if words else min(1, len(self._played))
        if not amount or len(words) > 1:
            raise Problem(f'moves to take back: {len(self._played)}; write "undo" for the last one, or "undo 2"')
        for _ in range(amount):
            state.pop()
        del self._played[-amount:]
        return [self._told()]

    def _exit(self) -> list[str]:
        self.is_over = True
        return []

    def _told(self) -> str:
        return game_string(self._set, self._played, self._begun().outcome)

    def _begun(self) -> State:
        if self._state is None:
            raise Problem("no game was begun; write newgame")
        return self._state

    def _going_on(self) -> State:
        state = self._begun()
        if state.outcome is not None:
            raise Problem(f"the game is over: {state.outcome}")
        return state

    # ------------------------------------------------------------ thinking

    def _best_move(self, words: list[str], stop: Callable[[], bool]) -> list[str]:
        bound = _bound(words)
        state = self._going_on()
        thinker = self._player(bound)
        seed = decision_seed(self.seed, 0, len(self._played))
        return [thinker.choose(state.copy(), seed, stop=stop).move.text]

    def _player(self, bound: tuple[str, float]) -> Player:
        """Who thinks. The same one as before if it can be, because it may remember what it has seen."""
        key, value = bound
        name = "alphabeta" if key == "depth" and self.search.value == "mcts" else self.search.value
        if name in OTHERS:
            return player(name)
        threads = f",threads={self.threads.value}" if name == "mcts" and self.threads.value > 1 else ""
        thinker = player(f"{name}:{key}={value:g},memory={self.memory.value}{threads}")
        if self._thinker is None or self._thinker.spec != thinker.spec:
            self._thinker = thinker
        return self._thinker


@cache
def _game(set_name: str, limits: Limits) -> Game:
    return load_with("hive", {"set": set_name, "queen_first": "forbidden"}, limits=limits)


def _push(state: State, text: str) -> str:
    """Plays a move and gives it as the engine writes it."""
    try:
        move = state.parse(text)
    except MoveError as error:
        reason = state.why(text)
        raise InvalidMoveProblem(str(reason) if reason is not None else error.why) from error
    written = move.text
    state.push(move)
    return written


def _bound(words: list[str]) -> tuple[str, float]:
    """How long to think: `time hh:mm:ss` or `depth N`."""
    if len(words) == 2 and words[0].lower() == "depth":
        depth = Whole(1, _DEEPEST).read(words[1])
        if depth:
            return "depth", depth
        raise Problem(f"a depth is a whole number from 1 to {_DEEPEST}")
    if len(words) == 2 and words[0].lower() == "time":
        found = re.fullmatch(r"(\d{1,2}):([0-5]?\d):([0-5]?\d(?:\.\d{1,7})?)", words[1], re.ASCII)
        if found:
            hours, minutes, seconds = (float(number) for number in found.groups())
            return "time", min(max(3600 * hours + 60 * minutes + seconds, _SHORTEST), _LONGEST)
        raise Problem("a time is written hh:mm:ss, such as 00:00:05")
    raise Problem('write "bestmove time 00:00:05" or "bestmove depth 3"')

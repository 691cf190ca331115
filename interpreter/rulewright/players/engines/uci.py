"""Chess programs, by the Universal Chess Interface."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import MoveError, echoed
from ...formats.problem import FormatError
from ...formats.uci import VARIANTS, parse_uci, uci_game
from ...game import Game
from ...moves import Move
from ...state import State
from ..player import Candidate, Opinion, Stop, Tell
from .bounds import Bounds
from .talk import Talk

_OPTION = re.compile(r"option name (.+?) type (\w+)(.*)")
_SCORE = re.compile(r"\bscore (cp|mate) (-?\d{1,9})\b")
_VARIANT, _SHUFFLED = "UCI_Variant", "UCI_Chess960"


class Uci:
    def __init__(self, talk: Talk, options: dict[str, str]) -> None:
        self._talk = talk
        self._options: dict[str, str] = {}
        talk.say("uci")
        for line in talk.lines():
            if line == "uciok":
                break
            if (found := _OPTION.fullmatch(line)) is not None:
                self._options[found[1]] = found[3]
        for name, value in options.items():
            known = next((one for one in self._options if one.lower() == name.lower()), None)
            if known is None:
                raise talk.wrong(f'has no option "{echoed(name)}"')
            talk.say(f"setoption name {known} value {value}")

    def begin(self, game: Game) -> None:
        variant = VARIANTS.get(game.id)
        offered = re.findall(r"\bvar (\S+)", self._options.get(_VARIANT, "")) or ["chess"]
        shuffled = game.id == "chess960"
        if variant not in offered or (shuffled and _SHUFFLED not in self._options):
            raise self._talk.wrong(f"does not play {game.title}")
        if _VARIANT in self._options:
            self._talk.say(f"setoption name {_VARIANT} value {variant}")
        if _SHUFFLED in self._options:
            self._talk.say(f"setoption name {_SHUFFLED} value {'true' if shuffled else 'false'}")
        self._talk.say("ucinewgame")
        self._ready()

    def choose(self, state: State, bounds: Bounds, seed: int, stop: Stop | None, tell: Tell | None) -> Opinion:
        try:
            self._talk.say(str(uci_game(state)))
        except FormatError as error:
            raise self._talk.wrong(f"cannot be told this game: {error}") from None
        depth = f" depth {bounds.depth}" if bounds.depth is not None else ""
        self._talk.say(f"go movetime {max(1, round(1000 * bounds.time))}{depth}")
        thought = ""
        for line in self._talk.lines(bounds.time, stop, lambda: self._talk.say("stop")):
            word, _, rest = line.partition(" ")
            if word == "bestmove":
                return self._opinion(state, (rest.split() or [""])[0], thought)
            if word == "info" and " score " in line:
                thought = line
                first = re.search(r"\bpv (\S+)", line)
                if tell is not None and first is not None:
                    tell(self._opinion(state, first[1], line))
        raise AssertionError("lines end by an error")

    def _ready(self) -> None:
        self._talk.say("isready")
        for line in self._talk.lines():
            if line == "readyok":
                return

    def _opinion(self, state: State, said: str, info: str) -> Opinion:
        """A move, and the last that was said of it: what chess programs call mate is told, not proven."""
        try:
            move = parse_uci(state, said)
        except MoveError as error:
            raise self._talk.wrong(f"plays what cannot be played: {error.why}") from None
        visits, depth, milliseconds = (_number(info, key) for key in ("nodes", "depth", "time"))
        seconds = milliseconds / 1000
        line = tuple(_line(state, info.partition(" pv ")[2].split()))
        score = _SCORE.search(info)
        if score is None or not line or line[0] != move:
            return Opinion(move, visits=visits, depth=depth, seconds=seconds)
        value = (
            float(int(score[2]) > 0)
            if score[1] == "mate"
            else 1 / (1 + 10 ** (-max(-4000, min(4000, int(score[2]))) / 400))
        )
        me = state.game.players.index(state.player)
        values = (value, 1 - value) if me == 0 else (1 - value, value)
        return Opinion(move, (Candidate(move, visits, value),), values, None, line, visits, depth, seconds)


def _number(info: str, key: str) -> int:
    found = re.search(rf"\b{key} (\d{{1,15}})\b", info)
    return int(found[1]) if found else 0


def _line(state: State, texts: list[str]) -> Iterator[Move]:
    """How it may go on, as far as our rules follow."""
    on = state.copy()
    for text in texts:
        try:
            move = parse_uci(on, text)
        except MoveError:
            return
        yield move
        on.push(move)

"""Our own protocol, from the side of whoever asks: a JSON object a line, both ways (docs/programs.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from ...errors import echoed
from ...game import Game
from ...state import State
from ..player import Opinion, Stop, Tell
from .bounds import Bounds
from .opinions import Senseless, opinion_of
from .talk import Talk

PROTOCOL = 1
WANTED = ("legal", "state", "text", "svg")
"""What a program can have with each position, if it asks for it."""


def hello() -> str:
    """The first line."""
    return json.dumps({"id": 0, "do": "hello", "protocol": PROTOCOL})


def is_answer(line: str) -> bool:
    """Whether whoever says this speaks our protocol."""
    return line.startswith("{") and _read(line) is not None


def _read(line: str) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


class JsonLines:
    def __init__(self, talk: Talk, options: dict[str, str], said: str | None) -> None:
        """`said` is its answer to the first line, if it has been heard."""
        self._talk = talk
        self._number = 0
        answer = _read(said) if said is not None else next(self._answers(0))
        if answer is None:
            raise talk.wrong(f'says what is no JSON object: "{echoed(said or "")}"')
        self._refuse_errors(answer)
        if answer.get("protocol") != PROTOCOL:
            raise talk.wrong(f"does not speak protocol {PROTOCOL}; it says {echoed(repr(answer.get('protocol')))}")
        wants = answer.get("wants") or []
        unknown = [wish for wish in wants if wish not in WANTED] if isinstance(wants, list) else [wants]
        if unknown:
            raise talk.wrong(f"wants {echoed(repr(unknown[0]))}; there are {', '.join(WANTED)}")
        self._wants: list[str] = wants
        if options:
            self._asked({"do": "options", "options": options})

    def begin(self, game: Game) -> None:
        about = {"game": game.id, "title": game.title, "options": dict(game.rules.options)}
        self._asked({"do": "game", **about, "players": list(game.players)})

    def choose(self, state: State, bounds: Bounds, seed: int, stop: Stop | None, tell: Tell | None) -> Opinion:
        self._asked({"do": "position", **_position(state), **self._wanted(state)})
        self._say({"do": "go", "seconds": bounds.time, **bounds.more, "seed": seed})
        try:
            for answer in self._answers(bounds.time, stop):
                if "info" not in answer:
                    return opinion_of(state, answer)
                if tell is not None and isinstance(answer["info"], dict):
                    tell(opinion_of(state, answer["info"]))
        except Senseless as error:
            raise self._talk.wrong(str(error)) from None
        raise AssertionError("lines end by an error")

    def _wanted(self, state: State) -> dict[str, Any]:
        made: dict[str, Callable[[], Any]] = {
            "legal": lambda: [move.text for move in state.legal_moves],
            "state": state.to_json,
            "text": lambda: str(state),
            "svg": state.svg,
        }
        return {wish: made[wish]() for wish in self._wants}

    def _say(self, data: dict[str, Any]) -> None:
        self._number += 1
        self._talk.say(json.dumps({"id": self._number, **data}))

    def _asked(self, data: dict[str, Any]) -> dict[str, Any]:
        self._say(data)
        return next(self._answers())

    def _answers(self, seconds: float = 0.0, stop: Stop | None = None) -> Iterator[dict[str, Any]]:
        """What it answers to the last question; what it still says to others is passed over."""
        for line in self._talk.lines(seconds, stop, lambda: self._talk.say('{"do": "stop"}')):
            answer = _read(line)
            if answer is None:
                raise self._talk.wrong(f'says what is no JSON object: "{echoed(line)}"')
            if answer.get("id") == self._number:
                self._refuse_errors(answer)
                yield answer

    def _refuse_errors(self, answer: dict[str, Any]) -> None:
        if "error" in answer:
            raise self._talk.wrong(f"says: {echoed(str(answer['error']))}")


def _position(state: State) -> dict[str, Any]:
    """All that was played, and where it began if that was not the start."""
    begin = state.copy()
    for _ in state.history:
        begin.pop()
    start = {} if begin.is_alike(state.game.start()) else {"start": begin.to_json()}
    return {**start, "moves": [move.text for move in state.history], "player": state.player}

"""Playing programs by their names on a command line: `random`, `mcts:time=1`, `alphabeta:depth=4,time=1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import InvalidPlayer
from .settings import Number, Setting, Value, Whole, Word, written

if TYPE_CHECKING:
    from .player import Player

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Maker:
    """A kind of player: where its class is, loaded only when it plays, and what can be set."""

    module: str
    name: str
    does: str
    settings: Mapping[str, Setting]

    def make(self, values: Mapping[str, Any]) -> Player:
        made: Any = getattr(import_module(f".{self.module}", __package__), self.name)(**values)
        player: Player = made
        return player


_TIME = Setting(Number(0, _DAY), "seconds for a move")
BY = ("turns", "decisions")
_MEMORY = Setting(Whole(1, 1 << 20), "megabytes it may use")
PLAYERS: dict[str, Maker] = {
    "random": Maker("random_player", "RandomPlayer", "plays any legal move", {}),
    "greedy": Maker("greedy", "Greedy", "looks one move ahead and counts pieces", {}),
    "mcts": Maker(
        "mcts",
        "Mcts",
        "Monte Carlo tree search",
        {
            "time": _TIME,
            "playouts": Setting(Whole(1, 10**12), "playouts for a move"),
            "threads": Setting(Whole(1, 256), "threads it thinks on"),
            "memory": _MEMORY,
            "exploration": Setting(Number(0, 1000, included=True), "how much it tries what looks worse"),
            "rave": Setting(Number(0, 10**9, included=True), "how long it trusts moves that were good elsewhere"),
            "by": Setting(Word(BY), "what its tree is made of; by itself it takes decisions where turns are many"),
        },
    ),
    "alphabeta": Maker(
        "alphabeta",
        "AlphaBeta",
        "alpha-beta search, deeper and deeper",
        {
            "time": _TIME,
            "depth": Setting(Whole(1, 1000), "moves it looks ahead"),
            "memory": _MEMORY,
            "by": Setting(Word(BY), "whether it lists turns behind the root, or goes into them decision by decision"),
        },
    ),
}
ENGINE = "engine"
_OTHERS = Maker(
    "engines.player",
    "EnginePlayer",
    "another program: engine:COMMAND",
    {
        "time": _TIME,
        "depth": Setting(Whole(1, 1000), "moves it looks ahead"),
        "protocol": Setting(Word(("json", "uci", "uhp")), "how it talks; by itself that is found out"),
        "patience": Setting(Number(0, _DAY), "seconds it is waited for beyond its time"),
    },
)
_OPTION = "option."  # before the name of something that only the other program knows


@dataclass(frozen=True, slots=True)
class Spec:
    """A player as somebody asked for it; as a text it is written in one way, whatever was typed.

    `command` is that of another program.
    """

    name: str
    values: tuple[tuple[str, Value], ...] = ()
    command: str = ""

    def __str__(self) -> str:
        command = [f'"{self.command}"' if "," in self.command else self.command] if self.command else []
        settings = ",".join([*command, *(f"{key}={written(value)}" for key, value in self.values)])
        return f"{self.name}:{settings}" if settings else self.name

    @property
    def numbers(self) -> dict[str, float]:
        """Those of its settings that are numbers."""
        return {key: value for key, value in self.values if not isinstance(value, str)}

    def make(self) -> Player:
        if not self.command:
            return PLAYERS[self.name].make(dict(self.values))
        options = {key.removeprefix(_OPTION): value for key, value in self.values if key.startswith(_OPTION)}
        settings: dict[str, Any] = {key: value for key, value in self.values if not key.startswith(_OPTION)}
        return _OTHERS.make({"spec": str(self), "command": self.command, "options": options, **settings})

    def within(self, most: Mapping[str, float]) -> Spec:
        """The same player with no more of anything than this."""
        bounded = tuple((key, _at_most(value, most.get(key))) for key, value in self.values)
        return Spec(self.name, bounded, self.command)


def _at_most(value: Value, most: float | None) -> Value:
    return value if most is None or isinstance(value, str) else min(value, most)


def player(text: str) -> Player:
    """The player a text asks for; raises `InvalidPlayer` with a sentence that says what is wrong with it.

    `engine:COMMAND` starts a program of this machine: the text must be your own.
    """
    return spec(text, engines=True).make()


def spec(text: str, *, engines: bool = False) -> Spec:
    """A text understood, without loading the player yet.

    Only whoever trusts the text like a command that they type themselves lets it name other programs (`engines`).
    """
    head, _, rest = text.partition(":")
    name = head.strip().lower()
    if name == ENGINE:
        if not engines:
            raise InvalidPlayer("other programs are only started for whoever names them on the command line")
        return _engine(rest)
    maker = PLAYERS.get(name)
    if maker is None:
        raise InvalidPlayer(_unknown_player(head.strip()))
    values = _values(name, maker, _pieces(rest) if rest.strip() else [])
    return Spec(name, tuple((key, values[key]) for key in maker.settings if key in values))


def _engine(text: str) -> Spec:
    command, *pieces = _pieces(text)
    command = command.strip()
    if len(command) > 1 and command[0] == command[-1] == '"' and command.count('"') == 2:
        command = command[1:-1].strip()
    if not command:
        raise InvalidPlayer('an engine needs a command, such as "engine:stockfish"')
    values = _values(ENGINE, _OTHERS, pieces)
    return Spec(ENGINE, tuple(values.items()), command)


def specs(text: str) -> list[Spec]:
    """A list of players between commas, from a command line. A comma also stands between the settings of one player:
    `mcts:time=1,threads=2` is one, `mcts:time=1,mcts:playouts=1000` are two.
    """
    found: list[str] = []
    for piece in _pieces(text):
        is_setting = "=" in piece and ":" not in piece.partition("=")[0]
        if is_setting and found:
            found[-1] += ("," if ":" in found[-1] else ":") + piece
        else:
            found.append(piece)
    read = [spec(piece, engines=True) for piece in found]
    for each in read:
        if each.command:
            from .engines.process import words_of

            words_of(each.command)  # a program that is not there is told before anybody sits down
    return read


def _pieces(text: str) -> list[str]:
    """A text between its commas; those between quotes do not count."""
    if '"' not in text:
        return text.split(",")
    return re.findall(r'(?:^|,)((?:[^",]|"[^"]*"|")*)', text)


def _values(name: str, maker: Maker, pieces: Iterable[str]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for piece in pieces:
        key, equals, value = (part.strip() for part in piece.partition("="))
        if maker is _OTHERS and key.startswith(_OPTION):
            values[key] = value
            continue
        key = key.lower()
        setting = maker.settings.get(key)
        if setting is None:
            raise InvalidPlayer(_unknown_key(name, maker, key))
        if not equals or not value:
            raise InvalidPlayer(f'"{key}" of {name} needs a value, such as "{key}={_example(setting)}"')
        if key in values:
            raise InvalidPlayer(f'"{key}" of {name} is given twice')
        values[key] = setting.read(key, value)
    return values


def _example(setting: Setting) -> str:
    if isinstance(setting.bounds, Word):
        return setting.bounds.words[-1]
    return written(max(1, setting.bounds.least if isinstance(setting.bounds, Whole) else setting.bounds.above))


def _unknown_player(name: str) -> str:
    from ..source.diagnostics import did_you_mean, one_of

    if not name:
        return f"a player is missing; there are {one_of(PLAYERS, 'and')}"
    likely = did_you_mean(name, PLAYERS)
    way_out = f'did you mean "{likely}"?' if likely else f"there are {one_of(PLAYERS, 'and')}"
    return f'I know no player "{name}"; {way_out}'


def _unknown_key(name: str, maker: Maker, key: str) -> str:
    from ..source.diagnostics import did_you_mean, one_of

    if not maker.settings:
        return f'{name} has nothing to set, so "{key}" means nothing here'
    likely = did_you_mean(key, maker.settings)
    way_out = f'did you mean "{likely}"?' if likely else f"there are {one_of(maker.settings, 'and')}"
    return f'{name} has no "{key}"; {way_out}' if key else f"a setting of {name} is missing; {way_out}"

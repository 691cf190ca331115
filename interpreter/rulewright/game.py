"""`Game`: a described game, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .engine.engine import Engine
from .engine.labels import around
from .engine.serialise import from_data
from .engines import EngineName, Engines, chosen_engine
from .errors import InvalidGame
from .language.diagnostics import Diagnostic, Report
from .language.library import find_game, is_shipped
from .language.pipeline import Compilation, compile_game, compile_text
from .notation import Notation
from .rules.game import Rules, TestCase
from .state import State

if TYPE_CHECKING:
    from .native.engine import NativeEngine
    from .playouts import Playouts


class Game:
    """The rules of a game and the engines that follow them.

    `engine` is the reference interpreter. Which engine finds moves is a choice ("native" or "reference"; None: the
    native one as soon as it is worth it) that no result depends on.
    """

    def __init__(
        self, compilation: Compilation, *, allow_hooks: bool = False, engine: str | None = None, checked: bool = True
    ) -> None:
        rules = compilation.rules
        if rules is None:
            raise InvalidGame(compilation.report)
        self.compilation = compilation
        self.rules: Rules = rules
        self.engine = Engine(rules, allow_hooks)
        self.notation = Notation(self.engine)
        self.engines = Engines(self.engine, rules.title, chosen_engine(engine), checked)

    def fast(self) -> NativeEngine | None:
        """The native engine, if there is one and it is worth it by now."""
        return self.engines.fast()

    @property
    def native(self) -> NativeEngine | None:
        """The native engine, compiled now if it is not yet; None where the game cannot have one."""
        return self.engines.native()

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.rules.options.items())
        return f"load({self.rules.id!r}{options})"

    @property
    def id(self) -> str:
        return self.rules.id

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.rules.players)

    def start(self) -> State:
        """The start of the game."""
        return State(self, self.engine.start())

    def from_json(self, data: Mapping[str, Any]) -> State:
        """A state as `State.to_json` gave it."""
        if data.get("game") != self.id or dict(data.get("options", {})) != dict(self.rules.options):
            raise ValueError(f"this is a state of {data.get('game')!r}, not of {self!r}")
        x, y = data.get("origin", (0, 0))
        return State(self, from_data(self.engine, data["position"]), None, (x, y))

    def playouts(
        self,
        games: int | None = None,
        seed: int = 1,
        max_plies: int | None = None,
        threads: int = 1,
        seconds: float | None = None,
    ) -> Playouts:
        """Random games from the start as fast as they can be played: so many, or as many as there is time for."""
        from .playouts import playouts

        return playouts(self, games, seed, max_plies, threads, seconds)

    def position(self, position: object = None, **keys: object) -> State:
        """Any position, given as in the tests of a game file.

        `game.position({"a1": "black", "b1": "white"}, to_move="black")`; also `phase`, `hand`, `vars`, `ply` …
        """
        given = {"position": position} if position is not None else {}
        return self.position_of(self.compilation.test_of({**given, **keys}))

    def position_of(self, case: TestCase) -> State:
        """The position a test of the file begins with (semantics D95)."""
        if case.position is None:
            state = self.start()
            if case.phase == 0 and case.to_move == 0 and case.ply is None and not case.variables:
                return state
        position = self.engine.set_up(case.position if case.position is not None else self.rules.start)
        position.me, position.phase = case.to_move, case.phase
        count = len(self.rules.players)
        position.ply = case.ply if case.ply is not None else 1 + case.to_move
        # Rounds follow by strict alternation.
        turns = position.ply - 1
        first = (case.to_move - turns) % count
        position.turns = tuple(turns // count + (((player - first) % count) < turns % count) for player in range(count))
        for variable, entry, value in case.variables:
            entries = list(position.variables[variable])
            spec = self.rules.variables[variable]
            lasting = spec.lasts + 1 if spec.lasts is not None else 0
            entries[entry] = (None if value < 0 else value, lasting)
            position.variables[variable] = tuple(entries)
        if case.unmoved is not None:
            position.unmoved &= case.unmoved
        position.history = (self.engine.course.remembered(position),)
        return State(self, position, None, around(self.engine, position, (0, 0)))


def load(
    game: str | Path, /, *, allow_hooks: bool = False, engine: EngineName | None = None, **options: object
) -> Game:
    """A game by id, by path, or given as text; raises `InvalidGame` with all diagnostics if it has mistakes.

    Hooks are Python code: those of the library always run, others only with `allow_hooks`. `engine` is "native" or
    "reference"; without it the native engine plays as soon as it is worth compiling.
    """
    return load_with(game, options, allow_hooks=allow_hooks, engine=engine)


def load_with(
    game: str | Path, options: Mapping[str, object], *, allow_hooks: bool = False, engine: EngineName | None = None
) -> Game:
    """A game with options of any name."""
    chosen = {name: _option_text(value) for name, value in options.items()}
    compilation, shipped = _compilation(game, chosen)
    rules = compilation.rules
    if rules is None:
        raise InvalidGame(compilation.report)
    refused = None if shipped or allow_hooks else refused_hook(rules)
    if refused is not None:
        raise InvalidGame([refused])
    return Game(compilation, allow_hooks=shipped or allow_hooks, engine=engine, checked=not shipped)


def refused_hook(rules: Rules) -> Diagnostic | None:
    """What is said to somebody who has not allowed Python; None if the game can do without: hooks with `same_as`."""
    hook = next((hook for hook in rules.hooks if hook.same_as is None), None)
    if hook is None:
        return None
    message = f'"@{hook.name}" is Python code beside this file, and it has not been allowed to run.'
    help_text = "look at the file, then allow it: --allow-hooks, or load(…, allow_hooks=True)"
    return Diagnostic("hook-permission", message, hook.span, help_text)


def _option_text(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _compilation(game: str | Path, options: Mapping[str, str]) -> tuple[Compilation, bool]:
    if isinstance(game, str) and "\n" in game:
        return compile_text(game, "game.yaml", options), False
    report = Report()
    path = find_game(str(game), report)
    if path is None:
        raise InvalidGame(report)
    return compile_game(path, options), is_shipped(path)

"""`Game`: a described game, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .engine_choice import EngineName, Engines, chosen_engine
from .errors import InvalidGame, InvalidState
from .language.game_files import find_game
from .pipeline import Pipeline
from .reference.given import Given, told
from .reference.labels import around
from .reference.notation import Notation
from .reference.serialise import from_data
from .rules.game import Rules, TestCase
from .source.diagnostics import Diagnostic, Report
from .state import State

if TYPE_CHECKING:
    from .headless.playouts import Playouts


class Game:
    """A game that can be played: its rules, and the engines that follow them. `load` makes it.

    Which engine finds moves is a choice ("native" or "reference"; None: the native one as soon as it is worth it) that
    no result depends on, except which games `playouts` draws.
    """

    def __init__(self, pipeline: Pipeline, engine: str | None = None) -> None:
        self._pipeline = pipeline
        self._engine = pipeline.reference
        self._notation = Notation(self._engine)
        self._engines = Engines(pipeline, chosen_engine(engine))
        self.rules: Rules = self._engine.rules

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.rules.options.items())
        return f"load({self.id!r}{options})"

    @property
    def id(self) -> str:
        """What `load` knows it by."""
        return self.rules.id

    @property
    def title(self) -> str:
        """What people call it."""
        return self.rules.title

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, in the order of their turns."""
        return tuple(player.name for player in self.rules.players)

    @property
    def native_failure(self) -> str | None:
        """Why the interpreter plays where the native engine should; None as long as nothing speaks against it."""
        return self._engines.failure

    def start(self) -> State:
        """The start of the game."""
        return State(self, self._engine.start())

    def from_json(self, data: Mapping[str, Any]) -> State:
        """A state as `State.to_json` gave it; raises `InvalidState` if it is none of this game."""
        given = Given(data, "state").fields(("game", "options", "position", "origin"))
        options = {name: value.value for name, value in given["options"].entries()}
        if given["game"].value != self.id or options != dict(self.rules.options):
            raise InvalidState(f"this is a state of {told(given['game'].value)}, not of {self!r}")
        # Nothing gets further than a step of the torus in each turn; a bounded board has no other place to be.
        unbounded = self.rules.unbounded
        furthest = unbounded.side * (self.rules.limit.turns + 1) if unbounded is not None else 0
        x, y = (part.whole(-furthest, furthest) for part in given["origin"].exactly(2))
        return State(self, from_data(self._engine, given["position"].value), None, (x, y))

    def playouts(
        self,
        games: int | None = None,
        seed: int = 1,
        max_plies: int | None = None,
        threads: int = 1,
        seconds: float | None = None,
    ) -> Playouts:
        """Random games from the start as fast as they can be played: so many, or as many as there is time for.

        Numbers belong to a seed and an engine; `Playouts.engine` says which one has played.
        """
        from .headless.playouts import playouts

        return playouts(self, games, seed, max_plies, threads, seconds)

    def position(self, position: object = None, **keys: object) -> State:
        """Any position, given as in the tests of a game file.

        `game.position({"a1": "black", "b1": "white"}, to_move="black")`; also `phase`, `hand`, `vars`, `ply` …
        """
        given = {"position": position} if position is not None else {}
        return self._position_of(self._pipeline.front.test_of({**given, **keys}))

    def _position_of(self, case: TestCase) -> State:
        """The position a test of the file begins with (semantics D95)."""
        if case.position is None:
            state = self.start()
            if case.phase == 0 and case.to_move == 0 and case.ply is None and not case.variables:
                return state
        position = self._engine.set_up(case.position if case.position is not None else self.rules.start)
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
        position.history = (self._engine.course.remembered(position),)
        return State(self, position, None, around(self._engine, position, (0, 0)))


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
    pipeline = _pipeline(game, chosen)
    shipped = pipeline.front.shipped
    refused = None if shipped or allow_hooks or pipeline.rules is None else refused_hook(pipeline.rules)
    if refused is not None:
        raise InvalidGame([refused])
    return Game(replace(pipeline, allow_hooks=shipped or allow_hooks, checked=not shipped), engine)


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


def _pipeline(game: str | Path, options: Mapping[str, str]) -> Pipeline:
    if isinstance(game, str) and "\n" in game:
        return Pipeline.of_text(game, "game.yaml", options)
    report = Report()
    path = find_game(str(game), report)
    if path is None:
        raise InvalidGame(report)
    return Pipeline.of_file(path, options)

"""`Game`: a described game, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .engine.engine import Engine
from .engine.labels import around
from .engine.serialise import from_data
from .errors import InvalidGame
from .language.diagnostics import Diagnostic, Report
from .language.library import find_game, is_shipped
from .language.pipeline import Compilation, compile_game, compile_text
from .notation import Notation
from .rules.game import Rules, TestCase
from .state import State


class Game:
    """The rules of a game and an engine that follows them."""

    def __init__(self, compilation: Compilation, *, allow_hooks: bool = False) -> None:
        rules = compilation.rules
        if rules is None:
            raise InvalidGame(compilation.report)
        self.compilation = compilation
        self.rules: Rules = rules
        self.engine = Engine(rules, allow_hooks)
        self.notation = Notation(self.engine)

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
        state = State(self, from_data(self.engine, data["position"]))
        state.origin = tuple(data.get("origin", (0, 0)))
        return state

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
        position.turns = tuple(
            turns // count + (((player - first) % count) < turns % count) for player in range(count)
        )
        for variable, entry, value in case.variables:
            entries = list(position.variables[variable])
            spec = self.rules.variables[variable]
            lasting = spec.lasts + 1 if spec.lasts is not None else 0
            entries[entry] = (None if value < 0 else value, lasting)
            position.variables[variable] = tuple(entries)
        if case.unmoved is not None:
            position.unmoved &= case.unmoved
        position.history = (self.engine.course.remembered(position),)
        state = State(self, position)
        state.origin = around(self.engine, position, (0, 0))
        return state


def load(game: str | Path, /, *, allow_hooks: bool = False, **options: object) -> Game:
    """A game by id, by path, or given as text; raises `InvalidGame` with all diagnostics if it has mistakes.

    Hooks are Python code: those of the library always run, others only with `allow_hooks`.
    """
    chosen = {name: _option_text(value) for name, value in options.items()}
    compilation, shipped = _compilation(game, chosen)
    rules = compilation.rules
    if rules is None:
        raise InvalidGame(compilation.report)
    if rules.hooks and not (shipped or allow_hooks) and any(hook.same_as is None for hook in rules.hooks):
        hook = next(hook for hook in rules.hooks if hook.same_as is None)
        message = f'"@{hook.name}" is Python code beside this file, and it has not been allowed to run.'
        help_text = "look at the file, then allow it: --allow-hooks, or load(…, allow_hooks=True)"
        raise InvalidGame([Diagnostic("hook-permission", message, hook.span, help_text)])
    return Game(compilation, allow_hooks=shipped or allow_hooks)


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



"""`Game`: a described game, ready to be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakValueDictionary

from .board_view import BoardView
from .engine_choice import EngineName, Engines, chosen_engine
from .errors import InvalidGame, InvalidState, Unplayable
from .language.game_files import find_game
from .pipeline import Pipeline
from .reference.ended import is_of_the_stuck
from .reference.game_flow import Result
from .reference.given import Given, told
from .reference.labels import around
from .reference.naming import Names
from .reference.notation import Notation
from .reference.serialise import from_data, result_from
from .rules.game import Rules, TestCase
from .source.diagnostics import Diagnostic, Report
from .source.limits import LIMITS, Limits, with_limits
from .state import Outcome, State, outcome_of

if TYPE_CHECKING:
    from .encoding.encoding import Encoding
    from .encoding.symmetries import Symmetry
    from .headless.playouts import Playouts
    from .moves import Move
    from .players.functions import AnyPlayer


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
        self._encodings: dict[int | None, Encoding] = {}
        self._outcomes: dict[int, tuple[Result, Outcome]] = {}  # by the identity of a result, which is kept beside it
        self._first: State | None = None  # where games begin: what is found there is found once

    def __repr__(self) -> str:
        """The call that gives it; of a game that was given as a text, its title."""
        found = self._found_by
        if isinstance(found, str) and found != self.id:
            return f"<Game {self.title!r} from a text>"
        options = "".join(f", {name}={value!r}" for name, value in self.rules.options.items())
        return f"load({str(found)!r}{options})"

    @property
    def _found_by(self) -> str | Path:
        """What `load` finds it by: the id of a game of the library, a path, or a text."""
        front = self._pipeline.front
        if front.shipped or front.source is None:
            return self.id
        return front.source.text if front.path is None else front.path.absolute()

    def __eq__(self, other: object) -> bool:
        """Games are equal if they have the same rules and options; which engine plays does not matter."""
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    @cached_property
    def _value(self) -> tuple[object, ...]:
        return self.id, tuple(sorted(self.rules.options.items())), self._pipeline.fingerprint

    @property
    def _address(self) -> dict[str, object]:
        """What results of games are known by, besides players and seeds: which rules were played."""
        return {"game": self.id, "rules": self._pipeline.fingerprint, "options": dict(self.rules.options)}

    def __copy__(self) -> Game:
        return self  # nothing in it changes

    def __deepcopy__(self, _memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """What it is found by: whoever reads it there loads it there, once."""
        hooks, engine = self._pipeline.allow_hooks, self._engines.chosen
        front = self._pipeline
        key = (self._found_by, tuple(self.rules.options.items()), hooks, engine, front.limits, front.fingerprint)
        _SENT[key] = self
        return _loaded_again, key

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

    @cached_property
    def board(self) -> BoardView:
        """The board: its sites, what is next to what, directions, coordinates, regions."""
        return BoardView(self._engine, self._names)

    @cached_property
    def _names(self) -> Names:
        return Names(self._engine)

    def start(self, moves: str | Iterable[Move | str] = ()) -> State:
        """The start of the game, or what some moves lead to: a list of them, or a text with ";" between two."""
        first = self._first
        if first is None or not first._node.is_of(self._engines):
            first = self._first = State(self, self._engine.start())
        state = first.copy()
        if moves:
            for move in moves.split(";") if isinstance(moves, str) and moves.strip() else moves:
                state.push(move)
        return state

    def from_json(self, data: Mapping[str, Any]) -> State:
        """A state as `State.to_json` gave it; raises `InvalidState` if it is none of this game.

        So does an outcome that the position shows to be wrong. Two things cannot be told from it: whether an end rule
        held that asks for the last turn, or who made it; and whether a position without an outcome was set up, or the
        end of its game has been left out.
        """
        given = Given(data, "state").fields(("game", "options", "position", "outcome"), ("origin",))
        options = {name: value.value for name, value in given["options"].entries()}
        if given["game"].value != self.id or options != dict(self.rules.options):
            raise InvalidState(f"this is a state of {told(given['game'].value)}, not of {self!r}")
        origin = (0, 0)
        if self.rules.unbounded is not None or "origin" in given:
            # Nothing gets further than a step of the torus in each turn; a bounded board has no other place to be.
            side = self.rules.unbounded.side if self.rules.unbounded is not None else 0
            furthest = side * (self.rules.limit.turns + 1)
            x, y = (part.whole(-furthest, furthest) for part in given.get("origin", Given(None, "origin")).exactly(2))
            origin = x, y
        position = from_data(self._engine, given["position"].value, Names(self._engine, origin))
        state = State(self, position, None, origin)
        if given["outcome"].value is None:
            return state
        ended = result_from(self._engine, given["outcome"], position)
        if is_of_the_stuck(self.rules, ended):
            with suppress(Unplayable):  # then nobody can know
                found = state.outcome
                if found is None:
                    raise InvalidState('"state.outcome" should be null: the player to move has a move')
                if found != outcome_of(self, ended):
                    raise InvalidState(f'"state.outcome" should say what follows from having no move: {found}')
        return State(self, position, ended, origin)

    def encoding(self, window: int | None = None) -> Encoding:
        """What a learner sees: a number for every decision, arrays for every position (`describe` names them).

        `window` is the side of what is seen of an unbounded board.
        """
        known = self._encodings.get(window)
        if known is None:
            from .encoding.encoding import Encoding

            known = self._encodings[window] = Encoding(self._engine, window)
        return known

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Turns and mirrors of the board under which the game goes on alike, to learn more from each game.

        Boards say which there can be, random games which there are. The first one changes nothing.
        """
        from .encoding.symmetries import symmetries

        self._engines.hurry()
        return symmetries(self.encoding(), self.start)

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

    def play(
        self,
        *players: AnyPlayer,
        state: State | None = None,
        seed: int = 1,
        max_plies: int | None = None,
        **by_name: AnyPlayer,
    ) -> State:
        """Lets players play, and gives the state at the end: `game.play(white="mcts:time=1", black=my_function)`.

        A player is a function from a state to a move, a `Player`, or a text such as "greedy"; they are given by name,
        or in the order of their turns. It goes on from the start or from a copy of `state`, to the end or to
        `max_plies` turns; where only one move is legal nobody is asked. The seed decides what chance does and what
        random players choose.
        """
        from .players.table import play_game

        if state is not None and state.game != self:
            raise ValueError(f"this is a state of {state.game!r}, not of {self!r}")
        seated = dict(zip(self.players, players, strict=False))
        if len(players) > len(self.players) or seated.keys() & by_name or {*seated, *by_name} != {*self.players}:
            raise TypeError(f"{self.title} needs a player for each of {', '.join(self.players)}")
        seated |= by_name
        begin = self.start() if state is None else state.copy()
        return play_game(begin, [seated[name] for name in self.players], seed, max_plies)

    def position(self, position: object = None, **keys: object) -> State:
        """Any position, given as in the tests of a game file.

        `game.position({"a1": "black", "b1": "white"}, to_move="black")`, a diagram or `fen="…"`; also `phase`, `hand`,
        `vars`, `ply` …, and `play` for moves that lead on from there.
        """
        given = {"position": position} if position is not None else {}
        case = self._pipeline.front.test_of({**given, **keys})
        state = self._position_of(case)
        for move in case.play:
            state.push(move)
        return state

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
        position.history = (self._engine.repetitions.hash(position),)
        return State(self, position, None, around(self._engine, position, (0, 0)))


_Key: TypeAlias = tuple[str | Path, tuple[tuple[str, str], ...], bool, str | None, Limits, str | None]
_SENT: WeakValueDictionary[_Key, Game] = WeakValueDictionary()
"""Games that were pickled or read here: each is loaded once."""


def _loaded_again(*key: Any) -> Game:
    """A game that was pickled; raises ValueError if its file has other rules here."""
    known = _SENT.get(key)
    if known is None:
        found_by, options, hooks, engine, limits, fingerprint = key
        known = load_with(found_by, dict(options), allow_hooks=hooks, engine=engine, limits=limits)
        if known._pipeline.fingerprint != fingerprint:
            raise ValueError(f"{known!r} has other rules here than where it was pickled")
        _SENT[key] = known
    return known


def load(
    game: str | Path,
    /,
    *,
    allow_hooks: bool = False,
    engine: EngineName | None = None,
    limits: Mapping[str, int] | None = None,
    **options: object,
) -> Game:
    """A game by id, by path, or given as text; raises `InvalidGame` with all diagnostics if it has mistakes.

    Hooks are Python code: those of the library always run, others only with `allow_hooks`. `engine` is "native" or
    "reference"; without it the native engine plays as soon as it is worth compiling. `limits` are other values for
    those that bound the work at one position (`rulewright limits`), such as {"steps": 10**9}.
    """
    return load_with(game, options, allow_hooks=allow_hooks, engine=engine, limits=with_limits(limits or {}))


def load_with(
    game: str | Path,
    options: Mapping[str, object],
    *,
    allow_hooks: bool = False,
    engine: EngineName | None = None,
    limits: Limits = LIMITS,
) -> Game:
    """A game with options of any name."""
    chosen = {name: _option_text(value) for name, value in options.items()}
    pipeline = _pipeline(game, chosen)
    shipped = pipeline.front.shipped
    refused = None if shipped or allow_hooks or pipeline.rules is None else refused_hook(pipeline.rules)
    if refused is not None:
        raise InvalidGame([refused])
    return Game(replace(pipeline, allow_hooks=shipped or allow_hooks, checked=not shipped, limits=limits), engine)


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

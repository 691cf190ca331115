"""`Stepper`: a game played decision by decision, in place, for whoever makes millions of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .errors import IllegalMove, OutOfRoom
from .reference.labels import around
from .state import Outcome, State, outcome_of
from .turn import number_of, said_of

if TYPE_CHECKING:
    from .reference.game_flow import Result
    from .reference.position import Position

_SHOWN = 8  # numbers in a message


class Stepper:
    """A game that goes on in place: `numbers` can be decided, `choose` decides one, until the game `is_over`.

    Nothing is kept of what was before; `reset` goes back to the state that it was made from.
    """

    __slots__ = ("__weakref__", "_began", "_context", "_inside")

    def __init__(self, state: State) -> None:
        self._began = state.copy()
        self._context: bytes | None = None  # what built-in methods know of it: see stepping
        self._inside = self._on_the_best_engine()

    def _on_the_best_engine(self) -> _Inside:
        node, engines = self._began._node, self._began.game._engines
        engines.hurry()
        reader = None if node.result is not None or node._too_big else engines.search_decisions()
        if reader is None:
            return _ByTurns(self._began)
        from .native.decisions.stepping import Stepping
        from .stepping import stepper_context

        native = reader.native
        try:
            made = Stepping(reader, node.snapshot(native), careful=True)
        except OutOfRoom:
            return _ByTurns(self._began)
        self._context = stepper_context(made)
        return made

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of what can be decided, in order; none if the game is over."""
        return self._going_on().numbers

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to decide."""
        return self._going_on().is_over

    def choose(self, number: int, /) -> None:
        """Makes one of the decisions. With the last one of a turn the next turn begins."""
        inside = self._going_on()
        offered = inside.numbers
        chosen = number_of(number)
        if chosen is None or chosen not in offered:
            there_is = f"there is {', '.join(map(str, offered[:_SHOWN]))}{', …' if len(offered) > _SHOWN else ''}"
            way_out = there_is if offered else "the game is over"
            said = said_of(number)
            raise IllegalMove(said, f'"{said}" cannot be decided here; {way_out}', str(self.state))
        try:
            inside.choose(chosen)
        except OutOfRoom:
            self._going_on()

    def reset(self) -> None:
        """Back to the state that it was made from."""
        self._inside.reset()

    def _going_on(self) -> _Inside:
        """What goes on inside, unless a position was more than it has room for."""
        try:
            _ = self._inside.is_over
        except OutOfRoom:
            told_of = "this position has more to decide than a stepper has room for: reset it, or play with states"
            raise OverflowError(f"{self._began.game.title}: {told_of}") from None
        return self._inside

    @property
    def is_chance(self) -> bool:
        """Whether chance decides now."""
        return self._going_on().by_chance

    @property
    def weights(self) -> list[int]:
        """How likely each decision of chance is, in whole numbers; 1 each for a player."""
        inside = self._going_on()
        return inside.weights if inside.by_chance else [1] * len(inside.numbers)

    @property
    def path(self) -> tuple[int, ...]:
        """What was decided of this turn, also what went without saying."""
        return self._going_on().path

    @property
    def state(self) -> State:
        """The state at the beginning of this turn, to look at; nothing is known of what was played before."""
        inside, began = self._inside, self._began
        position = inside.position
        return State(began.game, position, inside.result, around(began.game._engine, position, began._node.origin))

    @property
    def player(self) -> str:
        """Who is to decide: a player's name, or "chance"."""
        return "chance" if self.is_chance else self.state.player

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        result = self._going_on().result
        return None if result is None else outcome_of(self._began.game, result)

    def __repr__(self) -> str:
        return f"<Stepper of {self._began.game.title}, turn {self.state.ply}>"


class _Inside(Protocol):
    """A game that is decided, on one of the engines."""

    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def by_chance(self) -> bool: ...
    @property
    def weights(self) -> list[int]: ...
    @property
    def path(self) -> tuple[int, ...]: ...
    @property
    def position(self) -> Position: ...
    @property
    def result(self) -> Result | None: ...
    def choose(self, number: int) -> object: ...
    def reset(self) -> None: ...


class _ByTurns:
    """The same by turns of states, where the native engine has no decisions."""

    def __init__(self, began: State) -> None:
        self._began = began
        self.reset()

    def reset(self) -> None:
        self._state = self._began.copy()
        self._turn = self._state.turn()

    @property
    def numbers(self) -> tuple[int, ...]:
        return self._turn.numbers

    @property
    def is_over(self) -> bool:
        return not self.numbers

    @property
    def by_chance(self) -> bool:
        return not self.is_over and self._state.is_chance

    @property
    def weights(self) -> list[int]:
        return self._turn.weights

    @property
    def path(self) -> tuple[int, ...]:
        return self._turn._progress[-1].path

    @property
    def position(self) -> Position:
        return self._state.position

    @property
    def result(self) -> Result | None:
        self._state._node.count()  # a player without a move may have ended it
        return self._state._node.result

    def choose(self, number: int) -> None:
        self._turn.choose(number)
        if self._turn.is_complete:
            self._state.push(self._turn)
            self._turn = self._state.turn()


__all__ = ["Stepper"]

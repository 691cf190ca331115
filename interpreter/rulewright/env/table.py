"""One game, decided number by number: what all environments stand on."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..encoding.encoding import Encoding
from ..errors import Unplayable, at_least
from ..game import Game, load_with
from ..headless.random_games import by_weight, turns_by_chance
from ..reference.hashing import draw
from ..seats import seat_of, seat_to_move
from ..state import State
from ..turn import Turn, number_of

if TYPE_CHECKING:
    from ..encoding.encoding import Observation


class ClosedEnvironment(ValueError):
    """Something was asked of an environment that is closed, or of a game that is over."""


CLOSED = "this environment is closed: make a new one"


class Table:
    """A game and a turn in the making. Seats are numbered as the sides are when the game begins."""

    def __init__(
        self,
        game: Game | str | Path,
        options: dict[str, str],
        *,
        window: int | None = None,
        max_plies: int | None = None,
        fingerprint: str | None = None,
    ) -> None:
        at_least(1, max_plies=max_plies)
        self.game = game_of(game, options)
        self.encoding: Encoding = self.game.encoding(window)
        if fingerprint is not None:
            self.encoding.check(fingerprint)
        self.max_plies = max_plies
        self._last_ply = None if max_plies is None else max_plies + turns_by_chance(self.game)
        self.players = len(self.game.players)
        self.is_cut = self.is_closed = False
        self._seed = self._draws = 0
        self._turn: Turn | None = None

    def reset(self, seed: int | None) -> None:
        """The game begins anew; without a seed chance goes on as it did."""
        if self.is_closed:
            raise ClosedEnvironment(CLOSED)
        if seed is not None:
            self._seed, self._draws = seed, 0
        self._turn, self.is_cut = self.game.start().turn(), False
        self._go_on()

    @property
    def turn(self) -> Turn:
        if self._turn is None:
            raise ClosedEnvironment(CLOSED if self.is_closed else "no game was begun: call reset() first")
        return self._turn

    @property
    def state(self) -> State:
        return self.turn.state

    @property
    def numbers(self) -> tuple[int, ...]:
        """The actions there are; none if the game is over."""
        return () if self.is_cut else self.turn.numbers

    @property
    def is_over(self) -> bool:
        return self.is_cut or self.state.outcome is not None

    @property
    def seat(self) -> int:
        """Who is to decide."""
        return seat_to_move(self.state)

    def rewards(self) -> list[float]:
        """For each seat: 1 who has won, -1 who has lost, 0 in a draw and while the game goes on."""
        outcome = None if self.is_cut else self.state.outcome
        made = [0.0] * self.players
        for side, name in enumerate(self.game.players):
            if outcome is not None and outcome.winners and not outcome.draw:
                made[seat_of(self.state, side)] = 1.0 if name in outcome.winners else -1.0
        return made

    def observe(self) -> Observation:
        return self.encoding.observe(self.turn)

    def decide(self, action: Any) -> None:
        """Makes one decision of a turn; raises `IllegalMove` if it is not offered."""
        if not self.numbers:
            raise ClosedEnvironment("the game is over: call reset()")
        self.turn.choose(action)
        try:
            self._go_on()
        except Unplayable:  # nobody can go on with it
            self.is_cut = True

    def is_legal(self, action: Any) -> bool:
        return number_of(action) in self.numbers

    def go_on_from(self, state: State) -> None:
        """A whole turn was played at once; this is where it led."""
        self._turn = state.turn()
        self._cut_off()
        self._go_on()

    def _go_on(self) -> None:
        """Goes on to where somebody has something to decide: chance decides for itself."""
        while True:
            turn = self.turn
            if turn.is_complete:
                state = turn.state.copy()  # copies of a turn share it
                state.push(turn)
                self._turn = turn = state.turn()
                self._cut_off()
            if self.is_cut or not turn.state.is_chance or not turn.numbers:
                return
            drawn = partial(draw, self._seed, 0, self._draws)
            self._draws += 1
            turn.choose(turn.numbers[by_weight(turn.weights, drawn)])

    def _cut_off(self) -> None:
        state = self.state
        self.is_cut = state.outcome is None and self._last_ply is not None and state.ply > self._last_ply

    def close(self) -> None:
        self._turn, self.is_closed = None, True


def game_of(game: Game | str | Path, options: dict[str, str]) -> Game:
    """The game that is meant, with its options."""
    if isinstance(game, Game) and options:
        raise TypeError(f'this game is loaded already: it takes no option "{next(iter(options))}" any more')
    found = game if isinstance(game, Game) else load_with(game, options)
    found._engines.hurry()  # whole games lie ahead
    return found


def needed(package: str, extra: str) -> ImportError:
    """What to raise where a library is missing."""
    return ImportError(f"this needs {package}: pip install 'rulewright[{extra}]'")

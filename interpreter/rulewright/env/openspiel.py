"""A game for OpenSpiel: registered there, so that its algorithms run on ours."""

from __future__ import annotations

from typing import Any

from ..analysis.turns import turn_nodes
from ..encoding.arrays import numpy_module
from ..encoding.encoding import Encoding
from ..errors import at_least
from ..game import Game
from ..rules.turns import Chance
from ..seats import seat_of, seat_to_move
from ..turn import Turn
from .table import game_of, needed

try:
    import pyspiel
except ImportError:
    raise needed("OpenSpiel", "openspiel") from None

LENGTH = 2000
"""Decisions after which a game is cut off as a draw: OpenSpiel wants to know how long one can be."""
_PREFIX = "rulewright_"
_REGISTERED: dict[str, type[SpielGame]] = {}


def openspiel_game(
    game: Game | str, *, max_length: int = LENGTH, fingerprint: str | None = None, **options: str
) -> SpielGame:
    """The game as one of OpenSpiel; from then on `pyspiel.load_game("rulewright_chess")` gives it, too."""
    at_least(1, max_length=max_length)
    ours = game_of(game, options)
    if fingerprint is not None:
        ours.encoding().check(fingerprint)
    chosen = "".join(f"_{name}_{value}" for name, value in sorted(ours.rules.options.items()) if name in options)
    name = f"{_PREFIX}{ours.id}{chosen}"
    if name not in _REGISTERED:
        _REGISTERED[name] = _class_of(ours, name)
        pyspiel.register_game(_REGISTERED[name].kind, _REGISTERED[name])
    return _REGISTERED[name]({"max_length": max_length})


def _class_of(ours: Game, name: str) -> type[SpielGame]:
    encoding = ours.encoding()
    players = len(ours.players)
    modes, utilities = pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility
    has_chance = any(isinstance(node, Chance) for node in turn_nodes(ours.rules))
    kind = pyspiel.GameType(
        short_name=name,
        long_name=ours.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if has_chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if players > 1 else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"max_length": LENGTH},
    )
    return type("SpielGame", (SpielGame,), {"kind": kind, "ours": ours, "encoding": encoding})


class SpielGame(pyspiel.Game):
    """A game of ours as OpenSpiel sees it. An action is the number of a decision, a turn one or several of them."""

    kind: Any
    ours: Game
    encoding: Encoding

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"max_length": LENGTH, **(params or {})}
        self.max_length = int(given["max_length"])
        players = len(self.ours.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.action_count,
            max_chance_outcomes=self.encoding.action_count if self._has_chance else 0,
            num_players=players,
            min_utility=-2.0 if players > 2 else -1.0,
            max_utility=2.0 if players > 2 else 1.0,
            utility_sum=0.0 if players > 1 else None,
            max_game_length=self.max_length,
        )
        super().__init__(self.kind, info, given)

    @property
    def _has_chance(self) -> bool:
        return bool(self.kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC)

    def new_initial_state(self, _: Any = None) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, _type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.encoding)


class SpielState(pyspiel.State):
    """A turn in the making. Seats are numbered as the sides are when the game begins."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.turn: Turn = game.ours.start().turn()
        self._left = game.max_length

    def current_player(self) -> int:
        state = self.turn.state
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if state.is_chance else seat_to_move(state)

    def is_terminal(self) -> bool:
        return self._left <= 0 or self.turn.state.outcome is not None

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self.turn.numbers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.turn.weights
        return [(number, weight / sum(weights)) for number, weight in zip(self.turn.numbers, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self._left -= not self.turn.state.is_chance
        self.turn.choose(action)
        if self.turn.is_complete:
            state = self.turn.state.copy()  # copies of a turn share it
            state.push(self.turn)
            self.turn = state.turn()

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.turn.state.game.encoding().actions[action]

    def returns(self) -> list[float]:
        """The winners have 1 and the others -1, less the mean of all, so that nothing is left over."""
        state, players = self.turn.state, self.turn.state.game.players
        outcome = state.outcome
        made = [0.0] * len(players)
        if outcome is not None and outcome.winners and not outcome.draw:
            for side, name in enumerate(players):
                made[seat_of(state, side)] = 1.0 if name in outcome.winners else -1.0
        mean = sum(made) / len(made) if len(made) > 1 else 0.0
        return [value - mean for value in made]

    def __str__(self) -> str:
        """The board as the turn began, and what was decided since."""
        made = (self.turn.state.game.encoding().actions[one.number] for one in self.turn.path)
        return "\n".join((str(self.turn.state), " ".join(made))).rstrip()


class SpielObserver:
    """What is seen: the planes of `Encoding.tensor`, from the view of the one to move, and the board as text."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        np = numpy_module()
        self.tensor = np.zeros(int(np.prod(encoding.tensor_shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoding.tensor_shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["observation"][:] = self._encoding.tensor(self._encoding.observe(state.turn))

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state)

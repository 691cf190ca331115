"""A game for Gymnasium: one learner at the table, or many games side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..batches.batch import batch
from ..encoding.arrays import numpy_module
from ..game import Game
from ..players.functions import AnyPlayer, as_player
from ..players.seeds import decision_seed
from .spaces import action_space, observation_space, shown
from .table import CLOSED, ClosedEnvironment, Table, game_of, needed

try:
    from gymnasium import Env
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise needed("Gymnasium", "gymnasium") from None

_TRIES = 100  # games that others may end before the learner comes to decide something


class RulewrightEnv(Env[Any, Any]):
    """One learner holds a `seat`, or takes turns on all of them with `seat="turns"`; the `opponent` is a player.

    The mask is in `info["action_mask"]`, and `action_masks()` gives it. An illegal action loses the game and is told in
    `info["illegal"]`, or raises `IllegalMove` with `illegal="raise"`. The reward is that of whoever decided.
    """

    metadata = {"render_modes": ["ansi", "svg"]}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(  # noqa: PLR0913 (what is chosen is given by name)
        self,
        game: Game | str | Path,
        *,
        opponent: AnyPlayer = "random",
        seat: int | str = 0,
        window: int | None = None,
        max_plies: int | None = None,
        fingerprint: str | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise ValueError(f'illegal is "lose" or "raise", not {illegal!r}')
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'render_mode is "ansi" or "svg", not {render_mode!r}')
        self.table = Table(game, options, window=window, max_plies=max_plies, fingerprint=fingerprint)
        seats = range(self.table.players)
        if seat not in ("turns", "random", *seats):
            raise ValueError(f'seat is a number below {self.table.players}, "random" or "turns", not {seat!r}')
        self._opponent, self._wanted, self._illegal = as_player(opponent), seat, illegal
        self.seat: int | None = None  # the learner's in this game
        self.render_mode = render_mode
        self.observation_space = observation_space(self.table.encoding)
        self.action_space = action_space(self.table.encoding)
        self._begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._opponent.forget()
        for _ in range(_TRIES):
            self._luck = int(self.np_random.integers(2**63))
            self.table.reset(self._luck)
            wanted = self._wanted
            chosen = int(self.np_random.integers(self.table.players)) if wanted == "random" else wanted
            self.seat = chosen if isinstance(chosen, int) else None
            self._let_others_play()
            if not self.table.is_over:
                break
        if self.table.is_over:
            why = f"max_plies={self.table.max_plies} is too few" if self.table.is_cut else "others always end the game"
            raise ValueError(f"{why}: seat {self.seat} has nothing to decide")
        self._begun = True
        return shown(self.table.observe()), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._begun:
            raise ClosedEnvironment(CLOSED if self.table.is_closed else "no game goes on: call reset() first")
        table = self.table
        seat = table.seat
        if self._illegal == "lose" and not table.is_legal(action):
            self._begun = False
            return shown(table.observe()), -1.0, True, False, {**self._info(), "illegal": str(action)}
        table.decide(action)
        self._let_others_play()
        over = table.is_over
        self._begun = not over
        return shown(table.observe()), table.rewards()[seat], over and not table.is_cut, table.is_cut, self._info()

    def _let_others_play(self) -> None:
        while self.seat is not None and not self.table.is_over and self.table.seat != self.seat:
            state = self.table.state
            seed = decision_seed(self._luck, 0, len(state.history))
            move = self._opponent.choose(state.copy(), seed).move
            state = state.copy()
            state.push(move)
            self.table.go_on_from(state)

    def action_masks(self) -> Any:
        """Which actions there are, as MaskablePPO asks for it."""
        made = numpy_module().zeros(self.table.encoding.action_count, bool)
        made[list(self.table.numbers)] = True
        return made

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype("int8"), "to_play": self.table.seat}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        state = self.table.state
        return state.svg() if self.render_mode == "svg" else str(state)

    def close(self) -> None:
        self.table.close()
        self._begun = False


class RulewrightVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games side by side, each decided by whoever is to move: native, over `rulewright.batch`.

    The reward is that of whoever decided, `infos["reward"]` that of every seat; `infos["action_mask"]` and
    `infos["to_play"]` are those of the next decision. A game that ends begins again in the same step.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        game: Game | str | Path,
        num_envs: int = 1,
        *,
        threads: int = 1,
        seed: int = 1,
        max_plies: int | None = None,
        window: int | None = None,
        fingerprint: str | None = None,
        **options: str,
    ) -> None:
        self.batch = batch(
            game_of(game, options), num_envs, threads=threads, seed=seed, max_plies=max_plies, window=window,
            grows=False, fingerprint=fingerprint,
        )  # fmt: skip
        self.num_envs = num_envs
        self._encoding = self.batch.encoding
        self.single_observation_space = observation_space(self._encoding)
        self.single_action_space = action_space(self._encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self._check()
        self.batch.reset(seed)
        return self._observation(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self._check()
        decided = self.batch.seen.to_play.copy()
        seen = self.batch.step(actions)
        reward = seen.reward[numpy_module().arange(self.num_envs), decided].astype("float64")
        return self._observation(), reward, seen.done.copy(), seen.truncated.copy(), self._infos()

    def _observation(self) -> dict[str, Any]:
        return {name: array.copy() for name, array in shown(self.batch.seen.observation).items()}

    def _infos(self) -> dict[str, Any]:
        seen = self.batch.seen
        return {"action_mask": seen.mask.copy(), "to_play": seen.to_play.copy(), "reward": seen.reward.copy()}

    def _check(self) -> None:
        if self.closed:
            raise ClosedEnvironment(CLOSED)

    def close_extras(self, **_: Any) -> None:
        self.batch.close()

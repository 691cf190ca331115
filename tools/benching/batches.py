"""Batches of games as learners step through them: ours beside Pgx and envpool, with observations and masks, in one run.

Each system makes one step of all its games at a time, with one action for each; which actions, is chosen between two
steps, and that time counts for nobody. A step of ours is a decision: in chess it takes two of them to move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, Protocol

import rulewright

from .batched import _one_thread
from .runners import Missing, library

# Our game, the one of Pgx, the one of envpool.
GAMES: dict[str, tuple[str | None, str | None]] = {
    "tictactoe": ("tic_tac_toe", "TicTacToe-v1"),
    "connect_four": ("connect_four", "ConnectFour-v1"),
    "hex": ("hex", "Hex-v1"),
    "othello": ("othello", "Othello-v1"),
    "chess": ("chess", "Chess-v1"),
    "hive": (None, None),
}
SIZES = (1024, 4096)
FEW = {"chess": (16, 64)}  # games at a time of Pgx, where more take too long to be compiled


class Stepped(Protocol):
    n: int

    def step(self) -> float:
        """One step of all games; how many seconds of CPU time it took."""


def drawn(mask: Any, numbers: Any) -> Any:
    """One of the actions of each game, in NumPy."""
    return ((1 + numbers.random(mask.shape, dtype="float32")) * mask).argmax(axis=1).astype("int32")


class Ours:
    def __init__(self, game: str, n: int) -> None:
        self.n, self.batch = n, rulewright.batch(game, n=n, max_plies=1000)
        self.numbers = library("numpy", "numpy").random.default_rng(1)
        for _ in range(2 + 60_000 // n):  # until everything is compiled
            self.step()

    def step(self) -> float:
        actions = drawn(self.batch.seen.mask, self.numbers)
        begin = time.process_time()
        self.batch.step(actions)
        return time.process_time() - begin


class InPgx:
    def __init__(self, game: str, n: int) -> None:
        _one_thread()
        self.n, self.jax = n, library("jax", "jax")
        pgx = library("pgx", "pgx")
        wrappers = library("pgx.experimental.wrappers", "pgx")
        made = pgx.make(game)
        jax, self.key = self.jax, self.jax.random.PRNGKey(1)
        self._step = jax.jit(jax.vmap(wrappers.auto_reset(made.step, made.init)), donate_argnums=0)
        self._choose = jax.jit(
            lambda mask, key: jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=1)
        )
        self.state = jax.jit(jax.vmap(made.init))(jax.random.split(self.key, n))
        for _ in range(3):
            self.step()

    def step(self) -> float:
        jax = self.jax
        self.key, one, other = jax.random.split(self.key, 3)
        actions = jax.block_until_ready(self._choose(self.state.legal_action_mask, one))
        keys = jax.block_until_ready(jax.random.split(other, self.n))
        begin = time.process_time()
        self.state = jax.block_until_ready(self._step(self.state, actions, keys))
        return time.process_time() - begin


class InEnvpool:
    def __init__(self, game: str, n: int) -> None:
        self.n, numpy = n, library("numpy", "numpy")
        self.numbers = numpy.random.default_rng(1)
        self.games = library("envpool", "envpool").make(game, env_type="gymnasium", num_envs=n, num_threads=1)
        _, self.told = self.games.reset()
        for _ in range(3):
            self.step()

    def step(self) -> float:
        mask = next(self.told[name] for name in ("legal_action_mask", "action_mask", "mask") if name in self.told)
        actions = drawn(mask, self.numbers)
        begin = time.process_time()
        *_, self.told = self.games.step(actions)
        return time.process_time() - begin


def main(games: Sequence[str], rounds: int, seconds: float, tell: Callable[[str], None]) -> None:
    """Each game in turn: all systems, round about; medians of steps a second, the best size of a batch of each."""
    for name in games or GAMES:
        in_pgx, in_envpool = GAMES.get(name, (None, None))
        sides: dict[str, list[Stepped]] = {"Rulewright": [Ours(name, n) for n in SIZES]}
        for system, make, known, sizes in (
            ("Pgx", InPgx, in_pgx, FEW.get(name, SIZES)),
            ("envpool", InEnvpool, in_envpool, (1024,)),
        ):
            try:
                if known is not None:
                    sides[system] = [make(known, n) for n in sizes]
            except Missing as problem:
                tell(str(problem))
        speeds = {system: _speeds(several, rounds, seconds) for system, several in sides.items()}
        ours = speeds.pop("Rulewright")
        beside = "; ".join(
            f"{system} {speed / 1e6:.3f} M, {ours / speed:.1f} times" for system, speed in speeds.items()
        )
        tell(f"{name}: {ours / 1e6:.2f} M steps/s{f'; {beside}' if beside else ''}")


def _speeds(several: list[Stepped], rounds: int, seconds: float) -> float:
    return max(median(_speed(one, seconds) for _ in range(rounds)) for one in several)


def _speed(one: Stepped, seconds: float) -> float:
    steps = spent = 0.0
    while spent < seconds:
        spent += one.step()
        steps += one.n
    return steps / spent

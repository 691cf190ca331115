"""Pgx and Ludax: many games side by side, compiled by JAX for the CPU."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any

from .runners import Missing, Run, library

MOST_STEPS = 2000  # random games that take longer are cut off


class _Batched:
    """Plays batches of games to their ends; the size of a batch is the best of those given."""

    def __init__(self, environment: Any, batches: Sequence[int]) -> None:
        self.jax = library("jax", "jax")
        self.key = self.jax.random.PRNGKey(1)
        self.plays = {size: self._compiled(environment, size) for size in batches}
        speeds = {size: self._speed(size) for size in batches}
        self.batch = max(batches, key=lambda size: speeds[size])

    def _compiled(self, environment: Any, size: int) -> Any:
        jax = self.jax
        numpy = jax.numpy
        step = jax.vmap(environment.step)

        def going_on(carried: Any) -> Any:
            state, _, _, steps = carried
            return (~(state.terminated | state.truncated)).any() & (steps < MOST_STEPS)

        def one_step(carried: Any) -> Any:
            state, key, moves, steps = carried
            key, drawn = jax.random.split(key)
            logits = numpy.log(state.legal_action_mask.astype(numpy.float32))
            action = jax.random.categorical(drawn, logits=logits, axis=1)
            moves += (~(state.terminated | state.truncated)).sum()
            return step(state, action), key, moves, steps + 1

        def play(key: Any) -> Any:
            key, drawn = jax.random.split(key)
            state = jax.vmap(environment.init)(jax.random.split(drawn, size))
            state, _, moves, _ = jax.lax.while_loop(going_on, one_step, (state, key, 0, 0))
            return moves, (state.terminated | state.truncated).sum()

        return jax.jit(play)

    def _speed(self, size: int) -> float:
        self._play(size)  # compiles
        run = self._play(size)
        return run.moves / run.cpu_seconds

    def _play(self, size: int) -> Run:
        self.key, drawn = self.jax.random.split(self.key)
        begin = time.process_time()
        moves, ended = self.plays[size](drawn)
        moves, ended = int(moves), int(ended)
        return Run(ended, moves, time.process_time() - begin)

    def playouts(self, seconds: float) -> Run:
        playouts, moves, spent = 0, 0.0, 0.0
        while spent < seconds:
            run = self._play(self.batch)
            playouts, moves, spent = playouts + run.playouts, moves + run.moves, spent + run.cpu_seconds
        return Run(playouts, moves, spent)

    def perft(self, depth: int) -> Run:
        raise Missing("has no perft")


def _one_thread() -> None:
    """Says before JAX is imported that it may use the CPU only, and one thread of it."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


class InPgx(_Batched):
    def __init__(self, game: str, batches: Sequence[int] = (64, 1024)) -> None:
        _one_thread()
        super().__init__(library("pgx", "pgx").make(game), batches)


class InLudax(_Batched):
    def __init__(self, game: str, batches: Sequence[int] = (64, 1024)) -> None:
        _one_thread()
        games = library("ludax.games", "ludax")
        super().__init__(library("ludax", "ludax").LudaxEnvironment(game_str=getattr(games, game)), batches)

"""Where work is done: in so many processes here, on a cluster, or by somebody's executor."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass

from .executors import ExecutorCrew
from .news import Done, Prepare, Setup, Task, Workers
from .processes import Crew

MOST_WORKERS = 256


@dataclass(frozen=True, slots=True)
class Where:
    workers: int = 1
    executor: Executor | None = None  # None: processes of our own

    def crew(
        self, prepare: Prepare[Setup, Task, Done], setup: Setup, timeout: float | None = None
    ) -> Workers[Task, Done]:
        if self.executor is None:
            return Crew(prepare, setup, self.workers, timeout)
        return ExecutorCrew(prepare, setup, self.executor, self.workers, timeout)


HERE = Where()


@contextmanager
def on_cluster(address: str, workers: int | None) -> Iterator[Where]:
    """A Ray cluster; all of it, unless fewer `workers` are wanted. Raises `CannotWork` if there is none."""
    from .cluster import RayExecutor

    with RayExecutor(address) as cluster:
        yield Where(workers or cluster.size, cluster)

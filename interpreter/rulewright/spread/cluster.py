"""A Ray cluster as an executor: the one that is named, or a small one on this machine.

Ray gives a task to another worker when its own dies, or the node that it is on. Nothing here but this module knows Ray,
and it is imported when a cluster is asked for.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any

from .news import CannotWork, in_words

_RETRIES = 5  # times that a task is begun anew because a worker or a node has gone
_PATIENCE = 5.0  # seconds in which a cluster has to answer at all
_MEMORY = 100 << 20  # bytes for what tasks hand on to each other on a cluster of our own: hardly anything does


class RayExecutor(Executor):
    """`address` as Ray knows it, "" for one of our own that ends with us; raises `CannotWork` if there is none."""

    def __init__(self, address: str = "") -> None:
        try:
            import ray
        except ImportError:
            raise CannotWork('Ray is not installed here; pip install "rulewright[cluster]"') from None
        self._ray: Any = ray
        self._ours = not ray.is_initialized()
        self._refs: dict[Future[Any], Any] = {}
        if self._ours:
            _look_for(address)
            self._begin(address)
        self._perform: Any = None

    def _begin(self, address: str) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that somebody studies a game
        how: dict[str, Any] = {"address": address} if address else {
            "address": "local", "include_dashboard": False, "object_store_memory": _MEMORY,
        }  # fmt: skip
        said = StringIO()
        try:
            # Workers look for modules in the folder of whoever begins; what lies there may be somebody else's.
            with chdir(Path(os.__file__).parent), redirect_stderr(said), redirect_stdout(said):
                self._ray.init(**how, logging_level=logging.CRITICAL, log_to_driver=False, configure_logging=True)
            # It tells of tasks that are begun anew on standard output, among what we say there.
            self._ray._private.worker.print_to_stdstream = lambda *_, **__: None
        except Exception as error:
            raise CannotWork(f"the cluster {address or 'of our own'} cannot be used: {in_words(error)}") from None

    @property
    def size(self) -> int:
        """How many tasks can be done at a time."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._perform is None:
            self._perform = self._ray.remote(num_cpus=1, max_retries=_RETRIES)(_at)
        reference = self._perform.remote(os.getcwd(), fn, args, kwargs)
        future: Future[Any] = reference.future()
        self._refs[future] = reference
        future.add_done_callback(lambda done: self._refs.pop(done, None))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for reference in list(self._refs.values()):
            with suppress(Exception):  # it has just ended
                self._ray.cancel(reference, force=True)
        self._refs.clear()
        if self._ours:
            self._ray.shutdown()


def _at(folder: str, call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """On a machine of the cluster, in the folder of the same name if it has one."""
    with suppress(OSError):
        os.chdir(folder)
    return call(*args, **kwargs)


def _look_for(address: str) -> None:
    """Ray itself waits for minutes, and says so at length."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal() or not host:
        return
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except OSError as error:
        why = error.strerror or str(error) or "no answer"
        raise CannotWork(f"nobody answers at {host}:{port}, where a Ray cluster should be: {why}") from None

"""A Ray cluster as an executor: the one that is named, or a small one on this machine.

Ray gives a task to another worker when its own dies, or the node that it is on. Nothing here but this module knows Ray,
and it is imported when a cluster is asked for.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from typing import Any

from .news import CannotWork, in_words

_RETRIES = 5  # times that a task is begun anew because a worker or a node has gone
_PATIENCE = 5.0  # seconds in which a cluster has to answer at all
_ASKED_EVERY, _ASKED = 2.0, 10  # seconds, and how often in vain: Ray ends this process a minute after its head
_MEMORY = 100 << 20  # bytes for what tasks hand on to each other on a cluster of our own: hardly anything does


class HeadIsGone(BrokenExecutor):
    """Nobody answers any more where the head of a cluster was."""


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
        self._over, self._lost = Event(), False
        Thread(target=self._watch, args=(ray.get_runtime_context().gcs_address,), daemon=True).start()

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

    def _watch(self, head: str) -> None:
        """Whoever waits for a task is told when the head is gone; Ray itself would end this process without a word."""
        missed = 0
        while not self._over.wait(_ASKED_EVERY):
            missed = 0 if _refusal(head) is None else missed + 1
            if missed == _ASKED:
                self._lost = True
                gone = HeadIsGone(
                    f"the head of the Ray cluster at {head} is gone; what has ended is in the journal, if there is "
                    "one, and --resume goes on with another cluster"
                )
                for future in list(self._refs):
                    with suppress(InvalidStateError):
                        future.set_exception(gone)
                return

    @property
    def size(self) -> int:
        """How many tasks can be done at a time."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._lost:
            raise HeadIsGone("the head of the Ray cluster is gone")
        if self._perform is None:
            self._perform = self._ray.remote(num_cpus=1, max_retries=_RETRIES)(_at)
        reference = self._perform.remote(os.getcwd(), fn, args, kwargs)
        future: Future[Any] = reference.future()
        self._refs[future] = reference
        future.add_done_callback(lambda done: self._refs.pop(done, None))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._over.set()
        if self._lost:  # nobody is there to be told
            return
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
    place = address.removeprefix("ray://")
    error = _refusal(place)
    if error is not None:
        why = error.strerror or str(error) or "no answer"
        raise CannotWork(f"nobody answers at {place}, where a Ray cluster should be: {why}")


def _refusal(address: str) -> OSError | None:
    """Why nobody can be reached at HOST:PORT; None if somebody is, or if it is another kind of address."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or not host:
        return None
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except OSError as error:
        return error
    return None

"""A worker: a process that reads and plays games for the server, under limits it sets itself before it reads anything.

It speaks JSON, one object a line. A request `{"id": 7, "do": "table.view", "with": {…}}` is answered by
`{"id": 7, "done": {…}}` or `{"id": 7, "refused": "a sentence", "details": {…}}`. The line `{"stop": 7}` asks it to
hurry with request 7.
"""

from __future__ import annotations

import errno
import importlib
import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import sleep
from typing import Any, BinaryIO

from ..errors import Unplayable
from .refusals import Refusal

Answer = dict[str, Any]

MODULES = {"table": "rulewright.web.desk", "workshop": "rulewright.web.workshop_requests"}
"""Where requests are carried out, by the word before the dot."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a request may use besides what it was given."""

    desk: dict[str, Any]
    stopped: Callable[[], bool]
    effort: int = 1  # of what the limits of play say


Request = Callable[[Mapping[str, Any], Context], Answer]


class Worker:
    def __init__(self, out: BinaryIO, effort: int = 1) -> None:
        self._out, self._effort = out, effort
        self._desk: dict[str, Any] = {}
        self._asked: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        self._stopped: set[int] = set()

    def run(self, lines: BinaryIO) -> None:
        threading.Thread(target=self._listen, args=(lines,), daemon=True).start()
        while (asked := self._asked.get()) is not None:
            self._answer(asked)

    def _listen(self, lines: BinaryIO) -> None:
        """In a thread of its own, so that a request to stop is heard while another is worked on."""
        for line in lines:
            asked = json.loads(line)
            if "stop" in asked:
                self._stopped.add(asked["stop"])
            else:
                self._asked.put(asked)
        # The server has gone, perhaps without a word: whatever is being worked on is for nobody.
        os._exit(0)

    def _answer(self, asked: Answer) -> None:
        number = asked["id"]
        context = Context(self._desk, lambda: number in self._stopped, self._effort)
        try:
            said: Answer = {"done": done(asked["do"], asked["with"], context)}
        except Refusal as refusal:
            said = {"refused": refusal.sentence, "details": refusal.details}
        except Exception as error:
            if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
                # What was half made may fill the memory still, so this worker is of no more use.
                os._exit(OUT_OF_MEMORY)
            from ..show.failure import apology

            print(apology(error), file=sys.stderr, flush=True)
            said = {"refused": "Something went wrong inside Rulewright. The terminal of the server says more."}
        self._stopped.discard(number)
        self._say({"id": number, **said})

    def _say(self, answer: Answer) -> None:
        try:
            self._out.write(json.dumps(answer, separators=(",", ":")).encode("ascii") + b"\n")
            self._out.flush()
        except BrokenPipeError:  # the server was killed while this was worked on
            os._exit(0)


OUT_OF_MEMORY = 86


def done(name: str, given: Mapping[str, Any], context: Context) -> Answer:
    """Carries out what is asked for; raises `Refusal`."""
    module, _, request = name.partition(".")
    found: Request = importlib.import_module(MODULES[module]).REQUESTS[request]
    try:
        return found(given, context)
    except Unplayable as error:
        raise Refusal(f"{error}.") from None


def limit_memory(size: int) -> None:
    """Ends this process as soon as it really uses more than this, where the system tells.

    The system's own limit is one of addresses, and the native engine takes far more of those than it will ever use; it
    is only there for what grows faster than anybody can look.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, most in ((resource.RLIMIT_AS, size + ROOM_TO_RESERVE), (resource.RLIMIT_CORE, 0)):
        known = [limit for limit in resource.getrlimit(what) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(what, (min(most, *known),) * 2 if known else (most, most))  # never more than was allowed

    def watch() -> None:
        while _used(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) <= size:
            sleep(0.1)
        os._exit(OUT_OF_MEMORY)

    threading.Thread(target=watch, daemon=True).start()


ROOM_TO_RESERVE = 64 * 2**30


def _used(peak: int) -> int:
    """Bytes of memory in use; what was the most so far, where only that is known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return peak if sys.platform == "darwin" else peak * 1024


def main(memory: int, effort: int = 1) -> None:
    limit_memory(memory)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that prints may come between the answers
    importlib.import_module(MODULES["table"])  # ready before it is asked
    Worker(out, effort).run(sys.stdin.buffer)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""The conversation: a line comes in and an answer goes out, until the other side has enough.

Lines are read by a thread of their own, so that "stop" is heard while the engine thinks.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from typing import Any, BinaryIO, TypeAlias

from ..errors import echoed
from .engine import Data, Engine
from .problem import Problem

LONGEST_LINE = 1 << 24  # bytes

_Asked: TypeAlias = tuple[Data | Problem, threading.Event]
"""A question, and whether it is to be hurried with."""


def serve(engine: Engine, lines: BinaryIO, write: Callable[[str], None], apology: Callable[[Exception], str]) -> None:
    """Answers line after line; `apology` says what to tell about a fault of ours."""
    asked: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines, asked), daemon=True).start()
    while (question := asked.get()) is not None:
        data, hurry = question
        number = None if isinstance(data, Problem) else data.get("id")
        try:
            if isinstance(data, Problem):
                raise data
            if data.get("do") == "quit":
                return
            said = engine.answer(data, hurry.is_set, _teller(write, number))
        except Problem as problem:
            said = {"error": str(problem)}
        except BrokenPipeError:  # nobody listens any more
            raise
        except Exception as error:
            said = {"error": apology(error)}
        _say(write, number, said)


def _listen(lines: BinaryIO, asked: queue.SimpleQueue[_Asked | None]) -> None:
    last = threading.Event()
    while line := lines.readline(LONGEST_LINE + 1):
        if not line.strip():
            continue
        try:
            data: Data | Problem = _read(line)
        except Problem as problem:
            data = problem
        if isinstance(data, dict) and data.get("do") == "stop":
            last.set()  # whatever was asked last, if it still thinks
            continue
        last = threading.Event()
        asked.put((data, last))
        if len(line) > LONGEST_LINE:
            break
    asked.put(None)


def _read(line: bytes) -> Data:
    if len(line) > LONGEST_LINE:
        raise Problem(f"this line has more than {LONGEST_LINE:,} bytes")
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        said = echoed(line.decode("utf-8", "backslashreplace").strip())
        raise Problem(f'a question is a JSON object such as {{"do": "legal"}}, not {said}')
    return data


def _teller(write: Callable[[str], None], number: Any) -> Callable[[Data], None]:
    return lambda info: _say(write, number, {"info": info})


def _say(write: Callable[[str], None], number: Any, said: Data) -> None:
    write(json.dumps({"id": number, **said}))

"""Programs that play for tests: well, badly, or not at all. Run as `python programs.py KIND`."""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def _say(**data: Any) -> None:
    print(json.dumps(data), flush=True)


def main(kind: str) -> None:
    if kind == "dumb":
        time.sleep(1000)
    if kind == "broken":
        raise SystemExit("I cannot find my weights")
    legal: list[str] = []
    for line in sys.stdin:
        asked = json.loads(line)
        number, do = asked.get("id"), asked["do"]
        if do == "hello":
            _say(id=number, protocol=2 if kind == "newer" else 1, name=kind, wants=["legal"])
        elif do == "game":
            _say(id=number)
        elif do == "position":
            legal = asked["legal"]
            _say(id=number)
        elif do == "go":
            _go(kind, number, legal)


def _go(kind: str, number: int, legal: list[str]) -> None:
    if kind == "dies":
        sys.stderr.write("Traceback\nZeroDivisionError: division by zero\n")
        raise SystemExit(3)
    if kind == "silent":
        time.sleep(1000)
    if kind == "floods":
        while True:
            _say(id=number, info={"move": legal[0]})
    if kind == "endless":
        while True:
            sys.stdout.write("x" * 65536)
    if kind == "waits":  # until it is told to stop
        assert json.loads(sys.stdin.readline()) == {"do": "stop"}
    moves = {"lies": "z9", "mute": None, "numbers": 3}
    values = {"boasts": {"x": 7, "o": 0}}
    _say(id=number - 1, move="an answer to somebody else")
    if kind == "babbles":
        print("well, let me think", flush=True)
    _say(id=number, move=moves.get(kind, legal[0]), **({"values": values[kind]} if kind in values else {}))


if __name__ == "__main__":
    main(sys.argv[1])

"""One system and one game in a process of its own: `python -m tools.benching.worker SYSTEM SETTINGS`.

Says {"ready": true} when everything is compiled and warm, or {"missing": reason}. Then each line it is given,
{"playouts": seconds} or {"perft": depth}, is answered with a line of what was done. While it waits it takes no time.
"""

from __future__ import annotations

import dataclasses
import json
import os
import sys

from .runners import Missing, make_runner


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints does not disturb the answers
    if hasattr(os, "sched_setaffinity"):  # one thread for everybody, also for those who would take more
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    try:
        runner = make_runner(sys.argv[1], json.loads(sys.argv[2]))
        print(json.dumps({"ready": True}), file=answers)
    except Missing as problem:
        print(json.dumps({"missing": str(problem)}), file=answers)
        return
    for line in sys.stdin:
        wanted = json.loads(line)
        try:
            run = runner.perft(wanted["perft"]) if "perft" in wanted else runner.playouts(wanted["playouts"])
            print(json.dumps(dataclasses.asdict(run)), file=answers)
        except Missing as problem:
            print(json.dumps({"missing": str(problem)}), file=answers)


if __name__ == "__main__":
    main()

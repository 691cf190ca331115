"""What each command takes: the table of docs/performance.md, in its form.

    python tools/measure_commands.py [NAME …]

Every command runs twice, and the second time counts: what is compiled and learnt once is there. Memory is that of the
largest process. Seconds on the clock are only worth something on a machine that does nothing else; how busy it was is
said at the end. `serve` is ended as soon as it says where it is.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

INTERPRETER = Path(__file__).resolve().parents[1] / "interpreter"
COMMANDS = (
    "--help",
    "list",
    "completion bash",
    "explain name-unknown",
    "limits",
    "show hive --svg hive.svg --force",
    "rules hive",
    "new my_game --force",
    "moves hive",
    "why chess e2e5",
    "perft chess 4",
    "dump hive --stage rules",
    "validate hive",
    "validate --all --workers 2",
    "run surikata --games 1000",
    "run surikata --games 10000 --workers 2",
    "run hive --games 10 --max-plies 200 --record games.jsonl --force",
    "replay games.jsonl",
    "match hive --players mcts:playouts=100,random --games 4",
    "match hive --players mcts:playouts=100,random --games 4 --workers 2",
    "play hive --against mcts:time=1",
    "engine hive",
    "uhp",
    "serve --no-open --port 0",
    "export hive -o hive.html --force",
    "site tictactoe surikata -o site --force",
    "solve tictactoe",
    "solve dodgem --workers 3",
    "lab tictactoe --workers 2 --force",
    "lab hive --workers 2 --force",
    "lab hex --sweep size=5,7 --games 10 --workers 2 --force",
)


def measured(command: str, folder: str) -> tuple[float, float, float, int]:
    """Seconds on the wall and of CPU, MB of the largest process, and how it ended; nobody types anything."""
    begin = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "rulewright", *shlex.split(command)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if command.startswith("serve") else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if process.stdout is not None:
        process.stdout.readline()
        process.terminate()  # Ctrl-C is not heard where a shell has started us in the background
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, process.returncode


def main() -> None:
    names = sys.argv[1:]
    print("| Command | Seconds | of CPU | Memory |\n|---|---|---|---|")
    with TemporaryDirectory() as folder:
        for command in COMMANDS:
            if names and command.split()[0] not in names:
                continue
            measured(command, folder)
            wall, cpu, memory, code = measured(command, folder)
            told = "" if code == 0 or command.startswith("serve") else f" (exit {code})"
            print(f"| `{command}`{told} | {wall:.2f} | {cpu:.2f} | {memory:.0f} MB |", flush=True)
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"load {load} (1, 5, 15 minutes) on {os.cpu_count()} cores", file=sys.stderr)


if __name__ == "__main__":
    main()

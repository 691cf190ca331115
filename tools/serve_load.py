"""Load on a server of its own: many tables, many who think, clients that never finish, processes that are killed.

    python tools/serve_load.py                                   what docs/playing.md tells of
    python tools/serve_load.py --tables 50 --thinking 5 --row 100

A line for each thing that was done: answers by status, the median, the slowest. At the end memory and descriptors of
the server beside those at the beginning. The exit code is 1 if a request got no answer, a status that is neither 200
nor 503, or if a process was left behind.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

INTERPRETER = Path(__file__).resolve().parents[1] / "interpreter"
FINE = (200, 503)


class Server:
    """One that was started for this."""

    def __init__(self, port: int = 0) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "rulewright", "serve", "--no-open", "--port", str(port)],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[3]
        self.port = urlsplit(self.address).port or 0

    def ask(self, path: str, data: dict[str, Any] | None = None) -> tuple[int, float, dict[str, Any]]:
        """Status (0: none came), seconds, and what was answered."""
        body = None if data is None else json.dumps(data).encode()
        begin = time.monotonic()
        try:
            request = Request(f"{self.address}{path}", body, {"content-type": "application/json"})
            with urlopen(request, timeout=300) as answer:
                return answer.status, time.monotonic() - begin, json.load(answer)
        except HTTPError as error:
            told = json.loads(error.read() or b"{}")
            return error.code, time.monotonic() - begin, told if isinstance(told, dict) else {}
        except OSError:
            return 0, time.monotonic() - begin, {}

    @property
    def workers(self) -> list[int]:
        """Its processes."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(word) for word in children.read_text().split()]

    @property
    def used(self) -> str:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        kilobytes = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
        descriptors = len(os.listdir(f"/proc/{self.process.pid}/fd"))
        return f"{kilobytes // 1024} MB, {descriptors} descriptors, {len(self.workers)} workers"

    def unfinished(self, text: str) -> socket.socket:
        """A client that says so much and no more."""
        made = socket.create_connection(("127.0.0.1", self.port))
        made.sendall(text.encode())
        return made


class Tally:
    """What came of requests."""

    bad = False

    def __init__(self, what: str) -> None:
        self.what = what
        self.codes: Counter[int] = Counter()
        self.seconds: list[float] = []

    def add(self, answer: tuple[int, float, dict[str, Any]]) -> dict[str, Any]:
        code, seconds, told = answer
        self.codes[code] += 1
        self.seconds.append(seconds)
        if code not in FINE:
            Tally.bad = True
        return told

    def tell(self) -> None:
        codes = ", ".join(f"{amount} x {code}" for code, amount in sorted(self.codes.items()))
        times = f"median {median(self.seconds) * 1000:.0f} ms, slowest {max(self.seconds) * 1000:.0f} ms"
        print(f"{self.what}: {codes}; {times}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500, help="open at once (500)")
    parser.add_argument("--thinking", type=int, default=50, help="who think at once (50)")
    parser.add_argument("--row", type=int, default=1000, help="requests in a row (1000)")
    parser.add_argument("--slow", type=int, default=40, help="clients that never finish, of each sort (40)")
    parser.add_argument("--game", default="tictactoe")
    given = parser.parse_args()
    server = Server()
    try:
        server.ask("api/games")
        before = server.used
        tables = _open(server, given.tables, given.game)
        _look_again(server, tables)
        _in_a_row(server, given.row, "in a row")
        _think(server, tables[-given.thinking :])
        _slow(server, given.slow)
        _killed_worker(server, given.game)
        print(f"server before: {before}\nserver after: {server.used}", flush=True)
        return _killed_server(server)
    finally:
        server.process.kill()


def _open(server: Server, amount: int, game: str) -> list[str]:
    tally = Tally(f"{amount} tables opened")
    opened = [tally.add(server.ask("api/tables", {"game": game, "seed": 1})) for _ in range(amount)]
    tally.tell()
    return [each["table"] for each in opened if "table" in each]


def _look_again(server: Server, tables: list[str]) -> None:
    """The oldest are there as well as the newest; their workers have gone to others meanwhile."""
    asked = [*tables[:5], *tables[-5:]]
    tally = Tally(f"{len(asked)} of them asked again")
    for table in asked:
        tally.add(server.ask(f"api/tables/{table}/view", {}))
    tally.tell()


def _in_a_row(server: Server, amount: int, what: str) -> None:
    tally = Tally(f"{amount} requests {what}")
    for _ in range(amount):
        tally.add(server.ask("api/players"))
    tally.tell()


def _think(server: Server, tables: list[str]) -> None:
    thinking = Tally(f"{len(tables)} who think at once")

    def think(table: str) -> tuple[int, float, dict[str, Any]]:
        return server.ask(f"api/tables/{table}/think", {"ply": 0, "spec": "mcts:time=1", "play": False})

    with ThreadPoolExecutor(len(tables) or 1) as crowd:
        asked = [crowd.submit(think, table) for table in tables]
        _in_a_row(server, 50, "beside them")
        for each in asked:
            thinking.add(each.result())
    thinking.tell()


def _slow(server: Server, amount: int) -> None:
    head = "POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    halves = [head, f"{head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{{", ""]
    clients = [server.unfinished(half) for half in halves for _ in range(amount)]
    _in_a_row(server, 50, f"beside {len(clients)} clients that never finish")
    for client in clients:
        client.close()


def _killed_worker(server: Server, game: str) -> None:
    """In the middle of a game: the table goes on from its record."""
    table = server.ask("api/tables", {"game": game, "seed": 1})[2]["table"]
    first = server.ask(f"api/tables/{table}/think", {"ply": 0, "spec": "random", "play": True})[2]
    for worker in server.workers:
        os.kill(worker, signal.SIGKILL)
    tally = Tally("after kill -9 of every worker, a table asked twice")
    answers = [tally.add(server.ask(f"api/tables/{table}/view", {})) for _ in range(2)]
    tally.tell()
    if answers[-1].get("history") != first.get("history") or not first.get("history"):
        print("the table has not gone on from its record")
        Tally.bad = True


def _killed_server(server: Server) -> int:
    workers = server.workers
    server.process.kill()
    server.process.wait()
    end = time.monotonic() + 60
    while left := [worker for worker in workers if Path(f"/proc/{worker}").exists()]:
        if time.monotonic() > end:
            print(f"left behind by kill -9 of the server: {len(left)} workers")
            return 1
        time.sleep(0.1)
    print(f"kill -9 of the server: none of {len(workers)} workers left", flush=True)
    again = Server(server.port)
    try:
        tally = Tally("a link of before, on a new server at the same port")
        opened = tally.add(again.ask("api/tables", {"game": "tictactoe", "seed": 1, "moves": ["b2", "a1"]}))
        tally.tell()
        return 1 if Tally.bad or len(opened.get("history", ())) != 2 else 0
    finally:
        again.process.kill()


if __name__ == "__main__":
    sys.exit(main())

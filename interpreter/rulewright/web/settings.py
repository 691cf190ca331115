"""What a server may use: one place for all its limits."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..players.strengths import FAIR_MEGABYTES, fair_threads

MEGABYTE = 2**20


@dataclass(frozen=True, slots=True)
class Settings:
    """`files` are games of the user's own by the name they have in addresses; `engines` only who starts it names."""

    host: str = "127.0.0.1"  # the address it listens on, in numbers
    name: str = ""  # what somebody called that address, when they asked for it
    port: int = 8017
    files: Mapping[str, Path] = field(default_factory=dict)
    engines: Mapping[str, str] = field(default_factory=dict)  # other programs, by the names that pages know them by
    folder: str = ""  # where those are started
    effort: int = 1  # of what the limits of play say
    connections: int = 100  # at a time; then whoever lets the server wait for longest is cut
    client_seconds: float = 30.0  # for a client to say what it wants, to send it all, and to take the answer
    idle_seconds: int = 5  # between the requests of one connection
    waiting: int = 64  # requests for one worker; the next ones are sent away
    body_bytes: int = 256 * 1024  # of a request: a game file is at most 64 KiB, a long game some more
    answer_bytes: int = 16 * MEGABYTE  # of one line from a worker
    worker_bytes: int = 2048 * MEGABYTE  # of memory really used, machine code and search tree included
    workers: int = 6
    tables: int = 512  # remembered; of the oldest only the link in the browser is left
    watchers: int = 32  # who wait for what others do at their table; of more, whoever waits for longest asks again
    watch_seconds: float = 25.0  # as long as nothing happens there
    moves: int = 20_000  # of one table
    picks: int = 500  # of one move
    open_seconds: float = 30.0  # of a clock on the wall, so with room for a machine that is busy
    answer_seconds: float = 30.0
    think_seconds: float = 60.0
    think_threads: int = field(default_factory=fair_threads)  # of one player
    think_megabytes: int = FAIR_MEGABYTES  # of one player; a worker remembers two
    write_seconds: float = 10.0  # for help while a game is written
    proof_seconds: float = 40.0
    study_seconds: float = 120.0  # the lab ends by itself; this is for machines that are busy

    @property
    def public(self) -> bool:
        """Whether other machines can reach it."""
        address = ipaddress.ip_address(self.host)
        mapped = address.ipv4_mapped if address.version == 6 else None
        return not (mapped or address).is_loopback


LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

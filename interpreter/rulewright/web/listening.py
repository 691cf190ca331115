"""The server at its socket: how long it waits for whom, how many it hears at a time, and how it ends.

A client can hold a connection without ever finishing what it says, or without taking the answer. Nobody may do that for
long, and nobody keeps the server from ending.
"""

from __future__ import annotations

import asyncio
import json
import socket
from dataclasses import replace
from operator import itemgetter

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .app import make_app
from .settings import Settings

_SEND = "send it all"
FULL = "Too many are asking at the same time; try again in a moment."


class Connection(H11Protocol):
    """A connection that is cut when its client lets it wait. How long a body may take is told by `guard.py`."""

    settings: Settings
    ending = False
    _cut = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._waits = self._waits_for(), self.loop.time()
        self._watch()
        if self.ending:
            self.cut()
        else:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    def _waits_for(self) -> object:
        """What its client should do next, as a thing that changes when it is done; None while we are to answer."""
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            return "take the answer", self.cycle
        if self.cycle is None or self.cycle.response_complete:
            return "ask something", self.cycle
        if self.cycle.more_body:
            return _SEND, self.cycle
        return None

    def _look(self) -> tuple[object, float]:
        """What its client should do next, and since when."""
        waits = self._waits_for()
        if waits != self._waits[0]:
            self._waits = waits, self.loop.time()
        return self._waits

    def cut(self) -> None:
        """At once: to close it would wait until the client has taken everything."""
        self._cut = True  # the rest happens when others have had their turn
        self.transport.abort()

    def _watch(self) -> None:
        waits, since = self._look()
        sends = isinstance(waits, tuple) and waits[0] == _SEND
        if waits is not None and not sends and self.loop.time() - since > self.settings.client_seconds:
            self.cut()
        self._timer = self.loop.call_later(self.settings.client_seconds / 10, self._watch)

    def _make_room(self) -> None:
        """Where there are too many, cuts whoever lets us wait for longest; if nobody does, this one is turned away."""
        others = [one for one in self.connections if isinstance(one, Connection) and one is not self and not one._cut]
        if len(others) < self.settings.connections:
            return
        waiting = [(since, one) for one in others for waits, since in (one._look(),) if waits is not None]
        if waiting:
            min(waiting, key=itemgetter(0))[1].cut()
            return
        said = json.dumps({"error": FULL}).encode("ascii")
        self.transport.write(
            b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
            b"content-length: %d\r\n\r\n%b" % (len(said), said)
        )
        self.transport.close()


class Listening(uvicorn.Server):
    """Ends at once: whoever still waits for an answer will not get it."""

    def __init__(self, settings: Settings) -> None:
        class Watched(Connection):
            pass

        connections = _affordable(settings.connections)
        Watched.settings = replace(settings, connections=connections)
        self._connection = Watched
        self._app = make_app(settings)
        super().__init__(
            uvicorn.Config(
                self._app, http=Watched, ws="none", log_level="error", access_log=False, server_header=False,
                proxy_headers=False, timeout_keep_alive=settings.idle_seconds, loop="asyncio",
                # The loop takes so many at a go, and three goes more before the first is heard or cut: whoever knocks a
                # thousand times would else take every descriptor before anybody is counted.
                backlog=max(connections // 4, 1),
            )
        )  # fmt: skip

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._connection.ending = True
        self._app.state.server.end()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await super().shutdown(sockets)


def _affordable(connections: int) -> int:
    """No more connections than leave descriptors for files and workers."""
    try:
        import resource
    except ImportError:  # Windows
        return connections
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return connections if descriptors == resource.RLIM_INFINITY else min(connections, max(descriptors // 4, 4))

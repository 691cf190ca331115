"""Clients that let the server wait: they are cut, and everybody else is answered."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import monotonic, sleep

import pytest

from rulewright.web.listening import FULL, Listening
from rulewright.web.settings import MEGABYTE, Settings

QUICK = Settings(worker_bytes=768 * MEGABYTE, workers=2, client_seconds=0.5, idle_seconds=1)
PATIENT = replace(QUICK, client_seconds=600.0, idle_seconds=600)
POST = b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
GET = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
LONG_GET = GET.replace(b"GET /", b"GET /static/vendor/editor.js")


class Served:
    def __init__(self, server: Listening, address: tuple[str, int]) -> None:
        self.server = server
        self.address = address

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=60)

    @property
    def held(self) -> int:
        return len(self.server.server_state.connections)

    def status(self) -> int:
        """Of the first page, asked for in an orderly way, again if the machine was too busy for that."""
        until = monotonic() + 60
        while True:
            asking = http.client.HTTPConnection(*self.address, timeout=60)
            try:
                asking.request("GET", "/")
                return asking.getresponse().status
            except (ConnectionError, http.client.BadStatusLine):
                assert monotonic() < until
            finally:
                asking.close()


def _until(what: Callable[[], bool]) -> None:
    until = monotonic() + 60
    while not what():
        assert monotonic() < until, "nothing came of it"
        sleep(0.01)


@contextmanager
def _served(settings: Settings) -> Iterator[Served]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = Listening(settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    address = listening.getsockname()
    thread.start()
    try:
        _until(lambda: server.started)
        yield Served(server, address)
    finally:
        server.should_exit = True
        thread.join(60)
        assert not thread.is_alive()


@pytest.fixture(scope="module")
def quick() -> Iterator[Served]:
    with _served(QUICK) as served:
        yield served


def _all(connection: socket.socket) -> bytes:
    """What is said until the connection ends."""
    said = b""
    with suppress(ConnectionError):
        while more := connection.recv(65536):
            said += more
    return said


def _trickle(connection: socket.socket, text: bytes, then: bytes) -> None:
    """Says something, and then a little more from time to time, until nobody listens."""
    until = monotonic() + 60
    with suppress(ConnectionError):
        connection.sendall(text)
        connection.settimeout(0.02)
        while monotonic() < until:
            connection.sendall(then)
            with suppress(TimeoutError):
                if not connection.recv(65536):
                    return
        raise AssertionError("this could go on for ever")


@pytest.mark.parametrize(
    ("text", "then"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\n", b"a: b\r\n"),
        (GET, b"G"),
        (GET, b""),
        (POST.replace(b"application/json", b"text/plain") + b"content-length: 99999\r\n\r\n", b"x"),
        (POST + b"content-length: 99999\r\n\r\n", b"x"),
        (POST + b"transfer-encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        (POST + b"expect: 100-continue\r\ncontent-length: 99\r\n\r\n", b""),
        (b"\x16\x03\x01", b""),
    ],
    ids=["silent", "headers", "next request", "idle", "refused body", "body", "chunks", "expectation", "garbage"],
)
def test_who_does_not_come_to_an_end_is_cut(quick: Served, text: bytes, then: bytes) -> None:
    with quick.connect() as connection:
        _trickle(connection, text, then)
    _until(lambda: not quick.held)
    assert quick.status() == 200


def test_half_a_body_is_answered_with_a_sentence(quick: Served) -> None:
    said, until = b"", monotonic() + 60
    while not said and monotonic() < until:  # on a busy machine it may have been cut before it said anything
        with quick.connect() as connection, suppress(ConnectionError):
            connection.sendall(POST + b"content-length: 99\r\n\r\n{")
            said = _all(connection)
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"This request was not sent to its end within 0.5 seconds." in said


@pytest.mark.parametrize("closes", [False, True])
def test_who_never_takes_the_answer_is_cut(quick: Served, closes: bool) -> None:
    """Whether or not it says that it has said everything."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(quick.address)
        with suppress(ConnectionError):
            connection.sendall(LONG_GET * 50)
            if closes:
                connection.shutdown(socket.SHUT_WR)
        _until(lambda: not quick.held)
    assert quick.status() == 200


def test_who_leaves_in_the_middle_is_no_trouble(quick: Served, caplog: pytest.LogCaptureFixture) -> None:
    with quick.connect() as connection:
        connection.sendall(POST + b"content-length: 99\r\n\r\n{")
    _until(lambda: not quick.held and not quick.server.server_state.tasks)
    assert [record.getMessage() for record in caplog.records] == []


def test_many_who_say_nothing_keep_nobody_out() -> None:
    with _served(replace(PATIENT, connections=5)) as served:
        silent = [served.connect() for _ in range(30)]
        try:
            for _ in range(10):
                assert served.status() == 200
            assert served.held <= 5
        finally:
            for connection in silent:
                connection.close()


@pytest.mark.parametrize("rest", [b"content-length: 99\r\n\r\n{", b"transfer-encoding: chunked\r\n\r\n"])
def test_many_who_send_half_a_body_keep_nobody_out(rest: bytes) -> None:
    with _served(replace(PATIENT, connections=5)) as served:
        halves = [served.connect() for _ in range(5)]
        try:
            for connection in halves:
                connection.sendall(POST + rest)
            _until(lambda: len(served.server.server_state.tasks) == 5)
            for _ in range(10):
                assert served.status() == 200
        finally:
            for connection in halves:
                connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_while_all_are_being_answered_one_more_is_sent_away_in_a_sentence() -> None:
    with _served(replace(PATIENT, connections=2)) as served:
        pool = served.server._app.state.server.pool
        _until(lambda: bool(pool._started))
        for worker in pool._started:
            os.kill(worker._process.pid, signal.SIGSTOP)
        asking = [served.connect() for _ in range(2)]
        for connection in asking:
            connection.sendall(GET.replace(b"GET /", b"GET /api/games"))
        _until(lambda: len(served.server.server_state.tasks) == 2)
        with served.connect() as more:
            said = _all(more)
        assert said.startswith(b"HTTP/1.1 503 ")
        assert FULL.encode() in said
        for connection in asking:
            connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_those_who_wait_for_one_worker_are_counted() -> None:
    """Also those who have left: their wishes wait in line."""
    with _served(replace(PATIENT, waiting=3)) as served:
        pool = served.server._app.state.server.pool
        _until(lambda: bool(pool._started))
        for worker in pool._started:
            os.kill(worker._process.pid, signal.SIGSTOP)
        for _ in range(3):
            with served.connect() as connection:
                connection.sendall(GET.replace(b"GET /", b"GET /api/games"))
        _until(lambda: len(served.server.server_state.tasks) == 3)
        with served.connect() as more:
            more.sendall(GET.replace(b"GET /", b"GET /api/games").replace(b"host", b"connection: close\r\nhost"))
            said = _all(more)
        assert said.startswith(b"HTTP/1.1 503 ")
        assert b"Everything is busy just now" in said


def test_connections_leave_descriptors_for_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    for descriptors, most in ((10, 4), (64, 16), (1024, 100), (resource.RLIM_INFINITY, 100)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, now=descriptors: (now, now))
        assert Listening(Settings())._connection.settings.connections == most

"""Stands in front of the app: who may ask, how long a request may be, and what a page may load and run.

A page of anybody's can send requests to a server on this machine, and can give it a name of its own by DNS. So the Host
must be ours, what changes something must come from our own pages, and it must be JSON, which no plain form can send.
"""

from __future__ import annotations

import ipaddress
import json
import socket
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from .settings import LOOPBACK, Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-cache",
}
"""On every answer, unless the route has set its own."""


class Guard:
    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._own_names = {*LOOPBACK, settings.host.lower()}
        self._public = settings.host not in LOOPBACK
        if self._public:
            self._own_names.add(socket.gethostname().lower())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)  # its start and end; there are no web sockets
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        refused = self._refused(scope["method"], headers)
        if refused is not None:
            await _say(send, *refused)
            return
        limited = _Limited(receive, self.settings.body_bytes)
        try:
            await self.app(scope, limited, _with_headers(send))
        except _TooLong:
            await _say(send, 413, f"That is too long: at most {self.settings.body_bytes // 1024} KiB.")

    def _refused(self, method: str, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_ours(_name_of(host)):
            return 421, "This server answers only to its own name."
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none") and method != "GET":
            return 403, "This request comes from another site."
        if "origin" in headers and headers["origin"] not in (f"http://{host}", f"https://{host}"):
            return 403, "This request comes from another site."
        if method not in ("GET", "HEAD", "POST"):
            return 405, "Only GET and POST are understood."
        if method == "POST" and headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return 415, "Send JSON, please."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.body_bytes:
            return 413, f"That is too long: at most {self.settings.body_bytes // 1024} KiB."
        return None

    def _is_ours(self, name: str) -> bool:
        if name in self._own_names:
            return True
        if not self._public:
            return False
        try:
            ipaddress.ip_address(name)  # a number cannot be given a new meaning by anybody's DNS
        except ValueError:
            return False
        return True


def _name_of(host: str) -> str:
    """`[::1]:8017` is ::1, `localhost:8017` is localhost."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


class _TooLong(Exception):
    """The body goes on although enough has been said."""


class _Limited:
    """What a request's body is received by."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _TooLong
        return message


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", []))
            known = {key.lower() for key, _ in given}
            message["headers"] = [*given, *_encoded(HEADERS.items(), known)]
        await send(message)

    return sending


def _encoded(headers: Iterable[tuple[str, str]], known: Iterable[bytes] = ()) -> list[tuple[bytes, bytes]]:
    encoded = [(key.encode("ascii"), value.encode("ascii")) for key, value in headers]
    return [(key, value) for key, value in encoded if key not in known]


async def _say(send: Send, status: int, sentence: str) -> None:
    headers = {**HEADERS, "content-type": "application/json"}
    await send({"type": "http.response.start", "status": status, "headers": _encoded(headers.items())})
    await send({"type": "http.response.body", "body": json.dumps({"error": sentence}).encode("ascii")})

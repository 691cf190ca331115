"""Stands in front of the app: who may ask, how long a request may be, and what a page may load and run.

A page of anybody's can send requests to a server on this machine, and can give it a name of its own by DNS. So the Host
must be ours, what changes something must come from our own pages, and it must be JSON, which no plain form can send.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

from starlette.requests import ClientDisconnect

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
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\[\]:@/]+))(?::[0-9]{1,5})?")
_WEIGHED = ("host", "origin", "sec-fetch-site", "content-type", "content-length")
"""Headers that decide something: if one of them is said twice, others may go by the other one."""


class Guard:
    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._own_names = {*LOOPBACK, settings.host, settings.name.lower()} - {""}
        if settings.public:
            self._own_names.add(socket.gethostname().lower())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)  # its start and end; there are no web sockets
            return
        refused = self._refused(scope)
        if refused is not None:
            await _say(send, *refused)
            return
        answer = _Answer(send)
        try:
            await self.app(scope, _Limited(receive, self.settings, answer), answer)
        except _Unread as unread:
            await _say(send, unread.status, unread.sentence, {"connection": "close"})
        except ClientDisconnect:
            pass  # there is nobody to answer
        except OSError as error:  # no descriptors are left, or a file of the user's own is gone
            if not answer.begun:
                await _say(send, 503, f"The system says: {error.strerror or error}. Try again in a moment.")

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        method = scope["method"]
        pairs = [(key.decode("latin-1").lower(), value.decode("latin-1")) for key, value in scope["headers"]]
        headers = dict(pairs)
        if any(sum(key == name for key, _ in pairs) > 1 for name in _WEIGHED):
            return 400, "This request says the same thing twice."
        if not scope["path"].startswith("/"):  # a whole address, with a host of its own
            return 400, "Ask for a path on this server, such as /."
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
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > self.settings.body_bytes:
            return 413, f"That is too long: at most {self.settings.body_bytes // 1024} KiB."
        return None

    def _is_ours(self, name: str) -> bool:
        if name in self._own_names:
            return True
        return self.settings.public and is_number(name)  # which cannot be given a new meaning by anybody's DNS


def _name_of(host: str) -> str:
    """`[::1]:8017` is ::1, `localhost:8017` is localhost; what is no host and port is nobody's name."""
    found = _HOST.fullmatch(host.lower())
    if found is None:
        return ""
    number, name = found.groups()
    return name or (number if is_number(number, 6) else "")


def is_number(host: str, version: int | None = None) -> bool:
    """Whether this is an address in numbers, of IPv4, IPv6 or either."""
    try:
        return ipaddress.ip_address(host).version in ((4, 6) if version is None else (version,))
    except ValueError:
        return False


class _Unread(Exception):
    """The body is not read to its end."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class _Limited:
    """What a request's body is received by: at most so much, in at most so long.

    Once the answer has begun there is no other to give, and nobody needs the body any more: then `listening.py` alone
    says how long a client may take.
    """

    def __init__(self, receive: Receive, settings: Settings, answer: _Answer) -> None:
        self._receive = receive
        self._settings = settings
        self._answer = answer
        self._left = settings.body_bytes
        self._until: float | None = asyncio.get_running_loop().time() + settings.client_seconds

    async def __call__(self) -> Message:
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            if self._answer.begun:
                self._until = None
                return await self()
            seconds = self._settings.client_seconds
            raise _Unread(408, f"This request was not sent to its end within {seconds:g} seconds.") from None
        if not message.get("more_body"):
            self._until = None
        self._left -= len(message.get("body", b""))
        if self._left < 0 and not self._answer.begun:
            raise _Unread(413, f"That is too long: at most {self._settings.body_bytes // 1024} KiB.")
        return message


class _Answer:
    """What an answer is sent by: with the headers that all have."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            given = list(message.get("headers", []))
            known = {key.lower() for key, _ in given}
            message["headers"] = [*given, *_encoded(HEADERS.items(), known)]
        await self._send(message)


def _encoded(headers: Iterable[tuple[str, str]], known: Iterable[bytes] = ()) -> list[tuple[bytes, bytes]]:
    encoded = [(key.encode("ascii"), value.encode("ascii")) for key, value in headers]
    return [(key, value) for key, value in encoded if key not in known]


async def _say(send: Send, status: int, sentence: str, more: Mapping[str, str] = {}) -> None:
    headers = {**HEADERS, "content-type": "application/json", **more}
    await send({"type": "http.response.start", "status": status, "headers": _encoded(headers.items())})
    await send({"type": "http.response.body", "body": json.dumps({"error": sentence}).encode("ascii")})

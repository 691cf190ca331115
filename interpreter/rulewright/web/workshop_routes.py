"""The workshop over HTTP: its page, files to begin with, and the help while one is being written.

Each page has a worker of its own for quick questions and another one for what takes seconds: proofs, and looks with
every combination of options; the lab has a third. The board beside the text is a table as on every other page.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ..diagnostic_pages import page
from ..language.game_files import stem_of
from ..library.beginnings import copied, new_text
from ..workshop.glossary import words
from .answers import body_of, number_in, text_in, texts_by_name_in
from .guard import POLICY
from .refusals import Refusal
from .server import Server
from .sources import path_of, source_of, text_of

_PAGE = Path(__file__).parent / "static" / "workshop" / "page.html"
_TAB = re.compile(r"[A-Za-z0-9_-]{8,40}")
Answer = dict[str, Any]
MOST_SECONDS_OF_STUDY = 30
"""In one request; a page asks again if somebody wants to know more."""
_STUDIES = 12


def routes(server: Server) -> list[Route]:
    made = Workshop(server)
    posts: dict[str, Callable[[Request], Awaitable[Response]]] = {
        "begin": made.begin, "check": made.check, "complete": partial(made.at_offset, "complete"),
        "hover": partial(made.at_offset, "hover"), "prove": partial(made.at_length, "prove"),
        "page": partial(made.at_length, "page"),
        "study": made.study,
    }  # fmt: skip
    return [
        Route("/workshop", made.page),
        Route("/workshop/lab/{tab}", made.lab),
        Route("/api/workshop/words", made.words),
        Route("/api/workshop/explain/{code}", made.explain),
        *(Route(f"/api/workshop/{name}", do, methods=["POST"]) for name, do in posts.items()),
    ]


class Workshop:
    def __init__(self, server: Server) -> None:
        self.server = server
        self._studies: OrderedDict[str, str] = OrderedDict()  # the last page of the lab, by the tab that asked for it

    async def page(self, _: Request) -> Response:
        """The editor makes style elements of its own; a number that is used once lets them through, nobody else's."""
        nonce = secrets.token_urlsafe(18)
        text = await asyncio.to_thread(_PAGE.read_text, "utf-8")
        policy = POLICY.replace("style-src 'self'", f"style-src 'self' 'nonce-{nonce}'")
        return HTMLResponse(text.replace("NONCE", nonce), headers={"content-security-policy": policy})

    # ------------------------------------------------------------ what does not depend on the text

    async def words(self, _: Request) -> Response:
        """The words of the language by their kind, for colours."""
        return JSONResponse({word: about.kind for word, about in words().items()})

    async def explain(self, request: Request) -> Response:
        """The page of a message."""
        found = page(request.path_params["code"])
        if found is None:
            raise Refusal("There is no such message.", status=404)
        return JSONResponse({"code": found.code, "title": found.title, "text": found.text})

    async def begin(self, request: Request) -> Response:
        """A text to begin with: a `copy` of a game, a `variant` of one, or a new one."""
        data = await body_of(request)
        if "copy" in data:
            path = path_of(text_in(data, "copy", longest=200), self.server.settings)
            text = copied(await text_of(path))
            return JSONResponse({"name": stem_of(path), "text": text})
        if "variant" in data:
            path = path_of(text_in(data, "variant", longest=200), self.server.settings)
            name = stem_of(path)
            given = {"name": f"my_{name}"[:40], "game": name, "path": str(path)}
            answer = await self._asked(data, "vary", given)
            return JSONResponse({"name": given["name"], "text": answer["text"]})
        return JSONResponse({"name": "my_game", "text": new_text("my_game")})

    # ------------------------------------------------------------ what a worker does

    async def check(self, request: Request) -> Response:
        data = await body_of(request)
        thorough = data.get("thorough") is True
        given = {**self._game(data), "thorough": thorough}
        return JSONResponse(await self._asked(data, "check", given, "proof" if thorough else "workshop"))

    async def at_offset(self, do: str, request: Request) -> Response:
        data = await body_of(request)
        given = {"text": self._game(data)["text"], "offset": number_in(data, "offset", most=10**6)}
        return JSONResponse(await self._asked(data, do, given))

    async def at_length(self, do: str, request: Request) -> Response:
        """In a worker of its own: whoever goes on writing is not kept waiting."""
        data = await body_of(request)
        return JSONResponse(await self._asked(data, do, self._game(data), "proof"))

    async def study(self, request: Request) -> Response:
        """The lab: the first figures after some seconds, and more whenever they are asked for."""
        data = await body_of(request)
        seconds = number_in(data, "seconds", most=MOST_SECONDS_OF_STUDY)
        given = {**self._game(data), "seconds": seconds, "more": data.get("more") is True}
        answer = await self._asked(data, "study", given, "lab")
        self._studies[data["tab"]] = answer.pop("page")
        self._studies.move_to_end(data["tab"])
        while len(self._studies) > _STUDIES:
            self._studies.popitem(last=False)
        return JSONResponse({**answer, "page": f"/workshop/lab/{data['tab']}"})

    async def lab(self, request: Request) -> Response:
        """What the lab has found so far. The page has its styles in it, and no script."""
        text = self._studies.get(request.path_params["tab"])
        if text is None:
            raise Refusal("This study is not here any more: press Lab in the workshop again.", status=404)
        policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
        return HTMLResponse(text, headers={"content-security-policy": f"{policy}; frame-ancestors 'none'"})

    def _game(self, data: Answer) -> Answer:
        text = source_of({"text": text_in(data, "text")}, self.server.settings)["text"]
        return {"text": text, "options": texts_by_name_in(data, "options")}

    async def _asked(self, data: Answer, do: str, given: Answer, what: str = "workshop") -> Answer:
        tab = text_in(data, "tab", longest=40)
        if not _TAB.fullmatch(tab):
            raise Refusal('"tab" should name the page that asks.', status=400)
        settings = self.server.settings
        seconds = {"proof": settings.proof_seconds, "lab": settings.study_seconds}.get(what, settings.write_seconds)
        return await self.server.pool.ask(f"{what}:{tab}", f"workshop.{do}", given, seconds)

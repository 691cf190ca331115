"""The workshop over HTTP."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from .answers import body_of, known
from .guard import POLICY
from .refusals import Refusal
from .server import Server
from .workshop_answers import WorkshopAnswers

_PAGE = Path(__file__).parent / "static" / "workshop" / "page.html"
_STUDIES = 12


def routes(server: Server) -> list[Route]:
    def made() -> WorkshopAnswers:
        return WorkshopAnswers(server.settings, server.pool)

    async def words(_: Request) -> Response:
        return JSONResponse(made().words())

    async def explain(request: Request) -> Response:
        return JSONResponse(made().explain(request.path_params["code"]))

    async def asked(request: Request) -> Response:
        return JSONResponse(await known(made().posts, request)(await body_of(request)))

    studies: OrderedDict[str, str] = OrderedDict()  # the last page of the lab, by the tab that asked for it

    async def study(request: Request) -> Response:
        data = await body_of(request)
        answer = await made().study(data)
        studies[data["tab"]] = answer.pop("page")
        studies.move_to_end(data["tab"])
        while len(studies) > _STUDIES:
            studies.popitem(last=False)
        return JSONResponse({**answer, "page": f"/workshop/lab/{data['tab']}"})

    async def lab(request: Request) -> Response:
        """What the lab has found so far. The page has its styles in it, and no script."""
        text = studies.get(request.path_params["tab"])
        if text is None:
            raise Refusal("This study is not here any more: press Lab in the workshop again.", status=404)
        policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
        return HTMLResponse(text, headers={"content-security-policy": f"{policy}; frame-ancestors 'none'"})

    return [
        Route("/workshop", _page),
        Route("/workshop/lab/{tab}", lab),
        Route("/api/workshop/words", words),
        Route("/api/workshop/explain/{code}", explain),
        Route("/api/workshop/study", study, methods=["POST"]),
        Route("/api/workshop/{what}", asked, methods=["POST"]),
    ]


async def _page(_: Request) -> Response:
    """The editor makes style elements of its own; a number that is used once lets them through, nobody else's."""
    nonce = secrets.token_urlsafe(18)
    text = await asyncio.to_thread(_PAGE.read_text, "utf-8")
    policy = POLICY.replace("style-src 'self'", f"style-src 'self' 'nonce-{nonce}'")
    return HTMLResponse(text.replace("NONCE", nonce), headers={"content-security-policy": policy})

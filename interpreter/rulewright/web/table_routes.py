"""The tables over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .answers import body_of, known
from .server import Server
from .table_answers import TableAnswers


def routes(server: Server) -> list[Route]:
    def made() -> TableAnswers:
        return TableAnswers(server.settings, server.tables)

    async def engines(_: Request) -> Response:
        return JSONResponse(made().engines())

    async def open_(request: Request) -> Response:
        return JSONResponse(await made().open(await body_of(request)))

    async def asked(request: Request) -> Response:
        do = known(made().posts, request)
        return JSONResponse(await do(server.tables[request.path_params["table"]], await body_of(request)))

    return [
        Route("/api/players", engines),
        Route("/api/tables", open_, methods=["POST"]),
        Route("/api/tables/{table}/{what}", asked, methods=["POST"]),
    ]

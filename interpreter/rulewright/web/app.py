"""The app: its parts, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from . import gallery, table_routes, workshop_routes
from .answers import refused
from .guard import Guard
from .refusals import Refusal
from .server import Server
from .settings import Settings

STATIC = Path(__file__).parent / "static"

PARTS: tuple[Callable[[Server], Sequence[BaseRoute]], ...] = (
    gallery.routes, table_routes.routes, workshop_routes.routes,
)  # fmt: skip
"""Each gives its routes."""


def make_app(settings: Settings | None = None) -> Starlette:
    settings = settings or Settings()
    server = Server(settings)

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        server.open()
        yield
        await server.close()

    pages = [route for part in PARTS for route in part(server)]
    static = Mount("/static", StaticFiles(directory=STATIC))
    app = Starlette(
        routes=[*pages, static],
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers={Refusal: refused, HTTPException: _plain},
        lifespan=living,
    )
    app.state.server = server
    return app


async def _plain(request: Request, error: Exception) -> Response:
    """A sentence for programs, a page for people."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return FileResponse(STATIC / "nowhere.html", error.status_code)
    sentence = "There is nothing at this address." if error.status_code == 404 else error.detail
    return JSONResponse({"error": sentence}, error.status_code)

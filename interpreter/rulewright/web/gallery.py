"""The gallery: which games there are, their pictures, their rules to read; and the pages themselves."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ..language.game_files import shipped
from ..language.place import place_of
from .server import Server
from .sources import path_of, text_of

PAGES = Path(__file__).parent / "static"
KEY = "gallery"
"""Of the worker that reads and draws."""
AT_A_TIME = 16
"""Files that are read for one answer of the worker."""


def routes(server: Server) -> list[Route]:
    made = Gallery(server)
    return [
        Route("/", _page("gallery.html")),
        Route("/play/{game}", _page("play.html")),
        Route("/rules/{game}", _page("rules.html")),
        Route("/favicon.ico", _page("icon.svg")),
        Route("/api/games", made.games),
        Route("/api/games/{game}/rules", made.rules),
        Route("/api/games/{game}/words", made.words),
        Route("/api/games/{game}/picture.svg", made.picture),
    ]


def _page(name: str) -> Any:
    async def shown(_: Request) -> Response:
        return FileResponse(PAGES / name)

    return shown


class Gallery:
    def __init__(self, server: Server) -> None:
        self.server = server
        self._library: dict[str, dict[str, Any]] = {}
        self._pictures: dict[tuple[Path, int], str] = {}

    async def games(self, _: Request) -> Response:
        """All games: the user's own first, looked at every time, because they are being written."""
        settings = self.server.settings
        await self._read({game: path for game, path in sorted(shipped().items()) if game not in self._library})
        own = {name: str(path) for name, path in settings.files.items()}
        yours = [{**game, "status": "yours"} for game in (await self._told(own) if own else [])]
        return JSONResponse({"games": [*yours, *(self._library[game] for game in sorted(shipped()))]})

    async def _read(self, games: Mapping[str, Path]) -> None:
        """Some at a time: on a busy machine all take longer than one question may, and what was told is kept."""
        names = iter(games)
        while some := list(islice(names, AT_A_TIME)):
            told = await self._told({name: str(games[name]) for name in some})
            self._library.update(zip(some, told, strict=True))

    async def _told(self, games: Mapping[str, str]) -> list[dict[str, Any]]:
        answer = await self.server.pool.ask(KEY, "table.list", {"games": games}, self.server.settings.open_seconds)
        told: list[dict[str, Any]] = answer["games"]
        return told

    async def rules(self, request: Request) -> Response:
        """The file of a game, as it is."""
        path = path_of(request.path_params["game"], self.server.settings)
        return PlainTextResponse(await text_of(path))

    async def words(self, request: Request) -> Response:
        """The rules of a game in plain English, chapter by chapter."""
        path = path_of(request.path_params["game"], self.server.settings)
        given = {"path": str(path)}
        told = await self.server.pool.ask(KEY, "table.words", given, self.server.settings.open_seconds)
        return JSONResponse(told)

    async def picture(self, request: Request) -> Response:
        """How the game looks at the start, or a few moves later where the board is empty then."""
        path = path_of(request.path_params["game"], self.server.settings)
        key = path, path.stat().st_mtime_ns
        if key not in self._pictures:
            given = {"path": str(path), "style": (PAGES / "board.css").read_text("utf-8")}
            drawn = await self.server.pool.ask(KEY, "table.picture", given, self.server.settings.open_seconds)
            self._pictures[key] = drawn["picture"]
        headers = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
        if place_of(path).shipped:
            headers["cache-control"] = "max-age=600"
        return Response(self._pictures[key], media_type="image/svg+xml", headers=headers)

"""The workshop inside a browser: what the server answers, in the one process that Pyodide is.

There is nobody who could stop a game that takes too long: the page does, by giving up the whole process and beginning a
new one, which hears of a table again as from a server that was started anew.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from ..show.failure import apology
from ..web.refusals import Refusal
from ..web.settings import Settings
from ..web.table_answers import TableAnswers
from ..web.tables import Tables, Worker
from ..web.worker import Context, done
from ..web.workshop_answers import WorkshopAnswers

Data = dict[str, Any]
Used = TypeVar("Used")


class Alone:
    """A worker that is this very process: whoever asks waits."""

    busy = False
    advises = False

    def __init__(self) -> None:
        self.knows: object = None
        self._context = Context({}, lambda: False)

    async def ask(self, do: str, given: Mapping[str, Any], seconds: float, *, advice: bool = False) -> Data:
        return done(do, given, self._context)

    def stop(self) -> None:
        """It has answered whatever it was asked before."""


class Ones:
    """Workers by what they are for; those of tables that nobody looks at any more are let go."""

    MOST = 4

    def __init__(self) -> None:
        self._workers: dict[str, Alone] = {}

    async def ask(self, key: str, do: str, given: Mapping[str, Any], seconds: float) -> Data:
        return await self._worker(key).ask(do, given, seconds)

    async def using(self, key: str, use: Callable[[Worker], Awaitable[Used]]) -> Used:
        return await use(self._worker(key))

    def _worker(self, key: str) -> Alone:
        self._workers[key] = self._workers.pop(key) if key in self._workers else Alone()
        if len(self._workers) > self.MOST:
            del self._workers[next(iter(self._workers))]
        return self._workers[key]

    def known(self, key: str) -> Worker | None:
        return self._workers.get(key)

    def drop(self, key: str) -> None:
        self._workers.pop(key, None)


class Workshop:
    def __init__(self) -> None:
        settings, workers = Settings(), Ones()
        self.tables = Tables(settings, workers)
        self._at_tables = TableAnswers(settings, self.tables)
        self._writing = WorkshopAnswers(settings, workers)

    async def answer(self, address: str, data: str) -> str:
        """A status and an object, as JSON, for an address of the server and the JSON that would be sent there."""
        try:
            return json.dumps({"status": 200, "data": await self._answered(address.split("/")[2:], json.loads(data))})
        except Refusal as refusal:
            return json.dumps({"status": refusal.status, "data": {"error": refusal.sentence, **refusal.details}})
        except Exception as error:
            said = "Something went wrong inside Rulewright. The console of the browser says more."
            print(apology(error))
            return json.dumps({"status": 500, "data": {"error": said}})

    async def _answered(self, path: list[str], data: Data) -> Data:
        match path:
            case ["players"]:
                return self._at_tables.engines()
            case ["tables"]:
                return await self._at_tables.open(data)
            case ["tables", table, what] if what in self._at_tables.posts:
                return await self._at_tables.posts[what](self.tables[table], data)
            case ["workshop", "explain", code]:
                return self._writing.explain(code)
            case ["workshop", "page"]:
                raise Refusal("A page is made by a compiler that does not run in a browser: rulewright export does it.")
            case ["workshop", what] if what in self._writing.posts:
                return await self._writing.posts[what](data)
        raise Refusal("There is nothing at this address.", status=404)

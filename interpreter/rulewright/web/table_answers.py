"""What a page is answered about tables, however it asks.

Every question says for how many moves it was meant, so that nothing is done twice.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from .network import address_for_others
from .refusals import Refusal
from .settings import Settings
from .sources import source_of
from .tables import Table, Tables
from .thinking import affordable, engines
from .values import number_in, object_in, text_in, texts_by_name_in, texts_in

_NAME = re.compile(r"[A-Za-z0-9_-]{16}")
OUTDATED = "The game has gone on in the meantime."
Data = dict[str, Any]


class TableAnswers:
    def __init__(self, settings: Settings, tables: Tables) -> None:
        self.settings = settings
        self.tables = tables
        self.posts: Mapping[str, Callable[[Table, Data], Awaitable[Data]]] = {
            "view": self.view, "play": self.play, "back": self.back, "why": self.why,
            "ahead": self.ahead, "think": self.think, "stop": self.stop, "record": self.record, "arrange": self.arrange,
            "join": self.join, "news": self.news,
        }  # fmt: skip

    def engines(self) -> Data:
        """The playing programs there are, and where others in the network find this server, if they can."""
        return {"engines": engines(self.settings), "network": address_for_others(self.settings)}

    async def open(self, data: Data) -> Data:
        """A new table: `game` (an id) or `text`, with `options`, `moves` played already, and a `seed` for chance.

        It begins with `start`, the keys of a position, if somebody has set one up.

        With `table` it takes the place of that one, and its worker with it: for a game that is being written, and for
        another game at a table that several sit at. With `again` that one is sat down at if it is there: after a new
        start of the server whoever comes first brings the moves.
        """
        if data.get("again") is True and text_in(data, "table") in self.tables:
            return await self.join(self.tables[text_in(data, "table")], data)
        table = Table(
            source_of(data, self.settings),
            texts_by_name_in(data, "options"),
            number_in(data, "seed", secrets.randbelow(10**6)),
            object_in(data, "start"),
            texts_in(data, "moves", self.settings.moves),
        )
        if "table" in data:
            table.id = text_in(data, "table", longest=len(table.id))
            if not _NAME.fullmatch(table.id):  # one that is short somebody else may guess
                raise Refusal('"table" should be the name of a table.', status=400)
        await self.tables.open(table)
        begun = await self._played(table, self._seeing(table, data))
        return {**self._table_data(table), **begun}

    async def join(self, table: Table, data: Data) -> Data:
        """Sits down at a table that somebody else has set up, and sees it as it stands."""
        written = "text" in table.source and "game" not in data  # in the workshop of whoever has opened it
        if not written and table.source != source_of(data, self.settings):
            raise Refusal("At this table another game is played.", status=404)
        return await self._seen(table, data)

    async def news(self, table: Table, data: Data) -> Data:
        """Waits until the table is not as it was in `version` any more; without a view if it still is after a while."""
        version = number_in(data, "version")
        if table.version == version:
            await self.tables.watching.change(table.id)
            table = self.tables[table.id]  # a new game may have taken its place
        return {} if table.version == version else await self._seen(table, data)

    async def _seen(self, table: Table, data: Data) -> Data:
        version = table.version  # what happens while it is looked at is told next time
        view = await self.view(table, {**data, "upto": len(table.moves)})
        return {**self._table_data(table), **view, "version": version}

    @staticmethod
    def _table_data(table: Table) -> Data:
        return {"table": table.id, "seed": table.seed, "start": table.start, "about": table.about}

    async def arrange(self, table: Table, data: Data) -> Data:
        """The position of `keys`, or that after the first `upto` moves, for whoever sets one up by hand."""
        upto, keys = number_in(data, "upto", len(table.moves)), object_in(data, "keys")
        return await self.tables.look(table, "arrange", {**self._seeing(table, data), "upto": upto, "keys": keys})

    async def _played(self, table: Table, given: Mapping[str, Any], *, think: bool = False) -> Data:
        """Lets the worker go on, and keeps the moves it comes to, unless some were taken back in the meantime."""
        before, tables = table.moves, self.tables
        answer = await (tables.think(table, given) if think else tables.ask(table, "play", given))
        if table.moves is not before:
            raise Refusal(OUTDATED, {"stale": True}, status=409)
        moves = answer.pop("moves")
        if moves != before:  # else nothing is outdated: two opinions can be asked for at a time
            tables.go_on(table, moves)
        return {**answer, "version": table.version}

    async def view(self, table: Table, data: Data) -> Data:
        """The position after the first `upto` moves, or after all."""
        upto = number_in(data, "upto", len(table.moves))
        return await self.tables.look(table, "view", {**self._seeing(table, data), "upto": upto})

    async def play(self, table: Table, data: Data) -> Data:
        """Plays the move of `picks`, or the move written in `move`; then chance, if it is its turn.

        Picks that are no whole move are answered with what can be picked after them.
        """
        self._check(table, data)
        if len(table.moves) >= self.settings.moves:
            raise Refusal("This game has gone on for long enough.")
        given = self._seeing(table, data)
        if "move" in data:
            given["move"] = text_in(data, "move")
        else:
            given["picks"] = texts_in(data, "picks", self.settings.picks)
        return await self._played(table, given)

    async def back(self, table: Table, data: Data) -> Data:
        """Takes moves back until `upto` are left."""
        self._check(table, data)
        self.tables.stop(table)
        self.tables.go_on(table, table.moves[: number_in(data, "upto")])
        return await self._played(table, self._seeing(table, data))

    async def why(self, table: Table, data: Data) -> Data:
        """Why `pick` cannot follow `picks`, or why the text `move` is not a legal move."""
        self._check(table, data)
        if "move" in data:
            return await self.tables.ask(table, "why", {"move": text_in(data, "move")})
        given = {"picks": texts_in(data, "picks", self.settings.picks), "pick": text_in(data, "pick")}
        return await self.tables.ask(table, "why", given)

    async def ahead(self, table: Table, data: Data) -> Data:
        """The player `spec` will be asked soon: what it needs is made ready, and nobody waits for that."""
        return await self.tables.ask(table, "ahead", {"spec": self._spec(data)})

    async def think(self, table: Table, data: Data) -> Data:
        """What the player `spec` thinks; with `play` it makes its move."""
        self._check(table, data)
        given = {**self._seeing(table, data), "spec": self._spec(data), "play": data.get("play") is True}
        given["folder"] = self.settings.folder
        return await self._played(table, given, think=True)

    async def stop(self, table: Table, _: Data) -> Data:
        """Whoever thinks should say what it has found."""
        self.tables.stop(table)
        return {}

    async def record(self, table: Table, data: Data) -> Data:
        """The game as a file of records; `players` says who played."""
        given = {"players": texts_by_name_in(data, "players"), "seed": table.seed}
        return await self.tables.look(table, "record", given)

    def _spec(self, data: Data) -> str:
        return affordable(text_in(data, "spec", longest=200), self.settings)

    @staticmethod
    def _seeing(table: Table, data: Data) -> Data:
        """What all requests that end with a picture say: the dice of this table, and from which side it is seen."""
        return {"seed": table.seed, "flipped": data.get("flipped") is True}

    @staticmethod
    def _check(table: Table, data: Data) -> None:
        """A page that shows an older position must look again before it asks about it."""
        if number_in(data, "ply", len(table.moves)) != len(table.moves):
            raise Refusal(OUTDATED, {"stale": True}, status=409)

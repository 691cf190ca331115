"""Tables: the games being played. The server keeps what is played and the moves; workers come and go."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from .refusals import Refusal
from .settings import Settings
from .watching import Watching

Used = TypeVar("Used")
ID_BYTES = 12
"""Of chance in the name of a table: nobody guesses it."""


class Worker(Protocol):
    """Whoever reads and plays games: a process of the server's, or the only one there is."""

    knows: object
    advises: bool

    @property
    def busy(self) -> bool: ...
    async def ask(
        self, do: str, given: Mapping[str, Any], seconds: float, *, advice: bool = False
    ) -> dict[str, Any]: ...
    def stop(self) -> None: ...


class Pool(Protocol):
    """Workers by what they are for."""

    async def ask(self, key: str, do: str, given: Mapping[str, Any], seconds: float) -> dict[str, Any]: ...
    async def using(self, key: str, use: Callable[[Worker], Awaitable[Used]]) -> Used: ...
    def known(self, key: str) -> Worker | None: ...
    def drop(self, key: str) -> None: ...


@dataclass(slots=True)
class Table:
    """`source` is `{"path": …}` for a file that lies on this machine, `{"text": …}` for what somebody wrote.

    `start` are the keys of a position that somebody has set up; None is where the game begins. The `id` is a secret:
    whoever knows it sits at this table. `version` is another one whenever the game has gone on, and
    after a new start of the server.
    """

    source: Mapping[str, str]
    options: Mapping[str, str]
    seed: int
    start: Mapping[str, Any] | None = None
    moves: list[str] = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=lambda: secrets.token_urlsafe(ID_BYTES))
    version: int = field(default_factory=lambda: secrets.randbelow(2**32))

    @property
    def key(self) -> str:
        """Of its worker."""
        return f"table:{self.id}"

    @property
    def key_aside(self) -> str:
        """Of a second worker, for what is looked at while the first one thinks."""
        return f"aside:{self.id}"


class Tables:
    def __init__(self, settings: Settings, pool: Pool) -> None:
        self.settings = settings
        self.pool = pool
        self.watching = Watching(settings)
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def __getitem__(self, number: str) -> Table:
        if number not in self._tables:
            raise Refusal("This table is not there any more.", {"gone": True}, status=404)
        self._tables.move_to_end(number)
        return self._tables[number]

    def __contains__(self, number: str) -> bool:
        return number in self._tables

    async def open(self, table: Table) -> None:
        """Sets a table up, if its game and its moves are in order; perhaps in the place of another one."""
        try:
            await self._introduced(table, table.key)
        except Refusal:
            self.pool.drop(table.key)
            raise
        self._tables[table.id] = table
        self.watching.changed(table.id)
        while len(self._tables) > self.settings.tables:
            _, oldest = self._tables.popitem(last=False)
            self.pool.drop(oldest.key)
            self.pool.drop(oldest.key_aside)

    def go_on(self, table: Table, moves: list[str]) -> None:
        """From now on these are the moves of the table; whoever watches it is told."""
        table.moves = moves
        table.version += 1
        self.watching.changed(table.id)

    async def ask(self, table: Table, do: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """What the worker of a table answers; it is told the moves so far."""
        return await self._asked(table, table.key, do, given, self.settings.answer_seconds)

    async def look(self, table: Table, do: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """As `ask`, for what changes nothing: it does not wait for a program that thinks about its move."""
        known = self.pool.known(table.key)
        if known is None or not known.busy or known.advises:
            return await self.ask(table, do, given)
        try:
            await self._introduced(table, table.key_aside)
        except Refusal:  # no room for one more
            return await self.ask(table, do, given)
        return await self._asked(table, table.key_aside, do, given, self.settings.answer_seconds)

    async def think(self, table: Table, given: Mapping[str, Any]) -> dict[str, Any]:
        """What a program thinks, which may take its time; an opinion without a move is cut short for other wishes."""
        seconds = self.settings.think_seconds
        advice, given = not given["play"], {**given, "seconds": seconds}
        return await self._asked(
            table, table.key, "think", given, seconds + self.settings.answer_seconds, advice=advice
        )  # fmt: skip

    async def _asked(
        self, table: Table, key: str, do: str, given: Mapping[str, Any], seconds: float, *, advice: bool = False
    ) -> dict[str, Any]:
        async def asked(worker: Worker) -> dict[str, Any]:
            await self._introduce(worker, table)
            return await worker.ask(f"table.{do}", {"moves": table.moves, **given}, seconds, advice=advice)

        return await self.pool.using(key, asked)

    async def _introduced(self, table: Table, key: str) -> None:
        await self.pool.using(key, lambda worker: self._introduce(worker, table))

    async def _introduce(self, worker: Worker, table: Table) -> None:
        """Tells a worker the game of this table, unless it knows."""
        if worker.knows is not table:
            given = {"source": table.source, "options": table.options, "start": table.start, "moves": table.moves}
            table.about = await worker.ask("table.open", given, self.settings.open_seconds)
            worker.knows = table

    def stop(self, table: Table) -> None:
        """Whatever it is thinking about, it should come to an end."""
        known = self.pool.known(table.key)
        if known is not None:
            known.stop()

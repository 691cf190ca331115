"""Who waits for news of a table: people at other screens, who see a move as soon as it is made."""

from __future__ import annotations

import asyncio

from .settings import Settings


class Watching:
    """Each is answered when the table has changed, after a while, or when too many others wait."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.watch_seconds
        # Whoever waits holds a connection, and others must find room.
        self._most = min(settings.watchers, max(settings.connections // 2, 1))
        self._waiting: dict[asyncio.Future[None], str] = {}

    async def change(self, table: str) -> None:
        """Until the table has changed, or may have."""
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        while len(self._waiting) >= self._most:
            self._tell(next(iter(self._waiting)))
        self._waiting[told] = table
        try:
            async with asyncio.timeout(self._seconds):
                await told
        except TimeoutError:
            pass  # whoever still wants to know asks again
        finally:
            self._waiting.pop(told, None)

    def changed(self, table: str) -> None:
        for told in [told for told, watched in self._waiting.items() if watched == table]:
            self._tell(told)

    def end(self) -> None:
        for told in list(self._waiting):
            self._tell(told)

    def _tell(self, told: asyncio.Future[None]) -> None:
        del self._waiting[told]
        if not told.done():
            told.set_result(None)

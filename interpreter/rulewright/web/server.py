"""What lives as long as the server: its workers and its tables."""

from __future__ import annotations

from .settings import Settings
from .tables import Tables
from .workers import Pool


class Server:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def open(self) -> None:
        """Within the event loop."""
        self.pool = Pool(self.settings)
        self.tables = Tables(self.settings, self.pool)
        self.pool.warm_up()

    def end(self) -> None:
        """Nobody gets an answer from a worker any more."""
        self.pool.end()
        self.tables.watching.end()

    async def close(self) -> None:
        await self.pool.close()

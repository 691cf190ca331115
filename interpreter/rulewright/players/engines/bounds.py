"""How long a program may think."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    time: float
    depth: int | None = None

    @property
    def more(self) -> dict[str, int]:
        """What bounds it beside the time."""
        return {} if self.depth is None else {"depth": self.depth}

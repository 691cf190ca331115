"""What names stand for: of finished rules, or of those that are being checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..rules.game import Define, Kind, Player


class Declared(Protocol):
    """The part of `Rules` that there is already while expressions are checked."""

    @property
    def players(self) -> Sequence[Player]: ...
    @property
    def kinds(self) -> Sequence[Kind]: ...
    @property
    def defines(self) -> Sequence[Define]: ...

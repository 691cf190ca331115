"""`games()`: what the library has to offer, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from ..game import Game, load
from ..language.document.nodes import Document, Scalar
from ..language.game_files import shipped
from ..language.variants.merge import load_chain
from ..language.variants.options import declared, variants
from ..source.diagnostics import Report
from .categories import players_of
from .evidence import document_of


@dataclass(frozen=True, eq=True)
class GameInfo:
    """A game of the library: what it is called, and what can be chosen. The file is read when somebody asks."""

    id: str
    _path: Path

    def __repr__(self) -> str:
        return f"<GameInfo {self.id}>"

    def __str__(self) -> str:
        return f"{self.id}: {self.title}"

    @cached_property
    def title(self) -> str:
        """What people call it."""
        return self._text("game") or self.id

    @cached_property
    def about(self) -> str | None:
        """One sentence about it."""
        return self._text("about")

    @cached_property
    def players(self) -> int | None:
        """How many play it."""
        return players_of(self._path)

    @cached_property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """The options by name, each with the values to choose from; the first one is what it is without a choice."""
        found = declared(self._whole.root, Report()) if self._whole is not None else {}
        return MappingProxyType({name: option.values for name, option in found.items()})

    @cached_property
    def variants(self) -> Mapping[str, Mapping[str, str]]:
        """Choices of options that have a name."""
        return MappingProxyType(dict(variants(self._whole.root, Report())) if self._whole is not None else {})

    def load(self, **options: object) -> Game:
        """The game, to be played."""
        return load(self.id, **options)  # type: ignore[arg-type]

    @cached_property
    def _whole(self) -> Document | None:
        """The file with what it extends."""
        document = document_of(self._path)
        return load_chain(document, Report()) if document is not None else None

    def _text(self, key: str) -> str | None:
        document = document_of(self._path)
        value = document.root.get(key) if document else None
        return value.text if isinstance(value, Scalar) else None


def games() -> list[GameInfo]:
    """The games of the library in the order of their ids, each with its title, its options and their choices."""
    return [GameInfo(game, path) for game, path in sorted(shipped().items())]

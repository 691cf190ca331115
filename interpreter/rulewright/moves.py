"""Moves as values: what players choose from. Keys and texts are made when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from .reference.candidates import PartKey

if TYPE_CHECKING:
    from .node import Moment


class Move:
    """A whole turn: a value that can be compared, kept in sets and sorted in the order of legal moves."""

    __slots__ = ("_index", "_key", "_moment", "_text")

    def __init__(self, key: tuple[PartKey, ...], text: str) -> None:
        self._key: tuple[PartKey, ...] | None = key
        self._text: str | None = text
        self._moment: Moment | None = None
        self._index = -1

    @classmethod
    def of(cls, moment: Moment, index: int) -> Move:
        """A legal move by its place in the list."""
        made = cls.__new__(cls)
        made._key = made._text = None
        made._moment, made._index = moment, index
        return made

    @property
    def key(self) -> tuple[PartKey, ...]:
        if self._key is None:
            assert self._moment is not None
            self._key = self._moment.turns()[self._index].key
        return self._key

    @property
    def text(self) -> str:
        if self._text is None:
            assert self._moment is not None
            self._text = self._moment.texts()[self._index]
        return self._text

    def index_in(self, moment: Moment) -> int | None:
        """Its place in the list of a moment, if it was made from that very list."""
        return self._index if self._moment is moment else None

    def _value(self) -> tuple[tuple[PartKey, ...], str]:
        return self.key, self.text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        if self._moment is not None and self._moment is other._moment:
            return self._index == other._index
        return self._value() == other._value()

    def __lt__(self, other: Move) -> bool:
        return self._value() < other._value() if isinstance(other, Move) else NotImplemented

    def __le__(self, other: Move) -> bool:
        return self._value() <= other._value() if isinstance(other, Move) else NotImplemented

    def __gt__(self, other: Move) -> bool:
        return self._value() > other._value() if isinstance(other, Move) else NotImplemented

    def __ge__(self, other: Move) -> bool:
        return self._value() >= other._value() if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, self._value()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move(key={self.key!r}, text={self.text!r})"


class LegalMoves(Sequence[Move]):
    """The legal moves of a state in canonical order; found when first asked for."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def __len__(self) -> int:
        return self._moment.count()

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moment.moves())

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return self._moment.moves()[index]
        return self._moment.move(index)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return len(self._moment.matching(move)) == 1
        if isinstance(move, Move) and move.index_in(self._moment) is not None:
            return True
        return move in self._moment.moves()

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(move.text for move in self)})>"

"""Moves as values: what players choose from. Keys and texts are made when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from .reference.candidates import PartKey

if TYPE_CHECKING:
    from .node import Node
    from .state import State


class Move:
    """A whole turn: a value that can be compared, kept in sets and sorted in the order of legal moves.

    Equal moves do the same and are written alike, whichever state they were taken from.
    """

    __slots__ = ("_key", "_led_to", "_node", "_place", "_text")

    def __init__(self, key: tuple[PartKey, ...], text: str) -> None:
        self._key: tuple[PartKey, ...] | None = key
        self._text: str | None = text
        self._node: Node | None = None
        self._led_to: Node | None = None
        self._place = -1

    @classmethod
    def _of(cls, node: Node, index: int) -> Move:
        """A legal move by its place in the list."""
        made = cls.__new__(cls)
        made._key = made._text = None
        made._node, made._led_to, made._place = node, None, index
        return made

    @classmethod
    def _leading_to(cls, node: Node) -> Move:
        """The legal move that was decided step by step; its place in the list is looked up when it is needed."""
        assert node.parent is not None
        made = cls._of(node.parent, -1)
        made._led_to = node
        return made

    @property
    def _index(self) -> int:
        if self._place < 0 and self._led_to is not None:
            self._place = self._led_to.index
        return self._place

    @property
    def key(self) -> tuple[PartKey, ...]:
        """What is done, part by part, in numbers; moves are sorted by it."""
        if self._key is None:
            assert self._node is not None
            self._key = self._node.turns()[self._index].key
        return self._key

    @property
    def text(self) -> str:
        """How it is written; among the moves of a state no other one is written so."""
        if self._text is None:
            assert self._node is not None
            text = self._node.text_to(self._led_to) if self._led_to is not None and self._place < 0 else None
            self._text = text or self._node.text(self._index)
        return self._text

    def _index_in(self, node: Node) -> int | None:
        """Its place in the list of a node, if it was made from that very list."""
        return self._index if self._node is node else None

    def _value(self) -> tuple[tuple[PartKey, ...], str]:
        return self.key, self.text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        if self._node is not None and self._node is other._node:
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
        return f"<Move {self.text}>"


class LegalMoves(Sequence[Move]):
    """The legal moves of a state in canonical order; found when first asked for."""

    __slots__ = ("_node",)

    def __init__(self, node: Node) -> None:
        self._node = node

    def __len__(self) -> int:
        return self._node.count()

    def __iter__(self) -> Iterator[Move]:
        return iter(self._node.moves())

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return self._node.moves()[index]
        return self._node.move(index)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return len(self._node.matching(move)) == 1
        if isinstance(move, Move) and move._index_in(self._node) is not None:
            return True
        return move in self._node.moves()

    def __eq__(self, other: object) -> bool:
        """Equal to every list of the same moves in the same order."""
        if isinstance(other, LegalMoves):
            return self._node is other._node or self._node.moves() == other._node.moves()
        return self._node.moves() == list(other) if isinstance(other, list | tuple) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        from .state import State

        return _moves_of, (State._at(self._node),)

    def __repr__(self) -> str:
        return f"<LegalMoves {', '.join(move.text for move in self)}>"


def _moves_of(state: State) -> LegalMoves:
    return state.legal_moves

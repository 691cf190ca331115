"""`Piece`: what stands on a site, as people name it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, repr=False)
class Piece:
    """A piece by the names of its game: whose it is, what it is, and what lies under it."""

    owner: str | None
    """A player; None if it belongs to nobody."""
    kind: str
    states: tuple[str, ...] = ()
    """One word for each thing that can change about its kind: `("dull",)`."""
    below: tuple[Piece, ...] = ()
    """The pieces that it stands on, the lowest first."""

    @property
    def height(self) -> int:
        """How many pieces the stack has of which it is the top."""
        return 1 + len(self.below)

    def __repr__(self) -> str:
        """The call that gives it, without what it does not have."""
        states = f", {self.states!r}" if self.states else ""
        below = f", below={self.below!r}" if self.below else ""
        return f"Piece({self.owner!r}, {self.kind!r}{states}{below})"

    def __str__(self) -> str:
        """As game files write it: `white king`; what it stands on is left out."""
        return " ".join((*((self.owner,) if self.owner is not None else ()), *self.states, self.kind))

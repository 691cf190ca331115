"""Copy-make: a position and the flow of the game around it (semantics section 4), changed only when freshly copied."""

from __future__ import annotations

from typing import TypeAlias

Stack: TypeAlias = tuple[int, ...]  # piece codes, bottom first
TrayKey: TypeAlias = tuple[str, int, int, int]  # tray, player (-1: the supply), kind, state


class Position:
    """What stands where, what lies in trays, what variables hold, and whose turn it is."""

    __slots__ = (
        "carried", "chosen", "followed", "history", "kept", "layers", "me", "next_player", "out", "passes", "phase",
        "phase_turns", "ply", "seats", "segment", "swapped", "trays", "turns", "unmoved", "variables",
    )  # fmt: skip

    layers: list[dict[int, Stack]]
    trays: dict[TrayKey, int]
    variables: list[tuple[tuple[int | None, int], ...]]  # for each variable its entries: (value, age)
    unmoved: int
    phase: int
    phase_turns: int
    me: int
    out: tuple[int, ...]  # players who are out, in the order in which they went
    seats: int
    swapped: bool  # `swap sides` was done in this turn
    next_player: int | None  # assigned in this turn
    ply: int
    turns: tuple[int, ...]
    passes: int
    segment: int
    chosen: tuple[tuple[int, ...], ...]  # where all choose together: what each has, so far, and nobody sees (D133)
    carried: object  # registers between a chance part and the rest of its turn
    history: tuple[int, ...]
    # For each condition of `kept` and player: after which position of the history it held last, and did not hold last.
    kept: tuple[tuple[int, int], ...]
    # For each set of `kept one` and player: the sites whose pieces have been in it after each turn of that player since
    # a place of the history, and these places.
    followed: tuple[tuple[tuple[int, int], ...], ...]

    def copy(self) -> Position:
        made = Position.__new__(Position)
        made.layers = [dict(layer) for layer in self.layers]
        made.trays = dict(self.trays)
        made.variables = list(self.variables)
        made.unmoved = self.unmoved
        made.phase = self.phase
        made.phase_turns = self.phase_turns
        made.me = self.me
        made.out = self.out
        made.seats = self.seats
        made.swapped = self.swapped
        made.next_player = self.next_player
        made.ply = self.ply
        made.turns = self.turns
        made.passes = self.passes
        made.segment = self.segment
        made.chosen = self.chosen
        made.carried = self.carried
        made.history = self.history
        made.kept = self.kept
        made.followed = self.followed
        return made

    def become(self, other: Position) -> None:
        """Takes everything over from another position."""
        for name in self.__slots__:
            setattr(self, name, getattr(other, name))

    def exact(self) -> tuple[object, ...]:
        """The exact state: everything except registers, history, ply, turns, passes. Hashable."""
        return (
            tuple(frozenset(layer.items()) for layer in self.layers),
            frozenset(item for item in self.trays.items() if item[1]),
            tuple(self.variables),
            self.unmoved,
            self.phase,
            self.phase_turns,
            self.me,
            self.out,
            self.seats,
            self.swapped,
            self.next_player,
            self.segment,
            self.chosen,
            self.carried,
        )

    def occupied(self, layer: int) -> int:
        """The sites with a piece on the layer."""
        return sum(1 << site for site in self.layers[layer])

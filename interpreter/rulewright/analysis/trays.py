"""Stocks of pieces: which kinds come out of a tray, and which pieces a `place` can bring in (D31, D32)."""

from __future__ import annotations

from ..rules import effects as fx
from ..rules.game import Action
from .pieces import Pieces
from .roots import roots, walk_all


class TrayFacts:
    """What the rules say of trays, whatever is in them."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.codes = pieces.codes
        self.rules = rules = pieces.rules
        goals = {node.tray for node in walk_all(roots(rules)) if isinstance(node, fx.TrayGoal)}
        cases = [case.position for case in rules.tests if case.position is not None]
        stocked = {stock.tray for position in (rules.start, *cases) for stock in position.trays}
        self.used = frozenset(goals | stocked | {"taken"})  # the trays a game has at all
        # A kind is tracked if its number is limited by a tray; other kinds come from nowhere in particular.
        tracked = {number for number, kind in enumerate(rules.kinds) if kind.supply is not None}
        tracked |= {stock.kind for stock in rules.start.trays}
        in_hands = {stock.kind for stock in rules.start.trays if stock.tray == "hand"}
        if "hand" in goals:
            in_hands |= {number for number, kind in enumerate(rules.kinds) if not kind.neutral}
            tracked |= in_hands
        self.tracked, self.in_hands = frozenset(tracked), frozenset(in_hands)

    def default_trays(self, kind: int) -> tuple[str, ...]:
        """The trays a kind comes out of where the rules name none; none if it comes from nowhere in particular."""
        if kind not in self.tracked:
            return ()
        return ("hand",) if kind in self.in_hands else ("supply",)

    def first_state(self, kind: int, states: tuple[int, ...]) -> int:
        """A new piece has the first value of each axis, unless states are named."""
        values = [0] * len(self.codes.radices[kind])
        for state in states:
            axis, value = self.rules.states[state].places[kind]
            values[axis] = value
        return self.codes.state_of(kind, tuple(values))

    def fits(self, kind: int, state: int, wanted: tuple[int, ...]) -> bool:
        """Whether a piece has all the states that are named."""
        return all(self.pieces.is_in_state(kind, state, name) for name in wanted)

    def kinds(self, action: Action) -> list[int]:
        """The kinds a `place` may bring in."""
        piece = action.piece
        assert piece is not None
        return sorted(self.tracked) if piece.kind is None else [piece.kind]

    def entries(self, action: Action) -> list[tuple[int, int]]:
        """The kinds and states a `place` may bring in, in order."""
        piece = action.piece
        assert piece is not None
        found = []
        for kind in self.kinds(action):
            if not (action.trays or self.default_trays(kind)):
                found.append((kind, self.first_state(kind, piece.states)))
                continue
            states = range(self.rules.kinds[kind].combinations)
            found.extend((kind, state) for state in states if self.fits(kind, state, piece.states))
        return found

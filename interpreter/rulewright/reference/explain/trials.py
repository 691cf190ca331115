"""Candidates of an action for whoever asks why: those that a text may mean, and what each of them fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...analysis.pieces import NEUTRAL
from ...board import bits
from ...rules.game import Action
from ..candidates import Candidate, Candidates, Offer, Sought
from ..engine import Engine
from ..geometry import OFF
from ..position import Position
from ..refusals import Refusal, Stage
from ..view import Memory, View
from ..walks import Walk, Walks

_MANY_TRIALS = 40_000  # a safeguard; a text that names its sites needs a handful


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which candidates are looked for: `sites` those a text names (None: all that are in play).

    `anywhere`: where they lead does not matter, only where they begin.
    """

    sites: frozenset[int] | None
    off: bool = True
    anywhere: bool = False


class Trials(Candidates):
    """The engine's candidates, and beside them what it does not look at because a rule leaves it out."""

    def __init__(self, engine: Engine, wanted: Wanted) -> None:
        super().__init__(engine, Walks(engine, tolerant=True))
        self.wanted = wanted
        self.left = _MANY_TRIALS

    def of(
        self, position: Position, me: int, action: Action, memory: Memory, only: int | None = None,
        goal: int | None = None,
    ) -> Iterator[Candidate]:  # fmt: skip
        for candidate in super().of(position, me, action, memory, only, goal):
            self.left -= 1
            if self.left < 0:
                return
            yield candidate

    def offers(self, action: Action, view: View) -> Iterator[tuple[Offer, Refusal | None]]:
        """What can be placed, and what could if its tray were not empty."""
        piece, trays = action.piece, self.engine.trays
        offered = set()
        for offer, refusal in super().offers(action, view):
            offered.add(offer[0])
            yield offer, refusal
        if piece is None:
            return
        owner = view.me if piece.owner is None else self.engine.evaluator.value(piece.owner, view)
        for kind in sorted(trays.tracked) if piece.kind is None else [piece.kind]:
            if kind not in offered:
                owned_by = NEUTRAL if self.rules.kinds[kind].neutral else owner
                state = trays.first_state(kind, piece.states if piece.kind is not None else ())
                where = action.trays or trays.default_trays(kind)
                yield (kind, state, owned_by, None), Refusal(Stage.TRAY, piece, view, detail=(kind, where))

    def _in_play(self, position: Position) -> Iterable[int]:
        """All sites; on an unbounded board those near the pieces."""
        geometry = self.engine.geometry
        if self.rules.unbounded is None:
            return bits(geometry.all_sites)
        occupied = 0
        for layer in range(len(position.layers)):
            occupied |= position.occupied(layer)
        return bits(occupied | geometry.neighbours(occupied) | 1)

    def origins(self, action: Action, view: View, allowed: int) -> Iterable[int]:
        if self.wanted.sites is not None and "origin" in shown_fields(action):
            return sorted(self.wanted.sites)
        return self._in_play(view.position)

    def _goals(self, action: Action, view: View) -> frozenset[int] | None:
        """Where the label says that it goes; None if the label does not say it."""
        if "target" not in shown_fields(action) or action.again:
            return None
        everywhere = self.wanted.sites is None or self.wanted.anywhere
        sites = frozenset(self._in_play(view.position)) if everywhere else self.wanted.sites or frozenset()
        return sites | {OFF} if self.wanted.off else sites

    def targets(self, action: Action, view: View, allowed: int) -> Iterable[int]:
        goals = self._goals(action, view)
        return self._in_play(view.position) if goals is None else sorted(goals - {OFF})

    def ways(self, sought: Sought, origin: int, view: View) -> Iterator[Walk]:
        """Those that end where the label says; where none does, one that could not be made."""
        path, goals, reached = sought.action.path, self._goals(sought.action, view), set()
        for walk in super().ways(sought, origin, view):
            if goals is None or path is None or walk.target in goals:
                reached.add(walk.target)
                yield walk
        if path is not None:
            for goal in sorted((goals or frozenset()) - reached - {OFF}):
                yield Walk(goal, refusal=Refusal(Stage.WAY, path, view, goal))


def shown_fields(action: Action) -> frozenset[str]:
    """The fields whose text stands in the label of an action."""
    if action.say is not None:
        return frozenset(part.field for part in action.say if part.field and not part.shown and not part.detail)
    if action.verb is None:
        return frozenset()
    if action.verb == "place":
        return frozenset({"target"})
    return frozenset({"origin", "target"})

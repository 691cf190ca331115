"""Games side by side in Python, decision by decision: for every game, and what machine code is compared with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ..encoding.arrays import numpy_module
from ..encoding.encoding import Encoding
from ..errors import InvalidState, Unplayable
from ..game import Game
from ..headless.random_games import by_weight
from ..reference.hashing import draw
from ..seats import seat_of, seat_to_move
from ..turn import Turn
from .seen import Seen, empty

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    States = NDArray[np.uint8]
    Actions = NDArray[np.int32]

FORM = b"as JSON "
"""What tells states of this sort from those in machine code."""


@dataclass(slots=True)
class Slot:
    """One game of a batch; what chance does follows from its seed, its number, and how often chance was asked."""

    turn: Turn
    seed: int
    number: int
    draws: int = 0
    cut: bool = False  # it was cut off, and nobody has begun another one

    @property
    def offered(self) -> tuple[int, ...]:
        return () if self.cut else self.turn.numbers


class PlainGames:
    """Plays the games; `seen` is what is seen of them."""

    form = FORM

    def __init__(self, game: Game, encoding: Encoding, n: int, auto_reset: bool, max_plies: int | None) -> None:
        self.game, self.encoding = game, encoding
        self.auto_reset, self.max_plies = auto_reset, max_plies
        self.seen = empty(encoding, n)
        self._slots = [Slot(game.start().turn(), 0, number) for number in range(n)]

    def close(self) -> None:
        self._slots = []

    # ------------------------------------------------------------ playing

    def reset(self, which: list[int], seed: int | None) -> None:
        for number in which:
            slot = self._slots[number]
            if seed is not None:
                slot.seed, slot.draws = seed, 0
            self._begin(slot)
            self._ended(self.seen, number, None)
        self._show(self.seen, self._slots, which)

    def step(self, actions: Actions) -> None:
        self._check(self._slots, actions)
        for number, (slot, action) in enumerate(zip(self._slots, actions, strict=True)):
            self._step(self.seen, number, slot, int(action))
        self._show(self.seen, self._slots, range(len(self._slots)))

    def _check(self, slots: list[Slot], actions: Actions) -> None:
        for number, (slot, action) in enumerate(zip(slots, actions, strict=True)):
            if slot.offered and int(action) not in slot.offered:
                raise NotThere(self.encoding, number, int(action))

    def _step(self, seen: Seen, number: int, slot: Slot, action: int) -> None:
        self._ended(seen, number, None)
        if not slot.offered:
            return  # it was over already
        reward: list[float] | None = None
        cut = False
        try:
            slot.turn.choose(action)
            cut = self._go_on(slot, self.max_plies)
        except Unplayable:  # nobody can go on with it
            cut = True
        outcome = None if cut else slot.turn.state.outcome
        if outcome is not None:
            winners, reward = set(outcome.winners), [0.0] * len(self.game.players)
            for side, name in enumerate(self.game.players if winners else ()):
                reward[seat_of(slot.turn.state, side)] = 1.0 if name in winners else -1.0
        self._ended(seen, number, reward, cut)
        if cut or reward is not None:
            slot.cut = cut
            if self.auto_reset:
                self._begin(slot)

    def _begin(self, slot: Slot) -> None:
        slot.turn, slot.cut = self.game.start().turn(), False
        self._go_on(slot, None)  # what chance deals out first may take many turns

    def _go_on(self, slot: Slot, most: int | None) -> bool:
        """Goes on to where somebody has something to decide; whether the game has to be cut off."""
        first = self.game.start().ply if most is not None else 0
        while True:
            if slot.turn.is_complete:
                state = slot.turn.state
                state.push(slot.turn)
                over = state.outcome is not None
                slot.turn = state.turn()
                if not over and most is not None and state.ply - first >= most:
                    return True
            if not slot.turn.state.is_chance or not slot.turn.numbers:
                return False
            drawn = partial(draw, slot.seed, slot.number, slot.draws)
            slot.draws += 1
            slot.turn.choose(slot.turn.numbers[by_weight(slot.turn.weights, drawn)])

    @staticmethod
    def _ended(seen: Seen, number: int, reward: list[float] | None, cut: bool = False) -> None:
        seen.reward[number] = 0 if reward is None else reward
        seen.done[number] = reward is not None
        seen.truncated[number] = cut

    # ------------------------------------------------------------ looking

    def _show(self, seen: Seen, slots: list[Slot], which: Any) -> None:
        for number in which:
            slot = slots[number]
            for name, array in self.encoding.observe(slot.turn).items():
                seen.observation[name][number] = array
            seen.mask[number] = False
            seen.mask[number, list(slot.offered)] = True
            seen.to_play[number] = seat_to_move(slot.turn.state)
            seen.legal_count[number] = len(slot.offered)

    @property
    def outgrown(self) -> bool:
        """Whether some game has outgrown the window on an unbounded board."""
        return any(not self.encoding.fits(slot.turn) for slot in self._slots)

    def see_through(self, encoding: Encoding) -> None:
        """From now on, with another window."""
        kept = self.seen
        self.encoding, self.seen = encoding, empty(encoding, len(self._slots))
        for name in ("reward", "done", "truncated"):
            getattr(self.seen, name)[:] = getattr(kept, name)
        self._show(self.seen, self._slots, range(len(self._slots)))

    # ------------------------------------------------------------ states

    @property
    def states(self) -> States:
        return self._written(self._slots)

    def restore(self, states: States, trusted: bool) -> None:  # all that is read is checked, whoever wrote it
        self._slots = [self._read(row) for row in states]
        for number in range(len(states)):
            self._ended(self.seen, number, None)
        self._show(self.seen, self._slots, range(len(states)))

    def step_from(self, states: States, actions: Actions, trusted: bool) -> tuple[States, Seen]:
        slots, seen = [self._read(row) for row in states], empty(self.encoding, len(states))
        self._check(slots, actions)
        for number, (slot, action) in enumerate(zip(slots, actions, strict=True)):
            self._step(seen, number, slot, int(action))
        self._show(seen, slots, range(len(slots)))
        return self._written(slots), seen

    def _written(self, slots: list[Slot]) -> States:
        np = numpy_module()
        rows = [self._row(slot) for slot in slots]
        longest = max((len(row) for row in rows), default=0)
        made: States = np.zeros((len(rows), longest), np.uint8)
        for number, row in enumerate(rows):
            made[number, : len(row)] = np.frombuffer(row, np.uint8)
        return made

    def _row(self, slot: Slot) -> bytes:
        data = {name: getattr(slot, name) for name in ("seed", "number", "draws", "cut")}
        data["turn"] = slot.turn.to_json()
        return self.game.encoding().fingerprint.encode() + FORM + json.dumps(data).encode()

    def _read(self, row: States) -> Slot:
        try:
            data = json.loads(bytes(row)[16 + len(FORM) :].rstrip(b"\0"))
            slot = Slot(Turn.from_json(self.game, data.pop("turn")), **data)
            if type(slot.cut) is not bool or {type(slot.seed), type(slot.number), type(slot.draws)} != {int}:
                raise ValueError("what chance draws from are numbers")
            return slot
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise InvalidState(f"these bytes are no state of {self.game.title}: {error}") from None


class NotThere(ValueError):
    """An action that a game of a batch has not."""

    def __init__(self, encoding: Encoding, number: int, action: int) -> None:
        self._encoding, self._number = encoding, number
        called = f" ({encoding.actions[action]})" if 0 <= action < encoding.action_count else ""
        super().__init__(f"action {action}{called} is not there in game {number}: look at its row of the mask")

    def of(self, given: Sequence[int] | NDArray[np.generic]) -> NotThere:
        """With the number that was given: it may have had more bits than actions have."""
        return NotThere(self._encoding, self._number, int(given[self._number]))

"""Games side by side in machine code: rows of bytes that one loop goes through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..encoding.arrays import numpy_module
from ..encoding.encoding import Encoding
from ..errors import InvalidState
from ..game import Game
from ..native.batches.record import BEGIN, LOOK, SKIP
from ..native.batches.runner import BatchRunner, Words
from ..native.batches.sealing import Sealer
from ..reference.hashing import mix
from .plain import NotThere
from .seen import Seen, empty

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    States = NDArray[np.uint8]
    Actions = NDArray[np.int32]

_MASK = 2**64 - 1


def runner_of(game: Game, encoding: Encoding, threads: int, max_plies: int | None) -> BatchRunner | None:
    """The loop of a game; None where the reference interpreter has to play it."""
    engines = game._engines
    engines.hurry()
    reader = engines.search_decisions()
    if reader is None:
        return None
    start = game.start()._node.snapshot(reader.native)
    return BatchRunner(reader, encoding, start, threads, max_plies, game._pipeline.fingerprint)


class NativeGames:
    """Plays the games; `seen` is what is seen of them."""

    def __init__(self, game: Game, encoding: Encoding, n: int, auto_reset: bool, runner: BatchRunner) -> None:
        np = numpy_module()
        self.game, self.encoding, self.auto_reset = game, encoding, auto_reset
        self.seen, self.outgrown, self._runner = empty(encoding, n), False, runner
        self.form = runner.form
        record = runner.record
        self._sealer = Sealer(record)
        row = np.frombuffer(game.encoding().fingerprint.encode() + runner.start[record.form :], np.uint8)
        self._rows: States = np.zeros((n, record.size), np.uint8)
        self._rows[:, : record.state] = row[: record.state]
        self._own = self._told(self._rows, self._rows, self.seen)
        self.reset(list(range(n)), 1)

    def close(self) -> None:
        self._runner.close()

    # ------------------------------------------------------------ playing

    def _told(self, states: States, after: States, seen: Seen) -> Words:
        arrays = {name: array.ctypes.data for name, array in seen.observation.items()}
        for name in ("mask", "to_play", "reward", "done", "truncated", "legal_count"):
            arrays[name] = getattr(seen, name).ctypes.data
        arrays |= {"states": states.ctypes.data, "after": after.ctypes.data, "stride": self.encoding.action_count}
        return self._runner.told(arrays, self.auto_reset)

    def _go(self, actions: Actions) -> None:
        self._runner.run(len(self._rows), self._own, actions.ctypes.data)
        self.outgrown = self._runner.outgrown(self._own)

    def _same(self, action: int) -> Actions:
        np = numpy_module()
        made: Actions = np.full(len(self._rows), action, np.int32)
        return made

    def reset(self, which: list[int], seed: int | None) -> None:
        np, record = numpy_module(), self._runner.record
        if seed is not None:
            begun = mix(seed & _MASK)
            keys = np.array([mix(begun + number & _MASK) for number in which], np.uint64)
            self._rows[which, record.key : record.key + 8] = keys.view(np.uint8).reshape(-1, 8)
            self._rows[which, record.draws : record.draws + 8] = 0
        actions = self._same(SKIP)
        actions[which] = BEGIN
        self._go(actions)

    def step(self, actions: Actions) -> None:
        self._refuse(self._runner.step(len(actions), self._own, actions.ctypes.data), actions)
        self.outgrown = self._runner.outgrown(self._own)

    def _refuse(self, wrong: int, actions: Actions) -> None:
        """Raises ValueError if an action is not there."""
        if wrong >= 0:
            raise NotThere(self.encoding, wrong, int(actions[wrong]))

    def see_through(self, encoding: Encoding) -> None:
        """From now on, with another window."""
        kept = self.seen
        self.encoding, self.seen = encoding, empty(encoding, len(self._rows))
        self._runner.see_through(encoding)
        self._own = self._told(self._rows, self._rows, self.seen)
        self._go(self._same(LOOK))
        for name in ("reward", "done", "truncated"):
            getattr(self.seen, name)[:] = getattr(kept, name)

    # ------------------------------------------------------------ states

    @property
    def states(self) -> States:
        return self._sealed(self._rows.copy())

    def restore(self, states: States, trusted: bool) -> None:
        self._rows[:] = self._fitting(states, trusted)
        self._go(self._same(LOOK))

    def step_from(self, states: States, actions: Actions, trusted: bool) -> tuple[States, Seen]:
        np, record, given = numpy_module(), self._runner.record, self._fitting(states, trusted)
        offered = np.unpackbits(given[:, record.mask : record.mask + 8 * record.words], axis=1, bitorder="little")
        where = {"mask": offered.ctypes.data, "stride": offered.shape[1]}
        self._refuse(
            self._runner.first_wrong(len(actions), self._runner.told(where, False), actions.ctypes.data), actions
        )
        after, seen = np.zeros_like(given), empty(self.encoding, len(given))
        self._runner.run(len(given), self._told(given, after, seen), actions.ctypes.data)
        return self._sealed(after), seen

    def _fitting(self, states: States, trusted: bool) -> Any:
        np, record = numpy_module(), self._runner.record
        if states.shape[1] != record.size:
            raise InvalidState(f"states of this batch have {record.size} bytes each, not {states.shape[1]}")
        made = np.ascontiguousarray(states)
        if made.ctypes.data % 8:
            made = made.copy()
        if not trusted:
            wrong = (self._seals(made) != made.view(np.uint64)[:, record.seal // 8]).nonzero()[0]
            if wrong.size:
                raise InvalidState(
                    f"state {wrong[0]} was not written by this process, or was changed since; it is memory of the "
                    "engine, which believes it, so say trusted=True only of states that you have kept yourself"
                )
        return made

    def _sealed(self, rows: States) -> States:
        np = numpy_module()
        rows.view(np.uint64)[:, self._runner.record.seal // 8] = self._seals(rows)
        return rows

    def _seals(self, rows: States) -> Any:
        """A message authentication code for each row, with a secret of this process."""
        found = numpy_module().empty(len(rows), "u8")
        self._sealer.write(rows.ctypes.data, len(rows), found.ctypes.data)
        return found

"""`Batch`: many games of one sort side by side, and `batch`, which makes it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..encoding.arrays import numpy_module
from ..encoding.encoding import Encoding
from ..errors import InvalidState, StaleEncoding, at_least
from ..game import Game, load_with
from ..headless.random_games import turns_by_chance
from ..locks import Lock
from ..native.batches.record import LEAST_ACTION
from .natively import NativeGames, runner_of
from .plain import NotThere, PlainGames
from .seen import Seen, to_read

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FINGERPRINT = 16
"""Every state begins with the fingerprint of its game, and with what tells how the rest is written."""


class Batch:
    """Games that are played side by side; an action is the number of a decision, for each of them.

    `step` makes one decision in every game, and what it gives is written anew by the next step. Chance decides for
    itself on the way. A game that ends begins again in the same step, unless `auto_reset` is False.
    """

    def __init__(self, game: Game, n: int, games: PlainGames | NativeGames, grows: bool) -> None:
        self.game, self.n, self._grows = game, n, grows
        self._lock = Lock()  # what is played in and what is seen is one memory
        self._games: PlainGames | NativeGames | None = games
        self._seen = to_read(games.seen)

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game.title}>"

    def __len__(self) -> int:
        return self.n

    @property
    def encoding(self) -> Encoding:
        """What the arrays mean. On an unbounded board its window grows when a game outgrows it."""
        return self._open.encoding

    @property
    def seen(self) -> Seen:
        """What the last step, or reset, has shown."""
        _ = self._open
        return self._seen

    @property
    def _open(self) -> PlainGames | NativeGames:
        if self._games is None:
            raise ValueError("this batch is closed: make a new one")
        return self._games

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, which: Sequence[int] | NDArray[np.generic] | None = None) -> Seen:
        """Begins all games anew, or those of `which` (numbers, or a yes or no for each game).

        With a seed, chance begins anew as well: the same seed gives the same games.
        """
        np = numpy_module()
        chosen = np.arange(self.n)
        if which is not None:
            given = np.asarray(which)
            if given.dtype == np.bool_ and given.shape != (self.n,):
                raise ValueError(f"which games begin anew is a yes or no for each of {self.n}, not {_told(given)}")
            chosen = given.nonzero()[0] if given.dtype == np.bool_ else given.reshape(-1)
            if chosen.size and not (
                np.issubdtype(chosen.dtype, np.integer) and 0 <= chosen.min() <= chosen.max() < self.n
            ):
                raise ValueError(f"games have numbers from 0 to {self.n - 1}")
        with self._lock:
            self._open.reset([int(number) for number in chosen], seed)
            return self._shown()

    def step(self, actions: Sequence[int] | NDArray[np.generic]) -> Seen:
        """Makes one decision in each game; in games that are over the action counts for nothing."""
        row = self._actions(actions, self.n)
        with self._lock:
            try:
                self._open.step(row)
            except NotThere as wrong:
                raise wrong.of(actions) from None
            return self._shown()

    def _shown(self) -> Seen:
        games = self._open
        while self._grows and games.outgrown:
            sides = games.encoding.windows
            games.see_through(self.game.encoding(sides[sides.index(games.encoding.window) + 1]))
        if self._seen.mask.base is not games.seen.mask:
            self._seen = to_read(games.seen)
        return self._seen

    @staticmethod
    def _actions(actions: Any, n: int) -> Any:
        """A copy: what is looked at is what is played, whoever else can write to it.

        What 32 bits do not hold becomes a number that is no action either. No number is a word of ours.
        """
        np = numpy_module()
        row = np.asarray(actions)
        if row.dtype == np.int32 and row.shape == (n,):
            return np.maximum(row, LEAST_ACTION)
        if row.shape != (n,) or (n and not np.issubdtype(row.dtype, np.integer)):
            raise ValueError(f"actions are a row of {n} whole numbers, not {_told(row)}")
        signed = np.minimum(row, 2**31).astype(np.int64) if row.dtype == np.uint64 else row.astype(np.int64)
        return np.clip(signed, LEAST_ACTION, 2**31 - 1).astype(np.int32)

    # ------------------------------------------------------------ states as bytes

    @property
    def states(self) -> NDArray[np.uint8]:
        """All there is of each game as a row of bytes: to be kept, and given to `restore` and `step_from`.

        Those of the native engine are its own memory, so it takes none that another process has written, or that were
        changed, unless you say that you have kept them yourself (`trusted=True`).
        """
        with self._lock:
            return self._open.states

    def restore(self, states: NDArray[np.uint8], *, trusted: bool = False) -> Seen:
        """Goes on from states that were kept: the row of each game."""
        kept = self._checked(states, self.n)
        with self._lock:
            self._open.restore(kept, trusted)
            return self._shown()

    def step_from(
        self, states: NDArray[np.uint8], actions: Sequence[int] | NDArray[np.generic], *, trusted: bool = False
    ) -> tuple[Any, Seen]:
        """What one decision makes of each state: the states after it, and what is seen of them. Nothing else changes.

        There may be as many states as you like: nodes of a search tree, or one state again and again.
        """
        kept = self._checked(states, None)
        row = self._actions(actions, len(kept))
        with self._lock:
            try:
                return self._open.step_from(kept, row, trusted)
            except NotThere as wrong:
                raise wrong.of(actions) from None

    def _checked(self, states: Any, n: int | None) -> Any:
        """Rows of this game; a copy where others can write to them, so that what was looked at is what is played."""
        np = numpy_module()
        if not isinstance(states, np.ndarray) or states.dtype != np.uint8 or states.ndim != 2:
            raise ValueError(f"states are rows of bytes, as `states` gives them, not {_told(np.asarray(states))}")
        if n is not None and len(states) != n:
            raise ValueError(f"this is a batch of {n} games, and these are {len(states)} states")
        made: Any = states.copy() if _is_of_others(states) else states
        now, form = self.game.encoding().fingerprint, self._open.form
        for row in np.unique(made[:, : FINGERPRINT + len(form)], axis=0):
            kept = bytes(row)
            if kept[:FINGERPRINT] != now.encode():
                raise StaleEncoding(self.game.title, kept[:FINGERPRINT].decode("ascii", "replace"), now)
            if kept[FINGERPRINT:] != form:
                raise InvalidState("these states were written by another version, or with another engine")
        return made

    # ------------------------------------------------------------ the end

    def close(self) -> None:
        """Gives all memory back; arrays that somebody has go on to exist."""
        with self._lock:
            if self._games is not None:
                self._games.close()
            self._games = None

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, _t: type[BaseException] | None, _e: BaseException | None, _b: TracebackType | None) -> None:
        self.close()


def _is_of_others(array: Any) -> bool:
    """Whether another process may change it after we have looked at it: a file, or memory that is shared."""
    np = numpy_module()
    while isinstance(array.base, np.ndarray):
        array = array.base
    return not array.flags.owndata


def _told(array: Any) -> str:
    return f"{array.dtype} of shape {array.shape}"


def batch(  # noqa: PLR0913 (what is chosen is given by name)
    game: str | Path | Game,
    n: int,
    *,
    threads: int = 1,
    seed: int = 1,
    auto_reset: bool = True,
    max_plies: int | None = None,
    window: int | None = None,
    grows: bool = True,
    fingerprint: str | None = None,
    **options: object,
) -> Batch:
    """So many games side by side, as arrays: `batch("hive", n=4096, threads=2)`; options as in `load`.

    Games are cut off after `max_plies` turns. `window` is the side of what is seen of an unbounded board at first; if
    it never `grows`, what lies on the same place of it is shown there together. With a `fingerprint`, it is made sure
    that all numbers mean what they meant then.
    """
    if isinstance(game, Game) and options:
        raise TypeError("a game that is loaded has its options already")
    loaded = game if isinstance(game, Game) else load_with(game, options)
    at_least(1, n=n, threads=threads, max_plies=max_plies)
    at_least(-(2**63), seed=seed)
    encoding = loaded.encoding(window)
    if fingerprint is not None:
        encoding.check(fingerprint)
    if max_plies is not None:
        max_plies += turns_by_chance(loaded)
    runner = runner_of(loaded, encoding, threads, max_plies)
    if runner is None:
        made = Batch(loaded, n, PlainGames(loaded, encoding, n, auto_reset, max_plies), grows)
    else:
        made = Batch(loaded, n, NativeGames(loaded, encoding, n, auto_reset, runner), grows)
    made.reset(seed)
    return made

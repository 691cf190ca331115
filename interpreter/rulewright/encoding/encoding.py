"""`Encoding`: what a learner sees of a game, and what its numbers mean."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias

from ..board import bits
from ..errors import StaleEncoding
from ..reference.engine import Engine
from ..reference.given import told
from ..reference.position import Position
from .arrays import numpy_module
from .channels import ROWS, Channel, HeightChannel, PickedChannel
from .contents import Contents
from .decision_names import decision_names
from .grid import Grid, grid_of, windows
from .observing import Observer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Observation = dict[str, NDArray[np.generic]]
    Truths = NDArray[np.bool_]
    Reals = NDArray[np.float32]


Here: TypeAlias = "tuple[Position, tuple[int, ...], tuple[int, ...]]"
_PICKS = 4  # decisions of a turn that a plane tells apart


def _game(engine: Engine) -> str:
    """The game with its options."""
    return engine.rules.title + "".join(f", {name} {value}" for name, value in engine.rules.options.items())


class Moment(Protocol):
    """A state, or a turn in the making."""

    def _moment(self) -> tuple[Engine, Here]:
        """Of which rules it is, and the position at the start of the turn, the path so far, what is offered."""


class Encoding:
    """Observations and actions of a game as arrays of fixed shapes; `Game.encoding` gives it.

    An action is the number of a decision. An observation is a dict of arrays from the view of the one to move:
    `board` with a channel for each thing that can be on a site, then rows of whole numbers, `hand`, `vars`, `flow` and
    `decided`. `describe` names all of them. On an unbounded board `window` is the side of what is seen of it.
    """

    def __init__(self, engine: Engine, window: int | None = None) -> None:
        self._engine = engine
        self.windows = windows(engine.rules)
        """The sides that a window can have; none where the board has an end."""
        if window is not None and window not in self.windows:
            sides = " or ".join(map(str, self.windows))
            raise ValueError(f"the window can be {sides}" if sides else "this board has an end: it needs no window")
        self.window = window or (self.windows[0] if self.windows else 0)
        self._grid: Grid = grid_of(engine.rules, self.window)
        self._contents = Contents(engine, self._grid)
        self.players = len(engine.rules.players)

    def __repr__(self) -> str:
        return f"<Encoding of {self._engine.rules.title}, {self.fingerprint}>"

    # ------------------------------------------------------------ what there is

    @property
    def action_count(self) -> int:
        """How many numbers of actions there are: from 0 to one less."""
        return len(self._engine.vocabulary)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """What each number of an action means: `site:e4`, `hand:queen`, `pass` …"""
        return decision_names(self._engine)

    @property
    def channels(self) -> tuple[str, ...]:
        """What each channel of the board means."""
        return tuple(channel.name for channel in self._contents.channels)

    @cached_property
    def entries(self) -> Mapping[str, tuple[str, ...]]:
        """What each number of `hand`, `vars`, `flow` and `decided` means."""
        return {row: tuple(entry.name for entry in self._contents.rows[row]) for row in ROWS}

    @cached_property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The shape of each array of an observation: planes are [channels, rows, columns], else [sites, channels]."""
        channels, grid = len(self._contents.channels), self._grid
        board = (channels, grid.height, grid.width) if grid.is_planes else (grid.size, channels)
        return {"board": board, **{row: (len(self._contents.rows[row]),) for row in ROWS}}

    @cached_property
    def ranges(self) -> Mapping[str, tuple[tuple[int, int], ...]]:
        """From where to where the numbers of each row go, as a rule: trays may come to hold more than that."""
        return {row: tuple((entry.low, entry.high) for entry in self._contents.rows[row]) for row in ROWS}

    @cached_property
    def edge_index(self) -> NDArray[np.int32]:
        """Which sites are next to each other: from and to, as graph networks want it."""
        near = self._engine.rules.board.near
        pairs = [(site, other) for site, others in enumerate(near) for other in bits(others)]
        found: NDArray[np.int32] = numpy_module().array(pairs, "int32").reshape(-1, 2).T
        return found

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen digits that change whenever a number comes to mean something else: keep it with what was learnt."""
        return hashlib.sha256(self._meaning.encode()).hexdigest()[:16]

    def check(self, fingerprint: str) -> None:
        """Raises `StaleEncoding` if something was learnt with other numbers than these."""
        if fingerprint != self.fingerprint:
            raise StaleEncoding(self._engine.rules.title, str(fingerprint), self.fingerprint)

    def describe(self) -> str:
        """Every array, channel and number with its meaning, and the fingerprint of all that."""
        return f"{self._meaning}\nfingerprint {self.fingerprint}\n"

    @cached_property
    def _meaning(self) -> str:
        rules = self._engine.rules
        lines = [f"{_game(self._engine)}: {', '.join(player.name for player in rules.players)}"]
        lines.append(f"board, uint8 {list(self.shapes['board'])}")
        lines += (f"{number:5}  {name}" for number, name in enumerate(self.channels))
        for row in ROWS:
            if self.entries[row]:
                lines.append(f"{row}, int32 {list(self.shapes[row])}")
                named = zip(self.entries[row], self.ranges[row], strict=True)
                lines += (f"{at:5}  {name}, {low} to {high}" for at, (name, (low, high)) in enumerate(named))
        lines.append(f"actions, {self.action_count}")
        lines += (f"{number:5}  {name}" for number, name in enumerate(self.actions))
        return "\n".join(lines)

    # ------------------------------------------------------------ arrays

    def _told(self, moment: Moment) -> Here:
        """What a moment tells of itself, if it is one of this game."""
        if not hasattr(moment, "_moment"):
            raise TypeError(f"a State or a Turn can be observed, not {told(moment)}")
        engine, here = moment._moment()
        if engine is not self._engine and _game(engine) != _game(self._engine):
            raise ValueError(f"this is the encoding of {_game(self._engine)}, and not of {_game(engine)}")
        return here

    def observe(self, moment: Moment) -> Observation:
        """What the one to move sees of a state, or of a turn in the making."""
        position, path, _ = self._told(moment)
        return self.observation(position, path)

    def mask(self, moment: Moment) -> Truths:
        """Which actions there are: a yes or no for each number."""
        np = numpy_module()
        made: Truths = np.zeros(self.action_count, np.bool_)
        made[list(self._told(moment)[2])] = True
        return made

    def fits(self, moment: Moment) -> bool:
        """Whether the window on an unbounded board shows no two sites in use, or beside them, at one place."""
        return self._grid.fits([site for layer in self._told(moment)[0].layers for site in layer])

    def observation(self, position: Position, path: tuple[int, ...] = ()) -> Observation:
        """The arrays for a position and the decisions of the turn so far."""
        np = numpy_module()
        observer = Observer(self._contents, position, path)
        planes = np.zeros((len(self._contents.channels), self._grid.size), np.uint8)
        for number, channel in enumerate(self._contents.channels):
            for site, value in observer.channel(channel):
                planes[number, self._grid.places[site]] = value
        board = planes if self._grid.is_planes else planes.T
        made: Observation = {"board": np.ascontiguousarray(board).reshape(self.shapes["board"])}
        for row in ROWS:
            made[row] = np.array([observer.entry(entry) for entry in self._contents.rows[row]], np.int32)
        return made

    def tensor(self, observation: Observation) -> Reals:
        """All of an observation as planes [channels, rows, columns] from 0 to 1, for whoever wants one array.

        Each number of a row fills a plane. It takes many observations at once, too: then all has one more axis in
        front. A board that is no grid is one column of sites.
        """
        np = numpy_module()
        grid, board = self._grid, observation["board"]
        many = board.shape[: board.ndim - len(self.shapes["board"])]
        if not grid.is_planes:
            board = np.swapaxes(board, -1, -2)[..., None]
        rows = np.concatenate([observation[row] for row in ROWS], axis=-1)
        low, high = self._bounds
        level = np.clip((rows - low) / (high - low), 0, 1).astype(np.float32)
        height, width = board.shape[-2:]
        filled = np.broadcast_to(level[..., None, None], (*many, level.shape[-1], height, width))
        tall = np.array([[[self._tallest(channel)]] for channel in self._contents.channels], np.float32)
        made: Reals = np.concatenate([np.minimum(board / tall, 1, dtype=np.float32), filled], axis=-3)
        return made

    @property
    def tensor_shape(self) -> tuple[int, int, int]:
        """The shape of one `tensor`."""
        rows = sum(len(self._contents.rows[row]) for row in ROWS)
        height, width = (self._grid.height, self._grid.width) if self._grid.is_planes else (self._grid.size, 1)
        return len(self._contents.channels) + rows, height, width

    def _tallest(self, channel: Channel) -> int:
        if isinstance(channel, HeightChannel):
            return min(self._engine.rules.stack, 255)
        return _PICKS if isinstance(channel, PickedChannel) else 1

    @cached_property
    def _bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        np = numpy_module()
        pairs = [pair for row in ROWS for pair in self.ranges[row]]
        low, high = (np.array([pair[end] for pair in pairs], np.float32) for end in (0, 1))
        return low, np.maximum(high, low + 1)

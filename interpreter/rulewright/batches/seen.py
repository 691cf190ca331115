"""What a batch shows of its games: arrays with a row for each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..encoding.arrays import numpy_module
from ..encoding.encoding import Encoding

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Arrays with a row for each game; those of a batch are written anew by every step, and can only be read."""

    observation: dict[str, NDArray[np.generic]]
    """The arrays of `Encoding.observe`, from the view of the one to move."""
    mask: NDArray[np.bool_]
    """Which actions there are; none where a game is over."""
    to_play: NDArray[np.int32]
    """The seat of the one to move: the number of the side they held when the game began."""
    reward: NDArray[np.float32]
    """For each seat: 1 for who has won with this step, -1 for who has lost, else 0."""
    done: NDArray[np.bool_]
    """Which games have ended with this step."""
    truncated: NDArray[np.bool_]
    """Which games were cut off with this step."""
    legal_count: NDArray[np.int32]
    """How many actions there are."""


def empty(encoding: Encoding, n: int) -> Seen:
    """Room for what is seen of so many games."""
    np = numpy_module()
    observation = {
        name: np.zeros((n, *shape), np.uint8 if name == "board" else np.int32)
        for name, shape in encoding.shapes.items()
    }
    return Seen(
        observation,
        np.zeros((n, encoding.action_count), np.bool_),
        np.zeros(n, np.int32),
        np.zeros((n, encoding.players), np.float32),
        np.zeros(n, np.bool_),
        np.zeros(n, np.bool_),
        np.zeros(n, np.int32),
    )


def to_read(seen: Seen) -> Seen:
    """The same arrays for whoever may not write them."""
    observation = {name: _to_read(array) for name, array in seen.observation.items()}
    one, others = _to_read, (seen.done, seen.truncated, seen.legal_count)
    return Seen(observation, one(seen.mask), one(seen.to_play), one(seen.reward), *map(one, others))


def _to_read(array: Any) -> Any:
    view = array.view()
    view.flags.writeable = False
    return view

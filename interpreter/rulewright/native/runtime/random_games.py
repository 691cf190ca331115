"""Random games by the order of moves (semantics D109), played in the block: the games of `playing.play_random`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING

from ...reference.game_flow import Result
from ...reference.hashing import draw
from ..layout.memory_layout import MOVE_SIZE
from ..lower.movegen import WEIGHT

if TYPE_CHECKING:
    from ..engine import NativeEngine


def random_game(
    native: NativeEngine, seed: int, number: int, max_plies: int | None, watch: Callable[[int], None]
) -> tuple[int, Result | None, tuple[int, ...]] | None:
    """Plies, result, and how many moves there were at each decision of a player; None if the block is too small."""
    layout, course = native.layout, native.engine.course
    block = native.borrow()
    try:
        native.put(block, native.snapshot(native.engine.start()), run=True)
        choices = []
        decision = 0
        while True:
            ply = block.word(layout.ply)
            if max_plies is not None and ply > max_plies:
                break
            chance = course.chance_at(block.word(layout.phase), block.word(layout.me), block.word(layout.segment))
            found = native.list_moves(block)
            if found is None:
                return None
            if not found:
                break
            watch(ply - 1)
            if chance:
                start = layout.moves + WEIGHT
                sums = list(accumulate(max(1, block.word(start + MOVE_SIZE * place)) for place in range(found)))
                drawn = draw(seed, number, decision, sums[-1])
                index = next(place for place, upto in enumerate(sums) if upto > drawn)
            else:
                choices.append(found)
                index = draw(seed, number, decision, found)
            native.play_move(block, index)
            decision += 1
        return block.word(layout.ply) - 1, native.result(block.memory[: layout.state_end]), tuple(choices)
    finally:
        native.give_back(block)

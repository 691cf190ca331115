"""Names of compiled functions: each has its own, whatever actions and players are called."""

from __future__ import annotations

import pytest

from rulewright.game import load
from tests.native.deciding import walk
from tests.native.engines import reference

pytest.importorskip("llvmlite")

# "hop_1" for both players alike, and "hop" of the second player, were both called begin_hop_1.
TEXT = """\
game: Hops
players: [ann, bob]
board: {tiling: square, size: 4x4}
pieces: {man: {}}
setup: {ann man: [a1, b1], bob man: [a4, b4]}
actions:
  hop: {move: mine, path: jump orth over piece to empty, again: may}
  hop_1: {move: ann man, path: step orth to empty, again: may}
  hop_1_0: {move: bob man, path: step orth to empty, again: may}
turn: repeat 1..2 (hop or hop or hop_1 or hop_1_0)
limit: {turns: 6, result: draw}
"""


def test_actions_whose_names_end_in_numbers_are_compiled() -> None:
    game = load(TEXT, engine="native")
    for program in (game._pipeline.kernel, game._pipeline.sampling_kernel, game._pipeline.counting_kernel):
        names = [function.name for function in program.functions] if program is not None else []
        assert len(names) == len(set(names))
    walk(reference(TEXT), game, 4, 30_000, name="hops")

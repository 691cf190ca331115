"""Random games by the list of moves, in one loop: what games by decisions are measured against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import expressions as k
from ..ir.expressions import INT
from ..ir.program import Builder, Function, Program

if TYPE_CHECKING:
    from ..compiler import Compiler

_TIMES, _PLUS = 6364136223846793005, 1442695040888963407  # a linear congruential generator


def list_games(compiler: Compiler) -> Program:
    """A program whose `rw_list_games` plays games from the start in the block; how many moves were played."""
    layout, unit = compiler.unit.layout, compiler.unit
    ply = Function("rw_general_ply", [("random", INT)], INT)
    made = Function("rw_list_games", [("seed", INT), ("games", INT)], INT, "random games by the list", exported=True)
    f = Builder(made)
    seed, games = f.params
    random, moves = f.var(seed, "random"), f.var(k.num(0), "moves")
    with f.count_to(games, "game"):
        f.copy(0, layout.start, layout.state_end)
        with f.loop():
            f.set(random, random * _TIMES + _PLUS)
            f.leave_if(f.call(ply, random ^ (random >> 29)).eq(0))
            f.set(moves, moves + 1)
        compiler.course.forget(f, k.load(64, layout.start + layout.history_length))
        f.leave_if(k.load(64, layout.error).ne(0))
    f.ret(moves)
    return Program(unit.n, [made], [ply], block_size=layout.size)


__all__ = ["list_games"]

"""Who is ahead in a game that goes on and on tries something else."""

from __future__ import annotations

import rulewright
from rulewright.players.player import Candidate, Opinion
from rulewright.players.wandering import wander


def opinion(*values: float) -> Opinion:
    moves = rulewright.load("breakthrough").start().legal_moves
    candidates = tuple(Candidate(move, 10, value) for move, value in zip(moves, values, strict=False))
    return Opinion(candidates[0].move, candidates)


def chosen(thought: Opinion, plies: int) -> set[float]:
    return {wander(thought, plies, 2, seed).candidates[0].value for seed in range(60)}


def test_a_short_game_is_played_as_well_as_can_be() -> None:
    assert chosen(opinion(0.60, 0.59, 0.5), 40) == {0.60}


def test_in_a_long_one_what_looks_nearly_as_good_is_tried_too() -> None:
    thought = opinion(0.60, 0.59, 0.5)
    assert chosen(thought, 100) == {0.60, 0.59}
    assert chosen(thought, 140) == {0.60}, "between two walks it plays on"


def test_the_longer_it_goes_on_the_more_is_dared() -> None:
    thought = opinion(0.60, 0.55, 0.52, 0.30)
    assert chosen(thought, 100) == {0.60}
    assert chosen(thought, 150) == {0.60, 0.55}
    assert chosen(thought, 200) == {0.60, 0.55, 0.52}


def test_who_is_behind_or_sure_does_not_wander() -> None:
    assert chosen(opinion(0.45, 0.44), 100) == {0.45}
    best, other = opinion(0.60, 0.59).candidates
    sure = Opinion(best.move, (Candidate(best.move, 10, 0.60, "draw"), other))
    assert chosen(sure, 100) == {0.60}

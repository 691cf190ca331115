"""Injectivity of moves, held against the turns that the reference engine merges in random games."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.analysis.distinct_outcomes import DistinctOutcomes
from rulewright.analysis.facts import Facts
from rulewright.reference.engine import Engine
from tests.analysis.small_games import action, game, rules

_PIECES = "{white man: [a1, b1, c1, b2], black man: [a4, b4, c4, b3], stone: [d2]}"

# An action, whether the position after it tells which piece went where, and what happens at the end of a turn.
ACTIONS = [
    ("move: mine, path: step any to empty", True, ""),
    ("move: mine, path: step any to empty or enemy", True, ""),
    ("move: mine, path: slide any to enemy, do: capture enemy next to target", True, ""),
    ("move: mine, path: step any to anywhere", False, ""),
    ("move: man, path: step any to empty or mine", False, ""),
    ("move: mine, path: step any to empty or enemy, do: set man next to target to mine", False, ""),
    ("move: mine, path: step orth to empty or off", False, ""),
    ("move: mine, path: step any to empty", True, "set man in row 2 to black"),  # by which sites are held
    ("move: mine, path: step any to empty or enemy", False, "set man in row 2 to black"),
    ("place: my man, to: empty", True, ""),
    ("place: my man, to: empty, do: capture enemy next to target", True, ""),
]


def _collides(engine: Engine, seed: int) -> bool:
    """Whether two turns that differ in where they begin or end are merged into one move, in a random game."""
    dice, position = Random(seed), engine.start()
    for _ in range(8):
        legal = engine.course.legal(position)
        for turn in legal:
            ends = {(part.origin, part.target) for twin in turn.twins for parts in twin for part in parts}
            if len(ends) > 1:
                return True
        if not legal:
            break
        position = dice.choice(legal).position
    return False


@pytest.mark.parametrize(("body", "told", "after"), ACTIONS, ids=[f"{body} {after}" for body, _, after in ACTIONS])
def test_a_position_tells_the_move_that_led_to_it(body: str, told: bool, after: str) -> None:
    more = {"when_turn_ends": f"[{after}]"} if after else {}
    engine = game(setup=_PIECES, actions=f"{{go: {{{body}}}}}", **more).reference
    distinct = DistinctOutcomes(engine.facts, lambda path, player: None)
    assert distinct.tells(action(engine.rules, "go")) is told
    if told:
        assert not any(_collides(engine, seed) for seed in range(4))


def test_moves_do_collide_where_own_pieces_are_taken() -> None:
    """The harness sees what it is there to see."""
    engine = game(setup=_PIECES, actions="{go: {move: mine, path: step any to anywhere}}").reference
    assert _collides(engine, 0)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("move: my man", "move: my king", True),
        ("move: my man", "move: mine", False),
        ("move: mine, if: count mine > 3", "move: mine, if: count mine < 3", True),
        ("move: mine, if: count mine > 3", "move: mine, if: count mine < 5", False),
    ],
)
def test_two_moves_are_apart_by_kind_or_condition(one: str, other: str, apart: bool) -> None:
    way = "path: step any to empty"
    found = rules(actions=f"{{go: {{{one}, {way}}}, run: {{{other}, {way}}}}}", turn="go or run")
    nothing_known = DistinctOutcomes(Facts(found), lambda path, player: None)
    assert nothing_known.moves(action(found, "go"), action(found, "run")) is apart


def test_two_moves_are_apart_that_never_reach_the_same_site() -> None:
    actions = "{go: {move: mine, path: step orth to empty}, run: {move: mine, path: step diag to empty}}"
    found = rules(actions=actions, turn="go or run")
    go, run = action(found, "go"), action(found, "run")
    near = {id(go.path): (0b10, 0b01), id(run.path): (0b01, 0b10)}
    assert DistinctOutcomes(Facts(found), lambda path, player: {None: near[id(path)]}).moves(go, run)
    assert not DistinctOutcomes(Facts(found), lambda path, player: {None: near[id(go.path)]}).moves(go, run)

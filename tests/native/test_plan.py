"""The plan that is printed is the one that the kernel is written from."""

from __future__ import annotations

import json

import pytest

from rulewright import load
from rulewright.native.compiler import Compiler
from rulewright.native.decide.plan import GENERAL
from rulewright.native.decide.questions import Questions
from rulewright.native.ir.program import Program
from rulewright.native.strategies.planner import plan_game
from tests.cli.conftest import Cli, cli

__all__ = ["cli"]  # the fixture

GAMES = ("hex", "havannah", "nine_mens_morris", "amazons", "english_draughts", "backgammon", "onitama", "hive")


def _names(program: Program | None) -> set[str]:
    return {function.name for function in program.functions} if program is not None else set()


@pytest.mark.parametrize("game", GAMES)
def test_functions_of_the_kernel_are_those_of_the_plan(game: str) -> None:
    compiler = Compiler(load(game)._engine)
    plan = compiler.plan
    compiler.program()
    drawn = _names(compiler.sampling_program())
    expected = {f"ply_{turn.phase}_{turn.player}_{turn.mode}" for turn in plan.drawn}
    assert {name for name in drawn if name.startswith("ply_")} == expected
    assert ("rw_general_ply_here" in drawn) == bool(plan.by_list.strategy)
    assert any(name.endswith("_light") for name in drawn) == (plan.by_list.strategy == "reservoir_turns")
    assert ("join_groups_fast" in drawn) == plan.kept.groups
    assert any(name.startswith("begin_playout") for name in drawn) == bool(
        plan.kept.end_rules or plan.kept.groups or plan.kept.empties or plan.kept.throw
    )
    counted = _names(compiler.counting_program())
    nodes = {f"count_{turn.phase}_{turn.player}_{plan.perft.mode}" for turn in plan.drawn}
    assert {name for name in counted if name[:6] == "count_" and name[6].isdigit()} == nodes
    assert bool(counted) == (plan.perft.mode != GENERAL)


def test_a_plan_needs_no_kernel() -> None:
    """Rules and facts are enough, and the same come to the same plan."""
    engine = load("nine_mens_morris")._engine
    plans = [plan_game(Questions(engine), (), frozenset()) for _ in range(2)]
    assert [turn.strategy for turn in plans[0].turns] == ["factoring"] * 4
    assert [turn.strategy for turn in plans[0].turns] == [turn.strategy for turn in plans[1].turns]


def test_who_needs_a_list_says_why() -> None:
    for game in ("backgammon", "onitama", "santorini"):
        for turn in Compiler(load(game)._engine).plan.turns:
            assert not turn.strategy
            assert all(why for _, why in turn.refused)
            assert turn.refused


def test_the_plan_as_text_and_as_data(cli: Cli) -> None:
    text = cli("dump", "hex", "--stage", "plan").out
    assert "how: one_part" in text
    assert "1: incremental_flood" in text
    data = json.loads(cli("dump", "hex", "--stage", "plan", "--json").out)
    assert data["turns"][0]["players"] == ["red", "blue"]
    assert data["kept up to date"]["end rules"] == {"1": "incremental_flood"}


def test_a_game_that_is_listed_says_so(cli: Cli) -> None:
    data = json.loads(cli("dump", "backgammon", "--stage", "plan", "--json").out)
    assert data["turns"][0]["how"] == "list of moves"
    assert "several segments" in data["turns"][0]["not"]["any"]
    assert data["perft"]["moves are taken back by"] == "list of moves"

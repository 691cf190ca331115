"""Perft without lists against perft by lists: two ways of counting in the native engine that share little."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.game import Game, load
from rulewright.headless.perft import perft
from rulewright.native.layout.program_text import program_text
from rulewright.reference.hashing import draw
from tests.all_sorts import ALL_SORTS
from tests.native.generated_games import game_text, kept_text, small_game
from tests.native.library_games import all_games
from tests.native.tricky_draws import DRAWS
from tests.native.tricky_games import TRICKY

SEED = 7
MISLEADING: dict[str, str] = {**TRICKY, **DRAWS}
MOST = 60_000  # leaves at most
LOOKED_AT = {*range(12), 20, 35, 55, 80}  # plies of a random game after which it is counted

# Generated games whose turns can be counted: most of those with few choices, and some of the others. Turns of nine
# generated games in ten are listed.
GENERATED = (14, 31, 116, 141, 144, 167, 223, 245, 283, 554, 801, 1099, 1, 3, 11, 22, 24, 78, 93, 103, 122, 124, 166)
MANY = 1000
AT_ONCE = 25


def differences(game: Game, without: frozenset[str] = frozenset(), carefully: bool = False) -> list[str]:
    """Where the two ways differ, along a random game; compiled with care, or in a tenth of the time.

    Some strategies may be left out.
    """
    pipeline = replace(game._pipeline, checked=True, without=without)
    native, program = pipeline.native, pipeline.counting_kernel
    if program is None:
        return []
    if carefully:
        native.module.add(program)
    else:
        native.module._load(native.module._text(program), "at once", 0, native.module._at_once)
    count = native.module.function("rw_count", 1, True)
    block = native.new_block()
    snapshot = native.snapshot(game._engine.start())
    found = []
    for ply in range(max(LOOKED_AT) + 1):
        moves, _ = native.count(snapshot)
        if not moves:
            break
        for depth in (1, 2, 3, 4) if ply in LOOKED_AT else ():
            if moves**depth > MOST:
                break
            native.put(block, snapshot, run=True)
            listed = native.run_perft(block.address, depth)
            native.put(block, snapshot, run=True)
            counted = count(block.address, depth)
            if counted >= 0 and listed != counted:  # below 0 it says itself that lists are needed: see the engine
                found.append(f"ply {ply}, depth {depth}: {listed} by lists, {counted} without")
        snapshot, result = native.play(snapshot, draw(SEED, 0, ply, moves))
        if result is not None:
            break
    return found


GAMES = {name: path for name, path in all_games().items() if "drafts" not in path.parts}


@pytest.mark.parametrize("name", sorted(ALL_SORTS))
def test_both_ways_count_the_same(name: str) -> None:
    assert differences(load(GAMES[name])) == []


def test_both_ways_count_the_same_with_a_pillbug() -> None:
    assert differences(load("hive", set="base_mlp")) == []


@pytest.mark.rest
@pytest.mark.parametrize("name", sorted(set(GAMES) - ALL_SORTS))
def test_both_ways_count_the_same_in_the_rest_of_the_library(name: str) -> None:
    assert differences(load(GAMES[name])) == []


@pytest.mark.parametrize("seed", GENERATED)
def test_both_ways_count_the_same_in_generated_games(seed: int) -> None:
    assert differences(load(kept_text(seed))) == []


MISLED = sorted(MISLEADING, key=lambda name: (not name.startswith("a stone"), name))


@pytest.mark.parametrize("name", MISLED)
def test_both_ways_count_the_same_in_games_made_to_mislead(name: str) -> None:
    """Those with stones come first: choices of effects and conditions of second parts were left out of the count."""
    assert differences(load(MISLEADING[name])) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, MANY, AT_ONCE))
def test_both_ways_count_the_same_in_a_thousand_generated_games(first: int) -> None:
    games = {seed: small_game(game_text(seed)) for seed in range(first, first + AT_ONCE)}
    found = {seed: differences(game, carefully=True) for seed, game in games.items() if game is not None}
    assert {seed: rows for seed, rows in found.items() if rows} == {}


@pytest.mark.parametrize("name", ["breakthrough", "hex", "connect_four"])
def test_what_no_rule_reads_is_not_written(name: str) -> None:
    """Cells are never looked at in these games: without them there is nothing at all that would need a log."""
    pipeline = load(name)._pipeline
    native, program = pipeline.native, pipeline.counting_kernel
    assert program is not None
    text = program_text(program, native.layout)
    assert "count_0_0_lean" in text
    assert text.count("remember_lean(") == 1  # where it is defined


def test_a_game_that_lifts_before_it_moves_keeps_its_log() -> None:
    """Whether the hive holds is found by lifting a piece and putting it back."""
    pipeline = load("hive")._pipeline
    native, program = pipeline.native, pipeline.counting_kernel
    assert program is not None
    assert "count_0_0_trial" in program_text(program, native.layout)


def test_the_limit_of_turns_is_seen() -> None:
    """Six turns of Connect Four: no column is full, nobody has won, and then the game is over."""
    text = GAMES["connect_four"].read_text(encoding="utf-8").partition("\ntests:")[0]
    game = load(text + "\nlimit: {turns: 6, result: draw}\n", engine="native")
    assert [perft(game.start(), depth) for depth in (4, 5, 6, 7)] == [7**4, 7**5, 7**6, 0]

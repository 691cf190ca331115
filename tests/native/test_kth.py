"""The k-th move without a list against the list: as many moves, and each place leads where the move there leads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.game import Game, load
from rulewright.native.codegen.module import NativeModule
from rulewright.native.perft.kth import BY_LIST, Kth, kth_compiler
from rulewright.reference.hashing import draw
from rulewright.reference.position import Position
from tests.all_sorts import ALL_SORTS
from tests.native.library_games import all_games

SEED = 3
PLIES = 30
PLACES = 8  # of a position, at most, whose moves are played
GAMES = {name: path for name, path in all_games().items() if "drafts" not in path.parts}
# Games in which every position of these plies is counted without a list.
WITHOUT_LISTS = {"breakthrough", "amazons", "lines_of_action", "oware", "nine_mens_morris", "quoridor", "go", "hive"}


def compared(game: Game, plies: int = PLIES) -> tuple[int, int, int]:
    """Along a random game: positions counted without a list, listed ones, and moves that were played by their place."""
    native = replace(game._pipeline, checked=True).native
    compiler = kth_compiler(native.compiler)
    if compiler is None:
        return 0, 0, 0
    first, *others = Kth(compiler).programs()
    module = NativeModule(first, native.layout.error, True, hurry=True)
    for program in others:
        module._load(module._text(program), "at once", 0, module._at_once)
    collect, play = module.function("rw_collect", 0, True), module.function("rw_kth", 1, True)
    block, end = native.new_block(), native.layout.state_end
    snapshot = native.snapshot(game._engine.start())
    counted = listed = played = 0
    for ply in range(plies):
        moves, _ = native.count(snapshot)
        native.put(block, snapshot)
        found = collect(block.address)
        assert block.memory[:end] == snapshot.data, f"ply {ply}: to count changes nothing"
        listed += found == BY_LIST
        if not moves:
            assert found == BY_LIST, f"ply {ply}: the game is over"
            break
        if found != BY_LIST:
            counted += 1
            assert found == moves, f"ply {ply}"
            for place in sorted({draw(SEED, ply, number, moves) for number in range(PLACES)}):
                block.memory[:end] = snapshot.data
                native.put(block, snapshot)
                if play(block.address, place):
                    played += 1
                    made = native._following(snapshot, block.memory[:end])
                    there, _ = native.play(snapshot, place)
                    assert told(native.position(made)) == told(native.position(there)), f"ply {ply}, place {place}"
                    assert native.result(made.data) == native.result(there.data), f"ply {ply}, place {place}"
                    assert native.hash(made) == native.hash(there)
                else:  # two candidates have its number
                    assert block.memory[:end] == snapshot.data
        snapshot, result = native.play(snapshot, draw(SEED, 0, ply, moves))
        if result is not None:
            break
    return counted, listed, played


def told(position: Position) -> object:
    """Everything but what registers hold, which count only within a turn."""
    return [getattr(position, name) for name in Position.__slots__ if name != "carried"]


@pytest.mark.parametrize("name", sorted(ALL_SORTS))
def test_places_lead_where_the_list_leads(name: str) -> None:
    counted, listed, played = compared(load(GAMES[name]))
    if name in WITHOUT_LISTS:
        assert counted >= 20
        assert played >= counted
        assert listed <= 1


def test_what_a_direction_tells_is_left_to_the_list() -> None:
    """In Konane the `with` value of a jump is not at hand where jumps are counted."""
    assert compared(load("konane")) == (0, 0, 0)


@pytest.mark.rest
@pytest.mark.parametrize("name", sorted(set(GAMES) - ALL_SORTS))
def test_places_lead_where_the_list_leads_in_the_rest_of_the_library(name: str) -> None:
    compared(load(GAMES[name]))

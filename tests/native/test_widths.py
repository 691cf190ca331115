"""Games at the edges of what the native engine keeps in few bits: it plays them right, or steps aside and says why."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.errors import InvalidGame
from rulewright.game import Game
from rulewright.headless.perft import perft
from rulewright.headless.random_games import random_move
from rulewright.reference.serialise import to_data
from rulewright.state import State

from .engines import both
from .lockstep import Bounds, facts, play
from .wide_games import (
    burning,
    captures,
    changes,
    choices,
    different_pieces,
    directions,
    large_board,
    promotions,
    remembering,
    repeats,
    sets,
    table,
    together,
    waiting,
)

pytest.importorskip("llvmlite")


def _in_step(text: str, plies: int = 12) -> Game:
    """Plays a game on both engines; the native one."""
    first, second = both(text)
    play(first, second, Bounds(plies=plies))
    return second


def _from_there(text: str, plies: int = 4, **changed: Any) -> tuple[State, State]:
    """A position that somebody has written down, with some of its numbers changed, on both; then they play on."""
    first, second = both(text)
    data = first.start().to_json()
    data["position"].update(changed)
    if "trays" in changed:  # they are part of the hash that a written position ends with
        written = first.start().position.copy()
        written.trays |= {(tray, player, kind, state): count for tray, player, kind, state, count in changed["trays"]}
        written.history = (first._engine.repetitions.hash(written),)
        data["position"] |= to_data(first._engine, written, first._names)
    states = first.from_json(data), second.from_json(data)
    for ply in range(plies):
        assert facts(states[0]) == facts(states[1]), f"after {ply} plies"
        if not states[0].legal_moves:
            break
        move = random_move(states[0], 1, 0, ply)
        for state in states:
            state.push(move)
    return first.from_json(data), second.from_json(data)


@pytest.mark.parametrize("amount", [31, 32, 33, 63, 64, 66])
def test_sets_of_pieces(amount: int) -> None:
    game = _in_step(sets(amount))
    assert game._engines.native() is not None
    assert len(game._pipeline.native.layout.bases[0].names) == amount


@pytest.mark.parametrize("amount", [63, 64])
def test_as_many_directions_as_a_word_has_bits(amount: int) -> None:
    game = _in_step(directions(amount))
    assert game._engines.native() is not None
    assert len(game.rules.board.directions) == amount


def test_more_directions_than_a_word_has_bits() -> None:
    game = _in_step(directions(65))
    assert game._engines.native() is None
    assert game._engines.failure == "the native engine does not know boards with more than 64 directions"


@pytest.mark.parametrize("amounts", [(8,), (8, 3), (3, 8)], ids=str)
def test_as_many_choices_as_a_word_has_bytes(amounts: tuple[int, ...]) -> None:
    assert _in_step(choices(*amounts), plies=1)._engines.native() is not None


@pytest.mark.parametrize("amounts", [(9,), (9, 3), (3, 9)], ids=str)
def test_more_choices_than_a_word_has_bytes(amounts: tuple[int, ...]) -> None:
    game = _in_step(choices(*amounts), plies=1)
    reason = "actions with more than 8 choices among their effects"
    assert game._engines.failure == f"the native engine does not know {reason}"


@pytest.mark.parametrize(("players", "kinds"), [(2, 42), (2, 43), pytest.param(3, 63, marks=pytest.mark.slow)])
def test_different_pieces(players: int, kinds: int) -> None:
    """Below and above what a table of 16 bits holds with a sign, and below what a cell holds."""
    assert _in_step(different_pieces(players, kinds), plies=6)._engines.native() is not None


def test_more_different_pieces_than_a_cell_can_tell() -> None:
    game = _in_step(different_pieces(3, 64), plies=2)
    assert game._engines.failure == "the native engine does not know more than 65,534 different pieces"


@pytest.mark.parametrize(("kinds", "fits"), [(21, True), (22, False)])
def test_pieces_times_what_they_become(kinds: int, fits: bool) -> None:
    """Two wide things together: their table is made one by one, and took minutes."""
    game = _in_step(changes(kinds), plies=4)
    assert (game._engines.native() is not None) is fits
    reason = "the native engine does not know pieces that become others in so many ways"
    assert game._engines.failure == (None if fits else reason)


@pytest.mark.parametrize(
    ("kinds", "rows", "ways"),
    [
        pytest.param(30, 0, 56, id="32 sets, 64 directions"),
        pytest.param(31, 0, 56, id="33 sets, 64 directions"),
        pytest.param(62, 0, 56, id="64 sets, 64 directions"),
        pytest.param(63, 0, 56, id="65 sets, 64 directions"),
        pytest.param(43, 8, 0, id="45 sets, 33,024 pieces"),
        pytest.param(42, 8, 56, id="44 sets, 32,256 pieces, 64 directions", marks=pytest.mark.rest),
        pytest.param(64, 8, 56, id="66 sets, 49,152 pieces, 64 directions", marks=pytest.mark.rest),
    ],
)
@pytest.mark.parametrize("taken", [65_535, 65_536])
def test_several_wide_things_together(kinds: int, rows: int, ways: int, taken: int) -> None:
    """Each alone fits; together they share words, tables and lists. Trays are wide in all of them."""
    trays = [["taken", player, kind, 0, taken + player] for player in (0, 1) for kind in (0, kinds - 1)]
    _, native = _from_there(together(kinds, rows, ways, 100_000), plies=5, trays=trays)
    assert native.game._engines.native() is not None
    layout = native.game._pipeline.native.layout
    assert (len(layout.bases[0].names), layout.tray) == (2 + kinds, 64)
    assert len(native.game.rules.board.directions) == 8 + ways


@pytest.mark.parametrize(
    ("rows", "ways", "more_players", "reason"),
    [
        (0, 57, "", "boards with more than 64 directions"),
        (8, 0, ", cid", "more than 65,534 different pieces"),
        (8, 57, ", cid", "boards with more than 64 directions"),
    ],
    ids=["directions", "pieces", "both"],
)
def test_one_thing_too_wide_among_others(rows: int, ways: int, more_players: str, reason: str) -> None:
    trays = [["taken", player, 63, 0, 65_536] for player in (0, 1)]
    _, native = _from_there(together(64, rows, ways, 100_000, more_players), plies=1, trays=trays)
    assert native.game._engines.native() is None
    assert native.game._engines.failure == f"the native engine does not know {reason}"


def test_what_pieces_become_is_one_table_for_all_players() -> None:
    """There were twelve equal ones, and each was made anew wherever it was looked at."""
    first, second = both(different_pieces(12, 19))
    assert second._engines.native() is not None
    assert len(second._pipeline.compiler.changing._rows) == 3
    assert facts(first.start()) == facts(second.start())


@pytest.mark.parametrize("taken", [65_526, 65_527, 65_528, 65_535, 65_536, 10**9])
def test_pieces_in_a_tray(taken: int) -> None:
    """Together with the eight men on the board they are 65,534 … and more."""
    _, native = _from_there(captures(30), trays=[["taken", 0, 0, 0, taken]])
    assert native.game._engines.native() is not None
    assert native.game._pipeline.native.layout.tray == 16


@pytest.mark.parametrize("taken", [65_534, 65_535, 65_536, 10**9, 2**40])
def test_pieces_in_a_tray_of_a_game_that_makes_them(taken: int) -> None:
    text = captures(100_000, "drop: {place: my man, to: empty}")
    states = _from_there(text, plies=6, trays=[["taken", 1, 0, 0, taken], ["taken", 0, 0, 0, taken]])
    native = states[1].game
    assert native._engines.native() is not None
    assert native._pipeline.native.layout.tray == 64
    pytest.importorskip("numpy")
    for state in states:  # what is seen of a position has 32 bits
        assert max(state.game.encoding().observe(state)["hand"]) == min(taken, 2**31 - 1)


@pytest.mark.parametrize("taken", [5_000, 2**26, 2**26 + 1, 2**31, 2**33, 2**40])
@pytest.mark.parametrize(
    "asked",
    [
        "(0 - 500 * taken(me)) / 3 rounded down < 0 - 7",
        "(0 - 500 * taken(me)) / 3 rounded up < 0 - 7",
        "taken(me) * 500 > 5 + taken(enemy)",
    ],
)
def test_numbers_made_of_many_pieces(asked: str, taken: int) -> None:
    """A number of 33 bits, divided, came out as one below zero, and another move was legal."""
    text = captures(100_000, "drop: {place: my man, to: empty}").replace("enemy}", f"enemy, if: {asked}}}")
    _, native = _from_there(text, plies=4, trays=[["taken", 0, 0, 0, taken]])
    assert native.game._engines.native() is not None


@pytest.mark.parametrize(("turns", "size", "compiled"), [(30, "4x4", True), (1_000_000, "16x16", False)])
def test_products_of_what_can_be_counted_without_end(turns: int, size: str, compiled: bool) -> None:
    """The reference engine multiplies what has more than 63 bits: from a file, or where so many can come in play."""
    text = captures(turns, "drop: {place: my man, to: empty, do: put my man at empty}").replace("4x4", size)
    text = text.replace("score: taken(me)", "score: taken(me) * taken(me) * 100")
    _, native = _from_there(text, plies=4, trays=[["taken", 0, 0, 0, 2**40]])
    assert (native.game._engines.native() is not None) is compiled
    reason = "the native engine does not know products of numbers in a game that can count pieces without end"
    assert native.game._engines.failure == (None if compiled else reason)


def _waiting(asked: str) -> str:
    """Everybody may wait, and take what something allows."""
    text = captures(1_000, "wait: {}").replace("drop", "wait")
    return text.replace("enemy}", f'enemy, if: "{asked}"}}')


_FAR = "(taken(me) / 1000 rounded down)"


@pytest.mark.parametrize("taken", [4_096, 4_097, 100_000, 2**20, 2**26])
@pytest.mark.parametrize(
    "asked", ["max(0, taken(me) - 4096) * 2147483647 * 2147483647 > 5", " * ".join([_FAR] * 5) + " > 5"]
)
def test_small_numbers_of_many_pieces_multiplied(asked: str, taken: int) -> None:
    """The front end reckons with 4,096 of a kind: of 4,099 the native engine made a number below zero."""
    _, native = _from_there(_waiting(asked), plies=3, trays=[["taken", 0, 0, 0, taken]])
    assert native.game._engines.native() is not None


@pytest.mark.parametrize(
    "asked",
    [
        "max(0, ply - 1001) * 2147483647 * 2147483647 > 5",
        "(ply * ply * ply) / 7 rounded up < 0",
        "max(0, passes - 1001) * 2147483647 * 2147483647 > 5",
        "max(0, round - 1001) * 2147483647 * 2147483647 > 5",
    ],
)
@pytest.mark.parametrize("times", [900, 2**21, 2**31 - 1])
def test_turns_that_nobody_has_made_multiplied(asked: str, times: int) -> None:
    turns = {"ann": times - 1, "bob": times - 1}
    _, native = _from_there(_waiting(asked), plies=3, ply=times, passes=times - 1, turns=turns)
    assert native.game._engines.native() is not None


@pytest.mark.parametrize("held", [2, 2**15, 2**31 - 1])
def test_what_a_turn_remembers_multiplied(held: int) -> None:
    first, second = both(remembering(" * ".join(["lay.held"] * 6) + " > 5"))
    state = first.start()
    state.push(random_move(state, 1, 0, 0))
    data = state.to_json()
    data["position"]["carried"]["actions"]["lay"]["names"]["held"] = held
    states = first.from_json(data), second.from_json(data)
    for ply in range(3):
        assert facts(states[0]) == facts(states[1])
        move = random_move(states[0], 1, 0, ply)
        for each in states:
            each.push(move)
    assert second._engines.native() is not None


@pytest.mark.parametrize("word", ["captures", "parts"])
def test_what_one_turn_counts_multiplied(word: str) -> None:
    """A game of three turns was thought to have at most four captures: 20 to the power of 15 ran over 64 bits."""
    assert _in_step(burning(f"{word} * {word} < 5 * {word}"), plies=2)._engines.native() is not None
    with pytest.raises(InvalidGame, match="can become"):
        both(burning(" * ".join([word] * 15) + " > 5"))


def test_captures_of_pieces_that_effects_make() -> None:
    """Made and captured again and again in one turn: there is no bound that a product could be held to."""
    text = burning("captures * captures > 5").replace("[capture", "[put my man at d1, capture")
    reason = "products of numbers in a game whose effects make pieces that can be captured"
    assert _in_step(text, plies=2)._engines.failure == f"the native engine does not know {reason}"


@pytest.mark.parametrize("times", [65_534, 65_535, 65_536])
def test_positions_that_have_been_there_often(times: int) -> None:
    text = waiting(100_000)
    here = both(text)[0].start().to_json()["position"]["history"][0]
    first, second = _from_there(text, plies=1, history=[here] * times, ply=times - 1)
    for depth in (2, 3):  # without and with a program of its own
        assert perft(first, depth) == perft(second, depth)


def test_lists_of_moves_without_end() -> None:
    """Each turn that goes into a list has a number, which may need more than 32 bits."""
    first, second = both(captures(30))
    native = second._engines.native()
    assert native is not None
    for number in (2**32 - 1, 2**32, 2**40):
        states = first.start(), second.start()
        native._room().block.put_word(native.layout.stamp, number)
        for state in states:
            state.push(state.legal_moves[0])  # not looked at: that would make another list
        assert facts(states[0]) == facts(states[1])


@pytest.mark.parametrize(("actions", "compiled"), [(15, True), (16, False)])
def test_actions_whose_candidates_are_collected(actions: int, compiled: bool) -> None:
    """Where playouts cannot be compiled, they are played by lists of moves."""
    told: list[str] = []
    game = both(promotions(actions))[1]
    game._engines.announce = told.append
    assert game.playouts(games=2).games == 2
    assert game._engines.native() is not None
    assert (game._engines.sampling() is not None) is compiled
    reason = "the native engine does not know so many actions whose candidates are collected in playouts"
    ends = [
        "; Wide is searched and played at random without it, which is far slower",
        "; the interpreter plays the playouts of Wide, other ones from the same seed than the native engine",
    ]
    assert sorted(told) == ([] if compiled else [reason + end for end in ends])


@pytest.mark.parametrize(("amount", "fits"), [(16, True), (17, False)])
def test_repeats_of_turns(amount: int, fits: bool) -> None:
    game = _in_step(repeats(amount), plies=3)
    assert (game._engines.native() is not None) is fits
    assert game._engines.failure == (None if fits else "the native engine does not know so many repeats in one game")


def test_playouts_on_a_large_board() -> None:
    game = both(large_board())[1]
    assert game.playouts(games=2).games == 2
    assert game._engines.failure is None


_ROWS = """
game: Rows
players: [x, o]
board: {{tiling: square, size: 2x2}}
pieces: {{mark: {{letter: x}}, rock: {{owner: none, letter: r, supply: 9}}}}
actions:
  lay: {{place: my mark, to: empty, do: [{effects}]}}
turn: lay
stuck: draw
"""


def test_more_effects_in_a_row_than_python_has_room_for() -> None:
    """Each may be illegal, so that what follows lies inside it."""
    game = _in_step(_ROWS.format(effects=", ".join(["put rock at a2 if count mine > 3"] * 400)), plies=1)
    assert game.native_failure == "the native engine does not know rules with so many parts in a row"


@pytest.mark.parametrize("largest", [127, 128, 32767, 32768, 2**31 - 1])
def test_large_values_of_a_table_alone(largest: int) -> None:
    assert _in_step(table(largest))._engines.native() is not None

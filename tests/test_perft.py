"""Perft against numbers that others have counted, or that can be counted by hand."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.headless.perft import _by_hand, divide, perft
from rulewright.state import State
from tests.cli.games import BAG, BAG_PERFT, ENDLESS

# Tic-tac-toe: 9·8·7·… less the games that are over; connect four: 7^n until a column is full.
KNOWN = {"tictactoe": [9, 72, 504, 3024], "connect_four": [7, 49, 343], "breakthrough": [22, 484]}


@pytest.mark.parametrize("game", KNOWN)
def test_known_counts(game: str) -> None:
    state = rulewright.load(game).start()
    assert [perft(state, depth + 1) for depth in range(len(KNOWN[game]))] == KNOWN[game]


def test_a_program_for_deep_counts_is_only_made_for_those() -> None:
    pytest.importorskip("llvmlite")
    state = rulewright.load("tictactoe", engine="native").start()
    native = state.game._engines.native()
    assert native is not None
    assert perft(state, 4) == 3024
    assert native._run_count is None
    assert perft(state, 6) == 54_720  # not far from 9 ** 6, and more than a few
    assert native._run_count is not None


def test_nothing_to_do_is_one_way() -> None:
    assert perft(rulewright.load("tictactoe").start(), 0) == 1


def test_a_game_that_is_over_has_no_ways() -> None:
    state = rulewright.load("tictactoe").start()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state.push(move)
    assert (perft(state, 0), perft(state, 1), perft(state, 2)) == (1, 0, 0)


def test_a_winning_move_is_counted_and_nothing_after_it() -> None:
    state = rulewright.load("tictactoe").start()
    for move in ("a1", "b1", "a2", "b2"):
        state.push(move)
    # a3 wins at once; after each of the other four moves there are four replies.
    assert (perft(state, 1), perft(state, 2)) == (5, 16)


def test_chance_is_summed_over_and_is_no_move() -> None:
    state = rulewright.load(BAG).start()
    assert state.is_chance
    assert [perft(state, depth) for depth in range(1, 5)] == BAG_PERFT


def test_divide_adds_up() -> None:
    state = rulewright.load("tictactoe").start()
    assert [(move.text, count) for move, count in divide(state, 2)][:2] == [("a1", 8), ("b1", 8)]
    assert sum(count for _, count in divide(state, 3)) == 504


def test_divide_of_chance_keeps_the_depth() -> None:
    state = rulewright.load(BAG).start()
    assert [count for _, count in divide(state, 2)] == [4, 4, 4, 2, 2, 2]


def test_a_long_game_is_no_problem() -> None:
    """One move at each turn; a recursive count would not get that deep."""
    assert perft(rulewright.load(ENDLESS).start(), 2000) == 1


DICE = """
game: Dice
players: [one, two]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: o}}
vars: {x: {range: 0..10}, y: {range: 0..10}}
actions:
  throw: {with: {a: 1..10, b: 1..10}, do: [x = a, y = b]}
  lay: {place: my stone, to: empty}
turn: chance throw then lay
stuck: draw
"""


@pytest.fixture
def dice() -> State:
    """100 outcomes, and after each of them nine sites, then 100 again, then eight."""
    pytest.importorskip("llvmlite")
    return rulewright.load(DICE, engine="native").start()


def test_all_moves_of_a_position_are_played_by_one_list(dice: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """A million outcomes that are listed anew for each of them are never done."""
    native = dice.game._engines.native()
    assert native is not None
    lists: list[int] = []
    real = native._moves

    def told(address: int, recorded: int) -> int:
        lists.append(recorded)
        return real(address, recorded)

    monkeypatch.setattr(native, "_moves", told)
    node = dice._node
    reached = [node.after(index) for index in range(node.count())]
    assert len({following.hash() for following in reached}) == 100
    assert len(lists) == 1


@pytest.mark.parametrize("most", [99, 100])
def test_what_has_too_many_moves_is_not_split(dice: State, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part is a position that is kept."""
    monkeypatch.setattr("rulewright.headless.perft._MOST", most)
    seen: set[int] = set()
    assert perft(dice, 2, 2, lambda done, total: seen.add(total)) == 100 * 9 * 100 * 8
    assert seen == {1 if most == 99 else 100}


def test_what_is_done_by_hand_keeps_little(dice: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.headless.perft._CHUNK", 7)
    waiting = [(dice._node, 1, 0)]
    kept: list[int] = []

    def look() -> bool:
        kept.append(len(waiting))
        return True

    assert _by_hand(waiting, look) == 100 * 9
    assert max(kept) <= 8


def test_the_native_engine_takes_over_in_the_middle_of_a_list(dice: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done by hand is not done again."""
    monkeypatch.setattr("rulewright.headless.perft._CHUNK", 7)
    engines, native, asked = dice.game._engines, dice.game._engines.native(), [0]

    def fast() -> object:
        asked[0] += 1
        return native if asked[0] > 30 else None

    monkeypatch.setattr(engines, "fast", fast)
    assert perft(dice, 1) == 100 * 9

"""Small games whose value is known from elsewhere."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

import rulewright
from rulewright.lab.solve import (
    ALL,
    FIRST,
    QUESTIONS,
    SECOND,
    Answer,
    CannotSolve,
    Solution,
    _proof,
    answer,
    settled,
    solve,
)
from rulewright.lab.solving import Setup, Solving
from rulewright.spread.journal import Journal, JournalError
from rulewright.spread.where import HERE, Where


def test_tictactoe_is_drawn() -> None:
    """5,478 positions can be reached, as is well known (OEIS A008907 and many textbooks)."""
    found = solve(rulewright.load("tictactoe"))
    assert (found.value, found.turns, found.positions) == (0, None, 5478)
    assert {value for _, value in found.first_moves} == {0}


def test_dodgem_is_won_by_who_begins() -> None:
    """Winning Ways, chapter 22: the first player wins 3x3 Dodgem."""
    game = rulewright.load("dodgem")
    found = solve(game)
    assert found.value == 1
    assert found.turns == len(found.line)
    state = game.start()
    first = state.player
    for move in found.line:
        state.push(move)
    assert state.outcome is not None
    assert state.outcome.winners == (first,)


def test_both_engines_solve_alike() -> None:
    native, reference = (solve(rulewright.load("dodgem", engine=engine)) for engine in ("native", "reference"))
    assert native == reference


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(CannotSolve, match="more than 100 positions"):
        solve(rulewright.load("tictactoe"), 100)


@pytest.mark.parametrize("game", ["backgammon", "abalone_for_three", "go"])
def test_games_that_are_no_such_games_are_refused(game: str) -> None:
    with pytest.raises(CannotSolve):
        solve(rulewright.load(game), 50)


# Hex without a swap, as small as wanted: nobody can draw, and John Nash showed that who begins wins.
_HEX = """\
extends: hex
game: Hex without a swap
options: {size: {default: 3, choices: [2, 3, 4]}}
turn: place
actions: {swap: null}
"""


def _proven(game: rulewright.Game, most: int) -> Solution | None:
    """By proof-number search alone."""
    tried = [_proof(game, question, most, lambda _: None) for question in (FIRST, SECOND)]
    return settled([Answer(ALL, None, 0), *tried], most)


def _small_hex(size: int) -> rulewright.Game:
    return rulewright.load(_HEX, size=size)


def test_hex_is_won_by_who_begins_by_both_methods() -> None:
    game = _small_hex(3)
    whole = solve(game)
    proven = _proven(game, 20_000)
    assert proven is not None
    assert (whole.value, proven.value) == (1, 1)
    assert (whole.complete, proven.complete) == (True, False)
    assert proven.positions < whole.positions
    assert dict(whole.first_moves)["b2"] == 1  # the middle, as everybody knows
    state = game.start()
    for move in proven.line:
        state.push(move)
    assert state.outcome is not None
    assert state.outcome.winners == ("red",)


def _small_kalah(houses: int, seeds: int) -> rulewright.Game:
    """Kalah as in the library, with fewer houses."""
    south = [f"s{number}" for number in range(1, houses + 1)]
    north = [f"n{number}" for number in range(1, houses + 1)]
    row = {"south": " ".join(south), "north": " ".join(north)}
    opposite = " ".join(f"{one}-{other}" for one, other in zip(south, reversed(north), strict=True))
    stones = ", ".join(f"{house}: {seeds}" for house in south + north)
    return rulewright.load(
        f"""\
extends: kalah
game: Small Kalah
board:
  sites: {row["south"]} south_store {row["north"]} north_store
  tracks:
    ring:
      closed: yes
      south: {row["south"]} south_store {row["north"]}
      north: {row["north"]} north_store {row["south"]}
  directions: {{opposite: {opposite}}}
stack: {2 * houses * seeds}
regions:
  side: {{south: [{", ".join(south)}], north: [{", ".join(north)}]}}
  store: {{south: [south_store], north: [north_store]}}
setup:
  seed: {{{stones}}}
display: ~
"""
    )


@pytest.mark.parametrize(
    ("houses", "values"),
    [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DW"), (4, "W"), pytest.param(3, "DWWW", marks=pytest.mark.rest)],
)
def test_small_kalah(houses: int, values: str) -> None:
    """Irving, Donkers and Uiterwijk, Solving Kalah, ICGA Journal 2000, their table: with 1, 2, 3 … seeds a house."""
    found = (solve(_small_kalah(houses, seeds)).value for seeds in range(1, len(values) + 1))
    assert "".join("LDW"[value + 1] for value in found) == values


def test_proof_number_search_finds_the_draw_of_tictactoe() -> None:
    proven = _proven(rulewright.load("tictactoe"), 20_000)
    assert proven is not None
    assert (proven.value, proven.line) == (0, ())


def test_who_may_pass_for_ever_comes_to_no_new_positions() -> None:
    """Dog and hare on 36 squares, with either to move, and 36 ends without a hare: 36 x 35 x 2 + 36. A dog alone
    catches nobody who may wait."""
    found = solve(rulewright.load(Path(__file__).parent / "games" / "never_caught.yaml"))
    assert (found.value, found.positions) == (0, 2556)


_PATIENCE = """\
game: Patience
players: [one, other]
board: {tiling: square, size: 2x2}
pieces: {man: {letter: o}}
setup: {one man: a1}
actions: {wait: {}}
turn: wait
end:
  - one wins if passes = 4000
"""


def test_a_proof_may_be_as_long_as_a_game() -> None:
    """4,000 turns, one after the other: deeper than calls within calls can go."""
    found = _proven(rulewright.load(_PATIENCE), 20_000)
    assert found is not None
    assert (found.value, len(found.line), found.positions) == (1, 4000, 4001)


def test_a_game_too_large_for_all_its_positions_is_proven() -> None:
    """More than 2,000 positions of 3x3 Hex can be reached; fewer are enough for the proof."""
    found = solve(_small_hex(3), 2_000)
    assert (found.value, found.complete) == (1, False)


def test_positions_that_come_again_prove_no_draw() -> None:
    """Dodgem goes round: with so few positions nothing is proven, and nothing is said."""
    with pytest.raises(CannotSolve, match="none of these many was enough for a proof"):
        solve(rulewright.load("dodgem"), 200)


def test_whoever_swaps_wins_as_themselves() -> None:
    """With a swap, Hex is won by who may swap: the second player takes a good stone over, and leaves a bad one."""
    swapping = rulewright.load(_HEX.replace("turn: place\nactions: {swap: null}\n", ""), size=3)
    with pytest.raises(
        CannotSolve, match="number of the turn"
    ):  # where positions might come again, that would be wrong
        solve(swapping)
    proven = _proven(swapping, 20_000)
    assert proven is not None
    assert proven.value == -1


def test_processes_of_their_own_find_the_same() -> None:
    """Too large for all positions; either proof may be done first."""
    game = rulewright.load(_HEX)
    assert Solving(Setup(game, 2_000), Where(2), None).run(lambda _: None) == solve(game, 2_000)


def test_answers_come_in_any_order() -> None:
    most = 2_000
    for game in (_small_hex(2), _small_hex(3)):  # all its positions, or a proof
        answers = [answer(game, question, most, lambda _: None) for question in QUESTIONS]
        for order in permutations(answers):
            found = [settled(order[:some], most) for some in range(1, 4)]
            assert found[-1] == solve(game, most)
            assert all(each in (None, found[-1]) for each in found)


def test_a_journal_knows_what_is_answered_and_is_not_believed_blindly(tmp_path: Path) -> None:
    setup, file = Setup(_small_hex(2), 2_000), tmp_path / "solve.journal"
    found = answer(setup.game, ALL, setup.most, lambda _: None)
    with Journal(file) as journal:
        journal.about(setup.about).add(ALL, found)
    with Journal(file, resume=True) as journal:
        solving = Solving(setup, HERE, journal)
        assert (solving.known, solving.run(lambda _: None)) == (1, found.solution)
    assert found.solution is not None
    line = list(found.solution.line)
    kept = file.read_text()
    for old, new in (
        (json.dumps(line, separators=(",", ":")), json.dumps(line[:1], separators=(",", ":"))),
        ('"result":["all positions",[1,', '"result":["all positions",[-1,'),
        ('"result":["all positions"', '"result":["a win of the other"'),
    ):
        assert old in kept
        file.write_text(kept.replace(old, new))
        with Journal(file, resume=True) as journal, pytest.raises(JournalError, match="does not fit the game"):
            Solving(setup, HERE, journal).run(lambda _: None)

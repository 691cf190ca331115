"""Both engines play generated games alike; and the generator writes what it should."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings

from .engines import both
from .generated_games import coverage, game_text, kept_text, small_game, texts
from .lockstep import A_LOT_OF_WORK, Bounds, play

_SOME = 16
# Games that the engines once played differently, and what it was about.
_ONCE = {
    39: "distinct routes",
    108: "whose turn it is when everybody is out",
    131: "what moves when something is captured captures",
    142: "connected along a way chosen during play",
    210: "lines along directions chosen during play",
    234: "a chain along routes",
    264: "two turns without parts before chance",
    391: "what a piece faces, in effects",
    450: "attacked along routes",
    685: "repeats of several legs",
    749: "joined along no direction, without an edge",
    764: "repeats inside repeats",
    865: "the key of a part without a path",
    5033: "a piece of nobody that is given to somebody",
}
_MANY = 1000
_AT_ONCE = 25  # of the many: one test each for so many numbers, so that they share the cores


_FIRST = Bounds(plies=30, moves=1000, steps=200_000, again=3)
_LONG = Bounds(plies=30, moves=3000, steps=A_LOT_OF_WORK)


def _play(text: str, name: str, bounds: Bounds = _FIRST, games: int = 1) -> None:
    first, second = both(text)
    for number in range(games):
        play(first, second, bounds, name=name, number=number)


@pytest.mark.parametrize("seed", range(_SOME))
def test_a_generated_game(seed: int) -> None:
    text = game_text(seed)
    if small_game(text) is None:
        pytest.skip("refused by the front end, or too much work")
    _play(text, f"generated game {seed}")


@pytest.mark.parametrize("seed", range(_SOME))
def test_a_generated_game_with_blocks(seed: int) -> None:
    text = game_text(seed, blocks=True)
    if small_game(text) is None:
        pytest.skip("refused by the front end, or too much work")
    _play(text, f"generated game {seed} with blocks")


@pytest.mark.parametrize("seed", _ONCE)
def test_a_game_that_was_once_played_differently(seed: int) -> None:
    _play(kept_text(seed), f"generated game {seed}", _LONG)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, _MANY * 6 // 5, _AT_ONCE))
def test_a_thousand_generated_games(first: int) -> None:
    """A sixth of the numbers stand for no game."""
    for seed in range(first, first + _AT_ONCE):
        text = game_text(seed, blocks=seed % 3 == 0)
        if small_game(text) is not None:
            _play(text, f"generated game {seed}", _LONG, games=2)


@settings(max_examples=6, suppress_health_check=list(HealthCheck))
@given(texts())
def test_a_game_that_hypothesis_draws(text: str) -> None:
    """As above, but a game that differs is made smaller until nothing can be left out."""
    assume(small_game(text) is not None)
    _play(text, "drawn by hypothesis")


@pytest.mark.slow
def test_the_generator_writes_everything() -> None:
    """Most texts are games, most of these are small, and every sort of rule occurs in some of them."""
    accepted, small, found = coverage(range(300))
    assert accepted >= 180
    assert small >= 0.85 * accepted
    assert not [name for name, count in found.items() if count == 0]


def test_a_number_stands_for_one_text() -> None:
    assert game_text(5) == game_text(5)
    assert game_text(5) != game_text(6)


def test_a_game_stops_anywhere_when_it_becomes_too_much_work() -> None:
    """And says so; what was compared before is taken back on both engines."""
    # Games made anew: what is known of the start from the time before is not work.
    found = [play(*both(game_text(5)), Bounds(plies=8, steps=steps)) for steps in range(0, 600, 29)]
    assert found == sorted(found, key=lambda played: (not played.too_much_work, played.plies))
    assert found[0].too_much_work
    assert found[0].plies == 0
    assert not found[-1].too_much_work
    assert found[-1].plies > 0


_LATE = """\
game: Late
players: [red, white, black]
board: {{tiling: square, size: 4x1}}
pieces:
  stone: {{letter: s, move: step orth to empty}}
setup: {{red stone: a1}}
actions:
  go: {{move: stone, path: its move}}
  stay: {{do: next_player = me}}
turn: go or stay
{}
"""


@pytest.mark.parametrize(
    "rules",
    [
        "repetition: {times: 2, result: lose}",
        "limit: {turns: 3, result: lose}",
        "repetition: {times: 2, result: [lose if true]}\nlimit: {turns: 3, result: lose}",
        "repetition: {forbidden: yes}\nlimit: {turns: 3, result: lose}\nstuck: pass",
        "out: ply = 2 and me = white\nend: [lose if ply = 2]\nrepetition: {times: 9, result: draw}",
    ],
)
def test_who_loses_while_two_others_play_on(rules: str) -> None:
    """Hypothesis found such a game: whoever lost by repetition still moved next, and the history did not know it."""
    _play(_LATE.format(rules), "who loses late", games=6)

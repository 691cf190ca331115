"""Figures of made-up games, whose values can be worked out by hand."""

from __future__ import annotations

import math

import pytest

from rulewright.lab.figures import choices, drama, ladder, openings, strength, unused
from rulewright.lab.intervals import mean, quantile, share
from rulewright.lab.tasks import EndingFigures, GameTask, StudiedGame, Turn


def _game(
    number: int, worths: tuple[float, ...] | None, turns: list[Turn], specs: tuple[str, ...] = ("a", "a")
) -> StudiedGame:
    ending = EndingFigures("win", 7) if worths is not None else None
    return StudiedGame(GameTask("s", specs, number), tuple(turns), worths, ending, frozenset({0}), (), 0.0)


def _turn(side: int = 0, choices: int = 2, chance: float | None = None, text: str = "a1") -> Turn:
    return Turn(side, text, choices, 1, (0,), (0,), None if chance is None else (chance, 1 - chance))


def test_a_share_has_wilsons_interval() -> None:
    # Wilson's interval of 8 out of 10, as textbooks have it: 0.490 to 0.943.
    found = share([1.0] * 8 + [0.0] * 2)
    assert found is not None
    assert (found.value, found.games) == (0.8, 10)
    assert found.low == pytest.approx(0.490, abs=0.02)
    assert found.high == pytest.approx(0.943, abs=0.02)
    assert share([]) is None


def test_a_mean_and_its_spread() -> None:
    found = mean([1, 2, 3, 4, 5])
    assert found is not None
    assert found.value == 3
    assert found.high - found.value == pytest.approx(1.959964 * math.sqrt(2.5 / 5), abs=1e-6)
    assert mean([]) is None


def test_quantiles_lie_between_neighbours() -> None:
    assert quantile([4, 1, 3, 2], 0.5) == 2.5
    assert quantile([1, 2, 3], 0.0) == 1
    assert quantile([1, 2, 3], 1.0) == 3


def test_the_balance_leaves_out_what_was_cut_off() -> None:
    games = [_game(0, (1.0, 0.0), [_turn()]), _game(1, (0.5, 0.5), [_turn()] * 3), _game(2, None, [_turn()] * 5)]
    found = strength("a", games, 2)
    assert (found.games, found.cut_off) == (3, 1)
    assert found.sides[0] is not None
    assert found.sides[0].value == 0.75
    assert found.draws is not None
    assert found.draws.value == 0.5
    assert found.lengths == (1, 3, 5)
    assert found.endings == ((EndingFigures("win", 7), 2),)


def test_choice_is_a_mean_over_games() -> None:
    short = _game(0, (1.0, 0.0), [_turn(choices=1)])
    long = _game(1, (1.0, 0.0), [_turn(choices=3), _turn(choices=3), _turn(choices=3)])
    found = choices([short, long])
    assert found.mean is not None
    assert found.forced is not None
    assert found.mean.value == 2
    assert found.forced.value == 0.5
    assert [each.ply for each in found.by_ply] == [1]  # one game alone says nothing about a tenth


def test_a_ladder_counts_the_points_of_the_stronger_one_on_both_sides() -> None:
    games = [_game(0, (0.0, 1.0), [], ("weak", "strong")), _game(1, (1.0, 0.0), [], ("strong", "weak"))] * 20
    found = ladder({("weak", "strong"): games, ("strong", "stronger"): []})
    assert [rung.score.value for rung in found.rungs] == [1.0]
    assert found.flat_from is None
    assert found.levels == pytest.approx(400 / 70.4365, rel=1e-3)


def test_a_ladder_is_flat_where_nobody_is_proven_stronger() -> None:
    even = [_game(number, (1.0, 0.0), [], ("a", "b")) for number in range(4)]
    even += [_game(number, (1.0, 0.0), [], ("b", "a")) for number in range(4)]
    assert ladder({("a", "b"): even}).flat_from == "b"


def test_drama() -> None:
    """The first side leads, loses the lead twice, and wins after it was below 30 %."""
    chances = [0.6, 0.2, 0.7, 0.4, 0.95, 0.97]
    found = drama([_game(0, (1.0, 0.0), [_turn(chance=chance) for chance in chances])])
    assert found.lead_changes is not None
    assert found.comebacks is not None
    assert found.decided is not None
    assert found.lead_changes.value == 4
    assert found.comebacks.value == 1
    assert found.decided.value == pytest.approx(4 / 6)


def test_openings_tell_what_came_of_them_for_who_played_them() -> None:
    games = [_game(0, (1.0, 0.0), [_turn(text="e4")]), _game(1, (0.0, 1.0), [_turn(text="e4")])]
    (found,) = openings(games, {})
    assert (found.move, found.played) == ("e4", 2)
    assert found.won is not None
    assert found.won.value == 0.5


def test_what_nobody_used() -> None:
    import rulewright

    rules = rulewright.load("breakthrough").rules
    found = unused(rules, [_game(0, (1.0, 0.0), [_turn()])])
    assert ("end rule", "win if no enemy") in [(each.what, each.name) for each in found]
    assert not [each for each in found if each.what in ("action", "piece")]
    places = next(each.name for each in found if each.what == "places")
    assert "d4" in places
    assert "a1" not in places.split(", ")  # men begin there


def test_openings_that_are_the_same_in_a_mirror_count_together() -> None:
    """Tic-tac-toe has three first moves: a corner, an edge, the middle."""
    import rulewright
    from rulewright.lab.symmetry import alike

    same = alike(rulewright.load("tictactoe"))
    assert len(same) == 9
    assert sorted(list(same.values()).count(move) for move in set(same.values())) == [1, 4, 4]
    games = [_game(0, (1.0, 0.0), [_turn(text="a1")]), _game(1, (0.0, 1.0), [_turn(text="c3")])]
    (found,) = openings(games, same)
    assert (found.move, found.alike, found.played) == (same["c3"], 4, 2)


def test_openings_of_connect_four_and_breakthrough_have_a_mirror() -> None:
    import rulewright
    from rulewright.lab.symmetry import alike

    columns = alike(rulewright.load("connect_four"))
    assert sorted(list(columns.values()).count(move) for move in set(columns.values())) == [1, 2, 2, 2]
    steps = alike(rulewright.load("breakthrough"))
    assert len(steps) == 22
    assert len(set(steps.values())) == 11

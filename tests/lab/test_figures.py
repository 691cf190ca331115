"""Figures of made-up games, whose values can be worked out by hand."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import pytest

from rulewright.lab.figures import choices, drama, ladder, openings, strength, unused
from rulewright.lab.intervals import around_median, mean, quantile, share
from rulewright.lab.tasks import EndingFigures, GameTask, StudiedGame, Turn

WEAK, STRONG, STRONGER = (f"mcts:playouts={number}" for number in (10, 40, 160))


def _game(
    number: int, worths: tuple[float, ...] | None, turns: list[Turn], specs: tuple[str, ...] = ("a", "a")
) -> StudiedGame:
    ending = EndingFigures("win", 7) if worths is not None else None
    return StudiedGame(GameTask("s", specs, number), tuple(turns), worths, ending, frozenset({0}), (), 0.0)


def _turn(side: int = 0, choices: int = 2, chance: float | None = None, text: str = "a1") -> Turn:
    return Turn(side, text, choices, 1, (0,), (0,), (), None if chance is None else (chance, 1 - chance))


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


def test_what_is_counted_is_never_below_nothing() -> None:
    counted, moved = mean([0, 29]), mean([-1, 29])
    assert counted is not None
    assert moved is not None
    assert counted.low == 0
    assert moved.low < -1


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
    ((ending, ended),) = found.endings
    assert (ending, ended.games) == (EndingFigures("win", 7), 3)
    assert ended.value == pytest.approx(2 / 3)
    assert found.unended is not None
    assert found.unended.value == pytest.approx(1 / 3)


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
    games = [_game(0, (0.0, 1.0), [], (WEAK, STRONG)), _game(1, (1.0, 0.0), [], (STRONG, WEAK))] * 3
    found = ladder({(WEAK, STRONG): games, (STRONG, STRONGER): []})
    assert [rung.score.value for rung in found.rungs] == [1.0]
    assert found.flat_from is None
    # Never beaten counts as 400 Elo; 60 % are 70.4365.
    assert found.levels.value == pytest.approx(400 / 70.4365, rel=1e-3)
    assert found.levels.low < found.levels.value


def test_levels_lie_between_the_rungs_in_proportion() -> None:
    """60 % against a quarter of the playouts is one level a rung: the levels are the rungs."""
    first, second = ("mcts:playouts=10", "mcts:playouts=40"), ("mcts:playouts=40", "mcts:playouts=160")
    games = {
        pair: [_game(number, (1.0, 0.0) if number < 6 else (0.0, 1.0), [], pair[::-1]) for number in range(10)]
        for pair in (first, second)
    }
    found = ladder(games)
    assert found.levels.value == pytest.approx(2)
    assert found.steps == pytest.approx((10, 40, 160))


def test_a_ladder_is_flat_where_nobody_is_proven_stronger() -> None:
    even = [_game(number, (1.0, 0.0), [], (WEAK, STRONG)) for number in range(4)]
    even += [_game(number, (1.0, 0.0), [], (STRONG, WEAK)) for number in range(4)]
    assert ladder({(WEAK, STRONG): even}).flat_from == WEAK


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


def test_a_trap_is_a_turn_after_which_the_chances_fell() -> None:
    """The first side goes from 60 % to 20 % with its first move; the second one answers with b2."""
    turns = [_turn(0, chance=0.6), _turn(1, chance=0.6, text="b2"), _turn(0, chance=0.2), _turn(1, chance=0.1)]
    found = drama([_game(0, (0.0, 1.0), turns)])
    assert found.traps is not None
    assert found.traps.value == 0.5  # of the two turns that were followed by another one of the same side
    worst = found.swings[0]
    assert (worst.side, worst.turn, worst.answer, worst.before, worst.after) == (0, 1, "b2", 0.6, 0.2)


def test_the_median_has_an_interval_by_order_statistics() -> None:
    # Of 100 values, the 95 % interval of the median reaches from the 40th to the 61st (binomial tables).
    low, high = around_median(list(range(1, 101)))
    assert 39 <= low <= 41
    assert 60 <= high <= 62
    assert around_median([3]) == (3, 3)


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


def _played(costs: dict[str, float], seconds: int | None, games: int, endless: Sequence[str] = ()) -> list[str]:
    """The kinds of the games that a study plays with one worker, were their costs these; some come to no end."""
    import rulewright
    from rulewright.lab import study as module
    from rulewright.lab.tasks import Setup

    game = rulewright.load("tictactoe")
    now = 0.0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "monotonic", lambda: now)
        study = module.Study(game, Setup(game, 1, 20), module.Terms(seconds, games))
        study._due = float(seconds or "inf")
        order = []
        for task in study._tasks():
            cost = costs.get(task.series, 1.0)
            now += cost
            order.append(task)
            next(each for each in study._series if each.name == task.series).add(
                StudiedGame(task, (), None if task.series in endless else (1.0, 0.0), None, frozenset(), (), cost)
            )
    assert len(order) == len(set(order))
    return [task.series for task in order]


def test_every_kind_is_tried_and_none_is_forgotten() -> None:
    order = _played({}, None, 12)
    assert set(Counter(order).values()) == {12}
    assert order[:3] == ["random", "mcts:playouts=100", "mcts:playouts=1000"]


_FIRST_RUNGS = ("mcts:playouts=40 against mcts:playouts=10", "mcts:playouts=160 against mcts:playouts=40")
_LAST_RUNG = "mcts:playouts=640 against mcts:playouts=160"


def test_where_strong_play_takes_long_the_other_kinds_have_enough() -> None:
    """Vier Kreise as it was measured: who thinks a thousand playouts takes 24 seconds a game."""
    costs = {"random": 0.5, "mcts:playouts=100": 0.9, "mcts:playouts=1000": 24.0, _FIRST_RUNGS[0]: 0.3,
             _FIRST_RUNGS[1]: 0.9, _LAST_RUNG: 10.0}  # fmt: skip
    games = Counter(_played(costs, 100, 10**6))
    assert all(games[name] >= 10 for name in ("random", "mcts:playouts=100", *_FIRST_RUNGS))
    assert games["mcts:playouts=1000"] <= 1


def test_who_is_soonest_done_comes_first_and_not_who_thinks_least() -> None:
    """Hive as it was measured: players who think little never end a game."""
    costs = {"random": 2.3, "mcts:playouts=100": 9.4, "mcts:playouts=1000": 3.8, _FIRST_RUNGS[0]: 5.0,
             _FIRST_RUNGS[1]: 8.0, _LAST_RUNG: 5.0}  # fmt: skip
    endless = ("random", "mcts:playouts=100", *_FIRST_RUNGS)
    games = Counter(_played(costs, 100, 10**6, endless))
    assert games["mcts:playouts=1000"] >= 10
    assert games["mcts:playouts=100"] == 1
    assert games[_LAST_RUNG] >= 5, "and whether it helps to think four times as long"
    assert games["random"] <= 5, "some tell that they come to no end"
    slow = {name: 2 * cost for name, cost in costs.items()}  # on a machine that is half as quick there are fewer
    games = Counter(_played(slow, 100, 10**6, endless))
    assert games["mcts:playouts=1000"] >= 5

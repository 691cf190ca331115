"""Hive Pocket, how the insects move, sentence by sentence; sketches as in test_hive.py."""

from __future__ import annotations

import pytest

from rulewright.state import State
from tests.conformance.helpers import after, once_more
from tests.rulebooks.hive_positions import HIVE, TWO, on, pile, placed, stand, targets, written

__all__ = ["HIVE"]  # the game that is played by both engines


def test_the_queen_moves_one_space_here_to_one_of_four() -> None:
    """She touches two pieces on opposite sides, and rolls round each of them upward or downward.

      a   a   a
    a           a
      a   q   a         the ring above keeps the hive together while she moves
    """
    ring = ["-1,0", "-2,1", "-2,2", "-1,2", "0,2", "1,1", "1,0"]
    kinds = ["black ant", "black ant", "black ant", "white queen", "white ant", "white ant", "white ant"]
    state = stand({"0,0": "black queen", **dict(zip(ring, kinds, strict=True))}, to_move="black", ply=10)
    assert targets(state, "0,0") == {"0,1", "-1,1", "1,-1", "0,-1"}


# The beetle touches two pieces that touch each other:
#
#       A   q
#     B   Q
_BEETLE = {"0,0": "white beetle", "1,0": "white queen", "0,1": "white ant", "1,1": "black queen"}


def test_the_beetle_moves_one_space_or_climbs_here_to_one_of_four() -> None:
    """Two spaces on the table (left above, right below) and two pieces."""
    assert targets(stand(_BEETLE), "0,0") == {"-1,1", "1,-1", "1,0", "0,1"}


def test_the_beetle_blocks_the_piece_it_stands_on() -> None:
    state = stand({"0,0": "white queen", "1,0": "black queen", "2,0": "black ant", "3,0": "white beetle"})
    assert targets(after(state, "3,0>2,0"), "2,0") == set()
    assert targets(
        stand({"0,0": "white queen", "1,0": "black queen", "2,0": "black ant"}, to_move="black", ply=10), "2,0"
    )


def test_a_beetle_drops_into_a_space_that_is_closed_in_on_all_sides() -> None:
    """It stands on 1,0; 0,0 has six pieces round it.

      a   A
    a   .   B(on A)
      s   Q   q
    """
    closed = {"0,1": "white ant", "-1,1": "black ant", "-1,0": "black ant", "0,-1": "black spider",
              "1,-1": "white queen", "2,-1": "black queen"}  # fmt: skip
    state = on(closed, "white ant", "white beetle", at="1,0")
    assert "0,0" in targets(state, "1,0")


def test_only_another_beetle_on_top_blocks_a_beetle_that_is_up() -> None:
    free = on(TWO, "black ant", "white beetle", at="-1,0")
    assert targets(free, "-1,0")
    covered = on(TWO, "black ant", "white beetle", "black beetle", at="-1,0")
    assert targets(covered, "-1,0") == set()
    assert targets(on(TWO, "black ant", "white beetle", "black beetle", at="-1,0", to_move="black", ply=10), "-1,0")


@pytest.mark.parametrize(("high", "legal"), [((), True), (("0,1",), True), (("0,1", "1,-1"), False)])
def test_a_beetle_does_not_climb_between_two_higher_stacks(high: tuple[str, ...], legal: bool) -> None:
    """The reading of tournaments: the way up to 1,0 leads between 0,1 and 1,-1."""
    flanks = {"0,1": "black ant", "1,-1": "white queen"}
    state = stand({"0,0": "white beetle", "1,0": "black queen", **flanks}, ply=13)
    for site in high:
        pile(state, site, flanks[site], "black beetle")
    assert ("1,0" in targets(state, "0,0")) is legal
    assert {"0,1", "1,-1"} <= targets(state, "0,0"), "onto the stacks themselves it may climb"


def test_all_four_beetles_may_stand_on_one_another() -> None:
    state = on(
        {**TWO, "-2,0": "black beetle"}, "white ant", "white beetle", "black beetle", "white beetle", at="-1,0",
        to_move="black", ply=12,
    )  # fmt: skip
    assert "-1,0" in targets(state, "-2,0")
    done = after(state, "-2,0>-1,0")
    assert max(len(stack) for stack in done.position.layers[0].values()) == 5


def test_beside_a_stack_the_colour_of_the_top_counts_for_placing() -> None:
    white_on_black = on(TWO, "black ant", "white beetle", at="2,0", ply=11)
    assert "3,0" in placed(white_on_black)
    black_on_white = on(TWO, "white ant", "black beetle", at="-1,0", ply=11)
    assert "-2,0" not in placed(black_on_white)


def test_a_new_beetle_is_not_placed_on_another_piece() -> None:
    state = stand(TWO)
    found = {text for text in written(state) if text.startswith("beetle@")}
    assert found == {"beetle@-1,0", "beetle@-1,1", "beetle@0,-1"}


# The grasshopper on 0,0 and the rows it looks along; X is a gap.
#
#                  (0,3)
#       (-2,2)   a
#             a   Q   q   a
#               G   A   X   s
_GRASSHOPPER = {
    "0,0": "white grasshopper", "1,0": "white ant", "3,0": "black spider", "-1,1": "black ant", "0,1": "white queen",
    "1,1": "black queen", "2,1": "black ant", "0,2": "black ant",
}  # fmt: skip


def test_the_grasshopper_jumps_over_a_straight_row_here_to_one_of_three() -> None:
    assert targets(stand(_GRASSHOPPER), "0,0") == {"2,0", "0,3", "-2,2"}


def test_the_grasshopper_does_not_jump_over_a_gap() -> None:
    assert "4,0" not in targets(stand(_GRASSHOPPER), "0,0"), "behind the gap stands a spider, and behind it is 4,0"


def test_the_grasshopper_may_jump_into_a_closed_space() -> None:
    """0,0 is surrounded by six; the grasshopper on 2,0 jumps over 1,0."""
    round_it = {"1,0": "black ant", "0,1": "black ant", "-1,1": "white queen", "-1,0": "black queen",
                "0,-1": "black ant", "1,-1": "black spider"}  # fmt: skip
    state = stand({**round_it, "2,0": "white grasshopper"}, ply=15)
    assert "0,0" in targets(state, "2,0")


def test_the_grasshopper_jumps_over_at_least_one_piece() -> None:
    state = stand({**TWO, "-1,0": "white grasshopper"})
    assert targets(state, "-1,0") == {"2,0"}, "no single steps"


# The spider on 0,0 (S) in a wide bay:
#
#                S
#      y=0    a  S  a   a
#      y=-1   a  .  .  .   a
#      y=-2   a  .  .  .  .   a
#      y=-3   a  a  a  a  a  a  a      (x from -1 to 5)
_SPIDER_HIVE = {
    "-1,0": "white ant", "-1,-1": "white ant", "-1,-2": "white ant", "-1,-3": "white spider",
    "1,0": "black ant", "2,0": "black ant", "3,-1": "black ant", "4,-2": "black spider", "5,-3": "white queen",
    "0,-3": "white grasshopper", "1,-3": "white grasshopper", "2,-3": "white grasshopper",
    "3,-3": "black grasshopper", "4,-3": "black queen",
}  # fmt: skip


def _spider() -> State:
    return stand({"0,0": "black spider", **_SPIDER_HIVE}, to_move="black", ply=20)


def test_the_spider_moves_exactly_three_spaces_here_to_one_of_four() -> None:
    """Outside: 0,1 - 1,1 - 2,1 and -1,1 - -2,1 - -2,0. Inside the bay: 0,-1 - 0,-2 - 1,-2 and 1,-1 - 2,-1 - 3,-2."""
    assert targets(_spider(), "0,0") == {"2,1", "-2,0", "1,-2", "3,-2"}


def test_the_spider_does_not_enter_a_space_twice() -> None:
    """Two steps out and one back would be 0,1."""
    assert not {"0,1", "-1,1", "0,-1", "1,-1"} & targets(_spider(), "0,0")


def test_the_spider_stays_in_touch_on_its_way() -> None:
    """Across the bay, from 0,-1 straight to 1,-1 and on to 2,-1, it would touch nothing."""
    assert "2,-1" not in targets(_spider(), "0,0")


# The ant on -2,0 and a ring of five with its opening at 1,-1:
#
#        a   a
#   A  a   .   s
#        Q   _
_ANT = {
    "-2,0": "black ant", "-1,0": "black ant", "-1,1": "white ant", "0,1": "white spider", "1,0": "black queen",
    "0,-1": "white queen",
}  # fmt: skip


def test_the_ant_moves_as_far_as_it_likes_here_to_one_of_eleven() -> None:
    assert targets(stand(_ANT, to_move="black", ply=10), "-2,0") == {
        "-2,1", "-2,2", "-1,2", "0,2", "1,1", "2,0", "2,-1", "1,-1", "1,-2", "0,-2", "-1,-1",
    }  # fmt: skip


def test_the_ant_may_not_enter_the_space_closed_in_by_five() -> None:
    assert "0,0" not in targets(stand(_ANT, to_move="black", ply=10), "-2,0")


# The ladybug on 0,0:
#
#      a   Q
#    L   q
#          s
_LADYBUG = {
    "0,0": "white ladybug", "1,0": "black queen", "0,1": "black ant", "1,1": "white queen", "2,-1": "white spider",
}  # fmt: skip


def test_the_ladybug_moves_two_on_top_and_one_down_here_to_one_of_ten() -> None:
    """Down from 0,1: -1,1 -1,2 0,2. From 1,0: 1,-1 2,0. From 1,1: 2,1 1,2. From 2,-1: 3,-1 3,-2 2,-2."""
    assert targets(stand(_LADYBUG), "0,0") == {
        "-1,1", "-1,2", "0,2", "1,-1", "2,0", "2,1", "1,2", "3,-1", "3,-2", "2,-2",
    }  # fmt: skip


def test_the_ladybug_does_not_go_round_the_hive_nor_stay_on_it() -> None:
    """From the end of a row of two it reaches neither its neighbours on the table nor a piece."""
    state = stand({"0,0": "white ladybug", "1,0": "white queen", "2,0": "black queen"})
    assert targets(state, "0,0") == {"1,1", "2,1", "2,-1", "3,-1", "3,0"}


def test_the_ladybug_gets_into_and_out_of_closed_spaces() -> None:
    round_it = {"1,0": "black ant", "0,1": "black ant", "-1,1": "white queen", "-1,0": "black queen",
                "0,-1": "black ant", "1,-1": "black spider"}  # fmt: skip
    inside = stand({**round_it, "0,0": "white ladybug"}, ply=15)
    assert "2,0" in targets(inside, "0,0")
    outside = stand({**round_it, "2,0": "white ladybug"}, ply=15)
    assert "0,0" in targets(outside, "2,0")


# The mosquito on 0,0 touches a beetle and a spider:
#
#      s   Q   q
#    M   b
_MOSQUITO = {
    "0,0": "white mosquito", "1,0": "black beetle", "0,1": "black spider", "1,1": "white queen", "2,1": "black queen",
}  # fmt: skip


def test_the_mosquito_moves_like_what_it_touches_here_to_one_of_six() -> None:
    """As a beetle -1,1 1,-1 1,0 0,1; as a spider, three steps either way round, 2,0 and 0,2."""
    assert targets(stand(_MOSQUITO), "0,0") == {"-1,1", "1,-1", "1,0", "0,1", "2,0", "0,2"}


def test_the_mosquito_learns_from_both_colours_and_anew_each_time() -> None:
    own = stand({"0,0": "white mosquito", "1,0": "white grasshopper", "2,0": "white queen", "3,0": "black queen"})
    assert targets(own, "0,0") == {"4,0"}
    # Having jumped it touches a queen and moves like her: one step, round her.
    there = once_more(after(own, "0,0>4,0"), 0)
    assert targets(there, "4,0") == {"3,1", "4,-1"}


def test_up_on_the_hive_the_mosquito_stays_a_beetle() -> None:
    """It stands on the black queen, next to a grasshopper; like that it could jump to 3,0 and to -1,0."""
    state = on({"0,0": "white queen", "2,0": "black grasshopper"}, "black queen", "white mosquito", at="1,0", ply=11)
    assert targets(state, "1,0") == {"0,0", "2,0", "0,1", "1,1", "1,-1", "2,-1"}


def test_beside_a_stack_the_mosquito_learns_from_the_beetle_on_top_only() -> None:
    state = on(
        {"0,0": "white mosquito", "2,0": "white queen", "3,0": "black queen"}, "black ant", "black beetle", at="1,0"
    )
    assert targets(state, "0,0") == {"0,1", "1,-1", "1,0"}


def test_a_mosquito_that_touches_only_a_mosquito_does_not_move() -> None:
    state = stand({"0,0": "white mosquito", "1,0": "black mosquito", "2,0": "white queen", "3,0": "black queen"})
    assert targets(state, "0,0") == set()


def test_a_mosquito_that_touches_only_a_mosquito_up_on_a_stack_does_not_move() -> None:
    state = on(
        {"0,0": "white mosquito", "2,0": "white queen", "3,0": "black queen"}, "black ant", "black mosquito", at="1,0"
    )
    assert targets(state, "0,0") == set()


def test_a_mosquito_beside_a_mosquito_and_another_moves_like_the_other() -> None:
    others = {"1,0": "black mosquito", "0,1": "white queen", "1,1": "black queen", "2,0": "black ant"}
    state = stand({"0,0": "white mosquito", **others})
    assert targets(state, "0,0") == {"-1,1", "1,-1"}, "like the queen"


def test_come_down_from_the_hive_the_mosquito_learns_anew() -> None:
    """From the black queen it drops beside the grasshopper, and jumps like it in its next turn."""
    up = on({"0,0": "white queen", "2,0": "black grasshopper"}, "black queen", "white mosquito", at="1,0", ply=11)
    down = once_more(after(up, "1,0>2,-1"), 0)
    assert "2,1" in targets(down, "2,-1"), "over the grasshopper on 2,0"


def test_the_mosquito_moves_like_a_ladybug_it_touches() -> None:
    state = stand({"0,0": "white mosquito", "1,0": "black ladybug", "2,0": "white queen", "3,0": "black queen"})
    assert targets(state, "0,0") == {"1,1", "2,1", "2,-1", "3,-1"}

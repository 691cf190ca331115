"""Hive Pocket, sentence by sentence. Sketches show the hive as hexagons lie: each row is half a site further right.

`x,y` counts sites to the right and rows upward; `0,0` has the neighbours 1,0 (right), -1,0 (left), 0,1 and -1,1
(above), 0,-1 and 1,-1 (below).
"""

from __future__ import annotations

import pytest

import rulewright
from rulewright.errors import IllegalMove
from rulewright.state import State
from tests.conformance.helpers import after, labels, once_more, result, tray

HIVE = rulewright.load("hive")

Hive = dict[str, list[str]]


def _stand(pieces: dict[str, str], **keys: object) -> State:
    """A position from `x,y` → player and kind; late enough that both queens are in."""
    given: Hive = {}
    for site, piece in pieces.items():
        given.setdefault(piece, []).append(site)
    return HIVE.position(given, **{"ply": 9, **keys})


def _targets(state: State, origin: str) -> set[str]:
    """Where the piece on a site may go."""
    found = [part.text for part in state.parts() if part.text.startswith(f"{origin}>")]
    assert len(found) == len(set(found))
    return {text.split(">")[1] for text in found}


def _placed(state: State) -> set[str]:
    """Where a new ant may be placed."""
    return {part.text.split("@")[1] for part in state.parts() if part.text.startswith("ant@")}


_TWO = {"0,0": "white queen", "1,0": "black queen"}


# ------------------------------------------------------------------------------------------- aim, preparation


def test_each_player_has_thirteen_pieces() -> None:
    start = HIVE.start()
    assert (tray(start, "hand", "white"), tray(start, "hand", "black")) == (13, 13)
    expected = {"queen": 1, "beetle": 2, "grasshopper": 3, "spider": 2, "ant": 3, "ladybug": 1, "mosquito": 1}
    assert {kind: tray(start, "hand", "white", kind) for kind in expected} == expected


def test_the_first_piece_goes_to_the_middle_of_the_table() -> None:
    assert {part.text for part in HIVE.start().parts()} == {
        f"{kind}@0,0" for kind in ("queen", "beetle", "grasshopper", "spider", "ant", "ladybug", "mosquito")
    }


def test_the_second_piece_touches_the_first() -> None:
    state = after(HIVE.start(), "wA1")
    assert _placed(state) == {"1,0", "-1,0", "0,1", "-1,1", "0,-1", "1,-1"}


def test_then_it_goes_round_in_turn() -> None:
    state = after(HIVE.start(), "wA1", "bA1 -wA1")
    assert state.player == "white"


def test_a_new_piece_touches_only_its_own_colour() -> None:
    assert _placed(_stand(_TWO, ply=3)) == {"-1,0", "-1,1", "0,-1"}
    touching_none = "-3,0"
    assert touching_none not in _placed(_stand(_TWO, ply=3))


def test_a_piece_once_placed_is_not_taken_away() -> None:
    state = _stand({**_TWO, "-1,0": "white ant"})
    for move in labels(state):
        assert sum(len(stack) for stack in after(state, move).position.layers[0].values()) >= 3


# ------------------------------------------------------------------------------------------- the queen


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_the_queen_may_be_placed_in_any_of_the_first_four_turns(turn: int) -> None:
    moves = ["wA1", "bA1 wA1-", "wS1 -wA1", "bS1 bA1-", "wB1 -wS1", "bB1 bS1-"][: 2 * turn - 2]
    state = after(HIVE.start(), *moves)
    assert any(move.startswith("wQ") for move in labels(state))
    assert any(not move.startswith("wQ") for move in labels(state)) is (turn < 4)


def test_in_the_fourth_turn_the_queen_must_be_placed() -> None:
    state = after(HIVE.start(), "wA1", "bA1 wA1-", "wS1 -wA1", "bS1 bA1-", "wB1 -wS1", "bB1 bS1-")
    assert labels(state)
    assert all(move.startswith("wQ") for move in labels(state))


def test_pieces_are_moved_only_after_the_queen_is_in() -> None:
    before = after(HIVE.start(), "wA1", "bA1 wA1-", "wS1 -wA1", "bS1 bA1-")
    assert not any(">" in part.text for part in before.parts())
    then = after(before, "wQ -wS1", "bQ bS1-")
    assert _targets(then, "-2,0")


def test_later_one_chooses_between_placing_and_moving() -> None:
    state = _stand({**_TWO, "-1,0": "white ant"})
    assert _placed(state)
    assert _targets(state, "-1,0")


# ------------------------------------------------------------------------------------------- the insects


def test_the_queen_moves_one_space_here_to_one_of_four() -> None:
    """She touches two pieces on opposite sides, and rolls round each of them upward or downward.

      a   a   a
    a           a
      a   q   a         the ring above keeps the hive together while she moves
    """
    ring = ["-1,0", "-2,1", "-2,2", "-1,2", "0,2", "1,1", "1,0"]
    kinds = ["black ant", "black ant", "black ant", "white queen", "white ant", "white ant", "white ant"]
    state = _stand({"0,0": "black queen", **dict(zip(ring, kinds, strict=True))}, to_move="black", ply=10)
    assert _targets(state, "0,0") == {"0,1", "-1,1", "1,-1", "0,-1"}


# The beetle touches two pieces that touch each other:
#
#       A   q
#     B   Q
_BEETLE = {"0,0": "white beetle", "1,0": "white queen", "0,1": "white ant", "1,1": "black queen"}


def test_the_beetle_moves_one_space_or_climbs_here_to_one_of_four() -> None:
    """Two spaces on the table (left above, right below) and two pieces."""
    assert _targets(_stand(_BEETLE), "0,0") == {"-1,1", "1,-1", "1,0", "0,1"}


def test_the_beetle_blocks_the_piece_it_stands_on() -> None:
    state = _stand({"0,0": "white queen", "1,0": "black queen", "2,0": "black ant", "3,0": "white beetle"})
    assert _targets(after(state, "3,0>2,0"), "2,0") == set()
    assert _targets(
        _stand({"0,0": "white queen", "1,0": "black queen", "2,0": "black ant"}, to_move="black", ply=10), "2,0"
    )


def _on(pieces: dict[str, str], *stack: str, at: str, **keys: object) -> State:
    """A position in which several pieces stand on one site, bottom first."""
    state = _stand({**pieces, at: stack[0]}, **keys)
    _pile(state, at, *stack)
    return state


def _pile(state: State, at: str, *stack: str) -> None:
    site = next(site for site in state.position.layers[0] if _name(state, site) == at)
    state.position.layers[0][site] = tuple(_code(state, piece) for piece in stack)


def _code(state: State, piece: str) -> int:
    player, kind = piece.split()
    engine = state.game.engine
    kinds = [spec.name for spec in engine.rules.kinds]
    return engine.codes.code(state.game.players.index(player), kinds.index(kind), 0)


def _name(state: State, site: int) -> str:
    unbounded = state.game.rules.unbounded
    assert unbounded is not None
    x, y = site % unbounded.side, site // unbounded.side
    half = unbounded.side // 2
    return f"{(x + half) % unbounded.side - half},{(y + half) % unbounded.side - half}"


def test_a_beetle_drops_into_a_space_that_is_closed_in_on_all_sides() -> None:
    """It stands on 1,0; 0,0 has six pieces round it.

      a   A
    a   .   B(on A)
      s   Q   q
    """
    closed = {"0,1": "white ant", "-1,1": "black ant", "-1,0": "black ant", "0,-1": "black spider",
              "1,-1": "white queen", "2,-1": "black queen"}  # fmt: skip
    state = _on(closed, "white ant", "white beetle", at="1,0")
    assert "0,0" in _targets(state, "1,0")


def test_only_another_beetle_on_top_blocks_a_beetle_that_is_up() -> None:
    free = _on(_TWO, "black ant", "white beetle", at="-1,0")
    assert _targets(free, "-1,0")
    covered = _on(_TWO, "black ant", "white beetle", "black beetle", at="-1,0")
    assert _targets(covered, "-1,0") == set()
    assert _targets(_on(_TWO, "black ant", "white beetle", "black beetle", at="-1,0", to_move="black", ply=10), "-1,0")


@pytest.mark.parametrize(("high", "legal"), [((), True), (("0,1",), True), (("0,1", "1,-1"), False)])
def test_a_beetle_does_not_climb_between_two_higher_stacks(high: tuple[str, ...], legal: bool) -> None:
    """The reading of tournaments: the way up to 1,0 leads between 0,1 and 1,-1."""
    flanks = {"0,1": "black ant", "1,-1": "white queen"}
    state = _stand({"0,0": "white beetle", "1,0": "black queen", **flanks}, ply=13)
    for site in high:
        _pile(state, site, flanks[site], "black beetle")
    assert ("1,0" in _targets(state, "0,0")) is legal
    assert {"0,1", "1,-1"} <= _targets(state, "0,0"), "onto the stacks themselves it may climb"


def test_all_four_beetles_may_stand_on_one_another() -> None:
    state = _on(
        {**_TWO, "-2,0": "black beetle"}, "white ant", "white beetle", "black beetle", "white beetle", at="-1,0",
        to_move="black", ply=12,
    )  # fmt: skip
    assert "-1,0" in _targets(state, "-2,0")
    done = after(state, "-2,0>-1,0")
    assert max(len(stack) for stack in done.position.layers[0].values()) == 5


def test_beside_a_stack_the_colour_of_the_top_counts_for_placing() -> None:
    white_on_black = _on(_TWO, "black ant", "white beetle", at="2,0", ply=11)
    assert "3,0" in _placed(white_on_black)
    black_on_white = _on(_TWO, "white ant", "black beetle", at="-1,0", ply=11)
    assert "-2,0" not in _placed(black_on_white)


def test_a_new_beetle_is_not_placed_on_another_piece() -> None:
    state = _stand(_TWO)
    placed = {part.text for part in state.parts() if part.text.startswith("beetle@")}
    assert placed == {"beetle@-1,0", "beetle@-1,1", "beetle@0,-1"}


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
    assert _targets(_stand(_GRASSHOPPER), "0,0") == {"2,0", "0,3", "-2,2"}


def test_the_grasshopper_does_not_jump_over_a_gap() -> None:
    assert "4,0" not in _targets(_stand(_GRASSHOPPER), "0,0"), "behind the gap stands a spider, and behind it is 4,0"


def test_the_grasshopper_may_jump_into_a_closed_space() -> None:
    """0,0 is surrounded by six; the grasshopper on 2,0 jumps over 1,0."""
    round_it = {"1,0": "black ant", "0,1": "black ant", "-1,1": "white queen", "-1,0": "black queen",
                "0,-1": "black ant", "1,-1": "black spider"}  # fmt: skip
    state = _stand({**round_it, "2,0": "white grasshopper"}, ply=15)
    assert "0,0" in _targets(state, "2,0")


def test_the_grasshopper_jumps_over_at_least_one_piece() -> None:
    state = _stand({**_TWO, "-1,0": "white grasshopper"})
    assert _targets(state, "-1,0") == {"2,0"}, "no single steps"


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
    return _stand({"0,0": "black spider", **_SPIDER_HIVE}, to_move="black", ply=20)


def test_the_spider_moves_exactly_three_spaces_here_to_one_of_four() -> None:
    """Outside: 0,1 - 1,1 - 2,1 and -1,1 - -2,1 - -2,0. Inside the bay: 0,-1 - 0,-2 - 1,-2 and 1,-1 - 2,-1 - 3,-2."""
    assert _targets(_spider(), "0,0") == {"2,1", "-2,0", "1,-2", "3,-2"}


def test_the_spider_does_not_enter_a_space_twice() -> None:
    """Two steps out and one back would be 0,1."""
    assert not {"0,1", "-1,1", "0,-1", "1,-1"} & _targets(_spider(), "0,0")


def test_the_spider_stays_in_touch_on_its_way() -> None:
    """Across the bay, from 0,-1 straight to 1,-1 and on to 2,-1, it would touch nothing."""
    assert "2,-1" not in _targets(_spider(), "0,0")


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
    assert _targets(_stand(_ANT, to_move="black", ply=10), "-2,0") == {
        "-2,1", "-2,2", "-1,2", "0,2", "1,1", "2,0", "2,-1", "1,-1", "1,-2", "0,-2", "-1,-1",
    }  # fmt: skip


def test_the_ant_may_not_enter_the_space_closed_in_by_five() -> None:
    assert "0,0" not in _targets(_stand(_ANT, to_move="black", ply=10), "-2,0")


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
    assert _targets(_stand(_LADYBUG), "0,0") == {
        "-1,1", "-1,2", "0,2", "1,-1", "2,0", "2,1", "1,2", "3,-1", "3,-2", "2,-2",
    }  # fmt: skip


def test_the_ladybug_does_not_go_round_the_hive_nor_stay_on_it() -> None:
    """From the end of a row of two it reaches neither its neighbours on the table nor a piece."""
    state = _stand({"0,0": "white ladybug", "1,0": "white queen", "2,0": "black queen"})
    assert _targets(state, "0,0") == {"1,1", "2,1", "2,-1", "3,-1", "3,0"}


def test_the_ladybug_gets_into_and_out_of_closed_spaces() -> None:
    round_it = {"1,0": "black ant", "0,1": "black ant", "-1,1": "white queen", "-1,0": "black queen",
                "0,-1": "black ant", "1,-1": "black spider"}  # fmt: skip
    inside = _stand({**round_it, "0,0": "white ladybug"}, ply=15)
    assert "2,0" in _targets(inside, "0,0")
    outside = _stand({**round_it, "2,0": "white ladybug"}, ply=15)
    assert "0,0" in _targets(outside, "2,0")


# The mosquito on 0,0 touches a beetle and a spider:
#
#      s   Q   q
#    M   b
_MOSQUITO = {
    "0,0": "white mosquito", "1,0": "black beetle", "0,1": "black spider", "1,1": "white queen", "2,1": "black queen",
}  # fmt: skip


def test_the_mosquito_moves_like_what_it_touches_here_to_one_of_six() -> None:
    """As a beetle -1,1 1,-1 1,0 0,1; as a spider, three steps either way round, 2,0 and 0,2."""
    assert _targets(_stand(_MOSQUITO), "0,0") == {"-1,1", "1,-1", "1,0", "0,1", "2,0", "0,2"}


def test_the_mosquito_learns_from_both_colours_and_anew_each_time() -> None:
    own = _stand({"0,0": "white mosquito", "1,0": "white grasshopper", "2,0": "white queen", "3,0": "black queen"})
    assert _targets(own, "0,0") == {"4,0"}
    # Having jumped it touches a queen and moves like her: one step, round her.
    there = once_more(after(own, "0,0>4,0"), 0)
    assert _targets(there, "4,0") == {"3,1", "4,-1"}


def test_up_on_the_hive_the_mosquito_stays_a_beetle() -> None:
    """It stands on the black queen, next to a grasshopper; like that it could jump to 3,0 and to -1,0."""
    state = _on({"0,0": "white queen", "2,0": "black grasshopper"}, "black queen", "white mosquito", at="1,0", ply=11)
    assert _targets(state, "1,0") == {"0,0", "2,0", "0,1", "1,1", "1,-1", "2,-1"}


def test_beside_a_stack_the_mosquito_learns_from_the_beetle_on_top_only() -> None:
    state = _on(
        {"0,0": "white mosquito", "2,0": "white queen", "3,0": "black queen"}, "black ant", "black beetle", at="1,0"
    )
    assert _targets(state, "0,0") == {"0,1", "1,-1", "1,0"}


def test_a_mosquito_that_touches_only_a_mosquito_does_not_move() -> None:
    state = _stand({"0,0": "white mosquito", "1,0": "black mosquito", "2,0": "white queen", "3,0": "black queen"})
    assert _targets(state, "0,0") == set()


# ------------------------------------------------------------------------------------------- while moving


def test_a_moving_piece_may_touch_enemy_pieces() -> None:
    state = _stand({**_TWO, "-1,0": "white ant"})
    assert "2,0" in _targets(state, "-1,0"), "only the black queen is there"


def test_the_hive_stays_in_one_piece_at_the_end_of_a_move() -> None:
    state = _stand({"0,0": "black ant", "-1,0": "black queen", "1,0": "white queen"}, to_move="black", ply=10)
    assert _targets(state, "0,0") == set()


def test_the_hive_stays_in_one_piece_during_a_move() -> None:
    """The queen on 0,0 holds two halves together; on 0,1 she would hold them together again.

        a
    q       Q
      Q'            (her own place; -1,1 and 1,0 touch 0,1 as well)
    """
    state = _stand({"0,0": "white queen", "-1,1": "black queen", "1,0": "black ant", "2,-1": "white ant"})
    assert _targets(state, "0,0") == set()
    round_about = {"-1,2": "white ant", "0,2": "white spider", "1,1": "black spider"}
    held = _stand({"0,0": "white queen", "-1,1": "black queen", "1,0": "black ant", **round_about})
    assert _targets(held, "0,0"), "the others hang together without her"


def test_a_piece_that_is_closed_in_does_not_move() -> None:
    """Five pieces round the ant; its way out between 1,0 and 0,-1 is too narrow."""
    five = {
        "1,0": "black ant",
        "0,1": "black ant",
        "-1,1": "white queen",
        "-1,0": "black queen",
        "0,-1": "black spider",
    }
    assert _targets(_stand({"0,0": "white ant", **five}), "0,0") == set()
    four = {site: piece for site, piece in five.items() if site != "0,-1"}
    assert _targets(_stand({"0,0": "white ant", **four}), "0,0")


def test_beetle_and_grasshopper_are_exceptions() -> None:
    five = {
        "1,0": "black ant",
        "0,1": "black ant",
        "-1,1": "white queen",
        "-1,0": "black queen",
        "0,-1": "black spider",
    }
    assert _targets(_stand({"0,0": "white beetle", **five}), "0,0") == set(five)
    # Over 0,1 to 0,2 and over the others likewise; 1,-1 is empty and nothing is jumped that way.
    assert _targets(_stand({"0,0": "white grasshopper", **five}), "0,0") == {"2,0", "0,2", "-2,2", "-2,0", "0,-2"}


def test_a_space_that_needs_others_to_make_way_is_not_entered() -> None:
    """The queen on 1,-1 stands in front of the opening of a ring of five."""
    five = {"1,0": "black ant", "0,1": "black ant", "-1,1": "black spider", "-1,0": "black queen", "0,-1": "black ant"}
    assert _targets(_stand({"1,-1": "white queen", **five}), "1,-1") == {"2,-1", "1,-2"}


# ------------------------------------------------------------------------------------------- blocked, end, draw


def test_who_can_neither_place_nor_move_misses_a_turn() -> None:
    covered = _on({"1,0": "black queen"}, "white queen", "black beetle", at="0,0", ply=11)
    assert labels(covered) == ["pass"], "white's only piece is covered, and no white piece shows"
    passed = after(covered, "pass")
    assert passed.player == "black"
    assert result(passed) is None


def test_nobody_may_pass_who_can_play() -> None:
    state = _stand(_TWO)
    assert "pass" not in labels(state)
    with pytest.raises(IllegalMove):
        state.push("pass")


def test_after_a_missed_turn_the_game_goes_on() -> None:
    covered = _on({"1,0": "black queen"}, "white queen", "black beetle", at="0,0", ply=11)
    freed = after(covered, "pass", "0,0>0,1")
    assert freed.player == "white"
    assert labels(freed) != ["pass"]


# Five round the white queen; the site 1,0 is open.
_NEARLY = {
    "0,0": "white queen", "0,1": "black ant", "-1,1": "black ant", "-1,0": "white ant", "0,-1": "black queen",
    "1,-1": "white spider",
}  # fmt: skip


def test_a_queen_surrounded_by_six_loses_whatever_their_colour() -> None:
    state = _stand({**_NEARLY, "2,-1": "black beetle"}, to_move="black", ply=16)
    assert result(after(state, "2,-1>1,0")) == "black wins"
    assert result(after(state, "2,-1>2,-2")) is None, "five are not enough"


def test_who_surrounds_his_own_queen_loses() -> None:
    state = _stand({**_NEARLY, "2,-1": "white beetle"}, ply=17)
    assert result(after(state, "2,-1>1,0")) == "black wins"


def test_a_covered_queen_can_be_surrounded_too() -> None:
    others = {site: piece for site, piece in _NEARLY.items() if site != "0,0"}
    state = _on({**others, "2,-1": "black beetle"}, "white queen", "white beetle", at="0,0", to_move="black", ply=18)
    assert result(after(state, "2,-1>1,0")) == "black wins"


def test_surrounding_both_queens_at_once_is_a_draw() -> None:
    """The queens stand side by side; 0,1 is the last free site of both."""
    state = _stand(
        {"0,0": "white queen", "1,0": "black queen", "-1,1": "white ant", "-1,0": "white ant", "0,-1": "white ant",
         "1,-1": "white spider", "2,0": "black ant", "1,1": "black ant", "2,-1": "black ant", "0,2": "black spider",
         "0,3": "white grasshopper"},
        ply=19,
    )  # fmt: skip
    assert result(after(state, "0,3>0,1")) == "draw"


def test_the_texts_are_those_of_the_universal_hive_protocol() -> None:
    state = after(HIVE.start(), "wQ", "bA1 wQ-")
    assert state.parse("wA1 -wQ") == state.parse("ant@-1,0")
    assert state.parse("wA1 \\wQ") == state.parse("ant@-1,1")
    moved = _stand({**_TWO, "-1,0": "white ant"})
    assert moved.parse("wA1 bQ-") == moved.parse("-1,0>2,0")

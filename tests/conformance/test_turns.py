"""Decisions D8 and D63 to D78: complete turns, chance, what is one move, its place in the list and its text."""

from __future__ import annotations

import pytest

from rulewright.errors import AmbiguousMove, IllegalMove
from tests.conformance.helpers import after, labels, library, pieces, result, small, variable

_LINE = "{tiling: square, size: 6x1}"


def test_d8_a_finished_chain_is_remembered_from_its_first_origin_to_its_last_target() -> None:
    chain = small(
        """
        jump: {move: mine, path: jump e over piece to empty, again: must}
        mark_start: {place: pebble, to: jump.origin, say: ""}
        mark_end:   {place: pebble, to: jump.target, say: ""}
        mark_way:   {do: put pebble at jump.passed, say: ""}
        """,
        turn="jump then mark_start then mark_end then mark_way",
        board=_LINE,
        pieces='{stone: {letter: s}, pebble: {owner: none, layer: floor, letter: "."}}',
    )
    state = chain.position({"a1": "white stone", "b1": "black stone", "d1": "black stone"})
    assert labels(state) == ["a1-c1-e1"]
    assert set(pieces(after(state, "a1-c1-e1"), 1)) == {"a1", "e1", "b1", "d1"}


def test_d8_turn_words_join_all_parts() -> None:
    parts = small(
        """
        go: {move: mine, path: step e to empty}
        mark: {do: put pebble at turn.origin or turn.target, say: ""}
        """,
        turn="repeat 2 (go) then mark",
        board=_LINE,
        pieces='{stone: {letter: s}, pebble: {owner: none, layer: floor, letter: "."}}',
    )
    state = parts.position({"a1": "white stone"})
    assert set(pieces(after(state, "a1-b1 b1-c1"), 1)) == {"a1", "b1", "c1"}


def test_d8_kind_is_that_of_the_piece_when_lifted() -> None:
    crowned = small(
        "go: {move: mine, path: step e to empty, do: set it to king}",
        turn="go",
        board=_LINE,
        pieces="{man: {letter: m}, king: {letter: k}}",
        more="end: [win if kind = man]",
    )
    assert result(after(crowned.position({"a1": "white man"}), "a1-b1")) == "white wins"


def test_d64_the_must_of_the_game_is_asked_after_the_last_part_only() -> None:
    pairs = small(
        "go: {move: mine, path: step e to empty}",
        turn="go then go",
        board=_LINE,
        more="must: connected mine along orth",
    )
    state = pairs.position({"white stone": ["a1", "b1"]})
    # After b1-c1 the stones are apart; a1-b1 joins them again. b1-c1 c1-d1 does not.
    assert labels(state) == ["b1-c1 a1-b1"]


def test_d65_a_guarded_part_is_obligatory_or_skipped() -> None:
    guarded = small(
        "go: {move: mine, path: step e to empty}\nextra: {place: stone, to: empty in f1}",
        turn="go then (extra if it in c1)",
        board=_LINE,
    )
    assert labels(guarded.position({"white stone": ["a1"]})) == ["a1-b1"]
    assert labels(guarded.position({"white stone": ["b1"]})) == ["b1-c1 f1"]
    assert labels(guarded.position({"white stone": ["b1"], "black stone": ["f1"]})) == []
    optional = small(
        "go: {move: mine, path: step e to empty}\nextra: {place: stone, to: empty in f1}",
        turn="go then (may extra if it in c1)",
        board=_LINE,
    )
    assert labels(optional.position({"white stone": ["b1"]})) == ["b1-c1", "b1-c1 f1"]
    assert labels(optional.position({"white stone": ["a1"]})) == ["a1-b1"]


def test_d65_precedence_of_turn_words() -> None:
    one = small(
        "one: {place: stone, to: a1}\ntwo: {place: stone, to: b1}\nthree: {place: stone, to: c1}",
        turn="one then two or three",
        board=_LINE,
    )
    assert labels(one.start()) == ["a1 b1", "c1"]
    other = small(
        "one: {place: stone, to: a1}\ntwo: {place: stone, to: b1}\nthree: {place: stone, to: c1}",
        turn="one or two else three",
        board=_LINE,
    )
    assert labels(other.start()) == ["a1", "b1"]
    assert labels(other.position({"white stone": ["a1", "b1"]})) == ["c1"]


def test_d65_a_turn_for_each_player() -> None:
    uneven = small(
        "step_on: {move: mine, path: step orth to empty}\nput_one: {place: stone, to: empty in a1}",
        turn="{white: step_on, black: put_one}",
        board=_LINE,
    )
    state = uneven.position({"c1": "white stone"})
    assert labels(state) == ["c1-b1", "c1-d1"]
    assert labels(after(state, "c1-d1")) == ["a1"]


def test_d66_a_turn_must_change_something() -> None:
    there_and_back = small(
        "right: {move: mine, path: step e to empty}\nleft: {move: mine, path: step w to empty}",
        turn="right then left",
        board=_LINE,
    )
    assert labels(there_and_back.position({"white stone": ["a1"]})) == [], "right and left again is nothing"
    assert labels(there_and_back.position({"white stone": ["a1", "d1"]})) == ["a1-b1 d1-c1"]


def test_d66_a_repeat_does_not_run_in_circles() -> None:
    ring = small(
        "go: {move: mine, path: step orth to empty}",
        turn="repeat 1..9 (go)",
        board="{tiling: square, size: 2x1}",
    )
    assert labels(ring.position({"a1": "white stone"})) == ["a1-b1"]


def test_d67_a_pass_turn_is_one_of_empty_actions_only() -> None:
    passing = small(
        "go: {place: stone, to: empty}\npass: {}\nnod: {}",
        turn="go or pass or (pass then nod)",
        board=_LINE,
        more="end: [draw if passes = 2]",
    )
    state = after(passing.start(), "pass")
    assert state.position.passes == 1
    assert after(state, "a1").position.passes == 0
    assert result(after(state, "pass nod")) == "draw"


def test_d68_prefer_keeps_only_the_best() -> None:
    greedy = small(
        """
        take: {move: mine, path: jump orth over enemy to empty, do: capture passed, again: may}
        go: {move: mine, path: step orth to empty}
        """,
        turn="take or go",
        board="{tiling: square, size: 5x3}",
        more="prefer: captures",
    )
    state = greedy.position({"white stone": ["a1", "a3"], "black stone": ["b1", "d1", "b3"]})
    assert labels(state) == ["a1-c1-e1"]
    hops = small("go: {move: mine, path: step e to empty, again: may}", turn="go", board=_LINE, more="prefer: parts")
    assert labels(hops.position({"c1": "white stone"})) == ["c1-d1-e1-f1"], "each hop counts"


# ------------------------------------------------------------------------------------------- chance


def test_d69_chance_cuts_the_turn() -> None:
    dice = small(
        """
        bet:  {with: {stake: 1..2}, do: staked = stake}
        roll: {with: {eyes: 1..3}, do: thrown = eyes}
        cash: {with: {kept: 0..1}, do: gain = staked * thrown * kept, say: "{kept}"}
        """,
        turn="bet then chance roll then cash",
        more="vars: {staked: {range: 0..2}, thrown: {range: 0..3}, gain: {range: 0..9}}",
    )
    state = dice.start()
    assert (state.player, labels(state)) == ("white", ["bet:1", "bet:2"])
    state.push("bet:2")
    assert (state.player, labels(state), state.weights) == ("chance", ["roll:1", "roll:2", "roll:3"], [1, 1, 1])
    state.push("roll:3")
    assert (state.player, labels(state)) == ("white", ["0", "1"])
    state.push("1")
    assert (state.player, variable(state, "gain"), state.position.ply) == ("black", 6, 2)


def test_d69_registers_are_carried_over_the_chance() -> None:
    shot = small(
        """
        aim:   {pick: mine}
        wind:  {with: {force: 1..2}, do: blown = force}
        shoot: {place: arrow, from: aim.target, path: step n to empty}
        """,
        turn="aim then chance wind then shoot",
        pieces="{archer: {letter: a}, arrow: {owner: none, letter: x}}",
        more="vars: {blown: {range: 0..2}}",
    )
    state = after(shot.position({"white archer": ["a1", "c1"]}), "c1")
    assert state.is_chance
    assert labels(after(state, "wind:2")) == ["c2"]


def test_d70_equal_outcomes_merge_and_add_their_weights() -> None:
    sum_of_two = small(
        'roll: {with: {a: 1..3, b: 1..3}, do: total = a + b, say: "{a}+{b}"}\npass: {}',
        turn="chance roll then pass",
        more="vars: {total: {range: 0..6}}",
    ).start()
    assert labels(sum_of_two) == ["1+1", "1+2", "1+3", "2+3", "3+3"]
    assert sum_of_two.weights == [1, 2, 3, 2, 1]
    assert sum_of_two.parse("3+1") == sum_of_two.parse("1+3")


def test_d70_a_place_weighs_by_the_number_in_the_tray() -> None:
    bag = small(
        "draw_one: {place: anything, to: empty in row 1}\npass: {}",
        turn="chance draw_one then pass",
        board="{tiling: square, size: 2x1}",
        pieces="{ball: {owner: none, states: [red, blue], letter: {red: r, blue: b}}}",
        more="setup: {supply: {ball: {red: 3, blue: 1}}}",
    ).start()
    assert labels(bag) == ["red_ball@a1", "red_ball@b1", "blue_ball@a1", "blue_ball@b1"]
    assert bag.weights == [3, 3, 1, 1]


def test_d71_without_an_outcome_the_part_is_skipped() -> None:
    empty_bag = small(
        "draw_one: {place: ball, to: empty}\ngo: {do: turned += 1}",
        turn="chance draw_one then go",
        pieces="{ball: {owner: none, supply: 1, letter: b}}",
        more="vars: {turned: {range: 0..9}}",
    )
    state = after(empty_bag.start(), "a1", "go")
    while state.is_chance:  # an engine may show the skipped part as a node with one outcome
        assert len(state.legal_moves) == 1
        state.push(state.legal_moves[0])
    assert (state.player, labels(state)) == ("black", ["go"])


# ------------------------------------------------------------------------------------------- one move, order, text


def test_d72_turns_with_the_same_result_are_one_move() -> None:
    crossing = small("go: {move: mine, path: step orth to empty then step orth to empty}", turn="go")
    state = crossing.position({"c3": "white stone"})
    assert len(state.legal_moves) == 8
    apart = small("go: {move: mine, path: step orth to empty}", turn="go then go", more="distinct: route")
    assert len(labels(apart.position({"c3": "white stone"}))) == 4 * 4 - 4, "back again is no turn"
    joined = small("go: {move: mine, path: step orth to empty}", turn="go then go")
    assert len(labels(joined.position({"c3": "white stone"}))) == 8


def test_d73_order_of_moves() -> None:
    ordered = small(
        """
        late: {place: stone, to: empty in row 1}
        soon: {move: mine, path: step any to empty}
        """,
        turn="soon or late",
        board="{tiling: square, size: 3x2}",
    )
    state = ordered.position({"white stone": ["b1", "a2"]})
    # Place in the turn first, then origins and targets as they are numbered.
    assert labels(state) == ["b1-a1", "b1-c1", "b1-b2", "b1-c2", "a2-a1", "a2-b2", "a1", "c1"]
    assert labels(library("connect_four").start()) == list("abcdefg")


def test_d73_a_shorter_turn_stands_before_the_longer_one_it_begins() -> None:
    running = small("go: {move: mine, path: step e to empty, again: may}", turn="go", board=_LINE)
    assert labels(running.position({"white stone": ["c1"]})) == ["c1-d1", "c1-d1-e1", "c1-d1-e1-f1"]


def test_d73_effect_choices_stand_last() -> None:
    chess = library("chess").position({"a7": "white pawn", "b7": "white pawn", "a1": "white king", "h4": "black king"})
    promotions = [label for label in labels(chess) if "=" in label]
    assert promotions == [
        f"{way}={kind}" for way in ("a7-a8", "b7-b8") for kind in ("queen", "rook", "bishop", "knight")
    ]


@pytest.mark.parametrize(
    ("action", "label"),
    [
        ("act: {move: mine, path: step e to empty}", "a1-b1"),
        ("act: {move: mine, path: step e to empty, again: may}", "a1-b1"),
        ("act: {place: stone, to: b1}", "b1"),
        ("act: {place: anything, to: b1}", "stone@b1"),
        ("act: {pick: mine, do: remove it}", "a1"),
        ("act: {pick: mine, path: step e to empty, do: remove it}", "a1-b1"),
        ("act: {do: remove mine}", "act"),
        ("act: {with: {way: [above, below]}, do: remove mine}", "act:above"),
        ("act: {move: mine, path: step e to empty, do: set it to rock or stone}", "a1-b1=rock"),
        ("act: {move: mine, path: step e to empty, say: '{kind} {letter} {dir}'}", "stone s e"),
        ("act: {move: mine, path: step e to empty, say: '{origin.row}{origin.column}{target.column}'}", "1ab"),
        ("act: {move: mine, path: step e to enemy or empty, say: '{origin}{captures:x}{target}'}", "a1b1"),
    ],
)
def test_d74_labels(action: str, label: str) -> None:
    made = small(
        action,
        turn="act",
        board="{tiling: square, size: 2x1}",
        pieces="{stone: {each: 3, letter: s}, rock: {each: 3, letter: r}}",
        more="setup: {hand: {stone: 2}}",
    )
    found = labels(made.position({"a1": "white stone"}))
    assert found[0] == label


def test_d75_labels_are_unique_and_any_spelling_of_a_merged_turn_is_read() -> None:
    same = small("act: {with: {d: orth}, pick: mine, do: shift it toward d, say: go}", turn="act")
    state = same.position({"c3": "white stone"})
    assert labels(state) == ["go", "go #2", "go #3", "go #4"]
    assert pieces(after(state, "go #2")) == {"d3": "white stone"}
    vague = small(
        """
        one: {place: stone, to: a1, say: first}
        two: {place: stone, to: b1, say: second}
        """,
        turn="(one then two) or (two then one) or one or two",
        board="{tiling: square, size: 2x1}",
    ).start()
    assert labels(vague) == ["first second", "first", "second"]
    assert vague.parse("second first") == vague.parse("first second")
    with pytest.raises(IllegalMove):
        library("connect_four").start().parse("a2")


def test_d75_a_text_that_fits_two_moves_is_ambiguous() -> None:
    """Two actions with the same results; the shown labels differ, the hidden ones do not."""
    two = small(
        """
        by_a: {with: {goal: orth}, pick: mine, do: shift it toward goal, say: "a {goal}"}
        by_b: {with: {goal: orth}, pick: mine, do: shift it toward goal, say: b}
        """,
        turn="by_a or by_b",
    )
    state = two.position({"c3": "white stone"})
    assert labels(state) == ["a n", "a e", "a s", "a w"]
    with pytest.raises(AmbiguousMove):
        state.parse("b")


def test_d76_parts_are_never_a_dead_end() -> None:
    state = library("vier_kreise").position(
        {
            "tile": "columns 0..4 rows 0..3",
            "white down stone": ["3,1"],
            "red down stone": ["0,0"],
        },
        phase="moving",
        hand={},
    )  # fmt: skip
    first = state.parts()
    whole = {label.split()[0] for label in labels(state)}
    assert {part.text for part in first} == whole
    for part in first:
        if not part.complete:
            assert part.text.count(">") == 1
            assert [more.text for more in state.parts([part])] == [
                label.split()[1] for label in labels(state) if label.startswith(f"{part.text} ")
            ]

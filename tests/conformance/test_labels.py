"""Decisions D72 to D76: what is one move, its place in the list, its text, and its parts."""

from __future__ import annotations

import pytest

from rulewright.errors import AmbiguousMove, IllegalMove
from rulewright.reference.decisions import Decisions
from tests.conformance.helpers import after, labels, library, pieces, small

_LINE = "{tiling: square, size: 6x1}"


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
    parts = Decisions(state.game._engine, state.position).parts(None)
    written = state._node.labels()
    first = [row[0].made.step for row in parts if row[0].made is not None]
    whole = {label.split()[0] for label in labels(state)}
    assert {written.turn(((step,),)) for step in first} == whole


def test_d74_a_direction_that_as_names_is_written_by_its_name() -> None:
    """In an alternative that was not taken it is nothing."""
    named = small('go: {move: mine, path: step e as d to empty | leap 0x2 to empty, say: "{target}{d}"}', turn="go")
    state = named.position({"a1": "white stone"})
    assert labels(state) == ["b1e", "c1", "a3"]

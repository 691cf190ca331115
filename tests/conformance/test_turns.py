"""Decisions D8 and D63 to D68: what is remembered in a turn, and which turns are complete."""

from __future__ import annotations

from tests.conformance.helpers import after, labels, pieces, result, small

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


def test_a_repeat_with_a_condition_may_have_bounds() -> None:
    """Section 11: it goes on while the condition holds, three times at the most; less than twice is no turn."""
    actions = "go: {move: mine, path: step e to empty}"

    def texts(turn: str, at: str) -> list[str]:
        return labels(small(actions, turn=turn, board=_LINE).position({at: "white stone"}))

    assert texts("repeat 0..3 (go) while (no mine in f1)", "a1") == ["a1-b1 b1-c1 c1-d1"]
    assert texts("repeat 0..3 (go) while (no mine in c1)", "a1") == ["a1-b1 b1-c1"]
    assert texts("repeat 2..3 (go) while (no mine in f1)", "e1") == [], "one step leads to the end"
    assert texts("repeat 2 (go) while (no mine in f1)", "d1") == ["d1-e1 e1-f1"]
    assert texts("repeat (go) while (no mine in f1)", "e1") == ["e1-f1"]

"""Decisions D36 to D49: how walks run, and the order in which an action is done."""

from __future__ import annotations

import pytest

from tests.conformance.helpers import after, draft, labels, library, pieces, routes, small, tray

_LINE = "{tiling: square, size: 6x1}"


@pytest.mark.parametrize(
    ("path", "targets"),
    [
        ("step e to empty", []),
        ("slide e to empty", []),
        ("slide w to empty", ["a1", "b1"]),
        ("jump e over piece to empty", ["e1"]),
        ("jump e over 1.. piece + 1.. empty to empty", ["f1"]),
        ("step e over 2 anywhere to anywhere", ["f1"]),
        ("step e over 1..2 anywhere to anywhere", ["e1", "f1"]),
        ("step e over times(count enemy) anywhere to anywhere", ["e1"]),
        ("step e over times(count enemy - 2) anywhere to anywhere", []),
        ("step e over times(0) anywhere to enemy", ["d1"]),
    ],
)
def test_d36_line_legs(path: str, targets: list[str]) -> None:
    """`. . O o . .`: white on c1, black on d1."""
    row = small(f"go: {{move: mine, path: {path}}}", turn="go", board=_LINE)
    state = row.position({"c1": "white stone", "d1": "black stone"})
    assert labels(state) == [f"c1-{target}" for target in targets]


def test_d37_a_mover_that_goes_off_leaves_the_board() -> None:
    leaving = small("go: {move: mine, path: step orth to empty or off}", turn="go", board="{tiling: square, size: 2x1}")
    state = leaving.position({"a1": "white stone", "b1": "black stone"})
    # North, south and west lead off; they are one move, for the piece is gone each time.
    assert labels(state) == ["a1-off"]
    gone = after(state, "a1-off")
    assert pieces(gone) == {"b1": "black stone"}
    assert tray(gone, "taken") == 0
    inside = small("go: {move: mine, path: step orth to empty or off}", turn="go").position({"a1": "white stone"})
    assert labels(inside) == ["a1-b1", "a1-a2", "a1-off"], "off counts as the site after the last"


def test_d37_a_placed_piece_that_goes_off_is_out_of_the_game() -> None:
    shooting = small(
        "shoot: {place: stone, from: mine, path: step e to empty or off}",
        turn="shoot",
        board="{tiling: square, size: 2x1}",
        pieces="{stone: {letter: s, each: 3}}",
        more="setup: {white stone: [b1], hand: {stone: 2}}",
    )
    assert labels(shooting.start()) == ["off"]
    gone = after(shooting.start(), "off")
    assert pieces(gone) == {"b1": "white stone"}
    assert tray(gone, "hand", "white") == 1


def test_d38_no_leg_lands_where_the_walk_has_been() -> None:
    """Three steps on a ring of four sites end on the neighbours of the start, never on the start itself."""
    ring = small(
        "go: {move: mine, path: step orth to empty then step orth to empty then step orth to empty}",
        turn="go",
        board="{tiling: square, size: 2x2}",
    )
    assert labels(ring.position({"a1": "white stone"})) == ["a1-b1", "a1-a2"]


def test_d38_crossing_the_start_is_allowed() -> None:
    there_and_back = small(
        "go: {move: mine, path: step e to empty then step w over 1..2 empty to empty}", turn="go", board=_LINE
    )
    # c1 - d1, then back over c1 (lifted) to b1, or over c1 and b1 to a1.
    assert labels(there_and_back.position({"c1": "white stone"})) == ["c1-a1", "c1-b1"]


def test_d38_passed_holds_runs_and_intermediate_landings() -> None:
    marking = small(
        """
        go:
          move: mine
          path: step e over 1 empty to empty then step n to empty
          do: put pebble at passed
        """,
        turn="go",
        pieces='{stone: {letter: s}, pebble: {owner: none, layer: floor, letter: "."}}',
    )
    done = after(marking.position({"a1": "white stone"}), "a1-c2")
    assert pieces(done, 1) == {"b1": "pebble", "c1": "pebble"}


def test_d38_dir_is_that_of_the_last_leg() -> None:
    row = small(
        """
        go: {move: mine, path: step e to empty then step n to empty, say: "{dir}"}
        hop: {move: mine, path: leap 1x2 to empty, if: dir = n or dir = e, say: "{target}"}
        """,
        turn="go or hop",
    )
    assert labels(row.position({"a1": "white stone"})) == ["n"], "after a leap there is no direction"


def test_d39_leaps() -> None:
    knight = small("go: {move: mine, path: leap 1x2 to empty}", turn="go")
    assert labels(knight.position({"a1": "white stone", "a2": "black stone", "b1": "black stone"})) == [
        "a1-c2",
        "a1-b3",
    ]
    assert len(labels(knight.position({"c3": "white stone"}))) == 8
    hex_leap = small(
        "go: {move: mine, path: leap 1x1 to empty}", turn="go", board="{tiling: hex, shape: hexagon, size: 3}"
    )
    # One step and one more turned by 60 degrees: the six sites between the directions.
    assert len(labels(hex_leap.position({"c3": "white stone"}))) == 6
    shogi = small(
        "go: {move: mine, path: leap forward 2 and sideways 1 to empty}",
        turn="go",
        players="{white: {forward: n}, black: {forward: s}}",
    )
    assert labels(shogi.position({"c1": "white stone"})) == ["c1-b3", "c1-d3"]


def test_d40_repeat_with_bounds() -> None:
    two_or_three = small("go: {move: mine, path: repeat 2..3 (step e to empty)}", turn="go", board=_LINE)
    assert labels(two_or_three.position({"a1": "white stone"})) == ["a1-c1", "a1-d1"]
    any_number = small(
        "go: {move: mine, path: repeat 1.. (step orth to empty)}", turn="go", board="{tiling: square, size: 3x3}"
    )
    walled = any_number.position({"white stone": ["a1"], "black stone": ["a2", "b2", "c2"]})
    assert labels(walled) == ["a1-b1", "a1-c1"]


def test_d40_names_bound_in_a_repeat_are_joined() -> None:
    collecting = small(
        "go: {move: mine, path: repeat 1..2 (jump e over enemy as caught to empty), do: capture caught}",
        turn="go",
        board=_LINE,
    )
    state = collecting.position({"a1": "white stone", "b1": "black stone", "d1": "black stone"})
    assert pieces(after(state, "a1-e1")) == {"e1": "white stone"}
    assert tray(after(state, "a1-e1"), "taken", "white") == 2


def test_d41_what_is_borrowed_is_not_borrowed_again() -> None:
    apes = "{ape: {letter: a, move: like piece next to origin}, rook: {letter: r, move: slide orth to empty}}"
    game = small("go: {move: mine, path: its move}", turn="go", pieces=apes)
    assert labels(game.position({"a1": "white ape", "b1": "black ape"})) == []
    beside_rook = game.position({"a1": "white ape", "b1": "black rook"})
    assert labels(beside_rook) == ["a1-a2", "a1-a3", "a1-a4", "a1-a5"]


def test_d43_with_values_stand_first_in_the_order() -> None:
    order = small(
        "go: {with: {how: [up, down]}, pick: mine, do: set it to how}",
        turn="go",
        pieces="{stone: {states: [up, down, flat], letter: {up: u, down: d, flat: f}}}",
    )
    state = order.position({"white flat stone": ["a1", "b1"]})
    assert labels(state) == ["a1:up", "b1:up", "a1:down", "b1:down"]


def test_d44_to_sees_the_board_lifted() -> None:
    lonely = small("go: {move: mine, to: empty next to mine}", turn="go", board=_LINE)
    assert labels(lonely.position({"c1": "white stone"})) == [], "the lifted stone is no neighbour"
    assert labels(lonely.position({"white stone": ["a1", "b1"]})) == ["a1-c1"], "and never back to where it was"


def test_d45_landing_captures_and_layers_are_independent() -> None:
    layers = small(
        "go: {move: mine, path: step e to empty or enemy}",
        turn="go",
        board=_LINE,
        pieces="{stone: {letter: s}, hat: {layer: top, letter: h}}",
    )
    state = layers.position({"white stone": ["a1"], "white hat": ["a1"], "black stone": ["b1"], "black hat": ["b1"]})
    done = after(state, "a1-b1")
    assert pieces(done, 0) == {"b1": "white stone"}
    assert pieces(done, 1) == {"a1": "white hat", "b1": "black hat"}
    assert tray(done, "taken", "white") == 1


def _it(effect: str, more: str = "") -> str:
    """What `it` is after an effect, by the label: white steps from b2 to c2 first."""
    asking = small(
        f"go:\n  move: my stone\n  path: step e to empty\n  do: [{effect or 'end turn'}]\n  say: 'it {{it}}'",
        turn="go",
        pieces="{stone: {states: [up, down], letter: {up: u, down: d}}, rock: {letter: r}}",
        board="{tiling: square, size: 5x5, tracks: {lane: {sites: c2 d2 e2}}}",
        more=more,
    )
    state = asking.position({"b2": "white up stone", "c4": "white rock", "d3": "black rock"})
    (label,) = labels(state)
    return label


@pytest.mark.parametrize(
    ("effect", "it"),
    [
        ("", "it c2"),
        ("move it to a5", "it a5"),
        ("move d3 to a5", "it c2"),
        ("move it to my hand", "it "),
        ("shift it toward n", "it c3"),
        ("shift d3 toward n", "it c2"),
        ("shift it along lane by 2", "it e2"),
        ("shift it along lane by 3", "it "),
        ("capture it", "it "),
        ("remove it", "it "),
        ("capture d3", "it c2"),
        ("move c4 to target", "it "),
        ("shift (c4 or c3) toward s, shift c3 toward s", "it "),
        ("flip it", "it c2"),
        ("set it to enemy", "it c2"),
        ("put rock at e5", "it c2"),
    ],
)
def test_d46_it_follows_the_piece(effect: str, it: str) -> None:
    assert _it(effect) == it


def test_d46_it_after_a_capture_that_has_its_own_rules() -> None:
    assert _it("capture it", "when_captured: move it to my hand").strip() == "it"


def test_d46_origin_and_target_are_sites_not_pieces() -> None:
    pushing = small(
        "go: {move: mine, path: step e to empty, do: [move it to e5, put rock at target, put rock at origin]}",
        turn="go",
        pieces="{stone: {letter: s}, rock: {owner: none, letter: r}}",
    )
    done = after(pushing.position({"b2": "white stone"}), "b2-c2")
    assert pieces(done) == {"b2": "rock", "c2": "rock", "e5": "white stone"}


def test_d47_in_the_second_hop_the_action_is_the_first() -> None:
    """A stone runs on only in the direction it has begun with; the label is its route."""
    running = small(
        "run: {with: {d: orth}, move: mine, path: step d to empty, if: no run.target or d = run.d, again: may}",
        turn="run",
        board="{tiling: square, size: 3x3}",
    )
    assert labels(running.position({"a1": "white stone"})) == ["a1-a2:n", "a1-a2-a3:n", "a1-b1:e", "a1-b1-c1:e"]


def test_d49_take() -> None:
    towers = small("go: {move: mine, take: 1..2, path: step e to empty}", turn="go", board=_LINE, more="stack: 4")
    state = towers.position({"white stone": {"a1": 3}})
    assert labels(state) == ["a1-b1:1", "a1-b1:2"]
    assert pieces(after(state, "a1-b1:2")) == {"a1": "white stone", "b1": "white stone/white stone"}
    whole = small("go: {move: mine, take: all, path: step e over times(load - 1) anywhere to empty}", turn="go",
                  board=_LINE, more="stack: 4")  # fmt: skip
    assert labels(whole.position({"white stone": {"a1": 3, "f1": 1}})) == ["a1-d1"]
    counted = small("go: {move: mine, take: height(origin) - 1, path: step e to empty}", turn="go", board=_LINE,
                    more="stack: 4")  # fmt: skip
    state = counted.position({"white stone": {"a1": 3, "f1": 1}})
    assert labels(state) == ["a1-b1"], "nobody chooses, so the label does not say it"
    assert pieces(after(state, "a1-b1"))["a1"] == "white stone"


def test_d57_attacked_asks_the_generator() -> None:
    """A cannon attacks over a screen only; a pawn attacks where it could take, not where it could step."""
    chess = draft("xiangqi")
    aimed = chess.position({"e1": "red general", "e5": "black cannon", "e3": "red soldier", "d10": "black general"})
    assert "e3-d3" not in labels(aimed)
    assert "e1-d1" not in labels(aimed), "the generals would face each other"
    screened = library("chess").position({"e4": "white king", "e6": "black pawn", "a8": "black king"})
    assert "e4-e5" in labels(screened)
    assert "e4-d5" not in labels(screened)


def test_d58_can() -> None:
    waiting = small(
        """
        go: {move: mine, path: step orth to empty}
        gloat: {if: not (enemy can go), do: proud = true}
        """,
        turn="go or gloat",
        board="{tiling: square, size: 2x2}",
        more="vars: {proud: {holds: yes_no}}",
    )
    assert "gloat" not in labels(waiting.position({"a1": "white stone", "b1": "black stone"}))
    shut_in = {"white stone": ["a2", "b1"], "black stone": ["a1"]}
    assert "gloat" in labels(waiting.position(shut_in))


def test_d58_could_is_granted_inside_its_own_answer() -> None:
    """Whoever moves must leave the enemy a move, by all rules but this one."""
    polite = small(
        "go: {move: mine, path: step orth to empty, must: enemy could go}",
        turn="go",
        board="{tiling: square, size: 3x1}",
    )
    free = polite.position({"a1": "white stone", "c1": "black stone"})
    assert labels(free) == [], "the enemy would have no move"
    wide = small(
        "go: {move: mine, path: step orth to empty, must: enemy could go}",
        turn="go",
        board="{tiling: square, size: 4x1}",
    )
    # After a1-b1 black has d1-c1, though that would leave white none but back to a1; asked once, not for ever.
    assert labels(wide.position({"a1": "white stone", "d1": "black stone"})) == ["a1-b1"]
    everywhere = small(
        "go: {move: mine, path: step orth to empty}",
        turn="go",
        board="{tiling: square, size: 3x1}",
        more="must: enemy could go",
    )
    assert labels(everywhere.position({"a1": "white stone", "c1": "black stone"})) == []


def test_d36_every_match_of_a_walk_is_a_turn_of_its_own() -> None:
    marks = small(
        "go: {move: mine, path: step e over 0.. piece as x + 0.. piece as y to empty}", turn="go", board=_LINE
    )
    state = marks.position({"a1": "white stone", "b1": "black stone", "c1": "black stone"})
    assert labels(state) == ["a1-d1"]
    assert routes(state, "a1-d1") == 3


def test_d38_a_repeat_of_no_times_passes_nothing() -> None:
    """`passed` is what lies strictly between: without the first leg that is nothing, and never the start."""
    bent = small(
        "go: {move: mine, path: repeat 0..1 (step n to empty) then step e to empty, if: origin not in passed}",
        turn="go",
    )
    assert labels(bent.position({"a1": "white stone"})) == ["a1-b1", "a1-b2"]


def test_d40_a_repeat_of_repeats_that_go_nowhere_ends() -> None:
    inner = small(
        "go: {move: mine, path: repeat 1.. (onward) then step n to empty}",
        turn="go",
        board="{tiling: square, size: 3x2}",
        more="paths: {onward: repeat 0.. (step e as d to empty)}",
    )
    assert labels(inner.position({"a1": "white stone"})) == ["a1-a2", "a1-b2", "a1-c2"]

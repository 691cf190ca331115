"""Decisions D12 to D35: what the words for sites, directions, pieces and numbers mean."""

from __future__ import annotations

import pytest

from rulewright.board import bits
from rulewright.reference.view import View
from tests.conformance.helpers import after, game, is_true, labels, number_of, once_more, pieces, sites_of, small

_FOUR = {"white stone": ["a1", "b1", "d4"], "black stone": ["b2", "e5"]}

# D21, D26, D27: each expression and the sites it means on this board (row by row from the bottom).
#   5 . . . . o
#   4 . . . O .
#   3 . . . . .
#   2 . o . . .
#   1 O O . . .
SETS = {
    "mine": "a1 b1 d4",
    "enemy": "b2 e5",
    "piece": "a1 b1 b2 d4 e5",
    "white": "a1 b1 d4",
    "mine or enemy": "a1 b1 b2 d4 e5",
    "empty in row 1": "c1 d1 e1",
    "anywhere not in (rows 2..5)": "a1 b1 c1 d1 e1",
    "mine next to enemy": "a1 b1 d4",
    "mine next to enemy along orth": "b1",
    "empty in row 1 next to mine not next to enemy": "",
    "anywhere not in piece next to enemy along orth": "a2 c2 b3 e4 d5",  # posts apply from left to right
    "mine joined to b1": "a1 b1",
    "mine not joined to b1": "d4",
    "n of mine": "a2 b2 d5",
    "orth of b1": "a1 c1 b2",
    "ne of mine in enemy": "b2 e5",
    "line of 2 piece": "a1 b1 b2 d4 e5",
    "line of 2 piece along orth": "a1 b1 b2",
    "line of 2 mine": "a1 b1",
    "line of 3 piece": "",
    "corners in empty": "e1 a5",
    "corners in piece": "a1 e5",
    "centre": "c3",
    "rim in piece": "a1 b1 e5",
    "column 2 in piece": "b1 b2",
    "rows 4.. in piece": "d4 e5",
    "reached by (step orth to empty) from b1": "c1",
    "reached by (slide e to empty) from b1": "c1 d1 e1",
    "passed by (slide e to empty) from b1": "c1 d1",
    "mine if no enemy else enemy": "b2 e5",
    "nothing": "",
    "mine or nothing": "a1 b1 d4",
    "mine if some enemy in row 3 else nothing": "",
    "mine next to nothing": "",
    "group of 2 mine": "a1 b1",
    "group of exactly 1 mine": "d4",
    "group of exactly 1 (mine or enemy)": "",
    "group of 3 piece": "a1 b1 b2",
    "group of 2 piece along n": "b1 b2",  # steps are taken both ways
    "enemy group of 3 piece": "b2",
    "anywhere where row(it) + column(it) = 3": "b1 a2",
    "piece where row(it) = column(it)": "a1 b2 d4 e5",
    # D7: a question about each site
    "mine where some (enemy next to it)": "a1 b1 d4",
    "mine where some (enemy next to it along orth)": "b1",
    "mine or enemy where it in rim": "a1 b1 e5",
    "anywhere where count (piece next to it) > 2": "a2",
    "mine where no (enemy next to it where it in rim)": "a1 b1",  # the inner "it" hides the outer one
    "anywhere where it = n of b1": "b2",
    "b1 where it is enemy": "",
    "n of (b1 where it is mine)": "b2",
}


@pytest.mark.parametrize("expression", SETS)
def test_d21_sets(expression: str) -> None:
    assert sites_of(expression, _FOUR) == SETS[expression]


NUMBERS = {
    "count piece": 5,
    "count mine - count enemy * 2": -1,
    "distance(a1, e5)": 4,
    "distance(a1, mine)": 0,
    "sides(corners)": 4,
    "sides(a1)": 2,
    "sides(b2)": 0,
    "max(count mine, 2)": 3,
    "min(count mine, 2)": 2,
    "abs(1 - count mine)": 2,
    "count (mine or b1)": 3,
    "7 / 2 rounded down": 3,
    "7 / 2 rounded up": 4,
    "(0 - 7) / 2 rounded down": -4,
    "(0 - 7) / 2 rounded up": -3,
    "6 / max(1, count mine) rounded up + 1": 3,
    "remainder(7, 3)": 1,
    "remainder(0 - 7, 3)": 2,
    "row(b1) * 10 + column(b1)": 12,
    "row(nothing)": 0,
    "column(n of a5)": 0,
    "count groups of piece": 2,
    "count groups of piece along orth": 3,
    "count groups of 3 piece": 1,
    "count groups of exactly 2 piece": 1,
    "count groups of exactly 2 piece along diag": 2,
    "count groups of (mine in row 3)": 0,
    "largest group of piece": 3,
    "largest group of mine along orth": 2,
    "largest group of (mine in row 3)": 0,
    "ply": 1,
    "round": 1,
}


@pytest.mark.parametrize("expression", NUMBERS)
def test_d21_numbers(expression: str) -> None:
    assert number_of(expression, _FOUR) == NUMBERS[expression]


CONDITIONS = {
    "all mine in rows 1..4": True,
    "all mine in rim": False,
    "all (mine in c3) in rim": True,  # nothing is all of it
    "connected mine": False,
    "connected (mine in row 1)": True,
    "connected (mine in c3)": True,  # nothing, and one site, hang together
    "connected (mine in d4)": True,
    "count mine = 2..4": True,
    "count mine != 2..4": False,
    "mine = a1 or b1": True,  # (mine = a1) or b1, and b1 is a site
    "mine = (a1 or b1)": False,
    "mine = (a1 or b1 or d4)": True,
    "some enemy and no neutral": True,
    "not (some enemy)": False,
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_d21_conditions(condition: str) -> None:
    assert is_true(condition, _FOUR) is CONDITIONS[condition]


def test_d21_line_of_exactly() -> None:
    row = {"white stone": ["a1", "b1", "c1", "e1", "e2"]}
    assert sites_of("line of 2 mine along orth", row) == "a1 b1 c1 e1 e2"
    assert sites_of("line of exactly 2 mine along orth", row) == "e1 e2"
    assert sites_of("line of exactly 3 mine along orth", row) == "a1 b1 c1"


def test_d12_relative_directions_follow_the_player() -> None:
    walking = small(
        "go: {move: mine, path: step forward to empty | leap forward 2 and left 1 to empty}",
        turn="go",
        players="{white: {forward: n}, black: {forward: s}}",
    )
    standing = {"c2": "white stone", "c4": "black stone"}
    assert labels(walking.position(standing)) == ["c2-c3", "c2-b4"]
    # Looking south, left is east.
    assert labels(walking.position(standing, to_move="black")) == ["c4-d2", "c4-c3"]


def test_d13_directions_as_values() -> None:
    turning = small(
        """
        go_back:   {with: {d: orth}, move: mine, path: step back(d) to empty, say: "{d} back {target}"}
        go_beside: {with: {d: orth}, move: mine, path: step beside(d) to empty, say: "{d} beside {target}"}
        go_across: {with: {d: orth}, move: mine, path: step across(d) to empty, say: "{d} across {target}"}
        """,
        turn="go_back or go_beside or go_across",
        more="distinct: route",
    )
    said = [label for label in labels(turning.position({"c3": "white stone"})) if label.startswith("n ")]
    assert said == ["n back c2", "n beside b4", "n beside d4", "n across b3", "n across d3"]


def test_d14_centre_of_an_even_board() -> None:
    assert sites_of("centre", {"a1": "white stone"}, board="{tiling: square, size: 8x8}") == "d4 e4 d5 e5"


def test_d15_adjacency_is_what_the_board_says() -> None:
    diagonal = {"a1": "white stone", "b2": "white stone"}
    assert is_true("connected mine", diagonal)
    assert not is_true("connected mine", diagonal, board="{tiling: square, size: 5x5, adjacency: orth}")
    # A line without "along" uses all directions, not the adjacency.
    assert sites_of("line of 2 mine", diagonal, board="{tiling: square, size: 5x5, adjacency: orth}") == "a1 b2"


def test_d16_links_cross_only_inside() -> None:
    board = "{tiling: square, size: 3x3, links: {slot: 1x2}}"
    bars = "{bar: {on: slot, letter: l}}"
    # a1b3 and a3b1 cross; a1b3 and a1c2 only share an end.
    assert "a1c2" not in sites_of("slot crossing mine", {"a1b3": "white bar"}, board=board, pieces=bars).split()
    assert "b1a3" in sites_of("slot crossing mine", {"a1b3": "white bar"}, board=board, pieces=bars).split()


def test_d22_states_are_components_of_a_piece() -> None:
    blocks = "{block: {states: {size: [tall, short], colour: [pale, dark]}, letter: {tall: t, short: s}}}"
    standing = {"a1": "white tall dark block", "b1": "white short dark block", "c1": "black tall pale block"}
    assert sites_of("tall block", standing, pieces=blocks) == "a1 c1"
    assert sites_of("my dark block", standing, pieces=blocks) == "a1 b1"
    assert sites_of("my tall dark block", standing, pieces=blocks) == "a1"
    painting = small("paint: {pick: my short block, do: set it to pale}", turn="paint", pieces=blocks)
    assert pieces(after(painting.position(standing), "b1"))["b1"] == "white short pale block"


def test_d25_facing() -> None:
    """A cart goes where it looks; turning is to the next direction clockwise."""
    carts = small(
        """
        go:   {move: mine, path: step forward to empty | step left to empty, say: "{origin}-{target}"}
        turn_right: {pick: mine, do: flip it, say: turn}
        reverse: {pick: mine, do: set it to s, say: south}
        """,
        turn="go or turn_right or reverse",
        pieces="{cart: {states: {facing: orth}, letter: c}}",
    )
    looking_north = carts.position({"c3": "white cart"})
    assert labels(looking_north) == ["c3-b3", "c3-c4", "turn", "south"]
    looking_east = once_more(after(looking_north, "turn"), 0)
    # Forward is east now, left is north; the next turn looks south, which is the same move as looking south at once.
    assert labels(looking_east) == ["c3-d3", "c3-c4", "turn"]


def test_d26_owner_and_kind_are_of_one_piece() -> None:
    two = "{stone: {letter: s}, flag: {layer: top, letter: f}}"
    standing = {"white stone": ["a1"], "black flag": ["a1"], "white flag": ["b1"]}
    assert sites_of("my flag", standing, pieces=two) == "b1"
    assert sites_of("enemy flag", standing, pieces=two) == "a1"
    assert sites_of("mine", standing, pieces=two) == "a1"
    assert sites_of("empty in flag", standing, pieces=two) == "b1", "empty looks at the main layer"


def test_d28_regions_of_players() -> None:
    walk = small(
        "go: {place: stone, to: empty in my camp not in enemy camp}",
        turn="go",
        more="regions: {camp: {white: row 1, black: column 1}}",
    )
    assert labels(walk.position({"e1": "white stone"})) == ["b1", "c1", "d1"]
    assert labels(walk.position({"e1": "white stone"}, to_move="black")) == ["a2", "a3", "a4", "a5"]


def test_d29_nouns_look_at_the_top_of_a_stack() -> None:
    stack = "stack: 3"
    standing = {"white stone": ["a1", "b1"], "black stone": ["c1"]}
    piling = small("go: {move: mine, path: step orth to piece}", turn="go", more=stack)
    piled = after(piling.position(standing), "b1-c1")
    assert pieces(piled)["c1"] == "black stone/white stone"
    assert sites_of("with_two", standing, more=f"{stack}\ndefine: {{with_two: piece with height 2}}") == ""
    assert labels(piled) == [], "black's stone is covered"


def test_d29_height_and_holding() -> None:
    stacks = {"white stone": {"a1": 3, "b1": 1}, "black stone": ["c1"]}
    more = "stack: 3"
    assert sites_of("mine with height 2..3", stacks, more=more) == "a1"
    assert sites_of("mine with height < 2", stacks, more=more) == "b1"
    assert number_of("height(row 1)", stacks, more=more) == 5
    assert number_of("count row 1", stacks, more=more) == 5
    assert number_of("count piece", stacks, more=more) == 3
    full = small("go: {move: mine, path: step w to piece}", turn="go", more=more)
    assert labels(full.position(stacks)) == [], "a fourth stone does not fit"


def test_d29_holding_looks_below() -> None:
    covering = small(
        """
        go:   {move: mine, path: step e to piece}
        find: {pick: holding(black stone), do: spot = target, say: "{target}!"}
        see:  {pick: black stone, do: spot = target, say: "{target}?"}
        """,
        turn="go or find or see",
        more="stack: 2\nvars: {spot: {holds: site}}",
    )
    start = covering.position({"a1": "white stone", "b1": "black stone"})
    assert labels(start) == ["a1-b1", "b1!"], "seen and found on the same site are one move"
    covered = after(start, "a1-b1")
    assert labels(covered) == ["b1!"]


def test_d30_on_a_class_only() -> None:
    walls = small(
        "go: {place: wall, to: empty not in rim}",
        turn="go",
        board="{tiling: square, size: 2x1, uses: [cell, edge]}",
        pieces="{wall: {on: edge, letter: w}}",
    )
    assert labels(walls.start()) == ["a1e"], "cells and outer edges are no place for it"


def test_d31_trays_at_the_start() -> None:
    blocks = "{block: {each: 8, states: {size: [tall, short], colour: [pale, dark]}, letter: {tall: t, short: s}}}"
    of_each = small(
        "go: {place: anything, to: empty in a1}", turn="go", pieces=blocks, more="setup: {hand: {block: one of each}}"
    )
    assert labels(of_each.start()) == [
        "tall_pale_block@a1", "tall_dark_block@a1", "short_pale_block@a1", "short_dark_block@a1",
    ]  # fmt: skip
    rest = "hand(me) * 10 + hand(enemy)"
    six = {"more": "setup: {hand: all}", "pieces": "{stone: {each: 4, letter: s}}"}
    assert number_of(rest, {"a1": "white stone"}, **six) == 34, "all = each less those on the board"


def test_d32_tray_that_is_asked_first() -> None:
    bag = small(
        "go: {place: stone, tray: [supply, taken], to: empty in a1}",
        turn="go",
        pieces="{stone: {owner: none, supply: 2, letter: s}}",
        more="setup: {supply: {stone: 1}}",
    )
    position = {"c3": "stone"}
    assert labels(bag.position(position, supply={"stone": 1})) == ["a1"]
    assert labels(bag.position(position, supply={"stone": 0}, taken={"white": {"stone": 1}})) == ["a1"]
    assert labels(bag.position(position, supply={"stone": 0}, taken={"black": {"stone": 1}})) == []


def test_d33_unmoved() -> None:
    """A king may leap while he and the rook beside him have not moved; a knight may come and go."""
    text = small(
        """
        go:   {move: mine, path: step orth to empty}
        vault:
          pick: my unmoved king
          path: step e over 1.. empty to my unmoved rook
          do: move origin to c1
          say: vault
        """,
        turn="go or vault",
        board="{tiling: square, size: 4x2}",
        pieces="{king: {letter: k}, rook: {letter: r}, knight: {letter: n}}",
        more="setup: {white king: [a1], white rook: [d1], white knight: [a2], black knight: [d2]}",
    )
    start = text.start()
    assert "vault" in labels(start)
    assert hash(after(start, "a2-b2", "d2-c2", "b2-a2", "c2-d2")) == hash(start), "knights are not kept track of"
    assert "vault" not in labels(after(start, "a1-b1", "d2-c2", "b1-a1", "c2-d2"))
    assert "vault" not in labels(after(start, "d1-c1", "d2-c2", "c1-d1", "c2-d2"))
    assert hash(after(start, "a1-b1", "d2-c2", "b1-a1", "c2-d2")) != hash(start)


def test_d34_teams() -> None:
    four = small(
        "go: {move: mine, path: step orth to empty or enemy}",
        turn="go",
        players="{ann: {team: north}, bob: {team: south}, cid: {team: north}, dan: {team: south}}",
    )
    state = four.position({"c3": "ann stone", "b3": "bob stone", "d3": "cid stone", "c4": "dan stone"})
    assert labels(state) == ["c3-c2", "c3-b3", "c3-c4"], "not onto the partner on d3"


@pytest.mark.parametrize(
    ("key", "moves"),
    [
        ("if: count unmoved = 2", ["a1-b1"]),  # bare: the pieces of all kinds
        ("if: some mine not in unmoved", []),
        ("if: some my stone in unmoved", ["a1-b1"]),
    ],
)
def test_d33_unmoved_in_every_sentence(key: str, moves: list[str]) -> None:
    start = "setup: {white stone: [a1], black stone: [a5]}"
    asking = small(f"go: {{move: mine, path: step e to empty, {key}}}", turn="go", more=start)
    assert labels(asking.start()) == moves


def test_d33_unmoved_in_stuck() -> None:
    blocked = small(
        "go: {move: mine, path: step w to empty}",
        turn="go",
        more="setup: {white stone: [a1], black stone: [a5]}\nstuck: lose if some my unmoved stone else draw",
    )
    assert str(blocked.start().outcome) == "black wins"


def test_d7_an_inner_walk_has_the_states_and_the_facing_of_its_start() -> None:
    stone = "{stone: {letter: s, states: [flat, tall], move: {flat: step n to empty, tall: step e to empty}}}"
    asking = "ask: {pick: reached by (its move) from mine, do: spot = target}"
    more = "vars: {spot: {holds: site}}"
    state = small(asking, turn="ask", pieces=stone, more=more).position({"white tall stone": ["a1"]})
    assert labels(state) == ["b1"]
    facing = "{stone: {letter: s, states: {facing: orth}}}"
    asking = "ask: {pick: reached by (step forward to empty) from enemy, do: spot = target}"
    turned = small(
        f"{asking}\nwheel: {{pick: mine, do: set target to e}}",
        turn="{white: wheel, black: ask}",
        players="{white: {forward: n}, black: {forward: s}}",
        pieces=facing,
        more=f"{more}\nsetup: {{white stone: [a1], black stone: [e5]}}",
    )
    assert labels(after(turned.start(), "a1")) == ["b1"], "where the white stone looks, not where black goes"


_LAMPS = """
game: Lamps
players: [white, black]
board: {tiling: square, size: 3x3, adjacency: orth}
pieces:
  lamp: {letter: l, states: [red, green]}
  sign: {letter: s, states: [green, blue]}
  post: {letter: p}
define:
  asked: EXPRESSION
actions:
  pass: {}
turn: pass
end:
  - draw if some asked and ply > 5
"""
# D21: kinds and states of pieces, compared; no kind and no state are unequal to everything.
#   3 . . post
#   2 red lamp, green sign, post
#   1 red lamp, green lamp, green sign
_LIT = {
    "white red lamp": ["a1", "a2"],
    "white green lamp": ["b1"],
    "white green sign": ["b2", "c1"],
    "white post": ["c2", "c3"],
}
ALIKE = {
    "piece where state(it) = state(n of it)": "a1 b1",
    "piece where state(it) = green": "b1 c1 b2",
    "piece where state(it) = state(it)": "a1 b1 c1 a2 b2",  # a post has none
    "anywhere where kind(it) = kind(n of it)": "a1 c2",
    "anywhere where kind(it) != kind(it)": "a3 b3",
    "piece where kind(it) = sign or state(it) != state(it)": "c1 b2 c2 c3",
}


@pytest.mark.parametrize("expression", ALIKE)
def test_d21_kinds_and_states_of_sites(expression: str) -> None:
    made = game(_LAMPS.replace("EXPRESSION", expression))
    state = made.position(_LIT)
    engine = made._engine
    found = engine.evaluator.value(made.rules.defines[0].body, View(state.position, 0))
    assert " ".join(made.rules.board.label(site) for site in bits(found)) == ALIKE[expression]


_BLOCKS = _LAMPS.replace(
    "lamp: {letter: l, states: [red, green]}\n  sign: {letter: s, states: [green, blue]}",
    "lamp: {letter: l, states: {hue: [red, green], size: [tall, short]}}\n"
    "  sign: {letter: s, states: {hue: [green, blue], facing: orth}}\n"
    "  tag: {letter: t, layer: top, states: {mark: [checked, crossed]}}",
)
# D21: rows of states by their names. Kinds share the row "hue"; a sign has no size, a post neither.
#   3 . . post
#   2 red tall lamp, green sign, post
#   1 red short lamp, green short lamp, blue sign
_SET_UP = {
    "white red short lamp": ["a1"],
    "white green short lamp": ["b1"],
    "white red tall lamp": ["a2"],
    "white blue sign": ["c1"],
    "white green sign": ["b2"],
    "white post": ["c2", "c3"],
    "white crossed tag": ["c3"],
}
ROWS = {
    "piece where hue(it) = hue(n of it)": "a1 b1",
    "piece where size(it) = size(e of it)": "a1",
    "piece where size(it) = tall or hue(it) = blue": "c1 a2",
    "piece where hue(it) = hue(it)": "a1 b1 c1 a2 b2",
    "anywhere where size(it) != size(it)": "c1 b2 c2 a3 b3 c3",
    "lamp where size(it) != size(a2)": "a1 b1",
}


@pytest.mark.parametrize("expression", ROWS)
def test_d21_rows_of_states_by_name(expression: str) -> None:
    made = game(_BLOCKS.replace("EXPRESSION", expression))
    state = made.position(_SET_UP)
    found = made._engine.evaluator.value(made.rules.defines[0].body, View(state.position, 0))
    assert " ".join(made.rules.board.label(site) for site in bits(found)) == ROWS[expression]


def test_d21_a_state_of_one_row_is_handed_on() -> None:
    """What is asked of a row is a value like any other; the other row of the piece stays as it is."""
    made = small(
        "paint: {pick: piece next to a1, let: {new: hue(a1)}, if: hue(target) != new, do: set target to new}",
        turn="paint",
        board="{tiling: square, size: 3x1}",
        pieces="{lamp: {owner: none, letter: l, states: {hue: [red, green], size: [tall, short]}}}",
        more="setup: {green tall lamp: [a1], red short lamp: [b1], red tall lamp: [c1]}",
    )
    assert labels(made.start()) == ["b1"]
    assert pieces(after(made.start(), "b1"))["b1"] == "green short lamp"


def test_d21_the_kind_that_began_on_a_site() -> None:
    """It is that of the set-up, whatever stands there now; a piece can become it."""
    made = small(
        "go: {move: my pawn, path: step n to empty, let: {new: began(target)}, do: set it to new}",
        turn="go",
        board="{tiling: square, size: 3x2}",
        pieces="{pawn: {letter: p}, rook: {letter: r}}",
        more="setup: {black rook: [a2], white pawn: [b2]}",
    )
    state = made.position({"white pawn": ["a1", "b1", "c1"]})
    assert pieces(after(state, "a1-a2"))["a2"] == "white rook"
    assert pieces(after(state, "b1-b2"))["b2"] == "white pawn"
    assert pieces(after(state, "c1-c2"))["c2"] == "white pawn", "nothing began there, so nothing changes"


def test_d28_regions_by_row_and_column() -> None:
    """A condition for each site, of the board alone, makes places that come again and again."""
    regions = """
    game: Places
    players: [white, black]
    board: {tiling: square, size: 4x3}
    pieces: {stone: {letter: o}}
    regions:
      every_second_row: anywhere where remainder(row(it), 2) = 1
      knots: anywhere where row(it) = column(it) or count (anywhere next to it) = 3
      middle:
        white: anywhere where row(it) = 2 and it not in rim
        black: anywhere where column(it) / 2 rounded up = 2
    actions: {drop: {place: my stone, to: empty}}
    turn: drop
    """
    rules = game(regions).rules
    found = {
        region.name: [" ".join(rules.board.label(site) for site in bits(sites)) for sites in region.sites]
        for region in rules.regions
    }
    assert found == {
        "every_second_row": ["a1 b1 c1 d1 a3 b3 c3 d3"],
        "knots": ["a1 d1 b2 a3 c3 d3"],
        "middle": ["b2 c2", "c1 d1 c2 d2 c3 d3"],
    }


def test_d89_a_score_in_order() -> None:
    """Who is equal in the first number is compared by the second; the result shows the first."""
    text = """
    game: In order
    players: [white, black]
    board: {tiling: square, size: 3x3, adjacency: orth}
    pieces: {stone: {letter: o}}
    actions: {drop: {place: my stone, to: empty}}
    turn: drop
    score: [count groups of mine, largest group of mine, count (mine in row 1)]
    end: [highest score wins if ply > 3]
    """
    cases = {
        ("a1 b1", "a3 c3"): (("black",), 1, 2),
        ("a1 b1", "a3 b3"): (("white",), 1, 1),
        ("a2 b2", "a3 b3"): ((), 1, 1),
        ("a1 c1", "b2 b3"): (("white",), 2, 1),
    }
    for (white, black), (winners, ours, theirs) in cases.items():
        position = {"white stone": white.split()[:1], "black stone": black.split()}
        state = game(text).position(position, ply=4, to_move="white")
        state.push(white.split()[1])
        assert state.outcome is not None
        assert (state.outcome.winners, state.outcome.scores) == (winners, {"white": ours, "black": theirs})

"""`setup:`: pieces on the board, in hands and in the supply."""

from __future__ import annotations

import pytest

from rulewright.language.check.setup import Anchor
from tests.language.check.worlds import Game, read_game


def placed(
    setup: str, pieces: str = "man: {letter: m}", board: str = "{tiling: square, size: 4x4}", more: str = ""
) -> Game:
    return read_game(
        f"""
players: [white, black]
board: {board}
pieces: {{{pieces}}}
{more}
setup: {{{setup}}}
"""
    )


# ---------------------------------------------------------------- pieces on sites


def test_lists_and_sets_of_sites() -> None:
    game = placed("white man: [a1, b1], black man: row 4")
    assert game.diagnostics == []
    assert game.pieces() == {
        "a1": ["white man"],
        "b1": ["white man"],
        **{f"{column}4": ["black man"] for column in "abcd"},
    }


def test_a_row_of_names_with_a_range_is_a_list() -> None:
    assert list(placed("white man: a1..c1 d4").pieces()) == ["a1", "b1", "c1", "d4"]


def test_regions_of_a_player() -> None:
    game = placed("black man: black camp", more="regions: {camp: {white: row 1, black: [a4, b4]}}")
    assert list(game.pieces()) == ["a4", "b4"]


def test_heights() -> None:
    game = placed("seed: {a b: 2, c: 1}", 'seed: {owner: none, letter: "."}', "{sites: a b c d}", "stack: 4")
    assert [(piece.site, piece.level) for piece in game.start.pieces] == [
        (0, 1),
        (0, 2),
        (1, 1),
        (1, 2),
        (2, 1),
    ]


def test_everywhere_is_every_site_where_the_piece_may_stand() -> None:
    board = "{tiling: square, size: 2x2, uses: [cell, edge]}"
    assert len(placed("seed: {everywhere: 1}", "seed: {owner: none}", board).start.pieces) == 4 + 12
    assert len(placed("seed: {everywhere: 1}", "seed: {owner: none, on: edge}", board).start.pieces) == 12


def test_states_in_words_in_any_order() -> None:
    pieces = "block: {states: {size: [tall, short], colour: [pale, dark]}}"
    game = placed("white dark block: [a1], short black block: [b1]", pieces)
    assert game.pieces() == {"a1": ["white tall dark block"], "b1": ["black short pale block"]}


def test_a_bare_owner_is_the_only_piece_that_has_owners() -> None:
    game = placed("white: [a1], rock: [b1]", "man: {}, rock: {owner: none}")
    assert game.pieces() == {"a1": ["white man"], "b1": ["rock"]}


def test_layers_share_a_site_and_stacks_grow_line_by_line() -> None:
    pieces = "ring: {}, hat: {owner: none, layer: top}"
    game = placed("white ring: [a1], black ring: [a1], hat: [a1]", pieces, more="stack: 2")
    assert game.diagnostics == []
    assert game.pieces() == {"a1": ["white ring", "black ring", "hat"]}


def test_capitals_are_read_where_the_board_prints_them() -> None:
    game = placed("white man: [A1, b2]", board="{tiling: square, size: 4x4, names: upper}")
    assert list(game.pieces()) == ["a1", "b2"]


@pytest.mark.parametrize(
    ("setup", "code", "marked"),
    [
        ("white men: [a1]", "setup-piece", "men"),
        ("man: [a1]", "setup-piece", "man"),
        ("white black man: [a1]", "setup-piece", "black"),
        ("white rock: [a1]", "setup-piece", "white"),
        ("white man rock: [a1]", "setup-piece", "rock"),
        ("my man: [a1]", "setup-piece", "my"),
        ("white lit man: [a1]", "setup-piece", "lit"),
        ("white centre: [a1]", "setup-piece", "centre"),
        ("white man: [a1, e9]", "setup-site", "e9"),
        ("white man: a1 e9", "setup-site", "e9"),
        ("white man: my camp", "setup-site", "my camp"),
        ("white man: [a1, b2, a1]", "setup-twice", "a1"),
        ("white man: {a1: 2}", "setup-stack", "2"),
        ("white man: {a1: 0}", "setup-stack", "0"),
        ("lamp: {a1: 2}", "setup-stack", "2"),
    ],
)
def test_mistakes_are_marked_where_they_are(setup: str, code: str, marked: str) -> None:
    pieces = "man: {}, rock: {owner: none}, lamp: {owner: none, layer: top, states: [unlit, lit]}"
    game = placed(setup, pieces, more="regions: {camp: {white: row 1, black: row 4}}")
    assert (game.only.code, game.marked) == (code, marked)


def test_the_site_that_was_meant_is_guessed() -> None:
    assert placed("white man: [a11]").only.help == 'did you mean "a1"?'


def test_a_place_that_was_taken_away() -> None:
    game = placed("white man: [a1]", board="{tiling: square, size: 4x4, without: corners}")
    assert game.codes == ["setup-site"]
    assert "takes away" in game.only.message


def test_rows_that_overlap_are_told_once() -> None:
    game = placed("white man: rows 1..3, black man: rows 3..4")
    assert game.only.message == 'on "a3" and 3 more sites two pieces would stand: a white man is there already.'
    assert [note.span.text for note in game.only.notes] == ["rows 1..3"]


def test_classes() -> None:
    board = "{tiling: square, size: 2x2, uses: [cell, edge]}"
    game = placed("wall: [a1, a1e]", "wall: {owner: none, on: edge}", board)
    assert (game.only.code, game.marked) == ("setup-class", "a1")
    assert game.only.message == '"a1" is a cell, but wall stands only on edge.'
    game = placed("wall: anywhere", "wall: {owner: none, on: edge}", board)
    assert game.only.message == '"a1" and 3 more sites are cells, but wall stands only on edge.'


def test_a_stack_that_is_too_high() -> None:
    game = placed("seed: {a b: 5}", "seed: {owner: none}", "{sites: a b c}", "stack: 4")
    assert game.only.message == 'there would be 5 pieces on "a" and 1 more site, but a stack has at most 4.'


def test_a_broken_piece_is_told_only_where_it_is_declared() -> None:
    game = placed("white row: [a1]", "row: {letter: r}")
    assert game.codes == ["name-reserved"]


# ---------------------------------------------------------------- how many there are


def test_more_than_each() -> None:
    game = placed("white man: [a1, b1, c1]", "man: {each: 2}")
    assert (game.only.code, game.marked) == ("setup-count", "c1")
    assert game.only.message == 'white has 3 pieces "man", but there are only 2.'


def test_more_than_the_supply() -> None:
    assert placed("rock: row 1", "rock: {owner: none, supply: 3}").codes == ["setup-count"]


@pytest.mark.parametrize("hand", ["hand: {man: 2}", "hand: {black: {man: 2}}"])
def test_hand_and_board_together(hand: str) -> None:
    game = placed(f"black man: [a1], {hand}", "man: {each: 2}")
    assert (game.only.code, game.marked) == ("setup-count", "2")


def test_more_pieces_than_sites() -> None:
    game = placed("hand: all", "man: {each: 17}")
    assert (game.only.code, game.only.severity.value) == ("setup-room", "warning")
    assert placed("hand: all", "man: {each: 17}", more="stack: 2").diagnostics == []


# ---------------------------------------------------------------- trays


def test_hands() -> None:
    assert placed("hand: {man: 3}").trays() == {"hand white man": 3, "hand black man": 3}
    assert placed("hand: {white: {man: 3}}").trays() == {"hand white man": 3}


def test_all_is_what_is_not_on_the_board() -> None:
    game = placed("white man: [a1, b1], hand: all", "man: {each: 3}, king: {each: 1}, rock: {owner: none}")
    assert game.trays() == {
        "hand white man": 1,
        "hand white king": 1,
        "hand black man": 3,
        "hand black king": 1,
    }
    assert game.world.hand_kinds == {0, 1}


def test_the_supply_is_what_is_not_on_the_board() -> None:
    game = placed("rock: [a1, b1]", "rock: {owner: none, supply: 5}")
    assert game.trays() == {"supply rock": 3}
    assert placed("supply: {rock: 2}", "rock: {owner: none, supply: 5}").trays() == {"supply rock": 2}


def test_numbers_by_state() -> None:
    game = placed("supply: {marble: {white_: 6, grey: 8}}", "marble: {owner: none, states: [white_, grey, coal]}")
    assert game.trays() == {"supply white_ marble": 6, "supply grey marble": 8}


def test_so_many_of_each() -> None:
    pieces = "block: {owner: none, states: {size: [tall, short], colour: [pale, dark]}}"
    one = dict.fromkeys(
        (f"supply {size} {colour} block" for size in ("tall", "short") for colour in ("pale", "dark")), 1
    )
    assert placed("supply: {block: one of each}", pieces).trays() == one
    assert placed("supply: {block: {tall: 2 of each}}", pieces).trays() == {
        "supply tall pale block": 2,
        "supply tall dark block": 2,
    }


@pytest.mark.parametrize(
    ("setup", "marked"),
    [
        ("hand: some", "some"),
        ("hand: all", "all"),
        ("hand: {mna: 3}", "mna"),
        ("hand: {man: many}", "many"),
        ("hand: {man: 2 of each}", "2 of each"),
        ("hand: {man: {white: 3, black: 4}}", "white"),
        ("hand: {man: {big: 3}}", "big"),
        ("hand: {white: 3}", "white"),
        ("supply: {white: {man: 3}}", "white"),
        ("supply: all", "all"),
    ],
)
def test_mistakes_in_trays(setup: str, marked: str) -> None:
    game = placed(setup)
    assert (game.only.code, game.marked) == ("setup-tray", marked)


# ---------------------------------------------------------------- unbounded boards


def unbounded(setup: str, anchor: Anchor | None = None, side: int | None = 16) -> Game:
    return read_game(
        f"""
players: [white, red]
board: {{tiling: square, size: unbounded}}
pieces:
  tile: {{owner: none, supply: 20, layer: ground}}
  stone: {{each: 6}}
setup:
  {setup}
""",
        side=side,
        anchor=anchor,
    )


def test_blocks_and_coordinates() -> None:
    game = unbounded('tile: columns 0..1 rows 0..2\n  white stone: ["0,0", "1,2"]')
    assert game.diagnostics == []
    tiles = [piece.site for piece in game.start.pieces if piece.kind == 0]
    assert tiles == [0, 1, 16, 17, 32, 33]
    assert [piece.site for piece in game.start.pieces if piece.kind == 1] == [0, 33]
    assert game.trays() == {"supply tile": 14}


def test_negative_coordinates_lie_on_the_other_side_of_the_torus() -> None:
    game = unbounded('tile: ["-1,0", "0,0", "0,-1"]')
    assert game.diagnostics == []
    assert sorted(piece.site for piece in game.start.pieces) == [0, 15, 15 * 16]


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ("tile: columns 0..1 rows 0..1 or columns 3..4 rows 0..1", "setup-apart"),
        ("tile: columns 0..1", "setup-site"),
        ("tile: columns 0.. rows 0..1", "setup-site"),
        ("tile: columns 0..3000 rows 0..3000", "setup-site"),
        ("tile: everywhere", "setup-site"),
        ("tile: rim", "setup-site"),
        ("tile: [a1]", "setup-site"),
        ('tile: ["9999,0"]', "setup-site"),
        ('tile: ["0,0", "0,0"]', "setup-twice"),
    ],
)
@pytest.mark.parametrize("side", [16, None])
def test_mistakes_on_unbounded_boards(setup: str, code: str, side: int | None) -> None:
    assert unbounded(setup, side=side).codes == [code]


def test_diagonal_neighbours_do_not_count_where_the_anchor_is_orthogonal() -> None:
    setup = 'tile: ["0,0", "1,1"]'
    assert unbounded(setup).diagnostics == []
    assert unbounded(setup, Anchor(1, (0, 2, 4, 6))).codes == ["setup-apart"]


def test_other_layers_stand_on_the_anchor() -> None:
    setup = 'tile: ["0,0", "1,0"]\n  white stone: ["2,0"]'
    assert unbounded(setup).diagnostics == []
    assert unbounded(setup, Anchor(1, (0, 2, 4, 6))).codes == ["setup-apart"]

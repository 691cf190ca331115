"""Positions drawn with letters."""

from __future__ import annotations

from textwrap import indent

import pytest

from tests.language.check.worlds import Game, read_game


def drawn(board: str, pieces: str, diagram: str, players: str = "[white, black]", more: str = "") -> Game:
    return read_game(
        f"players: {players}\nboard: {board}\npieces: {pieces}\n{more}\nsetup:\n  board: |\n"
        + indent(diagram.strip("\n"), "    ")
        + "\n"
    )


def test_the_top_row_of_the_diagram_is_the_last_row_of_the_board() -> None:
    game = drawn("{tiling: square, size: 2x3}", "{man: {letter: m}}", "m .\n. .\n. M")
    assert game.diagnostics == []
    assert game.pieces() == {"b1": ["white man"], "a3": ["black man"]}


def test_indentation_and_empty_lines_have_no_meaning() -> None:
    game = drawn("{tiling: hex, shape: hexagon, size: 2}", "{man: {letter: m}}", "m .\n\n  . . .\n   . M")
    assert game.diagnostics == []
    assert game.pieces() == {"a2": ["white man"], "c2": ["black man"]}


def test_abalone_rows_are_as_long_as_those_of_the_board() -> None:
    rows = "o o o o o\no o o o o o\n. . o o o . .\n. . . . . . . .\n. . . . . . . . .\n"
    rows += ". . . . . . . .\n. . O O O . .\nO O O O O O\nO O O O O"
    game = drawn("{tiling: hex, shape: hexagon, size: 5}", "{marble: {each: 14, letter: o}}", rows)
    assert game.diagnostics == []
    assert len(game.start.pieces) == 28
    # The three marbles of the third row stand in the middle of c1 to c7.
    assert [site for site in game.pieces() if site[0] == "c"] == ["c3", "c4", "c5"]


def test_octosquare_rows_alternate_between_squares_and_octagons() -> None:
    game = drawn(
        "{tiling: octosquare, size: 2x2}",
        "{pin: {on: square, letter: p}, disc: {on: octagon, letter: o}}",
        "p .\no\n. P",
    )
    assert game.diagnostics == []
    assert game.pieces() == {"b1": ["white pin"], "a2": ["black pin"], "ab12": ["black disc"]}


def test_sites_that_were_taken_away_are_not_drawn() -> None:
    game = drawn("{tiling: square, size: 4x3, only: dark}", "{man: {letter: m}}", ". m\n . m\nM .")
    assert game.pieces() == {"a1": ["white man"], "d2": ["black man"], "c3": ["black man"]}


def test_letters_by_state_and_other_layers() -> None:
    pieces = '{stone: {states: [down, up], letter: {down: s, up: u}}, hat: {owner: none, layer: top, letter: "^"}}'
    game = drawn("{tiling: square, size: 3x1}", pieces, "S u^ ^")
    assert game.diagnostics == []
    assert game.pieces() == {"a1": ["white down stone"], "b1": ["black up stone", "hat"], "c1": ["hat"]}


def test_stacks_are_written_from_bottom_to_top() -> None:
    game = drawn("{tiling: square, size: 2x1}", "{ring: {letter: o}}", "oOO .", more="stack: 3")
    assert [(game.words(piece), piece.level) for piece in game.start.pieces] == [
        ("black ring", 1),
        ("white ring", 2),
        ("white ring", 3),
    ]


def test_an_underline_is_nothing_where_a_dot_is_a_piece() -> None:
    game = drawn("{tiling: square, size: 3x1}", '{seed: {owner: none, letter: "."}}', ". _ ..", more="stack: 2")
    assert game.pieces() == {"a1": ["seed"], "c1": ["seed", "seed"]}


def test_three_players_have_numbers() -> None:
    game = drawn("{tiling: square, size: 3x1}", "{man: {letter: m}}", "m1 m3 .", players="[red, green, blue]")
    assert game.pieces() == {"a1": ["red man"], "b1": ["blue man"]}


def test_neutral_letters_are_read_in_both_cases() -> None:
    game = drawn("{tiling: square, size: 3x1}", "{ball: {owner: none, letter: b}}", "b B .")
    assert game.pieces() == {"a1": ["ball"], "b1": ["ball"]}


def test_on_an_unbounded_board_the_bottom_left_is_zero() -> None:
    game = read_game(
        """
        players: [white, red]
        board: {tiling: square, size: unbounded}
        pieces: {tile: {owner: none, letter: "."}}
        setup:
          board: |
            _ .
            . .
        """,
        side=8,
    )
    assert game.diagnostics == []
    assert [piece.site for piece in game.start.pieces] == [0, 1, 8 + 1]


@pytest.mark.parametrize(
    ("diagram", "code", "marked"),
    [
        ("m .\n. . .\n. M", "setup-diagram", ". . ."),
        ("m .\n. M", "setup-diagram", ". M"),
        ("m .\n. .\n. .\nM M", "setup-diagram", "M M"),
        ("m x\n. .\n. M", "setup-letter", "x"),
        ("m .\n. _\n. M", "setup-letter", "_"),
        ("mM .\n. .\n. M", "setup-twice", "M"),
    ],
)
def test_mistakes_are_marked_where_they_are(diagram: str, code: str, marked: str) -> None:
    game = drawn("{tiling: square, size: 2x3}", "{man: {letter: m}}", diagram)
    assert (game.only.code, game.marked) == (code, marked)


def test_the_row_and_the_numbers_are_told() -> None:
    game = drawn("{tiling: square, size: 8x2}", "{man: {letter: m}}", "m m m m m m m\n. . . . . . . .")
    assert game.only.message == "row 1 of the diagram has 7 signs, the board has 8 columns there."


def test_a_sign_that_is_wrong_everywhere_is_told_once() -> None:
    game = drawn("{tiling: square, size: 3x3}", "{man: {letter: m}}", "x x x\n. . .\nx x x")
    assert game.codes == ["setup-letter"]
    assert game.only.help == "the signs of this game are M m (man) and . (nothing)"


def test_rows_without_blanks_are_told_once() -> None:
    game = drawn("{tiling: square, size: 3x3}", "{man: {letter: m}}", "mmm\n...\nMMM")
    assert game.codes == ["setup-diagram"]
    assert game.only.help == 'put a blank between two sites: "m m m"'


def test_a_letter_without_number_does_not_say_whose_piece_it_is() -> None:
    game = drawn("{tiling: square, size: 2x1}", "{man: {letter: m}}", "m .", players="[red, green, blue]")
    assert game.only.message == '"m" does not say whose piece it is.'

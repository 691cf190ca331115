"""Boards as text, each kind of board once, drawn by hand here."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import rulewright
from rulewright.show.drawing import draw_text
from rulewright.state import State
from tests.drawing.games import after, game, sites, with_pieces


def board(state: State, **how: Any) -> str:
    """The drawing without what stands under it."""
    return draw_text(state, **how).rsplit("\n\n", 1)[0]


def below(state: State) -> list[str]:
    return draw_text(state).rsplit("\n\n", 1)[1].split("\n")


def drawn(text: str) -> str:
    return dedent(text).strip("\n")


def test_square_cells_have_letters_and_numbers() -> None:
    assert board(game("tictactoe").start()) == drawn("""
        3 · · ·
        2 · · ·
        1 · · ·
          a b c
    """)


def test_capitals_are_the_first_players() -> None:
    assert board(after("chess", "e2-e4"), unicode=False) == drawn("""
        8 r n b q k b n r
        7 p p p p p p p p
        6 . . . . . . . .
        5 . . . . . . . .
        4 . . . . P . . .
        3 . . . . . . . .
        2 P P P P . P P P
        1 R N B Q K B N R
          a b c d e f g h
    """)


def test_half_a_board_leaves_the_other_half_blank() -> None:
    first = board(game("english_draughts").start()).split("\n")
    assert first[0] == "8   m   m   m   m"
    assert first[3] == "5 ·   ·   ·   ·"


def test_a_hexagon_is_named_by_rows_and_diagonals() -> None:
    expected = """
            i o o o o o
           h o o o o o o
          g · · o o o · ·
         f · · · · · · · ·
        e · · · · · · · · ·
         d · · · · · · · · 9
          c · · O O O · · 8
           b O O O O O O 7
            a O O O O O 6
               1 2 3 4 5
    """
    assert board(game("abalone").start()) == drawn(expected)


def test_a_rhombus_is_named_by_columns_and_rows() -> None:
    state = rulewright.load("hex", size=5).start()
    state.push("b1")
    assert board(state) == drawn("""
            5 · · · · ·
           4 · · · · ·
          3 · · · · ·
         2 · · · · ·
        1 · O · · ·
         a b c d e
    """)


def test_a_star_is_named_at_both_ends_of_its_rows() -> None:
    rows = board(game("chinese_checkers").start()).split("\n")
    assert rows[0].split() == ["q1", "o"]
    assert rows[4].split() == ["m1", *"·" * 13, "m13"]


def test_squares_and_octagons() -> None:
    rows = board(game("creeper").start()).split("\n")
    assert rows[0] == "7     [p] [p] [·] [P] [P]"
    assert rows[1] == "    (·) (·) (·) (·) (·) (·)"
    assert rows[-1].split() == [*"ABCDEFG"]


def test_a_drawing_keeps_its_lines() -> None:
    assert board(after("nine_mens_morris", "a7", "d6"), unicode=False) == drawn(r"""
        7  M-----------.-----------.
           |           |           |
        6  |   .-------m-------.   |
           |   |       |       |   |
        5  |   |   .---.---.   |   |
           |   |   |       |   |   |
        4  .---.---.       .---.---.
           |   |   |       |   |   |
        3  |   |   .---.---.   |   |
           |   |       |       |   |
        2  |   .-------.-------.   |
           |           |           |
        1  .-----------.-----------.
           a   b   c   d   e   f   g
    """)


def test_alquerque_has_its_diagonals() -> None:
    rows = board(game("alquerque").start(), unicode=False).split("\n")
    assert rows[0] == "5  o---o---o---o---o"
    assert rows[1] == "   | \\ | / | \\ | / |"


def test_pits_show_how_many() -> None:
    assert board(after("oware", "a")) == drawn("""
        l  k  j  i  h  g
        4  4  4  4  4  4

        0  5  5  5  5  4
        a  b  c  d  e  f
    """)


def test_stacks_show_their_top_and_height() -> None:
    text = draw_text(game("backgammon").start())
    points = [f"p{number}" for number in range(13, 25)]
    assert text.split("\n")[0].split() == [*points[:6], "bar_w", *points[6:], "off_b"], "as on a real board"
    assert "O5" in text
    assert "o5" in text


def test_cells_with_walls_between_them() -> None:
    state = with_pieces(game("quoridor").start(), wall="a1n a1ne b1n c1e")
    rows = board(state, unicode=False).split("\n")
    assert rows[16] == "  +---#---+   +   +   +   +   +   +   +"
    assert rows[17] == "1   .   .   . | .   P   .   .   .   ."
    assert rows[19] == "    a   b   c   d   e   f   g   h   i"


def test_an_unbounded_board_is_named_as_players_name_it() -> None:
    """The first tiles are 0..4 x 0..3, and one ring is shown round them."""
    assert board(game("vier_kreise").start()) == drawn("""
         ,4 _   _   _   _   _   _   _
         ,3 _   .   .   .   .   .   _
         ,2 _   .   .   .   .   .   _
         ,1 _   .   .   .   .   .   _
         ,0 _   .   .   .   .   .   _
        ,-1 _   _   _   _   _   _   _
            -1, 0,  1,  2,  3,  4,  5,
    """)


def test_pieces_of_other_layers_stand_behind_the_main_ones() -> None:
    stone = after("vier_kreise", "2,1")
    assert "S." in board(stone)
    meerkat = after("surikata", "a5", "b5", "c5", "d5", "e5", "a1")
    assert board(meerkat).split("\n")[4].split() == ["1", "O*", *"·" * 4]


def test_an_unbounded_hex_board() -> None:
    """One piece and the ring round it: columns lean to the right, as the direction ne does."""
    assert board(after("hive", "wQ")) == drawn("""
               -1, 0,
          ,1 ·   ·
        ,0 ·   Q   ·
         ,-1 ·   ·
           0,  1,
    """)


def test_marked_sites_stand_in_brackets_or_are_turned_round() -> None:
    state = game("tictactoe").start()
    marked = sites(state, "b2 c2")
    assert board(state, highlight=marked).split("\n")[1] == "2  · [·][·]"
    assert ";7m" in draw_text(state, colours=True, highlight=marked)
    squares = game("creeper").start()
    assert ">·<" in board(squares, highlight=sites(squares, "a4"))


def test_under_the_board_stands_whose_turn_it_is() -> None:
    state = after("tictactoe", "b2")
    assert below(state) == ["o to move; last move b2"]


def test_under_the_board_stands_how_it_ended() -> None:
    state = after("tictactoe", "a1", "b2", "a2", "b3", "a3")
    assert below(state)[0].startswith("x wins")


def test_under_the_board_stand_trays_and_variables() -> None:
    lines = below(after("surikata", "a5"))
    assert lines[1:] == [
        "white in hand: stone \N{MULTIPLICATION SIGN}10",
        "orange in hand: stone \N{MULTIPLICATION SIGN}10",
        "supply: mound \N{MULTIPLICATION SIGN}4, meerkat",
    ]
    assert below(with_pieces(game("quoridor").start()))[1] == "walls white 10, black 10"


def test_a_state_is_its_drawing() -> None:
    state = game("tictactoe").start()
    assert str(state) == draw_text(state)

"""`tests:` as they are read; the engines run them."""

from __future__ import annotations

import pytest

from rulewright.language.check.case_options import combinations_of_tests
from rulewright.rules import game as rules
from rulewright.source.diagnostics import Severity
from tests.language.check.worlds import Game, read_game

CHESS = """
game: Chess
players: {white: {forward: n}, black: {forward: s}}
board: {tiling: square, size: 8x8}
pieces:
  king: {letter: k}
  queen: {letter: q}
  rook: {letter: r}
  bishop: {letter: b}
  knight: {letter: n}
  pawn: {letter: p}
vars:
  skipped: {holds: site, lasts: 1 turn}
  quiet: {range: 0..100}
  checks: {range: 0..3, per: player}
  pips: {range: 0..4, per: 1..6}
  open: {holds: yes_no}
  next_one: {holds: player}
setup:
  board: |
    r n b q k b n r
    p p p p p p p p
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    P P P P P P P P
    R N B Q K B N R
tests:
"""


def chess(test: str, has_score: bool = False) -> Game:
    return read_game(f"{CHESS}  - {test}\n", has_score=has_score)


def only_test(game: Game) -> rules.TestCase:
    assert game.diagnostics == []
    assert len(game.tests) == 1
    return game.tests[0]


def sites(game: Game, mask: int | None) -> list[str]:
    assert mask is not None
    return [site.name for site in game.world.ready_board.sites if mask >> site.index & 1]


def test_a_test_of_the_start_has_no_position() -> None:
    test = only_test(chess("perft: [20, 400, 8902]"))
    assert (test.position, test.to_move, test.phase, test.ply, test.unmoved) == (None, 0, 0, None, None)
    assert test.perft == (20, 400, 8902)


def test_sites_with_pieces_and_pieces_with_sites() -> None:
    game = chess("{position: {e5: black king, white pawn: [a2, b2], d1: white king}, also: [a2-a3]}")
    assert game.pieces(only_test(game).position) == {
        "d1": ["white king"],
        "a2": ["white pawn"],
        "b2": ["white pawn"],
        "e5": ["black king"],
    }


def test_what_stands_where_it_stood_at_the_start_has_not_moved() -> None:
    game = chess("{position: {e1: white king, a1: black rook, h1: white rook, a3: white pawn}, also: [e1-e2]}")
    assert sites(game, only_test(game).unmoved) == ["e1", "h1"]


def test_what_has_not_moved_can_be_named() -> None:
    game = chess("{position: {e1: white king, h1: white rook}, unmoved: [e1], also: [e1-e2]}")
    assert sites(game, only_test(game).unmoved) == ["e1"]


def test_values_of_variables() -> None:
    given = "skipped: e3, quiet: 7, checks: {black: 2}, pips: {3: 1}, open: yes, next_one: black"
    test = only_test(chess(f"{{vars: {{{given}}}, moves: []}}"))
    # e3 is the fifth site of the third row.
    assert test.variables == ((0, 0, 20), (1, 0, 7), (2, 1, 2), (3, 2, 1), (4, 0, 1), (5, 0, 1))
    assert test.moves == ()


def test_one_value_is_that_of_all_entries() -> None:
    assert only_test(chess("{vars: {checks: 1}, moves: []}")).variables == ((2, 0, 1), (2, 1, 1))


def test_expected_results() -> None:
    test = only_test(chess("{play: [e2-e4], result: black wins, score: {white: 1, black: 7.5}}", has_score=True))
    assert test.result is not None
    assert (test.result.what, test.result.player) == ("wins", 1)
    assert test.scores == {0: 1.0, 1: 7.5}
    assert test.play == ("e2-e4",)


def test_a_move_that_looks_like_a_number() -> None:
    assert only_test(chess("{also: [12, e4]}")).also == ("12", "e4")


# ---------------------------------------------------------------- fen


def test_kiwipete() -> None:
    game = chess("{fen: r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1, perft: [48]}")
    test = only_test(game)
    found = game.pieces(test.position)
    assert len(found) == 32
    assert (found["e5"], found["h3"], found["e7"]) == (["white knight"], ["black pawn"], ["black queen"])
    assert (test.to_move, test.ply) == (0, 1)
    assert {"a1", "e1", "h1", "a8", "e8", "h8"} <= set(sites(game, test.unmoved))


def test_castling_letters_say_which_kings_and_rooks_have_not_moved() -> None:
    game = chess("{fen: r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 3, also: [e8-e7]}")
    test = only_test(game)
    assert sites(game, test.unmoved) == ["e1", "h1", "a8", "e8"]
    assert (test.to_move, test.ply) == (1, 6)


def test_the_en_passant_field_is_the_site_variable() -> None:
    assert only_test(chess("{fen: 4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1, also: [e8-e7]}")).variables == ((0, 0, 20),)


def test_sides_go_by_the_names_of_the_players() -> None:
    text = """
        players: [black, white]
        board: {tiling: square, size: 2x2}
        pieces: {man: {letter: m}}
        tests: [{fen: m1/1M b, also: [x]}, {fen: m1/1M w, also: [x]}]
    """
    assert [test.to_move for test in read_game(text).tests] == [0, 1]
    assert [test.to_move for test in read_game(text.replace("black, white", "red, black")).tests] == [1, 0]


@pytest.mark.parametrize(
    ("fen", "marked"),
    [
        ("8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8"),
        ("8/8/8/7/8/8/8/8 w", "7"),
        ("8/8/8/3x4/8/8/8/8 w", "x"),
        ("8/8/8/8/8/8/8/8 x", "x"),
        ("8/8/8/8/8/8/8/4K2R w KQ", "Q"),
        ("8/8/8/8/8/8/8/4K2R w H", "H"),
        ("8/8/8/8/8/8/8/8 w - - 7 1", "7"),
        ("8/8/8/8/8/8/8/8 w - - x 1", "x"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 2", "8/8/8/8/8/8/8/8 w - - 0 1 2"),
    ],
)
def test_mistakes_in_a_fen(fen: str, marked: str) -> None:
    game = chess(f"{{fen: {fen}, also: [x]}}")
    assert (game.only.code, game.marked) == ("test-fen", marked)


def test_an_en_passant_field_off_the_board() -> None:
    game = chess("{fen: 8/8/8/8/8/8/8/8 w - e9, also: [x]}")
    assert (game.only.code, game.marked) == ("setup-site", "e9")


def test_a_clock_is_read_where_the_variables_are_given() -> None:
    only_test(chess("{fen: 8/8/8/8/8/8/8/8 w - - 7 1, vars: {quiet: 7}, also: [x]}"))


# ---------------------------------------------------------------- trays of a position

SURIKATA = """
players: [white, orange]
board: {tiling: square, size: 5x5}
pieces:
  mound: {owner: none, supply: 5, letter: "#"}
  stone: {each: 10, letter: o, states: [down, up]}
  meerkat: {owner: none, supply: 1, layer: top, letter: "*"}
setup: {hand: {stone: 10}}
tests:
"""


def test_trays_are_those_of_the_start_less_what_is_on_the_board() -> None:
    game = read_game(f"{SURIKATA}  - {{position: {{mound: [b2, d2], white up stone: [a1, c1]}}, also: [x]}}\n")
    assert game.trays(only_test(game).position) == {
        "hand white down stone": 8,
        "hand orange down stone": 10,
        "supply mound": 3,
        "supply meerkat": 1,
    }


def test_trays_can_be_given() -> None:
    trays = "hand: {white: {stone: 2}}, supply: {mound: 0}, taken: {orange: {stone: 1}}"
    game = read_game(f"{SURIKATA}  - {{position: {{mound: [b2]}}, {trays}, also: [x]}}\n")
    assert game.trays(only_test(game).position) == {
        "hand white down stone": 2,
        "hand orange down stone": 10,
        "supply meerkat": 1,
        "taken orange down stone": 1,
    }


def test_trays_without_a_position_belong_to_the_set_up() -> None:
    game = read_game(f"{SURIKATA}  - {{hand: {{stone: 1}}, also: [x]}}\n")
    assert game.trays(only_test(game).position)["hand white down stone"] == 1


def test_a_diagram_with_two_layers_and_a_list_on_one_site() -> None:
    rows = [". . . . .", ". . . . .", ". # o* . .", ". . . . .", ". . . . ."]
    diagram = "".join(f"\n      {row}" for row in rows)
    first = read_game(f"{SURIKATA}  - position: |{diagram}\n    also: [a3]\n")
    second = read_game(f"{SURIKATA}  - {{position: {{b3: mound, c3: [orange stone, meerkat]}}, also: [a3]}}\n")
    expected = {"b3": ["mound"], "c3": ["orange down stone", "meerkat"]}
    assert first.pieces(only_test(first).position) == expected
    assert second.pieces(only_test(second).position) == expected


def test_owners_change_so_only_all_pieces_together_are_counted() -> None:
    row = "[a1, b1, c1, d1, e1, a2, b2, c2, d2, e2, a3]"
    only_test(read_game(f"{SURIKATA}  - {{position: {{white stone: {row}}}, also: [x]}}\n"))
    game = read_game(f"{SURIKATA}  - {{position: {{mound: [a1, b1, c1, d1, e1, a2]}}, also: [x]}}\n")
    assert game.codes == ["setup-count"]


# ---------------------------------------------------------------- options and phases

SIZES = """
players: [white, black]
board: {tiling: square, size: $size}
pieces: {man: {letter: m}}
options:
  size: {default: 5, choices: [3, 5]}
  goal: {default: e5}
regions: {goal: [$goal]}
tests:
  - perft: [25]
  - {options: {size: 3, goal: c3}, position: {white man: [c3]}, perft: [9]}
  - {options: {size: "5"}, position: {white man: [e5]}, also: [x]}
"""


def test_only_the_tests_for_the_chosen_options_are_read() -> None:
    assert [test.perft for test in read_game(SIZES).tests] == [(25,), ()]
    small = read_game(SIZES, options={"size": "3", "goal": "c3"})
    assert [test.perft for test in small.tests] == [(9,)]
    assert small.tests[0].options == {"size": "3", "goal": "c3"}


def test_the_combinations_that_tests_name() -> None:
    root = read_game(SIZES).world.root
    assert combinations_of_tests(root) == [{"size": "5", "goal": "e5"}, {"size": "3", "goal": "c3"}]


@pytest.mark.parametrize(
    ("options", "code"), [("{siez: 3}", "option-unknown"), ("{size: 4}", "option-value"), ("{size: 3}", None)]
)
def test_unknown_options_are_told_once(options: str, code: str | None) -> None:
    game = read_game(f"{SIZES}  - {{options: {options}, position: {{z9: white}}, also: [x]}}\n")
    assert game.codes == ([code] if code else [])


def test_phases() -> None:
    text = SURIKATA + "  - {phase: stones, also: [x]}\n"
    assert only_test(read_game(text, phases=("mounds", "stones"))).phase == 1
    game = read_game(text.replace("stones", "stone_"), phases=("mounds", "stones"))
    assert (game.only.code, game.only.help) == ("test-key", 'did you mean "stones"?')


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("test", "code", "marked"),
    [
        ("{name: nothing, position: {e5: black king}}", "test-empty", "name"),
        ("{also: []}", "test-empty", "also"),
        ("{position: {e5: black king}, fen: 8/8/8/8/8/8/8/8 w, also: [x]}", "test-position", "fen"),
        ("{fen: 8/8/8/8/8/8/8/8 w, to_move: black, also: [x]}", "test-position", "to_move"),
        ("{position: {hand: {pawn: 3}}, also: [x]}", "test-position", "hand"),
        ("{position: {e5: {black king: 1}}, also: [x]}", "test-position", "{black king: 1}"),
        ("{position: {e1: white king}, unmoved: [e1, e2], also: [x]}", "test-position", "e2"),
        ("{position: {e9: black king}, also: [x]}", "setup-site", "e9"),
        ("{position: {e5: black kign}, also: [x]}", "setup-piece", "kign"),
        ("{position: {e5: black}, also: [x]}", "setup-piece", "black"),
        ("{position: {e5: black king, white king: [e5]}, also: [x]}", "setup-twice", "e5"),
        ("{from: e9, also: [x]}", "setup-site", "e9"),
        ("{to_move: balck, also: [x]}", "test-key", "balck"),
        ("{phase: moving, also: [x]}", "test-key", "moving"),
        ("{vars: {quite: 3}, also: [x]}", "test-key", "quite"),
        ("{vars: {quiet: 101}, also: [x]}", "test-key", "101"),
        ("{vars: {quiet: {white: 1}}, also: [x]}", "test-key", "white"),
        ("{vars: {checks: {red: 1}}, also: [x]}", "test-key", "red"),
        ("{vars: {pips: {7: 1}}, also: [x]}", "test-key", "7"),
        ("{vars: {open: maybe}, also: [x]}", "test-key", "maybe"),
        ("{vars: {skipped: e9}, also: [x]}", "setup-site", "e9"),
        ("{perft: [0, 3]}", "test-key", "3"),
        ("{result: win}", "test-key", "win"),
        ("{result: red wins}", "test-key", "red"),
        ("{result: draw if quiet = 3}", "test-key", "draw if quiet = 3"),
        ("{score: {white: 1}}", "test-key", "white"),
        ("{also: [a2-a3, a2-a3]}", "test-key", "a2-a3"),
        ("{also: [a2-a3], never: [a2-a3]}", "test-key", "a2-a3"),
        ("{moves: [a2-a3], also: [a2-a4]}", "test-key", "a2-a4"),
    ],
)
def test_mistakes_are_marked_where_they_are(test: str, code: str, marked: str) -> None:
    game = chess(test)
    assert (game.only.code, game.marked) == (code, marked)


def test_scores_are_whole_or_half() -> None:
    game = chess("{score: {white: 1.25}}", has_score=True)
    assert (game.only.code, game.marked) == ("test-key", "1.25")


def test_a_game_without_tests() -> None:
    game = read_game(CHESS + "  []\n")
    assert (game.only.code, game.only.severity, game.marked) == ("tests-none", Severity.WARNING, "game")


def test_too_many_tests() -> None:
    game = read_game(CHESS + "  - {also: [x]}\n" * 201)
    assert game.codes == ["bounds-tests"]


def test_too_many_pieces_in_all_tests() -> None:
    everywhere = "  - {position: {white pawn: anywhere}, also: [x]}\n"
    text = CHESS.replace("8x8", "60x60").replace(CHESS[CHESS.index("setup:") : CHESS.index("tests:")], "")
    assert read_game(text + everywhere * 3).diagnostics == []
    assert read_game(text + everywhere * 7).codes == ["bounds-tests"]

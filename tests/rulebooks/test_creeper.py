"""Creeper, sentence by sentence."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.errors import IllegalMove
from rulewright.state import State
from tests.conformance.helpers import after, labels, pieces, result, tray

CREEPER = rulewright.load("creeper")
HOMES = ("AB12", "AB67", "FG12", "FG67")


def _from(state: State, site: str) -> set[str]:
    return {label for label in labels(state) if label.startswith(site.upper())}


def _position(
    white_pawns: list[str], black_pawns: list[str], to_move: str = "white", *,
    white: tuple[str, ...] | list[str] = (), black: tuple[str, ...] | list[str] = (),
) -> State:  # fmt: skip
    """Pawns of both, and discs by the colour that lies up."""
    given = {"white pawn": white_pawns, "black pawn": black_pawns, "white disc": list(white), "black disc": list(black)}
    return CREEPER.position({piece: sites for piece, sites in given.items() if sites}, to_move=to_move)


# ------------------------------------------------------------------------------------------- material, start


def test_each_has_eight_pawns() -> None:
    standing = list(pieces(CREEPER.start()).values())
    assert (standing.count("white pawn"), standing.count("black pawn"), len(standing)) == (8, 8, 16)


def test_32_discs_lie_in_a_common_pool_and_none_on_the_board() -> None:
    start = CREEPER.start()
    assert tray(start, "supply", kind="disc") == 32
    assert tray(start, "hand") == 0
    assert not any("disc" in piece for piece in pieces(start).values())


def test_the_four_corner_octagons_are_homes_two_each_at_opposite_corners() -> None:
    """Each player wins between his own two and not between the other's (see the end of the game)."""
    octagons = [site.name.upper() for site in CREEPER.rules.board.sites if site.cls == "octagon"]
    assert len(octagons) == 36
    assert set(HOMES) <= set(octagons)
    whites = [site for site in _CHAIN if site != "cd34"]
    assert result(after(_position(["a3"], ["c3"], "black", black=whites), "C3+D4")) is None, "these are White's homes"


def test_four_pawns_stand_beside_each_home() -> None:
    """A home touches the squares of its two columns and rows; the corner square itself does not exist."""
    start = pieces(CREEPER.start())
    corners = {"AB12": "white", "FG67": "white", "AB67": "black", "FG12": "black"}
    near = {"AB12": ["A2", "A3", "B1", "C1"], "FG67": ["E7", "F7", "G5", "G6"],
            "AB67": ["A5", "A6", "B7", "C7"], "FG12": ["E1", "F1", "G2", "G3"]}  # fmt: skip
    for home, owner in corners.items():
        assert [start[site] for site in near[home]] == [f"{owner} pawn"] * 4


def test_white_begins_and_the_players_move_in_turn() -> None:
    assert CREEPER.start().player == "white"
    assert after(CREEPER.start(), "A3-A4").player == "black"


# ------------------------------------------------------------------------------------------- pawns in general


def test_pawns_stand_on_squares_only() -> None:
    classes = {site.name.upper(): site.cls for site in CREEPER.rules.board.sites}
    for label in labels(CREEPER.start()):
        assert classes[label[3:]] == "square"


def test_a_pawn_is_never_moved_to_an_occupied_space() -> None:
    state = _position(["c3", "c4", "d4"], ["d3", "e3", "b3", "a3", "c2", "c1", "b4"])
    assert _from(state, "c3") == {"C3+B2", "C3+D2"}


def test_only_own_pawns_are_moved() -> None:
    state = CREEPER.start()
    assert {label[:2] for label in labels(state)} <= {"A2", "A3", "B1", "C1", "E7", "F7", "G5", "G6"}


# ------------------------------------------------------------------------------------------- 1. hopping


def test_a_hop_is_diagonal_over_one_octagon() -> None:
    """The pawn of the third figure: B3 hops to A2, A4 and C4; on C2 stands a pawn."""
    state = _position(["b3", "c2"], ["g3"])
    assert {label for label in _from(state, "b3") if "+" in label} == {"B3+A2", "B3+A4", "B3+C4"}


def test_the_octagon_gets_a_disc_from_the_pool_with_ones_colour_up() -> None:
    state = _position(["b3"], ["g3"])
    done = after(state, "B3+C4")
    assert pieces(done)["BC34"] == "white disc"
    assert tray(done, "supply", kind="disc") == tray(state, "supply", kind="disc") - 1
    black = after(_position(["b3"], ["g3"], "black"), "G3+F4")
    assert pieces(black)["FG34"] == "black disc"


def test_a_disc_that_lies_there_stays_and_is_turned_if_necessary() -> None:
    stolen = _position(["b3"], ["g3"], black=["bc34"])
    done = after(stolen, "B3+C4")
    assert pieces(done)["BC34"] == "white disc"
    assert tray(done, "supply", kind="disc") == tray(stolen, "supply", kind="disc")
    own = _position(["b3"], ["g3"], white=["bc34"])
    assert pieces(after(own, "B3+C4"))["BC34"] == "white disc"


def test_a_disc_can_be_stolen_again_and_again() -> None:
    state = _position(["b3"], ["c3"])
    colours = []
    for move in ("B3+C4", "C3+B4", "C4+B3", "B4+C3", "B3+C4"):
        state.push(move)
        colours.append(pieces(state)["BC34"])
    assert colours == ["white disc", "black disc", "white disc", "black disc", "white disc"]


def test_only_one_octagon_is_hopped_in_a_move() -> None:
    state = _position(["b3"], ["g3"])
    assert "B3+D5" not in labels(state)
    assert sum("disc" in piece for piece in pieces(after(state, "B3+C4")).values()) == 1


def test_discs_never_leave_the_board_nor_change_their_place() -> None:
    state = _position(["b3", "d2"], ["g3", "d3"], white=["bc34"], black=["ef56"])
    for move in labels(state):
        assert {"BC34", "EF56"} <= set(pieces(after(state, move)))


@pytest.mark.parametrize(("start", "hop"), [("a2", "A2+B1"), ("b7", "B7+A6"), ("f1", "F1+G2"), ("g6", "G6+F7")])
@pytest.mark.parametrize("player", ["white", "black"])
def test_both_may_hop_over_all_homes_but_no_disc_is_laid_there(player: str, start: str, hop: str) -> None:
    given = {"white": ([start], ["d4"]), "black": (["d4"], [start])}[player]
    state = _position(*given, player)
    done = after(state, hop)
    assert not any("disc" in piece for piece in pieces(done).values())
    assert tray(done, "supply", kind="disc") == tray(state, "supply", kind="disc")


# ------------------------------------------------------------------------------------------- 2. shunting


def test_a_shunt_goes_one_square_along_a_row_or_column() -> None:
    """The pawn of the third figure: E2 to D2, E1, E3 and F2."""
    state = _position(["a2"], ["e2"], "black")
    assert {label for label in _from(state, "e2") if "-" in label} == {"E2-D2", "E2-E1", "E2-E3", "E2-F2"}


def test_a_shunt_takes_no_octagon() -> None:
    done = after(_position(["a2"], ["e2"], "black"), "E2-E3")
    assert not any("disc" in piece for piece in pieces(done).values())


# ------------------------------------------------------------------------------------------- 3. capturing


_AROUND = ["d5", "f5", "e4", "e6"]


def test_a_pawn_takes_by_jumping_in_four_directions() -> None:
    """The pawn of the third figure: E5 to C5, E3, E7 and G5."""
    state = _position(_AROUND, ["e5"], "black")
    assert {label for label in _from(state, "e5") if "x" in label} == {"E5xC5", "E5xE3", "E5xE7", "E5xG5"}


def test_the_captured_pawn_leaves_the_board_for_good() -> None:
    done = after(_position(_AROUND, ["e5"], "black"), "E5xE7")
    assert pieces(done) == {"E4": "white pawn", "D5": "white pawn", "F5": "white pawn", "E7": "black pawn"}
    assert tray(done, "supply", kind="pawn") == 0
    assert tray(done, "hand") == 0


def test_a_capture_goes_two_squares_and_no_further() -> None:
    state = _position(["e4"], ["e6", "e5"])
    assert not any("x" in label for label in labels(state)), "two pawns in a row are too many"
    state = _position(["e3"], ["e5"])
    assert not any("x" in label for label in labels(state)), "nor is there a run-up"


def test_only_one_pawn_is_taken_in_a_move() -> None:
    state = _position(["e1"], ["e2", "e4", "a5"])
    assert [label for label in labels(state) if "x" in label] == ["E1xE3"]
    assert after(state, "E1xE3").player == "black"


def test_own_pawns_are_not_jumped() -> None:
    assert not any("x" in label for label in labels(_position(["e1", "e2"], ["a5"])))


def test_a_capture_changes_no_disc() -> None:
    done = after(_position(_AROUND, ["e5"], "black", white=["ef56"], black=["de56"]), "E5xE7")
    assert (pieces(done)["EF56"], pieces(done)["DE56"]) == ("white disc", "black disc")


def test_capturing_is_not_compulsory() -> None:
    state = _position(["e4"], ["e5", "a5"])
    assert "E4xE6" in labels(state)
    assert "E4-E3" in labels(state)


# ------------------------------------------------------------------------------------------- the end

# Nine octagons from home to home of White, as steps: right and up by turns.
_CHAIN = ["bc12", "bc23", "cd23", "cd34", "de34", "de45", "ef45", "ef56", "fg56"]


def test_a_chain_between_ones_two_homes_wins() -> None:
    without_last = [site for site in _CHAIN if site != "cd34"]
    state = _position(["c3"], ["a6"], white=without_last)
    assert result(after(state, "C3+D4")) == "white wins"


def test_nine_octagons_are_the_shortest_chain() -> None:
    for missing in _CHAIN:
        rest = [site for site in _CHAIN if site not in (missing, "cd34")]
        if missing != "cd34":
            assert result(after(_position(["c3"], ["a6"], white=rest), "C3+D4")) is None


def test_a_longer_chain_wins_too() -> None:
    longer = ["bc12", "cd12", "de12", "de23", "de34", "de45", "ef45", "ef56", "fg56", "bc34"]
    state = _position(["e3"], ["a6"], white=[site for site in longer if site != "de23"])
    assert result(after(state, "E3+D2")) == "white wins"


def test_octagons_that_lie_diagonally_are_not_linked() -> None:
    state = _position(["c3"], ["a6"], white=[site for site in _CHAIN if site not in ("cd34", "de34")])
    assert result(after(state, "C3+D4")) is None


def test_the_chain_must_be_of_ones_own_colour() -> None:
    state = _position(["c3"], ["a6"], white=[site for site in _CHAIN if site not in ("cd34", "ef45")], black=["ef45"])
    assert result(after(state, "C3+D4")) is None


def test_black_wins_between_the_other_two_homes() -> None:
    mirrored = {"a": "g", "b": "f", "c": "e", "d": "d", "e": "c", "f": "b", "g": "a"}
    chain = ["".join(sorted((mirrored[site[0]], mirrored[site[1]]))) + site[2:] for site in _CHAIN]
    state = _position(["a3"], ["e3"], "black", black=[site for site in chain if site != "de34"])
    assert result(after(state, "E3+D4")) == "black wins"


def test_who_can_move_must_move() -> None:
    with pytest.raises(IllegalMove):
        CREEPER.start().push("pass")


def test_who_cannot_move_makes_it_a_draw() -> None:
    """The white pawn in the corner next to A1 is blocked by its own kind and by pairs of black pawns."""
    state = _position(["b1"], ["b2", "c1", "d1", "a2", "c2", "b3"])
    assert result(state) == "draw"


def test_taking_all_enemy_pawns_does_not_win() -> None:
    assert result(after(_position(["e4"], ["e5"]), "E4xE6")) == "draw"


def test_a_chain_counts_even_if_the_opponent_can_move_no_more() -> None:
    """Black's only pawn is shut in on A2; White wins all the same, since there is a chain."""
    jail = ["a3", "b2", "b1", "b3", "a4", "c2"]
    without_last = [site for site in _CHAIN if site != "cd34"]
    state = _position(["d4", *jail], ["a2"], white=without_last)
    assert result(after(state, "D4+C3")) == "white wins"
    assert result(after(_position(["d4", *jail], ["a2"]), "D4+C3")) == "draw", "without the chain"


def test_repeating_the_same_moves_is_a_draw() -> None:
    state = after(CREEPER.start(), *["A3-A4", "G3-G4", "A4-A3", "G4-G3"] * 2)
    assert result(state) == "draw"
    assert result(after(CREEPER.start(), "A3-A4", "G3-G4", "A4-A3", "G4-G3")) is None


# ------------------------------------------------------------------------------------------- notation


def test_octagons_are_named_after_their_two_columns_and_rows() -> None:
    done = after(_position(["b3"], ["g3"]), "B3+C4")
    assert "BC34" in pieces(done)


@pytest.mark.parametrize("text", ["B3+C4", "b3+c4", "B3 + C4"])
def test_a_hop_is_written_with_plus(text: str) -> None:
    assert _position(["b3"], ["g3"]).parse(text).text == "B3+C4"


def test_a_shunt_is_written_with_a_dash_and_a_capture_with_x() -> None:
    assert "E2-F2" in labels(_position(["a2"], ["e2"], "black"))
    assert "E5xE7" in labels(_position(_AROUND, ["e5"], "black"))
    assert _position(["a2"], ["e2"], "black").parse("E2 - F2").text == "E2-F2"
    assert _position(_AROUND, ["e5"], "black").parse("E5 x E7").text == "E5xE7"

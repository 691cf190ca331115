"""Positions read as people think: what stands where, what is in hand, what the board is like."""

from __future__ import annotations

import json
from typing import Any

import pytest

import rulewright
from rulewright.errors import UnknownName
from rulewright.game import Game
from rulewright.piece import Piece

TOWERS = """\
game: Towers
players: [white, black]
board: {tiling: square, size: 3x3}
stack: 3
pieces:
  disc: {states: [dull, bright]}
  flag: {owner: none, layer: top}
vars:
  best: {holds: player}
  last: {holds: site}
  seen: {range: 0..9, per: player}
  dice: {range: 0..6, per: 1..2}
regions:
  home: {white: row 1, black: row 3}
  middle: [b2]
setup:
  white dull disc: [a1]
  black dull disc: [c3]
  flag: [b2]
  hand: {white: {disc: {bright: 2}}}
actions: {go: {move: mine, path: step any to anywhere}}
turn: go
limit: {turns: 9, result: draw}
"""


@pytest.fixture(scope="module")
def chess() -> Game:
    return rulewright.load("chess", engine="reference")


@pytest.fixture(scope="module")
def towers() -> Game:
    return rulewright.load(TOWERS, engine="reference")


@pytest.fixture(scope="module")
def hive() -> Game:
    return rulewright.load("hive", engine="reference")


def test_what_stands_where(chess: Game) -> None:
    state = chess.start("e2-e4; d7-d5; e4-d5")
    assert state["d5"] == Piece("white", "pawn")
    assert str(state["d5"]) == "white pawn"
    assert state["e4"] is None
    assert state.at("e8") == Piece("black", "king")
    assert list(state.pieces(owner="black", kind="rook")) == ["a8", "h8"]
    assert len(state.pieces()) == 31
    assert len(state.pieces("white")) == 16
    assert state.taken("white") == {"pawn": 1}
    assert state.taken() == {} == state.hand() == state.supply
    assert state.vars == {"skipped": None, "quiet": 0}
    assert state.phase is None
    assert state.ply == 4


def test_stacks_states_layers_and_variables(towers: Game) -> None:
    state = towers.start("a1-b1; c3-c2; b1-b2; c2-b2")
    top = state["b2"]
    assert top == Piece("black", "disc", ("dull",), (Piece("white", "disc", ("dull",)),))
    assert top is not None
    assert top.height == 2
    assert repr(top) == "Piece('black', 'disc', ('dull',), below=(Piece('white', 'disc', ('dull',)),))"
    assert state.pieces(owner="white") == {}  # only tops are looked at
    assert state.at("b2", "top") == Piece(None, "flag")
    assert state.pieces(kind="flag") == state.pieces("neutral", layer="top") == {"b2": Piece(None, "flag")}
    assert state.hand("white") == {"bright disc": 2}
    assert state.vars == {
        "best": "white", "last": None, "seen": {"white": 0, "black": 0}, "dice": {1: 0, 2: 0},
    }  # fmt: skip


def test_an_unbounded_board(hive: Game) -> None:
    state = hive.start("wS1; bG1 wS1-; wQ -wS1")
    assert state["0,0"] == Piece("white", "spider")
    assert sorted(state.pieces()) == ["-1,0", "0,0", "1,0"]
    assert state["100,-100"] is None
    assert state.hand("white")["ant"] == 3
    assert "queen" not in state.hand("white")
    assert hive.board.is_unbounded
    assert hive.board.sites == ()
    assert set(hive.board.neighbours("0,0")) == {"1,0", "-1,0", "0,1", "0,-1", "-1,1", "1,-1"}
    assert hive.board.step("100,-5", "e") == "101,-5"
    assert hive.board.coordinates("1,2") == pytest.approx((2, 3**0.5))
    with pytest.raises(UnknownName, match='"e4" is no site'):
        _ = state["e4"]


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda state: state["e9"], '"e9" is not a site'),
        (lambda state: state.pieces(owner="wite"), 'no player "wite"; did you mean "white"?'),
        (lambda state: state.pieces(kind="tower"), 'no kind of piece "tower"; there are king'),
        (lambda state: state.at("e4", "ground"), 'no layer "ground"; there are main'),
        (lambda state: state.hand("red"), 'no player "red"'),
        (lambda state: state.game.board.step("e4", "north"), 'no direction "north"; there are'),
        (lambda state: state.svg(highlight=["e9"]), '"e9" is not a site'),
    ],
)
def test_names_that_are_none(chess: Game, ask: object, told: str) -> None:
    assert callable(ask)
    with pytest.raises(KeyError) as refused:
        ask(chess.start())
    assert told in str(refused.value)


def test_the_board(chess: Game, towers: Game) -> None:
    board = chess.board
    assert board.sites[:2] == ("a1", "b1")
    assert len(board) == 64
    assert "e4" in board
    assert "e9" not in board
    assert set(board.neighbours("a1")) == {"a2", "b1", "b2"}
    assert (board.step("a1", "ne"), board.step("a1", "w")) == ("b2", None)
    assert board.column_and_row("c7") == (3, 7)
    assert board.kind_of_site("c7") == "cell"
    regions: Any = towers.board.regions
    assert regions["middle"] == {"b2"}
    assert regions["home"] == {"white": {"a1", "b1", "c1"}, "black": {"a3", "b3", "c3"}}
    tracks = rulewright.load("oware", engine="reference").board.tracks
    assert tracks


@pytest.mark.parametrize("game", ["chess", "towers", "hive"])
def test_json_tells_names_and_reads_them(game: str, request: pytest.FixtureRequest) -> None:
    found: Game = request.getfixturevalue(game)
    state = found.start()
    for _ in range(4):
        state.push(state.legal_moves[-1])
    data = json.loads(json.dumps(state.to_json()))
    again = found.from_json(data)
    assert again == state
    assert again.to_json() == data
    assert set(data["position"]["layers"]["main"]) == set(state.pieces())


def test_json_keeps_the_end_of_a_game() -> None:
    """A row of three is found when it is made, not when somebody looks at the board."""
    game = rulewright.load("tictactoe", engine="reference")
    state = game.start()
    while state.outcome is None:
        state.push(state.legal_moves[0])
    again = game.from_json(json.loads(json.dumps(state.to_json())))
    assert again.outcome == state.outcome
    assert len(again.legal_moves) == 0


def test_positions_from_a_diagram_a_dict_and_a_fen(chess: Game) -> None:
    diagram = "\n".join(("k . . . . . . .", *[". . . . . . . ."] * 6, ". . . . . . . K"))
    first = chess.position(diagram)
    assert first == chess.position({"h1": "white king", "a8": "black king"})
    assert first == chess.position({"white king": ["h1"], "black king": "a8"})
    assert first == chess.position(fen="k7/8/8/8/8/8/8/7K w - - 0 1")
    assert chess.position(fen="k7/8/8/8/8/8/8/7K w - - 31 40").vars["quiet"] == 31
    assert chess.position(fen="k7/8/8/8/8/8/8/7K w - - 0 1", play=["h1-h2"]).player == "black"


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 12 34",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    ],
)
def test_a_fen_is_written_as_it_was_read(chess: Game, fen: str) -> None:
    assert chess.position(fen=fen).fen() == fen


def test_no_fen(hive: Game) -> None:
    with pytest.raises(ValueError, match="has no FEN"):
        hive.start().fen()


def test_pictures(chess: Game) -> None:
    state = chess.start("e2-e4")
    assert state.svg(size=100, highlight=["e4"]).count("rw-mark") > state.svg(size=100).count("rw-mark")
    assert state._repr_svg_() == state.svg()
    shown = state._repr_html_()
    assert "<svg" in shown
    assert "20 legal moves" in shown
    assert "<code>e7-e5</code>" in shown


def test_the_games_of_the_library() -> None:
    from rulewright.library.catalogue import games

    known = {game.id: game for game in games()}
    assert len(known) > 90
    hive = known["hive"]
    assert (hive.title, hive.players) == ("Hive Pocket", 2)
    assert hive.options["queen_first"] == ("allowed", "forbidden")
    assert hive.options["set"][0] == "base_ml"
    assert hive.variants["tournament"] == {"queen_first": "forbidden"}
    assert known["atomic"].players == 2  # as in the game it extends
    assert known["tictactoe"].load().title == known["tictactoe"].title


def test_a_site_that_is_like_no_other() -> None:
    """There is nothing to propose, and nothing is."""
    with pytest.raises(KeyError) as caught:
        rulewright.load("connect_four").start()["z9"]
    assert str(caught.value) == '"z9" is not a site of this 7x6 board (a1 to g6)'

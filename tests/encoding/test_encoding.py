"""Encodings (specification chapter 22): arrays against what the game says of its positions, by names."""

from __future__ import annotations

import random

import pytest

import rulewright
from rulewright.encoding.encoding import Encoding
from rulewright.errors import StaleEncoding
from rulewright.rules.types import Type
from tests.all_sorts import SEVEN

np = pytest.importorskip("numpy")

SORTS = (*SEVEN, "chess", "shogi", "backgammon", "hive", "quarto", "tak", "abalone_for_three", "connect_four", "kalah")


@pytest.mark.parametrize("name", dict.fromkeys(SORTS))
def test_d122_an_observation_tells_what_the_state_tells(name: str) -> None:
    """Pieces by `State.pieces`, hands by `State.hand`, the site of each by its name in the list of actions."""
    game = rulewright.load(name)
    encoding, numbers, state = game.encoding(), random.Random(1), game.start()
    for _ in range(30):
        if state.outcome is not None:
            break
        _compare(game, encoding, state)
        state.push(numbers.choice(state.legal_moves))


def _compare(game: rulewright.Game, encoding: Encoding, state: rulewright.State) -> None:
    seen = encoding.observe(state)
    assert {row: array.shape for row, array in seen.items()} == dict(encoding.shapes)
    planes = seen["board"].reshape(len(encoding.channels), -1) if encoding._grid.is_planes else seen["board"].T
    names, me = game._names if not game.board.is_unbounded else state._names, state._node.me
    for place, layer in enumerate(game.rules.layers):
        expected = {}
        for site, piece in state.pieces(layer=layer).items():
            owner = "nobody's" if piece.owner is None else _seat(game, game.players.index(piece.owner), me)
            number = names.site_number(site)
            assert number is not None
            expected[encoding._grid.places[number], f"{owner} {piece.kind}"] = 1
        prefix = f"{layer}: " if place else ""
        kinds = {kind.name for kind in game.rules.kinds if kind.layer == place}
        found = {
            (int(at), channel.removeprefix(prefix)): 1
            for number, channel in enumerate(encoding.channels)
            if channel.startswith(prefix) and "below" not in channel and channel.split()[-1] in kinds
            for at in planes[number].nonzero()[0]
        }
        assert found == expected
    for entry, value in zip(encoding.entries["hand"], seen["hand"], strict=True):
        holder, _, kind = entry.partition(" hand: ")
        if kind:
            seats = [_seat(game, player, me) for player in range(len(game.players))]
            assert state.hand(game.players[seats.index(holder)]).get(kind, 0) == value
    for entry, value in zip(encoding.entries["vars"], seen["vars"], strict=True):
        spec = next((spec for spec in game.rules.variables if spec.name == entry), None)
        if spec is not None and spec.type is Type.NUMBER:
            assert state.vars[entry] == value
    flow = dict(zip(encoding.entries["flow"], seen["flow"], strict=True))
    assert flow["turn"] == state.ply
    assert flow["seat of the one to move"] == me
    assert set(encoding.mask(state).nonzero()[0]) == set(state.turn().numbers)
    tensor = encoding.tensor(seen)
    assert tensor.shape == encoding.tensor_shape
    assert tensor.min() >= 0
    assert tensor.max() <= 1


def _seat(game: rulewright.Game, player: int, me: int) -> str:
    seat = (player - me) % len(game.players)
    return ("my", "their" if len(game.players) == 2 else "player +1's", "player +2's", "player +3's")[seat]


def test_d123_a_turn_in_the_middle_shows_what_was_decided() -> None:
    game = rulewright.load("chess")
    encoding, turn = game.encoding(), game.start().turn("e2")
    seen = encoding.observe(turn)
    picked = seen["board"][encoding.channels.index("picked")]
    assert [tuple(map(int, at)) for at in np.argwhere(picked)] == [(1, 4)]
    assert sorted(encoding.actions[number] for number in encoding.mask(turn).nonzero()[0]) == ["site:e3", "site:e4"]


def test_d123_stacks_show_their_upper_four() -> None:
    game = rulewright.load("tak")
    state = game.position(
        {"a1": ["white flat stone", "black flat stone", "white flat stone", "white flat stone", "black flat stone"]},
        to_move="black",
    )
    encoding = game.encoding()
    board = encoding.observe(state)["board"][:, 0, 0]
    shown = {name: int(value) for name, value in zip(encoding.channels, board, strict=True) if value}
    pieces = {name for name in shown if name.endswith(" stone")}
    assert shown["height"] == 5
    assert pieces == {"my stone", "1 below: their stone", "2 below: their stone", "3 below: my stone"}


def test_d124_a_window_of_an_unbounded_board() -> None:
    game = rulewright.load("hive")
    assert game.encoding().windows == (16, 32)
    assert game.encoding().shapes["board"][1:] == (16, 16)
    assert game.encoding(32).shapes["board"][1:] == (32, 32)
    with pytest.raises(ValueError, match="the window can be 16 or 32"):
        game.encoding(20)
    with pytest.raises(ValueError, match="needs no window"):
        rulewright.load("chess").encoding(16)


def test_d126_fingerprints_belong_to_meanings() -> None:
    small, large = rulewright.load("hex"), rulewright.load("go", size=9)
    assert small.encoding().fingerprint == rulewright.load("hex").encoding().fingerprint
    assert large.encoding().fingerprint != rulewright.load("go").encoding().fingerprint
    small.encoding().check(small.encoding().fingerprint)
    with pytest.raises(StaleEncoding, match="learn anew"):
        small.encoding().check(large.encoding().fingerprint)


def test_only_a_state_of_this_game_can_be_observed() -> None:
    encoding = rulewright.load("hex").encoding()
    assert encoding.mask(rulewright.load("hex").start()).sum() == 121
    for other in (rulewright.load("hex", size=5).start(), rulewright.load("go").start().turn()):
        for ask in (encoding.observe, encoding.mask, encoding.fits):
            with pytest.raises(ValueError, match=r"this is the encoding of Hex, size 11, and not of"):
                ask(other)
    with pytest.raises(TypeError, match="a State or a Turn can be observed, not 3"):
        encoding.observe(3)  # type: ignore[arg-type]


def test_every_name_of_an_action_is_one_of_its_kind() -> None:
    for name in SORTS:
        names = rulewright.load(name).encoding().actions
        assert len(set(names)) == len(names)


# How many there are: of the square, of its halves, of a rhombus with sides; a chess board has a king's side.
SYMMETRIES = {
    "tictactoe": 8,
    "connect_four": 2,
    "othello": 4,
    "hex": 2,
    "breakthrough": 2,
    "nine_mens_morris": 8,
    "chess": 1,
}


@pytest.mark.parametrize("name", SYMMETRIES)
def test_symmetries_turn_a_game_into_another(name: str) -> None:
    game = rulewright.load(name)
    found = game.symmetries()
    assert len(found) == SYMMETRIES[name]
    encoding, numbers = game.encoding(), random.Random(2)
    for symmetry in found:
        one, other = game.start(), game.start()
        for _ in range(12):
            turns = one.turn(), other.turn()
            while not turns[0].is_complete:
                chosen = numbers.choice(turns[0].numbers)
                turns[0].choose(chosen)
                turns[1].choose(symmetry.actions[chosen])
                mapped, there = symmetry.observation(encoding.observe(turns[0])), encoding.observe(turns[1])
                assert all((mapped[row] == there[row]).all() for row in there)
                assert (symmetry.of_actions(encoding.mask(turns[0])) == encoding.mask(turns[1])).all()
            one.push(turns[0])
            other.push(turns[1])
            if one.outcome is not None:
                break

"""States from outside: whatever somebody wrote there, it is a state of the game or `InvalidState` says why not."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.engine_choice import EngineName
from rulewright.errors import InvalidState
from rulewright.game import Game
from rulewright.headless.random_games import random_move
from rulewright.show.as_code import needed_keys

DRIVER = Path(__file__).with_name("lying_states.py")


@pytest.fixture(scope="module")
def chess() -> Game:
    return rulewright.load("chess", engine="reference")


def _changed(game: Game, *path: Any, to: Any) -> dict[str, Any]:
    data = copy.deepcopy(game.start().to_json())
    where: Any = data
    for key in path[:-1]:
        where = where[key]
    where[path[-1]] = to
    return data


@pytest.mark.parametrize(
    ("path", "lie", "why"),
    [
        (("position", "phase"), 10**8, '"position.phase" should be a phase of this game, not 100000000'),
        (("position", "to_move"), "red", '"position.to_move" should be a player of this game, not "red"'),
        (("position", "to_move"), 0, '"position.to_move" should be a player of this game, not 0'),
        (("position", "ply"), True, "not true"),
        (("position", "ply"), float("nan"), "not NaN"),
        (("position", "ply"), 10**300, "not a number of many digits"),
        (("position", "layers", "main", "e9"), ["white pawn"], 'should be the name of a site of this board, not "e9"'),
        (("position", "layers", "main", "E4"), ["white pawn"], 'should be the name of a site of this board, not "E4"'),
        (("position", "layers", "main", "e4"), [], '"position.layers.main.e4" should have 1 value, not 0'),
        (("position", "layers", "main", "e4"), ["pawn"], "cannot belong to that player"),
        (
            ("position", "layers", "main", "e4"),
            ["white duck"],
            'a piece of this game, such as "white king", not "white d',
        ),
        (("position", "layers", "main", "e4"), [7], "not 7"),
        (("position", "layers"), {}, '"position.layers" has no "main"'),
        (("position", "unmoved"), ["a1", "a1"], "a site that has not been named yet"),
        (("position", "unmoved"), 1, '"position.unmoved" should be a list, not 1'),
        (("position", "trays"), {"pocket": {}}, 'has a "pocket", and there is no such thing'),
        (("position", "trays"), {"taken": {"white": {"duck": 1}}}, "is no kind of piece of this game"),
        (("position", "trays"), {"taken": {"white": {"pawn": 0}}}, '"position.trays.taken.white.pawn" should be'),
        (("position", "vars", "quiet"), -(10**30), '"position.vars.quiet" should be a whole number from 0 to 100'),
        (("position", "vars", "skipped"), "e3", '"position.vars.skipped" should be an object with keys, not "e3"'),
        (("position", "history"), ["0" * 16], "should end with the hash of this position"),
        (("position", "history"), [1], "16 hexadecimal digits"),
        (("position", "history"), ["0" * 16] * 10_000, '"position.history" should have'),
        (("position", "turns"), {"white": 0}, '"position.turns" has no "black"'),
        (("position", "out"), ["white"], '"position.out" should have 0 values, not 1'),
        (("outcome",), {"winners": ["red"], "draw": False, "scores": None, "rule": None}, "a player of this game"),
        (("outcome",), {"winners": [], "draw": 1, "scores": None, "rule": None}, "true or false"),
        (("position", "phase_turns"), 5, '"position.phase_turns" should be 0, not 5'),
        (("position", "segment"), 1, '"position.segment" should be 0, not 1'),
        (("position", "next_player"), "white", "no turn has been begun"),
        (("position", "extra\x1b"), 1, 'has a "extra\\u001b", and there is no such thing'),
        (("origin",), [5, 5], '"state.origin[0]" should be 0, not 5'),
        (("options",), None, '"state.options" should be an object with keys, not null'),
        (("game",), "go", "this is a state of \"go\", not of load('chess')"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(chess: Game, path: tuple[Any, ...], lie: Any, why: str) -> None:
    with pytest.raises(InvalidState) as refused:
        chess.from_json(_changed(chess, *path, to=lie))
    assert why in str(refused.value)


@pytest.mark.parametrize("data", [None, [], "chess", 1, {}, {"game": "chess"}])
def test_something_else(chess: Game, data: Any) -> None:
    with pytest.raises(InvalidState):
        chess.from_json(data)


def test_a_missing_field_is_told(chess: Game) -> None:
    data = chess.start().to_json()
    del data["position"]["passes"]
    with pytest.raises(InvalidState, match='"position" has no "passes"'):
        chess.from_json(data)


def test_pieces_far_away_on_an_unbounded_board() -> None:
    hive = rulewright.load("hive", engine="reference")
    state = hive.start()
    for number in range(6):
        state.push(random_move(state, 1, 0, number))
    data = state.to_json()
    layer = data["position"]["layers"]["main"]
    layer["9,9"] = layer.pop(next(iter(layer)))
    with pytest.raises(InvalidState, match="hang together"):
        hive.from_json(data)
    far = {**state.to_json(), "origin": [10**9, 0]}
    with pytest.raises(InvalidState, match="origin"):
        hive.from_json(far)


@pytest.mark.parametrize(("seed", "changes"), [(1, 15), pytest.param(2, 200, marks=pytest.mark.rest)])
@pytest.mark.parametrize("games", [("chess", "crazyhouse"), ("hive", "tak"), ("backgammon",), ("oware", "ur")])
def test_states_changed_at_random(games: tuple[str, ...], seed: int, changes: int) -> None:
    """In a process of its own, which a native engine that believes everything would crash."""
    done = subprocess.run(
        [sys.executable, DRIVER, str(seed), str(changes), *games], capture_output=True, encoding="utf-8", timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.count("refused") == len(games)


@pytest.mark.parametrize("tray", ["hand", "supply"])
def test_pieces_in_a_tray_that_no_rule_knows_of(tray: str) -> None:
    """They are part of the position and of its hash, on both engines."""
    first, second = (rulewright.load("tictactoe", engine=engine) for engine in ("reference", "native"))
    data = first.start().to_json()
    data["position"]["trays"] = {tray: {"x": {"mark": 3}} if tray == "hand" else {"mark": 3}}
    written = first.start().position.copy()
    written.trays[tray, 0 if tray == "hand" else -1, 0, 0] = 3
    data["position"]["history"] = [f"{first._engine.repetitions.hash(written):016x}"]
    states = first.from_json(data), second.from_json(data)
    for _ in range(3):
        assert states[0].to_json() == states[1].to_json()
        assert hash(states[0]) == hash(states[1])
        for state in states:
            state.push(state.legal_moves[0])


FOUR = """\
game: Four
players: [north, east, south, west]
board: {tiling: square, size: 4x4}
pieces: {man: {}}
setup: {north man: [a4], east man: [d4], south man: [d1], west man: [a1]}
actions: {go: {move: mine, path: step orth to empty}}
phases:
  - {name: opening, turn: go, turns: 3}
  - {name: play, turn: go}
stuck: draw
"""


def test_players_who_are_out_and_turns_of_a_phase() -> None:
    game = rulewright.load(FOUR, engine="reference")
    for field, lie, why in (
        ("out", ["north", "north"], "each once"),
        ("out", ["ann"], "a player of this game"),
        ("phase_turns", 3, "a whole number from 0 to 2"),
    ):
        with pytest.raises(InvalidState, match=why):
            game.from_json(_changed(game, "position", field, to=lie))
    assert game.from_json(_changed(game, "position", "phase_turns", to=2)).position.phase_turns == 2


FIRST_ON_TOP = """\
game: First on top
players: [white, black]
board: {tiling: hex, size: unbounded}
pieces:
  stone: {letter: s, each: 1}
  token: {letter: t, owner: none, supply: 1, layer: top}
setup: {hand: {stone: 1}}
actions:
  cover: {place: anything, tray: supply, to: "centre if ply = 1 else empty next to piece"}
  put_stone: {place: stone, to: "centre if ply = 1 else empty next to piece"}
turn: cover or put_stone
stuck: draw
"""


def test_a_piece_that_came_before_the_anchor_may_stand_apart_from_it() -> None:
    """Found by a generated game: play reaches such a state, so it can be read again."""
    game = rulewright.load(FIRST_ON_TOP, engine="reference")
    state = game.start()
    state.push("token@0,0")
    assert state.position.layers[1]
    assert game.from_json(state.to_json()) == state


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_copies_of_every_kind(engine: EngineName) -> None:
    state = rulewright.load("tictactoe", engine=engine).start()
    state.push(state.legal_moves[0])
    for made in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        made.push(made.legal_moves[0])
        assert made != state
        made.pop()
        assert made == state
    sent = pickle.loads(pickle.dumps(state))
    assert sent == state
    assert sent.history == state.history
    sent.pop()
    assert sent == state.game.start()


NO_KIND = """\
game: Which kind
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {}, tower: {}}
setup: {white stone: [a1], black stone: [c3]}
vars: {last: {holds: kind, start: tower}}
actions:
  go: {move: mine, path: step any to empty}
  rest: {}
turn: go or rest
when_turn_ends: last = kind
limit: {turns: 9, result: draw}
"""


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_kind_that_was_remembered_after_a_turn_without_a_piece(engine: EngineName) -> None:
    """Found by a generated game: play reaches such a state, so it can be read again."""
    game = rulewright.load(NO_KIND, engine=engine)
    state = game.start()
    state.push("rest")
    assert state.position.variables == [((-1, 0),)]
    assert game.from_json(state.to_json()) == state
    assert [move.text for move in game.from_json(state.to_json()).legal_moves] == [m.text for m in state.legal_moves]


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_site_that_was_remembered_on_an_unbounded_board(engine: EngineName) -> None:
    """The pillbug's game remembers where a piece came to rest, and such a board gets its sites late."""
    game = rulewright.load("hive", engine=engine, set="base_mlp")
    state = game.start()
    for move in "ant@0,0; spider@1,0; queen@-1,1; queen@2,0; beetle@-1,2; beetle@1,1; pillbug@-2,1; 1,1>2,1".split(
        "; "
    ):
        state.push(move)
    assert state.position.variables[0][0][0] is not None
    assert game.from_json(state.to_json()) == state


BECOMES = """\
game: Of nobody
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {knight: {}, token: {owner: none}}
setup: {white knight: [a1], black knight: [c3], token: [b2]}
actions:
  call: {pick: token, do: [set target to knight]}
  leave: {pick: mine, do: [set target to token]}
turn: call or leave
limit: {turns: 9, result: draw}
"""


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("move", ["b2", "a1"])
def test_a_piece_that_became_one_of_a_kind_with_other_owners(engine: EngineName, move: str) -> None:
    """Found by a generated game: a piece of nobody's may become a knight, a knight of somebody's a token."""
    game = rulewright.load(BECOMES, engine=engine)
    state = game.start()
    state.push(move)
    assert game.from_json(state.to_json()) == state


_KEPT = """
game: Kept
players: [ann, bob]
board: {tiling: square, size: 3x3}
pieces: {king: {letter: k}}
setup: {ann king: a1, bob king: c3}
actions: {go: {move: mine, path: step any to empty}}
turn: go
stuck: lose
repetition: {times: 3, result: [lose if me kept (some mine in row 1), draw]}
"""


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        ([], "should have 2 values"),
        ([[0, 0]], "should have 2 values"),
        ([[0, 0], [0, 0, 0]], "should have 2 values"),
        ([[0, 0], [0, 10**8]], "a whole number from 0 to 1"),
        ([[-1, 0], [0, 0]], "a whole number from 0 to 1"),
        ([[True, 0], [0, 0]], "not true"),
        (None, "should be a list"),
        (..., 'has no "kept"'),
    ],
)
def test_who_kept_to_what_is_of_the_history(lie: Any, why: str) -> None:
    game = rulewright.load(_KEPT, engine="reference")
    data = game.start("a1-b1").to_json()
    assert game.from_json(data).to_json() == data
    data["position"]["kept"] = lie
    if lie is ...:
        del data["position"]["kept"]
    with pytest.raises(InvalidState) as refused:
        game.from_json(data)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        ([], "should have 2 values"),
        ([{}, {"a9": 0}], "a9"),
        ([{}, {"a1": 2}], "a whole number from 0 to 1"),
        ([{}, [0]], "an object with keys"),
        (None, "should be a list"),
        (..., 'has no "followed"'),
    ],
)
def test_who_is_followed_is_of_the_history(lie: Any, why: str) -> None:
    game = rulewright.load(_KEPT.replace("kept (some mine in row 1)", "kept one (mine in row 1)"), engine="reference")
    data = game.start("a1-b1").to_json()
    assert data["position"]["followed"] == [{"b1": 0}, {}]
    assert game.from_json(data).to_json() == data
    data["position"]["followed"] = lie
    if lie is ...:
        del data["position"]["followed"]
    with pytest.raises(InvalidState) as refused:
        game.from_json(data)
    assert why in str(refused.value)


def test_several_sites_in_a_variable_are_names_and_come_back() -> None:
    game = rulewright.load(
        "game: Several\nplayers: [white, black]\nboard: {tiling: square, size: 3x3}\npieces: {stone: {letter: o}}\n"
        "vars: {seen: {holds: sites}}\nturn: drop\nstuck: draw\n"
        "actions: {drop: {place: my stone, to: empty not in seen, do: seen = seen or target or n of target}}\n"
    )
    state = game.start(["a1"])
    assert state.vars == {"seen": ["a1", "a2"]}
    again = game.from_json(json.loads(json.dumps(state.to_json())))
    assert (again, again.vars) == (state, state.vars)
    assert game.position(**needed_keys(state)).vars == state.vars

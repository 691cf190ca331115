"""`Turn`: a turn decided step by step, from Python (D110 to D118)."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

import rulewright
from rulewright import IllegalMove, InvalidState, State, Turn
from rulewright.engine_choice import EngineName
from rulewright.errors import OutOfRoom, TooLarge
from rulewright.headless.perft import _decided, perft_by
from rulewright.headless.random_games import play_random
from rulewright.node import Node
from rulewright.records import Record, read_record, replay
from rulewright.reference import exploring
from rulewright.turn import OfferedDecision

TWO = """
game: Two
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {man: {letter: o}}
actions:
  put: {place: man, to: empty}
turn: put then put
stuck: draw
"""

HOPS = """
game: Hops
players: [x, o]
board: {tiling: square, size: 7x1}
pieces: {man: {letter: m}}
setup: {x man: [a1], o man: [b1, d1, f1]}
actions:
  hop: {move: mine, path: jump orth over enemy to empty, again: may}
turn: hop
stuck: draw
"""


def texts(turn: Turn) -> list[str]:
    return [decision.text for decision in turn.decisions]


def after(state: State, *decisions: str) -> Turn:
    turn = state.turn()
    for decision in decisions:
        turn.choose(decision)
    return turn


def test_d110_a_piece_then_a_place() -> None:
    state = rulewright.load("chess").start()
    assert texts(state.turn()) == ["b1", "g1", *(f"{column}2" for column in "abcdefgh")]
    turn = after(state, "e2")
    assert texts(turn) == ["e3", "e4"]
    turn.choose("e4")
    assert turn.is_complete
    assert turn.decisions == ()
    assert turn.move is not None
    assert turn.move == state.parse("e2-e4")
    state.push(turn)
    assert state.history == [turn.move]
    assert state.player == "black"


def test_d111_what_a_pawn_becomes_is_asked_last() -> None:
    game = rulewright.load("chess")
    state = game.position(fen="8/P7/8/8/8/8/8/k1K5 w - - 0 1")
    turn = after(state, "a7", "a8")
    assert [decision.kind for decision in turn.decisions] == ["choice"] * 4
    assert set(texts(turn)) == {"queen", "rook", "bishop", "knight"}
    turn.choose("knight")
    assert turn.move == state.parse("a7-a8=knight")


def test_d112_a_chain_that_could_go_on_asks_whether_it_is_done() -> None:
    state = rulewright.load(HOPS).start()
    turn = after(state, "a1", "c1")
    assert texts(turn) == ["e1", "done"]
    turn.choose("done")
    assert str(turn.move) == "a1-c1"
    assert str(after(state, "a1", "c1", "e1", "g1").move) == "a1-c1-e1-g1", "it cannot go on, so nobody is asked"


def test_d113_no_decision_without_a_legal_turn() -> None:
    """A pinned knight is not offered."""
    state = rulewright.load("chess").position(fen="4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")
    assert "e2" not in texts(state.turn())


def test_d113_only_what_is_preferred_is_offered() -> None:
    """The longer capture must be made, and is known before the first piece is touched."""
    state = rulewright.load("international_draughts").position(
        {"white man": ["a1", "i1"], "black man": ["b2", "d4", "h2"]}, to_move="white"
    )
    assert [str(move) for move in state.legal_moves] == ["46x28"] or len(state.legal_moves) == 1
    assert len(state.turn().decisions) == 1


def test_d114_what_goes_without_saying_is_not_asked() -> None:
    assert [d.name for d in rulewright.load("go").start().turn().decisions][-1] == "action:pass"
    assert rulewright.load("go").start().turn().decisions[0].name == "site:a1"
    amazons = after(rulewright.load("amazons").start(), "a4", "a6")
    assert {decision.kind for decision in amazons.decisions} == {"site"}, "where the arrow comes from is clear"


def test_d115_numbers_follow_from_the_file() -> None:
    game = rulewright.load("tictactoe")
    assert [decision.number for decision in game.start().turn().decisions] == list(range(9))
    state = game.start()
    state.push("b2")
    by_text = {decision.text: decision.number for decision in state.turn().decisions}
    assert by_text["c3"] == 8
    assert len(by_text) == 8


def test_d116_a_turn_in_the_middle_is_a_state() -> None:
    game = rulewright.load("amazons")
    turn = after(game.start(), "a4", "a6")
    assert game.start().position.layers[0] != turn.position.layers[0]
    assert "a4 a6" in str(turn)
    assert repr(turn) == "load('amazons').start().turn('site:a4', 'site:a6')"
    copied = turn.copy()
    turn.choose(turn.decisions[0])
    assert not copied.is_complete
    read = Turn.from_json(game, json.loads(json.dumps(copied.to_json())))
    assert read.decisions == copied.decisions
    assert [str(copied.undo()), str(copied.undo())] == ["a6", "a4"]
    assert copied.decisions == game.start().turn().decisions
    with pytest.raises(IndexError):
        copied.undo()


def test_d116_why_a_decision_is_not_offered() -> None:
    state = rulewright.load("chess").start()
    turn = after(state, "e2")
    assert turn.why("e4") is None
    reason = turn.why("e5")
    assert reason is not None
    assert reason.message == 'move e2-e5: "its move" does not lead from e2 to e5'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a turn in the middle has"),
        ({"decisions": [0]}, "state"),
        ({"state": None, "decisions": "a"}, "a turn in the middle has"),
        ({"state": ..., "decisions": ["a1"]}, "decisions\\[0\\] is no number"),
        ({"state": ..., "decisions": [0, 1]}, "decisions\\[1\\] is 1, which cannot be decided there"),
        ({"state": ..., "decisions": [10**30]}, "cannot be decided there"),
        ({"state": ..., "decisions": [10**5000]}, "is a number of many digits, which cannot be decided there"),
        ({"state": ..., "decisions": [-(10**5000)]}, "is a number of many digits, which cannot be decided there"),
        ({"state": ..., "decisions": [-1]}, "is -1, which cannot be decided there"),
        ({"state": ..., "decisions": [True]}, "decisions\\[0\\] is no number"),
        ({"state": ..., "decisions": [0.0]}, "decisions\\[0\\] is no number"),
        ({"state": ..., "decisions": [float("nan")]}, "decisions\\[0\\] is no number"),
        ({"state": ..., "decisions": [[0]]}, "decisions\\[0\\] is no number"),
        ({"state": ..., "decisions": [0] * 10**6}, "decisions\\[1\\] is 0, which cannot be decided there"),
        ({"state": ..., "decisions": (0,)}, "a turn in the middle has"),
    ],
)
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_d116_data_that_is_no_turn(data: object, message: str, engine: EngineName) -> None:
    game = rulewright.load("tictactoe", engine=engine)
    if isinstance(data, dict) and data.get("state") is ...:
        data = {**data, "state": game.start().to_json()}
    with pytest.raises(InvalidState, match=message):
        Turn.from_json(game, data)


def test_d117_chance_decides_by_weight() -> None:
    state = rulewright.load("backgammon").start()
    while not state.is_chance:
        state.push(state.legal_moves[0])
    turn = state.turn()
    assert sum(turn.weights) == sum(state.weights)
    turn.choose(turn.decisions[0])
    while not turn.is_complete:
        turn.choose(turn.decisions[0])
    state.push(turn)
    assert state.history[-1] in turn.state.legal_moves


def test_d118_perft_by_parts_and_by_decisions() -> None:
    """Two free placements on nine sites: 9·8 orders are 36 moves; the values are arithmetic."""
    start = rulewright.load(TWO).start()
    assert [perft_by(start, depth, "turns") for depth in range(3)] == [1, 36, 36 * 21]
    assert [perft_by(start, depth, "parts") for depth in range(4)] == [1, 9, 72, 504]
    assert [perft_by(start, depth, "decisions") for depth in range(4)] == [1, 9, 72, 504]
    hops = rulewright.load(HOPS).start()
    # a1 · then c1 · then e1 or done · then g1 or done, or b1 d1 f1, whose owner is not stuck after one hop …
    assert [perft_by(hops, depth, "decisions") for depth in range(3)] == [1, 1, 1]
    assert perft_by(hops, 3, "decisions") == 2, "e1, or done"
    assert perft_by(hops, 1, "parts") == 1


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_counting_by_decisions_keeps_one_position_on_the_way_and_not_one_for_each_decision(
    engine: EngineName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a board of 4,096 sites those were gigabytes."""
    made: list[Turn] = []
    copy = Turn.copy

    def counted(turn: Turn) -> Turn:
        made.append(turn)
        return copy(turn)

    monkeypatch.setattr(Turn, "copy", counted)
    start = rulewright.load("tictactoe", engine=engine).start()
    ways = _decided(start, 2)
    node, left = next(ways)
    assert (node is not None, left, len(made)) == (True, 1, 1)
    assert perft_by(start, 2, "decisions") == 9 * 8


def test_orders_of_the_same_turn_are_the_same_move() -> None:
    start = rulewright.load(TWO).start()
    assert after(start, "a1", "b2").move == after(start, "b2", "a1").move
    first, second = start.copy(), start.copy()
    first.push(after(start, "a1", "b2"))
    second.push(after(start, "b2", "a1"))
    assert first == second
    assert first.history == second.history


def test_what_cannot_be_decided() -> None:
    turn = rulewright.load("chess").start().turn()
    wrongs: tuple[Any, ...] = (
        "e4", "", "site:zz", "x" * 10**6, "\x1b[2J", 10**30, 10**5000, -1, True, 1.0, None, [1],
        OfferedDecision(99, "site", "a1"),
    )  # fmt: skip
    for wrong in wrongs:
        with pytest.raises(IllegalMove, match="cannot be decided here; there is b1, g1, a2") as refused:
            turn.choose(wrong)
        assert len(refused.value.why) < 400
    assert turn.path == ()
    state = rulewright.load("tictactoe").start()
    with pytest.raises(IllegalMove, match="the turn is complete"):
        after(state, "a1").choose("b2")
    for text in ("a1", "a2", "b1", "b2", "c1"):
        state.push(text)
    with pytest.raises(IllegalMove, match="the game is over"):
        state.turn().choose("c3")


class _Like:
    """A whole number of somebody else's, as NumPy has them."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number


ROAM = """
game: Roam
players: [x, o]
board: {tiling: square, size: 12x12}
pieces: {mark: {letter: x}, rock: {owner: none, letter: r}}
setup: {x mark: [a1], o mark: [l12], rock: columns 2..11}
actions:
  go: {move: mine, path: step any to anywhere not in mine, again: may}
turn: go
stuck: draw
"""


def _roamed(turn: Turn, hops: int) -> Turn:
    for number in range(hops):
        on = [decision for decision in turn.decisions if decision.kind != "done"]
        turn.choose(on[number % len(on)])
    return turn


def test_who_asks_whether_a_turn_follows_does_not_go_all_the_way() -> None:
    """A chain that may end anywhere is not followed to its end for each decision: it would be thousands of hops."""
    turn = rulewright.load(ROAM, engine="reference").start().turn()
    steps: list[int] = []
    real = exploring.Exploring.step

    def step(self: exploring.Exploring, *given: Any) -> None:
        steps.append(1)
        real(self, *given)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(exploring.Exploring, "step", step)
        _roamed(turn, 30)
    assert len(steps) < 30 * 8 * 9


def test_what_a_long_turn_remembers_has_a_bound() -> None:
    """Each place of a chain knows all states before it: that grows with the square of its length."""
    game = rulewright.load(ROAM, engine="reference", limits={"turn_pieces": 30_000})
    turn = _roamed(game.start().turn(), 70)
    with pytest.raises(
        TooLarge, match="more than 30,000 pieces in the positions that the turns of one position come by"
    ):
        _roamed(turn, 80)
    assert 70 < len(turn.path) < 150


def test_games_by_decisions_list_no_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither to know whether the game is over: in some there are more than anybody can list."""
    monkeypatch.setattr(Node, "turns", lambda _: pytest.fail("turns were listed"))
    monkeypatch.setattr(Node, "_found", lambda _: pytest.fail("turns were counted"))
    played = play_random(rulewright.load("breakthrough", engine="reference"), 1, 0, 6, by_decisions=True)
    assert len(played.summary.choices) == played.summary.plies == 6


def test_numbers_of_others_are_numbers() -> None:
    turn = rulewright.load("tictactoe").start().turn()
    like: Any = _Like(turn.numbers[4])
    turn.choose(like)
    assert str(turn.move) == "b2"


@pytest.mark.parametrize("place", [0, 1])
def test_what_the_block_has_no_room_for_is_decided_by_the_reference(
    place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some decisions of a turn may be found natively, and what follows them be too much."""
    pytest.importorskip("llvmlite")
    from rulewright.native.decisions.reader import DecisionReader

    real, asked = DecisionReader.choose, []

    def full(self: DecisionReader, offer: Any, number: int) -> Any:
        asked.append(number)
        if len(asked) == place + 1:
            raise OutOfRoom
        return real(self, offer, number)

    monkeypatch.setattr(DecisionReader, "choose", full)
    start = rulewright.load(TWO, engine="native").start()
    turn = after(start, "a1", "b2")
    assert asked[: place + 1] == [0, 4][: place + 1]
    assert str(turn.move) == str(after(rulewright.load(TWO, engine="reference").start(), "a1", "b2").move)


def test_one_game_decides_in_many_threads() -> None:
    """Its decisions are compiled once, whoever asks first."""
    pytest.importorskip("llvmlite")
    game = rulewright.load("breakthrough", engine="native")
    readers: list[object] = []
    found: dict[int, list[object]] = {0: [], 1: []}
    ready = threading.Barrier(4)

    def decide(which: int) -> None:
        ready.wait()
        try:
            readers.append(game._engines.decisions())
            state = game.start()
            for number in range(12):
                turn = state.turn()
                while not turn.is_complete:
                    turn.choose(turn.numbers[(which + number) % len(turn.numbers)])
                state.push(turn)
            found[which].append(state.to_json())
        except BaseException as problem:
            found[which].append(problem)

    threads = [threading.Thread(target=decide, args=(number % 2,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, readers))) == 1
    for states in found.values():
        assert states[0] == states[1]
        assert isinstance(states[0], dict)


def test_a_turn_belongs_to_its_position() -> None:
    state = rulewright.load("tictactoe").start()
    turn = after(state, "a1")
    state.push("b2")
    with pytest.raises(ValueError, match="another position"):
        state.push(turn)
    with pytest.raises(ValueError, match='not complete; decide for example "a1"'):
        state.push(state.turn())


def test_nothing_is_decided_when_the_game_is_over() -> None:
    game = rulewright.load("tictactoe")
    state = game.start()
    for move in "a1 b2 a2 b3 a3".split():
        state.push(move)
    turn = state.turn()
    assert (turn.decisions, turn.is_complete, turn.move, turn.weights) == ((), False, None, [])


def test_a_forced_pass_is_one_decision() -> None:
    game = rulewright.load(TWO.replace("stuck: draw", "stuck: pass\nend: [draw if passes = 2]"))
    state = game.position({"a1": "white man", "b1": "white man", "c1": "white man", "a2": "white man",
                           "b2": "white man", "c2": "white man", "a3": "white man", "b3": "white man"})  # fmt: skip
    turn = state.turn()
    assert texts(turn) == ["pass"]
    turn.choose("pass")
    assert turn.is_complete
    state.push(turn)
    assert [move.text for move in state.history] == ["pass"]


def test_games_by_decisions_can_be_recorded() -> None:
    for game in ("surikata", "erleuchtung", "kalah"):
        played = play_random(rulewright.load(game), 1, 0, 12, by_decisions=True)
        line = Record.of(played.state, ["random", "random"], 1, 0).line()
        assert sum(1 for _ in replay(read_record(line), rulewright.load(game))) == len(played.state.history) + 1
        again = play_random(rulewright.load(game), 1, 0, 12, by_decisions=True)
        assert again.state.history == played.state.history

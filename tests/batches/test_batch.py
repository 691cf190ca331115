"""Batches: arrays against what states, turns and encodings say of the same games; and what is said of wrong use."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from typing import Any

import pytest

import rulewright
from rulewright.batches.batch import Batch
from rulewright.engine_choice import EngineName
from rulewright.errors import InvalidState, StaleEncoding

np = pytest.importorskip("numpy")


def actions_at_random(batch: Batch, numbers: Any) -> Any:
    """One of the actions of each game."""
    drawn = (1 + numbers.random(batch.seen.mask.shape)) * batch.seen.mask
    return drawn.argmax(axis=1)


@pytest.mark.parametrize("name", ["tictactoe", "othello", "chess"])
def test_a_batch_goes_as_states_go(name: str) -> None:
    """Each game of a batch, followed decision by decision."""
    game = rulewright.load(name)
    batch, encoding, numbers = rulewright.batch(game, n=3), game.encoding(), np.random.default_rng(1)
    turns = [game.start().turn() for _ in range(3)]
    for _ in range(40):
        actions = actions_at_random(batch, numbers)
        seen = batch.step(actions)
        for number, action in enumerate(actions):
            turn = turns[number]
            turn.choose(int(action))
            outcome = None
            if turn.is_complete:
                turn.state.push(turn)
                outcome = turn.state.outcome
                turn = turns[number] = (turn.state if outcome is None else game.start()).turn()
            assert seen.done[number] == (outcome is not None)
            rewards = {"draw": [0, 0]}.get(str(outcome), [0, 0])
            if outcome is not None and outcome.winners:
                rewards = [1 if player in outcome.winners else -1 for player in game.players]
            assert list(seen.reward[number]) == rewards
            assert (seen.mask[number] == encoding.mask(turn)).all()
            assert seen.legal_count[number] == len(turn.numbers)
            assert game.players[seen.to_play[number]] == turn.state.player
            for row, array in encoding.observe(turn).items():
                assert (seen.observation[row][number] == array).all()


SWAPPED = "a1 swap a2 b1 b2 c1 c2 d1 d2 e3 e2"  # blue wins, whom the one who began holds since the swap
STRAIGHT = "a1 b1 a2 b2 a3 b3 a4 b4 a5"  # red wins, and nobody has swapped


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("texts", [SWAPPED, STRAIGHT])
def test_who_swaps_sides_keeps_their_seat(engine: EngineName, texts: str) -> None:
    """Hex: in both games the one who began wins, and is told so, whichever side that is."""
    if engine == "native":
        pytest.importorskip("llvmlite")
    batch = rulewright.batch(rulewright.load("hex", size="5", engine=engine), n=1)
    for ply, text in enumerate(texts.split()):
        assert batch.seen.to_play[0] == ply % 2
        called = "action:swap" if text == "swap" else f"site:{text}"
        seen = batch.step([batch.encoding.actions.index(called)])
    assert seen.done[0]
    assert list(seen.reward[0]) == [1, -1]


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (rulewright.batch("backgammon", n=4, seed=seed) for seed in (3, 4))
    played = [_first_actions(batch) for batch in (one, other)]
    assert not (played[0] == played[1]).all()
    other.reset(3)
    assert (_first_actions(other) == played[0]).all()
    assert (one.states == other.states).all()


def _first_actions(batch: Batch) -> Any:
    """Always the first action there is; which they were."""
    made = []
    for _ in range(12):
        made.append(batch.seen.mask.argmax(axis=1))
        batch.step(made[-1])
    return np.array(made)


@pytest.mark.parametrize("name", ["connect_four", "backgammon", "hive"])
def test_steps_from_states_are_those_of_the_batch(name: str) -> None:
    batch, numbers = rulewright.batch(name, n=4, max_plies=12), np.random.default_rng(3)
    for _ in range(40):
        before, actions = batch.states.copy(), actions_at_random(batch, numbers)
        after, seen = batch.step_from(before, actions)
        shown = batch.step(actions)
        assert (after == batch.states).all()
        assert (seen.mask == shown.mask).all()
        assert (seen.done == shown.done).all()
        assert (seen.truncated == shown.truncated).all()
        assert all((seen.observation[row] == shown.observation[row]).all() for row in seen.observation)
    here = batch.seen.mask.copy()
    batch.restore(before)
    assert (batch.step(actions).mask == here).all()


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_games_wait_where_nobody_begins_them_anew(engine: EngineName) -> None:
    if engine == "native":
        pytest.importorskip("llvmlite")
    game = rulewright.load("tictactoe", engine=engine)
    batch, numbers = rulewright.batch(game, n=3, auto_reset=False), np.random.default_rng(4)
    ended = np.zeros(3, bool)
    for _ in range(9):
        ended |= batch.step(actions_at_random(batch, numbers)).done
    assert ended.all()
    assert not batch.seen.mask.any()
    kept = batch.states
    none, seen = batch.step_from(kept[:0], [])
    assert len(none) == len(seen.mask) == 0
    for action in (0, 99, -1, -2, -3, -4, 2**31 - 1, -(2**31), 1 - 2**31, 2 - 2**31):  # it counts for nothing
        for kind in (np.int32, np.int64):
            seen, (after, _) = batch.step(np.full(3, action, kind)), batch.step_from(kept, np.full(3, action, kind))
            assert not seen.done.any()
            assert not seen.mask.any()
            assert (after == kept).all()
    assert list(batch.reset(which=[1]).legal_count) == [0, 9, 0]
    assert list(batch.reset(which=[True, False, False]).legal_count) == [9, 9, 0]


def test_games_are_cut_off() -> None:
    batch = rulewright.batch("connect_four", n=2, max_plies=2)
    assert not batch.step([0, 1]).truncated.any()
    seen = batch.step([2, 3])
    assert seen.truncated.all()
    assert not seen.done.any()
    assert not seen.observation["board"].any()


def test_a_window_grows_with_what_is_seen_through_it() -> None:
    """A row of pieces from one end to the other, which no sixteen columns hold."""
    game = rulewright.load("hive", set="base")
    assert rulewright.batch(game, n=1).encoding.window == 16
    encoding = game.encoding()
    side = encoding.windows[-1]
    assert encoding._grid.fits(range(14))
    assert not encoding._grid.fits(range(15))
    assert encoding._grid.fits([0, side - 1])  # next to each other on the torus
    assert not encoding._grid.fits(row * side for row in range(15))
    assert game.encoding(side)._grid.fits(range(side))


def test_bad_input_gets_one_clear_error() -> None:
    batch = rulewright.batch("tictactoe", n=3)
    with pytest.raises(ValueError, match="a row of 3 whole numbers, not int64 of shape"):
        batch.step([0, 1])
    with pytest.raises(ValueError, match="whole numbers, not float64"):
        batch.step(np.zeros(3))
    batch.step([0, 1, 2])
    for wrong, told in (
        (1, r"action 1 \(site:b1\) is not there in game 1"),
        (99, "action 99 is not"),
        (-1, "action -1"),
        (2**31 - 1, "action 2147483647"),
        (2**40, f"action {2**40} is not there in game 1"),
        (-(2**31), f"action {-(2**31)} "),
        (-(2**63), f"action {-(2**63)} "),
    ):
        kept = batch.states.copy()
        with pytest.raises(ValueError, match=told):
            batch.step([1, wrong, 3])
        with pytest.raises(ValueError, match=r"action .* is not there in game 1"):
            batch.step(np.array([1, wrong & 2**64 - 1, 3], np.uint64))
        with pytest.raises(ValueError, match=r"action .* is not there in game 1"):
            batch.step(np.array([1, max(-(2**31), min(wrong, 2**31 - 1)), 3], np.int32))
        assert (batch.states == kept).all()
    with pytest.raises(ValueError, match="from 0 to 2"):
        batch.reset(which=[3])
    with pytest.raises(ValueError, match="states are rows of bytes"):
        batch.restore(np.zeros(3))
    with pytest.raises(ValueError, match="batch of 3 games, and these are 1"):
        batch.restore(batch.states[:1])
    with pytest.raises(StaleEncoding, match="Tic-Tac-Toe has"):
        batch.step_from(rulewright.batch("connect_four", n=1).states, [0])
    spoilt = batch.states.copy()
    spoilt[:, 16] += 1
    with pytest.raises(InvalidState, match="another version, or with another engine"):
        batch.restore(spoilt)
    with pytest.raises(ValueError, match="action 0"):
        batch.step_from(batch.states, [0, 0, 0])
    with pytest.raises(StaleEncoding, match="learn anew"):
        rulewright.batch("tictactoe", n=1, fingerprint="0123456789abcdef")
    with pytest.raises(ValueError, match="n is 0"):
        rulewright.batch("tictactoe", n=0)
    for odd in ({"n": "4"}, {"n": 1, "seed": "x"}):
        with pytest.raises(TypeError, match=r"is '[4x]', but it is a number"):
            rulewright.batch("tictactoe", **odd)
    with pytest.raises(TypeError, match="options already"):
        rulewright.batch(rulewright.load("go"), n=1, size=9)
    batch.close()
    with pytest.raises(ValueError, match="is closed"):
        batch.step([1, 1, 1])


def test_arrays_of_a_batch_can_only_be_read() -> None:
    with rulewright.batch("tictactoe", n=2) as batch, pytest.raises(ValueError, match="read-only"):
        batch.seen.mask[0, 0] = False


def test_states_that_this_process_has_not_written_are_refused() -> None:
    """They are memory of the engine: one that believed a lie of a stranger ended the process."""
    batch, numbers = rulewright.batch("chess", n=4), np.random.default_rng(3)
    for _ in range(8):
        batch.step(actions_at_random(batch, numbers))
    kept, actions = batch.states, actions_at_random(batch, numbers)
    read = [*range(24, 24 + 400), *(kept[1] != 0).nonzero()[0][24:]]
    for place in numbers.choice(read, 60):
        lie = kept.copy()
        lie[1, place] ^= 1 << numbers.integers(8)
        for refused in (lambda: batch.restore(lie), lambda: batch.step_from(lie, actions)):  # noqa: B023 (called at once)
            with pytest.raises(InvalidState, match="state 1 was not written by this process, or was changed since"):
                refused()
        assert (batch.states == kept).all()
    lie = kept.copy()  # a sum of words times secret numbers would not see the highest bits of two words
    lie.view(np.uint64)[1, [20, 30]] ^= np.uint64(1 << 63)
    with pytest.raises(InvalidState, match="state 1 was not written"):
        batch.restore(lie)
    some = kept[[2, 0]]  # in any order, of any batch of this process
    after, seen = rulewright.batch("chess", n=1).step_from(some, actions[[2, 0]])
    batch.step_from(after[::-1], seen.mask.argmax(axis=1)[::-1])


def test_states_of_another_process_are_taken_if_somebody_vouches_for_them() -> None:
    batch = rulewright.batch("tictactoe", n=2)
    batch.step([0, 4])
    write = (
        "import sys, rulewright; batch = rulewright.batch('tictactoe', n=2); batch.step([0, 4]); "
        "sys.stdout.buffer.write(batch.states.tobytes())"
    )
    said = subprocess.run([sys.executable, "-P", "-c", write], check=True, capture_output=True).stdout
    foreign = np.frombuffer(said, np.uint8).reshape(2, -1)
    batch.reset()
    with pytest.raises(InvalidState, match="not written by this process"):
        batch.restore(foreign)
    assert batch.restore(foreign, trusted=True).legal_count.tolist() == [8, 8]


@pytest.mark.parametrize("lie", [{"seed": "1"}, {"draws": None}, {"cut": 1}, {"more": 1}, {"turn": []}])
def test_states_of_the_reference_engine_are_checked(lie: dict[str, object]) -> None:
    batch = rulewright.batch(rulewright.load("tictactoe", engine="reference"), n=1)
    row = bytes(batch.states[0])
    told = json.dumps(json.loads(row[24:]) | lie).encode()
    with pytest.raises(InvalidState, match="no state of Tic-Tac-Toe"):
        batch.restore(np.frombuffer(row[:24] + told, np.uint8).reshape(1, -1), trusted=True)


def test_a_batch_that_several_threads_use_does_one_thing_at_a_time() -> None:
    """Two that played in the same memory ended the process."""
    batch, problems = rulewright.batch("backgammon", n=200), []
    kept, actions = batch.states, batch.seen.mask.argmax(axis=1)
    wanted = batch.step_from(kept, actions)[0].copy()

    def work(number: int) -> None:
        for turn in range(60):
            if (turn + number) % 3 == 0:
                batch.restore(kept)
            elif not (batch.step_from(kept, actions)[0] == wanted).all():
                problems.append(turn)

    begun = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in begun:
        thread.start()
    for thread in begun:
        thread.join()
    assert not problems
    assert (batch.states == kept).all()

"""Files that once broke something. What others of their kind broke is tested where it belongs: lines on an unbounded
board in `tests/native/test_torus.py`, one move named differently in `test_repeated_chains.py`, relays and every order
walked in `test_too_large.py` and `test_meeting_ways.py`, the whole commands in `tests/cli/test_hostile.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.headless.perft import perft
from rulewright.headless.random_games import play_random, random_move
from rulewright.language.compilation import compile_game
from tests.native.drawing import Deviation, Drawing
from tests.native.engines import both

FOLDER = Path(__file__).parent
ENGINES = pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])


def test_a_leg_of_a_path_that_is_no_path() -> None:
    """It was an internal error of the front end."""
    found = [one for one in compile_game(FOLDER / "jeson_mor_mutant.yaml").validate() if one.code != "tests-none"]
    assert [(one.code, one.span.text) for one in found if one.span is not None] == [("name-unknown", "enemy")]


def test_actions_of_another_game() -> None:
    """Likewise: nothing of them is known, and the turn asks for an action that is not there."""
    found = list(compile_game(FOLDER / "kalah_mutant.yaml").validate())
    texts = [one.span.text for one in found if one.code == "name-unknown" and one.span is not None]
    assert {"pawn", "stride", "leap_over", "swerve", "walls", "wall"} <= {*texts}


def test_laps_that_may_be_left_out_or_made_twice_come_to_an_end() -> None:
    """In some positions they were looked for until the memory was full; in some, most turns were not found.

    After 15 plies a relay comes back to where it was after 763 laps, which is deeper than Python goes at first. There
    are 110 turns that lead to 101 positions: counted by twenty lines that know nothing but this game and this position.
    """
    first, second = (game.start() for game in both(FOLDER / "relay_mutant.yaml"))
    for ply in range(20):
        counted = len(second.legal_moves)
        assert counted == len(first.legal_moves) == len(second._node.turns())
        assert [move.text for move in first.legal_moves] == [move.text for move in second.legal_moves]
        if ply == 15:
            assert counted == perft(first, 1) == perft(second, 1) == 101
            assert sum(len(turn.twins) for turn in first._node.turns()) == 110
        move = random_move(first, 5, 0, ply)
        first.push(move)
        second.push(move)


def test_playouts_draw_from_all_turns_beside_a_relay_without_end() -> None:
    """The same position as a playout sees it: every one of its moves, each as likely as the others."""
    game = both(FOLDER / "relay_mutant.yaml")[1]
    drawing, deviation = Drawing(game).compile(), Deviation()
    drawing.start()
    drawing.block.load(play_random(game, 5, 0, 15).state.position)
    assert len(drawing.following()) == 101
    drawing.check_listed("relay", 1010, 7, deviation)
    assert abs(deviation.z) < 7


@ENGINES
def test_a_sowing_that_fills_a_stack_says_so(engine: int) -> None:
    """Of a, b and c the sowing from a is not legal, because b cannot take one more; `why` told nothing of that."""
    state = both(FOLDER / "full_stack.yaml")[engine].start()
    assert perft(state, 1) == 2
    assert [move.text for move in state.legal_moves] == ["b", "c"]
    reason = state.why("a")
    assert reason is not None
    assert reason.message == 'sow on a: "sow target along ring" cannot be done: the stack on b would be higher than 60'
    assert reason.sites == ("b",)
    assert reason.span is not None
    assert reason.span.text == "sow target along ring"

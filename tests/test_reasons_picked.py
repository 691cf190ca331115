"""Why what was clicked is no move, however the game writes its moves."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.show.clicking import Pick, Picking
from rulewright.show.why import Reason, why_picked


def _asked(game: str, moves: str, *picks: str) -> Reason | None:
    state = rulewright.load(game).start()
    for move in moves.split(";") if moves else ():
        state.push(move)
    return why_picked(state, [Pick.read(pick) for pick in picks], Picking(state).row)


@pytest.mark.parametrize(
    ("game", "moves", "picks", "rule", "said"),
    [
        # The places of a move, where moves are written with a stroke, with nothing, and by a hook.
        ("breakthrough", "", "site:d2 site:d4", "step forward", "d2-d4"),
        ("abalone", "", "site:a1 site:e5", "enemy", "from a1"),
        ("hive", "wS1;bS1 wS1-", "hand:ant site:2,0", "empty next to mine", "2,0"),
        # A place that is taken, clicked alone.
        ("tictactoe", "b2", "site:b2", "empty", "b2"),
        # The second part of a turn: she may shoot only as she walks.
        ("amazons", "", "site:a4 site:a5 site:c6", "slide any", "a5-c6"),
    ],
)
def test_the_words_that_fail(game: str, moves: str, picks: str, rule: str, said: str) -> None:
    reason = _asked(game, moves, *picks.split())
    assert reason is not None
    assert reason.span is not None
    assert rule in reason.span.text
    assert said in reason.message


HIVE = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


@pytest.mark.parametrize(
    ("game", "moves", "pick", "said"),
    [
        # Its own actions come first: this piece holds the hive together, and nobody wants to enter there.
        ("hive", HIVE, "0,0", 'move from 0,0: "@one_hive(piece)" fails because piece would not hang together'),
        ("hive", HIVE, "1,0", "the black spider on 1,0 is not yours: white is to move"),
        ("hive", HIVE, "-2,0", "take a piece from your hand first; then it can go there"),
        ("chess", "", "e7", "the black pawn on e7 is not yours: white is to move"),
        ("chess", "e2-e4", "e4", "the white pawn on e4 is not yours: black is to move"),
        ("chess", "", "a1", 'move from a1: "slide orth to empty or enemy" fails because there is a white pawn on a2'),
        ("shogi", "", "e5", "drop on e5: there is nothing left in the hand that could be placed"),
    ],
)
def test_what_a_person_means_who_clicks_on_one_place(game: str, moves: str, pick: str, said: str) -> None:
    reason = _asked(game, moves, f"site:{pick}")
    assert reason is not None
    assert reason.message == said


def test_a_test_of_the_whole_game() -> None:
    """The king would stand in check: the rule is not one of the action."""
    reason = _asked("chess", "e2-e4;f7-f5;d1-h5", "site:a7", "site:a6")
    assert reason is not None
    assert reason.span is not None
    assert "king" in reason.span.text


def test_places_that_no_action_goes_over() -> None:
    assert _asked("tictactoe", "", "site:a1", "site:b2", "site:c3") is None


@pytest.mark.parametrize("text", ["e2e5", "e2 e5", "E2-e5"])
def test_places_in_whatever_form(text: str) -> None:
    reason = rulewright.load("chess").start().why(text)
    assert reason is not None
    assert reason.span is not None
    assert reason.message == 'move e2-e5: "its move" does not lead from e2 to e5'


def test_places_that_are_not_a_move_of_any_kind() -> None:
    """What comes of only a part of them is no answer."""
    reason = rulewright.load("hex").start().why("a1b2")
    assert reason is not None
    assert reason.span is None
    assert reason.message.startswith('no move is written "a1b2"')

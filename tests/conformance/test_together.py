"""Decisions D132 to D134: every player chooses, nobody sees, then all is carried out."""

from __future__ import annotations

import json

import pytest

from rulewright.engine_choice import EngineName
from rulewright.errors import InvalidState
from rulewright.game import Game
from rulewright.headless.perft import perft
from rulewright.records import position_hash
from rulewright.reference.hashing import key
from tests.conformance.helpers import after, labels, pieces, small, variable

_DROP = "drop: {place: stone, to: empty}"


def test_d132_every_player_chooses_and_nothing_changes_before_all_have() -> None:
    start = small(_DROP, turn="together drop", board="{tiling: square, size: 3x1}").start()
    assert (start.player, labels(start), start.unseen) == ("white", ["a1", "b1", "c1"], 0)
    middle = after(start, "b1")
    assert (middle.player, labels(middle), pieces(middle), middle.unseen) == ("black", ["a1", "b1", "c1"], {}, 1)
    end = after(middle, "c1")
    assert pieces(end) == {"b1": "white stone", "c1": "black stone"}
    # One turn was made, that of white; black is next, and chooses first.
    assert (end.player, end.position.ply, end.position.turns, end.unseen) == ("black", 2, (1, 0), 0)


def test_d132_each_may_choose_what_could_be_done_now() -> None:
    """Candidates, effects and `must` of the action count, as if nobody else did anything."""
    taken = "take: {move: mine, path: step orth to enemy, must: no enemy next to target}"
    start = small(taken, turn="together take", board="{tiling: square, size: 6x1}").position(
        {"white stone": ["a1", "f1"], "black stone": ["b1", "c1", "e1"]}
    )
    assert labels(start) == ["f1-e1"]  # after the other an enemy would stand beside
    assert labels(after(start, "f1-e1")) == ["b1-a1", "e1-f1"]


def test_d132_who_has_nothing_to_choose_chooses_nothing() -> None:
    start = small("go: {move: mine, path: step e to empty}", turn="together go").position({"white stone": ["a1"]})
    middle = after(start, "a1-b1")
    assert labels(middle) == ["pass"]
    assert pieces(after(middle, "pass")) == {"b1": "white stone"}


def test_d132_who_is_out_chooses_nothing() -> None:
    rest = small(
        "go: {move: mine, path: step any to empty or enemy}",
        turn="together go",
        players="[white, black, red]",
        more="out: no mine",
    ).position({"white stone": ["a1"], "black stone": ["b1"], "red stone": ["e5"]})
    taken = after(rest, "a1-b1", "b1-c2", "e5-d4")
    assert pieces(taken) == {"b1": "white stone", "d4": "red stone"}  # white was first: black's stone was gone
    assert (taken.player, labels(taken)) == (
        "red",
        ["d4-c3", "d4-d3", "d4-e3", "d4-c4", "d4-e4", "d4-c5", "d4-d5", "d4-e5"],
    )
    onward = after(taken, "d4-d3", "b1-a1")
    assert (onward.player, labels(onward)) == ("black", ["pass"])
    assert pieces(after(onward, "pass")) == {"a1": "white stone", "d3": "red stone"}


def test_d132_one_of_several_actions_and_more_parts() -> None:
    start = small(
        f"{_DROP}\ngo: {{move: mine, path: step any to empty}}\nmark: {{pick: mine, do: remove target}}",
        turn="together (drop or go) then mark",
        board="{tiling: square, size: 3x1}",
    ).position({"white stone": ["a1"]})
    assert labels(start) == ["b1", "c1", "a1-b1"]
    both = after(start, "a1-b1", "c1")
    assert (both.player, labels(both), pieces(both)) == ("white", ["b1"], {"b1": "white stone", "c1": "black stone"})
    assert after(both, "b1").player == "black"


def test_d133_choices_are_told_apart_by_nothing_but_themselves() -> None:
    """Black's list must not tell what white has chosen, though two of black's choices come to the same."""
    start = small(_DROP, turn="together drop", board="{tiling: square, size: 3x1}").position({"white stone": ["c1"]})
    for chosen in ("a1", "b1"):
        middle = after(start, chosen)
        assert labels(middle) == ["a1", "b1"]
    guess = small("guess: {with: {number: 1..3}, do: told(me) = 1}", turn="together guess", more=_TOLD).start()
    assert labels(after(guess, "guess:1")) == ["guess:1", "guess:2", "guess:3"]


_TOLD = "vars: {told: {range: 0..9, per: player}}"


def test_d133_the_choice_is_part_of_the_hash() -> None:
    start = small(_DROP, turn="together drop", board="{tiling: square, size: 3x1}").start()
    middle = after(start, "c1")
    expected = key(7, 0, 1, 0)
    for place, value in enumerate((1, 0, 0, 0, 0, 2)):  # leaf + 1, take, kind, state, origin, target
        expected ^= key(11, 0, place, value)
    for number, register in enumerate([0] * 6):
        expected ^= key(9, 1, number, register)
    assert int(position_hash(middle), 16) == expected
    assert middle != after(start, "a1")
    assert middle == after(start, "c1")


def test_d133_a_state_as_data_has_it_and_is_checked() -> None:
    start = small(_DROP, turn="together drop", board="{tiling: square, size: 3x1}").start()
    data = json.loads(json.dumps(after(start, "c1").to_json()))
    again = start.game.from_json(data)
    assert again == after(start, "c1")
    assert pieces(after(again, "a1")) == {"a1": "black stone", "c1": "white stone"}
    for wrong in ({}, {"white": [1, 0, 0, 0, 0, 3]}, {"white": [1]}, {"black": [1, 0, 0, 0, 0, 2]}, None):
        data["position"]["chosen"] = wrong
        with pytest.raises(InvalidState):
            start.game.from_json(data)


def test_d133_who_is_to_move_is_shown_a_guess() -> None:
    start = small(_DROP, turn="together drop", board="{tiling: square, size: 3x3}").start()
    middle = after(start, "b2")
    guesses = {middle.as_seen(seed).history[-1].text for seed in range(60)}
    assert guesses == set(labels(start))
    assert all(labels(middle.as_seen(seed)) == labels(middle) for seed in range(5))
    begun = start.game.from_json(middle.to_json())  # without what was played before
    assert {begun.as_seen(seed).position.chosen for seed in range(60)} == {
        ((1, 0, 0, 0, 0, site), ()) for site in range(9)
    }
    assert "b2" not in str(middle)


def test_d134_carried_out_in_turn_order_if_it_can_be_still() -> None:
    start = small(_DROP, turn="together drop", board="{tiling: square, size: 3x1}").start()
    once = after(start, "b1", "b1")
    assert pieces(once) == {"b1": "white stone"}
    assert pieces(after(once, "a1", "a1")) == {"a1": "black stone", "b1": "white stone"}  # now black was first


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_d134_of_three_the_one_behind_comes_before_the_last(engine: EngineName) -> None:
    """Black and red want the same site, and white chose first."""
    game = small(_DROP, turn="together drop", players="[white, black, red]", board="{tiling: square, size: 3x1}")
    start = Game(game._pipeline.anew(), engine).start()
    assert pieces(after(start, "a1", "b1", "b1")) == {"a1": "white stone", "b1": "black stone"}


def test_d134_what_was_chosen_is_asked_again_where_it_is_done() -> None:
    start = small(
        "go: {move: mine, path: step any to empty, if: count enemy >= 2}\ntake: {move: mine, path: step any to enemy}",
        turn="together (go or take)",
    ).position({"white stone": ["a1", "e5"], "black stone": ["b1", "d5"]})
    assert pieces(after(start, "a1-b1", "d5-d4")) == {
        "b1": "white stone",
        "e5": "white stone",
        "d4": "black stone",
    }  # white has two stones still
    assert pieces(after(start, "a1-b1", "b1-c1")) == {"b1": "white stone", "e5": "white stone", "d5": "black stone"}


def test_d134_the_end_of_the_turn_sees_what_all_have_done() -> None:
    sealed = small(
        "offer: {with: {price: 1..3}, do: bid(me) = price}",
        turn="together offer",
        more="""
        vars: {bid: {range: 0..3, per: player}}
        must: bid(me) > 2
        when_turn_ends: put white stone at a1 if bid(white) > bid(black)
        end: [white wins if some white stone, draw if bid(white) = bid(black)]
        """,
    ).start()
    assert labels(sealed) == ["offer:1", "offer:2", "offer:3"]  # `must` of the game does not count
    assert str(after(sealed, "offer:2", "offer:1").outcome) == "white wins"
    assert str(after(sealed, "offer:2", "offer:2").outcome) == "draw"
    again = after(sealed, "offer:1", "offer:2")
    assert (again.player, variable(again, "bid", 0), variable(again, "bid", 1)) == ("black", 1, 2)


def test_d134_each_choice_is_a_step_of_perft_and_a_path_of_decisions() -> None:
    game = small(_DROP, turn="together drop", board="{tiling: square, size: 3x1}", more="stuck: draw")
    # Nine pairs; after the three with one stone there are two sites for each, after the six others one.
    assert [perft(game.start(), depth) for depth in range(1, 5)] == [3, 9, 3 * 2 + 6 * 1, 3 * 4 + 6 * 1]
    state = game.start()
    turn = state.turn()
    assert len(turn.decisions) == 3
    turn.choose(turn.decisions[1])
    assert turn.is_complete
    state.push(turn)
    assert (state.player, state.history[-1].text) == ("black", "b1")

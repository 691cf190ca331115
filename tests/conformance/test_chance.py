"""Decisions D69 to D71: chance cuts a turn into segments; outcomes and their weights."""

from __future__ import annotations

from tests.conformance.helpers import after, labels, small, variable


def test_d69_chance_cuts_the_turn() -> None:
    dice = small(
        """
        bet:  {with: {stake: 1..2}, do: staked = stake}
        roll: {with: {eyes: 1..3}, do: thrown = eyes}
        cash: {with: {kept: 0..1}, do: gain = staked * thrown * kept, say: "{kept}"}
        """,
        turn="bet then chance roll then cash",
        more="vars: {staked: {range: 0..2}, thrown: {range: 0..3}, gain: {range: 0..9}}",
    )
    state = dice.start()
    assert (state.player, labels(state)) == ("white", ["bet:1", "bet:2"])
    state.push("bet:2")
    assert (state.player, labels(state), state.weights) == ("chance", ["roll:1", "roll:2", "roll:3"], [1, 1, 1])
    state.push("roll:3")
    assert (state.player, labels(state)) == ("white", ["0", "1"])
    state.push("1")
    assert (state.player, variable(state, "gain"), state.position.ply) == ("black", 6, 2)


def test_d69_registers_are_carried_over_the_chance() -> None:
    shot = small(
        """
        aim:   {pick: mine}
        wind:  {with: {force: 1..2}, do: blown = force}
        shoot: {place: arrow, from: aim.target, path: step n to empty}
        """,
        turn="aim then chance wind then shoot",
        pieces="{archer: {letter: a}, arrow: {owner: none, letter: x}}",
        more="vars: {blown: {range: 0..2}}",
    )
    state = after(shot.position({"white archer": ["a1", "c1"]}), "c1")
    assert state.is_chance
    assert labels(after(state, "wind:2")) == ["c2"]


def test_d70_equal_outcomes_merge_and_add_their_weights() -> None:
    sum_of_two = small(
        'roll: {with: {a: 1..3, b: 1..3}, do: total = a + b, say: "{a}+{b}"}\npass: {}',
        turn="chance roll then pass",
        more="vars: {total: {range: 0..6}}",
    ).start()
    assert labels(sum_of_two) == ["1+1", "1+2", "1+3", "2+3", "3+3"]
    assert sum_of_two.weights == [1, 2, 3, 2, 1]
    assert sum_of_two.parse("3+1") == sum_of_two.parse("1+3")


def test_d70_a_place_weighs_by_the_number_in_the_tray() -> None:
    bag = small(
        "draw_one: {place: anything, to: empty in row 1}\npass: {}",
        turn="chance draw_one then pass",
        board="{tiling: square, size: 2x1}",
        pieces="{ball: {owner: none, states: [red, blue], letter: {red: r, blue: b}}}",
        more="setup: {supply: {ball: {red: 3, blue: 1}}}",
    ).start()
    assert labels(bag) == ["red_ball@a1", "red_ball@b1", "blue_ball@a1", "blue_ball@b1"]
    assert bag.weights == [3, 3, 1, 1]


def test_d71_without_an_outcome_the_part_is_skipped() -> None:
    empty_bag = small(
        "draw_one: {place: ball, to: empty}\ngo: {do: turned += 1}",
        turn="chance draw_one then go",
        pieces="{ball: {owner: none, supply: 1, letter: b}}",
        more="vars: {turned: {range: 0..9}}",
    )
    state = after(empty_bag.start(), "a1", "go")
    while state.is_chance:  # an engine may show the skipped part as a node with one outcome
        assert len(state.legal_moves) == 1
        state.push(state.legal_moves[0])
    assert (state.player, labels(state)) == ("black", ["go"])


def test_d69_a_position_between_segments_is_written_down_whole() -> None:
    """Who moves next was decided before the die is cast, and belongs to what is written."""
    deciding = small(
        """
        go: {move: mine, path: step e to empty, do: next_player = me}
        roll: {with: {pips: 1..2}, do: told = pips}
        """,
        turn="go then chance roll",
        more="vars: {told: {range: 0..2}}\nsetup: {white stone: [a1], black stone: [a5]}",
    )
    state = after(deciding.start(), "a1-b1")
    again = deciding.from_json(state.to_json())
    assert again == state
    assert after(again, "roll:1").player == "white"

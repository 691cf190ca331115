"""What is told of one turn of thousands is what the list of all says of it."""

from __future__ import annotations

import pytest

import rulewright

pytest.importorskip("llvmlite")


@pytest.mark.parametrize("name", ["breakthrough", "chess", "go", "konane", "tak", "ur", "twixt"])
def test_one_turn_is_told_as_the_list_tells_it(name: str) -> None:
    game = rulewright.load(name)
    game._engines.hurry()
    native = game._engines.fast()
    assert native is not None
    state = game.start()
    for ply in range(10):
        node, place = state._node, (7 * ply) % len(state.legal_moves)
        following = node.after(place)
        assert native.place(node.snapshot(native), following.snapshot(native)) in (place, None)
        if not state.is_chance:
            assert node.turn_to(following) == (node.texts()[place], node.turns()[place].parts)
        state.push(state.legal_moves[place])


def test_a_turn_that_was_decided_is_played_without_its_place() -> None:
    state = rulewright.load("connect6").start()
    turn = state.turn()
    while not turn.is_complete:
        turn.choose(turn.decisions[len(turn.decisions) // 2])
    played = state.copy()
    assert turn.move is not None
    played.push(turn.move)
    assert played._node._index < 0
    text = played.history[0].text
    listed = state.copy()
    listed.push(text)
    assert (hash(played), str(played)) == (hash(listed), str(listed))
    assert played._node.index == listed._node.index

"""Picking: every legal move of every game can be clicked together, and no row of clicks means two moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rulewright
from rulewright.headless.random_games import random_move
from rulewright.language.game_files import shipped
from rulewright.show.clicking import DONE, Kind, Moved, Pick, Picking
from rulewright.show.drawing.scene import scene_of
from rulewright.state import Move, State
from tests.all_sorts import all_sorts_or_rest

PLIES = 6
MOST_MOVES = 80
"""Positions with more are too many clicks for a test; the games that have them come to smaller ones too."""


def rows(picking: Picking, begun: tuple[Pick, ...] = ()) -> Iterator[tuple[tuple[Pick, ...], Move]]:
    """All rows of picks that end in a move, tried out as a page does: one pick after the other."""
    choices = picking.after(begun)
    assert choices is not None
    if choices.move is not None:
        assert not choices.picks
        yield begun, choices.move
        return
    assert choices.picks, "never a dead end"
    assert len(set(choices.picks)) == len(choices.picks)
    for pick in choices.picks:
        yield from rows(picking, (*begun, pick))


def positions(game: str) -> Iterator[State]:
    """Some of a random game: every third, and those at its start."""
    state = rulewright.load(game, engine="native").start()
    for decision in range(PLIES + 60):
        if state.outcome is not None:
            return
        looked_at = decision < 2 or decision % 3 == 2
        if looked_at and not state.is_chance and len(state.legal_moves) <= MOST_MOVES:
            yield state
        state.push(random_move(state, 5, 1, decision))
        if len(state.history) > PLIES and (decision > PLIES + 50 or not state.is_chance):
            return


@pytest.mark.parametrize("game", all_sorts_or_rest(sorted(shipped())))
def test_every_move_of_every_game_can_be_picked(game: str) -> None:
    for state in positions(game):
        found = list(rows(Picking(state)))
        assert {move for _, move in found} == set(state.legal_moves)
        assert len({row for row, _ in found}) == len(found), "a row of picks means one move"
        sites = {spot.name for spot in scene_of(state).spots}
        assert {pick.value for row, _ in found for pick in row if pick.kind is Kind.SITE} <= sites
        assert all(Pick.read(str(pick)) == pick for row, _ in found for pick in row)


def picks(game: str, *begun: str) -> list[str]:
    choices = Picking(rulewright.load(game, engine="native").start()).after([Pick.read(text) for text in begun])
    assert choices is not None
    return [str(pick) for pick in choices.picks]


def test_nobody_is_asked_for_what_goes_without_saying() -> None:
    assert picks("tictactoe") == [f"site:{column}{row}" for column in "abc" for row in "123"]
    assert picks("chess", "site:e2") == ["site:e3", "site:e4"]
    assert "do:pass" in picks("go"), "a stone need not be picked up first"
    assert "site:a1" in picks("go")


def test_where_two_moves_look_alike_words_tell_them_apart() -> None:
    assert picks("quoridor", "site:a1ne") == ["word:level", "word:upright"]
    assert picks("abalone", "site:c3", "site:c4") == ["word:ne", "word:nw", "done"]


def test_clicks_may_follow_the_notation() -> None:
    """A row of marbles moves from a1 to b1 in its notation; as decisions, to where its foremost marble comes."""
    picking = Picking(rulewright.load("abalone").start())

    def also(*picked: str) -> dict[str, str]:
        choices = picking.after([Pick(Kind.SITE, site) for site in picked])
        assert choices is not None
        return {str(pick): site for pick, site in choices.also.items()}

    assert also() == {}
    assert also("a1") == {"site:c1": "b1", "site:d4": "b2"}  # a1b1, a1b2
    assert also("c3") == {}  # c4 could be the other end of a row, too
    assert also("c3", "c4") == {"word:ne": "d4", "word:nw": "d3"}  # c3c4d4, c3c4d3
    whole = picking.after([Pick.read(pick) for pick in ("site:c3", "site:c4", "done")])  # just c3c4
    assert whole is not None
    assert whole.move is not None
    assert whole.move.text == "c3c4"
    for picks in (["done"], ["site:a1", "done"], ["site:c3", "done", "done"], ["site:c3", "site:c5", "done"]):
        assert picking.after([Pick.read(pick) for pick in picks]) is None


def test_stacks_are_taken_by_number() -> None:
    """In a game of Tak, as soon as there is one."""
    state = rulewright.load("tak").start()
    for decision in range(60):
        amounts = [str(pick) for pick in _takes(state)]
        if amounts:
            assert amounts == [f"take:{number}" for number in range(1, len(amounts) + 1)]
            return
        state.push(random_move(state, 2, 0, decision))
    pytest.fail("no stack in sight")


def _takes(state: State) -> list[Pick]:
    picking = Picking(state)
    first = picking.after(())
    for pick in first.picks if first else ():
        choices = picking.after((pick,))
        takes = [one for one in choices.picks if one.kind is Kind.TAKE] if choices else []
        if takes:
            return takes
    return []


def test_a_turn_that_can_go_on_can_be_ended() -> None:
    """A jump of Erleuchtung may be followed by others."""
    state = rulewright.load("erleuchtung").start()
    for decision in range(40):
        if state.outcome is not None:
            break
        ended = [row for row, _ in rows(Picking(state)) if row[-1] == DONE]
        for row in ended:
            longer = [other for other, _ in rows(Picking(state)) if other[: len(row) - 1] == row[:-1] and other != row]
            assert longer, "where a turn cannot go on, nobody needs to say that it is done"
        if ended:
            return
        state.push(random_move(state, 3, 1, decision))
    pytest.fail("no turn could go on")


def test_turns_that_come_to_the_same_can_be_picked_in_either_order() -> None:
    """Two men of one's own that move to the same places: whichever is picked first, it is the same move."""
    game = rulewright.load(
        """
game: Two
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {man: {letter: o}}
actions:
  put: {place: man, to: empty}
turn: put then put
end: [draw if ply > 3]
"""
    )
    picking = Picking(game.start())
    one = picking.after([Pick.read("site:a1"), Pick.read("site:b2")])
    other = picking.after([Pick.read("site:b2"), Pick.read("site:a1")])
    assert one is not None
    assert other is not None
    assert one.move == other.move
    assert one.move is not None


def test_the_turn_is_shown_as_far_as_it_has_come() -> None:
    picking = Picking(rulewright.load("amazons").start())
    choices = picking.after([Pick.read("site:a4"), Pick.read("site:a6")])
    assert choices is not None
    assert choices.moved == (Moved("a4", "a6", 1),)
    before = picking.after([Pick.read("site:a4")])
    assert before is not None
    assert before.moved == ()


def test_what_no_move_begins_with() -> None:
    picking = Picking(rulewright.load("chess").start())
    assert picking.after([Pick.read("site:e5")]) is None
    assert picking.after([Pick.read("site:e2"), Pick.read("site:e5")]) is None
    with pytest.raises(ValueError, match="nonsense"):
        Pick.read("nonsense:a1")

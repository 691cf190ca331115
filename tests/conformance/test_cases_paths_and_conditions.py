"""Conformance cases 6 to 12, 14 and 15: matches of a path, when conditions are asked, whole turns."""

from __future__ import annotations

import pytest

from tests.conformance.helpers import after, game, labels, library, result

_ROW = """
    game: Row
    players: [white, black]
    board: {tiling: square, size: 8x1}
    pieces: {stone: {letter: s}}
    actions:
      go:
    """


@pytest.mark.parametrize("between", [("black", "black"), ("white", "black"), ("white", "white")])
def test_06_all_matches_not_greedy(between: tuple[str, str]) -> None:
    """The run of two is laid as 0+2, 1+1 and 2+0; only the middle one passes the condition."""
    row = game(
        _ROW
        + """
        path: step e over 0.. piece as x + 0.. piece as y to empty
        move: mine
        if: count x = 1 and count y = 1
    turn: go
    """
    )
    state = row.position({"a1": "white stone", "b1": f"{between[0]} stone", "c1": f"{between[1]} stone"})
    assert labels(state) == ["a1-d1"]


def test_07_cannon() -> None:
    row = game(
        _ROW
        + """
        move: mine
        path: slide orth over 0.. empty + piece + 0.. empty to enemy
    turn: go
    """
    )
    state = row.position({"white stone": ["a1", "c1"], "black stone": ["f1", "g1"]})
    assert labels(state) == ["a1-f1", "c1-g1"]


@pytest.mark.parametrize(
    ("ahead", "moves"),
    [(None, ["a1-a2"]), ("black pawn", []), ("black king", ["a1-a3"])],
    ids=["nothing", "pawn", "king"],
)
def test_08_unbound_alternative(ahead: str | None, moves: list[str]) -> None:
    column = game("""
        game: Column
        players: [white, black]
        board: {tiling: square, size: 1x3}
        pieces: {pawn: {letter: p}, king: {letter: k}}
        actions:
          go:
            move: mine
            path: step n to empty | jump n over enemy as foe to empty
            if: no foe or foe is king
        turn: go
        """)
    state = column.position({"a1": "white pawn", **({"a2": ahead} if ahead else {})})
    assert labels(state) == moves


# Three white men of which no two share a line, so nothing is milled; 17 of the 24 points are empty.
_THREE_MEN = {"white man": ["a7", "d6", "e3"], "black man": ["a1", "d1", "g4", "f4"]}


def _morris(walk: str, fly: str) -> str:
    return f"""
        game: Another morris
        extends: nine_mens_morris
        actions:
          walk: {{if: ~, {walk}}}
          fly: {{if: ~, {fly}}}
        """


def test_09_if_is_not_lifted() -> None:
    state = library("nine_mens_morris").position(_THREE_MEN, phase="moving")
    assert len(state.legal_moves) == 3 * 17
    assert all(len(turn.twins) == 1 for turn in state._node.turns()), "each is a flight, none also a walk"
    actions = state.game.rules.actions
    assert {actions[turn.parts[0][0].action].name for turn in state._node.turns()} == {"fly"}

    lifted = game(_morris("if_lifted: count mine > 2", "if_lifted: count mine = 2")).position(
        _THREE_MEN, phase="moving"
    )
    assert labels(lifted) == labels(state)

    wrong = game(_morris("if_lifted: count mine > 2", "if_lifted: count mine = 3")).position(_THREE_MEN, phase="moving")
    assert labels(wrong) == []
    assert result(wrong) == "black wins", "who is stuck loses"


def _placing(turn: str) -> str:
    return f"""
        game: Another morris
        extends: nine_mens_morris
        phases:
          - name: placing
            turn: {turn}
            until: hand(me) = 0 and hand(enemy) = 0
          - name: moving
            turn: walk or fly
        """


def test_10_pruned_prefix() -> None:
    mill = {"white man": ["a7", "d7"]}
    strict = game(_placing("place then (take if milled)")).position(mill)
    assert "g7" not in labels(strict)
    assert len(strict.legal_moves) == 21
    mild = game(_placing("place then (take if (milled and some enemy))")).position(mill)
    assert "g7" in labels(mild)
    assert len(mild.legal_moves) == 22


def test_11_else_sees_whole_turns() -> None:
    """The guard on a2 could take b2, but then the rook on a5 would look at the king."""
    castle = game("""
        game: Castle
        players: [white, black]
        board: {tiling: square, size: 5x5}
        pieces:
          king:  {letter: k, walk: step orth to empty, take: step orth to enemy}
          guard: {letter: g, walk: step orth to empty, take: step orth to enemy}
          rook:  {letter: r, walk: slide orth to empty, take: slide orth to enemy}
          lamb:  {letter: l}
        actions:
          capture: {move: mine, path: its take}
          walk:    {move: mine, path: its walk}
        turn: capture else walk
        must: no my king attacked by enemy
        """)
    standing = {"a1": "white king", "a2": "white guard", "b2": "black lamb"}
    assert labels(castle.position({**standing, "a5": "black rook"})) == ["a1-b1", "a2-a3"]
    assert labels(castle.position({**standing, "c5": "black rook"})) == ["a2-b2"], "a legal capture is compulsory"


def test_12_nested_else() -> None:
    nested = game("""
        game: Nested
        players: [white, black]
        board: {tiling: square, size: 3x1}
        pieces: {stone: {letter: s}}
        actions:
          first:  {place: stone, to: empty in a1}
          second: {place: stone, to: empty in b1}
          close:  {place: stone, to: c1, if: mine in b1}
        turn: (first else second) then close
        """)
    assert labels(nested.start()) == ["b1 c1"]


def test_14_pick_that_designates() -> None:
    archers = game("""
        game: Archers
        players: [white, black]
        board: {tiling: square, size: 2x2}
        pieces: {archer: {letter: a}, arrow: {owner: none, letter: x}}
        setup: {white archer: [a1, b1]}
        actions:
          aim:   {pick: mine}
          shoot: {place: arrow, from: aim.target, path: step n to empty}
        turn: aim then shoot
        """)
    assert labels(archers.start()) == ["a1 a2", "b1 b2"]


_NOTHING = """
    game: Nothing
    players: [white, black]
    board: {{tiling: square, size: 2x1}}
    pieces: {{stone: {{letter: s}}}}
    setup: {{black stone: [a1]}}
    actions:
      left:  {{move: mine, path: step w to empty}}
      right: {{move: mine, path: step e to empty}}
      pass:  {{}}
    turn: {turn}
    stuck: lose
    """


def test_15_null_turn() -> None:
    without = game(_NOTHING.format(turn="may left then may right")).start()
    assert labels(without) == []
    assert result(without) == "black wins"
    passing = game(_NOTHING.format(turn="may left then may right or pass")).start()
    assert labels(passing) == ["pass"]
    assert after(passing, "pass").position.passes == 1

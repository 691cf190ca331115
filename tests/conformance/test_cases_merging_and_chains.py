"""Conformance cases 1 to 5, 13 and 26 to 28: what is one move, and how chains of hops run."""

from __future__ import annotations

import pytest

from tests.conformance.helpers import after, draft, game, labels, library, pieces, result, routes
from tests.proof.conftest import perft


def test_01_merging() -> None:
    """44 moves, of which ten broadsides can be named from either end: 54 complete turns."""
    start = library("abalone").start()
    assert len(start.legal_moves) == 44
    assert sum(len(turn.twins) for turn in start._node.turns()) == 54
    assert "c3c5d4" in labels(start)
    assert "c5c3d6" not in labels(start), "the list shows the smaller key"
    assert start.parse("c5c3d6") == start.parse("c3c5d4")


def test_02_circular_capture() -> None:
    state = library("english_draughts").position(
        {
            "c3": "black king",
            "d4": "white man",
            "d6": "white man",
            "b6": "white man",
            "b4": "white man",
            "h8": "white man",
        }
    )
    # Two routes; the one that turns to the lower-numbered site first (a5 before e5) is shown.
    assert labels(state) == ["c3-a5-c7-e5-c3"]
    assert routes(state, "c3-a5-c7-e5-c3") == 2
    assert state.parse("c3-e5-c7-a5-c3") == state.legal_moves[0]
    assert pieces(after(state, "c3-a5-c7-e5-c3")) == {"c3": "black king", "h8": "white man"}


def test_03_crowning_order() -> None:
    state = library("english_draughts").position(
        {"d6": "black man", "e7": "white man", "g7": "white man", "b2": "white man"}
    )
    assert labels(state) == ["d6-f8"]
    assert pieces(after(state, "d6-f8")) == {"b2": "white man", "g7": "white man", "f8": "black king"}


def test_04_there_and_back() -> None:
    state = library("erleuchtung").position({"a1": "white dark figure", "b1": "red lit figure"})
    assert sorted(labels(state)) == ["a1-a1*", "a1-a2", "a1-b2", "a1-c1", "a1-c1*"]
    # By key: steps before jumps, targets ascending; a chain after the hop it begins with.
    assert labels(state) == ["a1-a2", "a1-b2", "a1-c1", "a1-a1*", "a1-c1*"]
    assert pieces(after(state, "a1-a1*"))["a1"] == "white lit figure"
    assert pieces(after(state, "a1-c1"))["c1"] == "white dark figure"
    assert pieces(after(state, "a1-c1*"))["c1"] == "white lit figure"


def test_05_crossing_the_start() -> None:
    state = draft("surakarta").position({"c4": "black stone", "c2": "white stone"})
    steps = {"c4-b3", "c4-c3", "c4-d3", "c4-b4", "c4-d4", "c4-b5", "c4-c5", "c4-d5"}
    assert set(labels(state)) == {*steps, "c4-c2"}
    assert len(state.legal_moves) == 9
    assert routes(state, "c4-c2") == 3


def test_13_again_must_without_progress() -> None:
    row = game("""
        game: Row
        players: [white, black]
        board: {tiling: square, size: 3x1}
        pieces: {stone: {letter: s}, rock: {owner: none, letter: "#"}}
        setup: {white stone: [a1], rock: [b1]}
        actions:
          bound: {move: mine, path: jump orth over piece to empty, again: must}
        turn: bound
        stuck: lose
        """)
    assert labels(row.start()) == ["a1-c1"]
    assert pieces(after(row.start(), "a1-c1")) == {"b1": "rock", "c1": "white stone"}


def test_26_late_removal() -> None:
    """From b6 the king looks at d4, which it has jumped, and f2 behind it: d4 still stands there, so f2 is safe.

    The route is a1 x d4, g7 x f8, e9 x d8 and then c7, b6 or a5.
    """
    state = draft("international_draughts").position(
        {"a1": "white king", "d4": "black man", "f8": "black man", "d8": "black man", "f2": "black man"}
    )
    assert labels(state) == ["a1-g7-e9-a5", "a1-g7-e9-b6", "a1-g7-e9-c7"]
    assert pieces(after(state, "a1-g7-e9-b6")) == {"f2": "black safe man", "b6": "white safe king"}


@pytest.mark.parametrize(("depth", "count"), [(1, 9), (2, 81), (3, 658), pytest.param(4, 4265, marks=pytest.mark.slow)])
def test_26_late_removal_in_the_published_counts(depth: int, count: int) -> None:
    assert perft(draft("international_draughts").start(), depth) == count


def test_27_memory_in_a_chain() -> None:
    turkish = draft("turkish_draughts")
    straight = turkish.position({"d4": "white king", "d6": "black man", "d2": "black man"})
    assert labels(straight) == ["d4-d1", "d4-d7", "d4-d8"], "never straight back for the other man"
    corner = turkish.position({"d4": "white king", "d6": "black man", "g7": "black man"})
    assert labels(corner) == ["d4-d7-h7"], "round a corner it goes on; most captures are compulsory"

    tak = draft("tak").position({"white flat stone": {"a1": 3}}, phase="play", ply=3)
    carries = [label for label in labels(tak) if label.startswith("a1-")]
    # 1, 2 or 3 stones, dropped along the way in every order that leaves one on each site: 1 + 2 + 4 each way.
    assert sum(label.split(":")[1] == "n" for label in carries) == 7
    assert sum(label.split(":")[1] == "e" for label in carries) == 7
    assert len(carries) == 14
    assert all(len({site[0] for site in label.split(":")[0].split("-")}) == 1 for label in carries if ":n" in label)


_GATE = """
    game: Gate
    players: [white, black]
    board: {{tiling: square, size: 2x2}}
    pieces: {{stone: {{letter: s}}}}
    regions: {{gate: [b1]}}
    setup: {{white stone: [a1]}}
    actions:
      bend: {{move: mine, path: step orth to empty then step orth to empty}}
    turn: bend
    {end}
    """


def test_28_end_sees_the_move() -> None:
    seen = game(_GATE.format(end="end: [win if some gate in turn.passed]")).start()
    assert labels(seen) == ["a1-b2", "a1-b2 #2"]
    # The last step north (round b1, the gate) sorts before the last step east (round a2).
    assert result(after(seen, "a1-b2")) == "white wins"
    assert result(after(seen, "a1-b2 #2")) != "white wins"
    assert pieces(after(seen, "a1-b2")) == pieces(after(seen, "a1-b2 #2"))

    blind = game(_GATE.format(end="")).start()
    assert labels(blind) == ["a1-b2"]

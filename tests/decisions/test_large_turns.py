"""Turns that are large in each of three ways: many groups that grow, laps that run long, many stones at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb

import pytest

from rulewright import State
from tests.native.engines import both, reference

ENGINES = pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])

# ------------------------------------------------------------ Symple: all groups grow in one turn, each by one stone

_SYMPLE = """
game: Symple in whole turns
players: [white, black]
board: {{tiling: square, size: {size}, adjacency: orth}}
pieces:
  stone: {{letter: o}}
setup: {{white stone: [{white}]}}
define:
  growable: empty next to mine not next to (mine joined to (mine next to neutral))
actions:
  plant: {{place: my stone, to: empty not next to mine}}
  grow: {{place: my stone, to: growable, do: set it to neutral}}
turn: plant or (grow then (repeat (grow) while growable))
when_turn_ends: set neutral to mine
stuck: draw
end:
  - draw if no empty
"""

Site = tuple[int, int]


def _neighbours(site: Site, size: int) -> Iterator[Site]:
    for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= site[0] + dx < size and 0 <= site[1] + dy < size:
            yield site[0] + dx, site[1] + dy


def _group(site: Site, stones: frozenset[Site], size: int) -> set[Site]:
    found, waiting = {site}, [site]
    while waiting:
        for beside in _neighbours(waiting.pop(), size):
            if beside in stones and beside not in found:
                found.add(beside)
                waiting.append(beside)
    return found


def _symple(white: list[str], size: int) -> int:
    """The rule in plain Python: positions after a turn of white, which has the board to itself."""
    stones = frozenset((ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in white)
    board: set[Site] = {(column, row) for column, row in product(range(size), repeat=2)}
    planted = {site for site in board - stones if not stones & {*_neighbours(site, size)}}

    def growable(grown: frozenset[Site]) -> set[Site]:
        done = {own for site in grown for one in _neighbours(site, size) if one in stones
                for own in _group(one, stones, size)}  # fmt: skip
        return {
            site
            for site in board - stones - grown
            if stones & {*_neighbours(site, size)} and not done & {*_neighbours(site, size)}
        }

    ends, seen, waiting = set(), {frozenset[Site]()}, [frozenset[Site]()]
    while waiting:
        grown = waiting.pop()
        sites = growable(grown)
        if grown and not sites:
            ends.add(grown)
        for onward in (grown | {site} for site in sites):
            if onward not in seen:
                seen.add(onward)
                waiting.append(onward)
    return len(planted) + len(ends)


_GROUPS = {
    "six apart": (9, ["b2", "e2", "h2", "b8", "e8", "h8"]),
    "one stone grows two": (5, ["a1", "c1", "e1", "c3"]),
    "groups of several stones": (5, ["a1", "a2", "c2", "d2", "d4", "e5"]),
    "in the corners": (6, ["a1", "f1", "a6", "f6", "c4"]),
}


def _grown(name: str, engine: int) -> tuple[State, int]:
    size, white = _GROUPS[name]
    game = both(_SYMPLE.format(size=size, white=", ".join(white)))[engine]
    return game.start(), _symple(white, size)


def test_the_plain_program_counts_what_can_be_counted_by_hand() -> None:
    """Six stones far from one another grow at one of four sites each; what is not next to them can be planted."""
    assert _symple(_GROUPS["six apart"][1], 9) == 4**6 + 81 - 6 * 5


@ENGINES
@pytest.mark.parametrize("name", _GROUPS)
def test_all_groups_grow_in_one_turn(name: str, engine: int) -> None:
    state, count = _grown(name, engine)
    assert len(state.legal_moves) == count


@ENGINES
def test_groups_are_grown_one_by_one(engine: int) -> None:
    state, _ = _grown("one stone grows two", engine)
    turn = state.turn()
    assert {"b1", "d1", "e2", "c2"} <= {decision.text for decision in turn.decisions}
    turn.choose("b1")  # next to a1 and c1, which have grown with it
    assert {decision.text for decision in turn.decisions} == {"e2", "b3", "c4", "d3"}
    turn.choose("e2")
    assert {decision.text for decision in turn.decisions} == {"b3", "c4", "d3"}
    turn.choose("c4")
    assert turn.is_complete
    assert turn.move in state.legal_moves


# ------------------------------------------------------------ a mancala whose laps may run long

_LAPS = """
game: Long laps
players: [south, north]
board: {{sites: p1..p{sites}, tracks: {{ring: {{closed: yes, sites: p1..p{sites}}}}}}}
pieces: {{seed: {{owner: none, letter: "."}}}}
stack: 60
setup: {{seed: {{{seeds}}}}}
actions:
  sow: {{pick: anywhere with height >= 1, do: sow target along ring}}
  lap: {{pick: last_sown, do: sow target along ring, say: ""}}
turn: sow then repeat 0..{laps} (lap) while (last_sown with height >= 2)
stuck: lose
"""
_SEEDS = (2, 5, 1, 5, 2, 5, 4, 1)


def _laps(seeds: tuple[int, ...], first: int, most: int) -> tuple[tuple[int, ...], int]:
    """The seeds after a turn, and the laps of it, in plain Python."""
    now, at, laps = list(seeds), first, 0
    while True:
        taken, now[at] = now[at], 0
        for _ in range(taken):
            at = (at + 1) % len(now)
            now[at] += 1
        if now[at] < 2 or laps == most:
            return tuple(now), laps
        laps += 1


def _long(laps: int) -> str:
    seeds = ", ".join(f"p{number}: {amount}" for number, amount in enumerate(_SEEDS, 1))
    return _LAPS.format(sites=len(_SEEDS), seeds=seeds, laps=laps)


def _seeds(state: State) -> tuple[int, ...]:
    stacks = state.position.layers[0]
    return tuple(len(stacks.get(site, ())) for site in range(len(_SEEDS)))


@ENGINES
def test_laps_may_run_long(engine: int) -> None:
    """As many as the rule allows; each first hole is one move, after which nobody has a choice."""
    most = 500
    game, longest = both(_long(most))[engine], 0
    for number, amount in enumerate(_SEEDS):
        state = game.start()
        turn = state.turn()
        turn.choose(f"p{number + 1}")
        assert amount
        while not turn.is_complete:
            (only,) = turn.decisions  # where the last seed fell
            turn.choose(only)
        state.push(turn)
        expected, laps = _laps(_SEEDS, number, most)
        assert _seeds(state) == expected
        longest = max(longest, laps)
    assert longest == most, "one of them would run much longer"
    assert [move.text for move in game.start().legal_moves] == [f"p{number}" for number in range(1, 9)]


# ------------------------------------------------------------ ten stones in a turn

_TEN = """
game: Ten stones
players: [white, black]
board: {{tiling: square, size: {size}}}
pieces: {{stone: {{letter: o}}}}
actions:
  drop: {{place: my stone, to: empty}}
turn: repeat 10 (drop)
stuck: draw
end:
  - win if count mine > 30
"""


def test_ten_free_placements() -> None:
    """The orders of them are 10! times as many."""
    state = reference(_TEN.format(size="7x2")).start()
    assert len(state.legal_moves) == comb(14, 10)
    assert state.parse("c2 g1 a1 b2 d1 e2 f1 b1 a2 g2").text == "a1 b1 d1 f1 g1 a2 b2 c2 e2 g2"

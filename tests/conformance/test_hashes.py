"""Decisions D84, D100 to D109: hashes and random numbers, computed here once more from the formulas; translation."""

from __future__ import annotations

import pytest

from rulewright.game import Game
from rulewright.headless.random_games import play_random
from rulewright.state import State
from tests.conformance.helpers import after, draft, game, labels, library, result, small

_WORD = 2**64


def _mix(z: int) -> int:
    z = (z + 0x9E3779B97F4A7C15) % _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % _WORD
    return z ^ (z >> 31)


def _key(tag: int, first: int, second: int, third: int) -> int:
    z = _mix(tag)
    for number in (first, second, third):
        z = _mix((z + number) % _WORD)
    return z


def _drawn(seed: int, game_number: int, decision: int, among: int) -> int:
    x = _mix((_mix((_mix(seed) + game_number) % _WORD) + decision) % _WORD)
    return ((x >> 32) * among) >> 32


def _canonical(state: State) -> dict[int, int]:
    """Each occupied site's number counted from the first occupied column and row of the anchor (D105)."""
    unbounded = state.game.rules.unbounded
    sites = {site for layer in state.position.layers for site in layer}
    if unbounded is None:
        return {site: site for site in sites}
    side = unbounded.side
    anchor = state.position.layers[unbounded.layer]
    columns, rows = {site % side for site in anchor}, {site // side for site in anchor}
    x0 = min((x for x in columns if (x - 1) % side not in columns), default=0)
    y0 = min((y for y in rows if (y - 1) % side not in rows), default=0)
    return {site: (site // side - y0) % side * side + (site % side - x0) % side for site in sites}


def _hash(state: State, reads_taken: bool) -> int:
    """Section 19, word for word, for a state between two turns."""
    rules, position = state.game.rules, state.position
    radices = []
    for kind in rules.kinds:
        radices.append(1)
        for axis in kind.axes:
            radices[-1] *= len(axis.values)
    states = max(radices)
    moved = _canonical(state)
    found = 0
    for number, layer in enumerate(position.layers):
        for site, stack in layer.items():
            for level, code in enumerate(stack, 1):
                found ^= _key(1, number, moved[site] * 64 + level, code)
    for (tray, player, kind_number, state_number), count in position.trays.items():
        if count and (tray != "taken" or reads_taken):
            tag = {"hand": 2, "supply": 3, "taken": 4}[tray]
            found ^= _key(tag, max(player, 0), kind_number * states + state_number, count)
    for number, spec in enumerate(rules.variables):
        start = state.game._engine.variables.start(spec)
        for index, (value, age) in enumerate(position.variables[number]):
            if not spec.clock and value is not None and value != start:
                found ^= _key(5, number, index, value + 2**32 * age)
    for site in range(len(rules.board)):
        if position.unmoved >> site & 1:
            found ^= _key(6, site, 0, 0)
    found ^= _key(7, position.phase, position.me, position.seats)
    for player in position.out:
        found ^= _key(8, player, 0, 0)
    return found


def test_d108_mix_is_splitmix64() -> None:
    """The first three numbers of the published generator with seed 0 (splitmix64.c, Vigna)."""
    seeds = [0, 0x9E3779B97F4A7C15, 2 * 0x9E3779B97F4A7C15 % _WORD]
    assert [_mix(seed) for seed in seeds] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize(
    ("name", "plies", "reads_taken"),
    [
        ("abalone", 12, True), ("creeper", 20, False), ("surikata", 25, False), ("hive", 8, False),
        ("vier_kreise", 14, False), ("erleuchtung", 12, False), ("schleicher_und_huepfer", 12, False),
        ("english_draughts", 30, False), ("nine_mens_morris", 20, False), ("oware", 12, True), ("hex", 6, False),
    ],
)  # fmt: skip
def test_d108_hash_of_random_games(name: str, plies: int, reads_taken: bool) -> None:
    state = library(name).start()
    for decision in range(plies):
        assert state.__hash__() == _hash(state, reads_taken), decision
        if state.outcome is not None:
            break
        state.push(state.legal_moves[_drawn(3, 0, decision, len(state.legal_moves))])


def test_d108_chess_with_a_variable_that_lasts_and_unmoved_pieces() -> None:
    chess = library("chess").position(
        {"e2": "white pawn", "d4": "black pawn", "e1": "white king", "h1": "white rook", "e8": "black king"}
    )
    assert chess.__hash__() == _hash(chess, False)
    chess.push("e2-e4")
    assert chess.__hash__() == _hash(chess, False)


def test_d108_trays_that_no_rule_reads_are_left_out() -> None:
    """Nothing in draughts asks what was taken, so a board reached by captures is the same as the board itself."""
    draughts = library("english_draughts")
    taken = after(draughts.position({"c3": "black man", "d4": "white man", "h8": "white man"}), "c3-e5")
    direct = draughts.position({"e5": "black man", "h8": "white man"}, to_move="white")
    assert hash(taken) == hash(direct)
    abalone = library("abalone")
    pushed = after(abalone.position({"black": ["e7", "e8"], "white": ["e9", "a1"]}), "e7e8")
    told = abalone.position({"black": ["e8", "e9"], "white": ["a1"]}, to_move="white")
    assert hash(pushed) != hash(told), "here six of them win"


def test_d108_different_parts_of_a_position_change_the_hash() -> None:
    hexes = library("hex", size="5")
    placed = after(hexes.start(), "c3")
    assert hash(placed) != hash(hexes.start())
    assert hash(after(placed, "swap")) not in {hash(placed), hash(hexes.start())}, "seats"
    clocked = library("chess").position({"a1": "white king", "h8": "black king"}, vars={"quiet": 5})
    fresh = library("chess").position({"a1": "white king", "h8": "black king"})
    assert hash(clocked) == hash(fresh), "a clock is no part of the position"


@pytest.mark.parametrize(("seed", "number"), [(1, 0), (1, 1), (7, 2)])
def test_d109_random_games_follow_from_the_formula(seed: int, number: int) -> None:
    state = library("surikata").start()
    decision = 0
    while state.outcome is None:
        state.push(state.legal_moves[_drawn(seed, number, decision, len(state.legal_moves))])
        decision += 1
    played = play_random(library("surikata"), seed, number).state
    assert [move.text for move in played.history] == [move.text for move in state.history]


def test_d109_chance_is_drawn_by_weight() -> None:
    """First outcome whose running sum exceeds the index; a chance draw counts as a decision."""
    dice = small(
        """
        roll: {with: {a: 1..3, b: 1..3}, do: total = a + b, say: "{a}+{b}"}
        keep: {do: sum_up += total}
        lose_it: {do: total = 0}
        """,
        turn="chance roll then (keep or lose_it)",
        more="vars: {total: {range: 0..6}, sum_up: {range: 0..60}}\nlimit: {turns: 6, result: draw}",
    )
    outcomes = ["1+1"] * 1 + ["1+2"] * 2 + ["1+3"] * 3 + ["2+3"] * 2 + ["3+3"] * 1
    for number in range(4):
        played = play_random(dice, 5, number).state
        texts = [move.text for move in played.history]
        assert len(texts) == 12
        for decision, text in enumerate(texts):
            if decision % 2 == 0:
                assert text == outcomes[_drawn(5, number, decision, 9)]
            else:
                assert text in ("keep", "lose_it")
                assert _drawn(5, number, decision, 2) == ["keep", "lose_it"].index(text)


_FROGS = """
    game: Frogs
    players: [white, black]
    board: {tiling: hex, size: unbounded}
    pieces: {frog: {owner: none, supply: 2, letter: f}}
    setup: {frog: ["0,0", "1,0"]}
    actions:
      leap_on: {move: frog, if_lifted: connected piece, path: jump e over piece to empty, say: "{origin}>{target}"}
    turn: leap_on
    repetition: {times: 3, result: draw}
    """


def test_d105_repetition_ignores_translation() -> None:
    """Two frogs leap over one another to the east: after every second leap the position is the same, further on."""
    state = game(_FROGS).start()
    start = hash(state)
    for leap, move in enumerate(["0,0>2,0", "1,0>3,0", "2,0>4,0", "3,0>5,0"], 1):
        assert state.outcome is None
        assert labels(state) == [move]
        state.push(move)
        assert (hash(state) == start) is (leap % 2 == 0)
    assert result(state) == "draw"


def test_d106_names_go_on_beyond_the_torus() -> None:
    """The side of the torus is 8 at most for two frogs; the names count on."""
    endless = game(_FROGS.replace("repetition: {times: 3, result: draw}", ""))
    assert endless.rules.unbounded is not None
    state = endless.start()
    for leap in range(3 * endless.rules.unbounded.side):
        assert labels(state) == [f"{leap},0>{leap + 2},0"]
        state.push(state.legal_moves[0])


def _side(pieces: int) -> int:
    text = _FROGS.replace("supply: 2", f"supply: {pieces}")
    rules = game(text).rules
    assert rules.unbounded is not None
    return rules.unbounded.side


def test_d104_side_of_the_torus() -> None:
    """The least power of two that is at least N + 2r + 1."""
    hive, tiles = library("hive").rules.unbounded, library("vier_kreise").rules.unbounded
    assert hive is not None
    assert tiles is not None
    assert (hive.side, tiles.side) == (32, 32)
    for number in (2, 5, 11, 12, 27, 28):
        side = _side(number)
        assert side & (side - 1) == 0
        assert side >= number + 2


def test_d102_centre_is_the_first_site_only_while_nothing_is_there() -> None:
    state = library("hive").start()
    assert all(move.text in ("wQ", "wB1", "wG1", "wS1", "wA1", "wL", "wM") for move in state.legal_moves)
    assert state.parse("queen@0,0") == state.parse("wQ")


def test_d66_and_d105_the_hash_is_the_same_in_every_run() -> None:
    """So that records on disk and other engines agree: one value worked out from the formula by hand."""
    first = library("tictactoe").start()
    assert first.__hash__() == _mix(_mix(_mix(_mix(7))))


def _replayed(described: Game, moves: list[str]) -> State:
    return after(described.start(), *moves)


def test_d98_copying_and_taking_back_keep_the_hash() -> None:
    state = draft("surakarta").start()
    before, moves = hash(state), labels(state)
    state.push(moves[0])
    assert hash(_replayed(draft("surakarta"), [moves[0]])) == hash(state)
    state.pop()
    assert (hash(state), labels(state)) == (before, moves)


def test_d105_a_site_in_a_variable_is_counted_from_the_pieces_too() -> None:
    """Going in a circle of three, white and black come to lie elsewhere as they lay before; so does what is held."""
    swarm = small(
        "crawl: {move: mine, if_lifted: connected piece, path: step any over 0..1 piece to empty, do: spot = it}",
        turn="crawl",
        board="{tiling: hex, size: unbounded}",
        pieces="{stone: {letter: s, each: 1}}",
        more='vars: {spot: {holds: site}}\nsetup: {white stone: ["0,0"], black stone: ["1,0"]}',
    )
    once = after(swarm.start(), "0,0-2,0", "1,0-3,0")
    twice = after(once, "2,0-4,0", "3,0-5,0")
    assert hash(once) == hash(twice)
    assert once.position.variables != twice.position.variables

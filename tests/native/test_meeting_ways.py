"""Ways that meet in the middle of a turn: the same moves as ever, for the price of the states and not of the orders."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import permutations
from typing import TypeVar
from unittest.mock import patch

import pytest

from rulewright.engine_choice import EngineName
from rulewright.errors import IllegalMove, TooLarge
from rulewright.game import Game, load
from rulewright.headless.perft import perft
from rulewright.reference.exploring import Exploring, looking_up

from .engines import both, reference
from .lockstep import Bounds, play
from .meeting_ways import DROP, FREE, game_of

_T = TypeVar("_T")


@pytest.mark.parametrize("name", FREE)
def test_both_engines_agree(name: str) -> None:
    for number in range(2):
        play(*both(FREE[name]), Bounds(plies=8, moves=3000, steps=400_000), name=name, number=number)


@pytest.mark.parametrize("name", FREE)
def test_moves_are_those_of_all_orders(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no ways meet, because each is walked by itself, the same comes out."""
    met = _shown(reference(FREE[name]))
    original = Exploring.__init__

    def alone(self: Exploring, *given: object, **named: object) -> None:
        original(self, *given, **named)  # type: ignore[arg-type]
        self.met = None

    monkeypatch.setattr(Exploring, "__init__", alone)
    assert _shown(reference(FREE[name])) == met


def _given_up_first(steps: int) -> Callable[[Callable[[], _T]], _T]:
    """As `deeply` where a look becomes too deep after so many steps: it is given up, and done once more elsewhere."""

    def deeply(work: Callable[[], _T]) -> _T:
        left = [steps]

        def step() -> None:
            left[0] -= 1
            if left[0] < 0:
                raise RecursionError

        with suppress(RecursionError), looking_up(step):
            work()
        return work()

    return deeply


@pytest.mark.parametrize("steps", [1, 3, 10, 40, 1_000_000])
@pytest.mark.parametrize("name", FREE)
def test_a_look_that_begins_once_more_finds_everything(name: str, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was met by a look that was given up counted as found: those turns were missing."""
    whole = _shown(reference(FREE[name]))
    monkeypatch.setattr("rulewright.reference.game_flow.deeply", _given_up_first(steps))
    assert _shown(reference(FREE[name])) == whole


def test_a_look_that_begins_once_more_is_not_twice_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position that is not too large does not become so."""
    text = game_of("6x1", DROP + "turn: repeat 6 (drop)", "")

    def is_refused(work: int) -> bool:
        game = load(text, engine="reference", limits={"turn_work": work})
        try:
            return not game.start()._node.turns()
        except TooLarge:
            return True

    enough = bisect_left(range(100_000), True, key=lambda work: not is_refused(work))
    assert 1000 < enough < 100_000
    monkeypatch.setattr("rulewright.reference.game_flow.deeply", _given_up_first(100))
    assert not is_refused(enough)


def _shown(game: Game) -> list[tuple[str, object, int, set[str]]]:
    """Texts, keys, how many turns are one move, and how those are written: of two positions."""
    found: list[tuple[str, object, int, set[str]]] = []
    state = game.start()
    for _ in range(2):
        labels = state._node.labels()
        for move, turn in zip(state.legal_moves, state._node.turns(), strict=True):
            written = [labels.turn(parts) for parts in turn.twins]
            assert len(written) == len(turn.twins)
            found.append((move.text, move.key, len(turn.twins), set(written)))
        if state.legal_moves:
            state.push(state.legal_moves[-1])
    return found


@contextmanager
def _counting() -> Iterator[list[int]]:
    """How often the reference engine looks up: once a candidate, a part and a complete turn. Rules are not counted."""
    steps = [0]

    def step() -> None:
        steps[0] += 1

    with looking_up(step), patch("rulewright.reference.budget.look_up", lambda: None):
        yield steps


def _cost(text: str) -> int:
    with _counting() as steps:
        assert reference(text).start()._node.turns()
    return steps[0]


def test_free_placements_cost_states_and_not_orders() -> None:
    """Of n sites: 2^n states with n/2 stones to place in the mean. In orders it would be n!: 479,001,600 for 12."""
    for sites in (4, 8, 10):
        cost = _cost(game_of(f"{sites}x1", DROP + f"turn: repeat {sites} (drop)", ""))
        assert 2**sites < cost <= sites * 2 ** (sites - 1) + 3 * 2**sites


_GROWING = """\
actions: {grow: {place: my stone, to: empty next to rock, if: no (mine next to (rock next to target))}}
turn: repeat 1..9 (grow)
"""


@pytest.mark.parametrize(("groups", "rows", "sites"), [(6, 1, 2), (3, 2, 5)])
def test_groups_cost_what_they_can_become(groups: int, rows: int, sites: int) -> None:
    """Each group grows at one of its sites or not at all: (sites + 1)^groups states, and not groups! * sites^groups."""
    rocks = ", ".join(f"{chr(ord('b') + 3 * group)}1" for group in range(groups))
    text = game_of(f"{3 * groups}x{rows}", _GROWING, f"rock: [{rocks}]")
    states = (sites + 1) ** groups
    parts = sites * groups * (sites + 1) ** (groups - 1)  # what can grow next, from all of them
    assert states < _cost(text) <= parts + 3 * states
    assert [len(game.start().legal_moves) for game in both(text)] == [states - 1] * 2


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_any_order_is_understood(engine: int) -> None:
    """D75: the label of any merged turn."""
    game = both(game_of("3x2", DROP + "turn: repeat 1..3 (drop)", ""))[engine]
    for order in permutations(["b1", "c2", "a1"]):
        state = game.start()
        assert state.parse(" ".join(order)).text == "a1 b1 c2"
    with pytest.raises(IllegalMove):
        game.start().parse("a1 b1 b1")


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_twelve_sites(engine: int) -> None:
    game = both(game_of("12x1", DROP + "turn: repeat 12 (drop)", ""))[engine]
    state = game.start()
    assert [move.text for move in state.legal_moves] == ["a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1"]
    assert state.parse("l1 k1 j1 i1 h1 g1 f1 e1 d1 c1 b1 a1") == state.legal_moves[0]
    assert perft(state, 1) == 1


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_choices_of_effects_that_come_to_the_same(engine: int) -> None:
    """Twenty effects that may be left out, and nothing they could do: two texts a site, and not 2^20 turns."""
    effects = ", ".join(f"may remove mine in row {row} next to enemy" for row in (*range(1, 11), *range(1, 11)))
    rules = f"actions: {{drop: {{place: my stone, to: empty, do: [{effects}]}}}}\nturn: drop"
    state = both(game_of("3x10", rules, ""))[engine].start()
    assert len(state.legal_moves) == 30
    assert state.parse("b2+") == state.parse("b2")


_FEW = {"turn_pieces": 60_000, "turns": 999}  # so little room that it is full soon


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize(
    ("size", "rules"),
    [
        ("16x16", DROP + "turn: repeat 0..60 (drop)"),
        (
            "8x8",
            "vars: {pips: {range: 0..2000}}\n"
            "actions: {roll: {with: {a: 1..512, b: 1..512, c: 1..512}, do: pips = a + b + c}}\nturn: chance roll",
        ),
    ],
    ids=["placements", "values"],
)
def test_what_is_too_much_has_a_name(size: str, rules: str, engine: EngineName) -> None:
    with pytest.raises(TooLarge):
        load(game_of(size, rules, ""), engine=engine, limits=_FEW).start()._node.turns()


@pytest.mark.parametrize(("passes", "compiled"), [(2, False), (8, True)])
def test_a_turn_of_many_orders_is_compiled_at_once(passes: int, compiled: bool) -> None:
    """The reference interpreter would need longer for its first list than machine code takes to be made."""
    game = load(game_of("8x1", DROP + f"turn: repeat {passes} (drop)", ""))
    assert game.start().legal_moves
    assert (game._engines._native is not None) is compiled


@pytest.mark.parametrize("name", FREE)
def test_every_order_is_read_as_its_move(name: str) -> None:
    state = reference(FREE[name]).start()
    labels, own = state._node.labels(), {move.text for move in state.legal_moves}
    for move, turn in list(zip(state.legal_moves, state._node.turns(), strict=True))[:3]:
        for text in {labels.turn(parts) for parts in list(turn.twins)[:6]} - own:
            assert move in state.matching(text)
    assert state.matching("a1 nowhere") == []


def test_another_order_is_read_without_a_look_at_all_turns() -> None:
    text = game_of("9x1", DROP + "turn: repeat 4 (drop)", "")
    state = reference(text).start()
    assert len(state.legal_moves) == 126  # 9 x 8 x 7 x 6 / 4!
    with _counting() as steps:
        assert [move.text for move in state.matching("d1 c1 b1 a1")] == ["a1 b1 c1 d1"]
        assert state.matching("d1 c1 b1 d1") == []
    assert steps[0] < _cost(text) / 2

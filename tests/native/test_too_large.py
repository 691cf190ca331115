"""A position with too many turns: both engines say so in the same way, and are as they were."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from rulewright import load, node
from rulewright.engine_choice import EngineName
from rulewright.errors import OutOfRoom, TooLarge
from rulewright.headless.perft import perft
from rulewright.native.compiler import Compiler

from .engines import both
from .generated_games import is_small

_ENGINES: tuple[EngineName, EngineName] = ("reference", "native")
_GAME = """
game: Say a number
players: [white, black]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: s}}
setup: {white stone: [a1]}
vars: {said: {range: 0..200}}
actions:
  say: {with: {number: 1..100}, if: me = black or number <= 5, do: said = number}
  shout: {with: {number: 101..200}, if: me = black, do: said = number}
turn: say or shout
"""


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_both_engines_refuse_what_is_too_large(engine: int) -> None:
    game = load(_GAME, engine=_ENGINES[engine], limits={"turns": 150})
    state = game.start()
    state.push(state.legal_moves[2])
    with pytest.raises(TooLarge, match="Say a number: in turn 2 there are more than 150 turns of one position"):
        len(state.legal_moves)
    with pytest.raises(TooLarge):
        state._node.turns()
    # What is left is a state like any other.
    assert state.player == "black"
    assert [move.text for move in state.history] == ["say:3"]
    state.pop()
    assert len(state.legal_moves) == 5


@pytest.mark.parametrize("engine", _ENGINES)
def test_the_error_tells_the_moves_that_led_there(engine: EngineName) -> None:
    """Whoever plays thousands of random games has to find the one position again."""
    state = load(_GAME, engine=engine, limits={"turns": 150}).start()
    state.push("say:3")
    asked: list[Callable[[], object]] = [
        lambda: len(state.legal_moves),
        lambda: perft(state, 2),
        lambda: state.why("x"),
    ]
    for ask in asked:
        with pytest.raises(TooLarge) as caught:
            ask()
        error = pickle.loads(pickle.dumps(caught.value))  # as a worker sends it
        assert error.moves == ("say:3",)
        assert str(error) == str(caught.value)
        assert str(error).endswith("; moves before it: say:3")


def test_of_many_moves_before_an_error_the_last_ones_are_told() -> None:
    state = load(_GAME, limits={"turns": 150}).start()
    state.push("say:3")
    with pytest.raises(TooLarge) as caught:
        len(state.legal_moves)
    caught.value.moves = ("say:1",) * 1000
    assert str(caught.value).count("say:1") < 400
    assert "; the last moves before it: say:1; say:1" in str(caught.value)


def test_moves_that_take_long_to_name_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "_NAMING", -1.0)
    state = load(_GAME, limits={"turns": 150}).start()
    state.push("say:3")
    with pytest.raises(TooLarge) as caught:
        len(state.legal_moves)
    assert (caught.value.moves, caught.value._has_all_moves) == ((), False)
    assert "before it" not in str(caught.value)


def test_a_generated_game_with_such_a_position_is_not_small() -> None:
    """It ended the comparison of all that come after it."""
    assert not is_small(load(_GAME, engine="reference", limits={"turns": 150}))


def test_without_the_bound_it_is_a_game_like_any_other() -> None:
    for game in both(_GAME):
        state = game.start()
        state.push(state.legal_moves[2])
        assert len(state.legal_moves) == 199  # what was said cannot be said again


_ROUND = """
game: Round and round
players: [south, north]
board: {{sites: p1..p{sites}, tracks: {{ring: {{closed: yes, sites: p1..p{sites}}}}}}}
pieces: {{bean: {{owner: none, letter: b}}}}
stack: 25
setup: {{bean: {{{beans}}}}}
actions:
  sow: {{pick: p1, do: sow target along ring}}
  again: {{pick: last_sown, do: sow target along ring, say: ""}}
turn: sow then repeat (again) while (last_sown with height >= 2)
stuck: lose
"""


def _round(*beans: int) -> str:
    laid = ", ".join(f"p{number}: {amount}" for number, amount in enumerate(beans, 1) if amount)
    return _ROUND.format(sites=len(beans), beans=laid)


@pytest.mark.parametrize("engine", [0, 1], ids=["reference", "native"])
def test_a_relay_without_end(engine: int) -> None:
    """A short one comes back to where it was, which is no way to end a turn (D66); a long one (12,672 laps) is told."""
    short = both(_round(2, 0, 1))[engine].start()
    assert not short.legal_moves
    assert str(short.outcome) == "north wins"
    state = both(_round(2, 5, 1, 5, 2, 5, 4, 1))[engine].start()
    with pytest.raises(TooLarge, match='more than 4,000 parts of one turn; most of it is done by the action "again"'):
        len(state.legal_moves)


# What each asks is far more than anybody waits for, and hardly anything of it is a turn.
_ASKING = {
    "where": "{place: my mark, to: empty where (some (empty where (some (empty where (row(it) > 70)))))}",
    "if": "{move: mine, to: enemy, if: count (mine where (some (enemy where (row(it) > 70)))) > 9000}",
    "groups": "{move: mine, to: enemy, if: count groups of mine > 9000}",
    "can": "{move: mine, to: enemy, if: not (enemy can hit)}",
    "routes": "{place: my mark, to: empty where (no (reached by (repeat 1..8 (step any to empty)) from it))}",
    "lines": f'{{move: mine, path: "{" then ".join(["slide any to empty"] * 3)}"}}',
    "legs": f'{{move: mine, path: "{" then ".join(["step any to empty"] * 12)}"}}',
    # No third leg lands anywhere, since there are three sites: what is tried counts, and not what is found.
    "tracks": f'{{move: mine, path: "{" then ".join(["slide along way over 0.. anywhere to anywhere"] * 3)}"}}',
}
_BOARD = """
game: Asking
players: [x, o]
board: {{tiling: square, size: 60x60}}
pieces: {{mark: {{letter: x}}}}
setup: {{x mark: {x}, o mark: {o}}}
actions:
  go: {rule}
  hit: {{move: mine, to: enemy, if: count mine > 9000}}
turn: {turn}
stuck: draw
"""


def _asking(name: str, turn: str = "go") -> str:
    full = name not in ("where", "routes", "lines", "legs", "tracks")
    x, o = ("rows 1..30", "rows 31..60") if full else ("[a1]", "[b1]")
    text = _BOARD.format(rule=_ASKING[name], x=x, o=o, turn=turn).lstrip()
    way = f"sites: a1 b1 c1, tracks: {{way: {{sites: {'a1 b1 c1 a1 c1 b1 ' * 20}}}}}"
    return text.replace("tiling: square, size: 60x60", way) if name == "tracks" else text


@pytest.mark.parametrize("engine", _ENGINES)
@pytest.mark.parametrize("name", _ASKING)
def test_what_takes_too_many_steps_is_told_with_its_rule(name: str, engine: EngineName) -> None:
    state = load(_asking(name), engine=engine, limits={"steps": 200_000}).start()
    for _ in range(2):  # nothing half done stays behind
        with pytest.raises(
            TooLarge, match="in turn 1 there are more than 200,000 steps to answer one question"
        ) as told:
            len(state.legal_moves)
    assert told.value.span.line in (7, 8)
    assert "--effort" in told.value.way_out
    fresh = load(_asking(name), engine="reference").start()
    assert state.fen() == fresh.fen()
    assert {hash(state) for _ in range(1500)} == {hash(fresh)}  # nor does what was asked before count for this


@pytest.mark.parametrize("name", _ASKING)
def test_machine_code_gives_up_by_itself(name: str) -> None:
    """And does not only wait until the interpreter says so."""
    game = load(_asking(name), engine="native", limits={"steps": 200_000})
    native = game._engines.native()
    assert native is not None
    with pytest.raises(OutOfRoom):
        native.count(game.start()._node.snapshot(native))


def test_large_sets_are_counted_by_their_words() -> None:
    """A line that is looked for on 3,600 sites took a thousand times as long as a step, and counted as none."""
    line = "{place: my mark, to: empty where (count line of 3 (mine where row(it) < 70) > row(it))}"
    text = _BOARD.format(rule=line, x="[a1]", o="[b1]", turn="go").lstrip()
    game = load(text, engine="native")
    native = game._engines.native()
    assert native is not None
    assert native.count(game.start()._node.snapshot(native))[0] == 0
    assert native._room().block.word(native.layout.spent) > 3_598 * 50


@pytest.mark.parametrize("engine", _ENGINES)
def test_ways_that_all_are_refused_are_counted(engine: EngineName) -> None:
    text = _asking("where").replace("turn: go", "turn: lay then lay then lay\nmust: count mine > 9000")
    text = text.replace("actions:\n", "actions:\n  lay: {place: my mark, to: empty}\n")
    state = load(text, engine=engine, limits={"steps": 200_000, "turn_work": 200_000}).start()
    with pytest.raises(TooLarge, match="in turn 1 there are more than 200,000"):
        len(state.legal_moves)


def test_limits_that_are_none() -> None:
    with pytest.raises(ValueError, match='there is no limit "sites" that can be changed'):
        load(_GAME, limits={"sites": 5})
    with pytest.raises(ValueError, match="the limit steps is a whole number, at least 1, and not 0"):
        load(_GAME, limits={"steps": 0})


_STEPS = """
game: Steps
players: [ann, bob]
board: {{tiling: square, size: 2x1}}
pieces: {{stone: {{letter: o}}}}
vars: {{steps: {{range: 0..9999, start: 0}}}}
actions:
  bump: {{do: steps = steps + 1, say: ""}}
  put: {{place: my stone, to: empty}}
turn: repeat (bump) while (steps < {most}) then put
when_turn_ends: steps = 0
stuck: draw
"""


def test_playouts_know_how_many_parts_a_turn_may_have() -> None:
    """They draw turns without records of their parts, so they have to count them."""
    game = load(_STEPS.format(most=3000))
    assert Compiler(game._engine).plan.by_list.strategy == "reservoir_turns"
    assert game.playouts(games=2, seed=1).plies == 4
    with pytest.raises(TooLarge, match='more than 4,000 parts of one turn; most of it is done by the action "bump"'):
        load(_STEPS.format(most=5000)).playouts(games=1, seed=1)

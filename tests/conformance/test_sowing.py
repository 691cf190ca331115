"""Decision D56, sowing: where it begins, what happens on the way, and tracks that are worked out."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.engine_choice import EngineName
from rulewright.game import Game
from rulewright.state import State

_GAME = """
game: Sowing
players: [south, north]
board:
  sites: a b c d e f palm
  tracks:
    ring: {closed: yes, sites: a b c d e f}
    home: {closed: yes, sites: f e d c b a}
    road: {south: a b c d, north: f e d c}
pieces:
  seed: {owner: none, letter: "."}
stack: all
setup: {seed: {a: 3, b: 1, c: 2, d: 3, palm: 2}}
vars:
  turned: {holds: yes_no}
  told: {range: 0..99}
  weight: {range: 0..999}
define:
  harvest(left):
    - told += 1
    - weight += left * 10
    - move last_sown to my taken if last_sown with height 4
  lonely: [remove last_sown if last_sown in e]
actions:
  walk: {pick: a or d, do: sow target along ring doing harvest, say: "w{target}"}
  begin: {pick: palm, do: sow palm along ring from target_site, say: "p"}
  turn_round: {pick: c, do: [turned = true, sow target along (home if turned else ring) doing lonely], say: "t"}
  mark: {pick: "first(1 + height(b), road)", do: remove target, say: "m{target}"}
  skip: {pick: d, do: sow target against ring from f skipping e, say: "o"}
turn: walk or begin or turn_round or mark or skip
limit: {turns: 20, result: draw}
""".replace("target_site", "(f if not turned else a)")


def _game(engine: EngineName) -> Game:
    return rulewright.load(_GAME, engine=engine)


def _heights(state: State) -> str:
    return " ".join(str(len(state.position.layers[0].get(site, ()))) for site in range(7))


def _after(engine: EngineName, *moves: str) -> State:
    state = _game(engine).start()
    for move in moves:
        state.push(move)
    return state


pytestmark = pytest.mark.parametrize("engine", ["reference", "native"])


def test_d56_something_happens_after_each_piece(engine: EngineName) -> None:
    """Three seeds of d fall on e, f and a; the fourth on a is taken. Two, one, none were left."""
    state = _after(engine, "wd")
    assert _heights(state) == "0 1 2 0 1 1 2"
    told, weight = (state.position.variables[number][0][0] for number in (1, 2))
    assert (told, weight) == (3, 30)
    assert sum(state.position.trays.values()) == 4


def test_d56_what_is_taken_on_the_way_is_not_there_for_the_next(engine: EngineName) -> None:
    assert _heights(_after(engine, "wa")) == "0 2 3 0 0 0 2"


def test_d56_a_sowing_may_begin_elsewhere(engine: EngineName) -> None:
    assert _heights(_after(engine, "p")) == "4 2 2 3 0 0 0"
    assert _heights(_after(engine, "t", "p")) == "4 3 1 3 0 0 0", "behind a, once it is turned"
    assert _heights(_after(engine, "o")) == "3 2 3 1 0 0 2", "against the ring from f, without e: d, c, b"


def test_d56_a_track_is_worked_out(engine: EngineName) -> None:
    assert _heights(_after(engine, "t")) == "4 2 0 3 0 0 2"


def test_d21_the_first_sites_of_a_track(engine: EngineName) -> None:
    texts = [move.text for move in _after(engine).legal_moves]
    assert [text for text in texts if text.startswith("m")] == ["ma", "mb"]
    north = [move.text for move in _after(engine, "wa").legal_moves]
    assert [text for text in north if text.startswith("m")] == [], "of north: f, e, d, where nothing lies any more"

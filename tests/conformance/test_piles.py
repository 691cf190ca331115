"""Decision D29: piles of as many pieces as there are."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.engine_choice import EngineName
from rulewright.errors import InvalidGame
from rulewright.game import Game
from rulewright.records import position_hash

_GAME = """
game: Piles
players: [south, north]
board:
  sites: a b c d
  tracks:
    ring: {closed: yes, sites: a b c d}
pieces:
  seed: {owner: none, letter: "."}
stack: STACK
setup: {seed: {a: 150, b: 40, c: 9, d: 1}}
actions:
  gather: {pick: seed, do: move target to c, say: "g{target}"}
  sow: {pick: seed, do: sow target along ring, say: "s{target}"}
  split: {pick: anywhere with height > 99, do: move 99 from target to d, say: "m{target}"}
turn: gather or sow or split
limit: {turns: 40, result: draw}
"""


def _load(stack: str, engine: EngineName, text: str = _GAME) -> Game:
    return rulewright.load(text.replace("STACK", stack), engine=engine)


def _heights(game: Game, *moves: str) -> list[int]:
    state = game.start()
    for move in moves:
        state.push(move)
    return [len(state.position.layers[0].get(site, ())) for site in range(4)]


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_d29_all_is_the_number_of_pieces(engine: EngineName) -> None:
    game = _load("all", engine)
    assert game.rules.stack == 200
    assert _heights(game, "ga", "gb", "gd") == [0, 0, 200, 0]
    assert _heights(game, "ga", "gb", "gd", "sc") == [50, 50, 50, 50]
    assert _heights(game, "ma") == [51, 40, 9, 100]


def test_d29_both_engines_tell_high_piles_apart() -> None:
    """The 65th piece of a site is not the first one of the next: the hashes of section 19 must not cancel out."""
    first, second = _load("all", "reference").start(), _load("all", "native").start()
    seen = {position_hash(first)}
    for move in ("ga", "sc", "gb", "mc", "sd"):
        first.push(move)
        second.push(move)
        assert position_hash(first) == position_hash(second)
        assert [each.text for each in first.legal_moves] == [each.text for each in second.legal_moves]
        seen.add(position_hash(first))
    assert len(seen) == 6
    level = rulewright.load(_GAME.replace("STACK", "all").replace("{a: 150, b: 40, c: 9, d: 1}", "{a: 65}"))
    other = rulewright.load(_GAME.replace("STACK", "all").replace("{a: 150, b: 40, c: 9, d: 1}", "{a: 64, b: 1}"))
    assert position_hash(level.start()) != position_hash(other.start())


def test_d29_why_names_the_full_stack() -> None:
    full = _load("150", "reference").start()
    assert "ga" not in [move.text for move in full.legal_moves]
    assert "the stack on c would be higher than 150" in str(full.why("ga"))


def test_d29_all_needs_a_number() -> None:
    endless = _GAME.replace("do: move 99 from target to d", "do: put seed at d")
    with pytest.raises(InvalidGame) as caught:
        _load("all", "reference", endless)
    assert "bounds-stack" in [found.code for found in caught.value.diagnostics]
    counted = endless.replace("{owner: none", "{supply: 230, owner: none")
    assert _load("all", "reference", counted).rules.stack == 230

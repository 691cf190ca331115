"""What words say of a set, held against what stands on its sites in positions of random games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rulewright.analysis import sets
from rulewright.analysis.facts import Facts
from rulewright.board import bits
from rulewright.reference.engine import Engine
from rulewright.reference.position import Position
from rulewright.reference.view import View
from rulewright.rules import expressions as rx
from tests.analysis.small_games import game

Claim = Callable[[Facts, rx.Expr], bool]
Holds = Callable[[int | None, int], bool]  # of the owner on a site (None: nobody there; -1: a piece of nobody) and me

CLAIMS: dict[str, tuple[Claim, Holds]] = {
    "occupied": (lambda facts, node: sets.always_occupied(facts.rules, node, 0), lambda owner, me: owner is not None),
    "free": (lambda facts, node: sets.never_occupied(facts.rules, node), lambda owner, me: owner is None),
    "vacant": (lambda facts, node: sets.is_vacant(facts, node, 0), lambda owner, me: owner is None),
    "mine": (lambda facts, node: sets.holds_mine(facts.rules, node, 0), lambda owner, me: owner == me),
    "theirs": (lambda facts, node: sets.holds_theirs(facts.rules, node, 0), lambda owner, me: owner == 1 - me),
    "spared": (lambda facts, node: sets.spares_mine(facts, node, 0), lambda owner, me: owner != me),
}

# Each set with all that its words alone say.
SETS = {
    "anywhere": "",
    "mine": "occupied mine",
    "my man": "occupied mine",
    "enemy king": "occupied theirs spared",
    "enemy": "occupied theirs spared",
    "stone": "occupied",
    "man": "occupied",
    "empty": "free vacant spared",
    "empty or enemy": "spared",
    "empty or mine": "",
    "mine or enemy": "occupied",
    "row 2": "",
    "mine in row 2": "occupied mine",
    "anywhere not in piece": "vacant spared",
    "anywhere not in man": "",
    "anywhere not in mine": "spared",
    "anywhere not in my man": "",
    "row 2 not in piece": "vacant spared",
    "mine not in row 1": "occupied mine",
    "mine joined to my king": "occupied mine",
    "empty joined to (empty next to stone)": "free vacant spared",
    "mine attacked by enemy": "occupied mine",
    "passed by (jump any over 1.. enemy to mine) from my king": "occupied theirs spared",
    "passed by (jump any over 1.. enemy to empty | jump any over mine to empty) from my king": "occupied",
    "passed by (jump any over 1.. empty to mine) from my king": "free vacant spared",
    "passed by (step any to empty then step any to empty) from my king": "",
    "named": "occupied theirs spared",
    "(mine if no enemy king else my man)": "occupied mine",
    "(mine if no enemy king else empty)": "",
}


def _engine(words: str) -> tuple[Engine, rx.Expr]:
    """A game in which a define speaks of the set."""
    found = game(
        define=f"{{named: enemy king, asked: {words}}}",
        actions="{go: {move: mine, path: step any to empty or enemy}, put: {place: my man, to: empty}}",
        turn="go or put",
        end="[win if count asked > 99]",
    )
    return found.reference, next(item.body for item in found.facts.rules.defines if item.name == "asked")


def _positions(engine: Engine, seed: int) -> list[Position]:
    dice, found = Random(seed), [engine.start()]
    while len(found) < 8:
        legal = engine.course.legal(found[-1])
        if not legal:
            break
        found.append(dice.choice(legal).position)
    return found


@pytest.mark.parametrize(("words", "told"), SETS.items(), ids=SETS)
def test_what_words_say_is_so(words: str, told: str) -> None:
    engine, node = _engine(words)
    claimed = {name for name, (claim, _) in CLAIMS.items() if claim(engine.facts, node)}
    assert claimed == set(told.split())
    for position in (position for seed in range(2) for position in _positions(engine, seed)):
        owners = {site: engine.codes.owner(stack[-1]) for site, stack in position.layers[0].items()}
        for site in bits(engine.evaluator.value(node, View(position, position.me))):
            for name in claimed:
                assert CLAIMS[name][1](owners.get(site), position.me), (name, engine.rules.board.label(site))


@pytest.mark.parametrize(
    ("words", "admitted"),
    [("anywhere", True), ("empty", False), ("enemy", False), ("piece", True), ("stone", False), ("empty or mine", True),
     ("anywhere not in mine", False), ("anywhere not in my man", True), ("row 2", False), ("mine in row 2", True)],
)  # fmt: skip
def test_a_landing_admits_pieces_of_the_mover(words: str, admitted: bool) -> None:
    engine, node = _engine(words)
    assert sets.admits_mine(engine.rules, node, 0) is admitted

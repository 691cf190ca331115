"""Two engines play the same games in lock step: everything they show is compared at every ply."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from rulewright.game import Game
from rulewright.headless.random_games import random_move
from rulewright.records import position_hash
from rulewright.reference.serialise import to_data
from rulewright.state import State

from .effort import TooMuchWork, bounded

A_LOT_OF_WORK = 1_000_000  # steps of the reference engine: about two seconds
_SHOWN = 400  # characters of a value in a message


class Difference(AssertionError):
    """What the engines do not agree about, and how to get there."""


@dataclass
class Course:
    """One random game so far: what a message has to say about it."""

    game: Game
    name: str
    seed: int
    number: int
    moves: list[str] = field(default_factory=list)
    positions: int = 0  # compared so far

    def differs(self, what: str, first: object, second: object) -> Difference:
        options = ", ".join(f"{name}={value}" for name, value in self.game.rules.options.items())
        return Difference(
            f"{self.name}{f' ({options})' if options else ''}, seed {self.seed}, game {self.number}, "
            f"ply {len(self.moves)}: {what}\n"
            f"  first:  {_shown(first)}\n  second: {_shown(second)}\n  moves:  {'; '.join(self.moves) or 'none'}"
        )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} …"


@dataclass(frozen=True)
class Bounds:
    """How far a game goes: plies, moves offered on the way, and steps of work of the reference engine.

    `again`: positions before the end whose moves are found once more when they are taken back. `onward`: the position
    that each move would lead to is compared, too, by its hash and result.
    """

    plies: int = 80
    moves: int = 20_000
    steps: int = 10**12
    again: int = 6
    onward: bool = False


USUAL = Bounds()


@dataclass(frozen=True)
class Played:
    """How many plies of a game were compared, and whether it stopped because the rest is too much work.

    `positions`: those that were played, and those that moves would lead to, if they were looked at.
    """

    plies: int
    too_much_work: bool
    positions: int


def play(
    first: Game, second: Game, bounds: Bounds = USUAL, *, name: str = "", seed: int = 1, number: int = 0
) -> Played:
    """Plays random game `number` of a seed (D109) on both, to its end or its bounds, then takes it all back.

    `first` is on the reference engine. Raises `Difference` with the first thing that is not the same.
    """
    course = Course(first, name or first.id, seed, number)
    states = first.start(), second.start()
    past: list[dict[str, Any]] = []
    too_much_work = False
    try:
        with bounded(first, bounds.steps):
            _play_on(course, states, past, bounds)
    except TooMuchWork:
        too_much_work = True
    _take_back(course, states, past, bounds.again)
    return Played(len(past), too_much_work, course.positions)


def _play_on(course: Course, states: tuple[State, State], past: list[dict[str, Any]], bounds: Bounds) -> None:
    seed, number, offered = course.seed, course.number, 0
    while True:
        seen = _compare(course, *states)
        course.positions += 1
        if bounds.onward:
            _compare_onward(course, *states)
        if seen["outcome"] is not None or len(past) >= bounds.plies or offered > bounds.moves:
            return
        offered += len(seen["moves"])
        past.append(seen)
        move = random_move(states[0], seed, number, len(course.moves))
        other = random_move(states[1], seed, number, len(course.moves))
        if move != other:
            raise course.differs("the random move", move, other)
        for state in states:
            state.push(move)
        course.moves.append(move.text)


def _compare(course: Course, first: State, second: State) -> dict[str, Any]:
    """What both show; a position that is written down is read by the other engine too."""
    _same(course, "", _numbers(first), _numbers(second))
    seen = facts(first)
    _same(course, "", seen, facts(second))
    written = json.loads(json.dumps(first.to_json()))
    for game in {id(first.game): first.game, id(second.game): second.game}.values():
        again = game.from_json(written)
        if again != first:
            raise course.differs("a position that was written down is another one", first.to_json(), again.to_json())
        _same(course, "a position that was written down: ", _quick(seen), _quick(facts(again, moves=False)))
        if len(course.moves) % 8 == 3 and seen["outcome"] is None:
            left_out = {"moves"} if first.game.rules.notation else set()  # it may name pieces by how they came there
            found = facts(again)
            asked = ({key: value for key, value in told.items() if key not in left_out} for told in (seen, found))
            _same(course, "the moves of a position that was written down: ", *asked)
    return seen


def _compare_onward(course: Course, first: State, second: State) -> None:
    """Where each of the moves leads."""
    for number, move in enumerate(first.legal_moves):
        one, other = (state._node.after(number) for state in (first, second))
        if one.hash() != other.hash():
            _same(course, f"after {move.text}: ", *(facts(State._at(node), moves=False) for node in (one, other)))
        results = [node.result and (node.result.winners, node.result.draw, node.result.scores) for node in (one, other)]
        if results[0] != results[1]:
            raise course.differs(f"the result after {move.text}", *results)
        course.positions += 1


def _numbers(state: State) -> dict[str, Any]:
    """Moves are counted without a record of their parts, then listed with it: texts can be read only if both agree.

    Either list may have no room in a block where the other has; then one engine counts and the other one lists.
    """
    counted = state._node.count()
    return {"number of moves, counted": counted, "number of moves, listed": len(state._node.turns())}


def facts(state: State, moves: bool = True) -> dict[str, Any]:
    """Everything a state shows, by name; `moves` False: without what takes long to find."""
    found: dict[str, Any] = {
        "hash": position_hash(state),
        "hash()": hash(state),
        "position": to_data(state.game._engine, state.position, state._names),
        "origin": state._node.origin,
    }
    if moves:
        found["moves"] = [move.text for move in state.legal_moves]
        found["number of moves"] = len(state.legal_moves)
        found["keys"] = [move.key for move in state.legal_moves]
        found["weights"] = state.weights
        found["outcome"] = _outcome(state)
        found["is_chance"] = state.is_chance
        found["player"] = state.player
    return found


def _outcome(state: State) -> object:
    outcome = state.outcome
    if outcome is None:
        return None
    rule = None if outcome.rule is None else (outcome.rule.start, outcome.rule.end)
    return outcome.winners, outcome.draw, outcome.scores, rule


def _quick(seen: dict[str, Any]) -> dict[str, Any]:
    return {name: seen[name] for name in ("hash", "hash()", "position", "origin")}


def _same(course: Course, where: str, first: dict[str, Any], second: dict[str, Any]) -> None:
    for name, value in first.items():
        if value != second[name]:
            what, one, other = _closer(name, value, second[name])
            raise course.differs(f"{where}{what}", one, other)


def _closer(name: str, first: Any, second: Any) -> tuple[str, object, object]:
    """The first entry that differs, if it is one of many."""
    if isinstance(first, dict) and isinstance(second, dict):
        for key in first:
            if key not in second or first[key] != second[key]:
                return _closer(f"{name}, {key}", first[key], second.get(key))
    if isinstance(first, list) and isinstance(second, list):
        for place, (one, other) in enumerate(zip(first, second, strict=False)):
            if one != other:
                return _closer(f"{name} {place} of {len(first)} and {len(second)}", one, other)
        if len(first) != len(second):
            longer = first if len(first) > len(second) else second
            return f"{name}: {len(first)} and {len(second)}, the last ones", longer[min(len(first), len(second)) :], []
    return name, first, second


def _take_back(course: Course, states: tuple[State, State], past: list[dict[str, Any]], again: int) -> None:
    """Every position is what it was; the moves of the last few are found once more."""
    for left, seen in reversed(list(enumerate(past))):
        whole = len(past) - left <= again
        for which, state in zip(("first", "second"), states, strict=True):
            taken = state.pop()
            if taken.text != course.moves[left]:
                raise course.differs(f"the move that the {which} engine takes back", course.moves[left], taken.text)
            now = facts(state, moves=whole)
            _same(course, f"taken back to ply {left} on the {which} engine: ", seen if whole else _quick(seen), now)

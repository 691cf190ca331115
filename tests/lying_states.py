"""Changes states of games at random, reads them, and looks at what came out.

Run as a program it does that for some games on both engines: a native engine that believes a lie ends the process.
`python lying_states.py SEED CHANGES GAME…` says `GAME: READ read, REFUSED refused` for each.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from typing import Any

from rulewright.errors import InvalidState
from rulewright.game import Game, load_with
from rulewright.headless.random_games import random_move
from rulewright.reference.given import Given
from rulewright.reference.naming import Names
from rulewright.reference.position import Position
from rulewright.reference.serialise import _Reader
from rulewright.state import State
from rulewright.turn import Turn

HUGE = 10**5000
LIES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 63, 64, 255, 256, 65535, 65536, 10**8, 2**31, 2**63, 2**64, -(2**63), HUGE,
    -HUGE, 0.5, 1.0, float("nan"), float("inf"), "", "0", "a1", "hand", "taken", "\ud800", "x" * 10_000, b"0", [], {},
    [[]], [0], [-1], [10**8], ["a1"], ["white pawn"], {"a1": ["white king"]}, {"-1": [1]}, {"0,0": ["black queen"]},
    {"99999": [1]}, {0: [1]}, "white", "black", "e4", "n", "0000000000000000", {"value": "a3", "lasts": 1},
    object(),
)  # fmt: skip
NAMES = ("a1", "e4", "h8", "0,0", "3,-2", "12", "white", "black", "pawn", "queen", "hand", "taken", "supply")
GAMES = {
    "chess": 12, "hive": 14, "vier_kreise": 10, "tak": 12, "crazyhouse": 20, "backgammon": 7, "oware": 9, "ur": 9,
    "four_player_chaturanga": 9, "onitama": 5, "entropy": 6, "chess960": 9, "yinsh": 24,
}  # fmt: skip
"""With how many moves each has something of everything on the table."""


def states(game: Game, plies: int) -> list[dict[str, Any]]:
    """Some true ones, as JSON."""
    found = []
    state = game.start()
    for number in range(plies):
        found.append(state.to_json())
        if state.outcome is not None:
            break
        state.push(random_move(state, 1, 0, number))
    return [*found[:2], *found[-4:]]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every way into nested data."""
    found = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        found.extend(places(item, (*path, key)))
    return found


def lie(true: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The state with something else in one or two places: a value, or one more, or one less."""
    data = copy.deepcopy(true)
    for _ in range(chance.choice((1, 1, 2))):
        # First a field, then a place in it: long histories and boards would take all turns else.
        position = data.get("position")
        inner = places(data)
        if isinstance(position, dict) and position and chance.random() < 0.9:
            field = chance.choice(list(position))
            inner = places(position[field], ("position", field))
        *path, last = chance.choice(inner)
        where: Any = data
        for key in path:
            where = where[key]
        how = chance.random()
        if how < 0.1:
            del where[last]
        elif how < 0.2 and isinstance(where, dict):
            where[chance.choice((*NAMES, "more", "-1"))] = copy.deepcopy(chance.choice((where[last], *LIES)))
        elif how < 0.2:
            where.append(copy.deepcopy(where[last]))
        elif how < 0.5 and type(where[last]) is int:
            where[last] += chance.choice((-2, -1, 1, 2, 3, 64, 1000))
        elif how < 0.8:
            where[last] = copy.deepcopy(chance.choice(_likes(true, where[last])))  # what means something elsewhere
        else:
            where[last] = copy.deepcopy(chance.choice(LIES))
    return data


def _likes(data: dict[str, Any], value: Any) -> list[Any]:
    """Everything in a true state that looks like a value: pieces for a piece, numbers for a number."""
    found = []
    for path in places(data["position"]):
        other: Any = data["position"]
        for key in path:
            other = other[key]
        if type(other) is type(value) and (not isinstance(value, str) or (" " in other) == (" " in value)):
            found.append(other)
    return found or [value]


def consistent(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """The state with the hash that belongs to it: else a changed one is refused for that, and never played."""

    class Believing(_Reader):
        def _history(self, position: Position, given: Given) -> tuple[int, ...]:
            assert isinstance(given.value, list)
            return (*(int(value, 16) for value in given.value[:-1]), self.engine.repetitions.hash(position))

    origin = data.get("origin", (0, 0))
    try:
        names = Names(game._engine, (origin[0], origin[1]))
        history = Believing(game._engine, names).position(Given(data["position"], "position")).history
    except (InvalidState, KeyError, AssertionError, TypeError, ValueError, IndexError):
        return data
    return {**data, "position": {**data["position"], "history": [f"{value:016x}" for value in history]}}


def read(game: Game, data: dict[str, Any]) -> State | None:
    """The state; None if it was refused as it should be."""
    try:
        return game.from_json(data)
    except InvalidState as error:
        told = str(error)
    assert told.isascii(), told
    assert 0 < len(told) < 400, told
    return None


def used(state: State) -> tuple[object, ...]:
    """What an engine makes of a state."""
    moves = [move.key for move in state.legal_moves][:200]
    assert json.loads(json.dumps(state.to_json())) == state.to_json()
    outcome = state.outcome
    ended = None if outcome is None else (outcome.winners, outcome.draw, outcome.scores)
    seen = (hash(state), moves, ended, *decided(state))
    if moves:
        state.push(state.legal_moves[len(moves) // 2])
        return *seen, hash(state), len(state.legal_moves), state.to_json()
    return seen


def decided(state: State) -> tuple[object, ...]:
    """A turn of it, decision by decision, and what becomes of lies about the decisions."""
    turn = state.turn()
    seen: list[object] = []
    while turn.numbers:
        seen.append((turn.numbers, turn.weights))
        turn.choose(turn.numbers[len(seen) % len(turn.numbers)])
    data = turn.to_json()
    seen.append((data["decisions"], Turn.from_json(state.game, data).numbers))
    for lie in LIES[hash(state) % 12 :: 12]:  # a few for each state: every one is read from the beginning
        try:
            seen.append(Turn.from_json(state.game, {**data, "decisions": [*data["decisions"][:-1], lie]}).numbers)
        except InvalidState as error:
            seen.append(str(error))
    return tuple(seen)


def main(seed: int, changes: int, names: list[str]) -> None:
    for name in names:
        engines = [load_with(name, {}, engine=engine) for engine in ("reference", "native")]
        chance, counts = random.Random(f"{seed} {name}"), [0, 0]
        true = states(engines[0], GAMES[name])
        for data in true:
            first, second = (game.from_json(data) for game in engines)
            assert used(first) == used(second)
        for number in range(changes):
            data = lie(chance.choice(true), chance)
            if chance.random() < 0.8:
                data = consistent(engines[0], data)
            found = [read(game, data) for game in engines]
            assert (found[0] is None) == (found[1] is None)
            counts[found[0] is None] += 1
            if found[0] is not None and found[1] is not None:
                try:
                    one, other = used(found[0]), used(found[1])
                    assert one == other, (one, other)
                except Exception as error:
                    error.add_note(f"{name}, change {number}: {data}"[:4000])
                    raise
        print(f"{name}: {counts[0]} read, {counts[1]} refused", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])

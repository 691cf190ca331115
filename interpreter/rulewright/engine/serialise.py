"""Positions as plain data and back: everything that decides how a game goes on."""

from __future__ import annotations

from typing import Any

from .engine import Engine
from .position import Position
from .view import Memory, Part

Data = dict[str, Any]


def to_data(position: Position) -> Data:
    """JSON-like data; numbers are those of the rules (sites, codes, kinds in file order)."""
    data: Data = {
        "layers": [{str(site): list(stack) for site, stack in sorted(layer.items())} for layer in position.layers],
        "trays": [[*key, count] for key, count in sorted(position.trays.items()) if count],
        "variables": [[list(entry) for entry in entries] for entries in position.variables],
        "unmoved": position.unmoved,
        "phase": position.phase,
        "phase_turns": position.phase_turns,
        "me": position.me,
        "out": list(position.out),
        "seats": position.seats,
        "ply": position.ply,
        "turns": list(position.turns),
        "passes": position.passes,
        "segment": position.segment,
        "carried": _memory_data(position.carried),
        "history": list(position.history),
    }
    # Only between two segments of a turn: what was done in it about who comes next.
    if position.next_player is not None:
        data["next_player"] = position.next_player
    if position.swapped:
        data["swapped"] = True
    return data


def from_data(engine: Engine, data: Data) -> Position:
    position = engine.set_up(engine.rules.start)
    position.layers = [{int(site): tuple(stack) for site, stack in layer.items()} for layer in data["layers"]]
    position.trays = {(tray, player, kind, state): n for tray, player, kind, state, n in data["trays"]}
    position.variables = [tuple((value, age) for value, age in entries) for entries in data["variables"]]
    position.unmoved = data["unmoved"]
    position.phase, position.phase_turns, position.me = data["phase"], data["phase_turns"], data["me"]
    position.out, position.seats = tuple(data["out"]), data["seats"]
    position.ply, position.turns, position.passes = data["ply"], tuple(data["turns"]), data["passes"]
    position.segment, position.carried = data["segment"], _memory(data["carried"])
    position.history = tuple(data["history"])
    position.next_player, position.swapped = data.get("next_player"), data.get("swapped", False)
    return position


def _memory_data(carried: object) -> Data | None:
    if not isinstance(carried, Memory):
        return None
    return {
        "actions": [[number, _part_data(part)] for number, part in carried.actions],
        "origins": carried.origins,
        "targets": carried.targets,
        "passed": carried.passed,
        "last_sown": carried.last_sown,
        "captures": carried.captures,
        "parts": carried.parts,
        "empty_action": carried.empty_action,
        "did_something": carried.did_something,
    }


def _part_data(part: Part) -> Data:
    plain = {name: getattr(part, name) for name in ("action", "origin", "target", "passed", "it", "kind", "load")}
    return {**plain, "dir": list(part.dir), "names": [[name, _value_data(value)] for name, value in part.names]}


def _value_data(value: object) -> object:
    return {"directions": list(value)} if isinstance(value, tuple) else value


def _memory(data: Data | None) -> Memory | None:
    if data is None:
        return None
    actions = tuple((number, _part(part)) for number, part in data["actions"])
    rest = {name: value for name, value in data.items() if name != "actions"}
    return Memory(actions=actions, **rest)


def _part(data: Data) -> Part:
    names = tuple((name, tuple(v["directions"]) if isinstance(v, dict) else v) for name, v in data["names"])
    rest = {name: value for name, value in data.items() if name not in ("dir", "names")}
    return Part(dir=tuple(data["dir"]), names=names, **rest)

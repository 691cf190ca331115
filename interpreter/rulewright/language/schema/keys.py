"""Keys that nobody expects: which one was meant, or where it belongs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...source.diagnostics import did_you_mean, one_of
from ..document.nodes import Mapping, PlainTree, plain
from ..hiding import HIDDEN, HIDDEN_HELP, speaks_of_hiding
from .places import inside, spot_at
from .schema_map import Path, Place, SchemaMap

# Words that people bring from elsewhere, by the definition where they try them ("" is the top of the file).
_SYNONYMS: dict[str, dict[str, str]] = {
    "": {
        "name": "game", "title": "game", "author": "by", "designer": "by", "description": "about",
        "summary": "about", "variables": "vars", "counters": "vars", "functions": "define",
        "macros": "define", "moves": "actions", "rules": "actions", "win": "end", "goal": "end",
        "ending": "end",
        "start": "setup", "initial": "setup", "position": "setup", "parent": "extends", "base": "extends",
        "inherits": "extends", "zones": "regions", "areas": "regions", "points": "score", "komi": "bonus",
        "no_moves": "stuck", "stalemate": "stuck", "colours": "display", "colors": "display",
    },
    "board": {"type": "tiling", "grid": "tiling", "kind": "tiling", "width": "size", "height": "size",
              "columns": "size", "dimensions": "size", "remove": "without", "holes": "without",
              "graph": "drawing", "picture": "drawing", "diagram": "drawing", "points": "sites"},
    "action": {"effect": "do", "effects": "do", "then": "do", "condition": "if", "when": "if", "unless": "if",
               "requires": "if", "after": "must", "target": "to", "onto": "to", "where": "to", "way": "path",
               "choose": "with", "choice": "with", "repeat": "again", "drop": "place", "label": "say",
               "notation": "say", "select": "pick", "put": "place", "at": "to", "amount": "take", "count": "take"},
    "block": {"then": "do", "effects": "do", "when": "if", "condition": "if", "otherwise": "else"},
    "variable": {"default": "start", "initial": "start", "type": "holds", "values": "range", "min": "range",
                 "max": "range", "for": "per", "expires": "lasts"},
    "player": {"direction": "forward", "facing": "forward", "side": "team"},
    "phase": {"next": "then", "goto": "then", "when": "until", "end": "until",
              "actions": "turn", "moves": "turn", "rounds": "turns"},
    "test": {"setup": "position", "board": "position", "player": "to_move", "legal": "also",
             "illegal": "never", "count": "perft", "counts": "perft", "title": "name", "about": "name"},
    "repetition": {"count": "times", "limit": "times", "then": "result"},
    "limit": {"max": "turns", "count": "turns", "moves": "turns", "plies": "turns", "then": "result"},
    "option": {"values": "choices", "start": "default"},
    "hook": {"returns": "gives", "arguments": "takes", "args": "takes"},
}  # fmt: skip

_TILINGS = ("square", "hex", "octosquare", "alquerque")  # tried as keys of a board

_HOMES = {
    "": "at the top of the file, not indented",
    "player": 'inside a player, under "players"',
    "board": 'under "board"',
    "track": 'inside a track of the board, under "tracks"',
    "piece": 'inside a piece, under "pieces"',
    "variable": 'inside a variable, under "vars"',
    "setup": 'under "setup"',
    "action": 'inside an action, under "actions"',
    "block": 'inside a block of effects, under "do"',
    "phase": 'inside a phase, under "phases"',
    "repetition": 'under "repetition"',
    "limit": 'under "limit"',
    "hooks": 'under "hooks"',
    "hook": 'inside a hook, under "hooks"',
    "option": 'inside an option, under "options"',
    "test": 'inside a test, under "tests"',
    "look": 'inside a piece or player, under "display"',
}


@dataclass(frozen=True)
class Advice:
    """What to say about an unknown key. `meant` is the key of the same place that it stands for, if any."""

    code: str
    message: str
    help: str
    meant: str | None = None


class KeyAdviser:
    def __init__(self, schema: SchemaMap, root: Mapping) -> None:
        self._schema = schema
        self._root = root
        self._homes: dict[str, list[str]] = {key: [""] for key in schema.at(()).keys}
        for name, place in schema.definitions():
            if name in _HOMES:
                for key in place.keys:
                    self._homes.setdefault(key, []).append(name)

    def advise(self, path: Path, key: str) -> Advice:
        """What to say about `key`, which the mapping at `path` does not know."""
        if speaks_of_hiding(key):
            return Advice("schema-hidden", HIDDEN, HIDDEN_HELP)
        here = self._schema.at(path)
        value = plain(spot_at(self._root, (*path, key)).node)
        message = f'unknown key "{key}"{inside(self._root, path)}.'
        asked = re.match(r"(if|unless) (.+)", key)
        if asked is not None and isinstance(value, str) and asked[1] in here.keys:
            help_text = f'the condition comes last: "{value} {key}"; or {{{asked[1]}: {asked[2]}, do: {value}}}'
            return Advice("schema-unknown-key", message, help_text)
        said = self._own_way(self._definition(here), key.lower(), value)
        if said is not None:
            return Advice("schema-unknown-key", message, said)
        if path == ("board",) and key in _TILINGS:
            size = f", size: {value}" if isinstance(value, int | str) else ""
            return Advice("schema-unknown-key", message, f"write  tiling: {key}{size}", "tiling")
        synonym = _SYNONYMS.get(self._definition(here), {}).get(key.lower())
        similar = synonym or did_you_mean(key, here.keys)
        homes = self._homes.get(key, [])
        if synonym and not (homes and (synonym in self._keys(path) or not self._suits(here, synonym, value))):
            return Advice("schema-unknown-key", message, f'this is called "{synonym}" here', synonym)
        if homes and not (similar and self._suits(here, similar, value) and not self._at_home(key, value)):
            places = one_of([_HOMES[home] for home in homes][:2])
            return Advice("schema-unknown-key", message, f'"{key}" belongs {places}')
        if similar:
            return Advice("schema-unknown-key", message, f'did you mean "{similar}"?', similar)
        return Advice("schema-unknown-key", message, f"the keys here are {one_of(here.keys, 'and', most=20)}")

    def _own_way(self, definition: str, key: str, value: PlainTree) -> str | None:
        """What no key of this place is for, and how it is said here."""
        if definition == "phase" and isinstance(value, dict):
            return f'a phase has its name inside: "- {{name: {key}, turn: …}}"'
        if definition == "look" and isinstance(value, dict):
            return f'names stand right below "display":  display: {{{key}: …}}'
        if definition == "action" and key in ("capture", "captures", "takes", "removes"):
            return 'what is taken is an effect: "do: capture passed", "do: capture enemy next to it"'
        if definition == "action" and key == "then" and isinstance(value, str) and value in self._keys(("actions",)):
            return f'actions follow one another in the turn: "turn: … then {value}"; effects stand in "do"'
        return None

    def _keys(self, path: Path) -> list[str]:
        node = spot_at(self._root, path).node
        return node.keys() if isinstance(node, Mapping) else []

    def _suits(self, place: Place, key: str, value: PlainTree) -> bool:
        return self._schema.accepts(self._schema.inner(place, key), value)

    def _at_home(self, key: str, value: PlainTree) -> bool:
        """Whether the value is one that this key has in the places where it belongs."""
        definitions = dict(self._schema.definitions())
        homes = (definitions[name] if name else self._schema.at(()) for name in self._homes[key])
        return any(self._suits(home, key, value) for home in homes)

    def _definition(self, place: Place) -> str:
        """The name of the definition that lists the keys of this place."""
        for name, other in self._schema.definitions():
            if name in _HOMES and other.keys and other.facets[0] is place.facets[-1]:
                return name
        return ""

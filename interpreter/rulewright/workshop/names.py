"""The names that a file gives to things, and those that its board brings along, also while the file is broken."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..language.check.compile import read_names
from ..language.check.symbols import What
from ..language.check.world import World
from ..language.document.nodes import Document, Entry, Mapping, Node, Scalar, Sequence, plain, with_entries
from ..language.schema.schema import game_schema
from ..language.syntax.leaves import PIECE_DATA
from ..language.syntax.trees import Trees
from ..language.variants.merge import load_chain
from ..language.variants.options import apply
from ..source.diagnostics import Report

# Sections whose keys are names, and what they stand for. An action may be called like something else.
_SECTIONS = {
    "players": What.PLAYER.value,
    "pieces": What.KIND.value,
    "regions": What.REGION.value,
    "vars": What.VARIABLE.value,
    "define": What.DEFINE.value,
    "tables": What.DEFINE.value,
}
ACTION, PATH, ATTRIBUTE, LOCAL = "an action", "a path", "a path of a piece", "a name in this action"
OPTION, HOOK = "an option", "a hook"


@dataclass(frozen=True, slots=True)
class Named:
    """A name, what it stands for in words, more about it, and where it is declared (None: the board has it)."""

    name: str
    what: str
    more: str = ""
    entry: Entry | None = None
    arguments: bool = False

    @property
    def holds_effects(self) -> bool:
        """Whether it is a define of effects: its value is no phrase."""
        return self.what == What.DEFINE.value and self.entry is not None and not isinstance(self.entry.value, Scalar)


@dataclass(frozen=True, slots=True)
class Names:
    """`things` are the names of one space (a name means one thing); actions, paths, attributes have their own."""

    things: dict[str, Named]
    actions: dict[str, Named]
    paths: dict[str, Named]
    attributes: dict[str, Named]
    options: dict[str, Named]
    hooks: dict[str, Named]

    def of(self, *whats: What) -> list[Named]:
        wanted = {what.value for what in whats}
        return [named for named in self.things.values() if named.what in wanted]

    def find(self, name: str) -> list[Named]:
        spaces = (self.things, self.actions, self.paths, self.attributes)
        return [space[name] for space in spaces if name in space]


def names_of(root: Mapping) -> Names:
    """All names of an outline with what it extends, at the default of its options."""
    whole = _whole(root)
    world = _world(whole)
    declared = _declarations(whole)
    things = {name: _named(world, name, declared) for name in world.symbols}
    for section, what in _SECTIONS.items():
        for entry in _entries(whole.get(section)):
            name = entry.key.text.partition("(")[0].strip()
            things.setdefault(name, Named(name, what, "", entry, "(" in entry.key.text))
    for state, entry in _states(whole):
        things.setdefault(state, Named(state, What.STATE.value, "", entry))
    return Names(
        things,
        _section(whole, "actions", ACTION),
        _section(whole, "paths", PATH),
        _attributes(whole),
        _section(whole, "options", OPTION),
        {name: named for name, named in _section(whole, "hooks", HOOK).items() if name != "file"},
    )


def _whole(root: Mapping) -> Mapping:
    """With what it extends and its options filled in, as far as that works."""
    try:
        chain = load_chain(Document(root.span.source, root), Report())
        merged = apply(chain.root, {}, Report()) if chain is not None else None
    except (AttributeError, TypeError, ValueError, KeyError, AssertionError):
        return root  # these read documents whose shape was checked; this one is being typed
    return merged or root


def _world(root: Mapping) -> World:
    """The names as the check sees them. Sections out of shape are left out: the check relies on the shape."""
    schema = game_schema()
    sound = [
        entry for entry in root.entries
        if schema.accepts(schema.at((entry.key.text,)), plain(entry.value)) and not _is_nothing(entry.value)
    ]  # fmt: skip
    report = Report()
    world = World(report, with_entries(root, sound), "game", Trees(report))
    read_names(world)
    return world


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None


def _named(world: World, name: str, declared: dict[str, Entry]) -> Named:
    symbol = world.symbols[name]
    entry = declared.get(name) if symbol.span else None
    arguments = symbol.what is What.STATES or (entry is not None and "(" in entry.key.text)
    return Named(name, symbol.what.value, _more(world, name), entry, arguments)


def _more(world: World, name: str) -> str:
    """What the check knows beyond what is written."""
    symbol, board = world.symbols[name], world.board
    if board is None:
        return ""
    if symbol.what is What.REGION:
        region = world.regions[symbol.index]
        sizes = [sites.bit_count() for sites in region.sites]
        if not region.per_player:
            return _sites(sizes[0])
        each = [f"{player.name} {_sites(size)}" for player, size in zip(world.players, sizes, strict=False)]
        return "one for each player: " + ", ".join(each)
    if symbol.what is What.CLASS:
        if name not in board.classes:
            return "by the colour of the board"
        return "" if board.unbounded else _sites(board.classes[name].bit_count())
    if symbol.what is What.PLAYER:
        player = world.players[symbol.index]
        return f"forward is {board.compass[player.forward]}" if player.forward is not None else ""
    if symbol.what is What.DIRECTION and symbol.span is None:
        return _seen_by_players(world, name) or f"of this board: {board.described}"
    if symbol.what is What.TRACK:
        return "of the board"
    if symbol.what is What.STATE:
        kinds = [world.kinds[kind].name for kind in world.states[symbol.index].places]
        return f"of {', '.join(kinds)}"
    if symbol.what is What.STATES:
        return f"of the piece on a site: {', '.join(world.states_of_row(name))}"
    return ""


def _seen_by_players(world: World, name: str) -> str:
    """Which way `forward` and the like are for each player: "white n, black s"."""
    board, told = world.ready_board, []
    for player in world.players:
        ways = board.relative(player.forward).get(name) if player.forward is not None else None
        if ways:
            told.append(f"{player.name} {' or '.join(board.directions[way].name for way in ways)}")
    return f"here {', '.join(told)}" if told else ""


def _sites(number: int) -> str:
    return f"{number} site{'' if number == 1 else 's'}"


# ---------------------------------------------------------------- what is written


def _entries(node: Node | None) -> tuple[Entry, ...]:
    if isinstance(node, Mapping):
        return node.entries
    if isinstance(node, Sequence):
        return tuple(Entry(item, item) for item in node.items if isinstance(item, Scalar))
    return ()


def _declarations(root: Mapping) -> dict[str, Entry]:
    """The entries by the names they declare; states and the like stand inside another one."""
    found: dict[str, Entry] = {}
    for section in (*_SECTIONS, "actions", "paths"):
        for entry in _entries(root.get(section)):
            found.setdefault(entry.key.text.partition("(")[0].strip(), entry)
    return found


def _section(root: Mapping, section: str, what: str) -> dict[str, Named]:
    entries = _entries(root.get(section))
    return {entry.key.text: Named(entry.key.text, what, "", entry) for entry in entries if entry.key.text}


def _attributes(root: Mapping) -> dict[str, Named]:
    found: dict[str, Named] = {}
    for piece in _entries(root.get("pieces")):
        for entry in _entries(piece.value):
            if entry.key.text not in PIECE_DATA and isinstance(piece.value, Mapping):
                found.setdefault(entry.key.text, Named(entry.key.text, ATTRIBUTE, f"of {piece.key.text}", entry))
    return found


def _states(root: Mapping) -> list[tuple[str, Entry]]:
    found: list[tuple[str, Entry]] = []
    for piece in _entries(root.get("pieces")):
        states = piece.value.get("states") if isinstance(piece.value, Mapping) else None
        for axis in (states, *(entry.value for entry in _entries(states) if isinstance(states, Mapping))):
            if isinstance(axis, Sequence):
                found.extend((item.text, piece) for item in axis.items if isinstance(item, Scalar))
    return found


def locals_of(root: Mapping, action: str) -> dict[str, Named]:
    """The names that an action makes for itself with `with`, `let` and `as`."""
    actions = root.get("actions")
    body = actions.get(action) if isinstance(actions, Mapping) else None
    found: dict[str, Named] = {}
    if not isinstance(body, Mapping):
        return found
    for section in ("with", "let"):
        for entry in _entries(body.get(section)):
            found[entry.key.text] = Named(entry.key.text, LOCAL, f"made with {section}", entry)
    path = body.get("path")
    if isinstance(path, Scalar):
        for name in re.findall(r"\bas\s+([a-z_]\w*)", path.text):
            found.setdefault(name, Named(name, LOCAL, "made with as in its path"))
    return found

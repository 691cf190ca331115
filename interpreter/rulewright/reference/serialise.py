"""Positions as plain data and back: everything that decides how a game goes on.

Data may come from anywhere, and a native engine believes what it is given: so all of it is compared with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..analysis.pieces import NEUTRAL
from ..analysis.variables import entry_count
from ..errors import InvalidState
from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules.game import Action
from ..rules.types import Type
from .engine import Engine
from .given import Given
from .position import Position, Stack, TrayKey
from .variables import Entry
from .view import NO_KIND, Memory, Part

Data = dict[str, Any]

TRAYS = ("hand", "supply", "taken")
MOST_IN_TRAY = 2**40  # of a kind and state: far beyond what a game can have; engines count in words
MOST_COUNTED = 2**31 - 1  # turns, passes, captures: what has no end of its own
_BETWEEN = ("next_player", "swapped")  # only between two segments of a turn: what was done in it about who comes next
_SETS = ("origins", "targets", "passed", "last_sown")
_PART_SETS = ("origin", "target", "passed", "it")


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
    if position.next_player is not None:
        data["next_player"] = position.next_player
    if position.swapped:
        data["swapped"] = True
    return data


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


def from_data(engine: Engine, data: object) -> Position:
    """The position that `to_data` wrote; `InvalidState` if it is none of this game."""
    return _Reader(engine).position(Given(data, "position"))


class _Reader:
    """Reads a position of one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.players = len(engine.rules.players)
        self.sites = len(engine.rules.board)
        self.all_sites = engine.rules.board.all_sites

    def position(self, given: Given) -> Position:
        empty = self.engine.set_up(self.rules.start)
        found = given.fields([name for name in Position.__slots__ if name not in _BETWEEN], _BETWEEN)
        position = Position()
        position.layers = [self._layer(number, layer) for number, layer in self._each(found["layers"], empty.layers)]
        position.trays = self._trays(found["trays"])
        position.variables = [self._entries(n, each) for n, each in self._each(found["variables"], empty.variables)]
        position.unmoved = found["unmoved"].sites(self.all_sites if self.engine.facts.unmoved_kinds else 0)
        position.phase = found["phase"].whole(0, len(self.rules.phases) - 1)
        length = self.rules.phases[position.phase].length or 1  # turns are counted only where that ends a phase
        position.phase_turns = found["phase_turns"].whole(0, length - 1)
        position.me = found["me"].whole(0, self.players - 1)
        leavers = self.players if self.rules.out is not None or self.players > 2 else 0  # of two, who loses has lost
        position.out = tuple(player.whole(0, self.players - 1) for player in found["out"].items(0, leavers))
        if len(set(position.out)) < len(position.out):
            found["out"].wrong("the players who are out, each once")
        position.seats = found["seats"].whole(0, 1)
        position.ply = found["ply"].whole(1, MOST_COUNTED)
        position.turns = tuple(turns.whole(0, MOST_COUNTED) for _, turns in self._each(found["turns"], empty.turns))
        position.passes = found["passes"].whole(0, MOST_COUNTED)
        position.segment = found["segment"].whole(0, len(self.engine.course.segments(position)) - 1)
        self._read_carried(position, found)
        self._check_anchor(position)
        position.history = self._history(position, found["history"])
        return position

    @staticmethod
    def _each(given: Given, like: list[Any] | tuple[Any, ...]) -> Iterator[tuple[int, Given]]:
        """One value for each of those that there are at the start."""
        return enumerate(given.exactly(len(like)))

    # ------------------------------------------------------------ pieces

    def _layer(self, number: int, given: Given) -> dict[int, Stack]:
        found: dict[int, Stack] = {}
        most = self.rules.stack if number == 0 else 1
        for key, stack in given.entries():
            # The one way to write a number: two keys never mean one site.
            if not (key.isascii() and key.isdecimal() and len(key) <= 9 and str(int(key)) == key):
                raise InvalidState(f'"{stack.where}" should be under the number of a site')
            site = int(key)
            if site >= self.sites:
                raise InvalidState(f'"{stack.where}" is no site of this board: they go from 0 to {self.sites - 1}')
            found[site] = tuple(self._code(number, site, piece) for piece in stack.items(1, most))
        return found

    def _code(self, layer: int, site: int, given: Given) -> int:
        codes = self.engine.codes
        code = given.whole(0, codes.code(self.players, 0, 0) - 1)
        number = codes.kind(code)
        if number >= len(self.rules.kinds) or codes.state(code) >= self.rules.kinds[number].combinations:
            given.wrong("a piece of this game")
        kind = self.rules.kinds[number]
        if kind.layer != layer or (kind.classes and self.rules.board.sites[site].cls not in kind.classes):
            given.wrong(f"a piece that can stand there, and {kind.name} cannot")
        if not self._can_belong(kind.neutral, codes.owner(code)):
            given.wrong(f"a piece that somebody can have: {kind.name} cannot belong to that player")
        return code

    def _can_belong(self, neutral: bool, owner: int) -> bool:
        """Pieces have owners and neutral ones have none, unless a rule changes that."""
        if neutral == (owner == NEUTRAL):
            return True
        written = [node for node in rx.walk(self.rules) if isinstance(node, fx.HookEffect | fx.NewValue)]
        return any(
            isinstance(node, fx.HookEffect)
            or ((node.owner is rx.Owner.NEUTRAL) != neutral and _names_owner(node))
            or self._makes(node, neutral)
            for node in written
        )

    def _makes(self, value: fx.NewValue, neutral: bool) -> bool:
        """Whether it makes a kind of this sort from any piece: that keeps its owner, or goes on having none."""
        if all(kind.neutral == neutral for kind in self.rules.kinds):
            return False  # there is nothing else that it could be made from
        if value.kind is not None:
            return self.rules.kinds[value.kind].neutral == neutral
        return value.local is not None and value.local.type is Type.KIND

    def _trays(self, given: Given) -> dict[TrayKey, int]:
        found: dict[TrayKey, int] = {}
        for entry in given.items():
            tray, player, kind, state, count = entry.exactly(5)
            name = str(tray.one_of(TRAYS, "hand, supply or taken"))
            holder = player.whole(NEUTRAL, NEUTRAL) if name == "supply" else player.whole(0, self.players - 1)
            number = kind.whole(0, len(self.rules.kinds) - 1)
            key = (name, holder, number, state.whole(0, self.rules.kinds[number].combinations - 1))
            if key in found:
                raise InvalidState(f'"{entry.where}" counts the same pieces as an entry before it')
            found[key] = count.whole(1, MOST_IN_TRAY)
        return found

    def _check_anchor(self, position: Position) -> None:
        """On an unbounded board the anchor hangs together (D100).

        Others usually stand on it, but not where play began with one of them: the first piece may go anywhere (D101).
        """
        unbounded = self.rules.unbounded
        if unbounded is None:
            return
        where = f'"position.layers[{unbounded.layer}]"'
        anchor = position.layers[unbounded.layer]
        if sum(map(len, anchor.values())) > unbounded.pieces:
            raise InvalidState(f"{where} should have at most {unbounded.pieces} pieces")
        left, waiting = set(anchor), list(anchor)[:1]
        links: dict[int, set[int]] = {site: set() for site in anchor}
        for site in anchor:
            for number in unbounded.directions:
                other = self.rules.board.directions[number].next_for(0)[site]
                if other in links:  # a connection does not ask which of the two looks at the other
                    links[site].add(other)
                    links[other].add(site)
        while waiting:
            site = waiting.pop()
            if site in left:
                left.remove(site)
                waiting.extend(links[site])
        if left:
            raise InvalidState(f"{where} should hang together: what stands on {min(left)} is apart from the others")

    # ------------------------------------------------------------ variables and the past

    def _entries(self, variable: int, given: Given) -> tuple[Entry, ...]:
        spec = self.rules.variables[variable]
        optional = spec.type in (Type.SITE, Type.DIRECTION)
        low = NO_KIND if spec.type is Type.KIND else spec.low  # `kind` after a part without a piece
        oldest = 0 if spec.lasts is None else spec.lasts + 1
        found: list[Entry] = []
        for entry in given.exactly(entry_count(self.rules, spec)):
            value, age = entry.exactly(2)
            held = None if optional and value.value is None else value.whole(low, spec.high)
            found.append((held, age.whole(0, oldest)))
        return tuple(found)

    def _history(self, position: Position, given: Given) -> tuple[int, ...]:
        """The hashes of the positions so far: one a turn, and one for each player who went out without a turn."""
        most = min(position.ply, self.rules.limit.turns + 1) + self.players
        found = tuple(item.whole(0, 2**64 - 1) for item in given.items(1, most))
        if not position.segment and found[-1] != self.engine.course.remembered(position):
            raise InvalidState(f'"{given.where}" should end with the hash of this position')
        return found

    # ------------------------------------------------------------ between two segments of a turn

    def _read_carried(self, position: Position, found: dict[str, Given]) -> None:
        position.next_player, position.swapped, position.carried = None, False, None
        if not position.segment:
            for name in ("carried", *_BETWEEN):
                if name in found and found[name].value is not None:
                    found[name].wrong("left out: no turn has been begun")
            return
        if "next_player" in found:
            position.next_player = found["next_player"].whole(0, self.players - 1)
        if "swapped" in found:
            position.swapped = found["swapped"].truth()
        memory = self._memory(position, found["carried"])
        if self.engine.reduced(memory) != memory:
            raise InvalidState(f'"{found["carried"].where}" remembers something that no rule looks back at')
        position.carried = memory

    def _memory(self, position: Position, given: Given) -> Memory:
        found = given.fields(("actions", *_SETS, "captures", "parts", "empty_action", "did_something"))
        actions: list[tuple[int, Part]] = []
        for entry in found["actions"].items(0, len(self.rules.actions)):
            number, part = entry.exactly(2)
            action = number.whole(0, len(self.rules.actions) - 1)
            if actions and action <= actions[-1][0]:
                number.wrong("an action that comes after the one before it")
            actions.append((action, self._part(position, action, part)))
        if found["last_sown"].sites(self.all_sites).bit_count() > 1:
            found["last_sown"].wrong("one site")
        return Memory(
            actions=tuple(actions),
            origins=found["origins"].sites(self.all_sites),
            targets=found["targets"].sites(self.all_sites),
            passed=found["passed"].sites(self.all_sites),
            last_sown=found["last_sown"].sites(self.all_sites),
            captures=found["captures"].whole(0, MOST_COUNTED),
            parts=found["parts"].whole(0, MOST_COUNTED),
            empty_action=found["empty_action"].truth(),
            did_something=found["did_something"].truth(),
        )

    def _part(self, position: Position, action: int, given: Given) -> Part:
        found = given.fields(("action", *_PART_SETS, "kind", "dir", "load", "names"))
        for name in ("origin", "target", "it"):
            if found[name].sites(self.all_sites).bit_count() > 1:
                found[name].wrong("one site")
        return Part(
            action=found["action"].whole(action, action),
            origin=found["origin"].sites(self.all_sites),
            target=found["target"].sites(self.all_sites),
            passed=found["passed"].sites(self.all_sites),
            it=found["it"].sites(self.all_sites),
            kind=found["kind"].whole(NO_KIND, len(self.rules.kinds) - 1),
            dir=self._directions(found["dir"]),
            load=found["load"].whole(0, self.rules.stack),
            names=self._names(position, self.rules.actions[action], found["names"]),
        )

    def _directions(self, given: Given) -> tuple[int, ...]:
        known = len(self.rules.board.directions)
        found = tuple(item.whole(0, known - 1) for item in given.items(0, known))
        if list(found) != sorted(set(found)):
            given.wrong("directions in order, each once")
        return found

    def _names(self, position: Position, action: Action, given: Given) -> tuple[tuple[str, object], ...]:
        types = _names_of(action)
        order = list(types)
        found: list[tuple[str, object]] = []
        for entry in given.items(0, len(order)):
            name, value = entry.exactly(2)
            known = str(name.one_of(order, f"a name of {action.name}"))
            if found and order.index(known) <= order.index(found[-1][0]):
                name.wrong("a name that comes after the one before it")
            found.append((known, self._value(position, action, known, types[known], value)))
        return tuple(found)

    def _value(self, position: Position, action: Action, name: str, type_: Type, given: Given) -> object:
        if type_.is_directions:
            return self._directions(given.fields(("directions",))["directions"])
        choice = next((choice for choice in action.choices if choice.name == name), None)
        if choice is not None:
            domain = self.engine.candidates.domain
            offered = [value for me in range(self.players) for value in domain(position, me, choice.values, type_)]
            return given.one_of(offered, f'a value of "{name}"')
        if type_.is_sites:
            return given.sites(self.all_sites)
        if type_ is Type.TRUTH:
            return given.truth()
        most = {Type.PLAYER: self.players - 1, Type.KIND: len(self.rules.kinds) - 1, Type.STATE: len(self.rules.states)}
        least = NO_KIND if type_ is Type.KIND else 0 if type_ in most else -MOST_COUNTED
        return given.whole(least, most.get(type_, MOST_COUNTED))


def _names_owner(value: fx.NewValue) -> bool:
    return value.owner is not None or (value.local is not None and value.local.type is Type.PLAYER)


def _names_of(action: Action) -> dict[str, Type]:
    """The names an action binds, in the order in which it does."""
    found = {choice.name: choice.type for choice in action.choices}
    waiting: list[rx.Node] = [] if action.path is None else [action.path]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, rp.LineTravel) and node.name is not None:
            found.setdefault(node.name, Type.DIRECTION)
        elif isinstance(node, rp.RunItem | rp.Landing) and node.name is not None:
            found.setdefault(node.name, Type.SET)
        waiting[:0] = node.children()
    return found | {let.name: let.value.type for let in action.lets}

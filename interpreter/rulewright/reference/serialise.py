"""Positions as plain data and back: everything that decides how a game goes on.

Data may come from anywhere, and a native engine believes what it is given: so all of it is compared with the rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..analysis.pieces import NEUTRAL
from ..errors import InvalidState
from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules.game import Action, Rules, VariableSpec
from ..rules.types import Type
from .ended import ending_rules, wrong_end
from .engine import Engine
from .game_flow import Result
from .given import Given, told
from .naming import Names
from .position import Position, Stack, TrayKey
from .variables import Entry
from .view import NO_KIND, Memory, Part

Data = dict[str, Any]

SUPPLY = "supply"
TRAYS = ("hand", SUPPLY, "taken")
MOST_IN_TRAY = 2**40  # of a kind and state: far beyond what a game can have; engines count in words
MOST_COUNTED = 2**31 - 1  # turns, passes, captures: what has no end of its own
_FIELDS = (
    "layers", "trays", "vars", "unmoved", "phase", "phase_turns", "to_move", "out", "seats_swapped", "ply", "turns",
    "passes", "segment", "carried", "history",
)  # fmt: skip
KEPT, FOLLOWED = ("kept",), ("followed",)  # only where a rule asks for it
_HASH = re.compile("[0-9a-f]{16}")
# Only between two segments of a turn: what was done in it about who comes next, and what was chosen unseen.
_BETWEEN = ("next_player", "swapped", "chosen")
_SETS = ("origins", "targets", "passed", "last_sown")
_PART_SETS = ("origin", "target", "passed", "it")


def to_data(engine: Engine, position: Position, names: Names) -> Data:
    """JSON-like data, by the names of the game."""
    return _Writer(engine, names).position(position)


class _Writer:
    """Writes positions of one game."""

    def __init__(self, engine: Engine, names: Names) -> None:
        self.rules, self.names = engine.rules, names

    def position(self, position: Position) -> Data:
        rules, names = self.rules, self.names
        player = [player.name for player in rules.players]
        data: Data = {
            "layers": {
                name: {names.site(site): [names.piece(code) for code in stack] for site, stack in sorted(layer.items())}
                for name, layer in zip(rules.layers, position.layers, strict=True)
            },
            "trays": self._trays(position),
            "vars": {spec.name: self._entries(spec, position.variables[n]) for n, spec in enumerate(rules.variables)},
            "unmoved": names.sites(position.unmoved),
            "phase": _phases(rules)[position.phase],
            "phase_turns": position.phase_turns,
            "to_move": player[position.me],
            "out": [player[number] for number in position.out],
            "seats_swapped": bool(position.seats),
            "ply": position.ply,
            "turns": dict(zip(player, position.turns, strict=True)),
            "passes": position.passes,
            "segment": position.segment,
            "carried": self._memory(position.carried),
            "history": [f"{value:016x}" for value in position.history],
        }
        if position.kept:
            data["kept"] = [list(entry) for entry in position.kept]
        if position.followed:
            data["followed"] = [{names.site(site): since for site, since in table} for table in position.followed]
        if position.next_player is not None:
            data["next_player"] = player[position.next_player]
        if position.swapped:
            data["swapped"] = True
        if any(position.chosen):
            data["chosen"] = {name: list(each) for name, each in zip(player, position.chosen, strict=True) if each}
        return data

    def _trays(self, position: Position) -> Data:
        data: Data = {}
        for (tray, holder, kind, state), count in sorted(position.trays.items()):
            if count:
                held = data.setdefault(tray, {})
                if tray != SUPPLY:
                    held = held.setdefault(self.rules.players[holder].name, {})
                held[self.names.kind_in_state(kind, state)] = count
        return data

    def _entries(self, spec: VariableSpec, entries: tuple[Entry, ...]) -> object:
        values = [self._entry(spec, *entry) for entry in entries]
        called = self.names.entries(spec)
        return values[0] if called is None else dict(zip(called, values, strict=True))

    def _entry(self, spec: VariableSpec, value: int | None, age: int) -> object:
        held = self.names.held(value, spec)
        return held if spec.lasts is None else {"value": held, "lasts": age}

    def _memory(self, carried: object) -> Data | None:
        if not isinstance(carried, Memory):
            return None
        return {
            "actions": {self.rules.actions[number].name: self._part(number, part) for number, part in carried.actions},
            **{name: self.names.sites(getattr(carried, name)) for name in _SETS},
            **{name: getattr(carried, name) for name in ("captures", "parts", "empty_action", "did_something")},
        }

    def _part(self, action: int, part: Part) -> Data:
        types, value = _names_of(self.rules.actions[action]), self.names.value
        return {
            **{name: self.names.sites(getattr(part, name)) for name in _PART_SETS},
            "kind": value(part.kind, Type.KIND),
            "dir": value(part.dir, Type.DIRECTIONS),
            "load": part.load,
            "names": {name: value(known, types[name]) for name, known in part.names},
        }


def _phases(rules: Rules) -> list[str | None]:
    """What each phase is called; of several, one without a name has its number."""
    if len(rules.phases) == 1:
        return [rules.phases[0].name]
    return [phase.name or str(number) for number, phase in enumerate(rules.phases, 1)]


# ---------------------------------------------------------------- how a game ended


def result_data(result: Result, players: Sequence[str]) -> Data:
    """The end of a game, as records tell it."""
    span = result.rule.span if result.rule is not None else None
    return {
        "winners": [players[number] for number in sorted(result.winners)],
        "draw": result.draw,
        "scores": dict(zip(players, result.scores, strict=True)) if result.scores else None,
        "rule": {"line": span.line, "column": span.column, "text": span.text} if span is not None else None,
    }


def result_from(engine: Engine, given: Given, position: Position) -> Result:
    """The end that `result_data` wrote; refused where the rules cannot have come to it in this position."""
    players = {player.name: number for number, player in enumerate(engine.rules.players)}
    found = given.fields(("winners", "draw", "scores", "rule"))
    winners = [str(name.one_of(players, "a player of this game")) for name in found["winners"].items(0, len(players))]
    if len({*winners}) < len(winners):
        found["winners"].wrong("the players who have won, each once")
    scores = None
    if found["scores"].value is not None:
        if engine.rules.score is None:
            found["scores"].wrong("null: this game has no score")
        told_scores = found["scores"].fields(list(players))
        scores = tuple(told_scores[name].number(-MOST_COUNTED, MOST_COUNTED) for name in players)
    known: list[rx.Node | None] = [None]
    if found["rule"].value is not None:
        place = found["rule"].fields(("line", "column", "text"))
        known = [
            node
            for node in ending_rules(engine.rules)
            if all(getattr(node.span, n) == one.value for n, one in place.items())
        ]
        if not known:
            found["rule"].wrong("a rule of this game that ends it")
    ends = [Result(frozenset(players[name] for name in winners), found["draw"].truth(), scores, rule) for rule in known]
    wrong = [wrong_end(engine, position, end) for end in ends]
    if None not in wrong:
        raise InvalidState(f'"{given.where}" cannot be how this game ended: {wrong[0]}')
    return ends[wrong.index(None)]


def from_data(engine: Engine, data: object, names: Names) -> Position:
    """The position that `to_data` wrote; `InvalidState` if it is none of this game."""
    return _Reader(engine, names).position(Given(data, "position"))


class _Reader:
    """Reads a position of one game."""

    def __init__(self, engine: Engine, names: Names) -> None:
        self.engine, self.names = engine, names
        self.rules = engine.rules
        self.players = len(engine.rules.players)
        self.sites = len(engine.rules.board)

    def position(self, given: Given) -> Position:
        facts = self.engine.facts
        asked = (*(KEPT if facts.kept else ()), *(FOLLOWED if facts.followed else ()))
        found = given.fields((*_FIELDS, *asked), _BETWEEN)
        position = Position()
        layers = found["layers"].fields(self.rules.layers)
        position.layers = [self._layer(number, layers[name]) for number, name in enumerate(self.rules.layers)]
        position.trays = self._trays(found["trays"].fields((), TRAYS))
        variables = found["vars"].fields([spec.name for spec in self.rules.variables])
        position.variables = [self._entries(spec, variables[spec.name]) for spec in self.rules.variables]
        position.unmoved = self._sites(found["unmoved"])
        if position.unmoved and not self.engine.facts.unmoved_kinds:
            found["unmoved"].wrong("an empty list: no rule of this game asks what has not moved")
        phases = _phases(self.rules)
        found["phase"].one_of(phases, "a phase of this game")
        position.phase = phases.index(found["phase"].value)  # type: ignore[arg-type]
        length = self.rules.phases[position.phase].length or 1  # turns are counted only where that ends a phase
        position.phase_turns = found["phase_turns"].whole(0, length - 1)
        position.me = self._player(found["to_move"])
        leavers = self.players if self.rules.out is not None or self.players > 2 else 0  # of two, who loses has lost
        position.out = tuple(self._player(player) for player in found["out"].items(0, leavers))
        if len(set(position.out)) < len(position.out):
            found["out"].wrong("the players who are out, each once")
        position.seats = int(found["seats_swapped"].truth())
        position.ply = found["ply"].whole(1, MOST_COUNTED)
        turns = found["turns"].fields(list(self.names.players))
        position.turns = tuple(turns[name].whole(0, MOST_COUNTED) for name in self.names.players)
        position.passes = found["passes"].whole(0, MOST_COUNTED)
        position.segment = found["segment"].whole(0, len(self.engine.course.segments(position)) - 1)
        self._read_carried(position, found)
        self._check_anchor(position)
        self._check_only_ones(position)
        position.history = self._history(position, found["history"])
        position.kept = self._kept(position, found["kept"]) if facts.kept else ()
        position.followed = self._followed(position, found["followed"]) if facts.followed else ()
        if position.segment:
            self._read_chosen(position, found.get("chosen"))
        return position

    # ------------------------------------------------------------ names

    def _player(self, given: Given) -> int:
        return self.names.players[str(given.one_of(self.names.players, "a player of this game"))]

    def _kind(self, given: Given) -> int:
        """A kind by its name; null for none."""
        if given.value is None:
            return NO_KIND
        return self.names.kinds[str(given.one_of(self.names.kinds, "a kind of piece of this game, or null"))]

    def _site(self, name: object, where: str) -> int:
        """Each site has one name, and so two names never mean one site."""
        number = self.names.site_number(name) if isinstance(name, str) else None
        if number is None or self.names.site(number) != name:
            raise InvalidState(f'"{where}" should be the name of a site of this board, not {told(name)}')
        return number

    def _sites(self, given: Given, most: int | None = None) -> int:
        """A list of sites as a set."""
        found = 0
        for item in given.items(0, self.sites if most is None else most):
            site = 1 << self._site(item.value, item.where)
            if found & site:
                item.wrong("a site that has not been named yet")
            found |= site
        return found

    # ------------------------------------------------------------ pieces

    def _layer(self, number: int, given: Given) -> dict[int, Stack]:
        found: dict[int, Stack] = {}
        most = self.rules.stack if number == 0 else 1
        for key, stack in given.entries():
            site = self._site(key, stack.where)
            found[site] = tuple(self._code(number, site, piece) for piece in stack.items(1, most))
        return found

    def _code(self, layer: int, site: int, given: Given) -> int:
        code = self.names.code(given.value) if isinstance(given.value, str) else None
        if code is None:
            given.wrong('a piece of this game, such as "' + self.names.piece(self.engine.codes.code(0, 0, 0)) + '"')
        kind = self.rules.kinds[self.engine.codes.kind(code)]
        if kind.layer != layer or (kind.classes and self.rules.board.sites[site].cls not in kind.classes):
            given.wrong(f"a piece that can stand there, and {kind.name} cannot")
        if not self._can_belong(kind.neutral, self.engine.codes.owner(code)):
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

    def _trays(self, given: dict[str, Given]) -> dict[TrayKey, int]:
        found: dict[TrayKey, int] = {}
        for tray, held in given.items():
            holders = {NEUTRAL: held}
            if tray != SUPPLY:
                holders = {self.names.players[name]: one for name, one in held.fields((), self.names.players).items()}
            for holder, stock in holders.items():
                for piece, count in stock.entries():
                    kind = self.names.kind_and_state(piece)
                    if kind is None:
                        raise InvalidState(f'"{count.where}" is no kind of piece of this game')
                    found[tray, holder, *kind] = count.whole(1, MOST_IN_TRAY)
        return found

    def _check_anchor(self, position: Position) -> None:
        """On an unbounded board the anchor hangs together (D100).

        Others usually stand on it, but not where play began with one of them: the first piece may go anywhere (D101).
        """
        unbounded = self.rules.unbounded
        if unbounded is None:
            return
        where = f'"position.layers.{self.rules.layers[unbounded.layer]}"'
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
            raise InvalidState(
                f"{where} should hang together: what stands on {self.names.site(min(left))} is apart from the others"
            )

    def _check_only_ones(self, position: Position) -> None:
        """Where a rule names one site by a kind that exists once (D18), there is no second such piece."""
        codes, kinds = self.engine.codes, self.rules.kinds
        standing = [code for layer in position.layers for stack in layer.values() for code in stack]
        pieces = [(codes.kind(code), codes.owner(code)) for code in standing]
        for (tray, holder, kind, _), count in position.trays.items():
            if kinds[kind].supply is not None or tray == "hand":
                pieces.extend([(kind, holder)] * min(count, 2))
        found: set[tuple[int, int | None]] = set()
        for kind, owner in pieces:
            in_all = kinds[kind].supply is not None
            if kind not in self.engine.facts.only_ones or (owner == NEUTRAL and not in_all):
                continue
            key = (kind, None if in_all else owner)
            if key in found:
                whose = "" if in_all else f" of {self.rules.players[owner].name}"
                raise InvalidState(f'"position" has two pieces {kinds[kind].name}{whose}, but there is only one')
            found.add(key)

    # ------------------------------------------------------------ variables and the past

    def _entries(self, spec: VariableSpec, given: Given) -> tuple[Entry, ...]:
        called = self.names.entries(spec)
        if called is None:
            return (self._entry(spec, given),)
        found = given.fields(called)
        return tuple(self._entry(spec, found[name]) for name in called)

    def _entry(self, spec: VariableSpec, given: Given) -> Entry:
        if spec.lasts is None:
            return self._held(spec, given), 0
        found = given.fields(("value", "lasts"))
        return self._held(spec, found["value"]), found["lasts"].whole(0, spec.lasts + 1)

    def _held(self, spec: VariableSpec, given: Given) -> int | None:
        if spec.type is Type.KIND:
            return self._kind(given)
        if given.value is None and spec.type in (Type.SITE, Type.DIRECTION):
            return None
        if spec.type is Type.SITE:
            return self._site(given.value, given.where)
        if spec.type is Type.SET:
            sites = [self._site(item.value, item.where) for item in given.items(0, len(self.rules.board.sites))]
            return sum(1 << site for site in set(sites))
        if spec.type is Type.DIRECTION:
            return self._direction(given)
        if spec.type is Type.PLAYER:
            return self._player(given)
        return int(given.truth()) if spec.type is Type.TRUTH else given.whole(spec.low, spec.high)

    def _history(self, position: Position, given: Given) -> tuple[int, ...]:
        """The hashes of the positions so far: one a turn, and one for each player who went out without a turn."""
        most = min(position.ply, self.rules.limit.turns + 1) + self.players
        found = tuple(map(_hash, given.items(1, most)))
        if not position.segment and found[-1] != self.engine.repetitions.hash(position):
            raise InvalidState(f'"{given.where}" should end with the hash of this position')
        return found

    def _kept(self, position: Position, given: Given) -> tuple[tuple[int, int], ...]:
        """For each condition of `kept` and player, after which positions of the history it held last, and did not."""
        entries = given.items(self.engine.facts.kept, self.engine.facts.kept)
        last = len(position.history) - 1
        pairs = [[item.whole(0, last) for item in entry.items(2, 2)] for entry in entries]
        return tuple((held, failed) for held, failed in pairs)

    def _followed(self, position: Position, given: Given) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each set of `kept one` and player: since which positions of the history the pieces have been in it."""
        tables, last = given.items(self.engine.facts.followed, self.engine.facts.followed), len(position.history) - 1
        found = []
        for table in tables:
            since = {self._site(name, place.where): place.whole(0, last) for name, place in table.entries()}
            found.append(tuple(sorted(since.items())))
        return tuple(found)

    # ------------------------------------------------------------ between two segments of a turn

    def _read_carried(self, position: Position, found: dict[str, Given]) -> None:
        position.next_player, position.swapped, position.carried, position.chosen = None, False, None, ()
        if not position.segment:
            for name in ("carried", *_BETWEEN):
                if name in found and found[name].value is not None:
                    found[name].wrong("left out: no turn has been begun")
            return
        if "next_player" in found:
            position.next_player = self._player(found["next_player"])
        if "swapped" in found:
            position.swapped = found["swapped"].truth()
        memory = self._memory(position, found["carried"])
        if self.engine.reduced(memory) != memory:
            raise InvalidState(f'"{found["carried"].where}" remembers something that no rule looks back at')
        position.carried = memory

    def _read_chosen(self, position: Position, given: Given | None) -> None:
        """What was chosen unseen: by all who have had their turn to choose, and each something that they can choose."""
        course, players = self.engine.course, list(self.names.players)
        before = course.chosen_before(position)
        if not before:
            if given is not None:
                given.wrong("left out: nobody has chosen anything")
            return
        found = {} if given is None else given.fields((), players)
        chosen: list[tuple[int, ...]] = [()] * self.players
        for player in before:
            offered = course.offered_to(position, player)
            name = players[player]
            if not offered and name not in found:
                continue
            if name not in found:
                raise InvalidState(f'"chosen" should have what {name} has chosen')
            chosen[player] = tuple(
                item.whole(0, MOST_COUNTED) for item in found[name].items(0, self.engine.facts.choice_words)
            )
            if chosen[player] not in offered:
                found[name].wrong(f"something that {name} can choose")
        if len(found) != sum(map(bool, chosen)):
            raise InvalidState('"chosen" should have only those who have chosen')
        position.chosen = tuple(chosen)

    def _memory(self, position: Position, given: Given) -> Memory:
        found = given.fields(("actions", *_SETS, "captures", "parts", "empty_action", "did_something"))
        actions = found["actions"].fields((), [action.name for action in self.rules.actions])
        return Memory(
            actions=tuple(
                (number, self._part(position, number, actions[action.name]))
                for number, action in enumerate(self.rules.actions)
                if action.name in actions
            ),
            origins=self._sites(found["origins"]),
            targets=self._sites(found["targets"]),
            passed=self._sites(found["passed"]),
            last_sown=self._sites(found["last_sown"], 1),
            captures=found["captures"].whole(0, MOST_COUNTED),
            parts=found["parts"].whole(0, MOST_COUNTED),
            empty_action=found["empty_action"].truth(),
            did_something=found["did_something"].truth(),
        )

    def _part(self, position: Position, action: int, given: Given) -> Part:
        found = given.fields((*_PART_SETS, "kind", "dir", "load", "names"))
        return Part(
            action=action,
            origin=self._sites(found["origin"], 1),
            target=self._sites(found["target"], 1),
            passed=self._sites(found["passed"]),
            it=self._sites(found["it"], 1),
            kind=self._kind(found["kind"]),
            dir=self._directions(found["dir"]),
            load=found["load"].whole(0, self.rules.stack),
            names=self._names(position, self.rules.actions[action], found["names"]),
        )

    def _direction(self, given: Given) -> int:
        return self.names.directions[str(given.one_of(self.names.directions, "a direction of this board"))]

    def _directions(self, given: Given) -> tuple[int, ...]:
        found = tuple(self._direction(item) for item in given.items(0, len(self.names.directions)))
        if list(found) != sorted(set(found)):
            given.wrong("directions in order, each once")
        return found

    def _names(self, position: Position, action: Action, given: Given) -> tuple[tuple[str, object], ...]:
        types = _names_of(action)
        found = given.fields((), types)
        return tuple(
            (name, self._value(position, action, name, type_, found[name]))
            for name, type_ in types.items()
            if name in found
        )

    def _value(self, position: Position, action: Action, name: str, type_: Type, given: Given) -> object:
        if type_.is_directions:
            return self._directions(given)
        choice = next((choice for choice in action.choices if choice.name == name), None)
        if choice is not None:
            domain = self.engine.candidates.domain
            offered = [value for me in range(self.players) for value in domain(position, me, choice.values, type_)]
            told_as = [self.names.value(value, type_) for value in offered]
            return offered[told_as.index(given.one_of(told_as, f'a value of "{name}"'))]
        if type_.is_sites:
            return self._sites(given)
        if type_ is Type.TRUTH:
            return given.truth()
        if type_ is Type.PLAYER:
            return self._player(given)
        if type_ is Type.KIND:
            return self._kind(given)
        if type_ is Type.STATE:
            states = [state.name for state in self.rules.states]
            return states.index(str(given.one_of(states, "a state of this game")))
        return given.whole(-MOST_COUNTED, MOST_COUNTED)


def _hash(given: Given) -> int:
    """A hash as 16 hexadecimal digits: there are programs that read great numbers wrongly."""
    value = given.value
    if not isinstance(value, str) or _HASH.fullmatch(value) is None:
        given.wrong("the hash of a position, 16 hexadecimal digits")
    return int(value, 16)


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

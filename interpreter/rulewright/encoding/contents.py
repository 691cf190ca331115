"""Which channels and entries a game has: what its rules can never change or never ask for is left out."""

from __future__ import annotations

from ..analysis.facts import Facts
from ..analysis.pieces import NEUTRAL
from ..analysis.variables import entry_count
from ..reference.engine import Engine
from ..reference.naming import Names
from ..reference.vocabulary import Kind
from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules import turns as rt
from ..rules.game import VariableSpec
from ..rules.types import Type
from .channels import (
    Channel,
    DecidedEntry,
    Entry,
    ExistsChannel,
    FlowEntry,
    HeightChannel,
    PickedChannel,
    PieceChannel,
    StateChannel,
    TrayEntry,
    UnmovedChannel,
    VariableChannel,
    VariableEntry,
)  # fmt: skip
from .decision_names import decision_names
from .grid import Grid

LEVELS = 4
"""Of a stack so many pieces are seen from the top."""


class Contents:
    def __init__(self, engine: Engine, grid: Grid) -> None:
        self.engine, self.grid = engine, grid
        self.rules, self.facts = engine.rules, engine.facts
        self.names = Names(engine)
        self.asks_once = is_one_decision(engine.facts)
        self.channels = self._channels()
        self.rows: dict[str, tuple[Entry, ...]] = {
            "hand": tuple(self._trays()),
            "vars": tuple(self._variables()),
            "flow": tuple(self._flow()),
            "decided": tuple(self._decided()),
        }

    # ------------------------------------------------------------ the board

    def _channels(self) -> tuple[Channel, ...]:
        rules, found = self.rules, list[Channel]()
        for layer in range(len(rules.layers)):
            levels = min(rules.stack, LEVELS) if layer == 0 else 1
            for below in range(levels):
                found += self._pieces(layer, below)
        if rules.stack > 1:
            found.append(HeightChannel("height"))
        for number, spec in enumerate(rules.variables):
            if spec.type.is_sites:
                found += (VariableChannel(name, number, entry) for entry, name in self._entries(spec))
        if self.facts.uses_unmoved:
            found.append(UnmovedChannel("unmoved"))
        if not self.asks_once:
            found.append(PickedChannel("picked"))
        if self.grid.is_planes and not self.grid.is_full:
            found.append(ExistsChannel("exists"))
        return tuple(found)

    def _pieces(self, layer: int, below: int) -> list[Channel]:
        rules = self.rules
        where = (f"{rules.layers[layer]}: " if layer else "") + (f"{below} below: " if below else "")
        kinds = [number for number, kind in enumerate(rules.kinds) if kind.layer == layer]
        given = {node.owner for node in self.facts.nodes if isinstance(node, fx.NewValue) and node.owner is not None}
        owned = [kind for kind in kinds if not rules.kinds[kind].neutral or given]
        free = {piece.kind for piece in rules.start.pieces if piece.owner is None}
        found: list[Channel] = [
            PieceChannel(f"{where}{self._holder(owner)} {rules.kinds[kind].name}", layer, below, owner, kind)
            for owner in range(len(rules.players))
            for kind in owned
        ]
        found += (
            PieceChannel(f"{where}nobody's {rules.kinds[kind].name}", layer, below, NEUTRAL, kind)
            for kind in kinds
            if rules.kinds[kind].neutral or kind in free or rx.Owner.NEUTRAL in given
        )
        states: dict[tuple[str | None, str], list[tuple[int, int, int]]] = {}
        for kind in kinds:
            for place, axis in enumerate(rules.kinds[kind].axes):
                if len(axis.values) > 1:
                    for value, word in enumerate(axis.values):
                        states.setdefault((axis.name, word), []).append((kind, place, value))
        for (axis_name, word), places in states.items():
            called = f"{axis_name} {word}" if axis_name else word
            found.append(StateChannel(f"{where}{called}", layer, below, tuple(places)))
        return found

    def _holder(self, seat: int) -> str:
        if seat == 0:
            return "my"
        return "their" if len(self.rules.players) == 2 else f"player +{seat}'s"

    # ------------------------------------------------------------ trays and variables

    def _trays(self) -> list[Entry]:
        rules, facts = self.rules, self.facts
        found: list[Entry] = []
        trays = [tray for tray in ("hand", "supply", "taken") if tray in facts.trays.used]
        if not facts.taken_is_read:
            trays = [tray for tray in trays if tray != "taken"]
        for tray in trays:
            for holder in (NEUTRAL,) if tray == "supply" else range(len(rules.players)):
                for kind, spec in enumerate(rules.kinds):
                    if tray != "taken" and kind not in facts.trays.tracked:
                        continue
                    for state in range(spec.combinations):
                        whose = "" if holder == NEUTRAL else f"{self._holder(holder)} "
                        name = f"{whose}{tray}: {self.names.kind_in_state(kind, state)}"
                        found.append(TrayEntry(name, 0, self._most(kind), tray, holder, kind, state))
        return found

    def _most(self, kind: int) -> int:
        """How many of a kind one place usually holds at most."""
        start, spec = self.rules.start, self.rules.kinds[kind]
        there = sum(piece.kind == kind for piece in start.pieces)
        there += sum(stock.count for stock in start.trays if stock.kind == kind)
        return max(1, there, spec.each or 0, spec.supply or 0)

    def _entries(self, spec: VariableSpec) -> list[tuple[int, str]]:
        """The entries of a variable with their names; those of players from the one to move."""
        if spec.per_player:
            return [(seat, f"{self._holder(seat)} {spec.name}") for seat in range(len(self.rules.players))]
        if spec.per_range is not None:
            count = entry_count(self.rules, spec)
            return [(entry, f"{spec.name} {entry + spec.per_range[0]}") for entry in range(count)]
        return [(0, spec.name)]

    def _variables(self) -> list[Entry]:
        found: list[Entry] = []
        for number, spec in enumerate(self.rules.variables):
            low, high = self._range(spec)
            for entry, name in self._entries(spec):
                if not spec.type.is_sites:
                    found.append(VariableEntry(name, low, high, number, entry))
                if spec.lasts is not None and spec.type is not Type.SET:
                    found.append(VariableEntry(f"{name} lasts", 0, spec.lasts + 1, number, entry, age=True))
        return found

    def _range(self, spec: VariableSpec) -> tuple[int, int]:
        match spec.type:
            case Type.NUMBER:
                return spec.low, spec.high
            case Type.PLAYER:
                return 0, len(self.rules.players) - 1
            case Type.KIND:
                return -1, len(self.rules.kinds) - 1
            case Type.DIRECTION:
                return -1, len(self.rules.board.directions) - 1
        return -1, max(1, spec.high)

    # ------------------------------------------------------------ the course of the game

    def _flow(self) -> list[Entry]:
        rules, seats = self.rules, range(len(self.rules.players))
        found: list[Entry] = [FlowEntry("seat of the one to move", 0, len(seats) - 1, "me")]
        if len(rules.phases) > 1:
            found.append(FlowEntry("phase", 0, len(rules.phases) - 1, "phase"))
        lengths = [phase.length for phase in rules.phases if phase.length is not None]
        if lengths:
            found.append(FlowEntry("turns in this phase", 0, max(lengths), "phase_turns"))
        if self.facts.segmented:
            most = max(len(row) for phase in self.facts.segments for row in phase) - 1
            found.append(FlowEntry("part of the turn", 0, most, "segment"))
        if self.facts.says(fx.SwapSides):
            found.append(FlowEntry("sides are swapped", 0, 1, "seats"))
        if len(seats) > 2:
            found += (FlowEntry(f"{self._holder(seat)[:-2] if seat else 'i'} out", 0, 1, "out", seat) for seat in seats)
        found.append(FlowEntry("passes in a row", 0, 2, "passes"))
        if self.facts.repeats:
            found.append(FlowEntry("times this position was there", 0, 3, "repeats"))
        found.append(FlowEntry("turn", 1, rules.limit.turns, "ply"))
        return found

    def _decided(self) -> list[Entry]:
        if self.asks_once:
            return []
        vocabulary = self.engine.vocabulary
        first = vocabulary.first(Kind.OFF)
        names = decision_names(self.engine)
        return [DecidedEntry(names[number], 0, 1, number) for number in range(first, len(vocabulary))]


def is_one_decision(facts: Facts) -> bool:
    """Whether each turn is one decision, so that there is nothing to be seen in the middle of one."""
    rules = facts.rules
    if rules.distinct == "route":
        return False
    hands: set[tuple[int, int]] = set()
    for phase in rules.phases:
        for turn in phase.turns:
            for node in turn.items if isinstance(turn, rt.OneOf) else (turn,):
                if not isinstance(node, rt.Do):
                    return False
                action = rules.actions[node.action]
                plain = action.start is None and action.path is None and action.again is None and not action.choices
                if action.verb != "place" or not plain:
                    return False
                hands |= set(facts.trays.entries(action))
    choices = any(isinstance(node, fx.SetTo) and len(node.values) > 1 for node in facts.nodes)
    return len(hands) == 1 and not choices and not facts.says(fx.May)

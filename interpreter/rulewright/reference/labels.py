"""Move texts: how a turn is written down (semantics D74, D75)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..analysis.pieces import NEUTRAL
from ..board import bits
from ..rules.game import Action, SayPart
from ..rules.types import Type
from .candidates import Step
from .geometry import OFF

if TYPE_CHECKING:
    from .engine import Engine


Parts = tuple[tuple[Step, ...], ...]
PASS = "pass"


class Labels:
    def __init__(self, engine: Engine, names: SiteNames) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.names = names

    @property
    def tell_sites(self) -> bool:
        """Whether all actions are written by the sites that they begin and end on, as they are if nobody says else."""
        sites = () if self.names.side else self.rules.board.index
        # An action without a verb is written by its name.
        plain = all(action.say is None and action.name not in sites for action in self.rules.actions)
        return plain and all(map(str.isalnum, sites))

    def turn(self, parts: Parts) -> str:
        """The labels of the parts, joined by blanks; `pass` if there is nothing to write."""
        written = [self.part(steps) for steps in parts]
        return " ".join(text for text in written if text) or (PASS if not parts else "")

    def names_of(self, parts: Parts) -> str:
        """The names of the actions, for a turn of which nothing is written."""
        return " ".join(self.rules.actions[steps[-1].action].name for steps in parts)

    def part(self, steps: tuple[Step, ...]) -> str:
        action = self.rules.actions[steps[-1].action]
        if action.say is not None:
            return "".join(self._said(part, steps, action) for part in action.say)
        return self._default(steps, action) + self._suffixes(steps, action)

    def _default(self, steps: tuple[Step, ...], action: Action) -> str:
        first, last = steps[0], steps[-1]
        if action.verb is None:
            return action.name
        if action.verb == "place":
            target = self._site(last.target)
            several = action.piece is None or action.piece.kind is None or self.is_varied(action.piece.kind)
            return f"{self.piece(last)}@{target}" if several else target
        if action.verb == "pick" and action.path is None:
            return self._site(last.target)
        if action.again:
            return self._route(steps)
        return f"{self._site(first.origin)}-{self._site(last.target)}"

    def is_varied(self, kind: int) -> bool:
        """Whether trays hold this kind in different states, so that a placed piece must be told by them."""
        held = (stock for stock in self.rules.start.trays if stock.kind == kind and stock.count)
        return len({stock.values for stock in held}) > 1

    def _suffixes(self, steps: tuple[Step, ...], action: Action) -> str:
        last = steps[-1]
        values = dict(last.names)
        text = "".join(f":{self.value(values[choice.name], choice.type)}" for choice in action.choices)
        take = action.take
        if take.low != take.high and not take.everything and take.amount is None:
            text += f":{last.load}"
        text += "".join(f"={name}" for step in steps for name in step.chosen)
        return text + ("+" if any(step.may for step in steps) else "")

    # ------------------------------------------------------------ fields

    def _said(self, part: SayPart, steps: tuple[Step, ...], action: Action) -> str:
        if part.field is None:
            return part.text or ""
        value, type_ = self._field(part.field, steps, action)
        if part.shown is not None:
            return part.shown if value not in (False, None, "", (), 0) else ""
        if part.detail is not None:
            site = self._one_site(value)
            return "" if site is None else self.names.detail(site, part.detail)
        return value if isinstance(value, str) else self.value(value, type_)

    def _field(self, name: str, steps: tuple[Step, ...], action: Action) -> tuple[Any, Type]:
        first, last = steps[0], steps[-1]
        if name == "origin":
            return (first.part.origin or self._site(first.origin)), Type.SITE
        if name == "target":
            return (last.part.target or self._site(last.target)), Type.SITE
        if name == "it":
            return last.part.it, Type.SITE
        if name == "kind":
            return last.part.kind, Type.KIND
        if name == "piece":
            return self.piece(last), Type.WORD
        if name == "letter":
            return self._letter(last), Type.WORD
        if name == "dir":
            return last.part.dir, Type.DIRECTION
        if name == "load":
            return last.load, Type.NUMBER
        if name == "route":
            return self._route(steps), Type.WORD
        if name == "set":
            return "=".join(chosen for step in steps for chosen in step.chosen), Type.WORD
        if name == "may":
            return any(step.may for step in steps), Type.TRUTH
        if name == "captures":
            return sum(step.captures for step in steps), Type.NUMBER
        if name == "changed":
            return sum(step.changed for step in steps), Type.NUMBER
        return dict(last.names).get(name, 0), self._type_of(name, action)

    def _type_of(self, name: str, action: Action) -> Type:
        for choice in action.choices:
            if choice.name == name:
                return choice.type
        for let in action.lets:
            if let.name == name:
                return let.value.type
        return Type.SET

    def value(self, value: Any, type_: Type) -> str:
        """A value of a type as text."""
        if isinstance(value, str):
            return value
        if isinstance(value, tuple):  # also by a name that `as` gave to a direction
            return self._direction(value)
        if type_.is_sites:
            return " ".join(self.names.name(site) for site in bits(value))
        if type_ is Type.KIND:
            return self.rules.kinds[value].name if value >= 0 else ""
        if type_ is Type.STATE:
            return str(self.rules.states[value].name)
        if type_ is Type.PLAYER:
            return str(self.rules.players[value].name)
        return str(value)

    def _direction(self, value: tuple[int, ...]) -> str:
        if len(value) == 1:
            return self.rules.board.directions[value[0]].name
        for name, numbers in self.rules.board.direction_sets.items():
            if numbers == value:
                return name
        return "".join(self.rules.board.directions[number].name for number in value)

    def _site(self, site: int) -> str:
        if site == OFF:
            return "off"
        return self.names.name(site) if site >= 0 else ""

    def _one_site(self, value: Any) -> int | None:
        return value.bit_length() - 1 if isinstance(value, int) and value else None

    def _route(self, steps: tuple[Step, ...]) -> str:
        sites = [self._site(steps[0].origin), *(self._site(step.target) for step in steps)]
        return "-".join(site for site in sites if site)

    def _code(self, step: Step) -> int | None:
        """The piece of a part: what was placed, or what was lifted."""
        if step.piece is not None:
            kind, state = step.piece
            return self.engine.codes.code(NEUTRAL, kind, state)
        return step.mover

    def piece(self, step: Step) -> str:
        code = self._code(step)
        if code is None:
            return self.rules.kinds[step.part.kind].name if step.part.kind >= 0 else ""
        return self.piece_of(self.engine.codes.kind(code), self.engine.codes.state(code))

    def piece_of(self, kind: int, state: int) -> str:
        """A piece by its kind and the number of its state."""
        spec = self.rules.kinds[kind]
        values = self.engine.codes.values(kind, state)
        return "_".join([*(axis.values[value] for axis, value in zip(spec.axes, values, strict=True)), spec.name])

    def _letter(self, step: Step) -> str:
        code = self._code(step)
        if code is None:
            return ""
        kind = self.engine.codes.kind(code)
        spec = self.rules.kinds[kind]
        values = self.engine.codes.values(kind, self.engine.codes.state(code))
        for axis, value in zip(spec.axes, values, strict=True):
            if axis.values[value] in spec.letters:
                return spec.letters[axis.values[value]]
        return spec.letters.get(None, "")


class SiteNames:
    """Names of sites; on an unbounded board integer pairs that follow the pieces (D106)."""

    def __init__(self, engine: Engine, origin: tuple[int, int] = (0, 0)) -> None:
        self.board = engine.rules.board
        self.side = engine.rules.unbounded.side if engine.rules.unbounded else 0
        self.origin = origin  # lattice coordinates in the middle of what is named

    def name(self, site: int) -> str:
        if not self.side:
            return self.board.label(site)
        x, y = self.coordinates(site)
        return f"{x},{y}"

    def coordinates(self, site: int) -> tuple[int, int]:
        """Lattice coordinates: those nearest to where the pieces are."""
        half = self.side // 2
        x, y = site % self.side, site // self.side
        ox, oy = self.origin
        return ox + (x - ox + half) % self.side - half, oy + (y - oy + half) % self.side - half

    def detail(self, site: int, what: str) -> str:
        spec = self.board.sites[site]
        if what == "row":
            return str(spec.row if spec.row is not None else "")
        # Columns are letters where sites are named by letters.
        name = self.board.label(site)
        letters = "".join(char for char in name if char.isalpha())
        return letters if letters and spec.column is not None else str(spec.column or "")


def around(engine: Engine, position: Any, old: tuple[int, int]) -> tuple[int, int]:
    """The middle of the anchor in lattice coordinates, unwrapped next to where it was before."""
    unbounded = engine.rules.unbounded
    if unbounded is None or not position.layers[unbounded.layer]:
        return old
    side, half = unbounded.side, unbounded.side // 2
    ox, oy = old
    points = []
    for site in position.layers[unbounded.layer]:
        x, y = site % side, site // side
        points.append((ox + (x - ox + half) % side - half, oy + (y - oy + half) % side - half))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2

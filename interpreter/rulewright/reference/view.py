"""What an expression sees: a position, the words of the part, the memory of the turn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .position import Position

NO_DIRECTIONS: tuple[int, ...] = ()
NO_KIND = NO_STATE = -1


@dataclass(frozen=True, slots=True)
class Part:
    """What one run of an action did; sites as bit sets, so that "no site" is 0. Also a memory of it."""

    action: int = -1
    origin: int = 0
    target: int = 0
    passed: int = 0
    it: int = 0
    kind: int = NO_KIND
    dir: tuple[int, ...] = NO_DIRECTIONS
    load: int = 0
    names: tuple[tuple[str, object], ...] = ()

    def on(self, it: int) -> Part:
        """The same when its piece is somewhere else."""
        return Part(self.action, self.origin, self.target, self.passed, it, self.kind, self.dir, self.load, self.names)

    def naming(self, names: tuple[tuple[str, object], ...]) -> Part:
        """The same with the names that it has bound."""
        return Part(self.action, self.origin, self.target, self.passed, self.it, self.kind, self.dir, self.load, names)

    def named(self, name: str) -> object:
        for known, value in self.names:
            if known == name:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Memory:
    """What was done in this turn so far: the latest run of each action, and all parts together."""

    actions: tuple[tuple[int, Part], ...] = ()
    origins: int = 0
    targets: int = 0
    passed: int = 0
    last: Part = Part()
    last_sown: int = 0
    captures: int = 0
    parts: int = 0
    empty_action: bool = False  # an empty action was done, so nothing need change
    did_something: bool = False  # something other than empty actions was done

    def of(self, action: int) -> Part:
        for number, part in self.actions:
            if number == action:
                return part
        return Part()

    def after(self, action: int, part: Part, is_empty: bool) -> Memory:
        """With one part more, of an action that may be empty."""
        kept = tuple(item for item in self.actions if item[0] != action)
        return Memory(
            (*kept, (action, part)), self.origins | part.origin, self.targets | part.target, self.passed | part.passed,
            part, self.last_sown, self.captures, self.parts + 1, self.empty_action or is_empty,
            self.did_something or not is_empty,
        )  # fmt: skip

    def remember(self, action: int, part: Part) -> Memory:
        """With another part in place of the last one of an action."""
        kept = tuple(item for item in self.actions if item[0] != action)
        return replace(self, actions=(*kept, (action, part)), last=part)


@dataclass(slots=True)
class View:
    """One place of evaluation. `lifted` is the position without the mover where the scope table says so."""

    position: Position
    me: int
    memory: Memory = field(default_factory=Memory)
    part: Part = field(default_factory=Part)
    names: dict[str, object] = field(default_factory=dict)
    leaving: int = 0
    entering: int = 0
    parameters: tuple[object, ...] = ()
    mover: int | None = None  # code of the lifted piece: its states decide its paths and what is forward
    facing: int | None = None  # the direction it faces, if it has a facing
    each: int = 0  # the site that the innermost `where` asks about
    contact: int | None = None  # the only sites where legs of a walk may land (D101); None: anywhere

    def at(self, position: Position) -> View:
        """The same view of another position."""
        return View(
            position, self.me, self.memory, self.part, self.names, self.leaving, self.entering, self.parameters,
            self.mover, self.facing, self.each, self.contact,
        )  # fmt: skip

    def copy(self) -> View:
        return self.at(self.position)

    def asking(self, site: int) -> View:
        """The same in the condition of `where`, for one site."""
        inner = self.copy()
        inner.each = 1 << site
        return inner

"""Paths: legs of every form, and what puts them together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from .world import DIRECTION, NUMBER, SET, Scope

if TYPE_CHECKING:
    from .writer import Writer

Way = tuple[int, Callable[[], str]]


class Paths:
    def __init__(self, writer: Writer) -> None:
        self.writer, self.world, self.dice = writer, writer.world, writer.dice
        self.bound: list[tuple[str, str]] = []  # names the last path bound
        self._naming = False
        self._attribute = False
        self._inner = False
        self._more = False  # a leg follows, so this one stays on the board

    def path(
        self, scope: Scope, depth: int = 2, naming: bool = False, attribute: bool = False, inner: bool = False
    ) -> str:
        """A path; with `naming` its legs may keep things by `as`, and `bound` says what.

        `attribute`: the path of a kind. `inner`: that of `reached by`.
        """
        outer = self._naming, self._attribute, self._inner, self._more, self.bound
        self._naming, self._attribute, self._inner, self._more, self.bound = naming, attribute, inner, False, []
        text = self._alternatives(scope, depth)
        found = self.bound
        self._naming, self._attribute, self._inner, self._more, self.bound = outer
        if naming:
            self.bound = found
        return text

    def _alternatives(self, scope: Scope, depth: int) -> str:
        count = 1 if depth <= 0 else self.dice.pick([1, 1, 2])
        return " | ".join(self._sequence(scope, depth) for _ in range(count))

    def _sequence(self, scope: Scope, depth: int) -> str:
        if depth <= 1 or not self.dice.percent(22):
            return self._leg(scope, depth)
        self._more, outer = True, self._more
        first = self._leg(scope, depth - 1)
        self._more = outer
        # A name is known in later legs.
        return f"{first} then {self._leg(scope.with_names(*self.bound), depth - 1)}"

    def _leg(self, scope: Scope, depth: int) -> str:
        dice, world = self.dice, self.world
        before = list(self.bound)
        ways: list[Way] = [(16, lambda: self._line(scope))]
        if world.board.leaps:
            ways.append((3, lambda: f"leap {dice.number(0, 2)}x{dice.number(1, 2)} to {self._landing(scope)}"))
            ways.append((2, lambda: self._leap_toward(scope)))
        if depth > 1:
            ways += [(3, lambda: self._repeat(scope, depth)), (1, lambda: f"({self._alternatives(scope, depth - 1)})")]
        if not self._attribute and world.kinds and any(kind.attributes for kind in world.kinds):
            ways.append((5, self._its))
            if any("move" in kind.attributes for kind in world.kinds):
                ways.append((2, lambda: self._like(scope)))
        if world.paths and (not self._inner or world.bounded):
            ways.append((4, lambda: dice.pick(world.paths)))
        text = dice.weighted(ways)
        if dice.percent(15):
            fresh = tuple(name for name in self.bound if name not in before)
            words = scope.words | {"leaving", "entering", "dir"}
            inner = replace(scope, place="path if", words=words).with_names(*fresh)
            if " along " in f" {text}" or " against " in text or not world.board.compass:
                inner = inner.without("dir")
            text += f" if {self.writer.conditions.condition(inner, 1)}"
        return text

    # ------------------------------------------------------------ straight legs

    def _line(self, scope: Scope) -> str:
        dice = self.dice
        way, on_track = self.writer.ways.leg(scope)
        name = "" if on_track else self._as(DIRECTION, 25)
        verb = dice.pick(["step", "step", "step", "slide", "jump"])
        if verb == "slide" and not self.world.bounded:
            verb = "step"
        if verb == "jump":
            over = f" over {self._jumped(scope)}"
        elif dice.percent(15) or (verb == "slide" and dice.percent(25)):
            over = f" over {self._run(scope)}"
        else:
            over = ""
        return f"{verb} {way}{name}{over} to {self._landing(scope)}"

    def _jumped(self, scope: Scope) -> str:
        count = self.dice.pick(["", "", "1.. ", "1..2 ", "2 "])
        return f"{count}{self.dice.pick(['piece', 'enemy', 'mine', self.writer.sites.piece()])}{self._as(SET, 25)}"

    def _run(self, scope: Scope) -> str:
        """Items of a run: so many of this, then so many of that."""
        dice = self.dice
        items = []
        for _ in range(dice.number(1, 2)):
            counts = ["", "1 ", "0..1 ", "1..2 ", "0..2 "]
            if self.world.bounded:
                counts += ["0.. ", "1.. "]
            count = dice.pick(counts)
            if dice.percent(15):
                count = f"times({self._times(scope)}) "
            sites = "empty" if self.world.bounded and dice.percent(40) else self.writer.sites.words(scope, 1)
            items.append(f"{count}{sites}{self._as(SET, 25)}")
        return " + ".join(items)

    def _times(self, scope: Scope) -> str:
        numbers = [*scope.named(NUMBER), *(["load"] if "load" in scope.words else [])]
        if numbers and self.dice.percent(70):
            return self.dice.pick([f"{self.dice.pick(numbers)} - 1", self.dice.pick(numbers)])
        return self.writer.numbers.number(scope, 1)

    def _landing(self, scope: Scope) -> str:
        dice, world = self.dice, self.world
        choices = ["empty", "empty", "empty or enemy", "empty or enemy", "enemy", "piece"]
        if world.stack > 1:
            choices += ["empty or piece", "empty or mine", "anywhere" if world.bounded else "piece"]
        if world.bounded:
            choices.append("anywhere not in mine")
            if classes := self.writer.sites.class_words():
                choices.append(f"empty {dice.pick(classes)}")
            if not self._more:
                choices += ["off", "empty or off"]
            if world.regions:
                choices.append(f"empty not in {dice.pick(world.regions)}")
        text = dice.pick(choices)
        if dice.percent(15):
            text = self.writer.sites.phrase(scope, 1)
        return f"{text}{self._as(SET, 15)}"

    def _as(self, type_: str, chance: int) -> str:
        if not self._naming or not self.dice.percent(chance):
            return ""
        name = self.world.name("n")
        self.bound.append((name, type_))
        return f" as {name}"

    # ------------------------------------------------------------ other legs

    def _leap_toward(self, scope: Scope) -> str:
        dice, ways = self.dice, self.writer.ways
        second = f" and {ways.one(scope)} {dice.number(1, 2)}" if dice.percent(60) else ""
        return f"leap {ways.one(scope)} {dice.number(1, 2)}{second} to {self._landing(scope)}"

    def _repeat(self, scope: Scope, depth: int) -> str:
        dice = self.dice
        counts = ["2", "1..2", "0..1", "2..3"]
        if not self._naming:
            counts += ["1..", "1..", "0.."]
        if numbers := scope.named(NUMBER):
            counts.append(f"times({dice.pick(numbers)})")
        self._more, outer = True, self._more
        text = f"repeat {dice.pick(counts)} ({self._alternatives(scope, depth - 1)})"
        self._more = outer
        return text

    def _its(self) -> str:
        attributes = sorted({name for kind in self.world.kinds for name in kind.attributes})
        return f"its {self.dice.pick(attributes)}"

    def _like(self, scope: Scope) -> str:
        dice = self.dice
        with_move = [kind.name for kind in self.world.kinds if "move" in kind.attributes]
        if with_move and dice.percent(60):
            return f"like {dice.pick(with_move)}"
        beside = "origin" if "origin" in scope.words else "piece"
        return f"like {dice.pick(['piece', 'enemy', 'mine'])} next to {beside}"

"""Numbers, yes and no, players, and directions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from .world import DIRECTION, KIND, NUMBER, PLAYER, STATE, TRACK, TRUTH, WORD, Scope, VariableFacts

if TYPE_CHECKING:
    from .writer import Writer

Way = tuple[int, Callable[[], str]]
_RELATIVE = ("forward", "backward", "left", "right")
_RELATIVE_SETS = ("sideways", "forward_diag", "backward_diag")


class Ways:
    """Directions and sets of them."""

    def __init__(self, writer: Writer) -> None:
        self.writer, self.world, self.dice = writer, writer.world, writer.dice

    def single(self, scope: Scope) -> str:
        """One direction: by name, or one that was chosen or walked."""
        dice, board = self.dice, self.world.board
        choices = [*board.compass[:4], *board.compass, *board.own]
        known = scope.named(DIRECTION) + (["dir"] if "dir" in scope.words else [])
        if known and dice.percent(50):
            chosen = dice.pick(known)
            return f"back({chosen})" if board.compass and not board.own and dice.percent(25) else chosen
        if self.world.forward and dice.percent(40):
            return dice.pick(_RELATIVE[:2] if board.hexagonal else _RELATIVE)
        variables = [v.name for v in self.world.variables if v.type == DIRECTION and v.per is None]
        if variables and dice.percent(20):
            return dice.pick(variables)
        if board.compass and dice.percent(15):
            return f"back({dice.pick(board.compass)})"
        return dice.pick(choices) if choices else "forward"

    def one(self, scope: Scope) -> str:
        """A direction or a named set of them."""
        dice, board = self.dice, self.world.board
        if board.compass and dice.percent(12):
            return f"{dice.pick(['beside', 'across', 'back'])}({dice.pick(board.compass)})"
        if board.compass and self.world.forward and dice.percent(12):
            return dice.pick(_RELATIVE_SETS[1:] if board.hexagonal else _RELATIVE_SETS)
        if board.sets and dice.percent(55):
            return dice.pick(board.sets)
        return self.single(scope)

    def single_or_set(self, scope: Scope) -> str:
        if self.dice.percent(75):
            return self.one(scope)
        return f"({self.one(scope)} or {self.one(scope)})"

    def leg(self, scope: Scope) -> tuple[str, bool]:
        """The way of a straight leg, and whether it goes along a track."""
        dice, board = self.dice, self.world.board
        tracks = [*board.tracks, *scope.named(TRACK)]
        if tracks and (not board.compass or dice.percent(30)):
            if len(board.tracks) > 1 and dice.percent(20):
                return f"{dice.pick(['along', 'against'])} ({' or '.join(board.tracks)})", True
            return f"{dice.pick(['along', 'along', 'against'])} {dice.pick(tracks)}", True
        if board.sets and dice.percent(60):
            return dice.pick(["any", "orth", *board.sets] if "orth" in board.sets else board.sets), False
        return self.single_or_set(scope), False

    def along(self, scope: Scope) -> str:
        """`along …` behind `next to` and its like, or nothing."""
        dice, board = self.dice, self.world.board
        if not dice.percent(25):
            return ""
        if board.tracks and (not board.compass or dice.percent(40)):
            return f" {dice.pick(['along', 'against'])} {dice.pick(board.tracks)}"
        return f" along {self.single_or_set(scope)}" if board.compass or board.own else ""


class Numbers:
    def __init__(self, writer: Writer) -> None:
        self.writer, self.world, self.dice = writer, writer.world, writer.dice

    def number(self, scope: Scope, depth: int = 2) -> str:
        dice, world = self.dice, self.world
        ways: list[Way] = [
            (5, lambda: str(dice.number(0, 4))),
            (8, lambda: self._count(scope, depth)),
            (2, lambda: dice.pick(["ply", "round", "passes"])),
        ]
        known = [*scope.named(NUMBER), *scope.counters, *(["load"] if "load" in scope.words else [])]
        if known:
            ways.append((5, lambda: dice.pick(known)))
        if variables := [v for v in world.variables if v.type == NUMBER]:
            ways.append((5, lambda: self.variable(dice.pick(variables), scope)))
        ways.append((3, lambda: self._in_tray(scope)))
        moved = [name for name in scope.memories or () if self._verb(name) == "move"]
        if moved:
            ways.append((2, lambda: f"{dice.pick(moved)}.load"))
        if depth > 0:
            ways += [
                (3, lambda: f"({self.number(scope, depth - 1)} {dice.pick('+-')} {self.number(scope, depth - 1)})"),
                (1, lambda: f"({dice.number(2, 3)} * {self.number(scope, depth - 1)})"),
                (1, lambda: f"{dice.pick(['max', 'min'])}({self._listed(scope, depth)})"),
                (2, lambda: f"count groups of {self.writer.sites.group(scope, depth)}"),
                (1, lambda: f"count groups of {self.writer.sites.plain(scope, depth - 1)}"),
                (2, lambda: f"largest group of {self.writer.sites.plain(scope, depth - 1)}"),
                (2, lambda: f"({self.number(scope, depth - 1)} / {dice.number(1, 3)} "
                            f"rounded {dice.pick(['up', 'down'])})"),
                (1, lambda: f"remainder({self.number(scope, depth - 1)}, max(1, {self.number(scope, depth - 1)}))"),
                (2, lambda: self._line_number(scope)),
                (1, lambda: f"abs({self.number(scope, depth - 1)} - {self.number(scope, depth - 1)})"),
                (1, lambda: f"({self.number(scope, depth - 1)} if "
                            f"{self.writer.conditions.condition(scope, depth - 1)} else "
                            f"{self.number(scope, depth - 1)})"),
            ]  # fmt: skip
            if self.world.bounded or depth > 1:
                ways.append((2, lambda: self._distance(scope, depth)))
            if world.board.has_sides:
                ways.append((2, lambda: f"sides({self.writer.sites.phrase(scope, depth - 1)})"))
            if world.stack > 1:
                ways.append((4, lambda: f"height({self.writer.sites.phrase(scope, depth - 1)})"))
        calls = [d for d in world.defines if d.type == NUMBER]
        calls = [d for d in calls if self.writer.sites.callable(d.words, d.asks, scope)]
        if calls:
            ways.append((3, lambda: self.writer.sites.call(dice.pick(calls).name, scope, depth)))
        return dice.weighted(ways)

    def _line_number(self, scope: Scope) -> str:
        if not self.world.board.has_rows:
            return "ply"
        words = ["row", "column", "level"] if self.world.board.has_levels else ["row", "column"]
        return f"{self.dice.pick(words)}({self.writer.sites.site(scope)})"

    def _verb(self, name: str) -> str | None:
        return next(action.verb for action in self.world.actions if action.name == name)

    def _count(self, scope: Scope, depth: int) -> str:
        return f"count {self.writer.sites.phrase(scope, depth - 1)}"

    def _listed(self, scope: Scope, depth: int) -> str:
        return ", ".join(self.number(scope, depth - 1) for _ in range(self.dice.number(2, 3)))

    def _distance(self, scope: Scope, depth: int) -> str:
        sites = self.writer.sites
        return f"distance({sites.phrase(scope, depth - 1)}, {sites.phrase(scope, 0)})"

    def _in_tray(self, scope: Scope) -> str:
        dice, world = self.dice, self.world
        what = dice.pick(["", *(kind.name for kind in world.kinds), *(s for k in world.kinds for s in k.states)])
        if dice.percent(25):
            return f"supply({what})"
        return f"{dice.pick(['hand', 'taken', 'taken'])}({self.player(scope)}{f', {what}' if what else ''})"

    def player(self, scope: Scope, single: bool = False) -> str:
        """A player as a value; `enemy` where it may be several, or is one."""
        known = [*scope.named(PLAYER), *(v.name for v in self.world.variables if v.type == PLAYER and v.per is None)]
        enemy = [] if single and not self.world.one_enemy else ["enemy"]
        return self.dice.pick(["me", "me", *enemy, *self.world.players, *known])

    def variable(self, variable: VariableFacts, scope: Scope, single: bool = False) -> str:
        if variable.per is None:
            return variable.name
        if variable.per == "player":
            return f"{variable.name}({self.player(scope, single=True)})"
        index = self.dice.pick([str(self.dice.number(1, 4)), str(self.dice.number(1, 3)), f"({self.number(scope, 0)})"])
        return f"{variable.name}({index})"


class Conditions:
    def __init__(self, writer: Writer) -> None:
        self.writer, self.world, self.dice = writer, writer.world, writer.dice

    def condition(self, scope: Scope, depth: int = 2) -> str:
        """Yes or no, binding as strongly as `not`."""
        dice, world = self.dice, self.world
        sites, numbers = self.writer.sites, self.writer.numbers
        ways: list[Way] = [
            (5, lambda: f"some {sites.phrase(scope, depth - 1)}"),
            (4, lambda: f"no {sites.phrase(scope, depth - 1)}"),
            (3, lambda: sites.phrase(scope, depth - 1)),
            (6, lambda: self._compared(scope, depth)),
            (2, lambda: f"{numbers.number(scope, depth - 1)} {dice.pick(['=', '!='])} {self._range()}"),
            (2, lambda: f"all {self.of_all(scope, depth)}"),
            (2, lambda: f"connected {sites.plain(scope, depth - 1)}{self.writer.ways.along(scope)}"),
            (2, lambda: f"{numbers.player(scope, single=True)} {dice.pick(['=', '!='])} me"),
            (1, lambda: dice.pick(["true", "false", "true"])),
            (3, lambda: self._values(scope)),
        ]
        if truths := [v for v in world.variables if v.type == TRUTH]:
            ways.append((3, lambda: numbers.variable(dice.pick(truths), scope)))
        if depth > 0:
            ways += [
                (3, lambda: f"({self.condition(scope, depth - 1)} and {self.condition(scope, depth - 1)})"),
                (3, lambda: f"({self.condition(scope, depth - 1)} or {self.condition(scope, depth - 1)})"),
                (2, lambda: f"not ({self.condition(scope, depth - 1)})"),
                (1, lambda: f"{sites.plain(scope, depth - 1)} {dice.pick(['=', '!='])} {sites.plain(scope, 0)}"),
            ]
        calls = [d for d in world.defines if d.type == TRUTH and sites.callable(d.words, d.asks, scope)]
        if calls:
            ways.append((4, lambda: sites.call(dice.pick(calls).name, scope, depth)))
        if scope.asking and self.writer.may_ask_can:
            asked = [action.name for action in world.actions if action.name in self.writer.may_ask_can]
            ways.append((4, lambda: f"{dice.pick(['me', *world.enemy_words()])} can {dice.pick(asked)}"))
        return dice.weighted(ways)

    def of_all(self, scope: Scope, depth: int) -> str:
        sites = self.writer.sites
        text = sites.piece()
        return sites._post(text, scope, depth - 1)

    def _range(self) -> str:
        low = self.dice.number(0, 3)
        return self.dice.pick([f"{low}..", f"{low}..{low + self.dice.number(0, 3)}"])

    def _compared(self, scope: Scope, depth: int) -> str:
        numbers = self.writer.numbers
        sign = self.dice.pick(["=", "!=", "<", "<=", ">", ">=", ">="])
        return f"{numbers.number(scope, depth - 1)} {sign} {numbers.number(scope, 0)}"

    def _values(self, scope: Scope) -> str:
        """Two kinds, directions, states, words or tracks."""
        dice, world = self.dice, self.world
        sign = dice.pick(["=", "!=", "!="])
        ways: list[Way] = []
        kinds = [*scope.named(KIND), *(["kind"] if "kind" in scope.words else [])]
        if places := [word for word in ("origin", "target", "it") if word in scope.words]:
            kinds.append(f"kind({dice.pick(places)})")
            if self.writer.blocks and not world.board.unbounded:
                kinds.append(f"began({dice.pick(places)})")
        if kinds:
            ways.append((4, lambda: f"{dice.pick(kinds)} {sign} {self.writer.sites.kind_word(scope)}"))
        directions = [*scope.named(DIRECTION), *(["dir"] if "dir" in scope.words else [])]
        if directions and world.board.compass:
            ways.append((4, lambda: f"{dice.pick(directions)} {sign} {self.writer.ways.single(scope)}"))
        if any(kind.facing for kind in world.kinds) and ("origin" in scope.words or "target" in scope.words):
            site = "origin" if "origin" in scope.words else "target"
            ways.append((5, lambda: f"facing({site}) {sign} {self.writer.ways.single(scope)}"))
        one_row = all(len(kind.axes) < 2 for kind in world.kinds) and any(kind.axes for kind in world.kinds)
        if one_row and (places := [word for word in ("origin", "target", "it") if word in scope.words]):
            ways.append((4, lambda: f"state({dice.pick(places)}) {sign} state({self.writer.sites.site(scope)})"))
        rows = [row for kind in world.main for row in kind.axes if len(kind.axes) + kind.facing > 1]
        if rows and (places := [word for word in ("origin", "target", "it") if word in scope.words]):
            row = dice.pick(rows)
            ways.append((4, lambda: f"{row}({dice.pick(places)}) {sign} {row}({self.writer.sites.site(scope)})"))
        if states := scope.named(STATE):
            known = [state for kind in world.kinds for state in kind.states]
            ways.append((4, lambda: f"{dice.pick(states)} {sign} {dice.pick(known)}"))
        if words := scope.named(WORD):
            ways.append((5, lambda: f"{dice.pick(words)} {sign} bold"))
        for name in scope.memories or ():
            action = next(action for action in world.actions if action.name == name)
            if action.verb is not None:
                ways.append((2, partial(self._kind_of, name, sign)))
            if action.verb == "move" and world.board.compass:
                ways.append((2, partial(self._direction_of, name, sign, scope)))
        return dice.weighted(ways) if ways else self._compared(scope, 1)

    def _kind_of(self, memory: str, sign: str) -> str:
        return f"{memory}.kind {sign} {self.dice.pick(self.world.kinds).name}"

    def _direction_of(self, memory: str, sign: str, scope: Scope) -> str:
        return f"{memory}.dir {sign} {self.writer.ways.single(scope)}"

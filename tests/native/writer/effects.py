"""Effects of every sort, each where it may stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .world import (
    DIRECTION,
    EFFECTS,
    KIND,
    NUMBER,
    PLAYER,
    SET,
    SITE,
    STATE,
    TRACK,
    TRUTH,
    KindFacts,
    Scope,
    VariableFacts,
)  # fmt: skip
from .yaml_text import Value

if TYPE_CHECKING:
    from .writer import Writer

Way = tuple[int, Callable[[], str]]
_NEAR = ("it", "target", "passed", "origin", "last_sown")


class Effects:
    def __init__(self, writer: Writer) -> None:
        self.writer, self.world, self.dice = writer, writer.world, writer.dice

    def effects(self, scope: Scope, low: int = 1, high: int = 2, choosing: bool = True, depth: int = 2) -> list[Value]:
        return [self._item(scope, choosing, depth) for _ in range(self.dice.number(low, high))]

    def _item(self, scope: Scope, choosing: bool, depth: int) -> Value:
        """An effect; in games with blocks also several under one condition."""
        dice = self.dice
        if not self.writer.blocks or depth == 0 or not dice.percent(35):
            return self.effect(scope, choosing)
        block: dict[str, Value] = {}
        if dice.percent(90):
            block[dice.pick(["if", "if", "unless"])] = self.writer.conditions.condition(scope, 1)
        block["do"] = [*self.effects(scope, 1, 2, choosing, depth - 1)]
        if len(block) > 1 and dice.percent(50):
            block["else"] = [*self.effects(scope, 1, 2, choosing, depth - 1)]
        return block

    def effect(self, scope: Scope, choosing: bool = True) -> str:
        dice = self.dice
        ways = self._ways(scope, choosing)
        text = dice.weighted(ways)
        if choosing and dice.percent(10) and " if " not in text:
            text = f"may {text}"
        if dice.percent(35) and not text.startswith("may") and " if " not in text:
            word = dice.pick(["if", "if", "unless"])
            text += f" {word} {self.writer.conditions.condition(scope, 1)}"
        return text

    def _ways(self, scope: Scope, choosing: bool) -> list[Way]:
        world, dice = self.world, self.dice
        captured = scope.place == "captured"
        ways: list[Way] = [(3, lambda: self._set(scope, choosing))]
        if world.variables:
            ways.append((5, lambda: self._assign(scope)))
        if any(kind.flips for kind in world.kinds):
            ways.append((5, lambda: f"flip {self._flipped(scope)}"))
        if world.bounded:
            ways += [
                (4, lambda: f"remove {self.pieces(scope)}"),
                (4, lambda: self._put(scope)),
                (4, lambda: self._move(scope)),
            ]
            if not captured:
                ways.append((8, lambda: f"capture {self.pieces(scope)}"))
                if world.board.compass or world.board.own:
                    ways.append((2, lambda: self._shift(scope)))
                if world.board.tracks:
                    ways.append((4, lambda: self._shift_along(scope)))
            if world.board.tracks and world.stack > 1:
                ways.append((8, lambda: self._sow(scope)))
        if self.writer.blocks:
            ways += self._more_ways(scope, choosing)
        if not captured and scope.place in ("do", "before"):
            ways.append((1, lambda: "end turn"))
        if scope.place in ("do", "end"):
            ways.append((1, lambda: f"next_player = {self.writer.numbers.player(scope, single=True)}"))
        if scope.place == "do" and len(world.players) == 2 and dice.percent(30):
            ways.append((1, lambda: "swap sides"))
        return ways

    def _more_ways(self, scope: Scope, choosing: bool) -> list[Way]:
        """What only games with blocks say: names for effects, and so many of something."""
        world, ways = self.world, list[Way]()
        known = [
            define.name for define in world.performed
            if define.words <= scope.words and (define.type == EFFECTS or (choosing and scope.place == "do"))
        ]  # fmt: skip
        if known:
            ways.append((14, lambda: self.writer.sites.call(self.dice.pick(known), scope, 2)))
        if world.bounded:
            ways += [(6, lambda: self._take_some(scope)), (1, lambda: "set up again")]
            if world.stack > 1 and all(kind.layer == "main" for kind in world.kinds):
                ways += [(3, lambda: self._put(scope, self._amount(scope)))]
        return ways

    def _amount(self, scope: Scope) -> str:
        few = [str(self.dice.number(0, 3)), f"({self.writer.numbers.number(scope, 1)})"]
        return self.dice.pick([*few, few[0]])

    def _take_some(self, scope: Scope) -> str:
        amount, source = self._amount(scope), self.writer.sites.site(scope, 1)
        if self.dice.percent(25):
            return f"remove {amount} from {source}"
        return f"move {amount} from {source} to {self._goal(scope)}"

    def pieces(self, scope: Scope) -> str:
        """Pieces of one layer, near to what happens."""
        dice = self.dice
        near: list[str] = [word for word in _NEAR if word in scope.words]
        near += [name for name, type_ in scope.names if type_ in ("set", "site")]
        if near and dice.percent(45):
            return dice.pick(near)
        layer = dice.pick(sorted({kind.layer for kind in self.world.kinds}))
        head = self.writer.sites.piece(layer)
        if layer != "main" and head in ("mine", "enemy", "piece", "neutral"):
            head = self.world.on_layer(layer)[0].name
        if near and dice.percent(60):
            return f"({head} {dice.pick(['next to', 'next to', 'in'])} {dice.pick(near)})"
        return f"({self.writer.sites._post(head, scope, 1)})" if dice.percent(50) else f"({head})"

    def _flipped(self, scope: Scope) -> str:
        kind = self.dice.pick([kind for kind in self.world.kinds if kind.flips])
        near = [word for word in ("it", "target", "passed", "origin") if word in scope.words]
        head = self.writer.sites.of_kind(kind)
        return f"({head} in {self.dice.pick(near)})" if near and self.dice.percent(60) else f"({head})"

    # ------------------------------------------------------------ what they do

    def _set(self, scope: Scope, choosing: bool) -> str:
        world, dice = self.world, self.dice
        layer = dice.pick(sorted({kind.layer for kind in world.kinds}))
        kinds = world.on_layer(layer)
        owned = any(not kind.neutral for kind in kinds)
        values: list[str] = []
        if owned:
            values += ["mine", *world.enemy_words(), "neutral", world.players[0]]
        values += [kind.name for kind in kinds if not kind.neutral] if len(kinds) > 1 else []
        values += [state for kind in kinds for state in kind.states] * 2
        values += scope.named(KIND, STATE, PLAYER)
        if any(kind.facing for kind in kinds):
            values += world.board.compass[:3]
        if not values:
            return f"remove {self.pieces(scope)}" if world.bounded else self._nothing()
        chosen = dice.pick(values)
        if choosing and dice.percent(20):
            chosen = " or ".join(dict.fromkeys([chosen, dice.pick(values)]))
        return f"set {self.pieces(scope)} to {chosen}"

    def _nothing(self) -> str:
        return "end turn"

    def piece(self, kind: KindFacts) -> str:
        """Words for one piece to bring in."""
        words = []
        if not kind.neutral and self.dice.percent(60):
            words.append("my")
        for axis in kind.axes.values():
            if self.dice.percent(30):
                words.append(self.dice.pick(axis))
        return " ".join([*words, kind.name])

    def _put(self, scope: Scope, amount: str = "") -> str:
        kind = self.dice.pick(self.world.kinds)
        where = [word for word in ("origin", "target", "passed", "it", "last_sown") if word in scope.words]
        goal = self.dice.pick(where) if where and self.dice.percent(60) else self.writer.sites.site(scope, 1)
        empty = "in empty" if kind.layer == "main" and self.world.stack == 1 else f"not in {kind.name}"
        return f"put {amount and amount + ' '}{self.piece(kind)} at ({goal} {empty})"

    def _move(self, scope: Scope) -> str:
        dice = self.dice
        if dice.percent(35):
            owner = dice.pick(["my", *self.world.enemy_words()])
            goals = [f"{owner} taken", "supply"]
            if self.writer.hands:
                goals.append(f"{owner} hand")
            return f"move {self.pieces(scope)} to {dice.pick(goals)}"
        return f"move {self.pieces(scope)} to {self.writer.sites.site(scope, 1)}"

    def _goal(self, scope: Scope) -> str:
        owner = self.dice.pick(["my", *self.world.enemy_words()])
        trays = [f"{owner} taken", "supply", *([f"{owner} hand"] if self.writer.hands else [])]
        return self.dice.pick(trays) if self.dice.percent(30) else self.writer.sites.site(scope, 1)

    def _shift(self, scope: Scope) -> str:
        return f"shift {self.pieces(scope)} toward {self.writer.ways.single(scope)}"

    def _track(self, scope: Scope) -> str:
        track = self.dice.pick([*self.world.board.tracks, *scope.named(TRACK)])
        if self.writer.blocks and self.dice.percent(25):
            other = self.dice.pick(self.world.board.tracks)
            track = f"({track} if {self.writer.conditions.condition(scope, 1)} else {other})"
        return f"{self.dice.pick(['along', 'along', 'against'])} {track}"

    def _shift_along(self, scope: Scope) -> str:
        by = ""
        if self.dice.percent(40):
            by = f" by {self.dice.pick([str(self.dice.number(1, 3)), *scope.named(NUMBER)])}"
        return f"shift {self.pieces(scope)} {self._track(scope)}{by}"

    def _sow(self, scope: Scope) -> str:
        words = [word for word in ("target", "it", "origin") if word in scope.words]
        source = self.dice.pick(words) if words else self.dice.pick(self.world.board.names)
        skipping = f" skipping {self.writer.sites.plain(scope, 0)}" if self.dice.percent(30) else ""
        start = doing = ""
        if self.writer.blocks and self.dice.percent(30):
            start = f" from {self.dice.pick(self.world.board.names)}"
        known = [
            define.name for define in self.world.performed
            if define.type == EFFECTS and define.words <= scope.words
            and [type_ for _, type_ in define.parameters] in ([], [NUMBER])
        ]  # fmt: skip
        if known and self.dice.percent(50):
            doing = f" doing {self.dice.pick(known)}"
        return f"sow {source} {self._track(scope)}{start}{skipping}{doing}"

    # ------------------------------------------------------------ variables

    def _assign(self, scope: Scope) -> str:
        dice = self.dice
        variable = dice.pick(self.world.variables)
        name = variable.name
        if variable.per is not None and (variable.type == NUMBER or dice.percent(70)):
            name = self.writer.numbers.variable(variable, scope, single=True)
        if variable.type == NUMBER and dice.percent(50):
            if variable.per is not None and name == variable.name:
                name = f"{name}({'me' if variable.per == 'player' else 1})"
            return f"{name} {dice.pick(['+=', '-='])} {self.writer.numbers.number(scope, 1)}"
        value = self.value(variable, scope)
        if dice.percent(25):
            condition = self.writer.conditions.condition(scope, 1)
            return f"{name} = {value} if {condition} else {self.value(variable, scope)}"
        return f"{name} = {value}"

    def _sites(self, variable: VariableFacts, scope: Scope) -> str:
        """Other sites, or some more or less of those that the variable holds."""
        known = self.writer.numbers.variable(variable, scope, single=True)
        phrase = self.writer.sites.plain(scope, 1)
        return self.dice.pick([phrase, f"{known} or {phrase}", f"{known} not in {phrase}", "nothing"])

    def value(self, variable: VariableFacts, scope: Scope) -> str:
        makers: dict[str, Callable[[], str]] = {
            NUMBER: lambda: self.writer.numbers.number(scope, 1),
            TRUTH: lambda: self.writer.conditions.condition(scope, 1),
            SITE: lambda: self.writer.sites.site(scope, 1),
            SET: lambda: self._sites(variable, scope),
            PLAYER: lambda: self.writer.numbers.player(scope, single=True),
            KIND: lambda: self.writer.sites.kind_word(scope),
            DIRECTION: lambda: self.writer.ways.single(scope),
        }
        return makers[variable.type]()

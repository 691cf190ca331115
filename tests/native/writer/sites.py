"""Sets of sites: words for pieces and places, and what joins them.

Every method gives a text that may stand as a phrase (words and what follows them); `plain` gives one that may stand
inside a row of words. Whatever is looser stands in brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from .dice import Dice
from .world import DIRECTION, KIND, NUMBER, SET, SITE, KindFacts, Scope, World

if TYPE_CHECKING:
    from .writer import Writer

_SITE_WORDS = ("origin", "target", "it", "leaving", "entering", "last_sown")
Way = tuple[int, Callable[[], str]]


class Sites:
    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.world: World = writer.world
        self.dice: Dice = writer.dice

    # ------------------------------------------------------------ pieces

    def piece(self, layer: str | None = "main", owner: str | None = None) -> str:
        """Words for pieces of one layer (None: any layer): owner, state, kind."""
        world, dice = self.world, self.dice
        kinds = world.kinds if layer is None else world.on_layer(layer)
        main = layer == "main" or (layer is None and dice.percent(70))
        if main and (owner is None or owner == "my") and dice.percent(45):
            return "mine" if owner == "my" else dice.pick(["mine", "mine", "enemy", "enemy", "piece", *self._neutral()])
        return self.of_kind(dice.pick(kinds), owner)

    def _neutral(self) -> list[str]:
        return ["neutral"] if any(kind.neutral for kind in self.world.main) else [self.world.players[0]]

    def of_kind(self, kind: KindFacts, owner: str | None = None, moved: bool = True) -> str:
        dice = self.dice
        words = []
        if not kind.neutral:
            asked = owner or dice.pick(["", "my", "my", "enemy", self.world.players[-1]])
            words += [asked] if asked else []
        for axis in kind.axes.values():
            if dice.percent(35):
                words.append(dice.pick(axis))
        if moved and dice.percent(8) and kind.layer == "main" and self.world.bounded:
            words.append("unmoved")
        return " ".join([*words, kind.name])

    # ------------------------------------------------------------ places

    def place(self) -> str:
        """A fixed part of the board; only where the board has an end."""
        world, dice = self.world, self.dice
        choices = [*world.board.places, *world.regions, *self.class_words(), "anywhere", dice.pick(world.board.names)]
        if world.homes and dice.percent(40):
            return f"{dice.pick(['my', world.players[0], *world.enemy_words()])} {dice.pick(world.homes)}"
        return dice.pick(choices)

    def class_words(self) -> list[str]:
        """Words for classes of sites; `point` alone is also the word for an arm of a star."""
        return [name for name in self.world.board.classes if name != "point"]

    # ------------------------------------------------------------ sets

    def plain(self, scope: Scope, depth: int) -> str:
        """One word, or something in brackets."""
        text = self.phrase(scope, depth)
        return text if " " not in text else f"({text})"

    def words(self, scope: Scope, depth: int) -> str:
        """A row of words without anything behind."""
        return self.simple(scope) if depth <= 0 or self.dice.percent(50) else self.plain(scope, depth)

    def simple(self, scope: Scope) -> str:
        """A set in a few words."""
        dice, world = self.dice, self.world
        ways: list[Way] = [(8, self.piece), (2, lambda: self.piece(None))]
        if world.bounded:
            ways += [(4, lambda: "empty"), (5, self.place), (1, lambda: "unmoved"), (1, lambda: "nothing")]
        known = [*scope.named(SET, SITE), *(word for word in _SITE_WORDS if word in scope.words)]
        if "passed" in scope.words:
            known.append("passed")
        if known:
            ways.append((7, lambda: dice.pick(known)))
        variables = [v for v in world.variables if v.type in (SITE, SET)]
        if variables:
            ways.append((2, lambda: self.writer.numbers.variable(dice.pick(variables), scope, single=True)))
        if scope.memories is not None and (remembered := self.remembered(scope)):
            ways.append((3, lambda: dice.pick(remembered)))
        return dice.weighted(ways)

    def remembered(self, scope: Scope) -> list[str]:
        """`go.target`, `turn.passed`."""
        found = []
        if scope.memories is not None and scope.place in ("if", "do", "guard", "end", "before", "path if"):
            found += ["turn.origin", "turn.target", "turn.passed", "turn.it"]
        for name in scope.memories or ():
            action = next(action for action in self.world.actions if action.name == name)
            if action.verb is not None:
                found += [f"{name}.{field}" for field in ("target", "it", "origin", "passed")]
            found += [f"{name}.{local}" for local, type_ in action.names if type_ in (SET, SITE)]
        return found

    def phrase(self, scope: Scope, depth: int = 2) -> str:
        if depth <= 0:
            return self.simple(scope)
        dice = self.dice
        ways: list[Way] = [
            (6, lambda: self.simple(scope)),
            (10, lambda: self._followed(scope, depth)),
            (3, lambda: f"({self.phrase(scope, depth - 1)} or {self.phrase(scope, depth - 1)})"),
            (2, lambda: f"{self.writer.ways.one(scope)} of {self.plain(scope, depth - 1)}"),
            (2, lambda: self._line(scope, depth)),
            (1, lambda: self._chosen(scope, depth)),
            (3, lambda: self._filtered(scope, depth)),
            (2, lambda: f"group of {self.group(scope, depth)}"),
            (1, lambda: f"holding({self.of_kind(dice.pick(self.world.kinds), moved=False)})"),
        ]
        calls = [d for d in self.world.defines if d.type == SET and self.callable(d.words, d.asks, scope)]
        if calls:
            ways.append((5, lambda: self.call(dice.pick(calls).name, scope, depth)))
        if self.world.bounded or self.writer.small_walks:
            ways.append((2, lambda: self._walked(scope, depth)))
        if self.writer.blocks and self.world.board.tracks:
            ways.append(
                (2, lambda: f"first({self.writer.numbers.number(scope, 1)}, {dice.pick(self.world.board.tracks)})")
            )
        return dice.weighted(ways)

    def callable(self, words: frozenset[str], asks: bool, scope: Scope) -> bool:
        return words <= scope.words and (scope.asking or not asks)

    def call(self, name: str, scope: Scope, depth: int) -> str:
        known = (*self.world.defines, *self.world.performed)
        define = next(define for define in known if define.name == name)
        if not define.parameters:
            return name
        writers: dict[str, Callable[[], str]] = {
            SET: lambda: self.phrase(scope, depth - 1),
            SITE: lambda: self.site(scope, 0),
            NUMBER: lambda: self.writer.numbers.number(scope, depth - 1),
            DIRECTION: lambda: self.writer.ways.one(scope),
        }
        return f"{name}({', '.join(writers[type_]() for _, type_ in define.parameters)})"

    # ------------------------------------------------------------ what stands behind

    def _followed(self, scope: Scope, depth: int) -> str:
        """A head and one or two things said about it."""
        dice = self.dice
        text = self.words(scope, depth - 1)
        for _ in range(dice.number(1, 2)):
            text = self._post(text, scope, depth - 1)
        return text

    def _post(self, head: str, scope: Scope, depth: int) -> str:
        dice, world = self.dice, self.world
        no = dice.pick(["", "", "not "])

        def inside() -> str:
            word = dice.pick(["in", "on", "is", "are"])
            other = self.words(scope, depth)
            return f"{head} {dice.pick([f'{word} not', f'not {word}'])} {other}" if no else f"{head} {word} {other}"

        ways: list[Way] = [
            (8, inside),
            (6, lambda: f"{head} {no}next to {self.plain(scope, depth)}{self.writer.ways.along(scope)}"),
            (3, lambda: f"{head} {no}joined to {self._seeds(head, scope, depth)}{self.writer.ways.along(scope)}"),
        ]
        if world.stack > 1:
            ways.append((4, lambda: f"{head} with height {self._height(scope)}"))
        if world.board.link is not None:
            ways.append((6, lambda: f"({world.board.link} in {self.plain(scope, 0)}) {no}crossing {world.board.link}"))
        if scope.asking and self.writer.may_ask_attacks:
            ways.append((3, lambda: f"{head} {no}attacked by {dice.pick(['enemy', 'me', world.players[0]])}"))
        return dice.weighted(ways)

    def _seeds(self, head: str, scope: Scope, depth: int) -> str:
        """`joined to` starts from sites that are in both sets."""
        dice = self.dice
        words = [word for word in _SITE_WORDS if word in scope.words]
        if words and dice.percent(40):
            return dice.pick(words)
        if self.world.bounded and dice.percent(40):
            return self.place()
        return f"({head} next to {self.plain(scope, depth - 1)})"

    def _height(self, scope: Scope) -> str:
        dice, stack = self.dice, self.world.stack
        if dice.percent(30):
            return f"{dice.number(1, stack)}.."
        if dice.percent(30):
            return f"1..{stack}"
        if dice.percent(30) and (names := scope.named(NUMBER)):
            return f"{dice.pick(['>', '<=', '='])} {dice.pick(names)}"
        if dice.percent(20):
            return f"{dice.pick(['>', '<=', '='])} ({self.writer.numbers.number(scope, 1)})"
        return f"{dice.pick(['', '', '= ', '> ', '<= ', '!= '])}{dice.number(1, stack)}"

    # ------------------------------------------------------------ lines, walks, choices

    def _line(self, scope: Scope, depth: int) -> str:
        dice = self.dice
        if not self.world.board.sets:
            return self.simple(scope)
        exactly = dice.pick(["", "", "exactly "])
        head = f"{self.piece()} " if dice.percent(25) else ""
        along = f" along {self.writer.ways.single_or_set(scope)}" if dice.percent(30) else ""
        return f"{head}line of {exactly}{dice.number(2, 3)} {self.plain(scope, depth - 1)}{along}"

    def group(self, scope: Scope, depth: int) -> str:
        """What stands behind `group of`: a size, a set, and perhaps a way."""
        size = f"{self.dice.pick(['', '', 'exactly '])}{self.dice.number(1, 3)}"
        return f"{size} {self.plain(scope, depth - 1)}{self.writer.ways.along(scope)}"

    def _walked(self, scope: Scope, depth: int) -> str:
        """The inner walk has an origin, a kind and so on of its own."""
        inner = replace(scope, place="path", words=(scope.words - {"target"}) | {"origin", "leaving", "kind"})
        inner = inner.without("entering", "dir")
        path = self.writer.paths.path(inner, depth=1, naming=False, inner=True)
        word = self.dice.pick(["reached", "passed"])
        return f"{word} by ({path}) from {self.plain(scope, depth - 1)}"

    def _filtered(self, scope: Scope, depth: int) -> str:
        """A condition for each site; `it` is that site, also where there is no other."""
        inner = replace(scope, words=scope.words | {"it"})
        head = self.phrase(scope, depth - 1) if self.world.bounded else self.piece()
        return f"({head} where {self._about_it(inner, depth - 1)})"

    def _about_it(self, scope: Scope, depth: int) -> str:
        dice = self.dice
        ways: list[Way] = [
            (4, lambda: f"{dice.pick(['some', 'no'])} ({self.piece()} next to it)"),
            (3, lambda: f"count ({self.words(scope, depth)} next to it) {dice.pick(['=', '<', '>'])} 1"),
            (2, lambda: f"it {dice.pick(['in', 'not in'])} {self.words(scope, depth)}"),
            (2, lambda: f"some ({self.writer.ways.single(scope)} of it)"),
            (2, lambda: f"({self.writer.conditions.condition(scope, depth)} and it not next to {self.piece()})"),
            (1, lambda: f"some ({self.piece()} next to it where it next to {self.piece()})"),
        ]
        if self.world.bounded:
            ways.append((1, lambda: f"distance(it, {self.piece()}) > 1"))
        return dice.weighted(ways)

    def _chosen(self, scope: Scope, depth: int) -> str:
        condition = self.writer.conditions.condition(scope, depth - 1)
        return f"({self.phrase(scope, depth - 1)} if {condition} else {self.phrase(scope, depth - 1)})"

    # ------------------------------------------------------------ one site

    def site(self, scope: Scope, depth: int = 1) -> str:
        """A set that can never hold more than one site."""
        dice, world = self.dice, self.world
        words = [*(word for word in _SITE_WORDS if word in scope.words), *scope.named(SITE)]
        if scope.passed_is_site and "passed" in scope.words:
            words.append("passed")
        ways: list[Way] = []
        if words:
            ways.append((8, lambda: dice.pick(words)))
        variables = [v.name for v in world.variables if v.type == SITE and v.per is None]
        if variables:
            ways.append((2, lambda: dice.pick(variables)))
        if world.bounded:
            ways.append((2 if words else 4, lambda: dice.pick(world.board.names)))
        ways.append((1, lambda: "nothing"))
        if world.board.has_blocks and depth > 0:
            ways.append((4, lambda: f"counterpart({self.site(scope, 0)})"))
        if depth > 0 and words:
            ways += [
                (2, lambda: f"{self.writer.ways.single(scope)} of {dice.pick(words)}"),
                (1, lambda: f"({dice.pick(words)} in {self.phrase(scope, depth - 1)})"),
                (1, lambda: f"only({dice.pick(words)} or nothing)"),
                (1, lambda: f"({self.site(scope, 0)} if {self.writer.conditions.condition(scope, 0)} else "
                            f"{self.site(scope, 0)})"),
            ]  # fmt: skip
        if not ways:
            return self.piece()  # told by the front end, if it can be many
        return dice.weighted(ways)

    def kind_word(self, scope: Scope) -> str:
        """A kind as a value."""
        known = [*scope.named(KIND), *(["kind"] if "kind" in scope.words else [])]
        variables = [v.name for v in self.world.variables if v.type == KIND and v.per is None]
        return self.dice.pick([*known, *known, *variables, *(kind.name for kind in self.world.kinds)])

"""Sets of sites as nouns: "an empty space in your goal", "your stones next to a mound"."""

from __future__ import annotations

from ..analysis.conditions import same
from ..board import bits
from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules.types import Type
from .nouns import Noun, amount, article, joined, number_of, plain, union
from .speaking import Speaking

_WHOSE = {rx.Owner.MINE: "your", rx.Owner.ENEMY: "enemy", rx.Owner.NEUTRAL: "neutral", rx.Owner.ANYBODY: ""}
# What the words of a part stand for: while a piece moves, is put down, a space is picked, and afterwards.
_PART = {
    "move": {"origin": "the space it left", "target": "the space it moves to", "it": "it"},
    "place": {"origin": "the space", "target": "that space", "it": "it"},
    "pick": {"origin": "the chosen space", "target": "the chosen space", "it": "the chosen space"},
    "walk": {"origin": "the chosen space", "target": "the space at the end of the line", "it": "the piece there"},
    "path": {"origin": "the space where it started", "target": "the space where it ends", "it": "it"},
    "": {"origin": "the space just left", "target": "the space just moved to", "it": "the piece just moved"},
}
_ALWAYS = {
    "leaving": "the space it leaves",
    "entering": "the space it enters",
    "last_sown": "the space of the last piece sown",
}
_KNOWN = {"rim": "on the edge of the board", "corners": "in a corner", "centre": "in the centre"}


class SiteWords(Speaking):
    def sites(self, node: rx.Expr) -> Noun:
        match node:
            case rx.Pattern():
                return self._pattern(node)
            case rx.EmptySites():
                return Noun("space", before=("empty",))
            case rx.Anywhere():
                return Noun("space")
            case rx.Fixed() | rx.FixedOf() | rx.OpenCentre():
                return self._places(node)
            case rx.Unmoved():
                return Noun("piece", after=("that has not moved yet",), is_piece=True)
            case rx.Intersection():
                return self._both(node)
            case rx.Union():
                return union([self.sites(item) for item in node.items])
            case rx.Difference():
                return self._without(self.sites(node.left), node.right)
            case rx.Neighbours():
                return Noun("space", after=(self.quality(node),))
            case rx.Stepped():
                return Noun(fixed=f"the space{'' if node.type is Type.SITE else 's'} {self._stepped(node)}")
            case rx.Joined():
                inside, start = self.sites(node.within), self.sites(node.seeds)
                way = f" {self.way(node.way)}" if node.way else ""
                return inside.also(f"that hang together{way} with {start.a()}")
            case rx.LineOf():
                return Noun("row", after=(self._line(node),))
            case rx.Reached() | rx.PassedBy():
                return Noun("space", after=(self.quality(node),))
            case rx.WithHeight() | rx.CrossedBy() | rx.Attacked() | rx.GroupOf():
                return self.sites(node.item).also(self.quality(node))
            case rx.Filtered():
                return self.sites(node.item).also(f"for which {self.holds(node.condition)}")
            case rx.OnlyOf():
                return self.sites(node.item)
            case rx.EachSite():
                return Noun(fixed="it")
            case rx.Holding():
                return Noun("stack", after=(f"that holds {self.sites(node.pattern).a()}",), is_piece=True)
            case rx.DefineCall():
                return self._defined(node)
            case rx.Either():
                one, other = self.sites(node.value), self.sites(node.otherwise)
                return Noun(fixed=f"{one.a()} if {self.holds(node.condition)}, otherwise {other.a()}")
            case rx.FirstOf():
                return Noun(fixed=f"the first {self.number(node.amount)} spaces of {self.value(node.track)}")
            case rx.CounterpartOf():
                return Noun(
                    fixed=f"the block that lies on the board where {self.sites(node.item).all()} lies in its own block"
                )
            case rx.Parameter() if (given := self.argument(node)) is not None:
                return self._given(given)
            case rx.PartWord() | rx.Local() | rx.Memory() | rx.Variable() | rx.Parameter() | rx.HookCall():
                return Noun(fixed=self.value(node))
        return Noun(fixed=self.written(node))

    def _given(self, node: rx.Expr) -> Noun:
        """An argument is said in the words of the place of the call."""
        before, self.arguments = self.arguments, ()
        try:
            return self.sites(node)
        finally:
            self.arguments = before

    def site_word(self, node: rx.Expr) -> str:
        """A word of the present part, a local name, a memory or a variable that is a place."""
        match node:
            case rx.PartWord():
                return self._part_word(node)
            case rx.Local():
                return f"the {plain(node.name)}"
            case rx.Memory():
                return self._memory(node)
        return self.written(node)

    def _part_word(self, node: rx.PartWord) -> str:
        if node.word in _ALWAYS:
            return _ALWAYS[node.word]
        action = self.action
        if node.word == "passed":
            return self._passed(node)
        if self.on_capture:
            return {"it": "it", "target": "its space", "origin": "the space of the capturing piece"}.get(
                node.word, "it"
            )
        if action is None:
            return _PART["path" if self.on_the_way else ""].get(node.word) or self.written(node)
        verb = action.verb or ""
        if verb == "pick" and (action.path is not None or action.to is not None):
            verb = "walk"
        said = _PART[verb].get(node.word) or self.written(node)
        if said == "the chosen space" and action.subject is not None:
            noun = self.sites(action.subject)
            return f"the chosen {noun.one}" if noun.is_piece and not noun.several else said
        return said

    def _passed(self, node: rx.PartWord) -> str:
        path = self.action.path if self.action else None
        runs = [item.item for travel in _lines(path) for item in travel.run] if path is not None else []
        pieces = bool(runs) and all(isinstance(run, rx.Pattern) for run in runs)
        noun = "piece" if pieces else "space"
        return f"the {noun}{'' if node.type is Type.SITE else 's'} it passed over"

    def _memory(self, node: rx.Memory) -> str:
        where = {"origin": "the space left", "target": "the space reached", "it": "the piece moved",
                 "passed": "the spaces passed over"}.get(node.field, f"the {plain(node.field)}")  # fmt: skip
        if node.action is None:
            return f"{where} earlier in this turn"
        return f"{where} by “{plain(self.rules.actions[node.action].name)}” in this turn"

    # ------------------------------------------------------------ pieces

    def _pattern(self, node: rx.Pattern) -> Noun:
        whose = _WHOSE[node.owner] if node.player is None else self.name(node.player)
        kinds = self.kinds(node)
        if node.owner is rx.Owner.NEUTRAL and all(self.rules.kinds[kind].neutral for kind in node.kinds):
            whose = ""
        states = tuple(plain(self.rules.states[state].name) for state in node.states)
        return Noun(kinds, whose, states, is_piece=True, only=node.type is Type.SITE)

    def kinds(self, node: rx.Pattern) -> str:
        rules = self.rules
        here = [number for number, kind in enumerate(rules.kinds) if kind.layer == node.layer]
        neutral_too = node.owner in (rx.Owner.ANYBODY, rx.Owner.NEUTRAL)
        possible = [number for number in here if neutral_too or not rules.kinds[number].neutral]
        if len(here) > 1 and set(possible) <= set(node.kinds):
            return "piece"
        if node.states and len(node.kinds) == len([n for n in possible if self._has(n, node.states)]) > 1:
            return "piece"
        return joined([plain(rules.kinds[kind].name) for kind in node.kinds], "or") or "piece"

    def _has(self, kind: int, states: tuple[int, ...]) -> bool:
        return all(kind in self.rules.states[state].places for state in states)

    # ------------------------------------------------------------ places

    def _places(self, node: rx.Fixed | rx.FixedOf | rx.OpenCentre) -> Noun:
        if isinstance(node, rx.OpenCentre):
            return Noun(fixed="the place where the first piece goes")
        name = self.place_class(node)
        if name is not None:
            return Noun(name)
        if isinstance(node, rx.Fixed) and node.sites.bit_count() == 1:
            return Noun(fixed=self._one(node))
        if isinstance(node, rx.FixedOf) and all(sites.bit_count() == 1 for sites in node.sites):
            return Noun(fixed=self.quality(node).removeprefix("in "))
        return Noun("space", after=(self.quality(node),))

    def _one(self, node: rx.Fixed) -> str:
        name = self._region_name(node)
        return f"the “{name}”" if name else self.rules.board.label(next(bits(node.sites)))

    def place_class(self, node: rx.Expr) -> str | None:
        """The name of a class of sites ("octagon"), if it is one."""
        if not isinstance(node, rx.Fixed):
            return None
        classes = self.rules.board.classes
        if len(classes) < 2:
            return None
        return next((plain(name) for name, sites in classes.items() if sites == node.sites), None)

    def _region_name(self, node: rx.Fixed | rx.FixedOf) -> str | None:
        wanted = (node.sites,) if isinstance(node, rx.Fixed) else node.sites
        words = node.span.text.split()
        for region in self.rules.regions:
            if tuple(region.sites) == tuple(wanted) and (not words or words[-1] == region.name or len(words) > 2):
                return plain(region.name)
        return None

    def _in_place(self, node: rx.Fixed | rx.FixedOf) -> str:
        if isinstance(node, rx.FixedOf):
            name = self._region_name(node) or plain(node.span.text.split()[-1])
            return f"in {self.whose(node.owner)} “{name}”"
        cls = self.place_class(node)
        if cls is not None:
            return f"on {article(cls)}"
        region = self._region_name(node)
        if region is not None:
            return f"in the “{region}”"
        text = " ".join(node.span.text.split())
        if text in _KNOWN:
            return _KNOWN[text]
        if text in ("dark", "light"):
            return f"on a {text} space"
        if node.sites.bit_count() == 1:
            return f"on {self._one(node)}"
        first = text.split()[0] if text else ""
        return (
            f"in {text.replace('..', ' to ')}"
            if first in ("row", "rows", "column", "columns", "point", "level", "levels")
            else f"in {text}"
        )

    def _stepped(self, node: rx.Stepped) -> str:
        steps, start = 1, node.item
        while isinstance(start, rx.Stepped) and same(start.directions, node.directions):
            steps, start = steps + 1, start.item
        return f"{number_of(steps, 'step')} {self.directions(node.directions)} from {self.sites(start).all()}"

    def _has_longer_lines(self, length: int) -> bool:
        board = self.rules.board
        return self.rules.unbounded is not None or max((0, *board.rows, *board.columns)) > length

    def _line(self, node: rx.LineOf) -> str:
        exactly = "exactly " if node.exactly else "at least " if self._has_longer_lines(node.length) else ""
        noun = self.sites(node.item)
        what = f"of {noun.all()}" if noun.whose == "your" else noun.bare(True)
        way = f" {self.directions(node.directions)}" if node.directions is not None else ""
        if not way and "diag" in self.rules.board.direction_sets:
            way = ", in any direction"  # or somebody takes it for a row of the board
        return f"of {exactly}{amount(node.length)} {what}{way}"

    # ------------------------------------------------------------ several at once

    def _both(self, node: rx.Intersection) -> Noun:
        head, *rest = sorted(node.items, key=_is_quality)
        found = self.sites(head)
        for item in rest:
            found = self._narrowed(found, item)
        return found

    def _narrowed(self, noun: Noun, item: rx.Expr) -> Noun:
        match item:
            case rx.EmptySites() if not noun.is_piece and not noun.fixed and not noun.several:
                return noun.being("empty")
            case rx.EmptySites() if noun.is_piece:
                return noun.also("with nothing on it")
            case rx.Unmoved():
                return noun.also("that has not moved yet")
            case rx.Pattern() if not noun.is_piece and not noun.fixed:
                return noun.also(f"with {self.sites(item).a()} on it")
            case rx.Pattern():
                return noun.also(f"that is {self.quality(item)}" if not self._apart(item) else
                                 f"on {self.sites(item).a()}")  # fmt: skip
        return noun.also(self.quality(item))

    def _apart(self, item: rx.Pattern) -> bool:
        return item.layer != 0

    def _without(self, noun: Noun, item: rx.Expr) -> Noun:
        if isinstance(item, rx.Pattern) and not noun.is_piece and not noun.fixed:
            return noun.also(f"without {self.sites(item).a()}")
        return noun.also(f"that is {self.unlike(item)}" if not self.quality(item).startswith("that ") else
                         f"except those {self.quality(item)}")  # fmt: skip

    def unlike(self, item: rx.Expr) -> str:
        """What is said of a site that is not in a set."""
        if isinstance(item, rx.Union):
            return joined([self.unlike(part) for part in item.items])
        quality = self.quality(item)
        return f"not {quality}"

    def _defined(self, node: rx.DefineCall) -> Noun:
        if self.is_short(node.define):
            with self.inside(node) as body:
                return self.sites(body)
        if node.type is Type.SITE:
            return Noun(fixed=f"the {self.term(node)} space")
        return Noun("space", before=(self.term(node),))

    # ------------------------------------------------------------ qualities

    def quality(self, node: rx.Expr) -> str:
        match node:
            case rx.EmptySites():
                return "empty"
            case rx.Anywhere():
                return "on the board"
            case rx.Fixed() | rx.FixedOf():
                return self._in_place(node)
            case rx.Pattern():
                return self._of_pattern(node)
            case rx.Unmoved():
                return "unmoved"
            case rx.Neighbours():
                way = f" ({self.way(node.way)})" if node.way else ""
                return f"next to {self.sites(node.item).a()}{way}"
            case rx.WithHeight():
                return self._height(node)
            case rx.GroupOf():
                way = f" {self.way(node.way)}" if node.way else ""
                return f"in a group of {'exactly' if node.exactly else 'at least'} {amount(node.size)}{way}"
            case rx.Attacked():
                return f"attacked by {self.player(node.by)}"
            case rx.CrossedBy():
                return f"that crosses {self.sites(node.other).a()}"
            case rx.Reached():
                return f"that can be reached from {self.sites(node.start).a()} by going {self.path(node.path)}"
            case rx.PassedBy():
                return f"passed over by going {self.path(node.path)} from {self.sites(node.start).a()}"
            case rx.Intersection():
                return joined([self.quality(item) for item in node.items])
            case rx.Union():
                return joined([self.quality(item) for item in node.items], "or")
            case rx.Difference():
                return f"{self.quality(node.left)} but {self.unlike(node.right)}"
            case rx.DefineCall():
                if self.is_short(node.define):
                    with self.inside(node) as body:
                        return self.quality(body)
                return self.term(node)
            case rx.LineOf():
                return f"in a row {self._line(node)}"
            case rx.Joined() | rx.Filtered():
                return f"among {self.sites(node).all()}"
        noun = self.sites(node)
        if noun.is_single:
            return f"{'at' if node.type is Type.SITE else 'among'} {noun.all()}"
        return noun.a()

    def _of_pattern(self, node: rx.Pattern) -> str:
        noun = self._pattern(node)
        if node.states and not node.player and node.owner is rx.Owner.ANYBODY:
            return " and ".join(noun.before)
        if noun.one == "piece" and noun.whose == "your":
            return " and ".join(["yours", *noun.before])
        return f"your {noun.bare()}" if noun.whose == "your" else article(noun.bare())

    def _height(self, node: rx.WithHeight) -> str:
        if node.is_range and isinstance(node.low, rx.Number) and node.low.value == node.high:
            return f"with exactly {number_of(node.high, 'piece')}"
        if node.is_range:
            top = f"to {node.high}" if node.high is not None else "or more"
            return f"with {self.number(node.low)} {top} pieces"
        how = {"=": "exactly ", ">=": "at least ", ">": "more than ", "<": "fewer than ", "<=": "at most "}
        low = self.number(node.low)
        if not isinstance(node.low, rx.Number):
            told = {"=": "as high as", ">=": "at least as high as", ">": "higher than", "<": "lower than",
                    "<=": "at most as high as"}.get(node.sign, "not as high as")  # fmt: skip
            return f"that is {told} {low}"
        many = "piece" if low == "1" else "pieces"
        return f"with {how.get(node.sign, 'not ')}{low} {many}"


def _is_quality(node: rx.Expr) -> bool:
    """What makes a poor head of a phrase, wherever it was written."""
    return isinstance(node, rx.Neighbours | rx.Unmoved)


def _lines(path: rp.Path) -> list[rp.LineTravel]:
    return [node for node in rx.walk(path) if isinstance(node, rp.LineTravel)]

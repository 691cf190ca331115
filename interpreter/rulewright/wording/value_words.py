"""Numbers, players, kinds, and all other values that are no sites."""

from __future__ import annotations

from ..rules import expressions as rx
from ..rules.types import Type
from .nouns import Noun, amount, joined, plain
from .speaking import Speaking

_COUNTERS = {
    "round": "the number of the round",
    "ply": "the number of the turn",
    "passes": "the number of passes in a row",
    "captures": "the number of pieces captured in this turn",
    "parts": "the number of parts of the turn",
}
_TRAYS = {"hand": "in hand", "taken": "taken", "supply": "in the supply"}


class ValueWords(Speaking):
    def value(self, node: rx.Expr) -> str:
        if node.type is Type.NUMBER:
            return self.number(node)
        match node:
            case rx.Me() | rx.Enemies() | rx.PlayerValue():
                return self.player(node)
            case rx.KindOf():
                return self._of_piece("kind", node.item)
            case rx.BeganOf():
                return f"the kind that stood on {self.sites(node.item).all()} at the beginning"
            case rx.StateOf():
                return self._of_piece(plain(node.row or "state"), node.item)
            case rx.KindValue():
                return plain(self.rules.kinds[node.kind].name)
            case rx.StateValue():
                return plain(self.rules.states[node.state].name)
            case rx.WordValue():
                return plain(node.word)
            case rx.TrackValue():
                return f"the track “{plain(node.track)}”"
            case rx.Truth():
                return "yes" if node.value else "no"
            case rx.PartWord() if node.word == "dir":
                return "the direction of the move"
            case rx.PartWord() if node.word == "kind":
                return "the kind of the piece"
            case rx.Variable():
                return self._variable(node)
            case rx.PartWord() | rx.Memory():
                return self.site_word(node)
            case rx.Local():
                return f"the {plain(node.name)}"
            case rx.Parameter() if (given := self.argument(node)) is not None:
                before, self.arguments = self.arguments, ()
                try:
                    return self.value(given)
                finally:
                    self.arguments = before
            case rx.Parameter():
                return self._parameter(node)
            case rx.HookCall():
                reference = self.rules.hooks[node.hook].same_as
                return self.value(reference) if reference is not None else self.written(node)
            case rx.Either():
                return (
                    f"{self.value(node.value)} if {self.holds(node.condition)}, otherwise {self.value(node.otherwise)}"
                )
            case rx.DefineCall():
                if node.type is Type.TRUTH:
                    return self.holds(node)
                with self.inside(node) as body:
                    return self.value(body)
        if node.type.is_directions:
            return self.directions(node)
        if node.type is Type.TRUTH:
            return f"whether {self.holds(node)}"
        if node.type.is_sites:
            noun = self.sites(node) if not isinstance(node, rx.Local | rx.Memory) else None
            return noun.all() if noun is not None else self.written(node)
        return self.written(node)

    def _of_piece(self, what: str, node: rx.Expr) -> str:
        where = self.sites(node).all()
        return f"its {what}" if where == "it" else f"the {what} of the piece on {where}"

    def _variable(self, node: rx.Variable) -> str:
        spec = self.rules.variables[node.variable]
        name = f"“{plain(spec.name)}”"
        if node.index is None:
            noted = {Type.SITE: "the space noted as ", Type.SET: "the spaces noted as "}
            return f"{noted.get(spec.type, '')}{name}"
        if spec.per_player:
            return f"{self.whose(node.index)} {name}"
        return f"{name} number {self.value(node.index)}"

    # ------------------------------------------------------------ numbers

    def number(self, node: rx.Expr) -> str:
        match node:
            case rx.Number():
                return str(node.value)
            case rx.Counter():
                return _COUNTERS.get(node.word, node.word)
            case rx.CountOf():
                return f"the number of {self.sites(node.item).all()}"
            case rx.GroupCount():
                noun, way = self.sites(node.item), f" {self.way(node.way)}" if node.way else ""
                if node.size == 1 and not node.exactly:
                    return f"the number of groups of {noun.all()}{way}"
                what = f"of {noun.all()}" if noun.whose == "your" else noun.bare(node.size > 1)
                size = f"{'exactly' if node.exactly else 'at least'} {amount(node.size)}"
                return f"the number of groups of {size} {what}{way}"
            case rx.LargestGroup():
                way = f" {self.way(node.way)}" if node.way else ""
                return f"the size of the largest group of {self.sites(node.item).all()}{way}"
            case rx.Quotient():
                rounded = f"rounded {'up' if node.up else 'down'}"
                return f"{self.number(node.left)} divided by {self.number(node.right)}, {rounded}"
            case rx.Remainder():
                return f"what is left over when {self.number(node.left)} is divided by {self.number(node.right)}"
            case rx.LineNumber():
                return f"the number of the {node.word} of {self.sites(node.item).all()}"
            case rx.HeightOf():
                return f"the number of pieces on {self.sites(node.item).all()}"
            case rx.SidesOf():
                return f"the number of sides of the board that {self.sites(node.item).all()} touch"
            case rx.DistanceOf():
                return f"the distance from {self.sites(node.start).all()} to {self.sites(node.goal).all()}"
            case rx.InTray():
                return f"the number of {self.tray_noun(node).bare(True)}{self._tray_place(node)}"
            case rx.Extreme():
                items = joined([self.number(item) for item in node.items])
                return {"max": f"the larger of {items}", "min": f"the smaller of {items}"}.get(
                    node.word, f"the difference {items} without its sign"
                )
            case rx.BonusOf():
                return f"{self.whose(node.player)} bonus"
            case rx.SumOf():
                return self._sum(node)
            case rx.ProductOf():
                return " times ".join(self.number(item) for item in node.items)
            case rx.Variable():
                return self._variable(node)
            case rx.Local():
                return f"the chosen {plain(node.name)}"
            case rx.PartWord():
                return "the number of pieces lifted"
            case rx.Either():
                first, otherwise = self.number(node.value), self.number(node.otherwise)
                return f"{first} if {self.holds(node.condition)}, otherwise {otherwise}"
            case rx.DefineCall():
                if self.is_short(node.define):
                    with self.inside(node) as body:
                        return self.number(body)
                return self.term(node)
            case rx.Parameter() if (given := self.argument(node)) is not None:
                before, self.arguments = self.arguments, ()
                try:
                    return self.number(given)
                finally:
                    self.arguments = before
            case rx.Parameter():
                return self._parameter(node)
            case rx.Memory():
                return self.site_word(node)
            case rx.HookCall():
                reference = self.rules.hooks[node.hook].same_as
                return self.number(reference) if reference is not None else self.written(node)
        return self.written(node)

    def _sum(self, node: rx.SumOf) -> str:
        first, *rest = zip(node.items, node.signs, strict=True)
        said = self.number(first[0])
        if isinstance(first[0], rx.Number) and first[0].value == 0 and rest and rest[0][1] < 0:
            said, rest = f"minus {self.number(rest[0][0])}", rest[1:]
        for item, sign in rest:
            said += f" {'plus' if sign > 0 else 'minus'} {self.number(item)}"
        return said

    def tray_noun(self, node: rx.InTray) -> Noun:
        match node.what:
            case rx.KindValue():
                return Noun(plain(self.rules.kinds[node.what.kind].name), is_piece=True)
            case rx.StateValue():
                return Noun("piece", before=(plain(self.rules.states[node.what.state].name),), is_piece=True)
            case None:
                owned = [kind for kind in self.rules.kinds if not kind.neutral]
                only = len(owned) == 1 and node.tray != "supply"
                return Noun(plain(owned[0].name) if only else "piece", is_piece=True)
        return Noun("piece", after=(f"of the kind {self.value(node.what)}",), is_piece=True)

    def _parameter(self, node: rx.Parameter) -> str:
        """An argument by its name, as the author wrote it; that of a table is not written."""
        return "it" if not node.span.text else f"“{plain(' '.join(node.span.text.split()))}”"

    def _tray_place(self, node: rx.InTray) -> str:
        if node.player is None:
            return " left in the supply"
        who = self.player(node.player)
        if node.tray == "taken":
            return f" that {who} {'have' if who == 'you' else 'has'} taken"
        return f" in {self.whose(node.player)} {node.tray}"

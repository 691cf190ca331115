"""Conditions as clauses: "you have no stone left in hand", "it is not dark"."""

from __future__ import annotations

from ..rules import expressions as rx
from ..rules.types import Type
from .nouns import Noun, amount, article, joined, ordinal, plain
from .speaking import Speaking

_SIGNS = {"=": "", ">=": "at least ", ">": "more than ", "<": "fewer than ", "<=": "at most ", "!=": "not exactly "}
_PLAIN = {"=": "is", ">=": "is at least", ">": "is more than", "<": "is less than", "<=": "is at most", "!=": "is not"}
_LEFT_BY_IT = ("the space it leaves", "the space where it started")  # it is lifted, but a reader does not think so
_OPPOSITE = {"=": "!=", "!=": "=", ">=": "<", "<": ">=", ">": "<=", "<=": ">"}


class ConditionWords(Speaking):
    def holds(self, node: rx.Expr, negated: bool = False) -> str:
        match node:
            case rx.AllOf() | rx.AnyOf():
                return self._several(node, negated)
            case rx.Negation():
                return self.holds(node.item, not negated)
            case rx.NotEmpty():
                return self._exists(node.item, negated)
            case rx.Every():
                return self._every(node, negated)
            case rx.ConnectedSites():
                way = f" {self.way(node.way)}" if node.way else ""
                noun = self.sites(node.item)
                return f"{noun.every()}{' do not' if negated else ''} hang together{way}"
            case rx.CanDo():
                who = self.player(node.player)
                can = ("could", "could not") if node.could else ("can", "cannot")
                return f"{who} {can[negated]} “{plain(self.rules.actions[node.action].name)}”"
            case rx.Kept():
                who = self.player(node.player)
                every = f"{'not ' if negated else ''}every turn of {'yours' if who == 'you' else who}"
                return f"{every} since then ended so, for whoever made it: {self.holds(node.condition)}"
            case rx.KeptOne():
                who = self.player(node.player)
                after = f"{'not ' if negated else ''}after every turn of {'yours' if who == 'you' else who} since then"
                assert isinstance(node.held.condition, rx.NotEmpty)
                what = self.quality(node.held.condition.item)
                return f"{after} one and the same piece was {what}, for whoever made it"
            case rx.Comparison():
                return self._comparison(node, _OPPOSITE[node.sign] if negated else node.sign)
            case rx.Within():
                top = f"to {node.high}" if node.high is not None else "or more"
                verb = "is not" if negated is not node.negated else "is"
                return f"{self.number(node.item)} {verb} {node.low} {top}"
            case rx.Truth():
                return "always" if node.value is not negated else "never"
            case rx.DefineCall():
                return self._defined_truth(node, negated)
            case rx.HookCall():
                reference = self.rules.hooks[node.hook].same_as
                if reference is not None:
                    return self.holds(reference, negated)
            case rx.Either():
                one, other = self.holds(node.value, negated), self.holds(node.otherwise, negated)
                return f"{one} (in case {self.holds(node.condition)}; otherwise, {other})"
            case rx.Variable() | rx.Local():
                return f"{self.value(node)} is {'no' if negated else 'yes'}"
            case rx.Parameter() if (given := self.argument(node)) is not None:
                return self.holds(given, negated)
        if node.type.is_sites:
            return self._exists(node, negated)
        said = f"{self.written(node)} holds"
        return f"it is not so that {said}" if negated else said

    def _several(self, node: rx.AllOf | rx.AnyOf, negated: bool) -> str:
        """Neither of two is both of them not."""
        both = isinstance(node, rx.AllOf) is not negated
        clauses = [self.holds(item, negated) for item in node.items]
        inner = rx.AnyOf if isinstance(node, rx.AllOf) else rx.AllOf
        mixed = any(isinstance(item, inner) for item in node.items)
        if both:
            said = [f"either {clause}" if isinstance(item, inner) and len(item.items) == 2 else clause
                    for item, clause in zip(node.items, clauses, strict=True)]  # fmt: skip
            return joined(said)
        return ("; or ".join(clauses)) if mixed else " or ".join(clauses)

    def _defined_truth(self, node: rx.DefineCall, negated: bool) -> str:
        if self.is_short(node.define):
            with self.inside(node) as body:
                return self.holds(body, negated)
        return f"{self.term(node)} does {'not ' if negated else ''}hold" if negated else f"{self.term(node)} holds"

    # ------------------------------------------------------------ there is, there is not

    def _exists(self, node: rx.Expr, negated: bool) -> str:
        if isinstance(node, rx.Intersection) and len(node.items) == 2 and isinstance(node.items[0], rx.Joined):
            return self._linked(node.items[0], node.items[1], negated)
        if isinstance(node, rx.Union):
            return (" and " if negated else " or ").join(self._exists(item, negated) for item in node.items)
        if isinstance(node, rx.Attacked | rx.WithHeight) and self._are_single(node.item):
            these = joined([self.sites(item).all() for item in node.item.children() if isinstance(item, rx.Expr)])
            return f"{'none' if negated else 'one'} of {these} is {self.quality(node)}"
        if isinstance(node, rx.Memory) and node.action is not None and node.field in ("origin", "target", "it"):
            done = f"“{plain(self.rules.actions[node.action].name)}” was {'not ' if negated else ''}done"
            return f"{done} in this turn"
        head, rest = self._head(node)
        if head is not None:
            said = self.sites(head).all()
            many = head.type is Type.SET
            verb = ("are" if many else "is") + (" not" if negated else "")
            link = " or " if negated else " and "
            if said in _LEFT_BY_IT and rest == ["empty"]:
                return f"{'something' if negated else 'nothing'} else stands on {said}"
            if said.startswith("the space") and len(rest) == 1 and _is_piece(node):
                if said in _LEFT_BY_IT and rest[0] == "a piece":
                    rest = ["no other piece"] if negated else ["another piece"]
                    negated = False
                holds = ("do not hold" if many else "does not hold") if negated else ("hold" if many else "holds")
                return f"{said} {holds} {rest[0].removeprefix('yours').strip() or 'one of your pieces'}"
            return f"{said} {verb} {link.join(rest)}" if rest else f"there is {'no' if negated else 'a'} {_bare(said)}"
        noun = self.sites(node)
        if isinstance(node, rx.DefineCall) and not self.is_short(node.define):
            return f"there is {noun.none() if negated else noun.a()}"
        if noun.whose == "your" and not noun.several:
            return f"you have {noun.none() if negated else _a(noun)}"
        if noun.whose == "enemy" and not noun.several and self.two:
            own = Noun(noun.one, "", noun.before, noun.after, is_piece=True)
            return f"{self.opponent} has {own.none() if negated else own.a()}"
        return f"there is {noun.none() if negated else noun.a()}"

    def _are_single(self, node: rx.Expr) -> bool:
        """`origin or mid or goal`."""
        return isinstance(node, rx.Union) and all(self._head(item)[0] is not None for item in node.items)

    def _linked(self, part: rx.Joined, goal: rx.Expr, negated: bool) -> str:
        """`chain joined to A in B`: a chain from one to the other."""
        way = f" {self.way(part.way)}" if part.way else ""
        chain = f"{'no' if negated else 'a'} chain of {self.sites(part.within).all()}, step by step{way},"
        return f"{chain} links {self.sites(part.seeds).a()} with {self.sites(goal).a()}"

    def _head(self, node: rx.Expr) -> tuple[rx.Expr | None, list[str]]:
        """The single thing that is spoken of, and what is said of it; None if there may be many."""
        match node:
            case rx.PartWord() | rx.Local() | rx.Memory() | rx.EachSite():
                return node, []
            case rx.Variable() if node.type is Type.SITE:
                return node, []
            case rx.Stepped() if node.type is Type.SITE:
                return node, []
            case rx.Fixed() if node.type is Type.SITE:
                return node, []
            case rx.Parameter() if (given := self.argument(node)) is not None:
                head, said = self._head(given)
                return (node, said) if head is not None else (None, [])
            case rx.Intersection():
                head, said = self._head(node.items[0])
                return (head, [*said, *map(self.quality, node.items[1:])]) if head is not None else (None, [])
            case rx.Difference():
                head, said = self._head(node.left)
                return (head, [*said, f"not {self.quality(node.right)}"]) if head is not None else (None, [])
            case rx.WithHeight() | rx.Attacked() | rx.CrossedBy() | rx.GroupOf():
                head, said = self._head(node.item)
                return (head, [*said, self.quality(node)]) if head is not None else (None, [])
        return None, []

    def _every(self, node: rx.Every, negated: bool) -> str:
        noun = self.sites(node.item)
        said = self._passing(node.passing)
        many = not (noun.fixed and node.item.type is Type.SITE)
        return f"{'not ' if negated else ''}{noun.every()} {'are' if many else 'is'} {said}"

    def _passing(self, node: rx.Expr) -> str:
        match node:
            case rx.Intersection():
                return self._passing(node.items[-1])
            case rx.Union() if all(isinstance(item, rx.Pattern) for item in node.items):
                return self.sites(node).bare(True)
            case rx.Difference():
                return f"not {self.quality(node.right)}"
            case rx.Pattern():
                # "all mine are up stone" has been made one pattern: what is new in it counts.
                noun = self.sites(node)
                return " and ".join(noun.before) if node.states else _many(noun)
        return self.quality(node)

    # ------------------------------------------------------------ comparing

    def _comparison(self, node: rx.Comparison, sign: str) -> str:
        left, right = node.left, node.right
        if isinstance(right, rx.CountOf | rx.InTray) and isinstance(left, rx.Number):
            turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(sign, sign)
            left, right, sign = right, left, turned
        if isinstance(left, rx.CountOf):
            return self._counting(left, right, sign)
        if isinstance(left, rx.InTray):
            return self._in_tray(left, right, sign)
        if isinstance(left, rx.Counter) and isinstance(right, rx.Number) and left.word in _WHEN:
            return _when(left.word, right.value, sign)
        if isinstance(left, rx.PartWord) and isinstance(right, rx.KindValue) and sign in ("=", "!="):
            return f"the piece is {'not ' if sign == '!=' else ''}{article(self.value(right))}"
        if left.type is Type.NUMBER:
            return f"{self.number(left)} {_PLAIN[sign]} {self.number(right)}"
        verb = {"=": "is", "!=": "is not"}.get(sign, _PLAIN[sign])
        if left.type.is_sites:
            return f"{self.sites(left).all()} {verb} {self.sites(right).all()}"
        if left.type is Type.PLAYER and self.player(left) == "you":
            verb = {"is": "are", "is not": "are not"}.get(verb, verb)
        return f"{self.value(left)} {verb} {self.value(right)}"

    def _counting(self, left: rx.CountOf, right: rx.Expr, sign: str) -> str:
        noun = self.sites(left.item)
        if isinstance(right, rx.CountOf) and sign in _AS_MANY:
            one, other = (_bare(self.sites(each.item).bare(True)) for each in (left, right))
            return _AS_MANY[sign].format(one, other)
        if noun.fixed or noun.several or not isinstance(right, rx.Number):
            return f"{self.number(left)} {_PLAIN[sign]} {self.number(right)}"
        least = _at_least(right.value, sign)
        who = {"your": "you have"}.get(noun.whose, "")
        if noun.whose == "enemy" and self.two:
            who, noun = f"{self.opponent} has", Noun(noun.one, "", noun.before, noun.after, is_piece=True)
        many = least.split()[-1] != "one"
        return f"{who or ('there are' if many else 'there is')} {least} {noun.bare(many and least != 'no')}"

    def _in_tray(self, left: rx.InTray, right: rx.Expr, sign: str) -> str:
        noun = self.tray_noun(left)
        if not isinstance(right, rx.Number):
            return f"{self.number(left)} {_PLAIN[sign]} {self.number(right)}"
        least = _at_least(right.value, sign)
        many = least.split()[-1] != "one" and least != "no"
        pieces = noun.bare(many)
        if left.player is None:
            return f"there {'are' if many else 'is'} {least} {pieces} left in the supply"
        who = self.player(left.player)
        have = "have" if who == "you" else "has"
        if left.tray == "taken":
            return f"{who} {have} taken {least} {pieces}"
        return f"{who} {have} {least} {pieces} in hand"


_WHEN = ("round", "ply", "passes", "captures")
_AS_MANY = {
    "=": "there are exactly as many {} as {}",
    "<=": "there are at most as many {} as {}",
    ">=": "there are at least as many {} as {}",
    "<": "there are fewer {} than {}",
    ">": "there are more {} than {}",
    "!=": "there are not as many {} as {}",
}


def _when(word: str, number: int, sign: str) -> str:
    if word == "passes":
        many = _at_least(number, sign)
        return f"there have been {many} passes in a row" if number != 1 or sign != "=" else "the turn before was a pass"
    if word == "captures":
        many = _at_least(number, sign)
        return f"{many} piece was captured" if many.endswith(("one", "no")) else f"{many} pieces were captured"
    turn = f"your {ordinal(number)} turn" if word == "round" else f"the {ordinal(number)} turn of the game"
    return {
        "=": f"it is {turn}",
        "!=": f"it is not {turn}",
        "<": f"it is before {turn}",
        "<=": f"it is {turn} or earlier",
        ">": f"it is after {turn}",
        ">=": f"it is {turn} or later",
    }[sign]


def _is_piece(node: rx.Expr) -> bool:
    return isinstance(node, rx.Intersection) and isinstance(node.items[-1], rx.Pattern)


def _at_least(number: int, sign: str) -> str:
    """ "at least three", "no", "two or fewer"."""
    if (sign, number) in (("=", 0), ("<", 1), ("<=", 0)):
        return "no"
    if (sign, number) in ((">", 0), (">=", 1), ("!=", 0)):
        return "at least one"
    if sign == ">":
        return f"at least {amount(number + 1)}"
    if sign == "<":
        return f"at most {amount(number - 1)}"
    return f"{_SIGNS[sign]}{amount(number)}" if sign != "=" else f"exactly {amount(number)}"


def _a(noun: Noun) -> str:
    return Noun(noun.one, "", noun.before, noun.after, is_piece=noun.is_piece).a()


def _bare(said: str) -> str:
    return said.removeprefix("the ")


def _many(noun: Noun) -> str:
    if noun.one == "piece" and not noun.before and noun.whose == "your":
        return "yours"
    return noun.all()

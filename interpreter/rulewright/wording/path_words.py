"""Directions and paths: "diagonally over an enemy piece to the empty space right behind"."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import groupby

from ..analysis.roots import roots, walk_all
from ..rules import expressions as rx
from ..rules import paths as rp
from .nouns import amount, article, joined, plain
from .speaking import Speaking

_DIRECTIONS = {
    "any": "in any direction", "orth": "along a row or column", "diag": "diagonally", "forward": "forward",
    "backward": "backward", "sideways": "sideways", "left": "to the left", "right": "to the right",
    "forward_diag": "diagonally forward", "backward_diag": "diagonally backward", "n": "up the board",
    "s": "down the board", "e": "to the right side of the board", "w": "to the left side of the board",
    "ne": "up and to the right", "nw": "up and to the left", "se": "down and to the right",
    "sw": "down and to the left", "dir": "in the direction of the move",
}  # fmt: skip
_HEX = {"orth": "in any direction"}
_TURNED = {
    "back": "the opposite way of",
    "beside": "at a right angle to",
    "across": "across",
}


_NEW = "each time to a space where it has not been in this move"


def _again(count: int, said: str) -> str:
    return f"{often(count, count)} in a row {said}, {_NEW}"


class PathWords(Speaking):
    def directions(self, node: rx.Expr) -> str:
        match node:
            case rx.DirectionsUnion():
                return joined([self.directions(item) for item in node.items], "or")
            case rx.Relative():
                return _DIRECTIONS[node.word]
            case rx.TurnedDirections():
                if isinstance(node.item, rx.Local | rx.PartWord | rx.Memory):
                    return f"{_TURNED[node.how]} {self.value(node.item)}"
                return f"{_TURNED[node.how]} “{' '.join(node.item.span.text.split())}”"
            case rx.FixedDirections():
                return self._fixed(node)
            case rx.PartWord():
                return _DIRECTIONS["dir"]
            case rx.Local():
                return f"in the direction “{plain(node.name)}”"
            case rx.FacingOf():
                return f"the way that {self.sites(node.item).all()} faces"
            case rx.Memory():
                return f"in {self.value(node)}"
        return f"in the direction {self.value(node)}"

    def _fixed(self, node: rx.FixedDirections) -> str:
        name = self._direction_name(node)
        if name == "orth" and self.rules.board.tiling == "hex":
            return _HEX[name]
        if name in _DIRECTIONS:
            return _DIRECTIONS[name]
        single = all(len(numbers) <= 1 for numbers in node.by_player)
        return f"toward “{plain(name)}”" if single else f"in the directions “{plain(name)}”"

    def _direction_name(self, node: rx.FixedDirections) -> str:
        """The best known name of these directions, whatever the author called them."""
        board = self.rules.board
        if len(node.by_player) > 1:
            sets = board.player_direction_sets.items()
            return next((name for name, found in sets if tuple(found) == node.by_player), "its own")
        wanted = set(node.by_player[0])
        known = [name for name, numbers in board.direction_sets.items() if set(numbers) == wanted]
        if known:
            return min(known, key=lambda name: (name not in _DIRECTIONS, name != "any"))
        return joined([board.directions[number].name for number in node.by_player[0]], "or")

    def way(self, node: rx.Way | None) -> str:
        if node is None:
            return ""
        if node.tracks:
            names = joined([self.value(track) for track in node.tracks], "or")
            return f"{'against' if node.against else 'along'} {names}"
        return self.directions(node.directions) if node.directions is not None else ""

    # ------------------------------------------------------------ paths

    @cached_property
    def paths_used_once(self) -> frozenset[int]:
        """Named paths that are best said where they are used."""
        said = (node for node in walk_all(roots(self.rules)) if isinstance(node, rp.NamedPath))
        used = Counter(node.path for node in said)
        return frozenset(number for number, times in used.items() if times == 1)

    def path(self, node: rp.Path) -> str:
        return joined([self._route(route) for route in node.routes], "or")

    def _route(self, node: rp.Route) -> str:
        legs = [(said, len(list(same))) for said, same in groupby(map(self._leg, node.legs))]
        return ", then ".join(said if count == 1 else _again(count, said) for said, count in legs)

    def _leg(self, node: rp.Leg) -> str:
        said = self._travel(node.travel)
        return said if node.condition is None else f"{said}, provided that {self.holds(node.condition)}"

    def _travel(self, node: rp.Travel) -> str:
        match node:
            case rp.LineTravel():
                return self._line_travel(node)
            case rp.Leap():
                like = " (like a knight in chess)" if sorted((node.first, node.second)) == [1, 2] else ""
                size = f"{node.first} by {node.second} spaces{like}"
                return f"{size}, jumping over all between, to {self._landing(node.landing)}"
            case rp.LeapToward():
                legs = [
                    f"{amount(steps)} space{'s' if steps > 1 else ''} {self.directions(direction)}"
                    for direction, steps in zip(node.directions, node.steps, strict=True)
                ]
                return f"{joined(legs)}, jumping over all between, to {self._landing(node.landing)}"
            case rp.RepeatTravel():
                told = f"{self._often(node.low, node.high, node.times)} in a row {self.path(node.path)}"
                return told if node.high == 1 else f"{told}, {_NEW}"
            case rp.ItsPath():
                return f"as its “{plain(node.attribute)}” says"
            case rp.LikePath():
                if node.kind is not None:
                    return f"like a {plain(self.rules.kinds[node.kind].name)}"
                assert node.sites is not None
                return f"like {self.sites(node.sites).a()} (one that itself goes like others lends it nothing)"
            case rp.NamedPath():
                return self.named_path(node.path)
            case rp.InnerPath():
                return self.path(node.path)
        return self.written(node)

    def named_path(self, number: int) -> str:
        if number in self.paths_used_once:
            return self.path(self.rules.paths[number].path)
        return f"by {article(f'“{plain(self.rules.paths[number].name)}”')}"

    def _line_travel(self, node: rp.LineTravel) -> str:
        way = self.way(node.way) or "to a neighbour"
        landing = self._landing(node.landing)
        called = f" (call this direction “{plain(node.name)}”)" if node.name else ""
        if not node.run:
            return f"one step {way}{called} to {landing}"
        (first, *rest) = node.run
        if not rest and (first.low, first.high, first.times) == (0, None, None) and _is_empty(first.item):
            return f"any distance {way}{called} over empty spaces to {landing}"
        over = ", then ".join(self._run(item) for item in node.run)
        if any(item.low > 0 or item.times is not None for item in node.run):
            return f"{way}{called} over {over}, to {landing} right behind"
        return f"{way}{called}, over {over} on the way, to {landing}"

    def _run(self, item: rp.RunItem) -> str:
        noun = self.sites(item.item)
        called = f" (the “{plain(item.name)}”)" if item.name else ""
        if item.times is not None:
            return f"as many {noun.bare(True)} as {self.number(item.times)}{called}"
        if (item.low, item.high) == (1, 1):
            return noun.a() + called
        whose = "of your " if noun.whose == "your" else ""
        return f"{_range(item.low, item.high)} {whose}{noun.bare(True)} in a row{called}"

    def _landing(self, node: rp.Landing) -> str:
        called = f" (the “{plain(node.name)}”)" if node.name else ""
        if node.item is None:
            return "leave the board"
        off = " or off the board" if node.off else ""
        return f"{self.sites(node.item).a()}{off}{called}"

    def _often(self, low: int, high: int | None, times: rx.Expr | None) -> str:
        if times is not None:
            return f"as many times as {self.number(times)}"
        return often(low, high)


def often(low: int, high: int | None) -> str:
    """ "three times", "one or more times"."""
    if low == high:
        return {1: "once", 2: "twice"}.get(low, f"{amount(low)} times")
    return f"{_range(low, high)} times"


def _range(low: int, high: int | None) -> str:
    if high is None:
        return "any number of" if low == 0 else f"{amount(low)} or more"
    if low == high:
        return amount(low)
    return f"up to {amount(high)}" if low == 0 else f"{amount(low)} to {amount(high)}"


def _is_empty(node: rx.Expr) -> bool:
    return isinstance(node, rx.EmptySites)


__all__ = ["PathWords", "often"]

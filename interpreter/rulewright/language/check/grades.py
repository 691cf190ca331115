"""How far from the pieces a rule can look on an unbounded board (semantics D103).

The grade of a set is how many steps its sites can be away from a piece of the anchor; INFINITE if there is no
bound. What must not look at endlessly many sites, or slide over them, is told to the author.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...rules import effects as re_
from ...rules import expressions as rx
from ...rules import paths as rp
from ...source.source import Span
from .world import World

INFINITE = 1_000_000
# Every landing of an action touches an anchor piece or stands on one (D101).
_CONTACT = 1
_SITE_WORDS = ("origin", "target", "entering", "leaving", "it", "last_sown")
_EACH = "each"  # the `it` of `where`, beside the words of a walk

Grade = int


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression is read: the grades of arguments, local names and the words of an inner walk."""

    arguments: tuple[Grade, ...] = ()
    locals: tuple[tuple[str, Grade], ...] = ()
    words: tuple[tuple[str, Grade], ...] = ()
    contact: bool = True

    def with_local(self, name: str | None, grade: Grade) -> Place:
        return self if name is None else replace(self, locals=(*self.locals, (name, grade)))

    def local(self, name: str) -> Grade:
        """The greatest of what the name can be: alternatives of a path may bind it differently."""
        return max((grade for known, grade in self.locals if known == name), default=_CONTACT)

    def word(self, name: str) -> Grade:
        return dict(self.words).get(name, _CONTACT)


@dataclass(frozen=True, slots=True)
class Walk:
    """What a path can do: where it lands, what it passes, and the place after it with the names it binds."""

    landing: Grade
    passed: Grade
    place: Place


class Grader:
    """Grades every expression it is shown; `reach` is the greatest finite grade so far."""

    def __init__(self, world: World, near: str, anchor_moves: int) -> None:
        self.world = world
        self.reach = 0
        self.measures_distance = False
        self._near = near
        self._anchor_moves = anchor_moves
        self._passed = _CONTACT
        self._open_attributes: set[str] = set()
        # Names are used in many places, and walks go round and round: each is graded once for each start.
        self._defines: dict[tuple[int, Place], Grade] = {}
        self._walks: dict[tuple[int, Grade, Place], Walk] = {}

    # ------------------------------------------------------------ what others ask

    def grade(self, node: rx.Expr, place: Place) -> Grade:
        """The grade of a set; numbers, directions and yes/no have none and give 0."""
        found = self._grade(node, place)
        self._note(found)
        return found

    def finite(self, node: rx.Expr, place: Place, asking: str) -> Grade:
        """The grade of a set that has to have an end."""
        found = self.grade(node, place)
        if node.type.is_sites and found >= INFINITE:
            text = " ".join(node.span.text.split())
            message = f'"{text}" has no end on an unbounded board, so {asking}.'
            help_text = f'say near what: for example "{text} next to {self._near}"'
            self.world.report.error("board-reach", message, node.span, help_text)
            return 0
        return found

    def learn_passed(self, path: rp.Path) -> None:
        """What walks can pass has to be known before rules that look back at it are graded."""
        self._passed = max(self._passed, self.path(path, _CONTACT, Place()).passed)
        self._defines.clear()
        self._walks.clear()

    def read(self, node: rx.Node, place: Place) -> None:
        """Looks at a rule of any kind."""
        if isinstance(node, rx.Expr):
            self.grade(node, place)
        elif isinstance(node, re_.Effect):
            self._effect(node, place)
        else:
            for child in node.children():
                self.read(child, place)

    # ------------------------------------------------------------ expressions

    def _note(self, grade: Grade) -> None:
        if self.reach < grade < INFINITE:
            self.reach = grade

    def _grade(self, node: rx.Expr, place: Place) -> Grade:
        match node:
            case rx.Pattern() | rx.Holding() | rx.Unmoved() | rx.OpenCentre():
                return 0
            case rx.Fixed() if not node.sites:
                return 0
            case rx.EmptySites() | rx.Anywhere() | rx.Fixed() | rx.FixedOf():
                return INFINITE
            case rx.EachSite():
                return place.word(_EACH)
            case rx.Filtered():
                found = self.finite(node.item, place, "nobody can ask about each site of it")
                self.grade(node.condition, _at(place, _EACH, found))
                return found
            case rx.PartWord():
                return self._passed if node.word == "passed" else place.word(node.word)
            case rx.Local():
                return place.local(node.name)
            case rx.Parameter():
                return place.arguments[node.number] if node.number < len(place.arguments) else 0
            case rx.Memory():
                return self._memory(node)
            case rx.Intersection():
                return min([self.grade(item, place) for item in node.items])
            case rx.Union():
                return max([self.grade(item, place) for item in node.items])
            case rx.Difference():
                self.grade(node.right, place)
                return self.grade(node.left, place)
            case rx.Either():
                self.grade(node.condition, place)
                return max(self.grade(node.value, place), self.grade(node.otherwise, place))
            case rx.Neighbours() | rx.Stepped():
                return min(INFINITE, self.grade(node.item, place) + 1)
            case rx.WithHeight() | rx.Attacked() | rx.CrossedBy():
                self._others(node, place, node.item)
                return self.grade(node.item, place)
            case rx.Joined():
                self.grade(node.seeds, place)
                return self.finite(node.within, place, "nothing can be joined inside it")
            case rx.LineOf():
                return self.finite(node.item, place, "its lines cannot be looked for")
            case rx.OnlyOf():
                return self.finite(node.item, place, "nobody can tell whether it is one site")
            case rx.GroupOf():
                return self.finite(node.item, place, "it has no groups that could be told")
            case rx.Reached() | rx.PassedBy():
                return self._walked(node, place)
            case rx.DefineCall():
                return self._define(node, place)
            case rx.HookCall():
                self._others(node, place, None)
                reference = self.world.hooks[node.hook].same_as
                return INFINITE if reference is None else self.grade(reference, place)
            case rx.Variable():
                self._others(node, place, None)
                return INFINITE if node.type.is_sites else 0  # the pieces may have wandered off since
        self._asking(node, place)
        return 0

    def _asking(self, node: rx.Expr, place: Place) -> None:
        """Forms that look at all sites of a set."""
        match node:
            case rx.CountOf() | rx.HeightOf():
                self.finite(node.item, place, "it cannot be counted")
            case rx.GroupCount() | rx.LargestGroup():
                self.finite(node.item, place, "its groups cannot be counted")
            case rx.NotEmpty():
                self.finite(node.item, place, "nobody can look at all of it")
            case rx.ConnectedSites():
                self.finite(node.item, place, "nobody can tell whether it is connected")
            case rx.Every():
                self.finite(node.item, place, "nobody can look at all of it")
                self.grade(node.passing, place)
            case rx.DistanceOf():
                self.measures_distance = True
                self.finite(node.start, place, "no distance can be measured from it")
                self.finite(node.goal, place, "no distance can be measured to it")
            case rx.Comparison():
                self.finite(node.left, place, "it cannot be compared")
                self.finite(node.right, place, "it cannot be compared")
            case _:
                self._others(node, place, None)

    def _others(self, node: rx.Node, place: Place, known: rx.Expr | None) -> None:
        """Looks at the parts that do not decide the grade."""
        for child in node.children():
            if child is not known:
                self.read(child, place)

    def _memory(self, node: rx.Memory) -> Grade:
        if node.field == "passed":
            return self._passed
        if node.field in _SITE_WORDS or node.type.is_sites:
            # Each further move of the turn may take away the piece that the site was next to.
            return min(INFINITE, max(_CONTACT, self._anchor_moves))
        return 0

    def _define(self, node: rx.DefineCall, place: Place) -> Grade:
        arguments = tuple(self.grade(arg, place) for arg in node.args)
        inside = Place(arguments, (), place.words, place.contact)
        key = (node.define, inside)
        if key not in self._defines:
            self._defines[key] = self.grade(self.world.defines[node.define].body, inside)
        return self._defines[key]

    def _walked(self, node: rx.Reached | rx.PassedBy, place: Place) -> Grade:
        start = self.finite(node.start, place, "no walk can begin everywhere in it")
        walk = self.path(node.path, start, replace(place, contact=False, words=(("origin", start),)))
        return walk.landing if isinstance(node, rx.Reached) else walk.passed

    # ------------------------------------------------------------ paths

    def action_path(self, path: rp.Path, place: Place) -> Place:
        """Looks at the path of an action; the place afterwards knows the names it binds."""
        return self.path(path, _CONTACT, place).place

    def path(self, path: rp.Path, start: Grade, place: Place) -> Walk:
        key = (id(path), start, place)
        if key not in self._walks:
            self._walks[key] = self._path(path, start, place)
        return self._walks[key]

    def _path(self, path: rp.Path, start: Grade, place: Place) -> Walk:
        landing = passed = 0
        names = place.locals
        for route in path.routes:
            walk = Walk(start, 0, place)
            for number, leg in enumerate(route.legs):
                passed = max(passed, walk.landing if number else 0)  # landings on the way are passed
                walk = self._leg(leg, walk)
                passed = max(passed, walk.passed)
            landing = max(landing, walk.landing)
            names = (*names, *walk.place.locals)
        return Walk(landing, passed, replace(place, locals=tuple(dict.fromkeys(names))))

    def _leg(self, leg: rp.Leg, before: Walk) -> Walk:
        place = before.place if before.place.contact else _at(before.place, "leaving", before.landing)
        walk = self._travel(leg.travel, before.landing, place)
        if leg.condition is not None:
            inside = walk.place if place.contact else _at(walk.place, "entering", walk.landing)
            self.grade(leg.condition, inside)
        return walk

    def _travel(self, travel: rp.Travel, start: Grade, place: Place) -> Walk:
        match travel:
            case rp.LineTravel():
                return self._line(travel, start, place)
            case rp.Leap():
                return self._land(travel.landing, start + travel.first + travel.second, 0, place)
            case rp.LeapToward():
                return self._land(travel.landing, start + sum(travel.steps), 0, place)
            case rp.RepeatTravel():
                return self._repeat(travel, start, place)
            case rp.InnerPath():
                return self.path(travel.path, start, place)
            case rp.NamedPath():
                inner = self.path(self.world.paths[travel.path].path, start, replace(place, locals=()))
                return Walk(inner.landing, inner.passed, place)
            case rp.ItsPath() | rp.LikePath():
                return self._attribute(travel, start, place)
        raise AssertionError(f"no rule for {type(travel).__name__}")

    def _line(self, travel: rp.LineTravel, start: Grade, place: Place) -> Walk:
        at, passed, inside = start, 0, place
        for item in travel.run:
            grade = self.grade(item.item, place)
            if item.times is not None:
                self.grade(item.times, place)
            if item.high is None and grade > 0:
                self._tell_slide(item, travel.span)
            # A site is looked at one step beyond the last that fitted; one that fits is as near as its set.
            most = INFINITE if item.high is None else item.high
            self._note(at + min(1, most))
            self._note(min(grade, at + most - 1) + 1 if most > 1 else 0)
            matched = min(grade, at + most)
            at = matched if item.low else max(at, matched)
            passed = max(passed, matched)
            inside = inside.with_local(item.name, matched)
        return self._land(travel.landing, at + 1, passed, inside)

    def _land(self, landing: rp.Landing, candidate: Grade, passed: Grade, place: Place) -> Walk:
        """The landing is looked at before anybody knows whether it will do."""
        self._note(candidate)
        grade = INFINITE if landing.item is None else self.grade(landing.item, place)
        found = min(grade, candidate, _CONTACT if place.contact else INFINITE)
        return Walk(found, passed, place.with_local(landing.name, found))

    def _repeat(self, travel: rp.RepeatTravel, start: Grade, place: Place) -> Walk:
        if travel.times is not None:
            self.grade(travel.times, place)
        walk = self.path(travel.path, start, place)
        landing = walk.landing
        if landing > start:
            further = self.path(travel.path, landing, place).landing - landing
            rounds = INFINITE if travel.high is None else travel.high
            landing = min(INFINITE, landing + max(0, further) * rounds)
            self._note(landing)
        return Walk(landing, max(walk.passed, landing), walk.place)

    def _attribute(self, travel: rp.ItsPath | rp.LikePath, start: Grade, place: Place) -> Walk:
        if isinstance(travel, rp.LikePath) and travel.sites is not None:
            self.grade(travel.sites, place)
        if travel.attribute in self._open_attributes:  # borrowed by one that borrows
            return Walk(_CONTACT if place.contact else INFINITE, self._passed, place)
        self._open_attributes.add(travel.attribute)
        paths = self.world.attribute_paths.get(travel.attribute, ())
        walks = [self.path(path, start, replace(place, locals=())) for path in paths]
        self._open_attributes.discard(travel.attribute)
        landing = max((walk.landing for walk in walks), default=0)
        return Walk(landing, max((walk.passed for walk in walks), default=0), place)

    def _tell_slide(self, item: rp.RunItem, leg: Span) -> None:
        bare = item.item.span.text == "slide"
        what = "empty sites" if bare or isinstance(item.item, rx.EmptySites) else f'"{item.item.span.text}"'
        message = f"a slide over {what} never stops on an unbounded board."
        help = 'slide over pieces ("over 1.. piece"), or give the number an end ("over 0..3 empty")'
        self.world.report.error("board-slide", message, leg if bare else item.span, help)

    # ------------------------------------------------------------ effects

    def _effect(self, node: re_.Effect, place: Place) -> None:
        if isinstance(node, re_.Named) and node.args:
            place = Place(tuple(self.grade(arg, place) for arg in node.args), (), place.words, place.contact)
            for effect in node.effects:
                self._effect(effect, place)
            return
        for child in node.children():
            if isinstance(child, rx.Expr) and not isinstance(node, re_.Assign):
                self.finite(child, place, "nothing can be done to all of it")
            else:
                self.read(child, place)


def _at(place: Place, word: str, grade: Grade) -> Place:
    return replace(place, words=tuple({**dict(place.words), word: grade}.items()))

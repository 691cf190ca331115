"""The author's own directions, direction sets, and what ``next to`` means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from . import compass
from .board import Direction
from .layout import Layout
from .names import SiteNames
from .problems import Collector, Span, Where, did_you_mean, shown
from .spec import BoardSpec, words_of

Table = tuple[int, ...]
DirectionSet = tuple[int, ...]


@dataclass
class Directions:
    """All directions of a board under construction."""

    all: list[Direction]
    sets: dict[str, DirectionSet]
    player_sets: dict[str, tuple[DirectionSet, ...]] = field(default_factory=dict)


def make_directions(layout: Layout, names: SiteNames, spec: BoardSpec, problems: Collector) -> Directions:
    """The compass directions of the layout, then the author's in file order."""
    nowhere = (-1,) * len(layout.sites)
    made = Directions([], compass.standard_sets(layout.compass))
    for name, steps, touch in zip(layout.compass, layout.steps, layout.touch, strict=True):
        touched = tuple(touch.get(site.index, -1) for site in layout.sites) if touch else nowhere
        made.all.append(Direction(name, tuple(steps), None, touched))
    for upright in layout.upright:
        for name in (upright.name, *upright.sets):
            made.sets[name] = (*made.sets.get(name, ()), len(made.all))
        table = upright.table + nowhere[len(upright.table) :]  # extra sites lie on no level
        made.all.append(Direction(upright.name, table, None, nowhere))
    for name, value in spec.directions.items():
        reader = _Reader(layout, names, made, problems)
        if isinstance(value, str):
            meaning = reader.read(value, ("directions", name))
            if meaning is None:
                continue
            if meaning.kind == "set":
                made.sets[name] = meaning.numbers
            else:
                made.sets[name] = (len(made.all),)
                made.all.append(Direction(name, meaning.numbers, None, nowhere))
        elif players_named(value, spec.players, ("directions", name), "direction", problems):
            _add_by_player(reader, name, value, spec.players)
    return made


def players_named(
    value: Mapping[str, str],
    players: tuple[str, ...],
    where: Where,
    what: str,
    problems: Collector,
    words: tuple[str, ...] = (),
) -> bool:
    """Whether a map by player has exactly the players of the game as its keys; `words` may be meant as well."""
    before = len(problems.found)
    for name in value:
        if name not in players:
            message = f'"{shown(name)}" is not a player of this game.'
            help = did_you_mean(name, (*players, *words)) or f"the players are {', '.join(players)}"
            if words and help.startswith("the"):
                help += f'; what is the same for all stands behind "{words[0]}"'
            problems.add(f"board-{what}", message, (*where, name), help, at_key=True)
    if len(problems.found) > before:
        return False  # a misspelt player is most likely the one that is missing
    for player in players:
        if player not in value:
            message = f'the {what} "{shown(where[-1])}" says nothing for the player {player}.'
            problems.add(f"board-{what}", message, where, f'add "{player}:" to it', at_key=True)
    return len(problems.found) == before


def _add_by_player(reader: _Reader, name: str, value: Mapping[str, str], players: tuple[str, ...]) -> None:
    meanings = [reader.read(value[player], ("directions", name, player)) for player in players]
    sound = [meaning for meaning in meanings if meaning is not None]
    if len(sound) < len(meanings):
        return
    kinds = {meaning.kind == "set" for meaning in sound}
    if len(kinds) > 1:
        message = f'the players\' lists of "{shown(name)}" are of two different forms.'
        help = "give every player directions (n s), or every player sites (a>b)"
        reader.problems.add("board-direction", message, ("directions", name), help)
    elif kinds == {True}:
        reader.made.player_sets[name] = tuple(meaning.numbers for meaning in sound)
    else:
        reader.made.sets[name] = (len(reader.made.all),)
        tables = tuple(meaning.numbers for meaning in sound)
        reader.made.all.append(Direction(name, (), tables, (-1,) * len(reader.layout.sites)))


@dataclass(frozen=True)
class _Meaning:
    """A set of directions, or a table of steps (kind ``pairs`` or ``one way``)."""

    kind: str
    numbers: tuple[int, ...]


class _Reader:
    """Reads one text of ``directions:``: ``n s``, ``a-l b-k`` or ``a>b c>d``."""

    def __init__(self, layout: Layout, names: SiteNames, made: Directions, problems: Collector) -> None:
        self.layout = layout
        self.names = names
        self.made = made
        self.problems = problems

    def read(self, text: str, where: Where) -> _Meaning | None:
        words = words_of(text)
        if not words:
            help = 'write directions ("n s"), pairs ("a-l b-k") or one-way steps ("a>b c>d")'
            self.problems.add("board-direction", f'the direction "{shown(where[1])}" is empty.', where, help)
            return None
        signs = {next((sign for sign in "->" if sign in word), "") for word, _ in words}
        if len(signs) > 1:
            message = f'the direction "{shown(where[1])}" mixes different forms.'
            help = 'write only directions ("n s"), only pairs ("a-l b-k") or only one-way steps ("a>b")'
            self.problems.add("board-direction", message, where, help)
            return None
        sign = signs.pop()
        if not sign:
            found = read_set(text, self.made.sets, where, self.problems)
            return None if found is None else _Meaning("set", found)
        table = self._table(words, sign, where)
        return None if table is None else _Meaning("pairs" if sign == "-" else "one way", table)

    def _table(self, words: list[tuple[str, Span]], sign: str, where: Where) -> Table | None:
        before = len(self.problems.found)
        table = [-1] * len(self.layout.sites)
        reached: set[int] = set()
        for word, span in words:
            start, _, end = word.partition(sign)
            a = self._site(start, where, (span[0], span[0] + len(start)))
            b = self._site(end, where, (span[1] - len(end), span[1]))
            if a is None or b is None:
                continue
            if not self._joinable(a, b, where, span):
                continue
            for source, target in ((a, b), (b, a)) if sign == "-" else ((a, b),):
                if table[source] >= 0 or target in reached:
                    again = source if table[source] >= 0 else target
                    self._twice(again, "leads to" if again == target else "leads from", sign, where, span)
                    break
                table[source] = target
                reached.add(target)
        return tuple(table) if len(self.problems.found) == before else None

    def _twice(self, site: int, how: str, sign: str, where: Where, span: Span) -> None:
        verb = "joins" if sign == "-" else how
        message = f'the direction "{shown(where[1])}" {verb} "{self.layout.sites[site].name}" twice.'
        help = "from a site a direction leads to one other site at most, and no two lead to the same one"
        self.problems.add("board-direction", message, where, help, span)

    def _site(self, name: str, where: Where, span: Span) -> int | None:
        site = self.names.find(name)
        if site is None:
            message, help = self.names.unknown(name)
            self.problems.add("board-site", message, where, help, span)
        return site

    def _joinable(self, a: int, b: int, where: Where, span: Span) -> bool:
        one, other = self.layout.sites[a], self.layout.sites[b]
        if a == b:
            message = f'a direction cannot lead from "{one.name}" to itself.'
            help = "name two different sites, or leave this pair out"
            self.problems.add("board-direction", message, where, help, span)
        elif one.cls != other.cls:
            message = f'"{one.name}" is a {one.cls} and "{other.name}" is a {other.cls}.'
            self.problems.add("board-direction", message, where, "a direction joins sites of one class", span)
        return a != b and one.cls == other.cls


def read_set(text: str, known: Mapping[str, DirectionSet], where: Where, problems: Collector) -> DirectionSet | None:
    """The directions of a blank-separated list of direction names, in canonical order."""
    found: set[int] = set()
    sound = True
    for word, span in words_of(text):
        if word in known:
            found.update(known[word])
        else:
            sound = False
            help = did_you_mean(word, known)
            if word in compass.RELATIVE:
                help = "words like forward depend on the player, so they cannot be part of the board"
            elif help is None and known:
                help = f"the directions are {' '.join(known)}"
            problems.add("board-direction", f'"{shown(word)}" is not a direction of this board.', where, help, span)
    return tuple(sorted(found)) if sound else None


def near_masks(
    layout: Layout,
    made: Directions,
    along_tracks: list[tuple[int, int]],
    spec: BoardSpec,
    problems: Collector,
) -> list[int]:
    """For each site the sites next to it, apart from those of other classes that touch it (D15).

    Being next to each other is mutual, even along a direction that leads only one way.
    """
    pairs = list(layout.joined)
    wanted: DirectionSet | None = ()
    if spec.adjacency is None:
        if layout.adjacency == "tracks":
            pairs += along_tracks
        else:
            wanted = made.sets[layout.adjacency]
    elif spec.adjacency != "links":
        wanted = read_set(spec.adjacency, made.sets, ("adjacency",), problems)
    elif not spec.links:
        message = "adjacency by links needs links on the board."
        problems.add("board-class", message, "adjacency", 'add "links: {slot: 1x2}" to the board')
    masks = [0] * len(layout.sites)
    for direction in wanted or ():
        for table in made.all[direction].tables:
            pairs.extend((site, other) for site, other in enumerate(table) if other >= 0)
    for a, b in pairs:
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return masks

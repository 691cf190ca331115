"""Pieces put on a board, one after the other, and everything that can be wrong with it (D27, D29 to D31)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ...rules.game import Placed
from ...source.diagnostics import Note, one_of
from ...source.limits import LIMITS
from ...source.source import Span
from . import nodes
from .piece_words import Piece, piece_name
from .places import Ground, OpenGround, Spot
from .world import World

_VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class Stander:
    """A piece that stands somewhere; `level` counts from 1 at the bottom."""

    spot: Spot
    level: int
    piece: Piece
    span: Span


@dataclass(frozen=True, slots=True)
class _Crowd:
    """Pieces for which there was no room on a place; `first` is what stands at its bottom."""

    spot: Spot
    first: Stander | None
    height: int
    added: int


@dataclass(slots=True)
class Placing:
    """A position while it is read. Mistakes are collected, so that one word of the file is told once."""

    world: World
    ground: Ground
    standing: list[Stander] = field(default_factory=list)
    _columns: dict[tuple[int, Spot], list[Stander]] = field(default_factory=dict)
    _counts: Counter[tuple[int, int | None]] = field(default_factory=Counter)
    _outside: dict[tuple[Span, int], list[Spot]] = field(default_factory=dict)
    _crowded: dict[tuple[Span, int], list[_Crowd]] = field(default_factory=dict)
    _overflow: Span | None = None

    def add(self, spot: Spot, piece: Piece, span: Span, height: int = 1, height_span: Span | None = None) -> None:
        """Puts pieces on a place, on top of what is there. `height_span` is where their number stands."""
        kind = self.world.kinds[piece.kind]
        column = self._columns.setdefault((kind.layer, spot), [])
        if kind.classes and self.ground.class_of(spot) not in kind.classes:
            self._outside.setdefault((span, piece.kind), []).append(spot)
        elif len(column) + height > self._room(piece.kind):
            crowd = _Crowd(spot, column[0] if column else None, len(column) + height, height)
            self._crowded.setdefault((height_span or span, piece.kind), []).append(crowd)
        elif len(self.standing) + height > LIMITS.pieces.value:
            self._overflow = self._overflow or span
        else:
            self._counts[piece.kind, piece.owner] += height
            for _ in range(height):
                column.append(Stander(spot, len(column) + 1, piece, span))
                self.standing.append(column[-1])

    def on_board(self, kind: int) -> int:
        """How many pieces of a kind stand on the board."""
        owners = (None, *range(len(self.world.players)))
        return sum(self._counts[kind, owner] for owner in owners)

    def of_player(self, kind: int, player: int | None) -> int:
        """How many of them belong to a player, or to nobody."""
        return self._counts[kind, player]

    def placed(self) -> tuple[Placed, ...]:
        """The pieces by site, layer and level."""
        found = [
            Placed(
                stander.span,
                self.ground.number(stander.spot),
                stander.level,
                stander.piece.owner,
                stander.piece.kind,
                stander.piece.values,
            )
            for stander in self.standing
        ]
        return tuple(sorted(found, key=lambda one: (one.site, self.world.kinds[one.kind].layer, one.level)))

    def _room(self, kind: int) -> int:
        """How many pieces of the layer of a kind have room on one site."""
        return self.world.stack if self.world.kinds[kind].layer == 0 else 1

    # ------------------------------------------------------------ when all pieces stand

    def check(self, each_owner: bool) -> None:
        """Tells what is wrong with the position as a whole and with its single sites."""
        self._check_classes()
        for (span, kind), crowds in self._crowded.items():
            self._tell_crowd(span, kind, crowds)
        if self._overflow:
            message = f"a position has at most {LIMITS.pieces.value} pieces."
            self.world.report.error("bounds-pieces", message, self._overflow, "use fewer pieces, or a smaller board")
        else:
            self._check_counts(each_owner)

    def _and_more(self, spots: list[Spot]) -> str:
        """`"a3" and 5 more sites`."""
        more = len(spots) - 1
        return f'"{self.ground.label(spots[0])}"' + (f" and {more} more site{'s'[: more - 1]}" if more else "")

    def _tell_crowd(self, span: Span, kind: int, crowds: list[_Crowd]) -> None:
        where, crowd, room = self._and_more([one.spot for one in crowds]), crowds[0], self._room(kind)
        main = self.world.kinds[kind].layer == 0
        notes = []
        if crowd.first and crowd.first.span != span:
            notes.append(Note("the first piece was put there here", crowd.first.span))
        if room > 1:
            message = f"there would be {crowd.height} pieces on {where}, but a stack has at most {room}."
            self.world.report.error("setup-stack", message, span, "put fewer pieces there, or raise stack:")
        elif crowd.added > 1:
            self.world.report.error(
                "setup-stack",
                f"there is no room for {crowd.added} pieces on {where}: this game has no stacks.",
                span,
                f"write stack: {crowd.added} if pieces stand on one another"
                if main
                else "only pieces of the main layer make stacks",
            )
        else:
            name = piece_name(self.world, crowd.first.piece) if crowd.first else "piece"
            message = f"on {where} two pieces would stand: a {name} is there already."
            help = "take one of the two away"
            if main:
                help += ", write stack: if pieces stand on one another, or give one kind a layer: of its own"
            self.world.report.error("setup-twice", message, span, help, *notes)

    def _check_classes(self) -> None:
        """Pieces on sites where they may not stand (`on:`), told once for each word of the file."""
        for (span, number), spots in self._outside.items():
            kind = self.world.kinds[number]
            found = self.ground.class_of(spots[0])
            are = "is" if len(spots) == 1 else "are"
            article = "" if len(spots) > 1 else "an " if found[:1] in _VOWELS else "a "
            self.world.report.error(
                "setup-class",
                f"{self._and_more(spots)} {are} {article}{found}{_s(len(spots))}, "
                f"but {kind.name} stands only on {one_of(kind.classes)}.",
                span,
                f"choose another site, or change on: of {kind.name}",
            )

    def _check_counts(self, each_owner: bool) -> None:
        """No more pieces than exist; where owners can change, a test counts all players together."""
        counted: Counter[tuple[int, int | None]] = Counter()
        told: set[tuple[int, int | None]] = set()
        for stander in self.standing:
            number, kind = stander.piece.kind, self.world.kinds[stander.piece.kind]
            by_owner = kind.each is not None and (each_owner or number in self.world.once_each)
            owner = stander.piece.owner if by_owner else None
            owners = len(self.world.players) if owner is None else 1
            limit = kind.supply if kind.each is None else kind.each * owners
            counted[number, owner] += 1
            if limit is None or counted[number, owner] <= limit or (number, owner) in told:
                continue
            told.add((number, owner))
            total = self.on_board(number) if owner is None else self.of_player(number, owner)
            whose = self.world.players[owner].name if owner is not None else "the board"
            rule = "supply" if kind.each is None else "each"
            self.world.report.error(
                "setup-count",
                f'{whose} has {total} pieces "{kind.name}", but there are only {limit}.',
                stander.span,
                f"take {total - limit} away, or raise {rule}: of {kind.name}",
                *_rule_note(self.world, kind.name, rule),
            )

    def check_together(self, layer: int | None, directions: tuple[int, ...] | None) -> None:
        """On an unbounded board the anchor layer hangs together, and all others stand on it (D100, D101)."""
        if not isinstance(self.ground, OpenGround) or not self.standing:
            return
        spots = {s.spot: s for s in self.standing if layer in (None, self.world.kinds[s.piece.kind].layer)}
        reached = self._reached(set(spots), directions) if spots else set()
        apart = [s for s in self.standing if s.spot not in reached]
        if apart:
            label, name = self.ground.label(apart[0].spot), piece_name(self.world, apart[0].piece)
            anchor = f'the layer "{self.world.layers[layer]}"' if layer else "the pieces"
            self.world.report.error(
                "setup-apart",
                f'the {name} on "{label}" does not hang together with the others.'
                if apart[0].spot in spots
                else f'the {name} on "{label}" stands outside {anchor} that holds this board together.',
                apart[0].span,
                "on an unbounded board everything must be connected; put it next to the others",
            )

    def _reached(self, spots: set[Spot], directions: tuple[int, ...] | None) -> set[Spot]:
        """The part of the places that the first of them is connected to."""
        assert isinstance(self.ground, OpenGround)
        vectors = self.ground.vectors(directions)
        start = next(stander.spot for stander in self.standing if stander.spot in spots)
        found, waiting = {start}, [start]
        while waiting:
            x, y = self.ground.coordinates(waiting.pop())
            for right, up in vectors:
                # Both ways: a connection does not ask which of the two looks at the other.
                for spot in (self.ground.at(x + right, y + up), self.ground.at(x - right, y - up)):
                    if spot in spots and spot not in found:
                        found.add(spot)
                        waiting.append(spot)
        return found


def _rule_note(world: World, kind: str, rule: str) -> list[Note]:
    node = nodes.get(nodes.get(world.root.get("pieces"), kind), rule)
    return [Note("the number is given here", node.span)] if node is not None else []


def _s(number: int) -> str:
    return "" if number == 1 else "s"

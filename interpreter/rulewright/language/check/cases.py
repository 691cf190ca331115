"""`tests:`: what the author expects of the game (semantics section 16), read for the engines that run it."""

from __future__ import annotations

from collections.abc import Mapping as Options
from dataclasses import dataclass

from ...board import mask_of
from ...rules.game import Placed, Position, TestCase
from ...source.diagnostics import Report
from ...source.limits import LIMITS
from ...source.source import Span
from ..document.nodes import Mapping, Node, Scalar, Sequence
from . import nodes
from .amounts import HAND, SUPPLY, TAKEN
from .case_options import combination, complete, options_of
from .case_values import (
    check_expected_moves,
    read_moves,
    read_perft,
    read_phase,
    read_player,
    read_result,
    read_scores,
    read_variables,
)
from .fen import Fen, read_fen
from .piece_words import Piece, read_piece
from .places import ground_of
from .placing import Placing
from .setup import DIAGRAM, Anchor, check_position, place_diagram, read_line
from .trays import in_order, read_tray, without_standing
from .world import World

_CHECKS = ("perft", "moves", "also", "never", "result", "score", "play")
_TRAYS = (HAND, SUPPLY, TAKEN)


@dataclass(frozen=True, slots=True)
class RulesFacts:
    """What a test has to know of the rules."""

    phases: tuple[str | None, ...]
    has_score: bool
    torus_side: int | None
    start: Position
    anchor: Anchor | None = None


class Cases:
    """Reads the tests of a file and, when its rules are known, positions that are given in the same way."""

    def __init__(self, world: World, facts: RulesFacts, chosen: Options[str, str]) -> None:
        self._world, self._facts = world, facts
        self._options = options_of(world.root)
        self._here = complete(self._options, chosen)

    def read(self, node: Node | None, report: Report | None = None) -> tuple[TestCase, ...]:
        """The tests that are meant for these options. Those for others are read when their options are chosen.

        With a report of their own they leave no trace in what is known of the game.
        """
        world = self._world if report is None else self._world.copy(report)
        tests = [item for item in nodes.items(node) if isinstance(item, Mapping)]
        if not tests:
            _warn_of_none(world)
        found: list[TestCase] = []
        pieces = 0
        for number, test in enumerate(tests):
            if number >= LIMITS.tests.value or pieces > LIMITS.test_pieces.value:
                _tell_limit(world, test, number)
                break
            if combination(test, self._options, world.report) == self._here:
                found.append(_Reader(world, self._facts, test).read(self._here))
                position = found[-1].position
                pieces += len(position.pieces) if position else 0
        return tuple(found)


def _tell_limit(world: World, test: Mapping, number: int) -> None:
    many = number >= LIMITS.tests.value
    limit = LIMITS.tests if many else LIMITS.test_pieces
    message = f"at most {limit.value} {limit.bounds} are allowed."
    help = "keep the tests that show most" if many else "use smaller positions, or fewer tests"
    world.report.error("bounds-tests", message, test.entries[0].key.span if test.entries else test.span, help)


def _warn_of_none(world: World) -> None:
    if world.report.failed:  # first things first
        return
    top = world.root.entry("game") or world.root.entries[0]
    help = "add tests:, for example the number of first moves:  tests: [{perft: [20]}]"
    world.report.warning("tests-none", "nothing proves this file: it has no tests.", top.key.span, help)


class _Reader:
    """Reads one test."""

    def __init__(self, world: World, facts: RulesFacts, test: Mapping) -> None:
        self.world = world
        self.facts = facts
        self.test = test
        self.placing = Placing(world, ground_of(world, facts.torus_side))

    def read(self, options: dict[str, str]) -> TestCase:
        world, test = self.world, self.test
        self._check_something()
        fen = self._pieces()
        has_pieces = self._given("position") is not None or fen is not None
        if has_pieces:
            check_position(self.placing, self.facts.anchor, each_owner=False)
        variables = read_variables(world, self.placing.ground, test.get("vars"))
        check_expected_moves(world, test)
        return TestCase(
            test.span,
            nodes.text(test.get("name")),
            options,
            self._position(has_pieces),
            self._to_move(fen),
            read_phase(world, test.get("phase"), self.facts.phases),
            nodes.number(test.get("ply")) or (fen.ply if fen else None),
            self._with_fen(variables, fen),
            self._unmoved(fen, has_pieces),
            nodes.text(test.get("distinct")),
            read_moves(world, test.get("play")) or (),
            self._start_site(),
            read_perft(world, test.get("perft")),
            read_moves(world, test.get("moves")),
            read_moves(world, test.get("also")) or (),
            read_moves(world, test.get("never")) or (),
            read_result(world, test.get("result")),
            read_scores(world, test.get("score"), self.facts.has_score),
        )

    def _given(self, key: str) -> Node | None:
        node = self.test.get(key)
        return None if isinstance(node, Scalar) and node.value is None else node

    def _wrong(self, message: str, span: Span, help_text: str) -> None:
        self.world.report.error("test-position", message, span, help_text)

    def _check_something(self) -> None:
        """`moves: []` says something, other empty lists do not."""
        for key in _CHECKS:
            node = self._given(key)
            if node is not None and (key == "moves" or not isinstance(node, Sequence) or node.items):
                return
        first = self.test.entry("name") or (self.test.entries[0] if self.test.entries else None)
        message = "this test checks nothing."
        help = "add what you expect: perft, moves, also, never, result, score or play"
        self.world.report.error("test-empty", message, first.key.span if first else self.test.span, help)

    # ------------------------------------------------------------ the position

    def _pieces(self) -> Fen | None:
        """Puts the pieces of `position:` or `fen:` on the board."""
        position, fen = self._given("position"), nodes.scalar(self._given("fen"))
        if position is not None and fen is not None:
            self._wrong("this test has a position and a fen.", self._key("fen"), "keep one of the two")
            return None
        if fen is not None:
            for twice in ("to_move", "unmoved"):
                if self._given(twice) is not None:
                    self._wrong(f"the fen already says {twice}.", self._key(twice), "delete one of the two")
            return read_fen(self.world, self.placing, fen, self._given("vars") is not None)
        if isinstance(position, Scalar):
            place_diagram(self.world, self.placing, position)
        elif isinstance(position, Mapping):
            for key, value in position.items():
                self._line(key, value)
        elif position is not None:
            message = "a position is a diagram, PIECE: sites, or site: PIECE."
            self._wrong(message, position.span, "for example {e5: black pin, d5: white pin}")
        return None

    def _key(self, key: str) -> Span:
        entry = self.test.entry(key)
        return entry.key.span if entry else self.test.span

    def _line(self, key: Scalar, value: Node) -> None:
        if key.text in _TRAYS and self.world.symbols.get(key.text) is None:
            message = f'"{key.text}" is not part of the position.'
            self._wrong(message, key.span, f"write {key.text}: beside position:, not inside it")
        elif key.text != DIAGRAM and self.placing.ground.is_site(key.text):
            self._site_line(key, value)
        elif key.text != DIAGRAM and _looks_like_site(key.text) and key.text not in self.world.symbols:
            self.placing.ground.named(key)
        else:
            read_line(self.world, self.placing, key, value, "position")

    def _site_line(self, key: Scalar, value: Node) -> None:
        """`site: PIECE`, or a list of pieces from bottom to top."""
        spots = self.placing.ground.named(key)
        words = nodes.texts(value)
        if isinstance(value, Mapping) or not words:
            message = f'"{key.text}" is a site; behind it stands the piece that is there.'
            self._wrong(message, value.span, f"write {key.text}: PIECE, or PIECE: [{key.text}]")
            return
        for word in words:
            piece = read_piece(self.world, word)
            for spot, _ in spots if piece else ():
                assert isinstance(piece, Piece)
                self.placing.add(spot, piece, word.span)

    def _position(self, has_pieces: bool) -> Position | None:
        """The pieces and trays; None for the set-up itself."""
        given = {tray: node for tray in _TRAYS if (node := self._given(tray)) is not None}
        if not has_pieces and not given:
            return None
        start = self.facts.start
        pieces = self.placing.placed() if has_pieces else start.pieces
        stocks = without_standing(start.trays, pieces) if has_pieces else list(start.trays)
        for tray, node in given.items():
            written = read_tray(self.world, node, tray, self.placing)
            named = {(stock.owner, stock.kind) for stock in written}
            stocks = [one for one in stocks if one.tray != tray or (one.owner, one.kind) not in named]
            stocks += written
        return Position(self.test.span, pieces, in_order(stocks))

    # ------------------------------------------------------------ whose turn, what has moved

    def _to_move(self, fen: Fen | None) -> int:
        word = nodes.scalar(self.test.get("to_move"))
        if fen is not None:
            return fen.to_move
        return (read_player(self.world, word) or 0) if word else 0

    def _with_fen(self, variables: list[tuple[int, int, int]], fen: Fen | None) -> tuple[tuple[int, int, int], ...]:
        said = [] if fen is None else fen.variables
        kept = [entry for entry in variables if entry[0] not in [number for number, _ in said]]
        return (*kept, *((number, 0, value) for number, value in said))

    def _unmoved(self, fen: Fen | None, has_pieces: bool) -> int | None:
        """The sites of `unmoved:`, else those with the same piece as at the start; None for the set-up."""
        standing = self.placing.placed() if has_pieces else self.facts.start.pieces
        here = _tops(self.world, standing)
        node = self._given("unmoved")
        if node is not None and fen is None:
            return self._named_unmoved(node, here)
        if not has_pieces:
            return None
        start = _tops(self.world, self.facts.start.pieces)
        royal = fen.royal_kinds if fen and fen.castling is not None else frozenset()
        same = [site for site, piece in here.items() if start.get(site) == piece and piece[1] not in royal]
        return mask_of(same) | (fen.castling or 0 if fen else 0)

    def _named_unmoved(self, node: Node, here: dict[int, tuple[int | None, int]]) -> int:
        ground = self.placing.ground
        named = [
            spot
            for item in nodes.texts(node)
            for spot in (ground.described(item, "unmoved:") if isinstance(node, Scalar) else ground.named(item))
        ]
        sites = []
        for spot, span in named:
            site = ground.number(spot)
            if site in here:
                sites.append(site)
            elif not isinstance(node, Scalar):
                message = f'"{ground.label(spot)}" is empty, so nothing on it is unmoved.'
                self._wrong(message, span, "name sites that hold a piece in this position")
        return mask_of(sites)

    def _start_site(self) -> str | None:
        """`from:`, a site."""
        word = nodes.scalar(self.test.get("from"))
        return word.text if word and self.placing.ground.named(word) else None


def _tops(world: World, pieces: tuple[Placed, ...]) -> dict[int, tuple[int | None, int]]:
    """Owner and kind of the top piece of the main layer, by site."""
    main = [piece for piece in pieces if world.kinds[piece.kind].layer == 0]
    return {piece.site: (piece.owner, piece.kind) for piece in sorted(main, key=lambda piece: piece.level)}


def _looks_like_site(text: str) -> bool:
    """A letter or two and a number, or coordinates: surely meant as a site."""
    letters = text.rstrip("0123456789")
    return ("," in text) or (0 < len(letters) <= 2 and letters != text)

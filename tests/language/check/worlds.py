"""Small games read as far as set-ups and tests need them: players, board, pieces, regions, variables."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import dedent

from rulewright.language.check.boards import read_board
from rulewright.language.check.cases import Cases, RulesFacts
from rulewright.language.check.pieces import read_pieces
from rulewright.language.check.players import read_forward, read_players
from rulewright.language.check.regions import read_regions
from rulewright.language.check.setup import Anchor, read_setup
from rulewright.language.check.variables import read_variables
from rulewright.language.check.world import World
from rulewright.language.document.nodes import Mapping
from rulewright.language.document.reader import read_document
from rulewright.language.syntax.trees import Trees
from rulewright.language.variants.options import apply
from rulewright.rules.game import Placed, Position, TestCase
from rulewright.source.diagnostics import Diagnostic, Report
from rulewright.source.source import Source


@dataclass
class Game:
    """A world with its start position and the tests for the chosen options."""

    world: World
    start: Position
    tests: tuple[TestCase, ...] = ()
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def codes(self) -> list[str]:
        return [found.code for found in self.diagnostics]

    @property
    def only(self) -> Diagnostic:
        """The only diagnostic."""
        assert len(self.diagnostics) == 1, self.diagnostics
        return self.diagnostics[0]

    @property
    def marked(self) -> str:
        """The text under the caret of the only diagnostic."""
        span = self.only.span
        assert span is not None
        return span.text

    def pieces(self, position: Position | None = None) -> dict[str, list[str]]:
        """The pieces of a position in words, by site, from bottom to top."""
        found: dict[str, list[str]] = {}
        for piece in (position or self.start).pieces:
            found.setdefault(self.world.ready_board.sites[piece.site].name, []).append(self.words(piece))
        return found

    def words(self, piece: Placed) -> str:
        kind = self.world.kinds[piece.kind]
        owner = [] if piece.owner is None else [self.world.players[piece.owner].name]
        states = [axis.values[value] for axis, value in zip(kind.axes, piece.values, strict=True)]
        return " ".join([*owner, *states, kind.name])

    def trays(self, position: Position | None = None) -> dict[str, int]:
        """What is in the trays: `hand white stone` -> 6."""
        found = {}
        for stock in (position or self.start).trays:
            kind = self.world.kinds[stock.kind]
            owner = [] if stock.owner is None else [self.world.players[stock.owner].name]
            states = [axis.values[value] for axis, value in zip(kind.axes, stock.values, strict=True)]
            found[" ".join([stock.tray, *owner, *states, kind.name])] = stock.count
        return found


def read_game(
    text: str,
    *,
    options: dict[str, str] | None = None,
    phases: tuple[str | None, ...] = (None,),
    has_score: bool = False,
    side: int | None = None,
    anchor: Anchor | None = None,
) -> Game:
    """Reads a game; one without `tests:` is not told that it has none."""
    source = Source("game.yaml", dedent(text))
    report = Report()
    document = read_document(source, report)
    assert document is not None, list(report)
    root = apply(document.root, options or {}, report)
    assert root is not None, list(report)
    world = World(report, root, "game", Trees(report))
    read_players(world)
    assert read_board(world) is not None, list(report)
    read_forward(world, world.ready_board)
    read_pieces(world)
    read_regions(world)
    read_variables(world)
    setup = root.get("setup")
    start = read_setup(world, setup if isinstance(setup, Mapping) else None, side, anchor)
    facts = RulesFacts(phases, has_score, side, start, anchor)
    tests: tuple[TestCase, ...] = ()
    if root.get("tests") is not None:
        tests = Cases(world, facts, options or {}).read(root.get("tests"))
    return Game(world, start, tests, list(report))

"""The workbench of the check: what is known of the game so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from ...board import Board
from ...board.problems import Collector
from ...rules import expressions as rx
from ...rules.effects import Effect
from ...rules.game import Define, Hook, Kind, PathSpec, Player, Region, State, VariableSpec
from ...rules.paths import Path
from ...rules.types import Type
from ...source.diagnostics import Note, Report
from ...source.limits import LIMITS
from ...source.source import Span
from ..document.nodes import Mapping, Node, Scalar
from ..hiding import HIDDEN, HIDDEN_HELP, speaks_of_hiding
from ..syntax import ast
from ..syntax.trees import Trees
from . import nodes
from .scope import Scope, Uses
from .symbols import ADVICE, BUILT_IN_NOUNS, CONNECTING, EVERYDAY_WORDS, RESERVED, Symbol, What

if TYPE_CHECKING:
    from .actions import ActionDraft

MAIN_LAYER = "main"


_AT_LEAST = re.compile(r"at\s+(least|most)\s+(\d+)\s+([a-z]\w*)")
_GOALS = ("empty", "piece", "mine", "my", "enemy", "anywhere", "neutral", "off")


@dataclass(slots=True)
class DefineDraft:
    """A define as written: its parameters and its body, checked anew for each row of argument types.

    The body is an expression, or a block of effects; None if it could not be read.
    """

    name: str
    span: Span
    parameters: tuple[tuple[str, Span], ...]
    body: ast.Expr | ast.Block | None
    used: bool = False
    broken: bool = False
    expected: frozenset[Type] = frozenset()
    is_table: bool = False


@dataclass(frozen=True, slots=True)
class Instance:
    """A define checked for certain argument types."""

    index: int
    type: Type
    uses: Uses


@dataclass(frozen=True, slots=True)
class PerformedInstance:
    """A define of effects checked for certain argument types, at a certain sort of place."""

    effects: tuple[Effect, ...]
    uses: Uses


@dataclass(slots=True)
class PathDraft:
    name: str
    span: Span
    body: ast.Path | None
    index: int
    used: bool = False
    broken: bool = False
    uses: Uses = field(default_factory=Uses)


@dataclass(slots=True)
class World:
    """Filled section by section; later sections look up what earlier ones left here."""

    report: Report
    root: Mapping
    id: str
    trees: Trees
    players: list[Player] = field(default_factory=list)
    board: Board | None = None
    layers: list[str] = field(default_factory=lambda: [MAIN_LAYER])
    stack: int = 1
    kinds: list[Kind] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    variables: list[VariableSpec] = field(default_factory=list)
    hooks: list[Hook] = field(default_factory=list)
    symbols: dict[str, Symbol] = field(default_factory=dict)
    define_drafts: dict[str, DefineDraft] = field(default_factory=dict)
    defines: list[Define] = field(default_factory=list)
    instances: dict[tuple[object, ...], Instance | None] = field(default_factory=dict)
    performed: dict[tuple[object, ...], PerformedInstance | None] = field(default_factory=dict)
    path_drafts: dict[str, PathDraft] = field(default_factory=dict)
    paths: list[PathSpec] = field(default_factory=list)
    attributes: dict[str, list[Node]] = field(default_factory=dict)
    kind_attributes: dict[int, set[str]] = field(default_factory=dict)
    attribute_paths: dict[str, list[Path]] = field(default_factory=dict)
    attribute_uses: dict[str, Uses] = field(default_factory=dict)
    used_attributes: set[str] = field(default_factory=set)
    later_uses: list[tuple[Scope, Uses, str, Span]] = field(default_factory=list)
    actions: dict[str, ActionDraft] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    hand_kinds: set[int] = field(default_factory=set)
    once: set[int] = field(default_factory=set)  # kinds of which there can never be a second piece
    once_each: set[int] = field(default_factory=set)  # kinds of which no player can ever have a second piece
    ranges: dict[tuple[object, ...], tuple[int, int]] = field(default_factory=dict)  # of defines, by their arguments
    drawn: int = 0  # characters of the drawings beside the game
    turn_limit: int = 5000
    forward_told: bool = False
    kept: dict[str, rx.Expr] = field(default_factory=dict)  # what `kept` asks after each turn, by its text
    followed: dict[str, rx.Followed] = field(default_factory=dict)  # what `kept one` follows, by its text
    refused: set[str] = field(default_factory=set)  # names that were told to be wrong where they are declared
    later: list[Callable[[], None]] = field(default_factory=list)
    named: int = 0  # sites that lists have named so far
    _sentence: tuple[str, int] | None = None
    _parsed: dict[tuple[int, str], ast.Node | None] = field(default_factory=dict)

    def copy(self, report: Report) -> World:
        """All that is known, for somebody who tells another report; what is noted in one is not noted in the other."""
        known = {each.name: getattr(self, each.name) for each in fields(self)}
        own = {name: copy(value) for name, value in known.items() if isinstance(value, list | dict | set)}
        return World(**{**known, **own, "report": report, "trees": Trees(report), "later": [], "_parsed": {}})

    # ------------------------------------------------------------ names

    def declare(self, what: What, name: str, span: Span, index: int = 0, written: str | None = None) -> bool:
        """Enters a name of the file, `written` as what the author calls it; tells the author if it is taken."""
        if name in RESERVED or name in BUILT_IN_NOUNS:
            message = f'"{name}" is a word of the language and cannot be the name of {written or what.value}.'
            self.report.error("name-reserved", message, span, f'choose another name, for example "the_{name}"')
            self.refused.add(name)
            return False
        known = self.symbols.get(name)
        if known is not None and known.span != span:
            new, old = (found.value.split(" ", 1)[1] for found in (what, known.what))
            notes: tuple[Note, ...] = ()
            if known.span is None:  # the board brings this name along
                help_text = f"choose another name for the {new}"
            else:
                help_text = f"rename the {new} or the {old}"
                notes = (Note(f"the {old} is here", known.span),)
            message = f'"{name}" is already {known.what.value}.'
            self.report.error("name-twice", message, span, help_text, *notes)
            self.refused.add(name)
            return False
        self.symbols[name] = Symbol(what, name, span, index)
        return True

    def states_of_row(self, row: str | None) -> list[str]:
        """The states that a piece of the main layer can have in a row of that name, or in any."""
        axes = [axis for kind in self.kinds if not kind.layer for axis in kind.axes if axis.directions is None]
        return list(dict.fromkeys(value for axis in axes if row in (None, axis.name) for value in axis.values))

    def check_local(self, name: str, span: Span, how: str) -> bool:
        """Whether a local name (`as`, `let`, `with`, a parameter) hides nothing."""
        if name in RESERVED or name in BUILT_IN_NOUNS:
            message = f'"{name}" is a word of the language; choose another name for the {how}.'
            self.report.error("shadow", message, span, f'for example "the_{name}"')
            return False
        known = self.symbols.get(name)
        if known is not None:
            notes = (Note("it is written here", known.span),) if known.span else ()
            message = f'"{name}" is already {known.what.value}; choose another name for the {how}.'
            self.report.error("shadow", message, span, f'for example "the_{name}"', *notes)
            return False
        return True

    def unknown(self, name: str, span: Span, known: Iterable[str], what: str = "") -> None:
        """ "I don't know …", with the word that looks most like it; silent if its declaration was refused."""
        if name in self.refused and name not in self.symbols:
            return
        line = (span.source.name, span.line)
        if line == self._sentence:  # told already: a sentence that is not ours is not taken apart
            return
        if name in CONNECTING or name == "board":
            self._sentence = line
        listed = list(known)
        guess = self.report.similar(name, listed)
        if not guess and speaks_of_hiding(name):
            self.report.error("schema-hidden", HIDDEN, span, HIDDEN_HELP)
            return
        said = EVERYDAY_WORDS.get(name)
        row = re.fullmatch(r"(rows?|columns?|point)(\d+)", name)
        if row is not None:
            self.report.error("name-unknown", f'I don\'t know {what}"{name}".', span, f'write "{row[1]} {row[2]}"')
            return
        told = self._whole_sentence(name, span, what)
        if told:
            self._sentence = line
            help_text = told
        elif said in listed or (not what and said in ("in", "next to")):
            help_text = f'write "{said}"'
        elif name in ADVICE:
            help_text = ADVICE[name]
        elif guess:
            symbol = self.symbols.get(guess)
            told = f" ({symbol.what.value} of this game)" if symbol and symbol.span else ""
            help_text = f'did you mean "{guess}"{told}?'
        elif listed and len(listed) <= 12:
            help_text = f"I know: {', '.join(sorted(listed))}"
        else:
            help_text = "check the spelling, or define it"
        self.report.error("name-unknown", f'I don\'t know {what}"{name}".', span, help_text)

    def _whole_sentence(self, name: str, span: Span, what: str) -> str | None:
        """What to write where the words around say what is meant: the rest of the line is not taken apart."""
        before, behind = span.source.text[: span.start], span.source.text[span.start :]
        number = _AT_LEAST.match(behind)
        if number:
            sign = ">=" if number[1] == "least" else "<="
            return f'count for each site: "… where count ({number[3]} next to it) {sign} {number[2]}"'
        if what == "the path " and re.search(r"\bthen\s+$", before) and (name in _GOALS or name in self.symbols):
            return (
                f'goals are joined with "or": "to … or {name}"; behind "then" stands another leg: "step any to {name}"'
            )
        if name == "capture" and re.search(r"\bto\b[^,{}\n]*\bor\s+$", before):
            return 'landing on a piece captures it: write "to … or enemy"'
        return None

    # ------------------------------------------------------------ texts

    def parse(self, node: Node | None, entry: str) -> ast.Node | None:
        """The syntax tree of a rule text; each text is parsed once."""
        if not isinstance(node, Scalar):
            return None
        key = (id(node), entry)
        if key not in self._parsed:
            self._parsed[key] = self.trees.of(node, entry)
        return self._parsed[key]

    def parse_expr(self, node: Node | None) -> ast.Expr | None:
        found = self.parse(node, "expr")
        return found if isinstance(found, ast.Expr) else None

    def parse_block(self, node: Node | None) -> ast.Block | None:
        """A list of effects, one effect, or a group of them with its condition; what cannot be read is left out."""
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return None
        condition, unless, otherwise = None, False, None
        done: Node | None = node
        if isinstance(node, Mapping):
            unless = nodes.scalar(node.get("unless")) is not None
            asked = nodes.scalar(node.get("unless" if unless else "if"))
            condition = self.parse_expr(asked)
            if asked is not None and condition is None:
                return None
            done, otherwise = node.get("do"), node.get("else")
        return ast.Block(node.span, condition, unless, self._parse_items(done), self._parse_items(otherwise))

    def _parse_items(self, node: Node | None) -> tuple[ast.Statement | ast.Block, ...]:
        found: list[ast.Statement | ast.Block] = []
        for item in nodes.items(node):
            made = self.parse_block(item) if isinstance(item, Mapping) else self.parse(item, "stmt")
            if isinstance(made, ast.Statement | ast.Block):
                found.append(made)
        return tuple(found)

    def parse_path(self, node: Node | None) -> ast.Path | None:
        found = self.parse(node, "path")
        return found if isinstance(found, ast.Path) else None

    # ------------------------------------------------------------ small facts

    def player_index(self, name: str) -> int | None:
        symbol = self.symbols.get(name)
        return symbol.index if symbol and symbol.what is What.PLAYER else None

    @property
    def one_enemy(self) -> bool:
        """Whether `enemy` always means exactly one player."""
        return len(self.players) == 2 and (self.players[0].team is None or self.players[0].team != self.players[1].team)

    @property
    def ready_board(self) -> Board:
        if self.board is None:
            raise AssertionError("the board is read before everything that asks for it")
        return self.board

    def read_sites(self, text: str) -> list[tuple[int, tuple[int, int]]]:
        """The sites of a list, and where in it each is named; raises `BoardProblems`.

        A few letters may name thousands, and a file has room for thousands of lists.
        """
        problems = Collector()
        most = LIMITS.named_sites.value
        if self.named > most:
            message = f"the lists of this game name more than {most:,} sites, so the rest of them is not read."
            problems.add("board-limit", message, (), "give a set that you need often a name, under regions:")
            problems.stop_if_any()
        found = self.ready_board.names.read(text, (), problems)
        problems.stop_if_any()
        self.named += len(found or ())
        return found or []

    def unclear_enemy(self, what: str, span: Span, help_text: str = "name the player") -> None:
        """`enemy` where one player is needed, but there are several, or none."""
        if len(self.players) == 1:
            message = "this game has one player, so there is no enemy."
            help_text = "leave it out, or add a player"
        else:
            message = f"with {len(self.players)} players {what}."
        self.report.error("players-enemy", message, span, help_text)

    def is_upside_down(self, text: str, span: Span, low: int, high: int | None) -> bool:
        """Whether a range goes from a larger number to a smaller one; told if it does."""
        if high is None or low <= high:
            return False
        self.report.error("bounds-range", f'the range "{text}" is upside down.', span, f'write "{high}..{low}"')
        return True

    def broken(self, span: Span) -> rx.Expr:
        return rx.Broken(span, Type.BROKEN)

    def reject(self, code: str, message: str, span: Span, help: str | None = None, *notes: Note) -> rx.Expr:
        """Tells a mistake, and gives what stands in its place so that the check can go on."""
        self.report.error(code, message, span, help, *notes)
        return self.broken(span)

"""A node of a game: a position, how it came about, and what can be played. States are made of them.

A node never changes, so copies of a state share it. It holds a position as the engine that made it has it, and
gives it in the other form when it is asked.

What is found on the way is kept, and may be forgotten again at any time by another thread: a list is made whole before
it is kept, and whoever needs one reads the field once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from .engine_choice import Engines, Impatient
from .errors import OutOfRoom, TooLarge, Unplayable
from .moves import Move
from .reference.budget import allowed
from .reference.exploring import Written
from .reference.game_flow import LegalTurn, Result, leads_to, route_of
from .reference.labels import PASS, Labels, Parts, SiteNames, around
from .reference.notation import NotedMove, noted
from .reference.position import Position
from .reference.trails import Ways

if TYPE_CHECKING:
    from .game import Game
    from .native.engine import NativeEngine, Snapshot
    from .native.runtime.move_decoder import TurnList
    from .reference.turns import Unfinished

Answer = TypeVar("Answer")
_NAMING = 1.0  # seconds after which no further move is named that led to an error
_names_moves: ContextVar[bool] = ContextVar("names_moves", default=False)


class Node:
    __slots__ = (
        "_asked", "_count", "_decided", "_hashed", "_index", "_made_by", "_moves", "_noted", "_origin", "_position",
        "_snapshot", "_steps", "_texts", "_too_big", "_turns", "game", "goes_on", "parent", "result",
    )  # fmt: skip

    def __init__(
        self,
        game: Game,
        position: Position | Snapshot,
        result: Result | None = None,
        origin: tuple[int, int] | None = (0, 0),
        parent: Node | None = None,
        index: int = -1,
        move: Move | None = None,
    ) -> None:
        self.game = game
        self._position: Position | None = None
        self._snapshot: Snapshot | None = None
        if isinstance(position, Position):
            self._position = position
        else:
            self._snapshot = position
        self.result = result  # None until the moves are known, where a player without one ends the game
        self.goes_on = False  # known: some decision is offered
        self._origin = origin
        self.parent, self._index, self._made_by = parent, index, move
        self._too_big: bool = parent is not None and parent._too_big  # more than the native engine has room for
        self._count = -1
        self._steps: bytes | None = None  # what built-in methods know of the engine: see stepping
        self._decided: Unfinished | None = None  # the turn that led here, if it was decided step by step
        self._turns: list[LegalTurn] | None = None
        self._moves: list[Move] | None = None
        self._texts: list[str] | None = None
        self._asked = False  # whether somebody has wanted the text of one move
        self._noted: NotedMove | None = None
        self._hashed: int | None = None  # kept, since in the middle of a turn it takes long

    # ------------------------------------------------------------ the position

    @property
    def position(self) -> Position:
        if self._position is None:
            self._position = self._native_made().position(self._made_snapshot())
        return self._position

    def _native_made(self) -> NativeEngine:
        native = self.game._engines.native()
        assert native is not None
        return native

    def _made_snapshot(self) -> Snapshot:
        assert self._snapshot is not None
        return self._snapshot

    def snapshot(self, native: NativeEngine) -> Snapshot:
        if self._snapshot is None:
            self._snapshot = native.snapshot(self.position)
        return self._snapshot

    def _number(self, name: str) -> int:
        """A number of the position that is needed often, from whichever form is there."""
        if self._position is not None:
            found: int = getattr(self._position, name)
            return found
        native = self._native_made()
        return native.word(self._made_snapshot(), getattr(native.layout, name))

    @property
    def me(self) -> int:
        return self._number("me")

    @property
    def ply(self) -> int:
        return self._number("ply")

    @property
    def is_chance(self) -> bool:
        """Whether chance decides how the turn goes on."""
        if self.result is not None:
            return False
        return self.game._engine.course.chance_at(self._number("phase"), self.me, self._number("segment"))

    @property
    def is_secret(self) -> bool:
        """Whether all choose together now, each without seeing what the others have chosen."""
        if self.result is not None or not self.game._engine.facts.together:
            return False
        return self.game._engine.course.secret_at(self._number("phase"), self.me, self._number("segment"))

    @property
    def origin(self) -> tuple[int, int]:
        """The middle of what is named on an unbounded board."""
        unknown = []
        node = self
        while node._origin is None:
            unknown.append(node)
            assert node.parent is not None
            node = node.parent
        origin = node._origin
        for node in reversed(unknown):
            origin = node._origin = around(self.game._engine, node.position, origin)
        return origin

    def hash(self) -> int:
        found = self._hashed
        if found is None:
            if self._snapshot is not None:
                found = self._native_made().hash(self._snapshot)
            if found is None:
                found = self.game._engine.hashes.position(self.position)
            self._hashed = found
        return found

    # ------------------------------------------------------------ legal moves

    def _natively(self, ask: Callable[[NativeEngine, Snapshot], Answer]) -> Answer | None:
        """What the native engine answers; None where there is none, it is not worth it yet, or it has no room."""
        native = None if self._too_big else self.game._engines.fast()
        if native is None:
            return None
        try:
            return ask(native, self.snapshot(native))
        except OutOfRoom:
            self._too_big = True
            return None

    def is_of(self, engines: Engines) -> bool:
        """Whether what is known of it was not found by an engine that is no longer there."""
        return self._snapshot is None or self._snapshot._native is engines.native()

    def fits(self, native: NativeEngine) -> bool:
        """Whether the position finds room in a block."""
        try:
            self.snapshot(native)
        except OutOfRoom:
            self._too_big = True
        return not self._too_big

    def count(self) -> int:
        """How many legal moves there are. With none, the result is known afterwards."""
        if self._count < 0:
            self._count = self._found()
        return self._count

    def _found(self) -> int:
        if self.result is not None:
            return 0
        if self._turns is None:
            answer = self._natively(lambda native, snapshot: native.count(snapshot))
            if answer is not None:
                found, self.result = answer
                self._steps = self.game._engines.steps()
                return found
        return len(self.turns())

    def turns(self) -> list[LegalTurn]:
        """The legal turns in canonical order."""
        found = self._turns
        if found is None:
            found = self._turns = self._find_turns() if self.result is None else []
        return found

    def _find_turns(self) -> list[LegalTurn]:
        answer = self._natively(lambda native, snapshot: native.turns(snapshot))
        if answer is not None:
            turns, self.result = answer
            return turns.moves()
        try:
            with self.game._engines.patient():
                return self._turns_of_reference()
        except Impatient:
            return self._find_turns()

    def _turns_of_reference(self) -> list[LegalTurn]:
        course = self.game._engine.course
        with self.telling_moves():
            found = course.legal(self.position)
            if found:
                return found
            stuck = course.stuck(self.position)
        if isinstance(stuck, Result):
            self.result = stuck
            return []
        return [stuck]

    def weights(self) -> list[int]:
        if not self.is_chance:
            return [1] * self.count()
        if self._turns is None:
            answer = self._natively(lambda native, snapshot: native.weights(snapshot))
            if answer is not None:
                return answer
        return [turn.weight for turn in self.turns()]

    def moves(self) -> list[Move]:
        found = self._moves
        if found is None:
            found = [Move._of(self, index) for index in range(self.count())]
            if self._steps is not None:  # moves know their node, and it knows them now
                from .stepping import tracked

                tracked(self)
            self._moves = found
        return found

    def move(self, index: int) -> Move:
        known = self._moves
        if known is not None:
            return known[index]
        amount = self.count()
        if not -amount <= index < amount:
            raise IndexError(f"there are {amount} legal moves")
        return Move._of(self, index % amount)

    def index_of(self, move: Move) -> int | None:
        """The place of an equal move in the list."""
        known = move._index_in(self)
        if known is not None:
            return known
        for index, legal in enumerate(self.moves()):
            if legal.key == move.key and legal.text == move.text:
                return index
        return None

    def after(self, index: int, move: Move | None = None) -> Node:
        """The node after a legal move, by its place in the list."""
        made: tuple[Position | Snapshot, Result | None] | None = None
        if self.count():
            made = self._natively(lambda native, snapshot: native.play(snapshot, index))
        natively = made is not None
        if made is None:
            turn = self.turns()[index]
            made = turn.position, turn.result
        following = Node(self.game, *made, self._following_origin, self, index, move)
        if natively:
            self._steps = following._steps = self.game._engines.steps()
        return self._noting(following)

    @property
    def index(self) -> int:
        """The place of the move that was played to get here; after a turn that was decided it is looked up."""
        if self._index < 0 and self.parent is not None:
            self._index = self.parent._place_of(self, self._decided)
        return self._index

    def decided(self, turn: Unfinished) -> Node:
        """The node after a complete turn of this position, without a list of the others."""
        with self.telling_moves():
            return self.reached(*self.game._engine.course.reached(self.position, turn), turn)

    def reached(self, position: Position | Snapshot, result: Result | None, turn: Unfinished | None = None) -> Node:
        """The node that a turn, which was decided step by step, leads to."""
        following = Node(self.game, position, result, self._following_origin, self)
        following._decided = turn
        if result is not None:  # which rule it was is told by the turn with the smallest key (D72)
            return self.after(following.index)
        return following

    def _place_of(self, following: Node, made: Unfinished | None) -> int:
        """The place of the move that leads to a node: by the key of the turn if it stands for it, else by the node."""
        if made is None and self._turns is None:
            place = self._natively(lambda native, snapshot: self._found_natively(native, snapshot, following))
            if place is not None:
                return place
        distinct, facts = self.game.rules.distinct, self.game._engine.facts
        if made is not None and not facts.repeats_chains:  # then keys alone do not tell
            for place, turn in enumerate(self.turns()):
                if turn.key == made.key:
                    return place
        reached, hashed = leads_to(following.position, following.result), following.hash()
        for place in range(self.count()):
            there = self.after(place)
            if there.hash() != hashed or leads_to(there.position, there.result) != reached:
                continue
            if made is None or distinct != "route" or route_of(self.turns()[place].key) == route_of(made.key):
                return place
        raise AssertionError("a legal turn is one of the legal moves")

    @staticmethod
    def _found_natively(native: NativeEngine, snapshot: Snapshot, following: Node) -> int | None:
        return native.place(snapshot, following.snapshot(native))

    @property
    def _following_origin(self) -> tuple[int, int] | None:
        return None if self.game.rules.unbounded is not None else self._origin

    def made_by(self) -> Move:
        """The move that was played to get here."""
        if self._made_by is None:
            assert self.parent is not None
            self._made_by = Move._of(self.parent, self._index) if self._index >= 0 else Move._leading_to(self)
        return self._made_by

    def _noting(self, following: Node) -> Node:
        turns = self._turns
        if turns is not None:  # it is at hand now
            following._noted = noted(self.game._engine, turns[following.index], self.me)
        return following

    @contextmanager
    def telling_moves(self) -> Iterator[None]:
        """Around what the reference engine is asked: where the game cannot go on, the error says how to come there."""
        try:
            yield
        except Unplayable as error:
            if not error.moves and not _names_moves.get():
                error.moves, error._has_all_moves = self._moves_before()
            raise

    def _moves_before(self) -> tuple[tuple[str, ...], bool]:
        """The moves that led here, as far as they are named soon, and whether these are all."""
        found: list[str] = []
        node, end = self, process_time() + _NAMING
        token = _names_moves.set(True)
        try:
            with suppress(Unplayable), allowed(self.game._engine, self.position):
                while node.parent is not None and process_time() < end:
                    found.append(node.made_by().text)
                    node = node.parent
                    node.forget()
        finally:
            _names_moves.reset(token)
        return tuple(reversed(found)), node.parent is None

    def forget(self) -> None:
        """Gives up what can be found again: the lists of a position that was left."""
        self._turns = self._moves = self._texts = None
        self._asked = False

    # ------------------------------------------------------------ texts

    def text(self, index: int) -> str:
        """The text of one move; whoever wants a second one gets them all."""
        if self._texts is None and not self._asked:
            self._asked = True
            found = self._text_natively(lambda turns: turns.order[index])
            if found is not None:
                return found
        return self.texts()[index]

    def text_to(self, following: Node) -> str | None:
        """The text of the move that has led to a node; None if it takes the texts of all moves to tell it."""
        return self._text_natively(lambda turns: turns.leading_to(following.snapshot(turns.native)))

    def turn_to(self, following: Node) -> tuple[str, Parts]:
        """The text and the parts of the turn that has led to a node; if it can be, without a list of all others."""
        labels = self.labels() if self.game._notation.hook is None and self.labels().tell_sites else None

        def ask(native: NativeEngine, snapshot: Snapshot) -> tuple[str | None, Parts] | None:
            turns, _ = native.turns(snapshot, kept=False)
            number = turns.leading_to(following.snapshot(native)) if turns.amount else None
            if number is None:
                return None
            return (turns.text_alone(number, labels) if labels is not None else None), turns.parts(number)

        # Where routes are told apart, what a turn leads to does not tell it.
        told = self._natively(ask) if self.game.rules.distinct != "route" else None
        text, parts = told or (None, self.turns()[following.index].parts)
        return text or following.made_by().text, parts

    def _text_natively(self, number_in: Callable[[TurnList], int | None]) -> str | None:
        """The text of a turn by its number in the native list; None if it takes those of the others to tell it."""
        if self.game._notation.hook is not None:
            return None
        labels = self.labels()

        def ask(native: NativeEngine, snapshot: Snapshot) -> str | None:
            turns, _ = native.turns(snapshot, kept=False)
            number = number_in(turns) if turns.amount else None
            return None if number is None else turns.text_alone(number, labels)

        return self._natively(ask) if labels.tell_sites else None

    def texts(self) -> list[str]:
        """The texts of the legal moves; equal ones are told apart by a number."""
        found = self._texts
        if found is None:
            found = []
            seen: dict[str, int] = {}
            for label in self._labelled():
                text = one_blank(label)  # whoever reads it may count no blanks
                number = seen[text] = seen.get(text, 0) + 1
                while number > 1 and f"{text} #{number}" in seen:  # another move is written so
                    number = seen[text] = number + 1
                if number > 1:
                    label = f"{text} #{number}"
                    seen[label] = 1
                found.append(label)
            self._texts = found
        return found

    def _labelled(self) -> list[str]:
        if self.game._notation.hook is not None and not self.is_chance:
            return self.game._notation.format(self, self.turns())
        labels = self.labels()
        return [PASS if turn.forced_pass else self._label(labels, turn.parts) for turn in self.turns()]

    @staticmethod
    def _label(labels: Labels, parts: Parts) -> str:
        text = labels.turn(parts)
        return text if text and not text.isspace() else labels.names_of(parts)

    def labels(self) -> Labels:
        return Labels(self.game._engine, SiteNames(self.game._engine, self.origin))

    def matching(self, text: str) -> list[Move]:
        """The legal moves a text can mean; the label of any merged turn is understood (D75)."""
        wanted, texts = normal(text), self.texts()
        if not texts:  # the game is over: what could be done in this position is no legal move
            return []
        alike = [index for index, known in enumerate(texts) if normal(known) == wanted]
        if len(alike) > 1:  # only capitals tell them apart
            exact = one_blank(text)
            alike = [index for index in alike if one_blank(texts[index]) == exact] or alike
        if alike:
            return [self.moves()[index] for index in alike]
        if self.game._notation.hook is not None:
            found = self.game._notation.parse(self, text, self.turns())
            if found is not None:
                return [self.moves()[found]]
        meant = [self.moves()[index] for index in self._written(wanted)]
        if meant or " " not in wanted:
            return meant
        close = wanted.replace(" ", "")  # "B3 + C4", as rulebooks like to print it
        return [
            move
            for move, known in zip(self.moves(), self.texts(), strict=True)
            if normal(known).replace(" ", "") == close
        ]

    def _written(self, wanted: str) -> list[int]:
        """The moves that one of the turns merged into them is written so; their own texts are others."""
        labels, engine = self.labels(), self.game._engine
        if engine.turns.ways_meet and not self.is_chance and not self.is_secret:  # then to list all ways is long

            def text(turn: Unfinished) -> str:
                return normal(labels.turn(turn.parts))

            looked = Written(engine.candidates, self.position, wanted, text)
            with suppress(TooLarge):
                found = [turn for turn in engine.course.complete(self.position, looked) if text(turn) == wanted]
                if not found:
                    return []
                if engine.facts.turns_stand_alone:
                    return sorted({self.decided(turn).index for turn in found})
        return [index for index, turn in enumerate(self.turns()) if _is_written(turn, wanted, labels)]

    def so_far(self) -> tuple[Position, tuple[NotedMove, ...]]:
        """The position the game was begun with, and what was played since."""
        played = []
        node = self
        while node.parent is not None:
            if node._noted is None:
                node._noted = noted(self.game._engine, node.parent.turns()[node.index], node.parent.me)
            played.append(node._noted)
            node = node.parent
        return node.position, tuple(reversed(played))


def _is_written(turn: LegalTurn, wanted: str, labels: Labels) -> bool:
    """Whether one of the turns that were merged into a move has this text."""
    if isinstance(turn.twins, Ways):
        return turn.twins.are_written(wanted, lambda steps: normal(labels.part(steps)), PASS)
    return any(normal(labels.turn(parts)) == wanted for parts in turn.twins)


def one_blank(text: str) -> str:
    return " ".join(text.split())


def normal(text: str) -> str:
    return one_blank(text).lower()

"""`State`: a position in a game, its legal moves, and what became of it. The one object people use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from .engine.candidates import PartKey, Step
from .engine.course import LegalTurn, Result
from .engine.labels import PASS, Labels, SiteNames, around
from .engine.position import Position
from .engine.serialise import to_data
from .errors import AmbiguousMove, IllegalMove, InvalidMove
from .language.source import Span
from .notation import NotedMove, noted

if TYPE_CHECKING:
    from .game import Game
    from .reasons import Reason


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A whole turn: a value that can be compared, kept in sets and sorted in the order of legal moves."""

    key: tuple[PartKey, ...]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winners (nobody in a draw), scores if the game has them, and the rule that ended it."""

    winners: tuple[str, ...]
    draw: bool
    scores: dict[str, float] | None
    rule: Span | None

    def __str__(self) -> str:
        if self.draw:
            return "draw"
        return f"{' and '.join(self.winners)} wins" if self.winners else "nobody wins"


@dataclass(frozen=True, slots=True)
class PartChoice:
    """A next part of a turn; `complete` if the turn may end with it."""

    text: str
    key: tuple[PartKey, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class _Past:
    """What a move was played from, for taking it back."""

    position: Position
    result: Result | None
    origin: tuple[int, int]
    move: Move
    noted: NotedMove


class LegalMoves(Sequence[Move]):
    """The legal moves of a state in canonical order; found when first asked for."""

    def __init__(self, state: State) -> None:
        self._state = state

    def __len__(self) -> int:
        return len(self._state.turns())

    def __iter__(self) -> Iterator[Move]:
        return iter(self._state.moves())

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._state.moves()[index]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return len(self._state.matching(move)) == 1
        return move in self._state.moves()

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(move.text for move in self)})>"


class State:
    def __init__(self, game: Game, position: Position, result: Result | None = None) -> None:
        self.game = game
        self.position = position
        self.origin: tuple[int, int] = (0, 0)
        self._result = result
        self._past: list[_Past] = []
        self._turns: list[LegalTurn] | None = None
        self._moves: list[Move] | None = None

    # ------------------------------------------------------------ looking

    @property
    def player(self) -> str:
        """Who is to move: a player's name, or "chance"."""
        if self.is_chance:
            return "chance"
        return self.game.players[self.position.me]

    @property
    def is_chance(self) -> bool:
        return self._result is None and self.game.engine.course.is_chance(self.position)

    @property
    def legal_moves(self) -> LegalMoves:
        return LegalMoves(self)

    @property
    def weights(self) -> list[int]:
        """How likely each move of a chance node is, in whole numbers; 1 each for a player."""
        return [turn.weight for turn in self.turns()]

    @property
    def history(self) -> list[Move]:
        """The moves played to get here."""
        return [past.move for past in self._past]

    def turns(self) -> list[LegalTurn]:
        """The legal turns behind the legal moves."""
        if self._turns is None:
            self._turns = self._find_turns()
        return self._turns

    def _find_turns(self) -> list[LegalTurn]:
        if self._result is not None:
            return []
        course = self.game.engine.course
        found = course.legal(self.position)
        if found:
            return found
        stuck = course.stuck(self.position)
        if isinstance(stuck, Result):
            self._result = stuck
            return []
        return [stuck]

    def moves(self) -> list[Move]:
        if self._moves is None:
            self._moves = []
            seen: dict[str, int] = {}
            for turn, text in zip(self.turns(), self._texts(), strict=True):
                seen[text] = seen.get(text, 0) + 1
                shown = text if seen[text] == 1 else f"{text} #{seen[text]}"
                self._moves.append(Move(turn.key, shown))
        return self._moves

    def _texts(self) -> list[str]:
        if self.game.notation.hook is not None and not self.is_chance:
            return self.game.notation.format(self, self.turns())
        labels = self._labels()
        return [PASS if turn.forced_pass else labels.turn(turn.parts) for turn in self.turns()]

    def so_far(self) -> tuple[Position, tuple[NotedMove, ...]]:
        """The position this state was made with, and what was played since."""
        start = self._past[0].position if self._past else self.position
        return start, tuple(past.noted for past in self._past)

    def _labels(self) -> Labels:
        return Labels(self.game.engine, SiteNames(self.game.engine, self.origin))

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        if self._result is None:
            self.turns()  # a player without a move may have ended it
        result = self._result
        if result is None:
            return None
        names = self.game.players
        scores = dict(zip(names, result.scores, strict=True)) if result.scores else None
        winners = () if result.draw else tuple(names[player] for player in sorted(result.winners))
        return Outcome(winners, result.draw, scores, result.rule.span if result.rule else None)

    # ------------------------------------------------------------ playing

    def push(self, move: Move | str) -> None:
        """Plays a legal move, given as a value or as text."""
        if isinstance(move, str):
            move = self.parse(move)
        for known, turn in zip(self.moves(), self.turns(), strict=True):
            if known == move:
                noted_move = noted(self.game.engine, turn, self.position.me)
                self._past.append(_Past(self.position, self._result, self.origin, move, noted_move))
                self.position, self._result = turn.position, turn.result
                self.origin = around(self.game.engine, self.position, self.origin)
                self._turns = self._moves = None
                return
        raise IllegalMove(move.text, f'"{move.text}" is not legal here', str(self))

    def pop(self) -> Move:
        """Takes the last move back and gives it."""
        if not self._past:
            raise IndexError("no move has been played")
        past = self._past.pop()
        self.position, self._result, self.origin = past.position, past.result, past.origin
        self._turns = self._moves = None
        return past.move

    def copy(self) -> State:
        made = State(self.game, self.position, self._result)
        made.origin = self.origin
        made._past = list(self._past)
        made._turns, made._moves = self._turns, self._moves
        return made

    # ------------------------------------------------------------ texts

    def parse(self, text: str) -> Move:
        """The legal move a text means; the label of any merged turn is understood (D75)."""
        fitting = self.matching(text)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            ways = ", ".join(move.text for move in fitting)
            raise AmbiguousMove(text, f'"{text}" can mean {ways}', str(self))
        if self._looks_like_a_move(text):
            raise IllegalMove(text, f'"{text}" is not a legal move here', str(self))
        raise InvalidMove(text, f'"{text}" is not written like a move of {self.game.title}', str(self))

    def matching(self, text: str) -> list[Move]:
        """The legal moves a text can mean."""
        wanted = _normal(text)
        for move in self.moves():
            if _normal(move.text) == wanted:
                return [move]
        if self.game.notation.hook is not None:
            index = self.game.notation.parse(self, text, self.turns())
            if index is not None:
                return [self.moves()[index]]
        labels = self._labels()
        return [
            move
            for move, turn in zip(self.moves(), self.turns(), strict=True)
            if any(_normal(labels.turn(parts)) == wanted for parts in turn.twins)
        ]

    def _looks_like_a_move(self, text: str) -> bool:
        """Whether a text names a site of the board, or is a pass."""
        words = re.findall(r"-?\d+,-?\d+|[a-z]+\d+|[a-z_]+", text.lower())
        board = self.game.rules.board
        known = {action.name for action in self.game.rules.actions} | {PASS}
        if board.unbounded:
            return any("," in word or word in known for word in words)
        return any(board.find(word) is not None or word in known for word in words)

    def why(self, text: str) -> Reason | None:
        """Why a text is not a legal move here; None if it is one (D77)."""
        from .reasons import why  # only needed when somebody asks

        return why(self, text)

    def parts(self, prefix: Sequence[PartChoice | str] = ()) -> list[PartChoice]:
        """The next parts of the legal turns that begin with `prefix`: never a dead end (D76)."""
        labels = self._labels()
        found: dict[tuple[PartKey, ...], PartChoice] = {}
        for turn in self.turns():
            if len(turn.parts) <= len(prefix) or not self._begins(turn.parts, prefix, labels):
                continue
            part = turn.parts[len(prefix)]
            key = tuple(step.key for step in part)
            complete = len(turn.parts) == len(prefix) + 1
            known = found.get(key)
            found[key] = PartChoice(labels.turn((part,)), key, complete or (known is not None and known.complete))
        return [found[key] for key in sorted(found)]

    @staticmethod
    def _begins(parts: tuple[tuple[Step, ...], ...], prefix: Sequence[PartChoice | str], labels: Labels) -> bool:
        for part, wanted in zip(parts, prefix, strict=False):
            if isinstance(wanted, str):
                if labels.turn((part,)) != wanted:
                    return False
            elif tuple(step.key for step in part) != wanted.key:
                return False
        return True

    # ------------------------------------------------------------ values

    def __hash__(self) -> int:
        """The 64-bit hash of the position, the same in every engine and every run."""
        return self.game.engine.hashes.position(self.position)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same_game = self.game.id == other.game.id and self.game.rules.options == other.game.rules.options
        return same_game and self.position.exact() == other.position.exact()

    def to_json(self) -> dict[str, Any]:
        """Everything needed to go on from here; `Game.from_json` reads it."""
        return {
            "game": self.game.id,
            "options": dict(self.game.rules.options),
            "position": to_data(self.position),
            "origin": list(self.origin),
        }

    def __str__(self) -> str:
        from .drawing.text import draw_text

        return draw_text(self)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from .drawing.svg import draw_svg

        return draw_svg(self)


def _normal(text: str) -> str:
    return " ".join(text.split()).lower()

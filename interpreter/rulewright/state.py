"""`State`: a position in a game, its legal moves, and what became of it. The one object people use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from .errors import AmbiguousMove, IllegalMove, InvalidMove
from .moves import LegalMoves, Move
from .node import Moment
from .reference.candidates import PartKey, Step
from .reference.game_flow import LegalTurn, Result
from .reference.labels import PASS, Labels
from .reference.notation import NotedMove
from .reference.position import Position
from .reference.serialise import to_data
from .source.source import Span

if TYPE_CHECKING:
    from .game import Game
    from .show.why import Reason

__all__ = ["LegalMoves", "Move", "Outcome", "PartChoice", "State"]


_LONGEST_ECHO = 200  # characters of a text that is no move, in the sentence that says so


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


def outcome_of(game: Game, result: Result) -> Outcome:
    """A result by the names of the players."""
    names = game.players
    scores = dict(zip(names, result.scores, strict=True)) if result.scores else None
    winners = () if result.draw else tuple(names[player] for player in sorted(result.winners))
    return Outcome(winners, result.draw, scores, result.rule.span if result.rule else None)


class State:
    def __init__(
        self, game: Game, position: Position, result: Result | None = None, origin: tuple[int, int] = (0, 0)
    ) -> None:
        self.game = game
        self._now = Moment(game, position, result, origin)

    @classmethod
    def at(cls, moment: Moment) -> State:
        """The state of a moment, with all that was played before it."""
        made = cls.__new__(cls)
        made.game, made._now = moment.game, moment
        return made

    # ------------------------------------------------------------ looking

    @property
    def moment(self) -> Moment:
        """What this state stands at; it stays as it is when the state goes on."""
        return self._now

    @property
    def position(self) -> Position:
        return self._now.position

    @property
    def origin(self) -> tuple[int, int]:
        """On an unbounded board: the coordinates in the middle of the pieces."""
        return self._now.origin

    @property
    def player(self) -> str:
        """Who is to move: a player's name, or "chance"."""
        if self.is_chance:
            return "chance"
        return self.game.players[self._now.me]

    @property
    def is_chance(self) -> bool:
        return self._now.is_chance

    @property
    def legal_moves(self) -> LegalMoves:
        return LegalMoves(self._now)

    @property
    def weights(self) -> list[int]:
        """How likely each move of a chance node is, in whole numbers; 1 each for a player."""
        return self._now.weights()

    @property
    def history(self) -> list[Move]:
        """The moves played to get here."""
        played = []
        moment = self._now
        while moment.parent is not None:
            played.append(moment.made_by())
            moment = moment.parent
        return played[::-1]

    def turns(self) -> list[LegalTurn]:
        """The legal turns behind the legal moves."""
        return self._now.turns()

    def moves(self) -> list[Move]:
        return self._now.moves()

    def so_far(self) -> tuple[Position, tuple[NotedMove, ...]]:
        """The position this state was made with, and what was played since."""
        return self._now.so_far()

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        if self._now.result is None:
            self._now.count()  # a player without a move may have ended it
        result = self._now.result
        return None if result is None else outcome_of(self.game, result)

    # ------------------------------------------------------------ playing

    def push(self, move: Move | str) -> None:
        """Plays a legal move, given as a value or as text."""
        if isinstance(move, str):
            move = self.parse(move)
        index = self._now.index_of(move)
        if index is None:
            raise IllegalMove(move.text, f'"{move.text}" is not legal here', str(self))
        before = self._now
        self._now = before.after(index, move)
        before.forget()

    def pop(self) -> Move:
        """Takes the last move back and gives it."""
        if self._now.parent is None:
            raise IndexError("no move has been played")
        move = self._now.made_by()
        self._now = self._now.parent
        return move

    def copy(self) -> State:
        return State.at(self._now)

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> State:
        return self.copy()  # nothing in it changes

    def __reduce__(self) -> NoReturn:
        raise TypeError("a state cannot be pickled: send its to_json(), and read that with from_json() of the game")

    # ------------------------------------------------------------ texts

    def parse(self, text: str) -> Move:
        """The legal move a text means; the label of any merged turn is understood (D75)."""
        fitting = self.matching(text)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            ways = ", ".join(move.text for move in fitting)
            raise AmbiguousMove(text, f'"{text}" can mean {ways}', str(self))
        said = text if len(text) <= _LONGEST_ECHO else f"{text[:_LONGEST_ECHO]}..."
        if self._looks_like_a_move(text):
            raise IllegalMove(text, f'"{said}" is not a legal move here', str(self))
        raise InvalidMove(text, f'"{said}" is not written like a move of {self.game.title}', str(self))

    def matching(self, text: str) -> list[Move]:
        """The legal moves a text can mean."""
        return self._now.matching(text)

    def _looks_like_a_move(self, text: str) -> bool:
        """Whether a text names a site of the board, or is a pass."""
        # Digits that lead nowhere are taken too, and passed over: looking again at each of them takes for ever.
        found = re.findall(r"(-?\d+,-?\d+|[a-z]+\d+|[a-z_]+)|\d+", text.lower())
        words = [word for word in found if word]
        board = self.game.rules.board
        known = {action.name for action in self.game.rules.actions} | {PASS}
        if board.unbounded:
            return any("," in word or word in known for word in words)
        return any(board.find(word) is not None or word in known for word in words)

    def why(self, text: str) -> Reason | None:
        """Why a text is not a legal move here; None if it is one (D77)."""
        from .show.why import why  # only needed when somebody asks

        return why(self, text)

    def parts(self, prefix: Sequence[PartChoice | str] = ()) -> list[PartChoice]:
        """The next parts of the legal turns that begin with `prefix`: never a dead end (D76)."""
        labels = self._now.labels()
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
        return self._now.hash()

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
        from .show.drawing.text import draw_text

        return draw_text(self)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from .show.drawing.svg import draw_svg

        return draw_svg(self)

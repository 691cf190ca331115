"""`State`: a position in a game, its legal moves, and what became of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from .errors import AmbiguousMove, IllegalMove, InvalidMove, echoed
from .moves import LegalMoves, Move
from .node import Node
from .reference.game_flow import Result
from .reference.labels import PASS
from .reference.position import Position
from .reference.serialise import to_data
from .source.source import Span

if TYPE_CHECKING:
    from .game import Game
    from .show.why import Reason
    from .turn import Turn

__all__ = ["LegalMoves", "Move", "Outcome", "State"]


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


def outcome_of(game: Game, result: Result) -> Outcome:
    """A result by the names of the players."""
    names = game.players
    scores = dict(zip(names, result.scores, strict=True)) if result.scores else None
    winners = () if result.draw else tuple(names[player] for player in sorted(result.winners))
    return Outcome(winners, result.draw, scores, result.rule.span if result.rule else None)


class State:
    """A game in progress: the position, the legal moves, and all that was played to get here.

    `push` and `pop` go forth and back; a `copy` goes its own way and shares all that is known already. Two states are
    equal if the game goes on alike from both.
    """

    def __init__(
        self, game: Game, position: Position, result: Result | None = None, origin: tuple[int, int] = (0, 0)
    ) -> None:
        self.game = game
        self._node = Node(game, position, result, origin)

    @classmethod
    def _at(cls, node: Node) -> State:
        """The state of a node, with all that was played before it."""
        made = cls.__new__(cls)
        made.game, made._node = node.game, node
        return made

    # ------------------------------------------------------------ looking

    @property
    def position(self) -> Position:
        """The board, hands and variables as the interpreter has them: to look at, not to change."""
        return self._node.position

    @property
    def player(self) -> str:
        """Who is to move: a player's name, or "chance"."""
        if self.is_chance:
            return "chance"
        return self.game.players[self._node.me]

    @property
    def is_chance(self) -> bool:
        """Whether chance decides how the turn goes on."""
        return self._node.is_chance

    @property
    def legal_moves(self) -> LegalMoves:
        """What can be played, in canonical order; none if the game is over."""
        return LegalMoves(self._node)

    @property
    def weights(self) -> list[int]:
        """How likely each move of a chance node is, in whole numbers; 1 each for a player."""
        return self._node.weights()

    @property
    def history(self) -> list[Move]:
        """The moves played to get here."""
        played = []
        node = self._node
        while node.parent is not None:
            played.append(node.made_by())
            node = node.parent
        return played[::-1]

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        if self._node.result is None:
            self._node.count()  # a player without a move may have ended it
        result = self._node.result
        return None if result is None else outcome_of(self.game, result)

    # ------------------------------------------------------------ playing

    def turn(self) -> Turn:
        """The turn of whoever is to move, to be made decision by decision."""
        from .turn import Turn

        return Turn(self)

    def push(self, move: Move | str | Turn) -> None:
        """Plays a legal move, given as a value or as text, or a complete turn that was decided from here."""
        if not isinstance(move, Move | str):
            self._node = move._pushed(self._node)
            return
        if isinstance(move, str):
            move = self.parse(move)
        index = self._node.index_of(move)
        if index is None:
            raise IllegalMove(move.text, f'"{move.text}" is not legal here', str(self))
        before = self._node
        self._node = before.after(index, move)
        before.forget()

    def pop(self) -> Move:
        """Takes the last move back and gives it."""
        if self._node.parent is None:
            raise IndexError("no move has been played")
        move = self._node.made_by()
        self._node = self._node.parent
        return move

    def copy(self) -> State:
        """A state that goes on by itself."""
        return State._at(self._node)

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
        said = echoed(text)
        if self._looks_like_a_move(text):
            raise IllegalMove(text, f'"{said}" is not a legal move here', str(self))
        raise InvalidMove(text, f'"{said}" is not written like a move of {self.game.title}', str(self))

    def matching(self, text: str) -> list[Move]:
        """The legal moves a text can mean."""
        return self._node.matching(text)

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

    # ------------------------------------------------------------ values

    def __hash__(self) -> int:
        """The 64-bit hash of the position, the same in every engine and every run."""
        return self._node.hash()

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
            "origin": list(self._node.origin),
        }

    def __repr__(self) -> str:
        result = self._node.result
        now = f"{self.player} to move" if result is None else outcome_of(self.game, result)
        return f"<State of {self.game!r}, ply {self._node.ply}, {now}>"

    def __str__(self) -> str:
        """The board as text."""
        from .show.drawing.text import draw_text

        return draw_text(self)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from .show.drawing.svg import draw_svg

        return draw_svg(self)

"""`State`: a position in a game, its legal moves, and what became of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .analysis.pieces import NEUTRAL
from .errors import AmbiguousMove, IllegalMove, InvalidMove, UnknownName, Unplayable, echoed
from .moves import LegalMoves, Move
from .node import Node
from .piece import Piece
from .reference.game_flow import Result
from .reference.given import Given, told
from .reference.hashing import draw
from .reference.labels import PASS
from .reference.naming import Names
from .reference.position import Position
from .reference.serialise import SUPPLY, result_data, result_from, to_data
from .source.source import Span

if TYPE_CHECKING:
    from .game import Game
    from .reference.engine import Engine
    from .show.why import Reason
    from .stepper import Stepper
    from .turn import OfferedDecision, Turn

__all__ = ["LegalMoves", "Move", "Outcome", "State"]

_MOST_OUTCOMES = 1000  # that a game keeps
_COUNTED = ("ply", "turns", "passes", "history", "kept", "followed")
NOBODY = "neutral"
"""What `pieces` calls the owner of pieces that belong to nobody, as game files do."""


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

    __slots__ = ("__weakref__", "_node", "game")

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
    def is_secret(self) -> bool:
        """Whether all choose together: whoever is to move does not see what others have chosen already."""
        return self._node.is_secret

    @property
    def unseen(self) -> int:
        """How many of the last moves are choices that nobody else sees yet, because not all have chosen."""
        return len(self.game._engine.course.chosen_before(self.position)) if self.is_secret else 0

    def as_seen(self, seed: int) -> State:
        """What whoever is to move can know of it: a copy in which the choices that are unseen are drawn anew.

        The legal moves are the same. Programs that think ahead look at this one, so that they do not peep.
        """
        seen, unseen = self.copy(), self.unseen
        if unseen and len(self.history) < unseen:  # it was begun in the middle
            position = self.game._engine.course.drawn_anew(self.position, lambda number, n: draw(seed, 0, number, n))
            return State(self.game, position, None, self._node.origin)
        for _ in range(unseen):
            seen.pop()
        for number in range(unseen):
            seen.push(seen.legal_moves[draw(seed, 0, number, len(seen.legal_moves))])
        return seen

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
        if self._node.result is None and not self._node.goes_on:
            self._node.count()  # a player without a move may have ended it
        result = self._node.result
        if result is None:
            return None
        if result.scores is not None:
            return outcome_of(self.game, result)  # with a dict of its own
        known = self.game._outcomes.get(id(result))
        if known is None or known[0] is not result:
            if len(self.game._outcomes) > _MOST_OUTCOMES:
                self.game._outcomes.clear()
            known = self.game._outcomes[id(result)] = result, outcome_of(self.game, result)
        return known[1]

    # ------------------------------------------------------------ what stands where

    def __getitem__(self, site: str) -> Piece | None:
        return self.at(site)

    def at(self, site: str, layer: str | None = None) -> Piece | None:
        """The piece on a site, with those that it stands on; None if the site is empty.

        Pieces that lie on another layer than most are found under the name of that layer.
        """
        names = self._names
        number = names.site_number(site)
        if number is None:
            self.game.board.check(site)
            return None  # far from all pieces of an unbounded board
        stack = self.position.layers[self._layer(layer)].get(number)
        return self._piece(names, stack) if stack else None

    def pieces(self, owner: str | None = None, kind: str | None = None, layer: str | None = None) -> dict[str, Piece]:
        """What stands on the board, by site: all of it, or what one player has, or what is of one kind.

        `owner="neutral"` means what belongs to nobody. It looks at the tops of stacks, and at the layer of the kind.
        """
        names = self._names
        if owner is not None and owner != NOBODY:
            names.player_number(owner)
        if kind is not None:
            if kind not in names.kinds:
                raise UnknownName.of("kind of piece", kind, names.kinds)
            layer = layer or self.game.rules.layers[self.game.rules.kinds[names.kinds[kind]].layer]
        wanted = None if owner == NOBODY else owner
        found = {}
        for site, stack in sorted(self.position.layers[self._layer(layer)].items()):
            piece = self._piece(names, stack)
            if (owner is None or piece.owner == wanted) and kind in (None, piece.kind):
                found[names.site(site)] = piece
        return found

    def hand(self, player: str | None = None) -> dict[str, int]:
        """What a player has in hand, or whoever is to move: how many of each kind."""
        return self._tray("hand", player)

    def taken(self, player: str | None = None) -> dict[str, int]:
        """What a player has captured, or whoever is to move: how many of each kind. Not all games keep it."""
        return self._tray("taken", player)

    @property
    def supply(self) -> dict[str, int]:
        """What lies ready for everybody: how many of each kind."""
        return self._held(SUPPLY, NEUTRAL)

    @property
    def vars(self) -> dict[str, Any]:
        """The variables of the game: a number, a name, yes or no; for each player, or each number, where it has many.

        None stands for no site, no direction and no kind.
        """
        found: dict[str, Any] = {}
        names = self._names
        for spec, entries in zip(self.game.rules.variables, self.position.variables, strict=True):
            values = [names.held(value, spec) for value, _ in entries]
            if spec.per_player:
                found[spec.name] = dict(zip(self.game.players, values, strict=True))
            elif spec.per_range is not None:
                found[spec.name] = dict(enumerate(values, spec.per_range[0]))
            else:
                found[spec.name] = values[0]
        return found

    @property
    def phase(self) -> str | None:
        """The phase of the game; None in a game without names for them."""
        return self.game.rules.phases[self.position.phase].name

    @property
    def ply(self) -> int:
        """The number of the turn that comes next: 1 at the start."""
        return self._node.ply

    @property
    def _names(self) -> Names:
        if self.game.rules.unbounded is None:
            return self.game._names
        return Names(self.game._engine, self._node.origin)

    def _layer(self, name: str | None) -> int:
        layers = self.game.rules.layers
        if name is not None and name not in layers:
            raise UnknownName.of("layer", name, layers)
        return 0 if name is None else layers.index(name)

    @staticmethod
    def _piece(names: Names, stack: Iterable[int]) -> Piece:
        *below, (owner, kind, states) = map(names.parts, stack)
        return Piece(owner, kind, states, tuple(Piece(*parts) for parts in below))

    def _tray(self, tray: str, player: str | None) -> dict[str, int]:
        return self._held(tray, self._node.me if player is None else self.game._names.player_number(player))

    def _held(self, tray: str, holder: int) -> dict[str, int]:
        kept = sorted(self.position.trays.items())
        called = self.game._names.kind_in_state
        return {called(*key[2:]): count for key, count in kept if count and key[:2] == (tray, holder)}

    # ------------------------------------------------------------ playing

    def turn(self, *decisions: OfferedDecision | int | str) -> Turn:
        """The turn of whoever is to move, to be made decision by decision; some of them may be made at once."""
        from .turn import Turn

        made = Turn(self)
        for decision in decisions:
            made.choose(decision)
        return made

    def stepper(self) -> Stepper:
        """The game from here on, decision by decision and in place: for loops that make millions of them."""
        from .stepper import Stepper

        return Stepper(self)

    def _moment(self) -> tuple[Engine, tuple[Position, tuple[int, ...], tuple[int, ...]]]:
        """The position, the path of the turn so far, and what is offered: what an `Encoding` looks at."""
        return self.turn()._moment()

    def push(self, move: Move | str | Turn, /) -> None:
        """Plays a legal move, given as a value or as text, or a complete turn that was decided from here."""
        if not isinstance(move, Move | str):
            if not hasattr(move, "_pushed"):
                way_out = ": the number of a decision goes to `state.turn`" if isinstance(move, int) else ""
                raise TypeError(f"a Move, its text or a Turn is pushed, not {told(move)}{way_out}")
            self._node = move._pushed(self._node)
            return
        if isinstance(move, str):
            move = self.parse(move)
        led_to, before = move._led_to, self._node
        if led_to is not None and led_to.parent is before:  # it was decided here: its place in the list is not needed
            self._node = led_to
            before.forget()
            return
        index = before.index_of(move)
        if index is None:
            raise IllegalMove(move.text, f'"{move.text}" is not legal here', str(self))
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

    def __reduce__(self) -> tuple[Any, ...]:
        """The state that everything began with, and the places of the moves in their lists."""
        places = []
        node = self._node
        while node.parent is not None:
            places.append(node.index)
            node = node.parent
        ended = None if node.result is None else result_data(node.result, self.game.players)
        return _played_again, (self.game, node.position, ended, node.origin, tuple(reversed(places)))

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

        with self._node.telling_moves():
            return why(self, text)

    # ------------------------------------------------------------ values

    def __hash__(self) -> int:
        """The 64-bit hash of the position, the same in every engine and every run."""
        return self._node.hash()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self._node is other._node:
            return True
        return self.game == other.game and self.position.exact() == other.position.exact()

    def is_alike(self, other: State) -> bool:
        """Whether two states are equal, and their turns are counted alike as well."""
        here, there = self.position, other.position
        return self == other and all(getattr(here, name) == getattr(there, name) for name in _COUNTED)

    def to_json(self) -> dict[str, Any]:
        """Everything needed to go on from here, by the names of the game; `Game.from_json` reads it."""
        node, game = self._node, self.game
        data: dict[str, Any] = {"game": game.id, "options": dict(game.rules.options)}
        if game.rules.unbounded is not None:
            data["origin"] = list(node.origin)
        data["position"] = to_data(game._engine, self.position, self._names)
        with suppress(Unplayable):  # whether anybody can move is more than can be found out; then nobody has won yet
            node.count()
        data["outcome"] = None if node.result is None else result_data(node.result, game.players)
        return data

    def fen(self) -> str:
        """The position as chess players write it; a `ValueError` says so where a game has no such thing."""
        from .show.fen import fen_of

        return fen_of(self)

    def __repr__(self) -> str:
        """The call that gives it."""
        from .show.as_code import state_as_code

        return state_as_code(self)

    def __str__(self) -> str:
        """The board as text."""
        from .show.drawing.text import draw_text

        return draw_text(self)

    def svg(self, *, size: int = 480, highlight: Iterable[str] = ()) -> str:
        """A picture of the board as SVG, its longer side so many pixels, with some sites marked."""
        from .show.drawing.svg import draw_svg

        marked = 0
        for site in (highlight,) if isinstance(highlight, str) else highlight:
            number = self._names.site_number(site)
            if number is not None:
                marked |= 1 << number
            else:
                self.game.board.check(site)
        return draw_svg(self, size=size, highlight=marked)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """What notebooks show: the picture, and the moves beside it."""
        from .show.drawing.html import draw_html

        return draw_html(self)


def _played_again(
    game: Game, position: Position, ended: dict[str, Any] | None, origin: tuple[int, int], places: tuple[int, ...]
) -> State:
    """A state that was pickled: the same moves from the same beginning."""
    result = None if ended is None else result_from(game._engine, Given(ended, "outcome"), position)
    node = Node(game, position, result, origin)
    for place in places:
        following = node.after(place)
        node.forget()
        node = following
    return State._at(node)

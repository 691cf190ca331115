"""`Turn`: a turn in the making, one decision after the other (specification chapter 21)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import AmbiguousMove, IllegalMove, InvalidState
from .reference.decisions import Choices, Decisions
from .reference.labels import Labels
from .reference.position import Position
from .reference.vocabulary import PASS, Decision, Kind

if TYPE_CHECKING:
    from .game import Game
    from .moves import Move
    from .node import Node
    from .state import State

_LONGEST_ECHO = 200  # characters of a text that is no decision, in the sentence that says so


@dataclass(frozen=True, slots=True)
class OfferedDecision:
    """A decision that some legal turn goes on with: its number in the vocabulary of the game, its kind and its text."""

    number: int
    kind: str
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def name(self) -> str:
        """Its text with its kind: no other decision of a game is written so."""
        return f"{self.kind}:{self.text}" if self.text != self.kind else self.kind


class Turn:
    """The side to move decides: `choose` one of the `decisions` until the turn `is_complete`, then push it.

    It never leads into a dead end, and lists no turns. `undo` takes the last decision back.
    """

    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.path: tuple[OfferedDecision, ...] = ()
        """What was decided so far, without what goes without saying."""
        self._vocabulary = state.game._engine.vocabulary
        self._forced = False  # whoever has no turn must pass, where the game is not over
        root = None if state._node.result is not None else Decisions(state.game._engine, state.position).root
        if root is not None and not root.offered and root.turn is None:
            self._forced, root = state._node.count() == 1, None
        self._choices: list[Choices | None] = [root]

    # ------------------------------------------------------------ looking

    @property
    def decisions(self) -> tuple[OfferedDecision, ...]:
        """What can be decided next, in the order of numbers; none if the turn is complete or the game is over."""
        choices = self._choices[-1]
        if choices is None:
            return (self._offered(PASS, None),) if self._forced and not self.path else ()
        return tuple(self._offered(decision, choices) for decision in choices.offered)

    @property
    def weights(self) -> list[int]:
        """How likely each decision of chance is, in whole numbers; 1 each for a player."""
        choices = self._choices[-1]
        if choices is None or not self.state.is_chance:
            return [1] * len(self.decisions)
        return [choices.weight(decision) for decision in choices.offered]

    @property
    def is_complete(self) -> bool:
        """Whether everything is decided: then the turn can be pushed."""
        choices = self._choices[-1]
        return choices.turn is not None if choices is not None else self._forced and bool(self.path)

    @property
    def move(self) -> Move | None:
        """The legal move that the complete turn is; None before. Looks it up in the list of all."""
        if not self.is_complete:
            return None
        after = self.state.copy()
        after.push(self)
        return after.history[-1]

    @property
    def position(self) -> Position:
        """The board, hands and variables as far as the parts made so far have led."""
        choices = self._choices[-1]
        return self.state.position if choices is None else choices.position

    def __str__(self) -> str:
        """The board in the middle of the turn, and what was decided."""
        from .state import State

        board = str(State(self.state.game, self.position, None, self.state._node.origin))
        return f"{board}\n{' '.join(each.text for each in self.path)}".rstrip()

    def __repr__(self) -> str:
        made = " ".join(each.text for each in self.path)
        return f"<Turn of {self.state!r}: {made or 'nothing decided'}>"

    def _offered(self, decision: Decision, choices: Choices | None) -> OfferedDecision:
        kind = decision.kind.name.lower()
        return OfferedDecision(self._vocabulary.number(decision), kind, self._text(decision, choices) or kind)

    def _text(self, decision: Decision, choices: Choices | None) -> str:
        game, kind, value = self.state.game, decision.kind, decision.value
        labels = self.state._node.labels()
        if kind is Kind.SITE:
            return labels.names.name(value[0])
        if kind is Kind.AMOUNT:
            return str(value[0])
        if kind is Kind.DIRECTION:
            return str(game.rules.board.directions[value[0]].name)
        return self._by_example(decision, choices, labels) if choices is not None else ""

    def _by_example(self, decision: Decision, choices: Choices, labels: Labels) -> str:
        """What depends on the part that is meant."""
        made, choice = choices.example(decision)
        if made is None:
            return ""
        action = self.state.game.rules.actions[made.step.action]
        if decision.kind is Kind.HAND:
            return labels.piece(made.step)
        if decision.kind is Kind.ACTION:
            return action.name
        if decision.kind is Kind.CHOICE:
            return made.words[choice]
        if decision.kind is Kind.WITH:
            chosen = action.choices[decision.value[1]]
            return labels.value(dict(made.step.names)[chosen.name], chosen.type)
        return ""

    # ------------------------------------------------------------ deciding

    def choose(self, decision: OfferedDecision | int | str) -> None:
        """Makes one of the decisions: as it is offered, by its number, or by its text."""
        found = self._meant(decision)
        choices = self._choices[-1]
        following = choices.offered[self._vocabulary.decision(found.number)] if choices is not None else None
        self._choices.append(following)
        self.path = (*self.path, found)

    def _meant(self, decision: OfferedDecision | int | str) -> OfferedDecision:
        said = str(decision if isinstance(decision, int) else getattr(decision, "text", decision)).strip()
        said = said if len(said) <= _LONGEST_ECHO else f"{said[:_LONGEST_ECHO]}..."
        if isinstance(decision, str):
            wanted = decision.strip().lower()
            fitting = [each for each in self.decisions if wanted in (each.text.lower(), each.name.lower())]
        else:
            number = decision if isinstance(decision, int) else decision.number
            fitting = [each for each in self.decisions if each.number == number]
        if len(fitting) > 1:
            ways = ", ".join(each.name for each in fitting)
            raise AmbiguousMove(said, f'"{said}" can mean {ways}', str(self.state))
        if not fitting:
            offered = ", ".join(each.text for each in self.decisions[:12])
            more = ", …" if len(self.decisions) > 12 else ""
            way_out = f"there is {offered}{more}" if offered else "the turn is complete"
            raise IllegalMove(said, f'"{said}" cannot be decided here; {way_out}', str(self.state))
        return fitting[0]

    def _pushed(self, node: Node) -> Node:
        """The node after the turn, which was decided at this one."""
        if node is not self.state._node:
            raise ValueError("this turn was decided in another position")
        choices = self._choices[-1]
        if choices is not None and choices.turn is not None:
            return node.decided(choices.turn)
        if self.is_complete:
            return node.after(0)
        if not self.decisions:
            raise ValueError("the game is over")
        raise ValueError(f'the turn is not complete; decide for example "{self.decisions[0]}"')

    def undo(self) -> OfferedDecision:
        """Takes the last decision back and gives it."""
        if not self.path:
            raise IndexError("nothing has been decided")
        self._choices.pop()
        *kept, last = self.path
        self.path = tuple(kept)
        return last

    def copy(self) -> Turn:
        """A turn that goes on by itself."""
        made = Turn.__new__(Turn)
        made.state, made.path, made._vocabulary = self.state, self.path, self._vocabulary
        made._choices, made._forced = [*self._choices], self._forced
        return made

    __copy__ = copy

    # ------------------------------------------------------------ data

    def to_json(self) -> dict[str, Any]:
        """The state at the start of the turn and the numbers of the decisions; `from_json` reads it."""
        return {"state": self.state.to_json(), "decisions": [each.number for each in self.path]}

    @classmethod
    def from_json(cls, game: Game, data: Any) -> Turn:
        """A turn that `to_json` has written; what does not fit the game raises `InvalidState`."""
        if not isinstance(data, dict) or not isinstance(data.get("decisions"), list):
            raise InvalidState('a turn in the middle has a "state" and a list of "decisions"')
        given: Any = data.get("state")
        turn = cls(game.from_json(given))
        numbers: Iterable[Any] = data["decisions"]
        for place, number in enumerate(numbers):
            if not isinstance(number, int) or isinstance(number, bool):
                raise InvalidState(f"decisions[{place}] is no number")
            try:
                turn.choose(number)
            except IllegalMove:
                raise InvalidState(f"decisions[{place}] is {number}, which cannot be decided there") from None
        return turn

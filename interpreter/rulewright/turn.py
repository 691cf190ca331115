"""`Turn`: a turn in the making, one decision after the other (specification chapter 21)."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from time import process_time
from typing import TYPE_CHECKING, Any, Protocol, cast

from .errors import AmbiguousMove, IllegalMove, InvalidState, OutOfRoom, echoed
from .reference.decisions import Choices, Decisions
from .reference.given import told
from .reference.labels import Labels
from .reference.position import Position
from .reference.vocabulary import PASS, Decision, Kind

if TYPE_CHECKING:
    from .game import Game
    from .moves import Move
    from .native.decisions.reader import DecisionReader, Offer
    from .node import Node
    from .reference.engine import Engine
    from .show.why import Reason
    from .state import State

_SHOWN = 12  # decisions in the sentence that says what there is


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


class Progress(Protocol):
    """A turn as far as it has come, in either engine; by numbers of the vocabulary."""

    @property
    def offered(self) -> tuple[int, ...]: ...
    @property
    def path(self) -> tuple[int, ...]:
        """All decisions so far, also those that go without saying."""

    @property
    def is_complete(self) -> bool: ...
    def weights(self) -> list[int]: ...
    def choose(self, number: int) -> Progress: ...
    def after(self, node: Node) -> Node: ...


class Turn:
    """The side to move decides: `choose` one of the `decisions` until the turn `is_complete`, then push it.

    It never leads into a dead end, and lists no turns. `undo` takes the last decision back.
    """

    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.path: tuple[OfferedDecision, ...] = ()
        """What was decided so far, without what goes without saying."""
        self._vocabulary = state.game._engine.vocabulary
        self._progress = [_begun(state)]
        self._offered: tuple[OfferedDecision, ...] | None = None

    # ------------------------------------------------------------ looking

    @property
    def decisions(self) -> tuple[OfferedDecision, ...]:
        """What can be decided next, in the order of numbers; none if the turn is complete or the game is over."""
        if self._offered is None:
            labels = self.state._node.labels()
            self._offered = tuple(self._named(number, labels) for number in self._progress[-1].offered)
        return self._offered

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the decisions, for whoever needs no texts."""
        return self._progress[-1].offered

    @property
    def weights(self) -> list[int]:
        """How likely each decision of chance is, in whole numbers; 1 each for a player."""
        progress = self._progress[-1]
        return progress.weights() if self.state.is_chance else [1] * len(progress.offered)

    @property
    def is_complete(self) -> bool:
        """Whether everything is decided: then the turn can be pushed."""
        return self._progress[-1].is_complete

    @property
    def move(self) -> Move | None:
        """The legal move that the complete turn is; None before. Looks it up in the list of all."""
        return self._pushed(self.state._node).made_by() if self.is_complete else None

    @property
    def made(self) -> tuple[Decision, ...]:
        """All decisions so far, also those that went without saying, in numbers of the rules."""
        return tuple(self._vocabulary.decision(number) for number in self._progress[-1].path)

    @property
    def position(self) -> Position:
        """The board, hands and variables as far as the parts made so far have led."""
        progress = self._on_reference()
        return self.state.position if progress.choices is None else progress.choices.place.position

    def _moment(self) -> tuple[Engine, tuple[Position, tuple[int, ...], tuple[int, ...]]]:
        """The rules, the position at the start, the path so far, and what is offered: what an `Encoding` looks at."""
        progress = self._progress[-1]
        return self.state.game._engine, (self.state.position, progress.path, progress.offered)

    def __str__(self) -> str:
        """The board in the middle of the turn, and what was decided."""
        from .state import State

        board = str(State(self.state.game, self.position, None, self.state._node.origin))
        return f"{board}\n{' '.join(each.text for each in self.path)}".rstrip()

    def __repr__(self) -> str:
        """The call that gives it."""
        return f"{self.state!r}.turn({', '.join(repr(each.name) for each in self.path)})"

    def __eq__(self, other: object) -> bool:
        """Turns are equal if the same was decided in equal states."""
        if not isinstance(other, Turn):
            return NotImplemented
        return self.state == other.state and self.path == other.path

    __hash__ = None  # type: ignore[assignment]  # it changes with every decision

    def __reduce__(self) -> tuple[Any, ...]:
        return _decided_again, (self.state, tuple(each.number for each in self.path))

    def _on_reference(self) -> _OnReference:
        """The same as the reference engine has it."""
        progress: Progress = self._progress[-1]
        if isinstance(progress, _OnReference):
            return progress
        followed = _begun_on_reference(self.state)
        for decision in self.path:
            followed = followed.choose(decision.number)
        return followed

    # ------------------------------------------------------------ texts

    def _named(self, number: int, labels: Labels) -> OfferedDecision:
        decision = self._vocabulary.decision(number)
        kind = decision.kind.name.lower()
        return OfferedDecision(number, kind, self._text(decision, labels) or kind)

    def _text(self, decision: Decision, labels: Labels) -> str:
        rules, (kind, value) = self.state.game.rules, (decision.kind, decision.value)
        if kind is Kind.SITE:
            return labels.names.name(value[0])
        if kind is Kind.HAND:
            return labels.piece_of(*value)
        if kind is Kind.AMOUNT:
            return str(value[0])
        if kind is Kind.DIRECTION:
            return str(rules.board.directions[value[0]].name)
        if kind is Kind.ACTION and rules.distinct != "route":
            return rules.actions[value[0]].name
        if kind is Kind.WITH and not any(each.kind is Kind.ACTION for each in self.made):
            choice = rules.actions[value[0]].choices[value[1]]
            here, candidates = self.state.position, self.state.game._engine.candidates
            return labels.value(candidates.domain(here, here.me, choice.values, choice.type)[value[2]], choice.type)
        return self._by_example(decision, labels) if kind in (Kind.ACTION, Kind.WITH, Kind.CHOICE) else ""

    def _by_example(self, decision: Decision, labels: Labels) -> str:
        """What depends on the part that is meant."""
        choices = self._on_reference().choices
        made, choice = choices.example(decision) if choices is not None else (None, 0)
        if made is None:
            return ""
        action = self.state.game.rules.actions[made.step.action]
        if decision.kind is Kind.CHOICE:
            return made.words[choice]
        if decision.kind is Kind.WITH:
            chosen = action.choices[decision.value[1]]
            return labels.value(dict(made.step.names)[chosen.name], chosen.type)
        return action.name

    # ------------------------------------------------------------ deciding

    def choose(self, decision: OfferedDecision | int | str) -> None:
        """Makes one of the decisions: as it is offered, by its number, or by its text."""
        found = self._meant(decision)
        try:
            following = self._progress[-1].choose(found.number)
        except OutOfRoom:  # what follows is more than the block has room for
            self.state._node._too_big = True
            following = self._on_reference().choose(found.number)
        self._progress.append(following)
        self.path, self._offered = (*self.path, found), None

    def _meant(self, decision: OfferedDecision | int | str) -> OfferedDecision:
        if isinstance(decision, str):
            wanted = decision.strip().lower()
            fitting = [each for each in self.decisions if wanted in (each.text.lower(), each.name.lower())]
        else:
            number = number_of(decision)
            if number in self._progress[-1].offered:
                labels = self.state._node.labels()
                return decision if isinstance(decision, OfferedDecision) else self._named(number, labels)
            fitting = []
        if len(fitting) == 1:
            return fitting[0]
        said = said_of(decision)
        if fitting:
            ways = ", ".join(each.name for each in fitting)
            raise AmbiguousMove(said, f'"{said}" can mean {ways}', str(self.state))
        offered = ", ".join(each.text for each in self.decisions[:_SHOWN])
        more = ", …" if len(self.decisions) > _SHOWN else ""
        way_out = "the turn is complete" if self.is_complete else "the game is over"
        if offered:
            way_out = f"there is {offered}{more}"
        raise IllegalMove(said, f'"{said}" cannot be decided here; {way_out}', str(self.state))

    def _pushed(self, node: Node) -> Node:
        """The node after the turn, which was decided at this one."""
        if node is not self.state._node:
            raise ValueError("this turn was decided in another position")
        if self.is_complete:
            return self._progress[-1].after(node)
        if not self.decisions:
            raise ValueError("the game is over")
        raise ValueError(f'the turn is not complete; decide for example "{self.decisions[0]}"')

    def undo(self) -> OfferedDecision:
        """Takes the last decision back and gives it."""
        if not self.path:
            raise IndexError("nothing has been decided")
        self._progress.pop()
        *kept, last = self.path
        self.path, self._offered = tuple(kept), None
        return last

    def copy(self) -> Turn:
        """A turn that goes on by itself."""
        made = Turn.__new__(Turn)
        made.state, made.path, made._vocabulary = self.state, self.path, self._vocabulary
        made._progress, made._offered = [*self._progress], self._offered
        return made

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Turn:
        return self.copy()

    def why(self, text: str) -> Reason | None:
        """Why a site, or a piece in the hand, cannot be decided next; None if it can, or the rules do not tell."""
        from .show.why import why_decided  # only needed when somebody asks

        with self.state._node.telling_moves():
            return why_decided(self, text)

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
        for place, number in enumerate(data["decisions"]):
            if type(number) is not int:
                raise InvalidState(f"decisions[{place}] is no number")
            try:
                turn.choose(number)
            except IllegalMove:
                raise InvalidState(f"decisions[{place}] is {told(number)}, which cannot be decided there") from None
        return turn


def number_of(decision: object) -> int | None:
    """The number that is meant, also by what counts as one elsewhere (NumPy's); None for anything else."""
    if isinstance(decision, OfferedDecision):
        return decision.number
    if isinstance(decision, bool):
        return None
    try:
        return index(cast(int, decision))
    except TypeError:
        return None


def said_of(decision: object) -> str:
    """A decision that is not offered, in the sentence that says so; some numbers are too long to be written."""
    if isinstance(decision, OfferedDecision | str):
        return echoed(str(decision))
    number = number_of(decision)
    return told(decision if number is None else number)


def _decided_again(state: State, numbers: tuple[int, ...]) -> Turn:
    return state.turn(*numbers)


# ---------------------------------------------------------------- the two engines


def _begun(state: State) -> Progress:
    """The beginning of a turn, by the engine that is worth it."""
    node, engines = state._node, state.game._engines
    routes = state.game.rules.distinct == "route"  # which of two moves that lead to the same, the reference tells
    reader = None if node.result is not None or node._too_big or routes else engines.decisions()
    if reader is not None:
        native = engines.native()
        assert native is not None
        try:
            offer = reader.begin(node.snapshot(native))
            node.goes_on = bool(offer.numbers)
            return _Natively(reader, offer, node)
        except OutOfRoom:
            node._too_big = True
    return _begun_on_reference(state)


def _begun_on_reference(state: State) -> _OnReference:
    node, engine = state._node, state.game._engine
    if node.result is not None:
        return _OnReference(None, (), node)
    begin = process_time()
    with node.telling_moves():
        root = Decisions(engine, state.position).root
    state.game._engines.spent += process_time() - begin
    if root.offered or root.turn is not None:
        return _OnReference(root, tuple(map(engine.vocabulary.number, root.offered)), node)
    # Whoever has no turn must pass, where the game is not over.
    return _OnReference(None, (engine.vocabulary.number(PASS),) if node.count() else (), node)


@dataclass(frozen=True, slots=True)
class _OnReference:
    """`choices` is None where nothing can be done but to pass, or the game is over."""

    choices: Choices | None
    offered: tuple[int, ...]
    node: Node
    passed: bool = False

    @property
    def path(self) -> tuple[int, ...]:
        number = self.node.game._engine.vocabulary.number
        return tuple(map(number, self.choices.path if self.choices is not None else (PASS,) if self.passed else ()))

    @property
    def is_complete(self) -> bool:
        return self.passed if self.choices is None else self.choices.turn is not None

    def weights(self) -> list[int]:
        choices = self.choices
        return [] if choices is None else [choices.weight(decision) for decision in choices.offered]

    def choose(self, number: int) -> _OnReference:
        if self.choices is None:
            return _OnReference(None, (), self.node, passed=True)
        vocabulary, engines = self.node.game._engine.vocabulary, self.node.game._engines
        begin = process_time()
        with self.node.telling_moves():
            following = self.choices.offered[vocabulary.decision(number)]
            offered = tuple(map(vocabulary.number, following.offered))
        engines.spent += process_time() - begin
        return _OnReference(following, offered, self.node)

    def after(self, node: Node) -> Node:
        turn = self.choices.turn if self.choices is not None else None
        return node.after(0) if turn is None else node.decided(turn)


@dataclass(frozen=True, slots=True)
class _Natively:
    reader: DecisionReader
    offer: Offer
    node: Node

    @property
    def offered(self) -> tuple[int, ...]:
        return self.offer.numbers

    @property
    def path(self) -> tuple[int, ...]:
        return self.offer.path

    @property
    def is_complete(self) -> bool:
        return self.offer.played is not None

    def weights(self) -> list[int]:
        found = self.reader.weights(self.offer)
        return [found[number] for number in self.offer.numbers]

    def choose(self, number: int) -> _Natively:
        return _Natively(self.reader, self.reader.choose(self.offer, number), self.node)

    def after(self, node: Node) -> Node:
        assert self.offer.played is not None
        return node.reached(self.offer.played, self.offer.result)

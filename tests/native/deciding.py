"""Random games decided step by step on both engines: what is offered is compared after each decision."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rulewright.game import Game
from rulewright.native.decisions.reader import Offer
from rulewright.native.decisions.stepping import Stepping
from rulewright.native.engine import NativeEngine
from rulewright.reference.decisions import Choices, Decisions
from rulewright.reference.game_flow import Result, leads_to
from rulewright.reference.position import Position

from .effort import TooMuchWork, bounded

# What the registers of the block keep between two segments of a turn is what rules ask for, and no more.
_NOT_COMPARED = {"carried"}


@dataclass(frozen=True)
class Walked:
    """How many turns and decisions of a game were compared."""

    turns: int
    decisions: int
    too_much_work: bool


def walk(first: Game, second: Game, plies: int, steps: int, *, name: str, seed: int = 1) -> Walked:
    """Decides a random game on both engines, to its end or its bounds; `first` is on the reference engine."""
    native = second._engines.native()
    assert native is not None
    course = _Course(first, native, name, Random(seed))
    turns, too_much_work = 0, False
    try:
        with bounded(first, steps):
            while turns < plies and course.turn():
                turns += 1
    except TooMuchWork:
        too_much_work = True
    return Walked(turns, course.decisions, too_much_work)


class _Course:
    def __init__(self, game: Game, native: NativeEngine, name: str, random: Random) -> None:
        self.engine, self.native, self.name, self.random = game._engine, native, name, random
        self.position = self.engine.start()
        self.snapshot = native.snapshot(self.position)
        self.stepping = Stepping(native.decisions, self.snapshot)
        self.result: Result | None = None
        self.decisions = 0
        self.said: list[int] = []

    def turn(self) -> bool:
        """One turn, or segment of one; False if there is none."""
        if self.result is not None:
            return False
        decisions, engine, vocabulary = self.native.decisions, self.engine, self.engine.vocabulary
        choices, offer = Decisions(engine, self.position).root, decisions.begin(self.snapshot)
        if not choices.offered:
            return self._stuck(offer)
        while choices.turn is None:
            self._compare(choices, offer)
            chosen = self.random.choice(list(choices.offered))
            self.said.append(vocabulary.number(chosen))
            self.decisions += 1
            choices, offer = choices.offered[chosen], decisions.choose(offer, vocabulary.number(chosen))
            self._same("whether the turn is over", self.stepping.choose(self.said[-1]), choices.turn is not None)
        if engine.course.ends_turn(self.position):
            position, self.result = engine.course.finish(choices.turn)
        else:
            position = engine.course.carry(choices.turn)
        self._play(position, offer)
        return True

    def _compare(self, choices: Choices, offer: Offer) -> None:
        numbers = tuple(self.engine.vocabulary.number(decision) for decision in choices.offered)
        self._same("what is offered", numbers, offer.numbers)
        self._same("what is offered in the block", numbers, self.stepping.numbers)
        self._same("whether the turn is complete", False, offer.played is not None)
        if self.engine.course.is_chance(self.position):
            expected = [choices.weight(decision) for decision in choices.offered]
            weights = self.native.decisions.weights(offer)
            self._same("how likely it is", expected, [weights[number] for number in offer.numbers])

    def _stuck(self, offer: Offer) -> bool:
        """No legal turn: a forced pass, or the end."""
        forced = self.engine.course.stuck(self.position)
        if isinstance(forced, Result):
            self.result = forced
            self._same("what is offered at the end", (), offer.numbers)
            self._same("the result", _told(self.result), _told(offer.result))
            self._same("the result in the block", _told(self.result), _told(self.stepping.result))
            return False
        (number,) = offer.numbers
        self._same("a forced pass", "PASS", self.engine.vocabulary.decision(number).kind.name)
        self.result = forced.result
        self.stepping.choose(number)
        self._play(forced.position, self.native.decisions.choose(offer, number))
        return True

    def _play(self, position: Position, offer: Offer) -> None:
        assert offer.played is not None, f"{self.name}: the turn is not over after {self.said}"
        reached = self.native.position(offer.played)
        self._same("where the turn leads", leads_to(position, None), leads_to(reached, None))
        for slot in (slot for slot in Position.__slots__ if slot not in _NOT_COMPARED):
            self._same(f"{slot} after the turn", getattr(position, slot), getattr(reached, slot))
            if slot != "history":
                self._same(f"{slot} in the block", getattr(position, slot), getattr(self.stepping.position, slot))
        self._same("the result", _told(self.result), _told(offer.result))
        if self.result is not None:
            self._same("the result in the block", _told(self.result), _told(self.stepping.result))
        self.position, self.snapshot = position, offer.played

    def _same(self, what: str, first: object, second: object) -> None:
        assert first == second, f"{self.name}, after {self.said}: {what}"


def _told(result: Result | None) -> object:
    return None if result is None else (result.winners, result.draw, result.scores)

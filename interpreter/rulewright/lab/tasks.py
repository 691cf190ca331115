"""One game of a study: who plays it, and everything about its course that a figure may need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import process_time

from .. import __version__
from ..game import Game
from ..headless.random_games import plies, random_move
from ..players.player import Player, worth
from ..players.seeds import decision_seed
from ..players.spec import player
from ..seats import seat_to_move
from ..show.endings import ending
from ..spread.news import Beat
from ..state import Outcome, State

_FAR = 2**31  # a table's columns have no wider numbers


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game by its place in the study: the same numbers give the same game, wherever it is played."""

    series: str  # games of one series have the same players
    specs: tuple[str, ...]  # who holds each side
    number: int

    @property
    def key(self) -> str:
        """What a journal knows it by."""
        return f"{self.series}/{self.number}"


@dataclass(frozen=True, slots=True)
class EndingFigures:
    """The rule that ended a game, and its line in the file; 0 where the file says nothing."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a player: what was played, and what there was to choose from."""

    side: int
    text: str
    choices: int
    parts: int
    actions: tuple[int, ...]
    sites: tuple[int, ...]  # where its parts ended; empty on an unbounded board, whose sites wander
    values: tuple[float, ...] | None  # the chances of each side as the player saw them before it


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """The course of a game."""

    task: GameTask
    turns: tuple[Turn, ...]
    worths: tuple[float, ...] | None  # what it was worth to each side; None: it was cut off
    ending: EndingFigures | None
    kinds: frozenset[int]  # that stood on the board at some time
    occupied: tuple[int, ...]  # sites with a piece at the end
    seconds: float  # of CPU, which it took


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a process needs to know to play games of a study."""

    game: Game
    seed: int
    max_plies: int

    @property
    def about(self) -> dict[str, object]:
        """All that a game depends on, but who plays it and its number."""
        about = {"command": "lab", "version": __version__, **self.game._address}
        return {**about, "seed": self.seed, "max_plies": self.max_plies}


def fits(studied: StudiedGame, setup: Setup) -> bool:
    """Whether a game of this study can have gone so; it is not played again."""
    rules = setup.game.rules
    sides, sites = len(rules.players), 0 if rules.unbounded else len(rules.board.sites)
    ending = studied.ending

    def are_shares(row: tuple[float, ...] | None) -> bool:
        return row is None or (len(row) == sides and all(0 <= each <= 1 for each in row))

    def are_chances(row: tuple[float, ...] | None) -> bool:  # a mean of many may be off by its last digit
        return row is None or (len(row) == sides and all(-0.001 <= each <= 1.001 for each in row))

    def is_within(numbers: Iterable[int], end: int) -> bool:
        return all(0 <= number < end for number in numbers)

    return (
        len(studied.turns) <= setup.max_plies
        and are_shares(studied.worths)
        and (ending is None or is_within([ending.line], _FAR))
        and is_within(studied.kinds, len(rules.kinds))
        and is_within(studied.occupied, sites)
        and studied.seconds >= 0
        and all(
            is_within([turn.side], sides)
            and is_within([turn.choices - 1, turn.parts], _FAR)
            and is_within(turn.actions, len(rules.actions))
            and is_within(turn.sites, sites)
            and are_chances(turn.values)
            for turn in studied.turns
        )
    )


def prepare(setup: Setup) -> Callable[[GameTask, Beat], StudiedGame]:
    game = setup.game
    game._engines.hurry()  # whole games lie ahead
    programs: dict[tuple[str, int], Player] = {}

    def work(task: GameTask, beat: Beat) -> StudiedGame:
        seated = [programs.setdefault((spec, side), player(spec)) for side, spec in enumerate(task.specs)]
        return play(game, seated, task, setup, beat)

    return work


def play(game: Game, players: list[Player], task: GameTask, setup: Setup, beat: Beat = lambda _: None) -> StudiedGame:
    """Plays a game to its end, or for as many turns as the study allows."""
    state, begin = game.start(), process_time()
    luck = decision_seed(setup.seed, task.number, 0)
    for each in players:
        each.forget()
    turns: list[Turn] = []
    kinds = _kinds(state)
    decision = 0
    while state.outcome is None and plies(state) < setup.max_plies:
        beat(plies(state))
        decision += 1
        if state.is_chance:
            state.push(random_move(state, luck, task.number, decision))
            continue
        seed = decision_seed(setup.seed, task.number, decision)
        choices, values = len(state.legal_moves), None
        if choices == 1:
            move = state.legal_moves[0]
        else:
            opinion = players[seat_to_move(state)].choose(state.copy(), seed)
            move, values = opinion.move, opinion.values
        turns.append(_turn(state, state._node.index_of(move) or 0, choices, values))
        state.push(move)
        kinds |= _kinds(state)
    outcome = state.outcome
    return StudiedGame(
        task,
        tuple(turns),
        worth(outcome, game.players) if outcome is not None else None,
        _ending(game, outcome) if outcome is not None else None,
        kinds,
        _occupied(state),
        process_time() - begin,
    )


def _turn(state: State, index: int, choices: int, values: tuple[float, ...] | None) -> Turn:
    node = state._node
    steps = [step for part in node.turns()[index].parts for step in part]
    sites = () if state.game.rules.unbounded else tuple(step.target for step in steps if step.target >= 0)
    return Turn(
        node.me, node.texts()[index], choices, len(steps), tuple({step.action for step in steps}), sites, values
    )  # fmt: skip


def _ending(game: Game, outcome: Outcome) -> EndingFigures:
    found = ending(game.rules, outcome)
    return EndingFigures(found.text, found.span.line if found.span is not None else 0)


def _kinds(state: State) -> frozenset[int]:
    kind = state.game._engine.codes.kind
    return frozenset(kind(code) for layer in state.position.layers for stack in layer.values() for code in stack)


def _occupied(state: State) -> tuple[int, ...]:
    return () if state.game.rules.unbounded else tuple(sorted(state.position.layers[0]))

"""One game of a study: who plays it, and everything about its course that a figure may need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from .. import __version__
from ..analysis.pieces import NEUTRAL
from ..game import Game
from ..headless.random_games import plies, random_move
from ..node import Node
from ..players.player import Player, can_be_worths, worth
from ..players.seeds import decision_seed
from ..players.spec import player
from ..seats import seat_of, seat_to_move
from ..show.endings import ending
from ..source.source import Span
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
    """The rule that ended a game, and its line in the file; 0 where no file says anything."""

    text: str
    line: int
    file: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a player: what was played, and what there was to choose from."""

    side: int  # with which whoever plays it began: after a swap they hold another one
    text: str
    choices: int
    parts: int
    actions: tuple[int, ...]
    sites: tuple[int, ...]  # where its parts ended; empty on an unbounded board, whose sites wander
    lost: tuple[int, ...]  # sites on which a piece of somebody else is gone or changed hands
    values: tuple[float, ...] | None  # the chances of each player as the one to move saw them before it
    place: int = -1  # of the move in the list of legal ones: to find it by its text takes long among thousands


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """The course of a game."""

    task: GameTask
    turns: tuple[Turn, ...]
    worths: tuple[float, ...] | None  # what it was worth to each, by the sides they began with; None: it was cut off
    ending: EndingFigures | None
    pieces: frozenset[int]  # that stood on the board at some time: codes of kind and states, without their owner
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
    ending, codes = studied.ending, setup.game._engine.codes

    def are_chances(row: tuple[float, ...] | None) -> bool:  # a mean of many may be off by its last digit
        return row is None or (len(row) == sides and all(-0.001 <= each <= 1.001 for each in row))

    def is_within(numbers: Iterable[int], end: int) -> bool:
        return all(0 <= number < end for number in numbers)

    return (
        (studied.worths is None or can_be_worths(studied.worths, sides))
        and (ending is None or is_within([ending.line], _FAR))
        and is_within(studied.pieces, codes.kinds * codes.states)
        and is_within(studied.occupied, sites)
        and studied.seconds >= 0
        and all(
            is_within([turn.side], sides)
            and is_within([turn.choices - 1, turn.parts], _FAR)
            and is_within(turn.actions, len(rules.actions))
            and is_within(turn.sites, sites)
            and is_within(turn.lost, sites)
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
    pieces, owners = _pieces(state), _owners(state)
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
            move, values = opinion.move, _by_seat(state, opinion.values)
        node, seat = state._node, seat_to_move(state)
        state.push(move)
        pieces |= _pieces(state)
        before, owners = owners, _owners(state)
        turns.append(_turn(node, state._node, seat, choices, _lost(before, owners, node.me), values))
    outcome = state.outcome
    return StudiedGame(
        task,
        tuple(turns),
        _by_seat(state, worth(outcome, game.players)) if outcome is not None else None,
        _ending(game, outcome) if outcome is not None else None,
        pieces,
        _occupied(state),
        process_time() - begin,
    )


def _by_seat(state: State, by_side: tuple[float, ...] | None) -> tuple[float, ...] | None:
    """Values of the sides as those of whoever holds them now, by the sides they began with."""
    return None if by_side is None else tuple(by_side[seat_of(state, seat)] for seat in range(len(by_side)))


def _turn(
    node: Node, following: Node, seat: int, choices: int, lost: tuple[int, ...], values: tuple[float, ...] | None
) -> Turn:
    text, parts = node.turn_to(following)
    steps = [step for part in parts for step in part]
    sites = () if node.game.rules.unbounded else tuple(step.target for step in steps if step.target >= 0)
    actions = tuple(dict.fromkeys(step.action for step in steps))
    return Turn(seat, text, choices, len(steps), actions, sites, lost, values, following.index)


def _ending(game: Game, outcome: Outcome) -> EndingFigures:
    found = ending(game.rules, outcome)
    if found.span is None:
        return EndingFigures(found.text, 0)
    return EndingFigures(found.text, found.span.line, file_of(found.span))


def file_of(span: Span) -> str:
    """The name of the file alone: in another process its folder may be written in another way."""
    return Path(span.source.name).name


def _pieces(state: State) -> frozenset[int]:
    codes = state.game._engine.codes
    return frozenset(
        codes.code(NEUTRAL, codes.kind(code), codes.state(code))
        for layer in state.position.layers
        for stack in layer.values()
        for code in stack
    )


def _owners(state: State) -> dict[int, int]:
    """Whose piece lies on top, by site; nothing on an unbounded board."""
    owner = state.game._engine.codes.owner
    top = {} if state.game.rules.unbounded else state.position.layers[0]
    return {site: owner(stack[-1]) for site, stack in top.items() if stack}


def _lost(before: dict[int, int], after: dict[int, int], side: int) -> tuple[int, ...]:
    return tuple(site for site, owner in before.items() if owner != side and after.get(site) != owner)


def _occupied(state: State) -> tuple[int, ...]:
    return () if state.game.rules.unbounded else tuple(sorted(state.position.layers[0]))

"""Our games beside somebody else's programs: the same random games on both, and at every position the same moves.

A *peer* is an independent program behind a small adapter. The adapter speaks our language: it gives the legal moves of
its position as our texts. Two programs seldom cut a game into the same pieces (one jump or a whole chain, a pass that
is a move or none), so each comparison says how the two are reconciled. Nothing is skipped in silence.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import rulewright
from rulewright.reference.labels import Labels, SiteNames
from rulewright.state import State


class Absent(Exception):
    """The other program is not installed."""


def package(module: str) -> Any:
    """A peer's module; it has no types and may not be here."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Absent(f"{module} is not installed (pip install rulewright[peers])") from error


class Peer(Protocol):
    """Another program at one position of a game."""

    def moves(self) -> Mapping[str, Any]:
        """Its legal moves: our text -> what the program calls it. Several texts may mean one move of ours."""

    def play(self, move: Any) -> None: ...

    def outcome(self) -> str | None:
        """None while the game goes on, else "draw" or "NAME wins"; "over" if the program does not say who won."""


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True)
class Comparison:
    """One of our games, with options, against one peer."""

    game: str
    peer: str  # the program's name
    distribution: str  # what it is called on PyPI
    start: Callable[[], Peer]
    how: str  # how the conventions are reconciled, for people
    options: Mapping[str, Any] = field(default_factory=dict)
    opening: tuple[str, ...] = ()  # moves of ours before the comparison begins; the adapter starts behind them
    ours: Callable[[str], str] = _as_it_is  # our label -> the text that is compared
    after: Callable[[State], str] | None = None  # if labels are not enough: a text of the state behind a move
    ignore: Callable[[str], bool] = lambda text: False  # moves of ours that the peer does not have
    endings: bool = True  # whether results are compared
    draws: bool = True  # False: the draw rules differ, and a draw of one side only stops the game
    our_ends: bool = False  # we have an end that the peer has not; it stops the game
    wins_next: bool = False  # the peer ends the game one move early, when a player is about to win
    passes_out: bool = False  # the peer ends when nobody can move; we pass until the game is over
    games: int = 8  # random games of the normal run
    plies: int = 150  # at most so many turns of each
    positions: int = 120  # at most so many positions in all
    deep: int = 10  # how many times more the slow run plays

    @property
    def name(self) -> str:
        return "-".join([self.game, *map(str, self.options.values()), self.peer.split()[0].lower()])

    def version(self) -> str:
        return importlib.metadata.version(self.distribution)


@dataclass
class Compared:
    """What a comparison has seen."""

    games: int = 0
    positions: int = 0
    moves: int = 0
    endings: int = 0


class Different(AssertionError):
    """The two programs do not agree."""


def compare(comparison: Comparison, times: int = 1) -> Compared:
    """Plays random games on both sides, `times` as many as the normal run; raises Different where they disagree."""
    game = rulewright.load(comparison.game, **comparison.options)
    seen = Compared()
    for number in range(comparison.games * times):
        if seen.positions >= comparison.positions * times:
            break
        _one_game(comparison, game.start(), random.Random(number), seen)
    return seen


def _one_game(comparison: Comparison, state: State, choose: random.Random, seen: Compared) -> None:
    peer = comparison.start()
    for move in comparison.opening:
        state.push(move)
    seen.games += 1
    for _ in range(comparison.plies):
        theirs = peer.outcome()
        if comparison.passes_out and theirs is not None:
            _pass_out(state)
        ours = state.outcome
        if not comparison.draws and "draw" in (theirs, str(ours)):
            return
        if comparison.our_ends and ours is not None and theirs is None:
            return
        if comparison.wins_next and ours is None and theirs == f"{state.player} wins" and _can_win(state):
            seen.endings += 1
            return
        if (ours is None) != (theirs is None):
            raise Different(_told(state, f"ours: {ours or 'goes on'}, {comparison.peer}: {theirs or 'goes on'}"))
        if ours is not None:
            if comparison.endings and theirs != "over" and str(ours) != theirs:
                raise Different(_told(state, f"ours: {ours}, {comparison.peer}: {theirs}"))
            seen.endings += 1
            return
        pairs = _paired(comparison, state, peer)
        seen.positions += 1
        seen.moves += len(pairs)
        # Every second game takes an end as soon as there is one; random play alone seldom gets there.
        ends = [index for index in sorted(pairs) if state._node.turns()[index].result is not None]
        index = choose.choice(ends if ends and seen.games % 2 else sorted(pairs))
        state.push(state.legal_moves[index])
        peer.play(pairs[index])


def _can_win(state: State) -> bool:
    return any(turn.result is not None and turn.result.winners == {state.position.me} for turn in state._node.turns())


def _pass_out(state: State) -> None:
    while state.outcome is None and [move.text for move in state.legal_moves] == ["pass"]:
        state.push("pass")


def _paired(comparison: Comparison, state: State, peer: Peer) -> dict[int, Any]:
    """Each of our moves with what the peer calls it. Every label of a merged turn is a name of the move (D75)."""
    names: dict[str, int] = {}
    wanted: set[int] = set()
    for index, labels in enumerate(_texts(comparison, state)):
        if comparison.ignore(labels[0]):
            continue
        wanted.add(index)
        for label in labels:
            names.setdefault(label, index)
    pairs: dict[int, Any] = {}
    strange = []
    for text, move in peer.moves().items():
        if text in names:
            pairs.setdefault(names[text], move)
        else:
            strange.append(text)
    missing = sorted(state.legal_moves[index].text for index in wanted - set(pairs))
    if strange or missing:
        raise Different(_told(state, f"only ours: {missing[:20]}, only {comparison.peer}: {sorted(strange)[:20]}"))
    return pairs


def _texts(comparison: Comparison, state: State) -> list[list[str]]:
    """For each legal move the texts that the peer may give it."""
    if comparison.after is None:
        return [list(map(comparison.ours, labels)) for labels in all_labels(state)]
    return [[comparison.after(State(state.game, turn.position, turn.result))] for turn in state._node.turns()]


def all_labels(state: State) -> list[list[str]]:
    """For each legal move its label, then those of the turns that were merged into it."""
    engine = state.game._engine
    labels = Labels(engine, SiteNames(engine, state._node.origin))
    shown = [move.text for move in state.legal_moves]
    return [[text, *map(labels.turn, turn.twins)] for text, turn in zip(shown, state._node.turns(), strict=True)]


def _told(state: State, what: str) -> str:
    played = " ".join(f"[{move.text}]" for move in state.history)
    return f"{what}\nafter: {played}\n{state}"

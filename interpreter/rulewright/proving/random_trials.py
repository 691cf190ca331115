"""Random games, watched: everything that must hold in every position of every game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

from ..analysis.repeats import goes_one_way
from ..errors import InvalidState
from ..game import Game
from ..headless.random_games import play_random, plies, random_move
from ..reference.exploring import looking_up
from ..reference.game_flow import LegalTurn
from ..rules import expressions as rx
from ..rules.game import VariableSpec
from ..rules.types import Type
from ..source.diagnostics import Diagnostic, Severity
from ..source.source import Span
from ..state import Move, State
from .budget import Clock, Effort, Proof
from .counts import wrong_count
from .hook_checks import WatchedHooks

_TEXTS_READ = 12  # of each position: reading all would take longer than playing
_LOOKED_BACK = 5  # positions of a game whose moves are found once more
_SHOWN_PLIES = 12  # longer ways to a position help nobody
_ROUND_PLIES = 2000  # turns of a game that is not watched; races of the library come to their end after 1,300 at random
_KEPT_PLIES = 150  # enough of them, if all pieces stay in the game and no chance has a say
_LEAST_PLIES = 1  # even if the time is up
_ALIKE = re.compile(r"(.+) #\d+")  # what is written for the second of two moves with one text
_STEPS = 16  # from one look at the clock to the next
_TOO_LONG = 0.15  # seconds of a game in all, after which it is given up when time is up


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a position was like before a move was played from it."""

    exact: object
    history: tuple[int, ...]
    hash: int
    texts: tuple[str, ...]


def _pieces(state: State) -> object:
    """All pieces of a position, on the board and beside it, wherever they stand."""
    layers = state.position.layers
    return state.position.trays, [sorted(code for stack in layer.values() for code in stack) for layer in layers]


class _TooLong(Exception):
    """One position takes longer than all games may."""


def _now_and_then(clock: Clock, more: float) -> Callable[[], None]:
    """What is asked at each step; the clock is looked at now and then, for that takes longer than a step.

    Whoever begins when time is up has that much `more` all the same: each choice of options is looked at.
    """
    steps, own = count(1), Clock(more)

    def ask() -> None:
        if next(steps) % _STEPS == 0 and clock.left < 0 and own.left < 0:
            raise _TooLong

    return ask


class RandomTrials:
    """Random games of one combination of options."""

    def __init__(self, game: Game, top: Span, proof: Proof, effort: Effort) -> None:
        self.game = game
        self.top = top  # the place of what belongs to no line
        self.proof = proof
        self.effort = effort
        self.now: State | None = None
        self.ended = 0  # games
        self.unended = 0  # games that went on for as long as they were watched
        self._told: set[str] = set()
        self._clamped: dict[int, tuple[int, int]] = {}  # variables set out of their range: to what, and what they keep
        # The judge of the other engine plays, watched from inside.
        game._engines.use_reference()
        self._watch_variables()

    def play(self, number: int, clock: Clock) -> None:
        """Plays one game to its end, or as far as time allows, and takes everything back again."""
        try:
            with looking_up(_now_and_then(clock, _TOO_LONG)):
                self._play(number, clock)
        except _TooLong:
            # Time was up long ago, in the middle of one position: what was found so far has been told.
            self.proof.cut += 1

    def _play(self, number: int, clock: Clock) -> None:
        state = self.game.start()
        path: list[_Seen] = []
        decision = 0
        while decision < self.effort.plies:
            # Asked before the outcome, for which all moves have to be found.
            if clock.left <= 0 and decision >= _LEAST_PLIES:
                break
            if state.outcome is not None:
                break
            self._look_at(state)
            self._check(state)
            path.append(self._seen(state))
            state.push(random_move(state, self.effort.seed, number, decision))
            decision += 1
        if clock.left <= 0 and self.effort.to_the_end:
            raise _TooLong  # it was to be played to its end
        self.unended += decision == self.effort.plies and state.outcome is None
        if clock.left > 0:
            self.ended += state.outcome is not None
            self._check_end(state, begun=decision > 0)
        self._take_back(state, path, clock)
        self.proof.games += 1
        self.proof.plies += decision

    @property
    def may_go_round(self) -> bool:
        """Whether a position that comes up again ends nothing, neither by itself nor by what is counted meanwhile."""
        facts, rules = self.game._engine.facts, self.game.rules
        if goes_one_way(rules):
            return False
        if facts.repeats or any(spec.clock for spec in rules.variables):
            return False
        return not any(isinstance(node, rx.Counter) and node.word in ("ply", "round") for node in facts.nodes)

    def goes_round(self, clock: Clock) -> int:
        """How many turns one more game, only played and not watched, went on and came back to a position; or 0.

        Where time is up before, fewer turns are enough if not one piece has come or gone in them: on a large board no
        position comes twice at random.
        """
        ask = _now_and_then(clock, 0.0)
        state = self.game.start()
        first, kept = _pieces(state), not any(spec.type is Type.NUMBER for spec in self.game.rules.variables)

        def watch(seen: State) -> None:
            nonlocal kept
            kept = kept and not seen.is_chance and _pieces(seen) == first
            ask()

        try:
            with looking_up(ask):
                played = play_random(self.game, self.effort.seed, self.effort.games, _ROUND_PLIES, watch, state)
        except _TooLong:
            return plies(state) if kept and plies(state) >= _KEPT_PLIES else 0
        history = state.position.history
        return plies(state) if played.cut_off and (kept or len(set(history)) < len(history)) else 0

    def _look_at(self, state: State) -> None:
        self.now = state
        hooks = self.game._engine.hooks
        if isinstance(hooks, WatchedHooks):
            hooks.now = state

    # ------------------------------------------------------------ what must hold

    def _check(self, state: State) -> None:
        self._check_moves(state)
        try:
            copied = self.game.from_json(json.loads(json.dumps(state.to_json())))
        except InvalidState as error:
            self._fault(f"a position that is written down cannot be read again ({error})", state)
            return
        if copied != state or copied.position.history != state.position.history:
            self._fault("a position that is written down and read again is not the same", state)
        elif hash(copied) != hash(state) or state.position.history[-1:] != (self._remembered(state),):
            self._fault("the hash of a position is not the one that is computed anew", state)
        wrong = wrong_count(self.game, state)
        if wrong is not None:
            message, span = wrong
            self._tell("play-pieces", message, span, "correct each: or supply:, or the rule that makes more", state)

    def _remembered(self, state: State) -> int:
        if state.position.segment:  # within a turn the last whole position is remembered
            return state.position.history[-1]
        return self.game._engine.repetitions.hash(state.position)

    def _check_moves(self, state: State) -> None:
        moves, turns = state.legal_moves, state._node.turns()
        self._tell_ranges(state, turns)
        self._clamped.clear()
        if len(set(moves)) != len(moves) or len({turn.key for turn in turns}) != len(turns):
            self._fault("a move is listed twice", state)
        for move in moves:
            alike = _ALIKE.fullmatch(move.text)
            if alike is not None:
                message = f'two different moves are written "{alike[1]}".'
                help_text = "let say: show what they differ in"
                self._tell("play-label", message, self._action_span(state, move), help_text, state, Severity.WARNING)
                break
        step = max(1, len(moves) // _TEXTS_READ)
        for move in moves[::step]:
            if not self._reads_back(state, move):
                message = f'"{move.text}" is printed for a move, but is not read as this move again.'
                self._tell("play-text", message, self._text_span(state, move), self._text_help(), state)
                break

    def _reads_back(self, state: State, move: Move) -> bool:
        notation = self.game._notation
        if notation.hook is not None and not state.is_chance:
            index = notation.parse(state._node, move.text, state._node.turns())
            return index is not None and state.legal_moves[index] == move
        return state.matching(move.text) == [move]

    def _text_help(self) -> str:
        notation = self.game.rules.notation
        return f"let {notation}_parse read what {notation}_format writes" if notation else "give every action a say:"

    def _text_span(self, state: State, move: Move) -> Span:
        hook = self.game._notation.hook
        return self.game.rules.hooks[hook].span if hook is not None else self._action_span(state, move)

    def _action_span(self, state: State, move: Move) -> Span:
        for known, turn in zip(state.legal_moves, state._node.turns(), strict=True):
            if known == move and turn.parts:
                return self.game.rules.actions[turn.parts[-1][-1].action].span
        return self.top

    def _check_end(self, state: State, begun: bool) -> None:
        outcome = state.outcome
        if outcome is not None and not begun:
            message = f"the game is over before anybody has moved: {outcome}."
            help_text = 'look at the set-up, and whether an "until" holds at once, for then its phase is passed over'
            self._tell("play-over", message, outcome.rule or self.top, help_text, state, Severity.WARNING)
            return
        if outcome is None or outcome.rule is not None or self.game.rules.stuck:
            return
        message = f"{self.game.players[state.position.me]} cannot move, and the file does not say what that means."
        help_text = "it is a draw; add stuck: draw, or stuck: lose, or stuck: pass"
        self._tell("play-stuck", message, self.top, help_text, state, Severity.WARNING)

    def _seen(self, state: State) -> _Seen:
        texts = tuple(move.text for move in state.legal_moves)
        return _Seen(state.position.exact(), state.position.history, hash(state), texts)

    def _take_back(self, state: State, path: list[_Seen], clock: Clock) -> None:
        step = max(1, len(path) // _LOOKED_BACK)
        for number in reversed(range(len(path))):
            state.pop()
            seen = path[number]
            if (state.position.exact(), state.position.history, hash(state)) != (seen.exact, seen.history, seen.hash):
                self._fault("a move that is taken back leaves something behind", state)
                continue
            asked = number % step == 0 and clock.left > 0
            if asked and tuple(move.text for move in state.legal_moves) != seen.texts:
                self._fault("after a move is taken back the legal moves are not the same", state)

    # ------------------------------------------------------------ variables out of range (D62)

    def _watch_variables(self) -> None:
        variables = self.game._engine.variables
        numbers = {spec.name: number for number, spec in enumerate(self.game.rules.variables)}
        store = variables.store

        def watched(spec: VariableSpec, value: int) -> int | None:
            if spec.type is Type.NUMBER and not spec.low <= value <= spec.high:
                kept = max(spec.low, min(spec.high, value))
                self._clamped.setdefault(numbers[spec.name], (value, kept))
            return store(spec, value)

        # One engine, one proof: it is not used for anything else afterwards.
        variables.store = watched

    def _tell_ranges(self, state: State, turns: Sequence[LegalTurn]) -> None:
        """A value that only turns have which are not legal does no harm: a legal one must keep it."""
        for number, (value, kept) in self._clamped.items():
            spec = self.game.rules.variables[number]
            if any(kept == entry[0] for turn in turns for entry in turn.position.variables[number]):
                message = f'"{spec.name}" is set to {value}, but its range is {spec.low}..{spec.high}.'
                help_text = f"it stays at {kept}; make the range wider, or test before"
                self._tell("play-range", message, spec.span, help_text, state, Severity.WARNING)

    # ------------------------------------------------------------ telling

    def _fault(self, what: str, state: State) -> None:
        help_text = "this is a fault of Rulewright itself; please report it together with the game file"
        self._tell("play-fault", f"{what}.", self.top, help_text, state)

    def _tell(
        self, code: str, message: str, span: Span, help_text: str, state: State | None,
        severity: Severity = Severity.ERROR,
    ) -> None:  # fmt: skip
        """Each kind of mistake once for a game: the next position would only tell it again."""
        if code in self._told:
            return
        self._told.add(code)
        played = [move.text for move in state.history] if state else []
        where = f'; to get there: --after "{"; ".join(played)}"' if 0 < len(played) <= _SHOWN_PLIES else ""
        drawing = str(state) if state is not None else None
        self.proof.report.add(Diagnostic(code, message, span, help_text + where, severity=severity, drawing=drawing))

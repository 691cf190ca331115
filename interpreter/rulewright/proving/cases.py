"""The tests of a game file, run (semantics section 16)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..game import Game
from ..headless.perft import perft, perft_while
from ..reference.labels import SiteNames
from ..reference.view import View
from ..rules.game import TestCase
from ..source.diagnostics import Note, one_of
from ..source.rendering.numbers import points
from ..source.source import Span
from ..state import Move, State
from .budget import Clock, Effort, Proof
from .hook_checks import WatchedHooks
from .places import Places

if TYPE_CHECKING:
    from ..show.why import Reason


class Cases:
    """Runs the tests that belong to one combination of options."""

    def __init__(
        self, game: Game, places: Places, proof: Proof, effort: Effort, clock: Clock, *, explained: bool = True
    ) -> None:
        self.game = game
        self.explained = explained  # whether a move that is not legal gets its reason
        self.places = places
        self.proof = proof
        self.effort = effort
        self.clock = clock

    def run(self) -> None:
        for number, case in enumerate(self.game.rules.tests, 1):
            self.proof.watch(f"test {number} of {len(self.game.rules.tests)}")
            self.run_one(case)

    def run_one(self, case: TestCase) -> None:
        self.proof.tests += 1
        _Case(self, case).run()


_LONG_GAME = 40  # moves of a test that is left out when the time is up; no rule of a game takes so many to show


class _Case:
    def __init__(self, cases: Cases, case: TestCase) -> None:
        self.cases = cases
        self.case = case
        self.places = cases.places
        self.report = cases.proof.report
        game = cases.game
        if case.distinct is not None and case.distinct != game.rules.distinct:
            game = Game(game._pipeline.anew(), "reference")
            game._engine.course.rules = replace(game.rules, distinct=case.distinct)  # all that looks at it
        self.game = game
        self.hooks = game._engine.hooks if isinstance(game._engine.hooks, WatchedHooks) else None
        self.state = game._position_of(case)
        if self.hooks is not None:
            self.hooks.now = self.state

    def run(self) -> None:
        case = self.case
        if len(case.play) > _LONG_GAME and self.cases.clock.left <= 0:
            name = f' "{case.name}"' if case.name else ""
            self.cases.proof.skipped.append(f"{self.game.id}: the game of {len(case.play)} moves{name}")
            return
        if not self._play():
            return
        self._moves()
        if case.perft:
            self._perft()
        if case.result is not None:
            self._result()
        if case.scores is not None:
            self._scores()

    # ------------------------------------------------------------ play

    def _play(self) -> bool:
        for number, text in enumerate(self.case.play):
            span = self.places.item(self.case, "play", number)
            over = self.state.outcome
            if over is not None:
                notes = (Note("this rule ended it", over.rule),) if over.rule else ()
                message = f'the game is over before "{text}" (move {number + 1}): {over}.'
                self.report.error("test-play", message, span, "delete the moves after the end", *notes)
                return False
            fitting = self.state.matching(text)
            if len(fitting) != 1:
                self._not_legal("test-play", f'"{text}" (move {number + 1}) is not legal here.', text, span, fitting)
                return False
            self.state.push(fitting[0])
        return True

    def _not_legal(self, code: str, message: str, text: str, span: Span, fitting: list[Move]) -> None:
        """Tells that a move should be legal, with the test that stops it."""
        if fitting:
            ways = one_of([f'"{move.text}"' for move in fitting])
            self.report.error(code, f'"{text}" can mean two moves.', span, f"write {ways}")
            return
        reason = self._reason(text) if self.cases.explained else None
        help_text = reason.message if reason else None
        notes = (Note("this is the rule that stops it", reason.span),) if reason and reason.span else ()
        self.report.error(code, message, span, help_text, *notes)

    def _reason(self, text: str) -> Reason | None:
        if self.hooks is None:
            return self.state.why(text)
        with self.hooks.unwatched():
            return self.state.why(text)

    # ------------------------------------------------------------ moves

    def _moves(self) -> None:
        case = self.case
        if case.moves is None and not case.also and not case.never:
            return
        found: set[Move] = set()
        for number, text in enumerate(case.moves or ()):
            found.update(self._legal_one("moves", number, text))
        for number, text in enumerate(case.also):
            self._legal_one("also", number, text)
        for number, text in enumerate(case.never):
            if self._matching(text):
                span = self.places.item(case, "never", number)
                self._allowed(f'"{text}" is legal here, but should not be.', text, span)
        if case.moves is not None:
            extra = [move.text for move in self._legal() if move not in found]
            if extra:
                verb = "is" if len(extra) == 1 else "are"
                message = f"{one_of([f'{chr(34)}{text}{chr(34)}' for text in extra], 'and')} {verb} legal too."
                self._allowed(message, extra[0], self.places.key(case, "moves"))

    def _legal(self) -> list[Move]:
        """The legal moves, of one origin if the test says `from`."""
        moves = self.state.legal_moves
        if self.case.start is None:
            return list(moves)
        names = SiteNames(self.game._engine, self.state._node.origin)
        wanted = self.case.start.lower()
        return [
            move
            for move, turn in zip(moves, self.state._node.turns(), strict=True)
            if turn.parts and turn.parts[0][0].origin >= 0 and names.name(turn.parts[0][0].origin).lower() == wanted
        ]

    def _matching(self, text: str) -> list[Move]:
        """The legal moves that a text of the test can mean; all of them are only listed where `from` asks for it."""
        found = self.state.matching(text)
        if not found or self.case.start is None:
            return found
        legal = self._legal()
        return [move for move in found if move in legal]

    def _legal_one(self, key: str, number: int, text: str) -> list[Move]:
        fitting = self._matching(text)
        if len(fitting) != 1:
            span = self.places.item(self.case, key, number)
            if not fitting and self.state.matching(text):
                message = f'"{text}" is legal, but no piece leaves {self.case.start} in it.'
                help_text = "from: keeps only moves of the piece on that site; test this one without from:"
                self.report.error("test-moves", message, span, help_text)
            else:
                self._not_legal("test-moves", f'"{text}" should be legal here, but is not.', text, span, fitting)
        return fitting

    def _allowed(self, message: str, text: str, span: Span) -> None:
        """Tells that a move is legal that should not be, and which action makes it."""
        for move, turn in zip(self.state.legal_moves, self.state._node.turns(), strict=True):
            if move in self.state.matching(text) and turn.parts:
                action = self.game.rules.actions[turn.parts[-1][-1].action]
                help_text = f'the action "{action.name}" allows it: look at its conditions'
                self.report.error("test-moves", message, span, help_text, Note("this action", action.span))
                return
        self.report.error("test-moves", message, span, "look at stuck: and the turn")

    # ------------------------------------------------------------ numbers and results

    def _perft(self) -> None:
        effort, clock = self.cases.effort, self.cases.clock
        before = 0.0
        for depth, expected in enumerate(self.case.perft, 1):
            if depth > 1:
                # What the last depth took says what this one will take.
                growth = expected / max(1, self.case.perft[depth - 2])
                too_many = effort.leaves is not None and expected > effort.leaves
                if too_many or before * growth > clock.left:
                    self._skip(depth)
                    return
            start = clock.spent
            found, whole = self._count(depth)
            before = clock.spent - start
            if not whole and found <= expected:
                self._skip(depth)
                return
            if found != expected:
                there_are = found if whole else "more"
                message = f"{expected} ways to play {_moves(depth)} are expected, but there are {there_are}."
                help_text = "list the first moves of this position by hand, and compare them with moves:"
                if self.case.position is None and not self.case.play:
                    file = self.case.span.source.name
                    help_text = f"rulewright perft {file} {depth} --divide counts them by first move"
                self.report.error("test-perft", message, self.places.item(self.case, "perft", depth - 1), help_text)
                return

    def _count(self, depth: int) -> tuple[int, bool]:
        """How many ways there are, and whether those are all: a file may expect far fewer than there are."""
        clock = self.cases.clock
        if depth == 1 or clock.seconds is None:
            return perft(self.state, depth), True
        return perft_while(self.state, depth, lambda: clock.left > 0)

    def _skip(self, depth: int) -> None:
        options = "".join(f" {name}={value}" for name, value in self.case.options.items())
        name = f' of "{self.case.name}"' if self.case.name else ""
        self.cases.proof.skipped.append(f"{self.game.id}{options}: perft{name} from depth {depth} on")

    def _result(self) -> None:
        expected = self.case.result
        assert expected is not None
        draw = expected.what == "draw"
        names = self.game.players
        lost = expected.what == "nobody"  # a solitaire that did not come out
        wanted = "nobody wins" if lost else "draw" if expected.player is None else f"{names[expected.player]} wins"
        if not self.case.play:
            self._judge()
        outcome = self.state.outcome
        if outcome is None:
            message = f'"{wanted}" is expected, but the game goes on.'
            help_text = f"legal moves are {one_of([move.text for move in self.state.legal_moves], 'and', 8)}"
            self.report.error("test-result", message, expected.span, help_text)
            return
        same = str(outcome) == wanted if draw or lost else names[expected.player or 0] in outcome.winners
        if not same:
            message = f'"{wanted}" is expected, but the game ended with "{outcome}".'
            notes = (Note("this rule ended it", outcome.rule),) if outcome.rule else ()
            help_text = "look at the rules under end:, out: and stuck:, in their order"
            self.report.error("test-result", message, expected.span, help_text, *notes)

    def _judge(self) -> None:
        """A result without moves: as if the player before had just moved (D95)."""
        position = self.state.position.copy()
        before = (position.me - 1) % len(self.game.rules.players)
        result = self.game._engine.course.judged(position, before)
        if result is not None:
            self.state = State(self.game, position, result)

    def _scores(self) -> None:
        expected = self.case.scores
        assert expected is not None
        outcome, position = self.state.outcome, self.state.position
        names = self.game.players
        if outcome is not None and outcome.scores is not None:
            scores = tuple(outcome.scores[name] for name in names)
        else:
            scores = self.game._engine.course.scores(position, View(position, position.me))
        for player, wanted in expected.items():
            if scores[player] != wanted:
                message = f"{names[player]} should have {points(wanted)} points, but has {points(scores[player])}."
                span = self.places.entry(self.case, "score", names[player])
                self.report.error("test-score", message, span, "look at score:")


def _moves(depth: int) -> str:
    return "1 move" if depth == 1 else f"{depth} moves"

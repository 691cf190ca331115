"""A game in the terminal: what a person types, and what is answered. Nothing typed can lose the game."""

from __future__ import annotations

import shutil
import textwrap
import time
from collections.abc import Callable, Iterable

from ...errors import EngineFailed, InvalidMove, MoveError
from ...headless.random_games import random_move
from ...players.player import Player
from ...players.seeds import decision_seed
from ...players.strengths import for_seconds
from ...records import Record
from ...reference.labels import SiteNames
from ...seats import seat_of
from ...show.endings import because, ending
from ...state import Move, State
from ..picture import drawn, shows_unicode
from ..positions import is_legal, meant_move, refusal, shown
from ..reason import reason_text
from ..terminal import say
from .entry import Entry
from .opinion import advice, remark
from .saved import Saves
from .seating import Seating
from .thinking import think

COMMANDS = {
    "MOVE": "play it; or one thing after the other: a piece, then where it goes",
    "moves": "list the legal moves",
    "moves SITE": "list those that begin or end there, or whose text begins so",
    "why MOVE": "explain why a move is not legal",
    "hint": "ask the engine for its opinion",
    "undo": "take your last move back",
    "board": "draw the board again",
    "rules": "show the rules of the game",
    "save FILE": "keep the game, to go on with it later",
    "help": "show this list",
    "quit": "leave",
}

_HINT_SECONDS = 1.0  # for a hint, however weak the opponents are
_MOST_LUCK = 10  # what chance has done in a row is told so far


class Session:
    def __init__(self, state: State, seating: Seating, seed: int, saves: Saves, pace: float = 0.0) -> None:
        self.state = state
        self.seating = seating
        self.seed = seed
        self.over = False  # the person has left; the game itself may have ended before
        self.failed = False  # another program that plays cannot go on
        self._saves = saves
        self._pace = pace  # seconds between moves that are watched
        self._entry = Entry(state)
        self._adviser: Player | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "moves": self._list_moves,
            "why": self._why,
            "hint": lambda _: self._hint(),
            "undo": lambda _: self._undo(),
            "board": lambda _: self._show_board(),
            "rules": lambda _: self._rules(),
            "save": self._save,
            "help": lambda _: self._help(),
            "quit": lambda _: self._quit(),
        }

    # ------------------------------------------------------------ talking

    def begin(self) -> None:
        _say_wrapped(
            f'{shown(self.state.game.title)}. {self.seating.in_words()} (seed {self.seed}). "help" shows what you can '
            "type."
        )
        about = self.state.game.rules.about
        if about:
            _say_wrapped(shown(about))
        self._go_on()

    @property
    def is_watched(self) -> bool:
        """Whether programs play among themselves."""
        return not self.seating.people and self.state.outcome is None

    def prompt(self) -> str:
        if self.state.outcome is not None:
            return "over> "
        begun = self._entry.begun
        return f"{self.state.player}{f' {begun.text}' if begun else ''}> "

    def completions(self, text: str) -> list[str]:
        """What can be typed that begins like this, for the tabulator key."""
        words = [word for word in COMMANDS if word.islower() and " " not in word]
        moves = [] if self.state.outcome is not None else [move.text for move in self.state.legal_moves]
        wanted = text.lower()
        return [known for known in (*moves, *words) if known.lower().startswith(wanted)]

    def _show_board(self, marked: Iterable[str] | None = None) -> None:
        say(f"\n{drawn(self.state, marked, brackets=True)}\n", painted=True)
        outcome = self.state.outcome
        if outcome is not None:
            ended, reason = ending(self.state.game.rules, outcome), because(self.state, outcome)
            rule = f". Line {ended.span.line}: {shown(ended.text)}" if ended.span else "."
            _say_wrapped(f"The game is over: {outcome}{f', because {reason}' if reason else ''}{rule}")
            if self._verdict():
                say(self._verdict())

    def _verdict(self) -> str:
        """What the end means to the one person at the table."""
        outcome, people = self.state.outcome, self.seating.people
        if outcome is None or len(people) != 1 or len(self.seating.who) == 1:
            return ""
        if outcome.draw:
            return "A draw: nobody has lost."
        mine = self.state.game.players[seat_of(self.state, people[0])]
        return "You have won. Well played!" if mine in outcome.winners else "You have lost this one. Another game?"

    def answer(self, line: str) -> None:
        """Does what was typed: a move first of all, so that no command hides one."""
        text = line.strip()
        if not text:
            if self._entry.begun is not None:
                self._entry.clear()
                self._show_board()
            elif self.is_watched or self.failed:
                self._go_on()
            return
        word, _, rest = text.partition(" ")
        command = self._commands.get(word.lower())
        if command and not is_legal(self.state, text):
            command(rest.strip())
            return
        if self.state.outcome is not None:
            say('The game is over; "undo" takes a move back, "save FILE" keeps it, "quit" leaves.')
            return
        meant = self._entry.read(text)
        if isinstance(meant, Move):
            self.state.push(meant)
            self._go_on()
        elif meant is None:
            self._refuse(text)
        else:
            self._show_board(meant.sites)
            _say_wrapped(shown(str(meant)))

    def _refuse(self, text: str) -> None:
        try:
            self.state.parse(text)
        except MoveError as error:
            unlike = isinstance(error, InvalidMove)  # whoever types "exit" or "?" looks for a command
            more = '"help" everything you can type' if unlike else f'"why {shown(text)}" explains'
            explained = f'"moves" lists the legal ones, {more}.'
            _say_wrapped(f"{refusal(error, self.state)}. {explained}")

    def farewell(self) -> None:
        if self.state.outcome is None and self.state.history:
            played = len(self.state.history)
            say(f"Left after {played} move{'' if played == 1 else 's'}.")

    # ------------------------------------------------------------ playing

    def _go_on(self) -> None:
        """Chance and the programs play until a person is to move or the game is over; then the board is shown."""
        watched = not self.seating.people
        if watched:
            self._show_board()
        self.failed = False
        try:
            while self.state.outcome is None and not self.seating.is_person_to_move(self.state):
                if self.state.is_chance:
                    _say_wrapped(self._luck())
                    continue
                say(self._reply(), now=True)
                if watched:
                    self._show_board()
                    time.sleep(self._pace)
        except EngineFailed as error:
            self.failed = True
            _say_wrapped(f'{shown(str(error))}. An empty line asks again, "save FILE" keeps the game, "quit" leaves.')
        finally:
            self._entry = Entry(self.state)
        if not watched:
            self._show_board()

    def _luck(self) -> str:
        """Plays what chance does until somebody has a choice, and tells it."""
        done = []
        while self.state.outcome is None and self.state.is_chance:
            move = random_move(self.state, self.seed, 0, len(self.state.history))
            self.state.push(move)
            done.append(shown(move.text))
        left_out = len(done) - _MOST_LUCK
        more = f" and {left_out} more" if left_out > 0 else ""
        return f"chance: {', '.join(done[:_MOST_LUCK])}{more}"

    def _reply(self) -> str:
        """Plays the move of a program, and tells it."""
        side = self.state.player
        # The seed is counted by what lies on the table: after an undo the same move gets the same reply.
        seed = decision_seed(self.seed, 0, len(self.state.history))
        opinion = think(self.seating.program(self.state), self.state, seed, side, shows_unicode())
        thought = remark(opinion)
        self.state.push(opinion.move)
        if self.state.unseen:
            return f"{side} has chosen"
        return f"{side}: {shown(opinion.move.text)}{f'  ({thought})' if thought else ''}"

    def _undo(self) -> None:
        """Back to the last decision of a person; a turn that was only begun goes first."""
        if self._entry.begun is not None:
            self._entry.clear()
            self._show_board()
            return
        back = self.state.copy()
        taken: list[Move] = []
        while back.history:
            taken.append(back.pop())
            if self.seating.is_person_to_move(back) or (not self.seating.people and not back.is_chance):
                self.state = back
                self.seating.forget()
                self._entry = Entry(back)
                _say_wrapped(f"Taken back: {', '.join(shown(move.text) for move in reversed(taken))}")
                self._show_board()
                return
        say("There is nothing to take back.")

    # ------------------------------------------------------------ asking

    def _hint(self) -> None:
        if self.state.outcome is not None:
            say("The game is over.")
            return
        if self._adviser is None:
            self._adviser = for_seconds(_HINT_SECONDS).make()
        self._adviser.forget()
        seed = decision_seed(self.seed, 1, len(self.state.history))
        opinion = think(self._adviser, self.state, seed, "the engine", shows_unicode())
        for line in advice(self.state, opinion, shows_unicode()).split("\n"):
            _say_wrapped(line)

    def _list_moves(self, word: str) -> None:
        moves = self._moves_at(word.lower()) if word else list(self.state.legal_moves)
        if moves:
            listed = _columns([shown(move.text) for move in moves])
            say(listed)
            if not word and listed.count("\n") >= shutil.get_terminal_size().lines - 2:
                say(f'These are {len(moves)}. "moves" and a place lists only those that have to do with it.')
        elif self.state.outcome is not None:
            say("The game is over.")
        else:
            say(f'No legal move begins with "{shown(word)}" or has to do with it.')

    def _moves_at(self, word: str) -> list[Move]:
        names = SiteNames(self.state.game._engine, self.state._node.origin)
        found = []
        for move, turn in zip(self.state.legal_moves, self.state._node.turns(), strict=True):
            sites = {site for steps in turn.parts for step in steps for site in (step.origin, step.target)}
            if move.text.lower().startswith(word) or word in {names.name(s).lower() for s in sites if s >= 0}:
                found.append(move)
        return found

    def _why(self, text: str) -> None:
        if not text:
            say('Why what? Write "why" and a move.')
            return
        meant = meant_move(self.state, text)
        text = meant.text if meant else text
        sentence, *rule = reason_text(text, self.state.why(text)).split("\n")
        _say_wrapped(sentence)
        if rule:
            say("\n".join(rule))

    def _rules(self) -> None:
        from ...language.summary import WIDTH, as_text, summarise

        summary = summarise(self.state.game.rules, self.state.game._pipeline.asts)
        say(as_text(summary, min(WIDTH, shutil.get_terminal_size().columns - 1)))

    # ------------------------------------------------------------ leaving

    def _save(self, name: str) -> None:
        self._saves.write(name, Record.of(self.state, self.seating.who, self.seed))

    def _help(self) -> None:
        longest = max(map(len, COMMANDS))
        say("\n".join(f"  {command:<{longest}}  {does}" for command, does in COMMANDS.items()))

    def _quit(self) -> None:
        self.over = True


def _say_wrapped(text: str) -> None:
    say(textwrap.fill(text, max(20, shutil.get_terminal_size().columns - 1), break_on_hyphens=False))


def _columns(texts: list[str]) -> str:
    """Texts in rows as wide as the terminal."""
    width = max(map(len, texts)) + 2
    each = max(1, (shutil.get_terminal_size().columns - 1) // width)
    rows = [texts[start : start + each] for start in range(0, len(texts), each)]
    return "\n".join("".join(f"{text:<{width}}" for text in row).rstrip() for row in rows)

"""A game in the terminal: what a person types, and what is answered. Nothing typed can lose the game."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from ..engine.hashing import draw
from ..engine.labels import SiteNames
from ..errors import MoveError
from ..game import Game
from ..playing import random_move
from ..records import Record
from ..state import Move
from ..tally import ending
from .picture import drawn
from .positions import is_legal, refusal, shown
from .reason import reason_text
from .terminal import say

COMMANDS = {
    "MOVE": "play it",
    "moves": "list the legal moves",
    "moves SITE": "list those that begin or end there, or whose text begins so",
    "why MOVE": "explain why a move is not legal",
    "hint": "propose a legal move, at random",
    "undo": "take your last move back",
    "board": "draw the board again",
    "save FILE": "write a record of the game so far",
    "help": "show this list",
    "quit": "leave",
}


class Session:
    def __init__(self, game: Game, people: set[str], seed: int) -> None:
        self.state = game.start()
        self.people = people
        self.seed = seed
        self.over = False  # the person has left; the game itself may have ended before
        self._hints = 0
        self._saved: Path | None = None  # written by us, so it may be written again
        self._commands: dict[str, Callable[[str], None]] = {
            "moves": self._list_moves,
            "why": self._why,
            "hint": self._hint,
            "undo": self._undo,
            "board": lambda _: self._show_board(),
            "save": self._save,
            "help": lambda _: self._help(),
            "quit": lambda _: self._quit(),
        }

    # ------------------------------------------------------------ talking

    def begin(self) -> None:
        say(self._greeting())
        self._let_others_play()
        self._show_board()

    def _greeting(self) -> str:
        players = self.state.game.players
        others = [player for player in players if player not in self.people]
        who = "You play all sides" if not others else f"You are {', '.join(p for p in players if p in self.people)}"
        against = f"; {', '.join(others)}: at random" if others else ""
        return f'{shown(self.state.game.title)}. {who}{against} (seed {self.seed}). "help" shows what you can type.'

    def prompt(self) -> str:
        return f"{self.state.player if self.state.outcome is None else 'over'}> "

    def _show_board(self) -> None:
        say(f"\n{drawn(self.state)}\n")
        outcome = self.state.outcome
        if outcome is not None:
            ended = ending(self.state.game.rules, outcome)
            place = f", by line {ended.span.line}: {shown(ended.text)}" if ended.span else f": {ended.text}"
            say(f"The game is over: {outcome}{place}")

    def answer(self, line: str) -> None:
        """Does what was typed: a move first of all, so that no command hides one."""
        text = line.strip()
        if not text:
            return
        word, _, rest = text.partition(" ")
        command = self._commands.get(word.lower())
        if command and not is_legal(self.state, text):
            command(rest.strip())
            return
        if self.state.outcome is not None:
            say('The game is over; "undo" takes a move back, "save FILE" keeps it, "quit" leaves.')
            return
        try:
            self.state.push(text)
        except MoveError as error:
            say(f'{refusal(error, self.state)}. "moves" lists the legal ones, "why {shown(text)}" explains.')
            return
        self._let_others_play()
        self._show_board()

    def farewell(self) -> None:
        outcome = self.state.outcome
        if outcome is None and self.state.history:
            say(f"Left after {len(self.state.history)} moves.")

    # ------------------------------------------------------------ playing

    def _let_others_play(self) -> None:
        """Chance and the random players, until a person is to move or the game is over."""
        while self.state.outcome is None and self.state.player not in self.people:
            player = self.state.player
            # Counted by what lies on the table: after an undo the same move gets the same reply.
            move = random_move(self.state, self.seed, 0, len(self.state.history))
            self.state.push(move)
            say(f"{player}: {shown(move.text)}")

    def _undo(self, _: str) -> None:
        """Back to the last decision of a person."""
        back = self.state.copy()
        taken: list[Move] = []
        while back.history:
            taken.append(back.pop())
            if back.player in self.people:
                self.state = back
                say(f"Taken back: {', '.join(shown(move.text) for move in reversed(taken))}")
                self._show_board()
                return
        say("There is nothing to take back.")

    def _hint(self, _: str) -> None:
        moves = self.state.legal_moves
        if not len(moves):
            say("The game is over.")
            return
        self._hints += 1
        say(f"Try {shown(moves[draw(self.seed, self._hints, len(self.state.history), len(moves))].text)}")

    # ------------------------------------------------------------ asking

    def _list_moves(self, word: str) -> None:
        moves = self._moves_at(word.lower()) if word else list(self.state.legal_moves)
        if moves:
            say(_columns([shown(move.text) for move in moves]))
        elif self.state.outcome is not None:
            say("The game is over.")
        else:
            say(f'No legal move begins with "{shown(word)}" or has to do with it.')

    def _moves_at(self, word: str) -> list[Move]:
        names = SiteNames(self.state.game.engine, self.state.origin)
        found = []
        for move, turn in zip(self.state.legal_moves, self.state.turns(), strict=True):
            sites = {site for steps in turn.parts for step in steps for site in (step.origin, step.target)}
            if move.text.lower().startswith(word) or word in {names.name(s).lower() for s in sites if s >= 0}:
                found.append(move)
        return found

    def _why(self, text: str) -> None:
        if not text:
            say('Why what? Write "why" and a move.')
        else:
            say(reason_text(text, self.state.why(text)))

    # ------------------------------------------------------------ leaving

    def _save(self, name: str) -> None:
        if not name:
            say('Where to? Write "save" and the name of a file.')
            return
        path = Path(name)
        players = ["person" if player in self.people else "random" for player in self.state.game.players]
        line = Record.of(self.state, players, self.seed).line()
        try:
            if path != self._saved and path.exists():
                say(f"{shown(name)} is already there; choose another name.")
                return
            # Beside it first: if the disk is full, an older save stays whole.
            beside = path.with_name(f".{path.name}.part")
            beside.write_text(f"{line}\n", encoding="ascii")
            os.replace(beside, path)
        except (OSError, ValueError) as error:
            say(f"{shown(name)} cannot be written: {getattr(error, 'strerror', None) or error}.")
            return
        self._saved = path
        say(f'Saved {len(self.state.history)} moves; "rulewright replay {shown(name)}" plays them again.')

    def _help(self) -> None:
        longest = max(map(len, COMMANDS))
        say("\n".join(f"  {command:<{longest}}  {does}" for command, does in COMMANDS.items()))

    def _quit(self) -> None:
        self.over = True


def _columns(texts: list[str]) -> str:
    """Texts in rows as wide as the terminal."""
    width = max(map(len, texts)) + 2
    each = max(1, (shutil.get_terminal_size().columns - 1) // width)
    rows = [texts[start : start + each] for start in range(0, len(texts), each)]
    return "\n".join("".join(f"{text:<{width}}" for text in row).rstrip() for row in rows)

"""Rulewright itself: shipped games, drafts, and texts made from them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import rulewright
from rulewright.game import Game
from rulewright.headless.perft import perft
from rulewright.headless.random_games import play_random, plies

from .runners import Run, timed

ROOT = Path(__file__).resolve().parents[2]


def load_edited(game: str, edits: Sequence[Sequence[str]] = (), options: Mapping[str, Any] | None = None) -> Game:
    """A game of the library or a draft, with some of its text replaced."""
    path = ROOT / "games" / f"{game}.yaml"
    draft = not path.exists()
    if draft:
        path = ROOT / "tests" / "drafts" / f"{game}.yaml"
    if not edits:
        return rulewright.load(path if draft else game, **(options or {}))
    text = path.read_text(encoding="utf-8").partition("\ntests:")[0] + "\n"
    for old, new in edits:
        if old not in text:
            raise ValueError(f"{path.name} has no {old!r} any more")
        text = text.replace(old, new)
    return rulewright.load(text, **(options or {}))


class Ours:
    def __init__(
        self,
        game: str,
        edits: Sequence[Sequence[str]] = (),
        options: Mapping[str, Any] | None = None,
        max_plies: int | None = None,
    ) -> None:
        self.game = load_edited(game, edits, options)
        self.native: Any = getattr(self.game, "playouts", None)
        self.max_plies = max_plies
        self.seed = 0
        self.rate = 0.0  # games a second, as of the last run

    def playouts(self, seconds: float) -> Run:
        if self.native is None:  # no native engine yet
            return self._slowly(seconds)
        if not self.rate:
            self._find_rate()
        return self._play(max(1, round(self.rate * seconds)))

    def first_game(self) -> None:
        """Compiles the game and plays it once."""
        if self.native is None:
            self._slowly(0)
        else:
            self._play(1)

    def _find_rate(self) -> None:
        self._play(1)  # compiles
        games = 1
        while self._play(games).cpu_seconds < 0.05:
            games *= 4

    def _play(self, games: int) -> Run:
        self.seed += 1
        begin = time.process_time()
        played = self.native(games=games, seed=self.seed, max_plies=self.max_plies, threads=1)
        spent = time.process_time() - begin
        self.rate = games / max(spent, 1e-6)
        return Run(played.games, played.plies, spent)

    def _slowly(self, seconds: float) -> Run:
        begin = time.process_time()
        playouts = moves = 0
        while (spent := time.process_time() - begin) < seconds or not playouts:
            played = play_random(self.game, 1, self.seed, self.max_plies)
            self.seed += 1
            playouts += 1
            moves += plies(played.state)
        return Run(playouts, moves, spent)

    def perft(self, depth: int) -> Run:
        return timed(lambda: perft(self.game.start(), depth))

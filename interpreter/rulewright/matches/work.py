"""What the processes of a match do: load the game and the programs once, then play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..game import Game, load_with
from ..players.engines.player import EnginePlayer
from ..players.functions import AnyPlayer, as_player
from ..players.player import Player
from .game import MatchGame, Terms, play
from .schedule import Pairing
from .worker_pool import Beat


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a process needs to know."""

    game: Path | Game
    options: Mapping[str, str]
    allow_hooks: bool
    players: tuple[AnyPlayer, ...]
    terms: Terms


def prepare(setup: Setup) -> Callable[[Pairing, Beat], MatchGame]:
    game = setup.game
    if not isinstance(game, Game):
        game = load_with(game, setup.options, allow_hooks=setup.allow_hooks)
    game._engines.hurry()  # whole games lie ahead
    programs: dict[tuple[int, int], Player] = {}  # by number, and which of several sides it holds

    for number, given in enumerate(setup.players):
        made = as_player(given)
        if isinstance(made, EnginePlayer):  # one that cannot even begin would lose all its games
            made.begin(game)
            programs[number, 0] = made

    def work(pairing: Pairing, beat: Beat) -> MatchGame:
        seated = []
        for seat, program in enumerate(pairing.seats):
            which = program, pairing.seats[:seat].count(program)
            if which not in programs:
                programs[which] = as_player(setup.players[program])
            seated.append(programs[which])
        try:
            return play(game, seated, pairing, setup.terms, beat)
        except BaseException:
            programs.clear()  # who knows in which state they are
            raise

    return work

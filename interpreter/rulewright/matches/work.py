"""What the processes of a match do: load the game and the programs once, then play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..game import Game
from ..players.engines.player import EnginePlayer
from ..players.functions import AnyPlayer, as_player
from ..players.player import Player
from ..spread.news import Beat
from .game import MatchGame, Terms, play
from .schedule import Pairing


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a process needs to know."""

    game: Game
    players: tuple[AnyPlayer, ...]
    terms: Terms


def prepare(setup: Setup) -> Callable[[Pairing, Beat], MatchGame]:
    game = setup.game
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

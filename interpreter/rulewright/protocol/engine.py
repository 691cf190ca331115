"""The questions: each takes the object that was sent and gives what is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .. import __version__
from ..errors import InvalidPlayer, InvalidState, MoveError, Unplayable, echoed
from ..game import Game
from ..players.engines.json_lines import PROTOCOL
from ..players.engines.opinions import opinion_data
from ..players.player import Opinion, Player, Stop
from ..players.seeds import decision_seed
from ..players.spec import PLAYERS, Spec, spec
from ..state import State
from ..turn import Turn
from .problem import Problem

Data: TypeAlias = dict[str, Any]
Tell: TypeAlias = Callable[[Data], None]
_BOUNDS = {"seconds": "time", "depth": "depth", "playouts": "playouts"}
_SHORTEST = "0.01"
_MOST_VARIATIONS = 1000


class Engine:
    """A game, a position of it, and a player that thinks. `usual` says who thinks where nobody says for how long."""

    def __init__(self, game: Game, usual: Spec, seed: int = 1) -> None:
        self.game, self._usual, self._seed = game, usual, seed
        self._state = game.start()
        self._thinker: Player | None = None
        self._questions: dict[str, Callable[[Data, Stop, Tell], Data]] = {
            "hello": lambda data, stop, tell: self._hello(data),
            "game": lambda data, stop, tell: self._game(data),
            "position": lambda data, stop, tell: self._position(data),
            "go": self._go,
            "legal": lambda data, stop, tell: self._legal(),
            "decide": lambda data, stop, tell: self._decide(data),
            "why": lambda data, stop, tell: self._why(data),
            "show": lambda data, stop, tell: self._show(),
        }

    def answer(self, data: Data, stop: Stop = lambda: False, tell: Tell = lambda _: None) -> Data:
        """What is answered; `stop` is asked while it thinks, and `tell` hears what it thinks by then."""
        name = data.get("do")
        question = self._questions.get(name) if isinstance(name, str) else None
        if question is None:
            known = ", ".join((*self._questions, "stop", "quit"))
            raise Problem(f'there is no question {echoed(repr(name))}; "do" is one of {known}')
        try:
            return question(data, stop, tell)
        except (MoveError, Unplayable) as error:
            raise Problem(error.why) from None
        except (InvalidState, InvalidPlayer) as error:
            raise Problem(str(error)) from None

    # ------------------------------------------------------------ the game

    def _hello(self, data: Data) -> Data:
        if data.get("protocol", PROTOCOL) != PROTOCOL:
            raise Problem(f"this is protocol {PROTOCOL}")
        return {"protocol": PROTOCOL, "name": f"Rulewright {__version__}", **self._about(), "wants": []}

    def _about(self) -> Data:
        game = self.game
        return {
            "game": game.id, "title": game.title, "options": dict(game.rules.options), "players": list(game.players),
        }  # fmt: skip

    def _game(self, data: Data) -> Data:
        """A new game. What it is was said when this engine was started."""
        own = self._about()
        for key in ("game", "options", "players"):
            if data.get(key, own[key]) != own[key]:
                raise Problem(f'this engine plays {self.game.title}: "{key}" is {echoed(repr(own[key]))}')
        self._state = self.game.start()
        if self._thinker is not None:
            self._thinker.forget()
        self._prepare()
        return own

    def _prepare(self) -> None:
        """Compiles what a search needs before anybody looks at a clock."""
        state = self.game.start()
        if "time" in PLAYERS[self._usual.name].settings and state.outcome is None and not state.is_chance:
            spec(f"{self._usual.name}:time={_SHORTEST}").make().choose(state, self._seed)

    def _position(self, data: Data) -> Data:
        moves = data.get("moves", [])
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise Problem('"moves" is a list of texts')
        state = self.game.start() if data.get("start") is None else self.game.from_json(data["start"])
        for number, move in enumerate(moves, 1):
            try:
                state.push(move)
            except MoveError as error:  # the position that is there stays
                raise Problem(f"move {number}: {error.why}") from None
        self._state = state
        return self._standing()

    def _standing(self) -> Data:
        outcome = self._state.outcome
        over = None if outcome is None else {"winners": list(outcome.winners), "draw": outcome.draw}
        return {"player": None if over else self._state.player, "over": over, "ply": self._state.ply}

    # ------------------------------------------------------------ looking

    def _legal(self) -> Data:
        return {"moves": [move.text for move in self._state.legal_moves]}

    def _decide(self, data: Data) -> Data:
        """What can be decided next, after the decisions of a turn that are `made`."""
        made = data.get("made", [])
        if not isinstance(made, list) or not all(isinstance(one, str) or type(one) is int for one in made):
            raise Problem('"made" is a list of decisions, by their texts or their numbers')
        turn: Turn = self._state.turn(*made)
        offered = [{"number": one.number, "kind": one.kind, "text": one.text} for one in turn.decisions]
        return {"decisions": offered, "complete": turn.is_complete, "move": turn.move.text if turn.move else None}

    def _why(self, data: Data) -> Data:
        """Why a move is not legal, in words; nothing to say if it is."""
        move = data.get("move")
        if not isinstance(move, str):
            raise Problem('"move" is the text of a move')
        reason = self._state.why(move)
        return {"legal": reason is None, "why": None if reason is None else str(reason)}

    def _show(self) -> Data:
        state = self._state
        return {**self._standing(), "text": str(state), "state": state.to_json(), "svg": state.svg()}

    # ------------------------------------------------------------ thinking

    def _go(self, data: Data, stop: Stop, tell: Tell) -> Data:
        state = self._state
        if state.outcome is not None or state.is_chance:
            raise Problem("nobody is to move here")
        variations = data.get("variations", 1)
        if type(variations) is not int or not 1 <= variations <= _MOST_VARIATIONS:
            raise Problem(f'"variations" is a whole number from 1 to {_MOST_VARIATIONS}')
        thinker = self._player(data)
        seed = data.get("seed", decision_seed(self._seed, 0, len(state.history)))
        if type(seed) is not int or not 0 <= seed < 2**64:
            raise Problem('"seed" is a whole number of at most 64 bits')

        def told(opinion: Opinion) -> Data:
            return opinion_data(opinion, self.game.players, variations)

        return told(thinker.choose(state.copy(), seed, stop, lambda opinion: tell(told(opinion))))

    def _player(self, data: Data) -> Player:
        """Who thinks: as was said when it was started, but for the bounds that are given now. The same one as before if
        it can be, because it may remember what it has seen."""
        settings = PLAYERS[self._usual.name].settings
        given = {ours: data[key] for key, ours in _BOUNDS.items() if data.get(key) is not None}
        for key, value in given.items():
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise Problem(f'"{key}" is a number')
        kept = {key: value for key, value in self._usual.values if not given or key not in _BOUNDS.values()}
        # Whoever does not look at a clock needs no time.
        given = given if settings else {}
        wanted = ",".join(f"{key}={value}" for key, value in {**kept, **given}.items())
        thinker = spec(f"{self._usual.name}:{wanted}").make()
        if self._thinker is None or self._thinker.spec != thinker.spec:
            self._thinker = thinker
        return self._thinker

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self._state

"""One process that tries texts: each goes through the front end, and what is a game through both engines in lock step.

It reads a line of JSON for each and answers in one. It has bounds of time and memory, and may die: whoever asks starts
another one.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import math
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NoReturn, TypeVar

from rulewright.engine_choice import EngineName
from rulewright.errors import HookError, InvalidGame, NotOnlyOne, OutOfRoom, TooLarge
from rulewright.game import Game, load_with
from rulewright.headless.perft import perft, perft_by
from rulewright.players.spec import player
from rulewright.proving.meaning import mean_the_same
from rulewright.source.limits import with_effort
from tests.native.deciding import walk
from tests.native.effort import TooMuchWork, bounded
from tests.native.engines import hurried, reference
from tests.native.generated_games import occurring
from tests.native.lockstep import Bounds, play
from tools.fuzzing.originals import compiled

ENGINES: tuple[EngineName, ...] = ("reference", "native")
FAILED, ENDLESS, MEMORY = "failed", "without end", "out of memory"
PLAYED = "played"
_BOUNDS = Bounds(plies=30, moves=300, steps=60_000, again=2, onward=True)
_GAMES = 6  # random games of one text, until so many positions were compared
_ENOUGH = 200
_STEPS = 30_000  # of the reference engine, for decisions and counts each
_PLAYOUTS, _PLIES = 3, 60
_PLAYERS = ("greedy", "mcts:playouts=8", "alphabeta:depth=1", "mcts:playouts=8,by=decisions")
_SHARE = 0.05  # of every limit of play, for shapes that reach them
_FEW = 300  # moves that Python lists and plays in no time
_READING = 5.0  # seconds that the front end may take
_ADDRESSES = 6 << 30  # bytes of one process; blocks of machine code have far more addresses than they use

Answer = TypeVar("Answer")
_reached: set[str] = set()  # constructs of the language in the present text, if it was played
_positions = [0]  # of the present text that were compared


class OutOfTime(BaseException):
    """No exception that somebody on the way would take for one of his own."""


def tried(text: str, lot: int, origin: str = "") -> str:
    """What became of a text; begins with `failed` if that should not have been.

    All that is played goes in lock step, and `lot` says what else is done with it: one thing, since each needs machine
    code of its own. A negative one: all of them.
    """
    try:
        return _played(text, lot, origin)
    except InvalidGame:
        return "refused by the front end"
    except HookError:
        return "a hook without its file"
    except (TooLarge, TooMuchWork):
        return "too much work"
    except NotOnlyOne:
        return "several sites where one is meant"
    except (OutOfTime, Exception) as error:
        return _failed(error)


def received(text: str, door: str) -> str:
    """What became of something else that comes from outside, at the door that it came to."""
    from tools.fuzzing.outside import DOORS  # no other text needs any of it

    try:
        return f"{DOORS[door].read(text)} by {door}"
    except TooLarge:
        return "too much work"
    except (OutOfTime, Exception) as error:
        return _failed(error)
    finally:
        gc.collect()  # blocks and trees take many addresses, and the collector does not see how many


def _failed(error: BaseException) -> str:
    if isinstance(error, OutOfTime):
        return f"{ENDLESS}: {_place(error)}"
    if isinstance(error, MemoryError):
        return f"{MEMORY}: {_place(error)}"
    return f"{FAILED}: {type(error).__name__} {_place(error)}: {error}"


def _place(error: BaseException | None) -> str:
    """Where it was raised, in a file of ours."""
    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    ours = [frame for frame in frames if "rulewright" in frame.filename or "tests" in frame.filename] or frames
    return f"({Path(ours[-1].filename).name}:{ours[-1].lineno})" if ours else "()"


def _played(text: str, lot: int, origin: str) -> str:
    begin = time.process_time()
    first = reference(text)
    taken = time.process_time() - begin
    assert taken < _READING, f"the front end took {taken:.1f} seconds"
    if _is_the_same_game(first, origin):
        return "the same game as before"
    with bounded(first, _BOUNDS.steps):
        list(first.start().legal_moves)  # what is too much work is not compiled
    gc.collect()  # blocks of the games before take many addresses, and the collector does not see how many
    second = Game(first._pipeline.anew(), "native")
    name = first.title
    _reached.update(occurring(first.rules))
    if not _in_lock_step(first, second, name) or second._engines.failure is not None:
        return f"{PLAYED}, in part" if second._engines.failure is None else f"{PLAYED} by the reference alone"
    for do in dict.fromkeys(_DONE) if lot < 0 else (_DONE[lot % len(_DONE)],):
        do(first, second, name)
    return PLAYED


def _in_lock_step(first: Game, second: Game, name: str) -> bool:
    """Random games on both engines; whether none of them became too much work."""
    for number in range(_GAMES):
        found = play(first, second, _BOUNDS, name=name, number=number)
        _positions[0] += found.positions
        if found.too_much_work:
            return False
        if _positions[0] > _ENOUGH:
            break
    return True


def _decide(first: Game, second: Game, name: str) -> None:
    # Where there is no room the reference decides.
    with suppress(OutOfRoom, NotImplementedError):
        walk(first, second, 6, _STEPS, name=name)


def _draw(_first: Game, second: Game, _name: str) -> None:
    found = second.playouts(games=_PLAYOUTS, max_plies=_PLIES)
    assert found.games == _PLAYOUTS, f"{found.games} playouts of {_PLAYOUTS}"


def _think(spec: str, _first: Game, second: Game, _name: str) -> None:
    state = second.start()
    if not state.is_chance and state.outcome is None:
        move = player(spec).choose(state, 1).move
        assert move.text in [legal.text for legal in state.legal_moves], f"{spec} plays {move.text}"


def _count(first: Game, second: Game, _name: str) -> None:
    """Perft, by lists and by the way that is for deep counts, and by decisions."""
    with bounded(first, _STEPS), suppress(TooMuchWork):
        expected = perft(first.start(), 2)
        found = perft(second.start(), 2)
        assert expected == found, f"perft 2: {expected} {found}"
        native = second._engines.native()
        if native is not None:
            block = native.borrow()
            deep = native.perft(block, second.start()._node.snapshot(native), 2, deep=True)
            native.give_back(block)
            assert deep in (None, expected), f"perft 2, deep: {expected} {deep}"
        by_decisions = [perft_by(game.start(), 2, "decisions") for game in (first, second)]
        assert by_decisions[0] == by_decisions[1], f"perft 2 by decisions: {by_decisions}"


# Machine code for a search takes longest to make.
_DONE = tuple(do for spec in _PLAYERS for do in (*(_decide, _count, _draw) * 5, partial(_think, spec)))


def _is_the_same_game(game: Game, origin: str) -> bool:
    before = compiled(origin).rules if origin else None
    if before is None:
        return False
    rules = game.rules
    return mean_the_same(
        rules, replace(before, id=rules.id, title=rules.title, by=rules.by, about=rules.about, source=rules.source)
    )


def endured(text: str) -> str:
    """What became of a hostile shape: each question ends, on both engines, with an answer or with `TooLarge`."""
    try:
        games = [load_with(text, {}, engine=engine, limits=with_effort(_SHARE)) for engine in ENGINES]
        said = [[_asked(game, question) for question in _QUESTIONS] for game in games]
    except InvalidGame:
        return "refused by the front end"
    except (OutOfTime, Exception) as error:
        return _failed(error)
    for question, one, other in zip(_QUESTIONS, *said, strict=True):
        if None not in (one, other) and one != other:
            return f"{FAILED}: {question.__name__}: {one} and {other}"
    large = sum(answer is None for row in said for answer in row)
    return f"endured: {large} of {2 * len(_QUESTIONS)} questions too large"


def _asked(game: Game, question: Callable[[Game], Answer]) -> Answer | None:
    try:
        return question(game)
    except TooLarge:
        return None


def _moves(game: Game) -> object:
    moves = game.start().legal_moves
    return [move.text for move in moves] if len(moves) < _FEW else len(moves)


def _amount(game: Game) -> object:
    return len(game.start().legal_moves)


def _perft(game: Game) -> object:
    state = game.start()
    return perft(state, 2) if len(state.legal_moves) < _FEW else len(state.legal_moves)


def _decisions(game: Game) -> object:
    state = game.start()
    turn = state.turn()
    return [str(decision) for decision in turn.decisions]


def _playout(game: Game) -> object:
    game.playouts(games=1, max_plies=2)
    return "drawn"  # each engine draws as it likes


def _choice(game: Game) -> object:
    state = game.start()
    if not state.is_chance and 0 < len(state.legal_moves) < _FEW:
        player("greedy").choose(state, 1)
    return "chosen"


_QUESTIONS = (_amount, _moves, _decisions, _playout, _choice, _perft)


@hurried()
def serve(patience: int) -> None:
    """Tries one text after the other, as they come."""
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESSES, _ADDRESSES))
    signal.signal(signal.SIGVTALRM, _too_long)
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        given = json.loads(line)
        # Machine code hears no alarm; the system ends it.
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = math.ceil(used.ru_utime + used.ru_stime) + 2 * patience + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        signal.setitimer(signal.ITIMER_VIRTUAL, patience)
        try:
            found = (tried if "lot" in given else received if "door" in given else endured)(**given)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        except OutOfTime:  # just before it was ready
            found = ENDLESS
        print(json.dumps([" ".join(found.split()), sorted(_reached), _positions[0]]), file=answers, flush=True)
        _reached.clear()
        _positions[0] = 0


def _too_long(_signal: int, _frame: object) -> NoReturn:
    raise OutOfTime

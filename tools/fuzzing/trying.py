"""One process that tries texts: each goes through the front end, and what is a game through both engines in lock step.

It reads a line of JSON for each and answers in one. It has bounds of time and memory, and may die: whoever asks starts
another one.
"""

from __future__ import annotations

import faulthandler
import json
import math
import resource
import signal
import sys
import time
import traceback
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NoReturn

from rulewright.errors import HookError, InvalidGame, NotOnlyOne, OutOfRoom, TooLarge
from rulewright.game import Game
from rulewright.headless.perft import perft, perft_by
from rulewright.language.compilation import compile_game
from rulewright.proving.meaning import mean_the_same
from rulewright.rules.game import Rules
from tests.native.deciding import walk
from tests.native.effort import TooMuchWork, bounded
from tests.native.engines import both, hurried, reference
from tests.native.lockstep import Bounds, play
from tools.fuzzing.coverage import reached

FAILED, ENDLESS, MEMORY = "failed", "without end", "out of memory"
_BOUNDS = Bounds(plies=12, moves=1_500, steps=150_000)
_STEPS = 30_000  # of the reference engine, for decisions and counts each
_PLAYOUTS, _PLIES = 3, 60
_READING = 5.0  # seconds that the front end may take
_ADDRESSES = 6 << 30  # bytes of one process; blocks of machine code have far more addresses than they use


_reached: set[str] = set()  # constructs of the language in the present text, if it was played


class OutOfTime(BaseException):
    """No exception that somebody on the way would take for one of his own."""


def tried(text: str, origin: str) -> str:
    """What became of a text; begins with `failed` if that should not have been."""
    try:
        return _played(text, origin)
    except InvalidGame:
        return "refused by the front end"
    except HookError:
        return "a hook without its file"
    except (TooLarge, TooMuchWork):
        return "too much work"
    except NotOnlyOne:
        return "several sites where one is meant"
    except OutOfTime:
        return f"{ENDLESS}: {_place(sys.exc_info()[1])}"
    except MemoryError as error:
        return f"{MEMORY}: {_place(error)}"
    except Exception as error:
        return f"{FAILED}: {type(error).__name__} {_place(error)}: {error}"


def _place(error: BaseException | None) -> str:
    """Where it was raised, in a file of ours."""
    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    ours = [frame for frame in frames if "rulewright" in frame.filename or "tests" in frame.filename] or frames
    return f"({Path(ours[-1].filename).name}:{ours[-1].lineno})" if ours else "()"


def _played(text: str, origin: str) -> str:
    begin = time.process_time()
    first = reference(text)
    taken = time.process_time() - begin
    assert taken < _READING, f"the front end took {taken:.1f} seconds"
    if _is_the_same_game(first, origin):
        return "the same game as before"
    with bounded(first, _BOUNDS.steps):
        list(first.start().legal_moves)  # what is too much work is not compiled
    _, second = both(text)
    name = first.title
    _reached.update(reached(first.rules))
    too_much = play(first, second, _BOUNDS, name=name).too_much_work
    if second._engines.failure is not None:
        return f"played without the native engine: {second._engines.failure}"
    if not too_much:
        # Where there is no room the reference decides.
        with suppress(OutOfRoom, NotImplementedError):
            walk(first, second, 6, _STEPS, name=name)
        _count(first, second)
        found = second.playouts(games=_PLAYOUTS, max_plies=_PLIES)
        assert found.games == _PLAYOUTS, f"{found.games} playouts of {_PLAYOUTS}"
    return "played"


def _count(first: Game, second: Game) -> None:
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


def _is_the_same_game(game: Game, origin: str) -> bool:
    before = _rules_of(origin) if origin else None
    if before is None:
        return False
    rules = game.rules
    return mean_the_same(
        rules, replace(before, id=rules.id, title=rules.title, by=rules.by, about=rules.about, source=rules.source)
    )


@cache
def _rules_of(origin: str) -> Rules | None:
    return compile_game(Path(origin)).rules


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
            found = tried(given["text"], given["origin"])
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        except OutOfTime:  # just before it was ready
            found = ENDLESS
        print(json.dumps([" ".join(found.split()), sorted(_reached)]), file=answers, flush=True)
        _reached.clear()


def _too_long(_signal: int, _frame: object) -> NoReturn:
    raise OutOfTime

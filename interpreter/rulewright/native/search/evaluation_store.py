"""Features and weights of the evaluation function in memory: one judge for a game, read by all its searches."""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import mmap
import os
import struct
import threading
from array import array
from collections import deque
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ...analysis.pieces import NEUTRAL
from ...board import bits
from ...cache import Shelf
from ...errors import OutOfRoom
from ...locks import Lock
from ...reference.hashing import mix
from .evaluation_kernel import JUDGE, NEIGHBOURS, NO_NEIGHBOUR, SAMPLE_SIZE, SAMPLES, TABLES
from .shipped_judges import name_of, shipped

if TYPE_CHECKING:
    from ...reference.engine import Engine
    from ..codegen.module import NativeModule
    from ..engine import NativeEngine, Snapshot
    from ..runtime.position_codec import Block
    from .tree import Tree

_MOST_WEIGHTS = 40_000  # of a model: beyond that a piece weighs the same everywhere
_SEED = 1
# How much is learnt: so many plies or games, from the same numbers every time.
_PLIES, _GAMES = 1_500_000, 3000
_LISTED = 4_000_000  # moves that are listed for it where turns cannot be drawn
_BYTES, _LARGE = 400, 4  # a position with more bytes costs so many times as much
_LONGEST = 5000
# What it learns from games that are played with what it knows: the best of some turns is made, which costs more a ply.
_TRIES, _DEARER, _LONGEST_PLAYED = 16, 8, 1000
_LESSONS = 100  # how sure it is of what it knows then: fewer lessons mean larger steps
# Where random games are longer than this on average, playouts are cut off and judged after so many plies.
_LONG, _HORIZON = 150, 15
_LESSON = 15_000  # plies after which it looks whether that is enough
# Where lists are dear: steps until moves are counted, until random games are over, and for all of it. A processor does
# some 500 million in a second. Of the library only Garanguet takes more, whose judge is shipped.
_STEPS_COUNTING, _STEPS_RANDOM, _STEPS = 200_000_000, 900_000_000, 2_500_000_000
_LOOKED_AT, _DEAR = 3, 5000  # positions, and moves of one of them: with more, games are played by decisions
_SURVEYED = 4000  # plies in which moves are counted
_PIECE = 0.05  # what a piece is worth before anything is learnt


SHELF = Shelf("judges")
_known: WeakKeyDictionary[NativeModule, Judge] = WeakKeyDictionary()
_learning: WeakKeyDictionary[NativeModule, Apprentice] = WeakKeyDictionary()
_in_a_hurry = Lock()  # so that of two who have little time the second takes what the first has learnt
_NOW = 0.25  # of the time for a move: how long somebody may learn who is waited for
_RANDOM = 0.6  # of that, for what is learnt from random games
_STEP_BACK = 10  # how much less the system should think of who learns beside


def judge_of(native: NativeEngine, seconds: float | None = None) -> Judge:
    """The judge of a game, who has learnt what there is to learn: now, or in an earlier run.

    Whoever has only so many `seconds` gets one that has learnt for a part of them, where all would take longer; another
    learns the rest meanwhile, and is given to who asks later. Who has no such bound waits: it is the same every time.
    """
    made = _known.get(native.module)
    if made is not None:
        return made
    going_on = _learning.get(native.module)
    if going_on is not None:
        if seconds is not None:
            return going_on.provisional
        going_on.wait()
        made = _known.get(native.module)
        if made is not None:
            return made
    made = Judge(native)
    if made.recall(shipped(made.shipped_name(native))):
        _known[native.module] = made
        return made
    name = made.lessons_name(native)
    if not made.recall(SHELF.read(name)):
        if not made.learn_all(native, Bound(None if seconds is None else seconds * _NOW)):
            _learning[native.module] = Apprentice(native, name, made)
            return made
        SHELF.keep(name, made.learnt())
    _known[native.module] = made
    return made


def judge_in_time(native: NativeEngine, seconds: float | None) -> tuple[Judge, float]:
    """A judge, and how much of the time for a move was spent on learning; compiling is not learning."""
    native.prepare_playouts(careful=True)
    if seconds is None:
        return judge_of(native), 0.0
    begin = monotonic()
    with _in_a_hurry:
        return judge_of(native, seconds), monotonic() - begin


def has_learnt_more(native: NativeEngine, judge: Judge) -> bool:
    """Whether there is a better one by now."""
    return judge.is_provisional and native.module in _known


class Bound:
    """How long somebody may learn: for some seconds, and until they are told to stop."""

    def __init__(self, seconds: float | None = None) -> None:
        self._begin, self._seconds = monotonic(), seconds
        self.stopped = False

    def is_over(self, share: float = 1.0) -> bool:
        """Whether this share of the time is used up."""
        return self.stopped or (self._seconds is not None and monotonic() - self._begin > share * self._seconds)


class Apprentice:
    """Learns in a thread what a judge who had no time has left out. Ends with the process, after its next lesson."""

    def __init__(self, native: NativeEngine, name: str, provisional: Judge) -> None:
        self.provisional = provisional
        self._made, self._bound = Judge(native), Bound()
        self._native: NativeEngine | None = native
        self._name = name
        self._thread = Thread(target=self._learn, daemon=True)
        atexit.register(self._end)
        self._thread.start()

    def _learn(self) -> None:
        native = self._native
        assert native is not None
        with suppress(AttributeError, OSError):  # whoever thinks comes first, where a thread can step back
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _STEP_BACK)
        with suppress(Exception):  # whoever needs it learns it, and is told
            if self._made.learn_all(native, self._bound):
                SHELF.keep(self._name, self._made.learnt())
                _known[native.module] = self._made
        self._native = None  # who learns for a game must not keep it alive
        atexit.unregister(self._end)

    def wait(self) -> None:
        self._thread.join()

    def _end(self) -> None:
        self._bound.stopped = True
        self._thread.join()


def _are_lists_dear(native: NativeEngine, start: Snapshot) -> bool:
    """Whether random games list turns, and already the first positions have very many."""
    if not native.lists_turns:
        return False
    try:
        for _ in range(_LOOKED_AT):
            found, _ = native.count(start)
            if found > _DEAR or not found:
                return found > _DEAR
            start, _ = native.play(start, found // 2)
    except OutOfRoom:
        return True
    return False


@cache
def _teacher() -> bytes:
    """The state of the code that decides what is learnt; the rest of it is compiled."""
    try:
        return hashlib.sha256(Path(__file__).read_bytes()).digest()
    except OSError:  # not installed as files; the names of objects know the version
        return b""


def mirror_of(engine: Engine) -> list[int] | None:
    """Where each site lies as the second player sees it, if two players begin alike; else None."""
    rules = engine.rules
    if len(rules.players) != 2:
        return None
    start, codes = engine.start(), engine.codes
    for (tray, owner, kind, state), amount in start.trays.items():
        if owner >= 0 and start.trays.get((tray, 1 - owner, kind, state), 0) != amount:
            return None

    def begins(player: int) -> set[tuple[int, int, int, int]]:
        return {
            (layer, site, codes.kind(code), codes.state(code))
            for layer, stacks in enumerate(start.layers)
            for site, stack in stacks.items()
            for code in stack
            if codes.owner(code) == player
        }

    first, second = begins(0), begins(1)
    sites = rules.board.sites
    if not first and not second:
        return list(range(len(sites)))
    wide = min(site.x for site in sites) + max(site.x for site in sites)
    high = min(site.y for site in sites) + max(site.y for site in sites)
    at = {(round(site.x, 3), round(site.y, 3)): site.index for site in sites}
    for turn in ((-1, -1), (1, -1), (-1, 1)):
        mirror = []
        for site in sites:
            x = site.x if turn[0] > 0 else wide - site.x
            y = site.y if turn[1] > 0 else high - site.y
            mirror.append(at.get((round(x, 3), round(y, 3)), -1))
        if -1 not in mirror and {(layer, mirror[site], *rest) for layer, site, *rest in first} == second:
            return mirror
    return None


class Judge:
    def __init__(self, native: NativeEngine) -> None:
        # Not the native engine itself: who keeps a judge for it must not keep it alive.
        self._layout, self._engine = native.layout, native.engine
        layout, rules = native.layout, native.engine.rules
        width = layout.cell // 8
        self._players = len(rules.players)
        self._models = 1 if self._players == 2 else self._players
        self._cells = layout.cells[-1] + layout.n * (rules.stack if len(rules.layers) == 1 else 1) * width
        self._cells = -(-(self._cells - layout.cells[0]) // 8) * 8 // width  # of all layers
        anywhere = rules.unbounded is not None or layout.codes * layout.n > _MOST_WEIGHTS
        self._classes = 2 if anywhere else layout.n
        near = layout.codes * self._classes
        self._with_near = layout.n * rules.stack < NO_NEIGHBOUR
        amounts = near + (layout.codes * (NEIGHBOURS + 1) if self._with_near else 0)
        self._taken = (layout.taken - layout.hands) // (layout.tray // 8)  # the place of what was taken among amounts
        count = self._taken + layout.combinations * self._players
        mover = amounts + count
        self._first_kind = mover + self._players
        self.features = self._first_kind + layout.codes
        self._first_amount = amounts
        self.games = self.plies = 0  # that it has learnt from
        self.is_provisional = False
        classes = self._class_table(anywhere, width)
        neighbours = self._near_table() if self._with_near else b""
        places = {"class_table": TABLES}
        places["near_table"] = places["class_table"] + len(classes)
        places["weights"] = places["near_table"] + len(neighbours)
        places["samples"] = places["weights"] + 8 * self.features * self._models
        places["present"] = places["samples"] + SAMPLES * SAMPLE_SIZE
        places["moved"] = places["present"] + 8 * layout.codes
        self._places = places
        self.memory = mmap.mmap(-1, places["moved"] + 8 * layout.codes)
        self._view = ctypes.c_char.from_buffer(self.memory)
        self.address = ctypes.addressof(self._view)
        words = places | {
            "models": self._models,
            "features": self.features,
            "cells": layout.cells[0],
            "cell_words": self._cells * width // 8,
            "shift": 3 if width == 1 else 4,
            "mask": (1 << layout.cell) - 1,
            "classes": self._classes,
            "near": near if self._with_near else -1,
            # Hands, then what was taken: they lie side by side.
            "amounts": layout.hands,
            "amount_count": count,
            "wide_amounts": int(layout.tray > 16),
            "first_amount": amounts,
            "first_mover": mover,
            "first_kind": self._first_kind,
            "codes": layout.codes,
            "lessons": 0,
            "surveyed": 0,
            "listed": 0,
        }
        for name, value in words.items():
            struct.pack_into("<q", self.memory, JUDGE[name], value)
        self.memory[places["class_table"] : places["near_table"]] = classes
        self.memory[places["near_table"] : places["weights"]] = neighbours

    def _class_table(self, anywhere: bool, width: int) -> bytes:
        """For each cell of all layers: the site whose weights it shares."""
        layout, rules = self._layout, self._engine.rules
        row = [0] * self._cells
        for number, start in enumerate(layout.cells):
            levels = rules.stack if number == 0 else 1
            first = (start - layout.cells[0]) // width
            for place in range(layout.n * levels):
                site, level = divmod(place, levels)
                row[first + place] = min(level, 1) if anywhere else site
        data = struct.pack(f"<{len(row)}H", *row)
        return data + bytes(-len(data) % 8)

    def _near_table(self) -> bytes:
        """For each cell of the first layer, at the bottom of its stack: the cells beside it."""
        layout, rules = self._layout, self._engine.rules
        rows = bytearray()
        for place in range(self._cells):
            site, level = divmod(place, rules.stack)
            beside: list[int] = []
            if site < layout.n and level == 0:
                beside = [other * rules.stack for other in bits(rules.board.adjacent(1 << site))][:NEIGHBOURS]
            beside += [NO_NEIGHBOUR] * (NEIGHBOURS - len(beside))
            rows += struct.pack(f"<{NEIGHBOURS}H", *beside)
        return bytes(rows)

    def learn_all(self, native: NativeEngine, bound: Bound) -> bool:
        """No if the time was over before that."""
        block = native.borrow()
        try:
            self.learn(native, block, bound)
        finally:
            native.give_back(block)
        return not self.is_provisional

    def learn(self, native: NativeEngine, block: Block, bound: Bound | None = None) -> None:
        """From random games; they are the same every time."""
        bound = bound or Bound()
        from .tree import Limits, Tree

        tree = Tree(native, 1 << 20, self)
        start = native.snapshot(native.engine.start())
        tree.begin(start, _SEED, Limits(0.0, 0.0, 0))
        by_decisions = _are_lists_dear(native, start)
        if by_decisions:
            tree.play_by_decisions(native.decisions)
        tree.put("most_steps", _STEPS_COUNTING)
        tree.train(block, _SURVEYED, _LONGEST, surveying=True)
        tree.put("most_steps", _STEPS_RANDOM)
        self._begin()
        most = min(_PLIES, _LISTED * self._word("surveyed") // max(self._word("listed"), 1))
        most = _PLIES // _DEARER if by_decisions else most
        most //= 1 if native.layout.state_end < _BYTES else _LARGE
        most = max(1, min(most, int(_STEPS_RANDOM / tree.steps_of_a_list)))
        lesson = min(most, _LESSON)
        while self.plies < most and self.games < _GAMES and tree.has_steps_left and not tree.is_too_large:
            if self.plies and bound.is_over(_RANDOM):
                self.is_provisional = True
                break
            self.games += tree.train(block, lesson, _LONGEST)
            self.plies += lesson
            tree.put("seed", mix(_SEED + self.plies))
        self._fold()
        tree.put("most_steps", _STEPS)
        self._learn_from_play(tree, block, most // _DEARER, max(1, lesson // _DEARER), bound)
        mirror = mirror_of(native.engine)
        if mirror is not None:
            self._even_out(mirror)

    def _learn_from_play(self, tree: Tree, block: Block, most: int, lesson: int, bound: Bound) -> None:
        """Then from games in which both sides play as well as it can judge: they show what leads to the goal."""
        struct.pack_into("<q", self.memory, JUDGE["lessons"], _LESSONS)
        plies = games = lessons = 0
        kept: deque[array[float]] = deque()  # the weights of all models after each lesson of the second half
        while plies < most and games < _GAMES and tree.has_steps_left and not tree.is_too_large:
            if bound.is_over():
                self.is_provisional = True
                break
            games += tree.train(block, lesson, _LONGEST_PLAYED, tries=_TRIES)
            plies += lesson
            tree.put("seed", mix(_SEED + self.plies + plies))
            self._fold()
            lessons += 1
            kept.append(array("d", [weight for model in range(self._models) for weight in self.weights(model)]))
            if len(kept) > lessons - lessons // 2:
                kept.popleft()
        # Each game pulls the weights its way; what the last lessons have in common is nearer to the truth than any one.
        mean = [sum(weights) / len(kept) for weights in zip(*kept, strict=True)]
        struct.pack_into(f"<{len(mean)}d", self.memory, self._weight_at(0, 0), *mean)

    @property
    def horizon(self) -> int:
        """After how many plies a playout is judged: soon, where a random game hardly comes to an end by itself."""
        mean = self.plies / self.games if self.games else _LONG + 1
        return _HORIZON if mean > _LONG else int(4 * mean) + 40

    def _even_out(self, mirror: list[int]) -> None:
        """Where the two sides are alike, so are their weights: each learns from the other."""
        layout, codes = self._layout, self._engine.codes
        weights = self.weights()

        def pair(mine: int, theirs: int) -> None:
            weights[mine] = (weights[mine] - weights[theirs]) / 2
            weights[theirs] = -weights[mine]

        near, rows = layout.codes * self._classes, NEIGHBOURS + 1
        for code in range(layout.codes):
            if codes.owner(code) != 0:
                continue
            other = codes.code(1, codes.kind(code), codes.state(code))
            for place in range(self._classes):
                there = mirror[place] if self._classes == layout.n else place
                pair(code * self._classes + place, other * self._classes + there)
            for number in range(rows if self._with_near else 0):
                pair(near + code * rows + number, near + other * rows + number)
        for start in (0, self._taken):
            for entry in range(layout.combinations):
                first = self._first_amount + start + entry
                pair(first, first + layout.combinations)
        pair(self._first_kind - 2, self._first_kind - 1)
        struct.pack_into(f"<{self.features}d", self.memory, self._weight_at(0, 0), *weights)

    def _word(self, name: str) -> int:
        found: int = struct.unpack_from("<q", self.memory, JUDGE[name])[0]
        return found

    def _numbers(self, at: str) -> list[int]:
        """For each code of a piece, what was counted."""
        codes = self._layout.codes
        return list(struct.unpack_from(f"<{codes}q", self.memory, self._places[at]))

    def _begin(self) -> None:
        """Before anything is learnt pieces of one's own are good to have, and better if they have many moves."""
        codes = self._engine.codes
        present, moved = self._numbers("present"), self._numbers("moved")
        mean = sum(moved) / max(sum(present), 1)
        for model in range(self._models):
            for code in range(self._layout.codes):
                owner = codes.owner(code)
                value = 0.0 if owner == NEUTRAL else _PIECE if owner == model else -_PIECE
                if present[code] and mean:
                    value *= min(4.0, max(0.25, moved[code] / present[code] / mean))
                self._put_weight(model, self._first_kind + code, value)

    def _weight_at(self, model: int, feature: int) -> int:
        return self._places["weights"] + 8 * (model * self.features + feature)

    def _put_weight(self, model: int, feature: int, value: float) -> None:
        struct.pack_into("<d", self.memory, self._weight_at(model, feature), value)

    def weights(self, model: int = 0) -> list[float]:
        return list(struct.unpack_from(f"<{self.features}d", self.memory, self._weight_at(model, 0)))

    def _fold(self) -> None:
        """What a piece is worth anywhere becomes part of what it is worth at each place."""
        for model in range(self._models):
            weights = self.weights(model)
            for code in range(self._layout.codes):
                for place in range(code * self._classes, (code + 1) * self._classes):
                    weights[place] += weights[self._first_kind + code]
                weights[self._first_kind + code] = 0.0
            struct.pack_into(f"<{self.features}d", self.memory, self._weight_at(model, 0), *weights)

    # ------------------------------------------------------------ from one run to the next

    def lessons_name(self, native: NativeEngine) -> str:
        """A name for what this judge will learn: it depends on the code, the start, the board and hooks alone."""
        from .memory import module_of
        from .program import TreeSearch

        native.prepare_playouts(careful=True)
        start, rules = native.snapshot(native.engine.start()), native.engine.rules
        digest = hashlib.sha256(_teacher())
        objects = [*native.module.objects, *module_of(TreeSearch).objects]
        hooks = [hook.source.text for hook in rules.hooks if hook.source is not None]
        amounts = _PLIES, _GAMES, _LISTED
        digest.update(repr((objects, hooks, mirror_of(native.engine), len(start.data), amounts)).encode())
        digest.update(start.data + start.history)
        digest.update(self.memory[: self._places["samples"]])
        return digest.hexdigest()[:40]

    def shipped_name(self, native: NativeEngine) -> str:
        """A name for what comes with the library, before anything is learnt: it depends on no machine."""
        return name_of(native.fingerprint, self.memory[: self._places["weights"]])

    @property
    def known(self) -> bytes:
        """All of its memory that does not change while it judges."""
        return self.memory[: self._places["samples"]]

    def learnt(self) -> bytes:
        """What it knows, to be kept."""
        return (
            struct.pack("<qq", self.games, self.plies) + self.memory[self._places["weights"] : self._places["samples"]]
        )

    def recall(self, kept: bytes | None) -> bool:
        """Takes what was kept; no if there is nothing that fits."""
        size = self._places["samples"] - self._places["weights"]
        if kept is None or len(kept) != 16 + size:
            return False
        self.games, self.plies = struct.unpack_from("<qq", kept)
        self.memory[self._places["weights"] : self._places["samples"]] = kept[16:]
        return True

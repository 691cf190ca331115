"""What lies where in the row of bytes that is one game of a batch, and in the words that a step is told."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from ..decisions.memory import Memory
from ..layout.memory_layout import Layout

LONGEST_PATH = 256  # decisions of a turn; a game with a longer one is cut off
SHORT_PATH = 8  # where every turn is one decision
MOST_NUMBERS = 1 << 16  # of decisions, which two bytes tell
BEGIN, LOOK, SKIP = (-(2**31) + word for word in range(3))  # instead of an action: begin anew, only look, leave alone
LEAST_ACTION = -(2**31) + 3  # what somebody gives as one is never less
# The words that a step is told, by their places: addresses of arrays, then numbers.
ADDRESSES = (
    "states", "after", "actions", "start", "board", "hand", "vars", "flow", "decided", "mask", "to_play", "reward",
    "done", "truncated", "legal_count",
)  # fmt: skip
FUNCTIONS = ("decide", "choose", "by_chance")
NUMBERS = ("last_ply", "auto_reset", "outgrown", "stride")
WORDS = {name: place for place, name in enumerate((*ADDRESSES, *FUNCTIONS, *NUMBERS))}


@dataclass(frozen=True)
class Record:
    """Offsets into the row of a game."""

    words: int  # of a mask of decisions
    state_size: int
    most_hashes: int  # of positions that are remembered
    longest_path: int
    number_size: int  # bytes of a decision's number
    history_length: int  # where a state says how many it remembers
    fingerprint = 0
    form = 16
    key = 24  # what chance is drawn from
    draws = 32  # how often it was
    over = 40
    front = 48  # how many decisions of the turn are made
    ways = 56  # whether some of what is offered follows something that need not be named
    best = 64  # what `prefer` says of the best turn
    seal = 72  # tells rows that this process has written from all others; written where rows are handed out
    mask = 80

    @property
    def path(self) -> int:
        return self.mask + 8 * self.words

    @property
    def state(self) -> int:
        return self.path + self.number_size * self.longest_path

    @property
    def history(self) -> int:
        return self.state + (self.state_size + 7 & ~7)

    @property
    def remembered(self) -> int:
        """The word of a row that says how many positions are remembered."""
        return (self.state + self.history_length) // 8

    @property
    def size(self) -> int:
        return self.history + 8 * self.most_hashes


def record_of(layout: Layout, memory: Memory, asks_once: bool, most_plies: int | None) -> Record:
    most = 0
    if layout.facts.repeats:
        most = min(layout.facts.rules.limit.turns, most_plies or 1 << 60) + 64
    longest, wide = SHORT_PATH if asks_once else LONGEST_PATH, 64 * memory.words > MOST_NUMBERS
    return Record(memory.words, layout.state_end, most, longest, 4 if wide else 2, layout.history_length)


def form_of(record: Record, version: str, fingerprint: str | None) -> bytes:
    """Eight bytes that tell how rows are written: by which version, of which rules."""
    return hashlib.sha256(f"{version} {fingerprint} {record}".encode()).digest()[:8]

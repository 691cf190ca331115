"""How much work a proof may be, and what it came to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time

from ..source.diagnostics import Report


@dataclass(frozen=True, slots=True)
class Effort:
    """Seconds are those of the processor; None is no bound."""

    games: int = 10  # random games for each combination of options
    plies: int = 300  # of a random game
    play_seconds: float | None = 3.0  # for all random games of a file
    to_the_end: bool = False  # a game that there was no time for is counted as given up
    leaves: int | None = 20_000  # of one count of moves (perft)
    perft_seconds: float | None = 6.0  # for all counts of a file, and what its other tests take
    seed: int = 1
    allow_hooks: bool = False

    @property
    def seconds(self) -> float | None:
        """For all of it."""
        if self.play_seconds is None or self.perft_seconds is None:
            return None
        return self.play_seconds + self.perft_seconds


@dataclass(slots=True)
class Clock:
    """Time that may be spent; the processor's, so that a busy machine proves no less."""

    seconds: float | None
    begin: float = field(default_factory=process_time)

    @property
    def spent(self) -> float:
        return process_time() - self.begin

    @property
    def left(self) -> float:
        return float("inf") if self.seconds is None else self.seconds - self.spent


def _nobody(remark: str) -> None:
    """Who is told if nobody wants to know."""


@dataclass(slots=True)
class Proof:
    """What was found and how much was done."""

    report: Report = field(default_factory=Report)
    tests: int = 0
    games: int = 0
    plies: int = 0
    cut: int = 0  # random games given up: moves take too long to find, or time is up for those that were asked for
    skipped: list[str] = field(default_factory=list)
    watch: Callable[[str], None] = _nobody  # told what is being done

    @property
    def summary(self) -> str:
        """ "24 tests, 8 random games of 48 turns; 4 long counts left out"."""
        if not self.tests and not self.games and not self.cut:
            return ""
        counted = ((self.tests, "test"), (self.games, "random game"), (self.plies, "move"))
        done = ", ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in counted)
        if self.cut:
            done += f"; {self.cut} given up, as moves take long to find"
        return f"{done}; {self.left_out}" if self.skipped else done

    @property
    def left_out(self) -> str:
        """ "4 long counts left out (--deep runs them)"; nothing where all of the file's tests were run."""
        games = sum("the game of" in text for text in self.skipped)
        counts = len(self.skipped) - games
        told = ((counts, "long count"), (games, "long game"))
        left = " and ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in told if number)
        return f"{left} left out (--deep runs them)" if left else ""


def together(proofs: Sequence[Proof]) -> Proof:
    """What several proofs came to."""
    return Proof(
        tests=sum(proof.tests for proof in proofs),
        games=sum(proof.games for proof in proofs),
        plies=sum(proof.plies for proof in proofs),
        cut=sum(proof.cut for proof in proofs),
        skipped=[text for proof in proofs for text in proof.skipped],
    )

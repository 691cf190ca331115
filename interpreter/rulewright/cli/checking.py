"""The games of one `validate`: checked one after the other, or several at once in processes of their own."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from .games import locate, standard_input
from .positions import shown
from .progress import Progress
from .spreading import chosen_journal, chosen_where, tell_resumed
from .terminal import InputError

if TYPE_CHECKING:
    from ..language.compilation import Compilation
    from ..pipeline import Pipeline
    from ..proving.budget import Effort, Proof
    from ..proving.mutants import Survey
    from ..source.diagnostics import Diagnostic
    from ..spread.journal import Journal, Ledger
    from ..spread.where import Where

STDIN = "-"
_SECONDS = 0.9  # of the processor for one game, from its reading to its last random game; the program's start is 0.2
_SECONDS_OF_MANY = 0.6  # for each game of the library
_LEAST = 0.2  # even if reading has taken all of it
_SECONDS_ASKED = 5.0  # for each random game that is asked for by number, of all choices of options
_FEW = 4  # so many games are not worth processes of their own

Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for on the command line."""

    options: Mapping[str, str]
    no_play: bool = False
    library: bool = False
    playouts: int | None = None
    seed: int = 1
    deep: bool = False
    mutate: bool = False
    allow_hooks: bool = False
    effort: int = 1  # of what the limits of play say


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one game."""

    found: list[Diagnostic]
    proof: Proof | None = None
    survey: tuple[str, Survey] | None = None
    key: str | None = None  # what a journal knows the texts by that were checked


@dataclass(frozen=True, slots=True)
class Faultless:
    """What a journal keeps of a game: how much was done. What has a fault is checked again, to be told at its line."""

    tests: int
    games: int
    plies: int
    cut: int
    skipped: tuple[str, ...]

    @classmethod
    def of(cls, proof: Proof | None) -> Faultless:
        if proof is None:
            return cls(0, 0, 0, 0, ())
        return cls(proof.tests, proof.games, proof.plies, proof.cut, tuple(proof.skipped))

    def fits(self) -> bool:
        counts = (self.tests, self.games, self.plies, self.cut)
        return min(counts) >= 0 and all(text == shown(text) for text in self.skipped)

    def checked(self, wish: Wish) -> Checked:
        from ..proving.budget import Proof

        done = Proof(tests=self.tests, games=self.games, plies=self.plies, cut=self.cut, skipped=list(self.skipped))
        return Checked([], None if wish.no_play else done)


@dataclass(slots=True)
class Checking:
    """Checks games, one call a game."""

    wish: Wish
    keyed: bool = False  # whether somebody may keep a journal
    begin: float = field(default_factory=process_time)

    def check(self, game: str | Path, watch: Watch) -> Checked:
        """All diagnostics of one game: with the chosen options, or else with every combination of them."""
        from ..source.diagnostics import Report

        if game == STDIN:
            with standard_input() as path:
                return self._prove(path, watch, "<stdin>")
        report = Report()
        found = locate(game, report) if isinstance(game, str) else game
        return self._prove(found, watch) if found else Checked(list(report))

    def _prove(self, path: Path, watch: Watch, shown_as: str | None = None) -> Checked:
        name = shown_as or str(path)
        try:
            pipeline = self._compile(path, shown_as)
            proof, survey = None, None
            if not pipeline.report.failed and not self.wish.no_play:
                proof, survey = self._play(pipeline, Path(name).stem, watch)
            key = _key(path, pipeline.front) if self.keyed else None
            return Checked(list(pipeline.report), proof, survey, key)
        except Exception as error:
            error.add_note(f'while it checked "{name}"')
            raise
        finally:
            self.begin = process_time()

    def _compile(self, path: Path, shown_as: str | None) -> Pipeline:
        from ..pipeline import Pipeline
        from ..source.limits import with_effort

        pipeline = Pipeline.of_file(path, self.wish.options, shown_as=shown_as)
        pipeline = replace(pipeline, limits=with_effort(self.wish.effort))
        if self.wish.options:
            _ = pipeline.rules
        else:
            pipeline.front.validate()
        return pipeline

    def _play(self, pipeline: Pipeline, name: str, watch: Watch) -> tuple[Proof, tuple[str, Survey] | None]:
        from ..proving import Proof, prove
        from ..source.diagnostics import Report

        proof = Proof(pipeline.report, watch=lambda remark: watch(f"{name}: {remark}"))
        prove(pipeline, self._effort(), proof, self.wish.options)
        survey = self._survey(pipeline, name, proof.watch) if self.wish.mutate else None
        # Numbers only: what was found is in the report of the game.
        return replace(proof, report=Report(), watch=Proof().watch), survey

    def _survey(self, pipeline: Pipeline, name: str, watch: Watch) -> tuple[str, Survey] | None:
        if pipeline.report.failed:
            return None
        from ..errors import InvalidGame
        from ..proving.mutants import mutate

        try:
            return name, mutate(pipeline, self._effort(), self.wish.options, watch)
        except InvalidGame as refusal:
            for diagnostic in refusal.diagnostics:
                pipeline.report.add(diagnostic)
            return None

    def _effort(self) -> Effort:
        from ..proving import Effort

        wish = self.wish
        if wish.mutate:  # takes its time
            return Effort(seed=wish.seed, allow_hooks=wish.allow_hooks)
        left = (_SECONDS_OF_MANY if wish.library else _SECONDS) - (process_time() - self.begin)
        left = max(_LEAST, left)
        # Tests come first: they are what the author says; random games have what they leave.
        effort = Effort(seed=wish.seed, allow_hooks=wish.allow_hooks, play_seconds=left * 0.4, perft_seconds=left * 0.6)
        if wish.playouts is not None:
            seconds = None if wish.deep else wish.playouts * _SECONDS_ASKED
            effort = replace(effort, games=wish.playouts, play_seconds=seconds, to_the_end=True)
        if wish.deep:
            effort = replace(effort, leaves=None, perft_seconds=None)
        return effort


# ---------------------------------------------------------------- many games


def check_all(
    wish: Wish,
    games: Sequence[str | Path],
    progress: Progress,
    arguments: argparse.Namespace,
    checked: dict[int, Checked],
) -> None:
    """Puts what comes of each game into `checked`, by its number; several at once where there are many, and nobody
    waits for standard input."""
    alone = (arguments.workers or os.cpu_count() or 1) == 1 or len(games) <= _FEW
    with chosen_journal(arguments) as journal:
        if (alone and arguments.cluster is None and journal is None) or wish.mutate or STDIN in games:
            _one_by_one(wish, games, progress, checked)
            return
        with chosen_where(arguments, None) as where:
            _at_once(wish, games, progress, where, journal, checked)


def _one_by_one(wish: Wish, games: Sequence[str | Path], progress: Progress, checked: dict[int, Checked]) -> None:
    checking = Checking(wish)
    for done, game in enumerate(games):
        checked[done] = checking.check(game, lambda remark, done=done: progress.show(done, f"  {remark}"))  # type: ignore[misc]


def _at_once(
    wish: Wish,
    games: Sequence[str | Path],
    progress: Progress,
    where: Where,
    journal: Journal | None,
    checked: dict[int, Checked],
) -> None:
    from ..spread.news import CannotWork, Finished, Lost

    ledger = journal.about(_about(wish)) if journal is not None else None
    if ledger is not None:
        checked |= _known(wish, games, ledger)
        tell_resumed(len(checked), len(games), journal)
    weights = [_weight(game) for game in games]
    # The long ones first, so that none of them is left when all others are done.
    order = sorted(range(len(games)), key=lambda number: -weights[number])
    tasks = ((number, games[number]) for number in order if number not in checked)
    try:
        for news in where.crew(prepare, wish).run(tasks):
            if isinstance(news, Lost):
                error = RuntimeError(news.why)
                error.add_note(f'while it checked "{news.task[1]}"')
                raise error
            if isinstance(news, Finished):
                each = checked[news.task[0]] = news.value
                if ledger is not None and each.key is not None and not each.found:
                    ledger.add(each.key, Faultless.of(each.proof))
            share = sum(weights[number] for number in checked) / sum(weights)
            progress.show(len(checked), share=share)
    except CannotWork as error:
        raise InputError(f"the games cannot be checked: {shown(str(error))}") from None


def _about(wish: Wish) -> dict[str, object]:
    """All that a result depends on but the texts."""
    from .. import __version__

    return {"command": "validate", "version": __version__, **asdict(wish), "options": dict(wish.options)}


def _known(wish: Wish, games: Sequence[str | Path], ledger: Ledger) -> dict[int, Checked]:
    """The games that were checked before, and are still the same."""
    from ..language.compilation import compile_game
    from ..source.diagnostics import Report

    known: dict[int, Checked] = {}
    for number, game in enumerate(games) if ledger.lines else ():
        path = locate(game, Report()) if isinstance(game, str) else game
        key = _key(path, compile_game(path, wish.options)) if path else None
        if key is not None and key in ledger.lines:
            known[number] = ledger.read(key, Faultless, Faultless.fits).checked(wish)
    return known


def _key(path: Path, front: Compilation) -> str | None:
    return f"{path.name} {front.texts}" if front.texts is not None else None


def _weight(game: str | Path) -> float:
    """How long a game takes, roughly: each has the same time to play, and long files take longer to read."""
    try:
        return 20_000 + Path(game).stat().st_size
    except OSError:
        return 20_000


def prepare(wish: Wish) -> Callable[[tuple[int, str | Path], Callable[[int], None]], Checked]:
    """What a process does with each game."""
    import gc

    gc.set_threshold(100_000, 50, 50)  # as the command itself does
    checking = Checking(wish, keyed=True)

    def work(task: tuple[int, str | Path], beat: Callable[[int], None]) -> Checked:
        return checking.check(task[1], lambda remark: None)

    return work

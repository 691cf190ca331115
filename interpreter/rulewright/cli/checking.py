"""The games of one `validate`: checked one after the other, or several at once in processes of their own."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from .games import locate, standard_input
from .progress import Progress
from .spreading import chosen_where

if TYPE_CHECKING:
    from ..pipeline import Pipeline
    from ..proving.budget import Effort, Proof
    from ..proving.mutants import Survey
    from ..source.diagnostics import Diagnostic
    from ..spread.where import Where

STDIN = "-"
_SECONDS = 0.9  # of the processor for one game, from its reading to its last random game; the program's start is 0.2
_SECONDS_OF_MANY = 0.6  # for each game of the library
_LEAST = 0.2  # even if reading has taken all of it
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


@dataclass(slots=True)
class Checking:
    """Checks games, one call a game."""

    wish: Wish
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
            return Checked(list(pipeline.report), proof, survey)
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
            effort = replace(effort, games=wish.playouts, play_seconds=None)
        if wish.deep:
            effort = replace(effort, leaves=None, perft_seconds=None)
        return effort


# ---------------------------------------------------------------- many games


def check_all(
    wish: Wish, games: Sequence[str | Path], progress: Progress, arguments: argparse.Namespace
) -> list[Checked]:
    """All games, in their order; several at once where there are many, and nobody waits for standard input."""
    alone = (arguments.workers or os.cpu_count() or 1) == 1 or len(games) <= _FEW
    if (alone and arguments.cluster is None) or wish.mutate or STDIN in games:
        return list(_one_by_one(wish, games, progress))
    with chosen_where(arguments, None) as where:
        return _at_once(wish, games, progress, where)


def _one_by_one(wish: Wish, games: Sequence[str | Path], progress: Progress) -> Iterator[Checked]:
    checking = Checking(wish)
    for done, game in enumerate(games):
        yield checking.check(game, lambda remark, done=done: progress.show(done, f"  {remark}"))  # type: ignore[misc]


def _at_once(wish: Wish, games: Sequence[str | Path], progress: Progress, where: Where) -> list[Checked]:
    from ..spread.news import Finished, Lost

    weights = [_weight(game) for game in games]
    found: dict[int, Checked] = {}
    # The long ones first, so that none of them is left when all others are done.
    order = sorted(range(len(games)), key=lambda number: -weights[number])
    for news in where.crew(prepare, wish).run((number, games[number]) for number in order):
        if isinstance(news, Lost):
            error = RuntimeError(news.why)
            error.add_note(f'while it checked "{news.task[1]}"')
            raise error
        if isinstance(news, Finished):
            found[news.task[0]] = news.value
        share = sum(weights[number] for number in found) / sum(weights)
        progress.show(len(found), share=share)
    return [found[number] for number in range(len(games))]


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
    checking = Checking(wish)

    def work(task: tuple[int, str | Path], beat: Callable[[int], None]) -> Checked:
        return checking.check(task[1], lambda remark: None)

    return work

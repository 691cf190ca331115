"""`rulewright validate`: check game files, prove them by playing, and say what is wrong with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from .games import locate, near, standard_input
from .numbers import whole_number
from .options import add_option_argument, chosen_options
from .positions import add_hooks_argument
from .progress import Progress
from .terminal import UsageError, say, tell, wants_colours

if TYPE_CHECKING:
    from ..pipeline import Pipeline
    from ..proving.budget import Effort, Proof
    from ..proving.mutants import Survey
    from ..source.diagnostics import Diagnostic, Report

HELP = "check games, prove them by playing, and explain every mistake at its line"
STDIN = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help="a game file, the id of a library game, or - for standard input",
    )
    parser.add_argument("--all", action="store_true", help="check the whole library")
    # Written out, not imported from the language: `--help` must not wait for it. A test compares the two.
    parser.add_argument("--format", choices=("text", "json", "github", "sarif"), default="text", help="how to print")
    add_option_argument(parser)
    add_hooks_argument(parser)
    parser.add_argument("--no-play", action="store_true", help="only read the files; run no tests and play no games")
    parser.add_argument(
        "--games",
        dest="playouts",
        metavar="N",
        type=whole_number(0),
        help="random games for each choice of options (10)",
    )
    parser.add_argument("--seed", metavar="S", type=whole_number(0), default=1, help="the seed of the random games (1)")
    parser.add_argument(
        "--deep", action="store_true", help="count moves (perft) as deep as the tests say, however long it takes"
    )
    parser.add_argument(
        "--mutate",
        action="store_true",
        help="change one word of the rules at a time: which changes do the tests not notice?",
    )
    parser.add_argument("--quiet", action="store_true", help="leave out the closing lines with the numbers")


def run(arguments: argparse.Namespace) -> int:
    options = chosen_options(arguments)
    if arguments.all and arguments.games:
        raise UsageError("name games or say --all, not both")
    if not arguments.all and not arguments.games:
        raise UsageError("which game? Name a file or the id of a library game, or say --all")
    if arguments.mutate and (arguments.no_play or arguments.all):
        raise UsageError("--mutate plays, and takes its time: name the games, and leave out --no-play")

    from ..source.rendering import Summary, render

    games = _library() if arguments.all else list(dict.fromkeys(arguments.games))
    work = _Work(arguments, options, len(games))
    with Progress(len(games), "games") as progress:
        found = _without_repeats(diagnostic for game in games for diagnostic in work.check(game, progress))
    colours = arguments.format == "text" and wants_colours(sys.stdout)
    more = {"mutants": [survey.data(name) for name, survey in work.surveys]} if arguments.mutate else {}
    rendered = render(found, games=len(games), style=arguments.format, colours=colours, more=more)
    if rendered:
        say(rendered, painted=colours)
    summary = Summary.of(found, len(games))
    if not arguments.quiet:
        for line in work.closing():
            tell(line)
        tell(str(summary))
    return 1 if summary.errors else 0


def _library() -> list[str | Path]:
    from ..language.game_files import shipped

    return [near(path) for path in shipped().values()]


@dataclass
class _Work:
    """The games of one command line, one after the other."""

    arguments: argparse.Namespace
    options: Mapping[str, str]
    games: int
    done: int = 0
    surveys: list[tuple[str, Survey]] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)

    def check(self, game: str | Path, progress: Progress) -> Iterable[Diagnostic]:
        """All diagnostics of one game: with the chosen options, or else with every combination of them."""
        from ..source.diagnostics import Report

        try:
            if game == STDIN:
                with standard_input() as path:
                    return self._prove(path, progress, "<stdin>")
            report = Report()
            found = locate(game, report) if isinstance(game, str) else game
            return self._prove(found, progress) if found else report
        finally:
            self.done += 1

    def _prove(self, path: Path, progress: Progress, shown_as: str | None = None) -> Report:
        name = shown_as or str(path)
        try:
            pipeline = self._compile(path, shown_as)
            if not pipeline.report.failed and not self.arguments.no_play:
                self._play(pipeline, Path(name).stem, progress)
            return pipeline.report
        except Exception as error:
            error.add_note(f'while it checked "{name}"')
            raise

    def _compile(self, path: Path, shown_as: str | None) -> Pipeline:
        from ..pipeline import Pipeline

        pipeline = Pipeline.of_file(path, self.options, shown_as=shown_as)
        if self.options:
            _ = pipeline.rules
        else:
            pipeline.front.validate()
        return pipeline

    def _play(self, pipeline: Pipeline, name: str, progress: Progress) -> None:
        from ..proving import Proof, prove

        def watch(remark: str) -> None:
            progress.show(self.done, f"  {name}: {remark}")

        proof = Proof(pipeline.report, watch=watch)
        prove(pipeline, self._effort(), proof, self.options)
        self.proofs.append(proof)
        if self.arguments.mutate and not pipeline.report.failed:
            from ..errors import InvalidGame
            from ..proving.mutants import mutate

            try:
                self.surveys.append((name, mutate(pipeline, self._effort(), self.options, watch)))
            except InvalidGame as refusal:
                for diagnostic in refusal.diagnostics:
                    pipeline.report.add(diagnostic)

    def closing(self) -> list[str]:
        """What was told about mutants, and what was proved.

        How much that is depends on the machine, so it is for people, or for those who asked for an amount.
        """
        told = [line for name, survey in self.surveys for line in survey.lines(name)]
        asked = self.arguments.deep or self.arguments.playouts is not None
        if not self.proofs or not (asked or sys.stderr.isatty()):
            return told
        from ..proving.budget import together

        summary = together(self.proofs).summary
        return [*([summary] if summary else []), *told]

    def _effort(self) -> Effort:
        from dataclasses import replace

        from ..proving import Effort

        arguments = self.arguments
        # The whole library in a minute: each game gets its share.
        effort = Effort(seed=arguments.seed, allow_hooks=arguments.allow_hooks)
        if arguments.all:
            effort = replace(effort, play_seconds=0.8, perft_seconds=0.8)
        if arguments.playouts is not None:
            effort = replace(effort, games=arguments.playouts, play_seconds=None)
        if arguments.deep:
            effort = replace(effort, leaves=None, perft_seconds=None)
        return effort


def _without_repeats(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """A mistake in a game that others extend is found once for each of them and shown once."""
    kept: dict[tuple[object, ...], Diagnostic] = {}
    for diagnostic in diagnostics:
        kept.setdefault((diagnostic.code, diagnostic.message, *diagnostic.sort_key), diagnostic)
    return list(kept.values())

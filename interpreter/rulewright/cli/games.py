"""Finding and reading the games that a command line names."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InvalidGame
from .terminal import tell, wants_colours

if TYPE_CHECKING:
    from ..pipeline import Pipeline
    from ..source.diagnostics import Report


def locate(game: str, report: Report) -> Path | None:
    """The file of a game given by path or id; a game that is not there is reported."""
    from ..language.game_files import find_game

    path = find_game(game, report)
    return path if path is None or path == Path(game) else near(path)


def located(game: str) -> Path:
    """The file of a game given by path or id; raises `InvalidGame` if there is none."""
    from ..source.diagnostics import Report

    report = Report()
    path = locate(game, report)
    if path is None:
        raise InvalidGame(report)
    return path


def near(path: Path) -> Path:
    """The path from here, if it lies below: what stands in messages is short and fits other tools."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


@contextmanager
def standard_input() -> Iterator[Path]:
    """Standard input as a file, because files are read with care: size, encoding, odd characters."""
    from tempfile import TemporaryDirectory

    from ..source.limits import LIMITS

    # One byte more than allowed is enough to be told that it is too much; a stream may never end.
    data = sys.stdin.buffer.read(LIMITS.file_bytes.value + 1)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "stdin.yaml"
        path.write_bytes(data)
        yield path


STAGES = {"document": "merged", "ast": "asts", "rules": "rules"}


def compiled(game: str, options: Mapping[str, str], stage: str = "rules", effort: int = 1) -> Pipeline:
    """The game compiled as far as a stage; raises `InvalidGame` if it has mistakes by then."""
    from ..pipeline import Pipeline
    from ..source.limits import with_effort

    pipeline = replace(Pipeline.of_file(located(game), options), limits=with_effort(effort))
    getattr(pipeline, STAGES.get(stage, "rules"))
    if pipeline.report.failed:
        raise InvalidGame(pipeline.report)
    return pipeline


def tell_mistakes(error: InvalidGame) -> None:
    """Warnings are for `validate`."""
    from ..source.diagnostics import Severity
    from ..source.rendering import render

    errors = [diagnostic for diagnostic in error.diagnostics if diagnostic.severity is Severity.ERROR]
    tell(render(errors, colours=wants_colours(sys.stderr)), painted=True)

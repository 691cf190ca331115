"""`rulewright lab --sweep` and `--compare`: versions of a game measured beside each other."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from .games import located
from .lab_progress import LabProgress
from .options import chosen_options
from .positions import load_game, shown
from .spreading import chosen_journal, chosen_where, tell_resumed
from .terminal import InputError, UsageError, say, say_json, tell
from .writing import write_file

if TYPE_CHECKING:
    from ..lab.settings import Setting
    from ..lab.survey import Measured


def sweep(arguments: argparse.Namespace, file: str) -> int:
    from ..lab.settings import NoSetting, axis, settings
    from ..lab.sweep import NoGoal, goal, ranked
    from ..lab.versions_page import left_out, sweep_data, sweep_page, sweep_text

    try:
        aim, axes = goal(arguments.goal or "balance"), list(map(axis, arguments.sweep))
    except (NoGoal, NoSetting) as error:
        raise UsageError(shown(str(error))) from None
    with TemporaryDirectory() as folder:
        path = Path(located(arguments.game))
        try:
            found, refused = settings(path, chosen_options(arguments), axes, Path(folder), arguments.allow_hooks)
        except NoSetting as error:
            raise InputError(shown(str(error))) from None
        missing = left_out(refused)
        if missing:
            tell(shown(missing))

        def tell_all(measured: list[Measured], told: str, failed: Sequence[str]) -> None:
            ranking = ranked(measured, aim)
            if arguments.json:
                data = sweep_data(ranking, aim, refused)
                say_json({"game": found[0].game.id, "seed": arguments.seed, **data, "failed": failed})
                return
            about = f"{told} {missing}".rstrip()
            say("\n".join(shown(line) for line in sweep_text(ranking, aim).split("\n")))
            write_file(file, sweep_page(found[0].game.title, ranking, aim, about), over=arguments.force)
            tell(f"wrote {shown(file)}")

        return _measure(arguments, found, tell_all)


def compare(arguments: argparse.Namespace, file: str) -> int:
    from ..lab.compare import differences
    from ..lab.settings import Setting
    from ..lab.versions_page import compare_data, compare_page, compare_text

    games = [
        load_game(name, chosen_options(arguments), arguments.allow_hooks, arguments.effort)
        for name in arguments.compare
    ]
    names = [Path(name).stem for name in arguments.compare]
    labels = names if len(set(names)) == 2 else arguments.compare
    pair = [Setting(label, game) for label, game in zip(labels, games, strict=True)]

    def tell_all(measured: list[Measured], told: str, failed: Sequence[str]) -> None:
        first, second = measured
        found = differences(first, second)
        if arguments.json:
            say_json({"seed": arguments.seed, **compare_data(first, second, found), "failed": failed})
            return
        say("\n".join(shown(line) for line in compare_text(first, second, found).split("\n")))
        write_file(file, compare_page(first, second, found, told), over=arguments.force)
        tell(f"wrote {shown(file)}")

    return _measure(arguments, pair, tell_all)


def _measure(
    arguments: argparse.Namespace,
    versions: Sequence[Setting],
    tell_all: Callable[[list[Measured], str, Sequence[str]], None],
) -> int:
    from ..lab.study import Terms
    from ..lab.survey import Survey
    from ..spread.news import CannotWork

    seconds = arguments.time if arguments.time is not None else None if arguments.games else 60
    with chosen_journal(arguments) as journal, chosen_where(arguments, None) as where:
        survey = Survey(versions, arguments.seed, Terms(seconds, arguments.games or 10**6, where, journal))
        tell_resumed(survey.known, None, journal)

        def told() -> str:
            lost = f"; {len(survey.lost)} games came to nothing ({survey.lost[0]})" if survey.lost else ""
            return (
                f"{survey.done} games of {len(versions)} versions{lost}. Seed {arguments.seed}. Intervals are at 95 %."
            )

        try:
            with LabProgress(survey, seconds) as progress:
                survey.run(progress.watch)
        except CannotWork as error:
            raise InputError(f"the games cannot be played: {shown(str(error))}") from None
        except KeyboardInterrupt:
            tell(f"interrupted: {survey.done} games were played to the end")
            if survey.done:
                tell_all(survey.measured(), told(), survey.lost)
            raise
    tell_all(survey.measured(), told(), survey.lost)
    return 0

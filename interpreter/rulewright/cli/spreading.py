"""Where work is done, and what is kept of it: --workers, --cluster, --journal, --resume."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .numbers import whole_number
from .positions import shown
from .terminal import InputError, UsageError, tell

if TYPE_CHECKING:
    from ..spread.journal import Journal
    from ..spread.where import Where

MOST_WORKERS = 256
NO_JOURNAL = "--resume goes on with a journal: name it with --journal FILE"


def add_workers_argument(parser: argparse.ArgumentParser, what: str, default: int | None = 1) -> None:
    """`--workers` and `--cluster`; `default` None: as many as there are cores."""
    told = "as many as there are cores" if default is None else str(default)
    parser.add_argument(
        "--workers", metavar="N", type=whole_number(1, MOST_WORKERS), help=f"{what} in so many processes ({told})"
    )
    parser.add_argument(
        "--cluster",
        metavar="ray[:ADDRESS]",
        help="on a Ray cluster: at this address, or on one that is started here for the while",
    )


def add_journal_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--journal", metavar="FILE", help="keep every result in this file, as soon as there is one")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with the journal of a run that was ended: nothing in it is done again",
    )


@contextmanager
def chosen_where(arguments: argparse.Namespace, default: int | None = 1) -> Iterator[Where]:
    from ..spread.news import CannotWork
    from ..spread.where import Where, on_cluster

    if arguments.cluster is None:
        yield Where(arguments.workers or default or os.cpu_count() or 1)
        return
    kind, _, address = arguments.cluster.partition(":")
    if kind != "ray":
        raise UsageError(f'I know no cluster "{shown(kind)}"; there is ray, or ray:ADDRESS')
    with ExitStack() as stack:
        try:
            where = stack.enter_context(on_cluster(address, arguments.workers))
        except CannotWork as error:
            raise InputError(shown(str(error))) from None
        yield where


@contextmanager
def chosen_journal(arguments: argparse.Namespace) -> Iterator[Journal | None]:
    """The journal that was asked for. What goes wrong with it is told in a sentence, and what is in it stays."""
    if arguments.journal is None:
        if arguments.resume:
            raise UsageError(NO_JOURNAL)
        yield None
        return
    if not arguments.journal:  # Path("") is the folder we are in
        raise UsageError("--journal is empty: name a file")
    from ..spread.journal import Journal, JournalError

    try:
        with Journal(Path(arguments.journal), arguments.resume) as journal:
            if journal.torn:
                tell(f"the last line of {shown(arguments.journal)} was cut off; its work is done again")
            yield journal
    except JournalError as error:
        raise InputError(shown(str(error))) from None


def known_games(journal: Journal | None, about: Mapping[str, object], games: int) -> int:
    """How many games of a work a journal has, of those with the first numbers."""
    lines = journal.about(about).lines if journal is not None else {}
    return sum(str(number) in lines for number in range(games)) if lines else 0


def tell_resumed(known: int, wanted: int | None, journal: Journal | None, what: str = "games") -> None:
    """Says what need not be done again."""
    if journal is None or not journal.resumed:
        return
    of_all = f" of {wanted}" if wanted is not None else ""
    others = journal.tasks - known
    also = f"; {others} others in it are of other work (other rules, players, seed or version)" if others else ""
    tell(f"going on: {known}{of_all} {what} are in the journal already{also}")

"""What whoever has handed out tasks is told, and what whoever does one can tell."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")
Setup = TypeVar("Setup")
Beat: TypeAlias = Callable[[int], None]
"""Tells how far a task has come."""
Prepare: TypeAlias = Callable[[Setup], Callable[[Task, Beat], Done]]
"""Runs once wherever tasks are done, and gives the function that does one."""

TICK = 0.2  # seconds after which whoever waits is asked whether to go on


class CannotWork(Exception):
    """Work could not even begin: no task would fare better."""


@dataclass(frozen=True, slots=True)
class Finished(Generic[Task, Done]):
    task: Task
    value: Done


@dataclass(frozen=True, slots=True)
class Lost(Generic[Task]):
    """A task that nothing came of, and why."""

    task: Task
    why: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing has ended yet; how far the oldest task has come."""

    progress: int


News: TypeAlias = Finished[Task, Done] | Lost[Task] | Tick


class Workers(Protocol[Task, Done]):
    """Whoever does tasks."""

    def run(self, tasks: Iterable[Task]) -> Generator[News[Task, Done], None, None]:
        """Does the tasks; their ends come in the order in which they happen. Closing ends the work."""
        ...


def in_words(error: BaseException) -> str:
    """The first line of what went wrong, with its kind where the text alone says little."""
    error = getattr(error, "cause", None) or error  # what a cluster was told by one of its machines
    text = str(error).partition("\n")[0]
    return text if type(error).__module__.startswith(__name__.partition(".")[0]) else f"{type(error).__name__}: {text}"

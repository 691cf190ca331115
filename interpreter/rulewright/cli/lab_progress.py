"""How far a study of the lab is: by its time, or by its games, of which some take longer than others."""

from __future__ import annotations

from typing import Protocol

from .progress import Progress


class Work(Protocol):
    """A study, or a survey of several versions."""

    @property
    def seconds(self) -> float: ...

    @property
    def done(self) -> int: ...

    @property
    def wanted(self) -> int: ...

    @property
    def share(self) -> float: ...


class LabProgress(Progress):
    """`with LabProgress(study, seconds) as progress: study.run(progress.watch)`; `seconds` None: all its games."""

    def __init__(self, work: Work, seconds: int | None) -> None:
        self._work, self._seconds = work, seconds
        if seconds is not None:
            super().__init__(seconds, "seconds")
        else:
            super().__init__(work.wanted, "games", round(work.share * work.wanted))

    def watch(self) -> None:
        work = self._work
        if self._seconds is not None:
            self.show(min(self._seconds, int(work.seconds)), f", {work.done} games")
        else:
            self.show(work.done, "" if work.share < 1 else ", looking at them", share=work.share)

"""What a worker or the server refuses, in a sentence for the person in front of the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Refusal(Exception):
    """Something asked for cannot be had; `details` go to the page beside the sentence."""

    def __init__(self, sentence: str, details: Mapping[str, Any] | None = None, status: int = 422) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.details = dict(details or {})
        self.status = status


class WorkerLost(Refusal):
    """A worker misbehaved and was killed, or it died; the next request gets a new one."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, status=503)


class NeverAsked(WorkerLost):
    """It was lost before it heard the question: a new one can be asked, and nothing is done twice."""

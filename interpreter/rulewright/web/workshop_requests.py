"""What a worker of the server does for the workshop; the README says how it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..language.place import place_of
from ..library.beginnings import variant_text
from ..library.evidence import document_of
from ..proving import Effort, Proof, prove
from ..source.limits import with_effort
from ..workshop.completion import complete
from ..workshop.findings import described, findings
from ..workshop.hover import hover
from .desk import loaded
from .refusals import Refusal

if TYPE_CHECKING:
    from .worker import Context

Given = Mapping[str, Any]
Answer = dict[str, Any]

# A person is waiting: less than `rulewright validate` takes, and enough to meet most mistakes.
_EFFORT = Effort(play_seconds=3.0, perft_seconds=3.0)


def check(given: Given, _: Context) -> Answer:
    return findings(given["text"], given["options"], thorough=given["thorough"]).data()


def completed(given: Given, _: Context) -> Answer:
    return complete(given["text"], given["offset"])


def hovered(given: Given, _: Context) -> Answer:
    return {"card": hover(given["text"], given["offset"])}


def proved(given: Given, context: Context) -> Answer:
    """The tests of the file and random games, with the options that are chosen, or with all of them."""
    found = findings(given["text"], given["options"], thorough=True)
    if not found.valid:
        return {**found.data(), "summary": ""}
    proof = Proof(found.pipeline.report)
    prove(replace(found.pipeline, limits=with_effort(context.effort)), _EFFORT, proof, given["options"] or None)
    summary = proof.summary.replace(" (--deep runs them)", "")
    data = found.data()
    return {**data, "diagnostics": described(found.pipeline.report), "summary": summary}


def paged(given: Given, context: Context) -> Answer:
    """The game as a page that plays by itself."""
    from ..export.game_module import NotExportable
    from ..export.page import page_of

    game = loaded(f"{given['text']}\n", given["options"], context)
    try:
        return {"page": page_of([game])}
    except NotExportable as error:
        raise Refusal(f"{error}.") from None


def studied(given: Given, context: Context) -> Answer:
    """The lab for so many `seconds`: of a new study, or of the one of this text if there should be `more`."""
    from ..lab.incremental import IncrementalStudy
    from ..lab.page import page
    from ..lab.verdict import verdict

    key = given["text"], given["options"]
    if not given["more"] or context.desk.get("studied") != key:
        game = loaded(f"{given['text']}\n", given["options"], context)
        context.desk["studied"], context.desk["study"] = key, IncrementalStudy(game)
    study = context.desk["study"]
    study.go_on(given["seconds"])
    report = study.study.report()
    return {"verdict": verdict(report), "games": study.study.done, "page": page(report)}


def varied(given: Given, _: Context) -> Answer:
    """A variant of a game of the library: a text lies nowhere, so it cannot extend what lies beside it."""
    path = Path(given["path"])
    text = variant_text(given["name"], given["game"], path) if place_of(path).shipped else None
    if text is not None:
        return {"text": text}
    if document_of(path) is None:
        raise Refusal("This game has mistakes: mend them before you vary it.")
    raise Refusal("Only a game of the library can be varied here: take a copy of this one instead.")


REQUESTS = {
    "check": check, "complete": completed, "hover": hovered, "prove": proved, "study": studied, "vary": varied,
    "page": paged,
}  # fmt: skip

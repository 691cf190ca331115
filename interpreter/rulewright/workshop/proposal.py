"""One thing that may be written at a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..language.check.symbols import What
from .names import ACTION, ATTRIBUTE, HOOK, LOCAL, OPTION, PATH, Named

# What an editor draws before it.
_SIGNS = {
    What.PLAYER.value: "player",
    What.KIND.value: "piece",
    What.STATE.value: "state",
    What.STATES.value: "function",
    What.CLASS.value: "region",
    What.SITE.value: "site",
    What.REGION.value: "region",
    What.VARIABLE.value: "variable",
    What.DEFINE.value: "define",
    What.DIRECTION.value: "direction",
    What.TRACK.value: "direction",
    ACTION: "action",
    PATH: "path",
    ATTRIBUTE: "path",
    LOCAL: "variable",
    OPTION: "option",
    HOOK: "function",
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """`insert` is what is written if it is not the label; a greater `boost` stands further up."""

    label: str
    kind: str
    detail: str = ""
    info: str = ""
    insert: str | None = None
    boost: int = 0


def names_proposed(names: Iterable[Named], boost: int) -> Iterator[Proposal]:
    for named in names:
        insert = f"{named.name}(" if named.arguments else None
        yield Proposal(named.name, _SIGNS.get(named.what, "name"), named.what, _info(named), insert, boost)


def _info(named: Named) -> str:
    written = source_of(named)
    return "\n".join(part for part in (named.more, written) if part)


def source_of(named: Named, longest: int = 300) -> str:
    """How a name is declared in its file, cut if it is long."""
    if named.entry is None:
        return ""
    start, end = named.entry.key.span, named.entry.value.span
    if start.source is not end.source or end.end <= start.start:
        return ""
    text = start.source.text[start.start : end.end].strip()
    return text if len(text) <= longest else f"{text[:longest].rstrip()} …"

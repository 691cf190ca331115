"""How objects that machine code makes by the thousand come and go: nodes, snapshots, moves and lists of them.

They have slots and nothing else, so what Python does for any object when it goes, looking for what it may have, is not
needed. A move and a list that were let go are used again. What went before a node, and nobody else knows, goes in a
loop: games are long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .python_text import Text, Writer


@dataclass(frozen=True, slots=True)
class Going:
    """How objects of a class go: the `link` leads to others of the class; whether one is kept to be used again."""

    cls: str
    type: str
    slots: Sequence[str]
    link: str | None = None
    is_spared: bool = False

    @property
    def function(self) -> str:
        return f"rw_gone_{self.type}"


def writers(goings: Sequence[Going]) -> tuple[Writer, ...]:
    return tuple(_writer(going) for going in goings)


def _writer(going: Going) -> Writer:
    return lambda t: _gone(t, going)


def _gone(t: Text, going: Going) -> str:
    t.line("br label %each")
    t.label("each")
    ways = "[ %first, %entry ]" + (", [ %following, %linked ]" if going.link else "")
    t.line(f"%self = phi ptr {ways}")
    t.line(f"call void {t.world('untrack')}(ptr %self)")
    for slot in going.slots:
        place = t.at("%self", t.offsets[f"{going.cls}.{slot}"])
        if slot == going.link:
            t.line(f"%following = load ptr, ptr {place}")
            t.line(f"store ptr null, ptr {place}")
        else:
            t.replace(place, "null")
    cls, ours = t.type_of("%self"), t.world(going.type)
    if going.is_spared:
        spare = f"@spare_{going.type}"
        room = t.same(t.op(f"load ptr, ptr {spare}"), "null")
        t.when(t.op(f"and i1 {room}, {t.same(cls, ours)}"), "keep", "free")
        t.label("keep")
        t.line(f"store ptr %self, ptr {spare}")
        t.line("ret void")
        t.label("free")
    t.line(f"call void {t.world('free')}(ptr %self)")
    t.line(f"call void @dropped(ptr {cls})")
    if going.link:
        t.unless(t.differs("%following", "null"), "done")
        owners = t.op("load i32, ptr %following")
        alone = t.op(f"and i1 {t.same(owners, '1', 'i32')}, {t.same(t.type_of('%following'), ours)}")
        t.when(alone, "linked", "shared")
        t.label("linked")
        t.line("br label %each")
        t.label("shared")
        t.line("call void @dropped(ptr %following)")
        t.line("br label %done")
        t.label("done")
    t.line("ret void")
    head = f"@spare_{going.type} = internal global ptr null\n" if going.is_spared else ""
    return head + t.text(f"void @{going.function}(ptr %first)")


__all__ = ["Going", "writers"]

"""The hashes of all positions of a game, for the functions that Python calls.

They are gathered when somebody needs them, and noted in the filter of the block, which says what is surely new.
"""

from __future__ import annotations

from .python_text import CHARACTERS, Text, Writer

FILTER = 1 << 14  # as in native/layout
MOST_NOTED = 1 << 10  # hashes in the filter of the history, some of them of other games, after which it is made anew


# Notes in the filter of the history what stands in it; what was noted before stays where there is room.
_NOTE = f"""
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal i64 @note(ptr %history, i64 %length, ptr %filter, i64 %noted) nounwind {{
entry:
  %more = add i64 %noted, %length
  %full = icmp ugt i64 %more, {MOST_NOTED}
  br i1 %full, label %anew, label %loop
anew:
  call void @llvm.memset.p0.i64(ptr %filter, i8 0, i64 {2 * FILTER}, i1 false)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ 0, %anew ], [ %next, %one ]
  %on = icmp ult i64 %i, %length
  br i1 %on, label %one, label %done
one:
  %at = getelementptr i64, ptr %history, i64 %i
  %hashed = load i64, ptr %at
  %bits = lshr i64 %hashed, 6
  %place = and i64 %bits, {2 * (FILTER - 1)}
  %slot = getelementptr i8, ptr %filter, i64 %place
  store i16 1, ptr %slot
  %next = add i64 %i, 1
  br label %loop
done:
  %now = select i1 %full, i64 %length, i64 %more
  ret i64 %now
}}
"""


def note(t: Text, context: str, noted: str) -> None:
    """All positions of the history in the block are noted in its filter."""
    block = t.known(context, "block", "ptr")
    history, place = t.at(block, t.known(context, "history")), t.at(block, t.known(context, "filter"))
    length = t.word(context, "history_length")
    now = t.op(f"call i64 @note(ptr {history}, i64 {length}, ptr {place}, i64 {noted})")
    t.line(f"store i64 {now}, ptr {t.field(context, 'noted')}")


def _history(t: Text) -> str:
    """The hashes of all positions up to a snapshot, borrowed: from the last one before it that has them, and the data
    of those after that. Null: Python has to see to it."""
    known = t.get("%s", "Snapshot._history")
    t.when(t.same(known, t.world("none")), "make", "known")
    t.label("known")
    t.line(f"ret ptr {known}")
    t.label("make")
    data = t.at(t.get("%s", "Snapshot.data"), CHARACTERS)
    length = t.op(f"load i64, ptr {t.at(data, t.known('%c', 'history_length'))}")
    made = t.op(f"call ptr {t.world('bytes')}(ptr null, i64 {t.op(f'shl i64 {length}, 3')})")
    t.unless(t.differs(made, "null"), "failed")
    given = (t.at(made, CHARACTERS), t.world("none"))
    words = (length, t.known("%c", "hashed"), t.known("%c", "segment"))
    args = ", ".join(["ptr %s", *(f"ptr {each}" for each in given), *(f"i64 {each}" for each in words)])
    t.when(t.differs(t.op(f"call i64 @gather({args})"), "0", "i64"), "done", "odd")
    t.label("done")
    t.replace(t.at("%s", t.offsets["Snapshot._history"]), made)
    t.line(f"ret ptr {made}")
    t.label("odd")
    t.line(f"call void @dropped(ptr {made})")
    t.line("ret ptr null")
    t.label("failed")
    t.line(f"call void {t.world('clear')}()")
    t.line("ret ptr null")
    slots = {name: t.offsets[f"Snapshot.{name}"] for name in ("_history", "_before", "data")}
    return _NOTE + _GATHER.format(characters=CHARACTERS, **slots) + t.text("internal ptr @history(ptr %c, ptr %s)")


# Writes the hashes up to a snapshot, the last one first; 0: there are others than its data says.
_GATHER = """
define internal i64 @gather(ptr %s, ptr %to, ptr %none, i64 %length, i64 %hashed, i64 %segment) nounwind {{
entry:
  br label %back
back:
  %snapshot = phi ptr [ %s, %entry ], [ %earlier, %further ]
  %left = phi i64 [ %length, %entry ], [ %fewer, %further ]
  %at_history = getelementptr i8, ptr %snapshot, i64 {_history}
  %history = load ptr, ptr %at_history
  %lacks = icmp eq ptr %history, %none
  br i1 %lacks, label %note, label %rest
note:
  %at_data = getelementptr i8, ptr %snapshot, i64 {data}
  %object = load ptr, ptr %at_data
  %state = getelementptr i8, ptr %object, i64 {characters}
  %at_segment = getelementptr i8, ptr %state, i64 %segment
  %inside = load i64, ptr %at_segment
  %ended = icmp eq i64 %inside, 0
  %one = zext i1 %ended to i64
  %fewer = sub i64 %left, %one
  %fits = icmp sge i64 %fewer, 0
  br i1 %fits, label %fine, label %odd
fine:
  br i1 %ended, label %write, label %further
write:
  %at_hash = getelementptr i8, ptr %state, i64 %hashed
  %hash = load i64, ptr %at_hash
  %offset = shl i64 %fewer, 3
  %place = getelementptr i8, ptr %to, i64 %offset
  store i64 %hash, ptr %place
  br label %further
further:
  %at_before = getelementptr i8, ptr %snapshot, i64 {_before}
  %earlier = load ptr, ptr %at_before
  %first = icmp eq ptr %earlier, %none
  br i1 %first, label %odd, label %back
rest:
  %at_size = getelementptr i8, ptr %history, i64 16
  %size = load i64, ptr %at_size
  %bytes = shl i64 %left, 3
  %alike = icmp eq i64 %size, %bytes
  br i1 %alike, label %copy, label %odd
copy:
  %from = getelementptr i8, ptr %history, i64 {characters}
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret i64 1
odd:
  ret i64 0
}}
"""


HISTORY_CALLS: tuple[Writer, ...] = (_history,)

__all__ = ["FILTER", "HISTORY_CALLS", "MOST_NOTED", "note"]

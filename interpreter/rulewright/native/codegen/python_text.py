"""How functions in LLVM assembly that Python calls are written: what they find, and what they say often.

They use nothing of the interpreter but functions of its C interface, whose addresses stand in a table (`WORLD`), and
the slots of our own classes, whose offsets are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

WORLD = (
    "state_type", "node_type", "move_type", "moves_type", "snapshot_type", "int_type", "none", "false", "minus_one",
    "zero", "alloc", "untracked", "incref", "decref", "bytes", "number", "whole", "call",
    "unsigned", "clear", "slow_push", "slow_outcome", "slow_item", "slow_len", "slow_hash", "finish", "stuck",
    "tuple", "slow_choose", "slow_numbers", "slow_is_over", "slow_reset",
    "true", "list", "slow_is_chance", "slow_weights", "untrack", "free", "slow_stepper_is_chance",
    "slow_stepper_weights",
)  # fmt: skip
"""What the functions find in their table: types, objects, functions of Python, methods in Python."""
CHARACTERS = 32  # where those of a bytes object begin


class Text:
    """One function while it is written: `offsets` of slots, as `Class.slot`; names of the words of a `context`."""

    def __init__(self, offsets: Mapping[str, int], context: tuple[str, ...], counts_plainly: bool) -> None:
        self.offsets, self.context, self.lines, self.number = offsets, context, list[str](), 0
        self.counts_plainly = counts_plainly

    def op(self, text: str) -> str:
        self.number += 1
        self.lines.append(f"  %v{self.number} = {text}")
        return f"%v{self.number}"

    def line(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def world(self, name: str) -> str:
        at = self.op(f"getelementptr ptr, ptr @world, i64 {WORLD.index(name)}")
        return self.op(f"load ptr, ptr {at}")

    def at(self, place: str, offset: str | int) -> str:
        return self.op(f"getelementptr i8, ptr {place}, i64 {offset}")

    def get(self, thing: str, slot: str) -> str:
        """What stands in a slot of an object: borrowed."""
        return self.op(f"load ptr, ptr {self.at(thing, self.offsets[slot])}")

    def put(self, thing: str, slot: str, value: str, *, owned: bool = False) -> None:
        """Fills a slot of a new object."""
        if not owned:
            self.incref(value)
        self.line(f"store ptr {value}, ptr {self.at(thing, self.offsets[slot])}")

    def put_everywhere(self, thing: str, slots: Iterable[str], value: str) -> None:
        """Fills several slots of a new object with None, yes or no, whose owners later Pythons do not count."""
        slots = tuple(slots)
        if self.counts_plainly:
            self._more_owners(value, len(slots))
        for slot in slots:
            self.put(thing, slot, value, owned=True)

    def incref(self, value: str) -> None:
        """One more owner of an object."""
        if not self.counts_plainly:
            self.line(f"call void {self.world('incref')}(ptr {value})")
            return
        self._more_owners(value, 1)

    def _more_owners(self, value: str, amount: int) -> None:
        more = self.op(f"add i64 {self.op(f'load i64, ptr {value}')}, {amount}")
        self.line(f"store i64 {more}, ptr {value}")

    def context_in(self, holder: str) -> str:
        """The context whose address stands in the characters of a bytes object."""
        return self.op(f"load ptr, ptr {self.at(holder, CHARACTERS)}")

    def replace(self, place: str, value: str) -> None:
        """Another object where one was, or none was; the new one is owned already."""
        old = self.op(f"load ptr, ptr {place}")
        self.line(f"store ptr {value}, ptr {place}")
        self.line(f"call void @dropped(ptr {old})")

    def known(self, context: str, name: str, ty: str = "i64") -> str:
        return self.op(f"load {ty}, ptr {self.field(context, name)}")

    def field(self, context: str, name: str) -> str:
        return self.at(context, 8 * self.context.index(name))

    def word(self, context: str, name: str) -> str:
        """A word of the block."""
        return self.op(f"load i64, ptr {self.at(self.known(context, 'block', 'ptr'), self.known(context, name))}")

    def when(self, condition: str, yes: str, no: str) -> None:
        self.line(f"br i1 {condition}, label %{yes}, label %{no}")

    def unless(self, condition: str, away: str) -> None:
        """Goes away if a condition does not hold."""
        self.number += 1
        on = f"on{self.number}"
        self.when(condition, on, away)
        self.label(on)

    def same(self, a: str, b: str, ty: str = "ptr") -> str:
        return self.op(f"icmp eq {ty} {a}, {b}")

    def differs(self, a: str, b: str, ty: str = "ptr") -> str:
        return self.op(f"icmp ne {ty} {a}, {b}")

    def type_of(self, thing: str) -> str:
        return self.op(f"load ptr, ptr {self.at(thing, 8)}")

    def new(self, name: str) -> str:
        return self.op(f"call ptr {self.world('alloc')}(ptr {self.world(name)}, i64 0)")

    def new_untracked(self, name: str) -> str:
        """An object that is not part of a circle, so nobody has to look for one; its slots are not empty yet."""
        return self.op(f"call ptr {self.world('untracked')}(ptr {self.world(name)})")

    def new_again(self, name: str) -> str:
        """The same, of a class of which one that was let go is kept."""
        self.number += 1
        kept, made, ready, spare = (f"{word}{self.number}" for word in ("kept", "made", "ready", "%spare"))
        self.line(f"{spare} = load ptr, ptr @spare_{name}")
        self.when(self.differs(spare, "null"), kept, made)
        self.label(kept)
        self.line(f"store ptr null, ptr @spare_{name}")
        self.line(f"store i64 1, ptr {spare}")
        self.line(f"br label %{ready}")
        self.label(made)
        other = self.new_untracked(name)
        self.line(f"br label %{ready}")
        self.label(ready)
        return self.op(f"phi ptr [ {spare}, %{kept} ], [ {other}, %{made} ]")

    def text(self, head: str) -> str:
        return "\n".join([f"define {head} nounwind {{", "entry:", *self.lines, "}"])


def _dropped(t: Text) -> str:
    t.when(t.same("%old", "null"), "done", "drop")
    t.label("drop")
    if t.counts_plainly:
        owners = t.op("load i64, ptr %old")
        t.when(t.op(f"icmp sgt i64 {owners}, 1"), "fewer", "last")
        t.label("fewer")
        t.line(f"store i64 {t.op(f'sub i64 {owners}, 1')}, ptr %old")
        t.line("br label %done")
        t.label("last")
    t.line(f"call void {t.world('decref')}(ptr %old)")
    t.line("br label %done")
    t.label("done")
    t.line("ret void")
    return t.text("internal void @dropped(ptr %old)")


def slowly(t: Text, name: str, *given: str) -> None:
    """The method in Python."""
    args = ", ".join(f"ptr {each}" for each in (*given, "null"))
    found = t.op(f"call ptr (ptr, ...) {t.world('call')}(ptr {t.world(name)}, {args})")
    t.line(f"ret ptr {found}")


def no_memory(t: Text) -> None:
    t.label("failed")
    t.line("ret ptr null")


def returned_if(t: Text, filled: str, made: str) -> None:
    """Gives a list or tuple that was filled; one that was not is let go. "failed": it could not even be made."""
    t.when(t.differs(filled, "0", "i64"), "done", "short")
    t.label("done")
    t.line(f"ret ptr {made}")
    t.label("short")
    t.line(f"call void {t.world('decref')}(ptr {made})")
    t.line("br label %failed")
    no_memory(t)


_SHARED = """
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
define internal i64 @offered(ptr %mask, i64 %words) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i64, ptr %mask, i64 %i
  %word = load i64, ptr %at
  %bits = call i64 @llvm.ctpop.i64(i64 %word)
  %more = add i64 %sum, %bits
  %next = add i64 %i, 1
  %on = icmp ult i64 %next, %words
  br i1 %on, label %loop, label %done
done:
  ret i64 %more
}
define internal i64 @nth(ptr %mask, i64 %number) nounwind {
entry:
  br label %words
words:
  %i = phi i64 [ 0, %entry ], [ %next, %on ]
  %left = phi i64 [ %number, %entry ], [ %less, %on ]
  %at = getelementptr i64, ptr %mask, i64 %i
  %word = load i64, ptr %at
  %bits = call i64 @llvm.ctpop.i64(i64 %word)
  %here = icmp ult i64 %left, %bits
  br i1 %here, label %inside, label %on
on:
  %less = sub i64 %left, %bits
  %next = add i64 %i, 1
  br label %words
inside:
  %rest = phi i64 [ %word, %words ], [ %fewer, %drop ]
  %count = phi i64 [ %left, %words ], [ %down, %drop ]
  %found = icmp eq i64 %count, 0
  br i1 %found, label %done, label %drop
drop:
  %minus = sub i64 %rest, 1
  %fewer = and i64 %rest, %minus
  %down = sub i64 %count, 1
  br label %inside
done:
  %low = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %base = shl i64 %i, 6
  %place = add i64 %base, %low
  ret i64 %place
}
"""

Writer = Callable[[Text], str]


def module_text(
    offsets: Mapping[str, int], counts_plainly: bool, parts: Iterable[tuple[tuple[str, ...], Iterable[Writer]]]
) -> str:
    """A module of functions, each part with the names of its context.

    `counts_plainly`: owners are counted in the first word of every object, and no object is there for ever.
    """
    head = f"@world = internal global [{len(WORLD)} x ptr] zeroinitializer\n"
    head += "define ptr @rw_world() {\n  ret ptr @world\n}\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    made = [_dropped(Text(offsets, (), counts_plainly))]
    made += [write(Text(offsets, context, counts_plainly)) for context, writers in parts for write in writers]
    return head + _SHARED + "\n".join(made)


__all__ = ["CHARACTERS", "WORLD", "Text", "Writer", "module_text", "no_memory", "returned_if", "slowly"]

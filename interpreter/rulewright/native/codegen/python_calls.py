"""Functions that Python calls as its own built-in ones: the hot methods of states, in LLVM assembly.

They use nothing of the interpreter but functions of its C interface, whose addresses stand in a table (`WORLD`), and
the slots of our own classes, whose offsets are given. Python's lock is held all the time, so one block serves all.
Whatever is unusual is left to the method in Python that they stand for.
"""

from __future__ import annotations

from collections.abc import Mapping

WORLD = (
    "state_type", "node_type", "move_type", "moves_type", "snapshot_type", "int_type", "none", "false", "minus_one",
    "zero", "alloc", "untracked", "incref", "decref", "bytes", "chars", "number", "whole", "pointer", "call",
    "unsigned", "clear", "slow_push", "slow_outcome", "slow_item", "slow_len", "slow_hash", "finish", "stuck",
)  # fmt: skip
"""What the functions find in their table: types, objects, functions of Python, methods in Python."""
CONTEXT = (
    "block", "state_end", "moves", "play", "holds", "list_of", "listed", "error", "result", "repeats", "history",
    "history_length", "segment", "hash", "unbounded", "hashed", "filter",
    "decide", "choose", "given", "mask", "words", "lists", "until", "rule", "scored", "ends",
)  # fmt: skip
"""What is told of an engine: its block and functions, what is in the block, where things lie in it."""
ENDS = 8  # results that are kept, three words each from "ends" on: how a game ended, by which rule, the object


FILTER = 1 << 14  # as in native/layout


class _Text:
    """One function while it is written."""

    def __init__(self, offsets: Mapping[str, int], counts_plainly: bool) -> None:
        self.offsets, self.lines, self.number = offsets, list[str](), 0
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

    def incref(self, value: str) -> None:
        """One more owner of an object."""
        if not self.counts_plainly:
            self.line(f"call void {self.world('incref')}(ptr {value})")
            return
        more = self.op(f"add i64 {self.op(f'load i64, ptr {value}')}, 1")
        self.line(f"store i64 {more}, ptr {value}")

    def replace(self, place: str, value: str) -> None:
        """Another object where one was, or none was; the new one is owned already."""
        old = self.op(f"load ptr, ptr {place}")
        self.line(f"store ptr {value}, ptr {place}")
        self.line(f"call void @dropped(ptr {old})")

    def known(self, context: str, name: str, ty: str = "i64") -> str:
        return self.op(f"load {ty}, ptr {self.field(context, name)}")

    def field(self, context: str, name: str) -> str:
        return self.at(context, 8 * CONTEXT.index(name))

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
        """An object that is never part of a circle, so nobody has to look for one; its slots are not empty yet."""
        return self.op(f"call ptr {self.world('untracked')}(ptr {self.world(name)})")

    def text(self, head: str) -> str:
        return "\n".join([f"define {head} nounwind {{", "entry:", *self.lines, "}"])


def python_calls(offsets: Mapping[str, int], counts_plainly: bool) -> str:
    """The module as text; `offsets` are those of slots, as `Class.slot`.

    `counts_plainly`: owners are counted in the first word of every object, and no object is there for ever.
    """
    writers = (
        _dropped, _enter, _count, _end, _keep_end, _counted, _legal_moves, _len, _size, _item, _outcome, _push, _copy,
        _hash,
    )  # fmt: skip
    head = f"@world = internal global [{len(WORLD)} x ptr] zeroinitializer\n"
    head += "define ptr @rw_world() {\n  ret ptr @world\n}\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    return head + _BITS + "\n".join(write(_Text(offsets, counts_plainly)) for write in writers)


def _dropped(t: _Text) -> str:
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


_BITS = """
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


def _enter(t: _Text) -> str:
    """The snapshot is in the block: 1; 0 where Python has to see to that."""
    t.when(t.same(t.known("%c", "holds", "ptr"), "%s"), "there", "load")
    t.label("load")
    block = t.known("%c", "block", "ptr")
    data = t.op(f"call ptr {t.world('chars')}(ptr {t.get('%s', 'Snapshot.data')})")
    size = t.known("%c", "state_end")
    t.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {block}, ptr {data}, i64 {size}, i1 false)")
    t.when(t.same(t.known("%c", "repeats"), "0", "i64"), "loaded", "past")
    t.label("past")
    history = t.get("%s", "Snapshot._history")
    t.replace(t.field("%c", "holds"), "null")
    t.when(t.same(history, t.world("none")), "left", "hashes")
    t.label("hashes")
    hashes = t.op(f"call ptr {t.world('chars')}(ptr {history})")
    length = t.op(f"shl i64 {t.word('%c', 'history_length')}, 3")
    place = t.at(block, t.known("%c", "history"))
    t.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {place}, ptr {hashes}, i64 {length}, i1 false)")
    t.line("br label %loaded")
    t.label("loaded")
    t.incref("%s")
    t.replace(t.field("%c", "holds"), "%s")
    t.line("br label %there")
    t.label("there")
    t.line("ret i64 1")
    t.label("left")
    t.line("ret i64 0")
    return t.text("internal i64 @enter(ptr %c, ptr %s)")


def _count(t: _Text) -> str:
    """How many moves a snapshot has; they are listed then. 0: Python has to look; -1: none, and the game is over."""
    t.when(t.same(t.known("%c", "list_of", "ptr"), "%s"), "listed", "list")
    t.label("listed")
    t.line(f"ret i64 {t.known('%c', 'listed')}")
    t.label("list")
    t.unless(t.differs(t.op("call i64 @enter(ptr %c, ptr %s)"), "0", "i64"), "left")
    t.replace(t.field("%c", "list_of"), "null")
    lists = t.op(f"add i64 {t.known('%c', 'lists')}, 1")
    t.line(f"store i64 {lists}, ptr {t.field('%c', 'lists')}")
    t.unless(t.differs(lists, t.known("%c", "until"), "i64"), "left")  # there may be better code by now
    block, decide = t.known("%c", "block", "ptr"), t.known("%c", "decide", "ptr")
    t.when(t.same(decide, "null"), "by_list", "by_decisions")
    t.label("by_list")
    by_list = t.op(f"call i64 {t.known('%c', 'moves', 'ptr')}(ptr {block}, i64 0)")
    t.line("br label %found")
    t.label("by_decisions")
    t.line(f"store i64 0, ptr {t.at(block, t.known('%c', 'given'))}")
    came = t.op(f"call i64 {decide}(ptr {block})")
    mask = t.at(block, t.known("%c", "mask"))
    offered = t.op(f"call i64 @offered(ptr {mask}, i64 {t.known('%c', 'words')})")
    by_decisions = t.op(f"select i1 {t.same(came, '0', 'i64')}, i64 {offered}, i64 0")
    t.line("br label %found")
    t.label("found")
    found = t.op(f"phi i64 [ {by_list}, %by_list ], [ {by_decisions}, %by_decisions ]")
    fine = t.op(f"and i1 {t.same(t.word('%c', 'error'), '0', 'i64')}, {t.differs(found, '0', 'i64')}")
    t.unless(fine, "empty")
    t.incref("%s")
    t.replace(t.field("%c", "list_of"), "%s")
    t.line(f"store i64 {found}, ptr {t.field('%c', 'listed')}")
    t.line(f"ret i64 {found}")
    t.label("empty")
    t.replace(t.field("%c", "holds"), "null")
    over = t.op(f"and i1 {t.same(t.word('%c', 'error'), '0', 'i64')}, {t.differs(t.word('%c', 'result'), '0', 'i64')}")
    t.line(f"ret i64 {t.op(f'sext i1 {over} to i64')}")
    t.label("left")
    t.line("ret i64 0")
    return t.text("internal i64 @count(ptr %c, ptr %s)")


def _told_end(t: _Text, context: str) -> tuple[str, str, str]:
    """The words of the block that tell how a game ended: who has won, by which rule, whether there are scores."""
    return t.word(context, "result"), t.word(context, "rule"), t.word(context, "scored")


def _place_of_end(t: _Text) -> str:
    """The place among the results that are kept."""
    mixed = t.op(f"xor i64 {t.op('lshr i64 %ended, 16')}, {t.op('add i64 %ended, %rule')}")
    number = t.op(f"mul i64 {t.op(f'and i64 {mixed}, {ENDS - 1}')}, 24")
    return t.at(t.field("%c", "ends"), number)


def _end(t: _Text) -> str:
    """How a game ended, if somebody has asked before: borrowed. Null: Python has to tell."""
    place = _place_of_end(t)
    won, by, kept = (t.op(f"load {ty}, ptr {t.at(place, at)}") for ty, at in (("i64", 0), ("i64", 8), ("ptr", 16)))
    alike = t.op(f"and i1 {t.same(won, '%ended', 'i64')}, {t.same(by, '%rule', 'i64')}")
    known = t.op(f"and i1 {alike}, {t.same('%scored', '0', 'i64')}")
    t.line(f"ret ptr {t.op(f'select i1 {known}, ptr {kept}, ptr null')}")
    return t.text("internal ptr @end(ptr %c, i64 %ended, i64 %rule, i64 %scored)")


def _keep_end(t: _Text) -> str:
    """Python has told how a game ended. While it did, others may have been at the block."""
    found = t.get("%node", "Node.result")
    # Scores are others each time.
    keeps = t.op(f"and i1 {t.differs(found, t.world('none'))}, {t.same('%scored', '0', 'i64')}")
    t.when(keeps, "keep", "done")
    t.label("keep")
    place = _place_of_end(t)
    t.line(f"store i64 %ended, ptr {place}")
    t.line(f"store i64 %rule, ptr {t.at(place, 8)}")
    t.incref(found)
    t.replace(t.at(place, 16), found)
    t.line("br label %done")
    t.label("done")
    t.line("ret void")
    return t.text("internal void @keep_end(ptr %c, ptr %node, i64 %ended, i64 %rule, i64 %scored)")


def _ends(t: _Text, context: str, node: str, asked: str) -> None:
    """The result of the game in the block becomes that of a node; goes on at `over`, or at `failed`."""
    told = ", ".join(f"i64 {word}" for word in _told_end(t, context))
    ended = t.op(f"call ptr @end(ptr {context}, {told})")
    t.when(t.same(ended, "null"), "ask_python", "known_end")
    t.label("known_end")
    t.incref(ended)
    t.replace(t.at(node, t.offsets["Node.result"]), ended)
    t.line("br label %over")
    t.label("ask_python")
    made = t.op(f"call ptr (ptr, ...) {t.world('call')}(ptr {t.world(asked)}, ptr {node}, ptr null)")
    t.unless(t.differs(made, "null"), "failed")
    t.line(f"call void @dropped(ptr {made})")
    t.line(f"call void @keep_end(ptr {context}, ptr {node}, {told})")
    t.line("br label %over")


def _counted(t: _Text) -> str:
    """How many moves a node has, if that is more than none; 0: Python has to look."""
    amount = t.get("%node", "Node._count")
    t.when(t.same(amount, t.world("minus_one")), "ask", "known")
    t.label("known")
    known = t.op(f"call i64 {t.world('whole')}(ptr {amount})")
    t.line(f"ret i64 {known}")
    t.label("ask")
    steps, none = t.get("%node", "Node._steps"), t.world("none")
    t.unless(t.differs(steps, none), "left")
    context = t.op(f"call ptr {t.world('pointer')}(ptr {steps})")
    found = t.op(f"call i64 @count(ptr {context}, ptr {t.get('%node', 'Node._snapshot')})")
    t.unless(t.op(f"icmp sgt i64 {found}, 0"), "none")
    made = t.op(f"call ptr {t.world('number')}(i64 {found})")
    t.unless(t.differs(made, "null"), "left")
    t.replace(t.at("%node", t.offsets["Node._count"]), made)
    t.line(f"ret i64 {found}")
    t.label("none")
    t.unless(t.differs(found, "0", "i64"), "left")
    _ends(t, context, "%node", "stuck")
    t.label("over")
    t.incref(t.world("zero"))
    t.replace(t.at("%node", t.offsets["Node._count"]), t.world("zero"))
    t.line("br label %left")
    t.label("failed")
    t.line(f"call void {t.world('clear')}()")  # the method in Python says it again
    t.line("br label %left")
    t.label("left")
    t.line("ret i64 0")
    return t.text("internal i64 @counted(ptr %node)")


def _slowly(t: _Text, name: str, *given: str) -> None:
    """The method in Python."""
    args = ", ".join(f"ptr {each}" for each in (*given, "null"))
    found = t.op(f"call ptr (ptr, ...) {t.world('call')}(ptr {t.world(name)}, {args})")
    t.line(f"ret ptr {found}")


def _no_memory(t: _Text) -> None:
    t.label("failed")
    t.line("ret ptr null")


def _legal_moves(t: _Text) -> str:
    made = t.new_untracked("moves_type")
    t.unless(t.differs(made, "null"), "failed")
    t.put(made, "LegalMoves._node", t.get("%self", "State._node"))
    t.line(f"ret ptr {made}")
    _no_memory(t)
    return t.text("ptr @rw_legal_moves(ptr %self, ptr %closure)")


def _len(t: _Text) -> str:
    found = t.op(f"call i64 @counted(ptr {t.get('%self', 'LegalMoves._node')})")
    t.unless(t.op(f"icmp sgt i64 {found}, 0"), "slow")
    made = t.op(f"call ptr {t.world('number')}(i64 {found})")
    t.line(f"ret ptr {made}")
    t.label("slow")
    _slowly(t, "slow_len", "%self")
    return t.text("ptr @rw_len(ptr %self, ptr %nothing)")


def _size(t: _Text) -> str:
    """The same for `len` itself, which wants no object; -1: something has failed."""
    found = t.op(f"call i64 @counted(ptr {t.get('%self', 'LegalMoves._node')})")
    t.unless(t.op(f"icmp sgt i64 {found}, 0"), "slow")
    t.line(f"ret i64 {found}")
    t.label("slow")
    told = t.op(f"call ptr (ptr, ...) {t.world('call')}(ptr {t.world('slow_len')}, ptr %self, ptr null)")
    t.unless(t.differs(told, "null"), "failed")
    amount = t.op(f"call i64 {t.world('whole')}(ptr {told})")
    t.line(f"call void @dropped(ptr {told})")
    t.line(f"ret i64 {amount}")
    t.label("failed")
    t.line("ret i64 -1")
    return t.text("i64 @rw_size(ptr %self)")


def _item(t: _Text) -> str:
    node, none = t.get("%self", "LegalMoves._node"), t.world("none")
    t.unless(t.same(t.type_of("%index"), t.world("int_type")), "slow")
    t.unless(t.same(t.get(node, "Node._moves"), none), "slow")
    amount = t.op(f"call i64 @counted(ptr {node})")
    number = t.op(f"call i64 {t.world('whole')}(ptr %index)")
    t.unless(t.op(f"icmp sge i64 {number}, 0"), "slow")
    t.unless(t.op(f"icmp slt i64 {number}, {amount}"), "slow")
    made = t.new_untracked("move_type")
    t.unless(t.differs(made, "null"), "failed")
    for slot in ("_key", "_text", "_led_to"):
        t.put(made, f"Move.{slot}", none)
    t.put(made, "Move._node", node)
    t.put(made, "Move._place", "%index")
    t.line(f"ret ptr {made}")
    _no_memory(t)
    t.label("slow")
    _slowly(t, "slow_item", "%self", "%index")
    return t.text("ptr @rw_item(ptr %self, ptr %index)")


def _outcome(t: _Text) -> str:
    node, none = t.get("%self", "State._node"), t.world("none")
    t.unless(t.same(t.get(node, "Node.result"), none), "slow")
    found = t.op(f"call i64 @counted(ptr {node})")
    t.unless(t.op(f"icmp sgt i64 {found}, 0"), "slow")
    t.incref(none)
    t.line(f"ret ptr {none}")
    t.label("slow")
    _slowly(t, "slow_outcome", "%self")
    return t.text("ptr @rw_outcome(ptr %self, ptr %closure)")


def _push(t: _Text) -> str:
    node, none = t.get("%self", "State._node"), t.world("none")
    t.unless(t.same(t.type_of("%move"), t.world("move_type")), "slow")
    t.unless(t.same(t.get("%move", "Move._node"), node), "slow")
    t.unless(t.same(t.get("%move", "Move._led_to"), none), "slow")
    steps = t.get(node, "Node._steps")
    t.unless(t.differs(steps, none), "slow")
    t.unless(t.same(t.get(node, "Node._turns"), none), "slow")
    c = t.op(f"call ptr {t.world('pointer')}(ptr {steps})")
    before = t.get(node, "Node._snapshot")
    number = t.op(f"call i64 {t.world('whole')}(ptr {t.get('%move', 'Move._place')})")
    t.unless(t.op(f"icmp sge i64 {number}, 0"), "slow")
    amount = t.op(f"call i64 @count(ptr {c}, ptr {before})")
    t.unless(t.op(f"icmp slt i64 {number}, {amount}"), "slow")
    t.unless(t.differs(t.op(f"call i64 @enter(ptr {c}, ptr {before})"), "0", "i64"), "slow")
    block = t.known(c, "block", "ptr")
    t.replace(t.field(c, "holds"), "null")
    t.when(t.same(t.known(c, "decide", "ptr"), "null"), "by_list", "by_decisions")
    t.label("by_list")
    t.line(f"call void {t.known(c, 'play', 'ptr')}(ptr {block}, i64 {number})")
    t.line("br label %played")
    t.label("by_decisions")
    mask = t.at(block, t.known(c, "mask"))
    decision = t.op(f"call i64 @nth(ptr {mask}, i64 {number})")
    t.op(f"call i64 {t.known(c, 'choose', 'ptr')}(ptr {block}, i64 {decision})")
    t.line("br label %played")
    t.label("played")
    data = t.op(f"call ptr {t.world('bytes')}(ptr {block}, i64 {t.known(c, 'state_end')})")
    t.unless(t.differs(data, "null"), "failed")
    after = t.new("snapshot_type")
    t.unless(t.differs(after, "null"), "failed")
    t.put(after, "Snapshot.data", data, owned=True)
    t.put(after, "Snapshot._native", t.get(before, "Snapshot._native"))
    t.when(t.same(t.known(c, "repeats"), "0", "i64"), "lazily", "now")
    t.label("lazily")
    t.put(after, "Snapshot._history", none)
    t.put(after, "Snapshot._before", before)
    t.line("br label %remembered")
    t.label("now")
    # The filter of the history says "perhaps" of everything; what is counted in it for ever would overflow.
    bits = t.op(f"lshr i64 {t.word(c, 'hashed')}, 6")
    slot = t.at(t.at(block, t.known(c, "filter")), t.op(f"and i64 {bits}, {2 * (FILTER - 1)}"))
    t.line(f"store i16 1, ptr {slot}")
    t.put(after, "Snapshot._before", none)
    past = t.get(before, "Snapshot._history")
    t.when(t.differs(t.word(c, "segment"), "0", "i64"), "same", "longer")
    t.label("same")
    t.put(after, "Snapshot._history", past)
    t.line("br label %remembered")
    t.label("longer")
    # The new position is in the block's history, behind the old ones.
    length = t.op(f"shl i64 {t.word(c, 'history_length')}, 3")
    longer = t.op(f"call ptr {t.world('bytes')}(ptr {t.at(block, t.known(c, 'history'))}, i64 {length})")
    t.unless(t.differs(longer, "null"), "failed")
    t.put(after, "Snapshot._history", longer, owned=True)
    t.line("br label %remembered")
    t.label("remembered")
    t.incref(after)
    t.replace(t.field(c, "holds"), after)
    made = t.new("node_type")
    t.unless(t.differs(made, "null"), "failed")
    t.put(made, "Node._snapshot", after, owned=True)
    for slot in ("_position", "result", "_decided", "_moves", "_noted", "_texts", "_turns"):
        t.put(made, f"Node.{slot}", none)
    for slot in ("_asked", "_too_big"):
        t.put(made, f"Node.{slot}", t.world("false"))
    t.put(made, "Node._count", t.world("minus_one"))
    t.put(made, "Node._index", t.get("%move", "Move._place"))
    t.put(made, "Node._made_by", "%move")
    t.put(made, "Node._steps", steps)
    t.put(made, "Node.game", t.get(node, "Node.game"))
    t.put(made, "Node.parent", node)
    bounded = t.same(t.known(c, "unbounded"), "0", "i64")
    t.put(made, "Node._origin", t.op(f"select i1 {bounded}, ptr {t.get(node, 'Node._origin')}, ptr {none}"))
    t.when(t.same(t.word(c, "result"), "0", "i64"), "done", "ended")
    t.label("ended")
    _ends(t, c, made, "finish")
    t.label("over")
    t.line("br label %done")
    t.label("done")
    # Lists of a position that was left are given up.
    for slot in ("_moves", "_texts"):
        t.incref(none)
        t.replace(t.at(node, t.offsets[f"Node.{slot}"]), none)
    t.replace(t.at("%self", t.offsets["State._node"]), made)
    t.incref(none)
    t.line(f"ret ptr {none}")
    _no_memory(t)
    t.label("slow")
    _slowly(t, "slow_push", "%self", "%move")
    return t.text("ptr @rw_push(ptr %self, ptr %move)")


def _copy(t: _Text) -> str:
    made = t.new("state_type")
    t.unless(t.differs(made, "null"), "failed")
    for slot in ("State._node", "State.game"):
        t.put(made, slot, t.get("%self", slot))
    t.line(f"ret ptr {made}")
    _no_memory(t)
    return t.text("ptr @rw_copy(ptr %self, ptr %nothing)")


def _hash(t: _Text) -> str:
    node, none = t.get("%self", "State._node"), t.world("none")
    steps = t.get(node, "Node._steps")
    t.unless(t.differs(steps, none), "slow")
    c = t.op(f"call ptr {t.world('pointer')}(ptr {steps})")
    hashed = t.known(c, "hash", "ptr")
    t.unless(t.differs(hashed, "null"), "slow")
    t.unless(t.differs(t.op(f"call i64 @enter(ptr {c}, ptr {t.get(node, 'Node._snapshot')})"), "0", "i64"), "slow")
    t.unless(t.same(t.word(c, "segment"), "0", "i64"), "slow")
    found = t.op(f"call i64 {hashed}(ptr {t.known(c, 'block', 'ptr')})")
    made = t.op(f"call ptr {t.world('unsigned')}(i64 {found})")
    t.line(f"ret ptr {made}")
    t.label("slow")
    _slowly(t, "slow_hash", "%self")
    return t.text("ptr @rw_state_hash(ptr %self, ptr %nothing)")


__all__ = ["CONTEXT", "ENDS", "WORLD", "python_calls"]

"""The hot methods of a `Stepper` in LLVM assembly: what is offered, a decision, whether the game is over.

Its game lies in a block of its own, and decisions change it in place. A context tells where everything is.
"""

from __future__ import annotations

from .python_text import Text, Writer, returned_if, slowly

STEPPER = (
    "block", "state_end", "start", "decide", "choose", "error", "given", "mask", "words", "over", "none", "played",
    "numbers", "by_chance", "weigh", "weights", "aside",
)  # fmt: skip
"""What is told of a game: its block, the state that `reset` goes back to (or 0), functions, where things lie."""

_ITEMS = 24  # where those of a tuple begin, and where a list says where its own are

# Goes through the numbers of a mask: each of them becomes an object, and has a place among the items.
_EACH = """
define internal i64 @{name}(ptr %items, ptr %mask, i64 %words, ptr %from, ptr %make) nounwind {{
entry:
  br label %words_loop
words_loop:
  %i = phi i64 [ 0, %entry ], [ %following, %word_done ]
  %place = phi i64 [ 0, %entry ], [ %reached, %word_done ]
  %at = getelementptr i64, ptr %mask, i64 %i
  %word = load i64, ptr %at
  %base = shl i64 %i, 6
  br label %bits
bits:
  %rest = phi i64 [ %word, %words_loop ], [ %fewer, %made ]
  %reached = phi i64 [ %place, %words_loop ], [ %on, %made ]
  %none = icmp eq i64 %rest, 0
  br i1 %none, label %word_done, label %one
one:
  %low = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %number = add i64 %base, %low
  %told_at = getelementptr i64, ptr %from, i64 %number
{object}
made:
  %item = getelementptr ptr, ptr %items, i64 %reached
  store ptr %object, ptr %item
  %minus = sub i64 %rest, 1
  %fewer = and i64 %rest, %minus
  %on = add i64 %reached, 1
  br label %bits
word_done:
  %following = add i64 %i, 1
  %more = icmp ult i64 %following, %words
  br i1 %more, label %words_loop, label %done
done:
  ret i64 1
no_memory:
  ret i64 0
}}
"""
_KEPT = """
  %object = load ptr, ptr %told_at
{one_more}
  br label %made
"""
_ONE_MORE = ("  call void %make(ptr %object)",)
_ONE_MORE_PLAINLY = (
    "  %owners = load i64, ptr %object", "  %more_owners = add i64 %owners, 1",
    "  store i64 %more_owners, ptr %object",
)  # fmt: skip
_WEIGHT = """
  %weight = load i64, ptr %told_at
  %some = icmp sgt i64 %weight, 1
  %least = select i1 %some, i64 %weight, i64 1
  %object = call ptr %make(i64 %least)
  %failed = icmp eq ptr %object, null
  br i1 %failed, label %no_memory, label %made
"""


def _context(t: Text) -> str:
    """The context of a stepper whose game goes on; else the method in Python is for it."""
    address = t.get("%self", "Stepper._context")
    t.unless(t.differs(address, t.world("none")), "slow")
    context = t.context_in(address)
    t.unless(t.same(t.known(context, "over"), "0", "i64"), "slow")
    return context


def _mask(t: Text, context: str) -> str:
    return t.at(t.known(context, "block", "ptr"), t.known(context, "mask"))


def _numbers(t: Text) -> str:
    c = _context(t)
    words = t.known(c, "words")
    amount = t.op(f"call i64 @offered(ptr {_mask(t, c)}, i64 {words})")
    made = t.op(f"call ptr {t.world('tuple')}(i64 {amount})")
    t.unless(t.differs(made, "null"), "failed")
    given = f"ptr {t.at(made, _ITEMS)}, ptr {_mask(t, c)}, i64 {words}, ptr {t.known(c, 'numbers', 'ptr')}"
    filled = t.op(f"call i64 @numbered({given}, ptr {t.world('incref')})")
    returned_if(t, filled, made)
    t.label("slow")
    slowly(t, "slow_numbers", "%self")
    one_more = "\n".join(_ONE_MORE_PLAINLY if t.counts_plainly else _ONE_MORE)
    fill = _EACH.format(name="numbered", object=_KEPT.format(one_more=one_more))
    return fill + t.text("ptr @rw_stepper_numbers(ptr %self, ptr %closure)")


def _is_chance(t: Text) -> str:
    c = _context(t)
    told = t.differs(t.word(c, "by_chance"), "0", "i64")
    found = t.op(f"select i1 {told}, ptr {t.world('true')}, ptr {t.world('false')}")
    t.incref(found)
    t.line(f"ret ptr {found}")
    t.label("slow")
    slowly(t, "slow_stepper_is_chance", "%self")
    return t.text("ptr @rw_stepper_is_chance(ptr %self, ptr %closure)")


def _weights(t: Text) -> str:
    """Weighing goes through the turns once more, and leaves nothing of what was offered."""
    c = _context(t)
    by_chance, words, mask = t.word(c, "by_chance"), t.known(c, "words"), _mask(t, c)
    t.unless(t.differs(by_chance, "0", "i64"), "slow")
    amount = t.op(f"call i64 @offered(ptr {mask}, i64 {words})")
    made = t.op(f"call ptr {t.world('list')}(i64 {amount})")
    t.unless(t.differs(made, "null"), "failed")
    kept, size = t.known(c, "aside", "ptr"), t.op(f"shl i64 {words}, 3")
    t.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {kept}, ptr {mask}, i64 {size}, i1 false)")
    block = t.known(c, "block", "ptr")
    t.line(f"call void {t.known(c, 'weigh', 'ptr')}(ptr {block})")
    t.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {mask}, ptr {kept}, i64 {size}, i1 false)")
    t.line(f"store i64 {by_chance}, ptr {t.at(block, t.known(c, 'by_chance'))}")
    items = t.op(f"load ptr, ptr {t.at(made, _ITEMS)}")
    given = f"ptr {items}, ptr {mask}, i64 {words}, ptr {t.at(block, t.known(c, 'weights'))}"
    returned_if(t, t.op(f"call i64 @weighed({given}, ptr {t.world('number')})"), made)
    t.label("slow")
    slowly(t, "slow_stepper_weights", "%self")
    fill = _EACH.format(name="weighed", object=_WEIGHT)
    return fill + t.text("ptr @rw_stepper_weights(ptr %self, ptr %closure)")


def _is_over(t: Text) -> str:
    _context(t)
    t.incref(t.world("false"))
    t.line(f"ret ptr {t.world('false')}")
    t.label("slow")
    slowly(t, "slow_is_over", "%self")
    return t.text("ptr @rw_stepper_is_over(ptr %self, ptr %closure)")


def _settle(t: Text) -> str:
    """A turn begins: what is offered, or that the game is over. 0: something has failed, and Python says what."""
    block = t.known("%c", "block", "ptr")
    t.line(f"store i64 0, ptr {t.at(block, t.known('%c', 'given'))}")
    came = t.op(f"call i64 {t.known('%c', 'decide', 'ptr')}(ptr {block})")
    over = t.op(f"zext i1 {t.same(came, t.known('%c', 'none'), 'i64')} to i64")
    t.line(f"store i64 {over}, ptr {t.field('%c', 'over')}")
    fine = t.same(t.word("%c", "error"), "0", "i64")
    t.line(f"ret i64 {t.op(f'zext i1 {fine} to i64')}")
    return t.text("internal i64 @settle(ptr %c)")


def _failed(t: Text, context: str, name: str, *given: str) -> None:
    """Nobody can go on; the method in Python says why."""
    t.label("broken")
    t.line(f"store i64 2, ptr {t.field(context, 'over')}")
    t.line("br label %slow")
    t.label("slow")
    slowly(t, name, *given)


def _done(t: Text) -> None:
    t.label("done")
    t.incref(t.world("none"))
    t.line(f"ret ptr {t.world('none')}")


def _choose(t: Text) -> str:
    t.unless(t.same(t.type_of("%number"), t.world("int_type")), "slow")
    c = _context(t)
    number = t.op(f"call i64 {t.world('whole')}(ptr %number)")
    most, place, shift = t.known(c, "words"), t.op(f"lshr i64 {number}, 6"), t.op(f"and i64 {number}, 63")
    t.unless(t.op(f"icmp ult i64 {place}, {most}"), "odd")
    word = t.op(f"load i64, ptr {t.at(_mask(t, c), t.op(f'shl i64 {place}, 3'))}")
    bit = t.op(f"and i64 {t.op(f'lshr i64 {word}, {shift}')}, 1")
    t.unless(t.differs(bit, "0", "i64"), "slow")
    block = t.known(c, "block", "ptr")
    came = t.op(f"call i64 {t.known(c, 'choose', 'ptr')}(ptr {block}, i64 {number})")
    t.unless(t.same(t.word(c, "error"), "0", "i64"), "broken")
    t.when(t.same(came, t.known(c, "played"), "i64"), "played", "offered")
    t.label("played")
    t.when(t.differs(t.op(f"call i64 @settle(ptr {c})"), "0", "i64"), "done", "broken")
    t.label("offered")
    over = t.op(f"zext i1 {t.same(came, t.known(c, 'none'), 'i64')} to i64")
    t.line(f"store i64 {over}, ptr {t.field(c, 'over')}")
    t.line("br label %done")
    _done(t)
    t.label("odd")  # a number that is too long for a word has raised something
    t.line(f"call void {t.world('clear')}()")
    t.line("br label %slow")
    _failed(t, c, "slow_choose", "%self", "%number")
    return t.text("ptr @rw_stepper_choose(ptr %self, ptr %number)")


def _reset(t: Text) -> str:
    address = t.get("%self", "Stepper._context")
    t.unless(t.differs(address, t.world("none")), "slow")
    c = t.context_in(address)
    start = t.known(c, "start", "ptr")
    t.unless(t.differs(start, "null"), "slow")
    block = t.known(c, "block", "ptr")
    t.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {block}, ptr {start}, i64 {t.known(c, 'state_end')}, i1 false)")
    t.line(f"store i64 0, ptr {t.at(block, t.known(c, 'error'))}")
    t.when(t.differs(t.op(f"call i64 @settle(ptr {c})"), "0", "i64"), "done", "broken")
    _done(t)
    _failed(t, c, "slow_reset", "%self")
    return t.text("ptr @rw_stepper_reset(ptr %self, ptr %nothing)")


STEPPER_CALLS: tuple[Writer, ...] = (_numbers, _is_over, _is_chance, _weights, _settle, _choose, _reset)

__all__ = ["STEPPER", "STEPPER_CALLS"]

"""Functions that Python calls as its own built-in ones: the hot methods of states, in LLVM assembly.

Python's lock is held all the time, so one block serves all.
Whatever is unusual is left to the method in Python that they stand for.
"""

from __future__ import annotations

from .python_history import FILTER, HISTORY_CALLS, MOST_NOTED, note
from .python_text import CHARACTERS, Text, Writer, no_memory, returned_if, slowly

CONTEXT = (
    "block", "state_end", "moves", "play", "holds", "list_of", "listed", "error", "result", "repeats", "history",
    "history_length", "segment", "hash", "carried", "unbounded", "hashed", "filter",
    "decide", "choose", "given", "mask", "words", "lists", "until", "rule", "scored", "collect", "kth",
    "collected", "noted", "chances", "players", "segments", "phase", "me", "weights", "move_size", "ends",
)  # fmt: skip
"""What is told of an engine: its block and functions, what is in the block, where things lie in it."""
ENDS = 8  # results that are kept, three words each from "ends" on: how a game ended, by which rule, the object


def _enter(t: Text) -> str:
    """The snapshot is in the block: 1; 0 where Python has to see to that."""
    data = t.get("%s", "Snapshot.data")
    t.when(t.same(t.known("%c", "holds", "ptr"), data), "there", "load")
    t.label("load")
    block, size = t.known("%c", "block", "ptr"), t.known("%c", "state_end")
    t.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {block}, ptr {t.at(data, CHARACTERS)}, i64 {size}, i1 false)")
    t.when(t.same(t.known("%c", "repeats"), "0", "i64"), "loaded", "past")
    t.label("past")
    t.replace(t.field("%c", "holds"), "null")
    history = t.op("call ptr @history(ptr %c, ptr %s)")
    t.unless(t.differs(history, "null"), "left")
    length = t.op(f"shl i64 {t.word('%c', 'history_length')}, 3")
    place = t.at(block, t.known("%c", "history"))
    t.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {place}, ptr {t.at(history, CHARACTERS)}, i64 {length}, i1 false)")
    note(t, "%c", t.known("%c", "noted"))
    t.line("br label %loaded")
    t.label("loaded")
    t.incref(data)
    t.replace(t.field("%c", "holds"), data)
    t.line("br label %there")
    t.label("there")
    t.line("ret i64 1")
    t.label("left")
    t.line("ret i64 0")
    return t.text("internal i64 @enter(ptr %c, ptr %s)")


def _count(t: Text) -> str:
    """How many moves a snapshot has; they are listed then. 0: Python has to look; -1: none, and the game is over."""
    data = t.get("%s", "Snapshot.data")
    t.when(t.same(t.known("%c", "list_of", "ptr"), data), "listed", "list")
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
    t.line(f"store i64 0, ptr {t.field('%c', 'collected')}")
    collect = t.known("%c", "collect", "ptr")
    t.when(t.same(collect, "null"), "plainly", "collecting")
    t.label("collecting")
    collected = t.op(f"call i64 {collect}(ptr {block})")
    t.unless(t.op(f"icmp sgt i64 {collected}, 0"), "plainly")
    t.line(f"store i64 1, ptr {t.field('%c', 'collected')}")
    t.line("br label %found_without")
    t.label("found_without")
    t.line("br label %found")
    t.label("plainly")
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
    ways = f"[ {by_list}, %plainly ], [ {collected}, %found_without ], [ {by_decisions}, %by_decisions ]"
    found = t.op(f"phi i64 {ways}")
    fine = t.op(f"and i1 {t.same(t.word('%c', 'error'), '0', 'i64')}, {t.differs(found, '0', 'i64')}")
    t.unless(fine, "empty")
    t.incref(data)
    t.replace(t.field("%c", "list_of"), data)
    t.line(f"store i64 {found}, ptr {t.field('%c', 'listed')}")
    t.line(f"ret i64 {found}")
    t.label("empty")
    t.replace(t.field("%c", "holds"), "null")
    over = t.op(f"and i1 {t.same(t.word('%c', 'error'), '0', 'i64')}, {t.differs(t.word('%c', 'result'), '0', 'i64')}")
    t.line(f"ret i64 {t.op(f'sext i1 {over} to i64')}")
    t.label("left")
    t.line("ret i64 0")
    return t.text("internal i64 @count(ptr %c, ptr %s)")


def _told_end(t: Text, context: str) -> tuple[str, str, str]:
    """The words of the block that tell how a game ended: who has won, by which rule, whether there are scores."""
    return t.word(context, "result"), t.word(context, "rule"), t.word(context, "scored")


def _place_of_end(t: Text) -> str:
    """The place among the results that are kept."""
    mixed = t.op(f"xor i64 {t.op('lshr i64 %ended, 16')}, {t.op('add i64 %ended, %rule')}")
    number = t.op(f"mul i64 {t.op(f'and i64 {mixed}, {ENDS - 1}')}, 24")
    return t.at(t.field("%c", "ends"), number)


def _end(t: Text) -> str:
    """How a game ended, if somebody has asked before: borrowed. Null: Python has to tell."""
    place = _place_of_end(t)
    won, by, kept = (t.op(f"load {ty}, ptr {t.at(place, at)}") for ty, at in (("i64", 0), ("i64", 8), ("ptr", 16)))
    alike = t.op(f"and i1 {t.same(won, '%ended', 'i64')}, {t.same(by, '%rule', 'i64')}")
    known = t.op(f"and i1 {alike}, {t.same('%scored', '0', 'i64')}")
    t.line(f"ret ptr {t.op(f'select i1 {known}, ptr {kept}, ptr null')}")
    return t.text("internal ptr @end(ptr %c, i64 %ended, i64 %rule, i64 %scored)")


def _keep_end(t: Text) -> str:
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


def _ends(t: Text, context: str, node: str, asked: str) -> None:
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


def _counted(t: Text) -> str:
    """How many moves a node has, if that is more than none; 0: Python has to look."""
    steps = t.get("%node", "Node._steps")
    t.when(t.differs(steps, t.world("none")), "built_in", "in_python")
    t.label("built_in")
    context, snapshot = t.context_in(steps), t.get("%node", "Node._snapshot")
    here = t.same(t.known(context, "list_of", "ptr"), t.get(snapshot, "Snapshot.data"))
    t.when(here, "listed", "elsewhere")
    t.label("listed")
    t.line(f"ret i64 {t.known(context, 'listed')}")
    t.label("elsewhere")
    amount = t.get("%node", "Node._count")
    t.when(t.same(amount, t.world("minus_one")), "ask", "known")
    t.label("in_python")
    told = t.get("%node", "Node._count")
    t.when(t.same(told, t.world("minus_one")), "left", "known")
    t.label("known")
    kept = t.op(f"phi ptr [ {amount}, %elsewhere ], [ {told}, %in_python ]")
    known = t.op(f"call i64 {t.world('whole')}(ptr {kept})")
    t.line(f"ret i64 {known}")
    t.label("ask")
    found = t.op(f"call i64 @count(ptr {context}, ptr {snapshot})")
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


def _legal_moves(t: Text) -> str:
    made = t.new_again("moves_type")
    t.unless(t.differs(made, "null"), "failed")
    t.put(made, "LegalMoves._node", t.get("%self", "State._node"))
    t.line(f"ret ptr {made}")
    no_memory(t)
    return t.text("ptr @rw_legal_moves(ptr %self, ptr %closure)")


def _len(t: Text) -> str:
    found = t.op(f"call i64 @counted(ptr {t.get('%self', 'LegalMoves._node')})")
    t.unless(t.op(f"icmp sgt i64 {found}, 0"), "slow")
    made = t.op(f"call ptr {t.world('number')}(i64 {found})")
    t.line(f"ret ptr {made}")
    t.label("slow")
    slowly(t, "slow_len", "%self")
    return t.text("ptr @rw_len(ptr %self, ptr %nothing)")


def _size(t: Text) -> str:
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


def _item(t: Text) -> str:
    node, none = t.get("%self", "LegalMoves._node"), t.world("none")
    t.unless(t.same(t.type_of("%index"), t.world("int_type")), "slow")
    t.unless(t.same(t.get(node, "Node._moves"), none), "slow")
    amount = t.op(f"call i64 @counted(ptr {node})")
    number = t.op(f"call i64 {t.world('whole')}(ptr %index)")
    t.unless(t.op(f"icmp sge i64 {number}, 0"), "negative")
    t.unless(t.op(f"icmp slt i64 {number}, {amount}"), "slow")
    made = t.new_again("move_type")
    t.unless(t.differs(made, "null"), "failed")
    t.put_everywhere(made, ("Move._key", "Move._text", "Move._led_to"), none)
    t.put(made, "Move._node", node)
    t.put(made, "Move._place", "%index")
    t.line(f"ret ptr {made}")
    no_memory(t)
    t.label("negative")  # or of more than 64 bits, which Python has complained about
    t.line(f"call void {t.world('clear')}()")
    t.line("br label %slow")
    t.label("slow")
    slowly(t, "slow_item", "%self", "%index")
    return t.text("ptr @rw_item(ptr %self, ptr %index)")


def _outcome(t: Text) -> str:
    node, none = t.get("%self", "State._node"), t.world("none")
    t.unless(t.same(t.get(node, "Node.result"), none), "slow")
    found = t.op(f"call i64 @counted(ptr {node})")
    t.unless(t.op(f"icmp sgt i64 {found}, 0"), "slow")
    t.incref(none)
    t.line(f"ret ptr {none}")
    t.label("slow")
    slowly(t, "slow_outcome", "%self")
    return t.text("ptr @rw_outcome(ptr %self, ptr %closure)")


def _push(t: Text) -> str:
    node, none = t.get("%self", "State._node"), t.world("none")
    t.unless(t.same(t.type_of("%move"), t.world("move_type")), "slow")
    t.unless(t.same(t.get("%move", "Move._node"), node), "slow")
    t.unless(t.same(t.get("%move", "Move._led_to"), none), "slow")
    steps = t.get(node, "Node._steps")
    t.unless(t.differs(steps, none), "slow")
    t.unless(t.same(t.get(node, "Node._turns"), none), "slow")
    c = t.context_in(steps)
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
    t.when(t.differs(t.known(c, "collected"), "0", "i64"), "collected", "plainly")
    t.label("collected")
    done = t.op(f"call i64 {t.known(c, 'kth', 'ptr')}(ptr {block}, i64 {number})")
    t.when(t.differs(done, "0", "i64"), "played", "list")
    t.label("list")  # two candidates have its number; the position is as it was
    t.line(f"store i64 0, ptr {t.field(c, 'collected')}")
    t.op(f"call i64 {t.known(c, 'moves', 'ptr')}(ptr {block}, i64 0)")
    t.line("br label %plainly")
    t.label("plainly")
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
    after = t.new_untracked("snapshot_type")
    t.unless(t.differs(after, "null"), "failed")
    t.put(after, "Snapshot.data", data, owned=True)
    t.put(after, "Snapshot._native", t.get(before, "Snapshot._native"))
    t.put(after, "Snapshot._history", none)
    t.put(after, "Snapshot._before", before)
    t.when(t.same(t.known(c, "repeats"), "0", "i64"), "remembered", "now")
    t.label("now")
    # The filter of the history says "perhaps" of what it has ever seen; what is counted in it for ever would overflow.
    bits = t.op(f"lshr i64 {t.word(c, 'hashed')}, 6")
    slot = t.at(t.at(block, t.known(c, "filter")), t.op(f"and i64 {bits}, {2 * (FILTER - 1)}"))
    t.line(f"store i16 1, ptr {slot}")
    noted = t.op(f"add i64 {t.known(c, 'noted')}, 1")
    t.line(f"store i64 {noted}, ptr {t.field(c, 'noted')}")
    room = t.op(f"add i64 {t.word(c, 'history_length')}, {MOST_NOTED}")
    t.when(t.op(f"icmp ugt i64 {noted}, {room}"), "note_anew", "noted_now")
    t.label("note_anew")
    note(t, c, str(MOST_NOTED))
    t.line("br label %noted_now")
    t.label("noted_now")
    t.line("br label %remembered")
    t.label("remembered")
    t.incref(data)
    t.replace(t.field(c, "holds"), data)
    made = t.new_untracked("node_type")
    t.unless(t.differs(made, "null"), "failed")
    t.put(made, "Node._snapshot", after, owned=True)
    nothing = ("_position", "result", "_decided", "_moves", "_noted", "_texts", "_turns", "_hashed")
    t.put_everywhere(made, (f"Node.{slot}" for slot in nothing), none)
    t.put_everywhere(made, (f"Node.{slot}" for slot in ("_asked", "_too_big", "goes_on")), t.world("false"))
    t.put(made, "Node._count", t.world("minus_one"))
    t.put(made, "Node._index", t.get("%move", "Move._place"))
    # Of a move that nobody has looked at there is nothing to keep but its place.
    unseen = t.op(f"and i1 {t.same(t.get('%move', 'Move._key'), none)}, {t.same(t.get('%move', 'Move._text'), none)}")
    t.put(made, "Node._made_by", t.op(f"select i1 {unseen}, ptr {none}, ptr %move"))
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
    no_memory(t)
    t.label("slow")
    slowly(t, "slow_push", "%self", "%move")
    return t.text("ptr @rw_push(ptr %self, ptr %move)")


def _copy(t: Text) -> str:
    made = t.new("state_type")
    t.unless(t.differs(made, "null"), "failed")
    for slot in ("State._node", "State.game"):
        t.put(made, slot, t.get("%self", slot))
    t.line(f"ret ptr {made}")
    no_memory(t)
    return t.text("ptr @rw_copy(ptr %self, ptr %nothing)")


def _hash(t: Text) -> str:
    node, none = t.get("%self", "State._node"), t.world("none")
    steps = t.get(node, "Node._steps")
    t.unless(t.differs(steps, none), "slow")
    c = t.context_in(steps)
    hashed = t.known(c, "hash", "ptr")
    t.unless(t.differs(hashed, "null"), "slow")
    t.unless(t.differs(t.op(f"call i64 @enter(ptr {c}, ptr {t.get(node, 'Node._snapshot')})"), "0", "i64"), "slow")
    block = t.known(c, "block", "ptr")
    found = t.op(f"call i64 {hashed}(ptr {block})")
    t.when(t.same(t.word(c, "segment"), "0", "i64"), "whole", "inside")
    t.label("inside")
    carried = t.known(c, "carried", "ptr")
    t.when(t.differs(carried, "null"), "carry", "slow")
    t.label("carry")
    more = t.op(f"xor i64 {found}, {t.op(f'call i64 {carried}(ptr {block})')}")
    t.line("br label %all")
    t.label("whole")
    t.line("br label %all")
    t.label("all")
    hash_found = t.op(f"phi i64 [ {found}, %whole ], [ {more}, %carry ]")
    made = t.op(f"call ptr {t.world('unsigned')}(i64 {hash_found})")
    t.line(f"ret ptr {made}")
    t.label("slow")
    slowly(t, "slow_hash", "%self")
    return t.text("ptr @rw_state_hash(ptr %self, ptr %nothing)")


def _chance(t: Text) -> str:
    """Whether chance decides in a snapshot: 1 or 0."""
    table = t.known("%c", "chances", "ptr")
    t.unless(t.differs(table, "null"), "no")
    data = t.at(t.get("%s", "Snapshot.data"), CHARACTERS)
    phase, me, segment = (
        t.op(f"load i64, ptr {t.at(data, t.known('%c', name))}") for name in ("phase", "me", "segment")
    )
    segments = t.known("%c", "segments")
    t.unless(t.op(f"icmp ult i64 {segment}, {segments}"), "no")
    turn = t.op(f"add i64 {t.op(f'mul i64 {phase}, ' + t.known('%c', 'players'))}, {me}")
    place = t.op(f"add i64 {t.op(f'mul i64 {turn}, {segments}')}, {segment}")
    found = t.op(f"load i8, ptr {t.at(table, place)}")
    t.line(f"ret i64 {t.op(f'zext i8 {found} to i64')}")
    t.label("no")
    t.line("ret i64 0")
    return t.text("internal i64 @chance(ptr %c, ptr %s)")


def _known_node(t: Text) -> tuple[str, str]:
    """The context and the snapshot of a state whose game is not known to be over; `slow`: Python has to look."""
    node, none = t.get("%self", "State._node"), t.world("none")
    t.unless(t.same(t.get(node, "Node.result"), none), "slow")
    steps = t.get(node, "Node._steps")
    t.unless(t.differs(steps, none), "slow")
    return t.context_in(steps), t.get(node, "Node._snapshot")


def _is_chance(t: Text) -> str:
    c, snapshot = _known_node(t)
    found = t.op(f"call i64 @chance(ptr {c}, ptr {snapshot})")
    yes, no = t.world("true"), t.world("false")
    told = t.op(f"select i1 {t.differs(found, '0', 'i64')}, ptr {yes}, ptr {no}")
    t.incref(told)
    t.line(f"ret ptr {told}")
    t.label("slow")
    slowly(t, "slow_is_chance", "%self")
    return t.text("ptr @rw_is_chance(ptr %self, ptr %closure)")


# Fills a list with the weights that stand in so many moves; 0 if there is no memory for one of them.
_WEIGH = """
define internal i64 @weigh(ptr %list, ptr %from, i64 %amount, i64 %size, ptr %make) nounwind {
entry:
  %at_items = getelementptr i8, ptr %list, i64 24
  %items = load ptr, ptr %at_items
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %made ]
  %on = icmp slt i64 %i, %amount
  br i1 %on, label %one, label %done
one:
  %offset = mul i64 %i, %size
  %at = getelementptr i8, ptr %from, i64 %offset
  %weight = load i64, ptr %at
  %some = icmp sgt i64 %weight, 1
  %least = select i1 %some, i64 %weight, i64 1
  %object = call ptr %make(i64 %least)
  %failed = icmp eq ptr %object, null
  br i1 %failed, label %no_memory, label %made
made:
  %item = getelementptr ptr, ptr %items, i64 %i
  store ptr %object, ptr %item
  %next = add i64 %i, 1
  br label %loop
done:
  ret i64 1
no_memory:
  ret i64 0
}
"""


def _weights(t: Text) -> str:
    c, snapshot = _known_node(t)
    t.unless(t.differs(t.op(f"call i64 @chance(ptr {c}, ptr {snapshot})"), "0", "i64"), "slow")
    t.unless(t.same(t.known(c, "decide", "ptr"), "null"), "slow")
    amount = t.op(f"call i64 @count(ptr {c}, ptr {snapshot})")
    t.unless(t.op(f"icmp sgt i64 {amount}, 0"), "slow")
    t.unless(t.same(t.known(c, "collected"), "0", "i64"), "slow")
    made = t.op(f"call ptr {t.world('list')}(i64 {amount})")
    t.unless(t.differs(made, "null"), "failed")
    start = t.at(t.known(c, "block", "ptr"), t.known(c, "weights"))
    size, make = t.known(c, "move_size"), t.world("number")
    filled = t.op(f"call i64 @weigh(ptr {made}, ptr {start}, i64 {amount}, i64 {size}, ptr {make})")
    returned_if(t, filled, made)
    t.label("slow")
    slowly(t, "slow_weights", "%self")
    return _WEIGH + t.text("ptr @rw_weights(ptr %self, ptr %closure)")


STATE_CALLS: tuple[Writer, ...] = (
    *HISTORY_CALLS, _enter, _count, _end, _keep_end, _counted, _legal_moves, _len, _size, _item, _outcome, _push, _copy,
    _hash, _chance, _is_chance, _weights,
)  # fmt: skip

__all__ = ["CONTEXT", "ENDS", "STATE_CALLS"]

"""The hot methods of states as built-in functions: machine code that Python calls like its own.

Once a program has listed some thousand positions, `State.push`, `copy`, `legal_moves` and `outcome`, hashes and lists
of moves get machine code beside their methods in Python, which stay for all that is unusual: another engine, a text
instead of a move, a position too big for a block. Nothing but speed changes. It takes CPython with its lock; elsewhere
the methods in Python do everything.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import TYPE_CHECKING, Any

from .locks import Lock
from .moves import LegalMoves, Move
from .native.codegen.module import NativeModule
from .native.codegen.python_calls import CONTEXT, ENDS, STATE_CALLS
from .native.codegen.python_history import MOST_NOTED
from .native.codegen.python_objects import Going, writers
from .native.codegen.python_text import CHARACTERS, WORLD, module_text
from .native.codegen.stepper_calls import STEPPER, STEPPER_CALLS
from .native.engine import NativeEngine, Snapshot
from .native.layout.memory_layout import MOVE_SIZE
from .native.lower.movegen import WEIGHT
from .node import Node
from .state import State
from .stepper import Stepper

if TYPE_CHECKING:
    from .native.decisions.stepping import Stepping
    from .native.runtime.position_codec import Block

_CLASSES = (State, Node, Move, LegalMoves, Snapshot, Stepper)
_FUNCTIONS = {
    "alloc": "PyType_GenericAlloc", "untracked": "_PyObject_GC_New", "clear": "PyErr_Clear",
    "incref": "Py_IncRef", "decref": "Py_DecRef", "bytes": "PyBytes_FromStringAndSize",
    "number": "PyLong_FromSsize_t", "whole": "PyLong_AsSsize_t", "tuple": "PyTuple_New",
    "list": "PyList_New", "call": "PyObject_CallFunctionObjArgs", "unsigned": "PyLong_FromUnsignedLongLong",
    "untrack": "PyObject_GC_UnTrack", "free": "PyObject_GC_Del",
}  # fmt: skip
OFTEN, LONG = 10_000, 100_000  # lists of moves, after which to do without pays, and the best code for them
_LISTS, _UNTIL = CONTEXT.index("lists"), CONTEXT.index("until")
_ONE_ARGUMENT, _NO_ARGUMENT = 8, 4  # METH_O, METH_NOARGS
_MADE: dict[type, Going] = {
    Node: Going("Node", "node_type", Node.__slots__, "parent"),
    Snapshot: Going("Snapshot", "snapshot_type", Snapshot.__slots__, "_before"),
    Move: Going("Move", "move_type", Move.__slots__, is_spared=True),
    LegalMoves: Going("LegalMoves", "moves_type", LegalMoves.__slots__, is_spared=True),
}
_COUNTS_PLAINLY = sys.version_info < (3, 12)  # since then some objects are never counted
# Where `len` and `[]` are looked up: of a type's tables, the number by which Python knows the place, and where it is.
_SEQUENCE, _MAPPING = 104, 112
_SLOTS = (("rw_size", 45, _SEQUENCE, 0), ("rw_size", 4, _MAPPING, 0), ("rw_item", 5, _MAPPING, 8))
_GONE, _GONE_AT = 52, 48  # the same of what is called when an object goes, which stands in the type itself


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p),
    )  # fmt: skip


class _GetSetDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p), ("get", ctypes.c_void_p), ("set", ctypes.c_void_p), ("doc", ctypes.c_char_p),
        ("closure", ctypes.c_void_p),
    )  # fmt: skip


def is_possible() -> bool:
    """Whether this is a Python whose objects lie in memory as ours must, with a lock."""
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    sizes = object.__basicsize__ == 16 and bytes.__basicsize__ == CHARACTERS + 1 and sys.maxsize > 2**32
    return sys.implementation.name == "cpython" and locked and sizes


def _offsets() -> dict[str, int] | None:
    """Where the slots of our classes lie; None if this is not as it should be."""
    if any(cls.__basicsize__ != 16 + 8 * len(going.slots) for cls, going in _MADE.items()):
        return None
    found = {}
    for cls in _CLASSES:
        thing = object.__new__(cls)
        for name in cls.__slots__:
            if name == "__weakref__":
                continue
            mark = object()
            getattr(cls, name).__set__(thing, mark)
            words = (ctypes.c_void_p * (cls.__basicsize__ // 8)).from_address(id(thing))
            places = [place for place, word in enumerate(words) if word == id(mark)]
            if len(places) != 1:
                return None
            found[f"{cls.__name__}.{name}"] = 8 * places[0]
            getattr(cls, name).__delete__(thing)
    return found


class _Installed:
    """The machine code, and everything that must stay as long as somebody may call it."""

    def __init__(self, offsets: dict[str, int]) -> None:
        parts = (((), writers(tuple(_MADE.values()))), (CONTEXT, STATE_CALLS), (STEPPER, STEPPER_CALLS))
        self.module = NativeModule.of_text(module_text(offsets, _COUNTS_PLAINLY, parts))
        self.kept: list[Any] = []
        slow = {
            "slow_push": State.push, "slow_outcome": State.__dict__["outcome"].fget,
            "slow_item": LegalMoves.__getitem__, "slow_len": LegalMoves.__len__, "slow_hash": State.__hash__,
            "finish": _finish, "stuck": Node.count, "slow_choose": Stepper.choose, "slow_reset": Stepper.reset,
            "slow_is_chance": State.__dict__["is_chance"].fget, "slow_weights": State.__dict__["weights"].fget,
            "slow_numbers": Stepper.__dict__["numbers"].fget, "slow_is_over": Stepper.__dict__["is_over"].fget,
            "slow_stepper_is_chance": Stepper.__dict__["is_chance"].fget,
            "slow_stepper_weights": Stepper.__dict__["weights"].fget,
        }  # fmt: skip
        objects: dict[str, object] = {
            **slow, "state_type": State, "node_type": Node, "move_type": Move, "moves_type": LegalMoves,
            "snapshot_type": Snapshot, "int_type": int, "none": None, "false": False, "true": True,
            "minus_one": -1, "zero": 0,
        }  # fmt: skip
        self.kept.append(objects)
        table = {name: id(thing) for name, thing in objects.items()}
        for name, function in _FUNCTIONS.items():
            table[name] = ctypes.cast(getattr(ctypes.pythonapi, function), ctypes.c_void_p).value or 0
        world = ctypes.CFUNCTYPE(ctypes.c_void_p)(self.module.engine.get_function_address("rw_world"))()
        (ctypes.c_void_p * len(WORLD)).from_address(world)[:] = [table[name] for name in WORLD]
        self._method(State, "push", "rw_push", _ONE_ARGUMENT)
        self._method(State, "copy", "rw_copy", _NO_ARGUMENT)
        self._method(State, "__copy__", "rw_copy", _NO_ARGUMENT)
        self._method(State, "__hash__", "rw_state_hash", _NO_ARGUMENT)
        self._method(LegalMoves, "__len__", "rw_len", _NO_ARGUMENT)
        self._method(LegalMoves, "__getitem__", "rw_item", _ONE_ARGUMENT)
        self._property(State, "legal_moves", "rw_legal_moves")
        self._property(State, "outcome", "rw_outcome")
        self._property(State, "is_chance", "rw_is_chance")
        self._property(State, "weights", "rw_weights")
        self._slots(LegalMoves)
        for cls, going in _MADE.items():
            self._take_over([(id(cls) + _GONE_AT, cls, _GONE, going.function)])
        self._method(Stepper, "choose", "rw_stepper_choose", _ONE_ARGUMENT)
        self._method(Stepper, "reset", "rw_stepper_reset", _NO_ARGUMENT)
        self._property(Stepper, "numbers", "rw_stepper_numbers")
        self._property(Stepper, "is_over", "rw_stepper_is_over")
        self._property(Stepper, "is_chance", "rw_stepper_is_chance")
        self._property(Stepper, "weights", "rw_stepper_weights")

    def _method(self, cls: type, name: str, function: str, flags: int) -> None:
        address = self.module.engine.get_function_address(function)
        doc = (
            f"{name}($self{', move, /' if flags == _ONE_ARGUMENT else ', /'})\n--\n\n{getattr(cls, name).__doc__ or ''}"
        )
        defined = _MethodDef(name.encode(), address, flags, doc.encode())
        self._set(cls, name, "PyDescr_NewMethod", defined)

    def _property(self, cls: type, name: str, function: str) -> None:
        address = self.module.engine.get_function_address(function)
        self._set(
            cls,
            name,
            "PyDescr_NewGetSet",
            _GetSetDef(name.encode(), address, None, cls.__dict__[name].__doc__.encode(), None),
        )

    def _slots(self, cls: type) -> None:
        """What `len` and `[]` ask for before they look for methods."""
        tables = {table: ctypes.c_void_p.from_address(id(cls) + table).value for table in (_SEQUENCE, _MAPPING)}
        if all(tables.values()):
            self._take_over([((tables[table] or 0) + at, cls, number, name) for name, number, table, at in _SLOTS])

    def _take_over(self, places: list[tuple[int, type, int, str]]) -> None:
        """Functions of types become ours, if they are where they should be."""
        slot_of = ctypes.pythonapi.PyType_GetSlot
        slot_of.restype, slot_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_int]
        if all(ctypes.c_void_p.from_address(at).value == slot_of(cls, number) for at, cls, number, _ in places):
            for at, _, _, function in places:
                ctypes.c_void_p.from_address(at).value = self.module.engine.get_function_address(function)

    def _set(self, cls: type, name: str, maker: str, defined: ctypes.Structure) -> None:
        make = getattr(ctypes.pythonapi, maker)
        make.restype, make.argtypes = ctypes.py_object, [ctypes.py_object, ctypes.c_void_p]
        self.kept += [defined, cls.__dict__[name]]
        setattr(cls, name, make(cls, ctypes.addressof(defined)))


def tracked(node: Node) -> None:
    """The garbage collector looks at a node that machine code has made: it is part of a circle now."""
    if not gc.is_tracked(node):
        ctypes.pythonapi.PyObject_GC_Track(ctypes.py_object(node))


def _finish(node: Node) -> None:
    """What became of a game that a move has ended."""
    snapshot = node._made_snapshot()
    node.result = snapshot._native.result(snapshot.data)


_installed: _Installed | None = None
_tried = False


_making = Lock()  # nodes have no more than an address of what one thread has made, and another must not take its place


def _install() -> bool:
    global _installed, _tried
    with _making:
        if not _tried:
            _tried = True
            offsets = _offsets() if is_possible() else None
            if offsets is not None:
                _installed = _Installed(offsets)
    return _installed is not None


class Steps:
    """One engine as the machine code knows it: a block of its own, and what is in it. `context` is what nodes have."""

    def __init__(self, native: NativeEngine) -> None:
        self._is_collecting = self._is_careful = False
        layout, address = native.layout, native.module.engine.get_function_address
        self._block: Block = native.new_block()
        native.put(self._block, native.snapshot(native.engine.start()))
        known = {
            "block": self._block.address, "state_end": layout.state_end, "moves": address("rw_moves"),
            "play": address("rw_play"), "error": layout.error, "result": layout.result, "repeats": int(native.repeats),
            "history": layout.history, "history_length": layout.history_length, "segment": layout.segment,
            "hash": address(native.hash_name), "hashed": layout.hash,
            "carried": address("rw_carried") if native.compiler.hashes.knows_carried else 0,
            "unbounded": int(native.engine.rules.unbounded is not None), "filter": layout.filter, "noted": MOST_NOTED,
            "until": OFTEN, "rule": layout.rule, "scored": layout.scored, "phase": layout.phase, "me": layout.me,
            "players": len(native.engine.rules.players), "weights": layout.moves + WEIGHT, "move_size": MOVE_SIZE,
        }  # fmt: skip
        self._chances, known["segments"] = _chances(native)
        if any(self._chances):
            known["chances"] = ctypes.addressof(self._chances)
        if native.asks_once and native.decisions.is_straight:  # moves are decisions, and those need no list
            reader = native.decisions
            known["decide"], known["choose"], _ = reader.addresses(careful=True)
            known |= {"given": reader.memory.given, "mask": reader.memory.mask, "words": reader.memory.words}
        self._words = (ctypes.c_int64 * (len(CONTEXT) + 3 * ENDS))(*(known.get(name, 0) for name in CONTEXT))
        self.context = _address_of(self._words)

    def tune(self, native: NativeEngine) -> None:
        """Who goes on for long gets code that does without lists, and lists made with all care."""
        lists, better = self._words[_LISTS], dict[str, int]()
        if lists < OFTEN or self._is_careful or self._words[CONTEXT.index("decide")]:
            return
        with _making:  # the first thread that comes makes it, and the others go on as before
            collects, self._is_collecting = not self._is_collecting, True
            cares, self._is_careful = lists >= LONG and not self._is_careful, lists >= LONG
        if collects:
            self._words[_UNTIL] = LONG
            better |= native.moves_by_place()
        if cares:
            better |= native.careful_lists()
        for name, address in better.items():  # another thread may play between two of them
            self._words[CONTEXT.index(name)] = address

    def __del__(self) -> None:
        ends = range(CONTEXT.index("ends") + 2, len(self._words), 3)
        for place in (CONTEXT.index("holds"), CONTEXT.index("list_of"), *ends):
            held = self._words[place]
            if held:
                ctypes.pythonapi.Py_DecRef(ctypes.cast(held, ctypes.py_object))


def _chances(native: NativeEngine) -> tuple[ctypes.Array[ctypes.c_uint8], int]:
    """Whether chance decides, for each phase, player and segment; how many segments each has there."""
    facts, course = native.engine.facts, native.engine.course
    most = max(len(segments) for rows in facts.segments for segments in rows)
    found = [
        course.chance_at(phase, player, segment)
        for phase, rows in enumerate(facts.segments)
        for player in range(len(rows))
        for segment in range(most)
    ]
    return (ctypes.c_uint8 * len(found))(*found), most


def _calls_hooks(native: NativeEngine) -> bool:
    """While a hook runs, which is Python, another thread may come to the same block."""
    return any(hook.gives != "notation" and hook.same_as is None for hook in native.engine.rules.hooks)


def _address_of(words: ctypes.Array[ctypes.c_int64]) -> bytes:
    """As machine code finds it at once."""
    return ctypes.addressof(words).to_bytes(8, sys.byteorder)


def steps_of(native: NativeEngine) -> bytes | None:
    """What nodes of this engine get; None where Python does everything, or it does not pay yet."""
    if native.fast_steps is None:
        with _making:
            if native.fast_steps is None:
                native.fast_steps = False if _calls_hooks(native) or not _install() else Steps(native)
    if not isinstance(native.fast_steps, Steps):
        return None
    native.fast_steps.tune(native)
    return native.fast_steps.context


def stepper_context(stepping: Stepping) -> bytes | None:
    """What a stepper gets; None where Python does everything."""
    return None if _calls_hooks(stepping.native) or not _install() else _address_of(stepping.words)

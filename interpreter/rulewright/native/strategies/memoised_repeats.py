"""Memoisation of repeats: where no state comes twice in a turn, what follows depends on the state alone.

Serves: backgammon
Gain: 6.3 times in playouts of backgammon
Needs: each pass of a repeat counts a variable on, brings in pieces or takes some away (analysis/repeats.py).
"""

from __future__ import annotations

from ...reference.hashing import mix
from ...rules import turns as rt
from ..decide.plan import GENERAL, LIGHT, Refusal
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder, Function
from ..layout.memory_layout import MET_BITS, MET_KEYS
from ..lower.lowering_context import Unit

NAME = "memoised_repeats"
_SALT = 0x5851F42D4C957F2D  # tells the same value at one place from that at another


def plan(ask: Questions, item: rt.Turn) -> Refusal | None:
    """No state comes twice."""
    if any(item is known for known in ask.meeting):
        return None
    return Refusal("a state may come twice in a turn, or what follows depends on more than the state")


def known_states(unit: Unit, f: Builder, passes: int) -> Known | None:
    """The states met after passes of a repeat; None if every route is gone on with."""
    if unit.mode != GENERAL:
        return Known(unit, f, passes)
    return None if unit.layout.met < 0 else Met(unit, f, passes)


class Known:
    """States met in the middle of turns, with how many turns go on from there; one place for many, the last stays."""

    _BITS = 13

    def __init__(self, unit: Unit, f: Builder, passes: int) -> None:
        """After a pass of the repeat that counts its passes at an address."""
        self.f, self.layout, self.unit = f, unit.layout, unit
        # Beside what the turn has changed, the list it belongs to: the same changes elsewhere are another state.
        whose = k.load(64, passes) + (k.load(64, self.layout.list_number) << 32)
        if unit.mode == LIGHT:
            self.key = f.let(unit.signs.all() + whose * _SALT + k.signed(mix(passes)), "key")
        else:
            self.sign, self.rest = _state_sign(unit, f)
            self.key = self.unit.mix(f, self.unit.mix(f, self.sign + whose) + self.rest + passes)
        self.at = f.let((self.key >> (64 - self._BITS)) * 16 + self.layout.known, "at")

    def is_there(self) -> Ex:
        return k.load(64, self.at).eq(self.key)

    def found(self) -> Ex:
        return k.load(64, self.at + 8)

    def go_on(self) -> None:
        """Another pass begins here."""
        if self.unit.mode == LIGHT:
            return
        self.unit.write(self.f, 64, self.layout.route_hash, self.sign)
        self.unit.write(self.f, 64, self.layout.route_rest, self.rest)
        self.unit.write(self.f, 64, self.layout.route_mark, k.load(64, self.layout.log_top) + 1)

    def keep(self, found: Ex) -> None:
        self.f.store(64, self.at, self.key)
        self.f.store(64, self.at + 8, found)


class Met(Known):
    """States met while a list is made, each with the smallest key of a way to it.

    A way with a smaller key is gone on with once more, since it is the one that stands for the moves (D72). Keys that
    are compared have the same number of words, so what follows does not change which of them is smaller.
    """

    def __init__(self, unit: Unit, f: Builder, passes: int) -> None:
        super().__init__(unit, f, passes)
        self.length = f.let(k.load(64, self.layout.key_length), "length")
        self.key = f.let(self.unit.mix(f, self.key + self.length), "key")
        # The table has no room but for the keys of its states: a word says where they are.
        self.at = f.let((self.key >> (64 - MET_BITS) & ((1 << MET_BITS) - 1)) * 32 + self.layout.met, "at")

    def is_there(self) -> Ex:
        return self.f.call(self._function(), self.at, self.key).ne(0)

    def _function(self) -> Function:
        layout = self.layout

        def write(f: Builder) -> None:
            at, key = f.params
            with f.when(k.load(64, at).ne(key)):
                f.ret(0)
            start = f.let(k.load(64, at + 16), "start")
            with f.count_to(k.load(64, layout.key_length)) as place:
                here = f.let(k.load(16, place * 2 + layout.key))
                there = f.let(k.load(16, (start + place) * 2 + layout.met_keys))
                with f.when(here.ne(there)):
                    f.ret(k.as_int(there.lt(here)))
            f.ret(1)

        params = [("at", INT), ("key", INT)]
        return self.unit.function("met", "met_before", params, INT, write, "was this state met by a smaller way?")

    def keep(self, found: Ex) -> None:
        self.f.call(self._keep_function(), self.at, self.key, self.length, found)

    def _keep_function(self) -> Function:
        layout = self.layout

        def write(f: Builder) -> None:
            at, key, length, found = f.params
            top = f.let(k.load(64, layout.met_top), "top")
            with f.when((top + length).ge(MET_KEYS)):
                f.ret()  # whoever comes here again goes on once more
            with f.count_to(length) as place:
                f.store(16, (top + place) * 2 + layout.met_keys, k.load(16, place * 2 + layout.key))
            f.store(64, layout.met_top, top + length)
            for word, value in enumerate((key, found, top)):
                f.store(64, at + 8 * word, value)

        params = [("at", INT), ("key", INT), ("length", INT), ("found", INT)]
        return self.unit.function("meet", "meet", params, None, write, "a state is known from now on")


def _state_sign(unit: Unit, f: Builder) -> tuple[Ex, Ex]:
    """A number for what the turn has changed of the exact state and the result, and one for the rest."""
    layout = unit.layout
    changed = f.call(_changes(unit), k.load(64, layout.route_mark), layout.error)
    sign = f.let(k.load(64, layout.route_hash) + changed, "sign")
    return sign, f.let(k.load(64, layout.route_rest) + k.load(64, layout.changed_rest), "rest")


def turn_sign(unit: Unit, f: Builder) -> Ex:
    """A number for what the turn has changed of the exact state and the result."""
    layout = unit.layout
    changed = f.call(_changes(unit), k.load(64, layout.route_mark), layout.result_end)
    return f.let(k.load(64, layout.route_hash) + changed, "sign")


def _changes(unit: Unit) -> Function:
    """What the log has added to the number of a state: that of each word now, less that of the word before."""
    layout = unit.layout
    derived, end = layout.derived

    def write(f: Builder) -> None:
        start, limit = f.params
        sign, rest = f.var(k.num(0), "sign"), f.var(k.num(0), "rest")
        stamp = f.let(k.load(64, layout.stamp) + 1, "stamp")
        f.store(64, layout.stamp, stamp)
        with f.count_to(k.load(64, layout.log_top), "line", start) as line:
            at = f.let(k.load(64, line * 16 + layout.log), "at")
            with f.when(k.either(at.ge(limit), k.both(at.ge(derived), at.lt(end)))):
                f.again()
            stamped = f.let(at + layout.stamps)
            with f.when(k.load(64, stamped).eq(stamp)):
                f.again()
            f.store(64, stamped, stamp)
            value, before = f.let(k.load(64, at), "value"), f.let(k.load(64, line * 16 + (layout.log + 8)), "before")
            with f.when(value.ne(before)):
                salt = f.let(at * _SALT, "salt")
                change = f.let(unit.mix(f, salt + value) - unit.mix(f, salt + before), "change")
                exact = f.let(at.lt(layout.result_end))
                f.set(sign, sign + k.select(exact, change, 0))
                f.set(rest, rest + k.select(exact, 0, change))
        f.store(64, layout.changed_rest, rest)
        f.ret(sign)

    params = [("start", INT), ("limit", INT)]
    return unit.function("changes", "what_changed", params, INT, write, "what has changed below an address")

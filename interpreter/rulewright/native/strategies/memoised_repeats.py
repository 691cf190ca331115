"""Memoisation of repeats: where no state comes twice in a turn, what follows depends on the state alone.

Serves: backgammon
Gain: 6.3 times in playouts of backgammon
Needs: each pass of a repeat counts a variable up, or each counts it down (decide/repeats.py).
"""

from __future__ import annotations

from ...reference.hashing import mix
from ...rules import turns as rt
from ..decide.plan import LIGHT, Refusal
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder, Function
from ..lower.lowering_context import Unit

NAME = "memoised_repeats"
_SALT = 0x5851F42D4C957F2D  # tells the same value at one place from that at another


def plan(ask: Questions, item: rt.Turn) -> Refusal | None:
    """No state comes twice."""
    return None if ask.repeats.never_returns(item) else Refusal("a state may come twice in a turn")


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

"""Min-wise sampling: of the turns that are found, the one whose sign, mixed with a random number, is smallest.

Every one of them is that equally often. Turns that come to the same have the same sign and the same number, so they
count once, and nobody has to remember which were met; only few of them have to be written down.
"""

from __future__ import annotations

from collections.abc import Callable

from ...source.limits import LIMITS as MOST
from ..decide.plan import LIGHT, TRIAL
from ..ir import INT, Builder, Ex, Function, k
from ..strategies.memoised_repeats import turn_sign
from .lowering_context import Unit

_LARGEST = (1 << 63) - 1


def begin_offers(unit: Unit, f: Builder) -> None:
    """From now on turns are drawn of; those before are forgotten."""
    f.store(64, unit.layout.offers, 0)
    f.store(64, unit.layout.offer_least, _LARGEST)
    f.store(64, unit.layout.sought, 0)


def offer(unit: Unit, f: Builder, sign: Ex | None, record: Callable[[Builder, Ex], None]) -> None:
    """A complete turn; where one is to be drawn and not all are wanted, only the drawn one stays in the list.

    `sign` tells complete turns apart; in a list that is not light it is found here.
    """
    drawn = unit.mode in (TRIAL, LIGHT) and unit.program is unit.sampling and unit.rules.distinct != "route"
    if drawn and sign is None:
        sign = turn_sign(unit, f)
    with f.when(k.TRUE if not drawn or sign is None else f.call(_drawn_turn(unit), sign).ne(0)):
        if drawn and unit.mode == TRIAL:
            f.store(64, unit.layout.move_top, k.load(64, unit.layout.list_start))
            f.store(64, unit.layout.patch_top, 0)
        record(f, k.num(0))


def _drawn_turn(unit: Unit) -> Function:
    """Whether the turn that is complete now is the drawn one so far; one that was met before is none."""
    layout = unit.layout

    def write(f: Builder) -> None:
        (sign,) = f.params
        number = f.let(unit.mix(f, sign ^ k.load(64, layout.offer_seed)), "number")
        if unit.mode == LIGHT:  # those with the number of one that was drawn alone are counted, and none is drawn
            sought = f.let(k.load(64, layout.sought), "sought")
            with f.when(k.rarely(sought.ne(0))):
                f.store(64, layout.alike, k.load(64, layout.alike) + k.as_int(number.eq(sought)))
                f.ret(0)
        before = f.let(k.load(64, layout.offers), "before")
        f.store(64, layout.offers, before + 1)
        with f.when(k.rarely(before.ge(MOST.turns.value))):
            f.store(64, layout.error, 2)  # the reference interpreter takes over, and says so
            f.ret(0)
        with f.when(k.both(before.gt(0), number.ge(k.load(64, layout.offer_least)))):
            f.ret(0)
        f.store(64, layout.offer_least, number)
        f.ret(1)

    return unit.function("drawn", "is_drawn", [("sign", INT)], INT, write, "is it the turn that is drawn?")

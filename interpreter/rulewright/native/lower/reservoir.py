"""Reservoir sampling (of one): the n-th different turn that is found takes the place of the drawn one with chance 1/n.

Of so many different turns each is the drawn one equally often, and only few of them have to be written down.
"""

from __future__ import annotations

from collections.abc import Callable

from ..decide.plan import LIGHT, TRIAL
from ..ir import INT, Builder, Ex, Function, k
from ..layout.layout import OFFERED
from ..strategies.memoised_repeats import turn_sign
from .lowering_context import Unit

_CLOSE = 1 << 10


def begin_offers(unit: Unit, f: Builder) -> None:
    """From now on turns are drawn of; those before are forgotten."""
    f.store(64, unit.layout.offers, 0)
    f.store(64, unit.layout.offer_round, k.load(64, unit.layout.offer_round) + 1)


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
        turn, round_ = f.let(k.load(64, layout.offers) + 1, "turn"), f.let(k.load(64, layout.offer_round), "round")
        at = f.var(k.num(0), "at")

        def look_up(start: int, places: int) -> None:
            """Gives up if the turn is there; otherwise `at` is where it belongs."""
            place = f.var((sign ^ (sign >> 29)) & (places - 1), "place")
            with f.loop():
                f.set(at, place * 16 + start)
                f.leave_if(k.load(64, at + 8).ne(round_))
                with f.when(k.load(64, at).eq(sign)):
                    f.ret(0)
                f.set(place, place + 1 & (places - 1))

        # The first few lie close together: most positions have no more.
        look_up(layout.offered, _CLOSE)
        with f.when(turn.gt(_CLOSE // 2)):
            look_up(layout.offered + 16 * _CLOSE, OFFERED)
            with f.when(turn.gt(OFFERED // 2)):
                f.store(64, layout.error, 2)  # the reference interpreter takes over
                f.ret(0)
        f.store(64, at, sign)
        f.store(64, at + 8, round_)
        f.store(64, layout.offers, turn)
        number = unit.mix(f, k.load(64, layout.offer_seed) + turn)
        f.ret(k.as_int((((number >> 32) * turn) >> 32).eq(0)))

    params = [("sign", INT)]
    return unit.function("drawn", "is_drawn", params, INT, write, "is it the turn that is drawn?", "never")

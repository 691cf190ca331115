"""Pieces that are placed: which there are, where they come from, and where there is room."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...analysis.pieces import NEUTRAL
from ...rules.game import Action
from ..ir import Builder, Ex, k
from ..lowering_part import Lowering
from .candidate import NOWHERE, Candidate, Search
from .scope import NO_SITE, Scope, Val
from .walk import Walk


@dataclass(frozen=True, slots=True)
class _Offer:
    """A piece that may be placed: its kind and state, all kinds that it can be, and whose it is if rules say so."""

    kind: Ex
    state: Ex
    kinds: list[int]
    owner: Ex


class Placing(Lowering):
    def place(self, search: Search, f: Builder, scope: Scope, values: list[Ex]) -> None:
        piece = search.action.piece
        assert piece is not None
        owner = scope.me
        if piece.owner is not None:
            owner = f.let(self.c.expressions.number(piece.owner, f, scope))
        entries = self.unit.facts.trays.entries(search.action)
        if not entries:
            return
        if len(entries) == 1:
            kind, state = entries[0]
            self._offer(search, f, scope, values, _Offer(k.num(kind), k.num(state), [kind], owner))
            return
        kinds = self.unit.table("offer_kind", 16, [kind for kind, _ in entries])
        states = self.unit.table("offer_state", 16, [state for _, state in entries])
        with f.count_to(len(entries), "offer") as number:
            kind_ex = f.let(k.look(kinds, number), "kind")
            state_ex = f.let(k.look(states, number), "state")
            every = sorted({kind for kind, _ in entries})
            self._offer(search, f, scope, values, _Offer(kind_ex, state_ex, every, owner))

    def _offer(self, search: Search, f: Builder, scope: Scope, values: list[Ex], offer: _Offer) -> None:
        action, kind, state, kinds = search.action, offer.kind, offer.state, offer.kinds
        piece = action.piece
        assert piece is not None
        neutral = [int(self.rules.kinds[number].neutral) for number in range(len(self.rules.kinds))]
        given_owner = scope.me if piece.kind is None else offer.owner
        if all(neutral[number] for number in kinds):
            owned_by = k.num(NEUTRAL)
        elif not any(neutral[number] for number in kinds):
            owned_by = given_owner
        else:
            table = self.unit.table("is_neutral", 8, neutral)
            owned_by = f.let(k.select(k.look(table, kind).ne(0), NEUTRAL, given_owner))
        trays, available = self._trays(action, f, scope, kind, state, kinds, owned_by)
        with f.when(available):
            cell = f.let(self.c.pieces.cell_of(owned_by, kind, state), "cell")
            words = {"kind": Val("int", kind), "origin": NO_SITE, "load": Val("int", k.num(0))}
            inner = scope.copy(words=words, mover=cell, facing=self.c.actions.facing(f, cell))
            layers = {self.rules.kinds[number].layer for number in kinds}

            def from_start(origin: Ex) -> None:
                at = inner
                if action.start is not None:
                    at = inner.with_words(origin=Val("site", origin))
                candidate = Candidate(action, values, k.num(0), (kind, state), trays, owned_by, origin, None)

                def room(g: Builder, here: Scope, found: Candidate, walk: Walk) -> None:
                    if walk.may_be_off:
                        search.then(g, here, found, walk)
                        return
                    for layer in layers:
                        if len(layers) == 1:
                            with g.when(self._has_room(layer, walk.target)):
                                search.then(g, here, found, walk)
                        else:
                            table = self.unit.table("layer_of", 8, [spec.layer for spec in self.rules.kinds])
                            of_layer = k.look(table, found.piece[0] if found.piece else kind).eq(layer)
                            with g.when(k.both(of_layer, self._has_room(layer, walk.target))):
                                search.then(g, here, found, walk)

                self.c.actions.walks(replace(search, then=room), f, at, candidate)

            if action.start is None:
                from_start(k.num(NOWHERE))
            else:
                with f.each(self.c.expressions.sites(action.start, f, scope)) as origin:
                    from_start(origin)

    def _has_room(self, layer: int, site: Ex) -> Ex:
        if layer == 0 and self.rules.stack > 1:
            return self.c.pieces.height(site).lt(self.rules.stack)
        return k.negate(k.has(self.c.pieces.occupied(layer), site))

    def _trays(
        self, action: Action, f: Builder, scope: Scope, kind: Ex, state: Ex, kinds: list[int], owned_by: Ex
    ) -> tuple[list[tuple[str, Ex]] | None, Ex]:
        """The tray a piece comes from (the first that has its kind), and whether there is one."""
        engine_trays = self.unit.facts.trays
        choices = {number: action.trays or engine_trays.default_trays(number) for number in kinds}
        if not any(choices.values()):
            return None, k.TRUE
        names = next(iter(choices.values()))
        if any(other != names for other in choices.values()):
            return self._trays_by_kind(f, scope, kind, state, choices, owned_by)
        holder = f.let(k.select(owned_by.eq(NEUTRAL), scope.me, owned_by), "holder")
        found: list[tuple[str, Ex]] = []
        earlier = k.FALSE
        available = k.FALSE
        for tray in names:
            here = f.let(self.c.trays.count(tray, holder, kind, state).gt(0), "there")
            if len(names) == 1:
                found.append((tray, k.TRUE))
                available = here
                continue
            # The first tray that has this kind in any fitting state.
            some = f.var(k.FALSE, "some")
            piece = action.piece
            assert piece is not None
            for number in kinds:
                for each_state in range(self.rules.kinds[number].combinations):
                    if engine_trays.fits(number, each_state, piece.states):
                        there = self.c.trays.count(tray, holder, number, each_state).gt(0)
                        f.set(some, k.either(some, k.both(kind.eq(number), there)))
            chosen = f.let(k.both(k.negate(earlier), some), "chosen")
            found.append((tray, chosen))
            available = k.either(available, k.both(chosen, here))
            earlier = f.let(k.either(earlier, some), "earlier")
        return found, f.let(available, "available")

    def _trays_by_kind(
        self, f: Builder, scope: Scope, kind: Ex, state: Ex, choices: dict[int, tuple[str, ...]], owned_by: Ex
    ) -> tuple[list[tuple[str, Ex]], Ex]:
        """Kinds that come from different trays (one each, or from nowhere)."""
        holder = f.let(k.select(owned_by.eq(NEUTRAL), scope.me, owned_by), "holder")
        available = f.var(k.FALSE, "available")
        found: list[tuple[str, Ex]] = []
        for tray in ("hand", "supply", "taken"):
            rows = [int(choices.get(number, ())[:1] == (tray,)) for number in range(len(self.rules.kinds))]
            if any(rows):
                chosen = f.let(k.look(self.unit.table(f"from_{tray}", 8, rows), kind).ne(0))
                found.append((tray, chosen))
                f.set(
                    available, k.either(available, k.both(chosen, self.c.trays.count(tray, holder, kind, state).gt(0)))
                )
        nowhere = [int(number in choices and not choices[number]) for number in range(len(self.rules.kinds))]
        f.set(available, k.either(available, k.look(self.unit.table("from_nowhere", 8, nowhere), kind).ne(0)))
        return found, available

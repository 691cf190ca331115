"""Carrying out a candidate: before, land, do, must; and the key of the move."""

from __future__ import annotations

from ...analysis.actions import lands_on_empty
from ...analysis.pieces import NEUTRAL
from ..decide.plan import GENERAL
from ..ir import INT, Builder, Ex, k, kernel
from ..lowering_part import Lowering
from .candidate import Candidate, Outlined
from .effect_context import Doing, Made, Part
from .scope import NO_DIRECTIONS, Outline, Scope, Val, settled
from .walk import OFF, Walk


class Performing(Lowering):
    def perform(self, f: Builder, scope: Scope, candidate: Candidate, walk: Walk, leaf: int, then: Made) -> None:
        """Before, land, do, must: all ways a candidate can turn out."""
        action = candidate.action
        mark = self.unit.mark(f)
        length = self._write_key(f, candidate, walk, leaf)
        listed = self.unit.mode == GENERAL
        tells_hops = listed and self.unit.facts.repeats_chains
        hops = f.let(k.load(64, self.layout.hops_length), "hops") if tells_hops else k.num(0)
        captures = f.let(k.load(64, self.layout.captures), "captured")
        it = f.var(k.num(-1), "it")
        words = {**(scope.words or {}), "it": Val("site", it)}
        inner = scope.copy(words=words)
        doing = Doing.begin(f, inner, it, action.layer)

        def must() -> None:
            with f.when(self.c.expressions.holds(action.must, f, inner)):
                then(f, Part(candidate, walk, doing, captures))

        def landed() -> None:
            fine = self._land(candidate, walk, f, doing)
            with f.when(fine):
                self.c.choosing.run(action.effects, f, doing, must)

        if action.verb == "move" and candidate.mark is None:
            stacked = action.layer == 0 and self.rules.stack > 1
            if scope.mover is not None and scope.mover.const is not None and not stacked:
                self.c.pieces.lift_known(f, action.layer, candidate.origin, scope.mover)
            elif self._is_single(candidate):
                known = scope.mover if scope.mover is not None and scope.mover.const is not None else None
                self.c.pieces.lift(f, 0, candidate.origin, known)
            else:
                self.c.lifting.lift(f, action, candidate.origin, candidate.take)
        self.c.choosing.run(action.before, f, doing, landed)
        self.unit.undo(f, mark)
        if listed:
            f.store(64, self.layout.key_length, length)
        if tells_hops:
            f.store(64, self.layout.hops_length, hops)

    def _is_single(self, candidate: Candidate) -> bool:
        """Whether one piece is taken off a stack just before it lands: it is the mover and need not wait in the air."""
        stacked = candidate.action.layer == 0 and self.rules.stack > 1
        return stacked and candidate.mark is None and candidate.take.const == 1

    def _land(self, candidate: Candidate, walk: Walk, f: Builder, doing: Doing) -> Ex:
        action, arriving = candidate.action, self.c.arriving
        target = walk.target
        if action.verb == "move":
            self.c.captures.moved_from(f, action.layer, candidate.origin)
            if walk.may_be_off:
                return k.TRUE
            if action.layer == 0 and self.rules.stack > 1 and not self._is_single(candidate):
                fine = arriving.land_block(target, candidate.take, f, doing)
            else:
                assert doing.scope.mover is not None
                free = lands_on_empty(self.c.unit.facts, action) and not action.before
                fine = arriving.land_cell(action.layer, target, doing.scope.mover, f, doing, free)
            f.set(doing.it, target)
            return fine
        if action.verb == "place" and candidate.piece is not None and candidate.owner is not None:
            kind, state = candidate.piece
            owner = candidate.owner
            holder = f.let(k.select(owner.eq(NEUTRAL), doing.scope.me, owner), "holder")
            fine = f.var(k.TRUE, "fine")
            for tray, chosen in candidate.tray or ():
                with f.when(chosen):
                    if action.before:  # which may have taken the last one
                        f.set(fine, self.c.trays.count(tray, holder, kind, state).gt(0))
                    with f.when(fine):
                        self.c.trays.add(f, tray, holder, kind, state, -1)
            if walk.may_be_off:
                return fine
            assert doing.scope.mover is not None
            kinds = [action.piece.kind] if action.piece is not None and action.piece.kind is not None else None
            layers = {spec.layer for number, spec in enumerate(self.rules.kinds) if kinds is None or number in kinds}
            for layer in sorted(layers):
                table = self.unit.table("layer_of", 8, [spec.layer for spec in self.rules.kinds])
                here = k.TRUE if len(layers) == 1 else k.look(table, kind).eq(layer)
                with f.when(k.both(fine, here)):
                    f.set(fine, arriving.land_cell(layer, target, doing.scope.mover, f, doing, not action.before))
            f.set(doing.it, target)
            return fine
        if action.verb == "pick":
            f.set(doing.it, candidate.origin)
        return k.TRUE

    # ------------------------------------------------------------ the key of a move

    def _write_key(self, f: Builder, candidate: Candidate, walk: Walk, leaf: int) -> Ex:
        """Begins the key of this part; effect choices follow. Gives the length before."""
        routes = self.rules.distinct == "route"
        if self.unit.mode != GENERAL and not routes:
            return k.num(0)
        entries = self.key_of(candidate, walk, leaf)
        if routes:
            without = 1 + len(candidate.values)  # how many pieces are taken tells no routes apart
            self._hash_route(f, [*entries[:without], *entries[without + 1 :]])
        if self.unit.mode != GENERAL:
            return k.num(0)
        length = f.let(k.load(64, self.layout.key_length), "length")
        for number, entry in enumerate(entries):
            f.store(16, (length + number) * 2 + self.layout.key, entry)
        fixed = length + len(entries)
        if not self.unit.facts.observed(candidate.action):
            f.store(64, self.layout.key_length, fixed)
            return length
        if candidate.action.path is None:  # no direction, no runs, nothing passed: what is kept is of an earlier part
            for number in range(3):
                f.store(16, (fixed + number) * 2 + self.layout.key, 0)
            f.store(64, self.layout.key_length, fixed + 3)
            return length
        direction = self.c.changing.lowest(walk.dir) + 1
        f.store(16, fixed * 2 + self.layout.key, direction)
        f.call(self._key_of_route, fixed + 1)
        return length

    def key_of(self, candidate: Candidate, walk: Walk, leaf: int) -> list[Ex]:
        """The numbers that a key begins with: leaf + 1, `with` values, take, kind, state, origin, target."""
        kind, state = candidate.piece if candidate.piece is not None else (k.num(0), k.num(0))
        origin = candidate.origin if candidate.action.verb in ("move", "pick") or candidate.action.start else k.num(0)
        target = walk.target
        if target.const is not None:
            target = k.num(self.n if target.const == OFF else max(target.const, 0))
        return [k.num(leaf + 1), *candidate.values, candidate.take, kind, state, origin, target]

    def _hash_route(self, f: Builder, entries: list[Ex]) -> None:
        """What tells routes apart where they are told apart (D72): leaf, with, piece, origin, target of each part."""
        found = k.load(64, self.layout.route_hash)
        for entry in entries:
            found = self.unit.mix(f, found + entry)
        self.unit.write(f, 64, self.layout.route_hash, found)

    @kernel(None)
    def _key_of_route(self, f: Builder, at: Ex) -> None:
        """Run lengths and passed sites, each row closed by a 0."""
        at = f.var(at, "at")
        for start, end, row in (
            (self.layout.runs_base, self.layout.runs_length, self.layout.runs),
            (self.layout.passed_base, self.layout.passed_length, self.layout.passed_row),
        ):
            base = f.let(k.load(64, start))
            length = f.let(k.load(64, end) - base)
            with f.count_to(length) as number:
                f.store(16, (at + number) * 2 + self.layout.key, k.load(16, (base + number) * 2 + row))
            f.set(at, at + length)
            f.store(16, at * 2 + self.layout.key, 0)
            f.set(at, at + 1)
        f.store(64, self.layout.key_length, at)

    # ------------------------------------------------------------ a function for what follows a walk

    def outlined(self, f: Builder, scope: Scope, candidate: Candidate, walk: Walk, name: str, write: Outlined) -> Ex:
        """Calls a function made of what is done with a candidate, so that it is written once for many walks."""
        extra: dict[str, Val] = {"reached": Val("site", f.let(walk.target))}
        if walk.passed is not None:
            extra["went by"] = Val("set", f.let(walk.passed))
        at = self.c.actions.carried(f, settled(f, scope), candidate)
        outline = Outline(settled(f, at), extra)
        outer = outline.outer()

        def body(g: Builder) -> None:
            inner = outline.inner
            words = inner.words or {}
            reached = Walk(
                outer["reached"].ex, (), None, outer["went by"].ex if walk.passed is not None else None,
                words.get("dir", NO_DIRECTIONS), inner.names, walk.may_be_off,
            )  # fmt: skip
            write(g, inner, self.c.actions.moved_along(candidate, inner), reached)

        key = (name, tuple(outline.params), walk.may_be_off, *self.constants(outline))
        made = self.unit.function(key, name, outline.params, INT, body, "carries out a candidate")
        return f.call(made, *outline.args, name="turns")

    @staticmethod
    def constants(outline: Outline) -> list[object]:
        """What is fixed in an outline: two outlines with different constants are different functions."""
        inner = outline.inner
        found: list[object] = []
        for group in (inner.words or {}, inner.names, outline.outer()):
            for name, val in sorted(group.items()):
                found.append((name, val.kind, val.fixed, val.ex.const, val.ex.name))
        found.extend([inner.me.const, inner.mover.const if inner.mover is not None else None, inner.action])
        found.append(inner.mover.name if inner.mover is not None else None)
        return found

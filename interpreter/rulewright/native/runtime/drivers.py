"""Loops that run natively: listing and playing moves, perft, random turns and playouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...rules import turns as rt
from ...rules.expressions import Expr
from ..decide.plan import FAST, GENERAL
from ..ir import EXPORTED, INT, Builder, Ex, Function, k, kernel
from ..layout.memory_layout import MOVE_SIZE
from ..lower.movegen import PATCH, PATCH_LENGTH, WEIGHT
from ..lower.scope import Scope
from ..lowering_part import Lowering
from ..strategies import own_list, reservoir_turns

SHORT = 2800  # statements of a general program that is compiled again for playouts


class Drivers(Lowering):
    def all(self) -> None:
        _ = self.rw_moves, self.rw_play, self.rw_hash, self.rw_perft
        if self.c.hashes.remembers_boards:
            _ = self.rw_position_hash
        if self.c.hashes.knows_carried:
            _ = self.rw_carried
        self.general_ply()

    def _export(
        self, name: str, params: list[tuple[str, str]], gives: str | None, write: Callable[[Builder], None], about: str
    ) -> Function:
        return self.unit.function(name, name, params, gives, write, about, EXPORTED)

    # ------------------------------------------------------------ one position

    @kernel(INT)
    def list_or_stuck(self, f: Builder) -> None:
        """The legal moves; with none, a forced pass or the end of the game."""
        with f.when(k.load(64, self.layout.result).ne(0)):
            f.ret(0)
        found = f.call(self.c.listing.moves)
        with f.when(found.ne(0)):
            f.ret(found)
        f.ret(f.call(self.c.listing.stuck))

    def _reset(self, f: Builder) -> None:
        layout = self.layout
        for at in (layout.log_top, layout.move_top, layout.key_top, layout.patch_top, layout.record_top, layout.error):
            f.store(64, at, 0)

    def _begin_to_count(self, f: Builder) -> None:
        """What the last list took is no part of this: where that was too much, sets would have no members here."""
        if self.unit.facts.asks_much:
            f.store(64, self.layout.spent, 0)

    @kernel(INT, EXPORTED)
    def rw_moves(self, f: Builder, recording: Ex) -> None:
        """Lists the moves of the position in the block; with `recording`, every turn with its record."""
        self._reset(f)
        f.store(64, self.layout.recording, recording)
        found = f.call(self.list_or_stuck)
        f.store(64, self.layout.recording, 0)
        f.ret(found)

    def apply(self, logged: bool) -> Function:
        """Plays a move of the list."""
        layout = self.layout

        def write(f: Builder) -> None:
            (number,) = f.params
            entry = f.let(number * MOVE_SIZE + layout.moves)
            start, length = f.let(k.load(64, entry + PATCH)), f.let(k.load(64, entry + PATCH_LENGTH))
            with f.count_to(length) as line:
                at = f.let(k.load(64, (start + line) * 16 + layout.patches))
                if logged:
                    self.unit.log(f, at)
                f.store(64, at, k.load(64, (start + line) * 16 + (layout.patches + 8)))
            if self.unit.facts.repeats:
                last = f.let(k.load(64, layout.history_length) - 1)
                with f.when(last.ge(0)):
                    f.store(64, last * 8 + layout.history, k.load(64, layout.hash))
                at = f.let(self.c.course._slot(f.let(k.load(64, layout.hash))))
                if logged:
                    self.unit.log(f, at)
                f.store(16, at, self.c.course.counted(k.load(16, at), 1))

        name = "play_for_now" if logged else "play_for_good"
        return self.unit.function(("apply", logged), name, [("number", INT)], None, write, "plays a move of the list")

    @kernel(None, EXPORTED)
    def rw_play(self, f: Builder, number: Ex) -> None:
        """Plays a move of the list."""
        self._begin_to_count(f)
        f.call(self.apply(False), number)

    @kernel(INT, EXPORTED)
    def rw_hash(self, f: Builder) -> None:
        """The hash of the position, or of its board where repetition compares boards."""
        self._begin_to_count(f)
        f.ret(f.call(self.c.hashes.remembered()))

    @kernel(INT, EXPORTED)
    def rw_carried(self, f: Builder) -> None:
        """The part of a hash that is there between two segments of a turn only."""
        f.ret(f.call(self.c.hashes.carried_hash))

    @kernel(INT, EXPORTED)
    def rw_position_hash(self, f: Builder) -> None:
        """The hash of the position, where `rw_hash` is that of its board."""
        self._begin_to_count(f)
        f.ret(f.call(self.c.hashes.position_hash))

    def demands(self, asked: Sequence[Expr]) -> None:
        """`rw_unmet`: whether one of these conditions does not hold for the player to move; for whoever shows it."""

        def write(f: Builder) -> None:
            (number,) = f.params
            self._begin_to_count(f)
            me = f.let(k.load(64, self.layout.me), "me")
            for player in range(self.unit.players):
                scope = Scope(k.num(player), {}, registers=False)
                for place, node in enumerate(asked):
                    with f.when(k.both(me.eq(player), number.eq(place))):
                        f.ret(k.as_int(k.negate(self.c.expressions.holds(node, f, scope))))
            f.ret(0)

        self._export("rw_unmet", [("number", INT)], INT, write, "a condition that is not met")

    # ------------------------------------------------------------ perft

    def _is_chance(self, f: Builder) -> Ex:
        layout, segmented = self.layout, self.unit.facts.segments
        found = f.var(k.FALSE, "chance")
        if not any(isinstance(node, rt.Chance) for phase in segmented for row in phase for node in row):
            return k.FALSE
        for phase, rows in enumerate(segmented):
            for player, segments in enumerate(rows):
                for number, node in enumerate(segments):
                    if isinstance(node, rt.Chance):
                        here = k.both(k.load(64, layout.phase).eq(phase), k.load(64, layout.me).eq(player))
                        f.set(found, k.either(found, k.both(here, k.load(64, layout.segment).eq(number))))
        return found

    @kernel(INT, EXPORTED)
    def rw_perft_node(self, f: Builder, depth: Ex) -> None:
        """Ways to play so many moves. Counting without lists calls it too, where it needs the list after all."""
        layout = self.layout
        with f.when(k.load(64, layout.stop).ne(0)):
            f.ret(0)
        chance = f.let(self._is_chance(f), "chance")
        mark = self.unit.mark(f)
        tops = [layout.move_top, layout.key_top, layout.patch_top]
        before = [f.let(k.load(64, at)) for at in tops]
        found = f.call(self.list_or_stuck)
        total = f.var(k.num(0), "total")
        leaf = f.let(k.both(depth.eq(1), k.negate(chance)))
        with f.when(leaf):
            f.set(total, found)
        with f.when(k.negate(leaf)):
            below = f.let(k.select(chance, depth, depth - 1))
            with f.count_to(found, "number") as number:
                inside = self.unit.mark(f)
                f.call(self.apply(True), before[0] + number)
                with f.when(k.load(64, layout.result).eq(0)):
                    f.set(total, total + f.call(self.rw_perft_node, below))
                self.unit.undo(f, inside)
        self.unit.undo(f, mark)
        for at, value in zip(tops, before, strict=True):
            f.store(64, at, value)
        f.ret(total)

    @kernel(INT, EXPORTED)
    def rw_perft(self, f: Builder, depth: Ex) -> None:
        """Perft."""
        self._reset(f)
        with f.when(depth.eq(0)):
            f.ret(1)
        f.ret(f.call(self.rw_perft_node, depth))

    # ------------------------------------------------------------ random games

    def draw(self, f: Builder, start: Ex, turn: Ex, among: Ex) -> Ex:
        """Which of so many things draw number `turn` picks (D109); `start` is mixed from seed and game."""
        x = self.unit.mix(f, start + turn)
        return f.let(k.drawn(x, among), "drawn")

    def general_ply(self, name: str = "rw_general_ply") -> Function:
        """One random turn by the list of moves: 1 done, 0 the game is over, or (`error`) the list is too long."""

        def write(f: Builder) -> None:
            (random,) = f.params
            self._reset(f)
            with f.when(k.load(64, self.layout.result).ne(0)):
                f.ret(0)
            if self.unit.mode != GENERAL:
                self.c.chance_draws.play(f, random)
                f.store(64, self.layout.offer_seed, random)
            chance = f.let(self._is_chance(f), "chance")
            found = f.call(self.list_or_stuck)
            with f.when(k.either(found.eq(0), k.load(64, self.layout.error).ne(0))):
                f.ret(0)
            chosen = f.var(((random >> 32) * found) >> 32, "chosen")
            if chance.const is None:
                with f.when(chance):
                    self._draw_weighted(f, random, k.num(0), found, chosen)
            f.call(self.apply(False), chosen)
            f.ret(1)

        return self._export(name, [("random", INT)], INT, write, "a random turn by the list")

    # ------------------------------------------------------------ playouts

    def playouts(self) -> set[tuple[int, int]]:
        """Writes the program of playouts; the turns, by phase and player, that are drawn without a list in it."""
        layout, unit = self.layout, self.unit
        plies = {(turn.phase, turn.player): self.c.sampler.ply(turn) for turn in self.c.plan.drawn}
        # Where the list is needed, it is worth having one without keys, compiled with all care.
        way = self.c.plan.by_list.strategy if unit.general.statements < SHORT else ""
        with unit.lowering(unit.sampling, FAST):
            if way == reservoir_turns.NAME:
                by_list = Function("rw_general_ply", [("random", INT)], INT)
                unit.sampling.externals.append(by_list)
                general = self.c.light.ply(by_list)
            elif way == own_list.NAME:
                general = self.c.own_list.ply()
            else:
                general = Function("rw_general_ply", [("random", INT)], INT)
                unit.sampling.externals.append(general)

            def one(f: Builder) -> None:
                """One game; the plies it took."""
                seed, most = f.params
                self.c.fresh.begin(f)
                count = f.var(k.num(0), "count")
                limit = f.let(k.load(64, layout.ply) + most, "limit")
                with f.loop():
                    f.leave_if(k.load(64, layout.result).ne(0))
                    f.leave_if(k.load(64, layout.ply).ge(limit))
                    random = f.let(unit.mix(f, seed + count), "random")
                    f.set(count, count + 1)
                    done = f.var(k.num(-1), "done")
                    for (phase, player), made in plies.items():
                        here = k.load(64, layout.me).eq(player)
                        if len(self.rules.phases) > 1:
                            here = k.both(here, k.load(64, layout.phase).eq(phase))
                        here = k.both(here, k.load(64, layout.by_list).eq(0))
                        with f.when(k.both(done.lt(0), here) if unit.players > 1 else here):
                            f.set(done, f.call(made, random, count))
                            with f.when(done.gt(0)):
                                f.again()
                    # Another number: that it came to this may depend on the first one.
                    with f.when(f.call(general, unit.mix(f, random)).eq(0)):
                        f.leave()
                    self.c.fresh.begin(f)
                f.ret(k.load(64, layout.ply))

            game = unit.function("one_game", "one_game", [("seed", INT), ("most", INT)], INT, one, "one random game")

            def write(f: Builder) -> None:
                seed, start, games, most = f.params
                f.store(64, layout.error, 0)
                begin = f.let(unit.mix(f, seed), "begin")
                first = f.let(k.load(64, layout.start + layout.ply), "first")
                f.copy(0, layout.start, layout.state_end)
                f.store(64, layout.by_list, k.as_int(self.c.fresh.before(f)))
                self.c.connections.note_connected(f)
                with f.count_to(games, "game") as number:
                    f.leave_if(k.load(64, layout.stop).ne(0))
                    f.copy(0, layout.start, layout.state_end)
                    mixed = unit.mix(f, begin + (start + number))
                    plies_made = f.let(f.call(game, mixed, most) - first)
                    with f.when(k.load(64, layout.error).ne(0)):
                        # A position with more turns than there is room for: it stays in the block.
                        self._add(f, 5, 1)
                        f.leave()
                    self.c.course.forget(f, k.load(64, layout.start + layout.history_length))
                    self._add(f, 0, 1)
                    self._add(f, 1, plies_made)
                    result = f.let(k.load(64, layout.result), "result")
                    with f.when(result.eq(0)):
                        self._add(f, 2, 1)
                    with f.when((result & (1 << 16)).ne(0)):
                        self._add(f, 3, 1)
                    with f.when(k.both(result.ne(0), (result & 0x1FFFF).eq(0))):
                        self._add(f, 4, 1)
                    for player in range(unit.players):
                        wins = k.both((result >> player & 1).ne(0), (result & (1 << 16)).eq(0))
                        with f.when(wins):
                            self._add(f, 8 + player, 1)

            def sample(f: Builder) -> None:
                random, afresh = f.params
                with f.when(k.load(64, layout.result).ne(0)):
                    f.ret(0)
                with f.when(self.c.fresh.before(f)):
                    f.ret(-1)
                with f.when(afresh.ne(0)):
                    self.c.fresh.begin(f)
                self.c.connections.note_connected(f)
                for (phase, player), made in plies.items():
                    here = k.both(k.load(64, layout.me).eq(player), k.load(64, layout.phase).eq(phase))
                    with f.when(here):
                        f.ret(f.call(made, random, 0))
                f.ret(-1)

            def playout(f: Builder) -> None:
                f.store(64, layout.by_list, k.as_int(self.c.fresh.before(f)))
                self.c.connections.note_connected(f)
                f.ret(f.call(game, *f.params))

            about = "plays the position in the block to its end, or for so many plies"
            self._export("rw_playout", [("random", INT), ("most", INT)], INT, playout, about)
            about = "one random turn without a list: 1 done, 0 none is legal, -1 the list is needed"
            self._export("rw_sample", [("random", INT), ("afresh", INT)], INT, sample, about)
            params = [("seed", INT), ("start", INT), ("games", INT), ("most", INT)]
            self._export("rw_playouts", params, None, write, "random games from the start in the block")
        return set(plies)

    def _add(self, f: Builder, entry: int, amount: Ex | int) -> None:
        at = self.layout.tally + 8 * entry
        f.store(64, at, k.load(64, at) + amount)

    def _draw_weighted(self, f: Builder, start: Ex, decision: Ex, found: Ex, chosen: Ex) -> None:
        layout = self.layout
        total = f.var(k.num(0), "total")
        with f.count_to(found) as number:
            f.set(total, total + k.load(64, number * MOVE_SIZE + (layout.moves + WEIGHT)))
        drawn = self.draw(f, start, decision, total)
        upto = f.var(k.num(0), "upto")
        with f.count_to(found) as number:
            f.set(upto, upto + k.load(64, number * MOVE_SIZE + (layout.moves + WEIGHT)))
            with f.when(upto.gt(drawn)):
                f.set(chosen, number)
                f.leave()

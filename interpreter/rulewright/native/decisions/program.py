"""Loops that run natively: which decisions there are, what follows one, random games by decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...rules import turns as rt
from ..decide.plan import TRIAL
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.kernel import EXPORTED
from ..ir.program import Builder, Function, Program
from ..layout.registers import ExactRegisters
from ..strategies import empties, incremental_end_rules
from .listing import DecisionListing
from .memory import NEVER, WAYS
from .script import Script
from .straight import Straight
from .turns import AskingTurns

if TYPE_CHECKING:
    from ..compiler import Compiler

# What is remembered beside the position would have to be known at the beginning of every turn.
_LEFT_OUT = {module.NAME for module in (incremental_end_rules, empties)}
OFFERED, PLAYED, NONE = 0, 1, 2  # what came of a decision: others are offered; the turn is played; there is no turn


class DecisionProgram:
    """Writes the program. The compiler is one of its own: what it lowers is no part of any other program."""

    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout
        self.script = Script(compiler)
        self.memory = self.script.memory
        self.is_straight = False  # whether every turn is one placement: known when the program is written
        with self.unit.lowering(self.unit.general, TRIAL):
            compiler.registers = ExactRegisters(compiler)
            compiler.turns = AskingTurns(compiler)
            compiler.listing = self.listing = DecisionListing(compiler, self.script)

    def program(self) -> Program:
        with self.unit.lowering(self.unit.general, TRIAL):
            self._decide()
            self._choose()
            self._weigh()
            if self.knows_chance:
                self._draw()
            self._playouts()
        return self.unit.general

    def _export(
        self, name: str, params: list[tuple[str, str]], gives: str | None, write: Callable[[Builder], None], about: str
    ) -> Function:
        return self.unit.function(name, name, params, gives, write, about, EXPORTED)

    # ------------------------------------------------------------ what is offered

    def _reset(self, f: Builder) -> None:
        layout = self.layout
        for at in (layout.log_top, layout.move_top, layout.key_top, layout.patch_top, layout.record_top, layout.error):
            f.store(64, at, 0)

    def _look(self) -> Function:
        """Goes through the turns that begin as the path does."""
        memory = self.memory

        def write(f: Builder) -> None:
            self._reset(f)
            self.listing.begin(f)
            for at, value in (
                (memory.found, 0), (memory.top, 0), (memory.parted, NEVER), (memory.enough, NEVER),
                (memory.probing, 0), (memory.work, 0), (memory.front, k.load(64, memory.given)), (memory.length, 0),
                (memory.lines, 0), (memory.by_chance, 0),
            ):  # fmt: skip
                f.store(64, at, value)
            self.script.offer_nothing(f)
            f.call(self.listing.all_turns)

        return self.unit.function(("decisions", "look"), "look", [], None, write, "how the path can go on")

    def _measure(self, f: Builder) -> None:
        """What the best turn is worth: once, before anything is decided."""
        memory = self.memory
        if self.rules.prefer is None:
            return
        with f.when(k.load(64, memory.given).eq(0)):
            f.store(64, memory.best, -(1 << 62))
            f.store(64, memory.measuring, 1)
            f.call(self._look())
            f.store(64, memory.measuring, 0)

    def _settle(self) -> Function:
        """What is offered after the path: OFFERED, PLAYED (it is complete, and its changes are kept), or NONE."""
        memory = self.memory

        def write(f: Builder) -> None:
            f.store(64, memory.ways, 0)
            f.store(64, memory.measuring, 0)
            self._measure(f)
            found = f.call(self._offers(), 0)
            with f.when(k.load(64, self.layout.error).ne(0)):
                f.ret(NONE)
            with f.when(found.eq(NONE)):
                f.ret(self._stuck(f))
            f.ret(found)

        return self.unit.function(("decisions", "settle"), "settle", [], INT, write, "what is offered")

    def _offers(self) -> Function:
        """What is offered after a path: in `mask`, and in `ways` where it is offered after something else (D114)."""
        memory = self.memory

        def write(f: Builder) -> None:
            (level,) = f.params
            f.call(self._look())
            with f.when(k.load(64, memory.found).eq(0)):
                f.ret(NONE)
            with f.when(k.load(64, memory.front).eq(k.load(64, memory.length))):
                f.ret(PLAYED)
            for low, high in self.script.numbers.passed_over:
                alone = f.call(self._alone(low, high), name="alone")
                with f.when(k.rarely(alone.ge(0))):
                    f.call(self._pass_over(), level, alone)
            f.ret(OFFERED)

        return self.unit.function(
            ("decisions", "offers"), "offers", [("level", INT)], INT, write, "what is offered after a path"
        )

    def _alone(self, low: int, high: int) -> Function:
        """The one decision of a block that is offered beside others; none: -1."""
        memory = self.memory

        def write(f: Builder) -> None:
            inside, others, number = f.var(k.num(0), "inside"), f.var(k.num(0), "others"), f.var(k.num(-1), "number")
            for word in range(memory.words):
                block = sum(1 << bit for bit in range(64) if low <= 64 * word + bit < high)
                here = f.let(k.load(64, memory.mask + 8 * word), "here")
                if block:
                    chosen = f.let(here & k.signed(block), "chosen")
                    with f.when(chosen.ne(0)):
                        f.set(inside, inside + Ex("bits", (chosen,), INT))
                        f.set(number, Ex("lowest", (chosen,), INT) + 64 * word)
                f.set(others, others | (here & k.signed(~block)))
            f.ret(k.select(k.both(inside.eq(1), others.ne(0)), number, -1))

        return self.unit.function(
            ("decisions", "alone", low), "alone", [], INT, write, "the one of its kind that is offered"
        )

    def _pass_over(self) -> Function:
        """What follows a decision stands for it, if none of that is offered already (D114)."""
        memory = self.memory

        def write(f: Builder) -> None:
            level, number = f.params
            with f.when(level.ge(WAYS - 1)):
                f.store(64, self.layout.error, 2)
                f.ret()
            given, length = f.let(k.load(64, memory.given), "given"), f.let(k.load(64, memory.length), "length")
            ways = f.let(k.load(64, memory.ways), "ways")
            aside = f.let(level * memory.way_size + memory.aside, "aside")
            f.call(self._put_aside(), aside)
            front = f.let(k.load(64, memory.front), "front")
            memory.say(f, memory.path, front, number * 2)
            f.store(64, memory.given, front + 1)
            found = f.call(self._offers(), level + 1)
            both = f.var(k.num(0), "both")
            for word in range(memory.words):
                f.set(both, both | (k.load(64, memory.mask + 8 * word) & k.load(64, aside + (8 + 8 * word))))
            stands = f.let(k.both(found.eq(OFFERED), both.eq(0)), "stands")
            yes, no = f.branch(stands)
            with f.within(yes):
                last = f.let(k.load(64, memory.ways), "last")
                with f.when(last.ge(WAYS)):
                    f.store(64, self.layout.error, 2)
                    f.ret()
                f.call(self._put_aside(), last * memory.way_size + memory.way)
                f.store(64, memory.ways, last + 1)
                at = f.let(((number >> 6) << 3) + (aside + 8), "at")
                f.store(64, at, k.load(64, at) & ((k.num(1) << (number & 63)) ^ -1))
            with f.within(no):
                f.store(64, memory.ways, ways)
            # The path is as before; what is offered is all together.
            f.store(64, memory.front, front)
            f.store(64, memory.given, given)
            f.store(64, memory.length, length)
            with f.count_to(front, "place") as place:
                memory.say(f, memory.path, place, k.load(64, place * 8 + (aside + 8 + 8 * memory.words)))
            for word in range(memory.words):
                after = f.let(k.load(64, memory.mask + 8 * word), "after")
                kept = k.load(64, aside + (8 + 8 * word))
                f.store(64, memory.mask + 8 * word, kept | k.select(stands, after, 0))

        params = [("level", INT), ("number", INT)]
        return self.unit.function(
            ("decisions", "pass_over"), "pass_over", params, None, write, "what need not be named", "never"
        )

    def _put_aside(self) -> Function:
        """Keeps the front, what is offered there, and the path that leads there."""
        memory = self.memory

        def write(f: Builder) -> None:
            (at,) = f.params
            front = f.let(k.load(64, memory.front), "front")
            f.store(64, at, front)
            for word in range(memory.words):
                f.store(64, at + (8 + 8 * word), k.load(64, memory.mask + 8 * word))
            with f.count_to(front, "place") as place:
                f.store(64, place * 8 + (at + (8 + 8 * memory.words)), memory.told(memory.path, place))

        return self.unit.function(
            ("decisions", "put_aside"), "put_aside", [("at", INT)], None, write, "keeps a path", "never"
        )

    def _stuck(self, f: Builder) -> Ex:
        """Nobody can move: a forced pass is offered, or the game is over."""
        memory, numbers = self.memory, self.script.numbers
        given = f.let(k.load(64, memory.given), "given")
        answer = f.var(k.num(NONE), "answer")
        f.store(64, self.layout.patch_top, 0)
        with f.when(f.call(self.listing.stuck).ne(0)):
            f.store(64, memory.lines, k.load(64, self.layout.patch_top))
            memory.say(f, memory.path, 0, numbers.passed * 2 + 1)
            f.store(64, memory.front, 0)
            self.script.offer(f, k.num(numbers.passed))
            f.set(answer, k.select(given.eq(0), OFFERED, PLAYED))
        return answer

    def _decide(self) -> None:
        def write(f: Builder) -> None:
            with f.when(k.load(64, self.layout.result).ne(0)):
                f.ret(NONE)
            f.ret(f.call(self._settle()))

        self._export("rw_decide", [], INT, write, "what is offered after a path that stands in the block")

    # ------------------------------------------------------------ a decision

    def _choose(self) -> None:
        """Makes an offered decision: OFFERED, PLAYED (the turn is over, and played in the block)."""

        def write(f: Builder) -> None:
            f.ret(f.call(self._make(), f.params[0]))

        self._export("rw_choose", [("number", INT)], INT, write, "makes a decision")

    def _make(self) -> Function:
        memory = self.memory

        def write(f: Builder) -> None:
            (number,) = f.params
            with f.when(f.call(self._straight(), number).ne(0)):
                f.store(64, memory.given, 0)
                f.ret(PLAYED)
            with f.count_to(k.load(64, memory.ways), "way") as way:
                at = f.let(way * memory.way_size + memory.way, "at")
                with f.when((k.load(64, ((number >> 6) << 3) + (at + 8)) >> (number & 63) & 1).ne(0)):
                    front = f.let(k.load(64, at), "front")
                    with f.count_to(front, "place") as place:
                        memory.say(f, memory.path, place, k.load(64, place * 8 + (at + (8 + 8 * memory.words))))
                    f.store(64, memory.front, front)
                    f.leave()
            front = f.let(k.load(64, memory.front), "front")
            memory.say(f, memory.path, front, number * 2)
            f.store(64, memory.given, front + 1)
            found = f.call(self._settle())
            with f.when(found.eq(PLAYED)):
                f.call(self._apply())
            f.ret(found)

        return self.unit.function(
            ("decisions", "make"), "make_decision", [("number", INT)], INT, write, "makes a decision"
        )

    def _straight(self) -> Function:
        """Plays a turn that is one placement: 1 if it was one."""
        straight = Straight(self.c, self.listing.turns.placement_masks)
        self.is_straight = straight.is_everything

        def write(f: Builder) -> None:
            straight.play(f, f.params[0])
            f.ret(0)

        return self.unit.function(
            ("decisions", "straight"), "straight", [("number", INT)], INT, write, "a turn that is one placement"
        )

    def _apply(self) -> Function:
        """Plays the turn that the path is."""
        layout, memory = self.layout, self.memory

        def write(f: Builder) -> None:
            with f.count_to(k.load(64, memory.lines)) as line:
                at = f.let(k.load(64, line * 16 + memory.changes))
                f.store(64, at, k.load(64, line * 16 + (memory.changes + 8)))
            if self.unit.facts.repeats:
                last = f.let(k.load(64, layout.history_length) - 1)
                with f.when(last.ge(0)):
                    f.store(64, last * 8 + layout.history, k.load(64, layout.hash))
                at = f.let(self.c.course._slot(f.let(k.load(64, layout.hash))))
                f.store(16, at, self.c.course.counted(k.load(16, at), 1))
            f.store(64, memory.given, 0)

        return self.unit.function(
            ("decisions", "play"), "play_path", [], None, write, "plays the turn that the path is"
        )

    @property
    def knows_chance(self) -> bool:
        """Whether chance decides anything in this game."""
        segments = (turn for phase in self.unit.facts.segments for row in phase for turn in row)
        return any(isinstance(turn, rt.Chance) for turn in segments)

    def _draw(self) -> None:
        def write(f: Builder) -> None:
            f.ret(f.call(self._by_chance(), f.params[0]))

        self._export("rw_by_chance", [("random", INT)], INT, write, "what chance decides of what is offered")

    def _by_chance(self) -> Function:
        """One of the decisions of chance that are offered, as likely as it is."""
        memory = self.memory

        def write(f: Builder) -> None:
            (random,) = f.params
            kept = [f.let(k.load(64, memory.mask + 8 * word), "kept") for word in range(memory.words)]
            f.call(self._weighed())
            total, upto = f.var(k.num(0), "total"), f.var(k.num(0), "upto")
            for drawing in (False, True):
                drawn = f.let(k.drawn(random, total), "drawn")
                for word, offered in enumerate(kept):
                    f.store(64, memory.mask + 8 * word, offered)
                    rest = f.var(offered, "rest")
                    with f.loop():
                        f.leave_if(rest.eq(0))
                        number = f.let(Ex("lowest", (rest,), INT) + 64 * word, "number")
                        f.set(rest, rest & (rest - 1))
                        f.set(upto if drawing else total, (upto if drawing else total) + self._likely(f, number))
                        if drawing:
                            with f.when(upto.gt(drawn)):
                                f.ret(number)
            f.ret(-1)

        return self.unit.function(
            ("decisions", "by_chance"), "by_chance", [("random", INT)], INT, write, "what chance decides"
        )

    def _likely(self, f: Builder, number: Ex) -> Ex:
        weight = f.let(k.load(64, number * 8 + self.memory.weights), "weight")
        return k.select(weight.gt(0), weight, 1)

    def _weigh(self) -> None:
        def write(f: Builder) -> None:
            f.call(self._weighed())

        self._export("rw_weigh", [], None, write, "how likely each decision of chance is")

    def _weighed(self) -> Function:
        """How likely chance decides what: weights by numbers of decisions, at the front that `rw_decide` has found."""
        memory = self.memory

        def write(f: Builder) -> None:
            front, given = f.let(k.load(64, memory.front), "front"), f.let(k.load(64, memory.given), "given")
            with f.count_to(64 * memory.words) as number:
                f.store(64, number * 8 + memory.weights, 0)
            f.store(64, memory.given, front)
            f.store(64, memory.measuring, 1)
            f.call(self._look())
            f.store(64, memory.measuring, 0)
            f.store(64, memory.given, given)
            f.store(64, memory.front, front)

        return self.unit.function(("decisions", "weighed"), "weighed", [], None, write, "how likely each decision is")

    # ------------------------------------------------------------ random games

    def _random_game(self, f: Builder, seed: Ex, limit: Ex | None = None) -> Ex:
        """Plays from the position in the block to the end, or to a ply; how many decisions there were."""
        layout, memory, unit = self.layout, self.memory, self.unit
        random, decisions = f.var(seed, "random"), f.var(k.num(0), "decisions")
        f.store(64, memory.given, 0)
        came = f.var(f.call(self._settle()), "came")
        with f.loop():
            f.leave_if(k.either(came.eq(NONE), k.load(64, layout.stop).ne(0)))
            f.set(random, unit.mix(f, random + 1))
            total = f.var(k.num(0), "total")
            for word in range(memory.words):
                f.set(total, total + Ex("bits", (k.load(64, memory.mask + 8 * word),), INT))
            drawn = f.var(((random >> 32) * total) >> 32, "drawn")
            chosen = f.var(k.num(-1), "chosen")
            for word in range(memory.words):
                here = f.let(k.load(64, memory.mask + 8 * word), "here")
                amount = f.let(Ex("bits", (here,), INT), "amount")
                with f.when(k.both(chosen.lt(0), drawn.lt(amount))):
                    f.set(chosen, Ex("nth_bit", (here, drawn), INT) + 64 * word)
                f.set(drawn, drawn - amount)
            if self.knows_chance:
                with f.when(k.load(64, memory.by_chance).ne(0)):
                    f.set(chosen, f.call(self._by_chance(), random))
            f.set(decisions, decisions + 1)
            f.set(came, f.call(self._make(), chosen))
            with f.when(came.eq(PLAYED)):
                f.leave_if(k.load(64, layout.result).ne(0))
                if limit is not None:
                    f.leave_if(k.load(64, layout.ply).ge(limit))
                f.set(came, f.call(self._settle()))
        return decisions

    def _playouts(self) -> None:
        """Random games, each decision drawn evenly of those offered; how many decisions and plies there were."""
        layout, memory, unit = self.layout, self.memory, self.unit

        def write(f: Builder) -> None:
            seed, games = f.params
            decisions, plies = f.var(k.num(0), "decisions"), f.var(k.num(0), "plies")
            first = f.let(k.load(64, layout.start + layout.ply), "first")
            with f.count_to(games, "game") as number:
                f.copy(0, layout.start, layout.state_end)
                f.set(decisions, decisions + self._random_game(f, unit.mix(f, seed + number)))
                self.c.course.forget(f, k.load(64, layout.start + layout.history_length))
                f.set(plies, plies + k.load(64, layout.ply) - first)
                with f.when(k.load(64, layout.error).ne(0)):
                    f.leave()
            f.store(64, memory.total, plies)
            f.ret(decisions)

        def playout(f: Builder) -> None:
            random, most = f.params
            limit = f.let(k.load(64, layout.ply) + most, "limit")
            with f.when(k.both(k.load(64, layout.result).eq(0), most.gt(0))):
                self._random_game(f, random, limit)
            f.ret(k.load(64, layout.ply))

        about = "plays the position in the block to its end by decisions, or for so many plies"
        self._export("rw_decision_playout", [("random", INT), ("most", INT)], INT, playout, about)
        params = [("seed", INT), ("games", INT)]
        self._export("rw_decision_playouts", params, INT, write, "random games by decisions")


def decision_compiler(compiler: Compiler) -> Compiler:
    """A compiler of its own for the same game; what stands in positions means the same to both."""
    made = type(compiler)(compiler.unit.engine, compiler.without | _LEFT_OUT, compiler.unit.layout.limits)
    made.course.result_nodes = compiler.course.result_nodes
    made.unit.words = compiler.unit.words
    return made


__all__ = ["NONE", "OFFERED", "PLAYED", "DecisionProgram", "decision_compiler"]

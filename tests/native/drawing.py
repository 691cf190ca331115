"""Random turns without a list, looked at one by one: are they legal, and is every legal one equally likely?"""

from __future__ import annotations

import math
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.game import Game
from rulewright.native.codegen.module import NativeModule
from rulewright.native.compiler import Compiler
from rulewright.native.decide.plan import FAST
from rulewright.native.layout.memory_layout import FILTER, MOVE_SIZE
from rulewright.native.lower.movegen import KEY_LENGTH, WEIGHT
from rulewright.native.runtime.position_codec import Block
from rulewright.reference.hashing import mix
from rulewright.reference.position import Position

_MASK = 2**64 - 1
_MOST_MOVES = 3000  # a position with more is not drawn from
_LISTED = 20_000  # moves listed for the draws of one position, if the list is needed
_ONCE_IN = 1e12  # a fair sampler fails one comparison in so many; a run of the suite makes some ten thousand


class Unfair(AssertionError):
    """A draw that is not legal, or not as likely as the others."""


@dataclass(frozen=True)
class Saved:
    """A position as it lies in the block, with what belongs to its history."""

    data: bytes
    history: bytes
    filter: bytes


@dataclass
class Deviation:
    """Squares of deviations added up over positions."""

    squares: float = 0.0
    freedom: int = 0
    draws: int = 0
    positions: int = 0
    lists: int = 0  # draws that needed the list
    largest: tuple[float, str] = field(default=(0.0, ""))

    def compare(self, where: str, counts: list[int], shares: list[int]) -> None:
        """How often each move was drawn; none of them may be far from the others."""
        draws, turns = sum(counts), len(counts)
        self.freedom += turns - 1
        self.draws += draws
        self.positions += 1
        for place, (count, share) in enumerate(zip(counts, shares, strict=True)):
            expected = draws * share / sum(shares)
            self.squares += (count - expected) ** 2 / expected
            off = _improbable(count, draws, share / sum(shares)) if turns > 1 else 0.0
            self.largest = max(self.largest, (off, where))
            if off > math.log(_ONCE_IN):
                raise Unfair(f"{where}: move {place} of {turns} was drawn {count} times in {draws}: {sorted(counts)}")

    @property
    def z(self) -> float:
        """How far off, in standard deviations (Wilson and Hilferty)."""
        if not self.freedom:
            return 0.0
        part = 2 / (9 * self.freedom)
        return (math.cbrt(self.squares / self.freedom) - (1 - part)) / math.sqrt(part)


class Drawing:
    """One game with its sampler, in a block."""

    def __init__(self, game: Game, careful: bool = False, without: frozenset[str] = frozenset()) -> None:
        self.game = game
        self.engine = game._engine
        self.compiler = compiler = Compiler(game._engine, without)
        self.layout = compiler.unit.layout
        self._general_program = compiler.program()
        self.sampled = compiler.drivers.playouts()
        self._sampling_program = compiler.unit.sampling
        self.repeats = compiler.unit.facts.repeats
        self._careful = careful

    def compile(self) -> Drawing:
        """Makes the functions of the game; many turns cannot be sampled, and this takes a while."""
        module = NativeModule(self._general_program, self.layout.error, False, hurry=not self._careful)
        if self._careful:
            module.add(self._sampling_program)
        else:  # the same program, compiled in a tenth of the time
            module._load(module._text(self._sampling_program), "at once", 0, module._at_once)
        self.block = Block(self.compiler)
        self._moves = module.function("rw_moves", 1, True)
        self._play = module.function("rw_play", 1, False)
        self._sample = module.function("rw_sample", 2, True)
        self._general = module.function("rw_general_ply", 1, True)
        here = any(function.name == "rw_general_ply_here" for function in self._sampling_program.functions)
        self._general_here = module.function("rw_general_ply_here", 1, True) if here else self._general
        self._playouts = module.function("rw_playouts", 4, False)
        self._module = module
        return self

    # ------------------------------------------------------------ positions in the block

    def start(self) -> None:
        self.block.load(self.engine.start())
        self._afresh = 1

    def save(self) -> Saved:
        memory, layout = self.block.memory, self.layout
        if not self.repeats:
            return Saved(memory[: layout.error], b"", b"")
        end = layout.history + 8 * self.block.word(layout.history_length)
        kept = memory[layout.filter : layout.filter + 2 * FILTER]
        return Saved(memory[: layout.error], memory[layout.history : end], kept)

    def restore(self, saved: Saved) -> None:
        memory, layout = self.block.memory, self.layout
        self._afresh = 1
        memory[: layout.error] = saved.data
        if self.repeats:
            memory[layout.history : layout.history + len(saved.history)] = saved.history
            memory[layout.filter : layout.filter + 2 * FILTER] = saved.filter

    @cached_property
    def never_read(self) -> list[tuple[int, int]]:
        """What playouts leave as it is: counters that no rule of the game reads, cells that follow from heights."""
        layout, unit = self.layout, self.compiler.unit
        with unit.lowering(unit.sampling, FAST):
            words = (layout.last_sown, layout.captures, layout.part_count, layout.empty_action, layout.did_something)
            sizes = {layout.turns: 8 * unit.players, layout.taken: 2 * layout.combinations * unit.players}
            sizes |= dict.fromkeys((layout.passes, *words), 8)
            unread = [at for at in sizes if at < layout.state_end and not self.compiler.registers.is_read(at)]
            if self.compiler.pieces.heaps is not None:
                sizes[layout.cells[0]] = layout.n * unit.rules.stack
                unread.append(layout.cells[0])
            return sorted((at, at + sizes[at]) for at in unread)

    def state(self) -> bytes:
        """The exact state, the result, and what rules read of the flow of the game."""
        data, at = b"", 0
        for start, end in self.never_read:
            data, at = data + self.block.memory[at:start], end
        return data + self.block.memory[at : self.layout.state_end]

    @property
    def is_sampled(self) -> bool:
        """Whether the turn of the position in the block can be sampled at all."""
        return (self.block.word(self.layout.phase), self.block.word(self.layout.me)) in self.sampled

    @property
    def is_chance(self) -> bool:
        words = (self.block.word(at) for at in (self.layout.phase, self.layout.me, self.layout.segment))
        return self.engine.course.chance_at(*words)

    @property
    def ply(self) -> int:
        return self.block.word(self.layout.ply)

    @property
    def is_over(self) -> bool:
        return self.block.word(self.layout.result) != 0

    # ------------------------------------------------------------ moves

    def following(self) -> dict[bytes, list[int]]:
        """What the moves of the list lead to, with their places in it; the block is as before.

        Several moves lead to the same where routes are kept apart, or where only what nobody reads is different.
        """
        saved, afresh = self.save(), self._afresh
        amount = self._moves(self.block.address, 0)
        self._raise_problem()
        found: dict[bytes, list[int]] = {}
        exact: set[bytes] = set()
        for number in range(amount):
            if number:
                self.restore(saved)
            self._play(self.block.address, number)
            found.setdefault(self.state(), []).append(number)
            exact.add(bytes(self.block.memory[: self.layout.state_end]))
        self.restore(saved)
        self._afresh = afresh  # these turns are none of a playout
        if len(exact) != amount and self.game.rules.distinct != "route":
            raise Unfair(f"{amount} moves lead to {len(exact)} positions")
        return found

    def has_turns(self, amount: int) -> bool:
        """Whether the moves of the list just made are turns: a forced pass is none."""
        return amount > 1 or (amount == 1 and self.block.word(self.layout.moves + KEY_LENGTH) > 1)

    def sample(self, random: int) -> int:
        """A random turn without a list; what playouts keep beside the state follows, once it is there."""
        found: int = self._sample(self.block.address, _signed(random), self._afresh)
        self._afresh = 0
        self._raise_problem()
        return found

    def turn_by_list(self, random: int, here: bool = False) -> bool:
        """A random turn by the list (`here`: by the one that playouts make); no if the game is over."""
        self._afresh = 1
        done = (self._general_here if here else self._general)(self.block.address, _signed(random))
        self._raise_problem()
        return bool(done)

    def turn(self, random: int) -> bool:
        """A random turn as a playout makes it; no if the game is over."""
        return self.sample(random) > 0 or self.turn_by_list(mix(random), here=True)

    def _raise_problem(self) -> None:
        self.compiler.hooks.callbacks.raise_problem(self.block)
        if self.block.word(self.layout.error):
            raise Unfair(f"the block says error {self.block.word(self.layout.error)}")

    # ------------------------------------------------------------ random games

    def along_a_game(self, seed: int, plies: int) -> Iterator[int]:
        """The positions of a random game by the list, each in the block when its ply is given."""
        self.start()
        for ply in range(plies):
            if self.is_over or self._moves(self.block.address, 0) > _MOST_MOVES:
                return
            before = self.save()
            yield ply
            self.restore(before)
            if not self.turn_by_list(mix(seed + ply)):
                return

    def playout(self, seed: int, game: int, plies: int) -> bytes:
        """The last position of a playout, as the loop of playouts makes it."""
        layout, block = self.layout, self.block
        self.start()
        block.memory[layout.start : layout.start + layout.state_end] = block.memory[: layout.state_end]
        self._playouts(block.address, seed, game, 1, plies)
        self._raise_problem()
        return self.state()

    # ------------------------------------------------------------ is it fair?

    def check(self, where: str, each: int, most: int, seed: int, deviation: Deviation) -> None:
        """Draws about `each` turns for every legal one, at most `most`, from the position in the block."""
        saved, state = self.save(), self.state()
        known = self.following()
        amount = sum(len(places) for places in known.values())
        turns = self.has_turns(amount)
        counts: Counter[bytes] = Counter()
        draws = max(8, min(each * amount, most))
        lists = 0
        for number in range(draws):
            if lists * amount > _LISTED:
                break  # every draw was one of the same kind: it does not matter when this ends
            self.restore(saved)
            done = self.sample(mix(seed + number))
            if done == 1:
                if self.state() not in known or not turns:
                    raise Unfair(f"{where}: draw {number} is no legal turn: {self.differences(known)}")
                counts[self.state()] += 1
                continue
            if self.state() != state:
                raise Unfair(f"{where}: draw {number} gave {done} but changed the position")
            if done == 0 and turns:
                raise Unfair(f"{where}: draw {number} found no legal turn, but there are {amount}")
            deviation.lists += 1
            lists += 1
            if self.turn_by_list(mix(mix(seed + number)), here=True) != bool(known):
                raise Unfair(f"{where}: draw {number} by the list")
            if known and self.state() not in known:
                raise Unfair(f"{where}: draw {number} by the list is no legal turn: {self.differences(known)}")
            if known:
                counts[self.state()] += 1
        self.restore(saved)
        if counts.total():
            deviation.compare(where, [counts[state] for state in known], [len(places) for places in known.values()])

    def check_listed(self, where: str, draws: int, seed: int, deviation: Deviation) -> None:
        """Draws by the list that playouts make, from the position in the block: what chance does, or whole turns."""
        saved, known = self.save(), self.following()
        shares = [len(places) for places in known.values()]
        if self.is_chance:
            self._moves(self.block.address, 0)
            at = self.layout.moves + WEIGHT
            shares = [sum(self.block.word(at + MOVE_SIZE * place) for place in places) for places in known.values()]
        counts: Counter[bytes] = Counter()
        for number in range(draws):
            self.restore(saved)
            if not self.turn_by_list(mix(seed + number), here=True) or self.state() not in known:
                raise Unfair(f"{where}: draw {number} is not in the list: {self.differences(known)}")
            counts[self.state()] += 1
        self.restore(saved)
        deviation.compare(where, [counts[state] for state in known], shares)

    def differences(self, known: Iterable[bytes]) -> str:
        """Where the position in the block differs from the most similar one that is known."""
        now = self.state()
        words = [struct.unpack(f"<{len(now) // 8}q", data[: len(now) // 8 * 8]) for data in (now, *known)]
        pairs = [list(enumerate(zip(words[0], row, strict=True))) for row in words[1:]]
        rows = [[(8 * n, a, b) for n, (a, b) in row if a != b] for row in pairs]
        return f"word, now, known: {min(rows, key=len) if rows else 'nothing is known'}"

    def read(self) -> Position:
        return self.block.read(() if not self.repeats else None)


def _improbable(count: int, draws: int, p: float) -> float:
    """Chernoff's bound: the probability of a count so far off is at most e to the minus this."""
    found = 0.0
    if count:
        found += count * math.log(count / (draws * p))
    if count < draws:
        found += (draws - count) * math.log((draws - count) / (draws * (1 - p)))
    return found


def _signed(number: int) -> int:
    number &= _MASK
    return number - (1 << 64) if number >> 63 else number


def check_game(
    drawing: Drawing, name: str, positions: int, each: int, most: int, plies: int = 300, games: int = 2
) -> Deviation:
    """Draws from positions along random games, some of them often; every position on the way a few times."""
    deviation = Deviation()
    for game in range(games):
        seed = mix(zlib.crc32(name.encode()) + game)
        lengths = [ply for ply in drawing.along_a_game(seed, plies) if not drawing.is_chance]
        often = {lengths[number * len(lengths) // positions] for number in range(positions)} if lengths else set()
        for ply in drawing.along_a_game(seed, plies):
            if drawing.is_chance:
                continue
            many = ply in often
            if many or ply % 16 == 15 or ply >= lengths[-1] - 1:
                where, tally = f"{name}, game {game}, ply {ply}", deviation if many else Deviation()
                drawing.check(where, each if many else 0, most, mix(seed ^ mix(ply)), tally)
    if deviation.z > 7:
        raise Unfair(f"{name}: {deviation}, {deviation.z:.1f} standard deviations")
    return deviation


__all__ = ["Deviation", "Drawing", "Unfair", "check_game"]

"""The transition function of a game: from complete turns to moves, to the next turn (semantics sections 12 to 14)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from ..analysis.effects import may_fail
from ..analysis.players import mates
from ..rules import expressions as rx
from ..rules import turns as rt
from ..rules.game import Outcome, ResultRule
from .budget import budgeted
from .candidates import Made, PartKey
from .depth import deeply
from .effect_context import EffectContext
from .exploring import Exploring, look_up, too_large
from .merging import Onward
from .position import Position
from .refusals import Refusal, Stage
from .together import Noted
from .trails import Order, Parts, Ways, order_of
from .turns import Unfinished
from .view import Memory, Part, View

if TYPE_CHECKING:
    from .engine import Engine


@dataclass(frozen=True, slots=True)
class Result:
    """Winners (a draw: all who are still in), and the rule that ended the game."""

    winners: frozenset[int]
    draw: bool
    scores: tuple[float, ...] | None
    rule: rx.Node | None


class LegalTurn(Protocol):
    """A legal move: its parts, where it leads, and the labels of all turns merged into it."""

    __slots__ = ()

    @property
    def parts(self) -> Parts: ...
    @property
    def key(self) -> tuple[PartKey, ...]: ...
    @property
    def position(self) -> Position: ...
    @property
    def result(self) -> Result | None: ...
    @property
    def forced_pass(self) -> bool: ...
    @property
    def weight(self) -> int: ...
    @property
    def twins(self) -> Collection[Parts]: ...


@dataclass(slots=True)
class FoundTurn:
    """A legal move as this engine finds it."""

    parts: Parts
    key: tuple[PartKey, ...]
    position: Position
    result: Result | None
    forced_pass: bool = False
    weight: int = 1
    twins: Ways = field(default_factory=Ways)

    @property
    def order(self) -> Order:
        return order_of(self.parts)


class Course:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rules = engine.rules
        self._ending_may_fail = may_fail(self.rules, self.rules.when_turn_ends)

    # ------------------------------------------------------------ legal moves

    @budgeted
    def legal(self, position: Position, distinct: str | None = None) -> list[LegalTurn]:
        """The legal moves in canonical order; the outcomes of a chance part with their weights."""
        segments = self.segments(position)
        if position.segment >= len(segments):
            return []
        node = segments[position.segment]
        if isinstance(node, rt.Chance):
            return self._outcomes(position, node)
        if isinstance(node, rt.Secret):
            return self._secrets(position, node)
        distinct = distinct or self.rules.distinct
        asked = Exploring(self.engine.candidates, position, by_route=distinct == "route")
        found, last = self.complete(position, asked), self.ends_turn(position)
        if last and self.rules.prefer is not None and found:
            scored = [(self.preference(turn), turn) for turn in found]
            best = max(score for score, _ in scored)
            found = [turn for score, turn in scored if score == best]
        return self._merge(found, last, distinct)

    @budgeted
    def preference(self, turn: Unfinished) -> int:
        """What `prefer` says of a turn: of all that are legal otherwise, those are that have most."""
        prefer = self.rules.prefer
        return 0 if prefer is None else self.engine.evaluator.number(prefer, turn.view)

    def segments(self, position: Position) -> tuple[rt.Turn, ...]:
        """The turn cut at its chance parts; adjacent parts without chance are one segment (D69)."""
        return self.engine.facts.segments[position.phase][position.me]

    def ends_turn(self, position: Position) -> bool:
        """Whether the turn is over after this segment."""
        return position.segment + 1 == len(self.segments(position))

    def is_chance(self, position: Position) -> bool:
        return self.chance_at(position.phase, position.me, position.segment)

    def chance_at(self, phase: int, me: int, segment: int) -> bool:
        """Whether a segment of a player's turn is one of chance."""
        segments = self.engine.facts.segments[phase][me]
        return segment < len(segments) and isinstance(segments[segment], rt.Chance)

    def is_secret(self, position: Position) -> bool:
        """Whether what is decided now is not seen by the others, until all have chosen (D132)."""
        return self.secret_at(position.phase, position.me, position.segment)

    def secret_at(self, phase: int, me: int, segment: int) -> bool:
        """Whether a segment is one where all choose together."""
        segments = self.engine.facts.segments[phase][me]
        return segment < len(segments) and isinstance(segments[segment], rt.Secret)

    def begin(self, position: Position, exploring: Exploring | None = None) -> Unfinished:
        carried = position.carried if isinstance(position.carried, Memory) else Memory()
        exploring = exploring or Exploring(self.engine.candidates, position)
        return Unfinished(position.copy(), position.me, carried, exploring)

    @budgeted
    def complete(self, position: Position, asked: Exploring | None = None) -> list[Unfinished]:
        """The complete turns of a segment that nothing but a preference refuses; `asked`: who else looks at them."""
        node = self.segments(position)[position.segment]
        last = self.ends_turn(position) and not isinstance(node, rt.Chance | rt.Secret)
        before = position.exact()

        def explore() -> list[Unfinished]:
            found: list[Unfinished] = []
            exploring = asked or Exploring(self.engine.candidates, position)
            exploring.begin()  # where it is too deep, this is done twice

            def final(turn: Unfinished) -> int:
                counted = turn.exploring.complete(turn, self.refusal(turn, before) if last else None)
                if counted:
                    found.append(turn)
                return counted

            item, turns = node.item if isinstance(node, rt.Chance) else node, self.engine.turns
            if isinstance(node, rt.Secret):
                item = rt.OneOf(node.span, node.actions)
            turns.complete(item, self.begin(position, exploring), Onward(final, (), turns.has_several_parts(item)))
            return found

        try:
            return deeply(explore)
        except RecursionError:
            raise too_large(self.rules, position.ply, self.engine.limits.turn_parts) from None

    @budgeted
    def refusal(self, turn: Unfinished, before: object) -> Refusal | None:
        """Why a complete turn is not legal; None if only a preference could say so."""
        return self.engine.turns.refusal(turn, before) or self._repeating(turn) or self._not_ending(turn)

    def _not_ending(self, turn: Unfinished) -> Refusal | None:
        """What happens after the turn must be able to happen: an illegal effect there is an illegal turn too."""
        if not self._ending_may_fail:
            return None
        work = EffectContext(turn.position.copy(), turn.me, turn.memory.last, turn.memory, {})
        if next(self.engine.blocks.run(self.rules.when_turn_ends, work.copy()), None) is not None:
            return None
        return next(self.engine.blocks.run(self.rules.when_turn_ends, work, Stage.ENDING)).refusal

    def _repeating(self, turn: Unfinished) -> Refusal | None:
        repetition = self.rules.repetition
        if repetition is None or not repetition.forbidden or not turn.memory.did_something:
            return None
        position, _ = self.finish(turn)
        if self.engine.repetitions.is_new(position):
            return None
        return Refusal(Stage.REPETITION, repetition, turn.view)

    def _merge(self, found: list[Unfinished], last: bool, distinct: str) -> list[LegalTurn]:
        """Turns that lead to the same next exact state and result are one move (D72)."""
        merged: dict[object, FoundTurn] = {}
        for turn in found:
            look_up()
            position, result = self.finish(turn) if last else (self.carry(turn), None)
            parts = turn.parts
            key = tuple(step.key for steps in parts for step in steps)
            same = leads_to(position, result)
            if distinct == "route":
                same = (same, route_of(key))
            move = FoundTurn(parts, key, position, result, twins=Ways([turn.trail]))
            known = merged.setdefault(same, move)
            if known is move:
                continue
            known.twins.trails.append(turn.trail)
            if move.order < known.order:
                known.parts, known.key = parts, key
                # The representative's way is the one that was made; the position is the same in all that counts,
                # and the result may be that of another rule.
                known.position, known.result = position, result
        in_order: list[FoundTurn] = sorted(merged.values(), key=lambda move: move.order)
        return [*in_order]

    def carry(self, turn: Unfinished) -> Position:
        """The state between two segments of a turn: only what later rules look at is kept."""
        position = turn.position.copy()  # turns without parts share theirs
        position.segment += 1
        position.carried = self.engine.reduced(turn.memory)
        return position

    def _outcomes(self, position: Position, node: rt.Chance) -> list[LegalTurn]:
        """What chance can do, with integer weights; equal outcomes add up (D70)."""
        start = self.begin(position)
        merged: dict[object, FoundTurn] = {}
        last = self.ends_turn(position)
        for turn, made, weight in self.drawn(start, node):
            reached, result = self.finish(turn) if last else (self.carry(turn), None)
            same = leads_to(reached, result)
            key = (made.step.key,)
            known = merged.get(same)
            if known is None:
                merged[same] = FoundTurn(turn.parts, key, reached, result, False, weight, Ways([turn.trail]))
                continue
            known.weight += weight
            known.twins.trails.append(turn.trail)
            if key < known.key:
                known.parts, known.key, known.position, known.result = turn.parts, key, reached, result
        if not merged:  # no outcome: the part is skipped
            reached, result = self.finish(start) if last else (self.carry(start), None)
            return [FoundTurn((), (), reached, result)]
        return sorted(merged.values(), key=lambda move: move.key)

    def drawn(self, start: Unfinished, node: rt.Chance) -> Iterator[tuple[Unfinished, Made, int]]:
        """Each candidate of a chance part as a turn, with what was made and how likely it is."""
        item, position = node.item, start.position
        if not isinstance(item, rt.Do):
            return
        for candidate in self.engine.candidates.of(position, start.me, self.rules.actions[item.action], start.memory):
            weight = 1
            if candidate.piece is not None and candidate.piece[3] is not None:
                kind, state, owner, tray = candidate.piece
                holder = self.engine.trays.holder(tray or "supply", owner, start.me)
                weight = position.trays.get((tray or "supply", holder, kind, state), 1)
            for made in self.engine.candidates.perform(candidate, item.leaf):
                start.exploring.step(item.action, made.position, 1)
                did = start.memory.did_something  # chance does nothing for the player
                memory = replace(made.memory, parts=start.memory.parts, empty_action=True, did_something=did)
                turn = start.after((made.step,), made.position, memory, made.ended)
                turn.exploring.complete(turn, None)
                yield turn, made, weight

    # ------------------------------------------------------------ all choose together

    def _secrets(self, position: Position, node: rt.Secret) -> list[LegalTurn]:
        """What a player can choose unseen. Nothing but the choice tells moves apart: not where it leads (D133)."""
        start = self.begin(position)
        merged: dict[object, FoundTurn] = {}
        for turn, made in self.engine.together.choices(start, node):
            key, same = (made.step.key,), self.engine.together.noted(made.step.key)
            known = merged.get(same)
            if known is None:
                merged[same] = FoundTurn(turn.parts, key, *self.reached(position, turn), twins=Ways([turn.trail]))
                continue
            known.twins.trails.append(turn.trail)
            if key < known.key:
                known.parts, known.key = turn.parts, key
        if not merged:
            return [FoundTurn((), (), *self.reached(position, start))]
        return sorted(merged.values(), key=lambda move: move.key)

    def chosen_before(self, position: Position) -> list[int]:
        """Who has chosen already, of those who choose together."""
        segments, players = self.segments(position), len(self.rules.players)
        first = position.segment
        while (
            self.is_secret(position)
            and first
            and isinstance(before := segments[first - 1], rt.Secret)
            and not before.last
        ):
            first -= 1
        count = position.segment - first
        return [(position.me - count + place) % players for place in range(count)]

    def offered_to(self, position: Position, player: int) -> set[Noted]:
        """What one of those who choose together can choose."""
        node, here = self.segments(position)[position.segment], position.copy()
        assert isinstance(node, rt.Secret)
        here.me = player
        together = self.engine.together
        return {together.noted(made.step.key) for _, made in together.choices(self.begin(here), node)}

    def drawn_anew(self, position: Position, draw: Callable[[int, int], int]) -> Position:
        """The same position with other choices, which nobody has seen; `draw(number, n)` draws one of n."""
        made, chosen = position.copy(), list(position.chosen)
        for number, player in enumerate(self.chosen_before(position)):
            offered = sorted(self.offered_to(position, player))
            chosen[player] = offered[draw(number, len(offered))] if offered else ()
        made.chosen = tuple(chosen)
        return made

    def reached(self, position: Position, turn: Unfinished) -> tuple[Position, Result | None]:
        """Where a complete turn, or a segment of one, leads to from a position."""
        node, last = self.segments(position)[position.segment], self.ends_turn(position)
        if isinstance(node, rt.Secret):
            together = self.engine.together
            following = together.note(position, turn.key[0] if turn.key else None)
            following.carried = self.engine.reduced(self.begin(position).memory)
            if not node.last:
                return following, None
            following.segment = position.segment
            done, memory = together.carry_out(following, node)
            turn = Unfinished(done, done.me, memory, turn.exploring, turn.trail)
        return self.finish(turn) if last else (self.carry(turn), None)

    # ------------------------------------------------------------ the end of a turn

    @budgeted
    def finish(self, turn: Unfinished) -> tuple[Position, Result | None]:
        """Steps 1 to 7 of section 14: the next position and, if the game is over, its result."""
        mover = turn.me
        position = turn.position.copy()
        memory = turn.memory
        position.passes = 0 if memory.did_something else position.passes + 1
        # A turn of a player is illegal if this cannot happen; after a forced pass or a chance part it does not happen.
        work = EffectContext(position.copy(), mover, memory.last, memory, {})
        done = next(self.engine.blocks.run(self.rules.when_turn_ends, work), None)
        if done is not None:
            position, memory = done.position, done.memory
        self.engine.variables.expire(position)
        view = View(position, mover, memory, memory.last)
        result = self._out(position, mover, view) or self._first(self.rules.end, position, mover, view)
        self._next_phase(position, view)
        following = self._next_player(position, mover)
        position.ply += 1
        position.turns = tuple(n + (player == mover) for player, n in enumerate(position.turns))
        position.me = following
        position.swapped, position.next_player = False, None
        position.segment, position.carried = 0, None
        self.engine.repetitions.remember(position, mover, view)
        if result is None:
            gone = position.out
            result = self._repeated(position, mover, view) or self._limited(position, mover, view)
            if position.out != gone:  # whoever has lost only now does not move next, and the history knows (D86)
                position.me = self._in_game(position, following)
                position.history = (*position.history[:-1], self.engine.repetitions.hash(position))
        return position, result

    def _next_phase(self, position: Position, view: View) -> None:
        """While `until` of the phase holds (or its turns are made): the next phase (D81)."""
        position.phase_turns += 1
        seen = {position.phase}  # no phase comes twice at once
        while (following := self.rules.phases[position.phase].following) is not None and following not in seen:
            phase = self.rules.phases[position.phase]
            over = phase.length is not None and position.phase_turns >= phase.length
            if not over and not (phase.until is not None and self.engine.evaluator.asked(phase.until, view)):
                break
            position.phase = following
            position.phase_turns = 0
            seen.add(following)
        # How long a phase has lasted is only remembered where it matters.
        if self.rules.phases[position.phase].length is None:
            position.phase_turns = 0

    @budgeted
    def start_phase(self, position: Position) -> None:
        """Before the first turn phases may already be over."""
        position.phase_turns = -1
        self._next_phase(position, View(position, position.me))
        position.phase_turns = max(0, position.phase_turns)
        player = self.rules.phases[position.phase].player
        if player is not None:
            position.me = player

    def _next_player(self, position: Position, mover: int) -> int:
        if position.next_player is not None:
            return self._in_game(position, position.next_player)
        if position.swapped:
            return mover
        alone = self.rules.phases[position.phase].player
        if alone is not None:
            return self._in_game(position, alone)
        return self._in_game(position, (mover + 1) % len(self.rules.players))

    def _in_game(self, position: Position, player: int) -> int:
        for step in range(len(self.rules.players)):
            candidate = (player + step) % len(self.rules.players)
            if candidate not in position.out:
                return candidate
        return player

    # ------------------------------------------------------------ results

    def teams_in(self, position: Position) -> dict[str, list[int]]:
        """The players still in, by team."""
        found: dict[str, list[int]] = {}
        for number, player in enumerate(self.rules.players):
            if number not in position.out:
                found.setdefault(player.team or player.name, []).append(number)
        return found

    @budgeted
    def judged(self, position: Position, mover: int) -> Result | None:
        """What `out` and `end` say of a position as if a player had just moved; may change `position.out`."""
        view = View(position, mover)
        return self._out(position, mover, view) or self._first(self.rules.end, position, mover, view)

    def _out(self, position: Position, mover: int, view: View) -> Result | None:
        """`out:` for each player still in, from the mover on; all for whom it holds go together (D86)."""
        if self.rules.out is None:
            return None
        count = len(self.rules.players)
        gone = []
        for step in range(count):
            player = (mover + step) % count
            inner = View(position, player, view.memory, view.part)
            if player not in position.out and self.engine.evaluator.asked(self.rules.out, inner):
                gone.append(player)
        return self._leave(position, gone, self.rules.out)

    def _leave(self, position: Position, gone: list[int], rule: rx.Node) -> Result | None:
        if not gone:
            return None
        position.out = (*position.out, *gone)
        for player in gone:
            work = EffectContext(position.copy(), player, Part(), Memory(), {})
            done = next(self.engine.blocks.run(self.rules.when_out, work), None)
            if done is not None:  # what cannot happen does not happen, not even half of it
                position.become(done.position)
        teams = self.teams_in(position)
        if len(teams) == 1 and len(self.rules.players) > 1:
            return self._won(mates(self.rules, next(iter(teams.values()))[0]), rule)
        if not teams:
            return self._drawn(frozenset(gone), rule)
        return None

    def _won(self, winners: frozenset[int], rule: rx.Node | None) -> Result:
        return Result(winners, False, None, rule)

    def _drawn(self, players: frozenset[int], rule: rx.Node | None) -> Result:
        return Result(players, True, None, rule)

    def _first(self, rules: tuple[ResultRule, ...], position: Position, me: int, view: View) -> Result | None:
        for rule in rules:
            if self.engine.evaluator.asked(rule.condition, view):
                outcome: Outcome | None = rule.outcome
            else:
                outcome = rule.otherwise
            if outcome is not None:
                return self.decide(outcome, position, me, view)  # the first rule that applies, and no other
        return None

    def decide(self, outcome: Outcome, position: Position, me: int, view: View) -> Result | None:
        """What an outcome means; None if the game goes on (a player went out, others play)."""
        if outcome.what == "win":
            return self._won(mates(self.rules, me), outcome)
        if outcome.what == "wins" and outcome.player is not None:
            return self._won(mates(self.rules, outcome.player), outcome)
        if outcome.what == "draw":
            return self._drawn(frozenset(p for team in self.teams_in(position).values() for p in team), outcome)
        if outcome.what == "lose":
            if me in position.out:
                return None
            others = [team for team in self.teams_in(position).values() if me not in team]
            if len(others) == 1:
                return self._won(mates(self.rules, others[0][0]), outcome)
            if not others:
                return Result(frozenset(), False, None, outcome)
            return self._leave(position, [me], outcome)
        return self._by_score(position, view, outcome)

    @budgeted
    def scores(self, position: Position, view: View) -> tuple[float, ...]:
        """The score of each player; kept doubled, so that half points are exact."""
        if self.rules.score is None:
            return ()
        found = []
        for player in range(len(self.rules.players)):
            inner = View(position, player, view.memory, view.part)
            found.append(self.engine.doubled_score(inner) / 2)
        return tuple(found)

    def _by_score(self, position: Position, view: View, rule: rx.Node) -> Result:
        scores = self.scores(position, view)
        playing = [p for team in self.teams_in(position).values() for p in team]
        best = max(scores[player] for player in playing)
        winners = frozenset(player for player in playing if scores[player] == best)
        for node in self.rules.tie_breaks:
            views = {player: View(position, player, view.memory, view.part) for player in winners}
            values = {player: self.engine.evaluator.number(node, inner) for player, inner in views.items()}
            winners = frozenset(player for player in winners if values[player] == max(values.values()))
        closed = frozenset(mate for player in winners for mate in mates(self.rules, player))
        draw = len(winners) == len(playing) and len(playing) > 1
        return Result(closed, draw, scores, rule)

    def _repeated(self, position: Position, me: int, view: View) -> Result | None:
        repetition = self.rules.repetition
        if repetition is None or not self.engine.repetitions.is_over(position):
            return None
        return self._first(repetition.results, position, me, view)

    def _limited(self, position: Position, me: int, view: View) -> Result | None:
        if position.ply <= self.rules.limit.turns:
            return None
        return self.decide(self.rules.limit.result, position, me, view)

    # ------------------------------------------------------------ no move

    @budgeted
    def stuck(self, position: Position) -> LegalTurn | Result:
        """What happens to the side to move that has no move: a forced pass, or a result (D85)."""
        me = position.me
        view = View(position, me)
        for rule in self.rules.stuck:
            outcome = rule.outcome if self.engine.evaluator.asked(rule.condition, view) else rule.otherwise
            if outcome is None:
                continue
            if outcome.what == "pass":
                turn = self.begin(position)
                turn.memory = replace(turn.memory, empty_action=True)
                reached, result = self.finish(turn)
                return FoundTurn((), (), reached, result, forced_pass=True)
            changed = position.copy()
            result = self.decide(outcome, changed, me, View(changed, me))
            if result is not None:
                return result
            # The player went out and the others play on: as a forced move of its own.
            changed.me = self._next_player(changed, me)
            changed.segment, changed.carried = 0, None
            changed.history = (*changed.history, self.engine.repetitions.hash(changed))
            return FoundTurn((), (), changed, None, forced_pass=True)
        return self._drawn(frozenset(p for team in self.teams_in(position).values() for p in team), None)


def leads_to(position: Position, result: Result | None) -> object:
    """What tells apart where turns lead (D72)."""
    return position.exact(), None if result is None else (result.winners, result.draw, result.scores)


def route_of(key: tuple[PartKey, ...]) -> tuple[object, ...]:
    """What tells routes apart: leaf, with, piece, origin, target of each part."""
    return tuple((part[0], part[1], part[3], part[4], part[5]) for part in key)

"""Why a text is not a legal move here (semantics D77): the first failing test of the candidate that gets furthest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..analysis.pieces import NEUTRAL
from ..board import bits
from ..reference.budget import allowed
from ..reference.explain.phrasing import Words
from ..reference.explain.search import Attempt, Search
from ..reference.explain.trials import Wanted
from ..reference.explain.wording import Wording
from ..reference.game_flow import FoundTurn
from ..reference.labels import Labels, Parts, SiteNames
from ..reference.refusals import Stage
from ..source.diagnostics import one_of
from ..source.source import Span
from .clicking import Kind, Pick, Picking
from .why_texts import about_text, named_sites

if TYPE_CHECKING:
    from ..state import State
    from ..turn import Turn

__all__ = ["Reason", "why", "why_decided", "why_picked"]


_PLACES = (Kind.SITE, Kind.OFF)


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, the place of the failing test in the game file, and the sites concerned."""

    message: str
    span: Span | None = None
    sites: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.message


def why(state: State, text: str) -> Reason | None:
    """None if the text is a legal move."""
    over = state.outcome
    if over is not None:
        return Reason(f"the game is over: {over}", over.rule)
    fitting = state.matching(text)
    if len(fitting) > 1:
        return Reason(f'"{text}" can mean {one_of([move.text for move in fitting])}')
    return None if fitting else _Asked(state, text).reason()


def why_picked(state: State, picks: Sequence[Pick], row: Callable[[Parts], Iterable[Pick]]) -> Reason | None:
    """Why no legal move begins with these picks; None if the rules do not tell. `row` gives the picks of a turn."""
    asked = _Asked(state, "")
    return asked.of_one_place(picks) or asked.reason_of(picks, row)


def why_decided(turn: Turn, text: str) -> Reason | None:
    """Why no legal turn goes on with a site or a piece, after what was decided already."""
    over = turn.state.outcome
    if over is not None:
        return Reason(f"the game is over: {over}", over.rule)
    if any(text.lower() in (each.text.lower(), each.name.lower()) for each in turn.decisions):
        return None
    picking = Picking(turn.state)
    kind, _, value = text.rpartition(":")
    wanted = Pick(Kind.HAND if kind == "hand" else Kind.SITE, value)
    return why_picked(turn.state, [*map(picking.pick, turn.path), wanted], picking.row)


class _Asked:
    """One question."""

    def __init__(self, state: State, text: str) -> None:
        self.state = state
        self.text = text
        self.wanted = " ".join(text.split()).lower()
        engine = state.game._engine
        names = SiteNames(engine, state._node.origin)
        self.words = Words(engine, names)
        self.labels = Labels(engine, names)
        self.wording = Wording(engine, self.words, self.labels)
        self.understood: tuple[int, Parts] = (0, ())

    def reason(self) -> Reason:
        attempt = self._by_label() or self._by_notation()
        done, parts = self.understood
        label = self.labels.turn(parts) if parts else ""
        rest = self.wanted[len(" ".join(label.split())) :].strip()
        if done and rest and (attempt is None or (not attempt.whole and attempt.done < done)):
            return Reason(f'after "{label}" no part of this turn is written "{rest}"')
        if attempt is None:
            message, sites = about_text(self.state, self.text, self.words)
            return self._by_places() or self._in_another_phase() or Reason(message, None, self._names(sites))
        return self._told(attempt)

    def _in_another_phase(self) -> Reason | None:
        """A man that stands is moved while men are still put down."""
        phases, here = self.state.game.rules.phases, self.state.position.phase
        for number, phase in enumerate(phases):
            if number == here or phase.name is None or self.state.position.segment:
                continue
            position = self.state.position.copy()
            position.phase, position.phase_turns = number, 0
            if type(self.state)(self.state.game, position).matching(self.text):
                when = "which has not come" if number > here else "which is over"
                return Reason(f'"{self.text}" belongs to the phase "{phase.name}", {when}', phases[here].span)
        return None

    def _by_places(self) -> Reason | None:
        """`e2e5` and `e2 e5` name the same places as `e2-e5`: what fails is the same too."""
        if self.state.game._notation.hook is not None or self.state.is_chance:
            return None
        sites, unknown = named_sites(self.state, self.text, self.words)
        if len(sites) < 2 or unknown:
            return None
        picking = Picking(self.state)
        places = [Pick(Kind.SITE, self.words.site(site)) for site in sites]
        attempt = self._furthest(places, picking.row) if picking.after(places) is None else None
        return self._told(attempt) if attempt is not None and attempt.whole else None

    # ------------------------------------------------------------ one place, clicked alone

    def of_one_place(self, picks: Sequence[Pick]) -> Reason | None:
        """What a person means who clicks on a piece, or on a place where a piece from the hand could go."""
        if len(picks) != 1 or picks[0].kind is not Kind.SITE or self.state.is_chance:
            return None
        sites, _ = named_sites(self.state, picks[0].value, self.words)
        if len(sites) != 1:
            return None
        standing = [stack[-1] for layer in self.state.position.layers if (stack := layer.get(sites[0]))]
        return self._of_piece(sites[0], standing) if standing else self._from_hand(picks[0])

    def _of_piece(self, site: int, standing: Sequence[int]) -> Reason | None:
        """Its own actions come first: whatever else could be done there is not what was meant."""
        tried: list[Attempt] = []

        def fits(parts: Parts, whole: bool) -> bool:
            return not parts or (len(parts) == 1 and parts[0][0].origin == site)

        def found(attempt: Attempt) -> None:
            if attempt.parts:
                tried.append(attempt)

        self._search(Wanted(frozenset({site}), anywhere=True), fits, found)
        if not tried:
            return None
        engine, me = self.state.game._engine, self.state.position.me
        best = max(tried, key=lambda attempt: attempt.progress)
        theirs = next((code for code in standing if engine.codes.owner(code) not in (me, NEUTRAL)), None)
        name = self.words.site(site)
        if theirs is not None and best.refusal.stage is Stage.CHOICE:
            mine = self.state.game.players[me]
            message = f"the {self.words.piece(theirs)} on {name} is not yours: {mine} is to move"
            rule = best.refusal.rule
            return Reason(message, rule.span if rule is not None else None, (name,))
        told = self.wording.told(best.refusal)
        action = self.state.game.rules.actions[best.parts[-1][-1].action]
        return Reason(f"{action.name} from {name}: {told.text}", told.span, self._names(told.sites))

    def _from_hand(self, place: Pick) -> Reason | None:
        """A place that only waits for a piece."""
        picking = Picking(self.state)
        offered = picking.after(())
        for pick in offered.picks if offered is not None else ():
            if pick.kind is Kind.HAND and picking.after((pick, place)) is not None:
                return Reason("take a piece from your hand first; then it can go there", None, (place.value,))
        return None

    def reason_of(self, picks: Sequence[Pick], row: Callable[[Parts], Iterable[Pick]]) -> Reason | None:
        attempt = self._furthest(picks, row)
        return self._told(attempt) if attempt is not None else None

    def _furthest(self, picks: Sequence[Pick], row: Callable[[Parts], Iterable[Pick]]) -> Attempt | None:
        """Of the turns that go over these places, in this order, the one that gets furthest."""
        places = [pick for pick in picks if pick.kind in _PLACES]
        hands = {pick for pick in picks if pick.kind is Kind.HAND}
        best: Attempt | None = None

        def fits(parts: Parts, whole: bool) -> bool:
            made = list(row(parts))
            over = [pick for pick in made if pick.kind in _PLACES]
            same = over == places if whole else over == places[: len(over)]
            return same and hands <= set(made)

        def found(attempt: Attempt) -> None:
            nonlocal best
            if best is None or (attempt.whole, attempt.progress) > (best.whole, best.progress):
                best = attempt

        sites, _ = named_sites(self.state, " ".join(pick.value for pick in places), self.words)
        wanted = Wanted(frozenset(sites), any(pick.kind is Kind.OFF for pick in places))
        self._search(wanted, fits, found)
        return best

    def _search(self, wanted: Wanted, fits: Callable[[Parts, bool], bool], found: Callable[[Attempt], None]) -> Search:
        search = Search(self.state.game._engine, self.state.position, wanted, fits, found)
        search.run()
        return search

    def _told(self, attempt: Attempt) -> Reason:
        with allowed(self.state.game._engine, self.state.position):
            told = self.wording.told(attempt.refusal)
        return Reason(f"{self.wording.subject(attempt.parts)}: {told.text}", told.span, self._names(told.sites))

    def _names(self, sites: int) -> tuple[str, ...]:
        return tuple(self.words.site(site) for site in bits(sites))

    # ------------------------------------------------------------ by the labels of the language

    def _fits(self, parts: Parts, whole: bool) -> bool:
        shown = " ".join(self.labels.turn(parts).split()).lower()
        return shown == self.wanted or (not whole and (not shown or self.wanted.startswith(f"{shown} ")))

    def _by_label(self) -> Attempt | None:
        best: Attempt | None = None

        def found(attempt: Attempt) -> None:
            nonlocal best
            if best is None or _further(attempt, best):
                best = attempt

        in_text = frozenset(
            site for site in range(len(self.state.game.rules.board)) if self.words.site(site).lower() in self.wanted
        )
        if in_text or not any(char.isdigit() for char in self.wanted):
            wanted = Wanted(in_text, "off" in self.wanted)
            self.understood = self._search(wanted, self._fits, found).understood
        return best

    # ------------------------------------------------------------ by a notation of the game's own

    def _by_notation(self) -> Attempt | None:
        """The hook reads moves among given ones; it is given all that are thinkable."""
        notation = self.state.game._notation
        if notation.hook is None:
            return None
        best: dict[tuple[object, ...], Attempt] = {}

        def found(attempt: Attempt) -> None:
            steps = attempt.parts[0]
            step = steps[-1]
            # A notation follows the pieces, so only what is there can be asked about.
            if step.origin >= 0 and not any(layer.get(step.origin) for layer in self.state.position.layers):
                return
            key = (step.action, step.part.kind, steps[0].origin, step.target)
            if key not in best or _further(attempt, best[key]):
                best[key] = attempt

        self._search(Wanted(None), lambda parts, whole: True, found)
        ordered = sorted(best.values(), key=lambda attempt: attempt.progress, reverse=True)
        turns = [FoundTurn(attempt.parts, (), self.state.position, None) for attempt in ordered]
        try:
            index = notation.parse(self.state._node, self.text, turns)
        except (LookupError, ValueError, TypeError):  # a hook that expects legal moves only
            return None
        return None if index is None else ordered[index]


def _further(one: Attempt, other: Attempt) -> bool:
    if one.progress != other.progress:
        return one.progress > other.progress
    return one.key < other.key

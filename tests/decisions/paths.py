"""All paths of a position, walked decision by decision, and all turns by the list: the two must be the same."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.reference.decisions import Choices, Decisions
from rulewright.reference.game_flow import leads_to
from rulewright.reference.labels import Parts
from rulewright.reference.turns import Unfinished
from rulewright.reference.vocabulary import Decision
from rulewright.state import State

MOST_TURNS = 300  # of a position that is compared turn by turn
Path = tuple[Decision, ...]


def paths(choices: Choices, path: Path = ()) -> Iterator[tuple[Path, Unfinished]]:
    if choices.turn is not None:
        assert not choices.offered, "what is complete does not go on: that is what `done` is for"
        yield path, choices.turn
        return
    assert choices.offered, f"a dead end after {path}"
    assert list(choices.offered) == sorted(choices.offered)
    for decision, following in choices.offered.items():
        yield from paths(following, (*path, decision))


def compare(state: State) -> int:
    """Paths and turns of a state on the reference engine; gives how many there are, 0 if there are too many."""
    engine, course = state.game._engine, state.game._engine.course
    turns = state._node.turns()
    if sum(len(turn.twins) for turn in turns) > MOST_TURNS:
        return 0
    root = Decisions(engine, state.position).root
    if not turns or turns[0].forced_pass:
        assert not root.offered
        assert root.turn is None
        return 0
    found = list(paths(root))
    assert len({path for path, _ in found}) == len(found), "each path is one turn"
    assert all(engine.vocabulary.number(decision) >= 0 for path, _ in found for decision in path)
    reached = {leads_to(*course.reached(state.position, turn)) for _, turn in found}
    assert reached == {leads_to(turn.position, turn.result) for turn in turns}, "and all paths are all moves"
    if not state.is_chance:
        routes = state.game.rules.distinct == "route"
        made = {_without_choices(turn.parts, routes) for _, turn in found}
        listed = {_without_choices(parts, routes) for turn in turns for parts in turn.twins}
        assert made == listed, "and each turn has a path"
    return len(found)


def _without_choices(parts: Parts, routes: bool) -> object:
    """What was made; of choices of effects that come to the same the list knows one alone."""
    return tuple(tuple((step.action, *step.key[0 if routes else 1 : -1]) for step in steps) for steps in parts)

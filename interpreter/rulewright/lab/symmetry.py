"""First moves that are the same one, seen in a mirror or from another side of the board."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Game
from ..players.player import Candidate
from ..reference.candidates import Step

_MOST = 2000  # first moves; with more it would take longer than it is worth


def alike(game: Game) -> dict[str, str]:
    """For each first move the first one in the list that it is the same as, by the symmetries of the game."""
    start = game.start()
    texts = start._node.texts()
    if start.is_chance or game.rules.unbounded is not None or not 1 < len(texts) <= _MOST:
        return {}
    try:
        symmetries = game.symmetries()
    except ImportError:  # no NumPy, with which learners are served
        return {}
    turns = [[step for part in turn.parts for step in part] for turn in start._node.turns()]
    same = tuple(range(len(game.rules.board)))
    known = {_key(steps, same): text for steps, text in zip(turns, texts, strict=True)}
    if len(known) < len(texts):  # they differ in something that is not looked at here
        return {}
    order = {text: number for number, text in enumerate(texts)}
    found: dict[str, str] = {}
    for steps, text in zip(turns, texts, strict=True):
        images = [known.get(_key(steps, symmetry.sites), text) for symmetry in symmetries]
        found[text] = min(images, key=order.__getitem__)
    return found


def _key(steps: Sequence[Step], sites: Sequence[int]) -> tuple[object, ...]:
    def at(site: int) -> int:
        return sites[site] if 0 <= site < len(sites) else site

    return tuple((step.action, at(step.origin), at(step.target), step.piece, step.load, step.chosen) for step in steps)


def merged(candidates: Sequence[Candidate], same: dict[str, str]) -> tuple[Candidate, ...]:
    """What somebody thinks of first moves, those that are alike together: most looked at first."""
    groups: dict[str, list[Candidate]] = {}
    for each in candidates:
        groups.setdefault(same.get(each.move.text, each.move.text), []).append(each)
    made = []
    for name, group in groups.items():
        shown = next((each for each in group if each.move.text == name), group[0])
        visits = sum(each.visits for each in group)
        value = sum(each.value * each.visits for each in group) / visits if visits else shown.value
        made.append(Candidate(shown.move, visits, value, shown.proof))
    return tuple(sorted(made, key=lambda each: -each.visits))

"""One move ahead: takes a win, avoids what loses at once, and otherwise counts pieces.

Where pieces are only placed all moves leave the same pieces. Then it looks at the rows that a piece would lie in: to
lengthen its own is good, and so is to be in the way of another's.
"""

from __future__ import annotations

from collections import Counter

from ..analysis.players import mates
from ..board.board import Board
from ..reference.hashing import draw
from ..seats import seat_of, seat_to_move
from ..state import Move, State
from .player import Candidate, Opinion, Proof, Stop, Tell


class Greedy:
    spec = "greedy"

    def choose(self, state: State, seed: int, stop: Stop | None = None, tell: Tell | None = None) -> Opinion:
        state = state.as_seen(seed)
        looked_at: list[Candidate] = []
        for move in state.legal_moves:
            looked_at.append(_judged(state, move))
            if looked_at[-1].proof == "win" or (stop is not None and stop()):
                break
        best = max(looked_at, key=_rank)
        equals = [candidate for candidate in looked_at if _rank(candidate) == _rank(best)]
        if best.proof is None and len(equals) > 1:
            equals = _in_the_best_rows(state, equals)
        chosen = equals[draw(seed, 0, 0, len(equals))]
        others = sorted((candidate for candidate in looked_at if candidate is not chosen), key=_rank, reverse=True)
        return Opinion(
            chosen.move, (chosen, *others), proof=chosen.proof, line=(chosen.move,), visits=len(looked_at), depth=1
        )

    def forget(self) -> None:
        """Nothing was kept."""


def _rank(candidate: Candidate) -> tuple[int, float]:
    """What wins, then what goes on or is a draw (as good as even material), then what loses."""
    return {"win": 2, "loss": 0}.get(candidate.proof or "", 1), candidate.value


def _judged(state: State, move: Move) -> Candidate:
    me = seat_to_move(state)
    after = state.copy()
    after.push(move)
    outcome = after.outcome
    if outcome is None:
        return Candidate(move, 1, material(after, me))
    if outcome.draw:
        return Candidate(move, 1, 0.5, "draw")
    proof: Proof = "win" if after.game.players[seat_of(after, me)] in outcome.winners else "loss"
    return Candidate(move, 1, 1.0 if proof == "win" else 0.0, proof)


def _in_the_best_rows(state: State, equals: list[Candidate]) -> list[Candidate]:
    """Of moves that each place a piece and change nothing else, those that do most for rows; else all of them."""
    if state.game.rules.unbounded is not None:
        return equals
    before = _owners(state)
    worth: list[int] = []
    for candidate in equals:
        after = state.copy()
        after.push(candidate.move)
        now = _owners(after)
        new = now.keys() - before.keys()
        if len(new) != 1 or any(now.get(site) != owner for site, owner in before.items()):
            return equals
        worth.append(sum(_rows(state.game.rules.board, now, site) for site in new))
    return [candidate for candidate, value in zip(equals, worth, strict=True) if value == max(worth)]


def _owners(state: State) -> dict[int, int]:
    """Whose piece lies on top, by site."""
    owner = state.game._engine.codes.owner
    return {site: owner(stack[-1]) for site, stack in state.position.layers[0].items() if stack}


def _rows(board: Board, owners: dict[int, int], site: int) -> int:
    """The squares of the lengths that rows through a site have, or would have if it were of who they belong to."""
    found = 0
    for number, direction in enumerate(board.directions):
        back = board.back(number)
        if back is None or back < number or not direction.next:  # the same row from its other end, or one for each
            continue
        lengths: Counter[int] = Counter()
        for way in (direction.next, board.directions[back].next):
            first = owners.get(way[site], -1)
            if first >= 0:
                lengths[first] += _length(way, owners, way[site], site)
        found += sum((length + 1) ** 2 for length in lengths.values())
    return found


def _length(way: tuple[int, ...], owners: dict[int, int], at: int, origin: int) -> int:
    """How many pieces of one owner lie in a row from a site on; at most once round the board."""
    owner, seen = owners[at], {origin}
    while at >= 0 and at not in seen and owners.get(at) == owner:
        seen.add(at)
        at = way[at]
    return len(seen) - 1


def material(state: State, seat: int) -> float:
    """The share that one side has of the pieces on the board and in hand, next to an average opponent: 0 … 1."""
    side = seat_of(state, seat)
    players = state.game.rules.players
    counts = [0] * len(players)
    codes = state.game._engine.codes
    for layer in state.position.layers:
        for stack in layer.values():
            for code in stack:
                if codes.owner(code) >= 0:
                    counts[codes.owner(code)] += 1
    for (tray, owner, _, _), count in state.position.trays.items():
        if tray == "hand" and owner >= 0:
            counts[owner] += count
    friends = mates(state.game.rules, side)
    enemies = [n for n in range(len(players)) if n not in friends]
    own = sum(counts[n] for n in friends) / len(friends)
    theirs = sum(counts[n] for n in enemies) / len(enemies) if enemies else 0.0
    return own / (own + theirs) if own + theirs else 0.5

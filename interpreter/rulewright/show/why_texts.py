"""What is wrong with a text that names no move at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..analysis.pieces import NEUTRAL
from ..errors import echoed
from ..reference.explain.phrasing import Words
from ..reference.labels import PASS
from ..source.diagnostics import did_you_mean, one_of

if TYPE_CHECKING:
    from ..state import State

_MANY_MOVES = 8
_WORD = re.compile(r"-?\d+,-?\d+|[a-z]+\d+[a-z]*\d*|[a-z_]+|\d+", re.IGNORECASE)


def about_text(state: State, text: str, words: Words) -> tuple[str, int]:
    """One sentence, and the sites it speaks of."""
    if not text.strip():
        return f"the text is empty; {_moves(state)}", 0
    if " ".join(text.split()).lower() == PASS:
        return f"this is not a moment to pass: {_moves(state)}", 0
    said = f'no move is written "{echoed(text)}"'
    if state.game._notation.hook is not None or state.is_chance:
        return f"{said}; {_guess(state, text)}", 0
    sites, unknown = named_sites(state, text, words)
    if not sites:
        shown = f'"{echoed(unknown[0])}" is no site of this board' if unknown else "it names no site of this board"
        return f"{said}: {shown}; {_guess(state, text)}", 0
    site = sites[0]
    problem = _about_site(state, site, words)
    if unknown and not problem:
        return f'{said}: "{echoed(unknown[0])}" is no site of this board; {_guess(state, text)}', 1 << site
    return problem or f"{said}; {_moves_from(state, site, words)}", 1 << site


def _about_site(state: State, site: int, words: Words) -> str | None:
    """What is on the first site that is named, if that is what is wrong."""
    position = state.position
    stacks = [layer[site] for layer in position.layers if layer.get(site)]
    if not stacks:
        if any(action.verb in ("move", "pick") for action in state.game.rules.actions):
            return f"{words.site(site)} is empty; {_moves_from(state, site, words)}"
        return None
    owners = {state.game._engine.codes.owner(stack[-1]) for stack in stacks}
    if position.me not in owners and NEUTRAL not in owners:
        return f"{words.standing(position, site)}, and it is {state.player}'s turn"
    return None


def _moves_from(state: State, site: int, words: Words) -> str:
    """The moves that begin on a site, or all if there is none."""
    moves = zip(state.legal_moves, state._node.turns(), strict=True)
    here = [move.text for move, turn in moves if turn.parts and turn.parts[0][0].origin == site]
    if here:
        return f"from {words.site(site)} there are {one_of(here, 'and', _MANY_MOVES)}"
    if any(layer.get(site) for layer in state.position.layers):
        return f"what stands on {words.site(site)} has no legal move"
    return _moves(state)


def _guess(state: State, text: str) -> str:
    likely = did_you_mean(text, [move.text for move in state.legal_moves])
    return f'did you mean "{likely}"?' if likely else _moves(state)


def _moves(state: State) -> str:
    legal = [move.text for move in state.legal_moves]
    return f"legal moves are {one_of(legal, 'and', _MANY_MOVES)}" if legal else "there are no legal moves"


def named_sites(state: State, text: str, words: Words) -> tuple[list[int], list[str]]:
    """The sites a text names, in its order, and words that look like sites and are none."""
    by_name = {words.site(site).lower(): site for site in _nameable(state)}
    found: list[int] = []
    unknown: list[str] = []
    for match in _WORD.finditer(text.lower()):
        word = match.group()
        if word not in by_name:
            word = word.removeprefix("-")  # it may have been a dash between two sites
        if word in by_name:
            found.append(by_name[word])
            continue
        pieces = _glued(word, by_name)
        if pieces:
            found.extend(by_name[piece] for piece in pieces)
        elif any(char.isdigit() for char in word):
            unknown.append(word)
    return found, unknown


def _glued(word: str, by_name: dict[str, int]) -> list[str]:
    """Names written without anything between them: "a1b2"."""
    pieces = re.findall(r"(?<![a-z])[a-z]+\d+", word)  # from the first letter only: a row of them is looked at once
    return pieces if pieces and all(piece in by_name for piece in pieces) and "".join(pieces) == word else []


def _nameable(state: State) -> range | list[int]:
    """All sites; of an unbounded board those round the pieces."""
    unbounded = state.game.rules.unbounded
    if unbounded is None:
        return range(len(state.game.rules.board))
    geometry = state.game._engine.geometry
    near = 1
    for number in range(len(state.position.layers)):
        near |= state.position.occupied(number)
    near |= geometry.neighbours(near)
    return [site for site in range(near.bit_length()) if near >> site & 1]

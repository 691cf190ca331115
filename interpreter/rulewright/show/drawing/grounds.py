"""What a board in a terminal is made of: a ground on which the colours of all players can be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .colours import Colour, relative_luminance


@dataclass(frozen=True, slots=True)
class Ground:
    """Two shades for neighbouring cells, one for the last move, one for what can be picked: codes of 256 colours."""

    colour: Colour  # what both shades look like, to reckon with
    shades: tuple[int, int]
    last: int
    target: int


GROUNDS = (
    Ground("#9b7330", (137, 94), 100, 28),  # wood, for white and black
    Ground("#d7c39b", (187, 180), 222, 114),  # parchment, for strong colours
    Ground("#3a3a3a", (238, 236), 58, 22),  # slate, for light colours
)


def ground_for(colours: Sequence[Colour]) -> Ground:
    """The ground on which the least visible of these colours is seen best."""
    return max(GROUNDS, key=lambda ground: min((contrast(ground.colour, one) for one in colours), default=0.0))


def contrast(one: Colour, other: Colour) -> float:
    """How well two colours are told apart, 1 … 21, as the Web Content Accessibility Guidelines reckon it."""
    darker, lighter = sorted((relative_luminance(one), relative_luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)

"""Colours of players and pieces: by name where a name is a colour, else from a palette all eyes can tell apart."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.appearance import COLOURS, Appearance
from ...rules.game import Rules
from .scene import Piece

Colour = str  # "#rrggbb"

# After Okabe and Ito, "Color Universal Design": told apart with every kind of colour vision.
PALETTE: tuple[Colour, ...] = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442", "#4d4d4d")
_CUBE = (0, 95, 135, 175, 215, 255)  # what the six steps of each channel are worth in terminals
NEUTRAL: tuple[Colour, ...] = ("#857a6b", "#d19b2f", "#5f8a6b", "#8b6fa3", "#4f7f95")
TILE: Colour = "#e6d3a8"


def colours_of_players(rules: Rules) -> tuple[Colour, ...]:
    """What `display` says, else the colour that a name is, else one of the palette."""
    names = [player.name for player in rules.players]
    given = {each.name: each.colour for each in rules.display if each.colour}
    if all(name in COLOURS or name in given for name in names):
        return tuple(given.get(name) or COLOURS[name] for name in names)
    # A palette colour beside a named one could be nearly the same, so it is one or the other.
    return tuple(given.get(name, PALETTE[number % len(PALETTE)]) for number, name in enumerate(names))


def appearances(rules: Rules, piece: Piece) -> list[Appearance]:
    """What `display` says of a piece: of its owner, its kind, its states; what comes later counts."""
    kind = rules.kinds[piece.kind]
    owner = [] if piece.owner is None else [rules.players[piece.owner].name]
    states = [axis.values[value] for axis, value in zip(kind.axes, piece.values, strict=True)]
    said = {each.name: each for each in rules.display}
    return [said[name] for name in (*owner, kind.name, *states) if name in said]


def colour_of_piece(rules: Rules, piece: Piece, players: Sequence[Colour]) -> Colour:
    """The owner's colour; neutral pieces have that of `display`, show a state that is a colour, or have one by kind."""
    if piece.owner is not None:
        return players[piece.owner]
    given = [each.colour for each in appearances(rules, piece) if each.colour]
    if given:
        return given[-1]
    kind = rules.kinds[piece.kind]
    for axis, value in zip(kind.axes, piece.values, strict=True):
        if is_colour_axis(axis.values):
            return COLOURS[axis.values[value]]
    neutral = [number for number, other in enumerate(rules.kinds) if other.neutral]
    return NEUTRAL[neutral.index(piece.kind) % len(NEUTRAL)] if piece.kind in neutral else NEUTRAL[0]


def is_colour_axis(values: Sequence[str]) -> bool:
    return all(value in COLOURS for value in values) and values != ("dark", "light")


def _channels(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def relative_luminance(colour: Colour) -> float:
    """How bright a colour is to the eye, 0 … 1."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in _channels(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def is_light(colour: Colour) -> bool:
    """Whether dark ink reads better on it than light ink."""
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140


def is_nearly_black(colour: Colour) -> bool:
    return max(_channels(colour)) < 80


def ink_on(colour: Colour) -> Colour:
    return "#1d1d1f" if is_light(colour) else "#ffffff"


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """`share` of the second colour mixed into the first."""
    parts = (round(a + (b - a) * share) for a, b in zip(_channels(colour), _channels(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def terminal_code(colour: Colour) -> str:
    """The nearest of the 256 colours of terminals."""
    red, green, blue = (min(range(6), key=lambda n: abs(_CUBE[n] - channel)) for channel in _channels(colour))
    return str(16 + 36 * red + 6 * green + blue)


def terminal_style(colour: Colour) -> str:
    """Ink on a ground of the colour: to be read on light and dark terminals alike."""
    return f"38;5;{terminal_code(ink_on(colour))};48;5;{terminal_code(colour)}"

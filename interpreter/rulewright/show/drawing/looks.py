"""How each kind of piece looks in a picture: what tells it apart from the others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from ...rules.appearance import Appearance, OutlinePart
from ...rules.game import Kind
from .bugs import BUGS, TINTS
from .colours import TILE, Colour, appearances, colour_of_piece, colours_of_players, is_colour_axis
from .glyphs import GLYPHS
from .scene import Piece, Scene


class Form(Enum):
    DISC = "disc"
    BLOCK = "block"
    TILE = "a tile in the form of a cell"
    FIGURE = "its own outline"
    SIGN = "nothing but its letter or outline"


_SHAPES = {"disc": Form.DISC, "block": Form.BLOCK, "tile": Form.TILE, "sign": Form.SIGN}


@dataclass(frozen=True, slots=True)
class Look:
    """`text` or `glyph` stands in the middle, in its `tint` if it has one.

    `ring`, `hole`, `small` and `pointing` (a direction) show states.
    """

    form: Form
    colour: Colour
    text: str = ""
    glyph: str | None = None
    tint: Colour | None = None
    ring: bool = False
    hole: bool = False
    small: bool = False
    pointing: str | None = None
    parts: tuple[OutlinePart, ...] = ()  # a drawing of several shapes, in place of a glyph


class Looks:
    """The looks of all pieces of a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.rules = scene.rules
        self.players = colours_of_players(scene.rules)
        anchor = scene.rules.unbounded.layer if scene.rules.unbounded else None
        self.tile_layers = scene.layers_below | ({anchor} if anchor is not None else set())
        self._alike: dict[int, list[Kind]] = {
            number: [other for other in self.rules.kinds if _group(other) == _group(kind)]
            for number, kind in enumerate(self.rules.kinds)
        }

    def of(self, piece: Piece) -> Look:
        """What `display` says, and for the rest what tells the piece apart from the others."""
        look = self._usual(piece)
        given = appearances(self.rules, piece)
        if not given:
            return look
        kind = self.rules.kinds[piece.kind]
        if any(each.name == kind.name and _speaks_of_signs(each) for each in given):  # then it has that sign or none
            form = Form.DISC if look.form is Form.FIGURE else look.form
            look = replace(look, form=form, text="", glyph=None, tint=None)
        owner = "" if piece.owner is None else self.rules.players[piece.owner].name
        for each in given:
            if each.name not in (owner, kind.name):  # a state, which it shows in place of what usually would
                look = replace(look, ring=False, hole=False, small=False)
            if each.shape:
                look = replace(look, form=_SHAPES[each.shape])
            if each.outline or each.symbol or each.parts:
                look = replace(look, glyph=each.outline, parts=each.parts, text=each.symbol or "", tint=None)
            if each.colour and owner and each.name != owner:
                look = replace(look, tint=each.colour)
        return look

    def _usual(self, piece: Piece) -> Look:
        kind = self.rules.kinds[piece.kind]
        alike = self._alike[piece.kind]
        colour = colour_of_piece(self.rules, piece, self.players)
        if kind.layer in self.scene.layers_below and kind.neutral:
            colour = TILE
        look = self._states(kind, piece, Look(self._form(kind, alike), colour))
        if kind.name in GLYPHS and look.form is not Form.TILE:
            return replace(look, glyph=GLYPHS[kind.name])
        if look.form is Form.TILE and kind.name in BUGS:
            return replace(look, glyph=BUGS[kind.name], tint=TINTS[kind.name])
        if len(alike) > 1 and not look.text:
            return replace(look, text=_letter(kind, piece))
        return look

    def _form(self, kind: Kind, alike: list[Kind]) -> Form:
        if kind.layer in self.tile_layers:
            return Form.TILE
        if all(other.name in GLYPHS for other in alike) and not kind.neutral:
            return Form.FIGURE
        coloured = any(is_colour_axis(axis.values) for axis in kind.axes)
        plain = kind.layer == 0 and self.rules.stack == 1 and not coloured
        return Form.BLOCK if kind.neutral and plain else Form.DISC

    def _states(self, kind: Kind, piece: Piece, look: Look) -> Look:
        """A single pair of states is a ring or none; several pairs are size, form, hole and ring."""
        pairs: list[bool] = []
        for axis, value in zip(kind.axes, piece.values, strict=True):
            word = axis.values[value]
            if axis.directions is not None:
                look = replace(look, pointing=word)
            elif piece.owner is None and is_colour_axis(axis.values):
                continue  # the colour itself shows it
            elif len(axis.values) > 2:
                look = replace(look, text=kind.letters.get(word, word[0]).upper())
            else:
                pairs.append(value == 1)
        if len(pairs) == 1:
            return replace(look, ring=pairs[0])
        small, block, hole, ring = (*pairs, False, False, False, False)[:4]
        return replace(look, small=small, form=Form.BLOCK if block else look.form, hole=hole, ring=ring)


def _speaks_of_signs(look: Appearance) -> bool:
    """Whether more is said than that pieces have numbers."""
    return not look.numbered or any((look.colour, look.symbol, look.shape, look.outline, look.parts))


def _group(kind: Kind) -> tuple[object, ...]:
    """Kinds of one group may stand on the same sites, so they must look different."""
    return kind.layer, kind.neutral, frozenset(kind.classes)


def _letter(kind: Kind, piece: Piece) -> str:
    """The kind's letter, the first of its name where that is only a sign such as `.`; its name if it has none."""
    if not kind.letters:
        return kind.name.replace("_", " ")
    words = [axis.values[value] for axis, value in zip(kind.axes, piece.values, strict=True)]
    letter = next((kind.letters[word] for word in words if word in kind.letters), kind.letters.get(None, ""))
    return (letter if letter.isalnum() else kind.name[0]).upper()

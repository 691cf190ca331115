"""The types of the language."""

from __future__ import annotations

from enum import Enum


class Type(Enum):
    """What an expression gives. A site is a set that can never hold more than one site."""

    SITE = "one site"
    SET = "a set of sites"
    NUMBER = "a number"
    TRUTH = "yes or no"
    PLAYER = "a player"
    KIND = "a kind of piece"
    STATE = "a state"
    DIRECTION = "a direction"
    DIRECTIONS = "a set of directions"
    TRACK = "a track"
    TRAY = "a tray"
    WORD = "a word"
    BROKEN = "nothing"  # after a reported mistake: fits everywhere, so that it causes no second message

    @property
    def is_sites(self) -> bool:
        return self in (Type.SITE, Type.SET, Type.BROKEN)

    @property
    def is_directions(self) -> bool:
        return self in (Type.DIRECTION, Type.DIRECTIONS, Type.BROKEN)

    @property
    def is_condition(self) -> bool:
        return self is Type.TRUTH or self.is_sites

"""All comparisons with other programs."""

from __future__ import annotations

from . import abalone, draughts, fairy, fanorona, fischer, spiel, ur

COMPARISONS = [
    *spiel.COMPARISONS,
    *fairy.COMPARISONS,
    *fischer.COMPARISONS,
    *draughts.COMPARISONS,
    *abalone.COMPARISONS,
    *fanorona.COMPARISONS,
    *ur.COMPARISONS,
]

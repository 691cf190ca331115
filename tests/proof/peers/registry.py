"""All comparisons with other programs."""

from __future__ import annotations

from . import abalone, draughts, fairy, spiel

COMPARISONS = [*spiel.COMPARISONS, *fairy.COMPARISONS, *draughts.COMPARISONS, *abalone.COMPARISONS]

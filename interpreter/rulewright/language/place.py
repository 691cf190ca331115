"""Where a file lies, and whether Rulewright brought it along: decided once, when the file is found, for all who ask.

Links are followed before anything else. The games that a file extends and the hooks that it names are looked for beside
the place it then has, and it is shipped if that place is in the folder of the library, whatever it is called. A game is
trusted if all its files are shipped: its hooks run without permission, and the native engine leaves out bounds checks.
"""

from __future__ import annotations

import os
from pathlib import Path

from ..source.source import Place
from . import game_files


def place_of(path: Path) -> Place:
    """Never fails: what cannot be followed is found out by whoever opens it."""
    real = _real(path)
    return Place(real, real.parent == _real(game_files.library_folder()))


def _real(path: Path) -> Path:
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a NUL in the name
        return path

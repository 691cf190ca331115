"""What goes on while the effects of a part are lowered."""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.expressions import Ex
from .scope import Scope


@dataclass(slots=True)
class Doing:
    """What goes on while the effects of a part run: variables of the function they are lowered into."""

    scope: Scope
    it: Ex  # a variable; -1 for none
    ended: Ex  # a variable: `end turn` was done
    may: Ex  # a variable: some `may` was done
    changed: Ex  # a variable: pieces that became something else
    chosen: Ex  # a variable: values chosen by `set`, 8 bits each
    layer_of_it: int

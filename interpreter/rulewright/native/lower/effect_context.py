"""What goes on while the effects of a part are lowered, and the part that was made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..ir import Builder, Ex, k
from .candidate import Candidate
from .scope import Scope
from .walk import Walk


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

    @staticmethod
    def begin(f: Builder, scope: Scope, it: Ex, layer: int) -> Doing:
        """Nothing was done yet."""
        flags = f.var(k.FALSE, "ended"), f.var(k.FALSE, "may")
        return Doing(scope, it, *flags, f.var(k.num(0), "changed"), f.var(k.num(0), "chosen"), layer)


@dataclass(frozen=True, slots=True)
class Part:
    """A candidate that was carried out, and how it turned out."""

    candidate: Candidate
    walk: Walk
    doing: Doing
    captures: Ex  # how many pieces had been captured before


Made = Callable[[Builder, Part], None]

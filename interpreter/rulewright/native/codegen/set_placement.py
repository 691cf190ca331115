"""Register or memory for bit sets: those that sites are put into and asked for one by one are better in memory.

In registers the word that a site lies in has to be chosen among all words of a set; in memory it has an address.
"""

from __future__ import annotations

from ..ir.expressions import Var
from ..ir.program import Function
from ..ir.statements import Include
from ..ir.walking import every_expression, every_statement

MOST_CHOSEN = 2  # words that one is chosen of in registers


def asked_by_site(function: Function) -> frozenset[str]:
    """The variables that sites are put into, and that nothing else is asked of than whether a site belongs to them."""
    grown = {statement.name for statement in every_statement(function.body) if isinstance(statement, Include)}
    if not grown:
        return frozenset()
    seen: dict[str, int] = dict.fromkeys(grown, 0)  # how often, without the questions for a site
    for ex in every_expression(function.body):
        if isinstance(ex, Var) and ex.name in grown:
            seen[ex.name] += 1
        elif ex.op == "has" and isinstance(members := ex.args[0], Var) and members.name in grown:
            seen[members.name] -= 1
    return frozenset(name for name, times in seen.items() if not times)

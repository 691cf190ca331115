"""Which sets of a function are better in memory: those that sites are put into and asked for one by one.

In registers the word that a site lies in has to be chosen among all words of a set; in memory it has an address.
"""

from __future__ import annotations

from ..kernel.expressions import Ex
from ..kernel.program import Function
from ..kernel.walking import every_expression, every_statement

MOST_CHOSEN = 2  # words that one is chosen of in registers


def asked_by_site(function: Function) -> frozenset[str]:
    """The variables that sites are put into, and that nothing else is asked of than whether a site belongs to them."""
    grown = {str(statement[1]) for statement in every_statement(function.body) if statement[0] == "include"}
    if not grown:
        return frozenset()
    seen: dict[str, int] = dict.fromkeys(grown, 0)  # how often, without the questions for a site
    for ex in every_expression(function.body):
        if ex.op == "var" and ex.args[0] in grown:
            seen[str(ex.args[0])] += 1
        elif ex.op == "has" and isinstance(ex.args[0], Ex) and ex.args[0].op == "var" and ex.args[0].args[0] in grown:
            seen[str(ex.args[0].args[0])] -= 1
    return frozenset(name for name, times in seen.items() if not times)


__all__ = ["MOST_CHOSEN", "asked_by_site"]

"""Types inside a hook: whether each name is a whole number, yes or no, or a set of sites. All are ints to Python.

A set comes from an argument that is declared one, or from `view.near`; what is combined with a set is a set. Numbers
such as 0 and `1 << site` can be either, until something else decides.
"""

from __future__ import annotations

import ast

from .file import Outside, named

INT, BOOL, SET = "int", "bool", "set"
COSET = "coset"  # ~set: everything except
FLEX, COFLEX = "flex", "coflex"  # a number or a set; its complement
NONE = "none"  # not known yet
VIEW, EFFECTS = "view", "effects"
NUMBERS = (INT, BOOL, FLEX, COFLEX)
SETS = (SET, COSET)

WORDS = ("origin", "target", "it", "leaving", "entering")
FIELDS = ("n", "me", "players", "round", "ply", "passes", "phase", *WORDS)
METHODS = {  # how many arguments, and what it gives
    "top": (2, INT), "owner": (1, INT), "kind": (1, INT), "state": (1, INT), "height": (1, INT), "at": (3, INT),
    "next": (2, INT), "near": (1, SET), "hand": (2, INT), "taken": (2, INT), "supply": (1, INT),
}  # fmt: skip
RECORDS = {"capture": 1, "remove": 1, "flip": 1, "move": 2, "put": 4, "set": 3, "var": 2}
PARTS = ("owner", "kind", "state", "facing")


def of_argument(takes: str) -> str:
    return takes if takes in (SET, BOOL) else INT


def join(a: str, b: str, node: ast.AST) -> str:
    """The type of something that is sometimes this and sometimes that."""
    if a == b or b == NONE:
        return a
    if a == NONE:
        return b
    if a in (FLEX, COFLEX) and b not in (FLEX, COFLEX):
        a, b = b, a
    if a == SET and b == FLEX:
        return SET
    if a == COSET and b == COFLEX:
        return COSET
    if a in NUMBERS and b in NUMBERS:
        return INT
    raise Outside(node, f"{_shown(a)} in one place and {_shown(b)} in another")


def _shown(type_: str) -> str:
    if type_ in SETS:
        return "a set of sites"
    return {VIEW: "the view", EFFECTS: "a list of effects"}.get(type_, "a whole number")


def settled(type_: str) -> str:
    """What is still open is a number."""
    return INT if type_ in (FLEX, COFLEX) else type_


def combined(op: ast.operator, a: str, b: str, node: ast.AST) -> str:
    """The type of `a & b`, `a | b`, `a ^ b`."""
    if NONE in (a, b):
        return NONE
    if EFFECTS in (a, b) or VIEW in (a, b):
        raise Outside(node, "bits of something that is no number")
    if a == b == BOOL:
        return BOOL
    if a in SETS or b in SETS:
        for other in (a, b):
            if other in (INT, BOOL):
                raise Outside(node, "a set of sites together with a whole number")
        wide = [other in (COSET, COFLEX) for other in (a, b)]
        if isinstance(op, ast.BitXor):
            return COSET if wide[0] != wide[1] else SET
        return COSET if (all(wide) if isinstance(op, ast.BitAnd) else any(wide)) else SET
    if a in (FLEX, COFLEX) and b in (FLEX, COFLEX):
        if a == b == FLEX:
            return FLEX
        return FLEX if isinstance(op, ast.BitAnd) and FLEX in (a, b) else COFLEX
    return INT


def check_record(node: ast.expr, variables: frozenset[str]) -> list[ast.expr]:
    """The numbers of one line of an effect hook."""
    match node:
        case ast.Tuple(elts=[ast.Constant(value=str(word)), *given]) if RECORDS.get(word) == len(given):
            if word == "set":
                match given[1]:
                    case ast.Constant(value=str(what)) if what in PARTS:
                        return [given[0], given[2]]
            elif word == "var":
                match given[0]:
                    case ast.Constant(value=str(name)) if name in variables:
                        return given[1:]
            else:
                return given
    raise Outside(node, f"{named(node)} that is no effect")

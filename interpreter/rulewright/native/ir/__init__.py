"""The kernel: the small language of whole numbers and sets that rules are lowered to. Here are its everyday words."""

from . import expressions as k
from .expressions import BOOL, INT, REAL, SET, Ex, Operand, Var
from .kernel import EXPORTED, kernel
from .program import Builder, Function, Program

__all__ = [
    "BOOL", "EXPORTED", "INT", "REAL", "SET", "Builder", "Ex", "Function", "Operand", "Program", "Var", "k", "kernel",
]  # fmt: skip

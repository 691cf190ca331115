"""The Python of hooks as trees and as code. What Python would warn of stays unsaid: it would go to the terminal raw."""

from __future__ import annotations

import ast
import warnings
from functools import lru_cache
from threading import Lock
from types import CodeType

_ONE_AT_A_TIME = Lock()  # what is warned of is a setting of the whole process


@lru_cache(maxsize=4)
def python_tree(text: str) -> ast.Module:
    """Raises what `ast.parse` raises. Nobody changes the tree: with other options the file is asked again."""
    with _ONE_AT_A_TIME, warnings.catch_warnings(action="ignore"):
        return ast.parse(text)


def python_code(text: str, file: str) -> CodeType:
    """Raises what `compile` raises."""
    with _ONE_AT_A_TIME, warnings.catch_warnings(action="ignore"):
        return compile(text, file, "exec", dont_inherit=True)

"""NumPy, which is an extra."""

from __future__ import annotations

from typing import Any


def numpy_module() -> Any:
    """NumPy; whoever has it not is told how to get it."""
    try:
        import numpy
    except ImportError:
        raise ImportError("arrays need NumPy: pip install 'rulewright[learn]'") from None
    return numpy

"""Observations and actions as spaces of Gymnasium, which PettingZoo uses, too."""

from __future__ import annotations

from typing import Any

from ..encoding.arrays import numpy_module
from ..encoding.channels import ROWS
from ..encoding.encoding import Encoding
from .table import needed


def spaces_module() -> Any:
    try:
        from gymnasium import spaces
    except ImportError:
        raise needed("Gymnasium", "gymnasium") from None
    return spaces


def observation_space(encoding: Encoding) -> Any:
    """A box for each array. Rows have the bounds of their type: trays may come to hold more than usual."""
    spaces, np = spaces_module(), numpy_module()
    boxes = {"board": spaces.Box(0, 255, encoding.shapes["board"], np.uint8)}
    whole = np.iinfo(np.int32)
    for row in ROWS:
        if encoding.shapes[row][0]:
            boxes[row] = spaces.Box(whole.min, whole.max, encoding.shapes[row], np.int32)
    return spaces.Dict(boxes)


def shown(observation: Any) -> dict[str, Any]:
    """An observation without rows that have nothing in them."""
    return {name: array for name, array in observation.items() if array.shape[-1]}


def action_space(encoding: Encoding) -> Any:
    """A number for each decision; it draws among those of a mask if it is given one."""
    return spaces_module().Discrete(encoding.action_count)

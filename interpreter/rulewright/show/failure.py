"""What a person sees when Rulewright itself, or a hook, is at fault: one sentence, never a traceback."""

from __future__ import annotations

import hashlib
import os
import sys
import traceback
from pathlib import Path

from ..errors import Unplayable
from ..source.rendering.characters import visible


def apology(error: Exception) -> str:
    """The sentence; with RULEWRIGHT_DEBUG=1 in the environment the traceback stands before it."""
    hooks = sys.modules.get("rulewright.reference.hooks")  # not loaded: not to blame
    if hooks and isinstance(error, hooks.HookError):
        return f"rulewright: {visible(str(error))}"
    if isinstance(error, Unplayable):
        return f"rulewright: {visible(str(error))}"
    if isinstance(error, MemoryError):
        return "rulewright: this takes more memory than there is; nothing of it was kept"
    while_doing = "".join(f" {visible(note)}" for note in getattr(error, "__notes__", []))
    sentence = (
        f"rulewright: something went wrong inside Rulewright itself{while_doing}; please report it "
        f"with the code {failure_code(error)} and, if you can, the game file"
    )
    if os.environ.get("RULEWRIGHT_DEBUG") == "1":
        return "".join(traceback.format_exception(error)) + sentence
    return sentence


def failure_code(error: Exception) -> str:
    """Short, and the same for the same fault everywhere: made of the error and the functions on its way."""
    frames = [(Path(frame.filename).name, frame.name) for frame in traceback.extract_tb(error.__traceback__)]
    digest = hashlib.sha256(repr((type(error).__name__, frames[-8:])).encode()).hexdigest()
    return f"{type(error).__name__}-{digest[:6]}"
